"""The state of a game of Tours. Values are frozen; a change makes a new state that shares the rest."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, ClassVar, NamedTuple

from game.board.hexgrid import OFF_BOARD, Hex
from game.core.decision import Decision
from game.core.field_types import Between, Key
from game.core.indices import Seat, Slot
from game.rules.tours.actions import MOVE
from game.rules.tours.ground import ToursGround
from game.rules.tours.units import (
    COMBAT_UNITS,
    CONTINGENTS,
    FIGHTERS,
    FOE,
    FRANKS,
    HI,
    LEADERS,
    MUSLIMS,
    NO_CONTINGENT,
    SEAT,
    SLOTS,
    UNITS_OF_CONTINGENT,
    WAGONS,
    Contingent,
)


class ToursPhase(StrEnum):
    """The phases of the game by their names in positions (4.0)."""

    SETUP = "set-up"
    INITIATIVE = "initiative"
    WHO_FIRST = "who-first"
    ORDERS = "orders"
    LEADERS = "leaders"
    ACTION = "action"
    SHOCK = "shock"
    REFORM = "reform"
    OVER = "over"


GONE = OFF_BOARD
"""The place of pieces that are not on the map."""
NOBODY = Slot(-1)
"""No piece."""
MASKS = ("disordered", "engaged", "moved", "fired", "shocked", "retreated", "tried_reform")
"""The fields of a state that are masks of units: bit n is set if the unit with slot n has the mark. They are in the
order of the marks of ``ToursUnitRow``."""


@dataclass(frozen=True)
class CurrentMove:
    """The move of the unit that is moving or firing now (6.1.1)."""

    slot: Annotated[Slot, Key("unit")]
    left: Annotated[int, Between(0, 8)]
    """Movement points left."""
    halted: bool = False
    """Whether it has moved next to an enemy and must stop (6.1)."""
    fired: bool = False
    """Whether it has fired during this move (7.1)."""
    led: bool = False
    """Whether the leader has moved along with it, at least for a part of the way (ruling 33)."""
    writes_all: ClassVar[bool] = True
    """Positions also give the fields that have their defaults (``core.fields``)."""


class Combat(NamedTuple):
    """A shock combat that has been announced (8.3)."""

    attackers: tuple[Slot, ...]
    defenders: tuple[Slot, ...]


class Vacated(NamedTuple):
    """A hex that a defender has left before shock, and its attackers: one of them may advance into it (8.1)."""

    place: Hex
    attackers: tuple[Slot, ...]


@dataclass(frozen=True)
class ToursState:
    """The complete state of a game."""

    scenario: str
    options: tuple[str, ...]
    ground: ToursGround = field(compare=False, repr=False)
    at: tuple[Hex, ...]
    """Slot -> hex index, or ``GONE``."""
    facing: tuple[int, ...]
    """Slot -> the vertex that the unit faces; 0 for leaders and wagons."""
    turn: int = 1
    phase: ToursPhase = ToursPhase.SETUP
    first: Seat = MUSLIMS
    """The side with the first player turn in this game turn; during set-up the side that sets up."""
    second: bool = False
    """Whether it is the second player turn."""
    disordered: int = 0
    engaged: int = 0
    wall: bool = True
    """Whether the Frankish heavy infantry is in its shield wall (5.2.6)."""
    orders: tuple[int, ...] = (0,) * len(CONTINGENTS)
    """Contingent -> its order (``actions.ORDERS``)."""
    tried: int = 0
    """Contingents (mask) that have rolled for activation, or carried out their order, in this player turn."""
    active: int = 0
    """Contingents (mask) that have been activated to move and attack in this player turn."""
    acting: Contingent = NO_CONTINGENT
    """The active contingent that is moving or firing now; ``NO_CONTINGENT`` for none."""
    moving: CurrentMove | None = None
    """The move of the unit that is moving or firing now; None if none is."""
    moved: int = 0
    """Units that have moved, fired or turned in this player turn."""
    fired: int = 0
    """Archers that have fired in their own move in this player turn (7.2)."""
    shocked: int = 0
    """Units that have attacked or advanced in this player turn."""
    retreated: int = 0
    """Units that have retreated before shock in this player turn."""
    tried_reform: int = 0
    """Units that have rolled to reform in this player turn."""
    leader_moved: bool = False
    """Whether the phasing side's leader has moved in this player turn."""
    helped: Contingent = NO_CONTINGENT
    """The contingent whose activation roll the leader has helped in this player turn (5.2.3)."""
    combats: tuple[Combat, ...] = ()
    """The announced combats that are not resolved yet."""
    resolving: bool = False
    """Whether the announced combats are being resolved."""
    frames: tuple[Any, ...] = ()
    """The pending decisions (``decisions.ToursPending``), the innermost last."""
    dead: int = 0
    """Dead leaders (mask of slots)."""
    ending: str = ""
    """A key of ``victory.ENDINGS`` once the battle is over; else empty."""

    @property
    def seat(self) -> Seat:
        """The phasing side."""
        return FOE[self.first] if self.second else self.first

    @cached_property
    def unit_in(self) -> dict[Hex, Slot]:
        """Hex -> the combat unit in it."""
        return {place: slot for slot, place in zip(SLOTS, self.at[:COMBAT_UNITS], strict=False) if place >= 0}

    @cached_property
    def occupied(self) -> tuple[int, int]:
        """Seat -> the mask of hexes with its combat units."""
        sides = [0, 0]
        for slot, place in enumerate(self.at[:COMBAT_UNITS]):
            if place >= 0:
                sides[SEAT[slot]] |= 1 << place
        return sides[0], sides[1]

    @cached_property
    def lone_leaders(self) -> tuple[int, int]:
        """Seat -> the mask of its leader's hex if no combat unit of its side is in it, else 0."""
        masks = []
        for seat, slot in enumerate(LEADERS):
            place = self.at[slot]
            masks.append(1 << place if place >= 0 and not self.occupied[seat] >> place & 1 else 0)
        return masks[0], masks[1]

    @cached_property
    def wagons(self) -> int:
        """The mask of hexes with wagon trains."""
        return sum(1 << self.at[slot] for slot in WAGONS if self.at[slot] >= 0)

    def leader_of(self, slot: Slot) -> Slot:
        """The leader in a combat unit's hex; ``NOBODY`` if there is none."""
        leader = LEADERS[SEAT[slot]]
        return leader if self.at[leader] == self.at[slot] >= 0 else NOBODY

    def is_unit_on_map(self, slot: Slot) -> bool:
        """Whether a piece is a combat unit on the map."""
        return slot < COMBAT_UNITS and self.at[slot] >= 0

    def units(self, contingent: Contingent) -> list[Slot]:
        """The units of a contingent that are on the map."""
        return [slot for slot in UNITS_OF_CONTINGENT[contingent] if self.at[slot] >= 0]

    def army(self, seat: Seat) -> list[Slot]:
        """The combat units of a side that are on the map."""
        return [slot for slot in FIGHTERS[seat] if self.at[slot] >= 0]

    @cached_property
    def hostile(self) -> tuple[int, int]:
        """Seat -> the mask of hexes with its enemies, including a lone leader."""
        return self.occupied[MUSLIMS] | self.lone_leaders[MUSLIMS], self.occupied[FRANKS] | self.lone_leaders[FRANKS]

    def enemy_zone(self, seat: Seat) -> int:
        """The mask of hexes next to a side's enemies, in which its pieces must stop (3.2, 6.1)."""
        return self.ground.around(self.hostile[seat])

    def ruling_on_enemies(self, slot: Slot, place: Hex) -> int | None:
        """The ruling by which a hex next to enemies restricts a piece: ruling 7 for a leader, and for a unit if the
        enemy there is only a leader alone; None if the rule itself does (6.1, 8.1, 10.0)."""
        return 7 if slot in LEADERS or not self.ground.adjacent[place] & self.occupied[FOE[SEAT[slot]]] else None

    def has_units(self, contingent: Contingent) -> bool:
        """Whether any unit of a contingent is on the map."""
        return any(self.at[slot] >= 0 for slot in UNITS_OF_CONTINGENT[contingent])

    def has_failed_activation(self, contingent: Contingent) -> bool:
        """Whether a contingent has failed its activation roll in this player turn (5.2.4)."""
        return bool(self.tried & ~self.active & 1 << contingent) and self.orders[contingent] == MOVE

    def move_of(self, slot: Slot) -> CurrentMove | None:
        """The move of a unit if it is the one moving or firing now, else None."""
        return self.moving if self.moving is not None and self.moving.slot == slot else None

    def in_wall(self, slot: Slot) -> bool:
        """Whether a unit is in the shield wall."""
        return self.wall and slot in UNITS_OF_CONTINGENT[HI]

    def with_unit_at(self, slot: Slot, place: Hex) -> ToursState:
        """The state with a piece in another place."""
        return replace(self, at=(*self.at[:slot], place, *self.at[slot + 1:]))

    def turned(self, slot: Slot, vertex: int) -> ToursState:
        """The state with a unit facing another vertex."""
        return replace(self, facing=(*self.facing[:slot], vertex, *self.facing[slot + 1:]))

    def pushed(self, *frames: Decision[ToursState]) -> ToursState:
        """The state with more pending decisions, the last of them next."""
        return replace(self, frames=(*self.frames, *frames))

    def popped(self) -> ToursState:
        """The state without its innermost pending decision."""
        return replace(self, frames=self.frames[:-1])

    def swapped(self, frame: Decision[ToursState]) -> ToursState:
        """The state with its innermost pending decision replaced."""
        return replace(self, frames=(*self.frames[:-1], frame))


def fresh_turn(state: ToursState) -> ToursState:
    """The state with everything cleared that lasts for one player turn only."""
    return replace(state, orders=(0,) * len(CONTINGENTS), tried=0, active=0, acting=NO_CONTINGENT, moving=None, moved=0,
                   fired=0, shocked=0, retreated=0, tried_reform=0, leader_moved=False, helped=NO_CONTINGENT,
                   combats=(), resolving=False)
