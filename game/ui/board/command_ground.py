"""The ground of commands in the far view, like territories in an atlas: the places of each in its side's colour, with
a line in the command's colour along the border, and thin bands between its separate groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

import pygame

from game.ui.board.far_view import Mass
from game.ui.board.layers import union_outlines
from game.ui.board.overlays import GOLD
from game.ui.board.places import Geometry
from game.ui.kit.camera import Camera, Point
from game.ui.sheets.shapes import clockwise

PLACE_RADIUS = 1.0
"""The radius of a place in the ground of a command, in sheet units."""
ADJACENT_DISTANCE = 1.8
"""The maximum distance between adjacent places, in sheet units. Chosen by eye."""
BAND_DISTANCE = 4.0
"""The distance in sheet units up to which a band connects places of a command. Chosen by eye."""
GROUND_OPACITY = 225
"""Opacity of a command's ground, 0..255."""
LINE_MARGIN = 0.16
"""How far the line in a command's colour extends beyond the border of its places, in sheet units."""
SIDE_MARGIN = 0.42
"""How far the ground extends beyond that line, in sheet units."""
DARK_LINE_WIDTH = 0.06
"""The width of the dark lines, in sheet units."""
BAND_WIDTH = 0.42
"""The width of a band between groups, in sheet units."""
HIGHLIGHT_WIDTH = 0.2
"""The width of the outline of the command pointed at, in sheet units."""
DARK = "#1b120a"


class CommandGrounds:
    """Draws the ground of every command: its side's colour, with a line in its own. The picture is kept while
    neither the position nor the view changes."""

    def __init__(self) -> None:
        self._kept: tuple[object, pygame.Surface] | None = None

    def draw(self, surface: pygame.Surface, masses: tuple[Mass, ...], camera: Camera, geometry: Geometry) -> None:
        """Draw the grounds into the camera's rectangle of the window."""
        if not masses:
            return
        key = masses, geometry, camera.scale, camera.centre, tuple(camera.rect)
        if self._kept is None or self._kept[0] != key:
            self._kept = key, _grounds(masses, camera, geometry)
        surface.blit(self._kept[1], camera.rect)


def _grounds(masses: Sequence[Mass], camera: Camera, geometry: Geometry) -> pygame.Surface:
    """A picture of the grounds of all commands."""
    sheet, seen = pygame.Surface(camera.rect.size, pygame.SRCALPHA), _View(camera)
    commands = [mass for mass in masses if not mass.symbol]
    for mass in commands:
        foes = [at for other in masses if other.side.name != mass.side.name for at in other.middles]
        for start, other in ground_links(mass.middles, foes):
            for colour, width in ((DARK, BAND_WIDTH + 2 * DARK_LINE_WIDTH), (mass.side.paper, BAND_WIDTH),
                                  (mass.band, BAND_WIDTH / 2)):
                pygame.draw.aaline(sheet, colour, seen.pixel(start), seen.pixel(other), seen.thick(width))
    borders = [(mass, _borders(mass, geometry)) for mass in commands]
    for far, colours in ((LINE_MARGIN + SIDE_MARGIN + DARK_LINE_WIDTH, [DARK] * len(commands)),
                         (LINE_MARGIN + SIDE_MARGIN, [mass.side.paper for mass in commands]),
                         (LINE_MARGIN, [DARK] * len(commands)),
                         (LINE_MARGIN - DARK_LINE_WIDTH, [mass.band for mass in commands])):
        for colour, (_, rings) in zip(colours, borders, strict=True):
            for ring in rings:
                seen.draw_ring(sheet, ring, colour, 2 * far)
    for mass in commands:
        for place in mass.places:
            pygame.draw.polygon(sheet, mass.side.paper, [seen.pixel(point) for point in geometry.outline(place)])
    for _, rings in borders:
        for ring in rings:
            seen.draw_ring(sheet, ring, DARK, DARK_LINE_WIDTH)
    sheet.set_alpha(GROUND_OPACITY)
    return sheet


def draw_lit(surface: pygame.Surface, masses: Iterable[Mass], camera: Camera, geometry: Geometry) -> None:
    """Outline the places of the commands pointed at or selected in gold."""
    seen = _View(camera, in_window=True)
    for mass in masses:
        for colour, width in ((DARK, HIGHLIGHT_WIDTH + 2 * DARK_LINE_WIDTH), (GOLD, HIGHLIGHT_WIDTH)):
            for ring in _borders(mass, geometry):
                seen.draw_ring(surface, ring, colour, width)


class _View:
    """Draws points of the sheet on a picture of the view."""

    def __init__(self, camera: Camera, *, in_window: bool = False) -> None:
        self._camera, self._corner = camera, (0, 0) if in_window else camera.rect.topleft

    def pixel(self, at: Point) -> Point:
        x, y = self._camera.to_screen(at)
        return x - self._corner[0], y - self._corner[1]

    def thick(self, wide: float) -> int:
        """A width in pixels, given in sheet units."""
        return max(1, round(wide * self._camera.scale))

    def draw_ring(self, surface: pygame.Surface, ring: Sequence[Point], colour: str, wide: float) -> None:
        """Draw a closed line with round corners."""
        points, thick = [self.pixel(point) for point in ring], self.thick(wide)
        for start, end in zip(points, [*points[1:], points[0]], strict=True):
            pygame.draw.aaline(surface, colour, start, end, thick)
            if thick > 2:
                pygame.draw.circle(surface, colour, start, thick / 2)


def _borders(mass: Mass, geometry: Geometry) -> list[tuple[Point, ...]]:
    """The outlines of the groups of adjacent places of a command."""
    return union_outlines([clockwise(geometry.outline(place)) for place in mass.places])


def ground_links(middles: Sequence[Point], foes: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The shortest bands that connect the groups of a command, without long ones and those that cross an enemy."""
    return [(start, end) for start, end in _links(list(dict.fromkeys(middles)), BAND_DISTANCE)
            if _distance(start, end) > ADJACENT_DISTANCE
            and not any(_distance_to_segment(foe, start, end) < PLACE_RADIUS for foe in foes)]


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _distance_to_segment(point: Point, start: Point, end: Point) -> float:
    """The distance from a point to the line segment between two others."""
    (x, y), (u, v) = start, end
    along = ((point[0] - x) * (u - x) + (point[1] - y) * (v - y)) / max(1e-9, _distance(start, end) ** 2)
    share = max(0.0, min(1.0, along))
    return _distance(point, (x + share * (u - x), y + share * (v - y)))


def _links(points: Sequence[Point], max_length: float) -> list[tuple[Point, Point]]:
    """A minimum spanning tree of the points, without links longer than ``max_length``."""
    links, linked, free = [], list(points[:1]), list(points[1:])
    while free:
        start, end = min(((a, b) for a in linked for b in free), key=lambda pair: _distance(*pair))
        if _distance(start, end) <= max_length:
            links.append((start, end))
        linked.append(end)
        free.remove(end)
    return links


def bodies(points: Sequence[Point], max_length: float) -> list[list[Point]]:
    """The groups of points connected by links no longer than ``max_length``, the largest first."""
    groups = [[point] for point in points]
    for start, end in _links(points, max_length):
        a, b = (next(group for group in groups if point in group) for point in (start, end))
        if a is not b:
            a.extend(b)
            groups.remove(b)
    return sorted(groups, key=len, reverse=True)
