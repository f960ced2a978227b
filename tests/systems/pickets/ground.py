"""The effect of terrain in Pickets: movement costs (3.2), facing (3.1), sight (5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from game.board.hexgrid import STEPS, HexBoard
from game.board.paths import reach
from game.board.sight import line, obstruction

from .state import SHAKEN, State, Unit
from .units import OF_SEAT, TYPES

COSTS = {"open": (2, 2, 2), "woods": (3, 5, None), "marsh": (4, 6, None), "village": (2, 3, 2)}
"""Points to enter a hex: foot, horse, battery; None if it needs a road."""
KIND = {"f": 0, "h": 1, "g": 2}
ROAD, UPHILL, STREAM, TURN, LEAVE = 1, 2, 2, 1, 4
"""Points along a road, for each level up, across a stream without a road, for each hexside turned, and for leaving a
zone of control."""
FULL = 2
"""Counters in a hex (1.2)."""
HIDES = ("woods", "village")

Node = tuple[str, int]
"""A hex and a facing."""


class Way(NamedTuple):
    """The cheapest way to a hex and a facing."""

    points: int
    path: tuple[Node, ...]
    """The hexes from the start, included."""


def turns(facing: int, other: int) -> int:
    """Hexsides from one facing to another by the shorter turn."""
    way = (other - facing) % 6
    return min(way, 6 - way)


class Ground:
    """A board with its rules."""

    def __init__(self, board: HexBoard) -> None:
        self.board = board
        self.sighted = lru_cache(65536)(self._sighted)
        self.near = lru_cache(4096)(self._near)
        self.edge = lru_cache(2)(self._edge)
        self.controlled = lru_cache(64)(self._controlled)

    def beside(self, hex_: str, direction: int) -> str | None:
        """The hex across a side; None if it is off the board."""
        index = self.board.neighbours[self.board.index[hex_]][direction]
        return self.board.hexes[index] if index >= 0 else None

    def toward(self, hex_: str, other: str) -> int | None:
        """The side across which another hex lies; None if it is not adjacent."""
        index = self.board.index.get(other, -1)
        row = self.board.neighbours[self.board.index[hex_]]
        return row.index(index) if index in row and index >= 0 else None

    def front(self, hex_: str, facing: int) -> Iterator[str]:
        """The hexes across the three sides in front."""
        for side in (facing - 1, facing, facing + 1):
            there = self.beside(hex_, side % 6)
            if there is not None:
                yield there

    def faces(self, hex_: str, facing: int, other: str) -> bool:
        """Whether another hex lies within the arc of the three sides in front (3.1)."""
        (aq, ar), (bq, br) = self.board.grid.axial(hex_), self.board.grid.axial(other)
        (q, r), (dq, dr) = STEPS[facing], (bq - aq, br - ar)
        return 3 * q * dq + (2 * r + q) * (2 * dr + dq) > 0

    def _near(self, hex_: str, hexes: int) -> frozenset[str]:
        mask, found = self.board.within(self.board.index[hex_], hexes), []
        while mask:
            low = mask & -mask
            found.append(self.board.hexes[low.bit_length() - 1])
            mask ^= low
        return frozenset(found)

    def height(self, hex_: str) -> int:
        """The level up to which a hex blocks sight behind it."""
        return self.board.level_of(hex_) + (self.board.terrain[hex_] in HIDES)

    def _sighted(self, a: str, b: str) -> tuple[str, ...]:
        """The hexes of the line of sight from one hex to another, without the first; none if it is blocked (5.1).

        Between two hexes it passes over the lower one, or at the same level over the one with the lower number.
        """
        board = self.board
        clears = max(board.level_of(a), board.level_of(b))
        if obstruction(board, a, b, clears, self.height) is not None:
            return ()
        stretches = line(board.grid, a, b)[1:]
        return tuple(min((h for h in both if board.knows(h)), key=lambda h: (self.height(h), h)) for both in stretches)

    def enters(self, a: str, b: str, kind: str) -> int | None:
        """Points to go from a hex into an adjacent one; None if the kind may not."""
        board = self.board
        if (a, b) in board.road_steps:
            return ROAD
        points = COSTS[board.terrain[b]][KIND[kind]]
        if points is None:
            return None
        stream = STREAM if board.between(a, b) else 0
        return points + stream + UPHILL * max(0, board.level_of(b) - board.level_of(a))

    def entry(self, hex_: str, kind: str) -> int | None:
        """Points to enter the map in a hex: those of its terrain, or of the road in it (3.4)."""
        return ROAD if len(self.board.ground_of(hex_)) > 1 else COSTS[self.board.terrain[hex_]][KIND[kind]]

    def _edge(self, direction: int) -> tuple[str, ...]:
        """The hexes of the northern (0) or southern (3) edge."""
        return tuple(h for h in self.board.hexes if self.beside(h, direction) is None)

    def _controlled(self, units: tuple[Unit, ...], seat: int) -> frozenset[str]:
        """The zones of control of a side: the hexes in front of its counters that are not shaken (3.3)."""
        found: set[str] = set()
        for index in OF_SEAT[seat]:
            unit = units[index]
            if unit.place in self.board.index and SHAKEN not in unit.marks:
                found.update(self.front(unit.place, unit.facing))
        return frozenset(found)

    def open_to(self, state: State, seat: int, hex_: str) -> bool:
        """Whether a side has room in a hex without enemies (1.2)."""
        there = state.at(hex_)
        return not there or (TYPES[there[0]].seat == seat and len(there) < FULL)

    def step_cost(self, state: State, index: int, a: str, b: str) -> int | None:
        """Points for a counter to go from a hex into the next (3.2, 3.3); None if its terrain is closed."""
        kind = TYPES[index]
        points = self.enters(a, b, kind.kind)
        return None if points is None else points + LEAVE * (a in self.controlled(state.units, 1 - kind.seat))

    def reach(self, state: State, index: int, left: int) -> dict[Node, Way]:
        """Every hex and facing within a counter's points from its place, the nearest first."""
        unit, board = state.units[index], self.board
        assert unit.place is not None
        start = 6 * board.index[unit.place] + unit.facing
        found = reach((start,), Ways(self, state, index), left)
        return {self.node(end): Way(points, tuple(map(self.node, (start, *found.path(end)))))
                for end, points in sorted(found.points.items(), key=lambda each: each[1])}

    def node(self, number: int) -> Node:
        """The number of a hex and facing: six times the hex's, plus the facing."""
        return self.board.hexes[number // 6], number % 6


class Ways:
    """The steps of a counter from a hex and facing, by their number: ahead, and turns to either side."""

    def __init__(self, ground: Ground, state: State, index: int) -> None:
        self.ground, self.state, self.index = ground, state, index

    def __getitem__(self, number: int) -> Iterator[tuple[int, int]]:
        ground, (hex_, facing) = self.ground, self.ground.node(number)
        ahead = ground.beside(hex_, facing)
        if ahead is not None and ground.open_to(self.state, TYPES[self.index].seat, ahead):
            cost = ground.step_cost(self.state, self.index, hex_, ahead)
            if cost is not None:
                yield 6 * ground.board.index[ahead] + facing, cost
        yield number - facing + (facing + 1) % 6, TURN
        yield number - facing + (facing - 1) % 6, TURN
