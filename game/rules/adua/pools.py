"""Handfuls of dice in small-arms combat: hits of both sides and rows of ones, unit by unit (5.1, 5.2, 10.1)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from game.core.branches import Branch, grouped
from game.core.chance import D6, DiceGroup, Die
from game.core.message import Text

Told = TypeVar("Told", bound=Hashable)
Key = TypeVar("Key", bound=Hashable)
HIT = 6
"""What die and weapons' quality must come to."""


class Handful(NamedTuple):
    """The dice of one unit in one combat."""

    title: Text
    seat: str
    unit: str
    dice: int
    quality: int
    row: int = 0
    """Ones side by side that leave it low on ammunition; 0: they do not matter (5.2)."""


class Fell(NamedTuple):
    """What a roll comes to."""

    italian: int
    """Hits of the Italian units."""
    abyssinian: int
    low: tuple[str, ...]
    """Units that are low on ammunition now."""


def least(quality: int) -> int:
    """The least face that hits."""
    return HIT - quality


def groups(handfuls: Sequence[Handful]) -> tuple[DiceGroup, ...]:
    """How the dice are laid: unit by unit."""
    found, first = [], 0
    for one in handfuls:
        lying = tuple(range(first, first + one.dice))
        found.append(DiceGroup(one.title, lying, one.seat, one.unit, frozenset(range(least(one.quality), 7)),
                               (1, one.row) if one.row else None))
        first += one.dice
    return tuple(found)


def dice_of(handfuls: Sequence[Handful]) -> tuple[Die, ...]:
    """All dice of a roll, in the order in which they lie."""
    return (D6,) * sum(one.dice for one in handfuls)


def read(handfuls: Sequence[Handful], faces: Sequence[int], seats: Sequence[str]) -> Fell:
    """What the faces of a roll come to.

    :param seats: the Italians' seat and the other.
    """
    hits, low, first = dict.fromkeys(seats, 0), [], 0
    for one in handfuls:
        tally = _Tally(0, 0)
        for face in faces[first:first + one.dice]:
            tally = _read(one.quality, one.row, tally, face)
        hits[one.seat] += tally.hits
        if one.row and tally.ones == one.row:
            low.append(one.unit)
        first += one.dice
    return Fell(hits[seats[0]], hits[seats[1]], tuple(low))


def branches(
    handfuls: Sequence[Handful], seats: Sequence[str], most: int
) -> Mapping[tuple[int, tuple[str, ...]], Branch]:
    """Every way a roll can go: the difference of the hits, and who is low on ammunition.

    :param most: differences beyond which all are the same, either way.
    """
    found: dict[tuple[int, tuple[str, ...]], Branch] = {(0, ()): Branch((), Fraction(1))}
    for one in handfuls:
        sign = 1 if one.seat == seats[0] else -1
        after: dict[tuple[int, tuple[str, ...]], Branch] = {}
        for (difference, low), branch in found.items():
            for (hits, short), more in _branches(one.dice, one.quality, one.row).items():
                key = difference + sign * hits, (*low, one.unit) if short else low
                known = after.get(key)
                chance = branch.chance * more.chance
                after[key] = (Branch(branch.faces + more.faces, chance) if known is None
                              else Branch(known.faces, known.chance + chance))
        found = after
    return _merged(found, lambda key: (max(-most, min(most, key[0])), key[1]))


class _Tally(NamedTuple):
    hits: int
    ones: int
    """Ones in a row just now; as many as matter stay."""


def _read(quality: int, row: int, tally: _Tally, face: int) -> _Tally:
    ones = row if row and tally.ones == row else tally.ones + 1 if face == 1 and row else 0
    return _Tally(tally.hits + (face >= least(quality)), ones)


@lru_cache(1024)
def _branches(dice: int, quality: int, row: int) -> Mapping[tuple[int, bool], Branch]:
    """Hits of one unit, and whether its ones lie in a row."""
    tallies = grouped((D6,) * dice, _Tally(0, 0), lambda tally, _, face: _read(quality, row, tally, face))
    return _merged(tallies, lambda tally: (tally.hits, bool(row) and tally.ones == row))


def _merged(branches: Mapping[Told, Branch], told: Callable[[Told], Key]) -> dict[Key, Branch]:
    """Branches with those in one that come to the same."""
    found: dict[Key, Branch] = {}
    for one, branch in branches.items():
        key = told(one)
        known = found.get(key)
        found[key] = branch if known is None else Branch(known.faces, known.chance + branch.chance)
    return found
