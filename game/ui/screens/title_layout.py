"""Where the title lays its cards, and how wide its buttons are."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.message import Text, say
from game.ui.kit.fonts import font
from game.ui.kit.theme import Metrics
from game.ui.screens.splash import is_low
from game.ui.screens.titlecard import WIDE

NARROWEST, LOW = 260, 280
"""Units of a card's width, and in a low window, where cards have no maps and the key's number is beside the title;
fewer cards are laid out at a time before they get narrower."""


def most_cards(m: Metrics) -> int:
    """How many cards fit side by side."""
    gap, margin = _gap_and_margin(m)
    return max(1, (m.width - 2 * margin + gap) // (m.px(LOW if is_low(m) else NARROWEST) + gap))


def card_places(m: Metrics, count: int, here: int, top: int, height: int) -> list[pygame.Rect]:
    """The places of the cards of a page, side by side in the middle.

    :param count: how many cards a full page has.
    :param here: how many this page has: a last page may have fewer.
    :param height: pixels below ``top`` that there are.
    """
    gap, margin = _gap_and_margin(m)
    width = min(m.px(800), (m.width - 2 * margin - (count - 1) * gap) // count)
    height = min(height, m.px(540 if width >= m.px(WIDE) else 620))
    first = (m.width - here * width - (here - 1) * gap) // 2
    return [pygame.Rect(first + i * (width + gap), top, width, height) for i in range(here)]


def _gap_and_margin(m: Metrics) -> tuple[int, int]:
    """Pixels between two cards, and between cards and the window's edges."""
    roomy = m.width >= m.px(1700)
    return m.px(24 if roomy else 16), m.px(48 if roomy else 24)


def button_widths(m: Metrics, labels: Sequence[Text], *, continues: bool) -> tuple[list[int], int]:
    """The widths of the button that continues a game and of the others, and the gap between two, in pixels: all the
    others alike, or in a narrow window each as wide as its label needs."""
    room, gap = m.width - 2 * m.px(24), m.px(16)
    wide, widths = m.px(560), [m.px(176)] * len(labels)
    if (wide + gap) * continues + sum(widths) + gap * (len(widths) - 1) > room:
        face, gap = font("ui-bold", m.px(18)), m.px(10)
        least, *widths = [face.size(label)[0] + m.px(36) for label in (say("Continue"), *labels)]
        room -= gap * (len(widths) - 1 + continues)
        if least * continues + sum(widths) > room:  # smaller print
            share = room / (least * continues + sum(widths))
            widths = [int(width * share) for width in widths]
        wide = min(wide, room - sum(widths))
    return [wide] * continues + widths, gap
