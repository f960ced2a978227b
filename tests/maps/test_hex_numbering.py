"""Hex maps of either stagger, with any first numbers, levels and roads, and their faults."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.board.hexgrid import CORNERS, HexBoard, HexGrid, Road
from game.maps import FaultKind, check, load
from game.maps.lattice import Lattice
from game.systems import SYSTEMS_VARIABLE
from tests.maps.made_up import hex_map, line, systems
from tests.maps.map_drafts import facts, found, kinds


@pytest.fixture(autouse=True)
def _made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(systems(tmp_path / "systems")))


@pytest.mark.parametrize(
    ("index", "column", "row", "low"),
    [("even", 1, 1, "odd"), ("odd", 1, 1, "even"), ("odd", 10, 1, "odd"), ("even", 10, 0, "even"),
     ("even", 0, 0, "even"), ("odd", 0, 7, "odd")],
)
def test_stagger_and_first_numbers(
    tmp_path: Path, index: str, column: int, row: int, low: Literal["odd", "even"]
) -> None:
    """Tiled's index and the first column's number determine which printed columns are low."""
    path = hex_map(tmp_path / "a.tmx", 5, 4, index, first_column=("int", column), first_row=("int", row))
    board: HexBoard = load(path)
    assert HexGrid(low, column, row) == board.grid
    assert f"{column:02d}{row:02d}" == board.hexes[0]
    assert f"{column + 4:02d}{row + 3:02d}" == board.hexes[-1]
    first, second = (board.grid.centre(f"{column + i:02d}{row:02d}") for i in (0, 1))
    assert (second[1] > first[1]) == (index == "odd")


def test_three_digits(tmp_path: Path) -> None:
    """Numbers beyond 99 have three digits."""
    board = load(hex_map(tmp_path / "a.tmx", 4, 3, digits=("int", 3), first_column=("int", 98)))
    assert ("098001", "101003") == (board.hexes[0], board.hexes[-1])
    assert 3 == board.distance("098001", "101001")


def test_tours_field(tmp_path: Path) -> None:
    """18 columns from 10, 24 rows, odd columns low: the hexes of the rulebook's examples are adjacent."""
    board = load(hex_map(tmp_path / "a.tmx", 18, 24, "odd", first_column=("int", 10)))
    assert (432, "1001", "2724") == (len(board.hexes), board.hexes[0], board.hexes[-1])
    assert {"1621", "1622"} <= set(board.neighbours_of("1721"))


def test_adua_field(tmp_path: Path) -> None:
    """34 columns by 25 rows, even columns low, with two levels and a road."""
    grid = HexGrid("even")
    road = line(1, "road", [Lattice(34, 25, 120, 104, 60, grid).centre(name) for name in ("0105", "0406", "0409")])
    board = load(hex_map(tmp_path / "a.tmx", 34, 25, "odd", road, hills=[(5, 11)]))
    assert (850, grid) == (len(board.hexes), board.grid)
    assert ("0105", "0205", "0306", "0406", "0407", "0408", "0409") == board.roads[0].hexes
    assert ({"0612": 2}, "hill") == (board.levels, board.terrain["0612"])


@settings(derandomize=True, deadline=None)
@given(st.sampled_from(("odd", "even")), st.integers(0, 60), st.integers(0, 60), st.integers(0, 8), st.integers(0, 8),
       st.integers(0, 5))
def test_pixels_agree_with_the_grid(low: str, column: int, row: int, i: int, j: int, side: int) -> None:
    """With any numbering, a hex's centre, corners and sides have Tiled's pixels."""
    grid = HexGrid(low, column, row)  # type: ignore[arg-type]
    lattice = Lattice(9, 9, 120, 104, 60, grid)
    name = grid.name(column + i, row + j)
    x, y = lattice.centre(name)
    assert (60 + 90 * i, 52 + 104 * j + 52 * grid.is_low(column + i)) == pytest.approx((x, y))
    assert grid.centre(name) == pytest.approx(lattice.radii((x, y)))
    assert name == lattice.centred((x + 9, y - 9)) == lattice.hex_at((x, y), [name])
    assert lattice.centred((x + 40, y)) is None
    start, end = (lattice.corner((x + 60 * dx, y + 60 * dy)) for dx, dy in (CORNERS[side], CORNERS[(side + 1) % 6]))
    assert start is not None
    assert end is not None
    there = lattice.crossing(start, end)
    assert there is not None
    assert name == there[1]
    if 0 < i < 8 and 0 < j < 8:
        assert grid.neighbour(name, side) == there[0]


def test_roads(tmp_path: Path) -> None:
    """A road runs from hex to hex, straight along rows between distant points."""
    lattice = Lattice(6, 5, 120, 104, 60, HexGrid("even"))
    drawn = line(7, "road", [lattice.centre(name) for name in ("0102", "0202", "0204")])
    board = load(hex_map(tmp_path / "a.tmx", 6, 5, "odd", drawn.replace('type="road"', 'type="road" name="Via"')))
    assert (Road("road", ("0102", "0202", "0203", "0204"), "Via"),) == board.roads
    assert {"0202": ("road",), "0204": ("road",)} == board.roads_of("0203")


@pytest.mark.parametrize(
    ("drawn", "fault"),
    [
        ([(60, 52), (120, 52)], (FaultKind.PLACE, "(120, 52)")),
        ([(60, 52), (60, -52)], (FaultKind.OFF_BOARD, "(60, -52)", "0100")),
        ([(60, 52), (240, 156)], ()),
        ([(60, 52), (240, 260)], (FaultKind.STEP, "(60, 52)", "(240, 260)")),
        ([(60, 52), (60, 52)], (FaultKind.STEP, "(60, 52)", "(60, 52)")),
    ],
)
def test_road_faults(tmp_path: Path, drawn: list[tuple[float, float]], fault: tuple[object, ...]) -> None:
    """A road through no hex, off the board, or not along a row of hexes is a fault."""
    path = hex_map(tmp_path / "a.tmx", 4, 4, "odd", line(7, "road", drawn))
    assert ([(fault[0], "Roads", 7, "road", *fault[1:])] if fault else []) == found(path)


def test_road_over_a_hole(tmp_path: Path) -> None:
    """A road that leaves the board between two hexes is a fault."""
    path = hex_map(tmp_path / "a.tmx", 4, 4, "odd", line(7, "track", [(60, 52), (60, 260)]))
    text = path.read_text(encoding="utf-8").replace(">1,1,1,1,\n1,1,1,1,", ">1,1,1,1,\n0,1,1,1,", 1)
    path.write_text(text, encoding="utf-8")
    assert [(FaultKind.OFF_BOARD, "Roads", 7, "0102", "track", "(60, 52)", "(60, 260)")] == found(path)


@pytest.mark.parametrize(
    ("numbers", "fault"),
    [
        ({"first_column": ("string", "ten")}, (FaultKind.PROPERTY, "first-column", "ten", 0, 98)),
        ({"first_row": ("int", -1)}, (FaultKind.PROPERTY, "first-row", -1, 0, 98)),
        ({"first_row": ("bool", "true")}, (FaultKind.PROPERTY, "first-row", True, 0, 98)),
        ({"digits": ("int", 9)}, (FaultKind.PROPERTY, "digits", 9, 1, 4)),
        ({"first_column": ("int", 97)}, (FaultKind.SIZE, 4, 3, 2, 98)),
    ],
)
def test_invalid_first_numbers(
    tmp_path: Path, numbers: dict[str, tuple[str, object]], fault: tuple[object, ...]
) -> None:
    """First numbers that are not numbers, or leave no room for the map's columns, are faults."""
    path = hex_map(tmp_path / "a.tmx", 4, 3, **numbers)  # type: ignore[arg-type]
    assert [(fault[0], None, None, *fault[1:])] == found(path)


@pytest.mark.parametrize("level", [("string", "high"), ("int", -1), ("int", 10), ("bool", "true"), ("float", 1.5)])
def test_invalid_levels(tmp_path: Path, level: tuple[str, object]) -> None:
    """A level is a small whole number; the fault names the hex."""
    (fault,) = check(hex_map(tmp_path / "a.tmx", 4, 3, hills=[(1, 1)], hill_level=level))
    kind, layer, object_, hex_, *_, highest = facts(fault)
    assert (FaultKind.PROPERTY, "Ground", None, "0202", 9) == (kind, layer, object_, hex_, highest)


def test_endless_roads(tmp_path: Path) -> None:
    """Roads that run to and fro along a long row are refused before they fill the memory."""
    there_and_back = [(60, 52 + 104 * 1999 * (k % 2)) for k in range(900)]
    roads = "".join(line(n, "road", there_and_back) for n in range(5, 10))
    path = hex_map(tmp_path / "a.tmx", 2, 2000, "odd", roads, digits=("int", 4))
    assert FaultKind.TOO_MUCH == kinds(path)[-1]
