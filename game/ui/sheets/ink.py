"""Ink: vector shapes in the sheet's units, kept in layers until a part of the sheet is printed at some size; and the
protocol of a sheet's plan for every kind of board."""

from __future__ import annotations

import io
import itertools
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import floor
from typing import Any, NamedTuple, Protocol

import pygame

from game.ui.kit.camera import Box, Point
from game.ui.sheets.lettering import MapText
from game.ui.sheets.painting import Painting

# The layers of a sheet, from the lowest to the highest. A drawing may use those between its own and the next; the strip
# along a shore and the shadow of terrain are in the layer below their own.
FIELD_LAYER = 0
LEVEL_LAYER = 20
"""The layer of a level is this plus its number, from 1."""
SHADE_LAYER = 59
"""Layer of light and shade on the levels."""
SLOPE_LAYER = 60
HILL_LAYER = 80
WATER_LAYER = 100
TINT_LAYER = 120
"""Layer of the colours of terrain."""
PATTERN_LAYER = 130
"""Layer of the broken lines that fill some terrain."""
RELIEF_LAYER = 132
"""First layer of a hill on a tabletop: two for each step, at most four steps; then those of its hachures."""
GRID_LAYER = 150
COAST_LAYER = 160
HEXSIDE_LAYER = 170
"""Layer of slopes and earthworks along hexsides, or along lines of an area map."""
RIVER_LAYER = 190
ROAD_LAYER = 200
BORDER_LAYER = 210
"""Layer of the borders between areas."""
WALLED_LAYER = 220
"""Layer of walled towns and things in them."""
WALLS_LAYER = 240
SYMBOLS_LAYER = 250
"""Layer of scattered symbols: stamps, which keep clear of all lines."""
LINES_LAYER = 251
"""Layer of hex lines over dense symbols."""
ZONE_LAYER = 260
"""Layer of the borders between deployment zones."""
WORK_LAYER = 280
"""Layer of the symbols of works, such as bridges."""
FRAME_LAYER = 300

POINTS_PER_PIECE = 24
"""Points per separately printed piece of a long line."""
BIN_SIDE = 2.0
"""Side length of the spatial bins for stamps, in the sheet's units."""


@dataclass(frozen=True, slots=True)
class InkMark:
    """One path."""

    layer: int
    style: str
    """Its SVG attributes."""
    d: str
    """Its SVG path data, in the sheet's units."""
    box: Box
    """Its bounds, in the sheet's units."""
    paint: str = ""
    """The SVG element of the gradient used in ``style``."""


class Drawing(Protocol):
    """A small drawing that is stamped many times."""

    @property
    def reach(self) -> float:
        """The distance of its outermost point from its origin, as a share of its width."""

    def picture(self, px: float, colour: str, turn: float) -> pygame.Surface:
        """The drawing ``px`` pixels wide, its origin in the centre, turned clockwise by degrees."""


class Stamp(NamedTuple):
    """A drawing placed at a point of the sheet."""

    layer: int
    drawing: Drawing
    at: Point
    width: float
    """The width of the drawing, in the sheet's units."""
    turn: float
    """Its rotation, in degrees clockwise."""
    colour: str

    @property
    def radius(self) -> float:
        """The distance of its outermost point from its place."""
        return self.drawing.reach * self.width


class Ink:
    """All the ink of a sheet. Lower layers are printed first; within a layer, in the order added, but all paths of a
    style together with the first of them.

    Drawings used by the thousand are rendered once per size and stamped. Within a layer, stamps are printed over
    everything else, and those nearer to the foot of the sheet over the others.
    """

    def __init__(self) -> None:
        self._marks: list[InkMark] = []
        self._sorted = True
        self.stamps: list[Stamp] = []
        self._bins: dict[tuple[int, int], list[Stamp]] | None = None
        """Column and row of a bin -> the stamps that reach into it; None until they are sorted into bins."""
        self._shades: list[tuple[int, Painting]] = []
        """Paintings, each with the layer up to which it darkens everything."""

    @property
    def marks(self) -> Sequence[InkMark]:
        """All paths."""
        return self._marks

    def shade(self, layer: int, painting: Painting) -> None:
        """Darken everything in a layer and below with a picture, but not the layer's own stamps."""
        self._shades.append((layer, painting))

    def stamp(self, layer: int, drawing: Drawing, at: Point, width: float, turn: float, colour: str) -> None:
        """Place a drawing; see ``Stamp``."""
        self.stamps.append(Stamp(layer, drawing, at, width, turn, colour))
        self._bins = None

    def add(self, layer: int, style: str, points: Sequence[Point], d: str, reach: float = 0.0) -> None:
        """Add path data; its bounds are those of ``points`` widened by ``reach``, in the sheet's units."""
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        left, top = min(xs) - reach, min(ys) - reach
        box = (left, top, max(xs) + reach - left, max(ys) + reach - top)
        self._marks.append(InkMark(layer, style, d, box))
        self._sorted = False

    def polygon(self, layer: int, style: str, points: Sequence[Point], reach: float = 0.05) -> None:
        """Add a closed shape."""
        self.add(layer, style, points, closed(points), reach)

    def line(self, layer: int, style: str, points: Sequence[Point], reach: float = 0.05) -> None:
        """Add an open line; give stroke, width and ``fill="none"`` in the style."""
        self.add(layer, style, points, open_line(points), reach)

    def curve(self, layer: int, style: str, points: Sequence[Point]) -> None:
        """Add a smooth closed curve through all points."""
        self.add(layer, style, points, smooth(points, close=True), 0.1)

    def long_line(self, layer: int, style: str, points: Sequence[Point], width: float = 0.0) -> None:
        """Add a long line of many points in pieces, so that only visible ones are printed.

        :param width: its width in units, if it is broad.
        """
        reach = width / 2 + 0.1
        for k in range(0, max(1, len(points) - 1), POINTS_PER_PIECE):
            piece = points[k : k + POINTS_PER_PIECE + 1]
            self.add(layer, style, piece, open_line(piece), reach)

    def dot(self, layer: int, style: str, centre: Point, radius: float) -> None:
        """Add a filled circle."""
        self.add(layer, style, [centre], circle(centre, radius), radius)

    def radial_tint(self, layer: int, colour: str, points: Sequence[Point], centre: Point, inner: float, outer: float,
                    opacity: float) -> None:
        """Add a closed shape tinted by the distance from a point: clear up to ``inner`` units, ``opacity`` at
        ``outer``."""
        name = f"falloff{len(self._marks)}"
        stops = "".join(f'<stop offset="{share:.4f}" stop-color="{colour}" stop-opacity="{stop_opacity:.4f}"/>'
                        for share, stop_opacity in ((inner / outer, 0.0), (1.0, opacity)))
        paint = (f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" cx="{centre[0]:.4f}" '
                 f'cy="{centre[1]:.4f}" r="{outer:.4f}">{stops}</radialGradient>')
        self.add(layer, f'fill="url(#{name})"', points, closed(points))
        self._marks[-1] = replace(self._marks[-1], paint=paint)

    def insert(self, drawing: Ink, at: Point, scale: float, layer: int) -> None:
        """Add another drawing scaled: its origin at ``at``, its layers from ``layer`` up."""
        for mark in drawing._marks:
            x, y, w, h = mark.box
            attribute = 'transform="'
            shift = f'{attribute}translate({at[0]:.4f} {at[1]:.4f}) scale({scale:.4f}) '
            style = (mark.style.replace(attribute, shift) if attribute in mark.style
                     else f'{mark.style} {shift.rstrip()}"')
            box = (at[0] + x * scale, at[1] + y * scale, w * scale, h * scale)
            self._marks.append(InkMark(layer + mark.layer, style, mark.d, box, mark.paint))
        for stamp in drawing.stamps:
            spot = at[0] + stamp.at[0] * scale, at[1] + stamp.at[1] * scale
            self.stamp(layer + stamp.layer, stamp.drawing, spot, stamp.width * scale, stamp.turn, stamp.colour)
        self._shades += [(layer + own_layer, painting.placed(at, scale)) for own_layer, painting in drawing._shades]
        self._sorted = False

    def boxes_changed_from(self, other: Ink) -> list[Box]:
        """The boxes of everything drawn in only one of the two."""
        circles = [(stamp.at, stamp.radius) for stamp in set(self.stamps) ^ set(other.stamps)]
        return [*(mark.box for mark in set(self._marks) ^ set(other._marks)),
                *(painting.box for _, painting in set(self._shades) ^ set(other._shades)),
                *((x - radius, y - radius, 2 * radius, 2 * radius) for (x, y), radius in circles)]

    def print_on(self, surface: pygame.Surface, view: Box) -> None:
        """Print the part of the sheet in ``view`` over the whole of a surface."""
        if not self._sorted:
            self._marks.sort(key=lambda mark: mark.layer)
            self._sorted = True
        marks, start = self._marks_in(view), 0
        stamps = itertools.groupby(self._stamps_in(view), key=lambda stamp: stamp.layer)
        prints: list[tuple[int, Callable[[], None]]] = [
            *((layer, partial(painting.print_on, surface, view, darken=True)) for layer, painting in self._shades),
            *((layer, partial(_print_stamps, surface, list(group), view)) for layer, group in stamps),
        ]
        for layer, print_layer in sorted(prints, key=lambda entry: entry[0]):
            end = bisect_right(marks, layer, lo=start, key=lambda mark: mark.layer)
            _print_marks(surface, marks[start:end], view)
            print_layer()
            start = end
        _print_marks(surface, marks[start:], view)

    def _marks_in(self, view: Box) -> list[InkMark]:
        """The paths that may be visible, in the order in which they are printed."""
        x, y, w, h = view
        return [
            mark for mark in self._marks
            if mark.box[0] <= x + w and mark.box[1] <= y + h
            and mark.box[0] + mark.box[2] >= x and mark.box[1] + mark.box[3] >= y
        ]

    def _stamps_in(self, view: Box) -> list[Stamp]:
        """The stamps that may be visible, from the lowest layer up, and within a layer from top to bottom."""
        if self._bins is None:
            self._bins = {}
            for stamp in sorted(self.stamps, key=lambda stamp: (stamp.layer, stamp.at[1])):
                (x, y), reach = stamp.at, stamp.radius
                for i in range(floor((x - reach) / BIN_SIDE), floor((x + reach) / BIN_SIDE) + 1):
                    for j in range(floor((y - reach) / BIN_SIDE), floor((y + reach) / BIN_SIDE) + 1):
                        self._bins.setdefault((i, j), []).append(stamp)
        x, y, w, h = view
        stamps = {
            id(stamp): stamp
            for i in range(floor(x / BIN_SIDE), floor((x + w) / BIN_SIDE) + 1)
            for j in range(floor(y / BIN_SIDE), floor((y + h) / BIN_SIDE) + 1)
            for stamp in self._bins.get((i, j), ())
        }
        return sorted(stamps.values(), key=lambda stamp: (stamp.layer, stamp.at[1], stamp.at[0]))


def _print_marks(surface: pygame.Surface, marks: Sequence[InkMark], view: Box) -> None:
    """Print paths over a surface, which shows ``view``."""
    if not marks:
        return
    (x, y, w, h), size = view, surface.get_size()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
        f'viewBox="{x:.4f} {y:.4f} {w:.4f} {h:.4f}">'
    ]
    for _, group in itertools.groupby(marks, key=lambda mark: mark.layer):
        pending: dict[str, list[str]] = {}
        for mark in group:
            pending.setdefault(mark.style, []).append(mark.d)
            parts.append(mark.paint)
        parts += [f'<path d="{"".join(ds)}" {style}/>' for style, ds in pending.items()]
    parts.append("</svg>")
    picture = pygame.image.load_sized_svg(io.BytesIO("".join(parts).encode()), size)
    surface.blit(picture, (0, 0))


def _print_stamps(surface: pygame.Surface, stamps: Iterable[Stamp], view: Box) -> None:
    """Stamp drawings at whole pixels of the sheet, so that parts printed separately fit together."""
    scale = surface.get_width() / view[2]
    left, top = round(view[0] * scale), round(view[1] * scale)
    blits = []
    for stamp in stamps:
        picture = stamp.drawing.picture(stamp.width * scale, stamp.colour, stamp.turn)
        half = picture.get_width() // 2
        blits.append((picture, (round(stamp.at[0] * scale) - left - half, round(stamp.at[1] * scale) - top - half)))
    surface.fblits(blits)


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


def box_corners(x: float, y: float, w: float, h: float) -> list[Point]:
    """The corners of a rectangle."""
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def fill(colour: str, opacity: float = 1.0) -> str:
    """SVG attributes of a plain fill."""
    return f'fill="{colour}"' + (f' fill-opacity="{opacity:.3g}"' if opacity < 1 else "")


def stroke(colour: str, width: float, opacity: float = 1.0, cap: str = "round", join: str = "round") -> str:
    """SVG attributes of a plain line; its width in the sheet's units."""
    return (
        f'fill="none" stroke="{colour}" stroke-width="{width:.4g}" stroke-linecap="{cap}" stroke-linejoin="{join}"'
        + (f' stroke-opacity="{opacity:.3g}"' if opacity < 1 else "")
    )


class SheetPlan(Protocol):
    """The layout and drawing of a board's sheet. A counter is 1.24 units wide on every board."""

    @property
    def title(self) -> str:
        """The board's own title."""

    @property
    def field(self) -> Box:
        """The part of the sheet that the map covers."""

    @property
    def edge(self) -> float:
        """The height of bare paper at the field's top and bottom, cut off when the legend is hidden."""

    @property
    def turn(self) -> int:
        """Degrees clockwise by which the sheet is turned relative to the printed one."""

    @property
    def flag_spots(self) -> Mapping[str, Point]:
        """Place -> the position of its flag."""

    @property
    def painting(self) -> Painting | None:
        """The ground as a picture; None if it is all in ink."""

    @property
    def names(self) -> Sequence[MapText]:
        """The lettering of places and waters; printed over the sheet, because it keeps clear of counters."""

    def draw(self, ink: Ink) -> None:
        """Draw the board.

        :raises AssetError: when the style lacks something on the board, or cannot be used.
        """

    def has_sample(self, entry: Mapping[str, Any]) -> bool:
        """Whether the board has what an entry of the key explains."""

    def sample(self, entry: Mapping[str, Any]) -> tuple[Ink, Point]:
        """A sample for an entry of the key, drawn about the origin as on the map, and half its width and height."""
