"""A board of areas for the printer: painted or tinted ground, water courses and roads, coasts and borders, works."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from math import hypot, sin
from random import Random
from typing import Any

from game import systems
from game.board.areas import AreaBoard, DrawnLine
from game.ui.kit.camera import Point
from game.ui.kit.pictures import picture
from game.ui.sheets.area_geometry import UNIT, AreaGeometry, name_line, units
from game.ui.sheets.contours import hachure, sawtooth
from game.ui.sheets.ink import BORDER, COAST, FRAME, HEXSIDE, RIVER, ROAD, WORK, Ink, fill, smooth, stroke
from game.ui.sheets.lettering import MapText
from game.ui.sheets.looks import symbol, terrain_looks
from game.ui.sheets.plan import Painting
from game.ui.sheets.roads import cased, fine, meetings, ribbon
from game.ui.sheets.shapes import SideRun, contains, join
from game.ui.sheets.style import Look, Style
from game.ui.sheets.terrain import Cell, Obstacles, draw_cells, draw_tint

PIXEL = 1 / UNIT
"""A map pixel in the sheet's units."""
BESIDE = 0.04
"""What symbols keep from roads and waters, in units."""
RUNS: dict[str, Callable[[Ink, int, SideRun, Look, Random], None]] = {"hachure": hachure, "sawtooth": sawtooth}
SAMPLE = (62.0, 38.0)
"""Width and height of a sample in the key, in map pixels."""


class AreaPlan:
    """Areas; the unit is ``UNIT`` map pixels."""

    edge, turn = 0.0, 0

    def __init__(self, board: AreaBoard, style: Style) -> None:
        """:raises AssetError: when the picture of the ground or a symbol cannot be used."""
        self._board, self._style = board, style
        self._geometry = AreaGeometry(board)
        for name in sorted({area.terrain for area in board.areas}):
            style.look("terrain", name)
        self._looks = terrain_looks(style)
        self._wet = frozenset(area.id for area in board.areas if self._looks[area.terrain].water)
        self.title = board.title
        self.field = (0.0, 0.0, board.size[0] / UNIT, board.size[1] / UNIT)
        self.flag_spots = {name: self._geometry.clear_spot(name) for name in board.objectives}
        self.painting = self._painting()
        self.names = [self._name(words) for words in board.lettering]

    def _painting(self) -> Painting | None:
        if not self._board.artwork:
            return None
        path = systems.map_file(f"{self._style.name}/{self._board.artwork}")
        left, top, wide, high = (length / UNIT for length in self._board.artwork_box)
        return Painting(picture(path.resolve()).convert(), (left, top, wide, high))

    def draw(self, ink: Ink) -> None:
        """Terrain where no picture shows it; lines, borders, bridges and works."""
        board, style = self._board, self._style
        rng, obstacles = Random(f"sheet of {board.name}"), Obstacles()
        ways = [(line, fine(course(line), 3)) for line in board.lines]
        for line, way in ways:
            self._line(ink, line, way, rng)
            obstacles.add(way, float(style.look("line", line.kind).get("width", 0.3)) / 2 + BESIDE, line.kind == "road")
        if self.painting is None:
            self._terrain(ink, obstacles)
        self._borders(ink)
        for at, turn in meetings(*([way for line, way in ways if line.kind == kind] for kind in ("road", "river"))):
            if "bridge" in next((a.flags for a in board.areas if contains(self._geometry.outline(a.id), at)), ()):
                self._work(ink, "bridge", at, turn)
        for area in board.areas:
            kind = next((flag for flag in style.work if flag in area.flags and flag != "bridge"), None)
            if kind is not None:
                flag = [self.flag_spots[area.id]] if area.id in self.flag_spots else []
                self._work(ink, kind, self._geometry.clear_spot(area.id, flag))

    def _terrain(self, ink: Ink, obstacles: Obstacles) -> None:
        for name in sorted({area.terrain for area in self._board.areas}):
            cells = []
            for area in self._board.areas:
                if area.terrain == name:
                    shape = self._geometry.outline(area.id)
                    walls = list(zip(shape, [*shape[1:], shape[0]], strict=True))
                    cells.append(Cell(area.id, self._geometry.centre(area.id), shape, walls))
            draw_tint(ink, self._looks[name], [[cell.outline] for cell in cells])
            draw_cells(ink, self._looks[name], cells, obstacles)

    def _line(self, ink: Ink, line: DrawnLine, way: Sequence[Point], rng: Random) -> None:
        look = self._style.look("line", line.kind)
        method = self._style.method("line", line.kind, {**RUNS, "ribbon": "ribbon", "cased": "cased"})
        if method == "ribbon":
            seas = [self._geometry.outline(name) for name in self._wet]
            mouth = next((k for k, at in enumerate(way) if any(contains(sea, at) for sea in seas)), None)
            if mouth is None:
                ribbon(ink, way, look)
            else:
                ribbon(ink, way[: mouth + 1], look, ("open", "mouth"))
        elif method == "cased":
            cased(ink, ROAD if line.kind == "road" else RIVER, way, look)
        else:
            method(ink, HEXSIDE, SideRun(units(line.points), False), look, rng)

    def _borders(self, ink: Ink) -> None:
        """Coasts as firm lines; borders between areas as dashes on a band coloured by hand."""
        board, look = self._board, self._style.sheet["border"]
        owners: dict[tuple[Point, Point], list[tuple[int, bool]]] = {}
        for k, area in enumerate(board.areas):
            for a, b in itertools.pairwise([*area.shape, area.shape[0]]):
                owners.setdefault((min(a, b), max(a, b)), []).append((k, a < b))
        runs: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        for (a, b), found in owners.items():
            if len(found) == 2:
                (one, forward), (other, _) = sorted(found)
                runs.setdefault((one, other), []).append((a, b) if forward else (b, a))
        for (one, other), edges in runs.items():
            wet = [board.areas[k].id in self._wet for k in (one, other)]
            for run in join(edges):
                points = list(units([*run.points, run.points[0]] if run.closed else run.points))
                d = smooth(points, False)
                if wet[0] != wet[1]:
                    ink.add(COAST, stroke(look["coast"], 2.6 * PIXEL), points, d, 0.1)
                    continue
                colour, band = ("coast", "wet-band") if wet[0] else ("line", "band")
                ink.add(BORDER, stroke(look[band], 9 * PIXEL, 0.12), points, d, 0.15)
                ink.add(BORDER + 2, stroke(look["under"], 3.8 * PIXEL, 0.6), points, d, 0.1)
                dashes = f' stroke-dasharray="{7 * PIXEL:.3f} {6.5 * PIXEL:.3f}"'
                ink.add(BORDER + 3, stroke(look[colour], 2.1 * PIXEL) + dashes, points, d, 0.1)

    def _work(self, ink: Ink, kind: str, at: Point, turn: float = 0.0, share: float = 1.0) -> None:
        look = self._style.look("work", kind)
        drawing = symbol(self._style, look["symbol"], f"{self._style.path}: [work.{kind}]")
        ink.stamp(WORK, drawing, at, float(look["size"]) * share, turn, "#000000")

    def _name(self, words: Any) -> MapText:
        look = self._style.look("lettering", words.style)
        return MapText(
            words.text, (words.x / UNIT, words.y / UNIT), words.size / UNIT, look["role"], look["colour"], words.angle,
            float(look.get("spacing", 0.0)), look.get("halo"), path=name_line(words) if words.path else (),
        )

    def shows(self, entry: Mapping[str, Any]) -> bool:
        board = self._board
        there = {area.terrain for area in board.areas} | {line.kind for line in board.lines}
        there |= {flag for area in board.areas for flag in area.flags} | ({"objective"} if board.objectives else set())
        return entry["sample"] in there

    def sample(self, entry: Mapping[str, Any]) -> tuple[Ink, Point]:
        """A framed piece of map: the tint of its ground, and a drawing of it, a line or the symbol of a work."""
        ink, kind, style = Ink(), entry["sample"], self._style
        wide, high = (side * PIXEL / 2 for side in SAMPLE)
        frame = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
        name = entry.get("ground", kind)
        ground = style.look("terrain", name) if name in style.terrain else next(iter(style.terrain.values()))
        ink.polygon(0, fill(ground["tint"]), frame)
        if "picture" in entry:
            drawing = symbol(style, entry["picture"], f"{style.path}: [[legend]]")
            ink.stamp(WORK, drawing, (0.0, 0.0), 2 * wide, 0.0, "#000000")
        elif kind in style.line:
            points = tuple((x / PIXEL, y / PIXEL) for x, y in ((0.0, 0.8 * high), (-0.04, 0.0), (0.0, -0.8 * high)))
            self._line(ink, DrawnLine(kind, points), units(points), Random("key"))
        else:
            self._work(ink, kind, (0.0, 0.0), share=float(entry.get("share", 0.8)))
        ink.polygon(FRAME, stroke(style.sheet["ink"], 1.6 * PIXEL, join="miter"), frame)
        return ink, (wide, high)


def course(line: DrawnLine) -> list[Point]:
    """The way of a line through the points of the map, winding a little, in the sheet's units."""
    points = line.points
    way: list[tuple[float, float]] = []
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        count = max(1, round(hypot(bx - ax, by - ay) / 16))
        way += [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count)]
    way.append(points[-1])
    for _ in range(3):
        way = [way[0], *(
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(way, way[1:], way[2:], strict=False)
        ), way[-1]]
    last = len(way) - 1
    fade = [min(1.0, k / 4, (last - k) / 4) for k in range(len(way))]
    bent = [(x + f * 5 * sin(y / 23 + x / 41), y + f * 5 * sin(x / 29)) for (x, y), f in zip(way, fade, strict=True)]
    return list(units(bent))
