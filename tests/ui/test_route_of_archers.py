"""A move with a shot as one path (7.1), and reaction fire on the way (7.2)."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.core.message import values_in
from game.ui.play.quick_play import PATH_UNFINISHED
from tests.ui.hand import Hand, run_out
from tests.ui.test_facing_tours import at_table, notations

Sit = Callable[..., Hand]


def add_by_mouse(hand: Hand, place: str) -> None:
    """Add a step with Ctrl+click."""
    pygame.key.set_mods(pygame.KMOD_CTRL)
    hand.click_place(place)
    pygame.key.set_mods(0)


def add_by_key(hand: Hand, place: str) -> None:
    """Add the pointer's target with C."""
    hand.point(hand.game.view.point_of(place))
    hand.key("c")


@pytest.mark.every(2)
@pytest.mark.parametrize("add", [add_by_mouse, add_by_key])
def test_ride_shoot_ride_on_and_face_as_one(sit_down: Sit, add: Callable[[Hand, str], None]) -> None:
    """Nothing is done until Space; then all of it, with the roll made by the player on the way."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    add(hand, "2310")
    route = hand.game.selection.route
    assert route is not None
    assert "2310" == hand.game.selection.place_after_route
    add(hand, "2110")
    assert hand.game.view.overlay.plan[0].path == ("2310", "2110")
    assert "30 %" == hand.game.view.overlay.plan[0].label
    add(hand, "2509")
    hand.key(".")
    ghost = hand.game.view.overlay.ghost
    assert ghost is not None
    assert ("2509", 330) == (ghost.place, ghost.angle)
    assert [] == notations(hand)
    hand.key("space")
    hand.settle()
    assert ["move blue-ma1 2411-2310", "fire blue-ma1 hi1"] == notations(hand)
    assert hand.rolling
    hand.key("space")
    hand.settle()
    run_out(hand)
    found = notations(hand)
    assert (5, "face blue-ma1 nw") == (len(found), found[-1])
    assert found[3].startswith("move blue-ma1 ")
    assert found[3].endswith("2509")


def test_the_reach_of_archers_has_the_chance_of_the_best_shot_from_each_hex(sit_down: Sit) -> None:
    """It is below the cost, disappears on deselection, and is absent for a unit that does not shoot."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    over = hand.game.view.overlay
    assert "30 %" == over.hit_chances["2310"]
    assert set(over.hit_chances) < set(over.reach)
    hand.key("escape")
    assert {} == over.hit_chances
    hand.click_unit("blue-hc1")
    assert over.reach
    assert {} == over.hit_chances


def test_plain_clicks_add_once_a_path_is_begun(sit_down: Sit) -> None:
    """A click on the path's end confirms it."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    add_by_mouse(hand, "2310")
    hand.click_place("2110")
    hand.click_place("2411")
    assert [] == notations(hand)
    hand.click_place("2411")
    hand.settle()
    assert ["move", "fire"] == [text.split()[0] for text in notations(hand)]


def test_a_click_on_an_enemy_out_of_reach_plans_the_ride_and_the_shot(sit_down: Sit) -> None:
    """It starts at the nearest hex within range; nothing is done before it is confirmed."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    assert "2110" not in hand.game.selection.topmost_targets
    hand.click_unit("hi1")
    route = hand.game.selection.route
    assert route is not None
    assert [False, True] == [leg.is_shot for leg in route.legs]
    assert (1, "2110") == (len(route.legs[0].places) - 1, route.legs[1].places[-1])
    assert [] == notations(hand)
    hand.key("space")
    hand.settle()
    assert ["move", "fire"] == [text.split()[0] for text in notations(hand)]


def test_an_enemy_whom_no_ride_brings_within_range_is_refused(sit_down: Sit) -> None:
    """The reason is given, and the unit stays in place."""
    hand = at_table(sit_down, "hi1 1113 e, blue-ma1 2510 w", size=(1920, 1080))
    hand.click_unit("blue-ma1")
    hand.click_unit("hi1")
    route = hand.game.selection.route
    assert route is not None
    assert [] == route.legs
    assert hand.game.selection.refusal is not None


def test_steps_of_a_path_are_removed_one_by_one(sit_down: Sit) -> None:
    """Esc and Backspace do it; completed actions stay."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    add_by_mouse(hand, "2310")
    add_by_mouse(hand, "2110")
    hand.key("escape")
    route = hand.game.selection.route
    assert route is not None
    assert ["2310"] == [leg.places[-1] for leg in route.legs]
    hand.key("backspace")
    assert [] == route.legs
    assert "2510" == hand.game.selection.place_after_route
    assert "blue-ma1" == hand.game.selection.selected


def test_the_reach_is_that_of_the_remaining_points(sit_down: Sit) -> None:
    """Of 8 points, 2 are for 2310, one for the shot, and 5 are left."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    add_by_mouse(hand, "2310")
    assert 6 == max(cost for cost in hand.game.selection.reach.values() if cost is not None)
    add_by_mouse(hand, "2110")
    assert 5 == max(cost for cost in hand.game.selection.reach.values() if cost is not None)
    assert "5 left" in str(hand.screen.slip.key[1])
    hand.point(hand.game.view.point_of("2509"))
    assert ("2510", "2509") == (hand.game.view.overlay.path[0], hand.game.view.overlay.path[-1])


def test_a_second_shot_is_refused_with_its_rule(sit_down: Sit) -> None:
    """This holds in the plan as on the map."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    add_by_mouse(hand, "2310")
    add_by_mouse(hand, "2110")
    add_by_key(hand, "2109")
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert "7.2" == refusal.reasons[0].rule.number


def test_the_unit_stays_selected_while_it_can_continue(sit_down: Sit) -> None:
    """This holds after a step and after its shot's roll; the remaining points are shown; Esc deselects it."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.click_unit("blue-ma1")
    hand.click_place("2310")
    hand.settle()
    assert "blue-ma1" == hand.game.selection.selected
    assert [(6, 8)] == [(budget.left, budget.whole) for budget in hand.game.prompt_shown.budgets][:1]
    hand.click_place("2110")
    hand.settle()
    hand.key("space")
    hand.settle()
    assert "blue-ma1" == hand.game.selection.selected
    assert 5 == hand.game.prompt_shown.budgets[0].left
    hand.key("escape")
    assert hand.game.selection.selected is None
    hand.settle()
    assert hand.game.selection.selected is None


def test_steps_made_impossible_by_a_loss_are_dropped(sit_down: Sit) -> None:
    """A Frank eliminated by reaction fire does not turn; the reason has its rule."""
    _killed_on_the_way(sit_down, "hi1 1813 e disordered, hi2 1608 e, blue-ma1 2013 w, red-ma1 2614 w")


def test_a_path_ends_with_the_phase(sit_down: Sit) -> None:
    """If the last unit is eliminated on its way, nothing of the path is left."""
    hand = _killed_on_the_way(sit_down, "hi1 1813 e disordered, blue-ma1 2013 w, red-ma1 2614 w", told=False)
    assert not hand.game.quick_play.running


def _killed_on_the_way(sit_down: Sit, line: str, *, told: bool = True) -> Hand:
    hand = at_table(sit_down, line, "hi")
    hand.click_unit("hi1")
    hand.point(hand.game.view.point_of("1913"))
    hand.key(".")
    hand.click_place("1913")
    hand.settle()
    hand.game.play(hand.game.rules.parse("react blue-ma1"))
    hand.settle()
    hand.game.roll((9,))
    hand.settle()
    hand.game.roll((0,))
    hand.settle()
    run_out(hand)
    assert not any(text.startswith("face") for text in notations(hand))
    if told:
        summed = hand.game.quick_play.summary
        assert summed.head == PATH_UNFINISHED
        assert "9.0" in map(str, values_in(summed.more))
    return hand


def test_reaction_fire_is_marked_on_the_way(sit_down: Sit) -> None:
    """A bow and the chance of at least one hit are in the hex of the fire; nothing without fire."""
    hand = at_table(sit_down, "hi1 1813 e, blue-ma1 2013 w, blue-ma2 2014 nw, red-ma1 2614 w", "hi")
    hand.click_unit("hi1")
    hand.point(hand.game.view.point_of("1913"))
    assert [("1913", "bow", "64 %")] == [(d.place, d.sign, d.words) for d in hand.game.view.overlay.dangers]
    hand.point(hand.game.view.point_of("1713"))
    assert () == hand.game.view.overlay.dangers


@pytest.mark.every(3)
@pytest.mark.parametrize("place", ["2511", "2310", "2710"])
def test_a_planned_path_stays_if_nothing_can_be_added(sit_down: Sit, place: str) -> None:
    """Ctrl+click on another counter of its side, on the path's end, or out of reach gives the reason."""
    hand = at_table(sit_down, size=(1920, 1080))
    hand.key("f")  # all of the sheet: it opens on the armies
    hand.settle()
    hand.click_unit("blue-ma1")
    add_by_mouse(hand, "2310")
    add_by_mouse(hand, "2110")
    route = hand.game.selection.route
    assert route is not None
    add_by_mouse(hand, place)
    assert ("blue-ma1", route) == (hand.game.selection.selected, hand.game.selection.route)
    assert 2 == len(route.legs)
    assert hand.game.selection.refusal is not None
    assert [] == notations(hand)
