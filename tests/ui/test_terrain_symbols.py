"""The printer on a made-up map of every kind of terrain: levels, woods, marsh, river, roads, villages."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import pairwise
from math import cos, hypot, pi, sin
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from game import catalog, maps
from game.board.areas import AreaBoard
from game.board.hexgrid import HexBoard, HexGrid, Road
from game.board.polygon import contains
from game.ui.sheets.areas import AreaGeometry, AreaPlan
from game.ui.sheets.hex_plan import HexPlan
from game.ui.sheets.ink import SYMBOLS_LAYER, WORK_LAYER, Ink, Stamp
from game.ui.sheets.roads import road_courses
from game.ui.sheets.shapes import corner
from game.ui.sheets.sheet import Sheet
from game.ui.sheets.style import load_style
from tests.ui.marches_map import FOLDER, load, theme
from tests.ui.pictures import digest

MAPS = Path(__file__).resolve().parents[2] / "maps"
SCALE = 30.0


@pytest.fixture(scope="module")
def board() -> HexBoard:
    """The made-up map."""
    return load()


@pytest.fixture(scope="module")
def stamps(board: HexBoard) -> list[Stamp]:
    """All symbols scattered over it."""
    ink = Ink()
    HexPlan(board, load_style(theme())).draw(ink)
    return [stamp for stamp in ink.stamps if stamp.layer == SYMBOLS_LAYER]


def grounds() -> dict[str, str]:
    """The colour of symbols -> their terrain."""
    looks = load_style(theme()).terrain
    return {entry["colour"]: name for name, look in looks.items() for entry in look["symbols"]}


def whole(sheet: Sheet) -> pygame.Surface:
    """A sheet as one picture."""
    return sheet.print_part(pygame.Rect((0, 0), sheet.pixels(SCALE)), SCALE)


def test_the_map_is_of_every_kind(board: HexBoard) -> None:
    """It has 34 x 25 hexes, even columns low, two levels, and everything that the other tests use."""
    assert 34 * 25 == len(board.hexes)
    assert "even" == board.grid.low
    assert {1, 2} == set(board.levels.values())
    assert {"open", "woods", "marsh", "village"} == set(board.terrain.values())
    assert {"river"} == {feature.kind for there in board.sides.values() for feature in there}
    assert {"road", "track"} == {road.kind for road in board.roads}


def test_symbols_lie_in_hexes_of_their_terrain(board: HexBoard, stamps: list[Stamp]) -> None:
    """They do with all their pixels, not only their middles. Trees may cross hexsides, but only to other trees."""
    terrain_of = grounds()
    assert set(terrain_of.values()) == {terrain_of[stamp.colour] for stamp in stamps}
    for stamp in stamps:
        (x, y), far = stamp.at, 0.98 * stamp.radius
        around = [(x + far * cos(a), y + far * sin(a)) for a in (k * pi / 6 for k in range(12))]
        found = {board.terrain.get(board.grid.at(point)) for point in [(x, y), *around]}
        assert {terrain_of[stamp.colour]} == found, stamp


def test_every_hex_of_woods_marsh_and_villages_shows_it(board: HexBoard, stamps: list[Stamp]) -> None:
    """Only few hexes are bare, where a road or lettering takes the room."""
    standing = {board.grid.at(stamp.at) for stamp in stamps}
    for name in ("woods", "marsh", "village"):
        hexes = [place for place in board.hexes if board.terrain[place] == name]
        bare = [place for place in hexes if place not in standing]
        assert len(bare) <= 0.05 * len(hexes), (name, bare)


def test_no_symbol_stands_on_a_road(board: HexBoard, stamps: list[Stamp]) -> None:
    """No symbol overlaps its edge either."""
    roads = load_style(theme()).road
    for kind, way in road_courses(board):
        half = roads[kind]["width"] / 2
        points = [
            (ax + (bx - ax) * k / 4, ay + (by - ay) * k / 4) for (ax, ay), (bx, by) in pairwise(way) for k in range(4)
        ]
        for stamp in stamps:
            if any(abs(stamp.at[0] - x) < 1 and abs(stamp.at[1] - y) < 1 for x, y in points):
                gap = min(hypot(stamp.at[0] - x, stamp.at[1] - y) for x, y in points)
                assert gap >= stamp.radius + half, stamp


@pytest.mark.soak
def test_water_and_roads_look_as_on_a_map_without_symbols(board: HexBoard, tmp_path: Path) -> None:
    """No pixel is printed over them."""
    folder = tmp_path / "bare"
    folder.mkdir()
    text = (FOLDER / "style.toml").read_text(encoding="utf-8")
    parts = text.split("\n[")
    bare = "\n[".join(part for part in parts if not part.startswith("[terrain.")) + "\n[terrain.open]\n"
    (folder / "style.toml").write_text(bare, encoding="utf-8")
    with_symbols, without = whole(Sheet(board, theme())), whole(Sheet(board, theme(folder)))
    assert digest(with_symbols) != digest(without)
    style = load_style(theme())
    for colour in (style.hexside["river"]["colour"], style.road["road"]["core"], style.road["track"]["colour"]):
        shown = pygame.mask.from_threshold(without, colour, (14, 14, 14, 255))
        still = pygame.mask.from_threshold(with_symbols, colour, (14, 14, 14, 255))
        assert shown.count() > 500
        lost = shown.copy()
        lost.erase(still, (0, 0))
        assert lost.count() <= 0.002 * shown.count(), colour


@pytest.mark.soak
def test_the_same_picture_twice(board: HexBoard) -> None:
    """Two sheets of a board are equal to the pixel; a part of one is as in the whole."""
    one, other = whole(Sheet(board, theme())), Sheet(board, theme())
    assert digest(one) == digest(whole(other))
    part = other.print_part(pygame.Rect(640, 320, 320, 320), SCALE)
    off = [
        abs(a - b) for x in range(4, 316, 4) for y in range(4, 316, 4)
        for a, b in zip(part.get_at((x, y))[:3], one.get_at((640 + x, 320 + y))[:3], strict=True)
    ]
    assert sum(off) / len(off) < 2


def test_the_symbols_of_a_hex_depend_on_its_name(board: HexBoard, stamps: list[Stamp]) -> None:
    """A distant change moves nothing: each place has its own seed."""
    far = next(place for place in reversed(board.hexes) if board.terrain[place] == "open")
    ink = Ink()
    HexPlan(replace(board, terrain={**board.terrain, far: "marsh"}), load_style(theme())).draw(ink)
    cx, cy = board.grid.centre(far)

    def away(found: list[Stamp]) -> list[tuple[float, float, float]]:
        return sorted((*s.at, s.width) for s in found if s.layer == SYMBOLS_LAYER
                      and hypot(s.at[0] - cx, s.at[1] - cy) > 3)

    assert away(stamps) == away(ink.stamps)


def test_bridges_stand_where_roads_cross_the_river(board: HexBoard) -> None:
    """There is one for each step of a road over a hexside with water, at that side."""
    ink = Ink()
    HexPlan(board, load_style(theme())).draw(ink)
    bridges = [stamp.at for stamp in ink.stamps if stamp.layer == WORK_LAYER]
    wet = {frozenset(step) for step in board.road_steps if board.between(*step)}
    assert wet
    assert len(wet) == len(bridges)
    for one, other in wet:
        (ax, ay), (bx, by) = board.grid.centre(one), board.grid.centre(other)
        assert min(hypot((ax + bx) / 2 - x, (ay + by) / 2 - y) for x, y in bridges) < 0.35


def test_edges_of_levels_are_drawn_and_others_not(board: HexBoard) -> None:
    """In grey, hexsides between two levels have far more dark ink around them than others."""
    sheet = Sheet(board, theme())
    grey, (left, top, _, _) = pygame.transform.grayscale(whole(sheet)), sheet.layout.paper

    def darkest(a: str, b: str) -> int:
        (ax, ay), (bx, by) = board.grid.centre(a), board.grid.centre(b)
        x, y = ((ax + bx) / 2 - left) * SCALE, ((ay + by) / 2 - top) * SCALE
        return min(grey.get_at((round(x + dx), round(y + dy))).r for dx in range(-6, 7) for dy in range(-6, 7))

    plain = {place for place in board.hexes if board.terrain[place] == "open"}
    edges: dict[bool, list[int]] = {True: [], False: []}
    for a in sorted(plain):
        for b in board.neighbours_of(a):
            if b in plain and not board.between(a, b) and (a, b) not in board.road_steps:
                edges[board.level_of(a) != board.level_of(b)].append(darkest(a, b))
    ordinary = sorted(edges[False])[len(edges[False]) // 10]
    assert sum(dark < ordinary - 20 for dark in edges[True]) > 0.97 * len(edges[True])


def test_roads_go_over_the_middles_of_sides_and_off_the_board(board: HexBoard) -> None:
    """Every step of a road crosses the middle of a hexside; at the board's edge it runs to the edge."""
    ways = [point for _, way in road_courses(board) for point in way]
    for one, other in board.road_steps:
        (ax, ay), (bx, by) = board.grid.centre(one), board.grid.centre(other)
        assert min(hypot((ax + bx) / 2 - u, (ay + by) / 2 - v) for u, v in ways) < 0.01, (one, other)
    x, y = board.grid.centre("0112")
    sides = [corner(board.grid, "0112", d) for d in (4, 5)]
    edge = (sides[0][0] + sides[1][0]) / 2
    assert any(abs(u - edge) < 0.3 and u < x - 0.5 and abs(v - y) < 1 for u, v in ways)


def test_roads_that_meet_lead_on_into_each_other() -> None:
    """Of three roads out of a hex the straightest two are joined; the third ends in its middle; a ring closes."""
    grid = HexGrid("even")
    names = tuple(grid.name(c, r) for c in range(1, 8) for r in range(1, 8))
    plain = dict.fromkeys(names, "open")
    cross = HexBoard("x", "", names, plain, {}, grid=grid, roads=(
        Road("road", ("0404", "0405", "0406")), Road("road", ("0404", "0403", "0402")), Road("road", ("0404", "0504")),
    ))
    through, end = sorted((way for _, way in road_courses(cross)), key=len, reverse=True)
    assert abs(through[0][0] - through[-1][0]) < 0.5
    assert grid.centre("0404") in (end[0], end[-1])
    first = grid.neighbour("0404", 0)
    ring = (first, *(grid.neighbour("0404", d) for d in (1, 2, 3, 4, 5)), first)
    ((_, loop),) = road_courses(HexBoard("x", "", names, plain, {}, grid=grid, roads=(Road("road", ring),)))
    assert loop[0] == pytest.approx(loop[-1])


@pytest.mark.parametrize("turned", [False, True])
def test_a_road_along_a_zigzag_of_hexes_is_straight(turned: bool) -> None:
    """From edge to edge, on the printed and a rotated sheet, it bends only where its hexes do."""
    grid = HexGrid(turned=turned)
    names = tuple(grid.name(c, r) for c in range(1, 8) for r in range(1, 5))
    straight = Road("road", tuple(grid.name(c, 2) for c in range(1, 8)))
    board = HexBoard("x", "", names, dict.fromkeys(names, "open"), {}, grid=grid, roads=(straight,))
    ((_, way),) = road_courses(board)
    across, along = zip(*(point if turned else point[::-1] for point in way), strict=True)
    assert across == pytest.approx([across[0]] * len(way))
    assert 10 < max(along) - min(along)


def test_a_map_of_areas_without_a_picture_is_printed_from_its_style() -> None:
    """Trees and reeds are within the areas of their terrain."""
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    board = maps.load(MAPS / "africa" / "tetuan.tmx")
    assert isinstance(board, AreaBoard)
    style, ink = load_style(catalog.rules("africa").theme), Ink()
    AreaPlan(replace(board, artwork=""), style).draw(ink)
    scattered = [stamp for stamp in ink.stamps if stamp.layer == SYMBOLS_LAYER]
    geometry = AreaGeometry(board)
    terrain_of = {entry["colour"]: name for name, look in style.terrain.items() for entry in look.get("symbols", ())}
    assert {"forest", "marsh"} == {terrain_of[stamp.colour] for stamp in scattered}
    for stamp in scattered:
        place = geometry.place_at(stamp.at)
        assert place is not None
        assert terrain_of[stamp.colour] == board.areas[board.index[place]].terrain
        (x, y), far = stamp.at, 0.98 * stamp.radius
        around = [(x + far * cos(k), y + far * sin(k)) for k in range(7)]
        assert all(contains(geometry.outline(place), point) for point in around)
