"""The systems there are, read when they are to be seen, the rest of them one after the other; where their cards lie."""

from __future__ import annotations

from typing import Any

import pygame

from game import catalog, systems
from game.core.contract import System
from game.core.message import Text, say, told
from game.ui.kit.pages import Pages
from game.ui.kit.theme import Metrics
from game.ui.screens.splash import is_low
from game.ui.screens.titlecard import WIDE


class Shelf:
    """Systems, the easiest game first, a page of them at a time. One that cannot be used leaves the shelf, and a fault
    says why."""

    def __init__(self) -> None:
        self.names = list(systems.easiest_first())
        self.pages = Pages()
        self.faults: list[Text] = []
        """What is wrong with those that cannot be used, not yet told."""
        self._read: dict[str, System[Any]] = {}

    @property
    def unread(self) -> bool:
        """Whether some have not been read yet."""
        return len(self._read) < len(self.names)

    def read_one(self) -> bool:
        """Read the next that has not been; whether it can be used."""
        return self._take(next(name for name in self.names if name not in self._read))

    def _take(self, name: str) -> bool:
        if name in self._read:
            return True
        try:
            self._read[name] = catalog.rules(name)
        except (ValueError, OSError) as error:
            self.faults.append(say("{name}: {error}", name=name, error=told(error)))
            self.names.remove(name)
            return False
        return True

    def page(self, most: int) -> list[System[Any]]:
        """The systems on the page that is shown, where so many fit on one."""
        while True:
            self.pages.lay(len(self.names), most)
            names = [self.names[number] for number in self.pages.shown]
            if all(self._take(name) for name in names):
                return [self._read[name] for name in names]

    @property
    def systems(self) -> list[System[Any]]:
        """All that can be used."""
        while self.unread:
            self.read_one()
        return [self._read[name] for name in self.names]


NARROWEST, LOW, LARGER = 260, 280, 310
"""Units of a card's width, in a low window, where cards have no maps and the key's number is beside the title, and
where the player has asked for larger print: names are to be larger too; fewer cards are laid out at a time before they
get narrower."""


def most_cards(m: Metrics) -> int:
    """How many cards fit side by side."""
    gap, margin = _gap_and_margin(m)
    least = LARGER if m.interface > 1 else LOW if is_low(m) else NARROWEST
    return max(1, (m.width - 2 * margin + gap) // (m.px(least) + gap))


def card_places(m: Metrics, count: int, here: int, top: int, height: int) -> list[pygame.Rect]:
    """The places of the cards of a page, side by side in the middle.

    :param count: how many cards a full page has.
    :param here: how many this page has: a last page may have fewer.
    :param height: pixels below ``top`` that there are.
    """
    gap, margin = _gap_and_margin(m)
    width = min(m.px(800), (m.width - 2 * margin - (count - 1) * gap) // count)
    height = min(height, m.px(540 if width >= m.px(WIDE) else 720))
    first = (m.width - here * width - (here - 1) * gap) // 2
    return [pygame.Rect(first + i * (width + gap), top, width, height) for i in range(here)]


def _gap_and_margin(m: Metrics) -> tuple[int, int]:
    """Pixels between two cards, and between cards and the window's edges."""
    roomy = m.width >= m.px(1700)
    return m.px(24 if roomy else 16), m.px(48 if roomy else 24)
