"""Polygons with corners anywhere."""

from __future__ import annotations

from game.board.polygon import contains


def test_a_polygon_contains_a_point() -> None:
    """A point is inside an arrowhead by the even-odd rule."""
    arrow = [(0, 0), (10, 0), (5, 5), (10, 10), (0, 10)]
    assert [True, False, True] == [contains(arrow, point) for point in ((2, 5), (8, 5), (8, 1))]
