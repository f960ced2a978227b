"""The ink of a board of areas: water courses, roads, coasts, borders, and the works that stand in areas."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from math import atan2, hypot, sin

from game.board.areas import AreaBoard, Line
from game.ui.board.moorings import WET
from game.ui.kit.camera import Point
from game.ui.sheets import area_works
from game.ui.sheets.area_geometry import UNIT, AreaGeometry, units
from game.ui.sheets.area_works import DRAWN, Spot
from game.ui.sheets.ink import Ink, fill, smooth, stroke
from game.ui.sheets.shapes import contains, join

PIXEL = 1 / UNIT
"""A map pixel in the sheet's units."""
INK, WATER, BANK, BORDER = "#33241a", "#a3c2c8", "#3d6a80", "#7d2417"
COAST, RIVER, ROAD, BAND, EDGE = 38, 40, 44, 50, 52
"""Layers."""


def draw_board(ink: Ink, board: AreaBoard, geometry: AreaGeometry, flags: Mapping[str, Point]) -> None:
    """Draw everything on a board but its ground and its names; ``flags`` say where room is kept for some."""
    courses = [(line, course(line)) for line in board.lines]
    for line, way in courses:
        if line.kind == "river":
            _river(ink, way, board, geometry)
        elif line.kind == "stream":
            ink.curve(RIVER, stroke(BANK, 3.4 * PIXEL), way, False)
            ink.curve(RIVER + 1, stroke("#cfe0e0", 1.2 * PIXEL), way, False)
        elif line.kind == "road":
            ink.curve(ROAD, stroke(INK, 7.0 * PIXEL), way, False)
            ink.curve(ROAD + 1, stroke("#f8eccb", 4.4 * PIXEL), way, False)
        elif line.kind == "trench":
            area_works.trench(ink, units(line.points), PIXEL)
    _borders(ink, board)
    for at, turn in _meetings(*([way for line, way in courses if line.kind == kind] for kind in ("road", "river"))):
        if "bridge" in next((a.flags for a in board.areas if contains(geometry.outline(a.id), at)), ()):
            DRAWN["bridge"](ink, Spot(at, PIXEL, turn))
    _works(ink, board, geometry, flags)


def course(line: Line) -> list[Point]:
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


def _river(ink: Ink, way: Sequence[Point], board: AreaBoard, geometry: AreaGeometry) -> None:
    """A ribbon of water between darker banks; where it meets the sea it ends and widens."""
    seas = [geometry.outline(area.id) for area in board.areas if area.terrain in WET]
    mouth = next((k for k, at in enumerate(way) if any(contains(sea, at) for sea in seas)), None)
    ends_open = mouth is not None
    way = way[: mouth + 1] if mouth is not None else way
    sides: tuple[list[Point], list[Point]] = ([], [])
    last = len(way) - 1
    for k, (x, y) in enumerate(way):
        ax, ay = way[max(0, k - 1)]
        bx, by = way[min(last, k + 1)]
        length = hypot(bx - ax, by - ay) or 1.0
        nx, ny = -(by - ay) / length, (bx - ax) / length
        half = 8.5 * PIXEL * (0.85 + 0.2 * sin(k / 2.3))
        if ends_open:
            half += 9 * PIXEL * max(0.0, 1 - (last - k) / 4) ** 2
        sides[0].append((x + nx * half, y + ny * half))
        sides[1].append((x - nx * half, y - ny * half))
    shape = [*sides[0], *reversed(sides[1])]
    ink.add(RIVER, fill(WATER), shape, smooth(shape, True), 0.1)
    keep = last if ends_open else last + 1
    for side in sides:
        ink.curve(RIVER + 1, stroke(BANK, 2.4 * PIXEL), side[:keep], False)
    for share in (-0.35, 0.35):
        middle = [((a[0] + b[0]) / 2 + (a[0] - b[0]) * share / 2, (a[1] + b[1]) / 2 + (a[1] - b[1]) * share / 2)
                  for a, b in zip(*sides, strict=True)]
        style = stroke(BANK, 1.0 * PIXEL, 0.7) + f' stroke-dasharray="{18 * PIXEL:.3f} {13 * PIXEL:.3f}"'
        ink.curve(RIVER + 1, style, middle, False)


def _borders(ink: Ink, board: AreaBoard) -> None:
    """Coasts as firm lines; borders between areas as dashes on a band coloured by hand."""
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
        wet = [board.areas[k].terrain in WET for k in (one, other)]
        for run in join(edges):
            points = list(units([*run.points, run.points[0]] if run.closed else run.points))
            d = smooth(points, False)
            if wet[0] != wet[1]:
                ink.add(COAST, stroke(BANK, 2.6 * PIXEL), points, d, 0.1)
                continue
            colour, band = (BANK, "#5f8fa8") if wet[0] else (BORDER, "#b0402a")
            ink.add(BAND, stroke(band, 9 * PIXEL, 0.12), points, d, 0.15)
            ink.add(EDGE, stroke("#fdf3da", 3.8 * PIXEL, 0.6), points, d, 0.1)
            dashes = f' stroke-dasharray="{7 * PIXEL:.3f} {6.5 * PIXEL:.3f}"'
            ink.add(EDGE + 1, stroke(colour, 2.1 * PIXEL) + dashes, points, d, 0.1)


def _works(ink: Ink, board: AreaBoard, geometry: AreaGeometry, flags: Mapping[str, Point]) -> None:
    """The works of each area, clear of where its counters and its flag stand."""
    for area in board.areas:
        kind = next((flag for flag in DRAWN if flag in area.flags and flag != "bridge"), None)
        if kind is not None:
            flag = [flags[area.id]] if area.id in flags else []
            DRAWN[kind](ink, Spot(geometry.clear_spot(area.id, flag), PIXEL))


def _meetings(roads: Sequence[Sequence[Point]], rivers: Sequence[Sequence[Point]]) -> list[tuple[Point, float]]:
    """Where roads cross rivers, and the roads' directions there."""
    found = []
    for road in roads:
        for (ax, ay), (bx, by) in itertools.pairwise(road):
            for river in rivers:
                for (cx, cy), (dx, dy) in itertools.pairwise(river):
                    det = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
                    if abs(det) < 1e-9:
                        continue
                    t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / det
                    u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / det
                    if 0 <= t < 1 and 0 <= u < 1:
                        found.append(((ax + (bx - ax) * t, ay + (by - ay) * t), atan2(by - ay, bx - ax)))
    return found
