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
"""The opacity of a command's ground, of 255."""
LINE_MARGIN = 0.16
"""The distance by which the line in a command's colour extends beyond the border of its places, in sheet units."""
SIDE_MARGIN = 0.42
"""The distance by which the ground extends beyond the line in the command's colour, in sheet units."""
DARK_LINE_WIDTH = 0.06
"""The width of the dark lines, in sheet units."""
BAND_WIDTH = 0.42
"""The width of a band between groups, in sheet units."""
HIGHLIGHT_WIDTH = 0.2
"""The width of the outline of a command pointed at or selected, in sheet units."""
DARK = "#1b120a"
"""The colour of the dark lines."""


class CommandGrounds:
    """Draws the ground of every command: its side's colour, with a line in its own. The picture is cached while neither
    the position nor the view changes."""

    def __init__(self) -> None:
        self._cached: tuple[object, pygame.Surface] | None = None
        """The last picture after everything that it depends on."""

    def draw(self, surface: pygame.Surface, masses: tuple[Mass, ...], camera: Camera, geometry: Geometry) -> None:
        """Draw the grounds into the camera's rectangle of the window."""
        if not masses:
            return
        key = masses, geometry, camera.scale, camera.centre, tuple(camera.rect)
        if self._cached is None or self._cached[0] != key:
            self._cached = key, _grounds(masses, camera, geometry)
        surface.blit(self._cached[1], camera.rect)


def _grounds(masses: Sequence[Mass], camera: Camera, geometry: Geometry) -> pygame.Surface:
    """A picture of the grounds of all commands."""
    picture, view = pygame.Surface(camera.rect.size, pygame.SRCALPHA), _View(camera)
    commands = [mass for mass in masses if not mass.symbol]  # a leader without a command has no ground
    for mass in commands:
        enemies = [at for other in masses if other.side.name != mass.side.name for at in other.middles]
        for start, end in ground_links(mass.middles, enemies):
            for colour, width in ((DARK, BAND_WIDTH + 2 * DARK_LINE_WIDTH), (mass.side.paper, BAND_WIDTH),
                                  (mass.band, BAND_WIDTH / 2)):
                pygame.draw.aaline(picture, colour, view.pixel(start), view.pixel(end), view.line_width(width))
    borders = [(mass, _borders(mass, geometry)) for mass in commands]
    for margin, colours in ((LINE_MARGIN + SIDE_MARGIN + DARK_LINE_WIDTH, [DARK] * len(commands)),
                            (LINE_MARGIN + SIDE_MARGIN, [mass.side.paper for mass in commands]),
                            (LINE_MARGIN, [DARK] * len(commands)),
                            (LINE_MARGIN - DARK_LINE_WIDTH, [mass.band for mass in commands])):
        for colour, (_, rings) in zip(colours, borders, strict=True):
            for ring in rings:
                view.draw_ring(picture, ring, colour, 2 * margin)
    for mass in commands:
        for place in mass.places:
            pygame.draw.polygon(picture, mass.side.paper, [view.pixel(point) for point in geometry.outline(place)])
    for _, rings in borders:
        for ring in rings:
            view.draw_ring(picture, ring, DARK, DARK_LINE_WIDTH)
    picture.set_alpha(GROUND_OPACITY)
    return picture


def draw_highlights(surface: pygame.Surface, masses: Iterable[Mass], camera: Camera, geometry: Geometry) -> None:
    """Outline the places of the commands pointed at or selected in gold."""
    view = _View(camera, in_window=True)
    for mass in masses:
        for colour, width in ((DARK, HIGHLIGHT_WIDTH + 2 * DARK_LINE_WIDTH), (GOLD, HIGHLIGHT_WIDTH)):
            for ring in _borders(mass, geometry):
                view.draw_ring(surface, ring, colour, width)


class _View:
    """Draws lines given in sheet units on the window, or on a picture of the camera's rectangle alone."""

    def __init__(self, camera: Camera, *, in_window: bool = False) -> None:
        self._camera, self._corner = camera, (0, 0) if in_window else camera.rect.topleft

    def pixel(self, at: Point) -> Point:
        """The pixel of a point of the sheet."""
        x, y = self._camera.to_screen(at)
        return x - self._corner[0], y - self._corner[1]

    def line_width(self, width: float) -> int:
        """A width in pixels, at least 1, given in sheet units."""
        return max(1, round(width * self._camera.scale))

    def draw_ring(self, surface: pygame.Surface, ring: Sequence[Point], colour: str, width: float) -> None:
        """Draw a closed line with round corners, its points and width in sheet units."""
        points, line_width = [self.pixel(point) for point in ring], self.line_width(width)
        for start, end in zip(points, [*points[1:], points[0]], strict=True):
            pygame.draw.aaline(surface, colour, start, end, line_width)
            if line_width > 2:
                pygame.draw.circle(surface, colour, start, line_width / 2)


def _borders(mass: Mass, geometry: Geometry) -> list[tuple[Point, ...]]:
    """The outlines of the groups of adjacent places of a command."""
    return union_outlines([clockwise(geometry.outline(place)) for place in mass.places])


def ground_links(middles: Sequence[Point], enemies: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The ends of the shortest bands that connect the groups of a command, without long ones and those that cross an
    enemy; all points in sheet units."""
    return [(start, end) for start, end in _links(list(dict.fromkeys(middles)), BAND_DISTANCE)
            if _distance(start, end) > ADJACENT_DISTANCE
            and not any(_distance_to_segment(enemy, start, end) < PLACE_RADIUS for enemy in enemies)]


def _distance(one: Point, other: Point) -> float:
    """The distance between two points."""
    return hypot(one[0] - other[0], one[1] - other[1])


def _distance_to_segment(point: Point, start: Point, end: Point) -> float:
    """The distance from a point to the line segment between two others."""
    (ax, ay), (bx, by) = start, end
    projection = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / max(1e-9, _distance(start, end) ** 2)
    share = max(0.0, min(1.0, projection))
    return _distance(point, (ax + share * (bx - ax), ay + share * (by - ay)))


def _links(points: Sequence[Point], max_length: float) -> list[tuple[Point, Point]]:
    """A minimum spanning tree of the points, without links longer than ``max_length``."""
    links, linked, unlinked = [], list(points[:1]), list(points[1:])
    while unlinked:
        start, end = min(((a, b) for a in linked for b in unlinked), key=lambda pair: _distance(*pair))
        if _distance(start, end) <= max_length:
            links.append((start, end))
        linked.append(end)
        unlinked.remove(end)
    return links


def linked_groups(points: Sequence[Point], max_length: float) -> list[list[Point]]:
    """The groups of points connected by links no longer than ``max_length``, the largest first."""
    groups = [[point] for point in points]
    for start, end in _links(points, max_length):
        a, b = (next(group for group in groups if point in group) for point in (start, end))
        if a is not b:
            a.extend(b)
            groups.remove(b)
    return sorted(groups, key=len, reverse=True)
