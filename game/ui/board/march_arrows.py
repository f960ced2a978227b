"""March arrows: curves in a side's colour. Units of a command that march the same way share a broad arrow with their
number; older arrows are paler, and their number is limited to stay readable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import dist, hypot

import pygame

from game.ui.kit.fonts import font

Point = tuple[float, float]
"""A point in window pixels."""

MANY_UNITS = 10
"""With more marching units than this, short marches are left out and units without a command share arrows too. Like the
numbers below, chosen by eye at Adua and Tours."""
MIN_SHARED = 3
"""The minimum number of units of a command that share an arrow, if few units march."""
MAX_APART = 2.4
"""The maximum distance between the starts, and between the ends, of units without a command that share an arrow, in
sheet units."""
MAX_START_GAP = 4.6
"""The maximum distance between the start of a unit and the nearest other start of units of a command that share an
arrow, in sheet units."""
MAX_MARCH_DIFFERENCE = 3.2
"""The maximum distance between where two units of a command would end if they had started together, in sheet units."""
MAX_DIFFERENCE_SHARE = 0.6
"""That maximum as a share of the longer march; the larger of both counts."""
MAX_ARROWS = 8
"""The maximum number of arrows if many units march: those with the most units, then the longest."""
MAX_SHORT_MARCH = 1.9
"""If many units march, marches up to this length in sheet units are not drawn."""
MIN_OPACITY = 0.5
"""The minimum opacity of an old arrow, 0 to 1."""
FADE_PER_ARROW = 0.08
"""The opacity that an arrow loses for each newer one."""
BEND = 0.13
"""The bend of a straight arrow: its middle control point is shifted sideways by twice this share of its length."""
STRAIGHT_SHARE = 0.97
"""A path counts as straight if the distance between its ends exceeds this share of its length."""
MIN_DRAWN_MARCH = 1.7
"""The length of a march of one unit, in sheet units, from which an arrow is drawn even if counters hide its head."""
CORNER_CUTS = 3
"""The number of times that the corners of a path are cut."""
UNIT_ARROW_WIDTH = 0.12
"""The width of a single unit's arrow, in sheet units; visible even in a picture of a quarter of the size."""
ARROW_EDGE_WIDTH = 0.055
"""The width of a single unit's arrow's dark edge on either side, in sheet units; visible on ground of a similar
colour."""
SHARED_ARROW_WIDTH = 0.42
"""The base width of a shared arrow at its head, in sheet units."""
WIDTH_PER_UNIT = 0.06
"""The width that a shared arrow gains for each unit, in sheet units."""
MAX_ARROW_WIDTH = 1.1
"""The maximum width of a shared arrow at its head, in sheet units."""
TAIL_WIDTH = 0.55
"""The width of a shared arrow's start as a share of that at its head."""
SHARED_ARROW_GAP = 0.3
"""The distance before the centre of its last place at which a shared arrow ends, in sheet units."""
GAP_STEP = 0.12
"""The step in which an arrow is shortened further until no counter hides its tip, in sheet units."""
MAX_SHORTENING = 0.6
"""The maximum share of an arrow that is left out before the counters at its end."""
CHIP_HEIGHT = 0.9
"""The height of an arrow's number, in sheet units."""
MIN_CHIP_HEIGHT = 18
"""The minimum height of an arrow's number, in pixels."""
DARK, PALE = "#1d1206", "#fff6df"
"""The colours of edges and numbers, and of the chips below numbers."""


@dataclass(frozen=True, slots=True)
class MarchArrow:
    """A march arrow to be drawn."""

    seat: str
    """The side that marches."""
    points: tuple[Point, ...]
    """The centres of the places along the march."""
    units: int = 1
    """The number of units that march along it."""
    command: str = ""
    """Identifies the command of its units; empty if they have none."""
    age: int = field(default=0, compare=False)
    """The number of newer arrows."""


def shared_arrows(arrows: Sequence[MarchArrow], unit: float) -> list[MarchArrow]:
    """The arrows to draw for some marches, the oldest first: one for the units of a command that march the same way,
    one for each other unit; fewer if many units march.

    :param arrows: the marches in order of time.
    :param unit: pixels per sheet unit.
    """
    many = len(arrows) > MANY_UNITS
    min_shared = 2 if many else MIN_SHARED
    last = {arrow: number for number, arrow in enumerate(arrows)}  # of equal ones, the latest counts
    timed_arrows: list[tuple[int, MarchArrow]] = []
    for group in _groups(arrows, unit, many):
        latest = max(last[arrow] for arrow in group)
        if len(group) >= min_shared:
            ends = _mean_point(group, 0), _mean_point(group, -1)
            timed_arrows.append((latest, replace(group[0], points=ends, units=len(group))))
        else:
            timed_arrows += [(last[arrow],
                              replace(arrow, points=(arrow.points[0], arrow.points[-1])) if many else arrow)
                             for arrow in dict.fromkeys(group)]
    timed_arrows = [each for each in timed_arrows if not many or _length(each[1]) > MAX_SHORT_MARCH * unit]
    if many:
        timed_arrows.sort(key=lambda each: (-each[1].units, -_length(each[1])))
        timed_arrows = timed_arrows[:MAX_ARROWS]
    timed_arrows.sort(key=lambda each: each[0])
    return [replace(arrow, age=len(timed_arrows) - 1 - k) for k, (_, arrow) in enumerate(timed_arrows)]


def _groups(arrows: Sequence[MarchArrow], unit: float, many: bool) -> list[list[MarchArrow]]:
    """The marches grouped into those that may share an arrow."""
    groups: list[list[MarchArrow]] = []
    for arrow in arrows:
        if not (arrow.command or many) or (many and _length(arrow) <= MAX_SHORT_MARCH * unit and not arrow.command):
            groups.append([arrow])
            continue
        same_way = [group for group in groups if any(_go_the_same_way(arrow, other, unit) for other in group)]
        merged = [arrow]
        for group in same_way:
            groups.remove(group)
            merged = [*group, *merged]
        groups.append(merged)
    return groups


def _go_the_same_way(one: MarchArrow, other: MarchArrow, unit: float) -> bool:
    """Whether two marches, of a side and of one command or of none, have about the same start and direction."""
    if one.seat != other.seat or one.command != other.command:
        return False
    if not one.command:
        return all(dist(one.points[end], other.points[end]) <= MAX_APART * unit for end in (0, -1))
    (ax, ay), (bx, by) = ((each.points[-1][0] - each.points[0][0], each.points[-1][1] - each.points[0][1])
                          for each in (one, other))
    difference = hypot(ax - bx, ay - by)
    max_difference = max(MAX_MARCH_DIFFERENCE * unit, MAX_DIFFERENCE_SHARE * max(_length(one), _length(other)))
    return dist(one.points[0], other.points[0]) <= MAX_START_GAP * unit and difference <= max_difference


def _length(arrow: MarchArrow) -> float:
    """The distance in pixels from the start to the end of a march."""
    return dist(arrow.points[0], arrow.points[-1])


def _mean_point(group: Sequence[MarchArrow], end: int) -> Point:
    """The mean start, or end, of some arrows."""
    return (sum(arrow.points[end][0] for arrow in group) / len(group),
            sum(arrow.points[end][1] for arrow in group) / len(group))


def curve(points: Sequence[Point], bend: float = BEND) -> list[Point]:
    """A smooth line close to the centres of places; a straight path is bent to the side.

    :param bend: the bend of a straight path, see ``BEND``; 0 for none.
    """
    total_length = sum(dist(a, b) for a, b in pairwise(points))
    if dist(points[0], points[-1]) > STRAIGHT_SHARE * total_length:
        points = (points[0], points[-1])
        (ax, ay), (bx, by) = points
        points = (points[0], ((ax + bx) / 2 + (by - ay) * bend * 2, (ay + by) / 2 - (bx - ax) * bend * 2), points[1])
    line = list(points)
    for _ in range(CORNER_CUTS):
        smoother = [line[0]]
        for (ax, ay), (bx, by) in pairwise(line):  # Chaikin's corner cutting
            smoother += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by),
                         (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        line = [*smoother, line[-1]]
    return line


def _shortened_line(line: Sequence[Point], by: float) -> list[Point]:
    """A line shortened at its end by some pixels; at least a third of it remains."""
    total_length = sum(dist(a, b) for a, b in pairwise(line))
    length_left = max(total_length / 3, total_length - by)
    shortened = [line[0]]
    for a, b in pairwise(line):
        step = dist(a, b)
        if step >= length_left:
            share = length_left / step if step else 0.0
            shortened.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
            break
        length_left -= step
        shortened.append(b)
    return shortened


def _line_before_counters(line: Sequence[Point], boxes: Sequence[pygame.Rect], short: float,
                          step: float) -> list[Point]:
    """A line that ends before the counters at its end; only slightly shortened if counters fill most of it.

    :param short: the pixels by which it is shortened at least; ``step`` is the step in which it is shortened further.
    """
    total_length = sum(dist(a, b) for a, b in pairwise(line))
    shortening = short
    while shortening < MAX_SHORTENING * total_length:
        shortened = _shortened_line(line, shortening)
        if not any(box.collidepoint(shortened[-1]) for box in boxes):
            return shortened
        shortening += step
    return _shortened_line(line, short)


def draw_march(surface: pygame.Surface, arrow: MarchArrow, unit: float, short: float, colour: str, *,
               broken: bool, boxes: Sequence[pygame.Rect] = (), bend: float = BEND) -> list[Point]:
    """Draw a march arrow without its number: broad for several units, thin for one, paler if older. A short march that
    its counter covers is not drawn. Return the line of the arrow; empty if it is not drawn.

    :param unit: pixels per sheet unit.
    :param short: the distance before the centre of its last place at which the arrow of one unit ends, in sheet units.
    :param colour: that of the side.
    :param broken: whether it is dashed, as the side's pattern is.
    :param boxes: rectangles of counters, which its tip avoids.
    :param bend: the bend of a straight march, see ``BEND``.
    """
    opacity = max(MIN_OPACITY, 1.0 - FADE_PER_ARROW * arrow.age)
    if arrow.units > 1:
        line = _line_before_counters(curve(arrow.points, bend), boxes, SHARED_ARROW_GAP * unit, GAP_STEP * unit)
    else:
        line = _line_before_counters(curve(arrow.points, bend), boxes, short * unit, GAP_STEP * unit)
        hidden = any(box.collidepoint(line[-1]) for box in boxes)
        if hidden and sum(dist(a, b) for a, b in pairwise(arrow.points)) < MIN_DRAWN_MARCH * unit:
            return []
    xs, ys = [x for x, _ in line], [y for _, y in line]
    room = pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1).inflate(3 * unit, 3 * unit)
    room = room.clip(surface.get_rect())
    if not (room.width and room.height):
        return []
    layer = pygame.Surface(room.size, pygame.SRCALPHA)
    line_on_layer = [(x - room.x, y - room.y) for x, y in line]
    if arrow.units > 1:
        _draw_broad_arrow(layer, line_on_layer, arrow.units, unit, colour, broken)
    else:
        _draw_thin_arrow(layer, line_on_layer, unit, colour, broken)
    layer.set_alpha(round(255 * opacity))
    surface.blit(layer, room)
    return line


def _draw_thin_arrow(surface: pygame.Surface, line: Sequence[Point], unit: float, colour: str, broken: bool) -> None:
    """Draw the arrow of a single unit."""
    thin, edge = max(3, round(UNIT_ARROW_WIDTH * unit)), max(1, round(ARROW_EDGE_WIDTH * unit))
    head = max(12.0, 0.5 * unit, 2.6 * thin)
    tip, shaft = line[-1], _shortened_line(line, head)
    base = shaft[-1]
    ux, uy = _unit_vector(base, tip)
    wings = [(base[0] - s * uy * head * 0.55, base[1] + s * ux * head * 0.55) for s in (-1, 1)]
    for width, ink, dashed in ((thin + 2 * edge, DARK, False), (thin, colour, broken)):
        _draw_stroke(surface, shaft, width, ink, max(7.0, 0.26 * unit) if dashed else 0.0)
    pygame.draw.circle(surface, DARK, line[0], thin + edge)
    pygame.draw.circle(surface, colour, line[0], thin)
    pygame.draw.polygon(surface, colour, [tip, *wings])
    pygame.draw.polygon(surface, DARK, [tip, *wings], edge + 1)


def _draw_broad_arrow(surface: pygame.Surface, line: Sequence[Point], units: int, unit: float, colour: str,
                      broken: bool) -> None:
    """Draw the arrow of several units: it widens towards its head, with a dashed line inside if the side's pattern is
    dashed."""
    width = max(6.0, min(MAX_ARROW_WIDTH, SHARED_ARROW_WIDTH + WIDTH_PER_UNIT * units) * unit)
    total_length = sum(dist(a, b) for a, b in pairwise(line))
    head = min(1.5 * width, 0.45 * total_length)
    shaft = _shortened_line(line, head)
    length = sum(dist(a, b) for a, b in pairwise(shaft)) or 1.0
    left, right, travelled = [], [], 0.0
    for k, (x, y) in enumerate(shaft):
        before, after = shaft[max(0, k - 1)], shaft[min(len(shaft) - 1, k + 1)]
        travelled += dist(shaft[k - 1], (x, y)) if k else 0.0
        ux, uy = _unit_vector(before, after)
        half_width = width * (TAIL_WIDTH + (1 - TAIL_WIDTH) * travelled / length) / 2
        left.append((x - uy * half_width, y + ux * half_width))
        right.append((x + uy * half_width, y - ux * half_width))
    (bx, by), tip = shaft[-1], line[-1]
    ux, uy = _unit_vector((bx, by), tip)
    wings = [(bx - s * uy * width * 1.1, by + s * ux * width * 1.1) for s in (1, -1)]
    outline = [*left, wings[0], tip, wings[1], *reversed(right)]
    pygame.draw.polygon(surface, colour, outline)
    if broken:
        _draw_stroke(surface, shaft, max(2, round(width / 6)), DARK, max(6.0, 0.2 * unit))
    pygame.draw.polygon(surface, DARK, outline, max(2, round(0.09 * unit)))
    pygame.draw.aalines(surface, DARK, True, outline)


def draw_number(surface: pygame.Surface, line: Sequence[Point], units: int, unit: float,
                boxes: Sequence[pygame.Rect] = ()) -> pygame.Rect | None:
    """Draw an arrow's number of units on a chip in view and clear of other things; nothing if there is no such spot, if
    the number would be too small to read, or for one unit. Return the chip's rectangle, None if nothing is drawn.

    :param line: the line of the arrow, from ``draw_march``.
    :param unit: pixels per sheet unit.
    :param boxes: rectangles of counters, flags and the numbers of other arrows.
    """
    px = max(MIN_CHIP_HEIGHT, round(CHIP_HEIGHT * unit))
    edge = max(1, px // 12)
    if units < 2 or CHIP_HEIGHT * unit < 0.5 * MIN_CHIP_HEIGHT:
        return None
    word = font("counter", round(px * 0.82)).render(f"×{units}", True, DARK)
    spots = sorted(range(len(line)), key=lambda k: abs(k - 0.55 * len(line)))
    for k in spots:
        chip = pygame.Rect(0, 0, max(px, word.get_width() + px // 2), px)
        chip.center = round(line[k][0]), round(line[k][1])
        with_edge = chip.inflate(2 * edge, 2 * edge)
        if surface.get_clip().contains(with_edge) and with_edge.collidelist(boxes) < 0:
            pygame.draw.rect(surface, DARK, with_edge, border_radius=px)
            pygame.draw.rect(surface, PALE, chip, border_radius=px)
            surface.blit(word, word.get_rect(center=chip.center))
            return with_edge
    return None


def _unit_vector(a: Point, b: Point) -> Point:
    """The unit vector from one point to another."""
    length = max(0.001, dist(a, b))
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _draw_stroke(surface: pygame.Surface, line: Sequence[Point], width: int, ink: str, dash: float) -> None:
    """Draw a line with round joints, in dashes of ``dash`` pixels if that is not 0."""
    travelled = 0.0
    for a, b in pairwise(line):
        if not dash or travelled % (1.5 * dash) < dash:
            pygame.draw.line(surface, ink, a, b, width)
            if width > 2:
                pygame.draw.circle(surface, ink, b, width / 2)
        travelled += dist(a, b)
