"""The state of a game of Pickets. Frozen values; a change makes a new state that shares the rest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from .units import INDEX, TYPES

INITIATIVE, ORDERS, COMBAT, OVER = "initiative", "orders", "combat", "over"
DONE, FIRED, SHAKEN, LOW = "done", "fired", "shaken", "low-ammo"


class Unit(NamedTuple):
    """A counter: where it is, how it faces, what it has left."""

    place: str | None
    """A hex, a box, or None where it is lost or not in the scenario."""
    facing: int
    """The side of its hex it faces, clockwise from 0 = north."""
    steps: int
    marks: frozenset[str] = frozenset()


GONE = Unit(None, 0, 0)
"""Lost or not in the scenario."""


class Order(NamedTuple):
    """A counter carries out an order."""

    unit: str
    left: int
    """Its movement points."""


class March(NamedTuple):
    """A counter on its way: what is left of its path, and how it will face at the end."""

    path: tuple[str, ...]
    facing: int


class Reaction(NamedTuple):
    """The other side is asked whether it fires at the counter under way."""


class Shot(NamedTuple):
    """A shot in reaction, whose die is to fall."""

    unit: str


Frame = Order | March | Reaction | Shot


class Combat(NamedTuple):
    """A combat that has been declared: fire, a volley or an assault."""

    kind: str
    units: tuple[str, ...]
    targets: tuple[str, ...]
    dice: tuple[int, ...] = ()
    """Of a volley: how many dice are rolled at each target."""


@dataclass(frozen=True)
class State:
    """Everything there is to know."""

    scenario: str
    options: tuple[str, ...]
    units: tuple[Unit, ...]
    """In the order of ``TYPES``."""
    resolve: tuple[int, int]
    turn: int = 1
    phase: str = INITIATIVE
    first: int = 0
    """Whose player turn comes first in this game turn."""
    second: bool = False
    """Whether the second player turn is on."""
    orders: int = 0
    frames: tuple[Frame, ...] = ()
    """What is under way, the innermost last."""
    combats: tuple[Combat, ...] = ()
    begun: bool = False
    """Whether the combats that have been declared are being resolved."""
    rolling: bool = False
    """Whether the dice of the first combat are to fall."""
    scored: tuple[bool, bool] = (False, False)
    """Who has eliminated or brought off anything in this game turn."""
    ending: str = ""
    roster: frozenset[str] = frozenset()
    """The counters of the scenario."""

    @property
    def seat(self) -> int:
        """Whose player turn it is."""
        return 1 - self.first if self.second else self.first

    @property
    def example(self) -> bool:
        """Whether it is an example of play, which ends with its first player turn (9)."""
        return self.scenario.startswith("example")

    @property
    def due(self) -> bool:
        """Whether dice are to fall."""
        return self.phase == INITIATIVE or self.rolling or isinstance(self.top(), Shot)

    @cached_property
    def stacks(self) -> dict[str, tuple[int, ...]]:
        """Place -> who is there."""
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
        """Who is at a place."""
        return self.stacks.get(place, ())

    def side(self, place: str) -> int | None:
        """Whose counters are in a hex."""
        there = self.at(place)
        return TYPES[there[0]].seat if there else None

    def top(self) -> Frame | None:
        """What is under way."""
        return self.frames[-1] if self.frames else None

    @property
    def ordered(self) -> Order | None:
        """The order that is being carried out: always the outermost of what is under way."""
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
