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
from game.ui.board.command_ground import BAND_DISTANCE, PLACE_RADIUS, bodies
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
"""Weight of another flag covered by a flag. All these weights are chosen by eye."""
HIDDEN_WEIGHT = 40.0
"""Weight of a hidden part of the view under a flag."""
COUNTER_WEIGHT = 12.0
"""Weight of counters covered by a flag."""
GROUND_WEIGHT = 1.5
"""Weight of the ground of another command covered by a flag."""
NAME_WEIGHT = 1.5
"""Weight of printed names covered by a flag."""
MAX_DISTANCE = 3.5
"""The maximum distance between a flag and the ground of its command, in sheet units: about two hexes."""
CROWDED_DISTANCE = 6.0
"""The same if the flag would cover counters otherwise."""
ON_COUNTERS_COST = 1.5
"""The cost of covering any counters, beyond that of their area: a free position a few hexes away is better."""
FOREIGN_WEIGHT = 6.0
"""The weight of the ground of an enemy's command around a flag, which would seem to belong to it. Chosen by eye."""
GROUP_FLAG_SIZE = 0.85
"""The size of the flags of a command's other groups, relative to that of its main body."""
GROUP_FLAG_LETTERS = 3
"""The number of letters on the flag of one of these groups, if the command's name is one word."""
MAX_GROUPS = 16
"""The number of groups beyond which a command has only the flag of its main body. Chosen by eye."""
MAX_COST = 2.5
"""The maximum cost of covering; a flag that has no better position is left out. Chosen by eye."""
CROSSING_COST = 0.3
"""The cost of each place of another command that its line crosses."""
LINE_FROM = 0.3
"""The distance between a flag and the ground of its command, in flag heights, from which a line connects them."""
FAINT_OPACITY = 170
"""Opacity of a flag over a place that can be chosen, 0..255: its print stays readable."""
DARK = "#1b120a"


@dataclass(frozen=True, slots=True)
class Banner:
    """A flag in the window."""

    mass: Mass
    place: pygame.Rect
    foot: Point | None = None
    """The end of the line that connects it to its command; None if it is close enough without one."""
    repeated: bool = False
    """Whether it is one for another group of its command: small, with a short name only."""


@dataclass(frozen=True, slots=True)
class FlagObstacles:
    """What flags avoid, in window pixels."""

    blocks: Sequence[pygame.Rect]
    names: Sequence[pygame.Rect] = ()
    hidden: Sequence[pygame.Rect] = ()
    """Parts of the view that something else covers."""
    fights: Sequence[pygame.Rect] = ()
    """Counters in places where enemies are, too."""
    within: pygame.Rect | None = None
    """The map's field: no flag extends beyond it. None: it fills the view."""


def placed_flags(masses: Sequence[Mass], obstacles: FlagObstacles, camera: Camera) -> tuple[Banner, ...]:
    """A flag for each command with a part in view and room near it, the strongest commands first; then a smaller one
    for each of its other groups that has room for one, unless there would be too many flags to tell apart."""
    flags: list[Banner] = []
    reach = PLACE_RADIUS * camera.scale
    grounds = [(mass, [_square(camera.to_screen(at), 1.7 * reach) for at in mass.middles]) for mass in masses]
    groups = list[tuple[bool, Mass, list[Point]]]()
    for mass in sorted(masses, key=lambda mass: (-mass.total, str(mass.name))):
        in_view = [point for point in map(camera.to_screen, mass.middles) if camera.rect.collidepoint(point)]
        free = [point for point in in_view if not any(box.collidepoint(point) for box in obstacles.hidden)]
        groups += [(number > 0, mass, points)
                   for number, points in enumerate(bodies(free or in_view, BAND_DISTANCE * camera.scale))]
    if len(groups) > MAX_GROUPS:
        groups = [group for group in groups if not group[0]]
    for repeated, mass, points in sorted(groups, key=lambda group: group[0]):
        if repeated and not any(each.mass is mass for each in flags):
            continue
        size = banner(mass, print_size(camera), repeated=repeated).get_size()
        others = [box for other, boxes in grounds if other is not mass for box in boxes]
        foreign = [box.inflate(box.w // 2, box.h // 2) for other, boxes in grounds
                   if other.side.name != mass.side.name for box in boxes]
        weighed = ((FLAG_WEIGHT, [*(each.place for each in flags), *obstacles.fights]),
                   (HIDDEN_WEIGHT, obstacles.hidden),
                   (COUNTER_WEIGHT, obstacles.blocks), (GROUND_WEIGHT, others), (FOREIGN_WEIGHT, foreign),
                   (NAME_WEIGHT, obstacles.names))
        within = camera.rect if obstacles.within is None else camera.rect.clip(obstacles.within)
        place = _best_spot(size, points, reach, (camera, within), weighed, obstacles.blocks, flags, others)
        if place is not None:
            flags.append(Banner(mass, place, _foot_on_ground(place, points, reach), repeated))
    return tuple(flags)


def print_size(camera: Camera) -> int:
    """The size of the print on flags in a view, in pixels."""
    return max(MIN_FLAG_PRINT, round(camera.rect.h / 42))


def _best_spot(size: tuple[int, int], points: Sequence[Point], radius: float, view: tuple[Camera, pygame.Rect],
               weighed: Sequence[tuple[float, Sequence[pygame.Rect]]], counters: Sequence[pygame.Rect],
               others: Sequence[Banner], grounds: Sequence[pygame.Rect]) -> pygame.Rect | None:
    """The position for a flag with the least cost of covering and distance from its command's ground; None if it would
    be too far away or cover too much everywhere.

    :param view: the camera, and the part of its rectangle for flags.
    :param weighed: what a flag may cover, by the cost of its area.
    :param counters: the counters; a flag that covers any is placed farther away if it can be.
    :param others: the flags already placed: no line crosses them.
    :param grounds: the grounds of other commands: lines cross as few as possible.
    """
    best, least, (camera, within) = None, float("inf"), view
    near = ((off, place) for off in FLAG_DISTANCES for place in _candidate_spots(size, points, radius, off))
    far = ((0.0, place) for place in _all_around(size, points, radius + CROWDED_DISTANCE * camera.scale))
    for candidates, farthest in ((near, MAX_DISTANCE), (far, CROWDED_DISTANCE)):
        if best is not None and best.collidelist(counters) < 0:
            break
        for off, place in candidates:
            if least <= DISTANCE_COST * off:
                break
            inside = place.clamp(within)
            away = max(0.0, min(_gap(inside, point) for point in points) - radius)
            cost, foot = DISTANCE_COST * away / size[1], None
            if away > farthest * camera.scale or cost >= least:
                continue
            hides = _hiding_cost(inside, weighed, min(MAX_COST, least - cost))
            cost += hides + (ON_COUNTERS_COST if inside.collidelist(counters) >= 0 else 0.0)
            if (hides > MAX_COST or cost >= least
                    or _crosses(inside, foot := _foot_on_ground(inside, points, radius), others)):
                continue
            cost += CROSSING_COST * sum(bool(box.clipline(inside.center, foot)) for box in grounds) if foot else 0.0
            if cost < least:
                best, least = inside, cost
    return best


def _all_around(size: tuple[int, int], points: Sequence[Point], far: float) -> Iterator[pygame.Rect]:
    """Candidate positions for a flag everywhere around its command, up to ``far`` pixels away."""
    width, height = size
    xs, ys = [x for x, _ in points], [y for _, y in points]
    for y in range(round(min(ys) - far - height), round(max(ys) + far) + 1, max(1, height // 2)):
        for x in range(round(min(xs) - far - width), round(max(xs) + far) + 1, max(1, height // 2)):
            yield pygame.Rect(x, y, width, height)


def _hiding_cost(place: pygame.Rect, weighed: Sequence[tuple[float, Sequence[pygame.Rect]]], limit: float) -> float:
    """The cost of what a flag covers; once it is more than ``limit``, the rest is not added."""
    cost, area = 0.0, place.w * place.h
    for weight, boxes in weighed:
        cost += weight * covered_area(place, boxes)
        if cost > limit * area:
            break
    return cost / area


def _candidate_spots(size: tuple[int, int], points: Sequence[Point], radius: float, off: float) -> list[pygame.Rect]:
    """Candidate positions for a flag at a distance from its command's ground (``off``, in flag heights), the best
    first: above, below, at either side."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, right, top, bottom = min(xs) - radius, max(xs) + radius, min(ys) - radius, max(ys) + radius
    width, height = size
    gap, low = off * height, height / 2
    across = [(left + right) / 2, left + width / 2, right - width / 2, left, right]
    down = [(top + bottom) / 2, top + low, bottom - low, top, bottom]
    middles = [(x, y) for y in (top - low - gap, bottom + low + gap) for x in across]
    middles += [(x, y) for x in (right + width / 2 + gap, left - width / 2 - gap) for y in down]
    first, last = (choose(points, key=lambda point: point[1]) for choose in (min, max))
    middles += [(first[0], top - low - gap), (last[0], bottom + low + gap)]
    first, last = (choose(points) for choose in (min, max))
    middles += [(left - width / 2 - gap, first[1]), (right + width / 2 + gap, last[1])]
    places = []
    for middle in middles:
        place = pygame.Rect((0, 0), size)
        place.center = round(middle[0]), round(middle[1])
        places.append(place)
    return places


def _foot_on_ground(place: pygame.Rect, points: Sequence[Point], reach: float) -> Point | None:
    """The nearest point on the rim of the ground to a flag that is away from it; None for a flag beside it."""
    near = min(points, key=lambda point: _gap(place, point))
    far = _gap(place, near)
    if far <= reach + LINE_FROM * place.h:
        return None
    x, y = max(place.left, min(place.right, near[0])), max(place.top, min(place.bottom, near[1]))
    return near[0] + (x - near[0]) * reach * 0.85 / far, near[1] + (y - near[1]) * reach * 0.85 / far


def _crosses(place: pygame.Rect, foot: Point | None, others: Sequence[Banner]) -> bool:
    """Whether a flag or the line to its foot would lie over other flags or their lines."""
    line = (place.center, foot) if foot is not None else None
    return any((line is not None and other.place.clipline(line))
               or (other.foot is not None and place.clipline(other.place.center, other.foot)) for other in others)


def _gap(place: pygame.Rect, point: Point) -> float:
    """The distance between a rectangle and a point; 0 if the point is inside."""
    return hypot(max(place.left - point[0], 0, point[0] - place.right),
                 max(place.top - point[1], 0, point[1] - place.bottom))


def _square(middle: Point, wide: float) -> pygame.Rect:
    box = pygame.Rect(0, 0, round(wide), round(wide))
    box.center = round(middle[0]), round(middle[1])
    return box


def draw_banners(surface: pygame.Surface, banners: Sequence[Banner], camera: Camera, tooltips: SignMeanings, *,
                 faint: Collection[str] = (), lit: Collection[str] = ()) -> None:
    """Draw flags: the strength of a command in its side's colour, its name in its own.

    :param faint: leaders whose flags fade because places that can be chosen lie under them.
    :param lit: selected units: a leader's flag gets a gold rim, unless it is faint.
    """
    height = print_size(camera)
    for each in banners:
        if each.foot is not None and each.mass.leader not in faint:
            _draw_tie(surface, each, max(3, height // 5))
    for each in banners:
        mass, picture = each.mass, banner(each.mass, height, repeated=each.repeated)
        if mass.leader in faint:
            picture = picture.copy()
            picture.set_alpha(FAINT_OPACITY)
        surface.blit(picture, each.place)
        if mass.leader in lit and mass.leader not in faint:
            pygame.draw.polygon(surface, GOLD, _flag_outline(each.place), max(3, height // 6))
        if mass.leader not in faint:
            tooltips.append((each.place, _flag_tooltip(mass)))


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


def _draw_tie(surface: pygame.Surface, flag: Banner, wide: int) -> None:
    """Draw the line from a flag to its command, with a knob at its end."""
    assert flag.foot is not None
    (x, y), place = flag.foot, flag.place
    start = max(place.left + 2, min(place.right - place.h, x)), max(place.top + 2, min(place.bottom - 2, y))
    for colour, extra_width in ((DARK, 2), (flag.mass.side.paper, 0)):
        pygame.draw.line(surface, colour, start, flag.foot, wide + extra_width)
        pygame.draw.circle(surface, colour, flag.foot, wide + extra_width / 2 + 1)


def _flag_outline(place: pygame.Rect) -> list[Point]:
    """The outline of a flag with two tails."""
    left, right, top, bottom = place.left + 1, place.right - 2, place.top + 1, place.bottom - 2
    return [(left, top), (right, top), (right - (bottom - top) // 2, (top + bottom) // 2), (right, bottom),
            (left, bottom)]


def banner(mass: Mass, high: int, *, repeated: bool = False) -> pygame.Surface:
    """The flag of a command with print ``high`` pixels high.

    :param repeated: whether it is that of another group: small, with a short name only.
    """
    if repeated:
        small = round(GROUP_FLAG_SIZE * high)
        return _flag_picture(_initials(capitalised(mass.name)), "", "", mass.side, mass.band, mass.ink, (), small)
    orders = tuple((mark, "" if number == mass.count else str(number)) for mark, number in mass.orders)
    return _flag_picture(capitalised(mass.name), str(mass.total), mass.symbol, mass.side, mass.band, mass.ink, orders,
                         high)


def _initials(name: str) -> str:
    """The initials of a name of several words, the first letters of one word; without words in brackets."""
    words = name.split(" (")[0].split()
    return "".join(word[0].upper() for word in words) if len(words) > 1 else name[:GROUP_FLAG_LETTERS]


@picture_cache(64)
def _flag_picture(name: str, total: str, symbol: str, side: SeatInfo, band: str, ink: str,
                  orders: tuple[tuple[Mark, str], ...], high: int) -> pygame.Surface:
    """A flag: its strength, or a leader's symbol, on a plate in its side's colours; its name on cloth with two tails;
    and the chit of each order with the number of units that have it, without one if all have it."""
    face, pad = font("counter", high), max(4, high // 4)
    sum_, words = face.render(total, True, side.print), face.render(name, True, ink)
    tall = words.get_height() + 2
    if symbol:
        sum_ = symbol_picture(symbol, side.print, round(high * 1.1), round(high * 0.77), side.paper)
    chits = [(square_sign(mark, tall - 2), face.render(number, True, ink)) for mark, number in orders]
    plate, cloth = sum_.get_width() + 2 * pad, words.get_width() + 2 * pad + tall // 2
    cloth += sum(tall + number.get_width() + pad for _, number in chits)
    rim = max(2, high // 8)
    picture = pygame.Surface((plate + cloth + 2, tall + 2), pygame.SRCALPHA)
    shape = _flag_outline(picture.get_rect())
    pygame.draw.polygon(picture, band, shape)
    pygame.draw.rect(picture, side.paper, (1, 1, plate, tall - 1))
    pygame.draw.polygon(picture, side.paper, shape, 2 * rim)
    pygame.draw.polygon(picture, DARK, shape, 2)
    picture.blit(sum_, (1 + pad, (tall + 2 - sum_.get_height()) // 2))
    picture.blit(words, (plate + 1 + pad, 2))
    x = plate + 1 + 2 * pad + words.get_width()
    for sign, number in chits:
        picture.blit(sign, (x, 2))
        picture.blit(number, (x + tall, 2))
        x += tall + number.get_width() + pad
    return picture.convert_alpha()
