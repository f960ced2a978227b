"""The stack that lies spread out: when it opens and folds, and where its counters lie then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import ceil, hypot
from typing import Protocol

import pygame

from game.ui.kit.camera import Point, eased

REST_SECONDS = 0.28
"""How long the pointer rests on a stack before it opens: a click on its way is meant for what lies there."""
STIR = 5
"""Pixels the pointer may tremble while it rests."""
STROLL = 90
"""Pixels the pointer may jump within a spread stack and still be in it; a longer jump has another aim."""
SPREAD_SECONDS = 0.13
ROW = 6
"""Counters of a spread stack in one row; more are shared out evenly."""

Anchor = tuple[str, tuple[int, int]]
"""The counter that was under the pointer when its stack opened, and where its middle stays."""


class Spread:
    """Which stack is spread. What lay under the pointer when it opened still does."""

    def __init__(self) -> None:
        self.place: str | None = None
        self.anchor: Anchor | None = None
        self._for = 0.0
        self.reduced = False
        """Whether stacks open at once, without motion."""
        self._wanted: tuple[str, Anchor | None] | None = None
        self._rested = 0.0
        self._at = (-999, -999)
        self._pointer = (-999, -999)

    @property
    def share(self) -> float:
        """How far it has opened, 0..1."""
        return eased(self._for / SPREAD_SECONDS)

    @property
    def condition(self) -> object:
        """Changes whenever the counters of a spread stack lie otherwise."""
        return self.place, self.anchor, self._for

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass: a stack the pointer rests on opens."""
        self._for = min(SPREAD_SECONDS, self._for + dt)
        if self._wanted is not None:
            self._rested += dt
            if self._rested >= REST_SECONDS:
                self.open(*self._wanted)

    def strolls(self, pos: tuple[int, int]) -> bool:
        """Note where the pointer has moved to; whether that is near where it was."""
        near = hypot(pos[0] - self._pointer[0], pos[1] - self._pointer[1]) <= STROLL
        self._pointer = pos
        return near

    def rest_on(self, pos: tuple[int, int], place: str | None, anchor: Anchor | None) -> None:
        """The pointer is on a stack that would open, or on none."""
        self.fold()
        if place is None or hypot(pos[0] - self._at[0], pos[1] - self._at[1]) > STIR:
            self._at, self._rested = pos, 0.0
        self._wanted = (place, anchor) if place is not None else None

    def open(self, place: str, anchor: Anchor | None = None) -> None:
        """Spread a stack now."""
        if place != self.place:
            self.place, self.anchor, self._for = place, anchor, SPREAD_SECONDS if self.reduced else 0.0
        self._wanted, self._rested = None, 0.0

    def stop_waiting(self) -> None:
        """Open nothing before the pointer has moved again."""
        self._wanted = None

    def fold(self) -> None:
        """Pile everything up; nothing opens before the pointer has moved again."""
        self.place = self.anchor = self._wanted = None


class Piles(Protocol):
    """Counters in piles, one of which may lie spread."""

    spread: Spread

    def wide(self, place: str) -> int:
        """A counter's width in pixels where the stack of a place is spread."""

    def place_of(self, unit: str) -> str | None:
        """Where a resting counter lies."""

    def units_in(self, place: str | None) -> tuple[str, ...]:
        """The resting counters of a place."""

    def spots(self) -> dict[str, tuple[int, int]]:
        """Every resting counter's middle."""

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The counter seen at a point."""

    def tray(self) -> tuple[frozenset[str], pygame.Rect] | None:
        """What lies spread, and the area beneath it."""


def hover(piles: Piles, pos: tuple[int, int], ground: str | None, opens: Callable[[str], bool]) -> None:
    """The pointer has moved: a spread stack stays while the pointer is on it, another opens where the pointer rests.

    :param ground: the place whose ground is under the pointer.
    :param opens: whether the stack of a place may open now.
    """
    near, tray, unit = piles.spread.strolls(pos), piles.tray(), piles.unit_at(pos)
    if tray is not None and tray[1].collidepoint(pos) and (near or unit in tray[0]):
        return
    place = piles.place_of(unit) if unit is not None else ground
    units = piles.units_in(place)
    if place is None or len(units) < 2 or not opens(place):
        piles.spread.rest_on(pos, None, None)
        return
    piles.spread.fold()
    spots, wide = piles.spots(), piles.wide(place)
    if unit is not None:
        piles.spread.rest_on(pos, place, about_pointer(unit, spots[unit], pos, wide))
    elif around([spots[mate] for mate in units], wide).collidepoint(pos):
        piles.spread.rest_on(pos, place, None)


def about_pointer(unit: str, middle: Point, pos: tuple[int, int], wide: int) -> Anchor:
    """Keep a counter where it lies, but so that the pointer is on it when it is shown ``wide`` pixels wide."""
    most = 0.4 * wide
    x, y = (max(p - most, min(p + most, m)) for p, m in zip(pos, middle, strict=True))
    return unit, (round(x), round(y))


def columns_of(number: int) -> int:
    """How many of so many spread counters lie side by side."""
    return ceil(number / ceil(number / ROW)) if number else 1


def laid_out(rows: Sequence[tuple[Sequence[str], float]], step: float, area: pygame.Rect, middle: Point,
             anchor: Anchor | None) -> dict[str, tuple[int, int]]:
    """The middles of spread counters: rows from the left, turned about where only that leaves the anchor in place.

    :param rows: the counters of each row and the room above it in pixels.
    :param step: from one middle to the next, in pixels.
    :param area: what all of them must lie in.
    :param middle: what they lie about where nothing is anchored, or no way to lie fits.
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
    """The box around points, with room for a counter at each."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return pygame.Rect(min(xs) - room // 2, min(ys) - room // 2, max(xs) - min(xs) + room, max(ys) - min(ys) + room)
