"""Layout of the dice of a roll: groups, each in rows as large as fit, in rolled order; and the place of their tray."""

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
from game.ui.dice.coin_rows import Box

TRAY_SIZES = (1.0, 0.88, 0.76, 0.66, 0.58)
"""Tray sizes to try, as shares of the wanted size; a smaller one is used if a larger one would cover more."""
MIN_TRAY_SIZE = 0.76
"""The smallest of these sizes that is worth a place beside the map, or among the counters on it (chosen by eye)."""
TRAY_SHAPES = ((1.0, 1.0), (0.7, 1.15))
"""Width and height to try for a tray on the table, as shares of its size: as wanted, and narrow and high."""
CORNERS = "bottomright", "bottomleft", "topleft", "topright"
"""The corners of the map for the tray, the usual one first."""
TRAY_STEPS = 6
"""Positions tried within one tray width, and within one tray height."""


def place_on_table(table: pygame.Rect, size: tuple[int, int], taken: Sequence[pygame.Rect], least: int = 0,
                   ) -> pygame.Rect | None:
    """The largest tray that fits on free table; of equally large ones the nearest to the lower right corner. None if
    there is no room.

    :param table: the part of the window that shows the table.
    :param taken: rectangles occupied by the map, cards and buttons.
    :param least: the least width of a tray, in pixels.
    """
    sizes = [share for share in TRAY_SIZES if share >= MIN_TRAY_SIZE]
    for share, (width, height) in product(sizes, TRAY_SHAPES):
        tray = pygame.Rect(0, 0, round(size[0] * share * width), round(size[1] * share * height))
        if tray.width < least:
            continue
        lefts = {table.right - tray.w, *(each.left - tray.w for each in taken), *(each.right for each in taken)}
        tops = {table.bottom - tray.h, *(each.top - tray.h for each in taken), *(each.bottom for each in taken)}
        places = [pygame.Rect(at, tray.size) for at in product(lefts, tops)]
        free = [place for place in places if table.contains(place) and place.collidelist(taken) < 0]
        if free:
            return max(free, key=lambda place: (place.right + place.bottom, place.right))
    return None


def place_tray(area: pygame.Rect, size: tuple[int, int], counters: Sequence[pygame.Rect],
               combat: Sequence[pygame.Rect], last: pygame.Rect | None = None, margin: int = 0,
               spaces: Sequence[pygame.Rect] = ()) -> pygame.Rect:
    """The best place for the tray on the map: the same as before if it covers nothing there, or the nearest corner
    without counters; for the first tray the corner without counters in which it covers fewest spaces. Else it hides as
    little as possible of the counters in combat, then of the margin around them, then of the other counters; then
    larger is better, then fewer spaces, then nearer to the lower right corner. If it would become small by that, it
    goes to the nearest corner outside the combat instead, over other counters.

    :param last: the tray's previous place; kept as long as it covers nothing.
    :param margin: pixels around a combat in which retreats and advances will be visible.
    :param spaces: the middles of the map's spaces: water and margins have none.
    """
    ringed = [box.inflate(2 * margin, 2 * margin) for box in combat]
    every = [*counters, *ringed]
    if last is not None and stays(last, area, size, every):
        return last
    corners = [_in_corner(area, size, corner) for corner in CORNERS]
    free = [place for place in corners if stays(place, area, size, every)]
    if free and last is not None:
        return min(free, key=lambda place: dist(place.center, last.center))
    if free:
        return min(free, key=lambda place: len(place.collidelistall(spaces)))
    best: tuple[tuple[int, int, int, int, int, int], pygame.Rect] | None = None
    for order, share in enumerate(TRAY_SIZES):
        tray = pygame.Rect((0, 0), (round(size[0] * share), round(size[1] * share)))
        for x, y in product(_starts(area.left, area.right, tray.w), _starts(area.top, area.bottom, tray.h)):
            tray.topleft = x, y
            hidden = tuple(len(tray.collidelistall(boxes)) for boxes in (combat, ringed, counters))
            far = (area.right - tray.right) + (area.bottom - tray.bottom)
            cost = hidden[0], hidden[1], hidden[2], order, len(tray.collidelistall(spaces)), far
            if best is None or cost < best[0]:
                best = cost, tray.copy()
        if best is not None and not any(best[0][:3]):
            break
    assert best is not None
    beside_combat = [place for place in corners if stays(place, area, size, ringed)]
    if last is not None and beside_combat and best[0][3] > TRAY_SIZES.index(MIN_TRAY_SIZE):
        return min(beside_combat, key=lambda place: dist(place.center, last.center))
    return best[1]


def stays(place: pygame.Rect, area: pygame.Rect, size: tuple[int, int], kept_clear: Sequence[pygame.Rect]) -> bool:
    """Whether a tray of a size may be in a place: it is inside the area and covers nothing to be kept clear."""
    return place.size == size and area.contains(place) and place.collidelist(kept_clear) < 0


def _in_corner(area: pygame.Rect, size: tuple[int, int], corner: str) -> pygame.Rect:
    """A rectangle of a size in a corner of an area."""
    place = pygame.Rect((0, 0), size)
    setattr(place, corner, getattr(area, corner))
    return place


def _starts(low: int, high: int, length: int) -> list[int]:
    """The start coordinates to try for something of a length between two ends, from the far end on."""
    step = max(4, length // TRAY_STEPS)
    return [*range(max(low, high - length), low, -step), low]


def loose_layout(count: int, width: float, height: float) -> tuple[float, list[tuple[float, float]]]:
    """The edge length of a few unsorted dice, and the centre of each: side by side, or in rows in a narrow tray."""
    layouts = []
    for rows in range(1, max(1, count) + 1):
        across = ceil(count / rows) if count else 1
        edge = min(height * (0.42 if rows == 1 else 0.62 / (rows + 0.3)), width * 0.62 / (across + 0.3), width * 0.42)
        layouts.append((edge, -rows, across))
    edge, rows, across = max(layouts)
    spots = []
    for k in range(count):
        row, in_row = k // across, min(across, count - k // across * across)
        spots.append((width / 2 + (k % across - (in_row - 1) / 2) * edge * 1.45,
                      height * (0.535 if rows == -1 else 0.51) + (row - (-rows - 1) / 2) * edge * 1.4))
    return edge, spots


MAX_LOOSE = 3
"""Up to this many dice of a roll are left unsorted; more are laid out in rows."""
DIE_PITCH = 1.42, 1.52
"""The distance between the centres of adjacent dice, across and down, in edges: leaves room for a ring around each."""
BESIDE_SHARES = 0.38, 0.16
"""The shares of the width for captions and for counts beside their dice, if many groups leave no room above."""
MIN_COLUMN, MIN_SINGLE_COLUMN = 14, 5
"""The minimum width of a column with captions, in lines of print; the second if every group is a single die, such as
two dice that are compared."""
MAX_EDGE = 0.36, 0.42
"""The longest edge of a die, as shares of the felt's width and height."""
MAX_SINGLE_EDGE = 0.6
"""The longest edge as a share of a column's width, for groups of one die each side by side."""


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
    shown: Text = (say("Heads") if face else say("Cross")) if die == COIN else str(face)
    if counts is not None:
        shown = say("{face}, a hit", face=shown) if counts else say("{face}, no hit", face=shown)
    return say("{die}: {face}", die=capitalised(translate(owner)) if owner else translate(die.title), face=shown)


def pending_die_tooltip(die: Die, owner: Text = "") -> Text:
    """The tooltip of a die still to be rolled."""
    if owner:
        return say("{owner}: {die}, to be rolled", owner=capitalised(translate(owner)), die=die.title)
    return say("{die}, to be rolled", die=translate(die.title))


@dataclass(frozen=True, slots=True)
class Block:
    """A group with its position on the felt."""

    group: Group
    caption_box: Box
    """The box of its caption; height 0 without a caption."""
    places: tuple[tuple[float, float], ...]
    """The centre of each die, in the order of the group."""
    line_width: float = 0.0
    """The width of caption, dice and count together if they share a line; 0 if the caption is above the dice."""

    @property
    def size_label(self) -> Text:
        """The number of dice in the group, short if the caption is beside them; empty for a single die with a caption
        above."""
        count = len(self.places)
        return str(count) if self.line_width else say("{count} dice", count=count) if count > 1 else ""


@dataclass(frozen=True, slots=True)
class RollLayout:
    """The layout of a whole roll."""

    edge: float
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
    """The display groups of a roll's dice, by side and unit; sorted with hits first if their order means nothing.

    :param faces: the faces rolled; empty while the roll is pending.
    :param hits: indices of the hits, if the groups' faces do not decide that.
    """
    if not roll.groups and hits is None and (roll.ordered or len(roll.dice) <= MAX_LOOSE):
        return ()
    groups = []
    for group in roll.groups or (DiceGroup("", tuple(range(len(roll.dice)))),):
        dice, own_hits = group.dice, frozenset[int]() if group.hits is not None else None
        if faces:
            counted = hits if hits is not None else hits_of((group,), faces)
            own_hits = counted if counted is None else counted & frozenset(dice)
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


@lru_cache(maxsize=64)
def lay_out(felt: Box, groups: tuple[Group, ...]) -> RollLayout:
    """The groups below one another or in columns, whichever allows larger dice."""
    line = max(14.0, min(felt.height * 0.09, felt.height / (4 * max(1, len(groups)))))
    heads = tuple(line * 1.25 if has_caption(group) else 0.0 for group in groups)
    alone = all(len(group.dice) == 1 for group in groups)
    best: tuple[float, list[list[int]]] = 0.0, []
    for columns in range(1, max(1, len(groups)) + 1):
        deep = ceil(len(groups) / columns)
        split = [list(range(len(groups)))[k : k + deep] for k in range(0, len(groups), deep)] if groups else []
        gutter = line if len(split) > 1 else 0.0
        width = (felt.width - gutter * (len(split) - 1)) / max(1, len(split))
        if columns > 1 and any(heads) and width < (MIN_SINGLE_COLUMN if alone else MIN_COLUMN) * line:
            break
        share = MAX_SINGLE_EDGE if alone and columns > 1 else MAX_EDGE[0]
        edge = min((_largest_edge(width, felt.height, column, groups, heads, share) for column in split), default=1.0)
        if edge > best[0] * 1.02:
            best = edge, split
    edge, split = best
    if all(heads) and len(groups) > 1:
        beside = _largest_edge(_dice_width(felt.width), felt.height, list(range(len(groups))), groups,
                               (0.0,) * len(groups))
        if beside > edge * 1.02:
            return RollLayout(beside, tuple(_blocks_beside_captions(felt, beside, groups)))
    blocks: list[Block] = []
    for k, column in enumerate(split):
        gutter = line if len(split) > 1 else 0.0
        width = (felt.width - gutter * (len(split) - 1)) / len(split)
        room = Box(felt.x + k * (width + gutter), felt.y, width, felt.height)
        blocks += _column_blocks(room, edge, column, groups, heads)
    return RollLayout(edge, tuple(blocks))


def _dice_width(width: float) -> float:
    """The width left for dice between captions and counts."""
    return width * (1 - sum(BESIDE_SHARES))


def _blocks_beside_captions(felt: Box, edge: float, groups: tuple[Group, ...]) -> list[Block]:
    """The groups below one another, each with its dice beside its caption."""
    max_columns = _dice_per_row(_dice_width(felt.width), edge)
    rows = [max(1, ceil(len(group.dice) / max_columns)) for group in groups]
    space = max(0.0, felt.height - sum(rows) * edge * DIE_PITCH[1]) / len(groups)
    left, y, blocks = felt.x + felt.width * BESIDE_SHARES[0], felt.y, []
    for group, deep in zip(groups, rows, strict=True):
        height = deep * edge * DIE_PITCH[1] + space
        spots = tuple((left + (i % max_columns + 0.5) * edge * DIE_PITCH[0], y + space / 2
                       + (i // max_columns + 0.5) * edge * DIE_PITCH[1])
                      for i in range(len(group.dice)))
        blocks.append(Block(group, Box(felt.x, y, felt.width * BESIDE_SHARES[0], height), spots, felt.width))
        y += height
    return blocks


def _dice_per_row(width: float, edge: float) -> int:
    return max(1, int(width / (edge * DIE_PITCH[0]) + 1e-9))


def _largest_edge(width: float, height: float, column: list[int], groups: tuple[Group, ...], heads: tuple[float, ...],
                  share: float = MAX_EDGE[0]) -> float:
    """The largest edge at which these groups fit below one another.

    :param share: the longest edge as a share of the width.
    """
    edge = min(width * share, height * MAX_EDGE[1])
    above = min(sum(heads[k] for k in column), height * 0.6)
    while edge > 1:
        rows = sum(ceil(len(groups[k].dice) / _dice_per_row(width, edge)) for k in column)
        if rows * edge * DIE_PITCH[1] + above <= height and edge * DIE_PITCH[0] <= width:
            break
        edge *= 0.985
    return edge


def _column_blocks(room: Box, edge: float, column: list[int], groups: tuple[Group, ...], heads: tuple[float, ...],
                   ) -> list[Block]:
    max_columns = _dice_per_row(room.width, edge)
    rows = [ceil(len(groups[k].dice) / max_columns) for k in column]
    width = [ceil(len(groups[k].dice) / deep) if deep else 1 for k, deep in zip(column, rows, strict=True)]
    left = room.x + (room.width - max(width) * edge * DIE_PITCH[0]) / 2 * (len(column) == 1)
    used = sum(rows) * edge * DIE_PITCH[1] + sum(heads[k] for k in column)
    space = max(0.0, room.height - used) / (len(column) + 1)
    blocks, y = [], room.y + space
    for k, deep, across in zip(column, rows, width, strict=True):
        top = y + heads[k]
        spots = tuple((left + (i % across + 0.5) * edge * DIE_PITCH[0], top + (i // across + 0.5) * edge * DIE_PITCH[1])
                      for i in range(len(groups[k].dice)))
        blocks.append(Block(groups[k], Box(room.x, y, room.width, heads[k]), spots))
        y = top + deep * edge * DIE_PITCH[1] + space
    return blocks


@lru_cache(maxsize=16)
def scattered_places(felt: Box, count: int, edge: float, number: int) -> tuple[tuple[float, float], ...]:
    """The resting places of the dice of roll ``number`` before they slide into rows: anywhere on the felt."""
    rng = Random(f"fallen {number} {count}")
    across = max(1, min(count, round((count * felt.width / max(1.0, felt.height)) ** 0.5)))
    deep = max(1, ceil(count / across))
    cells = [(k % across, k // across) for k in range(across * deep)]
    rng.shuffle(cells)
    step = felt.width / across, felt.height / deep
    slack = [max(0.0, size - edge * 1.3) / 2 for size in step]
    return tuple((felt.x + (x + 0.5) * step[0] + rng.uniform(-1, 1) * slack[0],
                  felt.y + (y + 0.5) * step[1] + rng.uniform(-1, 1) * slack[1]) for x, y in cells[:count])
