"""Roads and rivers: curves through the midpoints of hexsides, ribbons of water between banks, roads as cased lines.

A road on a hex map bends as little as possible: if its hexes are in a line, or zigzag between two rows, it is
straight. Numbers without a name are weights of the drawing, chosen by eye.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot, sin
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from game.board.hexgrid import HexBoard
from game.ui.kit.camera import Point
from game.ui.sheets.ink import POINTS_PER_PIECE, RIVER_LAYER, Ink, fill, stroke
from game.ui.sheets.shapes import right_normal

End = Literal["open", "spring", "mouth"]
"""An end of a river. Open: cut off, or joining another river; spring: narrow; mouth: wide."""

SPRING_LENGTH = 1.6
"""The distance from its spring at which a river has its full width, in the sheet's units."""
MOUTH_LENGTH = 1.4
"""The distance from the sea at which a river begins to widen, in the sheet's units."""


def draw_river(ink: Ink, course: Sequence[Point], look: Mapping[str, Any],
               ends: tuple[End, End] = ("open", "open")) -> None:
    """Draw a river. Banks are below all water, so that rivers merge.

    :param look: ``width`` is the width of the river in the sheet's units, up to the middle of its banks, and ``banks``
        that of a bank; ``colour`` is the colour of the water and ``bank`` that of the banks.
    """
    bank_width = float(look["banks"])
    halves = _half_widths(course, float(look["width"]) / 2, ends)
    for layer, colour, growth in ((RIVER_LAYER, look["bank"], bank_width / 2),
                                  (RIVER_LAYER + 1, look["colour"], -bank_width / 2)):
        right, left = _banks(course, [half + growth for half in halves])
        for k in range(0, len(course) - 1, POINTS_PER_PIECE):  # pieces overlap by a segment, so that no seam shows
            shape = [*right[k : k + POINTS_PER_PIECE + 2], *reversed(left[k : k + POINTS_PER_PIECE + 2])]
            ink.polygon(layer, fill(colour), shape)
    right, left = _banks(course, halves)
    for share in (-0.35, 0.35):  # two broken lines in the water show its current
        line = [((a[0] + b[0]) / 2 + (a[0] - b[0]) * share / 2, (a[1] + b[1]) / 2 + (a[1] - b[1]) * share / 2)
                for a, b in zip(right, left, strict=True)]
        style = stroke(look["bank"], bank_width * 0.42, 0.7) + ' stroke-dasharray="0.391 0.283"'
        ink.long_line(RIVER_LAYER + 2, style, line)


def _half_widths(course: Sequence[Point], half: float, ends: tuple[End, End]) -> list[float]:
    """Half the river's width at each point.

    :param half: half its usual width.
    """
    distances = [0.0]
    for a, b in itertools.pairwise(course):
        distances.append(distances[-1] + hypot(b[0] - a[0], b[1] - a[1]))
    half_widths = []
    for distance in distances:
        half_width = half * (0.85 + 0.2 * sin(distance / 0.83))
        for end, from_end in ((ends[0], distance), (ends[1], distances[-1] - distance)):
            if end == "spring":
                half_width *= 0.3 + 0.7 * min(1.0, from_end / SPRING_LENGTH)
            elif end == "mouth":
                half_width += 1.06 * half * max(0.0, 1 - from_end / MOUTH_LENGTH) ** 2
        half_widths.append(half_width)
    return half_widths


def _banks(course: Sequence[Point], halves: Sequence[float]) -> tuple[list[Point], list[Point]]:
    """The banks at the right and at the left of a course, given half the width at each of its points."""
    sides: tuple[list[Point], list[Point]] = ([], [])
    last = len(course) - 1
    for k, ((x, y), half) in enumerate(zip(course, halves, strict=True)):
        nx, ny = right_normal(course[max(0, k - 1)], course[min(last, k + 1)])
        sides[0].append((x + nx * half, y + ny * half))
        sides[1].append((x - nx * half, y - ny * half))
    return sides


def draw_cased_line(ink: Ink, layer: int, course: Sequence[Point], look: Mapping[str, Any]) -> None:
    """Draw a road, or a narrow river: a light line within a dark one.

    :param look: ``width`` and ``colour`` are those of the dark line, ``inner`` and ``core`` those of the light one;
        ``dash``, if given, breaks the light one into dashes of that length. Lengths are in the sheet's units.
    """
    ink.long_line(layer, stroke(look["colour"], float(look["width"])), course, float(look["width"]))
    core = stroke(look["core"], float(look["inner"]), cap="butt" if "dash" in look else "round")
    if "dash" in look:
        core += f' stroke-dasharray="{look["dash"]} {look["dash"]}"'
    ink.long_line(layer + 1, core, course, float(look["inner"]))


def river_crossings(roads: Sequence[Sequence[Point]], rivers: Sequence[Sequence[Point]]) -> list[tuple[Point, float]]:
    """The crossings of roads with rivers, and the roads' directions there in clockwise degrees."""
    road_segments, river_segments = _segments(roads), _segments(rivers)
    if not len(road_segments) or not len(river_segments):
        return []
    a, road = road_segments[:, None, :2], road_segments[:, None, 2:] - road_segments[:, None, :2]
    c, river = river_segments[None, :, :2], river_segments[None, :, 2:] - river_segments[None, :, :2]
    det = road[..., 0] * river[..., 1] - road[..., 1] * river[..., 0]
    det = np.where(np.abs(det) < 1e-9, np.inf, det)
    gap = c - a
    t = (gap[..., 0] * river[..., 1] - gap[..., 1] * river[..., 0]) / det
    u = (gap[..., 0] * road[..., 1] - gap[..., 1] * road[..., 0]) / det
    crossing = np.isfinite(det) & (t >= 0) & (t < 1) & (u >= 0) & (u < 1)
    crossings = []
    for k, n in zip(*np.nonzero(crossing), strict=True):
        (ax, ay, bx, by), share = (float(v) for v in road_segments[k]), float(t[k, n])
        crossings.append(((ax + (bx - ax) * share, ay + (by - ay) * share), degrees(atan2(by - ay, bx - ax))))
    return crossings


def _segments(lines: Sequence[Sequence[Point]]) -> NDArray[Any]:
    """The segments of some lines as rows (ax, ay, bx, by)."""
    return np.array([(*a, *b) for line in lines for a, b in itertools.pairwise(line)]).reshape(-1, 4)


STEPS_PER_HEX = 5
"""Steps of a curve from one hexside to the next."""
MIN_STRAIGHTNESS = 0.4
"""The least cosine of the angle by which a road may turn in its last hex to continue to the board's edge;
chosen by hand."""


def road_courses(board: HexBoard) -> list[tuple[str, list[Point]]]:
    """The kind and course of every stretch of road, as finely divided lines.

    If several stretches of a kind meet in a hex, the straightest pairs are joined; others end at its centre. A road
    that ends beside the board's edge continues to it, unless it would have to turn too sharply (``MIN_STRAIGHTNESS``).
    """
    courses = []
    for kind in sorted({road.kind for road in board.roads}):
        links: dict[str, set[str]] = {}
        for road in board.roads:
            if road.kind == kind:
                for a, b in itertools.pairwise(road.hexes):
                    links.setdefault(a, set()).add(b)
                    links.setdefault(b, set()).add(a)
        courses += [(kind, _course(board, chain, links)) for chain in _chains(board, links)]
    return courses


def _chains(board: HexBoard, links: dict[str, set[str]]) -> list[list[str]]:
    """The network as chains of hexes, with every link in exactly one of them."""
    # A step from one hex to the next -> the hex after them on the same stretch; no entry where the stretch ends.
    following: dict[tuple[str, str], str] = {}
    for here, others in links.items():
        for a, b in _pairs(board, here, sorted(others)):
            following[a, here], following[b, here] = b, a
    steps = {(a, b) for a in links for b in links[a]}
    chains = []
    # First from the ends of stretches; the steps that are left then form rings.
    for start in [*sorted(s for s in steps if s[::-1] not in following), *sorted(steps)]:
        if start not in steps:
            continue
        chain, step = list(start), start
        steps -= {step, step[::-1]}
        while step in following and (step[1], following[step]) in steps:
            step = step[1], following[step]
            steps -= {step, step[::-1]}
            chain.append(step[1])
        chains.append(chain)
    return chains


def _pairs(board: HexBoard, here: str, others: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs of exits of a hex that are joined, the straightest first."""
    x, y = board.grid.centre(here)
    directions = {name: (cx - x, cy - y) for name in others for cx, cy in [board.grid.centre(name)]}
    candidates = sorted(
        (directions[a][0] * directions[b][0] + directions[a][1] * directions[b][1], a, b)
        for k, a in enumerate(others) for b in others[k + 1 :]
    )
    pairs: list[tuple[str, str]] = []
    for _, a, b in candidates:
        if not any(name in pair for pair in pairs for name in (a, b)):
            pairs.append((a, b))
    return pairs


def _course(board: HexBoard, chain: Sequence[str], links: dict[str, set[str]]) -> list[Point]:
    """A chain of hexes as a curve through the midpoints of their sides, and through the centres of end hexes and
    junctions.

    :param links: hex -> the hexes to which a road of this kind joins it.
    """
    centres = [board.grid.centre(name) for name in chain]
    sides = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in itertools.pairwise(centres)]
    closed, last = chain[0] == chain[-1], len(chain) - 1
    nodes: list[Point] = []
    for k, name in enumerate(chain):
        is_end = k in (0, last) and not closed
        exit_point: Point | None = None
        if is_end and len(links[name]) == 1:
            if k == 0:
                near, far = sides[0], sides[1] if len(sides) > 1 else centres[1]
            else:
                near, far = sides[-1], sides[-2] if len(sides) > 1 else centres[-2]
            exit_point = _edge_point(board, name, near, far)
        if exit_point is not None:
            nodes.append(exit_point)
        elif is_end or len(links[name]) > 2:
            nodes.append(centres[k])
        nodes += sides[k : k + 1]
    if closed and len(links[chain[0]]) == 2:
        nodes.append(nodes[0])
    if closed:
        return smooth_curve([nodes[-2], *nodes, nodes[1]])[STEPS_PER_HEX:-STEPS_PER_HEX]
    return smooth_curve(nodes)


def _edge_point(board: HexBoard, name: str, near: Point, far: Point) -> Point | None:
    """The point on the board's edge where a road leaves its last hex, as straight ahead as possible; None inland, or if
    it would have to turn too sharply (``MIN_STRAIGHTNESS``).

    :param near: where the road enters that hex.
    :param far: an earlier point of the road.
    """
    x, y = board.grid.centre(name)
    ahead = near[0] - far[0], near[1] - far[1]
    candidates: list[tuple[float, Point]] = []
    for d in range(6):
        if board.grid.neighbour(name, d) not in board.index:
            (ax, ay), (bx, by) = board.grid.corners[d], board.grid.corners[(d + 1) % 6]
            point = x + (ax + bx) / 2, y + (ay + by) / 2
            vector = point[0] - near[0], point[1] - near[1]
            cosine = (vector[0] * ahead[0] + vector[1] * ahead[1]) / (hypot(*vector) * hypot(*ahead))
            candidates.append((cosine, point))
    straightness, point = max(candidates, default=(0.0, near))
    return point if straightness > MIN_STRAIGHTNESS else None


def smooth_curve(nodes: Sequence[Point], steps: int = STEPS_PER_HEX) -> list[Point]:
    """The smooth curve through some points, with ``steps`` steps between adjacent ones; fewer than three points are
    returned as they are."""
    if len(nodes) < 3:
        return list(nodes)
    points = [nodes[0]]
    last = len(nodes) - 1
    for k in range(last):
        a, b, c, d = nodes[max(0, k - 1)], nodes[k], nodes[k + 1], nodes[min(last, k + 2)]
        for n in range(1, steps + 1):
            t = n / steps
            points.append((_catmull_rom(a[0], b[0], c[0], d[0], t), _catmull_rom(a[1], b[1], c[1], d[1], t)))
    return points


def _catmull_rom(a: float, b: float, c: float, d: float, t: float) -> float:
    """A coordinate of the Catmull-Rom curve from b (at t = 0) to c (at t = 1)."""
    return (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3) / 2
