"""Printing both sides of a combat on a line of the overview card: their counters, names and figures."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Mapping, Sequence

import pygame

from game.core.contract import Counter
from game.core.message import Text, joined, plural, say
from game.core.overview import OverviewLine
from game.core.theme import Theme
from game.ui.cards.card_pen import CardPen
from game.ui.counters.pictures import plain_counter
from game.ui.kit.fonts import Typeface
from game.ui.kit.pen import fitting_font, shorten
from game.ui.kit.theme import INK

COUNTER_SIDE = 24
"""The side of a counter in a combat, in layout units."""
SIDE_ROW_HEIGHT = 26
"""The height of the row of one side of a combat, in layout units."""
ARROW_WIDTH = 20
"""The width reserved for the arrow before the enemies, in layout units."""
FIRST_FIGURE_WIDTH = 40
"""The width kept free for the first figure, in layout units."""
COUNTERS_SHARE = 0.42
"""The share of a side's row that its counters may take; the rest is for names."""
NAMES_PRINT = 17
"""The print size of names in a combat, in layout units."""
FIGURE_PRINT = 19
"""The print size of figures in a combat, in layout units."""
MIN_NAMES_PRINT = 14
"""The minimum print size of names, in layout units; names that are too long for it are shortened."""


def write_sides(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], line: OverviewLine, room: pygame.Rect,
                columns: Sequence[int]) -> int:
    """Print both sides of a combat below one another, with an arrow before the enemies; return the pixel below them.

    :param room: the rectangle of the line's print.
    :param columns: the right edge of each column of figures, in pixels.
    """
    row = pygame.Rect(room.x, room.y, room.width, pen.metrics.px(SIDE_ROW_HEIGHT))
    for units, figures in zip((line.units, line.against), line.figures, strict=True):
        if row.y > room.y:
            row = _draw_arrow(pen, row)
        side = [counters[unit] for unit in units if unit in counters]
        _write_side(pen, theme, side, row, figures, columns, _abbreviations(side, counters))
        row = pygame.Rect(room.x, row.bottom, room.width, row.height)
    return row.top


def _draw_arrow(pen: CardPen, row: pygame.Rect) -> pygame.Rect:
    """Draw the arrow from the units above to their enemies; return the rest of the row."""
    px, size = pen.metrics.px, row.height * 2 // 3
    y, tip = row.centery, row.x + pen.metrics.px(ARROW_WIDTH - 4)
    pygame.draw.line(pen.surface, INK, (row.x, y), (tip - size // 6, y), max(2, size // 9))
    back, half = tip - size // 3, size // 4
    pygame.draw.polygon(pen.surface, INK, [(tip, y), (back, y - half), (back, y + half)])
    return pygame.Rect(row.x + px(ARROW_WIDTH), row.y, row.width - px(ARROW_WIDTH), row.height)


def _write_side(pen: CardPen, theme: Theme, units: Sequence[Counter], row: pygame.Rect, figures: Sequence[Text],
                columns: Sequence[int], short: Sequence[Text]) -> None:
    """Print one side of a combat in a row: its counters, which overlap if there are many, their names and figures.

    :param short: the units' abbreviated names.
    """
    px, right = pen.metrics.px, row.right
    for figure, edge in zip(figures, columns, strict=False):
        picture = pen.font("counter", FIGURE_PRINT).line_picture(figure, INK)
        pen.surface.blit(picture, picture.get_rect(midright=(edge, row.centery)))
    if figures:
        right = min(right, columns[0] - px(FIRST_FIGURE_WIDTH))
    size, x = px(COUNTER_SIDE), row.x
    step = min(size + px(2), round((right - x) * COUNTERS_SHARE - size) // max(1, len(units) - 1))
    for counter in units:
        place = pygame.Rect(x, row.y + (row.height - size) // 2, size, size)
        pen.tips.append((pen.surface.blit(plain_counter(counter, theme, size), place), counter.name))
        x += step
    x += size - step + px(6)
    face = pen.font("ui-bold", NAMES_PRINT)
    words = pen.wording(_side_names(units, short, face, right - x))
    face = fitting_font(words, "ui-bold", px(NAMES_PRINT), right - x)
    if face.get_height() < pen.font("ui-bold", MIN_NAMES_PRINT).get_height():
        face = pen.font("ui-bold", MIN_NAMES_PRINT)
    pen.surface.blit(face.line_picture(shorten(words, face, right - x), INK),
                     (x, row.centery - face.get_linesize() // 2))
    pen.tips.append((pygame.Rect(x, row.y, max(1, right - x), row.height), joined([unit.name for unit in units])))


def _abbreviations(units: Sequence[Counter], counters: Mapping[str, Counter]) -> list[Text]:
    """The units' names as abbreviated on their counters. Before the first unit of a commander stands the commander's
    name if one of that commander's units here is abbreviated like another unit on its side."""
    commands: list[Text] = [unit.face.command if unit.face is not None else "" for unit in units]
    alike = Counts((counter.short_name, counter.seat) for counter in counters.values())
    ambiguous = {command for unit, command in zip(units, commands, strict=True)
                 if command and alike[unit.short_name, unit.seat] > 1}
    return [say("{commander}: {units}", commander=command, units=unit.short_name)
            if command in ambiguous and command != before else unit.short_name
            for unit, command, before in zip(units, commands, ["", *commands], strict=False)]


def _side_names(units: Sequence[Counter], short: Sequence[Text], face: Typeface, room: int) -> Text:
    """The names of units in a room of ``room`` pixels: in full if they fit, else abbreviated, else the first ones and
    the number of the others, else only their number.

    :param short: the abbreviated names.
    """
    forms = [joined([unit.name for unit in units]), joined(short)]
    forms += [say("{units} and {count} more", units=joined(short[:shown_count]), count=len(short) - shown_count)
              for shown_count in range(len(short) - 1, 0, -1)]
    commands = {unit.face.command for unit in units if unit.face is not None and unit.face.command}
    if len(units) > 1:
        count = plural("{count} unit", "{count} units", len(units))
        forms += [say("{commander}: {units}", commander=command, units=count) for command in commands
                  if len(commands) == 1]
        forms.append(count)
    return next((form for form in forms if face.size(form)[0] <= room), forms[-1])
