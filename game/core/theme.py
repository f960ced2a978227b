"""How a system looks: its sides, their colours, the phases of its turn. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.core.message import Message, Text, say
from game.core.pose import BASE

BASE_WIDTHS = say("base widths")
TURN, A_TURN = say("Turn"), say("turn")


@dataclass(frozen=True, slots=True, eq=False)
class SeatInfo:
    """A side. Each is itself alone: pictures of its counters are kept by it, and looked up at every frame."""

    name: str
    title: Text
    paper: str
    """The counters' colour."""
    print: str
    """The colour of what is printed on them."""
    pattern: str
    """The second sign beside colour: ``solid`` or ``dashed`` edges, ..."""
    adjective: Text = ""
    """What is of the side, e.g. ``Frankish``; empty where the title can be said so."""
    heavy: bool = False
    """Whether its numbers are printed heavier."""
    larger: float = 1.0
    """How many times as wide as usual a counter is before it carries small print beside its number."""

    @property
    def described(self) -> Text:
        """The side before a noun, e.g. before ``victory``."""
        return self.adjective or self.title


@dataclass(frozen=True, slots=True)
class Theme:
    """How a system looks; data only."""

    title: Text
    subtitle: Message
    blurb: Message
    seats: tuple[SeatInfo, ...]
    phases: tuple[tuple[str, str], ...]
    """Every phase of a turn in its usual order, as (seat, phase); no seat where the phase is nobody's own."""
    opening: tuple[tuple[str, str], ...] = ()
    """Phases before the first turn in order, as (seat, phase); shown only while one of them is played."""
    stacks_in_order: bool = False
    """Whether it matters which counter of a stack lies above which: all show then, and are told from the top."""
    titles: Mapping[str, Message] = field(default_factory=dict)
    """Phase -> its name for people."""
    art: str = ""
    """The short name of the system whose art is used; left out, the system's own."""

    turn: Text = TURN
    """What people call a turn, as a heading."""
    turn_noun: Text = A_TURN
    """The same within a sentence."""
    measure: int = BASE
    """On a table without a grid: the units that lengths are read in, e.g. those of one MU."""
    measure_name: Text = BASE_WIDTHS
    """What people call several of these."""
    nudge: int = BASE // 4
    """The units by which a key pushes what is held there."""
    symbols: bool = False
    """Whether bases show the symbols of their types rather than figures."""
    projected: bool = False
    """Whether maps, counters and signs are printed heavier, for a projector in a lit room."""

    def side(self, seat: str | None) -> SeatInfo:
        """The side that a seat plays.

        :raises StopIteration: for a seat that the system does not have.
        """
        return next(info for info in self.seats if info.name == seat)

    def side_title(self, seat: str | None) -> Text:
        """What people call the side that a seat plays; empty for none."""
        return next((info.title for info in self.seats if info.name == seat), "")

    def title_of(self, phase: str) -> Text:
        """What people call a phase."""
        return self.titles.get(phase, phase.replace("-", " "))
