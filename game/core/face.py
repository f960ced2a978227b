"""The faces of counters in systems with corps, portraits and two-sided counters, and the card of a place. Data only."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.message import Message, Text
from game.core.verdict import RuleRef

DIE_SIGN = "⚄"
"""The sign among a counter's numbers for a factor that is rolled each time; printed as a die."""


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence on a card, with its rule or ruling."""

    text: Message
    rule: RuleRef


@dataclass(frozen=True, slots=True)
class CounterFace:
    """The face of a counter with the colour of its corps or command; its symbol, code and numbers are in ``Counter``.

    A command, which only one side has, is a stripe along the upper edge; the rest has its side's colour, so that the
    side is plain from afar. A corps is a band behind the symbol.
    """

    title: str
    """The short name printed in the band, or below the symbol."""
    band: str
    """The colour of the corps or command."""
    ink: str = ""
    """The colour of the print on the band; empty for a stripe, which has none."""
    move: str = ""
    """The movement allowance, printed small beside the numbers."""
    reduced: bool = False
    """Whether it is the reverse, after a step loss: a hollow band, the numbers on stripes."""
    portrait: bool = False
    """Whether it is an officer: the symbol is a portrait, with the numbers beside it, attack over defence."""
    by_kind: bool = False
    """Whether combat depends on the unit's kind rather than on a factor: the symbol is large, the movement allowance
    small."""
    command: Text = ""
    """The formation or commander of the unit: the units of one command are shown as one mass where counters would be
    too small to read. Empty: it is always shown as a counter, with a corps band."""


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A place, as described on the selection card."""

    title: Text
    kind: Text
    """A short description of its terrain."""
    lines: tuple[tuple[Message, Text], ...] = ()
    """Pairs of label and value."""
    notes: tuple[Note, ...] = ()
