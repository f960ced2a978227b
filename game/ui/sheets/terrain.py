"""Drawing of terrain by its style: tints with soft edges, ruled patterns, and symbols clear of everything else. Numbers
without a name are lengths, shares and opacities of the drawing, chosen by eye."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, floor, hypot, radians, sin
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.ui.kit.camera import Point
from game.ui.sheets.ink import PATTERN_LAYER, SYMBOLS_LAYER, TINT_LAYER, Ink, closed, fill, stroke
from game.ui.sheets.shapes import LIGHT_DIRECTION, contains_points, crossings
from game.ui.sheets.style import Ruling, Scatter, TerrainLook

HEX_AREA = 2.598
"""The area of a hex in square radii, the unit of ``Scatter.count``."""
MAX_TRIES = 7
"""Candidate points for each symbol wanted, if many of them are in the way of something."""
MIN_TRIES = 2
"""The same for small symbols that may be close to each other and to borders."""
SMALL_REACH = 0.2
"""The largest ``Scatter.reach`` of small symbols."""
ROAD_DISTANCE = 0.7
"""The largest distance from the middle of a road's segment at which symbols are aligned with it, in hex radii."""
HOUSE_DISTANCE = 0.86
"""The minimum distance of a house in a block from walls and other lines, as a share of its reach."""
TURN_STEP = 7.5
"""Degrees from one possible rotation of symbols to the next: limits the number of rendered pictures."""


class SymbolSpot(NamedTuple):
    """The placement of one symbol."""

    at: Point
    """Its origin, in the sheet's units."""
    kind: int
    """The index of its drawing in ``Scatter.symbols``."""
    width: float
    """The width of the drawing, in the sheet's units."""
    turn: float
    """Its rotation, in degrees clockwise."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place with what matters for placing symbols."""

    place: str
    centre: Point
    outline: Sequence[Point]
    walls: Sequence[tuple[Point, Point]]
    """Borders that symbols do not cross; they may straddle others."""


class Obstacles:
    """Lines that symbols keep away from: segments, each with the width to keep clear on either side."""

    BIN_SIDE = 1.0
    """Side length of the bins for segments, in the sheet's units."""

    def __init__(self) -> None:
        self._segments: list[tuple[float, float, float, float, float]] = []
        """The segments as rows (ax, ay, bx, by, width to keep clear)."""
        self._bins: dict[tuple[int, int], list[int]] = {}
        """Column and row of a bin -> the indices of the segments that reach into it."""
        self._kept_clear: list[tuple[tuple[float, float, float, float], list[Point]]] = []
        """Outlines of ground to keep clear, each with its left, top, right and bottom."""
        self.roads: list[tuple[Point, Point]] = []
        """Segments of roads, with which houses are aligned."""

    def add(self, line: Sequence[Point], clear: float, road: bool = False) -> None:
        """Keep a line clear.

        :param clear: the width to keep clear on either side.
        :param road: whether it is a road.
        """
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            index = len(self._segments)
            self._segments.append((ax, ay, bx, by, clear))
            left, top, right, bottom = (floor(side / self.BIN_SIDE) for side in (
                min(ax, bx) - clear, min(ay, by) - clear, max(ax, bx) + clear, max(ay, by) + clear))
            for i in range(left, right + 1):
                for j in range(top, bottom + 1):
                    self._bins.setdefault((i, j), []).append(index)
            if road:
                self.roads.append(((ax, ay), (bx, by)))

    def keep_clear(self, outline: Sequence[Point]) -> None:
        """Keep a piece of ground clear."""
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        self._kept_clear.append(((min(xs), min(ys), max(xs), max(ys)), list(outline)))

    def is_kept_clear(self, points: NDArray[Any]) -> NDArray[Any]:
        """Mask of the points on ground that is kept clear."""
        kept_clear = np.zeros(len(points), dtype=bool)
        (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
        for (west, north, east, south), shape in self._kept_clear:
            if west <= right and east >= left and north <= bottom and south >= top:
                kept_clear |= contains_points(shape, points)
        return kept_clear

    def near(self, box: tuple[float, float, float, float]) -> list[tuple[float, float, float, float, float]]:
        """The segments that may reach into a box of left, top, right and bottom."""
        left, top, right, bottom = (floor(side / self.BIN_SIDE) for side in box)
        segments = {n for i in range(left, right + 1) for j in range(top, bottom + 1)
                    for n in self._bins.get((i, j), ())}
        return [self._segments[n] for n in sorted(segments)]


class Scattering:
    """Places the symbols of one style entry, place after place."""

    def __init__(self, entry: Scatter, obstacles: Obstacles) -> None:
        self._entry, self._obstacles = entry, obstacles
        self._taken: dict[tuple[int, int], list[Point]] = {}
        """Column and row of a bin, as wide as symbols are apart -> the spots taken in it."""

    def spots(self, cell: Cell, rng: Random) -> list[SymbolSpot]:
        """The spots of symbols in one place."""
        entry = self._entry
        points, turn = self._block_points(cell, rng) if entry.pitch else self._random_points(cell, rng)
        if not len(points):
            return []
        kinds = [int(rng.random() * len(entry.symbols)) for _ in range(len(points))]
        reaches = np.array([entry.symbols[kind].reach for kind in kinds]) * entry.size * (1 + entry.vary)
        reach = float(reaches.max())
        left, top = points.min(axis=0) - reach
        right, bottom = points.max(axis=0) + reach
        rows = [(*a, *b, entry.margin) for a, b in cell.walls]
        rows += self._obstacles.near((float(left), float(top), float(right), float(bottom)))
        keep = contains_points(cell.outline, points) & ~self._obstacles.is_kept_clear(points)
        if rows:
            keep &= clearance(points, np.array(rows)) >= reaches * (HOUSE_DISTANCE if entry.pitch else 1.0)
        spots: list[SymbolSpot] = []
        wanted = len(points) if entry.pitch else self._wanted(cell, rng)
        for index in np.flatnonzero(keep):
            if len(spots) >= wanted:
                break
            at = float(points[index, 0]), float(points[index, 1])
            if entry.apart and not self._take(at):
                continue
            width = entry.size * (1 + entry.vary * (rng.randrange(5) - 2) / 2)
            spots.append(SymbolSpot(at, kinds[index], width, self._rotation(at, turn, rng)))
        return spots

    def _wanted(self, cell: Cell, rng: Random) -> int:
        """The number of symbols wanted in a place, by its area."""
        shape = cell.outline
        area = abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(shape, [*shape[1:], shape[0]], strict=True))) / 2
        return floor(self._entry.count * area / HEX_AREA + rng.random())

    def _random_points(self, cell: Cell, rng: Random) -> tuple[NDArray[Any], float]:
        """Random points in the bounding box of a place, with drift denser on one side; and the common rotation of their
        symbols, 0."""
        entry = self._entry
        xs, ys = [x for x, _ in cell.outline], [y for _, y in cell.outline]
        left, top, width, height = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
        often_barred = entry.apart or entry.margin or entry.reach > SMALL_REACH
        tries = (MAX_TRIES if often_barred else MIN_TRIES) * width * height / HEX_AREA
        numbers = [rng.random() for _ in range(2 * max(2, round(tries * max(1.0, entry.count))))]
        points = np.array(numbers).reshape(-1, 2) * (width, height) + (left, top)
        if entry.drift:
            lean = [rng.uniform(-entry.drift, entry.drift) for _ in range(3)]
            offsets = points - cell.centre
            chance = 0.55 + lean[0] * offsets[:, 0] + lean[1] * offsets[:, 1] + lean[2] * np.abs(offsets.sum(axis=1))
            points = points[np.array([rng.random() for _ in range(len(points))]) < chance]
        return points, 0.0

    def _block_points(self, cell: Cell, rng: Random) -> tuple[NDArray[Any], float]:
        """Points on a rotated, uneven grid, with gaps for streets; and the rotation in degrees."""
        entry, (cx, cy) = self._entry, cell.centre
        angle = radians(entry.turn)
        c, s, pitch = cos(angle), sin(angle), entry.pitch
        reach = max(hypot(x - cx, y - cy) for x, y in cell.outline)
        max_step = int(reach / pitch) + 1
        points = []
        for i in range(-max_step, max_step + 1):
            for j in range(-max_step, max_step + 1):
                u, v = (k * pitch + (rng.random() - 0.5) * pitch * 0.16 for k in (i, j))
                street, is_gap = rng.random() < 0.7, rng.random() < 0.12
                if not is_gap and not (street and i % 4 == 0):
                    points.append((cx + u * c - v * s, cy + u * s + v * c))
        return np.array(points), entry.turn

    def _take(self, at: Point) -> bool:
        """Take a point unless another symbol of the entry is too near; returns whether it was taken."""
        apart = self._entry.apart
        i, j = floor(at[0] / apart), floor(at[1] / apart)
        for u in (i - 1, i, i + 1):
            for v in (j - 1, j, j + 1):
                if any(hypot(at[0] - x, at[1] - y) < apart for x, y in self._taken.get((u, v), ())):
                    return False
        self._taken.setdefault((i, j), []).append(at)
        return True

    def _rotation(self, at: Point, turn: float, rng: Random) -> float:
        """A symbol's rotation, in degrees clockwise: along the nearest road if its entry says so.

        :param turn: the common rotation of the symbols in a place.
        """
        entry = self._entry
        if entry.pitch:
            return turn
        if entry.along:
            nearest = min(self._obstacles.roads, key=lambda segment: _distance_to_middle(at, segment), default=None)
            if nearest is not None and _distance_to_middle(at, nearest) < ROAD_DISTANCE:
                (ax, ay), (bx, by) = nearest
                return TURN_STEP * round(degrees(atan2(by - ay, bx - ax)) / TURN_STEP) % 180
        return TURN_STEP * round(entry.turn * (2 * rng.random() - 1) / TURN_STEP)


def _distance_to_middle(at: Point, segment: tuple[Point, Point]) -> float:
    """The distance of a point from the middle of a segment."""
    (ax, ay), (bx, by) = segment
    return hypot(at[0] - (ax + bx) / 2, at[1] - (ay + by) / 2)


def clearance(points: NDArray[Any], rows: NDArray[Any]) -> NDArray[Any]:
    """The distance from each point to the nearest segment, minus the segment's clear width.

    :param points: rows (x, y).
    :param rows: segments as rows (ax, ay, bx, by, clear width).
    """
    a, along = rows[:, :2], rows[:, 2:4] - rows[:, :2]
    from_a = points[:, None, :] - a[None]
    share = np.clip((from_a * along).sum(axis=2) / np.maximum((along * along).sum(axis=1), 1e-9), 0, 1)
    gap = from_a - share[:, :, None] * along
    distance: NDArray[Any] = (np.hypot(gap[:, :, 0], gap[:, :, 1]) - rows[:, 4]).min(axis=1)
    return distance


def text_baseline(at: Point, size: float, text: str) -> Iterable[Point]:
    """A line through a text, from about its left to about its right end.

    :param at: the middle of the text.
    :param size: its print size, in the sheet's units.
    """
    half = 0.24 * size * len(text)
    return (at[0] - half, at[1]), (at[0] + half, at[1])


DASH_LENGTH = 0.42
"""The average length of a broken line's dashes, in hex radii."""


def draw_tint(ink: Ink, look: TerrainLook, parts: Iterable[Sequence[Sequence[Point]]]) -> None:
    """Draw the colour of a terrain on its ground, fading at the edge, above a shadow if its style has one.

    :param parts: for each part of the ground its outline and those of its holes, which are not filled.
    """
    if look.tint is None:
        return
    for outline, *holes in parts:
        shape = "".join(map(closed, (outline, *holes)))
        for offset, opacity in ((0.20, 0.16), (0.11, 0.30)) if look.shade else ():
            dx, dy = offset * LIGHT_DIRECTION[0], offset * LIGHT_DIRECTION[1]
            shadow = [[(x + dx, y + dy) for x, y in ring] for ring in (outline, *holes)]
            ink.add(TINT_LAYER - 1, fill(look.shade, opacity), shadow[0], "".join(map(closed, shadow)), 0.05)
        ink.add(TINT_LAYER, stroke(look.tint, 0.16, 0.35 * look.opacity), outline, shape, 0.1)
        ink.add(TINT_LAYER + 1, fill(look.tint, look.opacity), outline, shape, 0.05)


def draw_cells(ink: Ink, look: TerrainLook, cells: Sequence[Cell], obstacles: Obstacles) -> None:
    """Draw the pattern and the symbols of one class of terrain. Their random numbers depend on the places' names alone,
    so that a place always looks the same."""
    if look.pattern is not None:
        for cell in cells:
            _draw_ruling(ink, look.pattern, cell, Random(f"ruled {cell.place}"))
    for index, entry in enumerate(look.symbols):
        scattering = Scattering(entry, obstacles)
        for cell in cells:
            for spot in scattering.spots(cell, Random(f"{index} {cell.place}")):
                ink.stamp(SYMBOLS_LAYER, entry.symbols[spot.kind], spot.at, spot.width, spot.turn, entry.colour)


def _draw_ruling(ink: Ink, look: Ruling, cell: Cell, rng: Random) -> None:
    """Draw broken parallel lines across one place, aligned with those of other places."""
    turn = radians(look.turn)
    along, across = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    heights = [x * across[0] + y * across[1] for x, y in cell.outline]
    parts = []
    for number in range(int(min(heights) // look.pitch) + 1, int(max(heights) // look.pitch) + 1):
        at = across[0] * number * look.pitch, across[1] * number * look.pitch
        hits = crossings(cell.outline, at, along)
        for start, end in zip(hits[::2], hits[1::2], strict=False):
            t = start + 0.04
            while t < end - 0.08:
                dash_end = min(end - 0.04, t + DASH_LENGTH * (0.5 + rng.random()))
                if rng.random() >= look.broken:
                    a, b = (f"{at[0] + along[0] * u:.3f} {at[1] + along[1] * u:.3f}" for u in (t, dash_end))
                    parts.append(f"M{a}L{b}")
                t = dash_end + 0.07 + 0.1 * rng.random()
    if parts:
        ink.add(PATTERN_LAYER, stroke(look.colour, look.width, look.opacity), list(cell.outline), "".join(parts), 0.02)
