"""The splash screen: the program's name on the table, shown while everything else is loading."""

from __future__ import annotations

import pygame

from game import systems
from game.core.message import say
from game.ui.kit.paper import draw_table
from game.ui.kit.pen import Pen
from game.ui.kit.pictures import load_picture
from game.ui.kit.theme import CREAM, CREAM_FAINT, GOLD, Metrics

MIN_ROOM = (680, 470)
"""Least size in layout units for laying out the title."""
MOTTO_FROM = 620
"""Window height in layout units below which the title has no motto."""
NAME_SIZES = (46, 108)
"""Smallest and largest font size of the name, in layout units."""
NAME_WIDTH = 6.9
"""The name's width, as a multiple of its font size."""


def draw_splash(target: pygame.Surface, metrics: Metrics) -> None:
    """Draw the table with the name at the same place as on the title screen."""
    draw_table(target)
    fitted = metrics.fitted(MIN_ROOM)
    pen = Pen(target, fitted, 0, top_of_name(fitted), fitted.width)
    draw_name(pen)
    pen.space(40)
    pen.line(say("Loading …"), "ui", 20, CREAM_FAINT, centre=True)


def top_of_name(metrics: Metrics) -> int:
    """Distance in pixels from the window's upper edge to the name."""
    return max(metrics.px(8 if is_low(metrics) else 20), (metrics.height - metrics.px(1010)) // 2)


def is_low(metrics: Metrics) -> bool:
    """Whether the window is low for its scale."""
    return metrics.height < metrics.px(MOTTO_FROM)


def _omits_motto(metrics: Metrics) -> bool:
    """Whether to leave out the motto for the cards: in a low window, or with larger print."""
    return is_low(metrics) or metrics.interface_scale > 1


def _size(metrics: Metrics) -> int:
    """Font size of the name in layout units; smaller if the cards below need the space."""
    if _omits_motto(metrics):
        return NAME_SIZES[0]
    height, width = metrics.height / metrics.scale, metrics.width / metrics.scale
    return round(max(NAME_SIZES[0],
                     min(NAME_SIZES[1], (height - MOTTO_FROM) / 4 + NAME_SIZES[0], (width - 100) / NAME_WIDTH)))


def draw_name(pen: Pen) -> None:
    """Print the program's name in large spaced capitals, gilt in the lower half, and its motto if there is room."""
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
    reach = pen.metrics.px(300 * px / NAME_SIZES[1])
    pygame.draw.line(pen.surface, GOLD, (middle - reach, y), (middle + reach, y), pen.metrics.px(1.5))
    size = pen.metrics.px(6)
    pygame.draw.polygon(
        pen.surface, GOLD, [(middle, y - size), (middle + size, y), (middle, y + size), (middle - size, y)]
    )
    pen.y += pen.metrics.px(10)
    if not _omits_motto(pen.metrics):
        pen.space(4)
        pen.line(say("Historical wargames on one table"), "text-italic", max(24, round(34 * px / NAME_SIZES[1])),
                 CREAM_FAINT,
                 centre=True)


def below_name(metrics: Metrics) -> int:
    """Window pixel below the name and motto."""
    pen = Pen(pygame.Surface((1, 1)), metrics, 0, top_of_name(metrics), metrics.width)
    draw_name(pen)
    return pen.y


def window_icon() -> pygame.Surface:
    """The window's icon, as shown on the desktop.

    :raises AssetError: if it is missing or unreadable.
    """
    return load_picture(systems.ASSETS / "icons" / "64x64" / "drumhead.png")
