"""The state of a game of Cudgels. Frozen values; a change makes a new state that shares the rest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from game.board.manoeuvre import PlacedBase, contact
from game.board.measuring import Outline
from game.core.pose import Pose

from .units import INDEX, OF_SEAT, SEATS, TYPES

PIPS, MOVE, SHOOT, FIGHT, OVER = "pips", "move", "shoot", "fight", "over"
MOVED, SHOT, FOUGHT = "moved", "shot", "fought"
MARKS = (MOVED, SHOT, FOUGHT)


class Unit(NamedTuple):
    """A base: its pose, None if it is lost, and its actions in this player turn."""

    pose: Pose | None
    marks: frozenset[str] = frozenset()


class Due(NamedTuple):
    """The strike for which two dice are pending."""

    deed: str
    """``shoot`` or ``fight``."""
    unit: str
    target: str


class Contact(NamedTuple):
    """A base's front edge flush with an edge of an enemy base; both by their index."""

    unit: int
    enemy: int
    edge: int
    """The enemy's edge: 0 front, 1 right flank, 2 rear, 3 left flank."""
    shared: int
    """The length of the contact in units."""


@dataclass(frozen=True)
class State:
    """A complete state."""

    scenario: str
    options: tuple[str, ...]
    units: tuple[Unit, ...]
    """In the order of ``TYPES``."""
    turn: int = 1
    seat: int = 0
    """The phasing side."""
    phase: str = PIPS
    pips: int = 0
    """PIPs left."""
    rolled: int = 0
    """PIPs rolled."""
    due: Due | None = None
    ending: str = ""

    @property
    def side(self) -> str:
        """The phasing side's seat."""
        return SEATS[self.seat]

    @property
    def dice(self) -> bool:
        """Whether a roll is pending."""
        return self.phase == PIPS or self.due is not None

    def unit(self, name: str) -> Unit:
        """A base by its id."""
        return self.units[INDEX[name]]

    @cached_property
    def placed_bases(self) -> tuple[PlacedBase | None, ...]:
        """The pose of every base, in the order of ``TYPES``."""
        return tuple(PlacedBase(kind.base, unit.pose) if unit.pose is not None else None
                     for kind, unit in zip(TYPES, self.units, strict=True))

    @cached_property
    def outlines(self) -> tuple[Outline | None, ...]:
        """The corners of every base, in the order of ``TYPES``."""
        return tuple(one.corners if one is not None else None for one in self.placed_bases)

    @cached_property
    def contacts(self) -> tuple[Contact, ...]:
        """Every front edge flush with an enemy's edge (3.6)."""
        found = []
        for i, one in enumerate(self.placed_bases):
            for j, other in enumerate(self.placed_bases):
                if one is not None and other is not None and TYPES[i].seat != TYPES[j].seat:
                    shared = contact(one, other)
                    if shared is not None:
                        found.append(Contact(i, j, *shared))
        return tuple(found)

    def placed_base(self, name: str) -> PlacedBase:
        """A base on the table by its id."""
        found = self.placed_bases[INDEX[name]]
        assert found is not None
        return found

    def bases_of(self, seat: int) -> tuple[int, ...]:
        """The indices of a side's bases on the table."""
        return tuple(i for i in OF_SEAT[seat] if self.units[i].pose is not None)

    def put(self, name: str, unit: Unit) -> State:
        """The state with a base changed."""
        index = INDEX[name]
        return replace(self, units=(*self.units[:index], unit, *self.units[index + 1 :]))

    def mark(self, name: str, *marks: str) -> State:
        """The state with marks added to a base."""
        unit = self.unit(name)
        return self.put(name, unit._replace(marks=unit.marks | frozenset(marks)))
