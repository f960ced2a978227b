"""Terrain in Adua: costs by kind of piece, zones of control, line of sight, passes (9.0, 10.0, Figure 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from game.board.hexgrid import Hex, HexBoard, hexes_in
from game.board.sight import line
from game.core.notation import PlaceName
from game.rules.adua.sides import KIND_NAMES, Kind
from game.rules.adua.tables import TABLES, Climb

POINTS: dict[Climb, int] = {"plain": 1, "first": 1, "double": 2, "triple": 3}
"""Cost class -> the movement points of a hex (9.0); the first hex of class "first" in a move costs 1 more."""
PASSES = ("0105", "0106", "0107", "0111", "0112", "0113", "0117", "0118", "0119")
"""The hexes of the western edge that are not hills: pieces enter and exit there (4.0, 13.0; reconstructed)."""
ITALIAN_ZONE = "italian-setup"
"""The name of the Italian set-up zone in the map file."""
EASTERN_LINE = "line-in-the-east"
"""The option that puts the blue line just west of column 24, as it was first reconstructed (ruling 29)."""
EASTERN_SHIFT = 5
"""The number of columns by which that line is farther east than the one on the map, which was tuned so that both sides
win often enough (ruling 29)."""
SOUTHERN_SHIFT = 5
"""The number of columns from the western edge of the zone to the first column whose hexes south of the zone also count
as behind the line; measured in games against an army that holds there (ruling 43)."""
SET_UP_DISTANCE = 12
"""The least distance in hexes from the Italian zone at which Abyssinian units set up (4.0)."""


class MoveSteps(NamedTuple):
    """The costs of the steps of a kind of piece, from node to node. Each hex has two nodes: twice its index, and one
    more for a move that has already entered a hex of the class "first". The last node is off the map, with steps to
    the passes."""

    rows: tuple[tuple[tuple[int, int], ...], ...]
    """Node -> the nodes that can be entered from it, each with its movement points; negative: the whole allowance."""
    stops: int
    """The mask of the nodes in which a move must stop, because a piece may enter only one such hex a turn."""


class AduaGround:
    """A board with the terrain facts that the rules need; hexes are given by their index."""

    def __init__(self, board: HexBoard) -> None:
        self.board = board
        self.hexes = cast(Sequence[PlaceName], board.hexes)
        self.index = cast(Mapping[str, Hex], board.index)
        self.neighbours, self.adjacent = board.neighbours, board.adjacent
        self.level = tuple(board.levels.get(name, 0) for name in board.hexes)
        self.passes = tuple(self.index[name] for name in PASSES)
        self.climbs: tuple[tuple[Climb, ...], ...] = tuple(
            tuple(("plain", *TABLES.terrain[kind])[level] for level in self.level) for kind in KIND_NAMES)
        """Kind -> hex -> the cost class for entering it."""
        self.barred = tuple(sum(1 << hex_ for hex_, climb in enumerate(row) if climb == "no") for row in self.climbs)
        """Kind -> the mask of hexes prohibited to it."""
        self.adjacent_hexes = tuple(tuple(Hex(there) for there in row if there >= 0) for row in self.neighbours)
        self.zones = tuple(tuple(mask & ~barred for mask in self.adjacent) for barred in self.barred)
        """Kind -> hex -> the mask of its ZOC there, which does not extend into prohibited hexes (10.0)."""
        self.distance = lru_cache(None)(self._distance)
        self.within = lru_cache(16384)(board.within)
        self.clear = lru_cache(16384)(self._clear)
        self.steps = lru_cache(None)(self._steps)
        self.set_up = lru_cache(8)(self._set_up)
        self.behind = lru_cache(8)(self._behind)
        self.outside = 2 * len(self.hexes)
        """The node from which pieces enter by a pass."""

    def node(self, place: Hex) -> int:
        """The node at which a piece in a hex, or off the map, begins its move."""
        return 2 * place if place >= 0 else self.outside

    def _steps(self, kind: Kind, allowance: int) -> MoveSteps:
        """The steps of a kind of piece with this movement allowance."""
        climbs = self.climbs[kind]

        def step_into(hex_: Hex, climbed: bool) -> tuple[int, int]:
            """The node and the cost of entering a hex; ``climbed``: whether the move has entered a "first" hex."""
            climb = climbs[hex_]
            points = -allowance if climb == "one" else POINTS[climb] + (climb == "first" and not climbed)
            return 2 * hex_ + (climbed or climb == "first"), points

        rows = [tuple(step_into(there, climbed) for there in row if climbs[there] != "no")
                for row in self.adjacent_hexes for climbed in (False, True)]
        return MoveSteps((*rows, tuple((2 * hex_, 1) for hex_ in self.passes)),
                          sum(3 << 2 * hex_ for hex_, climb in enumerate(climbs) if climb == "one"))

    def _distance(self, a: Hex, b: Hex) -> int:
        """The distance between two hexes, in hexes."""
        return self.board.distance(self.hexes[a], self.hexes[b])

    def _clear(self, a: Hex, b: Hex) -> bool:
        """Whether no hex between two is higher than the first, from which a unit fires (Figure 4). Where the line runs
        along a hexside, it is clear if either hex is; of a hexside at the edge of the map, only the hex on the map
        counts."""
        between = line(self.board.grid, self.hexes[a], self.hexes[b])[1:-1]
        levels = ([self.level[self.index[name]] for name in names if name in self.index] for names in between)
        return all(min(hex_levels, default=0) <= self.level[a] for hex_levels in levels)

    def beside(self, places: int) -> int:
        """The mask of the hexes adjacent to any hex of a mask."""
        mask = 0
        for hex_ in hexes_in(places):
            mask |= self.adjacent[hex_]
        return mask

    def margin(self, hexes: int) -> int:
        """The mask of the hexes along the edge of the map.

        :param hexes: the width of the margin; 1: only the hexes at the edge.
        """
        mask = sum(1 << hex_ for hex_, row in enumerate(self.adjacent_hexes) if len(row) < len(self.neighbours[hex_]))
        for _ in range(hexes - 1):
            mask |= self.beside(mask)
        return mask

    def traced(self, start: Hex, blocked: int, hexes: int) -> int:
        """The mask of the start and the hexes within this many hexes of it, counted along unblocked hexes (3.0, 5.3).

        :param blocked: the mask of hexes that nothing may be traced through.
        """
        traced_hexes = edge = 1 << start
        for _ in range(hexes):
            edge = self.beside(edge) & ~traced_hexes & ~blocked
            traced_hexes |= edge
        return traced_hexes

    def _first_column(self, options: tuple[str, ...]) -> int:
        """The first column of the Italian zone."""
        first = min((int(name[:2]) for name in self.board.zones.get(ITALIAN_ZONE, ())), default=0)
        return first + EASTERN_SHIFT * (EASTERN_LINE in options)

    def _behind(self, options: tuple[str, ...]) -> int:
        """The mask of hexes behind the blue line: the Italian zone, and all hexes at least ``SOUTHERN_SHIFT`` columns
        east of its western edge (ruling 43)."""
        first, _ = self.southern_columns(options)
        return self.set_up(options)[0] | sum(1 << hex_ for hex_, name in enumerate(self.hexes)
                                             if int(name[:2]) >= first)

    def southern_columns(self, options: tuple[str, ...]) -> tuple[int, int]:
        """The first and last column whose hexes south of the Italian zone count as behind the blue line (ruling 43)."""
        return self._first_column(options) + SOUTHERN_SHIFT, max(int(name[:2]) for name in self.hexes)

    def _set_up(self, options: tuple[str, ...]) -> tuple[int, int]:
        """Seat -> the mask of hexes in which it may set up (4.0)."""
        zone, first = self.board.zones.get(ITALIAN_ZONE, ()), self._first_column(options)
        italian = too_near = sum(1 << self.index[name] for name in zone if int(name[:2]) >= first)
        for hex_ in hexes_in(italian):
            too_near |= self.within(hex_, SET_UP_DISTANCE - 1)
        return italian, ((1 << len(self.hexes)) - 1) & ~too_near
