"""Pools of dice: volleys shared out among targets and assaults of both sides at once (6.3 and 6.4).

Whether a die hits depends on the quality of the rolling counter and of the target; every three hits cost a step. Three
ones side by side among a side's dice, in their order, are a mishap (6.5).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from game.core.branches import Branch, grouped
from game.core.chance import D6, DiceGroup, Die
from game.core.message import Text

PER_STEP = 3
ROW = 3
"""The number of ones side by side that is a mishap."""


class PoolDice(NamedTuple):
    """The dice of one counter against one target."""

    title: Text
    seat: str
    unit: str
    dice: int
    least: int
    """The least face that hits."""
    target: int
    """The side's target of these dice."""


class Side(NamedTuple):
    """All dice of one side, and the number of steps that each of its targets has."""

    pools: tuple[PoolDice, ...]
    steps: tuple[int, ...]

    @property
    def all_dice(self) -> int:
        return sum(pool.dice for pool in self.pools)


class HitsRolled(NamedTuple):
    """The result of a side's dice: the steps each target loses, and whether there was a mishap."""

    lost: tuple[int, ...]
    mishap: bool

    def __str__(self) -> str:
        return "/".join(map(str, self.lost)) + ("!" if self.mishap else "")


def least(own: int, other: int, cover: bool) -> int:
    """The least face that hits, by the qualities of the rolling counter and the target (6.3)."""
    return min(6, max(2, 4 + other - own + cover))


def groups(sides: Sequence[Side]) -> tuple[DiceGroup, ...]:
    """The order of the dice."""
    found, first = [], 0
    for side in sides:
        for pool in side.pools:
            lying = tuple(range(first, first + pool.dice))
            found.append(DiceGroup(pool.title, lying, pool.seat, pool.unit, frozenset(range(pool.least, 7))))
            first += pool.dice
    return tuple(found)


def read(sides: Sequence[Side], faces: Sequence[int]) -> tuple[HitsRolled, ...]:
    """The result of a roll for each side."""
    found, first = [], 0
    for side in sides:
        tally = _start(side)
        for die, face in zip(dice_of(side), faces[first : first + side.all_dice], strict=True):
            tally = _read(side, tally, die, face)
        found.append(_fell(side, tally))
        first += side.all_dice
    return tuple(found)


def branches(sides: Sequence[Side]) -> Mapping[tuple[HitsRolled, ...], Branch]:
    """Every branch of a roll: the sides' dice are independent."""
    found: dict[tuple[HitsRolled, ...], Branch] = {(): Branch((), Fraction(1))}
    for side in sides:
        found = {
            (*before, fell): Branch(branch.faces + more.faces, branch.chance * more.chance)
            for before, branch in found.items() for fell, more in _branches(side).items()
        }
    return found


@lru_cache(maxsize=512)
def _branches(side: Side) -> Mapping[HitsRolled, Branch]:
    found: dict[HitsRolled, Branch] = {}
    tallies = grouped(dice_of(side), _start(side), lambda tally, die, face: _read(side, tally, die, face))
    for tally, branch in tallies.items():
        fell = _fell(side, tally)
        known = found.get(fell)
        found[fell] = branch if known is None else Branch(known.faces, known.chance + branch.chance)
    return found


class _Tally(NamedTuple):
    """The part of a roll that has been read: dice so far, hits on each target, current run of ones (at most
    ``ROW``)."""

    fallen: int
    hits: tuple[int, ...]
    ones: int


def _start(side: Side) -> _Tally:
    return _Tally(0, (0,) * len(side.steps), 0)


def dice_of(side: Side) -> tuple[Die, ...]:
    return (D6,) * side.all_dice


def _read(side: Side, tally: _Tally, _: Die, face: int) -> _Tally:
    pool = _dice_at(side, tally.fallen)
    hits = tally.hits
    if face >= pool.least and hits[pool.target] < PER_STEP * side.steps[pool.target]:
        hits = (*hits[: pool.target], hits[pool.target] + 1, *hits[pool.target + 1 :])
    ones = ROW if tally.ones == ROW else tally.ones + 1 if face == 1 else 0
    return _Tally(tally.fallen + 1, hits, ones)


def _dice_at(side: Side, number: int) -> PoolDice:
    for pool in side.pools:
        if number < pool.dice:
            return pool
        number -= pool.dice
    raise IndexError(number)


def _fell(side: Side, tally: _Tally) -> HitsRolled:
    return HitsRolled(tuple(hits // PER_STEP for hits in tally.hits), tally.ones == ROW)
