"""Hex grids of either stagger and any first numbers: names, neighbours, distances and points agree."""

from __future__ import annotations

from math import hypot, isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.board.board import Board
from game.board.hexgrid import DIRECTIONS, HexBoard, HexGrid, Road

steady = settings(derandomize=True, deadline=None)
TOURS = HexGrid("odd", 10, 1)
ADUA = HexGrid("even")


@st.composite
def spots(draw: st.DrawFn) -> tuple[HexGrid, str, str]:
    """A grid and two of its hexes, away from its first column and row so that all their neighbours have printed
    numbers."""
    digits = draw(st.integers(1, 4))
    first = st.integers(0, 10**digits - 4)
    grid = HexGrid(draw(st.sampled_from(("odd", "even"))), draw(first), draw(first), digits)
    columns = st.integers(grid.first_column + 1, 10**digits - 2)
    rows = st.integers(grid.first_row + 1, 10**digits - 2)
    return grid, grid.name(draw(columns), draw(rows)), grid.name(draw(columns), draw(rows))


def board(grid: HexGrid, columns: int, rows: int, **more: object) -> HexBoard:
    """A rectangle of plain hexes."""
    names = sorted(
        grid.name(c, r)
        for c in range(grid.first_column, grid.first_column + columns)
        for r in range(grid.first_row, grid.first_row + rows)
    )
    return HexBoard("b", "B", tuple(names), dict.fromkeys(names, "clear"), {}, grid=grid, **more)  # type: ignore[arg-type]


@steady
@given(spots())
def test_names_round_trip(found: tuple[HexGrid, str, str]) -> None:
    """A printed id survives column and row, axial coordinates and the point of its centre."""
    grid, name, _ = found
    assert name == grid.name(*grid.parse(name))
    assert name == grid.from_axial(*grid.axial(name))
    assert name == grid.at(grid.centre(name))


@steady
@given(spots())
def test_distance_is_symmetrical(found: tuple[HexGrid, str, str]) -> None:
    """The distance is the same from either end, and consistent with the centres."""
    grid, a, b = found
    apart = grid.distance(a, b)
    assert apart == grid.distance(b, a)
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    straight = hypot(ax - bx, ay - by)
    assert 1.5 * apart - 1e-6 <= straight <= sqrt(3) * apart + 1e-6


@steady
@given(spots(), st.integers(0, 5))
def test_neighbours_are_mutual(found: tuple[HexGrid, str, str], side: int) -> None:
    """A neighbour across a side is one hex away, in the direction of the side, and has the hex as its neighbour."""
    grid, name, _ = found
    there = grid.neighbour(name, side)
    assert name == grid.neighbour(there, (side + 3) % 6)
    assert 1 == grid.distance(name, there)
    (ax, ay), (bx, by) = grid.centre(name), grid.centre(there)
    assert isclose(hypot(ax - bx, ay - by), sqrt(3))
    assert (bx > ax) == (side in (1, 2))
    assert (by < ay) == (side in (0, 1, 5))


def test_tours_neighbours() -> None:
    """With odd columns low, a unit in 1721 has 1621 and 1622 in front of it (Tours 8); 2111 is south of 2110 (7.2)."""
    assert {"1621", "1622"} == {TOURS.neighbour("1721", 5), TOURS.neighbour("1721", 4)}
    assert "2111" == TOURS.neighbour("2110", 3)
    assert 2 == TOURS.distance("2308", "2109")


def test_adua_neighbours() -> None:
    """With even columns low, 1306 is adjacent to 1205 and 1206, and 1206 to 1306 and 1307."""
    assert ["1305", "1405", "1406", "1307", "1206", "1205"] == [ADUA.neighbour("1306", d) for d in range(6)]
    assert ["1205", "1306", "1307", "1207", "1107", "1106"] == [ADUA.neighbour("1206", d) for d in range(6)]


@pytest.mark.parametrize("name", ["12", "abcd", "12345", "1²34", ""])
def test_invalid_hexes(name: str) -> None:
    """Text that is not a printed id is refused in words."""
    with pytest.raises(ValueError, match="a hex is four digits CCRR"):
        HexGrid().parse(name)
    with pytest.raises(ValueError, match="a hex is six digits CCCRRR"):
        HexGrid(digits=3).parse(name)


@pytest.mark.parametrize("grid", [HexGrid(), ADUA, TOURS, HexGrid("even", 0, 0), HexGrid("odd", 98, 5, 3)])
def test_board_of_any_grid(grid: HexGrid) -> None:
    """Masks by index agree with distances by id; direction words lead back."""
    small: HexBoard = board(grid, 6, 5)
    for a, i in small.index.items():
        for n in (0, 1, 2, 3, 9):
            near = {small.hexes[j] for j in range(30) if small.within(i, n) >> j & 1}
            assert near == {b for b in small.hexes if 0 < small.distance(a, b) <= n}
        assert small.within(i, 1) == small.adjacent[i]
        assert small.within(i, 2) == small.within_two[i]
        for b, word in small.directions_of(a).items():
            assert small.grid.neighbour(a, DIRECTIONS.index(word)) == b
            assert a in small.neighbours_of(b)


def test_only_an_objective_in_one_part_names_its_hexes() -> None:
    """Two neighbours and a separate third hex are not connected, although no two of them are three hexes apart."""
    ridge, forts = frozenset(("0101", "0201", "0301")), frozenset(("0103", "0203", "0205"))
    built = board(HexGrid(), 3, 5, objectives={"Ridge": ridge, "Forts": forts})
    assert 2 == built.distance("0203", "0205")
    assert dict.fromkeys(ridge, "Ridge") == built.landmarks


def test_what_a_hex_board_answers() -> None:
    """Levels, roads, names and terrain are available through the methods of every board."""
    drawn = Road("road", ("0101", "0201", "0301"), "Via"), Road("track", ("0201", "0101"))
    built: Board = board(ADUA, 3, 2, levels={"0201": 2}, roads=drawn, objectives={"Hill": frozenset({"0201"})})
    assert ("hex", 6) == (built.kind, len(built.places))
    assert [2, 0] == [built.level_of(place) for place in ("0201", "0101")]
    assert ("clear", "road", "track") == built.ground_of("0201")
    assert ("clear",) == built.ground_of("0102")
    assert {"0101": ("road", "track"), "0301": ("road",)} == built.roads_of("0201")
    assert {} == built.roads_of("0302")
    assert ("Hex 0201", "Hill", "0101") == (built.title_of("0201"), built.name_of("0201"), built.name_of("0101"))
    assert 2 == built.distance("0101", "0301")
    for question in (built.title_of, built.name_of, built.ground_of, built.level_of, built.neighbours_of):
        with pytest.raises(KeyError):
            question("0909")


def test_large_board() -> None:
    """With 850 hexes every mask is present and symmetrical (Adua's field)."""
    field = board(ADUA, 34, 25)
    assert 850 == len(field.hexes)
    assert all(field.within_two[j] >> i & 1 for i in range(850) for j in range(850) if field.within_two[i] >> j & 1)
