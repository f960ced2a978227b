"""Geometry for sheets: runs of hexsides, outlines of groups of hexes, offsets and samples along lines."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.board.hexgrid import HexBoard, HexGrid
from game.ui.kit.camera import Box, Point

LIGHT_DIRECTION = (0.6, 0.8)
"""The direction of light on every sheet: from the upper left."""
MIN_MITRE = 0.35
"""The least divisor in ``inset``, so that a sharp corner is not moved too far. Without it the divisor is 1 plus the
cosine of the angle between the normals of the corner's edges."""


@dataclass(frozen=True, slots=True)
class SideRun:
    """Hexsides joined end to end. The marked (low, barbed) side is on the right in the direction of ``points``."""

    points: tuple[Point, ...]
    closed: bool

    @property
    def line(self) -> list[Point]:
        """Its points, and for a closed run the first one again at the end."""
        return [*self.points, self.points[0]] if self.closed else list(self.points)


@dataclass(frozen=True, slots=True)
class RunPoint:
    """A point on a run."""

    x: float
    y: float
    normal: Point
    """The direction towards the marked side, of length 1."""
    at: float
    """Its distance from the start of the run, along it."""

    def off(self, distance: float, along: float = 0.0) -> Point:
        """The point offset by a distance towards the marked side, and by another along the run."""
        nx, ny = self.normal
        return self.x + nx * distance + ny * along, self.y + ny * distance - nx * along


@lru_cache(maxsize=1 << 15)
def corner(grid: HexGrid, name: str, index: int) -> Point:
    """A hex's corner in hex radii; shared corners of adjacent hexes are exactly equal.

    :param index: the corner's number, clockwise; side d is between corners d and d + 1, and 6 is corner 0 again.
    """
    x, y = grid.centre(name)
    dx, dy = grid.corners[index % 6]
    return round(x + dx, 4), round(y + dy, 4)


@lru_cache(maxsize=1 << 13)
def adjacent_hexes(grid: HexGrid, name: str) -> tuple[str, ...]:
    """The six adjacent hexes clockwise from north, on the board or not."""
    return tuple(grid.neighbour(name, d) for d in range(6))


def hex_outline(grid: HexGrid, name: str) -> list[Point]:
    """A hex's six corners."""
    return [corner(grid, name, i) for i in range(6)]


def bounds(board: HexBoard) -> Box:
    """The bounding box of all hexes, in hex radii."""
    xs, ys = zip(*board.centres.values(), strict=True)
    across, down = zip(*board.grid.corners, strict=True)
    left, top, right, bottom = (round(extreme(middles) + extreme(corners), 4) for extreme in (min, max)
                                for middles, corners in ((xs, across), (ys, down)))
    return left, top, right - left, bottom - top


def all_sides(board: HexBoard, members: Collection[str] | None = None) -> set[tuple[Point, Point]]:
    """Every hexside once, as a pair of corners in ascending order; only those of ``members`` if given."""
    return {
        (min(a, b), max(a, b))
        for name in (board.hexes if members is None else members)
        for a, b in ((corner(board.grid, name, d), corner(board.grid, name, d + 1)) for d in range(6))
    }


def feature_runs(board: HexBoard, kind: str) -> list[SideRun]:
    """The hexsides with a feature joined into runs.

    :param kind: the kind of feature, e.g. ``river``.
    """
    edges = []
    for (here, there), features in board.sides.items():
        if any(f.kind == kind and f.on_marked_side for f in features):
            d = next(d for d in range(6) if board.grid.neighbour(here, d) == there)
            edges.append((corner(board.grid, here, d), corner(board.grid, here, d + 1)))
    return join(edges)


def border_runs(grid: HexGrid, members: frozenset[str] | set[str],
                towards: Callable[[str], bool] | None = None) -> list[SideRun]:
    """The outline of a group of hexes, clockwise.

    :param towards: whether a side towards an adjacent hex belongs to it; by default all do.
    """
    edges = []
    for name in sorted(members):
        for d, other in enumerate(adjacent_hexes(grid, name)):
            if other not in members and (towards is None or towards(other)):
                edges.append((corner(grid, name, d), corner(grid, name, d + 1)))
    return join(edges)


def join(edges: Iterable[tuple[Point, Point]]) -> list[SideRun]:
    """Directed edges joined end to end, in an order that depends only on their coordinates."""
    following: dict[Point, list[Point]] = {}
    indegree: dict[Point, int] = {}
    for a, b in sorted(edges):
        following.setdefault(a, []).append(b)
        indegree[b] = indegree.get(b, 0) + 1
    starts = sorted(p for p in following if len(following[p]) > indegree.get(p, 0))
    runs = []
    while following:
        start = next((p for p in starts if p in following), None) or min(following)
        points = [start]
        while points[-1] in following:
            options = following[points[-1]]
            points.append(options.pop(0))
            if not options:
                del following[points[-2]]
        loop = len(points) > 2 and points[0] == points[-1]
        runs.append(SideRun(tuple(points[:-1] if loop else points), loop))
    return runs


def samples_along(run: SideRun, step: float, corner_blend: float = 0.22) -> list[RunPoint]:
    """Evenly spaced samples of a run; near its corners the normals change gradually.

    :param step: the approximate distance from one sample to the next, in the units of the run.
    :param corner_blend: the distance from a corner within which the normals change, in the same units.
    """
    points = run.line
    legs = list(itertools.pairwise(points))
    normals = [right_normal(a, b) for a, b in legs]
    samples, distance = [], 0.0
    for i, ((ax, ay), (bx, by)) in enumerate(legs):
        length = hypot(bx - ax, by - ay)
        count = max(2, round(length / step))
        before = normals[i - 1] if i or run.closed else normals[i]
        after = normals[(i + 1) % len(legs)] if i + 1 < len(legs) or run.closed else normals[i]
        for k in range(count):
            t = (k + 0.5) / count
            nx, ny = normals[i]
            for other, gap in ((before, t * length), (after, (1 - t) * length)):
                weight = max(0.0, 1 - gap / corner_blend) * 0.5
                nx, ny = nx * (1 - weight) + other[0] * weight, ny * (1 - weight) + other[1] * weight
            size = hypot(nx, ny) or 1.0
            samples.append(RunPoint(ax + (bx - ax) * t, ay + (by - ay) * t, (nx / size, ny / size),
                                    distance + t * length))
        distance += length
    return samples


def ribbon(samples: Sequence[RunPoint], near: Callable[[RunPoint], float], far: Callable[[RunPoint], float]
           ) -> list[Point]:
    """The polygon between two distances from a run, given for each sample."""
    return [s.off(near(s)) for s in samples] + [s.off(far(s)) for s in reversed(samples)]


def inset(outline: Sequence[Point], distance: float) -> list[Point]:
    """A clockwise outline (y down) moved inwards by a distance, outwards if negative."""
    n = len(outline)
    moved = []
    for i in range(n):
        before, (x, y), after = outline[i - 1], outline[i], outline[(i + 1) % n]
        n1, n2 = right_normal(before, (x, y)), right_normal((x, y), after)
        scale = distance / max(MIN_MITRE, 1 + n1[0] * n2[0] + n1[1] * n2[1])
        moved.append((x + (n1[0] + n2[0]) * scale, y + (n1[1] + n2[1]) * scale))
    return moved


def right_normal(start: Point, end: Point) -> Point:
    """The normal of length 1 to the right of the way from one point to another (y down), which is inwards on a
    clockwise outline; (0, 0) if the points are the same."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down) or 1.0
    return -down / length, across / length


def clockwise(points: Sequence[Point]) -> list[Point]:
    """The points in clockwise order on the page (y down)."""
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True))
    return list(points) if area > 0 else list(reversed(points))


def rounded_edges(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The edges of an outline, rounded so that those of adjacent outlines are equal."""
    points = [(round(x, 4), round(y, 4)) for x, y in outline]
    return list(zip(points, [*points[1:], points[0]], strict=True))


def contains_points(outline: Sequence[Point], points: NDArray[Any]) -> NDArray[Any]:
    """Mask of the points, given as rows (x, y), in a polygon: ``polygon.contains`` for many points."""
    a, b = np.array(outline), np.array([*outline[1:], outline[0]])
    rise = np.where(b[:, 1] == a[:, 1], 1.0, b[:, 1] - a[:, 1])
    x, y = points[:, 0, None], points[:, 1, None]
    at_height = (a[:, 1] > y) != (b[:, 1] > y)
    crossed: NDArray[Any] = at_height & (x < (b[:, 0] - a[:, 0]) * (y - a[:, 1]) / rise + a[:, 0])
    inside: NDArray[Any] = crossed.sum(axis=1) % 2 == 1
    return inside


def crossings(outline: Sequence[Point], point: Point, direction: Point) -> list[float]:
    """The intersections of a straight line with a polygon's edges, as distances from ``point`` in ascending order;
    those behind it are negative.

    :param direction: the direction of the line, of length 1.
    """
    px, py = point
    dx, dy = direction
    hits = []
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        det = dx * (by - ay) - dy * (bx - ax)
        if abs(det) < 1e-9:
            continue
        t = ((ax - px) * (by - ay) - (ay - py) * (bx - ax)) / det
        u = ((ax - px) * dy - (ay - py) * dx) / det
        if 0 <= u < 1:
            hits.append(t)
    return sorted(hits)


def wave(rng: Random, terms: int, longest: float) -> Callable[[float], float]:
    """A smooth irregular function of a length, with values of about -1..1: a sum of sines, whose ratios of length and
    height are chosen by eye.

    :param terms: the number of sines.
    :param longest: the wavelength of the first, the longest.
    """
    parts = [(2 * pi / (longest / (1.7**k)), rng.random() * 2 * pi, 1 / (1.35**k)) for k in range(terms)]
    norm = sum(a for _, _, a in parts)
    return lambda t: sum([a * sin(f * t + p) for f, p, a in parts]) / norm * 1.4


def rotate(point: Point, angle: float, about: Point = (0.0, 0.0)) -> Point:
    """A point rotated clockwise (y down) by radians."""
    x, y = point[0] - about[0], point[1] - about[1]
    return about[0] + x * cos(angle) - y * sin(angle), about[1] + x * sin(angle) + y * cos(angle)
