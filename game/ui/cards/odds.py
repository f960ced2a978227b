"""The results table as printed, and the chance of each of its results."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pygame

from game.core.message import say
from game.core.preview import Outcome
from game.core.tables import ResultsTable
from game.i18n.words import said
from game.ui.cards.card import CardPen
from game.ui.cards.chances import BAR, LIT
from game.ui.kit.pen import TextRun, fitted, wrap
from game.ui.kit.theme import FAINT, GOLD, INK, LINE, PAPER_SHADE

KEY = 74
"""Units that the name of a result takes at most beside its words."""
PRINT = 15
"""The print of those words."""


def write_table(pen: CardPen, table: ResultsTable, column: str, row: int | None) -> None:
    """The results table as printed, the column in use framed, the rolled cell filled with gold; what its letters mean
    below it.

    :param row: the total rolled.
    """
    px = pen.metrics.px
    headings, rows = table.columns, table.rows
    rolled = table.row_of(row) if row is not None else None
    pen.space(4)
    first = px(34 if all(b - a == 1 for a, b in pairwise(table.least)) else 44)
    width = (pen.width - first) / len(headings)
    height, more = px(22 if pen.tight else 25), px(13 if pen.tight else 16)
    left, top = pen.x, pen.y
    used = table.column_of(column)
    if used is not None:
        box = pygame.Rect(round(left + first + used * width), top, round(width), height * (len(rows) + 1) + more)
        pygame.draw.rect(pen.surface, "#f2dba0", box)
    if table.open_ended and len(headings) > 1:
        small = pen.font("table", 14)
        for index, words in ((0, say("or less")), (len(headings) - 1, say("or more"))):
            middle = left + first + (index + 0.5) * width
            _centred(pen.surface, small.printed(words, FAINT), middle, top + height + more / 2 - px(3))
    for number in range(1, len(rows), 2):
        stripe = pygame.Surface((pen.width, height), pygame.SRCALPHA)
        stripe.fill((120, 95, 50, 22))
        pen.surface.blit(stripe, (left, top + more + height * number))
    head, body, bold = pen.font("table", 17), pen.font("table", 18), pen.font("table-bold", 19)
    for index, heading in enumerate(headings):
        text = bold if index == used else head
        _centred(
            pen.surface,
            text.printed(heading.replace("-", "–"), INK),
            left + first + (index + 0.5) * width,
            top + height / 2,
        )
    top += more
    for number, cells in enumerate(rows):
        middle = top + height * (number + 1.5)
        _centred(pen.surface, bold.printed(table.heading(number), INK), left + first / 2, middle)
        for index, cell in enumerate(cells):
            lit = index == used and number == rolled
            if lit:
                spot = pygame.Rect(0, 0, round(width), height)
                spot.center = (round(left + first + (index + 0.5) * width), round(middle))
                pygame.draw.rect(pen.surface, GOLD, spot)
                pygame.draw.rect(pen.surface, INK, spot, width=px(2))
            colour = INK if index == used else FAINT
            _centred(
                pen.surface,
                (bold if index == used else body).printed(cell, colour),
                left + first + (index + 0.5) * width,
                middle,
            )
    pygame.draw.line(pen.surface, INK, (left, top + height), (left + pen.width, top + height), px(1))
    if used is not None:
        pygame.draw.rect(pen.surface, "#6d521f", box, width=px(2))
    pen.y = top + height * (len(rows) + 1) + px(2 if table.key else 8)
    if table.key:
        pen.flow([TextRun(table.key, "ui", 14, FAINT)], leading=1.0)


def write_bars(
    pen: CardPen, outcomes: Sequence[Outcome], table: ResultsTable, column: str | None, row: int | None, lit: str = ""
) -> None:
    """The chance of each result as a bar with its words and percentage.

    :param lit: the name of what has fallen, where results are named otherwise than the table prints them.
    """
    px = pen.metrics.px
    rolled = table.result(column, row) if row is not None and column is not None else None
    for outcome in outcomes:
        lines = len(wrap(outcome.text, pen.font("ui", PRINT), pen.width - px(56 + 10)))
        height = px(22 if pen.tight else 24) + (lines - 1) * pen.font("ui", PRINT).get_linesize()
        room = pygame.Rect(pen.x, pen.y + px(1), pen.width - px(56), height - px(2))
        _bar(pen, room, outcome.chance, said(outcome.text), outcome.result in (rolled, lit))
        pen.spans.append((pen.y, pen.y + height))
        pen.y += height + px(1 if pen.tight else 2)


def write_rows(pen: CardPen, outcomes: Sequence[Outcome], table: ResultsTable, row: int | None) -> None:
    """A table of a single column with the chance of each row; where room is scarce, only of those that can fall.

    :param row: the total rolled.
    """
    px = pen.metrics.px
    found = {outcome.result: outcome for outcome in outcomes}
    rolled = table.row_of(row) if row is not None else None
    shown = [number for number, (cell,) in enumerate(table.rows) if cell in found or number == rolled or not pen.tight]
    head, bold = pen.font("table", 18), pen.font("table-bold", 19)
    totals = max(head.size(table.heading(number))[0] for number in shown) + px(10)
    cells = max(bold.size(table.rows[number][0])[0] for number in shown) + px(10)
    keyed = cells <= px(KEY)
    left = totals + (cells if keyed else 0)
    height = px(21 if pen.tight else 24)
    for number in shown:
        cell = table.rows[number][0]
        outcome = found.get(cell)
        middle = pen.y + height // 2
        colour = INK if outcome is not None else FAINT
        _centred(pen.surface, head.printed(table.heading(number), colour), pen.x + (totals - px(10)) / 2, middle)
        if keyed:
            key = bold.printed(cell, colour)
            pen.surface.blit(key, key.get_rect(midleft=(pen.x + totals, middle)))
        bar = pygame.Rect(pen.x + left, pen.y + px(1), pen.width - left - px(56), height - px(2))
        chance = outcome.chance if outcome is not None else Fraction(0)
        told = said(outcome.text) if outcome is not None else "" if keyed else cell
        _bar(pen, bar, chance, told, number == rolled)
        pen.spans.append((pen.y, pen.y + height))
        pen.y += height + px(1 if pen.tight else 2)
    pen.space(2)


def _bar(pen: CardPen, room: pygame.Rect, chance: Fraction, told: str, lit: bool) -> None:
    """A chance as a part of a bar with words in it, and as a number behind it; the one that came up is in view."""
    px = pen.metrics.px
    if lit:
        pen.bring_into_view(room)
    pygame.draw.rect(pen.surface, PAPER_SHADE, room, border_radius=px(3))
    part = room.copy()
    part.width = max(px(3), round(room.width * float(chance))) if chance else 0
    pygame.draw.rect(pen.surface, LIT if lit else BAR, part, border_radius=px(3))
    pygame.draw.rect(pen.surface, INK if lit else LINE, room, width=px(2 if lit else 1), border_radius=px(3))
    colour = INK if chance or lit else FAINT
    face = pen.font("ui", PRINT)
    lines = wrap(told, face, room.width - px(10))
    if room.height < len(lines) * face.get_linesize():
        lines, face = [told], fitted(told, "ui", px(PRINT), room.width - px(10))
    for number, line in enumerate(lines):
        middle = room.centery + round((number - (len(lines) - 1) / 2) * face.get_linesize())
        label = face.printed(line, colour)
        pen.surface.blit(label, label.get_rect(midleft=(room.x + px(6), middle)))
    share = pen.font("ui-bold", 16).printed(f"{float(chance) * 100:.0f} %", colour)
    pen.surface.blit(share, share.get_rect(midright=(pen.x + pen.width, room.centery)))


def _centred(target: pygame.Surface, image: pygame.Surface, x: float, y: float) -> None:
    target.blit(image, image.get_rect(center=(round(x), round(y))))
