"""The visible part of a card: the heading, as many whole lines as fit, and the buttons, which stay at its foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pygame

Span = tuple[int, int]
"""Top and bottom, in pixels down the card's print."""
MAX_TITLE_SHARE = 0.5
"""The maximum share of the room for the title alone, while the lines below scroll."""
MAX_HEADING_SHARE = 0.28
"""The maximum share of the room for a whole heading, while the lines below scroll."""


def whole_lines(spans: Sequence[Span]) -> list[Span]:
    """Spans from the top down; overlapping ones, e.g. in two columns, are merged."""
    merged: list[Span] = []
    for top, bottom in sorted(spans):
        if merged and top < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], bottom)
        else:
            merged.append((top, bottom))
    return merged


@dataclass(frozen=True)
class Cut:
    """The layout of a card's print in its room; all in pixels."""

    height: int
    """Height of the print."""
    room: int
    heads: tuple[int, ...]
    """Possible ends of the heading that stays at the top; the largest that leaves room for the rest is used."""
    lines: tuple[Span, ...]
    """Lines that are shown whole or not at all."""
    listed: tuple[Span, ...]
    """Lines of a list; those out of view are counted."""
    pinned: Span
    """The print that stays at the foot."""
    sign: int
    """Height of the line that says how much more there is."""

    @property
    def fits(self) -> bool:
        """Whether all of the print fits."""
        return self.height <= self.room

    @cached_property
    def foot(self) -> int:
        """Height of the pinned print; 0 if it would fill the card."""
        foot = self.pinned[1] - self.pinned[0]
        return 0 if foot > self.room else foot

    @cached_property
    def head(self) -> int:
        """Height of the heading that stays in view."""
        free = self.room - self.foot
        fitting_heads = [head for head in self.heads
                         if head <= (MAX_TITLE_SHARE if head == self.heads[0] else MAX_HEADING_SHARE) * free
                         and head + self._row <= free]
        return 0 if self.fits else max(fitting_heads, default=0)

    @cached_property
    def window(self) -> int:
        """Height of the scrolling part between heading and foot."""
        free = self.room - self.head - self.foot
        return free if self.fits or free < max(3 * self.sign, self._row + self.sign) else free - self.sign

    @cached_property
    def _row(self) -> int:
        """Height of the lowest line of the list; 0 if there is no list."""
        return min((bottom - top for top, bottom in self.listed), default=0)

    @property
    def signed(self) -> bool:
        """Whether the line that says how much more there is is shown."""
        return not self.fits and self.window < self.room - self.head - self.foot

    def body(self, y: int) -> int:
        """A height of the print with the pinned part left out."""
        return y - self.foot if self.foot and y >= self.pinned[1] else y

    @cached_property
    def _lines(self) -> list[Span]:
        return whole_lines([(self.body(top), self.body(bottom)) for top, bottom in self.lines
                            if top >= self.head and not self._is_pinned(top)])

    def _is_pinned(self, y: int) -> bool:
        return bool(self.foot) and self.pinned[0] <= y < self.pinned[1]

    @cached_property
    def most(self) -> int:
        """The maximum scroll offset, with a whole line at the top."""
        end = self._lines[-1][1] if self._lines else self.body(self.height)
        least = end - self.head - self.window
        return 0 if least <= 0 else next((top - self.head for top, _ in self._lines if top - self.head >= least), least)

    def snapped(self, offset: int, step: int) -> int:
        """The offset after a scroll step, at which the first visible line is whole; it differs from the old one if
        possible."""
        tops = sorted({0, self.most, *(top - self.head for top, _ in self._lines if 0 < top - self.head < self.most)})
        if step > 0:
            line_tops = [top for top in tops if offset < top <= offset + step]
            return line_tops[-1] if line_tops else next((top for top in tops if top > offset), self.most)
        line_tops = [top for top in tops if offset + step <= top < offset]
        return line_tops[0] if line_tops else next((top for top in reversed(tops) if top < offset), 0)

    def shown(self, offset: int) -> Span:
        """Top and bottom of the visible scrolling print; only a line higher than the window is cut."""
        if self.fits:
            return 0, self.height - self.foot
        first, last = offset + self.head, offset + self.head + self.window
        top, bottom = first, last
        for line in self._lines:
            if line[0] < first < line[1] and line[1] < last:
                top = line[1]
            if line[0] < last < line[1] and line[0] > first:
                bottom = line[0]
        return top, max(top, bottom)

    def beyond(self, offset: int) -> tuple[int, int]:
        """The number of lines of the list (of print if there is no list) above and below the visible part."""
        top, bottom = self.shown(offset)
        counted = [(self.body(a), self.body(b)) for a, b in self.listed] or self._lines
        return sum(a < top for a, _ in counted), sum(b > bottom for _, b in counted)

    def shows_any(self, offset: int) -> bool:
        """Whether any line of the list is visible; True if there is no list."""
        top, bottom = self.shown(offset)
        rows = [(self.body(a), self.body(b)) for a, b in self.listed]
        return self.fits or not rows or any(top <= a and b <= bottom for a, b in rows)

    def at_row(self, y: int) -> int:
        """The offset with the list's line at a height of the print, or the first below it, at the top."""
        rows = [self.body(a) for a, b in self.listed if b > y] or [self.body(self.listed[-1][0])]
        return max(0, min(rows[0] - self.head, self.most))

    def placed(self, print_: pygame.Rect, offset: int) -> pygame.Rect | None:
        """The rectangle of a piece of print in the room; None if it is scrolled out."""
        if print_.bottom <= self.head:
            return print_.copy()
        if self._is_pinned(print_.y):
            return print_.move(0, self.room - self.foot - self.pinned[0])
        body = print_.move(0, self.body(print_.y) - print_.y)
        top, bottom = self.shown(offset)
        return body.move(0, -offset) if top <= body.top and body.bottom <= bottom else None
