"""The flags of commands in the far view: their placement clear of counters, other flags and if possible printed names,
and their drawing. A click on a flag counts as one on its commander's counter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import hypot

import pygame

from game.art import Mark
from game.core.message import Text, joined, plural
from game.core.theme import SeatInfo
from game.i18n.words import capitalised
from game.ui.board.command_ground import BAND_DISTANCE, PLACE_RADIUS, linked_groups
from game.ui.board.far_view import Mass, mark_tooltip
from game.ui.board.overlays import GOLD
from game.ui.counters.cardboard import symbol_picture
from game.ui.counters.marks import square_sign
from game.ui.kit.camera import Camera, Point
from game.ui.kit.fonts import font
from game.ui.kit.notice import SignMeanings, covered_area
from game.ui.kit.pictures import picture_cache

MIN_FLAG_PRINT = 15
"""The minimum size of the print on flags, in pixels; it grows with the view."""
FLAG_DISTANCES = (0.0, 0.5, 1.0, 1.6, 2.4, 3.4, 4.6)
"""The distances tried between a flag and the ground of its command, in flag heights."""
DISTANCE_COST = 0.12
"""The cost of each flag height of distance; covering something costs its weight times the covered share of the flag."""
FLAG_WEIGHT = 60.0
"""The weight of another flag covered by a flag. All these weights are chosen by eye."""
HIDDEN_WEIGHT = 40.0
"""The weight of a hidden part of the view under a flag."""
COUNTER_WEIGHT = 12.0
"""The weight of counters covered by a flag."""
GROUND_WEIGHT = 1.5
"""The weight of the ground of another command covered by a flag."""
NAME_WEIGHT = 1.5
"""The weight of printed names covered by a flag."""
MAX_DISTANCE = 3.5
"""The maximum distance between a flag and the ground of its command, in sheet units: about two hexes."""
CROWDED_DISTANCE = 6.0
"""The maximum distance, in sheet units, of a flag that would cover counters if it were nearer."""
ON_COUNTERS_COST = 1.5
"""The cost of covering any counters, beyond that of their area: a free position a few hexes away is better."""
FOREIGN_WEIGHT = 6.0
"""The weight of the ground of an enemy's command around a flag, which would seem to belong to it. Chosen by eye."""
GROUP_FLAG_SIZE = 0.85
"""The size of the flags of a command's other groups, relative to that of its main body."""
GROUP_FLAG_LETTERS = 3
"""The number of letters on the flag of another group of a command, if the command's name is one word."""
MAX_GROUPS = 16
"""The number of groups beyond which a command has only the flag of its main body. Chosen by eye."""
MAX_COST = 2.5
"""The maximum cost of covering; a flag that has no better position is left out. Chosen by eye."""
CROSSING_COST = 0.3
"""The cost of each place of another command that a flag's line crosses."""
LINE_FROM = 0.3
"""The distance between a flag and the ground of its command, in flag heights, from which a line connects them."""
MAX_PRINT_LINES = 42
"""The number of lines of a flag's print that would fill the height of the view: it sets the print size."""
FOOT_DEPTH = 0.85
"""The distance of the foot of a flag's line from a place's centre, as a share of the place's radius."""
DARK = "#1b120a"
"""The colour of outlines."""


@dataclass(frozen=True, slots=True)
class Banner:
    """A flag in the window."""

    mass: Mass
    """Its command."""
    place: pygame.Rect
    """Its rectangle in the window."""
    foot: Point | None = None
    """The end of the line that connects it to its command, in window pixels; None if it is close enough without
    one."""
    repeated: bool = False
    """Whether it is that of another group of its command: small, with a short name."""
    total: int = 0
    """The number on it: its command's total; on that of another group, the part of it that is in this group."""
    points: tuple[Point, ...] = ()
    """The centres of its group's places, in window pixels."""


@dataclass(frozen=True, slots=True)
class FlagObstacles:
    """What flags avoid, in window pixels."""

    blocks: Sequence[pygame.Rect]
    """Blocks and other counters."""
    names: Sequence[pygame.Rect] = ()
    """Printed names."""
    hidden: Sequence[pygame.Rect] = ()
    """Parts of the view that something else covers."""
    fights: Sequence[pygame.Rect] = ()
    """Counters in places where enemies are, too."""
    within: pygame.Rect | None = None
    """The map's field: no flag extends beyond it. None: it fills the view."""


def placed_flags(masses: Sequence[Mass], obstacles: FlagObstacles, camera: Camera,
                 earlier: Sequence[Banner] = ()) -> tuple[Banner, ...]:
    """A flag for each command with a part in view and room near it, the strongest commands first; then a smaller one
    for each of its other groups that has room for one, unless there would be too many flags to tell apart.

    :param earlier: the flags as first placed in the same view, with other parts of it covered: those in sight stay.
    """
    reach = PLACE_RADIUS * camera.scale
    grounds = [(mass, [_square(camera.to_screen(at), 1.7 * reach) for at in mass.middles]) for mass in masses]
    groups, max_link = list[tuple[bool, Mass, list[Point]]](), BAND_DISTANCE * camera.scale
    for mass in sorted(masses, key=lambda mass: (-mass.total, str(mass.name))):
        in_view = [point for point in map(camera.to_screen, mass.middles) if camera.rect.collidepoint(point)]
        free = [point for point in in_view if not any(box.collidepoint(point) for box in obstacles.hidden)]
        groups += [(number > 0, mass, points)
                   for number, points in enumerate(linked_groups(free or in_view, max_link))]
    if len(groups) > MAX_GROUPS:
        groups = [group for group in groups if not group[0]]
    in_sight = [flag for flag in earlier if flag.place.collidelist(obstacles.hidden) < 0]
    flags = [flag for flag in in_sight if any(_is_of_group(flag, *group) for group in groups)]
    for repeated, mass, points in sorted(groups, key=lambda group: group[0]):
        has_flag = any(each.mass is mass for each in flags)
        if (repeated and not has_flag) or any(_is_of_group(flag, repeated, mass, points) for flag in flags):
            continue
        total = _total_around(points[0], mass, camera, max_link) if repeated else mass.total
        size = banner(mass, total, print_size(camera), repeated=repeated).get_size()
        others = [box for other, boxes in grounds if other is not mass for box in boxes]
        foreign = [box.inflate(box.w // 2, box.h // 2) for other, boxes in grounds
                   if other.side.name != mass.side.name for box in boxes]
        weighted_boxes = ((FLAG_WEIGHT, [*(each.place for each in flags), *obstacles.fights]),
                          (HIDDEN_WEIGHT, obstacles.hidden), (COUNTER_WEIGHT, obstacles.blocks),
                          (GROUND_WEIGHT, others), (FOREIGN_WEIGHT, foreign), (NAME_WEIGHT, obstacles.names))
        within = camera.rect if obstacles.within is None else camera.rect.clip(obstacles.within)
        place = _best_spot(size, points, reach, (camera, within), weighted_boxes, obstacles.blocks, flags, others)
        if place is not None:
            flags.append(Banner(mass, place, _foot_on_ground(place, points, reach), repeated, total, tuple(points)))
    return tuple(flags)


def _total_around(point: Point, mass: Mass, camera: Camera, max_link: float) -> int:
    """The part of a command's total that is in the group with a place.

    :param point: the centre of the place, in window pixels.
    :param max_link: the maximum distance between places of a group, in pixels.
    """
    totals = dict(zip(map(camera.to_screen, mass.middles), mass.totals, strict=True))
    group = next(group for group in linked_groups(list(totals), max_link) if point in group)
    return sum(totals[each] for each in group)


def _is_of_group(flag: Banner, repeated: bool, mass: Mass, points: Sequence[Point]) -> bool:
    """Whether a flag is that of a command's main group, or of another group with these points."""
    return flag.mass is mass and flag.repeated == repeated and (not repeated or flag.points == tuple(points))


def print_size(camera: Camera) -> int:
    """The size of the print on flags in a view, in pixels."""
    return max(MIN_FLAG_PRINT, round(camera.rect.h / MAX_PRINT_LINES))


def _best_spot(size: tuple[int, int], points: Sequence[Point], radius: float, view: tuple[Camera, pygame.Rect],
               weighted_boxes: Sequence[tuple[float, Sequence[pygame.Rect]]], counters: Sequence[pygame.Rect],
               others: Sequence[Banner], grounds: Sequence[pygame.Rect]) -> pygame.Rect | None:
    """The position for a flag with the least cost of covering and distance from its command's ground; None if it would
    be too far away or cover too much everywhere.

    :param size: the flag's width and height in pixels.
    :param points: the centres of its command's places, in window pixels.
    :param radius: that of a place, in pixels.
    :param view: the camera, and the part of its rectangle for flags.
    :param weighted_boxes: what a flag may cover, each kind after the weight of its area.
    :param counters: the counters; a flag that covers any is placed farther away if it can be.
    :param others: the flags already placed: no line crosses them.
    :param grounds: the grounds of other commands: lines cross as few as possible.
    """
    best, least_cost, (camera, within) = None, float("inf"), view
    near = ((distance, place) for distance in FLAG_DISTANCES
            for place in _candidate_spots(size, points, radius, distance))
    far = ((0.0, place) for place in _all_around(size, points, radius + CROWDED_DISTANCE * camera.scale))
    for candidates, max_distance in ((near, MAX_DISTANCE), (far, CROWDED_DISTANCE)):
        if best is not None and best.collidelist(counters) < 0:
            break
        for distance, place in candidates:
            if least_cost <= DISTANCE_COST * distance:
                break
            inside = place.clamp(within)
            gap = max(0.0, min(_gap(inside, point) for point in points) - radius)
            cost, foot = DISTANCE_COST * gap / size[1], None
            if gap > max_distance * camera.scale or cost >= least_cost:
                continue
            covering_cost = _covering_cost(inside, weighted_boxes, min(MAX_COST, least_cost - cost))
            cost += covering_cost + (ON_COUNTERS_COST if inside.collidelist(counters) >= 0 else 0.0)
            if (covering_cost > MAX_COST or cost >= least_cost
                    or _crosses(inside, foot := _foot_on_ground(inside, points, radius), others)):
                continue
            cost += CROSSING_COST * sum(bool(box.clipline(inside.center, foot)) for box in grounds) if foot else 0.0
            if cost < least_cost:
                best, least_cost = inside, cost
    return best


def _all_around(size: tuple[int, int], points: Sequence[Point], max_distance: float) -> Iterator[pygame.Rect]:
    """Candidate positions for a flag everywhere around its command, up to ``max_distance`` pixels away."""
    width, height = size
    xs, ys = [x for x, _ in points], [y for _, y in points]
    step = max(1, height // 2)
    for y in range(round(min(ys) - max_distance - height), round(max(ys) + max_distance) + 1, step):
        for x in range(round(min(xs) - max_distance - width), round(max(xs) + max_distance) + 1, step):
            yield pygame.Rect(x, y, width, height)


def _covering_cost(place: pygame.Rect, weighted_boxes: Sequence[tuple[float, Sequence[pygame.Rect]]], limit: float
                   ) -> float:
    """The cost of what a flag covers; once it is more than ``limit``, the rest is not added."""
    cost, area = 0.0, place.w * place.h
    for weight, boxes in weighted_boxes:
        cost += weight * covered_area(place, boxes)
        if cost > limit * area:
            break
    return cost / area


def _candidate_spots(size: tuple[int, int], points: Sequence[Point], radius: float, distance: float
                     ) -> list[pygame.Rect]:
    """Candidate positions for a flag at a distance in flag heights from its command's ground, the best first: above,
    below, at either side."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, right, top, bottom = min(xs) - radius, max(xs) + radius, min(ys) - radius, max(ys) + radius
    width, height = size
    gap, half_width, half_height = distance * height, width / 2, height / 2
    across = [(left + right) / 2, left + half_width, right - half_width, left, right]
    down = [(top + bottom) / 2, top + half_height, bottom - half_height, top, bottom]
    middles = [(x, y) for y in (top - half_height - gap, bottom + half_height + gap) for x in across]
    middles += [(x, y) for x in (right + half_width + gap, left - half_width - gap) for y in down]
    topmost, lowest = (choose(points, key=lambda point: point[1]) for choose in (min, max))
    middles += [(topmost[0], top - half_height - gap), (lowest[0], bottom + half_height + gap)]
    leftmost, rightmost = (choose(points) for choose in (min, max))
    middles += [(left - half_width - gap, leftmost[1]), (right + half_width + gap, rightmost[1])]
    places = []
    for middle in middles:
        place = pygame.Rect((0, 0), size)
        place.center = round(middle[0]), round(middle[1])
        places.append(place)
    return places


def _foot_on_ground(place: pygame.Rect, points: Sequence[Point], reach: float) -> Point | None:
    """The nearest point on the rim of the ground to a flag that is away from it; None for a flag beside it."""
    nearest = min(points, key=lambda point: _gap(place, point))
    gap = _gap(place, nearest)
    if gap <= reach + LINE_FROM * place.h:
        return None
    x, y = max(place.left, min(place.right, nearest[0])), max(place.top, min(place.bottom, nearest[1]))
    share = reach * FOOT_DEPTH / gap
    return nearest[0] + (x - nearest[0]) * share, nearest[1] + (y - nearest[1]) * share


def _crosses(place: pygame.Rect, foot: Point | None, others: Sequence[Banner]) -> bool:
    """Whether a flag or the line to its foot would lie over other flags or their lines."""
    line = (place.center, foot) if foot is not None else None
    return any((line is not None and other.place.clipline(line))
               or (other.foot is not None and place.clipline(other.place.center, other.foot)) for other in others)


def _gap(place: pygame.Rect, point: Point) -> float:
    """The distance between a rectangle and a point; 0 if the point is inside."""
    return hypot(max(place.left - point[0], 0, point[0] - place.right),
                 max(place.top - point[1], 0, point[1] - place.bottom))


def _square(middle: Point, side: float) -> pygame.Rect:
    """A square around a point."""
    box = pygame.Rect(0, 0, round(side), round(side))
    box.center = round(middle[0]), round(middle[1])
    return box


def draw_banners(surface: pygame.Surface, banners: Sequence[Banner], camera: Camera, tooltips: SignMeanings, *,
                 lit: Collection[str] = ()) -> None:
    """Draw flags: the strength of a command or of another of its groups in its side's colour, its name in its own.

    :param lit: selected units: a leader's flag gets a gold rim.
    """
    height = print_size(camera)
    for each in banners:
        if each.foot is not None:
            _draw_line(surface, each, max(3, height // 5))
    for each in banners:
        surface.blit(banner(each.mass, each.total, height, repeated=each.repeated), each.place)
        if each.mass.leader in lit:
            pygame.draw.polygon(surface, GOLD, _flag_outline(each.place), max(3, height // 6))
        tooltips.append((each.place, _flag_tooltip(each.mass)))


def _flag_tooltip(mass: Mass) -> Text:
    """The tooltip of a flag."""
    if mass.symbol:
        return mass.name
    if mass.by_kind:
        text = plural("{command}: {count} unit", "{command}: {count} units", mass.count, command=mass.name)
    else:
        text = plural("{command}: {count} unit, strength {total}", "{command}: {count} units, strength {total}",
                       mass.count, command=mass.name, total=mass.total)
    return joined((text, *(mark_tooltip(mark, number, mass.count) for mark, number in mass.orders)))


def _draw_line(surface: pygame.Surface, flag: Banner, width: int) -> None:
    """Draw the line from a flag to its command, ``width`` pixels wide, with a knob at its end."""
    assert flag.foot is not None, "only a flag with a foot has a line"
    (x, y), place = flag.foot, flag.place
    start = max(place.left + 2, min(place.right - place.h, x)), max(place.top + 2, min(place.bottom - 2, y))
    for colour, extra_width in ((DARK, 2), (flag.mass.side.paper, 0)):
        pygame.draw.line(surface, colour, start, flag.foot, width + extra_width)
        pygame.draw.circle(surface, colour, flag.foot, width + extra_width / 2 + 1)


def _flag_outline(place: pygame.Rect) -> list[Point]:
    """The outline of a flag with two tails."""
    left, right, top, bottom = place.left + 1, place.right - 2, place.top + 1, place.bottom - 2
    return [(left, top), (right, top), (right - (bottom - top) // 2, (top + bottom) // 2), (right, bottom),
            (left, bottom)]


def banner(mass: Mass, total: int, px: int, *, repeated: bool = False) -> pygame.Surface:
    """A picture of the flag of a command with print ``px`` pixels high.

    :param total: the number on it; 0 is left out on that of another group.
    :param repeated: whether it is that of another group: small, with a short name.
    """
    if repeated:
        small_px = round(GROUP_FLAG_SIZE * px)
        return _flag_picture(_initials(capitalised(mass.name)), str(total or ""), "", mass.side, mass.band, mass.ink,
                             (), small_px)
    orders = tuple((mark, "" if number == mass.count else str(number)) for mark, number in mass.orders)
    return _flag_picture(capitalised(mass.name), str(total), mass.symbol, mass.side, mass.band, mass.ink, orders,
                         px)


def _initials(name: str) -> str:
    """The initials of a name of several words, the first letters of one longer word; without words in brackets."""
    words = name.split(" (")[0].split()
    if len(words) > 1:
        return "".join(word[0].upper() for word in words)
    return words[0] if len(words[0]) <= GROUP_FLAG_LETTERS + 1 else words[0][:GROUP_FLAG_LETTERS]


@picture_cache(64)
def _flag_picture(name: str, total: str, symbol: str, side: SeatInfo, band: str, ink: str,
                  orders: tuple[tuple[Mark, str], ...], px: int) -> pygame.Surface:
    """A flag: its strength, or a leader's symbol, on a plate in its side's colours; its name on cloth with two tails;
    and the chit of each order with the number of units that have it, without one if all have it.

    :param px: the height of the print in pixels.
    """
    face, pad = font("counter", px), max(4, px // 4)
    emblem, words = face.render(total, True, side.print), face.render(name, True, ink)
    height = words.get_height() + 2
    if symbol:
        emblem = symbol_picture(symbol, side.print, round(px * 1.1), round(px * 0.77), side.paper)
    chits = [(square_sign(mark, height - 2), face.render(number, True, ink)) for mark, number in orders]
    plate_width, cloth_width = emblem.get_width() + 2 * pad, words.get_width() + 2 * pad + height // 2
    cloth_width += sum(height + number.get_width() + pad for _, number in chits)
    rim = max(2, px // 8)
    picture = pygame.Surface((plate_width + cloth_width + 2, height + 2), pygame.SRCALPHA)
    outline = _flag_outline(picture.get_rect())
    pygame.draw.polygon(picture, band, outline)
    pygame.draw.rect(picture, side.paper, (1, 1, plate_width, height - 1))
    pygame.draw.polygon(picture, side.paper, outline, 2 * rim)
    pygame.draw.polygon(picture, DARK, outline, 2)
    picture.blit(emblem, (1 + pad, (height + 2 - emblem.get_height()) // 2))
    picture.blit(words, (plate_width + 1 + pad, 2))
    x = plate_width + 1 + 2 * pad + words.get_width()
    for sign, number in chits:
        picture.blit(sign, (x, 2))
        picture.blit(number, (x + height, 2))
        x += height + number.get_width() + pad
    return picture.convert_alpha()
