"""The ground of a hex map: field, grid, zone lines, waters and hills as outlines, town walls, hex numbers. Numbers
without a name are lengths in hex radii, opacities and weights of the drawing, chosen by eye."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence, Set
from math import hypot
from typing import Any

import numpy as np
import pygame

from game.board.hexgrid import HexBoard, Outline
from game.ui.kit.camera import Camera, Point
from game.ui.kit.fonts import font
from game.ui.kit.pictures import picture_cache
from game.ui.sheets.contours import curved, smoothed
from game.ui.sheets.ink import (
    FIELD_LAYER,
    GRID_LAYER,
    HILL_LAYER,
    LINES_LAYER,
    WALLED_LAYER,
    WALLS_LAYER,
    WATER_LAYER,
    ZONE_LAYER,
    Ink,
    circle,
    fill,
    open_line,
    stroke,
)
from game.ui.sheets.shapes import (
    SideRun,
    adjacent_hexes,
    all_sides,
    border_runs,
    clockwise,
    contains_points,
    corner,
    inset,
)
from game.ui.sheets.style import Style
from game.ui.sheets.terrain import clearance

SIDES_PER_PIECE = 24
"""Grid lines printed as one shape, so that only visible groups are printed."""
RIM_POINTS_PER_PIECE = 12
"""Points of the board's rim printed as one shape."""
DOTS_PER_SIDE = 6
"""The number of dots of a zone line along each hexside."""


def draw_field(ink: Ink, board: HexBoard, look: Mapping[str, Any]) -> None:
    """Draw a tint over all hexes, so that the board contrasts with the paper around it."""
    for run in border_runs(board.grid, set(board.hexes)):
        for margin, opacity in ((0.30, 0.16), (0.15, 0.22), (0.0, 0.55)):
            ink.polygon(FIELD_LAYER, fill(look["colour"], opacity), inset(run.points, -margin))


def draw_grid(ink: Ink, board: HexBoard, look: Mapping[str, Any], waters: Set[str] = frozenset()) -> None:
    """Draw thin hex lines, stronger at the rim of the board.

    :param waters: hexes entirely of water, which are drawn without lines.
    """
    weight, land = look.get("weight", 1.0), set(board.hexes) - waters
    sides = sorted(all_sides(board, land))
    for k in range(0, len(sides), SIDES_PER_PIECE):
        piece = sides[k : k + SIDES_PER_PIECE]
        data = "".join(f"M{a[0]:.3f} {a[1]:.3f}L{b[0]:.3f} {b[1]:.3f}" for a, b in piece)
        ink.add(GRID_LAYER, stroke(look["colour"], 0.022 * weight, min(1.0, 0.62 * weight)),
                [p for side in piece for p in side], data, 0.02)
    for run in border_runs(board.grid, land, lambda name: name not in board.index):
        ring = run.line
        for k in range(0, len(ring) - 1, RIM_POINTS_PER_PIECE):
            ink.line(GRID_LAYER + 1, stroke(look["colour"], 0.05 * weight, 0.75, cap="butt"),
                     ring[k : k + RIM_POINTS_PER_PIECE + 1])


def draw_lines_over(ink: Ink, board: HexBoard, members: Set[str], look: Mapping[str, Any]) -> None:
    """Draw the sides between hexes of a group again, over their symbols, except sides with a feature or a road."""
    for name in sorted(members):
        sides = [
            (corner(board.grid, name, d), corner(board.grid, name, d + 1))
            for d, other in enumerate(adjacent_hexes(board.grid, name)[:3])
            if other in members and not board.between(name, other) and (name, other) not in board.road_steps
        ]
        if sides:
            data = "".join(open_line(side) for side in sides)
            width = 0.026 * look.get("weight", 1.0)
            ink.add(LINES_LAYER, stroke(look["colour"], width, 0.85), [p for side in sides for p in side], data, 0.02)


def draw_zone_line(ink: Ink, board: HexBoard, look: Mapping[str, Any]) -> None:
    """Draw the borders between deployment zones: dots along the hexsides or, with a ``width`` in the look, a rounded
    line with a halo."""
    names = sorted(board.zones)
    for k, name in enumerate(names):
        others = {h for later in names[k + 1 :] for h in board.zones[later]} - board.zones[name]
        for run in border_runs(board.grid, board.zones[name], others.__contains__):
            if "width" not in look:
                _draw_dots(ink, run, look)
                continue
            course, width = smoothed(curved(run.points, run.closed), run.closed, ()), float(look["width"])
            if run.closed:
                course.append(course[0])
            for layer, colour, line_width, opacity in ((ZONE_LAYER, look["halo"], width + 0.12, 0.75),
                                                       (ZONE_LAYER + 1, look["colour"], width, 1.0)):
                ink.long_line(layer, stroke(colour, line_width, opacity), course, line_width)


def _draw_dots(ink: Ink, run: SideRun, look: Mapping[str, Any]) -> None:
    """Draw dots with a light rim along hexsides."""
    points = run.line
    dots = []
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        dots += [(ax + (bx - ax) * k / DOTS_PER_SIDE, ay + (by - ay) * k / DOTS_PER_SIDE) for k in range(DOTS_PER_SIDE)]
    dots.append(points[-1])
    ink.add(ZONE_LAYER, fill("#f6ead0", 0.9), dots, "".join(circle(p, 0.062) for p in dots), 0.1)
    ink.add(ZONE_LAYER + 1, fill(look["colour"]), dots, "".join(circle(p, 0.042) for p in dots), 0.1)


SHORE_LINES = ((0.055, 0.05, 0.55), (0.12, 0.026, 0.55), (0.20, 0.018, 0.42), (0.30, 0.014, 0.30), (0.42, 0.010, 0.22))
"""Shore lines: distance from the bank and width in hex radii, and opacity."""


def draw_water(ink: Ink, outline: Outline, look: Mapping[str, Any]) -> None:
    """Draw water with darker banks and fading engraved shore lines inside them; with a ``shore`` colour, also a strip
    of it along the banks."""
    shape = clockwise(outline.points)
    if "shore" in look:
        for width, opacity in ((0.62, 0.16), (0.42, 0.22), (0.24, 0.40)):
            ink.polygon(WATER_LAYER - 1, stroke(look["shore"], width, opacity), shape, 0.3)
    ink.polygon(WATER_LAYER, fill(look["colour"], 0.92) + f' stroke="{look["bank"]}" stroke-width="0.075"', shape)
    banks = np.array([(*a, *b, 0.0) for a, b in itertools.pairwise([*shape, shape[0]])])
    for k, (depth, width, opacity) in enumerate(SHORE_LINES):
        ring = inset(shape, depth)
        is_clear = contains_points(shape, np.array(ring)) & (clearance(np.array(ring), banks) > 0.85 * depth)
        if is_clear.all():
            ink.polygon(WATER_LAYER + 1 + k, stroke(look["bank"], width, opacity), ring)
            continue
        for drawn, run in itertools.groupby(zip(ring, is_clear, strict=True), key=lambda entry: bool(entry[1])):
            points = [point for point, _ in run]
            if drawn and len(points) > 2:
                ink.long_line(WATER_LAYER + 1 + k, stroke(look["bank"], width, opacity), points, width)


def draw_hill(ink: Ink, outline: Outline, look: Mapping[str, Any]) -> None:
    """Draw rising ground in layered tints, with shade at the lower right."""
    shape = clockwise(outline.points)
    cx, cy = sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)
    for k, share in enumerate((1.0, 0.84, 0.66, 0.46)):
        lift = 0.05 * k
        layer = [(cx + (x - cx) * share - lift, cy + (y - cy) * share - lift) for x, y in shape]
        shade = [(x + 0.06, y + 0.075) for x, y in layer]
        if k:
            ink.curve(HILL_LAYER + 2 * k, fill(look["shade"], 0.15), shade)
        ink.curve(HILL_LAYER + 2 * k + 1, fill(look["colour"], 0.40), layer)


MIN_NUMBER = 12
"""The smallest type size of a number, in pixels of a window with 1080 lines."""
CLEAR_SCALE = 32.0
"""Pixels per hex radius from which numbers are clear of counters."""
FITTING_SCALE = 20.0
"""Pixels per hex radius from which numbers fit between counters."""
LEGIBLE_SCALE = 15.0
"""Pixels per hex radius from which numbers are readable at all."""

NUMBER_ABOVE = 0.742
"""The distance of a number above its hex's centre, in hex radii."""
NUMBER_ABOVE_TIGHT = 0.80
"""The same below ``TIGHT_SCALE``, where a counter would hide it."""
TIGHT_SCALE = 36.0
"""Pixels per hex radius below which numbers lie closer to the hex's edge."""
NUMBER_ABOVE_TURNED = 0.75
"""The distance of a number above the centre of a hex on a turned sheet, where a corner is at the top, in hex radii."""
NUMBER_ABOVE_TURNED_TIGHT = 0.79
"""The same below ``TIGHT_SCALE``."""
NUMBER_BELOW_TURNED = 0.83
"""The distance of a number below the centre of a hex on a turned sheet if its top is covered, in hex radii."""
NUMBER_HALF = 0.7
"""Half the largest extent of a number, in hex radii."""
NUMBER_WIDTH = 1.7
"""The width of a number, in multiples of its type size."""
NUMBER_HEIGHT = 0.7
"""The height of a number, in multiples of its type size."""
MAX_COVERED = 0.12
"""The maximum share of a number's area that may be covered if it is to be readable."""


def print_numbers(surface: pygame.Surface, board: HexBoard, camera: Camera, style: Style, sharp: float,
                  hidden: Set[str] = frozenset()) -> None:
    """Print hex numbers at the tops of their hexes; ``surface`` shows the camera's rectangle.

    :param sharp: pixels per hex radius for which the type is set.
    :param hidden: the hexes without a number.
    """
    px = _type_size(camera, sharp)
    scale, (colour, halo) = camera.scale, (style.sheet["numbers"], style.sheet["paper"])
    left, top = camera.to_world(camera.rect.topleft)
    top += _number_above(board, sharp)
    clip, blits = surface.get_clip(), []
    west, east = left + clip.left / scale - NUMBER_HALF, left + clip.right / scale + NUMBER_HALF
    north, south = top + clip.top / scale - NUMBER_HALF, top + clip.bottom / scale + NUMBER_HALF
    for name, (x, y) in board.centres.items():
        if west < x < east and north < y < south and name not in hidden:
            text = _number_picture(name, px, colour, halo, style.projected)
            width, height = text.get_size()
            blits.append((text, (round((x - left) * scale) - width // 2, round((y - top) * scale) - height // 2)))
    surface.fblits(blits)


def _type_size(camera: Camera, sharp: float) -> int:
    """The type size of the numbers in pixels.

    :param sharp: pixels per hex radius for which the type is set.
    """
    return round(max(MIN_NUMBER * camera.pixel_density, 0.20 * sharp))


def _number_above(board: HexBoard, sharp: float) -> float:
    """The distance of a number above its hex's centre, in hex radii.

    :param sharp: as for ``_type_size``.
    """
    if board.grid.turned:
        return NUMBER_ABOVE_TURNED if sharp >= TIGHT_SCALE else NUMBER_ABOVE_TURNED_TIGHT
    return NUMBER_ABOVE if sharp >= TIGHT_SCALE else NUMBER_ABOVE_TIGHT


def unreadable_numbers(board: HexBoard, camera: Camera, sharp: float, boxes: Sequence[pygame.Rect]) -> frozenset[str]:
    """The hexes whose numbers are covered so much that they cannot be read.

    :param boxes: rectangles of the counters, in window pixels.
    """
    px, up, unreadable = _type_size(camera, sharp), _number_above(board, sharp), set[str]()
    number = pygame.Rect(0, 0, round(NUMBER_WIDTH * px), round(NUMBER_HEIGHT * px))
    max_covered = MAX_COVERED * number.width * number.height
    for name, (x, y) in board.centres.items():
        number.center = camera.to_screen((x, y - up))
        for k in number.collidelistall(list(boxes)):
            covered = number.clip(boxes[k])
            if covered.width * covered.height > max_covered:
                unreadable.add(name)
    return frozenset(unreadable)


def print_numbers_below(surface: pygame.Surface, board: HexBoard, camera: Camera, style: Style, sharp: float,
                        places: Iterable[str]) -> None:
    """Print the numbers of some hexes at the foot of the hex, because its top is covered; ``surface`` is the window's.

    :param sharp: pixels per hex radius for which the type is set.
    """
    px, down = _type_size(camera, sharp), NUMBER_BELOW_TURNED if board.grid.turned else NUMBER_ABOVE
    for place in places:
        x, y = board.centres[place]
        text = _number_picture(place, px, style.sheet["numbers"], style.sheet["paper"], style.projected)
        surface.blit(text, text.get_rect(center=camera.to_screen((x, y + down))))


def number_boxes(board: HexBoard) -> list[pygame.FRect]:
    """The rectangles of the hex numbers, in hex radii."""
    up = NUMBER_ABOVE_TURNED_TIGHT if board.grid.turned else NUMBER_ABOVE_TIGHT
    return [pygame.FRect(x - 0.4, y - up - 0.1, 0.8, 0.3) for x, y in board.centres.values()]


@picture_cache(4096)
def _number_picture(name: str, px: int, colour: str, halo: str, heavy: bool) -> pygame.Surface:
    """A number with a faint halo of paper colour, so that it is readable on walls and slopes.

    :param heavy: bold, and with a stronger halo, for a projector.
    """
    face = font("table-bold" if heavy else "table", px)
    glow = face.render(name, True, halo)
    spread = max(1, round(px * 0.10))
    picture = pygame.Surface((glow.get_width() + 2 * spread, glow.get_height() + 2 * spread), pygame.SRCALPHA)
    glow.set_alpha(255 if heavy else 165)
    for dx, dy in ((0, 1), (2, 1), (1, 0), (1, 2)):
        picture.blit(glow, (dx * spread, dy * spread))
    picture.blit(face.render(name, True, colour), (spread, spread))
    return picture.convert_alpha()


WALL_DISTANCE = 0.12
"""The distance from the hexsides to the centre line of a wall, in hex radii."""
TOWERS_LAYER = WALLS_LAYER + 5
"""The layer of towers and gateposts, above the wall."""


def draw_wall(ink: Ink, run: SideRun, look: Mapping[str, Any]) -> None:
    """Draw a walled town: its ground with a shadow, and the wall with its banner.

    :param run: the outline of its hexes.
    """
    outline = inset(run.points, float(look.get("margin", WALL_DISTANCE)))
    shadow = [(x + 0.05, y + 0.06) for x, y in outline]
    ink.polygon(WALLED_LAYER, fill(look["ink"], 0.30), shadow)
    ink.polygon(WALLED_LAYER + 1, fill(look["ground"]), outline)
    _draw_stonework(ink, outline, look)


def _draw_banner(ink: Ink, outline: Sequence[Point], look: Mapping[str, Any]) -> None:
    """Draw a banner over the rightmost tower."""
    x, y = max(outline, key=lambda p: (p[0] - 0.2 * p[1]))
    top = y - 0.40
    ink.line(TOWERS_LAYER + 2, stroke(look["ink"], 0.030), [(x, y - 0.03), (x, top)])
    flag = [(x, top), (x + 0.27, top + 0.06), (x + 0.20, top + 0.11), (x + 0.27, top + 0.18), (x, top + 0.20)]
    ink.polygon(TOWERS_LAYER + 2, fill(look["banner"]) + f' stroke="{look["ink"]}" stroke-width="0.022"', flag)


def _draw_stonework(ink: Ink, outline: Sequence[Point], look: Mapping[str, Any]) -> None:
    """Draw a broad wall with a lighter walk along it, a tower at every bend, a gate in every third side, and a
    banner."""
    ring = [*outline, outline[0]]
    thickness = float(look.get("thick", 0.075))
    ink.line(WALLS_LAYER, stroke(look["ink"], thickness + 0.03), ring)
    ink.line(WALLS_LAYER + 1, stroke(look["stone"], thickness - 0.012), ring)
    crenels = []
    for (ax, ay), (bx, by) in itertools.pairwise(ring):
        count = max(3, round(hypot(bx - ax, by - ay) / 0.085))
        nx, ny = (by - ay) / hypot(bx - ax, by - ay), -(bx - ax) / hypot(bx - ax, by - ay)
        for k in range(1, count):
            x, y = ax + (bx - ax) * k / count, ay + (by - ay) * k / count
            crenels.append([(x + nx * thickness * out, y + ny * thickness * out) for out in (0.10, 0.5)])
    ink.add(WALLS_LAYER + 1, stroke(look["ink"], 0.022, 0.8, cap="butt"), list(outline),
            "".join(map(open_line, crenels)))
    for k, ((ax, ay), (bx, by)) in enumerate(itertools.pairwise(ring)):
        if k % 3 == 1:
            x, y = (ax + bx) / 2, (ay + by) / 2
            ux, uy = (bx - ax) / hypot(bx - ax, by - ay), (by - ay) / hypot(bx - ax, by - ay)
            ends = [(x - ux * 0.085, y - uy * 0.085), (x + ux * 0.085, y + uy * 0.085)]
            ink.line(WALLS_LAYER + 1, stroke(look["ground"], thickness + 0.034, cap="butt"), ends)
            ink.add(TOWERS_LAYER, fill(look["stone"]) + f' stroke="{look["ink"]}" stroke-width="0.022"', ends,
                    "".join(circle(p, 0.055) for p in ends), 0.08)
    radius = float(look.get("tower", 0.095))
    data = "".join(circle(p, radius) for p in outline)
    ink.add(TOWERS_LAYER, fill(look["stone"]) + f' stroke="{look["ink"]}" stroke-width="0.028"', list(outline), data,
            radius)
    _draw_banner(ink, outline, look)
    caps = "".join(circle((x - 0.012, y - 0.014), radius * 0.5) for x, y in outline)
    ink.add(TOWERS_LAYER + 1, fill(look["ground"], 0.8) + f' stroke="{look["ink"]}" stroke-width="0.01"', list(outline),
            caps, radius)
