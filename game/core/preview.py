"""What something that leads to dice comes to before they fall: its arithmetic and the exact chance of each result."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from game.core.chance import Modifier
from game.core.message import Message, Text
from game.core.tables import ResultsTable
from game.core.verdict import RuleRef


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit in a preview: its face value and what changes it."""

    unit: str
    face: int
    modifiers: tuple[Modifier, ...] = ()
    words: Text = ""
    """Printed in the face's place where it is still to be rolled or drawn, e.g. ``1d6``."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A possible result and its exact chance."""

    result: str
    chance: Fraction
    text: Message
    rule: RuleRef
    group: Text = ""
    """What results with the same name have in common, e.g. ``hit``; shown with the sum of their chances."""
    seat: str = ""
    """The side it is good for, where it is good for one."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The arithmetic of something that leads to dice, or that spares them."""

    attackers: tuple[UnitLine, ...]
    defenders: tuple[UnitLine, ...]
    modifiers: tuple[Modifier, ...]
    """Every modifier, those of single units included."""
    attack: int | None
    """What the attackers come to where the two sides are compared, else what there is of it, e.g. coins to flip; None
    where nothing of the kind is added up."""
    defence: int | None
    total: Text
    """What it all comes to, unrounded: odds such as ``7-2``, a die-roll modifier such as ``+2``, ``20 dice``."""
    reading: Text
    """How that is read, in words: how odds become the column, how many hits cost a step."""
    column: str | None
    """The heading of the column used; None where no die is rolled for a table."""
    outcomes: tuple[Outcome, ...]
    note: Text = ""
    first: int | None = None
    """How many of the modifiers, from the first, are the attackers'; None where they are not told apart."""
    needed: Text = ""
    """What must fall, as short as it can be said; empty where ``reading`` says it."""
    table: ResultsTable | None = None
    """The results table of such rolls, if they have one."""
    variants: tuple[tuple[Text, Text], ...] = ()
    """What it would come to with one unit more or fewer: what would be otherwise, and the total then."""
    contest: bool = False
    """Whether both sides roll for the same thing, e.g. the initiative: nobody attacks."""
    risk: Text = ""
    """Who may be lost beside what the outcomes say, e.g. a leader with a unit that is attacked."""

    @property
    def compares(self) -> bool:
        """Whether the table is entered by comparing what both sides come to, as with odds."""
        return self.table is not None and self.attack is not None and self.defence is not None

    def chance_of(self, *results: str) -> Fraction:
        """The chance that one of some results comes."""
        return sum((one.chance for one in self.outcomes if one.result in results), Fraction(0))

    def hope(self, seat: str | None = None) -> tuple[Text, Fraction]:
        """What a seat hopes for and its chance, e.g. ``hit``, 1/2; nothing where the outcomes do not name it."""
        shares: dict[Text, Fraction] = {}
        for outcome in self.outcomes:
            if outcome.group and outcome.seat in ("", seat):
                shares[outcome.group] = shares.get(outcome.group, Fraction(0)) + outcome.chance
        return next(iter(shares.items()), ("", Fraction(0)))
