"""The counters of Pickets: their kinds, factors and names (1.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

SEATS = ("blue", "grey")
KINDS = {"f": "foot", "h": "horse", "g": "battery"}
COUNTS = {"f": 66, "h": 12, "g": 7}
GUARD = 6
"""The number of a side's first foot that are its guard."""


@dataclass(frozen=True, slots=True)
class Type:
    """A counter as printed."""

    id: str
    """Side, kind and number, e.g. ``bf07``."""
    seat: int
    kind: str
    number: int
    steps: int
    move: int
    """Movement points of an order."""
    dice: int
    """Dice per step in an assault; for a battery its pool in a volley."""
    quality: int

    @property
    def name(self) -> str:
        """E.g. ``Blue foot 7``."""
        return f"{SEATS[self.seat].title()} {KINDS[self.kind]} {self.number}"


def _type(seat: int, kind: str, number: int) -> Type:
    steps, move, dice = {"f": (2, 6, 3), "h": (2, 12, 4), "g": (1, 4, 20)}[kind]
    quality = 4 if kind == "f" and number <= GUARD else 3
    return Type(f"{SEATS[seat][0]}{kind}{number:02}", seat, kind, number, steps, move, dice, quality)


TYPES = tuple(_type(seat, kind, n) for seat in (0, 1) for kind, count in COUNTS.items() for n in range(1, count + 1))
"""All 170 counters: one side's foot, horse and batteries, then the other's."""
INDEX = {kind.id: index for index, kind in enumerate(TYPES)}
OF_SEAT = tuple(tuple(i for i, kind in enumerate(TYPES) if kind.seat == seat) for seat in (0, 1))


@cache
def arrivals(seat: int) -> str:
    """The box of a side's reinforcements."""
    return f"{SEATS[seat]}-arrivals"


@cache
def exits(seat: int) -> str:
    """The box of a side's counters that have exited over the far edge."""
    return f"{SEATS[seat]}-exits"


def home(seat: int) -> int:
    """The direction of a side's own edge, opposite to its facing: blue faces north, grey south."""
    return 3 if seat == 0 else 0
