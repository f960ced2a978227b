"""The fanned-out stack: when it opens and folds, and the positions of its counters. All points are window pixels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import ceil, hypot
from typing import Protocol

import pygame

from game.ui.kit.camera import Point, ease

REST_SECONDS = 0.28
"""The seconds for which the pointer must rest on a stack before it opens, so that a quick click hits the stack."""
REST_PIXELS = 5
"""The pixels by which the pointer may move while it counts as resting."""
MAX_JUMP = 90
"""The longest jump of the pointer in pixels that still counts as moving within a fanned-out stack."""
SPREAD_SECONDS = 0.13
"""The seconds that a stack takes to fan out."""
MAX_ROW = 6
"""The maximum number of counters in one row of a fanned-out stack; more are divided evenly into rows."""
NOWHERE = (-999, -999)
"""A pointer position before the pointer has moved, far from every other."""
ANCHOR_REACH = 0.4
"""The maximum distance of the pointer from the centre of the counter under it, across and down, in counter widths."""

Anchor = tuple[str, tuple[int, int]]
"""The unit that was under the pointer when its stack opened, and the point where its centre stays."""


class Spread:
    """The state of the fanned-out stack. The counter under the pointer when it opened stays under it."""

    def __init__(self) -> None:
        self.place: str | None = None
        """The place of the fanned-out stack; None if there is none."""
        self.anchor: Anchor | None = None
        """The counter that stays where it is; None if none was under the pointer."""
        self._seconds_open = 0.0
        """The seconds since it opened, up to ``SPREAD_SECONDS``."""
        self.reduced = False
        """Whether motion is reduced: stacks then open at once."""
        self._pending: tuple[str, Anchor | None] | None = None
        """The place and anchor of the stack that opens if the pointer rests on it; None if there is none."""
        self._rested_seconds = 0.0
        self._rest_point = NOWHERE
        """The point at which the pointer rests."""
        self._pointer = NOWHERE

    @property
    def share(self) -> float:
        """The share by which it has opened, 0 to 1."""
        return ease(self._seconds_open / SPREAD_SECONDS)

    @property
    def condition(self) -> object:
        """A value that changes whenever the counters of a fanned-out stack move."""
        return self.place, self.anchor, self._seconds_open

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds; a stack on which the pointer has rested long enough opens."""
        self._seconds_open = min(SPREAD_SECONDS, self._seconds_open + dt)
        if self._pending is not None:
            self._rested_seconds += dt
            if self._rested_seconds >= REST_SECONDS:
                self.open(*self._pending)

    def track_pointer(self, pos: tuple[int, int]) -> bool:
        """Record the new pointer position; return whether it is near the last one."""
        near = hypot(pos[0] - self._pointer[0], pos[1] - self._pointer[1]) <= MAX_JUMP
        self._pointer = pos
        return near

    def wait_on(self, pos: tuple[int, int], place: str | None, anchor: Anchor | None) -> None:
        """Fold the open stack, and wait for the pointer to rest on another that may open; None for ``place``: on
        none."""
        self.fold()
        if place is None or hypot(pos[0] - self._rest_point[0], pos[1] - self._rest_point[1]) > REST_PIXELS:
            self._rest_point, self._rested_seconds = pos, 0.0
        self._pending = (place, anchor) if place is not None else None

    def open(self, place: str, anchor: Anchor | None = None) -> None:
        """Fan out a stack now."""
        if place != self.place:
            self.place, self.anchor, self._seconds_open = place, anchor, SPREAD_SECONDS if self.reduced else 0.0
        self._pending, self._rested_seconds = None, 0.0

    def stop_waiting(self) -> None:
        """Cancel a pending opening; nothing opens before the pointer moves again."""
        self._pending = None

    def fold(self) -> None:
        """Fold the stack; nothing opens before the pointer moves again."""
        self.place = self.anchor = self._pending = None


class FannableStacks(Protocol):
    """The interface to stacks of counters, one of which may be fanned out."""

    spread: Spread

    def fanned_width(self, place: str) -> int:
        """A counter's width in pixels if the stack of its place is fanned out."""

    def place_of(self, unit: str) -> str | None:
        """The place of a resting counter; None if the unit is not at rest on the board."""

    def units_in(self, place: str | None) -> tuple[str, ...]:
        """The resting units in a place."""

    def spots(self) -> dict[str, tuple[int, int]]:
        """The centre of every resting counter."""

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The unit visible at a point; None if there is none."""

    def tray(self) -> tuple[frozenset[str], pygame.Rect] | None:
        """The units of the fanned-out stack, and the area beneath them; None if no stack is fanned out."""


def follow_pointer(stacks: FannableStacks, pos: tuple[int, int], ground: str | None,
                   may_open: Callable[[str], bool]) -> None:
    """Handle pointer motion: a fanned-out stack stays open while the pointer is on it; another opens if the pointer
    rests on it.

    :param ground: the place whose ground is under the pointer; None if there is none.
    :param may_open: callback for whether the stack of a place may open now.
    """
    near, tray, unit = stacks.spread.track_pointer(pos), stacks.tray(), stacks.unit_at(pos)
    if tray is not None and tray[1].collidepoint(pos) and (near or unit in tray[0]):
        return
    place = stacks.place_of(unit) if unit is not None else ground
    units = stacks.units_in(place)
    if place is None or len(units) < 2 or not may_open(place):
        stacks.spread.wait_on(pos, None, None)
        return
    stacks.spread.fold()  # first, so that the spots are those of the folded stacks
    spots, width = stacks.spots(), stacks.fanned_width(place)
    if unit is not None:
        stacks.spread.wait_on(pos, place, anchor_under(unit, spots[unit], pos, width))
    elif box_around_counters([spots[other] for other in units], width).collidepoint(pos):
        stacks.spread.wait_on(pos, place, None)


def anchor_under(unit: str, middle: Point, pos: tuple[int, int], width: int) -> Anchor:
    """An anchor that keeps a counter in place, moved only so that it is under the pointer when shown ``width`` pixels
    wide.

    :param middle: the counter's centre; ``pos`` is the pointer's position.
    """
    reach = ANCHOR_REACH * width
    x, y = (max(p - reach, min(p + reach, m)) for p, m in zip(pos, middle, strict=True))
    return unit, (round(x), round(y))


def columns_of(count: int) -> int:
    """The number of columns for a number of fanned-out counters; 1 for none."""
    return ceil(count / ceil(count / MAX_ROW)) if count else 1


def fanned_spots(rows: Sequence[tuple[Sequence[str], float]], step: float, area: pygame.Rect, middle: Point,
                 anchor: Anchor | None) -> dict[str, tuple[int, int]]:
    """The centres of fanned-out counters: rows from the left, mirrored if only that keeps the anchor in place.

    :param rows: the counters of each row, and the room above it in pixels.
    :param step: the distance between centres, in pixels.
    :param area: the rectangle that must contain all of them.
    :param middle: the centre if there is no anchor, or if no mirroring fits.
    """
    width = max(len(units) for units, _ in rows) * step
    height = len(rows) * step + sum(gap for _, gap in rows)
    spots: dict[str, tuple[float, float]] = {}
    row_top = 0.0
    for units, gap in rows:
        row_top += gap
        spots.update({unit: ((k + 0.5) * step, row_top + step / 2) for k, unit in enumerate(units)})
        row_top += step
    for left_right, top_bottom in product((False, True), repeat=2):
        mirrored = {unit: (width - x if left_right else x, height - y if top_bottom else y)
                    for unit, (x, y) in spots.items()}
        if anchor is None or anchor[0] not in mirrored:
            break
        (anchor_x, anchor_y), (x, y) = anchor[1], mirrored[anchor[0]]
        box = pygame.Rect(round(anchor_x - x), round(anchor_y - y), round(width), round(height))
        if area.contains(box):
            return {unit: (round(box.x + x), round(box.y + y)) for unit, (x, y) in mirrored.items()}
    left = max(area.left, min(area.right - width, middle[0] - width / 2))
    top = max(area.top, min(area.bottom - height, middle[1] - height / 2))
    return {unit: (round(left + x), round(top + y)) for unit, (x, y) in spots.items()}


def box_around_counters(points: Sequence[tuple[int, int]], width: int) -> pygame.Rect:
    """The bounding box of counters with centres at some points, each ``width`` pixels wide."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return pygame.Rect(min(xs) - width // 2, min(ys) - width // 2, max(xs) - min(xs) + width, max(ys) - min(ys) + width)
