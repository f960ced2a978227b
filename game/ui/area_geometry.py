"""Where areas lie on their sheet, and how much room they have about their stands."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.areas import AreaBoard
from game.ui.camera import Point
from game.ui.sheet_geometry import contains

UNIT = 40.0
"""Map pixels of one unit of the sheet: a counter is about 50 map pixels wide."""


def units(points: Sequence[Point]) -> tuple[Point, ...]:
    """Map pixels as units of the sheet."""
    return tuple((x / UNIT, y / UNIT) for x, y in points)


class AreaGeometry:
    """Areas; the unit is ``UNIT`` map pixels."""

    def __init__(self, board: AreaBoard) -> None:
        self._stands = {area.id: (area.stand[0] / UNIT, area.stand[1] / UNIT) for area in board.areas}
        self._outlines = {area.id: units(area.shape) for area in board.areas}
        self._boxes = {
            name: (min(x for x, _ in shape), min(y for _, y in shape),
                   max(x for x, _ in shape), max(y for _, y in shape))
            for name, shape in self._outlines.items()
        }

    def knows(self, place: str) -> bool:
        return place in self._stands

    def centre(self, place: str) -> Point:
        return self._stands[place]

    def outline(self, place: str) -> Sequence[Point]:
        return self._outlines[place]

    def box(self, place: str) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of an area."""
        return self._boxes[place]

    def place_at(self, point: Point) -> str | None:
        x, y = point
        for name, (left, top, right, bottom) in self._boxes.items():
            if left <= x <= right and top <= y <= bottom and contains(self._outlines[name], point):
                return name
        return None

    def room(self, place: str, half: Point) -> float:
        """How many times as large a box about the stand may be, given half its size, before it meets the border."""
        cx, cy = self._stands[place]
        return min(max(abs(x - cx) / half[0], abs(y - cy) / half[1]) for x, y in self._outlines[place])
