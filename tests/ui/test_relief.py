"""High ground on a hex board: lit from the upper left, levels distinct in grey, water without hex lines."""

from __future__ import annotations

from pathlib import Path
from statistics import mean

import pygame
import pytest

from game import catalog, maps
from game.board.hexgrid import HexBoard, Outline
from game.ui.board.label_placement import PlacedNames, placed_names
from game.ui.sheets.contours import curved, smoothed
from game.ui.sheets.hex_ground import SHORE_LINES, draw_water, draw_zone_line
from game.ui.sheets.hex_plan import HexPlan
from game.ui.sheets.ink import ZONE_LAYER, Ink
from game.ui.sheets.lettering import MapText
from game.ui.sheets.painting import shading
from game.ui.sheets.shapes import adjacent_hexes, border_runs, corner
from game.ui.sheets.sheet import Sheet
from game.ui.sheets.style import load_style

MAPS = Path(__file__).resolve().parents[2] / "maps"
SCALE = 24.0


@pytest.fixture(scope="module", autouse=True)
def window() -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))


@pytest.fixture(scope="module")
def adua() -> HexBoard:
    board = maps.load(MAPS / "adua" / "adua.tmx")
    assert isinstance(board, HexBoard)
    return board


def grey_means(board: HexBoard, system: str) -> dict[int, float]:
    """The mean lightness of hexes in grey by level, each over part of its ground."""
    sheet = Sheet(board, catalog.rules(system).theme)
    picture = pygame.transform.grayscale(sheet.print_part(pygame.Rect((0, 0), sheet.pixels(SCALE)), SCALE))
    left, top, _, _ = sheet.layout.paper
    found: dict[int, list[float]] = {}
    for name, (x, y) in board.centres.items():
        px, py = round((x - left) * SCALE), round((y - top) * SCALE)
        tones = [picture.get_at((px + dx, py + dy)).r for dx in range(-14, 15, 4) for dy in range(-14, 15, 4)]
        found.setdefault(board.level_of(name), []).append(mean(tones))
    return {level: mean(tones) for level, tones in found.items()}


def test_levels_are_told_apart_in_grey(adua: HexBoard) -> None:
    """Each is clearly darker than the one below it."""
    means = grey_means(adua, "adua")
    assert means[0] - means[1] > 20
    assert means[1] - means[2] > 20


@pytest.mark.parametrize("turned", [False, True])
def test_light_comes_from_the_upper_left(turned: bool) -> None:
    """A round hill is lighter at its upper left than at its lower right, also on a rotated sheet; the ground around it
    is not shaded."""
    names = tuple(f"{x:02}{y:02}" for x in range(1, 8) for y in range(1, 8))
    board = HexBoard("hill", "", names, dict.fromkeys(names, "clear"), {}, levels={"0404": 1})
    board = board.turned if turned else board
    ring = [[[corner(board.grid, "0404", d) for d in range(6)]]]
    shade = shading(board, [ring], {"shade": "#000000"})
    x, y = board.grid.centre("0404")

    def tone(at: tuple[float, float]) -> int:
        fine = shade.picture.get_width() / shade.box[2]
        return shade.picture.get_at((round((at[0] - shade.box[0]) * fine), round((at[1] - shade.box[1]) * fine))).r

    assert tone((x - 0.5, y - 0.6)) > tone((x + 0.5, y + 0.6)) + 60
    assert tone((x - 3.5, y)) == tone((x + 3.5, y)) == 255


def test_a_border_is_smoothed_between_fixed_ends(adua: HexBoard) -> None:
    """The line between the two zones is smooth, within half a radius of its hexsides."""
    (run,) = border_runs(adua.grid, adua.zones["field"], adua.zones["italian-setup"].__contains__)
    way = smoothed(curved(run.points, run.closed), run.closed, ())
    assert (way[0], way[-1]) == (run.points[0], run.points[-1])
    turns = [abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]))
             for a, b, c in zip(way, way[1:], way[2:], strict=False)]
    assert max(turns) < 0.02
    assert all(min((x - u) ** 2 + (y - v) ** 2 for u, v in run.points) < 0.6 for x, y in way)


def test_the_line_of_the_zones_is_a_line_or_dots(adua: HexBoard) -> None:
    """The style decides."""
    line, dots = Ink(), Ink()
    look = {"colour": "#102030", "halo": "#ffffff", "width": 0.2}
    draw_zone_line(line, adua, look)
    draw_zone_line(dots, adua, {"colour": "#102030"})
    assert {mark.layer for mark in line.marks} == {mark.layer for mark in dots.marks} == {ZONE_LAYER, ZONE_LAYER + 1}
    assert any('stroke-width="0.2"' in mark.style for mark in line.marks)
    assert all("stroke" not in mark.style for mark in dots.marks)


def test_no_hex_lines_cross_a_river() -> None:
    """Between two hexes of water there is none; between a wet and a dry one there is."""
    board = maps.load(MAPS / "tours" / "tours.tmx")
    assert isinstance(board, HexBoard)
    style = load_style(catalog.rules("tours").theme)
    ink = Ink()
    HexPlan(board, style).draw(ink)
    lines = "".join(mark.d for mark in ink.marks if style.sheet["grid"]["colour"] in mark.style)
    drawn: dict[bool, set[bool]] = {True: set(), False: set()}
    for name in board.hexes:
        for d, other in enumerate(adjacent_hexes(board.grid, name)):
            if board.terrain[name] == "river" and other in board.index:
                a, b = sorted((corner(board.grid, name, d), corner(board.grid, name, d + 1)))
                drawn[board.terrain[other] == "river"].add(f"M{a[0]:.3f} {a[1]:.3f}L{b[0]:.3f} {b[1]:.3f}" in lines)
    assert drawn == {True: {False}, False: {True}}


def test_a_name_avoids_a_road() -> None:
    """It moves off a road, even if no counter is ever there."""
    name = MapText("Colle Zala", (5, 5), 0.4, "title", "#000000")
    road = [pygame.Rect(0, 480, 1000, 40)]
    (moved,) = placed_names([name], [], [], (0, 0, 10, 10), road)
    assert abs(moved.at[1] - 5) > 0.3
    assert moved.at[0] == 5


@pytest.mark.every(3)
@pytest.mark.parametrize("system", ["kassala", "tours", "adua"])
def test_names_stay_when_the_legend_is_folded(system: str) -> None:
    """They also stay when it is shown again."""
    board = maps.load(MAPS / system / f"{system}.tmx")
    sheet = Sheet(board, catalog.rules(system).theme)
    names = PlacedNames(board).placed(sheet)
    sheet.fold(True)
    assert names == PlacedNames(board).placed(sheet)


def test_a_name_avoids_the_number_of_a_hex() -> None:
    """Slightly lower or higher, both are legible."""
    name = MapText("Udaka", (5, 5), 0.4, "title", "#000000")
    (moved,) = placed_names([name], [], [pygame.Rect(460, 490, 80, 20)], (0, 0, 10, 10))
    assert 0.2 < abs(moved.at[1] - 5) < 1


def test_a_moved_name_avoids_the_one_above() -> None:
    """The gap is more than their letters need: the descenders of the upper line reach below them."""
    upper = MapText("camp of", (5, 5), 0.4, "text-italic", "#000000")
    lower = MapText("Abd ar-Rahman", (5, 5.55), 0.4, "title", "#000000")
    first, second = placed_names([upper, lower], [], [pygame.Rect(300, 560, 400, 20)], (0, 0, 10, 10))
    assert (5, 5) == first.at
    assert second.at[1] != 5.55
    assert abs(second.at[1] - 5) > 0.4


def test_lines_of_a_shore_stay_in_the_water() -> None:
    """If the water is narrower than they are deep, there are none."""
    ink = Ink()
    outline = Outline("water", ((0, 0), (8, 0), (8, 0.7), (0, 0.7)))
    draw_water(ink, outline, {"colour": "#7fa5b6", "bank": "#24506a"})
    assert 1 + sum(depth < 0.35 for depth, _, _ in SHORE_LINES) == len(ink.marks)
