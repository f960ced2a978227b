"""What is seen of a card that is higher than its room: the heading, as many whole lines as fit, and the buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pygame

Span = tuple[int, int]
"""From where to where, in pixels down the card's print."""
TITLE, HEAD = 0.4, 0.28
"""The shares of its room that the title alone, and all of a heading, take at most while the lines below scroll."""


def whole_lines(spans: Sequence[Span]) -> list[Span]:
    """Spans from the top down; those that overlap, e.g. in two columns, are one."""
    found: list[Span] = []
    for top, bottom in sorted(spans):
        if found and top < found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], bottom)
        else:
            found.append((top, bottom))
    return found


@dataclass(frozen=True)
class Cut:
    """How a card's print is shown in a room; all in pixels."""

    height: int
    """Height of the print."""
    room: int
    heads: tuple[int, ...]
    """Where the heading may end that stays at the top; the largest one is taken that leaves room for the rest."""
    lines: tuple[Span, ...]
    """Lines that are shown whole or not at all."""
    listed: tuple[Span, ...]
    """Lines of a list, which are counted."""
    pinned: Span
    """What stays at the foot."""
    sign: int
    """Height of the line that says how much more there is."""

    @property
    def whole(self) -> bool:
        """Whether everything has room."""
        return self.height <= self.room

    @cached_property
    def foot(self) -> int:
        """Height of what is pinned; nothing where the whole card is shown or where it would fill the card."""
        foot = self.pinned[1] - self.pinned[0]
        return 0 if self.whole or foot > self.room else foot

    @cached_property
    def head(self) -> int:
        """Height of the heading that stays."""
        free = self.room - self.foot
        kept = [head for head in self.heads if head <= (TITLE if head == self.heads[0] else HEAD) * free
                and head + self._row <= free]
        return 0 if self.whole else max(kept, default=0)

    @cached_property
    def window(self) -> int:
        """Height between heading and foot in which the rest scrolls."""
        free = self.room - self.head - self.foot
        return free if self.whole or free < max(3 * self.sign, self._row + self.sign) else free - self.sign

    @cached_property
    def _row(self) -> int:
        """Height of a line of the list; 0 where there is none."""
        return min((bottom - top for top, bottom in self.listed), default=0)

    @property
    def signed(self) -> bool:
        """Whether there is a line that says how much more there is."""
        return not self.whole and self.window < self.room - self.head - self.foot

    def body(self, y: int) -> int:
        """A height of the print where what is pinned is left out."""
        return y - self.foot if self.foot and y >= self.pinned[1] else y

    @cached_property
    def _lines(self) -> list[Span]:
        return whole_lines([(self.body(top), self.body(bottom)) for top, bottom in self.lines
                            if top >= self.head and not self._is_pinned(top)])

    def _is_pinned(self, y: int) -> bool:
        return bool(self.foot) and self.pinned[0] <= y < self.pinned[1]

    @cached_property
    def most(self) -> int:
        """How far it scrolls at most: with a whole line at the top."""
        end = self._lines[-1][1] if self._lines else self.body(self.height)
        least = end - self.head - self.window
        return 0 if least <= 0 else next((top - self.head for top, _ in self._lines if top - self.head >= least), least)

    def snapped(self, offset: int, step: int) -> int:
        """The offset, a step further, at which the first line seen is whole; always another one where there is one."""
        tops = sorted({0, self.most, *(top - self.head for top, _ in self._lines if 0 < top - self.head < self.most)})
        if step > 0:
            found = [top for top in tops if offset < top <= offset + step]
            return found[-1] if found else next((top for top in tops if top > offset), self.most)
        found = [top for top in tops if offset + step <= top < offset]
        return found[0] if found else next((top for top in reversed(tops) if top < offset), 0)

    def shown(self, offset: int) -> Span:
        """From where to where the scrolling print is shown; a line higher than the window is cut."""
        if self.whole:
            return 0, self.height
        first, last = offset + self.head, offset + self.head + self.window
        top, bottom = first, last
        for line in self._lines:
            if line[0] < first < line[1] and line[1] < last:
                top = line[1]
            if line[0] < last < line[1] and line[0] > first:
                bottom = line[0]
        return top, max(top, bottom)

    def beyond(self, offset: int) -> tuple[int, int]:
        """Lines of the list, or of print where there is none, above and below what is shown."""
        top, bottom = self.shown(offset)
        counted = [(self.body(a), self.body(b)) for a, b in self.listed] or self._lines
        return sum(a < top for a, _ in counted), sum(b > bottom for _, b in counted)

    def shows_any(self, offset: int) -> bool:
        """Whether any line of the list is seen; true of what is no list."""
        top, bottom = self.shown(offset)
        rows = [(self.body(a), self.body(b)) for a, b in self.listed]
        return self.whole or not rows or any(top <= a and b <= bottom for a, b in rows)

    def at_row(self, y: int) -> int:
        """The offset at which the line of the list at a height of the print, or the first below it, is at the top."""
        rows = [self.body(a) for a, b in self.listed if b > y] or [self.body(self.listed[-1][0])]
        return max(0, min(rows[0] - self.head, self.most))

    def placed(self, print_: pygame.Rect, offset: int) -> pygame.Rect | None:
        """Where a piece of print lies in the room; None where it is scrolled out."""
        if self.whole or print_.bottom <= self.head:
            return print_.copy()
        if self._is_pinned(print_.y):
            return print_.move(0, self.room - self.foot - self.pinned[0])
        body = print_.move(0, self.body(print_.y) - print_.y)
        top, bottom = self.shown(offset)
        return body.move(0, -offset) if top <= body.top and body.bottom <= bottom else None
