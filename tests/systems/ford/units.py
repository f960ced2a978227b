"""The counters, the sides and the raiders' kinds (2)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from game.core.field_types import UnitName
from game.core.message import Message, Text, and_list, say
from game.core.verdict import Reason, RuleRef

COLUMN, RAIDERS = SEATS = ("column", "raiders")
SIDES = {COLUMN: say("Column"), RAIDERS: say("Raiders")}


class Kind(StrEnum):
    """The kind of a counter; only its own side knows that of a raider (4.1)."""

    WAGON = "wagon"
    GUARD = "guard"
    RIDER = "rider"
    DUST = "dust"


KINDS = {Kind.WAGON: say("Wagon"), Kind.GUARD: say("Guard"), Kind.RIDER: say("Rider"), Kind.DUST: say("Dust")}
STRENGTH = {Kind.WAGON: 0, Kind.GUARD: 2, Kind.RIDER: 2, Kind.DUST: 0}
RIDERS, DUSTS = 5, 3
"""The numbers of Riders and Dust (2.3)."""


class Unit(NamedTuple):
    """A counter as printed. The back of a raider does not show its kind."""

    id: UnitName
    seat: str
    kind: Kind | None
    name: Message
    moves: int
    start: str


UNITS = {f"{word}-{n}": Unit(UnitName(f"{word}-{n}"), seat, kind, say(title, n=n), moves, place)
         for word, seat, kind, title, moves, starts in (
             ("wagon", COLUMN, Kind.WAGON, "Wagon {n}", 2, ("0104", "0204", "0304")),
             ("guard", COLUMN, Kind.GUARD, "Guard {n}", 4, ("0203", "0205", "0403", "0405")),
             ("raider", RAIDERS, None, "Raider {n}", 5, tuple(f"100{n}" for n in range(1, 9))))
         for n, place in enumerate(starts, 1)}
"""All counters, in the order of their set-up (3.1 and 3.2)."""
WAGONS, GUARDS, ALL_RAIDERS = ([unit.id for unit in UNITS.values() if unit.kind == kind]
                               for kind in (Kind.WAGON, Kind.GUARD, None))


def other(seat: str) -> str:
    """The other side."""
    return RAIDERS if seat == COLUMN else COLUMN


def names(*units: str) -> Text:
    """Names of units for a sentence."""
    return and_list(UNITS[unit].name for unit in units)


def rule(number: str, ruling: int | None = None) -> RuleRef:
    """A citation of this system's rulebook."""
    return RuleRef("ford", number, ruling)


def refuse(number: str, text: Message, ruling: int | None = None) -> Reason:
    """The reason for a refusal, with its rule."""
    return Reason(rule(number, ruling), text)
