"""The state of a game: an immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.decision import Decision
from game.core.field_types import UnitName

from .units import GUARD, LINE, RED, SEATS, UNITS, other


class Phase(StrEnum):
    """The phases, under their names in positions."""

    SETUP = "setup"
    MOVEMENT = "movement"
    COMBAT = "combat"
    OVER = "over"


LAST = 4
"""The last turn (2)."""


@dataclass(frozen=True)
class State:
    """The places of the units, what the players know about them, and the point reached in the sequence of play."""

    board: HexBoard = field(compare=False, repr=False)
    """Constant, so it is ignored when states are compared."""
    places: tuple[str | None, ...] = tuple(unit.start for unit in UNITS.values())
    """In the order of ``UNITS``; None: eliminated."""
    guards: tuple[UnitName | None, ...] = (None, None)
    """The guard of each side; None: not yet chosen, or not known to the viewer."""
    shown: bool = False
    """Whether all units are face up, because there has been an attack (1.3)."""
    turn: int = 1
    seat: str = RED
    """The phasing side."""
    phase: Phase = Phase.SETUP
    done: frozenset[str] = frozenset()
    """The units that have moved, or attacked, in this phase."""
    pending: Decision[Any] | None = None
    """The pending decision or roll that interrupts the phase; None if there is none."""

    @property
    def at(self) -> Mapping[str, str | None]:
        """Unit -> its place; None: eliminated."""
        return dict(zip(UNITS, self.places, strict=True))

    def strength(self, unit: str) -> int | None:
        """The strength of a unit; None if it is not known (1.3)."""
        guard = self.guards[SEATS.index(UNITS[unit].seat)]
        return None if guard is None else GUARD if unit == guard else LINE

    def on_map(self, seat: str) -> list[UnitName]:
        """The units that a side has left."""
        return [unit.id for unit in UNITS.values() if unit.seat == seat and self.at[unit.id] is not None]

    def unit_in(self, place: str) -> str | None:
        """The unit in a hex; None if it is empty."""
        return next((unit for unit, there in self.at.items() if there == place), None)

    def beside(self, unit: str) -> tuple[str, ...]:
        """The hexes adjacent to a unit."""
        place = self.at[unit]
        return () if place is None else self.board.neighbours_of(place)

    def free_beside(self, unit: str) -> list[str]:
        """The free hexes adjacent to a unit (3.1)."""
        return [place for place in self.beside(unit) if self.unit_in(place) is None]

    def enemies_beside(self, unit: str) -> list[UnitName]:
        """The enemies adjacent to a unit."""
        return [enemy for enemy in self.on_map(other(UNITS[unit].seat)) if self.at[enemy] in self.beside(unit)]

    def put(self, unit: str, place: str | None) -> State:
        """The state with a unit in another place, or eliminated (None)."""
        return replace(self, places=tuple({**self.at, unit: place}.values()))

    def used(self, unit: str) -> State:
        """The state with a unit marked as having acted in this phase."""
        return replace(self, done=self.done | {unit})
