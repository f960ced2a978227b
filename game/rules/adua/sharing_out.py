"""How an attacker shares out its dice among enemies: all on one, evenly, a die more or less (10.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.indices import Slot
from game.rules.adua import aiming, smallarms
from game.rules.adua.actions import REST, AnnounceAttack, DiceAt
from game.rules.adua.state import AduaState
from game.rules.adua.units import UNITS


def whole_attacks(state: AduaState, slot: Slot) -> Iterator[AnnounceAttack]:
    """A unit's attacks with all dice on one enemy, and with even halves on any two."""
    near_by = aiming.enemies_in_reach(state, slot)
    bound = [target for unit, target in state.declared if unit == slot]
    for target in near_by:
        yield AnnounceAttack(UNITS[slot].id, (DiceAt(UNITS[target].id),))
    for n, one in enumerate(near_by):
        for other in near_by[n + 1:]:
            if not bound or bound[0] in (one, other):
                yield even(state, slot, (one, other))


def even(state: AduaState, slot: Slot, theirs: Sequence[Slot]) -> AnnounceAttack:
    """A unit's attack with as many dice on each of some enemies, one at least; the first have those that are over."""
    ids = [UNITS[target].id for target in theirs]
    one_each = smallarms.announced(state, AnnounceAttack(UNITS[slot].id, tuple(DiceAt(name, 1) for name in ids)))
    each, over = divmod(smallarms.dice(one_each, slot), len(ids))
    numbers = [max(1, each + (n < over)) for n in range(len(ids) - 1)]
    return AnnounceAttack(UNITS[slot].id, tuple(map(DiceAt, ids, (*numbers, REST))))


def shared_out(slot: Slot, theirs: Sequence[Slot], numbers: Sequence[int]) -> AnnounceAttack:
    """The attack of a unit with so many dice at each enemy."""
    ids = [UNITS[target].id for target in theirs]
    return AnnounceAttack(UNITS[slot].id, tuple(map(DiceAt, ids, (*numbers[:-1], REST))))


def stepped(state: AduaState, slot: Slot, target: Slot, step: int) -> AnnounceAttack | None:
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
