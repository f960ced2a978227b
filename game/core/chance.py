"""Dice, coins, modifiers and exact distributions. Nothing here rolls: faces come from outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby, product
from math import comb, prod
from typing import TypeVar

from game.core.message import Message, Text, say, several
from game.core.verdict import RuleRef

Read = TypeVar("Read", bound=Hashable)
"""What a face is read as."""

CHANCE = "chance"
"""What ``to_act`` returns when dice or coins must fall."""


def odds_in_words(written: str) -> Text:
    """Odds such as ``3-1`` as they are read out, ``3 to 1``; anything else as it is."""
    attack, dash, defence = written.partition("-")
    if attack.isdigit() and dash and defence.isdigit():
        return say("{attack} to {defence}", attack=attack, defence=defence)
    return written


def per_cent(chance: Fraction) -> Text:
    """A chance as people read it: whole per cents only where they are exact."""
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
    """A chance in whole per cents, halves rounded up; one that is neither 0 nor 1 is never said to be."""
    cents = int(chance * 100 + Fraction(1, 2))
    if chance and not cents:
        return say("less than 1 %")
    return say("more than 99 %") if chance < 1 and cents == 100 else say("{number} %", number=cents)


@dataclass(frozen=True, slots=True)
class Die:
    """Something that falls: a die, a handful of coins counted as one, a draw from a cup."""

    name: str
    faces: tuple[int, ...]
    weights: tuple[int, ...] = ()
    """How likely each face is beside the others; fair where empty."""
    coins: int = 0
    """For coins or markers how many show; the face is the number of heads among them."""
    drawn: bool = False
    """Whether it is drawn from a cup rather than rolled."""
    reveals: bool = False
    """Whether it shows what was hidden, e.g. the factor of a unit: that is no luck of the dice."""

    @property
    def title(self) -> Text:
        """Its name for people: so many coins or markers, or the name of the die."""
        if not self.counts_heads:
            return self.name
        return (several("{count} marker", "{count} markers", self.coins) if self.drawn
                else several("{count} coin", "{count} coins", self.coins))

    def weight(self, face: int) -> int:
        """How likely a face is beside the others."""
        return self.weights[self.faces.index(face)] if self.weights else 1

    @property
    def total_weight(self) -> int:
        """The sum of the weights."""
        return sum(self.weights) if self.weights else len(self.faces)

    @property
    def counts_heads(self) -> bool:
        """Whether its face is a number of heads: among coins, among markers from a cup, or among none at all."""
        return self.coins > 0 or self.faces == (0,)


def shares(die: Die, read: Callable[[int], Read]) -> dict[Read, Fraction]:
    """The exact chance of each result of a fair die, in the order in which its faces bring them.

    :param read: the result of a face.
    """
    return {result: Fraction(many, len(die.faces)) for result, many in Counter(map(read, die.faces)).items()}


D6 = Die("d6", (1, 2, 3, 4, 5, 6))
D10 = Die("d10", tuple(range(10)))
COIN = Die("coin", (0, 1))
"""A coin: 1 is heads, 0 is tails."""


@cache
def coins(count: int) -> Die:
    """So many fair coins flipped together."""
    return Die(_counted(count, "coin"), tuple(range(count + 1)), tuple(comb(count, k) for k in range(count + 1)), count)


@cache
def cup(count: int, heads: int, tails: int) -> Die:
    """So many markers drawn without replacement from a cup; all of them where it holds no more."""
    count = min(count, heads + tails)
    faces = tuple(range(max(0, count - tails), min(count, heads) + 1))
    weights = tuple(comb(heads, k) * comb(tails, count - k) for k in faces)
    return Die(_counted(count, "marker"), faces, weights, count, True)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


EVERY_OUTCOME = 1296
"""A roll with no more outcomes than this (four six-sided dice) may be enumerated."""


class TooManyOutcomes(ValueError):
    """A roll with too many outcomes to enumerate; says how many dice and outcomes it has."""


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Dice of a roll that belong together: those of a side, or of one unit of it."""

    title: Text
    """Whose they are, and what for where that is not plain."""
    dice: tuple[int, ...]
    """Which dice of the roll (from 0), in the order in which they lie."""
    seat: str = ""
    unit: str = ""
    hits: frozenset[int] | None = None
    """The faces that count as hits; None where nothing is counted, or only all of them together say what counts."""
    in_a_row: tuple[int, int] | None = None
    """A face, and how many dice side by side mean something more if all show it; None: none do."""

    def rows(self, faces: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """The dice that do, each lot of them by itself, as long as it goes on.

        :param faces: of all dice of the roll.
        """
        if self.in_a_row is None:
            return ()
        face, least = self.in_a_row
        lots = [tuple(k for _, k in lot) for shows, lot in groupby(
            ((faces[k] == face, k) for k in self.dice), key=lambda one: one[0]) if shows]
        return tuple(lot for lot in lots if len(lot) >= least)


def hits_of(groups: tuple[DiceGroup, ...], faces: tuple[int, ...]) -> frozenset[int] | None:
    """Which dice of a roll show faces that count; None where no group counts any."""
    if all(group.hits is None for group in groups):
        return None
    return frozenset(k for group in groups for k in group.dice if faces[k] in (group.hits or ()))


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll that is due.

    ``outcomes`` maps each named result to its exact probability; they sum to 1.
    """

    dice: tuple[Die, ...]
    title: Message
    rule: RuleRef
    outcomes: Mapping[str, Fraction]
    seat: str | None = None
    """Whose roll it is: the side whose units it is for, the attacker's where both roll; None: who acted last."""
    groups: tuple[DiceGroup, ...] = ()
    """How its dice are laid, by side and by unit; dice that none names lie behind them."""
    ordered: bool = True
    """Whether it matters which die of a group shows which face; where not, they may be sorted once they have fallen."""

    @property
    def combinations(self) -> int:
        """How many outcomes it has: combinations of faces."""
        return prod(len(die.faces) for die in self.dice)

    def fits(self, faces: tuple[int, ...]) -> bool:
        """Whether dice of this roll can show these faces."""
        return len(faces) == len(self.dice) and all(f in d.faces for f, d in zip(faces, self.dice, strict=True))

    def all_faces(self) -> Iterable[tuple[int, ...]]:
        """Every combination of faces of a few dice, counting up; ``weight`` says how likely each is.

        :raises TooManyOutcomes: where there are more than ``EVERY_OUTCOME``.
        """
        if self.combinations > EVERY_OUTCOME:
            raise TooManyOutcomes(f"{len(self.dice)} dice have {self.combinations} outcomes, more than "
                                  f"{EVERY_OUTCOME}: group them")
        return product(*(die.faces for die in self.dice))

    def weight(self, faces: tuple[int, ...]) -> int:
        """How likely a combination of faces is beside the others; ``total_weight`` is the sum over all."""
        return prod(die.weight(face) for die, face in zip(self.dice, faces, strict=True))

    @property
    def total_weight(self) -> int:
        """The sum of the weights of all combinations of faces."""
        return prod(die.total_weight for die in self.dice)


@dataclass(frozen=True, slots=True)
class Modifier:
    """One named term of a total. Totals are always derived from the list, never stored beside it."""

    value: int
    name: Text
    rule: RuleRef
    unit: str | None = None
    """The unit it belongs to, where it belongs to one."""


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of a list of modifiers."""
    return sum(modifier.value for modifier in modifiers)
