"""Overviews of a phase: contingents with their orders, announced combats. Data only."""

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
"""The progress of a line: waiting, acting, done, failed, or still to be attended to."""


@dataclass(frozen=True, slots=True)
class LineAction:
    """An action that a line offers with one click."""

    offer: Offer
    """The offer, legal or refused. Its label is that of the button on the selected line."""
    sign: str = ""
    """The system's mark (``game.art``) for it on the line itself; empty: it only has a button."""
    taken: bool = False
    """Whether it is in force, e.g. the order given."""
    name: Text = ""
    """The meaning of the mark in a word or two, the same on every line."""


@dataclass(frozen=True, slots=True)
class OverviewLine:
    """A group of units, or units against others, with information about it and the actions it offers."""

    name: str
    """Its id in this phase."""
    title: Text
    units: tuple[str, ...] = ()
    """Its units, highlighted on the map while the mouse is on the line."""
    against: tuple[str, ...] = ()
    """The enemies they are matched with. If there are any, the line names both sides instead of its title."""
    colour: str = ""
    """The colour of its stripe; empty for none."""
    subtitle: Text = ""
    """A short subtitle with further information."""
    rule: RuleRef | None = None
    """The rule for that information, if one must be cited."""
    value: Text = ""
    """Its value in large print: a chance, a modifier."""
    progress: Progress = ""
    status: Text = ""
    """The progress in words, e.g. ``has acted``."""
    actions: tuple[LineAction, ...] = ()
    arithmetic: Callable[[], Preview | None] = field(default=no_preview, compare=False, repr=False)
    """Computes the arithmetic of the roll it leads to."""
    placeholder: bool = False
    """Whether the line is a placeholder for one that no longer exists."""
    explanation: Text = ""
    """What the sign pointed at does, or why nothing can be done with the line; shown in place of its subtitle."""
    figures: tuple[tuple[Text, ...], tuple[Text, ...]] = ((), ())
    """The figures of its units, and of the enemies: one for each heading of the overview, or none."""

    @property
    def barred(self) -> bool:
        """Whether the rules refuse all of its actions now; false if it has none."""
        return bool(self.actions) and not any(action.offer.verdict for action in self.actions)

    @property
    def preview(self) -> Preview | None:
        """The arithmetic of the roll it leads to; None if there is none."""
        return self.arithmetic()

    @property
    def layers_unit(self) -> str:
        """The unit whose layers a ``CommandLine`` shows; empty here."""
        return ""

    @property
    def marches(self) -> bool:
        """Whether the units of a ``CommandLine`` can march; false here."""
        return False

    @property
    def parent(self) -> str:
        """The parent line of a ``CommandLine``; empty here."""
        return ""

    @property
    def indent(self) -> int:
        """The indentation of a ``CommandLine``; 0 here."""
        return 0


@dataclass(frozen=True, slots=True)
class CommandLine(OverviewLine):
    """A command: a commander with units, or one of its units."""

    layers_unit: str = ""
    """The unit whose layers are shown while the line is selected, as if the unit were: a commander's range."""
    marches: bool = False
    """Whether clicking a place on the map while the line is selected sends its units there (``GroupMarch.march``)."""
    parent: str = ""
    """The parent line, e.g. that of a unit's general: this line is shown, indented, while the parent is unfolded."""
    indent: int = 0
    """The level of indentation below the parent."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The lines of a phase under a heading; empty if the phase has none."""

    title: Text = ""
    lines: tuple[OverviewLine, ...] = ()
    signs: tuple[tuple[str, Text], ...] = ()
    """The marks that may appear on its lines, with their names, if not all of them are always present; empty: those
    present."""
    values: Text = ""
    """A heading for the values of its lines, in a word or two; empty: they need none."""
    headings: tuple[Text, ...] = ()
    """The headings of the figures of both sides; empty if its lines have none."""

    def head(self, name: str | None) -> str | None:
        """The line to unfold when a line is selected: its parent, or itself; None if there is no such line."""
        line = self.line(name)
        return None if line is None else line.parent or line.name

    def line_of_unit(self, unit: str) -> str | None:
        """The line about a unit alone, or with that unit first."""
        return next((line.name for line in self.lines if line.units[:1] == (unit,) and not line.placeholder), None)

    def unfolded(self, heads: Collection[str] = ()) -> tuple[OverviewLine, ...]:
        """The visible lines, if the children of some lines are unfolded and all others folded.

        :param heads: the unfolded lines; if none has children, the first line that has is unfolded.
        """
        parents = {line.parent for line in self.lines if line.parent}
        if parents.isdisjoint(heads):
            heads = [line.name for line in self.lines if line.name in parents and not line.placeholder][:1]
        return tuple(line for line in self.lines if line.parent in ("", *heads))

    def line(self, name: str | None) -> OverviewLine | None:
        """The line with a name; None if there is none."""
        return next((line for line in self.lines if line.name == name and not line.placeholder), None)


EMPTY_OVERVIEW = Overview()
"""The overview of a phase without lines."""


class OverviewColumn(Capability[State]):
    """Phases have an overview; a screen reserves room for it if the map leaves some."""

    def overview(self, state: State) -> Overview:
        """The overview of the phase, e.g. contingents with their orders, or all announced combats; each line with its
        actions. Not always empty if Traits say so."""
        return EMPTY_OVERVIEW
