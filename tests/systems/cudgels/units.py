"""The bases of Cudgels: their kinds, sizes and factors (1.1)."""

from __future__ import annotations

from dataclasses import dataclass

from game.board.measuring import Base
from game.core.pose import BASE

SEATS = ("red", "white")
COUNTS = {"foot": 4, "bows": 2, "horse": 2}
DEPTH = {"foot": 400, "bows": 400, "horse": 600}
MOVE = {"foot": 3 * BASE, "bows": 3 * BASE, "horse": 5 * BASE}
FACTOR = {"foot": 4, "bows": 2, "horse": 3}
COVER = {"foot": 4, "bows": 3, "horse": 3}
"""The cover against shooting (4.2)."""
RANGE = 3 * BASE


@dataclass(frozen=True, slots=True)
class Type:
    """The type of a base, without its commander."""

    id: str
    """Side, kind and number, e.g. ``rf2``."""
    seat: int
    kind: str
    number: int

    @property
    def base(self) -> Base:
        """Its size."""
        return Base(BASE, DEPTH[self.kind])

    @property
    def name(self) -> str:
        """E.g. ``Red foot 2``."""
        return f"{SEATS[self.seat].title()} {self.kind} {self.number}"


TYPES = tuple(Type(f"{SEATS[seat][0]}{kind[0]}{n}", seat, kind, n)
              for seat in (0, 1) for kind, count in COUNTS.items() for n in range(1, count + 1))
"""Red's foot, bows and horse, then White's."""
INDEX = {kind.id: index for index, kind in enumerate(TYPES)}
OF_SEAT = tuple(tuple(i for i, kind in enumerate(TYPES) if kind.seat == seat) for seat in (0, 1))
EACH = sum(COUNTS.values())
BEATEN = 4
"""The number of lost bases at which a side has lost (6.1)."""
