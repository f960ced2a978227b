"""The counters, the sides and what the raiders really are (2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from game.core.fields import UnitName
from game.core.message import Message, say
from game.core.verdict import Reason, RuleRef

COLUMN, RAIDERS = SEATS = ("column", "raiders")
SIDES = {COLUMN: say("Column"), RAIDERS: say("Raiders")}


class Kind(StrEnum):
    """What a counter is; of a raider only its own side knows it (4.1)."""

    WAGON = "wagon"
    GUARD = "guard"
    RIDER = "rider"
    DUST = "dust"


KINDS = {Kind.WAGON: say("Wagon"), Kind.GUARD: say("Guard"), Kind.RIDER: say("Rider"), Kind.DUST: say("Dust")}
STRENGTH = {Kind.WAGON: 0, Kind.GUARD: 2, Kind.RIDER: 2, Kind.DUST: 0}
RIDERS, DUSTS = 5, 3
"""How many raiders are which (2.3)."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter as printed."""

    id: UnitName
    seat: str
    kind: Kind | None
    """None: its back does not tell."""
    name: Message
    abbr: str
    moves: int
    start: str


def _units() -> dict[str, Unit]:
    """All counters where they are set up (3.1 and 3.2)."""
    found = [Unit(UnitName(f"wagon-{n}"), COLUMN, Kind.WAGON, say("Wagon {n}", n=n), str(n), 2, place)
             for n, place in enumerate(("0104", "0204", "0304"), 1)]
    found += [Unit(UnitName(f"guard-{n}"), COLUMN, Kind.GUARD, say("Guard {n}", n=n), str(n), 4, place)
              for n, place in enumerate(("0203", "0205", "0403", "0405"), 1)]
    found += [Unit(UnitName(f"raider-{n}"), RAIDERS, None, say("Raider {n}", n=n), str(n), 5, f"100{n}")
              for n in range(1, 9)]
    return {unit.id: unit for unit in found}


UNITS = _units()
WAGONS, GUARDS = ([unit.id for unit in UNITS.values() if unit.kind == kind] for kind in (Kind.WAGON, Kind.GUARD))
ALL_RAIDERS = [unit.id for unit in UNITS.values() if unit.seat == RAIDERS]


def other(seat: str) -> str:
    """The other side."""
    return RAIDERS if seat == COLUMN else COLUMN


def rule(number: str, ruling: int | None = None) -> RuleRef:
    """A citation of this system's rulebook."""
    return RuleRef("ford", number, ruling)


def refuse(number: str, text: Message, ruling: int | None = None) -> Reason:
    """The reason of a refusal under a rule."""
    return Reason(rule(number, ruling), text)
