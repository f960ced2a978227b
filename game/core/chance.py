"""Dice, coins, modifiers and exact distributions. Nothing here rolls dice: the faces are passed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
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


def odds_in_words(heading: str) -> Text:
    """The heading of an odds column such as ``3-1`` in words, ``3 to 1``; any other heading unchanged."""
    attack, dash, defence = heading.partition("-")
    if attack.isdigit() and dash and defence.isdigit():
        return say("{attack} to {defence}", attack=attack, defence=defence)
    return heading


def with_minus(number: int | str) -> str:
    """A number as printed, with a minus sign instead of the hyphen that it begins with, if any. A hyphen between
    numbers stays, as in ``3-1``."""
    text = str(number)
    return f"\N{MINUS SIGN}{text[1:]}" if text.startswith("-") else text


def signed(value: int) -> str:
    """A modifier or difference as printed, with a plus or minus sign: ``+1``, ``+0``."""
    return with_minus(f"{value:+d}")


def per_cent(chance: Fraction, tenths: int | None = None) -> Text:
    """A probability in per cent for display: whole if that is exact, otherwise with one decimal, halves rounded up. It
    is neither 0 % nor 100 % unless that is exact.

    :param tenths: the tenths of a per cent to display if it is not whole (``tenths_adding_up``); None: the nearest.
    """
    if chance == 1 or not chance:
        return say("{number} %", number=int(chance) * 100)
    if chance < Fraction(1, 1000):
        return say("< {whole}.{tenths} %", whole=0, tenths=1)
    if chance > Fraction(999, 1000):
        return say("> {whole}.{tenths} %", whole=99, tenths=9)
    if (chance * 100).denominator == 1:
        return say("{number} %", number=int(chance * 100))
    whole, tenths = divmod(_nearest_tenths(chance) if tenths is None else tenths, 10)
    return say("{whole}.{tenths} %", whole=whole, tenths=tenths)


def tenths_adding_up(chances: Sequence[Fraction], whole: int | None = None) -> list[int]:
    """Probabilities in tenths of a per cent that add up: rounded down, but those with the largest remainders up.

    :param whole: what they add up to; None: their sum in tenths of a per cent, rounded.
    """
    tenths = [int(chance * 1000) for chance in chances]
    missing = (_nearest_tenths(sum(chances, Fraction(0))) if whole is None else whole) - sum(tenths)
    by_remainder = sorted(range(len(chances)), key=lambda index: tenths[index] - chances[index] * 1000)
    for index in by_remainder[:missing]:
        tenths[index] += 1
    return tenths


def _nearest_tenths(chance: Fraction) -> int:
    """A probability in tenths of a per cent, halves rounded up."""
    return int(chance * 1000 + Fraction(1, 2))


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
    """The faces it can show."""
    weights: tuple[int, ...] = ()
    """The relative weight of each face; empty if it is fair."""
    coins: int = 0
    """The number of coins or markers, if there are any; the face is then the number of heads among them."""
    drawn: bool = False
    """Whether it is drawn from a cup rather than rolled."""
    reveals: bool = False
    """Whether it reveals something hidden, e.g. the factor of a unit; such a draw does not count as luck."""

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
"""A six-sided die."""
D10 = Die("d10", tuple(range(10)))
"""A ten-sided die, from 0 to 9."""
COIN = Die("coin", (0, 1))
"""A coin: 1 is heads, 0 is a cross."""


@cache
def coins(count: int) -> Die:
    """A number of fair coins flipped together."""
    weights = tuple(comb(count, k) for k in range(count + 1))
    return Die(_name_of_several(count, "coin"), tuple(range(count + 1)), weights, count)


@cache
def cup(count: int, heads: int, crosses: int) -> Die:
    """A number of markers drawn without replacement from a cup; all of them if it contains no more.

    :param heads: the number of markers with heads in the cup.
    :param crosses: the number of markers with crosses in it.
    """
    count = min(count, heads + crosses)
    faces = tuple(range(max(0, count - crosses), min(count, heads) + 1))
    weights = tuple(comb(heads, k) * comb(crosses, count - k) for k in faces)
    return Die(_name_of_several(count, "marker"), faces, weights, count, True)


def _name_of_several(count: int, noun: str) -> str:
    """The name of a number of coins or markers; part of the protocol of the referee."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


MAX_ENUMERATED = 1296
"""The most outcomes with which a roll is enumerated: those of four six-sided dice."""


class TooManyOutcomes(ValueError):
    """A roll has too many outcomes to enumerate; the message gives the numbers of dice and outcomes."""


def face_combinations(dice: Sequence[Die]) -> Iterable[tuple[int, ...]]:
    """Every combination of faces of a few dice, in counting order.

    :raises TooManyOutcomes: if there are more than ``MAX_ENUMERATED``.
    """
    count = prod(len(die.faces) for die in dice)
    if count > MAX_ENUMERATED:
        raise TooManyOutcomes(f"{len(dice)} dice have {count} outcomes, more than {MAX_ENUMERATED}: group them")
    return product(*(die.faces for die in dice))


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
        face, min_length = self.in_a_row
        runs = [tuple(k for _, k in run) for shows_face, run in groupby(
            ((faces[k] == face, k) for k in self.dice), key=lambda each: each[0]) if shows_face]
        return tuple(run for run in runs if len(run) >= min_length)


def hits_of(groups: tuple[DiceGroup, ...], faces: tuple[int, ...]) -> frozenset[int] | None:
    """The indices of the dice whose faces count as hits; None if no group counts any."""
    if all(group.hits is None for group in groups):
        return None
    return frozenset(k for group in groups for k in group.dice if faces[k] in (group.hits or ()))


@dataclass(frozen=True, slots=True)
class Roll:
    """A pending roll."""

    dice: tuple[Die, ...]
    title: Message
    """Its purpose."""
    rule: RuleRef
    outcomes: Mapping[str, Fraction]
    """Result -> its exact probability; they sum to 1."""
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

        :raises TooManyOutcomes: if there are more than ``MAX_ENUMERATED``.
        """
        return face_combinations(self.dice)

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
