"""The program's name and motto, as the splash screen and the title screen draw them; and the splash screen."""

from __future__ import annotations

import pygame

from game.core.message import say
from game.ui.kit.paper import draw_table
from game.ui.kit.pen import Pen
from game.ui.kit.theme import CREAM, CREAM_FAINT, GOLD, Metrics

MIN_ROOM = (680, 470)
"""Least size in layout units for laying out the title."""
MIN_MOTTO_HEIGHT = 620
"""Window height in layout units below which the title has no motto."""
TITLE_HEIGHT = 1010
"""Height of the name and the cards below it on the title screen, in layout units; higher windows centre them."""
NAME_SIZES = (46, 108)
"""Smallest and largest font size of the name, in layout units."""
NAME_GROWTH = 1 / 4
"""Share of the window's height above ``MIN_MOTTO_HEIGHT`` by which the name's font grows. Chosen by hand."""
NAME_WIDTH = 6.9
"""The name's width, as a multiple of its font size."""
NAME_MARGINS = 100
"""Sum of the margins left and right of the name, in layout units."""
RULE_REACH = 300
"""Half the length of the line below the largest name, in layout units."""
MOTTO_SIZES = (24, 34)
"""Font size of the motto, in layout units: the smallest, and that below the largest name."""


def draw_splash(target: pygame.Surface, metrics: Metrics) -> None:
    """Draw the table with the name at the same place as on the title screen, and a line that says it is loading."""
    draw_table(target)
    fitted = metrics.fitted(MIN_ROOM)
    pen = Pen(target, fitted, 0, top_of_name(fitted), fitted.width)
    draw_name(pen)
    pen.space(40)
    pen.line(say("Loading …"), "ui", 20, CREAM_FAINT, centre=True)


def top_of_name(metrics: Metrics) -> int:
    """Distance in pixels from the window's upper edge to the name."""
    return max(metrics.px(8 if too_low_for_motto(metrics) else 20), (metrics.height - metrics.px(TITLE_HEIGHT)) // 2)


def too_low_for_motto(metrics: Metrics) -> bool:
    """Whether the window is too low, at its scale, for a motto below the name."""
    return metrics.height < metrics.px(MIN_MOTTO_HEIGHT)


def _omits_motto(metrics: Metrics) -> bool:
    """Whether there is no motto, so that the cards have more room: in a low window, or with larger print."""
    return too_low_for_motto(metrics) or metrics.interface_scale > 1


def _name_size(metrics: Metrics) -> int:
    """Font size of the name in layout units; smaller if the cards below need the space."""
    if _omits_motto(metrics):
        return NAME_SIZES[0]
    smallest, largest = NAME_SIZES
    height, width = metrics.height / metrics.scale, metrics.width / metrics.scale
    fitting = min((height - MIN_MOTTO_HEIGHT) * NAME_GROWTH + smallest, (width - NAME_MARGINS) / NAME_WIDTH)
    return round(max(smallest, min(largest, fitting)))


def draw_name(pen: Pen) -> None:
    """Print the program's name in large spaced capitals, gilt in the lower half, and its motto if there is room."""
    text, size = "DRUMHEAD", _name_size(pen.metrics)
    face = pen.font("title", size)
    spacing = pen.metrics.px(size * 0.1)
    widths = [face.size(letter)[0] for letter in text]
    x = pen.x + (pen.width - sum(widths) - spacing * (len(text) - 1)) // 2
    for letter, width in zip(text, widths, strict=True):
        for offset, colour in ((pen.metrics.px(size / 32), "#120b07"), (0, CREAM)):  # the shadow, then the letter
            pen.surface.blit(face.render(letter, True, colour), (x + offset // 2, pen.y + offset))
        gilt = face.render(letter, True, "#e0bd6a")
        gilt_top = gilt.get_height() * 6 // 10
        pen.surface.blit(gilt, (x, pen.y + gilt_top), (0, gilt_top, gilt.get_width(), gilt.get_height() - gilt_top))
        x += width + spacing
    pen.y += face.get_linesize()
    y = pen.y
    middle = pen.x + pen.width // 2
    reach = pen.metrics.px(RULE_REACH * size / NAME_SIZES[1])
    pygame.draw.line(pen.surface, GOLD, (middle - reach, y), (middle + reach, y), pen.metrics.px(1.5))
    half = pen.metrics.px(6)
    diamond = [(middle, y - half), (middle + half, y), (middle, y + half), (middle - half, y)]
    pygame.draw.polygon(pen.surface, GOLD, diamond)
    pen.y += pen.metrics.px(10)
    if not _omits_motto(pen.metrics):
        pen.space(4)
        motto_size = max(MOTTO_SIZES[0], round(MOTTO_SIZES[1] * size / NAME_SIZES[1]))
        pen.line(say("Historical wargames on one table"), "text-italic", motto_size, CREAM_FAINT, centre=True)


def below_name(metrics: Metrics) -> int:
    """Distance in pixels from the window's upper edge to the space below the name and motto."""
    pen = Pen(pygame.Surface((1, 1)), metrics, 0, top_of_name(metrics), metrics.width)
    draw_name(pen)
    return pen.y
