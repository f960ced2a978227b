"""The static evaluation of Kassala: the chance that each town is held at the end, and the values of units.

The score is linear in the two towns (III.B): with both held the Christians win, with one the game is drawn, with none
the Moslems win. So the expected score is P(Udaka held) + P(Kassala held) - 1. The weights are ours, found by self-play
and fits to recorded games (``WEIGHTS_BY_TURNS``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.board.paths import reach, reversed_steps
from game.core.indices import Slot
from game.rules.kassala.terrain import KASSALA, UDAKA, HexTerrain
from game.rules.kassala.units import CANNONS, CAVALRY, CHRISTIAN, INFANTRY, ROSTER

TOWNS = (UDAKA, KASSALA)
"""The kinds of town, in the order of everything given for each town."""
UNREACHABLE = 99.0
"""The movement points assumed to a hex that cannot be reached."""
MATERIAL_VALUE = 0.004
"""The score of each strength point, in addition to the unit's effect on the towns: decides between losses of equal
effect. Chosen."""
HOLDER_EXPONENT = 1.5
"""The share of each holder in a town's score falls with the number of holders to this power: with two, the loss of one
costs about a third. Chosen."""
CANNON_SHARE = 0.3
"""The effect of a cannon in or next to a town, as a share of that of a strength point there (0 to 1, chosen)."""
DISTANT_DECAY = 0.2
"""The share by which a unit's effect falls with every turn of march beyond two (0 to 1, chosen)."""
SMALLEST_LOG_ODDS = -40
"""Log-odds below which a chance counts as 0; ``exp`` would overflow far below."""


class Weights(NamedTuple):
    """The log-odds that a town is held at the end, by its circumstances, for a number of player turns to come."""

    empty: float
    """Without a Christian unit in it and without units nearby."""
    held: float
    """Added with a Christian unit in it."""
    christian: tuple[float, float, float]
    """Added for each Christian strength point next to the town, within one turn's march of it, within two."""
    moslem: tuple[float, float, float]
    """Subtracted for each Moslem strength point, in the same way."""
    stake: float
    """The score lost with the last unit that holds a town."""
    slope: float
    """The score for each unit of log-odds in the value of a unit (``Prospects.worth``)."""
    udaka: tuple[float, float] = (0.0, 0.0)
    """Added for Udaka while no Christian unit is in it, and while it is held."""
    kassala: tuple[float, float] = (0.0, 0.0)
    """The same for Kassala."""


SHUT_OUT_PENALTY = 1.5
"""The log-odds subtracted for a town without a Christian unit if Moslem units occupy all of it; for Kassala also in
proportion if they occupy part of it."""

WEIGHTS_BY_TURNS = {
    0: Weights(-9.0, 18.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 1.0, 0.002),
    1: Weights(-3.25, 5.5, (0.3, 0.175, 0.03), (0.215, 0.065, 0.0), 0.97, 0.033),
    4: Weights(-2.85, 3.9, (0.4, 0.2, 0.06), (0.3, 0.1, 0.03), 0.9, 0.084, (0.0, 0.2), (0.0, -0.5)),
    8: Weights(-2.05, 2.3, (0.425, 0.235, 0.075), (0.34, 0.12, 0.06), 0.75, 0.14, (0.2, 0.1), (-0.3, -1.15)),
    12: Weights(-1.5, 1.5, (0.34, 0.265, 0.105), (0.375, 0.135, 0.095), 0.62, 0.196, (0.75, 0.35), (-0.3, -1.15)),
    16: Weights(-1.5, 0.9, (0.305, 0.27, 0.12), (0.32, 0.13, 0.09), 0.52, 0.252, (0.8, 0.1), (-0.4, -1.1)),
    20: Weights(-1.1, 0.8, (0.23, 0.175, 0.14), (0.28, 0.13, 0.095), 0.45, 0.28, (0.5, -0.3), (-0.5, -0.85)),
}
"""Player turns to come -> weights; other turns are interpolated. The weights are halfway between those found by
self-play and a logistic fit to 340 recorded games. The slope is 1.4 times the one so found, because more slope won more
against the previous veteran: 51.9 and 51.3 % with 1.25 and 1.5 times, 47.5 % with the slope as found (480 games each,
300 positions, no rolls). The additions for each town are measured, by a fit to 113 games of veterans, scripts and
recruits (2,260 positions): a held Kassala was lost, and an empty Udaka retaken, more often than the other weights
predict; fitted to one half of the games, they also predict the other half better. The additions for a held town are
halfway between the fit and none, since players choose which towns to hold."""


@cache
def weights(turns_left: int) -> Weights:
    """The weights with ``turns_left`` player turns to come, interpolated."""
    above = min((knot for knot in WEIGHTS_BY_TURNS if knot >= turns_left), default=max(WEIGHTS_BY_TURNS))
    below = max(knot for knot in WEIGHTS_BY_TURNS if knot <= turns_left)
    if above == below:
        return WEIGHTS_BY_TURNS[above]
    share = (turns_left - below) / (above - below)

    def between(a: float, b: float) -> float:
        return a + share * (b - a)

    low, high = WEIGHTS_BY_TURNS[below], WEIGHTS_BY_TURNS[above]
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


def sigmoid(log_odds: float) -> float:
    """The chance (0 to 1) for log-odds."""
    return 1 / (1 + exp(-log_odds)) if log_odds > SMALLEST_LOG_ODDS else 0.0


class ValueContext(NamedTuple):
    """What the value of a unit depends on, apart from the unit and its hex."""

    turns_left: int
    """Player turns to come."""
    holders: tuple[int, int]
    """The number of Christian units in each town."""


class Prospects:
    """The chances of the towns, and the values of units, on one map."""

    def __init__(self, ground: HexTerrain) -> None:
        self.ground = ground
        self.towns = tuple(ground.towns[kind] for kind in TOWNS)
        self.distance = {
            arm: tuple(self._distances(arm, town) for town in self.towns) for arm in (INFANTRY, CAVALRY)
        }
        """Arm -> town -> for each hex the movement points to the nearest hex in or next to the town."""
        self._pulls: dict[tuple[Slot, Hex, int], tuple[float, ...]] = {}
        """The results of ``pull``."""
        self._tables: dict[int, tuple[tuple[tuple[float, float, int], ...], ...]] = {}
        """The results of ``table``."""

    def _distances(self, arm: str, town: int) -> tuple[float, ...]:
        """For each hex the movement points of an arm to the nearest hex in or next to a town.

        :param town: the mask of the town's hexes.
        """
        ground = self.ground
        goal_mask = town
        for h in hexes_in(town):
            goal_mask |= ground.adjacent[h]
        goals = [h for h in hexes_in(goal_mask) if not (arm == CAVALRY and h in ground.town)]
        points_from = reach(goals, reversed_steps(ground.steps(arm)), int(UNREACHABLE) - 1).points
        return tuple(float(points_from.get(h, UNREACHABLE)) for h in ground.index.values())

    def pull(self, slot: Slot, h: Hex, turns_left: int) -> tuple[float, ...]:
        """For each town the log-odds that a unit in a hex contributes, with ``turns_left`` player turns to come."""
        key = (slot, h, turns_left)
        pulls = self._pulls.get(key)
        if pulls is None:
            pulls = self._pulls[key] = self._pull(slot, h, turns_left)
        return pulls

    def context(self, at: Sequence[Hex], turns_left: int) -> ValueContext:
        """The context of a position with ``turns_left`` player turns to come."""
        return ValueContext(turns_left, self.holders(at))

    def holders(self, at: Sequence[Hex]) -> tuple[int, int]:
        """The number of Christian units in each town."""
        town = self.ground.town
        in_udaka = in_kassala = 0
        for slot in _CHRISTIANS:
            h = at[slot]
            if h in town:
                if self.towns[0] >> h & 1:
                    in_udaka += 1
                else:
                    in_kassala += 1
        return in_udaka, in_kassala

    def worth(self, slot: Slot, h: Hex, context: ValueContext) -> float:
        """The cost in score to its side of losing a unit in a hex: its effect on the towns, and its share in holding
        one."""
        now = weights(context.turns_left)
        value = MATERIAL_VALUE * ROSTER[slot].strength + now.slope * sum(self.pull(slot, h, context.turns_left))
        if slot in _CHRISTIANS:
            for town, holders in zip(self.towns, context.holders, strict=True):
                if town >> h & 1:
                    value += now.stake / max(1, holders) ** HOLDER_EXPONENT
        return value

    def entry(self, context: ValueContext) -> float:
        """The score that the first Christian unit in a town adds."""
        return weights(context.turns_left).stake

    def _pull(self, slot: Slot, h: Hex, turns_left: int) -> tuple[float, ...]:
        unit = ROSTER[slot]
        now = weights(turns_left)
        bands = now.christian if unit.seat == CHRISTIAN else now.moslem
        if unit.bit & CANNONS:
            near = [any(self.ground.adjacent[h] >> t & 1 or t == h for t in hexes_in(town)) for town in self.towns]
            return tuple(CANNON_SHARE * bands[0] if is_near else 0.0 for is_near in near)
        own_turns_left = (turns_left + 1) // 2
        pulls = []
        for points_from in self.distance[unit.arm]:
            march = points_from[h] / unit.movement
            if march > own_turns_left:
                pulls.append(0.0)
            elif march <= 1:
                pulls.append(unit.strength * (bands[0] + march * (bands[1] - bands[0])))
            elif march <= 2:
                pulls.append(unit.strength * (bands[1] + (march - 1) * (bands[2] - bands[1])))
            else:
                pulls.append(unit.strength * bands[2] * max(0.0, 1 - DISTANT_DECAY * (march - 2)))
        return tuple(pulls)

    def table(self, turns_left: int) -> tuple[tuple[tuple[float, float, int], ...], ...]:
        """For each slot and hex the unit's contribution to the Christians' log-odds of Udaka and of Kassala, and the
        hex as a mask if it is in a town, else 0."""
        table = self._tables.get(turns_left)
        if table is None:
            town, hexes = self.ground.town_mask, self.ground.index.values()
            rows = []
            for unit in ROSTER:
                sign = 1 if unit.seat == CHRISTIAN else -1
                pulls = (self.pull(unit.slot, h, turns_left) for h in hexes)
                rows.append(tuple((sign * u, sign * k, 1 << h & town) for h, (u, k) in zip(hexes, pulls, strict=True)))
            table = self._tables[turns_left] = tuple(rows)
        return table

    def log_odds(self, at: Sequence[Hex], turns_left: int) -> tuple[list[float], tuple[int, int]]:
        """For each town the log-odds that it is held at the end, and the number of Christian units in it."""
        now = weights(turns_left)
        udaka, kassala = self.towns
        udaka_odds = kassala_odds = now.empty
        in_udaka = in_kassala = 0
        moslem_hexes = 0
        """The mask of town hexes with Moslem units."""
        for slot, (row, h) in enumerate(zip(self.table(turns_left), at, strict=True)):
            if h >= 0:
                for_udaka, for_kassala, town_hex = row[h]
                udaka_odds += for_udaka
                kassala_odds += for_kassala
                if town_hex:
                    if slot not in _CHRISTIANS:
                        moslem_hexes |= town_hex
                    elif town_hex & udaka:
                        in_udaka += 1
                    else:
                        in_kassala += 1
        udaka_odds += now.udaka[in_udaka > 0]
        kassala_odds += now.kassala[in_kassala > 0]
        if in_udaka:
            udaka_odds += now.held
        elif not udaka & ~moslem_hexes:
            udaka_odds -= SHUT_OUT_PENALTY
        if in_kassala:
            kassala_odds += now.held
        elif kassala & moslem_hexes:
            kassala_odds -= SHUT_OUT_PENALTY * (moslem_hexes & kassala).bit_count() / kassala.bit_count()
        return [udaka_odds, kassala_odds], (in_udaka, in_kassala)

    def score(self, at: Sequence[Hex], turns_left: int) -> float:
        """The Christian side's expected score, from -1 to 1, as if no roll were still to come in this phase.

        :param turns_left: player turns to come.
        """
        udaka_odds, kassala_odds = self.log_odds(at, turns_left)[0]
        return sigmoid(udaka_odds) + sigmoid(kassala_odds) - 1


_CHRISTIANS = frozenset(unit.slot for unit in ROSTER if unit.seat == CHRISTIAN)
