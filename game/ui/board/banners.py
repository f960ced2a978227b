"""The flags of commands in the far view: their placement clear of counters, other flags and if possible printed names,
and their drawing. A click on a flag counts as one on its commander's counter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from math import dist, hypot, inf
from typing import NamedTuple

import pygame

from game.art import Mark
from game.core.message import Text, joined, plural, say
from game.core.theme import SeatInfo
from game.i18n.words import capitalised, translate
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
FLAG_STRIPE = 0.36
"""The height of the stripe on a flag, as a share of its print. Chosen by eye."""
LINE_GAP = 0.16
"""The blank part above the print of a flag that the stripe may take, as a share of its print (measured)."""
GROUP_FLAG_SIZE = 0.85
"""The size of the flags of a command's other groups, relative to that of its main body."""
MAX_GROUPS = 16
"""The number of groups beyond which a command has only the flag of its main body. Chosen by eye."""
MOVE_COST = 0.12
"""The cost of each flag height by which a flag that is seen already moves. Chosen by eye."""
KEPT_COST = 0.5
"""How much more a flag may cost at its present position than when it was placed there, before it moves: the ground of
other commands may reach under it, but no counter. Chosen by eye."""
KEPT_MAIN_BODY = 0.5
"""The share of the strength of a command's strongest group that the main body before must have to remain the main body.
Chosen by eye: a flag would otherwise jump from one of two equal groups to the other."""
MAX_KEPT_COST = 1.0
"""The cost of covering from which a flag looks for a better position whenever units move: it covers a counter or
another flag. Chosen by eye."""
NEAR_STEPS, NEAR_STEP = 12, 0.5
"""The number of steps in each direction in which positions near the present one are tried, and their size in flag
heights."""
STEPS_AROUND = sorted(product(range(-NEAR_STEPS, NEAR_STEPS + 1), repeat=2), key=lambda step: hypot(*step))
"""These positions as steps across and down, the nearest first."""
MAX_COST = 2.5
"""The maximum cost of covering; a flag that has no better position is left out. Chosen by eye."""
CROSSING_COST = 0.3
"""The cost of each place of another command that a flag's line crosses. Chosen by eye."""
LINE_FROM = 0.3
"""The distance between a flag and the ground of its command, in flag heights, from which a line connects them."""
MAX_PRINT_LINES = 42
"""The number of lines of a flag's print that would fill the height of the view: it sets the print size."""
LINE_END_DISTANCE = 0.85
"""The distance between the end of a flag's line and the centre of a place, as a share of the place's radius."""
PART = say("{part} of {whole}", part="", whole="")
"""The number on the flag of a command that has other groups."""
DARK = "#1b120a"
"""The colour of outlines."""


@dataclass(frozen=True, slots=True)
class CommandFlag:
    """A flag in the window."""

    mass: Mass
    """Its command."""
    rect: pygame.Rect
    """Its rectangle in the window."""
    line_end: Point | None = None
    """The end, on the ground of its command, of the line between them, in window pixels; None for a flag so close that
    it has no line."""
    is_secondary: bool = False
    """Whether it is the flag of another group of its command than the main body: small, with a name only if there is
    room for it."""
    has_name: bool = True
    """Whether it has the name of its command; without one, its number and the command's colour tell."""
    total: int = 0
    """The number on it: the part of its command's total in its group."""
    at: Point = (0.0, 0.0)
    """Its centre, in sheet units."""
    middles: tuple[Point, ...] = ()
    """The centres of its group's places, in sheet units."""
    gap: float = 0.0
    """Its distance from the nearest of these places, in pixels."""
    covering_cost: float = 0.0
    """The cost of what it covers."""

    def is_of(self, mass: Mass) -> bool:
        """Whether it is a flag of a command, whose units may have moved since."""
        return (self.mass.side.name, self.mass.name) == (mass.side.name, mass.name)


class _Group(NamedTuple):
    """Places of a command that are close together, and have a flag of their own."""

    mass: Mass
    """The command."""
    points: list[Point]
    """The centres of the places that are in view, in window pixels."""
    middles: tuple[Point, ...]
    """The same in sheet units."""
    is_secondary: bool
    """Whether it is another group than the command's main body."""
    former: CommandFlag | None
    """The flag that it had before."""


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
    """The part of the window with the map's field, beyond which no flag extends; None if the field fills the view."""


def placed_flags(masses: Sequence[Mass], obstacles: FlagObstacles, camera: Camera,
                 earlier: Sequence[CommandFlag] = ()) -> tuple[CommandFlag, ...]:
    """A flag for the main body of each command in view that has room for one near it, the strongest commands first;
    then a secondary flag for each other group of a command with a flag, if it has any strength, there is room for it
    and there are not too many groups to tell apart. Where it covers nothing with it, it has the command's name.

    :param earlier: the flags before units moved, the view changed, or something covered another part of it. Each keeps
        its position on the sheet while its group is as near to it as before and it covers no more than before;
        otherwise it moves as little as it can.
    """
    room, flags = _Room(masses, obstacles, camera), list[CommandFlag]()
    groups = [group for group in _groups_in_view(masses, obstacles.hidden, camera, earlier)
              if not group.is_secondary or room.total(group)]
    groups.sort(key=lambda group: group.is_secondary)
    to_place = []
    for group in groups:
        flag = room.kept(group, flags)
        if flag is not None:
            flags.append(flag)
        else:
            to_place.append(group)
    for group in to_place:
        has_main_flag = any(each.mass is group.mass and not each.is_secondary for each in flags)
        flag = room.best(group, flags) if has_main_flag or not group.is_secondary else None
        if flag is not None:
            flags.append(flag)
    main_flags = [flag for flag in flags if not flag.is_secondary]
    flags = [flag for flag in flags if not flag.is_secondary or any(each.mass is flag.mass for each in main_flags)]
    for number, flag in enumerate(flags):
        if flag.is_secondary:
            flags[number] = room.with_name(flag, [each for each in flags if each is not flag])
    return *main_flags, *(flag for flag in flags if flag.is_secondary)


class _Room:
    """The room for flags in a view."""

    def __init__(self, masses: Sequence[Mass], obstacles: FlagObstacles, camera: Camera) -> None:
        self._obstacles, self._camera = obstacles, camera
        self._radius, self._max_link = PLACE_RADIUS * camera.scale, BAND_DISTANCE * camera.scale
        self._grounds = [(mass, [_square(camera.to_screen(at), 1.7 * self._radius) for at in mass.middles])
                         for mass in masses]
        self._within = camera.rect if obstacles.within is None else camera.rect.clip(obstacles.within)

    def kept(self, group: _Group, flags: Sequence[CommandFlag]) -> CommandFlag | None:
        """The flag of a group at its former position, if its group is no farther away than before and it does not cover
        more; else None.

        :param flags: the flags already placed.
        """
        if group.former is None:
            return None
        former, rect = group.former, self._rect_at(group.former, self._picture_size(group))
        units_moved = former.mass is not group.mass
        limit = (min(former.covering_cost, MAX_KEPT_COST) if units_moved else former.covering_cost) + KEPT_COST
        gap, radius = _gap_to_group(rect, group.points), self._radius
        covering_cost = _covering_cost(rect, self._weighted_boxes(group.mass, flags), self._obstacles.blocks)
        if (not self._within.contains(rect) or gap > max(former.gap, radius + LINE_FROM * rect.h)
                or covering_cost > limit or (units_moved and rect.collidelist([flag.rect for flag in flags]) >= 0)
                or _line_crosses_flag(rect, _line_end(rect, group.points, radius), flags)):
            return None
        return replace(self._flag(group, rect), at=former.at,
                       covering_cost=min(covering_cost, former.covering_cost))

    def best(self, group: _Group, flags: Sequence[CommandFlag]) -> CommandFlag | None:
        """The flag of a group at its best position; None if there is no room for it.

        :param flags: the flags already placed.
        """
        size, others = self._picture_size(group), self._other_grounds(group.mass)
        former = self._rect_at(group.former, size) if group.former is not None else None
        rect = _best_spot(size, group.points, self._radius, (self._camera, self._within),
                          self._weighted_boxes(group.mass, flags), self._obstacles.blocks, flags, others, former)
        if rect is None:
            return None
        boxes = self._weighted_boxes(group.mass, flags)
        return replace(self._flag(group, rect), covering_cost=_covering_cost(rect, boxes, self._obstacles.blocks))

    def with_name(self, flag: CommandFlag, others: Sequence[CommandFlag]) -> CommandFlag:
        """A secondary flag with the name of its command if it covers nothing then; else as it is. It still counts
        as at its former position, so that it stays there if the room for the name is gone.

        :param others: all other flags.
        """
        size = flag_picture(flag.mass, flag.total, print_size(self._camera), is_secondary=True).get_size()
        points, boxes = list(map(self._camera.to_screen, flag.middles)), self._weighted_boxes(flag.mass, others)
        for anchor in ("center", "midleft", "midright"):
            rect = pygame.Rect((0, 0), size)
            setattr(rect, anchor, getattr(flag.rect, anchor))
            line_end = _line_end(rect, points, self._radius)
            if (self._within.contains(rect) and not _covering_cost(rect, boxes, self._obstacles.blocks)
                    and not _line_crosses_flag(rect, line_end, others)):
                return replace(flag, rect=rect, line_end=line_end, has_name=True)
        return flag

    def _flag(self, group: _Group, rect: pygame.Rect) -> CommandFlag:
        """The flag of a group in a rectangle of the window."""
        return CommandFlag(group.mass, rect, _line_end(rect, group.points, self._radius), group.is_secondary,
                           not group.is_secondary, self.total(group), self._camera.to_world(rect.center), group.middles,
                           _gap_to_group(rect, group.points))

    def _rect_at(self, former: CommandFlag, size: tuple[int, int]) -> pygame.Rect:
        """The rectangle in the window of a flag of another size at its former position."""
        rect, (x, y) = pygame.Rect((0, 0), size), self._camera.to_screen(former.at)
        rect.center = round(x), round(y)
        return rect

    def total(self, group: _Group) -> int:
        """The number on the flag of a group."""
        return _total_around(group.points[0], group.mass, self._camera, self._max_link)

    def _picture_size(self, group: _Group) -> tuple[int, int]:
        """The width and height of the flag of a group, in pixels."""
        px = print_size(self._camera)
        return flag_picture(group.mass, self.total(group), px, is_secondary=group.is_secondary,
                            has_name=not group.is_secondary).get_size()

    def _other_grounds(self, mass: Mass) -> list[pygame.Rect]:
        """The grounds of all other commands."""
        return [box for other, boxes in self._grounds if other is not mass for box in boxes]

    def _weighted_boxes(self, mass: Mass, flags: Sequence[CommandFlag]
                        ) -> tuple[tuple[float, Sequence[pygame.Rect]], ...]:
        """What a flag of a command may cover, each kind after the weight of its area."""
        foreign = [box.inflate(box.w // 2, box.h // 2) for other, boxes in self._grounds
                   if other.side.name != mass.side.name for box in boxes]
        obstacles = self._obstacles
        return ((FLAG_WEIGHT, [*(each.rect for each in flags), *obstacles.fights]), (HIDDEN_WEIGHT, obstacles.hidden),
                (COUNTER_WEIGHT, obstacles.blocks), (GROUND_WEIGHT, self._other_grounds(mass)),
                (FOREIGN_WEIGHT, foreign), (NAME_WEIGHT, obstacles.names))


def _groups_in_view(masses: Sequence[Mass], hidden: Sequence[pygame.Rect], camera: Camera,
                    earlier: Sequence[CommandFlag]) -> list[_Group]:
    """The groups of the commands in view, the strongest command first; only the main bodies if there are too many.

    :param hidden: the parts of the view that something else covers; places there count only for a command that has no
        others.
    :param earlier: the flags before.
    """
    groups: list[_Group] = []
    for mass in sorted(masses, key=lambda mass: (-mass.total, str(mass.name))):
        middles = {camera.to_screen(at): at for at in mass.middles}
        in_view = [point for point in middles if camera.rect.collidepoint(point)]
        uncovered = [point for point in in_view if not any(box.collidepoint(point) for box in hidden)]
        former_flags = [flag for flag in earlier if flag.is_of(mass)]
        linked = [(points, tuple(middles[point] for point in points))
                  for points in linked_groups(uncovered or in_view, BAND_DISTANCE * camera.scale)]
        strengths = dict(zip(mass.middles, mass.totals, strict=True))
        linked.sort(key=lambda group: -sum(map(strengths.__getitem__, group[1])))
        body = next((flag for flag in former_flags if not flag.is_secondary), None)
        if body is not None:
            shares = [_shared_places(body, its_middles) for _, its_middles in linked]
            number = max(range(len(linked)), key=shares.__getitem__, default=0)
            if linked and shares[number] and (sum(map(strengths.__getitem__, linked[number][1]))
                                              >= KEPT_MAIN_BODY * sum(map(strengths.__getitem__, linked[0][1]))):
                linked.insert(0, linked.pop(number))
        for number, (points, its_middles) in enumerate(linked):
            is_secondary = number > 0
            former = max((flag for flag in former_flags if _shared_places(flag, its_middles)), default=None,
                         key=lambda flag: (flag.is_secondary == is_secondary, _shared_places(flag, its_middles)))
            if former is not None:
                former_flags.remove(former)
            groups.append(_Group(mass, points, its_middles, is_secondary, former))
    if len(groups) > MAX_GROUPS:
        return [group for group in groups if not group.is_secondary]
    return groups


def _shared_places(flag: CommandFlag, middles: Sequence[Point]) -> int:
    """The number of places of a flag's group that are less than a band's length from a group's places: more than 0 if
    its units may be in this group now.

    :param middles: the centres of the group's places, in sheet units.
    """
    return sum(any(dist(place, middle) < BAND_DISTANCE for middle in middles) for place in flag.middles)


def _total_around(point: Point, mass: Mass, camera: Camera, max_link: float) -> int:
    """The part of a command's total in the group to which a place belongs, including places out of view.

    :param point: the centre of the place, in window pixels.
    :param max_link: the maximum distance between places of a group, in pixels.
    """
    totals = dict(zip(map(camera.to_screen, mass.middles), mass.totals, strict=True))
    group = next(group for group in linked_groups(list(totals), max_link) if point in group)
    return sum(totals[each] for each in group)


def print_size(camera: Camera) -> int:
    """The size of the print on flags in a view, in pixels."""
    return max(MIN_FLAG_PRINT, round(camera.rect.h / MAX_PRINT_LINES))


def _best_spot(size: tuple[int, int], points: Sequence[Point], radius: float, view: tuple[Camera, pygame.Rect],
               weighted_boxes: Sequence[tuple[float, Sequence[pygame.Rect]]], counters: Sequence[pygame.Rect],
               others: Sequence[CommandFlag], grounds: Sequence[pygame.Rect], former: pygame.Rect | None
               ) -> pygame.Rect | None:
    """The rectangle for a flag with the least cost of covering and distance from its command's ground; None if it would
    be too far away or cover too much everywhere.

    :param size: the flag's width and height in pixels.
    :param points: the centres of its group's places, in window pixels.
    :param radius: that of a place, in pixels.
    :param view: the camera, and the part of its rectangle for flags.
    :param weighted_boxes: what a flag may cover, each kind after the weight of its area.
    :param counters: the counters; a flag that covers any is placed farther away if it can be.
    :param others: the flags already placed: neither its line nor theirs crosses a flag.
    :param grounds: the grounds of other commands: lines cross as few as possible.
    :param former: the rectangle that it had before, from which it moves as little as possible; None for a new flag.
    """
    best, least_cost, (camera, within) = None, float("inf"), view
    beside_group = ((distance, rect) for distance in FLAG_DISTANCES
                    for rect in _candidate_spots(size, points, radius, distance))
    near = chain(_around(former) if former is not None else (), beside_group)
    far = ((0.0, rect) for rect in _all_around(size, points, radius + CROWDED_DISTANCE * camera.scale))
    for candidates, max_distance in ((near, MAX_DISTANCE), (far, CROWDED_DISTANCE)):
        if best is not None and best.collidelist(counters) < 0:
            break
        for distance, rect in candidates:
            if least_cost <= DISTANCE_COST * distance:
                break
            inside = rect.clamp(within)
            gap = max(0.0, _gap_to_group(inside, points) - radius)
            cost = DISTANCE_COST * gap / size[1]
            if former is not None:
                cost += MOVE_COST * dist(inside.center, former.center) / size[1]
            if gap > max_distance * camera.scale or cost >= least_cost:
                continue
            area_cost = _area_cost(inside, weighted_boxes, min(MAX_COST, least_cost - cost))
            cost += area_cost + (ON_COUNTERS_COST if inside.collidelist(counters) >= 0 else 0.0)
            if area_cost > MAX_COST or cost >= least_cost:
                continue
            line_end = _line_end(inside, points, radius)
            if _line_crosses_flag(inside, line_end, others):
                continue
            if line_end is not None:
                cost += CROSSING_COST * sum(bool(box.clipline(inside.center, line_end)) for box in grounds)
            if cost < least_cost:
                best, least_cost = inside, cost
    return best


def _around(rect: pygame.Rect) -> Iterator[tuple[float, pygame.Rect]]:
    """Candidate positions for a flag near the one that it has, the nearest first, each after the distance from its
    command's ground, in flag heights, that costs as much as the move there."""
    for across, down in STEPS_AROUND:
        cost = MOVE_COST * NEAR_STEP * hypot(across, down)
        yield cost / DISTANCE_COST, rect.move(round(across * NEAR_STEP * rect.h), round(down * NEAR_STEP * rect.h))


def _all_around(size: tuple[int, int], points: Sequence[Point], max_distance: float) -> Iterator[pygame.Rect]:
    """Candidate positions for a flag everywhere around its command, up to ``max_distance`` pixels away."""
    width, height = size
    xs, ys = [x for x, _ in points], [y for _, y in points]
    step = max(1, height // 2)
    for y in range(round(min(ys) - max_distance - height), round(max(ys) + max_distance) + 1, step):
        for x in range(round(min(xs) - max_distance - width), round(max(xs) + max_distance) + 1, step):
            yield pygame.Rect(x, y, width, height)


def _covering_cost(rect: pygame.Rect, weighted_boxes: Sequence[tuple[float, Sequence[pygame.Rect]]],
                   counters: Sequence[pygame.Rect]) -> float:
    """The cost of what a flag covers, with that of covering any counters."""
    return _area_cost(rect, weighted_boxes, inf) + (ON_COUNTERS_COST if rect.collidelist(counters) >= 0 else 0.0)


def _area_cost(rect: pygame.Rect, weighted_boxes: Sequence[tuple[float, Sequence[pygame.Rect]]], limit: float
               ) -> float:
    """The cost of the areas that a flag covers; once it is more than ``limit``, the rest is not added."""
    cost, area = 0.0, rect.w * rect.h
    for weight, boxes in weighted_boxes:
        cost += weight * covered_area(rect, boxes)
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
    rects = []
    for middle in middles:
        rect = pygame.Rect((0, 0), size)
        rect.center = round(middle[0]), round(middle[1])
        rects.append(rect)
    return rects


def _line_end(rect: pygame.Rect, points: Sequence[Point], radius: float) -> Point | None:
    """Where the line from a flag ends, just inside the nearest place of its group; None if the flag is so close to it
    that it needs no line.

    :param points: the centres of the group's places, in window pixels.
    :param radius: that of a place, in pixels.
    """
    nearest = min(points, key=lambda point: _gap(rect, point))
    gap = _gap(rect, nearest)
    if gap <= radius + LINE_FROM * rect.h:
        return None
    x, y = max(rect.left, min(rect.right, nearest[0])), max(rect.top, min(rect.bottom, nearest[1]))
    share = radius * LINE_END_DISTANCE / gap
    return nearest[0] + (x - nearest[0]) * share, nearest[1] + (y - nearest[1]) * share


def _line_crosses_flag(rect: pygame.Rect, line_end: Point | None, others: Sequence[CommandFlag]) -> bool:
    """Whether a flag's line, if any, would cross another flag, or another flag's line this one."""
    return any((line_end is not None and other.rect.clipline(rect.center, line_end))
               or (other.line_end is not None and rect.clipline(other.rect.center, other.line_end))
               for other in others)


def _gap_to_group(rect: pygame.Rect, points: Sequence[Point]) -> float:
    """The distance between a rectangle and the nearest of some points."""
    return min(_gap(rect, point) for point in points)


def _gap(rect: pygame.Rect, point: Point) -> float:
    """The distance between a rectangle and a point; 0 if the point is inside."""
    return hypot(max(rect.left - point[0], 0, point[0] - rect.right),
                 max(rect.top - point[1], 0, point[1] - rect.bottom))


def _square(middle: Point, side: float) -> pygame.Rect:
    """A square around a point."""
    box = pygame.Rect(0, 0, round(side), round(side))
    box.center = round(middle[0]), round(middle[1])
    return box


def draw_command_flags(surface: pygame.Surface, flags: Sequence[CommandFlag], camera: Camera, tooltips: SignMeanings,
                       *, lit: Collection[str] = ()) -> None:
    """Draw flags, and add their tooltips.

    :param lit: selected units: the flag that represents one of them gets a gold rim.
    """
    px = print_size(camera)
    for flag in flags:
        _draw_line(surface, flag, max(3, px // 5))
    for flag in flags:
        surface.blit(flag_picture(flag.mass, flag.total, px, is_secondary=flag.is_secondary,
                                  has_name=flag.has_name), flag.rect)
        if flag.mass.leader in lit:
            pygame.draw.polygon(surface, GOLD, _flag_outline(flag.rect), max(3, px // 6))
        tooltips.append((flag.rect, _flag_tooltip(flag.mass)))


def _flag_tooltip(mass: Mass) -> Text:
    """The tooltip of a flag: a command's name, units, strength and orders, or a leader's name."""
    if mass.symbol:
        return mass.name
    if mass.by_kind:
        text = plural("{command}: {count} unit", "{command}: {count} units", mass.count, command=mass.name)
    else:
        text = plural("{command}: {count} unit, strength {total}", "{command}: {count} units, strength {total}",
                       mass.count, command=mass.name, total=mass.total)
    return joined((text, *(mark_tooltip(mark, number, mass.count) for mark, number in mass.orders)))


def _draw_line(surface: pygame.Surface, flag: CommandFlag, width: int) -> None:
    """Draw the line from a flag to its command, if it has one, ``width`` pixels wide, with a knob at its end."""
    if flag.line_end is None:
        return
    (x, y), rect = flag.line_end, flag.rect
    start = max(rect.left + 2, min(rect.right - rect.h, x)), max(rect.top + 2, min(rect.bottom - 2, y))
    for colour, extra_width in ((DARK, 2), (flag.mass.side.paper, 0)):
        pygame.draw.line(surface, colour, start, flag.line_end, width + extra_width)
        pygame.draw.circle(surface, colour, flag.line_end, width + extra_width / 2 + 1)


def _flag_outline(rect: pygame.Rect) -> list[Point]:
    """The outline of a flag with two tails."""
    left, right, top, bottom = rect.left + 1, rect.right - 2, rect.top + 1, rect.bottom - 2
    return [(left, top), (right, top), (right - (bottom - top) // 2, (top + bottom) // 2), (right, bottom),
            (left, bottom)]


def flag_picture(mass: Mass, total: int, px: int, *, is_secondary: bool = False, has_name: bool = True
                 ) -> pygame.Surface:
    """A picture of the flag of a command with print ``px`` pixels high.

    :param total: the number on it; none if it is 0. The command's total is added if it is more.
    :param is_secondary: whether it is a secondary flag: smaller and without orders.
    :param has_name: whether it has the command's name.
    """
    name = capitalised(mass.name) if has_name else ""
    if not total:
        number = ""
    elif total == mass.total:
        number = str(total)
    else:
        number = translate(PART.with_values(part=total, whole=mass.total))
    if is_secondary:
        return _painted_flag(name, number, "", mass.side, mass.band, (), round(GROUP_FLAG_SIZE * px))
    orders = tuple((mark, "" if count == mass.count else str(count)) for mark, count in mass.orders)
    return _painted_flag(name, number, mass.symbol, mass.side, mass.band, orders, px)


@picture_cache(64)
def _painted_flag(name: str, total: str, symbol: str, side: SeatInfo, band: str,
                  orders: tuple[tuple[Mark, str], ...], px: int) -> pygame.Surface:
    """A flag: cloth with two tails in its side's colour, a stripe in the command's own along the upper edge, as on its
    counters; on it its strength, or a leader's symbol, its name, and the chit of each order.

    :param total: the strength; empty for none.
    :param symbol: the leader's symbol; empty for a strength.
    :param band: the colour of the stripe.
    :param orders: the orders, each with the number of units that have it; the number is empty if all have it.
    :param px: the height of the print in pixels.
    """
    face, pad = font("counter", px), max(4, px // 4)
    emblem, words = face.render(total, True, side.print), face.render(name, True, side.print)
    stripe_height, line_gap = max(4, round(px * FLAG_STRIPE)), round(px * LINE_GAP)
    height = words.get_height() + 2 - line_gap
    if symbol:
        emblem = symbol_picture(symbol, side.print, round(px * 1.1), round(px * 0.77), side.paper)
    chits = [(square_sign(mark, height - 2), face.render(number, True, side.print)) for mark, number in orders]
    has_plate = bool(symbol or total)
    plate_width = emblem.get_width() + 2 * pad if has_plate else 0
    cloth_width = (words.get_width() + 2 * pad if name else 0) + height // 2
    cloth_width += sum(height + number.get_width() + pad for _, number in chits)
    rim = max(2, px // 8)
    picture = pygame.Surface((plate_width + cloth_width + 2, height + stripe_height + 2), pygame.SRCALPHA)
    outline = _flag_outline(picture.get_rect())
    pygame.draw.polygon(picture, side.paper, outline)
    top = stripe_height + 1
    slant = stripe_height * (outline[1][0] - outline[2][0]) / (outline[2][1] - outline[1][1])
    pygame.draw.polygon(picture, band, (outline[0], outline[1], (outline[1][0] - slant, top), (1, top)))
    if has_plate:
        if name:
            pygame.draw.line(picture, side.print, (plate_width, top + rim), (plate_width, height + stripe_height - rim))
        emblem_top = top + (height - emblem.get_height()) // 2 if symbol else top - line_gap
        picture.blit(emblem, (1 + pad, emblem_top))
    pygame.draw.polygon(picture, DARK, outline, 2)
    picture.blit(words, (plate_width + 1 + pad, top - line_gap))
    x = plate_width + 1 + 2 * pad + words.get_width()
    for sign, number in chits:
        picture.blit(sign, (x, top))
        picture.blit(number, (x + height, top - line_gap))
        x += height + number.get_width() + pad
    return picture.convert_alpha()
