"""Checks of actions out of turn for every state. Each checker raises AssertionError on failure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.action import Action
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.contract import System
from game.core.interrupts import Interrupts, Reactions, acting_seat
from game.core.offer import Picked
from game.core.verdict import Illegal


def interrupts_agree(rules: System[Any], state: Any, choices: Sequence[Action]) -> None:
    """A seat that may act out of turn has legal actions for it, no other seat has; there are none while dice are
    pending."""
    acting = rules.to_act(state)
    seats = capability(rules, Interrupts).may_interrupt(state)
    assert len(set(seats)) == len(seats)
    assert acting not in seats
    assert not seats or acting not in (None, CHANCE), "nobody interrupts while dice are due or after the end"
    for seat in rules.seats:
        found = capability(rules, Interrupts).interrupts(state, seat)
        assert bool(found) == (seat in seats), f"{seat} may interrupt: {seat in seats}, with {len(found)} actions"
        assert len(set(found)) == len(found), "a break-in is listed twice"
        for action in found:
            assert action not in choices, f"a candidate as well: {action.notation}"
            assert rules.check(state, action), f"listed, but refused: {action.notation}"
            assert seat == acting_seat(rules, state, action), f"not of {seat}: {action.notation}"
            assert action == rules.canonical(state, action)
            assert action == rules.parse(action.notation)
    assert all(acting == acting_seat(rules, state, action) for action in choices)


def units_answer_for_themselves(rules: System[Any], state: Any, numbers: frozenset[str]) -> None:
    """Each unit names the listed action with which its seat may act out of turn, or the reason why it cannot."""
    own = set(rules.candidates(state))
    listed = {seat: set(capability(rules, Interrupts).interrupts(state, seat)) for seat in rules.seats}
    answered = set()
    for counter in rules.counters(state):
        known = capability(rules, Interrupts).moments
        offers = rules.offers(state, Picked((counter.unit,), counter.seat)) if known else ()
        assert offers or not capability(rules, Interrupts).moments, f"{counter.unit} has no answer"
        for offer in offers:
            if offer.verdict and offer.action is not None:
                in_turn = counter.seat == rules.to_act(state)
                assert offer.action in (own if in_turn else listed[counter.seat]), counter.unit
                answered.add(offer.action)
            elif isinstance(offer.verdict, Illegal):
                assert all(reason.text and reason.rule.number in numbers for reason in offer.verdict.reasons)
    assert answered - own == set().union(*listed.values()), "a break-in that no unit offers"
    for seat in capability(rules, Interrupts).may_interrupt(state):
        asked = capability(rules, Interrupts).interrupt_prompt(state, seat)
        assert asked is not None
        assert asked.text
        assert asked.rule.number in numbers
    for seat in rules.seats:
        waits = capability(rules, Interrupts).waits_for(state, seat)
        if waits is not None:
            assert capability(rules, Interrupts).moments
            assert seat not in capability(rules, Interrupts).may_interrupt(state)
            assert waits.rule.number in numbers


def moments_are_known(rules: System[Any], state: Any, action: Action, after: Any) -> None:
    """The moments of an action are the system's own, for seats that can interrupt at them or that act themselves."""
    before = {moment.name: moment.before for moment in capability(rules, Interrupts).moments_here(state)}
    for seat, names in capability(rules, Interrupts).moments_of(state, action, after).items():
        assert set(names) <= before.keys()
        for name in names:
            there = state if before[name] else after
            may = capability(rules, Interrupts).may_interrupt(there)
            assert seat in (*may, rules.to_act(there)), f"{seat} cannot at {name}"


def reactions_are_legal(rules: System[Any], state: Any) -> None:
    """A unit's standing reaction is legal when its seat is asked about it, and empty otherwise."""
    prompt = rules.prompt(state)
    infos = capability(rules, Reactions).reactions(state)
    assert all(info.seat in rules.seats for info in infos)
    for unit in {unit for info in infos for unit in info.units}:
        action = capability(rules, Reactions).reaction_of(state, unit)
        if action is not None:
            assert prompt.reaction in {info.kind for info in infos if info.seat == prompt.to_act}
            assert rules.check(state, action), action.notation
