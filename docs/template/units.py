"""The units and the sides (1.2)."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.field_types import UnitName
from game.core.message import Message, say
from game.core.verdict import Reason, RuleRef

RED, BLUE = SEATS = ("red", "blue")
SIDES = {RED: say("Red"), BLUE: say("Blue")}
GUARD, LINE = 2, 1
"""The strengths of a side's two units (1.2)."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter as printed. Its back does not show whether it is the guard."""

    id: UnitName
    seat: str
    name: Message
    abbr: str
    start: str
    """The hex in which it starts."""


UNITS: dict[str, Unit] = {
    unit.id: unit
    for unit in (
        Unit(UnitName("red-1"), RED, say("First red unit"), "1", "0202"),
        Unit(UnitName("red-2"), RED, say("Second red unit"), "2", "0203"),
        Unit(UnitName("blue-1"), BLUE, say("First blue unit"), "1", "0402"),
        Unit(UnitName("blue-2"), BLUE, say("Second blue unit"), "2", "0403"),
    )
}


def other(seat: str) -> str:
    """The other side."""
    return BLUE if seat == RED else RED


def rule(number: str, ruling: int | None = None) -> RuleRef:
    """A citation of this system's rulebook."""
    return RuleRef("template", number, ruling)


def refuse(number: str, text: Message) -> Reason:
    """The reason for a refusal, with its rule."""
    return Reason(rule(number), text)
