"""Measuring on a table without a grid: bases at poses, all in whole numbers, with exact results.

Lengths are in units, thousandths of a base width, x to the right and y down. Angles are in sixtieths of a degree,
clockwise from north, the top of the table. A corner is rounded to a whole unit; after that only the result is rounded,
upwards: something is within n units exactly if it measures at most n. Measurements do not change if everything is
mirrored or turned by a quarter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from game.core.pose import FULL_TURN, Pose, Spot

Outline = tuple[Spot, ...]
"""The corners of a shape in order, or the points of a line."""
Edge = tuple[Spot, Spot]
"""The ends of a segment, such as a side of an outline."""
Box = tuple[int, int, int, int]
"""The least and greatest x, then the least and greatest y."""

SINE_SCALE = 10**12
"""The value that represents 1 in the results of ``sine``."""
_SERIES_SCALE = 10**27
"""The value that represents 1 in the power series of ``sine``."""
_SCALED_PI = 3141592653589793238462643383
"""Pi, scaled by ``_SERIES_SCALE``."""


class Base(NamedTuple):
    """The size of a base."""

    width: int
    """The length of its front edge."""
    depth: int
    """The length from front to rear."""

    @lru_cache(2**14)  # noqa: B019 - bases are few and small
    def corners(self, pose: Pose) -> Outline:
        """The front left, front right, rear right and rear left corners: clockwise."""
        s, c = sine(pose.angle), sine(pose.angle + FULL_TURN // 4)
        w, d = self.width, 2 * self.depth
        return tuple(
            (pose.x + rounded(across * c - back * s, 2 * SINE_SCALE), pose.y
             + rounded(across * s + back * c, 2 * SINE_SCALE))
            for across, back in ((-w, 0), (w, 0), (w, d), (-w, d))
        )


@lru_cache(FULL_TURN)
def sine(angle: int) -> int:
    """The sine of an angle, scaled by ``SINE_SCALE``; add a quarter turn for the cosine. The same on every machine."""
    angle %= FULL_TURN
    if angle >= FULL_TURN // 2:
        return -sine(angle - FULL_TURN // 2)
    arc = 2 * _SCALED_PI * min(angle, FULL_TURN // 2 - angle) // FULL_TURN
    term = total = arc
    n = 1
    while term:  # the power series, each term smaller than the one before
        term = term * arc // _SERIES_SCALE * arc // _SERIES_SCALE // ((n + 1) * (n + 2))
        n += 2
        total += term if n % 4 == 1 else -term
    return rounded(total * SINE_SCALE, _SERIES_SCALE)


def rounded(numerator: int, denominator: int) -> int:
    """A fraction rounded to the nearest whole number, halves away from zero."""
    whole = (2 * abs(numerator) + denominator) // (2 * denominator)
    return whole if numerator >= 0 else -whole


def distance(a: Spot, b: Spot) -> int:
    """The distance between two points in units, rounded up."""
    return _root((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, 1)


def distance_moved(base: Base, start: Pose, end: Pose) -> int:
    """The straight distance in units that a base moves between two poses: that of the front corner that moves farther,
    rounded up.

    The exact positions of the corners are used, to a millionth of a unit.
    """
    dc, ds = (sine(end.angle + phase) - sine(start.angle + phase) for phase in (FULL_TURN // 4, 0))
    dx, dy = 2 * SINE_SCALE * (end.x - start.x), 2 * SINE_SCALE * (end.y - start.y)
    greatest_squared = max((dx + side * base.width * dc) ** 2 + (dy + side * base.width * ds) ** 2 for side in (-1, 1))
    return max(0, -(-(isqrt(greatest_squared) - SINE_SCALE // 10**6) // (2 * SINE_SCALE)))


def gap(a: Outline, b: Outline) -> int:
    """The distance in units between the nearest points of two convex outlines, points or segments, rounded up; 0 if
    they touch or overlap."""
    edges_a, edges_b = edges(a), edges(b)
    if len(a) > 2 or len(b) > 2:
        is_apart = any(_separates(a, b, edge) for edge in (*edges_a, *edges_b))
    else:
        is_apart = not segments_meet((a[0], a[-1]), (b[0], b[-1]))
    if not is_apart:
        return 0
    least_numerator, least_denominator = -1, 1
    for spots, sides in ((a, edges_b or ((b[0], b[0]),)), (b, edges_a or ((a[0], a[0]),))):
        for start, end in sides:
            dx, dy = end[0] - start[0], end[1] - start[1]
            length_squared = dx * dx + dy * dy
            for x, y in spots:
                px, py = x - start[0], y - start[1]
                along = px * dx + py * dy
                if along <= 0:
                    numerator, denominator = px * px + py * py, 1
                elif along >= length_squared:
                    numerator, denominator = (x - end[0]) ** 2 + (y - end[1]) ** 2, 1
                else:
                    numerator, denominator = (dx * py - dy * px) ** 2, length_squared
                if least_numerator < 0 or numerator * least_denominator < least_numerator * denominator:
                    least_numerator, least_denominator = numerator, denominator
    return _root(least_numerator, least_denominator)


def overlap(a: Outline, b: Outline) -> int:
    """The smallest shift in units that separates two overlapping convex outlines, rounded up; 0 if they merely touch or
    are apart."""
    numerator, denominator = -1, 1
    for edge in (*edges(a), *edges(b)):
        (a_low, a_high), (b_low, b_high) = _extent_across(a, edge), _extent_across(b, edge)
        shift = min(a_high - b_low, b_high - a_low)
        if shift <= 0:
            return 0
        edge_squared = squared_length(edge)
        if numerator < 0 or shift * shift * denominator < numerator * edge_squared:
            numerator, denominator = shift * shift, edge_squared
    return _root(numerator, denominator) if numerator > 0 else 0


@lru_cache(2**14)
def box_of(spots: Outline, margin: int = 0) -> Box:
    """The bounding box of some points, enlarged by a margin in units on every side."""
    xs, ys = zip(*spots, strict=True)
    return min(xs) - margin, max(xs) + margin, min(ys) - margin, max(ys) + margin


def boxes_touch(one: Box, other: Box) -> bool:
    """Whether two boxes have a point in common."""
    return one[0] <= other[1] and other[0] <= one[1] and one[2] <= other[3] and other[2] <= one[3]


def inside(spot: Spot, outline: Outline) -> bool:
    """Whether a point is inside an outline or on its edge."""
    y, is_inside = spot[1], False
    for a, b in edges(outline):
        turn = side(a, b, spot)
        if turn == 0 and _is_between(spot, a, b):
            return True
        if (a[1] > y) != (b[1] > y) and (turn > 0) == (b[1] > a[1]):
            is_inside = not is_inside
    return is_inside


def segments_meet(one: Edge, other: Edge) -> bool:
    """Whether two segments have a point in common, including their ends."""
    (a, b), (c, d) = one, other
    turns = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    if all(turns):
        return (turns[0] > 0) != (turns[1] > 0) and (turns[2] > 0) != (turns[3] > 0)
    ends = ((c, a, b), (d, a, b), (a, c, d), (b, c, d))
    return any(turn == 0 and _is_between(*end) for turn, end in zip(turns, ends, strict=True))


def squared_distance(spot: Spot, edge: Edge) -> tuple[int, int]:
    """The squared distance from a point to a segment, as a fraction."""
    (x, y), ((ax, ay), (bx, by)) = spot, edge
    along, length = (x - ax) * (bx - ax) + (y - ay) * (by - ay), squared_length(edge)
    if along <= 0 or length == 0:
        return (x - ax) ** 2 + (y - ay) ** 2, 1
    if along >= length:
        return (x - bx) ** 2 + (y - by) ** 2, 1
    return side((ax, ay), (bx, by), spot) ** 2, length


def squared_length(edge: Edge) -> int:
    """The squared length of a segment, in square units."""
    (ax, ay), (bx, by) = edge
    return (bx - ax) ** 2 + (by - ay) ** 2


def side(a: Spot, b: Spot, spot: Spot) -> int:
    """The side of the line from a to b on which a point lies: positive to the right, 0 on the line, negative to the
    left."""
    return (b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0])


def edges(outline: Outline) -> tuple[Edge, ...]:
    """The edges of an outline, including the one back to its first corner; edges of length 0 are left out."""
    return tuple((a, b) for a, b in zip(outline, (*outline[1:], outline[0]), strict=True) if a != b)


def ellipse(middle: Spot, across: int, down: int, angle: int = 0, corners: int = 72) -> Outline:
    """The outline of an ellipse, as a polygon whose corners lie on it.

    :param across: the half axis that is horizontal before the rotation, in units.
    :param down: the half axis that is vertical before the rotation, in units.
    :param angle: the angle of the rotation, clockwise.
    """
    s, c = sine(angle), sine(angle + FULL_TURN // 4)
    points = []
    for k in range(corners):
        share = FULL_TURN * k // corners
        u, v = across * sine(share + FULL_TURN // 4), down * sine(share)
        x, y = (rounded(u * c - v * s, SINE_SCALE * SINE_SCALE), rounded(u * s + v * c, SINE_SCALE * SINE_SCALE))
        points.append((middle[0] + x, middle[1] + y))
    return tuple(points)


def _root(numerator: int, denominator: int) -> int:
    """The square root of a fraction, rounded up."""
    root = isqrt(numerator // denominator)
    return root if root * root * denominator >= numerator else root + 1


def _is_between(spot: Spot, a: Spot, b: Spot) -> bool:
    """Whether a point on the line through two others lies between them or coincides with one."""
    return all(min(a[k], b[k]) <= spot[k] <= max(a[k], b[k]) for k in (0, 1))


def _extent_across(outline: Sequence[Spot], edge: Edge) -> tuple[int, int]:
    """The extent of an outline perpendicular to an edge, in units times the edge's length."""
    (ax, ay), (bx, by) = edge
    dx, dy = bx - ax, by - ay
    across = [dx * (y - ay) - dy * (x - ax) for x, y in outline]
    return min(across), max(across)


def _separates(a: Outline, b: Outline, edge: Edge) -> bool:
    """Whether a line parallel to an edge separates two outlines with a gap."""
    (a_low, a_high), (b_low, b_high) = _extent_across(a, edge), _extent_across(b, edge)
    return a_high < b_low or b_high < a_low
