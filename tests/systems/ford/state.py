"""The state of a game, an immutable value, and the ground."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from game.board.hexgrid import HexBoard
from game.board.paths import Reach, reach
from game.core.decision import Decision
from game.core.field_types import UnitName

from .units import ALL_RAIDERS, COLUMN, RAIDERS, RIDERS, STRENGTH, UNITS, WAGONS, Kind, other

COSTS = {"open": 1, "woods": 2, "ford": 2}
"""Movement points by terrain; other terrain cannot be entered (6.1)."""
STACK_LIMIT, LAST_TURN = 2, 8
"""Units of a side in a hex (6.3), and the last turn (3.3)."""


class Phase(StrEnum):
    """The phases, under their names in positions."""

    SETUP = "setup"
    MOVEMENT = "movement"
    COMBAT = "combat"
    OVER = "over"


class Ground:
    """The board, and the steps of wagons and of other units on it."""

    def __init__(self, board: HexBoard) -> None:
        self.board = board
        self.steps = {kind: tuple(tuple((there, COSTS[board.terrain[board.hexes[there]]]) for there in row
                                        if there >= 0 and self.enters(kind, board.hexes[there]))
                                  for row in board.neighbours) for kind in (Kind.WAGON, Kind.GUARD, None)}

    def enters(self, kind: Kind | None, place: str) -> bool:
        """Whether such a unit may ever enter a hex (6.1, 6.2)."""
        terrain = self.board.terrain.get(place)
        return terrain in COSTS and not (kind == Kind.WAGON and terrain == "woods")


@dataclass(frozen=True)
class State:
    """The places of the units, the knowledge of the raiders, and the point in the sequence of play."""

    ground: Ground = field(compare=False, repr=False)
    places: tuple[str | None, ...] = tuple(unit.start for unit in UNITS.values())
    """In the order of ``UNITS``; None: eliminated, or safe."""
    kinds: tuple[Kind | None, ...] = (None,) * len(ALL_RAIDERS)
    """The kind of each raider; None: not yet determined, or unknown to the viewer (4.1)."""
    shown: frozenset[str] = frozenset()
    """Raiders that have been revealed (4.3)."""
    safe: frozenset[str] = frozenset()
    """Wagons that have left the map (9.1)."""
    halted: frozenset[str] = frozenset()
    """Wagons that miss a movement (7)."""
    reacted: frozenset[str] = frozenset()
    """Raiders that have reacted this turn (7)."""
    done: frozenset[str] = frozenset()
    """Units that have moved, or taken part in an attack from their hex, in this phase."""
    struck: frozenset[str] = frozenset()
    """Hexes that have been attacked in this phase (8.1)."""
    cut: tuple[UnitName | None, ...] = ()
    """The counters that the Raiders have named; None if unknown to the viewer (ruling 1)."""
    turn: int = 1
    seat: str = RAIDERS
    """The phasing side."""
    phase: Phase = Phase.SETUP
    pending: Decision[Any] | None = None
    """The pending decision or roll."""

    @cached_property
    def at(self) -> Mapping[str, str | None]:
        """The place of each unit."""
        return dict(zip(UNITS, self.places, strict=True))

    def kind(self, unit: str) -> Kind | None:
        """The kind of a unit, as far as it is known."""
        return UNITS[unit].kind or self.kinds[ALL_RAIDERS.index(UNITS[unit].id)]

    def imagined(self, unit: str) -> Kind:
        """The kind of a unit; an unknown raider counts as a Rider as long as there can be one more."""
        return self.kind(unit) or (Kind.RIDER if self.kinds.count(Kind.RIDER) < RIDERS else Kind.DUST)

    def strength(self, units: Iterable[str]) -> int | None:
        """The strength of some units together; None if one is not known, or there is none."""
        kinds = [self.kind(unit) for unit in units]
        return None if None in kinds or not kinds else sum(STRENGTH[kind] for kind in kinds if kind)

    def on_map(self, seat: str) -> list[UnitName]:
        """The units that a side has on the map."""
        return [unit.id for unit in UNITS.values() if unit.seat == seat and self.at[unit.id] is not None]

    @property
    def wagons(self) -> list[UnitName]:
        """The wagons on the map."""
        return [wagon for wagon in WAGONS if self.at[wagon] is not None]

    def in_hex(self, place: str | None, seat: str) -> tuple[UnitName, ...]:
        """A side's units in a hex."""
        return tuple(unit for unit in self.on_map(seat) if self.at[unit] == place)

    def beside(self, unit: str) -> tuple[str, ...]:
        """The hexes adjacent to a unit."""
        place = self.at[unit]
        return () if place is None else self.ground.board.neighbours_of(place)

    def reactors(self, wagon: str) -> list[UnitName]:
        """The raiders that may react to a wagon (7)."""
        return [unit for unit in self.on_map(RAIDERS)
                if unit not in self.reacted and self.at[unit] in self.beside(wagon)]

    def free(self) -> list[UnitName]:
        """The phasing side's units that may still move, or attack."""
        idle = [unit for unit in self.on_map(self.seat) if unit not in self.done]
        if self.phase == Phase.COMBAT:
            return [unit for unit in idle if UNITS[unit].kind != Kind.WAGON]
        return [unit for unit in idle if not (self.seat == COLUMN and unit in self.halted)]

    def targets(self, unit: str) -> list[str]:
        """The hexes that a unit may attack (8.1)."""
        enemies = {self.at[enemy] for enemy in self.on_map(other(UNITS[unit].seat))}
        return [place for place in self.beside(unit) if place in enemies and place not in self.struck]

    def ways(self, unit: str, alone: bool = False) -> Reach[Any]:
        """The hexes within a unit's movement points, ignoring stacking (6.1, 6.4, 6.5).

        :param alone: as if there were no enemies.
        """
        index, start, enemies, halts = self.ground.board.index, self.at[unit] or "", 0, 0
        for enemy in [] if alone else self.on_map(other(UNITS[unit].seat)):
            node = index[self.at[enemy] or ""]
            enemies |= 1 << node
            halts |= self.ground.board.adjacent[node]
        return reach([index[start]], self.ground.steps[UNITS[unit].kind], UNITS[unit].moves, enemies, halts)

    def put(self, unit: str, place: str | None) -> State:
        """The state with a unit in another place."""
        return replace(self, places=tuple({**self.at, unit: place}.values()))
