"""Keys of offers: digits shoot, Shift and a digit turns, Space does the phase's next action."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.match.start import Start
from tests.rules.table import Table
from tests.rules.tours.board import RULES, table
from tests.rules.tours.board import acting as moving
from tests.ui.hand import Hand

CAMP = "red-ma1 1712 w, red-hc1 1913 w, yellow-hc1 1916 w, abd-ar-rahman 1913, hi1 1512 e, charles 1512"

Sit = Callable[[Table], Hand]


@pytest.fixture
def at_the_screen(sit_down: Callable[..., Hand]) -> Sit:
    def sit(at: Table) -> Hand:
        start = Start("play", "tours", "tours", position=RULES.position(at.state))
        return sit_down(start, speed=8.0, hand_over=False)

    return sit


def acting() -> Table:
    """Red and Yellow have orders to move; Red has been activated."""
    return waiting().play("activate red", 0)


def waiting() -> Table:
    return table(CAMP, phase="orders").play("order red move", "order yellow move", "end", "end")


def notations(hand: Hand) -> list[str]:
    return [ply.action.notation for ply in hand.game.match.plies]


def test_a_repeated_digit_after_a_shot_does_not_turn_the_archers(at_the_screen: Sit) -> None:
    """Once the shot has been made the same digit does nothing."""
    hand = at_the_screen(acting())
    hand.click_unit("red-ma1")
    hand.key("1")
    hand.settle()
    assert ["fire red-ma1 hi1"] == notations(hand)
    hand.game.roll((5,))
    hand.settle()
    before = notations(hand)
    assert any(each.offer.angle is not None for each in hand.game.selection.proposals)
    hand.key("1")
    hand.settle()
    assert before == notations(hand)


def test_space_rolls_for_the_selected_contingent(at_the_screen: Sit) -> None:
    """The lit button is its roll; 0 does the other button's action."""
    hand = at_the_screen(waiting())
    hand.click_unit("red-hc1")
    assert "End movement: skip 2 contingents   [0]" == hand.game.main_button.label
    hand.key("space")
    hand.settle()
    assert ["activate red"] == notations(hand)


def test_two_quick_presses_after_a_failed_roll_skip_no_contingent(at_the_screen: Sit) -> None:
    """The second comes before the remaining actions can have been read; a later one ends the phase."""
    hand = at_the_screen(waiting().play("activate red"))
    hand.game.roll((9,))
    hand.settle()
    hand.wait(1.0)
    hand.key("space")
    hand.strike(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
    assert "action" == hand.game.match.prompt.phase
    hand.wait(1.0)
    hand.key("space")
    assert "action" != hand.game.match.prompt.phase


@pytest.mark.parametrize(("key", "done"), [("space", "react red-ma1"), ("0", "decline")])
def test_space_fires_in_reaction_and_0_declines(at_the_screen: Sit, key: str, done: str) -> None:
    """The possible shot is the lit button."""
    at = moving("hi1 1814 e, red-ma1 2014 w, charles 1506, abd-ar-rahman 2220", "hi").play("move hi1 1914")
    hand = at_the_screen(at)
    assert "Hold fire   [0]" == hand.game.main_button.label
    hand.key(key)
    hand.settle()
    assert [done] == notations(hand)[:1]
