"""The first thing seen: the name on the table, shown while everything else is still being read."""

from __future__ import annotations

import pygame

from game import systems
from game.core.message import say
from game.ui.kit.paper import draw_table
from game.ui.kit.pen import Pen
from game.ui.kit.pictures import picture
from game.ui.kit.theme import CREAM, CREAM_FAINT, GOLD, Metrics

ROOM = (680, 470)
"""Units in which the title can be laid out."""
LOW = 620
"""Units of height below which the title has no motto."""
NAME, SPREAD = (46, 108), 6.9
"""Units: the smallest and the largest type of the name, and how many times as wide as high it is."""


def draw_splash(target: pygame.Surface, metrics: Metrics) -> None:
    """Cover the window with the table and the name, where the title has it."""
    draw_table(target)
    fitted = metrics.fitted(ROOM)
    pen = Pen(target, fitted, 0, top_of_name(fitted), fitted.width)
    letter(pen)
    pen.space(40)
    pen.line(say("Loading …"), "ui", 20, CREAM_FAINT, centre=True)


def top_of_name(metrics: Metrics) -> int:
    """Pixels from the window's upper edge to the name."""
    return max(metrics.px(8 if is_low(metrics) else 20), (metrics.height - metrics.px(1010)) // 2)


def is_low(metrics: Metrics) -> bool:
    """Whether the window has little height at this scale."""
    return metrics.height < metrics.px(LOW)


def _gives_way(metrics: Metrics) -> bool:
    """Whether the cards need the room of the motto: the window is low, or the player has asked for larger print."""
    return is_low(metrics) or metrics.interface > 1


def _size(metrics: Metrics) -> int:
    """Units of the name's type: it gives way to what is below it."""
    if _gives_way(metrics):
        return NAME[0]
    high, wide = metrics.height / metrics.scale, metrics.width / metrics.scale
    return round(max(NAME[0], min(NAME[1], (high - LOW) / 4 + NAME[0], (wide - 100) / SPREAD)))


def letter(pen: Pen) -> None:
    """The program's name in large spaced capitals, gilt below, and its motto where there is room."""
    text, px = "DRUMHEAD", _size(pen.metrics)
    face = pen.font("title", px)
    spacing = pen.metrics.px(px * 0.1)
    widths = [face.size(letter)[0] for letter in text]
    x = pen.x + (pen.width - sum(widths) - spacing * (len(text) - 1)) // 2
    for letter, width in zip(text, widths, strict=True):
        for offset, colour in ((pen.metrics.px(px / 32), "#120b07"), (0, CREAM)):
            pen.surface.blit(face.render(letter, True, colour), (x + offset // 2, pen.y + offset))
        gilt = face.render(letter, True, "#e0bd6a")
        half = gilt.get_height() * 6 // 10
        pen.surface.blit(gilt, (x, pen.y + half), (0, half, gilt.get_width(), gilt.get_height() - half))
        x += width + spacing
    pen.y += face.get_linesize()
    y = pen.y
    middle = pen.x + pen.width // 2
    reach = pen.metrics.px(300 * px / NAME[1])
    pygame.draw.line(pen.surface, GOLD, (middle - reach, y), (middle + reach, y), pen.metrics.px(1.5))
    size = pen.metrics.px(6)
    pygame.draw.polygon(
        pen.surface, GOLD, [(middle, y - size), (middle + size, y), (middle, y + size), (middle - size, y)]
    )
    pen.y += pen.metrics.px(10)
    if not _gives_way(pen.metrics):
        pen.space(4)
        pen.line(say("Historical wargames on one table"), "text-italic", max(24, round(34 * px / NAME[1])), CREAM_FAINT,
                 centre=True)


def below_name(metrics: Metrics) -> int:
    """The window pixel below the name and its motto."""
    pen = Pen(pygame.Surface((1, 1)), metrics, 0, top_of_name(metrics), metrics.width)
    letter(pen)
    return pen.y


def icon() -> pygame.Surface:
    """The window's icon, the one the desktop shows.

    :raises AssetError: when it is missing or unreadable.
    """
    return picture(systems.ASSETS / "icons" / "64x64" / "drumhead.png")
