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
"""The maximum share of the card's height above the pinned part for the title alone, while the lines below scroll;
chosen by eye."""
MAX_HEADING_SHARE = 0.28
"""The same share for a heading longer than its title: smaller, because its title alone can stay instead; chosen by
eye."""
MIN_WINDOW_LINES = 2
"""The line that counts the lines out of view is shown only if the scrolling part above it keeps at least this many
times that line's height; chosen by eye."""


def _merged_spans(spans: Sequence[Span]) -> list[Span]:
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

    An offset is the distance that the scrolling part of the print has been moved up. A y is counted from the top of the
    card's print.
    """

    print_height: int
    card_height: int
    heading_ends: tuple[int, ...]
    """Possible ends of the heading that stays at the top, the first after its title; the largest that leaves room for
    the rest is used."""
    lines: tuple[Span, ...]
    """Lines that are shown whole or not at all."""
    list_lines: tuple[Span, ...]
    """Lines of a list; those out of view are counted."""
    pinned: Span
    """The part of the print that stays at the foot; (0, 0) if there is none."""
    more_line_height: int
    """Height of the line below the scrolling part that says how many lines are out of view."""

    @property
    def fits(self) -> bool:
        """Whether all of the print fits."""
        return self.print_height <= self.card_height

    @cached_property
    def pinned_height(self) -> int:
        """Height of the pinned print; 0 if it leaves no room for the title above it and therefore scrolls with the
        rest."""
        top, bottom = self.pinned
        title_end = next((end for end in self.heading_ends[:1] if end <= top), 0)
        return 0 if title_end + bottom - top > self.card_height else bottom - top

    @cached_property
    def heading_height(self) -> int:
        """Height of the heading that stays in view; 0 if it scrolls with the rest, or nothing scrolls."""
        free = self.card_height - self.pinned_height
        fitting_ends = [end for end in self.heading_ends
                        if end <= (MAX_TITLE_SHARE if end == self.heading_ends[0] else MAX_HEADING_SHARE) * free
                        and end + self._min_list_line_height <= free]
        return 0 if self.fits else max(fitting_ends, default=0)

    @cached_property
    def window_height(self) -> int:
        """Height of the window between the heading and the pinned print, in which the rest of the print scrolls."""
        return self._free_height - (self.more_line_height if self.has_more_line else 0)

    @cached_property
    def has_more_line(self) -> bool:
        """Whether the line that says how many lines are out of view is needed, and there is room for it."""
        min_window_height = max(MIN_WINDOW_LINES * self.more_line_height, self._min_list_line_height)
        return not self.fits and self._free_height >= min_window_height + self.more_line_height

    @property
    def _free_height(self) -> int:
        """Height between the heading and the pinned print."""
        return self.card_height - self.heading_height - self.pinned_height

    @cached_property
    def _min_list_line_height(self) -> int:
        """The smallest height of a line of the list; 0 if there is no list."""
        return min((bottom - top for top, bottom in self.list_lines), default=0)

    def unpinned_y(self, y: int) -> int:
        """The y, in the print without the pinned part, of a y in the whole print."""
        return y - self.pinned_height if self.pinned_height and y >= self.pinned[1] else y

    @cached_property
    def _scrolling_lines(self) -> list[Span]:
        """The whole lines of the scrolling part, from the top down, in the print without the pinned part."""
        return _merged_spans([(self.unpinned_y(top), self.unpinned_y(bottom)) for top, bottom in self.lines
                              if top >= self.heading_height and not self._is_pinned(top)])

    @cached_property
    def _unpinned_list_lines(self) -> list[Span]:
        """The lines of the list, in the print without the pinned part."""
        return [(self.unpinned_y(top), self.unpinned_y(bottom)) for top, bottom in self.list_lines]

    def _is_pinned(self, y: int) -> bool:
        """Whether ``y`` in the print is in the pinned part."""
        return bool(self.pinned_height) and self.pinned[0] <= y < self.pinned[1]

    @cached_property
    def max_offset(self) -> int:
        """The maximum scroll offset, with a whole line at the top if any line begins late enough."""
        end = self._scrolling_lines[-1][1] if self._scrolling_lines else self.unpinned_y(self.print_height)
        offset_of_end = end - self.heading_height - self.window_height
        if offset_of_end <= 0:
            return 0
        line_offsets = (top - self.heading_height for top, _ in self._scrolling_lines)
        return next((offset for offset in line_offsets if offset >= offset_of_end), offset_of_end)

    def snapped_offset(self, offset: int, step: int) -> int:
        """The offset after scrolling by about ``step`` pixels, at which the first visible line is whole; it differs
        from the old one if possible.

        :param offset: the old offset.
        :param step: down if positive, else up.
        """
        offsets = self._whole_offsets
        if step > 0:
            reached = [each for each in offsets if offset < each <= offset + step]
            return reached[-1] if reached else next((each for each in offsets if each > offset), self.max_offset)
        reached = [each for each in offsets if offset + step <= each < offset]
        return reached[0] if reached else next((each for each in reversed(offsets) if each < offset), 0)

    def nearest_offset(self, offset: int) -> int:
        """The offset nearest to a given one at which the first visible line is whole."""
        return min(self._whole_offsets, key=lambda each: abs(each - offset))

    @cached_property
    def _whole_offsets(self) -> list[int]:
        """The offsets at which the first visible line is whole, in ascending order: the first and the last one, and
        between them those at which a line begins at the top of the window."""
        line_offsets = (top - self.heading_height for top, _ in self._scrolling_lines)
        return sorted({0, self.max_offset, *(each for each in line_offsets if 0 < each < self.max_offset)})

    def visible_span(self, offset: int) -> Span:
        """The visible span of the print without the pinned part, and without the heading if that stays in view; only a
        line taller than the window is cut."""
        if self.fits:
            return 0, self.print_height - self.pinned_height
        window_top = offset + self.heading_height
        window_bottom = window_top + self.window_height
        top, bottom = window_top, window_bottom
        for line_top, line_bottom in self._scrolling_lines:
            if line_top < window_top < line_bottom < window_bottom:
                top = line_bottom
            if window_top < line_top < window_bottom < line_bottom:
                bottom = line_top
        return top, max(top, bottom)

    def hidden_line_counts(self, offset: int) -> tuple[int, int]:
        """The numbers of lines that are out of view above and below: lines of the list, or if there is no list, of the
        scrolling part."""
        top, bottom = self.visible_span(offset)
        lines = self._unpinned_list_lines or self._scrolling_lines
        return sum(line_top < top for line_top, _ in lines), sum(line_bottom > bottom for _, line_bottom in lines)

    def shows_list_line(self, offset: int) -> bool:
        """Whether any whole line of the list is visible; True if there is no list, and if its lines are all higher than
        the window."""
        top, bottom = self.visible_span(offset)
        list_lines = self._unpinned_list_lines
        return self.fits or not list_lines or self._min_list_line_height > self.window_height or any(
            top <= line_top and line_bottom <= bottom for line_top, line_bottom in list_lines)

    def offset_of_list_line(self, y: int) -> int:
        """The offset that brings the list line at ``y`` (else the next below, else the last) to the top of the window,
        or as near as ``max_offset`` allows. ``list_lines`` must not be empty."""
        line_top = next((top for top, bottom in self.list_lines if bottom > y), self.list_lines[-1][0])
        return max(0, min(self.unpinned_y(line_top) - self.heading_height, self.max_offset))

    def visible_rect(self, area: pygame.Rect, offset: int) -> pygame.Rect | None:
        """The rectangle on the card of an area of its print; None if that is not wholly in view."""
        if area.bottom <= self.heading_height:
            return area.copy()
        if self._is_pinned(area.y):
            return area.move(0, self.card_height - self.pinned_height - self.pinned[0])
        unpinned = area.move(0, self.unpinned_y(area.y) - area.y)
        top, bottom = self.visible_span(offset)
        return unpinned.move(0, -offset) if top <= unpinned.top and unpinned.bottom <= bottom else None
