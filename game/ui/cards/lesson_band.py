"""The band of a lesson that is played by hand: what is told, the step's number, and a hint."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import pygame

from game.core.message import Text
from game.core.verdict import RuleRef
from game.ui.cards.card import PADDING, Card, CardPen
from game.ui.kit.pen import TextRun, caption_runs
from game.ui.kit.theme import FAINT, GOOD, WARNING, Metrics

PRINT, HALL = 32, 36
"""Units of the print for one player, and for a hall at the scale of an audience. Chosen."""
SMALLER = 4
"""Units by which a hint is printed smaller. Chosen."""
LEADING = 1.04
MOST = 4
"""The band takes at most one part in so many of the window's height; longer captions are printed smaller. Chosen."""
COUNT = 110
"""Units kept free at the right for the step's number."""


class LessonBand:
    """A strip of paper as wide as the window, as high as the longest caption needs; a hint makes it higher while it is
    shown."""

    def __init__(self, system: str, told: Iterable[Text]) -> None:
        """:param told: the caption of every step."""
        self._system, self._told = system, tuple(told)
        self._card = Card()
        self._heights: dict[tuple[Metrics, int], int] = {}
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.colour = GOOD
        """That of the hint."""

    def height(self, metrics: Metrics, size: int) -> int:
        """Pixels of the band in a window."""
        key = metrics, size
        if key not in self._heights:
            self._heights[key] = max((self._needed(metrics, size, caption) for caption in self._told), default=0)
        return self._heights[key]

    def _needed(self, metrics: Metrics, size: int, caption: Text, hint: Text = "") -> int:
        """Pixels that a caption needs with a hint."""
        card = Card()
        card.write((caption, hint), metrics.width, metrics, partial(self._write, caption, hint, "", size, GOOD))
        return min(card.height, metrics.height // MOST)

    def lay(self, bottom: int, metrics: Metrics, size: int, caption: Text, hint: Text, count: Text, *,
            wrong: bool = False) -> None:
        """Bring it up to date.

        :param bottom: the window pixel at which it ends.
        :param wrong: whether the hint follows a wrong try, and is printed as a warning.
        """
        high = self.height(metrics, size)
        if hint:
            high = max(high, self._needed(metrics, size, caption, hint))
        self.rect, self.colour = pygame.Rect(0, bottom - high, metrics.width, high), WARNING if wrong else GOOD
        rect = self.rect
        self._card.write((caption, hint, count, size, wrong), rect.width, metrics,
                         partial(self._write, caption, hint, count, size, self.colour), rect.height)
        self._card.place(rect.x, rect.y, rect.height)

    def draw(self, target: pygame.Surface) -> None:
        """Draw it where it was laid."""
        self._card.draw(target)

    def link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is printed at a point of the window."""
        return self._card.link_at(pos)

    def _write(self, caption: Text, hint: Text, count: Text, size: int, colour: str, pen: CardPen) -> None:
        px = pen.metrics.px
        if count:
            number = pen.font("ui-bold", size - 2 * SMALLER).printed(count, FAINT)
            pen.surface.blit(number, number.get_rect(topright=(pen.x + pen.width, px(PADDING - 8))))
        pen.y = px(PADDING - 8)
        pen.width -= px(COUNT)
        pen.flow(caption_runs(caption, self._system, size), leading=LEADING)
        if hint:
            pen.flow([TextRun(hint, "ui-bold", size - SMALLER, colour)], leading=LEADING)
        pen.y -= px(8)
