"""A long list shown a page at a time."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.message import Message, say
from game.ui.kit.strokes import struck


class Pages:
    """Which page of a list is shown, and what is on it."""

    def __init__(self) -> None:
        self.at = 0
        """The page shown, counted from 0."""
        self.number = 1
        """Pages there are."""
        self.shown = range(0)
        """The numbers of what is on the page shown, counted from 0."""

    def lay(self, count: int, size: int) -> None:
        """There are so many things, and so many of them fit on a page."""
        size = max(1, size)
        self.number = max(1, -(-count // size))
        self.at = min(self.at, self.number - 1)
        self.shown = range(self.at * size, min(count, (self.at + 1) * size))

    def break_up(self, heights: Sequence[int], room: int) -> None:
        """Break things of some heights into pages of some room: no thing is cut, and every page holds at least one."""
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
        """Go on by so many pages, or back; whether there are such."""
        at = max(0, min(self.number - 1, self.at + pages))
        turned, self.at = at != self.at, at
        return turned

    def handle(self, event: pygame.event.Event) -> bool:
        """Page Up, Page Down or the wheel turn the pages; whether the event did."""
        for each in struck(event, "pages"):
            return self.turn({"previous-page": -1, "next-page": 1}[each.command])
        if event.type == pygame.MOUSEWHEEL and event.y:
            return self.turn(-1 if event.y > 0 else 1)
        return False

    @property
    def words(self) -> Message:
        """The page shown and how many there are."""
        return say("Page {page} of {pages}", page=self.at + 1, pages=self.number)
