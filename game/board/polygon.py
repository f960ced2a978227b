"""Polygons with corners anywhere, given by any numbers; outlines in whole units are in ``measuring``."""

from __future__ import annotations

from collections.abc import Sequence

Point = tuple[float, float]
"""x and y, in any unit."""


def contains(outline: Sequence[Point], point: Point) -> bool:
    """Whether a polygon contains a point (even-odd rule)."""
    x, y = point
    inside = False
    ax, ay = outline[-1]
    for bx, by in outline:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        ax, ay = bx, by
    return inside
