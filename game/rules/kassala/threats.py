"""What the side about to move can do to the other: where its units can be brought together, and what that gains."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.kassala.prospects import stake
from game.rules.kassala.skirmish import Skirmish, slots_of
from game.rules.kassala.units import CANNONS, CHRISTIAN, INFANTRY, MOSLEM, ROSTER

PRESENT = 0.5
"""A unit less likely than this to survive the present combat is taken as gone."""
ROUNDS = 4
"""Attacks looked for besides those of units in contact."""

Team = list[tuple[int, int, int]]
"""Attackers as (strength that counts, slot, hex)."""


class Threats:
    """Estimates of the other side's next player turn in one setting."""

    def __init__(self, skirmish: Skirmish) -> None:
        self.skirmish = skirmish
        self.ground = skirmish.ground
        self._ends: dict[tuple[int, int, int, int], int] = {}
        self._areas: dict[tuple[int, int], int] = {}

    def ends(self, slot: int, here: int, zone: int, enemy: int) -> int:
        """The mask of hexes a free unit can end its move in, friends left aside."""
        area = self._areas.get((slot, here))
        if area is None:
            area = 0
            for _, routes in self.ground.routes(slot, here):
                for route in routes:
                    area |= route.whole
            self._areas[slot, here] = area
        key = (slot, here, zone & area, enemy & area)
        found = self._ends.get(key)
        if found is None:
            found = 0
            for bit, routes in self.ground.routes(slot, here):
                if not bit & enemy and any(not (r.interior & zone or r.whole & enemy) for r in routes):
                    found |= bit
            if len(self._ends) > 100_000:
                self._ends.clear()
            self._ends[key] = found
        return found

    def reply(self, at: Sequence[int], seat: int, left: int, lost: dict[int, float]) -> float:
        """What the seat about to move may gain in its player turn; ``left`` counts the player turns after it.

        :param lost: slot -> chance that a unit is gone before.
        """
        ground = self.ground
        adjacent = ground.adjacent
        targets: dict[int, list[int]] = {}
        enemy = zone = 0
        for slot in _SLOTS[1 - seat]:
            h = at[slot]
            if h >= 0 and lost.get(slot, 0.0) <= PRESENT:
                targets.setdefault(h, []).append(slot)
                enemy |= 1 << h
                zone |= adjacent[h]
        fixed: list[tuple[int, int]] = []
        mobile: list[tuple[int, int, int]] = []
        held = 0
        for slot in _SLOTS[seat]:
            h = at[slot]
            if h < 0 or lost.get(slot, 0.0) > PRESENT:
                continue
            if zone >> h & 1:
                fixed.append((slot, h))
                held |= 1 << h
            elif not 1 << slot & CANNONS:
                mobile.append((slot, h, self.ends(slot, h, zone, enemy) | 1 << h))
        total = 0.0
        holders = self.skirmish.holders(list(at))
        if seat == CHRISTIAN:
            total += self._retake(at, mobile, enemy, left, holders)
        return total + self._attacks(targets, fixed, mobile, enemy | held, left, holders, lost)

    def _retake(
        self, at: Sequence[int], mobile: list[tuple[int, int, int]], enemy: int, left: int, holders: tuple[int, int]
    ) -> float:
        """Towns that Christian infantry can simply walk into."""
        total = 0.0
        for town, count in zip(self.skirmish.prospects.towns, holders, strict=True):
            if not count:
                for unit in mobile:
                    if unit[2] & town & ~enemy and ROSTER[unit[0]].arm == INFANTRY:
                        total += 0.9 * stake(left) if left else 1.0
                        mobile.remove(unit)
                        break
        return total

    def _attacks(
        self,
        targets: dict[int, list[int]],
        fixed: list[tuple[int, int]],
        mobile: list[tuple[int, int, int]],
        shut: int,
        left: int,
        holders: tuple[int, int],
        lost: dict[int, float],
    ) -> float:
        adjacent = self.ground.adjacent
        fight = self.skirmish.fight
        total = 0.0
        used: set[int] = set()
        open_targets = dict(targets)
        for _ in range(ROUNDS):
            best: tuple[float, int, tuple[tuple[int, int], ...]] = (0.0, -1, ())
            for h, units in open_targets.items():
                team = self._team(h, adjacent[h], fixed, mobile, shut, used)
                if not team:
                    continue
                gain = fight(team, ((h, tuple(units)),), left, holders).gain
                gain *= 1 - max(lost.get(slot, 0.0) for slot in units)
                if gain > best[0]:
                    best = (gain, h, team)
            if best[1] < 0:
                break
            total += best[0]
            used.update(slot for slot, _ in best[2])
            del open_targets[best[1]]
        for slot, here in fixed:
            if slot not in used:
                near = [(h, tuple(units)) for h, units in open_targets.items() if adjacent[here] >> h & 1]
                if near:
                    total += max(fight(((slot, here),), (aim,), left, holders).gain for aim in near)
        return total

    def _team(
        self,
        h: int,
        around: int,
        fixed: list[tuple[int, int]],
        mobile: list[tuple[int, int, int]],
        shut: int,
        used: set[int],
    ) -> tuple[tuple[int, int], ...]:
        """The strongest force that can stand around a hex."""
        penalty = self.skirmish.penalty
        team = [pair for pair in fixed if around >> pair[1] & 1 and pair[0] not in used]
        free = around & ~shut
        if not free:
            return tuple(team)
        comers: Team = []
        for slot, _, ends in mobile:
            reach = ends & free
            if reach and slot not in used:
                strength = ROSTER[slot].strength
                hexes = slots_of(reach)
                here = min(hexes, key=lambda a: penalty[a][h])
                comers.append((strength - penalty[here][h], slot, here))
        comers.sort(reverse=True)
        team.extend((slot, here) for _, slot, here in comers[: free.bit_count()])
        team.sort()
        return tuple(team)


_SLOTS = tuple(tuple(unit.slot for unit in ROSTER if unit.seat == seat) for seat in (MOSLEM, CHRISTIAN))
