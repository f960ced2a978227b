"""Layout of the dice of a roll: groups, each in rows as large as fit, in rolled order; and the place of their tray.
Lengths are in pixels; shares were chosen by eye."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import ceil, dist
from random import Random

import pygame

from game.core.chance import COIN, DiceGroup, Die, Roll, hits_of
from game.core.message import Text, say
from game.i18n.words import capitalised, translate
from game.ui.dice.coin_rows import TrayBox
from game.ui.kit.fonts import Role, Typeface, font
from game.ui.kit.pen import wrap

TRAY_SIZES = (1.0, 0.88, 0.76, 0.66)
"""Tray sizes to try, as shares of the wanted size; a smaller one is used if a larger one would cover more."""
MIN_TRAY_SIZE = 0.76
"""The smallest of these sizes that is tried beside the map, in the corners and at the previous place. Chosen by eye."""
TRAY_SHAPES = ((1.0, 1.0), (0.7, 1.15))
"""Width and height to try for a tray on the table, as shares of its size: as wanted, and narrow and high."""
CORNERS = "bottomright", "topright", "topleft", "bottomleft"
"""The corners of the map for the tray, the usual one first; the small map is usually in the last."""
TRAY_STEPS = 6
"""Positions tried within one tray width, and within one tray height."""


def place_on_table(table: pygame.Rect, size: tuple[int, int], occupied: Sequence[pygame.Rect], min_width: int = 0,
                   ) -> pygame.Rect | None:
    """The largest tray that fits on free table; of equally large ones the nearest to the lower right corner. None if
    there is no room.

    :param table: the part of the window that shows the table.
    :param occupied: rectangles occupied by the map, cards and buttons.
    :param min_width: the least width of a tray, in pixels.
    """
    sizes = [share for share in TRAY_SIZES if share >= MIN_TRAY_SIZE]
    for share, (width, height) in product(sizes, TRAY_SHAPES):
        tray = pygame.Rect(0, 0, round(size[0] * share * width), round(size[1] * share * height))
        if tray.width < min_width:
            continue
        lefts = {table.right - tray.w, *(each.left - tray.w for each in occupied), *(each.right for each in occupied)}
        tops = {table.bottom - tray.h, *(each.top - tray.h for each in occupied), *(each.bottom for each in occupied)}
        places = [pygame.Rect(corner, tray.size) for corner in product(lefts, tops)]
        free_places = [place for place in places if table.contains(place) and place.collidelist(occupied) < 0]
        if free_places:
            return max(free_places, key=lambda place: (place.right + place.bottom, place.right))
    return None


def place_tray(area: pygame.Rect, size: tuple[int, int], counters: Sequence[pygame.Rect],
               combat: Sequence[pygame.Rect], previous: pygame.Rect | None = None, margin: int = 0,
               spaces: Sequence[pygame.Rect] = (), kept_clear: Sequence[pygame.Rect] = ()) -> pygame.Rect:
    """The best place for the tray on the map. The first tray there goes to the corner without counters in which it
    covers fewest spaces. A later one keeps that place while no counter is there, even in the margin around a combat, so
    that dice fall in one place as long as they can; it gets somewhat smaller there rather than cover a counter. If that
    does not help, it goes to the nearest corner without counters, somewhat smaller if necessary; or else to a place
    between counters; or else, if only counters outside the combat are in its way everywhere, it stays or goes to the
    nearest corner without combat. If there is none, it covers as little as possible of the counters in combat, then of
    the margin around them, then of the other counters.

    :param area: the part of the map that cards and buttons leave free.
    :param size: the wanted size, in pixels.
    :param counters: the counters that are not in combat.
    :param combat: the counters in combat.
    :param previous: the tray's previous place; None for the first tray. One on the table beside the map does not
        count.
    :param margin: pixels around a combat in which retreats and advances will be visible.
    :param spaces: the middles of the map's spaces: water and margins have none.
    :param kept_clear: other rectangles that are not covered if there is room, e.g. that of the small map.
    """
    combat_areas = [box.inflate(2 * margin, 2 * margin) for box in combat]
    combat_and_signs = [*combat_areas, *kept_clear]
    if previous is not None and area.contains(previous):
        sizes = [(round(size[0] * share), round(size[1] * share)) for share in TRAY_SIZES if share >= MIN_TRAY_SIZE]
        former = [kept_place(previous, area, area, each) for each in sizes]
        stays = next((place for place in former if place.collidelist([*counters, *combat, *kept_clear]) < 0), None)
        if stays is not None:
            return stays
        least = _least_covering_place(area, size, (combat, combat_areas, kept_clear, counters), spaces)
        for avoided in ([*counters, *combat_and_signs], combat_and_signs):
            places = [place for place in (*former, _nearest_corner(area, sizes, avoided, previous))
                      if place is not None]
            free = [place for place in (*places, least) if place.collidelist(avoided) < 0]
            if free:
                return free[0]
        return least
    if corners := _free_corners(area, size, [*counters, *combat_and_signs]):
        return min(corners, key=lambda place: len(place.collidelistall(spaces)))
    return _least_covering_place(area, size, (combat, combat_areas, kept_clear, counters), spaces)


def _nearest_corner(area: pygame.Rect, sizes: Sequence[tuple[int, int]], boxes: Sequence[pygame.Rect],
                    previous: pygame.Rect) -> pygame.Rect | None:
    """The corner nearest to the tray's previous place in which it covers no box, at the first size at which there is
    one; None if there is none."""
    for size in sizes:
        corners = _free_corners(area, size, boxes)
        if corners:
            return min(corners, key=lambda place: dist(place.center, previous.center))
    return None


def kept_place(place: pygame.Rect, before: pygame.Rect, area: pygame.Rect, size: tuple[int, int]) -> pygame.Rect:
    """The place of a tray after its size or the area has changed: its corner nearest to a corner of the area before is
    as far from that corner as it was.

    :param before: the area in which the tray had its place.
    """
    corner = min(CORNERS, key=lambda name: dist(getattr(before, name), getattr(place, name)))
    (x, y), (old_x, old_y), (new_x, new_y) = (getattr(rect, corner) for rect in (place, before, area))
    kept = pygame.Rect((0, 0), size)
    setattr(kept, corner, (x + new_x - old_x, y + new_y - old_y))
    return kept.clamp(area)


def _least_covering_place(area: pygame.Rect, size: tuple[int, int], avoided: Sequence[Sequence[pygame.Rect]],
                          spaces: Sequence[pygame.Rect]) -> pygame.Rect:
    """The place in an area where a tray covers least. Of equally good places the larger one is best, then the one that
    covers fewest spaces, then the nearest to the lower right corner.

    :param size: the wanted size of the tray, in pixels.
    :param avoided: lists of rectangles to be covered as little as possible, the most important first.
    """
    best: tuple[tuple[list[int], int, int, int], pygame.Rect] | None = None
    for size_index, share in enumerate(TRAY_SIZES):
        tray = pygame.Rect((0, 0), (round(size[0] * share), round(size[1] * share)))
        for x, y in product(_starts(area.left, area.right, tray.w), _starts(area.top, area.bottom, tray.h)):
            tray.topleft = x, y
            covered_counts = [len(tray.collidelistall(boxes)) for boxes in avoided]
            distance_to_corner = (area.right - tray.right) + (area.bottom - tray.bottom)
            cost = covered_counts, size_index, len(tray.collidelistall(spaces)), distance_to_corner
            if best is None or cost < best[0]:
                best = cost, tray.copy()
        if best is not None and not any(best[0][0]):
            break
    assert best is not None
    return best[1]


def is_free_place(place: pygame.Rect, area: pygame.Rect, size: tuple[int, int],
                  kept_clear: Sequence[pygame.Rect]) -> bool:
    """Whether a tray of a size may be in a place: it has that size, is inside the area and covers nothing to be kept
    clear."""
    return place.size == size and area.contains(place) and place.collidelist(kept_clear) < 0


def _free_corners(area: pygame.Rect, size: tuple[int, int], kept_clear: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """The rectangles of a size in the corners of an area that cover nothing to be kept clear."""
    places = []
    for corner in CORNERS:
        place = pygame.Rect((0, 0), size)
        setattr(place, corner, getattr(area, corner))
        if is_free_place(place, area, size, kept_clear):
            places.append(place)
    return places


def _starts(low: int, high: int, length: int) -> list[int]:
    """The coordinates to try for the start of a tray of a length between two ends, from the far end on."""
    step = max(4, length // TRAY_STEPS)
    return [*range(max(low, high - length), low, -step), low]


def loose_layout(count: int, width: float, height: float) -> tuple[float, list[tuple[float, float]]]:
    """The edge length of a few unsorted dice in pixels, and the centre of each: side by side, or in rows in a narrow
    tray. The shares were chosen by eye."""
    layouts = []
    for row_count in range(1, max(1, count) + 1):
        in_full_row = ceil(count / row_count) if count else 1
        longest_edge = min(height * (0.42 if row_count == 1 else 0.62 / (row_count + 0.3)),
                           width * 0.62 / (in_full_row + 0.3), width * 0.42)
        layouts.append((longest_edge, row_count, in_full_row))
    edge, rows, per_row = max(layouts, key=lambda layout: layout[0])  # of equally good ones, that with the fewest rows
    spots = []
    for k in range(count):
        row, in_row = k // per_row, min(per_row, count - k // per_row * per_row)
        spots.append((width / 2 + (k % per_row - (in_row - 1) / 2) * edge * 1.45,
                      height * (0.535 if rows == 1 else 0.51) + (row - (rows - 1) / 2) * edge * 1.4))
    return edge, spots


MAX_LOOSE = 3
"""Up to this many dice of a roll are left unsorted; more are laid out in rows."""
DIE_PITCH = 1.42, 1.52
"""The distance between the centres of adjacent dice, across and down, in edges: leaves room for a ring around each."""
BESIDE_SHARES = 0.38, 0.16
"""The shares of the width for captions and for counts beside their dice, if many groups leave no room above."""
MIN_COLUMN, MIN_SINGLE_COLUMN = 14, 5
"""The minimum width of a column with captions, in heights of a line of print; the second if every group is a single
die, such as two dice that are compared."""
MAX_EDGE = 0.36, 0.42
"""The longest edge of a die, as shares of the felt's width and height."""
MAX_SINGLE_EDGE = 0.6
"""The longest edge as a share of a column's width, for groups of one die each side by side."""


CLEARLY_LARGER = 1.02
"""The factor by which dice must be larger in another layout to prefer it to a simpler one."""
MIN_LINE_HEIGHT, LINE_SHARE = 14.0, 0.09
"""The least height of a line of print in pixels, and the usual one as a share of the felt's height."""
CAPTION_LINES = 1.25
"""The height of a caption, in lines of print."""
MAX_CAPTION_HEIGHT = 0.09
"""The largest print height of captions beside dice, as a share of the felt's width."""
BESIDE_FACE: Role = "counter"
"""The typeface of captions beside dice, a narrow one."""
CAPTION_SIZE = 0.78
"""The font size of captions, as a share of their height."""
MIN_CAPTION_SIZE = 11
"""The smallest font size of captions, in pixels."""
MAX_CAPTIONS_SHARE = 0.6
"""The largest share of a column's height that its captions may take from the dice."""
EDGE_STEP = 0.985
"""The factor by which an edge length is reduced until the dice fit."""


@dataclass(frozen=True, slots=True)
class Group:
    """Dice of one roll that lie together under one caption."""

    title: Text
    """The group's owner and purpose: a side, a unit."""
    dice: tuple[int, ...]
    """Indices of the group's dice in the roll (from 0) in display order: as rolled, unless the order means nothing."""
    hits: frozenset[int] | None = None
    """Indices of the dice that are hits; None if nothing is counted."""
    rows: tuple[tuple[int, ...], ...] = ()
    """Runs of adjacent dice that count together."""
    short: Text = ""
    """A shorter title, shown where the title does not fit; empty if there is none."""


def die_tooltip(die: Die, face: int, counts: bool | None = None, owner: Text = "") -> Text:
    """The tooltip of a rolled die.

    :param counts: whether it is a hit; None if nothing is counted.
    :param owner: the die's side or unit.
    """
    face_text: Text = (say("Heads") if face else say("Cross")) if die == COIN else str(face)
    if counts is not None:
        face_text = say("{face}, a hit", face=face_text) if counts else say("{face}, no hit", face=face_text)
    return say("{die}: {face}", die=capitalised(translate(owner)) if owner else translate(die.title), face=face_text)


def pending_die_tooltip(die: Die, owner: Text = "") -> Text:
    """The tooltip of a die still to be rolled."""
    if owner:
        return say("{owner}: {die}, to be rolled", owner=capitalised(translate(owner)), die=die.title)
    return say("{die}, to be rolled", die=translate(die.title))


@dataclass(frozen=True, slots=True)
class Block:
    """A group with its position on the felt."""

    group: Group
    caption_box: TrayBox
    """The box of its caption; height 0 without a caption."""
    places: tuple[tuple[float, float], ...]
    """The centre of each die, in the order of the group."""
    line_width: float = 0.0
    """The width of caption, dice and count together if they share a line; 0 if the caption is above the dice."""
    caption_lines: int = 1
    """The number of lines of print in the box of a caption above its dice."""
    size_beside: int = 0
    """The font size of a caption beside its dice, the same in all rows, in pixels; 0 if the caption is above them."""

    @property
    def caption_size(self) -> int:
        """The usual font size of a caption above its dice, in pixels."""
        return max(MIN_CAPTION_SIZE, round(self.caption_box.height / self.caption_lines * CAPTION_SIZE))

    @property
    def is_cramped(self) -> bool:
        """Whether the title above a single die is too long for a line of the usual size."""
        typeface = font("ui-bold", self.caption_size)
        room = caption_room(self.caption_box.width, typeface)
        return len(self.places) == 1 and not self.line_width and typeface.size(translate(self.group.title))[0] > room

    @property
    def size_label(self) -> Text:
        """The number of dice in the group, short if the caption is beside them; empty for a single die."""
        count = len(self.places)
        if count < 2:
            return ""
        return f"\N{MULTIPLICATION SIGN}{count}" if self.line_width else say("{count} dice", count=count)


@dataclass(frozen=True, slots=True)
class RollLayout:
    """The layout of a whole roll."""

    edge: float
    """The edge length of every die."""
    blocks: tuple[Block, ...]


def complete_groups(count: int, groups: Sequence[Group]) -> tuple[Group, ...]:
    """The groups with every die of the roll exactly once: in the first group that names it; dice in no group are in a
    last one."""
    complete, ungrouped = [], dict.fromkeys(range(count))
    for group in groups:
        dice = tuple(k for k in dict.fromkeys(group.dice) if k in ungrouped)
        for k in dice:
            del ungrouped[k]
        complete.append(replace(group, dice=dice))
    return (*complete, Group("", tuple(ungrouped))) if ungrouped else tuple(complete)


def groups_of(roll: Roll, faces: tuple[int, ...] = (), hits: frozenset[int] | None = None) -> tuple[Group, ...]:
    """The display groups of a roll's dice, by side and unit; sorted with hits first if their order means nothing. Empty
    if the roll has neither groups nor hits to show, and its dice are few or their order matters.

    :param faces: the faces rolled; empty while the roll is pending.
    :param hits: indices of the hits, if the groups' faces do not decide that.
    """
    if not roll.groups and hits is None and (roll.ordered or len(roll.dice) <= MAX_LOOSE):
        return ()
    groups = []
    for group in roll.groups or (DiceGroup("", tuple(range(len(roll.dice)))),):
        dice, own_hits = group.dice, frozenset[int]() if group.hits is not None else None
        if faces:
            all_hits = hits if hits is not None else hits_of((group,), faces)
            own_hits = all_hits if all_hits is None else all_hits & frozenset(dice)
            if not roll.ordered:
                dice = tuple(sorted(dice, key=lambda k: (k not in (own_hits or ()), -faces[k])))
        rows = group.rows(faces) if faces and roll.ordered else ()
        groups.append(Group(group.title, dice, own_hits, rows, group.short))
    return tuple(groups)


def is_laid_in_rows(count: int, groups: Sequence[Group]) -> bool:
    """Whether the dice of a roll are laid in rows by group, rather than left unsorted."""
    return bool(groups) or count > MAX_LOOSE


def has_caption(group: Group) -> bool:
    """Whether the group has a caption line."""
    return bool(group.title) or group.hits is not None


def caption_room(width: float, typeface: Typeface, count_width: int = 0) -> int:
    """The width in pixels for a caption's title in a box; ``count_width`` is that of the count at its right."""
    return max(1, round(width) - count_width - typeface.get_height() // 2)


def lay_out(felt: TrayBox, groups: tuple[Group, ...]) -> RollLayout:
    """The groups below one another or in columns, whichever allows larger dice. If a title above a single die is long,
    all captions have room for two lines."""
    layout = _laid_out(felt, groups, 1)
    if layout.blocks and all(block.line_width for block in layout.blocks):
        captions = tuple((capitalised(block.group.title), block.caption_box.height) for block in layout.blocks)
        size = _size_beside(captions, felt.width)
        return RollLayout(layout.edge, tuple(replace(block, size_beside=size) for block in layout.blocks))
    return _laid_out(felt, groups, 2) if any(block.is_cramped for block in layout.blocks) else layout


@lru_cache(maxsize=64)
def _laid_out(felt: TrayBox, groups: tuple[Group, ...], caption_lines: int) -> RollLayout:
    """The groups below one another or in columns, whichever allows larger dice, with a number of lines for captions
    above dice."""
    line_height = max(MIN_LINE_HEIGHT, min(felt.height * LINE_SHARE, felt.height / (4 * max(1, len(groups)))))
    caption_heights = tuple(line_height * CAPTION_LINES * caption_lines if has_caption(group) else 0.0
                            for group in groups)
    single_dice = all(len(group.dice) == 1 for group in groups)
    best: tuple[float, list[list[int]]] = 0.0, []
    for columns in range(1, max(1, len(groups)) + 1):
        rows = ceil(len(groups) / columns)
        column_groups = [list(range(len(groups)))[k : k + rows] for k in range(0, len(groups), rows)] if groups else []
        gutter = line_height if len(column_groups) > 1 else 0.0
        width = (felt.width - gutter * (len(column_groups) - 1)) / max(1, len(column_groups))
        min_width = (MIN_SINGLE_COLUMN if single_dice else MIN_COLUMN) * line_height
        if columns > 1 and any(caption_heights) and width < min_width:
            break
        max_share = MAX_SINGLE_EDGE if single_dice and columns > 1 else MAX_EDGE[0]
        edge = min((_largest_edge(width, felt.height, column, groups, caption_heights, max_share)
                    for column in column_groups), default=1.0)
        if edge > best[0] * CLEARLY_LARGER:
            best = edge, column_groups
    edge, column_groups = best
    if all(caption_heights) and len(groups) > 1:
        edge_beside = _largest_edge(_dice_width(felt.width), felt.height, list(range(len(groups))), groups,
                                    (0.0,) * len(groups))
        if edge_beside > edge * CLEARLY_LARGER:
            return RollLayout(edge_beside, tuple(_blocks_beside_captions(felt, edge_beside, groups)))
    blocks: list[Block] = []
    for k, column in enumerate(column_groups):
        gutter = line_height if len(column_groups) > 1 else 0.0
        width = (felt.width - gutter * (len(column_groups) - 1)) / len(column_groups)
        room = TrayBox(felt.x + k * (width + gutter), felt.y, width, felt.height)
        blocks += _column_blocks(room, edge, column, groups, caption_heights)
    return RollLayout(edge, tuple(replace(block, caption_lines=caption_lines) for block in blocks))


def _dice_width(width: float) -> float:
    """The width left for dice between captions and counts."""
    return width * (1 - sum(BESIDE_SHARES))


def _blocks_beside_captions(felt: TrayBox, edge: float, groups: tuple[Group, ...]) -> list[Block]:
    """The groups below one another, each with its dice beside its caption."""
    per_row = _dice_per_row(_dice_width(felt.width), edge)
    rows = [max(1, ceil(len(group.dice) / per_row)) for group in groups]
    space = max(0.0, felt.height - sum(rows) * edge * DIE_PITCH[1]) / len(groups)
    heights = [row_count * edge * DIE_PITCH[1] + space for row_count in rows]
    left, y, blocks = felt.x + felt.width * BESIDE_SHARES[0], felt.y, []
    for group, height in zip(groups, heights, strict=True):
        spots = tuple((left + (i % per_row + 0.5) * edge * DIE_PITCH[0], y + space / 2
                       + (i // per_row + 0.5) * edge * DIE_PITCH[1])
                      for i in range(len(group.dice)))
        blocks.append(Block(group, TrayBox(felt.x, y, felt.width * BESIDE_SHARES[0], height), spots, felt.width))
        y += height
    return blocks


@lru_cache(maxsize=64)
def _size_beside(captions: tuple[tuple[str, float], ...], felt_width: float) -> int:
    """The largest font size in pixels at which all captions beside dice are whole, in lines that fit their rows; the
    smallest size if there is none. With one size for all, no unit looks more important than another.

    :param captions: the title and the height of each row.
    :param felt_width: in pixels.
    """
    lowest = min(height for _, height in captions)
    size = max(MIN_CAPTION_SIZE, round(min(lowest, felt_width * MAX_CAPTION_HEIGHT) * CAPTION_SIZE))
    while size > MIN_CAPTION_SIZE and not all(
            lines_beside(title, size, felt_width * BESIDE_SHARES[0], height) for title, height in captions):
        size -= 1
    return size


def lines_beside(title: str, size: int, width: float, height: float) -> list[str]:
    """The lines of a caption beside its dice, all of which fit its box; none if it does not fit at this font size."""
    typeface = font(BESIDE_FACE, size)
    room = caption_room(width, typeface)
    lines = wrap(title, typeface, room)
    fits = len(lines) * typeface.get_height() <= height and all(typeface.size(line)[0] <= room for line in lines)
    return lines if fits else []


def _dice_per_row(width: float, edge: float) -> int:
    """The most dice of an edge length that fit side by side into a width."""
    return max(1, int(width / (edge * DIE_PITCH[0]) + 1e-9))


def _largest_edge(width: float, height: float, column: list[int], groups: tuple[Group, ...],
                  caption_heights: tuple[float, ...], max_share: float = MAX_EDGE[0]) -> float:
    """The largest edge length at which the groups of a column fit below one another.

    :param column: indices of the column's groups.
    :param max_share: the longest edge as a share of the width.
    """
    edge = min(width * max_share, height * MAX_EDGE[1])
    captions = min(sum(caption_heights[k] for k in column), height * MAX_CAPTIONS_SHARE)
    while edge > 1:
        rows = sum(ceil(len(groups[k].dice) / _dice_per_row(width, edge)) for k in column)
        if rows * edge * DIE_PITCH[1] + captions <= height and edge * DIE_PITCH[0] <= width:
            break
        edge *= EDGE_STEP
    return edge


def _column_blocks(room: TrayBox, edge: float, column: list[int], groups: tuple[Group, ...],
                   caption_heights: tuple[float, ...]) -> list[Block]:
    """The groups of a column below one another, each with its dice below its caption; a single group is centred.

    :param column: indices of the column's groups.
    """
    max_per_row = _dice_per_row(room.width, edge)
    row_counts = [ceil(len(groups[k].dice) / max_per_row) for k in column]
    dice_per_row = [ceil(len(groups[k].dice) / rows) if rows else 1 for k, rows in zip(column, row_counts, strict=True)]
    left = room.x + (room.width - max(dice_per_row) * edge * DIE_PITCH[0]) / 2 * (len(column) == 1)
    used_height = sum(row_counts) * edge * DIE_PITCH[1] + sum(caption_heights[k] for k in column)
    space = max(0.0, room.height - used_height) / (len(column) + 1)
    blocks, y = [], room.y + space
    for k, row_count, per_row in zip(column, row_counts, dice_per_row, strict=True):
        top = y + caption_heights[k]
        spots = tuple((left + (i % per_row + 0.5) * edge * DIE_PITCH[0],
                       top + (i // per_row + 0.5) * edge * DIE_PITCH[1])
                      for i in range(len(groups[k].dice)))
        blocks.append(Block(groups[k], TrayBox(room.x, y, room.width, caption_heights[k]), spots))
        y = top + row_count * edge * DIE_PITCH[1] + space
    return blocks


@lru_cache(maxsize=16)
def scattered_places(felt: TrayBox, count: int, edge: float, number: int) -> tuple[tuple[float, float], ...]:
    """The resting places of the dice of roll ``number`` before they slide into rows: all over the felt, each in a part
    of its own.

    :param edge: the dice's edge length.
    """
    rng = Random(f"fallen {number} {count}")
    columns = max(1, min(count, round((count * felt.width / max(1.0, felt.height)) ** 0.5)))
    rows = max(1, ceil(count / columns))
    cells = [(k % columns, k // columns) for k in range(columns * rows)]
    rng.shuffle(cells)
    cell_size = felt.width / columns, felt.height / rows
    slack = [max(0.0, size - edge * 1.3) / 2 for size in cell_size]
    return tuple((felt.x + (x + 0.5) * cell_size[0] + rng.uniform(-1, 1) * slack[0],
                  felt.y + (y + 0.5) * cell_size[1] + rng.uniform(-1, 1) * slack[1]) for x, y in cells[:count])
