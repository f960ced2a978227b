"""Where areas lie on their sheet, and how much room they have about their stands."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import hypot

import numpy as np

from game.board.areas import AreaBoard
from game.ui.camera import Point
from game.ui.sheet_geometry import contains

UNIT = 46.0
"""Map pixels of one unit of the sheet: a counter is about 57 map pixels wide."""


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

    def clear_spot(self, place: str, words: Sequence[Sequence[Point]]) -> Point:
        """A point of an area for a sign: away from its counters, its borders and from lines of words."""
        shape = np.array(self._outlines[place])
        stand = np.array(self._stands[place])
        left, top, right, bottom = self._boxes[place]
        xs, ys = np.meshgrid(np.arange(left + 0.3, right - 0.29, 0.24), np.arange(top + 0.3, bottom - 0.29, 0.24))
        spots = np.stack([xs.ravel(), ys.ravel()], axis=1)
        edges = np.hypot(*(spots[:, None, :] - shape[None, :, :]).transpose(2, 0, 1)).min(axis=1)
        near = [p for line in words for p in _filled(line) if left <= p[0] <= right and top <= p[1] <= bottom]
        text = np.full(len(spots), 9.0)
        if near:
            away = np.abs(spots[:, None, :] - np.array(near)[None, :, :])
            text = np.hypot(away[:, :, 0], away[:, :, 1]).min(axis=1)
        aside = np.abs(spots - stand)
        free = np.maximum(aside[:, 0] - 0.75, aside[:, 1] - 1.0)
        score = np.minimum(np.minimum(edges, 0.85) + np.minimum(text, 0.8), 1.6) + 0.8 * np.minimum(free, 0.65)
        for k in np.argsort(-score):
            spot = float(spots[k][0]), float(spots[k][1])
            if contains(self._outlines[place], spot):
                return spot
        return self._stands[place]


def _filled(line: Sequence[Point]) -> list[Point]:
    """Points along a line no more than a third of a unit apart."""
    found = list(line[:1])
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        count = max(1, round(hypot(bx - ax, by - ay) / 0.33))
        found += [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(1, count + 1)]
    return found
