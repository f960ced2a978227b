"""What the counters of systems with corps, portraits and two sides show, and what a place's card says. Data only."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.message import Message, Text
from game.core.verdict import RuleRef

DIE = "⚄"
"""In a counter's numbers: a factor that is rolled each time; printed as a die."""


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence for the selection card and the rule or ruling it comes from."""

    text: Message
    rule: RuleRef


@dataclass(frozen=True, slots=True)
class CounterFace:
    """The upper side of a counter that has a corps band; its symbol, code and numbers stand in ``Counter``."""

    title: str
    """The short name printed in the band."""
    band: str
    """The colour of the corps."""
    ink: str
    """The colour of what is printed on the band."""
    move: str = ""
    """The movement allowance, printed small beside the numbers."""
    worn: bool = False
    """The reverse, after a step loss: a hollow band, the numbers on stripes."""
    portrait: bool = False
    """An officer: the symbol is his portrait, his numbers stand beside it, attack over defence."""
    by_kind: bool = False
    """Whether the unit's kind decides its combats, not a factor: the symbol is large, its movement allowance small."""
    command: str = ""
    """The formation or commander it fights under: those of one command are shown as one mass where counters would be
    too small to be read. Empty: it always shows as a counter."""


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A place as the selection card tells it."""

    title: Text
    kind: Text
    """What ground it is, in a few words."""
    lines: tuple[tuple[Message, Text], ...] = ()
    """Label and value pairs."""
    notes: tuple[Note, ...] = ()
