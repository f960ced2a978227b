"""The units and the sides (1.2)."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.message import Message, say
from game.core.verdict import RuleRef

RED, BLUE = SEATS = ("red", "blue")
SIDES = {RED: say("Red"), BLUE: say("Blue")}


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter as printed."""

    id: str
    seat: str
    name: Message
    abbr: str
    strength: int
    start: str
    """The hex in which it is set up."""


UNITS = {
    unit.id: unit
    for unit in (
        Unit("red-guard", RED, say("Red guard"), "Gd", 2, "0202"),
        Unit("red-line", RED, say("Red line"), "Ln", 1, "0203"),
        Unit("blue-guard", BLUE, say("Blue guard"), "Gd", 2, "0402"),
        Unit("blue-line", BLUE, say("Blue line"), "Ln", 1, "0403"),
    )
}


def rule(number: str, ruling: int | None = None) -> RuleRef:
    """A citation of this system's rulebook."""
    return RuleRef("template", number, ruling)
