"""The battle card: the arithmetic of an attack, the results table and the chance of each result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pygame

from game.core.chance import Modifier
from game.core.contract import Counter
from game.core.preview import Outcome, Preview, UnitLine
from game.core.theme import Theme
from game.ui.cards.card import CardPen, Spot
from game.ui.cards.choices import Choice, write_choices
from game.ui.cards.pen import Run, cite
from game.ui.cards.plain import plain_counter
from game.ui.cards.sums import write_chances, write_sums
from game.ui.theme import FAINT, GOLD, INK, LINE, PAPER_SHADE

COUNTER = 58

Table = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]


def write(
    pen: CardPen,
    theme: Theme,
    counters: Mapping[str, Counter],
    preview: Preview | None,
    table: Table | None,
    choices: Sequence[Choice],
    title: str,
    row: int | None,
    lit: str = "",
) -> None:
    """Print the card.

    :param row: the die face whose cell of the results table lights up.
    :param lit: the result that lights up where there is no results table.
    """
    pen.heading(title, preview.ratio if preview and preview.column else "")
    if preview is not None and table is None:
        write_sums(pen, theme, counters, preview)
    elif preview is not None:
        _sides(pen, theme, counters, preview)
        _modifiers(pen, counters, preview)
        _ratio(pen, preview)
    write_choices(pen, choices)
    if preview is not None:
        if table is None:
            write_chances(pen, theme, preview.outcomes, lit)
        elif preview.outcomes:
            _bars(pen, preview.outcomes, table, preview.column, row)
        if preview.column is not None and table is not None:
            _table(pen, table, preview.column, row)
        if preview.note:
            pen.space(4)
            pen.flow([Run(preview.note, "text", 19, FAINT)])


def write_picked(
    pen: CardPen, theme: Theme, picked: Sequence[Counter], choices: Sequence[Choice], title: str, needed: str
) -> None:
    """Print what has been picked where no arithmetic belongs to it, e.g. losses."""
    pen.heading(title, str(len(picked)) if len(picked) > 1 else "")
    px = pen.metrics.px
    size, x = px(COUNTER), pen.x
    for counter in picked:
        if x + size > pen.x + pen.width:
            x, pen.y = pen.x, pen.y + size + px(8)
        pen.surface.blit(plain_counter(counter, theme, size), (x, pen.y))
        pen.spots.append(Spot(pygame.Rect(x, pen.y, size, size), counter.unit))
        x += size + px(8)
    if picked:
        pen.y += size + px(10)
    if needed:
        pen.flow([Run(needed, "text", 20, FAINT)])
    write_choices(pen, choices)


def _sides(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Attackers and defenders as counters with their totals."""
    px = pen.metrics.px
    for label, lines, value in (
        ("Attack", preview.attackers, preview.attack),
        ("Defence", preview.defenders, preview.defence),
    ):
        if not lines:
            continue
        top = pen.y
        size = px(COUNTER if len(lines) <= 4 else COUNTER - 14)
        pen.surface.blit(pen.font("ui-bold", 17).render(label, True, FAINT), (pen.x, top + px(16)))
        x = pen.x + px(78)
        step = min(size + px(8), (pen.width - px(78 + 50) - size) // max(1, len(lines) - 1) if len(lines) > 1 else size)
        for line in lines:
            counter = counters.get(line.unit)
            if counter is not None:
                pen.surface.blit(plain_counter(counter, theme, size), (x, top))
            x += step
        number = pen.font("counter", 38).render(str(value), True, INK)
        pen.surface.blit(number, number.get_rect(midright=(pen.x + pen.width, top + size // 2)))
        pen.y = top + size + px(8)


def _name(line: UnitLine, counters: Mapping[str, Counter]) -> str:
    counter = counters.get(line.unit)
    return counter.name if counter else line.unit


def _modifiers(pen: CardPen, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Face values and every modifier with its name and rule."""
    faces = [
        f"{'+'.join(str(line.face) for line in lines)}" for lines in (preview.attackers, preview.defenders) if lines
    ]
    pen.line("Face values " + " against ".join(faces), "ui", 16, FAINT)
    for modifier in preview.modifiers:
        _modifier(pen, modifier, counters)
    pen.space(2)


def _modifier(pen: CardPen, modifier: Modifier, counters: Mapping[str, Counter]) -> None:
    px = pen.metrics.px
    top = pen.y
    value = pen.font("counter", 21).render(f"{modifier.value:+d}".replace("-", "−"), True, INK)
    pen.surface.blit(value, value.get_rect(topright=(pen.x + px(28), top - px(2))))
    counter = counters.get(modifier.unit) if modifier.unit else None
    whose = f"{counter.name}: " if counter is not None and counter.name not in modifier.name else ""
    pen.flow([Run(whose + modifier.name, "ui", 16), cite(modifier.rule)], indent=38, leading=1.0)


def _ratio(pen: CardPen, preview: Preview) -> None:
    """The ratio and how it becomes a column."""
    if preview.column is None and not preview.rounding:
        return
    pen.rule()
    px = pen.metrics.px
    top = pen.y
    face = pen.font("counter", 34)
    if preview.column is not None:
        image = face.render(preview.column.replace("-", "–"), True, INK)
        pen.surface.blit(image, image.get_rect(topright=(pen.x + pen.width, top - px(6))))
        room = image.get_width() + px(16)
    else:
        room = 0
    left, width = pen.x, pen.width
    pen.width = width - room
    pen.flow(
        [Run(f"{preview.ratio}: {preview.rounding}" if preview.rounding else preview.ratio, "ui", 16)], leading=1.0
    )
    pen.x, pen.width = left, width
    pen.y = max(pen.y, top + face.get_linesize() - px(8))


def _table(pen: CardPen, table: Table, column: str, row: int | None) -> None:
    """The results table as printed, the column in use framed, the rolled cell filled with gold."""
    px = pen.metrics.px
    headings, rows = table
    pen.space(4)
    first = px(34)
    width = (pen.width - first) / len(headings)
    height, more = px(25), px(16)
    left, top = pen.x, pen.y
    used = _column_of(column, headings)
    if used is not None:
        box = pygame.Rect(round(left + first + used * width), top, round(width), height * (len(rows) + 1) + more)
        pygame.draw.rect(pen.surface, "#f2dba0", box)
    if len(headings) > 1:
        small = pen.font("table", 14)
        for index, words in ((0, "or less"), (len(headings) - 1, "or more")):
            middle = left + first + (index + 0.5) * width
            _centred(pen.surface, small.render(words, True, FAINT), middle, top + height + more / 2 - px(3))
    for number in range(1, len(rows), 2):
        stripe = pygame.Surface((pen.width, height), pygame.SRCALPHA)
        stripe.fill((120, 95, 50, 22))
        pen.surface.blit(stripe, (left, top + more + height * number))
    head, body, bold = pen.font("table", 17), pen.font("table", 18), pen.font("table-bold", 19)
    for index, heading in enumerate(headings):
        text = bold if index == used else head
        _centred(
            pen.surface,
            text.render(heading.replace("-", "–"), True, INK),
            left + first + (index + 0.5) * width,
            top + height / 2,
        )
    top += more
    for face, cells in enumerate(rows, start=1):
        middle = top + height * (face + 0.5)
        _centred(pen.surface, bold.render(str(face), True, INK), left + first / 2, middle)
        for index, cell in enumerate(cells):
            lit = index == used and face == row
            if lit:
                spot = pygame.Rect(0, 0, round(width), height)
                spot.center = (round(left + first + (index + 0.5) * width), round(middle))
                pygame.draw.rect(pen.surface, GOLD, spot)
                pygame.draw.rect(pen.surface, INK, spot, width=px(2))
            colour = INK if index == used else FAINT
            _centred(
                pen.surface,
                (bold if index == used else body).render(cell, True, colour),
                left + first + (index + 0.5) * width,
                middle,
            )
    pygame.draw.line(pen.surface, INK, (left, top + height), (left + pen.width, top + height), px(1))
    if used is not None:
        pygame.draw.rect(pen.surface, "#6d521f", box, width=px(2))
    pen.y = top + height * (len(rows) + 1) + px(8)


def _column_of(column: str, headings: Sequence[str]) -> int | None:
    """Where a column stands in the table; headings may say more than the bare ratio."""
    if column in headings:
        return headings.index(column)
    return next((i for i, heading in enumerate(headings) if heading.split()[0] == column.split()[0]), None)


def _bars(pen: CardPen, outcomes: Sequence[Outcome], table: Table | None, column: str | None, row: int | None) -> None:
    """The chance of each result as a bar with its name and percentage."""
    px = pen.metrics.px
    rolled = None
    if row is not None and table is not None and column is not None:
        used = _column_of(column, table[0])
        rolled = table[1][row - 1][used] if used is not None else None
    widest = max(outcome.chance for outcome in outcomes)
    for outcome in outcomes:
        top, height = pen.y, px(24)
        name = pen.font("table-bold", 19).render(outcome.result, True, INK)
        pen.surface.blit(name, name.get_rect(midleft=(pen.x, top + height // 2)))
        room = pygame.Rect(pen.x + px(38), top + px(3), pen.width - px(38 + 56), height - px(6))
        pygame.draw.rect(pen.surface, PAPER_SHADE, room, border_radius=px(3))
        part = room.copy()
        part.width = max(px(3), round(room.width * float(outcome.chance / max(widest, Fraction(1)))))
        pygame.draw.rect(pen.surface, GOLD if outcome.result == rolled else "#b58f45", part, border_radius=px(3))
        if outcome.result == rolled:
            pygame.draw.rect(pen.surface, INK, part, width=px(2), border_radius=px(3))
        pygame.draw.rect(pen.surface, LINE, room, width=px(1), border_radius=px(3))
        words = pen.font("ui", 15)
        pen.surface.blit(
            words.render(_cut(outcome.text, words, room.width - px(10)), True, INK), (room.x + px(6), room.y)
        )
        share = pen.font("ui-bold", 16).render(f"{float(outcome.chance) * 100:.0f} %", True, INK)
        pen.surface.blit(share, share.get_rect(midright=(pen.x + pen.width, top + height // 2)))
        pen.y = top + height + px(2)


def _cut(text: str, face: pygame.font.Font, width: int) -> str:
    while text and face.size(text)[0] > width:
        text = text.rsplit(" ", 1)[0] + "…" if " " in text else ""
        if text.endswith(" …") or text.count("…") > 1:
            text = text.replace("…", "").rstrip() + "…"
    return text


def _centred(target: pygame.Surface, image: pygame.Surface, x: float, y: float) -> None:
    target.blit(image, image.get_rect(center=(round(x), round(y))))
