"""A press on the map during a pending roll, or while its result is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.match.start import Start
from game.rules.kassala.actions import KassalaAttack
from game.ui.screens.game_mouse import DICE_FIRST
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.fixture
def two_fights(sit_down: Sit, udaka_fight: dict[str, Any]) -> Hand:
    """Udaka is attacked with the dice pending; the Arabs, elsewhere, fight afterwards."""
    for unit in udaka_fight["units"]:
        if unit["id"] == "c-galla1":
            unit["place"] = "0703"
    hand = sit_down(Start("play", "kassala", seed=7, position=udaka_fight), hand_over=False)
    game = hand.game
    game.play(next(action for action in game.rules.candidates(game.match.state)
                   if isinstance(action, KassalaAttack) and "m-nub1" in action.attackers))
    hand.settle()
    assert hand.rolling
    return hand


def refusal(hand: Hand) -> str:
    """The slip's text after a press."""
    found = hand.game.selection.refusal
    return str(found.reasons[0].text) if found is not None else ""


def test_a_click_elsewhere_says_that_dice_are_pending(two_fights: Hand) -> None:
    """On a counter it has no other effect; on the tray it rolls."""
    hand = two_fights
    done = len(hand.game.match.plies)
    hand.click_unit("m-arab2")
    assert str(DICE_FIRST) == refusal(hand)
    assert done == len(hand.game.match.plies)
    hand.click(hand.screen.tray_rect.center)
    assert done + 1 == len(hand.game.match.plies)
    assert "" == refusal(hand)


def showing(hand: Hand) -> bool:
    """Whether the result of a roll is highlighted."""
    return hand.game.stage.busy and hand.game.stage.rolled is not None


def test_a_click_on_a_counter_hides_the_dice_and_selects_it(two_fights: Hand) -> None:
    """A single press is enough, since it decides nothing."""
    hand = two_fights
    spot = hand.spot("m-arab2")
    hand.click(hand.screen.tray_rect.center)
    while not showing(hand):
        hand.wait(0.05)
    hand.click(spot)
    assert not hand.game.stage.busy
    assert ("m-arab2",) == hand.game.selection.participants


def test_a_click_on_the_tray_only_hides_the_dice(two_fights: Hand) -> None:
    """It has no effect on anything beneath."""
    hand = two_fights
    tray = hand.screen.tray_rect.center
    hand.click(tray)
    while not showing(hand):
        hand.wait(0.05)
    hand.click(tray)
    assert not hand.game.stage.busy
    assert () == hand.game.selection.participants
