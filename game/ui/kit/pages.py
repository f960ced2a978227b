"""Pagination of a long list."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.message import Message, say
from game.ui.kit.strokes import struck


class Pages:
    """The current page of a list, and the items on it."""

    def __init__(self) -> None:
        self.at = 0
        """The current page, from 0."""
        self.number = 1
        """The number of pages."""
        self.shown = range(0)
        """The indices of the items on the current page."""

    def lay(self, count: int, size: int) -> None:
        """Split ``count`` items into pages of ``size``."""
        size = max(1, size)
        self.number = max(1, -(-count // size))
        self.at = min(self.at, self.number - 1)
        self.shown = range(self.at * size, min(count, (self.at + 1) * size))

    def break_up(self, heights: Sequence[int], room: int) -> None:
        """Split items with given heights into pages of a given height: no item is cut, and every page has at least
        one."""
        starts, used = [0], 0
        for number, height in enumerate(heights):
            if used and used + height > room:
                starts.append(number)
                used = 0
            used += height
        self.number = len(starts)
        self.at = min(self.at, self.number - 1)
        self.shown = range(starts[self.at], [*starts, len(heights)][self.at + 1])

    def turn(self, pages: int) -> bool:
        """Go forward by a number of pages, or back; return whether the page changed."""
        at = max(0, min(self.number - 1, self.at + pages))
        turned, self.at = at != self.at, at
        return turned

    def handle(self, event: pygame.event.Event) -> bool:
        """Turn the page on Page Up, Page Down or the mouse wheel; return whether the page changed."""
        for each in struck(event, "pages"):
            return self.turn({"previous-page": -1, "next-page": 1}[each.command])
        if event.type == pygame.MOUSEWHEEL and event.y:
            return self.turn(-1 if event.y > 0 else 1)
        return False

    @property
    def words(self) -> Message:
        """The text with the current page and the number of pages."""
        return say("Page {page} of {pages}", page=self.at + 1, pages=self.number)
