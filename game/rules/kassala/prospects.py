"""What a position of Kassala is worth at rest: the chance that each town is held at the end, and what units are worth.

The score is linear in the two towns (III.B): a Christian win is both held, a draw one, a Moslem win none, so the
expected score is P(Udaka held) + P(Kassala held) - 1. Weights here are ours, found by playing.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import NamedTuple

from game.core.verdict import Reason
from game.rules.kassala.ground import KASSALA, UDAKA, Ground
from game.rules.kassala.units import CANNONS, CAVALRY, CHRISTIAN, INFANTRY, ROSTER

TOWNS = (UDAKA, KASSALA)
FAR = 99.0


class Weights(NamedTuple):
    """How sure a town is, depending on the player turns that are still to come."""

    held: float
    """Log-odds that a town stays as it is with equal forces about."""
    balance: float
    """Log-odds for each strength point more within reach of a town."""
    strength: float
    """Score for each strength point alive, wherever it stands."""


@cache
def weights(left: int) -> Weights:
    """The weights with that many player turns to come, at least 1."""
    return Weights(0.4 + 4.5 / left, 0.11 * min(1.0, left / 5), 0.004 + 0.008 * min(1.0, left / 10))


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -40 else 0.0


@cache
def stake(left: int) -> float:
    """What holding a town or not makes of a difference to the score, with even forces about."""
    if left <= 0:
        return 1.0
    held = weights(left).held
    return sigmoid(held) - sigmoid(-held)


class Prospects:
    """Distances and values on one ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.towns = tuple(ground.towns[kind] for kind in TOWNS)
        self.distance = {
            arm: tuple(self._distances(arm, town) for town in self.towns) for arm in (INFANTRY, CAVALRY)
        }
        """Arm -> town -> for every hex the movement points to the nearest hex in or next to the town."""
        self._pulls: dict[tuple[int, int, int], tuple[float, ...]] = {}

    def _distances(self, arm: str, town: int) -> tuple[float, ...]:
        ground = self.ground
        around = town
        for h in range(len(ground.ids)):
            if town >> h & 1:
                around |= ground.adjacent[h]
        far = [0.0 if around >> h & 1 and not (arm == CAVALRY and h in ground.town) else FAR
               for h in range(len(ground.ids))]
        changed = True
        while changed:
            changed = False
            for a in range(len(ground.ids)):
                for b in ground.board.neighbours[a]:
                    if b < 0:
                        continue
                    points = ground.step(arm, a, b)
                    if not isinstance(points, Reason) and far[b] + points < far[a]:
                        far[a] = far[b] + points
                        changed = True
        return tuple(far)

    def pull(self, slot: int, h: int, left: int) -> tuple[float, ...]:
        """The strength a unit brings to bear on each town from a hex, with that many player turns to come."""
        key = (slot, h, left)
        found = self._pulls.get(key)
        if found is None:
            found = self._pulls[key] = self._pull(slot, h, left)
        return found

    def unit(self, slot: int, h: int, left: int) -> float:
        """What a unit in a hex adds to its side's score, towns it holds left aside."""
        if left <= 0:
            return 0.001 * ROSTER[slot].strength
        w = weights(left)
        return w.strength * ROSTER[slot].strength + 0.2 * w.balance * sum(self.pull(slot, h, left))

    def _pull(self, slot: int, h: int, left: int) -> tuple[float, ...]:
        unit = ROSTER[slot]
        if unit.bit & CANNONS:
            near = [any(self.ground.adjacent[h] >> t & 1 or t == h for t in _hexes(town)) for town in self.towns]
            return tuple(0.5 if is_near else 0.0 for is_near in near)
        turns = (left + 1) // 2
        return tuple(
            unit.strength * max(0.0, 1 - 0.16 * far[h] / unit.movement)
            if far[h] <= unit.movement * turns
            else 0.0
            for far in self.distance[unit.arm]
        )

    def score(self, at: tuple[int, ...] | list[int], left: int, alive: list[float] | None = None) -> float:
        """The Christian side's expected score, from -1 to 1, dice still to fall in this portion left aside.

        :param left: player turns to come.
        :param alive: for each slot the chance that the unit survives what is going on.
        """
        christian = 0
        for slot in _CHRISTIANS:
            if at[slot] >= 0:
                christian |= 1 << at[slot]
        if left <= 0:
            return sum(1 for town in self.towns if christian & town) - 1.0
        w = weights(left)
        pulls = [0.0] * len(self.towns)
        strength = 0.0
        for slot, h in enumerate(at):
            if h >= 0:
                share = _SIGN[slot] if alive is None else _SIGN[slot] * alive[slot]
                strength += share * ROSTER[slot].strength
                for i, pull in enumerate(self.pull(slot, h, left)):
                    pulls[i] += share * pull
        total = -1.0
        for town, pull in zip(self.towns, pulls, strict=True):
            total += sigmoid((w.held if christian & town else -w.held) + w.balance * pull)
        return total + w.strength * strength


_SIGN = [1 if unit.seat == CHRISTIAN else -1 for unit in ROSTER]
_CHRISTIANS = [unit.slot for unit in ROSTER if unit.seat == CHRISTIAN]


def _hexes(mask: int) -> list[int]:
    return [h for h in range(mask.bit_length()) if mask >> h & 1]
