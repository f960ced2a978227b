"""The pixel positions of hexes, corners and hexsides on a Tiled map (hexagonal, stagger axis x, either index).

Tiled's column 0 and row 0 are the first printed ones. With a stagger index of ``even``, Tiled's even columns are half a
hex lower; which printed columns those are depends on the number of the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot, sqrt

from game.board.hexgrid import COMMON_GRID, HexGrid

Point = tuple[float, float]
"""A position on the map in map pixels, x to the right and y down, unless its function says otherwise."""
Corner = tuple[int, int]
"""A corner as (step along x, half hexes down): even and odd steps alternate within Tiled's column pitch."""

_CORNER_TOLERANCE = 0.08
"""The greatest distance between a drawn point and its corner, in hex radii; chosen by hand."""
_CENTRE_TOLERANCE = 0.4
"""The greatest distance in hex radii between a point of a road and the centre of its hex; chosen by hand, large because
Tiled cannot snap to centres."""


@dataclass(frozen=True)
class Lattice:
    """The pixel geometry of a map's grid.

    ``columns`` and ``rows`` count tiles; ``width``, ``height`` and ``side`` are the tile's width, height and horizontal
    side in pixels.
    """

    columns: int
    rows: int
    width: float
    height: float
    side: float
    grid: HexGrid = COMMON_GRID

    @property
    def pitch(self) -> float:
        """The distance between two columns in pixels."""
        return (self.width + self.side) / 2

    def radii(self, point: Point) -> Point:
        """A pixel position converted to hex radii, as used for the centres of the grid."""
        x, y = point
        left, top = self.grid.first_column, self.grid.first_row
        return (x - self.width / 2) * 1.5 / self.pitch + 1.5 * left, (y / self.height + top - 0.5) * sqrt(3)

    def scale(self, pixels: float) -> float:
        """A horizontal length in pixels, converted to hex radii."""
        return pixels * 1.5 / self.pitch

    def centre(self, name: str) -> Point:
        """The centre in pixels of a hex of the map or of the ring around it."""
        i, j = self._tiles[name]
        low = self.grid.is_low(self.grid.first_column + i)
        return i * self.pitch + self.width / 2, (j + 0.5 + 0.5 * low) * self.height

    def pixel(self, corner: Corner) -> Point:
        """The position of a corner in pixels. Corners are at whole pitches and at whole pitches minus one side."""
        step, down = corner
        along = step // 2 * self.pitch + (self.pitch - self.side if step % 2 else 0)
        return along, down * self.height / 2

    @cached_property
    def touching(self) -> dict[Corner, frozenset[str]]:
        """Corner -> the hexes that share it, including the ring around the map, so that every map hex has all its
        corners."""
        names_at: dict[Corner, set[str]] = {}
        for name, (i, j) in self._tiles.items():
            top = 2 * j + self.grid.is_low(self.grid.first_column + i)
            for step, down in ((0, 1), (1, 0), (2, 0), (3, 1), (2, 2), (1, 2)):
                names_at.setdefault((2 * i + step, top + down), set()).add(name)
        return {corner: frozenset(names) for corner, names in names_at.items()}

    @cached_property
    def _tiles(self) -> dict[str, tuple[int, int]]:
        """Hex -> Tiled's column and row, including the ring around the map."""
        left, top = self.grid.first_column, self.grid.first_row
        return {
            self.grid.name(left + i, top + j): (i, j)
            for i in range(-1, self.columns + 1) for j in range(-1, self.rows + 1)
        }

    def corner(self, point: Point) -> Corner | None:
        """The hex corner meant by a drawn point; None if it misses every corner."""
        x, y = point
        down = round(y / (self.height / 2))
        for step in (2 * round(x / self.pitch), 2 * round((x - self.pitch + self.side) / self.pitch) + 1):
            px, py = self.pixel((step, down))
            if (step, down) in self.touching and self.scale(hypot(px - x, py - y)) <= _CORNER_TOLERANCE:
                return step, down
        return None

    def nearest(self, point: Point) -> tuple[int, int]:
        """The hex corner nearest to a point, in whole pixels, for error messages."""
        corners = map(self.pixel, self.touching)
        x, y = min(corners, key=lambda corner: hypot(corner[0] - point[0], corner[1] - point[1]))
        return round(x), round(y)

    def crossing(self, start: Corner, end: Corner) -> tuple[str, str] | None:
        """The hexes to the left and to the right of a line from one corner to another; None unless it is exactly one
        hexside."""
        common = self.touching[start] & self.touching[end]
        if start == end or len(common) != 2:
            return None
        (ax, ay), (bx, by) = self.pixel(start), self.pixel(end)
        one, other = sorted(common)
        cx, cy = self.centre(one)
        left = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0
        return (one, other) if left else (other, one)

    def centred(self, point: Point) -> str | None:
        """The hex, on the map or in the ring around it, whose centre is near a drawn point; None if there is none."""
        name = self.grid.at(self.radii(point))
        if name not in self._tiles:
            return None
        x, y = self.centre(name)
        return name if self.scale(hypot(x - point[0], y - point[1])) <= _CENTRE_TOLERANCE else None

    def hex_at(self, point: Point, hexes: Sequence[str]) -> str | None:
        """The hex among those given that contains a point; None if none does."""
        x, y = self.radii(point)
        radii, name = min((hypot(cx - x, cy - y), name) for name in hexes for cx, cy in [self.grid.centre(name)])
        return name if radii <= 1 else None


