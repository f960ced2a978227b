"""The dice of small-arms combat: hits of both sides, and runs of 1s, unit by unit (5.1, 5.2, 10.1)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from game.core.branches import Branch, grouped
from game.core.chance import D6, DiceGroup, Die
from game.core.message import Text

Source = TypeVar("Source", bound=Hashable)
Key = TypeVar("Key", bound=Hashable)
MIN_HIT = 6
"""The least sum of die and weapon quality that is a hit (2.0)."""


class DicePool(NamedTuple):
    """The dice of one unit in one combat."""

    title: Text
    """The unit's name."""
    seat: str
    unit: str
    dice: int
    """The number of dice."""
    quality: int
    """The unit's weapon quality, which is added to each die (2.0)."""
    low_ammo_ones: int = 0
    """The number of 1s in a row that leaves the unit low on ammunition; 0: 1s do not matter (5.2)."""
    short_title: Text = ""
    """The title where there is little room."""


class HitsRolled(NamedTuple):
    """The result of a roll."""

    italian: int
    """Hits of the Italian units."""
    abyssinian: int
    low: tuple[str, ...]
    """Units now low on ammunition."""


def lowest_hit(quality: int) -> int:
    """The lowest face that hits with a weapon quality (2.0)."""
    return MIN_HIT - quality


def groups(dice_pools: Sequence[DicePool]) -> tuple[DiceGroup, ...]:
    """The dice of a roll in groups, one for each unit."""
    dice_groups, first = [], 0
    for pool in dice_pools:
        indices = tuple(range(first, first + pool.dice))
        dice_groups.append(DiceGroup(pool.title, indices, pool.seat, pool.unit,
                                     frozenset(range(lowest_hit(pool.quality), 7)),
                                     (1, pool.low_ammo_ones) if pool.low_ammo_ones else None, pool.short_title))
        first += pool.dice
    return tuple(dice_groups)


def dice_of(dice_pools: Sequence[DicePool]) -> tuple[Die, ...]:
    """All dice of a roll, in the order of their groups."""
    return (D6,) * sum(pool.dice for pool in dice_pools)


def count_hits(dice_pools: Sequence[DicePool], faces: Sequence[int], seats: Sequence[str]) -> HitsRolled:
    """The result of the faces of a roll.

    :param faces: the faces of all dice, in the order of ``dice_of``.
    :param seats: the Italian seat and the other one.
    """
    hits, low, first = dict.fromkeys(seats, 0), [], 0
    for pool in dice_pools:
        tally = _Tally(0, 0)
        for face in faces[first:first + pool.dice]:
            tally = _add_face(pool.quality, pool.low_ammo_ones, tally, face)
        hits[pool.seat] += tally.hits
        if pool.low_ammo_ones and tally.ones == pool.low_ammo_ones:
            low.append(pool.unit)
        first += pool.dice
    return HitsRolled(hits[seats[0]], hits[seats[1]], tuple(low))


def branches(
    dice_pools: Sequence[DicePool], seats: Sequence[str], limit: int
) -> Mapping[tuple[int, tuple[str, ...]], Branch]:
    """Difference in hits, and the units then low on ammunition -> the branch of a roll.

    :param seats: the Italian seat and the other one; the difference is the Italian hits minus the other ones.
    :param limit: the largest difference, either way; larger ones count as this.
    """
    outcomes: dict[tuple[int, tuple[str, ...]], Branch] = {(0, ()): Branch((), Fraction(1))}
    for pool in dice_pools:
        sign = 1 if pool.seat == seats[0] else -1
        after: dict[tuple[int, tuple[str, ...]], Branch] = {}
        for (difference, low), branch in outcomes.items():
            for (hits, is_low), added in _branches(pool.dice, pool.quality, pool.low_ammo_ones).items():
                key = difference + sign * hits, (*low, pool.unit) if is_low else low
                same_result = after.get(key)
                chance = branch.chance * added.chance
                after[key] = (Branch(branch.faces + added.faces, chance) if same_result is None
                              else Branch(same_result.faces, same_result.chance + chance))
        outcomes = after
    return _merged(outcomes, lambda key: (max(-limit, min(limit, key[0])), key[1]))


class _Tally(NamedTuple):
    """The dice of one unit counted so far."""

    hits: int
    ones: int
    """The length of the current run of 1s; once it is long enough for low ammunition, it stays that long."""


def _add_face(quality: int, low_ammo_ones: int, tally: _Tally, face: int) -> _Tally:
    """The tally with one more die."""
    if low_ammo_ones and tally.ones == low_ammo_ones:
        ones = low_ammo_ones
    else:
        ones = tally.ones + 1 if face == 1 and low_ammo_ones else 0
    return _Tally(tally.hits + (face >= lowest_hit(quality)), ones)


@lru_cache(1024)
def _branches(dice: int, quality: int, low_ammo_ones: int) -> Mapping[tuple[int, bool], Branch]:
    """Hits of one unit, and whether it is now low on ammunition -> the branch of its dice."""
    tallies = grouped((D6,) * dice, _Tally(0, 0), lambda tally, _, face: _add_face(
        quality, low_ammo_ones, tally, face))
    return _merged(tallies, lambda tally: (tally.hits, bool(low_ammo_ones) and tally.ones == low_ammo_ones))


def _merged(branches: Mapping[Source, Branch], key_of: Callable[[Source], Key]) -> dict[Key, Branch]:
    """Key -> the branch with the summed chance of all branches that have this key."""
    merged: dict[Key, Branch] = {}
    for source, branch in branches.items():
        key = key_of(source)
        same_result = merged.get(key)
        merged[key] = branch if same_result is None else Branch(same_result.faces,
                                                                same_result.chance + branch.chance)
    return merged
