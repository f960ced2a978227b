"""Checks that commands for several actions consist of legal ones. Raises AssertionError."""

from __future__ import annotations

from random import Random
from typing import Any

from game.art import screen_data
from game.core.batch import BatchActions, FireAll, TurnEnds
from game.core.capability import capability
from game.core.contract import System
from game.core.interrupts import acting_seat
from game.core.offer import Offer, Picked
from game.core.overview import OverviewColumn

SAMPLE = 3
"""The number of units checked in a state."""


def combinations_are_legal(rules: System[Any], state: Any, rng: Random) -> None:
    """The combined actions of some units at a click, and of all units of a kind, are legal, the best chance first."""
    units = [counter.unit for counter in rules.counters(state)]
    for unit in rng.sample(units, min(SAMPLE, len(units))):
        for offer in rules.offers(state, Picked((unit,))):
            if offer.verdict and offer.follow_ups:
                is_legal(rules, state, offer)
    seat = rng.choice(rules.seats)
    plan = capability(rules, FireAll).fire_all(state, seat)
    if capability(rules, FireAll).fire_all_title and not plan and rules.to_act(state) == seat:
        assert capability(rules, FireAll).why_no_fire_all(state, seat)
    for options in plan:
        chances = [offer.preview.hope()[1] for offer in options if offer.preview is not None]
        assert chances
        assert len(chances) == len(options)
        assert chances == sorted(chances, reverse=True)


def lines_are_true(rules: System[Any], state: Any) -> None:
    """The actions that the overview offers for its lines agree with ``check`` and name existing pieces."""
    shown = capability(rules, OverviewColumn).overview(state)
    assert isinstance(rules, OverviewColumn) or not shown.lines
    assert len({line.name for line in shown.lines}) == len(shown.lines)
    there = {counter.unit for counter in rules.counters(state) if counter.place is not None}
    for line in shown.lines:
        assert there.issuperset((*line.units, *line.against)), line.name
        for way in line.actions:
            assert way.sign in (*screen_data(rules.theme.art).marks, "")
            assert way.offer.label
            assert way.offer.action is not None
            if way.offer.follow_ups:
                assert not way.offer.verdict or _all_legal(rules, state, way.offer)
            else:
                assert bool(way.offer.verdict) == bool(rules.check(state, way.offer.action)), way.offer.label


def _all_legal(rules: System[Any], state: Any, offer: Offer) -> bool:
    for action in offer.actions:
        if not rules.check(state, action):
            return False
        state, _ = rules.apply(state, action)
    return True


def what_is_undone_can_be_done(rules: System[Any], state: Any) -> None:
    """Unused actions are reported only to a seat that may end its phase, only if it can do something else, and for
    units of that seat on the map."""
    undone = capability(rules, TurnEnds).still_to_do(state)
    if not undone:
        return
    counters = {counter.unit: counter for counter in rules.counters(state)}
    for each in undone:
        assert each.units, str(each)
        assert {rules.to_act(state)} == {counters[unit].seat for unit in each.units}, str(each)
        assert len(set(each.units)) == len(each.units)
    prompt = rules.prompt(state)
    assert prompt.to_act in rules.seats
    assert prompt.main is not None
    assert any(action != prompt.main for action in rules.candidates(state))


def is_legal(rules: System[Any], state: Any, offer: Offer) -> None:
    """Each action is legal after the one before, by the same seat, and the last one's arithmetic is the displayed
    one."""
    seats = set()
    for number, action in enumerate(offer.actions, 1):
        assert rules.check(state, action), f"{offer.label}: {action.notation}"
        seats.add(acting_seat(rules, state, action))
        if number == len(offer.actions):
            assert offer.preview == rules.preview(state, action)
        state, _ = rules.apply(state, action)
    assert len(seats) == 1


def likes_are_legal(rules: System[Any], state: Any, action: Any, after: Any) -> None:
    """An offer for all undecided units can be repeated by the next unit, if it decides at once."""
    following = capability(rules, BatchActions).repeat_for_next(after, action, state)
    assert following is None or rules.check(after, following)
    over = capability(rules, TurnEnds).turn_ended_for(state, action, after)
    assert over is None or over in rules.seats
