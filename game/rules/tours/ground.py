"""Terrain in Tours: movement costs, front hexes, line of sight (3.3, 6.0, 7.4)."""

from __future__ import annotations

from functools import lru_cache, partial

from game.board.hexgrid import Hex, HexBoard, hexes_in
from game.board.sight import line
from game.core.message import Text, joined, say
from game.rules.tours.actions import COMPASS
from game.rules.tours.tables import TABLES
from game.rules.tours.units import LEADER, MOUNTED

WOODS, MARSH, RIVER = "woods", "marsh", "river"
UPHILL_COST = 1
"""Additional movement points for each level up."""
FRONT, RIGHT, REAR, LEFT = "front", "right flank", "rear", "left flank"
SECTOR_NAMES = {FRONT: say("front"), RIGHT: say("right flank"), REAR: say("rear"), LEFT: say("left flank")}
"""Sector of a unit -> its name."""
SECTORS = (FRONT, RIGHT, REAR, REAR, LEFT, FRONT)
"""The sector of each hexside, counted clockwise from the vertex that the unit faces (3.3)."""


class ToursGround:
    """A board with what the rules need to know about it; hexes are given by their index."""

    def __init__(self, board: HexBoard) -> None:
        self.board = board
        self.hexes, self.index = board.hexes, board.index
        self.neighbours, self.adjacent = board.neighbours, board.adjacent
        self.woods, self.marsh, self.river = (
            frozenset(board.index[h] for h, kind in board.terrain.items() if kind == wanted)
            for wanted in (WOODS, MARSH, RIVER))
        self.closed = sum(1 << h for h in self.river)
        """The mask of hexes that no piece may enter."""
        self.level = tuple(board.levels.get(h, 0) for h in board.hexes)
        self.foot = self._steps(0)
        self.mounted = self._steps(1)
        self.plain = tuple(tuple((there, 1) for there in row if there >= 0 and there not in self.river)
                           for row in self.neighbours)
        self._points = tuple(tuple(map(dict, self.steps(kind))) for kind in range(LEADER + 1))
        self.front_mask = tuple(
            tuple(sum(1 << row[d % 6] for d in (v - 1, v) if row[d % 6] >= 0) for v in range(6))
            for row in self.neighbours)
        """Hex -> vertex -> the mask of the two hexes in front (3.3)."""
        self.facing = lru_cache(None)(self._facing)
        """Hex and vertex -> the text of a facing: the hexes in front, which are the same however the sheet is
        turned."""
        self.line = lru_cache(16384)(self._line)
        self.around = lru_cache(16384)(self._around)
        self.within = lru_cache(None)(partial(board.within, hexes=3))
        """Hex -> the mask of hexes in range of archers there (7.0)."""
        self._axial = tuple(board.grid.axial(name) for name in board.hexes)
        self.distances = lru_cache(None)(self._distances)
        """Hex -> for each hex, the distance in hexes."""

    def steps(self, kind: int) -> tuple[tuple[tuple[Hex, int], ...], ...]:
        """Hex -> the adjacent hexes that a kind of piece may enter, each with its movement points."""
        return self.plain if kind == LEADER else self.mounted if kind in MOUNTED else self.foot

    def points(self, kind: int, here: Hex, there: Hex) -> int:
        """The movement points for a kind of piece to enter a hex, open to it, from an adjacent one."""
        return self._points[kind][here][there]

    def _facing(self, hex_: Hex, vertex: int) -> Text:
        names = tuple(self.hexes[there] for there in hexes_in(self.front_mask[hex_][vertex]))
        return joined(names, " · ") if names else say("off the map, {compass}", compass=COMPASS[vertex])

    def _steps(self, column: int) -> tuple[tuple[tuple[Hex, int], ...], ...]:
        board, level, steps = self.board, self.level, []
        enter = [0 if hex_ in self.river else TABLES.terrain[board.terrain[name]][column]
                 for hex_, name in enumerate(board.hexes)]
        for here, row in enumerate(self.neighbours):
            ways = []
            for there in row:
                if there < 0 or there in self.river:
                    continue
                points = enter[there] + UPHILL_COST * max(0, level[there] - level[here])
                on_road = (board.hexes[here], board.hexes[there]) in board.road_steps
                ways.append((there, 1 if on_road else points))
            steps.append(tuple(ways))
        return tuple(steps)

    def sector(self, hex_: Hex, vertex: int, beside: Hex) -> str:
        """The sector of a unit in a hex, facing a vertex, that an adjacent hex is in."""
        return SECTORS[(self.neighbours[hex_].index(beside) - vertex) % 6]

    def distance(self, a: Hex, b: Hex) -> int:
        """The distance between two hexes."""
        return self.distances(a)[b]

    def _distances(self, hex_: Hex) -> bytes:
        q, r = self._axial[hex_]
        return bytes(max(abs(q - x), abs(r - y), abs(q - x + r - y)) for x, y in self._axial)

    def _around(self, hexes: int) -> int:
        found = 0
        for hex_ in hexes_in(hexes):
            found |= self.adjacent[hex_]
        return found

    def _line(self, a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
        """The hexes that a line of sight crosses between two hexes: for each stretch one hex, or the two that it runs
        between (7.4)."""
        return tuple(tuple(self.index[h] for h in stretch if h in self.index)
                     for stretch in line(self.board.grid, self.hexes[a], self.hexes[b])[1:-1])
