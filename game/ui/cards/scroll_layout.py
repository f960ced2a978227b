"""Which part of a card's print is visible: the heading, as many whole lines as fit at a scroll offset, and the buttons,
which stay at its foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pygame

Span = tuple[int, int]
"""The top and bottom of a piece of print, in pixels from the top of the card's print."""
MAX_TITLE_SHARE = 0.5
"""The maximum share of the room for the title alone, while the lines below scroll."""
MAX_HEADING_SHARE = 0.28
"""The maximum share of the room for a whole heading, while the lines below scroll."""


def whole_lines(spans: Sequence[Span]) -> list[Span]:
    """Spans from the top down; overlapping ones, such as those of two columns, are merged."""
    merged: list[Span] = []
    for top, bottom in sorted(spans):
        if merged and top < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], bottom)
        else:
            merged.append((top, bottom))
    return merged


@dataclass(frozen=True)
class ScrollLayout:
    """The layout of a card's print in the height that it has; all in pixels.

    An offset is the distance that the scrolling part of the print has been moved up.
    """

    height: int
    """Height of the print."""
    room: int
    """Height of the card."""
    heading_ends: tuple[int, ...]
    """Possible ends of the heading that stays at the top, the first after its title; the largest that leaves room for
    the rest is used."""
    lines: tuple[Span, ...]
    """Lines that are shown whole or not at all."""
    list_lines: tuple[Span, ...]
    """Lines of a list; those out of view are counted."""
    pinned: Span
    """The print that stays at the foot; (0, 0) if there is none."""
    more_line_height: int
    """Height of the line below the scrolling part that says how many lines are out of view."""

    @property
    def fits(self) -> bool:
        """Whether all of the print fits."""
        return self.height <= self.room

    @cached_property
    def pinned_height(self) -> int:
        """Height of the pinned print; 0 if it would fill the card and therefore scrolls with the rest."""
        height = self.pinned[1] - self.pinned[0]
        return 0 if height > self.room else height

    @cached_property
    def heading_height(self) -> int:
        """Height of the heading that stays in view; 0 if it scrolls with the rest, or nothing scrolls."""
        free = self.room - self.pinned_height
        fitting_ends = [end for end in self.heading_ends
                        if end <= (MAX_TITLE_SHARE if end == self.heading_ends[0] else MAX_HEADING_SHARE) * free
                        and end + self._row_height <= free]
        return 0 if self.fits else max(fitting_ends, default=0)

    @cached_property
    def window_height(self) -> int:
        """Height of the scrolling part between the heading and the pinned print."""
        free = self.room - self.heading_height - self.pinned_height
        min_height = max(3 * self.more_line_height, self._row_height + self.more_line_height)
        return free if self.fits or free < min_height else free - self.more_line_height

    @cached_property
    def _row_height(self) -> int:
        """Height of the lowest line of the list; 0 if there is no list."""
        return min((bottom - top for top, bottom in self.list_lines), default=0)

    @property
    def has_more_line(self) -> bool:
        """Whether there is room for the line that says how many lines are out of view, and one is needed."""
        return not self.fits and self.window_height < self.room - self.heading_height - self.pinned_height

    def unpinned_y(self, y: int) -> int:
        """A distance from the top of the print, without the pinned part if that is above."""
        return y - self.pinned_height if self.pinned_height and y >= self.pinned[1] else y

    @cached_property
    def _lines(self) -> list[Span]:
        """The whole lines of the scrolling part, from the top down."""
        return whole_lines([(self.unpinned_y(top), self.unpinned_y(bottom)) for top, bottom in self.lines
                            if top >= self.heading_height and not self._is_pinned(top)])

    def _is_pinned(self, y: int) -> bool:
        """Whether the print at a distance from its top stays at the foot."""
        return bool(self.pinned_height) and self.pinned[0] <= y < self.pinned[1]

    @cached_property
    def max_offset(self) -> int:
        """The maximum scroll offset, with a whole line at the top."""
        end = self._lines[-1][1] if self._lines else self.unpinned_y(self.height)
        min_offset = end - self.heading_height - self.window_height
        if min_offset <= 0:
            return 0
        return next((top - self.heading_height for top, _ in self._lines if top - self.heading_height >= min_offset),
                    min_offset)

    def snapped_offset(self, offset: int, step: int) -> int:
        """The offset after scrolling by ``step`` pixels, at which the first visible line is whole; it differs from the
        old one if possible.

        :param step: up if negative.
        """
        offsets = self._whole_offsets
        if step > 0:
            reached = [each for each in offsets if offset < each <= offset + step]
            return reached[-1] if reached else next((each for each in offsets if each > offset), self.max_offset)
        reached = [each for each in offsets if offset + step <= each < offset]
        return reached[0] if reached else next((each for each in reversed(offsets) if each < offset), 0)

    def nearest_offset(self, offset: int) -> int:
        """The offset nearest to another at which the first visible line is whole, with no blank above it."""
        return min(self._whole_offsets, key=lambda each: abs(each - offset))

    @cached_property
    def _whole_offsets(self) -> list[int]:
        """The offsets at which the first visible line is whole, in ascending order."""
        line_offsets = (top - self.heading_height for top, _ in self._lines)
        return sorted({0, self.max_offset, *(each for each in line_offsets if 0 < each < self.max_offset)})

    def visible_span(self, offset: int) -> Span:
        """The visible span of the scrolling print; only a line higher than the window is cut."""
        if self.fits:
            return 0, self.height - self.pinned_height
        first, last = offset + self.heading_height, offset + self.heading_height + self.window_height
        top, bottom = first, last
        for line in self._lines:
            if line[0] < first < line[1] and line[1] < last:
                top = line[1]
            if line[0] < last < line[1] and line[0] > first:
                bottom = line[0]
        return top, max(top, bottom)

    def hidden_line_counts(self, offset: int) -> tuple[int, int]:
        """The number of lines of the list (of print if there is no list) above and below the visible part."""
        top, bottom = self.visible_span(offset)
        lines = [(self.unpinned_y(a), self.unpinned_y(b)) for a, b in self.list_lines] or self._lines
        return sum(a < top for a, _ in lines), sum(b > bottom for _, b in lines)

    def shows_list_line(self, offset: int) -> bool:
        """Whether any whole line of the list is visible; True if there is no list."""
        top, bottom = self.visible_span(offset)
        rows = [(self.unpinned_y(a), self.unpinned_y(b)) for a, b in self.list_lines]
        return self.fits or not rows or any(top <= a and b <= bottom for a, b in rows)

    def offset_of_row(self, y: int) -> int:
        """The offset at which the list's line at ``y`` pixels from the top of the print, or the first line below that,
        is the first visible one."""
        rows = [self.unpinned_y(a) for a, b in self.list_lines if b > y] or [self.unpinned_y(self.list_lines[-1][0])]
        return max(0, min(rows[0] - self.heading_height, self.max_offset))

    def visible_rect(self, area: pygame.Rect, offset: int) -> pygame.Rect | None:
        """The rectangle on the card of an area of its print; None if that is scrolled out of view."""
        if area.bottom <= self.heading_height:
            return area.copy()
        if self._is_pinned(area.y):
            return area.move(0, self.room - self.pinned_height - self.pinned[0])
        unpinned = area.move(0, self.unpinned_y(area.y) - area.y)
        top, bottom = self.visible_span(offset)
        return unpinned.move(0, -offset) if top <= unpinned.top and unpinned.bottom <= bottom else None
