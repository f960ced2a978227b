"""A table without a grid: geometry of poses, bases and terrain on the sheet, and its drawing: cloth, felt and flock
terrain, roads and streams. Numbers without a name are weights of the drawing, chosen by eye."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin
from random import Random
from typing import Any, NamedTuple

import pygame

from game.board.measuring import Base
from game.board.plane import PlaneBoard, Terrain
from game.board.polygon import contains
from game.core.contract import Counter
from game.core.pose import BASE, DEGREE, Pose, Spot, read_pose
from game.ui.kit.camera import Point
from game.ui.sheets.contours import draw_hachures
from game.ui.sheets.ink import (
    FIELD_LAYER,
    FRAME_LAYER,
    RELIEF_LAYER,
    ROAD_LAYER,
    Ink,
    box_corners,
    closed,
    fill,
    stroke,
)
from game.ui.sheets.lettering import MapText
from game.ui.sheets.roads import draw_river, smooth_curve
from game.ui.sheets.shapes import SideRun, clockwise, inset
from game.ui.sheets.style import Look, Relief, Style, TerrainLook, terrain_looks
from game.ui.sheets.terrain import Cell, Obstacles, draw_cells, draw_tint, text_baseline

BASE_WIDTH = 1.24
"""A base width in the sheet's units: a counter is as wide on every board."""
FRONT_DISTANCE = 0.25
"""The approximate distance of a base's centre behind its front edge, in base widths."""


def on_sheet(spot: Spot) -> Point:
    """A point of the table in the sheet's units."""
    return spot[0] * BASE_WIDTH / BASE, spot[1] * BASE_WIDTH / BASE


def on_table(point: Point) -> Spot:
    """A point of the sheet in whole units of the table."""
    return round(point[0] * BASE / BASE_WIDTH), round(point[1] * BASE / BASE_WIDTH)


def sheet_outline(spots: Iterable[Spot]) -> list[Point]:
    """Points of the table in the sheet's units."""
    return [on_sheet(spot) for spot in spots]


class BaseOnSheet(NamedTuple):
    """The position of a base on the sheet."""

    middle: Point
    """The centre of the base."""
    turn: float
    """Its facing, in degrees clockwise from the top of the map."""
    corners: Sequence[Point]
    """Front left, front right, rear right, rear left."""


def base_at(size: tuple[int, int], pose: Pose) -> BaseOnSheet:
    """A base at a pose.

    :param size: its width and depth, in units of the table.
    """
    corners = Base(*size).corners(pose)
    (ax, ay), (bx, by) = on_sheet(corners[0]), on_sheet(corners[2])
    return BaseOnSheet(((ax + bx) / 2, (ay + by) / 2), pose.angle / DEGREE, sheet_outline(corners))


def base_position(counter: Counter, place: str | None) -> BaseOnSheet | None:
    """The position of a counter's base at a place; None for a counter without a base, or off the table."""
    pose = read_pose(place) if counter.size is not None and place is not None else None
    return base_at(counter.size, pose) if counter.size is not None and pose is not None else None


@lru_cache(4096)
def facing_of(place: str) -> float | None:
    """The facing of a place, in degrees clockwise from the top; None if it is no pose."""
    pose = read_pose(place)
    return pose.angle / DEGREE if pose is not None else None


class PlaneGeometry:
    """The geometry of a table, a ``game.ui.board.places.Geometry``; every pose on it is a place. Counters are at their
    own poses, never stacked."""

    mark_scale, reaches, turn = 1.6, False, 0
    melee: Point | None = None

    def __init__(self, board: PlaneBoard) -> None:
        self._board = board
        self._pieces = [(sheet_outline(piece.points), Pose(*piece.points[0], 0).text) for piece in board.terrain
                        if not piece.width]
        """The outline of each piece of terrain except roads and streams, and its place."""

    def knows(self, place: str) -> bool:
        return self._board.knows(place)

    def centre(self, place: str) -> Point:
        """The middle of the front edge at a pose."""
        return on_sheet(self._board.pose_of(place).spot)

    def outline(self, place: str) -> Sequence[Point]:
        """The corners of a base one base width wide and half as deep."""
        return base_at((BASE, BASE // 2), self._board.pose_of(place)).corners

    def place_at(self, point: Point) -> str | None:
        """A corner of the piece of terrain at a point, as the place of the whole piece; None on the open table."""
        return next((name for shape, name in reversed(self._pieces) if contains(shape, point)), None)

    def roomiest_position(self, place: str, half: Point, taken: Sequence[Point] = (),
                          beyond: Sequence[Point] | None = None) -> tuple[float, Point]:
        """The place itself at full size: there is always room."""
        return 1.0, self.centre(place)

    def flag_spots(self, place: str, usual: Point, size: Point) -> Sequence[Point]:
        return ()


DARK_RANGE = (0.3, 1.0)
"""Where the cloth begins to darken and where it is darkest, as shares of the distance from its centre, under the lamp,
to its corners."""
CORNER_DARKNESS = 0.45
"""The darkness of the cloth at its corners, from 0 to 1."""
DAUB_DENSITY = 0.3
"""Daubs of paint per square unit of cloth."""
DAUB_OPACITY = 0.015
"""The opacity of each layer of a daub, from 0 to 1."""
SYMBOL_DISTANCE = 0.06
"""Distance of symbols from roads and streams, in the sheet's units."""
CLOTH_EDGE = 0.16
"""The width of cloth beyond the table's edge, in the sheet's units, so that the thick piece of a camp on the edge is
still on cloth."""
SAMPLE_SIZE = (1.3, 0.8)
"""Width and height of a sample in the key, in the sheet's units."""
SHADOW_OFFSET = (0.09, 0.12)
"""Offset of the shadow of a hill's step, in the sheet's units: the light comes from the upper left."""
NAME_HEIGHT = 0.5
"""The letter height of a terrain's name, in the sheet's units."""


class PlanePlan:
    """The drawing of a table, a ``SheetPlan``; a base width is ``BASE_WIDTH`` units."""

    painting = None
    edge, turn = 0.0, 0

    def __init__(self, board: PlaneBoard, style: Style) -> None:
        """:raises AssetError: when a class of the board has no look, or one that cannot be used."""
        self._board, self._style = board, style
        self._looks = terrain_looks(style)
        for piece in board.terrain:
            style.look("line" if piece.width else "terrain", piece.kind)
        self.title = board.title
        self.field = (0.0, 0.0, board.size[0] * BASE_WIDTH / BASE, board.size[1] * BASE_WIDTH / BASE)
        self.flag_spots: Mapping[str, Point] = {}
        self.names: Sequence[MapText] = [self._name(piece) for piece in board.terrain if self._has_lettering(piece)]

    def _has_lettering(self, piece: Terrain) -> bool:
        """Whether the name of a piece of terrain is printed on it."""
        return bool(piece.name) and not piece.width and piece.kind in self._style.lettering

    def _name(self, piece: Terrain) -> MapText:
        """The name of a piece of terrain, across its centre."""
        look, outline = self._style.look("lettering", piece.kind), sheet_outline(piece.points)
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        at = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        return MapText(piece.name, at, float(look.get("size", NAME_HEIGHT)), look["role"], look["colour"],
                       spacing=float(look.get("spacing", 0.0)), halo=look.get("halo"))

    def draw(self, ink: Ink) -> None:
        """Draw the cloth, then terrain: lines in the order of the style file, e.g. roads over rivers, then areas, with
        symbols clear of the lines."""
        look = self._style.sheet["field"]
        x, y, w, h = self.field
        ground = box_corners(x - CLOTH_EDGE, y - CLOTH_EDGE, w + 2 * CLOTH_EDGE, h + 2 * CLOTH_EDGE)
        ink.polygon(FIELD_LAYER, fill(look["colour"]), ground)
        _paint_cloth(ink, ground, look, Random(f"cloth of {self._board.name}"))
        rng, obstacles = Random(f"sheet of {self._board.name}"), Obstacles()
        kinds = list(self._style.line)
        for piece in sorted((piece for piece in self._board.terrain if piece.width), key=lambda piece: kinds.index(
                piece.kind)):
            obstacles.add(self._draw_line(ink, piece), piece.width * BASE_WIDTH / BASE / 2 + SYMBOL_DISTANCE, road=True)
        for name in self.names:
            obstacles.add(tuple(text_baseline(name.at, name.size, name.text)), 0.6 * name.size)
        for index, piece in enumerate(self._board.terrain):
            if not piece.width:
                self._draw_patch(ink, piece.kind, sheet_outline(piece.points), f"{piece.kind} {index} {rng.random()}",
                                 obstacles)

    def _draw_line(self, ink: Ink, piece: Terrain) -> Sequence[Point]:
        """Draw a road or a stream; returns its course."""
        course = smooth_curve(sheet_outline(piece.points))
        look = dict(self._style.look("line", piece.kind)) | {"width": piece.width * BASE_WIDTH / BASE}
        look["inner"] = look["width"] * float(look.get("core-share", 0.8))
        method: Callable[[Ink, Sequence[Point], Look], None] = self._style.method(
            "line", piece.kind, {"cased": _draw_road, "ribbon": draw_river})
        method(ink, course, look)
        return course

    def _draw_patch(self, ink: Ink, kind: str, outline: Sequence[Point], name: str, obstacles: Obstacles) -> None:
        """Draw a piece of felt with its symbols.

        :param name: the seed of everything random in it.
        """
        look = self._looks[kind]
        shape = list(outline)
        draw_tint(ink, look, [[shape]])
        xs, ys = [x for x, _ in shape], [y for _, y in shape]
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        if look.relief is not None:
            _draw_hill(ink, look, look.relief, clockwise(shape), middle, Random(name))
        walls = list(zip(shape, [*shape[1:], shape[0]], strict=True))
        draw_cells(ink, look, [Cell(name, middle, shape, walls)], obstacles)

    def has_sample(self, entry: Mapping[str, Any]) -> bool:
        return entry.get("terrain", entry.get("line")) in {piece.kind for piece in self._board.terrain}

    def sample(self, entry: Mapping[str, Any]) -> tuple[Ink, Point]:
        """A framed sample of cloth with terrain or a line on it."""
        ink = Ink()
        width, height = SAMPLE_SIZE[0] / 2, SAMPLE_SIZE[1] / 2
        frame = box_corners(-width, -height, 2 * width, 2 * height)
        ink.polygon(FIELD_LAYER, fill(self._style.sheet["field"]["colour"]), frame)
        if "terrain" in entry:
            hill = self._looks[entry["terrain"]].relief is not None
            shape = _ellipse((0.0, 0.0), width - 0.04, height - 0.04, 0.0) if hill else inset(frame, 0.04)
            self._draw_patch(ink, entry["terrain"], shape, "key", Obstacles())
        else:
            ends = ((-width, 0.3 * height), (0.0, -0.2 * height), (width, -0.3 * height))
            spots = tuple((round(x * BASE / BASE_WIDTH), round(y * BASE / BASE_WIDTH)) for x, y in ends)
            self._draw_line(ink, Terrain(entry["line"], spots, int(entry.get("width", 0.3) * BASE)))
        ink.polygon(FRAME_LAYER, stroke(self._style.sheet["ink"], 0.035, join="miter"), frame)
        return ink, (width, height)


def _draw_hill(ink: Ink, look: TerrainLook, relief: Relief, shape: Sequence[Point], middle: Point, rng: Random) -> None:
    """Draw a hill's steps, each smaller and lighter than the one below, and the hachures at its foot."""
    base_colour, top_colour = pygame.Color(look.tint or relief.tint), pygame.Color(relief.tint)
    for step in range(1, relief.steps + 1):
        share = 1 - 0.82 * step / (relief.steps + 1)
        ring = [(middle[0] + (x - middle[0]) * share, middle[1] + (y - middle[1]) * share) for x, y in shape]
        shade = [(x + SHADOW_OFFSET[0], y + SHADOW_OFFSET[1]) for x, y in ring]
        layer, colour = RELIEF_LAYER + 2 * (step - 1), base_colour.lerp(top_colour, step / relief.steps)
        ink.add(layer, fill(relief.shade, 0.34), shade, closed(shade), 0.06)
        ink.add(layer + 1, fill(f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"), ring, closed(ring), 0.05)
    if relief.hachures:
        foot = SideRun(tuple(reversed(inset(shape, relief.depth))), True)
        draw_hachures(ink, RELIEF_LAYER + 8, foot, {"colour": relief.hachures, "depth": relief.depth, "apart": 0.05,
                                                    "lit": relief.tint}, rng)


def _draw_road(ink: Ink, course: Sequence[Point], look: Look) -> None:
    """Draw a light line within a dark one, with square ends: roads leave over the table's edge."""
    for layer, colour, width in ((ROAD_LAYER, look["colour"], look["width"]),
                                 (ROAD_LAYER + 1, look["core"], look["inner"])):
        ink.long_line(layer, stroke(colour, width, cap="butt"), course, width)


def _paint_cloth(ink: Ink, ground: Sequence[Point], look: Look, rng: Random) -> None:
    """Draw soft daubs of lighter and darker paint, and the lamp's fall-off towards the corners."""
    (left, top), (right, bottom) = ground[0], ground[2]
    width, height, shade = right - left, bottom - top, look.get("shade", "#000000")

    def within(spots: Sequence[Point]) -> list[Point]:
        return [(min(max(x, left), right), min(max(y, top), bottom)) for x, y in spots]

    for _ in range(round(DAUB_DENSITY * width * height)):
        middle, size = (left + width * rng.random(), top + height * rng.random()), 0.5 + 2.2 * rng.random()
        slim, turn = 0.3 + 0.4 * rng.random(), 3.0 * rng.random()
        colour = fill(rng.choice((shade, look.get("light", look["colour"]))), DAUB_OPACITY)
        for layer, share in enumerate((1.0, 0.82, 0.64, 0.46), FIELD_LAYER + 1):
            ink.polygon(layer, colour, within(_ellipse(middle, share * size, share * slim * size, turn)))
    middle, half_diagonal = ((left + right) / 2, (top + bottom) / 2), hypot(width, height) / 2
    ink.radial_tint(FIELD_LAYER + 5, shade, ground, middle, DARK_RANGE[0] * half_diagonal,
                    DARK_RANGE[1] * half_diagonal, CORNER_DARKNESS)


def _ellipse(middle: Point, across: float, down: float, turn: float, corners: int = 16) -> list[Point]:
    """The corners of a polygon that approximates an ellipse, rotated clockwise by radians.

    :param across: its half width before the rotation; ``down``: its half height.
    """
    c, s = cos(turn), sin(turn)
    spots = ((across * cos(2 * pi * k / corners), down * sin(2 * pi * k / corners)) for k in range(corners))
    return [(middle[0] + x * c - y * s, middle[1] + x * s + y * c) for x, y in spots]
