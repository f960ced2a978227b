"""Contacts in a combat phase: which units must attack, which enemies they may attack, and which attacks leave no unit
without an opponent (II.E.1-7, IV.A)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.core.indices import Slot, mask_of, other, slots_in
from game.rules.kassala.state import KassalaState, enemy_zone
from game.rules.kassala.units import CANNONS, CHRISTIAN, MOSLEM, ROSTER, SIDE


class ContactGraph(NamedTuple):
    """A combat phase as a graph of the units that have not fought yet. Masks are over unit slots."""

    targets: tuple[int, ...]
    """The targets that are attacked as one: single units, or whole hexes under IV.A.3."""
    near: dict[Slot, int]
    """Slot of each obliged attacker -> the target units next to it; 0 for a cannon that is obliged by an enemy already
    fought and still on the map, and that can still join an attack elsewhere (ruling 5)."""
    guns: dict[Slot, int]
    """With the cannon option: slot of each cannon that has not fired -> target units within two hexes (IV.A.5)."""
    supported: dict[Slot, int]
    """With the cannon option: slot of a cannon -> target units in range that are next to another friend (IV.A.6)."""
    memo: dict[tuple[int, int], int]
    fighters: int
    """The mask of the units of ``near`` and ``guns``."""

    @property
    def defenders(self) -> int:
        mask = 0
        for target in self.targets:
            mask |= target
        return mask


def open_targets(graph: ContactGraph) -> int:
    """The mask of enemy units that can still be attacked or bombarded."""
    reached = 0
    for units in (*graph.near.values(), *graph.supported.values()):
        reached |= units
    return sum(target for target in graph.targets if target & reached)


def obliged_units(state: KassalaState) -> int:
    """The mask of units of both sides next to an enemy: those that would have to fight if combat began now (II.E.3)."""
    zones = (enemy_zone(state, MOSLEM), enemy_zone(state, CHRISTIAN))
    if not zones[MOSLEM] & state.occupied[MOSLEM]:
        return 0
    mask = 0
    for unit, h in zip(ROSTER, state.at, strict=True):
        if h >= 0 and zones[unit.seat] >> h & 1:
            mask |= unit.bit
    return mask


_last: tuple[KassalaState, ContactGraph] | None = None


def contact(state: KassalaState) -> ContactGraph:
    """The graph of a combat phase; cached for the last state."""
    global _last
    last = _last
    if last is not None and last[0] is state:
        return last[1]
    graph = _contact(state)
    _last = (state, graph)
    return graph


def _contact(state: KassalaState) -> ContactGraph:
    seat = state.now.seat
    at, ground = state.at, state.setting.ground
    open_units = state.duty & ~state.done
    hexes: dict[int, int] = {}
    for i in slots_in(open_units & SIDE[other(seat)]):
        if at[i] >= 0:
            hexes[at[i]] = hexes.get(at[i], 0) | 1 << i
    near = {}
    for i in slots_in(open_units & SIDE[seat]):
        if at[i] >= 0:
            adjacent = ground.adjacent[at[i]]
            touched = 0
            for h, units in hexes.items():
                if adjacent >> h & 1:
                    touched |= units
            if touched:
                near[i] = touched
    if not state.setting.cannon:
        targets = tuple(1 << i for units in hexes.values() for i in slots_in(units))
        return ContactGraph(targets, near, {}, {}, {}, mask_of(near))
    guns, supported = {}, {}
    for i in slots_in(SIDE[seat] & CANNONS & ~state.done):
        if at[i] >= 0:
            friends = [at[j] for j in slots_in(SIDE[seat]) if j != i and at[j] >= 0]
            within = ground.within_two[at[i]]
            reach = sum(units for h, units in hexes.items() if within >> h & 1)
            guns[i] = reach
            supported[i] = sum(
                units
                for h, units in hexes.items()
                if within >> h & 1 and any(ground.adjacent[friend] >> h & 1 for friend in friends)
            )
        if i not in near and open_units >> i & 1 and supported[i] and _still_next_to_enemy(state, i):
            near[i] = 0
    return ContactGraph(tuple(hexes.values()), near, guns, supported, {}, mask_of((*near, *guns)))


def _still_next_to_enemy(state: KassalaState, gun: Slot) -> bool:
    """Whether an enemy that was next to a cannon when the combat began is still there; enemies do not move in
    combat."""
    bound = state.duty & SIDE[other(state.now.seat)]
    beside = state.setting.ground.adjacent[state.at[gun]]
    return any(state.at[i] >= 0 and beside >> state.at[i] & 1 for i in slots_in(bound))


def stranded_units(graph: ContactGraph, attackers: int, defenders: int) -> int:
    """Obliged units that would be left without an opponent once these units have fought (ruling 1).

    Units without an opponent beforehand are not counted: their obligation has ended (ruling 5).
    """
    before = covered = lost = 0
    for slot, touched in graph.near.items():
        before |= touched
        if not attackers >> slot & 1:
            left = touched & ~defenders
            covered |= left
            if not left and not graph.guns.get(slot, 0) & ~defenders:
                lost |= 1 << slot
    return lost | (before & ~defenders & ~covered)


def untouched_defenders(graph: ContactGraph, fought: int) -> int:
    """Obliged defenders that no unit yet to fight is next to: only a bombardment can still attack them."""
    touched = 0
    for near in graph.near.values():
        touched |= near
    return graph.defenders & ~fought & ~touched


def strands_no_unit(graph: ContactGraph, attackers: int, defenders: int) -> bool:
    """Whether an attack leaves no unit without an opponent that could otherwise still have one (ruling 1, with cannon
    ruling 8)."""
    if not graph.guns:
        return not stranded_units(graph, attackers, defenders)
    return count_unprovided(graph, attackers & graph.fighters, defenders) <= count_unprovided(graph, 0, 0)


def count_unprovided(graph: ContactGraph, used: int, fought: int) -> int:
    """The least number of obliged units that remain without an attack once ``used`` and ``fought`` have fought.

    With cannon, a target that no unit is next to can still be bombarded (IV.A.7.b), one cannon to a target.
    Bombardments are tried for such targets only; adjacent units can always be paired (ruling 1).
    """
    key = (used, fought)
    count = graph.memo.get(key)
    if count is None:
        count = graph.memo[key] = _count_unprovided(graph, used, fought)
    return count


def _count_unprovided(graph: ContactGraph, used: int, fought: int) -> int:
    targets_left = [target for target in graph.targets if not target & fought]
    defenders_left = 0
    for target in targets_left:
        defenders_left |= target
    touched = ordinary = 0
    without_target = []
    for slot, near in graph.near.items():
        if not used >> slot & 1:
            beside = near & defenders_left
            if not beside:
                without_target.append(slot)
            touched |= beside
            if not 1 << slot & CANNONS:
                ordinary |= beside
    untouched_targets = [target for target in targets_left if not target & touched]
    fewest = len(untouched_targets) + sum(not graph.guns.get(slot, 0) & ordinary for slot in without_target)
    if fewest == 0:
        return 0
    for slot, supported in graph.supported.items():
        if not used >> slot & 1:
            has_no_target = slot in graph.near and not graph.near[slot] & defenders_left
            for target in targets_left:
                if target & supported and (has_no_target or target in untouched_targets):
                    fewest = min(fewest, count_unprovided(graph, used | 1 << slot, fought | target))
                    if fewest == 0:
                        return 0
    return fewest


def is_finished(state: KassalaState) -> bool:
    """Whether no obliged unit is left that can still fight (II.E.3, ruling 5)."""
    graph = contact(state)
    if graph.near:
        return False
    return not any(supported for supported in graph.supported.values())


def attacks(state: KassalaState) -> Iterator[tuple[int, int]]:
    """Every legal attack as masks (attackers, defenders), without bombardments."""
    graph = contact(state)
    for defenders in _target_sets(graph):
        touching = [slot for slot, near in graph.near.items() if defenders & ~near == 0]
        if graph.guns:
            yield from _attacks_with_guns(graph, defenders, touching)
        else:
            yield from _attacks_without_guns(graph, defenders, touching)


def _target_sets(graph: ContactGraph) -> list[int]:
    """Every set of targets that are all next to the same obliged attacker, as masks in ascending order."""
    sets: set[int] = set()
    for touched in set(graph.near.values()):
        unions = [0]
        for target in graph.targets:
            if target & touched:
                unions += [union | target for union in unions]
        sets.update(unions)
    sets.discard(0)
    return sorted(sets)


def _attacks_without_guns(graph: ContactGraph, defenders: int, touching: list[Slot]) -> Iterator[tuple[int, int]]:
    must = 0
    for slot, near in graph.near.items():
        if not near & ~defenders:
            must |= 1 << slot
    free = [slot for slot in touching if not must >> slot & 1]
    if must & ~sum(1 << slot for slot in touching):
        return
    for subset in range(1 << len(free)):
        attackers = must
        for k, slot in enumerate(free):
            if subset >> k & 1:
                attackers |= 1 << slot
        if attackers and not stranded_units(graph, attackers, defenders):
            yield attackers, defenders


def _attacks_with_guns(graph: ContactGraph, defenders: int, touching: list[Slot]) -> Iterator[tuple[int, int]]:
    """Attacks with the cannon option: by ordinary units with any cannon within two hexes, or by adjacent cannon
    alone."""
    ordinary, not_touching = [slot for slot in touching if slot not in graph.guns], ~mask_of(touching)
    guns = [slot for slot, reach in graph.guns.items() if reach & defenders]
    for subset in range(1, 1 << (len(ordinary) + len(guns))):
        attackers, has_ordinary = 0, False
        for k, slot in enumerate(ordinary + guns):
            if subset >> k & 1:
                attackers |= 1 << slot
                has_ordinary = has_ordinary or k < len(ordinary)
        if (has_ordinary or not attackers & not_touching) and strands_no_unit(graph, attackers, defenders):
            yield attackers, defenders


def losing_support(state: KassalaState, after: KassalaState) -> int:
    """The enemies that only a bombardment can still attack, and that would lose the friendly unit next to them that it
    needs through an advance (IV.A.6, ruling 8).

    :param after: the state after the advance.
    """
    before = contact(state)
    if not before.supported:
        return 0
    graph = _contact(after)
    if count_unprovided(graph, 0, 0) <= count_unprovided(before, 0, 0):
        return 0
    return untouched_defenders(before, 0) & ~open_targets(graph)


def bombardments(state: KassalaState) -> Iterator[tuple[Slot, int]]:
    """Every legal bombardment as (slot of the cannon, mask of the target)."""
    graph = contact(state)
    for slot, supported in graph.supported.items():
        for target in graph.targets:
            if target & supported and strands_no_unit(graph, 1 << slot, target):
                yield slot, target
