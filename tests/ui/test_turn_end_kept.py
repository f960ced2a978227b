"""The end of a turn that waits for the person still waits when the game is taken up again, and R opens its rule."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui.screens.game import GameScreen
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.saves import Saves
from tests.rules.table import units
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
LINE = "s-cuenca casa-de-la-condesa came=b, s-luchana casa-de-la-condesa came=b, s-saboya a, m-gum-uagit " \
       "casa-de-la-condesa, m-gk-haus al-wahhab"
COMPUTERS = {"africa": {"moroccan": "random"}, "kassala": {"christian": "random"}}


@pytest.fixture
def positions(last_fight: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """A last fight of each system."""
    rules = catalog.rules("africa")
    shock = {"scenario": "castillejos", "options": [], "turn": 2, "phase": "shock", "phasing": "spanish"}
    return {"africa": rules.position(rules.from_position({**shock, "units": units(LINE)})), "kassala": last_fight}


@pytest.fixture
def held(sit_down: Sit, positions: dict[str, dict[str, Any]]) -> Callable[[str], Hand]:
    """Plays a system to the halt after the last fight of a turn against a computer."""

    def play(system: str) -> Hand:
        position, players = positions[system], COMPUTERS[system]
        start = Start("play", system, position["scenario"], seed=7, position=position, players=players)
        hand = sit_down(start, speed=8.0)
        for _ in range(200):
            game = hand.game
            if game.turn_end.shown is not None:
                return hand
            if game.flow.is_human(game.match.to_act) and not game.stage.busy:
                game.play(game.rules.candidates(game.match.state)[0])
            elif hand.rolling and not game.flow.rolls_itself and not game.stage.busy:
                hand.key("space")
            hand.wait(0.15)
        raise AssertionError("the last fight never ended")

    return play


def log_of(hand: Hand) -> list[str]:
    return [str(entry.text) for entry in hand.screen.column.log.entries if entry.kind != "remark"]


@pytest.mark.parametrize("system", ["africa", "kassala"])
@pytest.mark.parametrize("copy", [False, True])
def test_the_turn_waits_for_its_end_after_loading(held: Callable[[str], Hand], system: str, copy: bool) -> None:
    """Saved while it waited: it waits again, tells no more in its log, and can be taken back; the key ends it."""
    hand = held(system)
    before, done = log_of(hand), len(hand.game.match.plies)
    if copy:
        hand.key("s", pygame.KMOD_CTRL)
        for mark in "night":
            hand.key(mark)
        hand.key("enter")
    hand.app.leave_to_first()
    hand.top.saves()
    saves = hand.top
    assert isinstance(saves, Saves)
    hand.wait()
    number = next(n for n, save in enumerate(saves.saves) if save.copy == copy)
    for _ in range(number):
        hand.key("down")
    hand.key("enter")
    for _ in range(40):
        hand.wait(0.2)
    assert isinstance(hand.top, GameScreen)
    assert hand.game.turn_end.shown is not None
    assert hand.screen.widgets.main.text == "End the turn"
    assert len(hand.game.match.plies) == done
    assert log_of(hand) == before
    hand.key("space")
    end = monotonic() + 60
    while len(hand.game.match.plies) == done:
        assert monotonic() < end
        hand.wait(0.05)
        sleep(0.005)
    assert log_of(hand)[: len(before)] == before


@pytest.mark.parametrize("by_key", [False, True])
def test_the_rulebook_opens_at_the_rule_that_is_cited(held: Callable[[str], Hand], by_key: bool) -> None:
    """After the last shock the card cites the shock's rule: R and the button open that, not the next phase's."""
    hand = held("africa")
    assert hand.game.asked.rule.number == "6.2"
    if by_key:
        hand.key("r")
    else:
        hand.press(next(button for button in hand.screen.buttons if button.text == "Rules"))
    assert isinstance(hand.top, Rulebook)
    assert (hand.top.number, hand.top.section) == ("6.2", "6")
