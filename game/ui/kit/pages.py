"""Pagination: which items of a long list are on the current page, and the keys that turn it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.message import Message, say
from game.ui.kit.strokes import key_commands


class Pages:
    """The pages of a list, the current page and the items on it. Splitting the list again keeps the number of the
    current page, or makes the last page the current one if there are fewer."""

    def __init__(self) -> None:
        self.page = 0
        """The current page, from 0."""
        self.count = 1
        """The number of pages."""
        self.items = range(0)
        """The indices of the items on the current page."""

    def split(self, count: int, size: int) -> None:
        """Split ``count`` items into pages of ``size`` items, at least 1."""
        size = max(1, size)
        self.count = max(1, -(-count // size))
        self.page = min(self.page, self.count - 1)
        self.items = range(self.page * size, min(count, (self.page + 1) * size))

    def split_by_height(self, heights: Sequence[int], room: int) -> None:
        """Split items with given heights into pages of the height ``room``: no item is cut, and every page has at least
        one. Both in the same unit."""
        starts, used_height = [0], 0
        for number, height in enumerate(heights):
            if used_height and used_height + height > room:
                starts.append(number)
                used_height = 0
            used_height += height
        self.count = len(starts)
        self.page = min(self.page, self.count - 1)
        self.items = range(starts[self.page], [*starts, len(heights)][self.page + 1])

    def turn(self, pages: int) -> bool:
        """Go forward by a number of pages, back if it is negative; return whether the page changed."""
        page = max(0, min(self.count - 1, self.page + pages))
        changed, self.page = page != self.page, page
        return changed

    def handle(self, event: pygame.event.Event) -> bool:
        """Turn the page on Page Up, Page Down or the mouse wheel; return whether the page changed."""
        for each in key_commands(event, "pages"):
            return self.turn({"previous-page": -1, "next-page": 1}[each.command])
        if event.type == pygame.MOUSEWHEEL and event.y:
            return self.turn(-1 if event.y > 0 else 1)
        return False

    @property
    def label(self) -> Message:
        """A text with the current page, counted from 1, and the number of pages."""
        return say("Page {page} of {pages}", page=self.page + 1, pages=self.count)
