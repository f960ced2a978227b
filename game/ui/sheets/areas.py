"""Area maps as printed sheets: geometry of the areas, room for counters, and drawing: painted or tinted ground, waters
and roads, coasts and borders, works. Numbers without a name are weights and lengths chosen by eye."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import ceil, hypot, sin
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game import systems
from game.board.areas import AreaBoard, AreaLettering, DrawnLine
from game.board.polygon import contains
from game.ui.kit.camera import Point
from game.ui.kit.pictures import load_picture
from game.ui.sheets.contours import draw_earthwork, draw_hachures
from game.ui.sheets.ink import (
    BORDER_LAYER,
    COAST_LAYER,
    FRAME_LAYER,
    HEXSIDE_LAYER,
    RIVER_LAYER,
    ROAD_LAYER,
    WORK_LAYER,
    Ink,
    fill,
    smooth,
    stroke,
)
from game.ui.sheets.lettering import MapText
from game.ui.sheets.painting import Painting
from game.ui.sheets.roads import draw_cased_line, draw_river, river_crossings, smooth_curve
from game.ui.sheets.shapes import SideRun, contains_points, join
from game.ui.sheets.style import Look, Style, symbol, terrain_looks
from game.ui.sheets.terrain import Cell, Obstacles, draw_cells, draw_tint

PIXELS_PER_UNIT = 46.0
"""Map pixels per unit of the sheet: a counter is about 57 map pixels wide."""

CANDIDATE_SPACING = 0.25
"""Spacing of the candidate points for the centre of an area's counters, in units."""
ENOUGH_ROOM = 1.06
"""Room beyond this factor is of no use to counters of full size."""
MIN_CLEAR_SHARE = 0.9
"""A stack keeps clear of its area's name and signs only if it can have this share of its full size there."""
BOX_SAMPLES = (-0.9, -0.45, 0.0, 0.45, 0.9)
"""Sample points across a box, in halves of its size, to measure how much of it lies in an area."""
MIN_CONTESTED_SHARE = 0.9
"""The stack of a contested area may extend over its borders onto empty ground until it has this share of its full
size."""
MARK_SCALE = 1.6
"""The size of marks along area borders relative to those along hexsides: areas are larger, but shown smaller."""
NO_LIMIT = 9.0
"""The distance or scale, in units, that stands for an unlimited one: larger than any that counts."""
SIGN_HALF = 0.42
"""Half the size of a sign that counters keep clear of, in units."""
SIGN_SPACING = 0.3
"""Spacing of the candidate points for a sign, in units."""
BORDER_CLEARANCE, NAME_CLEARANCE, COUNTER_CLEARANCE = 0.74, 0.66, 0.6
"""The distances of a sign from borders, from names and other signs, and from counters beyond which more distance adds
little, in units. Chosen by eye."""
COUNTER_ROOM = (1.0, 0.75)
"""Half the width and height of the room around an area's stand that signs leave to counters, in units."""
BORDER_BAND, BORDER_UNDERLINE, BORDER_LINE, COAST_LINE = 9.0, 3.8, 2.1, 2.6
"""The widths of the coloured band along a border, of the light line below its dashes, of the dashes and of a coast, in
map pixels."""
BORDER_DASHES = (7.0, 6.5)
"""The lengths of a border's dashes and of the gaps between them, in map pixels."""
COURSE_SPACING = 16
"""The distance between the points of a winding line, in map pixels."""
COURSE_WAVER = 5
"""How far a winding line strays to either side, in map pixels."""
COURSE_FADE = 4
"""The number of points at either end over which a winding line returns to its course."""


def name_baseline(lettering: AreaLettering) -> tuple[Point, ...]:
    """The baseline of a lettering, in the sheet's units; a single point if it is straight."""
    return to_sheet(lettering.path or ((lettering.x, lettering.y),))


def to_sheet(points: Sequence[Point]) -> tuple[Point, ...]:
    """Map pixels converted to units of the sheet."""
    return tuple((x / PIXELS_PER_UNIT, y / PIXELS_PER_UNIT) for x, y in points)


class AreaGeometry:
    """The geometry of areas, a ``game.ui.board.places.Geometry``; the unit is ``PIXELS_PER_UNIT`` map pixels."""

    mark_scale, reaches, turn = MARK_SCALE, True, 0
    melee: Point | None = None

    def __init__(self, board: AreaBoard) -> None:
        self._stands = {area.id: (area.stand[0] / PIXELS_PER_UNIT, area.stand[1] / PIXELS_PER_UNIT)
                        for area in board.areas}
        self._outlines = {area.id: to_sheet(area.shape) for area in board.areas}
        self._boxes = {
            name: (min(x for x, _ in shape), min(y for _, y in shape),
                   max(x for x, _ in shape), max(y for _, y in shape))
            for name, shape in self._outlines.items()
        }

        self._border_points = {name: points_along((*shape, shape[0]), 0.1) for name, shape in self._outlines.items()}
        self._spot_arrays: dict[str, NDArray[Any]] = {}
        """Area -> its stand and points all over it, as rows; filled on demand."""
        self._covered_points: dict[str, list[Point]] = {name: [] for name in self._outlines}
        """Points in areas covered by their names, along the upper and lower edges of the letters, and by signs."""
        for lettering in board.lettering:
            half_height = 0.45 * lettering.size / PIXELS_PER_UNIT
            for x, y in points_along(name_baseline(lettering)):
                name = self.place_at((x, y))
                if name is not None:
                    self._covered_points[name] += [(x, y - half_height), (x, y + half_height)]

    def knows(self, place: str) -> bool:
        return place in self._stands

    def centre(self, place: str) -> Point:
        return self._stands[place]

    def outline(self, place: str) -> Sequence[Point]:
        return self._outlines[place]

    def box(self, place: str) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of an area."""
        return self._boxes[place]

    def place_at(self, point: Point) -> str | None:
        x, y = point
        for name, (left, top, right, bottom) in self._boxes.items():
            if left <= x <= right and top <= y <= bottom and contains(self._outlines[name], point):
                return name
        return None

    def keep_clear(self, spots: Mapping[str, Point]) -> None:
        """Reserve room for a sign in each of some areas, as for their names."""
        for place, (x, y) in spots.items():
            offsets = itertools.product((-SIGN_HALF, 0.0, SIGN_HALF), repeat=2)
            self._covered_points[place] += [(x + dx, y + dy) for dx, dy in offsets]

    def covered_points(self, place: str) -> list[Point]:
        """Points covered by the names and signs of an area."""
        return self._covered_points[place]

    def ground(self, place: str) -> list[Point]:
        """The stand of an area (the usual centre of its counters), and points all over it."""
        return [(float(x), float(y)) for x, y in self._spots(place)]

    def roomiest_position(self, place: str, half: Point, taken: Sequence[Point] = (),
                          beyond: Sequence[Point] | None = None) -> tuple[float, Point]:
        """The roomiest position for a box in an area: the scale factor that is possible there, and its centre.

        The box stays near the stand if it can have its full size there. Names and signs are spared if that leaves it
        ``MIN_CLEAR_SHARE`` of its size somewhere.

        :param half: half the width and height of the box at full size.
        :param taken: points covered by other things, which the box never covers.
        :param beyond: points covered by other things in other areas, if the box may overlap the borders: only so far
            that it has ``MIN_CONTESTED_SHARE`` of its size, and never over the edge of the sheet.
        """
        spots = self._spots(place)
        within_borders = _largest_scales(spots, [*self._border_points[place], *taken, *(beyond or ())], half)
        beside_names = _largest_scales(spots, self._covered_points[place], half)
        scales = np.minimum(within_borders, beside_names)
        if scales.max() < MIN_CLEAR_SHARE:
            scales = np.minimum(within_borders, np.maximum(beside_names, MIN_CLEAR_SHARE))
        if beyond is not None and scales.max() < MIN_CONTESTED_SHARE:
            preference = scales + 0.1 * np.minimum(beside_names, 1.0) + self._own_share(place, spots, half)
            across_borders = np.minimum(_largest_scales(spots, [*taken, *beyond], half),
                                        self._scales_to_edge(spots, half))
            scales = np.minimum(across_borders, np.maximum(within_borders, MIN_CONTESTED_SHARE))
            best = int(np.argmax(np.minimum(scales, MIN_CONTESTED_SHARE)
                                 + 0.5 * np.minimum(preference, 2 * MIN_CONTESTED_SHARE)))
            return float(scales[best]), (float(spots[best, 0]), float(spots[best, 1]))
        distances = np.hypot(spots[:, 0] - spots[0, 0], spots[:, 1] - spots[0, 1])
        best = int(np.argmax(np.minimum(scales, ENOUGH_ROOM) - 0.01 * distances))
        return float(scales[best]), (float(spots[best, 0]), float(spots[best, 1]))

    def _own_share(self, place: str, spots: NDArray[Any], half: Point) -> NDArray[Any]:
        """The share of a box about each spot that lies in an area, from 0 to 1."""
        offsets = [(u * half[0], v * half[1]) for u in BOX_SAMPLES for v in BOX_SAMPLES]
        shares: NDArray[Any] = np.mean([self.holds(place, spots + offset) for offset in offsets], axis=0)
        return shares

    def _scales_to_edge(self, spots: NDArray[Any], half: Point) -> NDArray[Any]:
        """The largest scale of a box about each spot before it reaches the outer edge of all areas."""
        boxes = np.array([*self._boxes.values()])
        start, end = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
        scales: NDArray[Any] = (np.minimum(spots - start, end - spots) / np.array(half)).min(axis=1)
        return scales

    def _spots(self, place: str) -> NDArray[Any]:
        """The stand of an area, and points all over it, as rows (x, y)."""
        if place not in self._spot_arrays:
            left, top, right, bottom = self._boxes[place]
            xs, ys = np.meshgrid(np.arange(left, right, CANDIDATE_SPACING), np.arange(top, bottom, CANDIDATE_SPACING))
            points = np.stack([xs.ravel(), ys.ravel()], axis=1)
            stand = np.array([self._stands[place]])
            self._spot_arrays[place] = np.concatenate([stand, points[self.holds(place, points)]])
        return self._spot_arrays[place]

    def holds(self, place: str, points: NDArray[Any]) -> NDArray[Any]:
        """Mask of the points, given as rows (x, y), that lie in an area."""
        return contains_points(self._outlines[place], points)

    def flag_spots(self, place: str, usual: Point, size: Point) -> Sequence[Point]:
        """The spots at which a flag lies wholly in an area, the nearest to its usual spot first.

        :param size: the flag's width and height.
        """
        usual_x, usual_y = usual
        half_width, half_height = size[0] / 2, size[1] / 2
        spots = self._spots(place)
        corners = itertools.product((-half_width, half_width), (-half_height, half_height))
        fits = np.all([self.holds(place, spots + corner) for corner in corners], axis=0)
        fitting_spots = [(float(u), float(v)) for u, v in spots[fits]]
        return sorted(fitting_spots, key=lambda spot: hypot(spot[0] - usual_x, spot[1] - usual_y))

    def clear_spot(self, place: str, others: Sequence[Point] = ()) -> Point:
        """A point of an area for a sign: away from its counters, borders, name and the other points. The distances and
        weights in it are chosen by eye."""
        shape = np.array(self._outlines[place])
        stand = np.array(self._stands[place])
        left, top, right, bottom = self._boxes[place]
        xs, ys = np.meshgrid(*(np.arange(start + SIGN_SPACING, end - (SIGN_SPACING - 0.01), SIGN_SPACING)
                               for start, end in ((left, right), (top, bottom))))
        spots = np.stack([xs.ravel(), ys.ravel()], axis=1)
        to_border = _nearest_distances(spots, shape)
        printed_points = [*self._covered_points[place], *others]
        to_print = (_nearest_distances(spots, np.array(printed_points)) if printed_points
                    else np.full(len(spots), NO_LIMIT))
        from_stand = np.abs(spots - stand)
        to_counters = np.maximum(from_stand[:, 0] - COUNTER_ROOM[0], from_stand[:, 1] - COUNTER_ROOM[1])
        ratios = np.stack([to_border / BORDER_CLEARANCE, to_print / NAME_CLEARANCE,
                           np.clip(to_counters, 0, None) / COUNTER_CLEARANCE])
        score = np.minimum(ratios, 1.0).min(axis=0) + 0.12 * np.minimum(ratios, 1.3).sum(axis=0)
        for k in np.argsort(-score):
            spot = float(spots[k][0]), float(spots[k][1])
            if contains(self._outlines[place], spot):
                return spot
        return self._stands[place]


def _largest_scales(spots: NDArray[Any], points: Sequence[Point], half: Point) -> NDArray[Any]:
    """The largest scale of a box about each spot before it reaches one of some points.

    :param half: half the width and height of the box at scale 1.
    """
    if not points:
        return np.full(len(spots), NO_LIMIT)
    obstacles = np.array(points)
    across = np.abs(spots[:, None, 0] - obstacles[None, :, 0]) / half[0]
    down = np.abs(spots[:, None, 1] - obstacles[None, :, 1]) / half[1]
    scales: NDArray[Any] = np.maximum(across, down).min(axis=1)
    return scales


def _nearest_distances(spots: NDArray[Any], points: NDArray[Any]) -> NDArray[Any]:
    """The distance from each spot to the nearest of some points."""
    dx, dy = spots[:, None, 0] - points[None, :, 0], spots[:, None, 1] - points[None, :, 1]
    distance: NDArray[Any] = np.sqrt((dx * dx + dy * dy).min(axis=1))
    return distance


@lru_cache(1024)
def points_along(line: tuple[Point, ...], apart: float = 0.33) -> tuple[Point, ...]:
    """Points along a line, at most ``apart`` units from one to the next."""
    points = list(line[:1])
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        count = max(1, ceil(hypot(bx - ax, by - ay) / apart))
        points += [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(1, count + 1)]
    return tuple(points)


MAP_PIXEL = 1 / PIXELS_PER_UNIT
"""A map pixel in the sheet's units."""
SYMBOL_DISTANCE = 0.04
"""Distance of symbols from roads and waters, in units."""
LINE_METHODS: dict[str, Callable[[Ink, int, SideRun, Look, Random], None]] = {
    "hachure": draw_hachures, "sawtooth": draw_earthwork}
"""The ``draw`` key of a line in the style file -> the function that draws it."""
SAMPLE_SIZE = (62.0, 38.0)
"""Width and height of a sample in the key, in map pixels."""


class AreaPlan:
    """The drawing of an area map, a ``SheetPlan``; the unit is ``PIXELS_PER_UNIT`` map pixels."""

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
        self.field = (0.0, 0.0, board.size[0] / PIXELS_PER_UNIT, board.size[1] / PIXELS_PER_UNIT)
        self.flag_spots = {name: self._geometry.clear_spot(name) for name in board.objectives}
        self.painting = self._painting()
        self.names = [self._name(lettering) for lettering in board.lettering]

    def _painting(self) -> Painting | None:
        """The picture of the ground; None if the map has none."""
        if not self._board.artwork:
            return None
        path = systems.map_file(f"{self._style.name}/{self._board.artwork}")
        left, top, width, height = (length / PIXELS_PER_UNIT for length in self._board.artwork_box)
        return Painting(load_picture(path.resolve()).convert(), (left, top, width, height))

    def draw(self, ink: Ink) -> None:
        """Draw terrain unless a picture shows it; lines, borders, bridges and works."""
        board, style = self._board, self._style
        rng, obstacles = Random(f"sheet of {board.name}"), Obstacles()
        courses = [(line, smooth_curve(line_course(line), 3)) for line in board.lines]
        for line, course in courses:
            self._draw_line(ink, line, course, rng)
            obstacles.add(course, float(style.look("line", line.kind).get("width", 0.3)) / 2 + SYMBOL_DISTANCE,
                          line.kind == "road")
        if self.painting is None:
            self._draw_terrain(ink, obstacles)
        self._draw_borders(ink)
        for at, turn in river_crossings(
                *([course for line, course in courses if line.kind == kind] for kind in ("road", "river"))):
            if "bridge" in next((a.flags for a in board.areas if contains(self._geometry.outline(a.id), at)), ()):
                self._draw_work(ink, "bridge", at, turn)
        for area in board.areas:
            kind = next((flag for flag in style.work if flag in area.flags and flag != "bridge"), None)
            if kind is not None:
                flag = [self.flag_spots[area.id]] if area.id in self.flag_spots else []
                self._draw_work(ink, kind, self._geometry.clear_spot(area.id, flag))

    def _draw_terrain(self, ink: Ink, obstacles: Obstacles) -> None:
        """Draw tints, patterns and symbols, class by class."""
        for name in sorted({area.terrain for area in self._board.areas}):
            cells = []
            for area in self._board.areas:
                if area.terrain == name:
                    shape = self._geometry.outline(area.id)
                    walls = list(zip(shape, [*shape[1:], shape[0]], strict=True))
                    cells.append(Cell(area.id, self._geometry.centre(area.id), shape, walls))
            draw_tint(ink, self._looks[name], [[cell.outline] for cell in cells])
            draw_cells(ink, self._looks[name], cells, obstacles)

    def _draw_line(self, ink: Ink, line: DrawnLine, course: Sequence[Point], rng: Random) -> None:
        """Draw a river, a road or a work along a course; a river that flows into the sea ends there."""
        look = self._style.look("line", line.kind)
        method = self._style.method("line", line.kind, {**LINE_METHODS, "ribbon": "ribbon", "cased": "cased"})
        if method == "ribbon":
            seas = [self._geometry.outline(name) for name in self._wet]
            mouth = next((k for k, at in enumerate(course) if any(contains(sea, at) for sea in seas)), None)
            if mouth is None:
                draw_river(ink, course, look)
            else:
                draw_river(ink, course[: mouth + 1], look, ("open", "mouth"))
        elif method == "cased":
            draw_cased_line(ink, ROAD_LAYER if line.kind == "road" else RIVER_LAYER, course, look)
        else:
            method(ink, HEXSIDE_LAYER, SideRun(to_sheet(line.points), False), look, rng)

    def _draw_borders(self, ink: Ink) -> None:
        """Draw coasts as firm lines, and borders between areas as dashes on a hand-coloured band."""
        board, look = self._board, self._style.sheet["border"]
        # Edge, its points in ascending order -> the indices of its areas, and whether their outlines run in that order.
        owners: dict[tuple[Point, Point], list[tuple[int, bool]]] = {}
        for k, area in enumerate(board.areas):
            for a, b in itertools.pairwise([*area.shape, area.shape[0]]):
                owners.setdefault((min(a, b), max(a, b)), []).append((k, a < b))
        runs: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        for (a, b), edge_owners in owners.items():
            if len(edge_owners) == 2:
                (first_area, forward), (second_area, _) = sorted(edge_owners)
                runs.setdefault((first_area, second_area), []).append((a, b) if forward else (b, a))
        for (first_area, second_area), edges in runs.items():
            wet = [board.areas[k].id in self._wet for k in (first_area, second_area)]
            for run in join(edges):
                points = list(to_sheet(run.line))
                d = smooth(points, False)
                if wet[0] != wet[1]:
                    ink.add(COAST_LAYER, stroke(look["coast"], COAST_LINE * MAP_PIXEL), points, d, 0.1)
                    continue
                colour, band = ("coast", "wet-band") if wet[0] else ("line", "band")
                ink.add(BORDER_LAYER, stroke(look[band], BORDER_BAND * MAP_PIXEL, 0.12), points, d, 0.15)
                ink.add(BORDER_LAYER + 2, stroke(look["under"], BORDER_UNDERLINE * MAP_PIXEL, 0.6), points, d, 0.1)
                dash, gap = (length * MAP_PIXEL for length in BORDER_DASHES)
                dashes = f' stroke-dasharray="{dash:.3f} {gap:.3f}"'
                ink.add(BORDER_LAYER + 3, stroke(look[colour], BORDER_LINE * MAP_PIXEL) + dashes, points, d, 0.1)

    def _draw_work(self, ink: Ink, kind: str, at: Point, turn: float = 0.0, share: float = 1.0) -> None:
        """Draw the symbol of a work at a point, turned clockwise by degrees; ``share`` scales it."""
        look = self._style.look("work", kind)
        drawing = symbol(self._style, look["symbol"], f"{self._style.path}: [work.{kind}]")
        ink.stamp(WORK_LAYER, drawing, at, float(look["size"]) * share, turn, "#000000")

    def _name(self, lettering: AreaLettering) -> MapText:
        """A lettering of the board in its style."""
        look = self._style.look("lettering", lettering.style)
        at = lettering.x / PIXELS_PER_UNIT, lettering.y / PIXELS_PER_UNIT
        return MapText(
            lettering.text, at, lettering.size / PIXELS_PER_UNIT, look["role"], look["colour"], lettering.angle,
            float(look.get("spacing", 0.0)), look.get("halo"), path=name_baseline(lettering) if lettering.path else (),
        )

    def has_sample(self, entry: Mapping[str, Any]) -> bool:
        board = self._board
        kinds = {area.terrain for area in board.areas} | {line.kind for line in board.lines}
        kinds |= {flag for area in board.areas for flag in area.flags} | ({"objective"} if board.objectives else set())
        return entry["sample"] in kinds

    def sample(self, entry: Mapping[str, Any]) -> tuple[Ink, Point]:
        """A framed sample for the key: the tint of its ground, and a picture, a line or the symbol of a work."""
        ink, kind, style = Ink(), entry["sample"], self._style
        width, height = (side * MAP_PIXEL / 2 for side in SAMPLE_SIZE)
        frame = [(-width, -height), (width, -height), (width, height), (-width, height)]
        name = entry.get("ground", kind)
        ground = style.look("terrain", name) if name in style.terrain else next(iter(style.terrain.values()))
        ink.polygon(0, fill(ground["tint"]), frame)
        if "picture" in entry:
            drawing = symbol(style, entry["picture"], f"{style.path}: [[legend]]")
            ink.stamp(WORK_LAYER, drawing, (0.0, 0.0), 2 * width, 0.0, "#000000")
        elif kind in style.line:
            bend = (0.0, 0.8 * height), (-0.04, 0.0), (0.0, -0.8 * height)
            points = tuple((x / MAP_PIXEL, y / MAP_PIXEL) for x, y in bend)
            self._draw_line(ink, DrawnLine(kind, points), to_sheet(points), Random("key"))
        else:
            self._draw_work(ink, kind, (0.0, 0.0), share=float(entry.get("share", 0.8)))
        ink.polygon(FRAME_LAYER, stroke(style.sheet["ink"], 1.6 * MAP_PIXEL, join="miter"), frame)
        return ink, (width, height)


def line_course(line: DrawnLine) -> list[Point]:
    """The course of a line through its points on the map, winding a little, in the sheet's units."""
    points = line.points
    course: list[tuple[float, float]] = []
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        count = max(1, round(hypot(bx - ax, by - ay) / COURSE_SPACING))
        course += [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count)]
    course.append(points[-1])
    for _ in range(3):
        course = [course[0], *(
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(course, course[1:], course[2:], strict=False)
        ), course[-1]]
    last = len(course) - 1
    fades = [min(1.0, k / COURSE_FADE, (last - k) / COURSE_FADE) for k in range(len(course))]
    wavers = [COURSE_WAVER * fade for fade in fades]
    winding = [(x + waver * sin(y / 23 + x / 41), y + waver * sin(x / 29))
               for (x, y), waver in zip(course, wavers, strict=True)]
    return list(to_sheet(winding))
