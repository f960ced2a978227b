"""Stacks dragged with the Control key, counters dragged while others are selected, and questions about all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.batch import FireAll
from game.core.capability import capability
from game.core.message import values_in
from game.match.start import Start
from game.rules.africa.system import Africa
from tests.rules.table import units
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def moving(sit_down: Sit, **more: Any) -> Hand:
    """The Castillejos in the first Spanish movement, with two people."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=7), speed=8.0, hand_over=False, **more)
    while hand.game.situation.prompt.phase != "movement":
        hand.end_phase()
        hand.settle()
    return hand


def stack(hand: Hand) -> tuple[str, tuple[str, ...]]:
    """The area with most movable units, and the units."""
    areas: dict[str, tuple[str, ...]] = {}
    for unit in hand.game.selection.eligible:
        place = hand.game.situation.counters[unit].place or ""
        areas[place] = (*areas.get(place, ()), unit)
    return max(areas.items(), key=lambda area: len(area[1]))


def press(hand: Hand, pos: tuple[int, int], *, up: bool = False) -> None:
    kind = pygame.MOUSEBUTTONUP if up else pygame.MOUSEBUTTONDOWN
    pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))
    hand.wait()


def notations(hand: Hand) -> list[str]:
    return [ply.action.notation for ply in hand.game.match.plies]


@pytest.fixture
def control() -> Any:
    """The Control key, held down throughout."""
    yield lambda: pygame.key.set_mods(pygame.KMOD_CTRL)
    pygame.key.set_mods(pygame.KMOD_NONE)


def test_a_stack_is_dragged_by_any_of_its_counters(sit_down: Sit, control: Callable[[], None]) -> None:
    """Even by a gun that cannot move: the units that can move are dragged, and go where they are dropped."""
    hand = moving(sit_down)
    game = hand.game
    place, units = stack(hand)
    hand.point(game.view.point_of(place or ""))
    hand.rest()
    assert game.stacks.select_stack(place)
    gun = next(unit for unit in units if unit not in (game.selection.selected, *game.selection.group))
    game.selection.clear()
    start = hand.spot(gun)
    control()
    hand.point(start)
    press(hand, start)
    moving_units = (game.selection.selected, *game.selection.group)
    assert gun not in moving_units
    goal = next(each for each in game.selection.reach if game.view.unit_at(game.view.point_of(each)) not in units)
    end = game.view.point_of(goal)
    hand.point(end)
    assert game.view.carry.held
    press(hand, end, up=True)
    hand.until(lambda: not game.following_units.waiting and not game.stage.busy)
    assert {goal} == {game.situation.counters[str(unit)].place for unit in moving_units}


def two_areas(hand: Hand) -> tuple[str, str]:
    """A unit that can enter the area of another movable one, and that one."""
    game = hand.game
    for unit in game.selection.eligible:
        game.selection.select(unit)
        for other in game.selection.eligible:
            if game.situation.counters[other].place in game.selection.reach:
                game.selection.clear()
                return unit, other
    raise AssertionError("no unit can enter the area of another")


@pytest.mark.every(2)
@pytest.mark.parametrize("carried", [True, False])
def test_a_counter_in_a_possible_destination_can_be_dragged(sit_down: Sit, carried: bool) -> None:
    """Moving the pointer drags the pressed counter; a click sends the selected ones to it."""
    hand = moving(sit_down)
    game = hand.game
    unit, other = two_areas(hand)
    hand.click_unit(unit)
    assert unit == game.selection.selected
    place = game.situation.counters[other].place
    hand.point(game.view.point_of(place or ""))
    hand.rest()
    spot, done = hand.spot(other), len(notations(hand))
    if not carried:
        hand.click(spot)
        hand.settle()
        assert notations(hand)[done].startswith(f"move {unit} ")
        assert place == game.situation.counters[unit].place
        return
    hand.point(spot)
    press(hand, spot)
    assert done == len(notations(hand))
    hand.point((spot[0] + 40, spot[1] + 30))
    assert game.view.carry.held
    assert (other, done) == (game.selection.selected, len(notations(hand)))
    hand.key("escape")
    press(hand, spot, up=True)
    assert done == len(notations(hand))


LINE = ("s-cuenca b, s-luchana b, s-principe as-salam, s-2-bateria b, m-gk-haus casa-del-morabito, "
        "m-bujari-1 campamento-de-abbas")


@pytest.fixture
def asked(sit_down: Sit) -> Callable[..., Hand]:
    """The Spanish have moved two units of a stack together next to cavalry, whose owner is to be asked."""
    rules = Africa(catalog.board)

    def make(*, stopped: bool = False) -> Hand:
        position = {"scenario": "castillejos", "options": [], "turn": 2, "phase": "movement", "phasing": "spanish"}
        full = rules.position(rules.from_position({**position, "units": units(LINE)}))
        hand = sit_down(Start("play", "africa", "castillejos", seed=5, position=full), speed=0.5 if stopped else 8.0,
                        hand_over=False)
        hand.game.interruption.toggle_moment("moroccan", "near")
        hand.click_unit("s-cuenca")
        hand.key("g")
        hand.click_place("casa-de-la-condesa")
        if stopped:
            hand.game.following_units.stop()
        hand.until(lambda: hand.game.interruption.question is not None)
        return hand

    return make


def test_one_question_covers_all_units_that_entered(asked: Callable[..., Hand]) -> None:
    """The second unit moves at once, and declining once declines for all."""
    hand = asked()
    assert ["move s-cuenca casa-de-la-condesa", "move s-luchana casa-de-la-condesa"] == notations(hand)
    question = hand.game.interruption.question
    assert question is not None
    named = list(values_in(question.prompt.text))
    assert ["Cuenca", "Casa de la Condesa", "Luchana", "Casa de la Condesa"] == [
        each for each in named if each in ("Cuenca", "Luchana", "Casa de la Condesa")]
    assert "Spaniards" in str(question.prompt.text)
    hand.key("enter")
    hand.wait()
    assert hand.game.interruption.moment is None
    assert hand.game.may_act


def test_play_stops_while_the_other_person_is_asked(asked: Callable[..., Hand]) -> None:
    """The moving player cannot answer for the other by moving again: it is refused, and the question stays."""
    hand = asked()
    done = notations(hand)
    hand.click_unit("s-principe")
    hand.click_place(next(iter(hand.game.selection.reach)))
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert refusal.reasons[0].text.values == {"side": "Moroccans"}
    assert done == notations(hand)
    assert hand.game.interruption.question is not None


def test_a_question_about_a_march_that_ends_early_is_still_asked(asked: Callable[..., Hand]) -> None:
    """If the second unit no longer follows, the question about the first is asked then."""
    hand = asked(stopped=True)
    assert ["move s-cuenca casa-de-la-condesa"] == notations(hand)


def test_a_side_asked_to_interrupt_is_offered_only_its_own_guns(asked: Callable[..., Hand]) -> None:
    """The moving side has a gun that could fire; the side with the question has none: no button, and A says so."""
    hand = asked()
    game = hand.game
    assert capability(game.rules, FireAll).fire_all(game.match.state, "spanish")
    assert not hand.screen.widgets.fire_all.visible
    done = len(notations(hand))
    hand.key("a")
    assert hand.top is hand.screen
    refusal = game.selection.refusal
    assert refusal is not None
    assert capability(game.rules, FireAll).why_no_fire_all(game.match.state, "moroccan") == refusal.reasons
    assert ["9"] == [why.rule.number for why in refusal.reasons]
    assert done == len(notations(hand))
