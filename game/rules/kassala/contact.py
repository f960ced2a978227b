"""Contacts in a combat phase: the units that must attack, the enemies that they may attack, and the attacks after which
every unit can still have an opponent (II.E.1-7, IV.A)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.core.indices import Slot, mask_of, other, slots_in
from game.rules.kassala.state import KassalaState, enemy_zone
from game.rules.kassala.units import CANNONS, CHRISTIAN, MOSLEM, ROSTER, SIDE_UNITS


class ContactGraph(NamedTuple):
    """A combat phase as a graph of the units that have not fought yet. Masks are over unit slots."""

    targets: tuple[int, ...]
    """The targets that are attacked as one, each a mask: single units, or whole hexes with the cannon option (ruling
    7)."""
    adjacent_targets: dict[Slot, int]
    """Slot of each obliged attacker -> the mask of target units next to it. The mask is 0 for a cannon whose adjacent
    enemies have all been attacked and that can still join an attack elsewhere (ruling 5)."""
    targets_in_range: dict[Slot, int]
    """With the cannon option: slot of each cannon that has not fired -> the mask of target units within two hexes
    (IV.A.5)."""
    bombardable: dict[Slot, int]
    """With the cannon option: slot of each cannon that has not fired -> the mask of target units in range that are next
    to another unit of its side (IV.A.6)."""
    unprovided_counts: dict[tuple[int, int], int]
    """The cache of ``count_unprovided``."""
    fighters: int
    """The mask of the units of ``adjacent_targets`` and ``targets_in_range``."""

    @property
    def defenders(self) -> int:
        """The mask of all target units."""
        mask = 0
        for target in self.targets:
            mask |= target
        return mask


def open_targets(graph: ContactGraph) -> int:
    """The mask of enemy units that can still be attacked or bombarded."""
    reached = 0
    for units in (*graph.adjacent_targets.values(), *graph.bombardable.values()):
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


_last_graph: tuple[KassalaState, ContactGraph] | None = None


def contact_graph(state: KassalaState) -> ContactGraph:
    """The graph of a combat phase; cached for the last state."""
    global _last_graph
    last = _last_graph
    if last is not None and last[0] is state:
        return last[1]
    graph = _build_graph(state)
    _last_graph = (state, graph)
    return graph


def _build_graph(state: KassalaState) -> ContactGraph:
    seat = state.now.seat
    at, ground = state.at, state.setting.ground
    open_units = state.obliged & ~state.fought
    units_by_hex: dict[int, int] = {}
    for i in slots_in(open_units & SIDE_UNITS[other(seat)]):
        if at[i] >= 0:
            units_by_hex[at[i]] = units_by_hex.get(at[i], 0) | 1 << i
    adjacent_targets = {}
    for i in slots_in(open_units & SIDE_UNITS[seat]):
        if at[i] >= 0:
            around = ground.adjacent[at[i]]
            adjacent_units = 0
            for h, units in units_by_hex.items():
                if around >> h & 1:
                    adjacent_units |= units
            if adjacent_units:
                adjacent_targets[i] = adjacent_units
    if not state.setting.cannon_option:
        targets = tuple(1 << i for units in units_by_hex.values() for i in slots_in(units))
        return ContactGraph(targets, adjacent_targets, {}, {}, {}, mask_of(adjacent_targets))
    targets_in_range, bombardable = {}, {}
    for i in slots_in(SIDE_UNITS[seat] & CANNONS & ~state.fought):
        if at[i] >= 0:
            friends = [at[j] for j in slots_in(SIDE_UNITS[seat]) if j != i and at[j] >= 0]
            within_range = ground.within_two[at[i]]
            targets_in_range[i] = sum(units for h, units in units_by_hex.items() if within_range >> h & 1)
            bombardable[i] = sum(
                units
                for h, units in units_by_hex.items()
                if within_range >> h & 1 and any(ground.adjacent[friend] >> h & 1 for friend in friends)
            )
        if i not in adjacent_targets and open_units >> i & 1 and bombardable[i] and _still_next_to_enemy(state, i):
            adjacent_targets[i] = 0
    return ContactGraph(tuple(units_by_hex.values()), adjacent_targets, targets_in_range, bombardable, {},
                        mask_of((*adjacent_targets, *targets_in_range)))


def _still_next_to_enemy(state: KassalaState, gun: Slot) -> bool:
    """Whether an enemy that was next to a cannon when the combat phase began is still there; enemies do not move in
    it."""
    enemies = state.obliged & SIDE_UNITS[other(state.now.seat)]
    around = state.setting.ground.adjacent[state.at[gun]]
    return any(state.at[i] >= 0 and around >> state.at[i] & 1 for i in slots_in(enemies))


def stranded_units(graph: ContactGraph, attackers: int, defenders: int) -> int:
    """The mask of obliged units that would be left without an opponent after an attack (ruling 1).

    Units without an opponent beforehand are not counted: their obligation has ended (ruling 5).
    """
    provided_before = provided_after = stranded = 0
    for slot, adjacent_units in graph.adjacent_targets.items():
        provided_before |= adjacent_units
        if not attackers >> slot & 1:
            remaining = adjacent_units & ~defenders
            provided_after |= remaining
            if not remaining and not graph.targets_in_range.get(slot, 0) & ~defenders:
                stranded |= 1 << slot
    return stranded | (provided_before & ~defenders & ~provided_after)


def untouched_defenders(graph: ContactGraph, fought: int) -> int:
    """The mask of obliged defenders next to no unit that has yet to attack: only a bombardment can still attack them.

    :param fought: defenders that are not counted, because they have been attacked.
    """
    touched = 0
    for adjacent_units in graph.adjacent_targets.values():
        touched |= adjacent_units
    return graph.defenders & ~fought & ~touched


def provides_for_all(graph: ContactGraph, attackers: int, defenders: int) -> bool:
    """Whether after an attack every other unit that had an opponent before can still have one (ruling 1, with the
    cannon option ruling 8)."""
    if not graph.targets_in_range:
        return not stranded_units(graph, attackers, defenders)
    return count_unprovided(graph, attackers & graph.fighters, defenders) <= count_unprovided(graph, 0, 0)


def count_unprovided(graph: ContactGraph, used: int, fought: int) -> int:
    """The least number of obliged units that remain without a combat, whatever attacks and bombardments follow.

    With the cannon option, a target that no unit is next to can still be bombarded (IV.A.7.b), by one cannon.
    Bombardments are tried for such targets only; adjacent units can always be paired (ruling 1).

    :param used: the mask of attackers that have fought.
    :param fought: the mask of targets that have been attacked.
    """
    key = (used, fought)
    count = graph.unprovided_counts.get(key)
    if count is None:
        count = graph.unprovided_counts[key] = _count_unprovided(graph, used, fought)
    return count


def _count_unprovided(graph: ContactGraph, used: int, fought: int) -> int:
    targets_left = [target for target in graph.targets if not target & fought]
    defenders_left = 0
    for target in targets_left:
        defenders_left |= target
    touched = touched_by_ordinary = 0
    without_target = []
    for slot, adjacent_units in graph.adjacent_targets.items():
        if not used >> slot & 1:
            remaining = adjacent_units & defenders_left
            if not remaining:
                without_target.append(slot)
            touched |= remaining
            if not 1 << slot & CANNONS:
                touched_by_ordinary |= remaining
    untouched_targets = [target for target in targets_left if not target & touched]
    fewest = len(untouched_targets) + sum(
        not graph.targets_in_range.get(slot, 0) & touched_by_ordinary for slot in without_target)
    if fewest == 0:
        return 0
    for slot, targets in graph.bombardable.items():
        if not used >> slot & 1:
            has_no_target = slot in graph.adjacent_targets and not graph.adjacent_targets[slot] & defenders_left
            for target in targets_left:
                if target & targets and (has_no_target or target in untouched_targets):
                    fewest = min(fewest, count_unprovided(graph, used | 1 << slot, fought | target))
                    if fewest == 0:
                        return 0
    return fewest


def is_combat_over(state: KassalaState) -> bool:
    """Whether no obliged unit is left that can still fight (II.E.3, ruling 5)."""
    graph = contact_graph(state)
    if graph.adjacent_targets:
        return False
    return not any(graph.bombardable.values())


def attacks(state: KassalaState) -> Iterator[tuple[int, int]]:
    """Every legal attack as masks (attackers, defenders), without bombardments."""
    graph = contact_graph(state)
    for defenders in _target_sets(graph):
        touching = [slot for slot, targets in graph.adjacent_targets.items() if defenders & ~targets == 0]
        if graph.targets_in_range:
            yield from _attacks_with_guns(graph, defenders, touching)
        else:
            yield from _attacks_without_guns(graph, defenders, touching)


def _target_sets(graph: ContactGraph) -> list[int]:
    """Every set of targets that are all next to the same obliged attacker, as masks in ascending order."""
    sets: set[int] = set()
    for adjacent_units in set(graph.adjacent_targets.values()):
        unions = [0]
        for target in graph.targets:
            if target & adjacent_units:
                unions += [union | target for union in unions]
        sets.update(unions)
    sets.discard(0)
    return sorted(sets)


def _attacks_without_guns(graph: ContactGraph, defenders: int, touching: list[Slot]) -> Iterator[tuple[int, int]]:
    """The attacks on some defenders without the cannon option. Units with no other target must take part.

    :param touching: the obliged units that are next to all the defenders.
    """
    compelled = 0
    for slot, targets in graph.adjacent_targets.items():
        if not targets & ~defenders:
            compelled |= 1 << slot
    optional = [slot for slot in touching if not compelled >> slot & 1]
    if compelled & ~sum(1 << slot for slot in touching):
        return
    for subset in range(1 << len(optional)):
        attackers = compelled
        for k, slot in enumerate(optional):
            if subset >> k & 1:
                attackers |= 1 << slot
        if attackers and not stranded_units(graph, attackers, defenders):
            yield attackers, defenders


def _attacks_with_guns(graph: ContactGraph, defenders: int, touching: list[Slot]) -> Iterator[tuple[int, int]]:
    """The attacks on some defenders with the cannon option: by other units, with or without cannon within two hexes of
    any of the defenders (IV.A.7.a), or by cannon alone that are next to all of them.

    :param touching: the obliged units that are next to all the defenders.
    """
    ordinary, not_touching = [slot for slot in touching if slot not in graph.targets_in_range], ~mask_of(touching)
    guns = [slot for slot, targets in graph.targets_in_range.items() if targets & defenders]
    for subset in range(1, 1 << (len(ordinary) + len(guns))):
        attackers, has_ordinary = 0, False
        for k, slot in enumerate(ordinary + guns):
            if subset >> k & 1:
                attackers |= 1 << slot
                has_ordinary = has_ordinary or k < len(ordinary)
        if (has_ordinary or not attackers & not_touching) and provides_for_all(graph, attackers, defenders):
            yield attackers, defenders


def targets_lost_by_advance(state: KassalaState, after: KassalaState) -> int:
    """The mask of enemies that only a bombardment can still attack, and that an advance would make safe from it: the
    advancing unit is the only one next to them (IV.A.6, ruling 8).

    :param after: the state after the advance.
    """
    before = contact_graph(state)
    if not before.bombardable:
        return 0
    graph = _build_graph(after)
    if count_unprovided(graph, 0, 0) <= count_unprovided(before, 0, 0):
        return 0
    return untouched_defenders(before, 0) & ~open_targets(graph)


def bombardments(state: KassalaState) -> Iterator[tuple[Slot, int]]:
    """Every legal bombardment as (slot of the cannon, mask of the target)."""
    graph = contact_graph(state)
    for slot, targets in graph.bombardable.items():
        for target in graph.targets:
            if target & targets and provides_for_all(graph, 1 << slot, target):
                yield slot, target
