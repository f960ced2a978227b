"""The look of a system: its sides, their colours, the phases of its turn. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.core.message import Message, Text, say
from game.core.pose import BASE

BASE_WIDTHS = say("base widths")
"""The name of the displayed unit of length of a system that has none of its own."""
TURN, A_TURN = say("Turn"), say("turn")
"""The word for a turn, as a heading and within a sentence, of a system that has none of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class SeatInfo:
    """A side. Compared by identity: cached pictures of its counters are looked up by it in every frame."""

    name: str
    title: Text
    paper: str
    """The colour of its counters."""
    print: str
    """The colour of the print on its counters."""
    pattern: str
    """The style of its counters' edges, which distinguishes it besides the colour, e.g. ``solid`` or ``dashed``."""
    adjective: Text = ""
    """The adjective for the side, e.g. ``Frankish``; empty if the title also serves as one."""
    heavy: bool = False
    """Whether its numbers are printed in a heavier weight."""
    small_print_width: float = 1.0
    """The factor on the usual width from which a counter carries small print beside its number."""

    @property
    def described(self) -> Text:
        """The side as an adjective, e.g. before ``victory``."""
        return self.adjective or self.title


@dataclass(frozen=True, slots=True)
class Theme:
    """The look of a system; data only."""

    title: Text
    """The name of the game."""
    subtitle: Message
    """A few words below the title, e.g. ``The town on the Gash, 1541``."""
    blurb: Message
    """A description of the game in two or three sentences."""
    seats: tuple[SeatInfo, ...]
    phases: tuple[tuple[str, str], ...]
    """Every phase of a turn in the usual order, as (seat, phase); the seat is empty in a phase of both sides."""
    opening: tuple[tuple[str, str], ...] = ()
    """The phases before the first turn in order, as (seat, phase); shown only while one of them is played."""
    stacks_in_order: bool = False
    """Whether the order of a stack matters: all its counters are then shown, and listed from the top."""
    titles: Mapping[str, Message] = field(default_factory=dict)
    """Phase -> its name for display."""
    art: str = ""
    """The short name of the system whose art is used; empty: its own."""
    turn: Text = TURN
    """The word for a turn, as a heading."""
    turn_noun: Text = A_TURN
    """The word for a turn within a sentence."""
    measure: int = BASE
    """On a table without a grid: the number of units in the displayed unit of length, e.g. one MU."""
    measure_name: Text = BASE_WIDTHS
    """The plural name of that unit of length."""
    nudge: int = BASE // 4
    """On a table without a grid: the distance in units by which an arrow key moves a selected base."""
    symbols: bool = False
    """Whether bases show the symbols of their types rather than figures."""
    projected: bool = False
    """Whether maps, counters and marks are printed heavier, for a projector in a lit room."""

    def side(self, seat: str | None) -> SeatInfo:
        """The side of a seat.

        :raises StopIteration: for a seat that the system does not have.
        """
        return next(info for info in self.seats if info.name == seat)

    def side_title(self, seat: str | None) -> Text:
        """The title of a seat's side; empty for none."""
        return next((info.title for info in self.seats if info.name == seat), "")

    def phase_of(self, seat: str, phase: str) -> Text:
        """The name of a phase with its side, e.g. ``Italian small arms``; only the phase if no side has it."""
        side = next((info.described for info in self.seats if info.name == seat), "")
        return say("{side} {phase}", side=side, phase=self.title_of(phase)) if side else self.title_of(phase)

    def title_of(self, phase: str) -> Text:
        """The name of a phase for display."""
        return self.titles.get(phase, phase.replace("-", " "))

    def name_of(self, phase: str) -> Text:
        """The name of a phase within a sentence: its title without a number."""
        title = self.titles.get(phase)
        return (title.values or {}).get("phase", title) if title is not None else self.title_of(phase)
