"""Relief of hex maps: soft outlines of groups of hexes, hachured slopes, earthworks, levels of high ground. Numbers
without a name are lengths in hex radii, opacities and weights of the drawing, chosen by eye."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from math import hypot, sin
from random import Random
from typing import Any

import numpy as np

from game.art import AssetError
from game.board.hexgrid import HexBoard
from game.board.polygon import contains
from game.core.message import say
from game.ui.kit.camera import Point
from game.ui.sheets.ink import LEVEL_LAYER, POINTS_PER_PIECE, SHADE_LAYER, SLOPE_LAYER, Ink, closed, fill, stroke
from game.ui.sheets.painting import shading
from game.ui.sheets.shapes import (
    LIGHT_DIRECTION,
    RunPoint,
    SideRun,
    adjacent_hexes,
    border_runs,
    corner,
    ribbon,
    samples_along,
    wave,
)
from game.ui.sheets.style import Style
from game.ui.sheets.terrain import Obstacles

BEND_PIECES = 6
"""The number of pieces into which each bend of a curve is divided."""
WAVER_WIDTH = 0.05
"""Amplitude of a hand-drawn line's waver, in hex radii."""


def curved(points: Sequence[Point], is_closed: bool, rim: Callable[[Point, Point], bool] = lambda start, end: False
           ) -> list[Point]:
    """A line along hexsides as a curve through their midpoints. The ends of an open line stay in place.

    :param is_closed: whether the line is a ring.
    :param rim: whether the side between two corners stays straight.
    """
    ring = [*points, points[0]] if is_closed else list(points)
    legs = list(itertools.pairwise(ring))
    straight = [rim(a, b) for a, b in legs]
    curve: list[Point] = [] if is_closed else [ring[0]]
    for k, (a, b) in enumerate(legs):
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        if not straight[k]:
            curve.append(middle)
        if k + 1 == len(legs) and not is_closed:
            curve.append(b)
            break
        after = (k + 1) % len(legs)
        if straight[k] or straight[after]:
            curve.append(b)
            continue
        (cx, cy), (dx, dy) = legs[after]
        end = (cx + dx) / 2, (cy + dy) / 2
        for n in range(1, BEND_PIECES):
            t = n / BEND_PIECES
            u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
            curve.append((u * middle[0] + v * b[0] + w * end[0], u * middle[1] + v * b[1] + w * end[1]))
    return curve


def hand_drawn(points: Sequence[Point], waver: float, fixed: Callable[[Point], bool]) -> list[Point]:
    """A line as if drawn by hand: every point but the fixed ones is shifted by up to ``waver`` hex radii across and
    down, by an amount that depends on the point alone."""
    return [
        (x, y) if fixed((x, y)) else (x + waver * sin(5.3 * y + 1.7 * x), y + waver * sin(4.1 * x - 2.9 * y + 1.0))
        for x, y in points
    ]


SMOOTHING_PASSES = 16
"""Smoothing passes over a border, until the corners of its hexes have disappeared."""


def smoothed(points: Sequence[Point], is_closed: bool, fixed: Collection[Point]) -> list[Point]:
    """A line smoothed until the hex corners have disappeared; fixed points, and the ends of an open line, stay."""
    line, stays = np.array(points), np.array([point in fixed for point in points])
    if not is_closed:
        stays[[0, -1]] = True
    free = ~stays
    for _ in range(SMOOTHING_PASSES):
        line[free] = ((np.roll(line, 1, axis=0) + 2 * line + np.roll(line, -1, axis=0)) / 4)[free]
    return [(float(x), float(y)) for x, y in line]


class Rim:
    """The edge of a board: the hexsides beyond which there is no hex.

    :param endless: whether the ground is assumed to continue beyond: then there is no edge.
    """

    def __init__(self, board: HexBoard, endless: bool = False) -> None:
        grid, self._known = board.grid, set(board.hexes)
        self._endless = endless
        self._sides = {
            frozenset((corner(grid, name, d), corner(grid, name, d + 1)))
            for name in board.hexes for d, other in enumerate(adjacent_hexes(grid, name)) if not self.is_ground(other)
        }
        self.corners = frozenset(point for side in self._sides for point in side)

    def is_ground(self, place: str) -> bool:
        """Whether a place is ground."""
        return self._endless or place in self._known

    def __call__(self, a: Point, b: Point) -> bool:
        """Whether the side between two corners is on the edge."""
        return frozenset((a, b)) in self._sides


def soft_outlines(board: HexBoard, members: set[str], rim: Rim, waver: float = WAVER_WIDTH) -> list[list[list[Point]]]:
    """The soft outlines of a group of hexes: for each connected part the outer one, clockwise, then those of its holes,
    the other way round."""
    parts: list[tuple[float, list[list[Point]]]] = []
    holes: list[list[Point]] = []
    for run in border_runs(board.grid, members):
        ring = list(run.points)
        area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
        line = hand_drawn(smoothed(curved(ring, True, rim), True, rim.corners), waver, rim.corners.__contains__)
        if area > 0:
            parts.append((area, [line]))
        else:
            holes.append(line)
    for hole in holes:
        surrounding = [(area, rings) for area, rings in parts if contains(rings[0], hole[0])]
        min(surrounding, key=lambda part: part[0])[1].append(hole)
    return [rings for _, rings in parts]


def soft_slopes(board: HexBoard, members: set[str], rim: Rim) -> list[SideRun]:
    """The edges of a group of hexes within the board, with the lower ground on their right."""
    slopes = []
    for run in border_runs(board.grid, members, rim.is_ground):
        course = smoothed(curved(run.points, run.closed), run.closed, rim.corners)
        line = hand_drawn(course, WAVER_WIDTH, rim.corners.__contains__)
        slopes.append(SideRun(tuple(reversed(line)), run.closed))
    return slopes


WASH_OFFSET, LINES_OFFSET, CREST_OFFSET = 0, 4, 8
"""Layers of washes, of lines and of a crest, counted from the first layer of their slope or earthwork."""
DEFAULT_DEPTH = 0.3
"""The length of a slope's hachures if its style gives none, in hex radii."""
DEFAULT_SPACING = 0.035
"""The distance between hachures if the style gives none, in hex radii."""
SHADE_BANDS = ((0.95, 0.07), (0.62, 0.09), (0.34, 0.12))
"""The bands of shade below a crest: depth as a share of the hachures' length, and opacity."""
MISSING_SHARE = 0.10
"""The share of a slope's hachures that is left out at random."""
SECOND_STROKE_SHARE = 0.34
"""The share of a slope's hachures that are continued by a short second stroke."""
MIN_HACHURE = 0.05
"""The minimum length of a hachure, in hex radii."""
STROKES_PER_PIECE = 40
"""Hachures printed as one shape, so that only visible groups are printed."""
MIN_STAKE_WIDTH, STAKE_WIDTH_RANGE = 0.085, 0.05
"""The minimum width of a stake, and how much wider it can be, in hex radii."""
DEFAULT_BANK, DEFAULT_STAKE = 0.165, 0.17
"""The breadth of an earthwork's bank and the length of its stakes if the style gives none, in hex radii."""


def draw_hachures(ink: Ink, layer: int, run: SideRun, look: Mapping[str, Any], rng: Random) -> None:
    """Draw a slope falling to the right of the run: crest line, shade and tapered strokes of uneven length.

    :param layer: the first of its layers.
    :param look: its entry in the style: ``colour``, and optionally ``depth``, ``apart`` and ``lit``.
    """
    colour, depth = look["colour"], float(look.get("depth", DEFAULT_DEPTH))
    samples = samples_along(run, float(look.get("apart", DEFAULT_SPACING)))
    uneven, ragged = wave(rng, 5, 1.9), wave(rng, 3, 0.45)
    for share, opacity in SHADE_BANDS:
        band = [*(s.off(0.0) for s in samples),
                *(s.off(depth * share * (0.95 + 0.35 * uneven(s.at + share))) for s in reversed(samples))]
        _draw_band(ink, layer + WASH_OFFSET, fill(colour, opacity), band)
    lit = ribbon(samples, lambda s: -0.012, lambda s: -0.075 - 0.02 * ragged(s.at))
    _draw_band(ink, layer + WASH_OFFSET + 1, fill(look.get("lit", "#fff6de"), 0.55), lit)
    strokes = []
    for sample in samples:
        shade = _shade(sample)
        if rng.random() < MISSING_SHARE:
            continue
        length = depth * (0.62 + 0.42 * uneven(sample.at)) * (0.6 + 0.65 * rng.random())
        length = max(MIN_HACHURE, length * (0.85 + 0.25 * shade))
        strokes.append(_hachure_stroke(sample, 0.0, length, 0.015 + 0.017 * shade, rng))
        if rng.random() < SECOND_STROKE_SHARE:
            start = length + 0.02 + 0.03 * rng.random()
            strokes.append(_hachure_stroke(sample, start, start + 0.03 + 0.09 * rng.random(), 0.009, rng))
    _draw_strokes(ink, layer + LINES_OFFSET, fill(colour, 0.92), strokes)
    crest = ribbon(samples, lambda s: -0.012 - 0.008 * ragged(s.at * 1.7 + 3), lambda s: 0.014 + 0.012 * ragged(s.at))
    _draw_band(ink, layer + CREST_OFFSET, fill(colour), crest)


def draw_scarp(ink: Ink, layer: int, run: SideRun, look: Mapping[str, Any], rng: Random) -> None:
    """Draw the edge of high ground falling to the right of the run: a crest, with hachures that are long and dense on
    the side away from the light, few and fine towards it. The parameters are those of ``draw_hachures``."""
    colour, depth = look["colour"], float(look.get("depth", DEFAULT_DEPTH))
    samples = samples_along(run, float(look.get("apart", DEFAULT_SPACING)))
    uneven, strokes = wave(rng, 4, 1.9), []
    shades = [_shade(sample) for sample in samples]
    for sample, shade in zip(samples, shades, strict=True):
        if rng.random() < 0.08 + 0.5 * (1 - shade) ** 2:
            continue
        length = depth * (0.30 + 0.75 * shade) * (1 + 0.35 * uneven(sample.at)) * (0.6 + 0.65 * rng.random())
        strokes.append(_hachure_stroke(sample, 0.0, max(MIN_HACHURE, length), 0.010 + 0.020 * shade, rng))
    _draw_strokes(ink, layer + LINES_OFFSET, fill(colour, 0.85), strokes)
    ring = [(s.x, s.y) for s in samples]
    if run.closed:
        ring.append(ring[0])
    for k in range(0, len(ring) - 1, POINTS_PER_PIECE // 2):
        piece, shade = ring[k : k + POINTS_PER_PIECE // 2 + 1], shades[min(k + POINTS_PER_PIECE // 4, len(shades) - 1)]
        level = round(4 * shade)
        ink.line(layer + CREST_OFFSET, stroke(colour, 0.030 + 0.006 * level, 0.72 + 0.07 * level), piece)


def _shade(sample: RunPoint) -> float:
    """How much the slope at a point of its crest faces away from the light, from 0 to 1."""
    return 0.5 + 0.5 * (sample.normal[0] * LIGHT_DIRECTION[0] + sample.normal[1] * LIGHT_DIRECTION[1])


def _draw_strokes(ink: Ink, layer: int, style: str, strokes: Sequence[Sequence[Point]]) -> None:
    """Draw hachure strokes in groups, so that only visible ones are printed."""
    for k in range(0, len(strokes), STROKES_PER_PIECE):
        group = strokes[k : k + STROKES_PER_PIECE]
        ink.add(layer, style, [point for outline in group for point in outline], "".join(map(closed, group)))


def _draw_band(ink: Ink, layer: int, style: str, shape: Sequence[Point]) -> None:
    """Draw a long band, given as one edge followed by the other, in pieces so that only visible ones are printed."""
    half = len(shape) // 2
    near, far = shape[:half], shape[:half - 1:-1]
    for k in range(0, half - 1, POINTS_PER_PIECE):
        ink.polygon(layer, style, [*near[k : k + POINTS_PER_PIECE + 1], *reversed(far[k : k + POINTS_PER_PIECE + 1])])


def _hachure_stroke(sample: RunPoint, start: float, end: float, half_width: float, rng: Random,
                    ) -> list[tuple[float, float]]:
    """A hachure stroke: wide at the top, tapering to a point, slightly slanted."""
    lean = (rng.random() - 0.5) * 0.05
    return [sample.off(start, -half_width), sample.off(start, half_width), sample.off(end, lean)]


def draw_earthwork(ink: Ink, layer: int, run: SideRun, look: Mapping[str, Any], rng: Random) -> None:
    """Draw an earthwork: a lighter bank on the left of the run, ragged stakes on its right, the side towards the
    enemy.

    :param layer: the first of its layers.
    :param look: its entry in the style: ``colour``, ``earth``, and optionally ``bank``, ``barb``, ``shade``, ``lit``.
    """
    colour, earth = look["colour"], look["earth"]
    samples = samples_along(run, 0.05, 0.12)
    breadth = float(look.get("bank", DEFAULT_BANK))
    ragged, slow = wave(rng, 4, 0.5), wave(rng, 3, 1.4)
    bank = ribbon(samples, lambda s: 0.02, lambda s: -breadth - 0.02 * slow(s.at) - 0.012 * ragged(s.at))
    ink.polygon(layer + WASH_OFFSET + 2, fill(look.get("shade", "#6b4a24"), 0.30),
                [(x + 0.025, y + 0.03) for x, y in bank])
    ink.polygon(layer + WASH_OFFSET + 3, fill(earth) + f' stroke="{colour}" stroke-width="0.016" stroke-opacity="0.75"',
                bank)
    top = ribbon(samples, lambda s: -0.27 * breadth, lambda s: -0.52 * breadth - 0.012 * ragged(s.at + 2))
    ink.polygon(layer + LINES_OFFSET, fill(look.get("lit", "#fff3d2"), 0.75), top)
    ticks = []
    for sample in samples[1:-1:2]:
        if rng.random() < 0.75:
            a, b = sample.off(-0.58 * breadth, 0.0), sample.off(-0.82 * breadth - 0.02 * rng.random(), 0.01)
            ticks.append([a, b])
    if ticks:
        points = [p for pair in ticks for p in pair]
        data = "".join(f"M{a[0]:.3f} {a[1]:.3f}L{b[0]:.3f} {b[1]:.3f}" for a, b in ticks)
        ink.add(layer + LINES_OFFSET + 1, stroke(colour, 0.014, 0.6), points, data)
    _draw_stakes(ink, layer, run, colour, float(look.get("barb", DEFAULT_STAKE)), rng)
    trench = ribbon(samples, lambda s: -0.022 - 0.006 * ragged(s.at), lambda s: 0.026 + 0.008 * ragged(s.at + 1))
    ink.polygon(layer + CREST_OFFSET, fill(colour), trench)


def _draw_stakes(ink: Ink, layer: int, run: SideRun, colour: str, stake_length: float, rng: Random) -> None:
    """Draw sharpened stakes pointing at the enemy, of uneven size and lean."""
    stakes = []
    for (ax, ay), (bx, by) in itertools.pairwise(run.line):
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        nx, ny = -uy, ux
        t = 0.03
        while t < length - 0.05:
            width = MIN_STAKE_WIDTH + STAKE_WIDTH_RANGE * rng.random()
            height = stake_length * (0.68 + 0.5 * rng.random())
            lean = (rng.random() - 0.5) * 0.09
            end = min(t + width, length - 0.01)
            tip = (t + end) / 2 + lean
            stakes.append([(ax + ux * t, ay + uy * t), (ax + ux * end, ay + uy * end),
                           (ax + ux * tip + nx * height, ay + uy * tip + ny * height)])
            t = end + 0.012 + 0.03 * rng.random()
    points = [point for stake in stakes for point in stake]
    ink.add(layer + LINES_OFFSET, fill(colour), points, "".join(map(closed, stakes)))


SYMBOL_DISTANCE = 0.13
"""Distance of symbols from an edge, in hex radii."""


def draw_levels(ink: Ink, board: HexBoard, style: Style, rim: Rim, obstacles: Obstacles, rng: Random) -> None:
    """Draw every level of a board above the lowest.

    :param obstacles: takes the edges of the levels, so that symbols keep clear of them.
    :raises AssetError: when the style has no tint for a level.
    """
    top_level = max(board.levels.values(), default=0)
    tints = style.level["tints"] if top_level else []
    if not isinstance(tints, list) or len(tints) < top_level:
        raise AssetError(say("{path}: [level] tints are {tints!r}; expected {top}, one for each level of the map",
                             path=style.path, tints=tints, top=top_level))
    outlines = []
    for level in range(1, top_level + 1):
        members = {name for name, height in board.levels.items() if height >= level}
        outlines.append(soft_outlines(board, members, rim))
        for rings in outlines[-1]:
            ink.add(LEVEL_LAYER + level, fill(tints[level - 1]), rings[0], "".join(map(closed, rings)), 0.05)
        for run in soft_slopes(board, members, rim):
            draw_scarp(ink, SLOPE_LAYER, run, style.level, rng)
            obstacles.add(run.line, SYMBOL_DISTANCE)
    if top_level:
        ink.shade(SHADE_LAYER, shading(board, outlines, style.level))
