"""The static evaluation of Kassala: the chance that each town is held at the end, and the values of units.

The score is linear in the two towns (III.B): with both held the Christians win, with one the game is drawn, with none
the Moslems win. So the expected score is P(Udaka held) + P(Kassala held) - 1. The weights are ours, found by self-play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.board.paths import reach
from game.core.indices import Slot
from game.rules.kassala.terrain import KASSALA, UDAKA, HexTerrain
from game.rules.kassala.units import CANNONS, CAVALRY, CHRISTIAN, INFANTRY, ROSTER

TOWNS = (UDAKA, KASSALA)
UNREACHABLE = 99.0
"""The movement points assumed to a hex that cannot be reached."""


class Weights(NamedTuple):
    """The log-odds that a town is held at the end, by its circumstances, for a number of player turns to come."""

    empty: float
    """Without a Christian unit in it and without units nearby."""
    held: float
    """Added with a Christian unit in it."""
    christian: tuple[float, float, float]
    """Added for each Christian strength point next to the town, within one turn's march of it, within two."""
    moslem: tuple[float, float, float]
    stake: float
    """The score lost with the last unit that holds a town."""
    slope: float
    """The score for each unit of log-odds at even chances."""
    udaka: tuple[float, float] = (0.0, 0.0)
    """Added for Udaka while no Christian unit is in it, and while it is held."""
    kassala: tuple[float, float] = (0.0, 0.0)


SHUT = 1.5
"""The log-odds subtracted for a town that enemy units occupy wholly; for Kassala in proportion to its hexes."""

KNOTS = {
    0: Weights(-9.0, 18.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 1.0, 0.002),
    1: Weights(-3.25, 5.5, (0.3, 0.175, 0.03), (0.215, 0.065, 0.0), 0.97, 0.033),
    4: Weights(-2.85, 3.9, (0.4, 0.2, 0.06), (0.3, 0.1, 0.03), 0.9, 0.084, (0.0, 0.2), (0.0, -0.5)),
    8: Weights(-2.05, 2.3, (0.425, 0.235, 0.075), (0.34, 0.12, 0.06), 0.75, 0.14, (0.2, 0.1), (-0.3, -1.15)),
    12: Weights(-1.5, 1.5, (0.34, 0.265, 0.105), (0.375, 0.135, 0.095), 0.62, 0.196, (0.75, 0.35), (-0.3, -1.15)),
    16: Weights(-1.5, 0.9, (0.305, 0.27, 0.12), (0.32, 0.13, 0.09), 0.52, 0.252, (0.8, 0.1), (-0.4, -1.1)),
    20: Weights(-1.1, 0.8, (0.23, 0.175, 0.14), (0.28, 0.13, 0.095), 0.45, 0.28, (0.5, -0.3), (-0.5, -0.85)),
}
"""Player turns to come -> weights; other turns are interpolated. The weights are halfway between those found by
self-play and a logistic fit to 340 recorded games. The slope is 1.4 times that, which won more: 51.9 and 51.3 % with
1.25 and 1.5 times against the previous veteran, 47.5 % without (480 games each, 300 positions, no rolls). The additions
for each town are measured, by a fit to 113 games of veterans, scripts and recruits (2,260 positions): a held Kassala
was lost, and an empty Udaka retaken, more often than the other weights predict; fitted to one half of the games, they
also predict the other half better. The additions for a held town are halfway between the fit and none, since players
choose which towns to hold."""


@cache
def weights(left: int) -> Weights:
    """The weights with ``left`` player turns to come, interpolated."""
    above = min((knot for knot in KNOTS if knot >= left), default=max(KNOTS))
    below = max(knot for knot in KNOTS if knot <= left)
    if above == below:
        return KNOTS[above]
    share = (left - below) / (above - below)

    def between(a: float, b: float) -> float:
        return a + share * (b - a)

    low, high = KNOTS[below], KNOTS[above]
    bands = [
        (between(a[0], b[0]), between(a[1], b[1]), between(a[2], b[2]))
        for a, b in ((low.christian, high.christian), (low.moslem, high.moslem))
    ]
    return Weights(
        between(low.empty, high.empty), between(low.held, high.held), bands[0], bands[1],
        between(low.stake, high.stake), between(low.slope, high.slope),
        (between(low.udaka[0], high.udaka[0]), between(low.udaka[1], high.udaka[1])),
        (between(low.kassala[0], high.kassala[0]), between(low.kassala[1], high.kassala[1])),
    )


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -40 else 0.0


class View(NamedTuple):
    """The inputs of unit values: player turns to come, and the number of Christian units in each town."""

    left: int
    holders: tuple[int, int]


class Prospects:
    """Distances and values on one map."""

    def __init__(self, ground: HexTerrain) -> None:
        self.ground = ground
        self.towns = tuple(ground.towns[kind] for kind in TOWNS)
        self.distance = {
            arm: tuple(self._distances(arm, town) for town in self.towns) for arm in (INFANTRY, CAVALRY)
        }
        """Arm -> town -> for each hex the movement points to the nearest hex in or next to the town."""
        self._pulls: dict[tuple[Slot, Hex, int], tuple[float, ...]] = {}
        self._tables: dict[int, tuple[tuple[tuple[float, float, int], ...], ...]] = {}

    def _distances(self, arm: str, town: int) -> tuple[float, ...]:
        ground = self.ground
        around = town
        for h in hexes_in(town):
            around |= ground.adjacent[h]
        back: list[list[tuple[Hex, int]]] = [[] for _ in ground.ids]
        for here, row in enumerate(ground.steps(arm)):
            for there, points in row:
                back[there].append((Hex(here), points))
        goals = [h for h in hexes_in(around) if not (arm == CAVALRY and h in ground.town)]
        far = reach(goals, back, int(UNREACHABLE) - 1).points
        return tuple(float(far.get(h, UNREACHABLE)) for h in ground.index.values())

    def pull(self, slot: Slot, h: Hex, left: int) -> tuple[float, ...]:
        """For each town the log-odds that a unit in a hex contributes, with ``left`` player turns to come."""
        key = (slot, h, left)
        found = self._pulls.get(key)
        if found is None:
            found = self._pulls[key] = self._pull(slot, h, left)
        return found

    def view(self, at: Sequence[Hex], left: int) -> View:
        """The view of a position."""
        return View(left, self.holders(at))

    def holders(self, at: Sequence[Hex]) -> tuple[int, int]:
        """The number of Christian units in each town."""
        town = self.ground.town
        u = k = 0
        for slot in _CHRISTIANS:
            h = at[slot]
            if h in town:
                if self.towns[0] >> h & 1:
                    u += 1
                else:
                    k += 1
        return u, k

    def worth(self, slot: Slot, h: Hex, view: View) -> float:
        """The cost in score to its side of losing a unit in a hex: its effect on the towns, and its share in holding
        one."""
        w = weights(view.left)
        value = 0.004 * ROSTER[slot].strength + w.slope * sum(self.pull(slot, h, view.left))
        if slot in _CHRISTIANS:
            for town, holders in zip(self.towns, view.holders, strict=True):
                if town >> h & 1:
                    value += w.stake / max(1, holders) ** 1.5
        return value

    def entry(self, view: View) -> float:
        """The score that the first Christian unit in a town adds."""
        return weights(view.left).stake

    def _pull(self, slot: Slot, h: Hex, left: int) -> tuple[float, ...]:
        unit = ROSTER[slot]
        w = weights(left)
        bands = w.christian if unit.seat == CHRISTIAN else w.moslem
        if unit.bit & CANNONS:
            near = [any(self.ground.adjacent[h] >> t & 1 or t == h for t in hexes_in(town)) for town in self.towns]
            return tuple(0.3 * bands[0] if is_near else 0.0 for is_near in near)
        turns = (left + 1) // 2
        pulls = []
        for far in self.distance[unit.arm]:
            march = far[h] / unit.movement
            if march > turns:
                pulls.append(0.0)
            elif march <= 1:
                pulls.append(unit.strength * (bands[0] + march * (bands[1] - bands[0])))
            elif march <= 2:
                pulls.append(unit.strength * (bands[1] + (march - 1) * (bands[2] - bands[1])))
            else:
                pulls.append(unit.strength * bands[2] * max(0.0, 1 - 0.2 * (march - 2)))
        return tuple(pulls)

    def table(self, left: int) -> tuple[tuple[tuple[float, float, int], ...], ...]:
        """For each slot and hex the unit's contribution to the Christians' log-odds of Udaka and of Kassala, and the
        hex as a mask if it is in a town, else 0."""
        found = self._tables.get(left)
        if found is None:
            town, hexes = self.ground.town_mask, self.ground.index.values()
            rows = []
            for unit in ROSTER:
                sign = 1 if unit.seat == CHRISTIAN else -1
                pulls = (self.pull(unit.slot, h, left) for h in hexes)
                rows.append(tuple((sign * u, sign * k, 1 << h & town) for h, (u, k) in zip(hexes, pulls, strict=True)))
            found = self._tables[left] = tuple(rows)
        return found

    def log_odds(self, at: Sequence[Hex], left: int) -> tuple[list[float], tuple[int, int]]:
        """For each town the log-odds that it is held at the end, and the number of Christian units in it."""
        w = weights(left)
        udaka, kassala = self.towns
        u = k = w.empty
        in_udaka = in_kassala = 0
        shut = 0
        for slot, (row, h) in enumerate(zip(self.table(left), at, strict=True)):
            if h >= 0:
                pull = row[h]
                u += pull[0]
                k += pull[1]
                if pull[2]:
                    if slot not in _CHRISTIANS:
                        shut |= pull[2]
                    elif pull[2] & udaka:
                        in_udaka += 1
                    else:
                        in_kassala += 1
        u += w.udaka[in_udaka > 0]
        k += w.kassala[in_kassala > 0]
        if in_udaka:
            u += w.held
        elif not udaka & ~shut:
            u -= SHUT
        if in_kassala:
            k += w.held
        elif kassala & shut:
            k -= SHUT * (shut & kassala).bit_count() / 2
        return [u, k], (in_udaka, in_kassala)

    def score(self, at: Sequence[Hex], left: int) -> float:
        """The Christian side's expected score, from -1 to 1, without the rolls still to come in this phase.

        :param left: player turns to come.
        """
        u, k = self.log_odds(at, left)[0]
        return sigmoid(u) + sigmoid(k) - 1


_CHRISTIANS = frozenset(unit.slot for unit in ROSTER if unit.seat == CHRISTIAN)
