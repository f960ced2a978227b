"""Where a game stands: a value that is never changed. Boards and tables are constants outside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .actions import Attack
from .units import SEATS, UNITS

MOVEMENT, COMBAT, OVER = "movement", "combat", "over"
LAST = 4
"""The last turn (2)."""


@dataclass(frozen=True, slots=True)
class State:
    """The places of the units and the step of the sequence."""

    places: tuple[str | None, ...] = tuple(unit.start for unit in UNITS.values())
    """In the order of ``UNITS``; None: eliminated."""
    turn: int = 1
    """One more than ``LAST`` when the last turn is over."""
    seat: str = SEATS[0]
    """The phasing side."""
    phase: str = MOVEMENT
    done: frozenset[str] = frozenset()
    """Units that have moved, or attacked, in this phase."""
    attack: Attack | None = None
    """The attack whose die is due."""

    @property
    def at(self) -> Mapping[str, str | None]:
        """Where each unit is."""
        return dict(zip(UNITS, self.places, strict=True))

    @property
    def alive(self) -> set[str]:
        """The sides that have a unit."""
        return {unit.seat for unit in UNITS.values() if self.at[unit.id] is not None}

    @property
    def over(self) -> bool:
        """Whether the game has ended (5)."""
        return self.turn > LAST or len(self.alive) < 2

    def unit_in(self, place: str) -> str | None:
        """The unit in a hex."""
        return next((unit for unit, there in self.at.items() if there == place), None)
