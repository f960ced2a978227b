"""The fanned-out stack: when it opens and folds, and the positions of its counters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import ceil, hypot
from typing import Protocol

import pygame

from game.ui.kit.camera import Point, ease

REST_SECONDS = 0.28
"""How long the pointer must rest on a stack before it opens, so that a quick click still hits what is there."""
REST_PIXELS = 5
"""Pixels that the pointer may move while it counts as resting."""
MAX_JUMP = 90
"""The longest jump of the pointer in pixels that still counts as moving within a fanned-out stack."""
SPREAD_SECONDS = 0.13
MAX_ROW = 6
"""Maximum counters in one row of a fanned-out stack; more are divided evenly into rows."""

Anchor = tuple[str, tuple[int, int]]
"""The unit that was under the pointer when its stack opened, and the point where its centre stays."""


class Spread:
    """The state of the fanned-out stack. The counter under the pointer when it opened stays under it."""

    def __init__(self) -> None:
        self.place: str | None = None
        self.anchor: Anchor | None = None
        self._for = 0.0
        self.reduced = False
        """Whether motion is reduced: stacks then open at once."""
        self._wanted: tuple[str, Anchor | None] | None = None
        self._rested = 0.0
        self._at = (-999, -999)
        self._pointer = (-999, -999)

    @property
    def share(self) -> float:
        """How far it has opened, 0..1."""
        return ease(self._for / SPREAD_SECONDS)

    @property
    def condition(self) -> object:
        """Changes whenever the counters of a fanned-out stack move."""
        return self.place, self.anchor, self._for

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds; a stack on which the pointer has rested long enough opens."""
        self._for = min(SPREAD_SECONDS, self._for + dt)
        if self._wanted is not None:
            self._rested += dt
            if self._rested >= REST_SECONDS:
                self.open(*self._wanted)

    def track_pointer(self, pos: tuple[int, int]) -> bool:
        """Record the new pointer position; return whether it is near the last one."""
        near = hypot(pos[0] - self._pointer[0], pos[1] - self._pointer[1]) <= MAX_JUMP
        self._pointer = pos
        return near

    def wait_on(self, pos: tuple[int, int], place: str | None, anchor: Anchor | None) -> None:
        """Wait for the pointer to rest on a stack that may open; None for ``place`` waits for none."""
        self.fold()
        if place is None or hypot(pos[0] - self._at[0], pos[1] - self._at[1]) > REST_PIXELS:
            self._at, self._rested = pos, 0.0
        self._wanted = (place, anchor) if place is not None else None

    def open(self, place: str, anchor: Anchor | None = None) -> None:
        """Fan out a stack now."""
        if place != self.place:
            self.place, self.anchor, self._for = place, anchor, SPREAD_SECONDS if self.reduced else 0.0
        self._wanted, self._rested = None, 0.0

    def stop_waiting(self) -> None:
        """Cancel a pending opening; nothing opens before the pointer moves again."""
        self._wanted = None

    def fold(self) -> None:
        """Fold the stack; nothing opens before the pointer moves again."""
        self.place = self.anchor = self._wanted = None


class FannableStacks(Protocol):
    """The interface to stacks of counters, one of which may be fanned out."""

    spread: Spread

    def wide(self, place: str) -> int:
        """A counter's width in pixels if the stack of its place is fanned out."""

    def place_of(self, unit: str) -> str | None:
        """The place of a resting counter."""

    def units_in(self, place: str | None) -> tuple[str, ...]:
        """The resting units in a place."""

    def spots(self) -> dict[str, tuple[int, int]]:
        """The centre of every resting counter."""

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The unit visible at a point."""

    def tray(self) -> tuple[frozenset[str], pygame.Rect] | None:
        """The units of the fanned-out stack, and the area beneath them."""


def follow_pointer(piles: FannableStacks, pos: tuple[int, int], ground: str | None,
                   opens: Callable[[str], bool]) -> None:
    """Handle pointer motion: a fanned-out stack stays open while the pointer is on it; another opens if the pointer
    rests on it.

    :param ground: the place whose ground is under the pointer.
    :param opens: whether the stack of a place may open now.
    """
    near, tray, unit = piles.spread.track_pointer(pos), piles.tray(), piles.unit_at(pos)
    if tray is not None and tray[1].collidepoint(pos) and (near or unit in tray[0]):
        return
    place = piles.place_of(unit) if unit is not None else ground
    units = piles.units_in(place)
    if place is None or len(units) < 2 or not opens(place):
        piles.spread.wait_on(pos, None, None)
        return
    piles.spread.fold()
    spots, width = piles.spots(), piles.wide(place)
    if unit is not None:
        piles.spread.wait_on(pos, place, anchor_under(unit, spots[unit], pos, width))
    elif around([spots[mate] for mate in units], width).collidepoint(pos):
        piles.spread.wait_on(pos, place, None)


def anchor_under(unit: str, middle: Point, pos: tuple[int, int], wide: int) -> Anchor:
    """An anchor that keeps a counter in place, moved only so that it is under the pointer when shown ``wide`` pixels
    wide."""
    max_distance = 0.4 * wide
    x, y = (max(p - max_distance, min(p + max_distance, m)) for p, m in zip(pos, middle, strict=True))
    return unit, (round(x), round(y))


def columns_of(number: int) -> int:
    """The number of columns for ``number`` fanned-out counters."""
    return ceil(number / ceil(number / MAX_ROW)) if number else 1


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
    down = 0.0
    for units, gap in rows:
        down += gap
        spots.update({unit: ((k + 0.5) * step, down + step / 2) for k, unit in enumerate(units)})
        down += step
    for across, over in product((False, True), repeat=2):
        turned = {u: (width - x if across else x, height - y if over else y) for u, (x, y) in spots.items()}
        if anchor is None or anchor[0] not in turned:
            break
        (ax, ay), (x, y) = anchor[1], turned[anchor[0]]
        box = pygame.Rect(round(ax - x), round(ay - y), round(width), round(height))
        if area.contains(box):
            return {u: (round(box.x + x), round(box.y + y)) for u, (x, y) in turned.items()}
    left = max(area.left, min(area.right - width, middle[0] - width / 2))
    top = max(area.top, min(area.bottom - height, middle[1] - height / 2))
    return {unit: (round(left + x), round(top + y)) for unit, (x, y) in spots.items()}


def around(points: Sequence[tuple[int, int]], room: int) -> pygame.Rect:
    """The bounding box of points with room for a counter at each."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return pygame.Rect(min(xs) - room // 2, min(ys) - room // 2, max(xs) - min(xs) + room, max(ys) - min(ys) + room)
