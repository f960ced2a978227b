"""A leader in a unit's hex goes along with it unless told to stay (3.1.1), with one click and on a planned path."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.ui.hand import Hand, run_out
from tests.ui.test_facing_tours import at_table, notations
from tests.ui.test_route_of_archers import add_by_key

Sit = Callable[..., Hand]
LINE = "blue-ma1 2510 w, abd-ar-rahman 2510, hi1 2110 e, hi2 2109 e, charles 2109"


def switch(hand: Hand, label: str) -> None:
    """Press a button of the card by its label."""
    hand.wait()
    hand.press(next(button for button in hand.screen.widgets.choices if button.visible and label in button.text))


def picked_up(sit_down: Sit, size: tuple[int, int] = (1920, 1080)) -> Hand:
    """The archers and their leader, with the archers selected."""
    hand = at_table(sit_down, LINE, size=size)
    hand.click_unit("blue-ma1")
    assert "blue-ma1" == hand.game.selection.selected
    return hand


def test_a_leader_goes_along_at_one_click(sit_down: Sit) -> None:
    """The leader has a ring with its unit, and the card says that it goes along."""
    hand = picked_up(sit_down)
    assert ("abd-ar-rahman",) == hand.game.view.overlay.participants
    hand.click_place("2409")
    hand.settle()
    (went,) = notations(hand)
    assert went.startswith("move blue-ma1 ")
    assert went.endswith("2409 led")
    assert "2409" == hand.game.situation.counters["abd-ar-rahman"].place


@pytest.mark.every(2)
@pytest.mark.parametrize("way", ["button", "shift"])
def test_a_leader_stays_behind_on_request(sit_down: Sit, way: str) -> None:
    """A button, or Shift and a click on the leader, leaves it behind; again, and it goes along."""
    hand = picked_up(sit_down)
    controller, selection = hand.game.controller, hand.game.selection
    if way == "button":
        switch(hand, "behind")
        switch(hand, "along")
        switch(hand, "behind")
    else:
        controller.stacks.toggle_unit("abd-ar-rahman")
    assert () == selection.companions_coming
    hand.click_place("2409")
    hand.settle()
    assert not notations(hand)[0].endswith("led")
    assert "2510" == controller.situation.counters["abd-ar-rahman"].place


def test_a_click_on_the_leaders_counter_leaves_the_leader_behind(sit_down: Sit) -> None:
    """This works if the card has room for the stack, also half-way."""
    hand = picked_up(sit_down, (1920, 1440))
    hand.click_place("2409")
    hand.settle()
    hand.point(hand.game.view.point_of("1810"))
    hand.wait(1)
    card = hand.screen.column.middle
    spot = next(card.window_rect(each.rect) for each in card.spots if each.name == "abd-ar-rahman")
    assert spot is not None
    hand.click(spot.center)
    hand.click_place("2310")
    hand.settle()
    counters = hand.game.situation.counters
    assert ("2310", "2409") == (counters["blue-ma1"].place, counters["abd-ar-rahman"].place)


def test_a_leader_goes_along_on_a_planned_ride_with_a_shot(sit_down: Sit) -> None:
    """Forward, the shot, and on: the leader goes along all the way."""
    hand = picked_up(sit_down)
    for place in ("2310", "2110", "2509"):
        add_by_key(hand, place)
    route = hand.game.selection.route
    assert route is not None
    assert [True, False, True] == [leg.action.notation.endswith("led") for leg in route.legs]
    hand.key("space")
    hand.settle()
    hand.key("space")
    hand.settle()
    run_out(hand)
    moves = [text for text in notations(hand) if text.startswith("move")]
    assert [True, True] == [text.endswith("led") for text in moves]
    counters = hand.game.situation.counters
    assert ("2509", "2509") == (counters["blue-ma1"].place, counters["abd-ar-rahman"].place)


def test_leaving_the_leader_behind_plans_the_ride_again(sit_down: Sit) -> None:
    """The steps stay the same, without the leader."""
    hand = picked_up(sit_down)
    for place in ("2310", "2110", "2509"):
        add_by_key(hand, place)
    hand.point(hand.game.view.point_of("2418"))
    switch(hand, "behind")
    route = hand.game.selection.route
    assert route is not None
    assert 3 == len(route.legs)
    assert not any(leg.action.notation.endswith("led") for leg in route.legs)
    switch(hand, "along")
    route = hand.game.selection.route
    assert route is not None
    assert [True, False, True] == [leg.action.notation.endswith("led") for leg in route.legs]


def test_the_choice_to_leave_the_leader_survives_deselection(sit_down: Sit) -> None:
    """A leader told to stay does so for this phase."""
    hand = picked_up(sit_down)
    switch(hand, "behind")
    hand.game.selection.select(None)
    hand.game.selection.select("blue-ma1")
    assert () == hand.game.selection.companions_coming
