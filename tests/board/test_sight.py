"""Lines of sight: the hexes they cross, the same from either end, and what blocks them."""

from __future__ import annotations

from math import hypot

from hypothesis import given, settings
from hypothesis import strategies as st

from game.board.hexgrid import CORNERS, HexBoard, HexGrid
from game.board.sight import Obstruction, line, obstruction

steady = settings(derandomize=True, deadline=None, max_examples=150)
ODD, EVEN = HexGrid("odd", 10, 1), HexGrid("even")
NAMES = tuple(sorted(EVEN.name(c, r) for c in range(1, 13) for r in range(1, 13)))
places = st.sampled_from(NAMES)
grids = st.sampled_from((HexGrid(), EVEN))


def field(low: dict[str, int] | None = None, grid: HexGrid = EVEN) -> HexBoard:
    """A plain of 12 by 12 hexes with some of them on a higher level."""
    return HexBoard("f", "F", NAMES, dict.fromkeys(NAMES, "clear"), {}, grid=grid, levels=low or {})


@steady
@given(grids, places, places)
def test_symmetrical(grid: HexGrid, a: str, b: str) -> None:
    """From the other end the line has the same hexes, in reverse."""
    there, back = line(grid, a, b), line(grid, b, a)
    assert there == back[::-1]
    assert (a,) == there[0]
    assert (b,) == there[-1]


@steady
@given(grids, places, places)
def test_every_crossed_hex_is_named(grid: HexGrid, a: str, b: str) -> None:
    """Points along the line are in the named stretches, in order; each stretch is adjacent to the previous one."""
    crossed = line(grid, a, b)
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    at = 0
    for k in range(401):
        point = ax + (bx - ax) * k / 400, ay + (by - ay) * k / 400
        near = set(map(grid.at, (point, (point[0], point[1] + 1e-9), (point[0], point[1] - 1e-9))))
        while not near & set(crossed[at]):
            at += 1
            assert at < len(crossed), f"{point} lies in {near}"
    assert len({name for stretch in crossed for name in stretch}) == sum(map(len, crossed))


@steady
@given(grids, places, places)
def test_no_missed_hex_is_named(grid: HexGrid, a: str, b: str) -> None:
    """The line has corners of every crossed hex on both its sides; of two hexes between which it runs, on one only."""
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    length = hypot(bx - ax, by - ay) or 1.0
    for stretch in line(grid, a, b)[1:-1]:
        for name in stretch:
            x, y = grid.centre(name)
            off = [((bx - ax) * (y + dy - ay) - (by - ay) * (x + dx - ax)) / length for dx, dy in CORNERS]
            both_sides = min(off) < -1e-9 and max(off) > 1e-9
            assert both_sides == (len(stretch) == 1)


def test_between_two_hexes() -> None:
    """Towards a vertex the line runs along a side: with odd columns low, 1010 to 1210 runs between 1109 and 1110."""
    assert (("1010",), ("1109", "1110"), ("1210",)) == line(ODD, "1010", "1210")
    assert 5 == len(line(ODD, "1010", "1410"))
    assert (("1010",), ("1009",), ("1008",)) == line(ODD, "1010", "1008")


def test_more_hexes_than_steps() -> None:
    """A line may clip the corners of adjacent hexes: six hexes on a line four hexes long."""
    assert 4 == EVEN.distance("0101", "0204")
    crossed = (("0101",), ("0102",), ("0202",), ("0103",), ("0203",), ("0204",))
    assert crossed == line(EVEN, "0101", "0204")


def test_a_corner_is_not_crossed() -> None:
    """A line through a point at which three hexes meet crosses the two that it enters."""
    (q, r) = EVEN.axial("0505")
    crossed = line(EVEN, "0505", EVEN.from_axial(q + 1, r + 4))
    assert all(len(stretch) == 1 for stretch in crossed)
    assert 6 == len(crossed)


def test_only_one_blocking_hex_of_two_does_not_block() -> None:
    """Hills on both sides of the line block it, a hill on one side does not (both staggers)."""
    for grid in (HexGrid(), EVEN):
        between = line(grid, "0404", "0604")[1]
        assert 2 == len(between)
        one = field(dict.fromkeys(between[:1], 1), grid)
        both = field(dict.fromkeys(between, 1), grid)
        assert obstruction(one, "0404", "0604", 0, one.level_of) is None
        assert Obstruction(between, 1) == obstruction(both, "0404", "0604", 0, both.level_of)


def test_tours_higher_than_both() -> None:
    """Sight is blocked by a hex between that is higher than the firing and the target hex (Tours 7.4)."""
    hill = {"0505": 1}
    for target, clear in (("0508", False), ("0501", True)):
        ground = field({**hill, "0501": 1})
        clears = max(ground.level_of("0503"), ground.level_of(target))
        assert clear == (obstruction(ground, "0503", target, clears, ground.level_of) is None)


def test_adua_higher_than_the_firer() -> None:
    """A hex higher than the firing hex blocks; one of the same level or lower, units, and the target do not (Adua, Fig.
    4)."""
    ground = field({"0503": 1, "0504": 1, "0506": 2})
    firer = ground.level_of("0503")
    assert obstruction(ground, "0503", "0506", firer, ground.level_of) is None
    assert Obstruction(("0506",), 2) == obstruction(ground, "0503", "0507", firer, ground.level_of)
    assert obstruction(ground, "0505", "0506", 0, ground.level_of) is None


def test_units_in_the_way() -> None:
    """A unit between blocks at any level; those in the two end hexes do not (Tours 7.4)."""
    ground, held = field(), {"0503", "0505", "0506"}

    def top(hex_: str) -> int:
        return 9 if hex_ in held else ground.level_of(hex_)

    assert ("0505",) == obstruction(ground, "0503", "0506", 0, top).hexes  # type: ignore[union-attr]
    assert obstruction(ground, "0505", "0506", 0, top) is None


@steady
@given(grids, places, places, st.sets(places, max_size=40), st.integers(0, 1))
def test_blocked_from_either_end(grid: HexGrid, a: str, b: str, hills: set[str], clears: int) -> None:
    """With the same levels a line is blocked from both ends or from neither."""
    ground = field(dict.fromkeys(hills, 1), grid)
    there = obstruction(ground, a, b, clears, ground.level_of)
    back = obstruction(ground, b, a, clears, ground.level_of)
    assert (there is None) == (back is None)
    if there is not None:
        assert 1 == there.top
        assert set(there.hexes) <= hills
    free = not clears and any(set(stretch) & set(NAMES) <= hills for stretch in line(grid, a, b)[1:-1]
                              if set(stretch) & set(NAMES))
    assert free == (there is not None)


def test_along_the_edge_of_the_board() -> None:
    """At the edge, only the hex on the board decides whether the line is blocked."""
    assert ("0200", "0201") == line(EVEN, "0101", "0301")[1]
    ground = field({"0201": 1})
    assert Obstruction(("0200", "0201"), 1) == obstruction(ground, "0101", "0301", 0, ground.level_of)
    assert obstruction(ground, "0101", "0301", 1, ground.level_of) is None
