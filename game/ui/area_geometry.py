"""Where areas lie on their sheet, and how much room they have about their stands."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.board.areas import AreaBoard, Lettering
from game.ui.camera import Point
from game.ui.sheet_geometry import contains

UNIT = 46.0
"""Map pixels of one unit of the sheet: a counter is about 57 map pixels wide."""


def name_line(words: Lettering) -> tuple[Point, ...]:
    """The line that words stand on, in the sheet's units."""
    return units(words.path or ((words.x, words.y),))


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

        self._words: dict[str, list[Point]] = {name: [] for name in self._outlines}
        """Points in areas that their names stand on, the lower edge of the letters included."""
        for words in board.lettering:
            high = 0.45 * words.size / UNIT
            for x, y in _filled(name_line(words)):
                name = self.place_at((x, y))
                if name is not None:
                    self._words[name] += [(x, y - high), (x, y + high)]

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
        """How many times as large a box about the stand may be, given half its size, before it meets the border.

        Names are spared too, as long as that leaves it four fifths of its size.
        """
        cx, cy = self._stands[place]

        def free(points: Sequence[Point]) -> float:
            return min((max(abs(x - cx) / half[0], abs(y - cy) / half[1]) for x, y in points), default=9.0)

        walls = free(self._outlines[place])
        return min(walls, max(free(self._words[place]), 0.8))

    def clear_spot(self, place: str, others: Sequence[Point] = ()) -> Point:
        """A point of an area for a sign: away from its counters, its borders, its name and other points."""
        shape = np.array(self._outlines[place])
        stand = np.array(self._stands[place])
        left, top, right, bottom = self._boxes[place]
        xs, ys = np.meshgrid(np.arange(left + 0.3, right - 0.29, 0.3), np.arange(top + 0.3, bottom - 0.29, 0.3))
        spots = np.stack([xs.ravel(), ys.ravel()], axis=1)
        edges = _nearest(spots, shape)
        near = [*self._words[place], *others]
        text = _nearest(spots, np.array(near)) if near else np.full(len(spots), 9.0)
        aside = np.abs(spots - stand)
        free = np.maximum(aside[:, 0] - 1.0, aside[:, 1] - 0.75)
        ratios = np.stack([edges / 0.74, text / 0.66, np.clip(free, 0, None) / 0.6])
        score = np.minimum(ratios, 1.0).min(axis=0) + 0.12 * np.minimum(ratios, 1.3).sum(axis=0)
        for k in np.argsort(-score):
            spot = float(spots[k][0]), float(spots[k][1])
            if contains(self._outlines[place], spot):
                return spot
        return self._stands[place]


def _nearest(spots: NDArray[Any], points: NDArray[Any]) -> NDArray[Any]:
    """How far each spot is from the nearest of some points."""
    dx, dy = spots[:, None, 0] - points[None, :, 0], spots[:, None, 1] - points[None, :, 1]
    far: NDArray[Any] = np.sqrt((dx * dx + dy * dy).min(axis=1))
    return far


def _filled(line: Sequence[Point]) -> list[Point]:
    """Points along a line no more than a third of a unit apart."""
    found = list(line[:1])
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        count = max(1, round(hypot(bx - ax, by - ay) / 0.33))
        found += [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(1, count + 1)]
    return found
