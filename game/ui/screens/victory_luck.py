"""The luck of each side on the page of the result, in words and as bars."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pygame

from game.core.message import Text, say
from game.core.theme import Theme
from game.match.luck import Luck
from game.ui.kit.pen import Pen
from game.ui.kit.theme import INK, LINE

LEAST_LUCK = 5
"""Dice of a side from which their luck is told."""
FAR = 2.5
"""Standard deviations at which a bar of luck is full."""


def draw_luck(pen: Pen, theme: Theme, lots: Iterable[Luck]) -> None:
    """Print the luck of each side: a bar to the right for more than expected, to the left for less."""
    told = [each for each in lots if each.number >= LEAST_LUCK]
    if not told:
        return
    px = pen.metrics.px
    pen.heading(say("Luck of the dice"), say("less | more than expected"))
    for luck in told:
        seat, top = theme.side(luck.seat), pen.y
        pen.line(say("{side}: {luck}", side=seat.title, luck=luck_words(luck)), "ui", 17, width=pen.width * 66 // 100)
        box = pygame.Rect(pen.x + pen.width * 68 // 100, top + px(3), pen.width * 32 // 100, px(17))
        pygame.draw.rect(pen.surface, LINE, box, width=px(1))
        reach = round(box.width / 2 * max(-1.0, min(1.0, luck.deviation / FAR)))
        bar = pygame.Rect(box.centerx + min(0, reach), box.y, max(px(3), abs(reach)), box.height)
        pygame.draw.rect(pen.surface, seat.paper, bar)
        pygame.draw.rect(pen.surface, INK, bar, width=px(1))
        pygame.draw.line(pen.surface, INK, (box.centerx, box.top - px(3)), (box.centerx, box.bottom + px(2)), px(2))
        pen.space(3)
    pen.space(8)


def luck_words(luck: Luck) -> Text:
    """What a side threw and the expected value, in words."""
    if luck.kind == "numbers":
        return say("mean {came:.1f} of {number} dice, expected {expected:.1f}", came=luck.came / luck.number,
                   number=luck.number, expected=luck.expected / luck.number)
    values: dict[str, Any] = {"came": luck.came, "number": luck.number, "expected": f"{luck.expected:.0f}"}
    return (say("{came} hits of {number} dice, expected {expected}", **values) if luck.kind == "hits" else
            say("{came} heads of {number} coins, expected {expected}", **values))
