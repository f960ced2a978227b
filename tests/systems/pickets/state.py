"""The state of a game of Pickets. Frozen values; a change makes a new state that shares the rest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from .units import INDEX, TYPES

INITIATIVE, ORDERS, COMBAT, OVER = "initiative", "orders", "combat", "over"
DONE, FIRED, SHAKEN, LOW = "done", "fired", "shaken", "low-ammo"


class Unit(NamedTuple):
    """A counter: its place, facing, and remaining steps."""

    place: str | None
    """A hex, a box, or None if it is lost or not in the scenario."""
    facing: int
    """The side of its hex it faces, clockwise from 0 = north."""
    steps: int
    marks: frozenset[str] = frozenset()


GONE = Unit(None, 0, 0)
"""A counter that is lost or not in the scenario."""


class Order(NamedTuple):
    """A counter's order in progress."""

    unit: str
    left: int
    """Its movement points."""


class March(NamedTuple):
    """A moving counter: the rest of its path, and its final facing."""

    path: tuple[str, ...]
    facing: int


class Reaction(NamedTuple):
    """The other side's decision whether to fire at the moving counter."""


class Shot(NamedTuple):
    """A reaction shot whose die is pending."""

    unit: str


Frame = Order | March | Reaction | Shot


class Combat(NamedTuple):
    """A declared combat: fire, a volley or an assault."""

    kind: str
    units: tuple[str, ...]
    targets: tuple[str, ...]
    dice: tuple[int, ...] = ()
    """For a volley, the number of dice against each target."""


@dataclass(frozen=True)
class State:
    """A complete state."""

    scenario: str
    options: tuple[str, ...]
    units: tuple[Unit, ...]
    """In the order of ``TYPES``."""
    resolve: tuple[int, int]
    turn: int = 1
    phase: str = INITIATIVE
    first: int = 0
    """The side with the first player turn of this game turn."""
    second: bool = False
    """Whether it is the second player turn."""
    orders: int = 0
    frames: tuple[Frame, ...] = ()
    """The pending decisions, the innermost last."""
    combats: tuple[Combat, ...] = ()
    begun: bool = False
    """Whether the declared combats are being resolved."""
    rolling: bool = False
    """Whether the dice of the first combat are pending."""
    scored: tuple[bool, bool] = (False, False)
    """The sides that have eliminated or exited a counter in this game turn."""
    ending: str = ""
    roster: frozenset[str] = frozenset()
    """The counters of the scenario."""

    @property
    def seat(self) -> int:
        """The phasing side's seat."""
        return 1 - self.first if self.second else self.first

    @property
    def example(self) -> bool:
        """Whether it is an example of play, which ends with its first player turn (9)."""
        return self.scenario.startswith("example")

    @property
    def due(self) -> bool:
        """Whether a roll is pending."""
        return self.phase == INITIATIVE or self.rolling or isinstance(self.top(), Shot)

    @cached_property
    def stacks(self) -> dict[str, tuple[int, ...]]:
        """Place -> the counters in it."""
        found: dict[str, tuple[int, ...]] = {}
        for index, unit in enumerate(self.units):
            if unit.place is not None:
                found[unit.place] = (*found.get(unit.place, ()), index)
        return found

    @cached_property
    def held(self) -> tuple[frozenset[str], frozenset[str]]:
        """The places where either side has counters."""
        sides = (set[str](), set[str]())
        for place, there in self.stacks.items():
            sides[TYPES[there[0]].seat].add(place)
        return frozenset(sides[0]), frozenset(sides[1])

    def unit(self, name: str) -> Unit:
        """A counter by its id."""
        return self.units[INDEX[name]]

    def at(self, place: str) -> tuple[int, ...]:
        """The counters in a place."""
        return self.stacks.get(place, ())

    def side(self, place: str) -> int | None:
        """The side with counters in a hex."""
        there = self.at(place)
        return TYPES[there[0]].seat if there else None

    def top(self) -> Frame | None:
        """The innermost pending decision."""
        return self.frames[-1] if self.frames else None

    @property
    def ordered(self) -> Order | None:
        """The order in progress, always the outermost pending decision."""
        first = self.frames[0] if self.frames else None
        return first if isinstance(first, Order) else None

    def put(self, name: str, unit: Unit) -> State:
        """The state with a counter changed."""
        index = INDEX[name]
        return replace(self, units=(*self.units[:index], unit, *self.units[index + 1 :]))

    def mark(self, name: str, *marks: str) -> State:
        """The state with marks added to a counter."""
        unit = self.unit(name)
        return self.put(name, unit._replace(marks=unit.marks | frozenset(marks)))
