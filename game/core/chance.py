"""Dice, coins, modifiers and exact distributions. Nothing here rolls: faces come from outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import mul

from game.core.verdict import RuleRef

CHANCE = "chance"
"""What ``to_act`` returns when dice or coins must fall."""


@dataclass(frozen=True, slots=True)
class Die:
    """A fair die with the faces it shows."""

    name: str
    faces: tuple[int, ...]


D6 = Die("d6", (1, 2, 3, 4, 5, 6))
D10 = Die("d10", tuple(range(10)))
COIN = Die("coin", (0, 1))
"""A coin: 1 is heads, 0 is tails."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A throw that is due.

    ``outcomes`` maps each named result to its exact probability; they sum to 1.
    """

    dice: tuple[Die, ...]
    title: str
    rule: RuleRef
    outcomes: Mapping[str, Fraction]

    def fits(self, faces: tuple[int, ...]) -> bool:
        """Whether dice of this roll can show these faces."""
        return len(faces) == len(self.dice) and all(f in d.faces for f, d in zip(faces, self.dice, strict=True))

    def all_faces(self) -> Iterable[tuple[int, ...]]:
        """Every combination of faces, each equally likely."""
        return product(*(die.faces for die in self.dice))

    @property
    def chance_of_each(self) -> Fraction:
        """The probability of one combination of faces."""
        return Fraction(1, reduce(mul, (len(die.faces) for die in self.dice), 1))


@dataclass(frozen=True, slots=True)
class Modifier:
    """One named term of a total. Totals are always derived from the list, never stored beside it."""

    value: int
    name: str
    rule: RuleRef
    unit: str | None = None
    """The unit it belongs to, where it belongs to one."""


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of a list of modifiers."""
    return sum(modifier.value for modifier in modifiers)


def binomial(coins: int) -> tuple[Fraction, ...]:
    """The exact chances of 0, 1, ... heads with that many fair coins."""
    row = [Fraction(1)]
    for _ in range(coins):
        row = [a + b for a, b in zip([Fraction(0), *row], [*row, Fraction(0)], strict=True)]
    return tuple(value / 2**coins for value in row)
