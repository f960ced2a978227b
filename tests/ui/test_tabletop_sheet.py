"""A printed table without a grid: hills rise towards the middle, and an unusable style has its reason."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.art import AssetError
from game.board.measuring import ellipse
from game.board.plane import PlaneBoard, Terrain
from game.ui.sheets.planes import on_sheet
from game.ui.sheets.sheet import Sheet
from tests.ui.marches_map import theme

STYLE = """
[sheet]
paper = "#ffffff"
ink = "#202020"
accent = "#802020"
field = { colour = "#608040", shade = "#000000" }
[terrain.hill]
tint = "#806040"
[terrain.hill.relief]
steps = 3
tint = "#f0e0c0"
shade = "#302010"
hachures = "#302010"
[lettering.hill]
role = "text"
colour = "#202020"
"""
SCALE, SIDE = 60, 12000
HILL = Terrain("hill", ellipse((6000, 6000), 3000, 2000))


def printed(folder: Path, style: str = STYLE) -> tuple[Sheet, pygame.Surface]:
    """A table with a hill in its middle, drawn by a style."""
    (folder / "style.toml").write_text(style, encoding="utf-8")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))
    sheet = Sheet(PlaneBoard("one", "One hill", (SIDE, SIDE), (HILL,)), theme(folder))
    return sheet, sheet.print_part(pygame.Rect((0, 0), sheet.pixels(SCALE)), SCALE)


def brightness(sheet: Sheet, picture: pygame.Surface, spot: tuple[int, int]) -> int:
    """The brightness of the picture around a point of the table."""
    (x, y), (left, top, _, _) = on_sheet(spot), sheet.layout.paper
    around = pygame.Rect(round((x - left) * SCALE) - 3, round((y - top) * SCALE) - 3, 7, 7)
    return sum(pygame.transform.average_color(picture, around)[:3])


def test_a_hill_is_brighter_the_higher_it_is(tmp_path: Path) -> None:
    sheet, picture = printed(tmp_path)
    steps = [brightness(sheet, picture, spot) for spot in ((6000, 7800), (6000, 7400), (6000, 6900), (6000, 6000))]
    assert steps == sorted(steps)
    assert steps[-1] - steps[0] > 100


def test_a_wide_road_is_whole_where_two_parts_of_the_sheet_meet(tmp_path: Path) -> None:
    """Printed in two parts that meet along the middle of the road, it equals one print."""
    style = STYLE + '[line.road]\ndraw = "cased"\ncolour = "#302010"\ncore = "#d0b080"\n'
    printed(tmp_path, style)
    road = Terrain("road", ((0, 6000), (12000, 6000)), 900)
    sheet = Sheet(PlaneBoard("one", "One road", (SIDE, SIDE), (road,)), theme(tmp_path))
    whole = sheet.print_part(pygame.Rect((0, 0), sheet.pixels(SCALE)), SCALE)
    wide, high = sheet.pixels(SCALE)
    seams = [high // 2 + step for step in range(-30, 31, 10)]
    for seam in seams:
        for part in (pygame.Rect(0, 0, wide, seam), pygame.Rect(0, seam, wide, high - seam)):
            assert _differs(sheet.print_part(part, SCALE), whole.subsurface(part)) < 0.005, seam


def _differs(one: pygame.Surface, other: pygame.Surface) -> float:
    """The share of pixels that clearly differ."""
    here, there = (pygame.surfarray.array3d(each).astype(int) for each in (one, other))
    return float((abs(here - there).max(axis=2) > 24).mean())


def test_the_lamp_hangs_over_the_middle_of_the_table(tmp_path: Path) -> None:
    sheet, picture = printed(tmp_path)
    middle, rim, corner = (brightness(sheet, picture, spot) for spot in ((6000, 9000), (6000, 11900), (100, 11900)))
    assert middle > rim > corner


@pytest.mark.parametrize(("old", "new", "named"), [
    ("steps = 3", "steps = 9", ("'steps'", "9", "1", "4")),
    ("steps = 3", "", ("'steps'",)),
    ('shade = "#302010"', 'shade = "dark"', ("'shade'", "'dark'")),
    ("steps = 3", "steps = 3\nhigh = 2", ("'high'",)),
])
def test_a_fault_in_a_hill_is_named(tmp_path: Path, old: str, new: str, named: tuple[str, ...]) -> None:
    with pytest.raises(AssetError) as caught:
        printed(tmp_path, STYLE.replace(old, new, 1))
    told = str(caught.value)
    assert all(each in told for each in (str(tmp_path / "style.toml"), "[terrain.hill.relief]", *named))
