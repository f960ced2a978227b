"""The ready-made tables of Renaissance follow the rules for terrain, and every element type has a picture."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from typing import get_args

import pytest

from game import maps, systems
from game.board.measuring import Outline, box_of
from game.board.plane import PlaneBoard, Terrain
from game.cli.checking import faults
from game.rules.renaissance.engine.tables import ELEMENTS, TERRAIN, tables
from game.rules.renaissance.engine.words import KINDS, MU, Topography
from tests.rules.renaissance.board import RULES

FOLDER = Path(__file__).parents[3] / "maps" / "renaissance"
NAMES: tuple[Topography, ...] = get_args(Topography)
SIDE = 36 * MU


def board(name: str) -> PlaneBoard:
    """A table by its topography."""
    found: PlaneBoard = maps.load(FOLDER / f"{name}.tmx")
    return found


def areas(name: str) -> list[Terrain]:
    """The area pieces of a table."""
    return [piece for piece in board(name).terrain if TERRAIN[piece.kind].area]  # type: ignore[index]


def size(outline: Outline) -> tuple[float, float]:
    """The length along the longest line between two corners, and the width across it."""
    a, b = max(combinations(outline, 2), key=lambda ends: hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]))
    long = hypot(b[0] - a[0], b[1] - a[1])
    across = [((x - a[0]) * (b[1] - a[1]) - (y - a[1]) * (b[0] - a[0])) / long for x, y in outline]
    return long, max(across) - min(across)


def apart(one: Outline, other: Outline) -> float:
    """The distance between two outlines with short sides."""
    return min(hypot(a[0] - b[0], a[1] - b[1]) for a in one for b in other)


def quarters(piece: Terrain) -> set[tuple[bool, bool]]:
    """The quarters of the table with some of its points."""
    points = list(piece.points)
    if piece.width:
        points += [((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in pairwise(points)]
    return {(x > SIDE // 2, y > SIDE // 2) for x, y in points}


@pytest.mark.rule("1.1")
@pytest.mark.rule("1.2")
@pytest.mark.parametrize("name", NAMES)
def test_kinds_and_numbers_of_pieces(name: Topography) -> None:
    ground, kinds = tables().topography[name], [piece.kind for piece in board(name).terrain]
    assert 3 <= len(kinds) <= 5
    assert 1 <= kinds.count(ground.compulsory) <= 3
    optional = [kind for kind in kinds if kind != ground.compulsory]
    assert len(optional) <= 3
    assert all(optional.count(kind) <= 2 for kind in optional)
    for kind in optional:
        assert any(kind in either for either in ground.optional), kind
    for either in ground.optional:
        assert len({kind for kind in optional if kind in either}) <= 1
    assert all(kinds.count(kind) <= 1 for kind in ("river", "waterway", "oasis"))


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("name", NAMES)
def test_quarters_with_terrain(name: Topography) -> None:
    pieces = board(name).terrain
    difficult = [piece for piece in pieces if piece.kind not in ("road", "gentle-hill")]
    assert len(set().union(*map(quarters, pieces))) >= 3
    assert len(set().union(*map(quarters, difficult))) >= 2


@pytest.mark.rule("14.2")
@pytest.mark.rule("14.2.3")
@pytest.mark.parametrize("name", NAMES)
def test_sizes_and_gaps(name: Topography) -> None:
    assert board(name).size == (SIDE, SIDE)
    for piece in areas(name):
        long, wide = size(piece.points)
        assert 2 * MU <= wide <= long <= 12 * MU, piece.kind
        assert long + wide <= 18 * MU, piece.kind
        assert long <= 2 * wide or piece.kind in ("marsh", "rough"), piece.kind
        left, right, top, bottom = box_of(piece.points)
        assert min(left, top) >= 0
        assert max(right, bottom) <= SIDE
    for one, other in combinations(areas(name), 2):
        assert apart(one.points, other.points) >= 2 * MU, (one.kind, other.kind)


@pytest.mark.rule("14.2.3")
@pytest.mark.parametrize("name", NAMES)
def test_rivers_and_roads_run_from_edge_to_edge(name: Topography) -> None:
    for piece in board(name).terrain:
        if piece.width:
            assert MU <= piece.width <= 2 * MU if piece.kind == "river" else piece.width < 2 * MU
            edges = [edges_of(spot) for spot in (piece.points[0], piece.points[-1])]
            water = [other for other in board(name).terrain if other.kind == "waterway"]
            if water:
                assert edges[0]
                assert edges[1] or water[0].holds(piece.points[-1])
            else:
                assert edges[0]
                assert edges[1]
                assert not edges[0] & edges[1]


@pytest.mark.rule("14.2.3")
def test_the_waterway_lies_along_one_edge() -> None:
    (water,) = (piece for piece in board("littoral").terrain if piece.kind == "waterway")
    shore = [spot for spot in water.points if spot[0]]
    assert all(2 * MU <= x <= 6 * MU for x, _ in shore)
    assert box_of(water.points)[2:] == (0, SIDE)


@pytest.mark.rule("14.2.5")
@pytest.mark.parametrize("name", NAMES)
def test_there_is_room_for_armies_at_north_and_south(name: Topography) -> None:
    """Within 3 MU of two opposite base edges, where a camp can be placed, there is no terrain."""
    for top in (0, SIDE - 3 * MU):
        taken = [box_of(piece.points) for piece in board(name).terrain]
        assert any(all(right <= x or left >= x + 3 * MU or bottom <= top or up >= top + 3 * MU
                       for left, right, up, bottom in taken)
                   for x in range(4 * MU, SIDE - 7 * MU, MU))


def edges_of(spot: tuple[int, int]) -> set[str]:
    """The edges of the table through a point."""
    x, y = spot
    return {edge for edge, on in (("west", x == 0), ("east", x == SIDE), ("north", y == 0), ("south", y == SIDE)) if on}





@pytest.mark.parametrize("kind", KINDS)
def test_every_element_type_has_a_picture(kind: str) -> None:
    symbol = next(one.symbol for one in ELEMENTS.values() if one.kind == kind)
    assert (systems.assets("renaissance") / "counters" / f"{symbol}.svg").is_file()


@pytest.mark.parametrize("name", NAMES)
def test_check_finds_no_faults(name: Topography) -> None:
    """``check`` applies the rules for placing terrain to a table."""
    assert list(RULES.board_faults(board(name))) == []


@pytest.mark.parametrize(("old", "new", "told"), [
    ('value="0.6"', 'value="1.6"', "the river around 9.0, 7.4 base widths: A river is 1 to 2 MU wide (14.2.3)"),
    ('type="gentle-hill"', 'type="dunes"',
     "the dunes around 13.9, 10.6 base widths: This topography has no dunes (1.1)"),
    ('<polygon points="951.0,690.6', '<polygon points="1951.0,690.6',
     "the gentle hill around 22.2, 10.6 base widths: It would leave the table (14.2.3)"),
    ('width="18" height="18"', 'width="20" height="18"', "The table must be 36 by 36 MU, 18 by 18 base widths (14.2)"),
])
def test_check_reports_faults_of_a_table(tmp_path: Path, old: str, new: str, told: str) -> None:
    """A copy of a table is changed as with Tiled; each fault has its place and its rule."""
    text = (FOLDER / "forest.tmx").read_text("utf-8")
    assert old in text
    path = tmp_path / "forest.tmx"
    path.write_text(text.replace(old, new, 1), "utf-8")
    assert f"{path}: {told}" in [str(fault) for fault in faults(path)]


@pytest.mark.rule("14.2.3")
def test_check_takes_the_pieces_of_a_table_in_any_order() -> None:
    """A river may end at the waterway, whichever of them is drawn first; one that lies in it is one fault."""
    shore = Terrain("waterway", ((16500, 0), (18000, 0), (18000, 18000), (16500, 18000)))
    ending = Terrain("river", ((0, 9000), (17000, 9000)), 600)
    beside = Terrain("river", ((17000, 0), (17000, 9000)), 600)
    for river, count in ((ending, 0), (beside, 1)):
        for pieces in ((river, shore), (shore, river)):
            assert len(RULES.board_faults(PlaneBoard("own", "Own", (SIDE, SIDE), pieces))) == count
