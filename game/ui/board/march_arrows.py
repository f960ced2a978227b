"""Arrows of marches: thin curves in a side's colour. If many units march, units with the same route share one
arrow, which is wider for more units, so that the map stays readable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist, hypot

import pygame

Point = tuple[float, float]

MANY = 10
"""With more marching units than this, arrows are shared; like the numbers below chosen by eye, at Adua."""
TOGETHER = 2.4
"""How far apart units that share an arrow may start, and end, in the sheet's units."""
MOST = 14
"""The most shared arrows that are drawn: those with the most units, then the longest."""
STEP_ASIDE = 1.9
"""When arrows are shared, marches up to this length are not drawn, in the sheet's units."""
BOW = 0.13
"""How far a straight arrow bends to the side, as a share of its length."""
STRAIGHT = 0.97
"""A path counts as straight if its ends are further apart than this share of its length."""
SMOOTH = 3
"""How many times the corners of a path are cut."""
DARK = "#1d1206"


@dataclass(frozen=True, slots=True)
class MarchArrow:
    """An arrow to be drawn."""

    seat: str
    points: tuple[Point, ...]
    """The middles of the places it goes through."""
    units: int = 1
    """How many units march along it."""


def bundled(arrows: Sequence[MarchArrow], unit: float) -> list[MarchArrow]:
    """The arrows to draw for some marches: one for each if they are few, else one for all units with the same route.

    :param unit: pixels of the sheet's unit.
    """
    if len(arrows) <= MANY:
        return list(arrows)
    groups: list[list[MarchArrow]] = []
    for arrow in sorted(arrows, key=_length, reverse=True):
        if _length(arrow) <= STEP_ASIDE * unit:
            continue
        near = next((group for group in groups if group[0].seat == arrow.seat and all(
            dist(group[0].points[end], arrow.points[end]) <= TOGETHER * unit for end in (0, -1))), None)
        if near is None:
            groups.append([arrow])
        else:
            near.append(arrow)
    groups.sort(key=lambda group: (-len(group), -_length(group[0])))
    return [MarchArrow(group[0].seat, (_mean(group, 0), _mean(group, -1)) if len(group) > 1 else
                       (group[0].points[0], group[0].points[-1]), len(group)) for group in groups[:MOST]]


def _length(arrow: MarchArrow) -> float:
    return dist(arrow.points[0], arrow.points[-1])


def _mean(group: Sequence[MarchArrow], end: int) -> Point:
    """The middle of where some arrows begin, or end."""
    return (sum(arrow.points[end][0] for arrow in group) / len(group),
            sum(arrow.points[end][1] for arrow in group) / len(group))


def curve(points: Sequence[Point]) -> list[Point]:
    """A smooth line through about the middles of places; one straight from place to place bows aside."""
    whole = sum(dist(a, b) for a, b in pairwise(points))
    if dist(points[0], points[-1]) > STRAIGHT * whole:
        points = (points[0], points[-1])
        (ax, ay), (bx, by) = points
        points = (points[0], ((ax + bx) / 2 + (by - ay) * BOW * 2, (ay + by) / 2 - (bx - ax) * BOW * 2), points[1])
    line = list(points)
    for _ in range(SMOOTH):
        cut = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        line = [*cut, line[-1]]
    return line


def _shortened(line: Sequence[Point], by: float) -> list[Point]:
    """A line shortened at its end by some pixels; at least a third of it is left."""
    whole = sum(dist(a, b) for a, b in pairwise(line))
    left = max(whole / 3, whole - by)
    kept = [line[0]]
    for a, b in pairwise(line):
        step = dist(a, b)
        if step >= left:
            share = left / step if step else 0.0
            kept.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
            break
        left -= step
        kept.append(b)
    return kept


def draw_march(surface: pygame.Surface, arrow: MarchArrow, unit: float, short: float, colour: str, *,
               broken: bool) -> None:
    """Draw an arrow.

    :param unit: pixels of the sheet's unit.
    :param short: how far before the middle of its last place it ends, in that unit.
    """
    line = _shortened(curve(arrow.points), short * unit)
    thin = max(3, round((0.045 + 0.018 * min(6, arrow.units - 1)) * unit))
    head = max(9.0, 0.27 * unit, 2.6 * thin)
    tip = line[-1]
    shaft = _shortened(line, head)
    (ax, ay), (bx, by) = shaft[-1], tip
    length = max(1.0, hypot(bx - ax, by - ay))
    ux, uy = (bx - ax) / length, (by - ay) / length
    base = shaft[-1]
    wings = [(base[0] - s * uy * head * 0.55, base[1] + s * ux * head * 0.55) for s in (-1, 1)]
    for width, ink, dashed in ((thin + 2, DARK, False), (thin, colour, broken)):
        _stroke(surface, shaft, width, ink, max(7.0, 0.26 * unit) if dashed else 0.0)
    pygame.draw.circle(surface, DARK, line[0], thin + 2)
    pygame.draw.circle(surface, colour, line[0], thin + 1)
    pygame.draw.polygon(surface, colour, [tip, *wings])
    pygame.draw.polygon(surface, DARK, [tip, *wings], max(1, thin // 2))


def _stroke(surface: pygame.Surface, line: Sequence[Point], width: int, ink: str, dash: float) -> None:
    """A line of round pieces; broken where a dash has a length."""
    run = 0.0
    for a, b in pairwise(line):
        if not dash or run % (1.5 * dash) < dash:
            pygame.draw.line(surface, ink, a, b, width)
            if width > 2:
                pygame.draw.circle(surface, ink, b, width / 2)
        run += dist(a, b)
