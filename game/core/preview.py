"""Previews of actions that lead to a roll: the arithmetic and the exact probability of each result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from game.core.chance import Modifier
from game.core.message import Message, Text
from game.core.tables import ResultsTable
from game.core.verdict import RuleRef


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit in a preview: its printed strength and its modifiers."""

    unit: str
    strength: int
    modifiers: tuple[Modifier, ...] = ()
    strength_text: Text = ""
    """Shown instead of the strength if that is still to be rolled or drawn, e.g. ``1d6``."""
    strength_name: Text = ""
    """Which of its printed strengths that is, e.g. ``shooting, against foot``; empty if it has only one."""
    dice: int = 0
    """The six-sided dice it rolls for hits; 0 if it rolls none."""
    lowest_hit: int = 0
    """The lowest face of those dice that hits; 0 if it rolls none."""
    title: Text = ""
    """The name printed instead of the unit's, if it stands for others too, e.g. that of its contingent."""


def face_or_more(face: int) -> str:
    """A face of a six-sided die and those above it, e.g. ``5+``; the highest face is ``6``."""
    return f"{face}+" if face < 6 else str(face)


@dataclass(frozen=True, slots=True)
class HitDice:
    """The dice that one side rolls for hits."""

    dice: int
    faces: tuple[tuple[int, int], ...]
    """Each lowest face that hits, the lowest first, with the number of dice that hit on it."""
    printed: tuple[int, ...]
    """The printed strength of each unit."""

    @classmethod
    def of(cls, lines: Sequence[UnitLine]) -> HitDice:
        """The dice of some units together."""
        faces: dict[int, int] = {}
        for line in sorted(lines, key=lambda each: each.lowest_hit):
            if line.dice:
                faces[line.lowest_hit] = faces.get(line.lowest_hit, 0) + line.dice
        return cls(sum(line.dice for line in lines), tuple(faces.items()), tuple(line.strength for line in lines))

    @property
    def needed(self) -> str:
        """The faces that hit, e.g. ``5+/6`` if some dice hit on 5 or 6 and others only on 6."""
        return "/".join(face_or_more(face) for face, _ in self.faces)

    @property
    def expected(self) -> Fraction:
        """The average number of hits."""
        return sum((Fraction((7 - face) * dice, 6) for face, dice in self.faces), Fraction(0))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A possible result and its exact probability."""

    result: str
    chance: Fraction
    text: Message
    rule: RuleRef
    group: Text = ""
    """A heading common to several results, e.g. ``hit``; shown with the sum of their chances."""
    seat: str = ""
    """The seat that benefits from it, if it is one only."""
    heading: Text = ""
    """What it has in common with the results before or after it, e.g. ``melee over``: beside a table it is printed
    once above them, with the sum of their chances; empty if it has a line of its own."""
    detail: Text = ""
    """The rest of its text, printed below that heading."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The arithmetic of an action that leads to a roll, or makes one unnecessary."""

    attackers: tuple[UnitLine, ...]
    defenders: tuple[UnitLine, ...]
    modifiers: tuple[Modifier, ...]
    """All modifiers, including those of single units."""
    attack: int | None
    """The attackers' total if the two sides are compared, otherwise the amount, e.g. coins to flip; None if nothing is
    added up."""
    defence: int | None
    """The defenders' total in the same way."""
    total: Text
    """The combined total, unrounded: odds such as ``7-2``, a die-roll modifier such as ``+2``, ``20 dice``."""
    reading: Text
    """How the total is read, in words: how odds give the column, how many hits cost a step."""
    column: str | None
    """The heading of the column used; None if no table is used."""
    outcomes: tuple[Outcome, ...]
    note: Text = ""
    """A sentence below the arithmetic; empty for none."""
    attacker_modifiers: int | None = None
    """The number of modifiers, from the first, that are the attackers'; None if they are not separated."""
    needed: Text = ""
    """The roll needed, in the shortest form; empty if ``reading`` says it."""
    table: ResultsTable | None = None
    """The results table for such rolls, if there is one."""
    variants: tuple[tuple[Text, Text], ...] = ()
    """The total with one unit more or fewer: a description of the change, and the total then."""
    contest: bool = False
    """Whether both sides roll for the same thing, e.g. the initiative, without an attack."""
    risk: Text = ""
    """Units that may be lost apart from the outcomes, e.g. a leader with a unit that is attacked."""
    lookup: Text = ""
    """How the hits lead to a row of the table; only if units roll for hits."""

    @property
    def hit_dice(self) -> tuple[HitDice, ...]:
        """The dice that the attackers and the defenders roll for hits; empty if none are rolled."""
        sides = HitDice.of(self.attackers), HitDice.of(self.defenders)
        return sides if any(side.dice for side in sides) else ()

    @property
    def compares(self) -> bool:
        """Whether the table is entered by comparing the totals of both sides, as with odds."""
        return self.table is not None and self.attack is not None and self.defence is not None

    def chance_of(self, *results: str) -> Fraction:
        """The probability that one of some results occurs."""
        return sum((outcome.chance for outcome in self.outcomes if outcome.result in results), Fraction(0))

    def hope(self, seat: str | None = None) -> tuple[Text, Fraction]:
        """The result that a seat hopes for and its probability, e.g. ``hit``, 1/2; an empty name and 0 if no outcome
        names it."""
        chances: dict[Text, Fraction] = {}
        for outcome in self.outcomes:
            if outcome.group and outcome.seat in ("", seat):
                chances[outcome.group] = chances.get(outcome.group, Fraction(0)) + outcome.chance
        return next(iter(chances.items()), ("", Fraction(0)))
