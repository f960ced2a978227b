"""Pixels, corners and hexsides of a Tiled map agree with the board's own geometry."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.board.hexgrid import COMMON_GRID, CORNERS, HexGrid
from game.maps.lattice import Lattice
from game.maps.regions import regions

GRID = Lattice(9, 9, 120, 104, 60)
steady = settings(derandomize=True, deadline=None)
hexes = st.builds(COMMON_GRID.name, st.integers(1, 9), st.integers(1, 9))


def test_odd_columns_lie_lower() -> None:
    """Printed column 01 is Tiled's column 0 and half a hex lower than column 02."""
    assert (60, 104) == pytest.approx(GRID.centre("0101"))
    assert (150, 52) == pytest.approx(GRID.centre("0201"))
    assert (60, 208) == pytest.approx(GRID.centre("0102"))


@steady
@given(hexes)
def test_pixels_and_radii(name: str) -> None:
    """A hex's centre is the same in pixels and in hex radii; x = (px + 30) / 60, y = (py + 52) sqrt 3 / 104."""
    px, py = GRID.centre(name)
    assert pytest.approx(COMMON_GRID.centre(name)) == GRID.radii((px, py))
    assert pytest.approx(COMMON_GRID.centre(name)) == ((px + 30) / 60, (py + 52) * sqrt(3) / 104)


@steady
@given(hexes, st.integers(0, 5), st.floats(-4, 4), st.floats(-4, 4))
def test_every_corner_is_found(name: str, index: int, dx: float, dy: float) -> None:
    """All six corners of every hex are corners of the lattice, even if drawn a few pixels off."""
    x, y = GRID.centre(name)
    ox, oy = CORNERS[index]
    drawn = (x + 60 * ox, y + 104 / sqrt(3) * oy)
    corner = GRID.corner((drawn[0] + dx / 1.5, drawn[1] + dy / 1.5))
    assert corner is not None
    assert pytest.approx(drawn) == GRID.pixel(corner)


@steady
@given(hexes, st.integers(0, 5))
def test_left_and_right(name: str, side: int) -> None:
    """Walking clockwise around a hex, the hex is on the right and its neighbour on the left; walking back, the
    reverse."""
    x, y = GRID.centre(name)
    start, end = (
        GRID.corner((x + 60 * ox, y + 104 / sqrt(3) * oy)) for ox, oy in (CORNERS[side], CORNERS[(side + 1) % 6])
    )
    assert start is not None
    assert end is not None
    assert (COMMON_GRID.neighbour(name, side), name) == GRID.crossing(start, end)
    assert (name, COMMON_GRID.neighbour(name, side)) == GRID.crossing(end, start)


@steady
@given(hexes)
def test_centres_are_not_corners(name: str) -> None:
    """A hex's centre is far from every corner."""
    assert GRID.corner(GRID.centre(name)) is None
    assert name == GRID.hex_at(GRID.centre(name), [name, COMMON_GRID.neighbour(name, 1)])


def test_regions() -> None:
    """Regions are hexes connected over sides that are not blocked."""
    assert [frozenset({"0101", "0102"}), frozenset({"0104"})] == regions(HexGrid(), ["0104", "0102", "0101"])
    barred = [frozenset({"0101", "0102"})]
    assert [frozenset({"0101"}), frozenset({"0102"})] == regions(HexGrid(), ["0102", "0101"], barred)
