"""Layers of the rules on the map: places tinted and outlined in a side's pattern, and links as thin arrows.

They change with every move, so they are stamped from small cached pictures, not drawn as one large one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import dist, hypot
from typing import TypeVar

import numpy as np
import pygame
from numpy.typing import NDArray

from game.core.layer import Layer, LineStyle
from game.core.theme import SeatInfo, Theme
from game.ui.board.places import Geometry
from game.ui.board.trace import dashes, dots
from game.ui.kit.camera import Camera, Point
from game.ui.kit.pictures import picture_cache, render_elements
from game.ui.sheets.ink import circle, closed, fill, stroke
from game.ui.sheets.planes import PlaneGeometry, sheet_outline
from game.ui.sheets.shapes import clockwise, inset, join, rounded_edges

LayersOf = Callable[[str | None], Sequence[Layer]]
"""Callback that asks the rules for the layers of the position: in general (None), or for a selected unit."""


class LayersShown:
    """The layers to show. The rules are asked once for each position and selected unit."""

    def __init__(self) -> None:
        self.ask_rules: LayersOf = lambda _: ()
        self._request: tuple[LayersOf, str | None] | None = None
        """The last question to the rules: a new position has another callback."""
        self._answer: tuple[Layer, ...] = ()

    def shown(self, unit: str | None, *, on: bool, keep: bool) -> tuple[Layer, ...]:
        """The layers to show now, without those that are shown only while the pointer is on a unit (``pointed``).

        :param unit: the selected unit; None if there is none.
        :param on: whether layers are switched on; if not, only layers that are always shown, or shown for a selected
            unit, are returned.
        :param keep: whether to keep the layers shown before, because the position is still being animated.
        """
        request = self.ask_rules, unit
        if request != self._request and not (keep and self._request is not None):
            self._request, self._answer = request, tuple(self.ask_rules(unit))
        return tuple(layer for layer in self._answer if not layer.pointed
                     and (on or layer.always or (layer.while_selected and unit is not None)))


Points = NDArray[np.float64]
"""Points in sheet units, one row of x and y each."""
Kind = TypeVar("Kind")

NO_SIDE = SeatInfo("", "", "#17a090", "#f4fff8", "dashed")
"""The colour and pattern of layers that belong to no side."""
TINT_INSET = 0.013
"""The distance inside a place's border at which its tint ends, in sheet units."""
TINT_OPACITY = 0.16
"""The opacity of a tint, 0 to 1."""
MAX_CACHED_TINT = 640
"""The size in pixels above which a tint is not cached, such as that of a deployment zone seen from near."""
OUTLINE_INSET = 0.085
"""The distance inside its places at which the outline of the first layer runs, in sheet units."""
OUTLINE_SPACING = 0.10
"""The distance inside the outline of a layer at which that of the next layer runs, in sheet units."""
DOT_SPACING, DASH_SPACING = 0.2, 0.29
"""The distance between two dots, or dashes, of an outline, in sheet units."""
LINK_DASH_LENGTH, LINK_DOT_SPACING = 0.2, 0.18
"""The length of a dash of a link, and the distance between two of its dots, in sheet units. Chosen by eye."""
LINK_DOT_RADIUS = 0.7
"""The radius of the dots of a link, as a multiple of the width that the line would have. Chosen by eye."""
LINK_START_GAP = 0.5
"""The distance from the centre of its first place at which a link begins, in sheet units, to keep clear of counters."""
LINK_END_GAP = 0.95
"""The distance before the centre of its last place at which an arrow ends, in sheet units; a line without a head ends
as near as it begins."""
PLANE_LINK_OFFSET = 0.12
"""On a table without a grid: the distance from the middles of front edges at which a link begins and ends, and the
distance by which it is shifted to the right, in sheet units."""


@dataclass(frozen=True, slots=True)
class LayerGeometry:
    """A layer's geometry, ready to draw."""

    side: SeatInfo
    grounds: Mapping[tuple[Point, ...], Points]
    """The shape of a tint (corners relative to its middle) -> the middles of all tints of that shape."""
    bounds: Mapping[Point, Points]
    """A direction of the outline -> the points of the outline that run in that direction."""
    links: tuple[tuple[Point, Point], ...]
    """Start and end of each arrow or line; empty for a layer of the selected unit, whose links are drawn by
    ``draw_lines_of_command``."""
    line: LineStyle
    """The style of the links; only whole ones are arrows."""
    mark_scale: float
    """The scale of the marks along the outline, relative to those along hexsides."""


def layer_geometry(layer: Layer, order: int, geometry: Geometry, theme: Theme) -> LayerGeometry:
    """A layer's geometry on a board.

    :param layer: one that has places or outlines, never both.
    :param order: the number of layers drawn before it; its outline runs inside theirs.
    """
    mark_scale = geometry.mark_scale
    side = next((info for info in theme.seats if info.name == layer.seat), NO_SIDE)
    places = [place for place in layer.places if geometry.knows(place)]
    outlines = [clockwise(outline) for outline in (*(geometry.outline(place) for place in places),
                                                   *map(sheet_outline, layer.outlines))]
    within = frozenset(places)
    bounds: dict[Point, list[Point]] = {}
    for ring in union_outlines(outlines):
        line = inset(ring, (OUTLINE_INSET + OUTLINE_SPACING * order) * mark_scale)
        spacing = DOT_SPACING if side.pattern == "solid" else DASH_SPACING
        spots = _spaced_points([*line, line[0]], spacing * mark_scale)
        # An inset line may cross a border with tight bends.
        for at, direction in spots:
            if not places or geometry.place_at(at) in within:
                bounds.setdefault(direction, []).append(at)
    grounds: dict[tuple[Point, ...], list[Point]] = {}
    for outline in outlines:
        at, shape = _tint_outline(outline)
        grounds.setdefault(shape, []).append(at)
    ends = (_between_fronts if isinstance(geometry, PlaneGeometry) else
            partial(_between_counters, end_gap=LINK_END_GAP if layer.line == "whole" else LINK_START_GAP))
    links = tuple(pair for a, b in layer.links if not layer.while_selected and geometry.knows(a) and geometry.knows(b)
                  for pair in ends(geometry.centre(a), geometry.centre(b)))
    return LayerGeometry(side, _arrays(grounds), _arrays(bounds), links, layer.line, mark_scale)


def print_layers(surface: pygame.Surface, layers: Iterable[LayerGeometry], camera: Camera, sharp: float) -> None:
    """Stamp layers on a surface that shows the camera's rectangle.

    :param sharp: pixels per sheet unit at which the stamps are rendered; tints are stretched to the camera's scale.
    """
    layers = tuple(layers)
    scale, clip = camera.scale, surface.get_clip()
    left, top = camera.to_screen((0.0, 0.0))
    left, top = left - camera.rect.x, top - camera.rect.y

    def stamp(picture: pygame.Surface, points: Points) -> None:
        """Blit the visible copies of a picture centred on points of the sheet."""
        size = np.array(picture.get_size())
        spots = np.rint(points * scale + (left, top) - size / 2)
        visible = ((spots > clip.topleft - size) & (spots < clip.bottomright)).all(axis=1)
        surface.fblits([(picture, (x, y)) for x, y in spots[visible].tolist()])

    for layer in layers:
        for shape, points in layer.grounds.items():
            if max(map(max, shape)) * max(scale, sharp) > MAX_CACHED_TINT / 2:
                for x, y in (points * scale + (left, top)).tolist():
                    outline = [(x + across * scale, y + down * scale) for across, down in shape]
                    wash(surface, layer.side.paper, TINT_OPACITY, outline)
                continue
            tint = _tint_picture(layer.side.paper, shape, sharp)
            stamp(tint if scale == sharp else pygame.transform.smoothscale_by(tint, scale / sharp), points)
    for layer in layers:
        for direction, points in layer.bounds.items():
            stamp(_mark_picture(layer.side, *direction, sharp * layer.mark_scale), points)
    for layer in layers:
        for (ax, ay), (bx, by) in layer.links:
            start, end = (left + ax * scale, top + ay * scale), (left + bx * scale, top + by * scale)
            if layer.line == "whole":
                _draw_arrow(surface, start, end, scale, layer.side)
            else:
                _draw_line(surface, start, end, scale, layer.side, layer.line)


def wash(surface: pygame.Surface, colour: str, opacity: float, points: Sequence[Point]) -> None:
    """Tint the visible part of a shape.

    :param opacity: 0 to 1.
    :param points: the corners of the shape, in pixels of the surface.
    """
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1).clip(surface.get_clip())
    if box.w and box.h:
        tint = pygame.Surface(box.size, pygame.SRCALPHA)
        pygame.draw.polygon(tint, (*pygame.Color(colour)[:3], round(255 * opacity)),
                            [(x - box.x, y - box.y) for x, y in points])
        surface.blit(tint, box)


def _arrays(points_by_kind: Mapping[Kind, Sequence[Point]]) -> dict[Kind, Points]:
    """Lists of points as arrays."""
    return {kind: np.array(points) for kind, points in points_by_kind.items()}


def union_outlines(outlines: Iterable[Sequence[Point]]) -> list[tuple[Point, ...]]:
    """The outlines of the union of some places: every edge that no two of them share."""
    edges = set()
    for ring in outlines:
        edges |= set(rounded_edges(ring))
    return [outline.points for outline in join((a, b) for a, b in edges if (b, a) not in edges)]


def _tint_outline(ring: Sequence[Point]) -> tuple[Point, tuple[Point, ...]]:
    """The middle of a place's tint and its corners relative to that; the same shape for all hexes."""
    shape = inset(ring, TINT_INSET)
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    middle_x, middle_y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return (middle_x, middle_y), tuple((round(x - middle_x, 3), round(y - middle_y, 3)) for x, y in shape)


def _between_counters(start: Point, end: Point, end_gap: float) -> Iterator[tuple[Point, Point]]:
    """The ends of a link from counter to counter; none if they are close, because then a thick arrow is drawn above
    them.

    :param end_gap: the distance before the second counter's place at which the link ends, in sheet units.
    """
    length = dist(start, end)
    if length > LINK_START_GAP + end_gap:
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        yield ((start[0] + ux * LINK_START_GAP, start[1] + uy * LINK_START_GAP),
               (end[0] - ux * end_gap, end[1] - uy * end_gap))


def _between_fronts(start: Point, end: Point) -> Iterator[tuple[Point, Point]]:
    """The ends of an arrow from front edge to front edge, shifted aside from the one in the opposite direction."""
    length = dist(start, end)
    if length > 2 * PLANE_LINK_OFFSET:
        ux, uy = PLANE_LINK_OFFSET * (end[0] - start[0]) / length, PLANE_LINK_OFFSET * (end[1] - start[1]) / length
        yield (start[0] + ux - uy, start[1] + uy + ux), (end[0] - ux - uy, end[1] - uy + ux)


def _draw_arrow(surface: pygame.Surface, start: Point, end: Point, scale: float, side: SeatInfo) -> None:
    """Draw a thin arrow between two pixels, dashed unless the side's pattern is solid.

    :param scale: pixels per sheet unit.
    """
    (ax, ay), (bx, by) = start, end
    length = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    head = max(9.0, 0.25 * scale)
    base = bx - ux * head, by - uy * head
    thin = _line_width(scale)
    pygame.draw.aaline(surface, side.print, start, base, thin + 2)
    for a, b in dashes(start, base, LINK_DASH_LENGTH * scale) if side.pattern != "solid" else [(start, base)]:
        pygame.draw.aaline(surface, side.paper, a, b, thin)
    wings = [(base[0] - s * uy * head * 0.45, base[1] + s * ux * head * 0.45) for s in (-1, 1)]
    pygame.draw.polygon(surface, side.paper, [end, *wings])
    pygame.draw.polygon(surface, side.print, [end, *wings], max(1, thin // 2))


def _draw_line(surface: pygame.Surface, start: Point, end: Point, scale: float, side: SeatInfo,
               line: LineStyle) -> None:
    """Draw a thin dashed or dotted line without a head between two pixels.

    :param scale: pixels per sheet unit.
    """
    thin = _line_width(scale)
    for colour, width in ((side.print, thin + 2), (side.paper, thin)):
        if line == "broken":
            for a, b in dashes(start, end, LINK_DASH_LENGTH * scale):
                pygame.draw.aaline(surface, colour, a, b, width)
        else:
            for dot in dots(start, end, LINK_DOT_SPACING * scale):
                pygame.draw.aacircle(surface, colour, dot, LINK_DOT_RADIUS * width)


def _line_width(scale: float) -> int:
    """The width in pixels of links at a scale (pixels per sheet unit)."""
    return max(2, round(0.045 * scale))


@picture_cache(96)
def _tint_picture(colour: str, shape: tuple[Point, ...], scale: float) -> pygame.Surface:
    """A place's shape tinted in a side's colour."""
    width, height = 2 * max(x for x, _ in shape), 2 * max(y for _, y in shape)
    return _picture(f'<path d="{closed(shape)}" {fill(colour, TINT_OPACITY)}/>', (width, height), scale)


@picture_cache(64)
def _mark_picture(side: SeatInfo, ux: float, uy: float, scale: float) -> pygame.Surface:
    """A dot, or a dash in a given direction, in the side's paper colour with a rim in its print colour."""
    if side.pattern == "solid":
        body = "".join(
            f'<path d="{circle((0.0, 0.0), grow)}" {fill(colour)}/>'
            for grow, colour in ((0.062, side.print), (0.046, side.paper))
        )
    else:
        d = f"M{-ux * 0.07:.3f} {-uy * 0.07:.3f}L{ux * 0.07:.3f} {uy * 0.07:.3f}"
        body = "".join(
            f'<path d="{d}" {stroke(colour, width)}/>' for width, colour in ((0.105, side.print), (0.058, side.paper))
        )
    return _picture(body, (0.3, 0.3), scale)


def _picture(body: str, size: Point, scale: float) -> pygame.Surface:
    """A drawing centred on (0, 0), its size in sheet units."""
    (w, h), pixels = size, (max(2, round(size[0] * scale)), max(2, round(size[1] * scale)))
    return render_elements(pixels, f"{-w / 2} {-h / 2} {w} {h}", body)


def _spaced_points(ring: Sequence[Point], gap: float) -> list[tuple[Point, Point]]:
    """Points along a line about ``gap`` apart, each with the line's direction there; none lies on a bend."""
    points = []
    for (ax, ay), (bx, by) in pairwise(ring):
        length = hypot(bx - ax, by - ay)
        if length < 1e-6:  # two equal corners
            continue
        count = max(1, round(length / gap))
        ux, uy = (bx - ax) / length, (by - ay) / length
        for k in range(count):
            share = (k + 0.5) / count
            points.append(((ax + (bx - ax) * share, ay + (by - ay) * share), (round(ux, 2), round(uy, 2))))
    return points
