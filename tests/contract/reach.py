"""Checks that every legal action can be reached by clicks on the screen. Raises AssertionError."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.action import Action
from game.core.batch import BatchActions
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.contract import System
from game.core.offer import Picked, Sharing
from game.core.presenter import OrderedStacks
from game.core.verdict import Legal
from tests.pointing import offered, offered_at, pickable, why_idle


def offers_are_legal(rules: System[Any], state: Any) -> None:
    """Offers agree with ``check``, and those on buttons have labels; the next of the remaining actions is legal."""
    units = [counter.unit for counter in rules.counters(state)]
    for unit in units:
        offers = rules.offers(state, Picked((unit,)))
        assert sum(offer.catch_all for offer in offers) <= 1
        for offer in offers:
            if offer.catch_all:
                assert (False, None, ()) == (bool(offer.verdict), offer.place, offer.actions), "elsewhere only refuses"
            if offer.angle is not None:
                assert offer.label or offer.short_label, "a facing without words for its button"
            if offer.preview is not None and offer.verdict:
                assert offer.label or offer.short_label, "a button for an action with a roll, without words"
            if offer.sharing is not None:
                shares_are_legal(rules, state, offer.sharing)
            assert isinstance(offer.verdict, Legal) or offer.verdict.reasons
            if offer.action is not None:
                assert bool(rules.check(state, offer.action)) == bool(offer.verdict), offer.action.notation
                assert offer.place is not None or offer.label, f"{offer.action.notation} cannot be pointed at"
    rest = capability(rules, BatchActions).autoplay_step(state)
    if rest is not None:
        label, action = rest
        assert label
        assert (action is None) == (rules.to_act(state) == CHANCE)
        assert action is None or rules.check(state, action), action.notation


def shares_are_legal(rules: System[Any], state: Any, sharing: Sharing) -> None:
    """All points or dice can be shared out; giving all to one share, and sharing evenly, are legal and read back the
    same; one too many or too few is refused."""
    least, most = zip(*((s.least, sharing.whole if s.most is None else s.most) for s in sharing.shares), strict=True)
    assert sum(least) <= sharing.whole
    assert sharing.may_leave_rest or sum(most) >= sharing.whole
    for first in range(len(sharing.shares)):
        amounts, left = list(least), sharing.whole - sum(least)
        for number in (first, *(n for n in range(len(least)) if n != first)):
            more = min(left, most[number] - least[number])
            amounts[number], left = amounts[number] + more, left - more
        action = sharing.action(tuple(amounts))
        assert rules.check(state, action), f"a share that is refused: {action.notation}"
        assert rules.canonical(state, action) == rules.canonical(state, rules.parse(action.notation))
        if not sharing.may_leave_rest and amounts[first]:
            amounts[first] -= 1
            assert not rules.check(state, sharing.action(tuple(amounts))), "not all is shared out, and yet legal"


def idle_units_say_why(rules: System[Any], state: Any, numbers: frozenset[str]) -> None:
    """A unit that cannot be selected has a reason in words, with a rule of the rulebook."""
    found = pickable(rules, state)
    for counter in rules.counters(state):
        if counter.unit not in (*found["act"], *found["target"]):
            reason = why_idle(rules, state, counter.unit)
            assert reason.text
            assert reason.rule.number in numbers, str(reason)


def everything_is_in_reach(rules: System[Any], state: Any, choices: Sequence[Action]) -> None:
    """Every action of a single unit can be done by selecting the unit and clicking a place, a button, or further units.

    A unit that can only be put on top of its stack need not be among those with something to do. On a table without a
    grid, an action that ends in a pose, of one base or of a group, is done by holding the bases there. An action
    against units (an attack, a bombardment) is composed of all the units it names.
    """
    if rules.to_act(state) in (CHANCE, None):
        return
    prompt = rules.prompt(state)
    able = pickable(rules, state)
    picked = able["act"]
    found: dict[str, list[tuple[Action, ...]]] = {}
    for action in choices:
        if rules.traits.board == "plane" and action.places:
            assert (action,) in offered_at(rules, state, action), f"out of reach: {action.notation}"
            assert set(action.units) <= set(picked), f"cannot be picked for {action.notation}"
            continue
        if len(action.units) != 1:
            continue
        unit = action.units[0]
        if unit not in found:
            found[unit] = offered(rules, state, unit)
        on_top = capability(rules, OrderedStacks).on_top(state, unit)
        assert (action,) in found[unit] or action in (prompt.main, on_top), f"out of reach: {action.notation}"
        assert unit in (*picked, *able["target"]) or action == on_top, f"cannot be picked for {action.notation}: {unit}"


def compositions_are_in_reach(rules: System[Any], state: Any, choices: Sequence[Action]) -> None:
    """An action of several units is offered once they are selected, and all of them can be selected."""
    if rules.to_act(state) in (CHANCE, None) or rules.prompt(state).mode != "compose":
        return
    picked = pickable(rules, state)
    for action in choices:
        units = action.units
        if len(units) > 1:
            assert (action,) in offered(rules, state, *units), f"out of reach: {action.notation}"
            out = [unit for unit in units if unit not in (*picked["act"], *picked["target"])]
            assert not out, f"cannot be picked for {action.notation}: {', '.join(out)}"
