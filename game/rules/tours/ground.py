"""Terrain in Tours: movement costs and shortest paths, front hexes, distances, line of sight (3.3, 6.0, 7.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

from game.board.hexgrid import Hex, HexBoard, hexes_in
from game.board.paths import reach, reversed_steps
from game.board.sight import line
from game.core.message import Text, joined, say
from game.rules.tours.actions import COMPASS
from game.rules.tours.tables import TABLES
from game.rules.tours.units import LEADER, MOUNTED

WOODS, MARSH, RIVER = "woods", "marsh", "river"
"""Kinds of terrain by their names in the map file."""
ROAD_COST = 1
"""Movement points for a step along a road (2.3)."""
UPHILL_COST = 1
"""Additional movement points for each level up (2.3)."""
LEADER_COST = 1
"""Movement points of a leader for any hex that it may enter (2.3)."""
FRONT, RIGHT, REAR, LEFT = "front", "right flank", "rear", "left flank"
"""The sectors around a unit (3.3)."""
BOW_RANGE = 3
"""The range of archers in hexes, the target's hex included (7.0)."""
SECTOR_NAMES = {FRONT: say("front"), RIGHT: say("right flank"), REAR: say("rear"), LEFT: say("left flank")}
"""Sector of a unit -> its name."""
SECTORS = (FRONT, RIGHT, REAR, REAR, LEFT, FRONT)
"""The sector of each hexside, counted clockwise from the vertex that the unit faces (3.3)."""
MAX_SEARCHED_POINTS = 39
"""``points_to`` searches no farther than this many movement points; chosen by hand."""


class ToursGround:
    """A board with the terrain facts that the rules need; hexes are given by their index."""

    def __init__(self, board: HexBoard) -> None:
        self.board = board
        self.hexes, self.index = board.hexes, board.index
        self.neighbours, self.adjacent = board.neighbours, board.adjacent
        self.woods, self.marsh, self.river = (
            frozenset(board.index[name] for name, terrain in board.terrain.items() if terrain == wanted)
            for wanted in (WOODS, MARSH, RIVER))
        self.closed = sum(1 << hex_ for hex_ in self.river)
        """The mask of hexes that no piece may enter (ruling 5)."""
        self.level = tuple(board.levels.get(name, 0) for name in board.hexes)
        self.foot = self._steps(0)
        self.mounted = self._steps(1)
        """Hex -> the adjacent hexes that units on foot, or mounted units, may enter, each with its movement points."""
        self._steps_into = reversed_steps(self.foot), reversed_steps(self.mounted)
        self._points_to = lru_cache(512)(self._find_points_to)
        self.leader_steps = tuple(tuple((there, LEADER_COST) for there in self._open_neighbours(here))
                                  for here in map(Hex, range(len(self.hexes))))
        """Hex -> the adjacent hexes that a leader may enter, each with its movement points."""
        self._points = tuple(tuple(map(dict, self.steps(kind))) for kind in range(LEADER + 1))
        self.front_mask = tuple(
            tuple(sum(1 << row[side % 6] for side in (vertex - 1, vertex) if row[side % 6] >= 0) for vertex in range(6))
            for row in self.neighbours)
        """Hex -> vertex -> the mask of the two hexes in front (3.3)."""
        self.facing = lru_cache(None)(self._facing)
        """Hex and vertex -> the text of a facing: the names of the hexes in front. A compass direction would change
        with the orientation of the sheet."""
        self.line = lru_cache(16384)(self._line)
        self.around = lru_cache(16384)(self._around)
        """Mask of hexes -> the mask of the hexes adjacent to any of them."""
        self.in_bow_range = lru_cache(None)(partial(board.within, distance=BOW_RANGE))
        """Hex -> the mask of hexes in range of archers there (7.0)."""
        self._axial = tuple(board.grid.axial(name) for name in board.hexes)
        self.distances = lru_cache(None)(self._distances)
        """Hex -> for each hex, the distance in hexes."""

    def steps(self, kind: int) -> tuple[tuple[tuple[Hex, int], ...], ...]:
        """Hex -> the adjacent hexes that a kind of piece may enter, each with its movement points."""
        return self.leader_steps if kind == LEADER else self.mounted if kind in MOUNTED else self.foot

    def steps_into(self, kind: int) -> Sequence[Sequence[tuple[Hex, int]]]:
        """Hex -> the adjacent hexes from which a kind of unit may enter it, each with the movement points to do so."""
        return self._steps_into[kind in MOUNTED]

    def points_to(self, destinations: int, kind: int, barred: int, halts: int = 0) -> Mapping[Hex, int]:
        """Hex -> the fewest movement points, by terrain alone, for a kind of unit to get from that hex to any of the
        destinations. Hexes without a path, or farther than ``MAX_SEARCHED_POINTS``, are left out.

        :param destinations: the mask of destination hexes; those that no piece may enter do not count.
        :param barred: the mask of hexes that may not be entered, unless they are destinations; they are left out too.
        :param halts: the mask of hexes that a path may not pass through, because moves end there.
        """
        return self._points_to(destinations & ~self.closed, kind in MOUNTED, barred & ~destinations, halts)

    def _find_points_to(self, destinations: int, mounted: bool, barred: int, halts: int) -> Mapping[Hex, int]:
        """``points_to`` for mounted units or for units on foot."""
        return reach(hexes_in(destinations), self._steps_into[mounted], MAX_SEARCHED_POINTS, barred, halts).points

    def points(self, kind: int, here: Hex, there: Hex) -> int:
        """The movement points for a kind of piece to enter a hex that is open to it from an adjacent one."""
        return self._points[kind][here][there]

    def _facing(self, hex_: Hex, vertex: int) -> Text:
        """The names of the hexes in front of a unit; a compass direction if they are off the map."""
        names = tuple(self.hexes[there] for there in hexes_in(self.front_mask[hex_][vertex]))
        return joined(names, " · ") if names else say("off the map, {compass}", compass=COMPASS[vertex])

    def _open_neighbours(self, here: Hex) -> tuple[Hex, ...]:
        """The adjacent hexes that may be entered from a hex; no piece is ever in a river (ruling 5)."""
        return () if here in self.river else tuple(
            there for there in self.neighbours[here] if there >= 0 and there not in self.river)

    def _steps(self, column: int) -> tuple[tuple[tuple[Hex, int], ...], ...]:
        """Hex -> the adjacent hexes that may be entered, each with its movement points (2.3).

        :param column: the column of the terrain chart; 0: foot, 1: mounted.
        """
        board, level, steps = self.board, self.level, []
        terrain_points = [0 if hex_ in self.river else TABLES.terrain[board.terrain[name]][column]
                          for hex_, name in enumerate(board.hexes)]
        for here in map(Hex, range(len(self.hexes))):
            steps_here: list[tuple[Hex, int]] = []
            for there in self._open_neighbours(here):
                points = terrain_points[there] + UPHILL_COST * max(0, level[there] - level[here])
                on_road = (board.hexes[here], board.hexes[there]) in board.road_steps
                steps_here.append((there, ROAD_COST if on_road else points))
            steps.append(tuple(steps_here))
        return tuple(steps)

    def sector(self, hex_: Hex, vertex: int, beside: Hex) -> str:
        """The sector of a unit (``FRONT`` and the others) in which an adjacent hex lies.

        :param hex_: the unit's hex.
        :param vertex: the vertex that it faces.
        """
        return SECTORS[(self.neighbours[hex_].index(beside) - vertex) % 6]

    def distance(self, a: Hex, b: Hex) -> int:
        """The distance between two hexes, in hexes."""
        return self.distances(a)[b]

    def _distances(self, hex_: Hex) -> bytes:
        """For each hex, the distance in hexes from a hex."""
        q, r = self._axial[hex_]
        return bytes(max(abs(q - x), abs(r - y), abs(q - x + r - y)) for x, y in self._axial)

    def _around(self, hexes: int) -> int:
        """The mask of the hexes adjacent to any hex of a mask."""
        mask = 0
        for hex_ in hexes_in(hexes):
            mask |= self.adjacent[hex_]
        return mask

    def _line(self, a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
        """The hexes that a line of sight crosses between two hexes, without these: for each stretch one hex, or the two
        that it runs between (7.4). Hexes off the map are left out, so that along the edge the hex on the map decides
        alone; a stretch off the map is empty."""
        return tuple(tuple(self.index[name] for name in stretch if name in self.index)
                     for stretch in line(self.board.grid, self.hexes[a], self.hexes[b])[1:-1])
