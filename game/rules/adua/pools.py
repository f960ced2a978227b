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
"""The least sum of die and weapon quality that is a hit."""


class Handful(NamedTuple):
    """The dice of one unit in one combat."""

    title: Text
    seat: str
    unit: str
    dice: int
    quality: int
    row: int = 0
    """The length of the run of 1s that leaves the unit low on ammunition; 0: runs of 1s do not matter (5.2)."""
    short: Text = ""
    """The title where there is little room."""


class HitsRolled(NamedTuple):
    """The result of a roll."""

    italian: int
    """Hits of the Italian units."""
    abyssinian: int
    low: tuple[str, ...]
    """Units now low on ammunition."""


def lowest_hit(quality: int) -> int:
    """The lowest face that hits."""
    return MIN_HIT - quality


def groups(handfuls: Sequence[Handful]) -> tuple[DiceGroup, ...]:
    """The dice of a roll in groups, one for each unit."""
    dice_groups, first = [], 0
    for one in handfuls:
        indices = tuple(range(first, first + one.dice))
        dice_groups.append(DiceGroup(one.title, indices, one.seat, one.unit,
                                     frozenset(range(lowest_hit(one.quality), 7)),
                                     (1, one.row) if one.row else None, one.short))
        first += one.dice
    return tuple(dice_groups)


def dice_of(handfuls: Sequence[Handful]) -> tuple[Die, ...]:
    """All dice of a roll, in the order of their groups."""
    return (D6,) * sum(one.dice for one in handfuls)


def count_hits(handfuls: Sequence[Handful], faces: Sequence[int], seats: Sequence[str]) -> HitsRolled:
    """The result of the faces of a roll.

    :param seats: the Italian seat and the other one.
    """
    hits, low, first = dict.fromkeys(seats, 0), [], 0
    for handful in handfuls:
        tally = _Tally(0, 0)
        for face in faces[first:first + handful.dice]:
            tally = _add_face(handful.quality, handful.row, tally, face)
        hits[handful.seat] += tally.hits
        if handful.row and tally.ones == handful.row:
            low.append(handful.unit)
        first += handful.dice
    return HitsRolled(hits[seats[0]], hits[seats[1]], tuple(low))


def branches(
    handfuls: Sequence[Handful], seats: Sequence[str], limit: int
) -> Mapping[tuple[int, tuple[str, ...]], Branch]:
    """Difference in hits and units low on ammunition -> the branch of a roll.

    :param limit: the largest difference, either way; larger ones count as this.
    """
    outcomes: dict[tuple[int, tuple[str, ...]], Branch] = {(0, ()): Branch((), Fraction(1))}
    for handful in handfuls:
        sign = 1 if handful.seat == seats[0] else -1
        after: dict[tuple[int, tuple[str, ...]], Branch] = {}
        for (difference, low), branch in outcomes.items():
            for (hits, short), added in _branches(handful.dice, handful.quality, handful.row).items():
                key = difference + sign * hits, (*low, handful.unit) if short else low
                known = after.get(key)
                chance = branch.chance * added.chance
                after[key] = (Branch(branch.faces + added.faces, chance) if known is None
                              else Branch(known.faces, known.chance + chance))
        outcomes = after
    return _merged(outcomes, lambda key: (max(-limit, min(limit, key[0])), key[1]))


class _Tally(NamedTuple):
    hits: int
    ones: int
    """The length of the current run of 1s; once it is long enough for low ammunition, it stays that long."""


def _add_face(quality: int, row: int, tally: _Tally, face: int) -> _Tally:
    ones = row if row and tally.ones == row else tally.ones + 1 if face == 1 and row else 0
    return _Tally(tally.hits + (face >= lowest_hit(quality)), ones)


@lru_cache(1024)
def _branches(dice: int, quality: int, row: int) -> Mapping[tuple[int, bool], Branch]:
    """Hits of one unit, and whether it rolled the run of 1s -> the branch."""
    tallies = grouped((D6,) * dice, _Tally(0, 0), lambda tally, _, face: _add_face(quality, row, tally, face))
    return _merged(tallies, lambda tally: (tally.hits, bool(row) and tally.ones == row))


def _merged(branches: Mapping[Source, Branch], key_of: Callable[[Source], Key]) -> dict[Key, Branch]:
    """The branches, with those of the same key merged into one."""
    merged: dict[Key, Branch] = {}
    for source, branch in branches.items():
        key = key_of(source)
        known = merged.get(key)
        merged[key] = branch if known is None else Branch(known.faces, known.chance + branch.chance)
    return merged
