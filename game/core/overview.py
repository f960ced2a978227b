"""What belongs to a phase at a glance: contingents with their orders, combats that are announced. Data only."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from game.core.capability import Capability
from game.core.message import Text
from game.core.offer import Offer, no_preview
from game.core.preview import Preview
from game.core.verdict import RuleRef

State = TypeVar("State")

Progress = Literal["", "acting", "done", "failed", "due"]
"""How far a line has come: it waits, is being carried out, is over, came to nothing, or must still be seen to."""


@dataclass(frozen=True, slots=True)
class LineAction:
    """Something that is done with a line at one input."""

    offer: Offer
    """Legal, or why not. Its words stand on the button that the line has once it is looked at."""
    sign: str = ""
    """The mark of the system (``game.art``) that stands for it on the line itself; empty: only the button does."""
    taken: bool = False
    """Whether it is in force, e.g. the order that was given."""
    name: Text = ""
    """What the mark stands for in a word or two, the same on every line."""


@dataclass(frozen=True, slots=True)
class OverviewLine:
    """A group of units, or units against others, with what is to be known of it and what can be done with it."""

    name: str
    """Its id in this phase."""
    title: Text
    units: tuple[str, ...] = ()
    """Those it is about: lit on the map when it is pointed at."""
    against: tuple[str, ...] = ()
    """Enemies they are matched with. Where there are any the line shows counters instead of its title."""
    colour: str = ""
    """Of its stripe; empty: it has none."""
    told: Text = ""
    """What is to be known beside the title, in a few words."""
    rule: RuleRef | None = None
    """The rule that says so, where one must be named."""
    value: Text = ""
    """What it comes to, large: a chance, a modifier."""
    progress: Progress = ""
    word: Text = ""
    """The progress in a word, e.g. ``has acted``."""
    ways: tuple[LineAction, ...] = ()
    arithmetic: Callable[[], Preview | None] = field(default=no_preview, compare=False, repr=False)
    """Works out the arithmetic of the roll it leads to."""
    gone: bool = False
    """Whether there is nothing of the kind any more and only its place is kept."""

    @property
    def barred(self) -> bool:
        """Whether the rules refuse everything that could be done with it now; not where there is nothing to do."""
        return bool(self.ways) and not any(way.offer.verdict for way in self.ways)

    @property
    def preview(self) -> Preview | None:
        """The arithmetic of the roll it leads to; None where it leads to none."""
        return self.arithmetic()

    @property
    def layers_of(self) -> str:
        """That of a ``CommandLine``."""
        return ""

    @property
    def marches(self) -> bool:
        """Whether the units of a ``CommandLine`` march."""
        return False

    @property
    def under(self) -> str:
        """The line above a ``CommandLine``."""
        return ""

    @property
    def depth(self) -> int:
        """How many steps a ``CommandLine`` is indented."""
        return 0


@dataclass(frozen=True, slots=True)
class CommandLine(OverviewLine):
    """A command: a commander with units, or a unit of one."""

    layers_of: str = ""
    """The unit whose layers are shown as if it were in hand while the line is looked at: a commander's range."""
    marches: bool = False
    """Whether a place clicked on the map while it is looked at is where its units march (``GroupMarch.march``)."""
    under: str = ""
    """The line it belongs to, e.g. of a unit its general's: it is shown, set in, while that one is unfolded."""
    depth: int = 0
    """How far it is set in below that one."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The lines of a phase under a heading; nothing where the phase has none."""

    title: Text = ""
    lines: tuple[OverviewLine, ...] = ()
    signs: tuple[tuple[str, Text], ...] = ()
    """The marks that can stand on its lines with their names, where not all of them always do; empty: those that do."""
    values: Text = ""
    """What the values of its lines say, in a word or two; empty: they explain themselves."""

    def head(self, name: str | None) -> str | None:
        """The line that is unfolded where a line of that name is looked at; None where there is no such line."""
        line = self.line(name)
        return None if line is None else line.under or line.name

    def of_unit(self, unit: str) -> str | None:
        """The line that is about a unit alone, or first of all."""
        return next((line.name for line in self.lines if line.units[:1] == (unit,) and not line.gone), None)

    def unfolded(self, heads: Collection[str] = ()) -> tuple[OverviewLine, ...]:
        """The lines that are shown while the ones under some lines are: of all lines under others only those.

        :param heads: those lines; where none has any under it, the first that has.
        """
        found = {line.under for line in self.lines if line.under}
        if found.isdisjoint(heads):
            heads = [line.name for line in self.lines if line.name in found and not line.gone][:1]
        return tuple(line for line in self.lines if line.under in ("", *heads))

    def line(self, name: str | None) -> OverviewLine | None:
        """The line of that name, if there is one."""
        return next((line for line in self.lines if line.name == name and not line.gone), None)


EMPTY = Overview()
"""Where a phase has nothing of the kind."""


class OverviewColumn(Capability[State]):
    """Phases have something to list at a glance; a screen keeps room for it where the map leaves some."""

    def overview(self, state: State) -> Overview:
        """What belongs to the phase at a glance, e.g. contingents with their orders, or all combats announced; each
        line with what can be done with it. Some where Traits say so."""
        return EMPTY
