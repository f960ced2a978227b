"""The signs of places (in reach, also of only some units; refusal, cursor, hint) for every kind of board: on hexes, on
areas and around bases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, hypot, pi, radians, sin
from typing import Protocol

import pygame

from game.ui.board.overlays import BLUE, DEEP_BLUE, RED, TEAL, hex_sign, slanting
from game.ui.kit.camera import Point
from game.ui.kit.pictures import picture_cache, render_elements
from game.ui.sheets.areas import AreaGeometry
from game.ui.sheets.ink import closed
from game.ui.sheets.planes import BASE_WIDTH, FRONT_DISTANCE, facing_of
from game.ui.sheets.shapes import clockwise, inset

_Sign = Callable[[Sequence[Point], Point, Point], str]
"""Callback that returns a sign's SVG, given the outline of its place, the point where a counter lies in it, and the
size of the picture; all in sheet units."""
BASE_SIGN_RADIUS = 0.86
"""The radius of the signs around bases, in sheet units."""
HATCH_DISTANCE = 0.34
"""The vertical distance between the lines of a hatching, in sheet units."""
ROUNDING_ERROR = 1e-9
"""Lengths that differ by less, in sheet units, count as equal."""


class PlaceSigns(Protocol):
    """Pictures of signs for places."""

    bold: bool
    """Whether they are drawn for a projector."""

    def picture(self, kind: str, place: str, scale: float) -> tuple[pygame.Surface, Point]:
        """The sign at a scale (pixels per sheet unit), and its centre's offset from the place's centre, in sheet
        units.

        :param kind: ``reach``, ``partly`` (in reach of only some of the selected units), ``refused``, ``cursor`` or
            ``hint``.
        """


class HexSigns:
    """Signs for hexes, the same for every hex."""

    def __init__(self, turned: bool = False, *, bold: bool = False) -> None:
        """Create the signs.

        :param turned: whether hexes have a corner at the top, on a sheet rotated a quarter turn clockwise.
        :param bold: whether they are drawn for a projector.
        """
        self._turned, self.bold = turned, bold

    def picture(self, kind: str, place: str, scale: float) -> tuple[pygame.Surface, Point]:
        return hex_sign(kind, scale, self._turned, self.bold), (0.0, 0.0)


class AreaSigns:
    """Signs that follow an area's outline."""

    def __init__(self, geometry: AreaGeometry, *, bold: bool = False) -> None:
        self._geometry, self.bold = geometry, bold

    def picture(self, kind: str, place: str, scale: float) -> tuple[pygame.Surface, Point]:
        left, top, right, bottom = self._geometry.box(place)
        x, y = self._geometry.centre(place)
        shape = tuple((corner_x - left, corner_y - top) for corner_x, corner_y in self._geometry.outline(place))
        picture = _area_sign(kind, shape, (x - left, y - top), round(scale, 3), self.bold)
        return picture, ((left + right) / 2 - x, (top + bottom) / 2 - y)


@picture_cache(160)
def _area_sign(kind: str, shape: tuple[Point, ...], middle: Point, scale: float, bold: bool) -> pygame.Surface:
    """A sign for an outline whose bounding box starts at the origin.

    :param middle: the point where a counter lies.
    """
    ring = clockwise(shape)
    w, h = max(x for x, _ in shape), max(y for _, y in shape)
    body = (_BOLD_SIGNS if bold else _SIGNS)[kind](ring, middle, (w, h))
    size = max(2, round(w * scale)), max(2, round(h * scale))
    return render_elements(size, f"0 0 {w:.3f} {h:.3f}", body)


class PlaneSigns:
    """Signs for poses: rings of one size around the base in each pose."""

    def __init__(self, *, bold: bool = False) -> None:
        self.bold = bold

    def picture(self, kind: str, place: str, scale: float) -> tuple[pygame.Surface, Point]:
        turn = radians(facing_of(place) or 0.0)
        back = FRONT_DISTANCE * BASE_WIDTH
        return _pose_sign(kind, round(scale, 3), self.bold), (-sin(turn) * back, cos(turn) * back)


@picture_cache(24)
def _pose_sign(kind: str, scale: float, bold: bool) -> pygame.Surface:
    """A round sign for a base."""
    ring = [(BASE_SIGN_RADIUS + BASE_SIGN_RADIUS * cos(pi * k / 16),
             BASE_SIGN_RADIUS + BASE_SIGN_RADIUS * sin(pi * k / 16)) for k in range(32)]
    size = max(4, round(2 * BASE_SIGN_RADIUS * scale))
    body = (_BOLD_SIGNS if bold else _SIGNS)[kind](ring, (BASE_SIGN_RADIUS, BASE_SIGN_RADIUS),
                                                   (2 * BASE_SIGN_RADIUS, 2 * BASE_SIGN_RADIUS))
    return render_elements((size, size), f"0 0 {2 * BASE_SIGN_RADIUS} {2 * BASE_SIGN_RADIUS}", body)


def _line(points: Sequence[Point], colour: str, width: float, opacity: float = 1.0) -> str:
    """The SVG of a closed line."""
    return (f'<path d="{closed(points)}" fill="none" stroke="{colour}" stroke-width="{width}" '
            f'stroke-linejoin="round" stroke-opacity="{opacity}"/>')


def _reach_sign(ring: Sequence[Point], middle: Point, size: Point) -> str:
    """A blue wash that is stronger towards the edge."""
    glow = "".join(_line(inset(ring, depth), "#2b86e0", width, opacity)
                   for depth, width, opacity in ((0.34, 0.34, 0.14), (0.22, 0.22, 0.22)))
    return (f'<path d="{closed(ring)}" fill="#2b86e0" fill-opacity="0.15"/>{glow}'
            + _line(inset(ring, 0.10), "#eaf4ff", 0.17, 0.9) + _line(inset(ring, 0.10), BLUE, 0.10))


def _partly_sign(ring: Sequence[Point], middle: Point, size: Point) -> str:
    """A faint blue wash with a dashed border."""
    data = _dashes_path(inset(ring, 0.10), 0.5, 0.34)
    return (f'<path d="{closed(ring)}" fill="#2b86e0" fill-opacity="0.13"/>'
            + "".join(f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
                      for colour, width in (("#eaf4ff", 0.20), (BLUE, 0.13))))


def _refused_sign(ring: Sequence[Point], middle: Point, size: Point) -> str:
    """Hatching and a crossed sign."""
    x, y = middle
    hatch = _hatches_path(ring, size)
    return (f'<path d="{hatch}" fill="none" stroke="{RED}" stroke-width="0.075" stroke-opacity="0.62"/>'
            + _line(inset(ring, 0.07), "#fff1dc", 0.17, 0.8) + _line(inset(ring, 0.07), RED, 0.10)
            + f'<circle cx="{x:.3f}" cy="{y:.3f}" r="0.44" fill="#fbf1da" stroke="{RED}" stroke-width="0.12"/>'
            f'<path d="M{x - 0.22:.3f} {y - 0.22:.3f}l0.44 0.44m0 -0.44l-0.44 0.44" stroke="{RED}" '
            'stroke-width="0.13" fill="none"/>')


def _hatches_path(ring: Sequence[Point], size: Point) -> str:
    """Path data of diagonal lines inside an outline."""
    lines = []
    w, h = size
    offset = -w
    while offset < h:
        cuts = sorted(slanting(ring, offset))
        lines += [f"M{a:.3f} {a + offset:.3f}L{b:.3f} {b + offset:.3f}" for a, b in zip(cuts[::2], cuts[1::2],
                                                                                        strict=False)]
        offset += HATCH_DISTANCE
    return "".join(lines)


def _dashes_path(ring: Sequence[Point], dash: float, gap: float) -> str:
    """Path data of dashes along an outline; dashes and gaps in sheet units."""
    parts: list[str] = []
    drawn, in_dash = 0.0, True  # the length of the present dash or gap so far
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        length = hypot(bx - ax, by - ay)
        travelled = 0.0
        while length - travelled > ROUNDING_ERROR:
            step = min((dash if in_dash else gap) - drawn, length - travelled)
            if in_dash:
                start, end = travelled / length, (travelled + step) / length
                parts.append(f"M{ax + (bx - ax) * start:.3f} {ay + (by - ay) * start:.3f}"
                             f"L{ax + (bx - ax) * end:.3f} {ay + (by - ay) * end:.3f}")
            drawn, travelled = drawn + step, travelled + step
            if drawn >= (dash if in_dash else gap) - ROUNDING_ERROR:
                drawn, in_dash = 0.0, not in_dash
    return "".join(parts)


def _cursor_sign(ring: Sequence[Point], middle: Point, size: Point) -> str:
    """Long bold strokes along the border."""
    data = _dashes_path(inset(ring, 0.12), 0.9, 0.5)
    return "".join(
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
        for colour, width in (("#1b120a", 0.21), ("#fff4d4", 0.11))
    )


def _hint_sign(ring: Sequence[Point], middle: Point, size: Point) -> str:
    """Short dashes along the border."""
    data = _dashes_path(inset(ring, 0.16), 0.2, 0.2)
    return "".join(
        f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
        for colour, width in (("#f4fff8", 0.19), (TEAL, 0.12))
    )


def _bold_sign(colour: str, width: float, dashed: bool, plain_sign: _Sign) -> _Sign:
    """A sign with an added border for a projector, its colour edged in black and white, visible on any ground in a lit
    room.

    :param width: of the border, in sheet units.
    """
    def bold_sign(ring: Sequence[Point], middle: Point, size: Point) -> str:
        """The plain sign with the border."""
        edge = inset(ring, 0.14)
        line = _dashes_path(edge, 0.34, 0.26) if dashed else closed(edge)
        strokes = (("#000000", width + 0.14, closed(edge)), ("#ffffff", width + 0.04, closed(edge)),
                   (colour, width, line))
        return plain_sign(ring, middle, size) + "".join(
            f'<path d="{data}" fill="none" stroke="{ink}" stroke-width="{stroke_width:.3f}" stroke-linejoin="round"/>'
            for ink, stroke_width, data in strokes)
    return bold_sign


_SIGNS = {"reach": _reach_sign, "partly": _partly_sign, "refused": _refused_sign, "cursor": _cursor_sign,
          "hint": _hint_sign}
"""The SVG of each kind of sign."""
_BOLD_SIGNS = {**_SIGNS, "reach": _bold_sign(DEEP_BLUE, 0.14, False, _reach_sign),
               "partly": _bold_sign(DEEP_BLUE, 0.14, True, _partly_sign),
               "hint": _bold_sign("#000000", 0.16, True, lambda ring, middle, size: "")}
"""The SVG of each kind of sign for a projector."""
