"""Placement of names on a hex map: as far as possible clear of the hexes' centres, where counters lie. It is computed
once, so names stay in place whatever moves on the map. A covered name of an objective is on a tag instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import hypot, inf
from typing import NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from game.board.hexgrid import HexBoard
from game.ui.board.places import COUNTER_WIDTH, Geometry
from game.ui.kit.camera import Box, Camera, Point
from game.ui.kit.fonts import Role, font
from game.ui.kit.notice import covered_area
from game.ui.kit.paper import draw_box
from game.ui.kit.pictures import picture_cache
from game.ui.kit.theme import INK, LINE_INK, PAPER
from game.ui.sheets.hex_ground import number_boxes
from game.ui.sheets.hex_plan import MAX_SMALL, sheet_outlines
from game.ui.sheets.lettering import MapText
from game.ui.sheets.roads import road_courses
from game.ui.sheets.sheet import AnyBoard, Sheet

STEPS_PER_UNIT = 100
"""Integer steps per sheet unit for computing overlaps."""
MEASURING_SCALE = 60.0
"""Pixels per sheet unit at which letters are measured: the same for every zoom, so that zooming moves no name."""
TRIED_SPACING = 0.25
"""The spacing of the positions tried for a name, in letter heights."""
TRIED_DISTANCE = 4.0
"""The maximum distance of the positions tried for a name from its own, in letter heights."""
TRIED_SIZES = ((1.0, 0.0), (0.85, 0.08), (0.7, 0.2))
"""Shares of its size tried for a name, and the cost of each, if covering all of the name costs 1."""
MOVE_COST = 0.06
"""The cost of moving a name by one letter height, as a share of its area that counters would cover."""
COUNTER_GAP = 0.08
"""The gap between a name and counters, both sides together, in sheet units."""
FLAG_GROUND_SIZE = (0.7, 0.6)
"""The size of a flag's ground, in sheet units."""
ROAD_WIDTH = 0.36
"""The width of a road's ground, in sheet units."""
NUMBER_COST = 2.0
"""The cost of covering a hex number with a name, if covering a place of counters costs 1. Chosen by hand."""
ROAD_COST = 5.0
"""The cost of covering a road or a house with a name, if covering a place of counters costs 1. Chosen by hand."""
CUT_OFF_COST = 10.0
"""The cost of keeping a name in its own position if that extends beyond the sheet: more than that of any other
position."""
LETTER_SHARE = 0.8
"""The width and height of the box of a letter, as a share of the print size."""
SHEET_EDGE_GAP = 0.5
"""The distance in sheet units that a name keeps from the edge in other positions."""
NAME_GAP = 0.7
"""The gap that a moved name keeps from other names, above and below together, in heights of its letters."""
Shifts = NDArray[np.int_]
"""Distances by which a name is moved, or areas for every pair of them, in ``STEPS_PER_UNIT`` parts of a unit."""
MIN_COVERED = 0.4
"""The share of an objective's name that counters cover if it is shown on a tag instead. Chosen by eye."""
TAG_PRINT = 0.8, 12
"""The print size of a tag: as a share of that of the name, and the minimum in pixels."""
MIN_NAME_PRINT = 8
"""The print size in pixels below which a name has no tag: nobody reads it on the map either."""
TAG_LINE = 1.1
"""The distance of a tag's lines, as a share of the print size."""
TAG_REACH = 2.2
"""The maximum distance of a tag from the name's middle across and down, in counter widths. Chosen by eye."""
TAG_STEPS = 10
"""The number of positions tried for a tag within this distance, each way."""
TAG_DISTANCE_COST = 0.12
"""The cost of each counter width between a tag and the name, if covering counters with all of the tag costs 1."""
MAX_TAG_COVER = 0.05
"""The maximum share of a tag that may lie over counters, flags or names: it is left out otherwise."""
MAX_LINE_DISTANCE = 1.5
"""The maximum distance to the next line of the same name, in letter heights."""


class PlacedNames:
    """The names of a board's map as printed, computed once per sheet, regardless of the position."""

    def __init__(self, board: AnyBoard) -> None:
        self._map = board
        self._board = board if isinstance(board, HexBoard) else None
        self._objective_names: tuple[object, Sequence[tuple[MapText, ...]]] = None, ()
        """The placed names, and those of them that name objectives."""
        self._placed: tuple[Sequence[MapText] | None, tuple[MapText, ...]] = None, ()
        """The sheet's names as given, and as placed."""
        self._boxes: tuple[Sequence[MapText] | None, tuple[Box, ...]] = None, ()
        """The placed names, and their boxes."""

    def placed(self, sheet: Sheet) -> tuple[MapText, ...]:
        """The placed names of a sheet. On an area map names stay in place, because counters avoid them instead."""
        names = sheet.names
        if self._placed[0] is not names and self._board is None:
            self._placed = names, tuple(names)
        elif self._placed[0] is not names and self._board is not None:
            flag_places = {place for places in self._board.objectives.values() for place in places}
            flag_spots = tuple(sheet.flag_spots[place] for place in sorted(flag_places))
            self._placed = names, _cached_names(tuple(names), tuple(self._board.centres.values()), flag_spots,
                                                tuple(map(tuple, number_boxes(self._board))),
                                                _road_and_house_boxes(self._board),
                                                sheet.layout.folded.shown_field)
        return self._placed[1]

    def of_objectives(self, sheet: Sheet, geometry: Geometry) -> Sequence[tuple[MapText, ...]]:
        """The printed name of every objective that is named on a sheet, with all its lines."""
        names = self.placed(sheet)
        if self._objective_names[0] is not names:
            self._objective_names = names, objective_names(self._map, geometry, names)
        return self._objective_names[1]

    def boxes(self, sheet: Sheet) -> tuple[Box, ...]:
        """The boxes of the printed names of a sheet, in sheet units."""
        names = self.placed(sheet)
        if self._boxes[0] is not names:
            self._boxes = names, tuple((box.x / STEPS_PER_UNIT, box.y / STEPS_PER_UNIT, box.w / STEPS_PER_UNIT,
                                        box.h / STEPS_PER_UNIT)
                                       for box in _letter_boxes(names))
        return self._boxes[1]


@lru_cache(maxsize=16)
def _cached_names(names: tuple[MapText, ...], centres: tuple[Point, ...], flag_spots: tuple[Point, ...],
                  numbers: tuple[Box, ...], roads_and_houses: tuple[Box, ...], field: Box) -> tuple[MapText, ...]:
    """The placed names, cached for all games on a map. Points and boxes are in sheet units."""
    counters = [*(_box(at, COUNTER_WIDTH + COUNTER_GAP, COUNTER_WIDTH + COUNTER_GAP) for at in centres),
                *(_box(at, *FLAG_GROUND_SIZE) for at in flag_spots)]
    return placed_names(names, counters, _fine_boxes(numbers), field, _fine_boxes(roads_and_houses))


def _fine_boxes(boxes: Iterable[Box]) -> list[pygame.Rect]:
    """Boxes in sheet units as rectangles in ``STEPS_PER_UNIT`` parts of a unit."""
    return [pygame.Rect(*(round(STEPS_PER_UNIT * side) for side in box)) for box in boxes]


def _road_and_house_boxes(board: HexBoard) -> tuple[Box, ...]:
    """The boxes of houses and roads, on which a name would be hard to read, in sheet units."""
    roads = [(x - ROAD_WIDTH / 2, y - ROAD_WIDTH / 2, ROAD_WIDTH, ROAD_WIDTH)
             for _, course in road_courses(board) for x, y in course]
    boxes = []
    for outline in sheet_outlines(board):
        xs, ys = zip(*outline.points, strict=True)
        if max(max(xs) - min(xs), max(ys) - min(ys)) <= MAX_SMALL:
            boxes.append((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    return *roads, *boxes


def placed_names(names: Sequence[MapText], counters: Sequence[pygame.Rect], numbers: Sequence[pygame.Rect],
                 field: Box, roads_and_houses: Sequence[pygame.Rect] = ()) -> tuple[MapText, ...]:
    """Place names where the least of them is covered: each stays, or moves a little to ground free of counters and
    other names. Names along a river or a road stay, as do those that are turned.

    :param counters: the ground of a counter in each hex, in ``STEPS_PER_UNIT`` parts of a unit as all rectangles here.
    :param numbers: the ground of the hex numbers, which matters more: both would be unreadable.
    :param field: the part of the sheet for names, in sheet units.
    :param roads_and_houses: their ground, which matters more: they are always seen.
    """
    (field_box,) = _fine_boxes([field])
    limits = field_box.inflate(*[round(-2 * SHEET_EDGE_GAP * STEPS_PER_UNIT)] * 2)
    names_by_lines = _by_lines(names)
    boxes_of_names = [_letter_boxes(lines) for lines in names_by_lines]
    for number, lines in enumerate(names_by_lines):
        if lines[0].angle or lines[0].path:
            continue
        others = [box for other, boxes in enumerate(boxes_of_names) if other != number for box in boxes]
        names_by_lines[number] = _best_placed(lines, counters, numbers, roads_and_houses, others, limits)
        boxes_of_names[number] = _letter_boxes(names_by_lines[number])
    return tuple(line for lines in names_by_lines for line in lines)


def print_names(surface: pygame.Surface, names: Iterable[MapText], camera: Camera) -> None:
    """Print names on a picture of the camera's rectangle."""
    x, y = camera.to_world(camera.rect.topleft)
    view = x, y, camera.rect.w / camera.scale, camera.rect.h / camera.scale
    clip = surface.get_clip()
    left, top = x + clip.left / camera.scale, y + clip.top / camera.scale
    right, bottom = x + clip.right / camera.scale, y + clip.bottom / camera.scale
    for name in names:
        (name_x, name_y), reach = name.at, name.size * (len(name.text) + 1)
        if name.path or (left - reach < name_x < right + reach and top - reach < name_y < bottom + reach):
            name.print_on(surface, view, camera.scale)


def objective_names(board: AnyBoard, geometry: Geometry, names: Sequence[MapText]) -> list[tuple[MapText, ...]]:
    """The printed name of every objective that is named on a map, with all its lines."""
    places = {place for objective in board.objectives.values() for place in objective}
    if isinstance(board, HexBoard):
        titles = {str(board.landmarks.get(place, "")).casefold() for place in places}
        return [lines for lines in _by_lines(names) if " ".join(line.text for line in lines).casefold() in titles]
    lines_by_place: dict[str, list[MapText]] = {}
    for name in names:
        letters = name.letters(MEASURING_SCALE)
        place = geometry.place_at(letters[len(letters) // 2]) or ""
        if place in places and name.text in board.name_of(place):
            lines_by_place.setdefault(place, []).append(name)
    return list(map(tuple, lines_by_place.values()))


class NameTag(NamedTuple):
    """A tag with a name that counters cover, which is then not printed on the map."""

    lines: tuple[MapText, ...]
    """The printed name, with all its lines."""
    picture: pygame.Surface
    place: pygame.Rect
    """The tag's rectangle in the window."""


def tags_of_covered_names(names: Iterable[tuple[MapText, ...]], counters: Sequence[pygame.Rect],
                          others: Callable[[], Iterable[pygame.Rect]], camera: Camera,
                          tray: Sequence[pygame.Rect] = ()) -> list[NameTag]:
    """A tag for every name that counters cover, near it, where the tag covers no counter, if there is room.

    :param counters: the window rectangles of counters.
    :param tray: that of the ground below a fanned-out stack, if there is one.
    :param others: callback for those of flags and printed names, which tags avoid, too, except their own name.
    """
    tags, other_boxes = list[NameTag](), list[pygame.Rect]()
    for lines in names:
        letters = [camera.to_screen(at) for at in _letters(lines)]
        letter_boxes = [pygame.Rect(round(x), round(y), 1, 1) for x, y in letters]
        px = round(lines[0].size * camera.scale)
        side = round(LETTER_SHARE * px)
        covered_count = sum(box.collidelist(counters) >= 0 or box.inflate(side, side).collidelist(tray) >= 0
                            for box in letter_boxes)
        if px < MIN_NAME_PRINT or covered_count < MIN_COVERED * len(letters):
            continue
        other_boxes = other_boxes or [*others()]
        tag = _tag(tuple(line.text for line in lines), lines[0].role, max(TAG_PRINT[1], round(TAG_PRINT[0] * px)))
        taken = [*(box.inflate(box.w // 4, box.h // 4) for box in counters), *tray, *(other.place for other in tags),
                 *(box for box in other_boxes if box.collidelist(letter_boxes) < 0)]
        middle = sum(x for x, _ in letters) / len(letters), sum(y for _, y in letters) / len(letters)
        place = _tag_place(tag.get_size(), middle, COUNTER_WIDTH * camera.scale, tuple(map(tuple, taken)),
                           tuple(camera.rect))
        if place is not None:
            tags.append(NameTag(lines, tag, place))
    return tags


@lru_cache(maxsize=32)
def _letters(lines: tuple[MapText, ...]) -> list[Point]:
    """The centres of the letters of a name, in sheet units."""
    return [at for line in lines for at in line.letters(MEASURING_SCALE)]


@picture_cache(maxsize=32)
def _tag_place(size: tuple[int, int], middle: Point, counter_px: float, taken: tuple[Box, ...],
               view: Box) -> pygame.Rect | None:
    """The place for a tag near the middle of a name where it covers least; None if it would cover too much of something
    everywhere. Cached while nothing moves."""
    best: tuple[float, pygame.Rect] | None = None
    view_rect, taken_rects = pygame.Rect(view), [pygame.Rect(box) for box in taken]
    steps = [step * TAG_REACH / TAG_STEPS for step in range(-TAG_STEPS, TAG_STEPS + 1)]
    for across, down in product(steps, steps):
        place = pygame.Rect((0, 0), size)
        place.center = round(middle[0] + across * counter_px), round(middle[1] + down * counter_px)
        if not view_rect.contains(place):
            continue
        share = covered_area(place, taken_rects) / (place.width * place.height)
        cost = share + TAG_DISTANCE_COST * hypot(across, down)
        if share <= MAX_TAG_COVER and (best is None or cost < best[0]):
            best = cost, place
    return best[1] if best is not None else None


@picture_cache(32)
def _tag(lines: tuple[str, ...], role: Role, px: int) -> pygame.Surface:
    """A paper tag with the lines of a name."""
    pictures = [font(role, px).line_picture(line, INK) for line in lines]
    pad = max(2, px // 4)
    width, line_height = max(each.get_width() for each in pictures) + 2 * pad, round(px * TAG_LINE)
    tag = pygame.Surface((width, line_height * len(lines) + pad), pygame.SRCALPHA)
    draw_box(tag, tag.get_rect(), PAPER, LINE_INK, 1, pad)
    for number, each in enumerate(pictures):
        tag.blit(each, each.get_rect(center=(width // 2, pad // 2 + round((number + 0.5) * line_height))))
    return tag


def _by_lines(names: Sequence[MapText]) -> list[tuple[MapText, ...]]:
    """The names, each with all its lines from the top down. A line directly below one of the same style belongs to the
    same name."""
    groups: list[tuple[MapText, ...]] = []
    for name in names:
        above = groups[-1][-1] if groups else None
        if above is not None and (above.role, above.colour, above.size, above.angle, above.at[0]) == (
            name.role, name.colour, name.size, name.angle, name.at[0]
        ) and 0 < name.at[1] - above.at[1] < MAX_LINE_DISTANCE * name.size:
            groups[-1] = *groups[-1], name
        else:
            groups.append((name,))
    return groups


def _best_placed(lines: tuple[MapText, ...], counters: Sequence[pygame.Rect], numbers: Sequence[pygame.Rect],
                 roads_and_houses: Sequence[pygame.Rect], others: Sequence[pygame.Rect],
                 limits: pygame.Rect) -> tuple[MapText, ...]:
    """The lines of a name at the position and size of least cost: what would be covered, and how far it moves.

    :param others: the boxes of other names, which must not be covered.
    :param limits: the rectangle that the name must not leave.
    """
    reach, size, top = round(TRIED_DISTANCE / TRIED_SPACING), lines[0].size, lines[0].at[1]
    letters = _letter_boxes(lines)
    around = letters[0].unionall(letters[1:]).inflate(*[round(2 * TRIED_DISTANCE * size * STEPS_PER_UNIT)] * 2)
    near_counters, near_numbers, near_roads, near_names = (
        [box for box in boxes if around.colliderect(box)] for boxes in (counters, numbers, roads_and_houses, others))
    near_names = [box.inflate(0, round(NAME_GAP * size * STEPS_PER_UNIT)) for box in near_names]
    steps = np.arange(-reach, reach + 1) * TRIED_SPACING * size
    distance_cost = MOVE_COST * np.hypot(steps[:, None], steps[None, :]) / size
    shifts = np.rint(steps * STEPS_PER_UNIT).astype(int)
    best, least_cost = lines, inf
    for share, size_cost in TRIED_SIZES:
        sized = tuple(_shifted(replace(line, size=size * share), 0, (share - 1) * (line.at[1] - top)) for line in lines)
        letters = _letter_boxes(sized)
        own_area = sum(box.width * box.height for box in letters)
        cost = distance_cost + size_cost + (_covered_areas(letters, near_counters, shifts)
                                            + NUMBER_COST * _covered_areas(letters, near_numbers, shifts)
                                            + ROAD_COST * _covered_areas(letters, near_roads, shifts)) / own_area
        covers_names = _covered_areas(letters, near_names, shifts) > 0
        leaves_sheet = _covered_areas(letters, [limits], shifts) < own_area
        barred = covers_names | leaves_sheet
        barred[reach, reach] = False  # its own position
        cost[barred] = inf
        if not all(limits.contains(box) for box in letters):
            cost[reach, reach] += CUT_OFF_COST
        across, down = divmod(int(np.argmin(cost)), len(steps))
        if cost[across, down] < least_cost:
            stays = across == down == reach and share == 1.0
            least_cost = float(cost[across, down])
            best = lines if stays else tuple(_shifted(line, float(steps[across]), float(steps[down])) for line in sized)
    return best


def _covered_areas(boxes: Sequence[pygame.Rect], others: Sequence[pygame.Rect], shifts: Shifts) -> Shifts:
    """The overlap of some boxes with others for each shift of them across and down; for two boxes it is the horizontal
    times the vertical overlap."""
    areas = np.zeros((len(shifts), len(shifts)), dtype=int)
    sides = np.array([(box.left, box.right, box.top, box.bottom) for box in others], dtype=int).reshape(-1, 4)
    left, right, top, bottom = (side[:, None] for side in sides.T)
    for box in boxes:
        across = np.minimum(right, box.right + shifts) - np.maximum(left, box.left + shifts)
        down = np.minimum(bottom, box.bottom + shifts) - np.maximum(top, box.top + shifts)
        areas += np.maximum(across, 0).T @ np.maximum(down, 0)
    return areas


def _shifted(name: MapText, dx: float, dy: float) -> MapText:
    """A name moved by a distance in sheet units."""
    path = tuple((x + dx, y + dy) for x, y in name.path)
    return replace(name, at=(name.at[0] + dx, name.at[1] + dy), path=path)


def _letter_boxes(lines: Iterable[MapText]) -> list[pygame.Rect]:
    """The boxes of a name: one per line, or one per letter if the line is not level."""
    letter_boxes = []
    for line in lines:
        side = LETTER_SHARE * line.size
        boxes = [_box(at, side, side) for at in line.letters(MEASURING_SCALE)]
        letter_boxes += boxes if line.angle or line.path else [boxes[0].unionall(boxes[1:])]
    return letter_boxes


def _box(at: Point, width: float, height: float) -> pygame.Rect:
    """A rectangle in ``STEPS_PER_UNIT`` parts of a unit, from its centre and size in sheet units."""
    box = pygame.Rect(0, 0, round(width * STEPS_PER_UNIT), round(height * STEPS_PER_UNIT))
    box.center = round(at[0] * STEPS_PER_UNIT), round(at[1] * STEPS_PER_UNIT)
    return box
