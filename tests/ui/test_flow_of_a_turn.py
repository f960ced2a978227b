"""The course of a turn: it stops for questions only, and no text is early."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game import catalog
from game.match.start import Start
from tests.rules.table import units
from tests.ui.hand import Hand, run_out

Sit = Callable[..., Hand]


@pytest.fixture
def scene(sit_down: Sit) -> Callable[..., Hand]:
    """Opens a position of Castillejos, with two people by default."""
    rules = catalog.rules("africa")

    def make(line: str, phase: str, seed: int = 5, players: dict[str, str] | None = None) -> Hand:
        position = {"scenario": "castillejos", "options": [], "turn": 2, "phase": phase, "phasing": "spanish"}
        full = rules.position(rules.from_position({**position, "units": units(line)}))
        start = Start("play", "africa", "castillejos", seed=seed, position=full, players=players or {})
        return sit_down(start, speed=8.0, hand_over=False)

    return make


def done(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


def test_a_loss_without_a_choice_does_not_stop_a_run(scene: Callable[..., Hand]) -> None:
    """V in a shock: the only unit there, already reduced, is removed, and the run continues to its end."""
    line = "s-cuenca casa-de-la-condesa came=b reduced, s-saboya a, m-gk-haus casa-de-la-condesa, m-gum-uagit ar-aziz"
    for seed in range(1, 20):
        hand = scene(line, "shock", seed, {"moroccan": "recruit"})
        hand.key("v")
        run_out(hand)
        assert ["lose s-cuenca"] != [each.notation for each in hand.game.rules.candidates(hand.game.match.state)]
        if "lose s-cuenca" in done(hand):
            assert not hand.game.quick_play.running
            return
        hand.close()
    raise AssertionError("Cuenca never lost a step too many")


def test_a_person_who_must_decide_sees_no_golden_stop(scene: Callable[..., Hand]) -> None:
    """V of one person drives off another's unit, whose owner chooses the retreat without a main button Stop."""
    line = ("s-cuenca b, s-luchana b, s-prim b, s-caz-vergara as-salam, m-gk-haus casa-de-la-condesa, "
            "m-gum-uagit playa-del-tarajal")
    hand = scene(line, "fire", 1)
    hand.key("v")
    run_out(hand)
    game = hand.game
    screen = hand.screen
    assert game.quick_play.waits
    assert "must retreat" in str(game.situation.prompt.text)
    assert game.situation.prompt.to_act == "moroccan"
    hand.wait()
    assert not screen.widgets.main.visible
    hand.key("1")
    run_out(hand)
    assert any(line.startswith("retreat m-gk-haus") for line in done(hand))


@pytest.mark.parametrize("key", ["g", "tab"])
def test_a_selected_unit_replaces_the_last_roll(scene: Callable[..., Hand], key: str) -> None:
    """A gun fires by its number; after G and Tab, which select at the cursor, the card is that selection's."""
    hand = scene("s-montada b, s-cuenca b, m-gk-haus castillejos, m-gum-uagit al-wahhab", "movement", 1)
    game = hand.game
    screen = hand.screen
    while game.selection.selected != "s-montada":
        hand.key("tab")
    number = next(n for n, p in enumerate(game.selection.proposals, 1) if p.offer.follow_ups and p.place
                  == "castillejos")
    hand.key(str(number))
    hand.settle()
    hand.key("space")
    hand.settle()
    assert game.stage.rolled is not None
    before = screen.column.middle.key[0]
    assert before == "battle"
    hand.key(key)
    assert game.selection.selected is not None
    assert game.situation.counters[game.selection.selected].place == "b"
    assert screen.column.middle.key[0] == "unit"


def test_the_log_ends_a_turn_when_the_player_ends_it(sit_down: Sit, last_fight: dict[str, Any]) -> None:
    """After Kassala's last combat of a turn, the log has the end of the turn once, after it was ended."""
    position = {**last_fight, "phasing": "christian", "to_act": "christian"}
    hand = sit_down(Start("play", "kassala", seed=7, position=position), speed=8.0, hand_over=False)
    game = hand.game
    screen = hand.screen
    for _ in range(60):
        if game.turn_end.shown_prompt is not None:
            break
        game.flow.play(game.rules.candidates(game.match.state)[0]) if not hand.rolling else hand.key("space")
        hand.settle()
    assert game.turn_end.shown_prompt is not None
    turn = game.prompt_shown.turn

    def said() -> list[str]:
        return [str(entry.text) for entry in screen.column.log.entries if entry.text == f"Turn {turn} is over"]

    assert said() == []
    hand.press(screen.widgets.main)
    hand.settle()
    assert said() == [f"Turn {turn} is over"]
    assert game.prompt_shown.turn == turn + 1
