"""A fire phase of Africa on the screen: coins by mouse, by key and typed in; all remaining fire in one go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from game import catalog
from game.core.chance import CHANCE, D10
from game.core.event import Rolled
from game.core.message import values_in
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.play.refusal_message import SUMMARY_SECONDS
from game.ui.play.rolling import (
    COINS_CAPTION,
    MARKERS_CAPTION,
    ROLL_LABEL,
    entry_example,
    entry_hint,
    entry_label,
    pending_roll_title,
)
from tests.ui.hand import Hand

Sit = Callable[..., Hand]

UNITS = {
    "s-cuenca": "a", "s-luchana": "a", "s-caz-vergara": "a", "s-principe": "b",
    "m-gum-uagit": "playa-del-tarajal", "m-gum-arbaa": "playa-del-tarajal", "m-gk-haus": "as-salam",
    "m-gk-tanja": "casa-de-la-condesa",
}


@pytest.fixture(scope="module")
def rules() -> Africa:
    return Africa(catalog.board)


@pytest.fixture
def fire(rules: Africa) -> dict[str, Any]:
    """Four Spanish units may fire; units that they hit have several retreats."""
    start = {"scenario": "castillejos", "turn": 2, "phase": "fire", "phasing": "spanish"}
    units = [{"id": unit, "place": place} for unit, place in UNITS.items()]
    return rules.position(rules.from_position({**start, "options": [], "units": units}))


@pytest.fixture
def table(sit_down: Sit, fire: dict[str, Any]) -> Callable[..., Hand]:
    """Opens the game at that position."""

    def sit(**more: Any) -> Hand:
        players = more.pop("players", {})
        start = Start("play", "africa", "castillejos", position=fire, seed=more.pop("seed", 3), players=players)
        return sit_down(start, **more)

    return sit


def decide(hand: Hand) -> None:
    """The other side's player takes the first possible retreat."""
    game = hand.game
    game.play(next(iter(game.rules.candidates(game.match.state))))


def run_out(hand: Hand) -> list[str]:
    """Let a run play to its end, deciding for the other side; return the seats that had to decide."""
    game = hand.game
    asked: list[str] = []
    for _ in range(600):
        hand.wait(0.1)
        if not game.quick_play.running:
            return asked
        if not game.stage.busy and game.flow.seat not in (CHANCE, "spanish", None):
            asked.append(str(game.flow.seat))
            decide(hand)
    raise AssertionError("the run never ended")


def shots(hand: Hand) -> list[str]:
    """The notations of all fire so far."""
    steps = hand.game.match.plies
    return [step.action.notation for step in steps if step.action.notation.startswith("fire")]


def log(hand: Hand) -> list[str]:
    return [str(entry.text) for entry in hand.screen.column.log.entries]


def test_all_remaining_fire_by_key(table: Callable[..., Hand]) -> None:
    """V fires with all four units; the rolls follow automatically and one line sums them up."""
    hand = table()
    game = hand.game
    screen = hand.screen
    first, shown = hand.in_one_go
    assert ("fire", [4]) == (first.split()[0], shown)
    hand.key("v")
    run_out(hand)
    assert 4 == len(shots(hand))
    assert "movement" == game.situation.prompt.phase
    assert game.quick_play.summary_line.startswith("4 shots: ")
    assert game.quick_play.summary_line in log(hand)
    assert screen.slip.rect.height > 0
    hand.key("z")
    assert "" == game.quick_play.summary_line


def test_a_summary_disappears_by_itself(table: Callable[..., Hand]) -> None:
    """It covers the foot of the map, stays long enough to be read, and then is only in the log."""
    hand = table()
    hand.key("v")
    run_out(hand)
    said = hand.game.quick_play.summary_line
    hand.wait_in_steps(int(SUMMARY_SECONDS / 0.25) - 3, 0.25)
    assert hand.screen.slip.rect.height > 0
    hand.wait_in_steps(5, 0.25)
    assert hand.game.quick_play.summary_line == ""
    assert hand.screen.slip.rect.height == 0
    assert said in log(hand)


def test_all_remaining_fire_by_mouse(table: Callable[..., Hand]) -> None:
    """The button is below the main one; the second press shows the end at once."""
    hand = table()
    game = hand.game
    screen = hand.screen
    button = screen.widgets.quick_play
    assert f"{game.quick_play.label}   [V]" == button.text
    hand.press(button)
    assert game.quick_play.running
    assert "Stop   [Esc]" == screen.widgets.main.text
    assert not game.main_button.can_enter_faces
    hand.press(button)
    run_out(hand)
    assert 4 == len(shots(hand))


def test_a_run_waits_for_the_other_side_and_goes_on(table: Callable[..., Hand]) -> None:
    """In some of these games a hit unit may choose its retreat: its owner decides, then the fire continues."""
    for seed in range(12):
        hand = table(seed=seed)
        hand.key("v")
        asked = run_out(hand)
        assert 4 == len(shots(hand))
        if asked:
            assert {"moroccan"} == set(asked)
            return
    raise AssertionError("nobody was ever asked")


def test_escape_and_the_main_button_stop_a_run(table: Callable[..., Hand]) -> None:
    """Fire already resolved stays; the rest may be fired one by one, or in another run."""
    hand = table()
    game = hand.game
    screen = hand.screen
    hand.key("v")
    hand.key("escape")
    assert not game.quick_play.running
    hand.settle()
    fired = len(shots(hand))
    assert 1 == fired
    while hand.rolling:
        hand.key("space")
        hand.settle()
    if game.flow.seat == "moroccan":
        decide(hand)
        hand.settle()
    hand.key("v")
    hand.press(screen.widgets.main)
    hand.settle()
    assert not game.quick_play.running
    assert fired < len(shots(hand)) < 4


def test_a_run_against_the_computer(table: Callable[..., Hand]) -> None:
    """The computer player makes its own decisions; the person only presses V."""
    hand = table(players={"moroccan": "recruit"})
    game = hand.game
    hand.key("v")
    hand.until(lambda: not game.quick_play.running)
    assert "movement" == game.rules.prompt(game.match.state).phase
    assert game.quick_play.summary_line.startswith(f"{len(shots(hand))} shots: ")


def test_one_fire_by_hand(table: Callable[..., Hand]) -> None:
    """Click the unit, the target, and flip: stack, count and result are shown."""
    hand = table()
    game = hand.game
    hand.click_unit("s-cuenca")
    hand.click_place("playa-del-tarajal")
    hand.settle()
    assert ["fire s-cuenca playa-del-tarajal"] == shots(hand)
    assert hand.rolling
    assert game.tray_shown
    assert "roll" == hand.command
    assert any("coin" in str(line) for line in (game.stage.tray.pending_text.heading,))
    hand.key("space")
    hand.settle()
    assert any("coins (3 needed)" in str(line) for line in log(hand))


def test_real_coins_are_typed(table: Callable[..., Hand]) -> None:
    """Three heads hit; seven of four coins is refused with a reason."""
    hand = table()
    game = hand.game
    hand.click_unit("s-cuenca")
    hand.click_place("playa-del-tarajal")
    hand.settle()
    roll = game.rules.pending_roll(game.match.state)
    assert roll is not None
    count = roll.dice[0].coins
    hand.key("7")
    hand.key("enter")
    refusal = game.selection.refusal
    assert refusal is not None
    assert {count, 7} <= set(values_in(refusal.reasons[0].text))
    assert hand.rolling
    hand.key("3")
    hand.key("enter")
    hand.settle()
    assert [((3,), (count,), 3)] == [(each.heads, each.coins, each.needed) for each in hand.told(Rolled)]
    roll = game.rules.pending_roll(game.match.state)
    assert roll is not None
    assert "3 coins" == roll.dice[0].name
    marked = game.view.overlay
    assert (("s-cuenca",), ("m-gum-uagit",)) == (marked.participants, marked.targets), "who hit whom stays ringed"


def test_coins_and_a_die_are_typed_one_after_the_other(sit_down: Sit) -> None:
    """Every digit and the comma between them are kept, wherever the pointer is."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=3))
    game = hand.game
    screen = hand.screen
    for notation in ("done", "activate s-2-bateria", "bombard s-2-bateria casa-de-la-condesa"):
        game.play(game.rules.parse(notation))
        hand.settle()
    for key in "2,5":
        hand.key(key)
    assert "2,5" == screen.widgets.faces.get_text()
    hand.key("enter")
    hand.settle()
    assert "roll 2,5" == game.match.plies[-1].action.notation


def test_the_text_of_a_roll(rules: Africa, fire: dict[str, Any]) -> None:
    """The prompt for players with real dice."""
    state = rules.apply(rules.from_position(fire), rules.parse("fire s-cuenca playa-del-tarajal"))[0]
    roll = rules.pending_roll(state)
    assert roll is not None
    assert COINS_CAPTION == entry_label(roll)
    assert "3" == entry_example(roll) == entry_hint(roll)
    assert "3,4 \N{HORIZONTAL ELLIPSIS}" == entry_hint(replace(roll, dice=(D10,) * 6))
    assert roll.title == pending_roll_title(roll, None)
    assert ROLL_LABEL == pending_roll_title(None, None)
    cup = rules.from_position({**fire, "options": ["marker-cup"]})
    drawn = rules.pending_roll(rules.apply(cup, rules.parse("fire s-cuenca playa-del-tarajal"))[0])
    assert MARKERS_CAPTION == entry_label(drawn)
    assert "Your own die shows" == entry_label(None)
    assert "Your own die shows" == entry_label(replace(roll, dice=(D10,))), "a ten-sided die is no marker"


def test_no_run_is_offered_if_no_unit_is_left(sit_down: Sit) -> None:
    """Kassala has no such run: no button, and the key does nothing."""
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.key("v")
    assert not hand.game.quick_play.running
    assert not hand.screen.widgets.quick_play.visible


def test_a_run_ends_when_the_combat_of_an_activation_begins(sit_down: Sit, rules: Africa) -> None:
    """After all fire at hussars that rode in, the main button is the other side's shock, and the run is over."""
    places = {"s-husares": "playa-del-tarajal", "m-gum-uagit": "castillejos", "m-gum-arbaa": "castillejos"}
    units = [{"id": unit, "place": place} for unit, place in places.items()]
    start = {"scenario": "castillejos", "turn": 2, "phase": "movement", "phasing": "spanish", "options": []}
    state = rules.from_position({**start, "units": units})
    for notation in ("activate s-husares", "move s-husares castillejos"):
        state = rules.apply(state, rules.parse(notation))[0]
    for seed in range(4):
        hand = sit_down(Start("play", "africa", "castillejos", position=rules.position(state), seed=seed))
        game = hand.game
        first, shown = hand.in_one_go
        assert ("fire", [2]) == (first.split()[0], shown)
        hand.key("v")
        for _ in range(300):
            hand.wait(0.1)
            if not game.stage.busy and not hand.rolling and hand.to_act == "spanish":
                break
        hand.wait(0.1)
        if game.situation.prompt.main is not None:
            assert not game.quick_play.running
            assert game.quick_play.summary_line.startswith("2 shots: ")
            assert hand.command.startswith("shock")
            return
    raise AssertionError("the hussars never came through")


def test_shooters_and_targets_are_marked_on_the_map(table: Callable[..., Hand]) -> None:
    """During the flip shooter and target have the rings of an attack with an arrow between, and the keyboard's cursor
    is hidden; afterwards all of it is removed."""
    hand = table()
    hand.key("tab")
    hand.settle()
    over = hand.game.view.overlay
    assert over.cursor is not None
    hand.game.play(hand.game.rules.parse("fire s-cuenca playa-del-tarajal"))
    hand.settle()
    preview = hand.game.situation.pending_preview
    assert preview is not None
    assert ("s-cuenca",) == over.participants
    assert tuple(line.unit for line in preview.defenders) == over.targets
    assert [(("a", "playa-del-tarajal"), True)] == [(arrow.path, arrow.attacks) for arrow in over.plan]
    assert over.cursor is None
    hand.key("space")
    hand.settle()
    if hand.game.situation.pending_roll is None:
        assert not [arrow for arrow in over.plan if arrow.attacks]
        assert over.targets == ()
