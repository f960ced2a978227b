"""Ink: vector shapes in the sheet's units, kept until a part of the sheet is printed at some size."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import pygame

from game.ui.kit.camera import Box, Point


@dataclass(frozen=True, slots=True)
class Mark:
    """One path: ``d`` is SVG path data in hex radii, ``style`` its SVG attributes, ``box`` its bounds."""

    layer: int
    style: str
    d: str
    box: Box


class Ink:
    """All the ink of a sheet. Lower layers are printed first; within a layer, in the order added."""

    def __init__(self) -> None:
        self._marks: list[Mark] = []
        self._sorted = True

    def add(self, layer: int, style: str, points: Sequence[Point], d: str, reach: float = 0.0) -> None:
        """Keep path data; its bounds are those of ``points`` widened by ``reach`` (hex radii)."""
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        left, top = min(xs) - reach, min(ys) - reach
        box = (left, top, max(xs) + reach - left, max(ys) + reach - top)
        self._marks.append(Mark(layer, style, d, box))
        self._sorted = False

    def polygon(self, layer: int, style: str, points: Sequence[Point], reach: float = 0.05) -> None:
        """A closed shape."""
        self.add(layer, style, points, closed(points), reach)

    def line(self, layer: int, style: str, points: Sequence[Point], reach: float = 0.05) -> None:
        """An open line; give stroke, width and ``fill="none"`` in the style."""
        self.add(layer, style, points, open_line(points), reach)

    def curve(self, layer: int, style: str, points: Sequence[Point], close: bool, reach: float = 0.1) -> None:
        """A smooth curve through all points."""
        self.add(layer, style, points, smooth(points, close), reach)

    def dot(self, layer: int, style: str, centre: Point, radius: float) -> None:
        """A filled circle."""
        self.add(layer, style, [centre], circle(centre, radius), radius)

    def stamp(self, other: Ink, at: Point, scale: float, layer: int) -> None:
        """Print a finished drawing small: its origin at ``at``, its layers from ``layer`` up."""
        for mark in other._marks:
            x, y, w, h = mark.box
            shift = f'transform="translate({at[0]:.4f} {at[1]:.4f}) scale({scale:.4f}) '
            old = 'transform="'
            style = mark.style.replace(old, shift) if old in mark.style else f'{mark.style} {shift.rstrip()}"'
            box = (at[0] + x * scale, at[1] + y * scale, w * scale, h * scale)
            self._marks.append(Mark(layer + mark.layer, style, mark.d, box))
        self._sorted = False

    def svg(self, view: Box, size: tuple[int, int]) -> bytes:
        """The part of the sheet in ``view`` as an SVG picture of ``size`` pixels."""
        if not self._sorted:
            self._marks.sort(key=lambda mark: mark.layer)
            self._sorted = True
        x, y, w, h = view
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
            f'viewBox="{x:.4f} {y:.4f} {w:.4f} {h:.4f}">'
        ]
        layer, pending = -1, dict[str, list[str]]()
        for mark in self._marks:
            bx, by, bw, bh = mark.box
            if bx > x + w or by > y + h or bx + bw < x or by + bh < y:
                continue
            if mark.layer != layer:
                parts.extend(_paths(pending))
                pending, layer = {}, mark.layer
            pending.setdefault(mark.style, []).append(mark.d)
        parts.extend(_paths(pending))
        parts.append("</svg>")
        return "".join(parts).encode()

    def print_on(self, surface: pygame.Surface, view: Box) -> None:
        """Print the part of the sheet in ``view`` over the whole of a surface."""
        size = surface.get_size()
        picture = pygame.image.load_sized_svg(io.BytesIO(self.svg(view, size)), size)
        surface.blit(picture, (0, 0))


def _paths(pending: dict[str, list[str]]) -> Iterable[str]:
    return (f'<path d="{"".join(ds)}" {style}/>' for style, ds in pending.items())


def closed(points: Iterable[Point]) -> str:
    """Path data of a polygon."""
    return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in points) + "Z"


def open_line(points: Iterable[Point]) -> str:
    """Path data of a polyline."""
    return "M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in points)


def smooth(points: Sequence[Point], close: bool) -> str:
    """Path data of a Catmull-Rom curve through the points."""
    n = len(points)
    if n < 3:
        return open_line(points)

    def at(i: int) -> Point:
        return points[i % n] if close else points[min(max(i, 0), n - 1)]

    parts = [f"M{points[0][0]:.3f} {points[0][1]:.3f}"]
    for i in range(n if close else n - 1):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = at(i - 1), at(i), at(i + 1), at(i + 2)
        parts.append(
            f"C{bx + (cx - ax) / 6:.3f} {by + (cy - ay) / 6:.3f} {cx - (dx - bx) / 6:.3f} {cy - (dy - by) / 6:.3f} "
            f"{cx:.3f} {cy:.3f}"
        )
    return "".join(parts) + ("Z" if close else "")


def circle(centre: Point, radius: float) -> str:
    """Path data of a circle."""
    x, y = centre
    return (
        f"M{x - radius:.3f} {y:.3f}a{radius:.3f} {radius:.3f} 0 1 0 {2 * radius:.3f} 0"
        f"a{radius:.3f} {radius:.3f} 0 1 0 {-2 * radius:.3f} 0Z"
    )


def regular(centre: Point, radius: float, corners: int, turn: float = 0.0) -> list[Point]:
    """A regular polygon's corners; ``turn`` in radians."""
    return [
        (centre[0] + radius * cos(turn + 2 * pi * k / corners), centre[1] + radius * sin(turn + 2 * pi * k / corners))
        for k in range(corners)
    ]


def box(x: float, y: float, w: float, h: float) -> list[Point]:
    """The corners of a rectangle."""
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def fill(colour: str, opacity: float = 1.0) -> str:
    """SVG attributes of a plain fill."""
    return f'fill="{colour}"' + (f' fill-opacity="{opacity:.3g}"' if opacity < 1 else "")


def stroke(colour: str, width: float, opacity: float = 1.0, cap: str = "round", join: str = "round") -> str:
    """SVG attributes of a plain line; width in hex radii."""
    return (
        f'fill="none" stroke="{colour}" stroke-width="{width:.4g}" stroke-linecap="{cap}" stroke-linejoin="{join}"'
        + (f' stroke-opacity="{opacity:.3g}"' if opacity < 1 else "")
    )
