"""How an attacker shares out its dice among enemies: all on one, evenly, a die more or less (10.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.rules.adua import aiming, smallarms
from game.rules.adua.actions import REST, Attack
from game.rules.adua.state import State
from game.rules.adua.units import UNITS, bits


def whole_attacks(state: State, slot: int) -> Iterator[Attack]:
    """A unit's attacks with all dice on one enemy, and with even halves on any two."""
    near_by = [one for hex_ in bits(aiming.in_reach(state, slot)) for one in state.there[hex_]]
    bound = [target for unit, target in state.declared if unit == slot]
    ids = {one: UNITS[one].id for one in near_by}
    for target in near_by:
        yield Attack(UNITS[slot].id, ((ids[target], REST),))
    for n, one in enumerate(near_by):
        for other in near_by[n + 1:]:
            if not bound or bound[0] in (one, other):
                yield even(state, slot, (one, other))


def even(state: State, slot: int, theirs: Sequence[int]) -> Attack:
    """A unit's attack with as many dice on each of some enemies, one at least; the first have those that are over."""
    ids = [UNITS[target].id for target in theirs]
    one_each = smallarms.announced(state, Attack(UNITS[slot].id, tuple((name, 1) for name in ids)))
    each, over = divmod(smallarms.dice(one_each, slot), len(ids))
    numbers = [max(1, each + (n < over)) for n in range(len(ids) - 1)]
    return Attack(UNITS[slot].id, tuple(zip(ids, (*numbers, REST), strict=True)))


def shared_out(slot: int, theirs: Sequence[int], numbers: Sequence[int]) -> Attack:
    """The attack of a unit with so many dice at each enemy."""
    found = [(UNITS[target].id, number) for target, number in zip(theirs, numbers, strict=True)]
    return Attack(UNITS[slot].id, (*found[:-1], (found[-1][0], REST)))


def stepped(state: State, slot: int, target: int, step: int) -> Attack | None:
    """An announced attack with one die more or one less at a target: it comes from the other with the most dice, or
    goes to the one with the fewest. None if there is no die to move, or the target has none left."""
    found = smallarms.shared(state, slot)
    others = sorted((one for one in found if one != target), key=lambda one: (-step * found[one], one))
    if target not in found or not others:
        return None
    found[target] += step
    found[others[0]] -= step
    if min(found.values()) < 1:
        return None
    action = shared_out(slot, tuple(found), tuple(found.values()))
    return action if smallarms.check(state, action) else None
