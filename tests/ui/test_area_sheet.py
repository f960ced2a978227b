"""The sheet of an area board: its key, its rivers and roads, places for flags and works, printing in parts."""

from __future__ import annotations

import os
from math import hypot
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from game import catalog, maps
from game.board.areas import AreaBoard, DrawnLine
from game.board.polygon import contains
from game.ui.sheets.areas import PIXELS_PER_UNIT, AreaGeometry, AreaPlan, line_course, name_baseline, points_along
from game.ui.sheets.sheet import Sheet
from game.ui.sheets.style import load_style

THEME = catalog.rules("africa").theme
MAPS = Path(__file__).resolve().parents[2] / "maps" / "africa"
BATTLES = ("castillejos", "tetuan", "wad-ras")
NEAR = 0.28
"""The least distance in units between the middle of a letter and that of a river."""


@pytest.fixture(params=BATTLES)
def board(request: pytest.FixtureRequest) -> AreaBoard:
    """A battle's board, and a window in which to print it."""
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    loaded = maps.load(MAPS / f"{request.param}.tmx")
    assert isinstance(loaded, AreaBoard)
    return loaded


def test_the_legend_explains_exactly_the_signs_of_the_map(board: AreaBoard) -> None:
    """It has the board's terrain except open ground, works, roads and objectives; nothing of other boards."""
    style = load_style(THEME)
    plan = AreaPlan(board, style)
    shown = {entry["sample"] for entry in style.legend if plan.has_sample(entry)}
    there = {area.terrain for area in board.areas} | {flag for area in board.areas for flag in area.flags}
    there |= {line.kind for line in board.lines} | {"objective"}
    assert shown == there - {"clear", "stream", "coastal", "mouth", "anchor"}


def test_flags_stand_in_their_areas_clear_of_a_counter(board: AreaBoard) -> None:
    """Each objective has a place inside it, away from the middle of its stack."""
    geometry, sheet = AreaGeometry(board), Sheet(board, THEME)
    assert set(board.objectives) == set(sheet.flag_spots)
    for name, (x, y) in sheet.flag_spots.items():
        cx, cy = geometry.centre(name)
        assert contains(geometry.outline(name), (x, y))
        assert max(abs(x - cx), abs(y - cy)) > 0.62


def test_a_part_of_the_sheet_is_printed_as_in_the_whole(board: AreaBoard) -> None:
    """A tile equals the same part of a larger one except for resampling of the background."""
    sheet = Sheet(board, THEME)
    whole = sheet.print_part(pygame.Rect(0, 0, 480, 480), 30.0)
    part = sheet.print_part(pygame.Rect(160, 160, 240, 240), 30.0)
    assert part.get_size() == (240, 240)
    other = whole.subsurface((160, 160, 240, 240))
    off = [
        abs(a - b)
        for x in range(4, 236, 6) for y in range(4, 236, 6)
        for a, b in zip(part.get_at((x, y))[:3], other.get_at((x, y))[:3], strict=True)
    ]
    assert sum(off) / len(off) < 6


def test_a_course_starts_and_ends_where_its_line_does() -> None:
    """Its ends stay in place, and it never strays far from the line."""
    way = line_course(DrawnLine("river", ((0.0, 100.0), (400.0, 120.0), (900.0, 60.0))))
    assert (0.0, 100.0 / PIXELS_PER_UNIT) == way[0]
    assert (900.0 / PIXELS_PER_UNIT, 60.0 / PIXELS_PER_UNIT) == way[-1]
    assert all(30 < y * PIXELS_PER_UNIT < 150 for _, y in way)


@pytest.mark.every(3)
@pytest.mark.parametrize("factor", [0.5, 1.0, 4.0])
def test_the_paper_grows_with_the_scale(board: AreaBoard, factor: float) -> None:
    """The sheet's size in pixels follows its size in units."""
    sheet = Sheet(board, THEME)
    _, _, w, h = sheet.layout.paper
    assert (round(w * 20 * factor), round(h * 20 * factor)) == sheet.pixels(20 * factor)
    assert sheet.layout.field[2] * PIXELS_PER_UNIT == pytest.approx(board.size[0])


@pytest.mark.parametrize("battle", ["castillejos", "tetuan"])
def test_no_river_runs_through_its_own_name(battle: str) -> None:
    """Letters of water names are clear of the drawn river, except where it must be crossed."""
    board = maps.load(MAPS / f"{battle}.tmx")
    assert isinstance(board, AreaBoard)
    rivers = [at for line in board.lines if line.kind == "river" for at in points_along(tuple(line_course(line)), 0.05)]
    names = [words for words in board.lettering if words.style == "water"]
    assert names
    for words in names:
        near = min(hypot(x - u, y - v) for x, y in points_along(name_baseline(words), 0.05) for u, v in rivers)
        assert near * PIXELS_PER_UNIT > 0.5 * words.size + 8, words.text


def test_no_name_lies_across_its_river(board: AreaBoard) -> None:
    """The letters of names are clear of the water through their areas."""
    rivers = [at for line in board.lines if line.kind == "river" for at in points_along(tuple(line_course(line)), 0.1)]
    for lettering in Sheet(board, THEME).names:
        far = min(hypot(x - u, y - v) for x, y in lettering.letters(40.0) for u, v in rivers)
        assert far > NEAR, f"{lettering.text} is {far:.2f} from the river"
