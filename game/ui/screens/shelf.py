"""The installed systems as the title screen shows them: those on the current page, and the layout of their cards."""

from __future__ import annotations

from typing import Any

import pygame

from game import catalog
from game.core.contract import System
from game.core.message import Text, error_text, say
from game.systems import by_difficulty
from game.ui.kit.pages import Pages
from game.ui.kit.theme import Metrics
from game.ui.screens.splash import too_low_for_motto
from game.ui.screens.titlecard import WIDE_CARD


class Shelf:
    """The installed systems in pages, easiest game first. A system is read when its page is shown, or one by one in
    advance; one that cannot be used is removed, with a fault that says why."""

    def __init__(self) -> None:
        self.names = list(by_difficulty())
        """The names of the systems that are usable as far as known, in the order of the title screen."""
        self.pages = Pages()
        self.faults: list[Text] = []
        """Faults of unusable systems that have not been reported yet."""
        self._systems: dict[str, System[Any]] = {}
        """Name -> system, of those read so far."""

    @property
    def has_unread(self) -> bool:
        """Whether some systems have not been read yet."""
        return len(self._systems) < len(self.names)

    def read_one(self) -> bool:
        """Read the next unread system, of which there must be one; return whether it is usable."""
        return self._read(next(name for name in self.names if name not in self._systems))

    def _read(self, name: str) -> bool:
        """Read a system unless it is read already; return whether it is usable. If not, remove it."""
        if name in self._systems:
            return True
        try:
            self._systems[name] = catalog.rules(name)
        except (ValueError, OSError) as error:
            self.faults.append(say("{name}: {error}", name=name, error=error_text(error)))
            self.names.remove(name)
            return False
        return True

    def page(self, max_cards: int) -> list[System[Any]]:
        """The systems on the current page, if a page has room for ``max_cards`` of them; reads those unread."""
        while True:  # an unusable system is removed, and the pages are split again
            self.pages.split(len(self.names), max_cards)
            names = [self.names[number] for number in self.pages.items]
            if all(self._read(name) for name in names):
                return [self._systems[name] for name in names]

    @property
    def systems_so_far(self) -> list[System[Any]]:
        """The usable systems read so far."""
        return [self._systems[name] for name in self.names if name in self._systems]

    @property
    def systems(self) -> list[System[Any]]:
        """All usable systems; reads any that are unread."""
        while self.has_unread:
            self.read_one()
        return [self._systems[name] for name in self.names]


MIN_CARD_WIDTH = 260
"""Least card width, in layout units. Fewer cards are shown rather than narrower ones."""
LOW_MIN_CARD_WIDTH = 280
"""Least card width in a low window, in layout units: a card there usually has no room for a picture above the title,
and shows its key beside the title."""
LARGE_PRINT_MIN_CARD_WIDTH = 310
"""Least card width with larger print, in layout units."""
MAX_CARD_WIDTH = 800
"""Largest card width, in layout units."""
MAX_CARD_HEIGHT, MAX_WIDE_CARD_HEIGHT = 720, 540
"""Largest card height, in layout units; the second is for cards with the picture at the left."""
ROOMY_WINDOW = 1700
"""Window width in layout units from which gaps and margins are larger."""


def most_cards(m: Metrics) -> int:
    """Number of cards that fit side by side."""
    gap, margin = _gap_and_margin(m)
    min_width = (LARGE_PRINT_MIN_CARD_WIDTH if m.interface_scale > 1
                 else LOW_MIN_CARD_WIDTH if too_low_for_motto(m) else MIN_CARD_WIDTH)
    return max(1, (m.width - 2 * margin + gap) // (m.px(min_width) + gap))


def card_places(m: Metrics, count: int, on_page: int, top: int, height: int) -> list[pygame.Rect]:
    """Rectangles of a page's cards in window pixels, side by side and centred.

    :param count: number of cards on a full page.
    :param on_page: number of cards on this page; the last page may have fewer.
    :param top: upper edge of the cards, in pixels.
    :param height: height available below ``top``, in pixels.
    """
    gap, margin = _gap_and_margin(m)
    width = min(m.px(MAX_CARD_WIDTH), (m.width - 2 * margin - (count - 1) * gap) // count)
    height = min(height, m.px(MAX_WIDE_CARD_HEIGHT if width >= m.px(WIDE_CARD) else MAX_CARD_HEIGHT))
    left = (m.width - on_page * width - (on_page - 1) * gap) // 2
    return [pygame.Rect(left + i * (width + gap), top, width, height) for i in range(on_page)]


def _gap_and_margin(m: Metrics) -> tuple[int, int]:
    """Gap between cards, and margin to the window's edges, in pixels."""
    roomy = m.width >= m.px(ROOMY_WINDOW)
    return m.px(24 if roomy else 16), m.px(48 if roomy else 24)
