"""Dice, coins, modifiers and exact distributions. Nothing here rolls dice: the faces are passed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby, product
from math import comb, prod
from typing import TypeVar

from game.core.message import Message, Text, plural, say
from game.core.verdict import RuleRef

Read = TypeVar("Read", bound=Hashable)
"""The result read from a face."""

CHANCE = "chance"
"""The value of ``to_act`` when dice or coins must be rolled."""


def odds_in_words(written: str) -> Text:
    """Odds such as ``3-1`` in words, ``3 to 1``; anything else unchanged."""
    attack, dash, defence = written.partition("-")
    if attack.isdigit() and dash and defence.isdigit():
        return say("{attack} to {defence}", attack=attack, defence=defence)
    return written


def per_cent(chance: Fraction) -> Text:
    """A probability in per cent for display: as a whole number only if that is exact."""
    if chance == 1 or not chance:
        return say("{number} %", number=int(chance) * 100)
    value = float(chance) * 100
    if value < 0.1:
        return say("< {whole}.{tenths} %", whole=0, tenths=1)
    if (chance * 100).denominator == 1:
        return say("{number} %", number=round(value))
    whole, tenths = map(int, f"{value:.1f}".split("."))
    return say("{whole}.{tenths} %", whole=whole, tenths=tenths)


def whole_per_cent(chance: Fraction) -> Text:
    """A probability in whole per cent, halves rounded up; never 0 % or 100 % unless that is exact."""
    percent = int(chance * 100 + Fraction(1, 2))
    if chance and not percent:
        return say("less than 1 %")
    return say("more than 99 %") if chance < 1 and percent == 100 else say("{number} %", number=percent)


@dataclass(frozen=True, slots=True)
class Die:
    """A source of chance: a die, a number of coins counted together, or a draw from a cup."""

    name: str
    faces: tuple[int, ...]
    weights: tuple[int, ...] = ()
    """The relative weight of each face; empty if it is fair."""
    coins: int = 0
    """The number of coins or markers, if there are any; the face is then the number of heads among them."""
    drawn: bool = False
    """Whether it is drawn from a cup rather than rolled."""
    reveals: bool = False
    """Whether it reveals something hidden, e.g. the factor of a unit, which is no luck of the dice."""

    @property
    def title(self) -> Text:
        """The name for display: the number of coins or markers, or the name of the die."""
        if not self.counts_heads:
            return self.name
        return (plural("{count} marker", "{count} markers", self.coins) if self.drawn
                else plural("{count} coin", "{count} coins", self.coins))

    def weight(self, face: int) -> int:
        """The relative weight of a face."""
        return self.weights[self.faces.index(face)] if self.weights else 1

    @property
    def total_weight(self) -> int:
        """The sum of the weights of all faces."""
        return sum(self.weights) if self.weights else len(self.faces)

    @property
    def counts_heads(self) -> bool:
        """Whether its face is a number of heads: of coins, of markers from a cup, or of none at all."""
        return self.coins > 0 or self.faces == (0,)


def shares(die: Die, read: Callable[[int], Read]) -> dict[Read, Fraction]:
    """The exact probability of each result of a fair die, in the order in which its faces first give them.

    :param read: the result of a face.
    """
    return {result: Fraction(count, len(die.faces)) for result, count in Counter(map(read, die.faces)).items()}


D6 = Die("d6", (1, 2, 3, 4, 5, 6))
D10 = Die("d10", tuple(range(10)))
COIN = Die("coin", (0, 1))
"""A coin: 1 is heads, 0 is tails."""


@cache
def coins(count: int) -> Die:
    """A number of fair coins flipped together."""
    return Die(_counted(count, "coin"), tuple(range(count + 1)), tuple(comb(count, k) for k in range(count + 1)), count)


@cache
def cup(count: int, heads: int, tails: int) -> Die:
    """A number of markers drawn without replacement from a cup; all of them if it contains no more."""
    count = min(count, heads + tails)
    faces = tuple(range(max(0, count - tails), min(count, heads) + 1))
    weights = tuple(comb(heads, k) * comb(tails, count - k) for k in faces)
    return Die(_counted(count, "marker"), faces, weights, count, True)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


EVERY_OUTCOME = 1296
"""The most outcomes (four six-sided dice) with which a roll may be enumerated."""


class TooManyOutcomes(ValueError):
    """A roll has too many outcomes to enumerate; the message gives the numbers of dice and outcomes."""


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Dice of a roll that belong together: those of one side, or of one unit of it."""

    title: Text
    """The side or unit they belong to, and their purpose if that is not obvious."""
    dice: tuple[int, ...]
    """The indices of the dice in the roll (from 0), in the order in which they are displayed."""
    seat: str = ""
    unit: str = ""
    hits: frozenset[int] | None = None
    """The faces that count as hits; None if nothing is counted, or if only all faces together decide what counts."""
    in_a_row: tuple[int, int] | None = None
    """A face, and the number of adjacent dice that have a special effect if all show it; None if there is no such
    effect."""
    short: Text = ""
    """A shorter title, shown where the title does not fit; empty if there is none."""

    def rows(self, faces: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """The runs of adjacent dice with that special effect, each as long as possible.

        :param faces: the faces of all dice of the roll.
        """
        if self.in_a_row is None:
            return ()
        face, least = self.in_a_row
        runs = [tuple(k for _, k in run) for shows, run in groupby(
            ((faces[k] == face, k) for k in self.dice), key=lambda one: one[0]) if shows]
        return tuple(run for run in runs if len(run) >= least)


def hits_of(groups: tuple[DiceGroup, ...], faces: tuple[int, ...]) -> frozenset[int] | None:
    """The indices of the dice whose faces count as hits; None if no group counts any."""
    if all(group.hits is None for group in groups):
        return None
    return frozenset(k for group in groups for k in group.dice if faces[k] in (group.hits or ()))


@dataclass(frozen=True, slots=True)
class Roll:
    """A pending roll.

    ``outcomes`` maps each named result to its exact probability; they sum to 1.
    """

    dice: tuple[Die, ...]
    title: Message
    rule: RuleRef
    outcomes: Mapping[str, Fraction]
    seat: str | None = None
    """The seat that rolls: the side of the units concerned, the attacker if both roll; None: the seat that acted
    last."""
    groups: tuple[DiceGroup, ...] = ()
    """The layout of its dice by side and unit; dice in no group come after them."""
    ordered: bool = True
    """Whether it matters which die of a group shows which face; if not, the dice may be sorted after the roll."""

    @property
    def combinations(self) -> int:
        """The number of its outcomes (combinations of faces)."""
        return prod(len(die.faces) for die in self.dice)

    def fits(self, faces: tuple[int, ...]) -> bool:
        """Whether the dice of this roll can show these faces."""
        return len(faces) == len(self.dice) and all(f in d.faces for f, d in zip(faces, self.dice, strict=True))

    def all_faces(self) -> Iterable[tuple[int, ...]]:
        """Every combination of faces, in counting order; ``weight`` gives the relative weight of each.

        :raises TooManyOutcomes: if there are more than ``EVERY_OUTCOME``.
        """
        if self.combinations > EVERY_OUTCOME:
            raise TooManyOutcomes(f"{len(self.dice)} dice have {self.combinations} outcomes, more than "
                                  f"{EVERY_OUTCOME}: group them")
        return product(*(die.faces for die in self.dice))

    def weight(self, faces: tuple[int, ...]) -> int:
        """The relative weight of a combination of faces; ``total_weight`` is the sum over all."""
        return prod(die.weight(face) for die, face in zip(self.dice, faces, strict=True))

    @property
    def total_weight(self) -> int:
        """The sum of the weights of all combinations of faces."""
        return prod(die.total_weight for die in self.dice)


@dataclass(frozen=True, slots=True)
class Modifier:
    """One named term of a total. Totals are always derived from the list of terms, never stored with it."""

    value: int
    name: Text
    rule: RuleRef
    unit: str | None = None
    """The unit it belongs to, if any."""


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of a list of modifiers."""
    return sum(modifier.value for modifier in modifiers)
