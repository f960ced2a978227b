"""A unit picked for an attack from a fanned-out stack: the fan neither hides its targets nor catches a click on one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.match.start import Start
from tests.rules.tours.board import RULES
from tests.rules.tours.shock_board import shock
from tests.ui.hand import Hand

STACK = "red-hc1 1513 w, abd-ar-rahman 1513, hi1 1413 e, hi2 1606 e"
"""Heavy cavalry with its leader, and an enemy in front."""


def stroke(hand: Hand, start: tuple[int, int], place: str) -> tuple[int, int]:
    """Move the pointer from a point to the middle of a place in short steps, as a hand does; return that middle."""
    x, y = start
    to_x, to_y = hand.game.view.point_of(place)
    steps = max(abs(to_x - x), abs(to_y - y)) // 5 + 1
    for step in range(1, steps + 1):
        hand.point((x + (to_x - x) * step // steps, y + (to_y - y) * step // steps))
    return to_x, to_y


def whole(hand: Hand) -> None:
    """Show the whole map."""
    hand.game.view.camera.fit()
    hand.wait()


@pytest.fixture
def whole_map(sit_down: Callable[..., Hand]) -> Hand:
    """The stack on a map so small that its fan is larger than the adjacent hexes."""
    position = RULES.position(shock(STACK, "red").state)
    hand = sit_down(Start("play", "tours", "tours", position=position), size=(1024, 768), speed=8.0, hand_over=False)
    whole(hand)
    return hand


def test_a_click_on_a_target_beside_the_stack_adds_it_to_the_attack(whole_map: Hand) -> None:
    """The stack has fanned out over the enemy; once the unit is picked it folds, and the click hits the enemy."""
    hand, view = whole_map, whole_map.game.view
    hand.point(view.point_of("1513"))
    hand.rest()
    tray = view.stacks.tray()
    assert tray is not None
    assert tray[1].collidepoint(view.point_of("1413"))
    spot = hand.spot("red-hc1")
    hand.click(spot)
    assert ("red-hc1",) == hand.game.selection.participants
    assert view.stacks.tray() is None
    hand.click(stroke(hand, spot, "1413"))
    assert {"red-hc1", "hi1"} == set(hand.game.selection.participants)


def test_without_a_unit_picked_the_stack_fans_out_again(whole_map: Hand) -> None:
    """Esc puts the attack away; both counters of the stack can then be looked at as before."""
    hand, view = whole_map, whole_map.game.view
    hand.click_unit("red-hc1")
    hand.key("escape")
    hand.point(view.rect.topleft)
    hand.point(view.point_of("1513"))
    hand.rest()
    tray = view.stacks.tray()
    assert tray is not None
    assert {"red-hc1", "abd-ar-rahman"} == tray[0]


def test_a_fan_with_more_attackers_stays_until_the_pointer_is_at_an_enemy(
    sit_down: Callable[..., Hand], udaka_fight: dict[str, Any]
) -> None:
    """The second unit is picked from the open fan; over the enemy's ground it folds, and the click hits the enemy."""
    next(unit for unit in udaka_fight["units"] if unit["id"] == "m-can1")["place"] = "0205"
    start = Start("play", "kassala", position={**udaka_fight, "options": ["cannon"]})
    hand = sit_down(start, size=(1024, 768), hand_over=False)
    view, selection = hand.game.view, hand.game.selection
    whole(hand)
    hand.point(view.point_of("0205"))
    hand.rest()
    for spot in (view.stacks.spots()[unit] for unit in ("m-nub1", "m-can1")):
        hand.click(spot)
    assert {"m-nub1", "m-can1"} == set(selection.participants)
    hand.click(stroke(hand, spot, "0305"))
    assert {"m-nub1", "m-can1", "c-port2"} == set(selection.participants)
