"""Where ships lie in areas: on the open water, at the shore, or on the river that runs through."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from game.board.areas import AreaBoard
from game.ui.board.geometry import COUNTER
from game.ui.kit.camera import Point
from game.ui.sheets.area_geometry import AreaGeometry, filled, units
from game.ui.sheets.shapes import contains

WET = ("sea",)
"""Terrain that is nothing but water."""
ROOM = 0.56 * COUNTER
"""What a ship keeps from the borders of the area she lies in."""
OFF = 0.45 * COUNTER
"""How far the middle of a ship lies off the shore."""
WORDS = 0.8 * COUNTER
"""What she keeps from names and signs."""
COURSES = 16
"""Directions tried for open water."""


class Moorings:
    """The mooring of every area that has one, found when it is first asked for. The unit is the sheet's."""

    def __init__(self, board: AreaBoard, geometry: AreaGeometry) -> None:
        self._board, self._geometry = board, geometry
        self._wet = frozenset(area.id for area in board.areas if area.terrain in WET)
        self._rivers = [point for line in board.lines if line.kind == "river" for point in filled(units(line.points))]
        self._found: dict[str, Point | None] = {}

    def of(self, place: str) -> Point | None:
        """The middle of a ship in an area; None where there is no water."""
        if place not in self._found:
            self._found[place] = self._mooring(place)
        return self._found[place]

    def _mooring(self, place: str) -> Point | None:
        shape = self._wall(place)
        neighbours = self._board.borders[place]
        if place in self._wet:
            coast = [at for other in neighbours if other not in self._wet for at in self._common(place, other)]
            inside = self._geometry.ground(place)
            return max(inside, key=lambda at: self._berth(place, at, shape) - 0.02 * _nearest(at, coast))
        shore = [at for other in neighbours if other in self._wet for at in self._common(place, other)]
        if shore:
            rest = [at for at in shape if _nearest(at, shore) > 0.05]
            return self._off(place, max(shore, key=lambda at: self._berth(place, at, rest)), shape)
        course = [at for at in self._rivers if contains(self._geometry.outline(place), at)]
        if not course:
            return None
        stand = self._geometry.centre(place)
        return max(course, key=lambda at: self._berth(place, at, shape) + 0.05 * _nearest(at, [stand]))

    def _berth(self, place: str, at: Point, walls: list[Point]) -> float:
        """How little a ship at a point is in the way of borders, names and signs; two at most."""
        free = min(1.0, _nearest(at, walls) / ROOM)
        return free + min(1.0, _nearest(at, self._geometry.words(place)) / WORDS)

    def _off(self, place: str, shore: Point, shape: list[Point]) -> Point:
        """From a point of the shore out on the water."""
        ways = [2 * pi * k / COURSES for k in range(COURSES)]
        spots = [(shore[0] + OFF * cos(way), shore[1] + OFF * sin(way)) for way in ways]
        wet = [at for at in spots if self._geometry.place_at(at) in self._wet]
        return max(wet, key=lambda at: _nearest(at, shape), default=shore)

    def _wall(self, place: str) -> list[Point]:
        shape = self._geometry.outline(place)
        return filled((*shape, shape[0]))

    def _common(self, one: str, other: str) -> list[Point]:
        """Points of the border of two areas."""
        beyond = self._wall(other)
        return [at for at in self._wall(one) if _nearest(at, beyond) < 0.2]


def _nearest(at: Point, points: list[Point]) -> float:
    """How far a point is from the nearest of some."""
    return min((hypot(at[0] - x, at[1] - y) for x, y in points), default=9.0)
