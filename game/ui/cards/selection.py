"""The selection card: the unit picked up or pointed at, and the stack it stands in."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pygame

from game.core.contract import Counter
from game.core.face import Note, PlaceCard
from game.core.message import Text, say, several
from game.core.theme import Theme
from game.i18n.words import said
from game.ui.board.overlays import dulled
from game.ui.cards.card import CardPen, CardSpot
from game.ui.counters.pictures import plain_counter
from game.ui.kit.pen import TextRun, cite
from game.ui.kit.theme import FAINT, GOLD

LARGE, SMALL = 108, 54
FEW, MANY = 3, 8
"""Counters in one place that are told in full, and those that are told at all; of more only the counters are shown."""
NAMED, READABLE = 64, 60
"""Units, and pixels at least: wide enough for the small print of a counter with a face."""
TIGHT, CLOSE = 76, (50, 40)
"""The same where room is scarce: of a unit's own counter, and of a stack's; they carry larger factors instead."""


def write_unit(
    pen: CardPen, theme: Theme, counter: Counter, stack: Sequence[Counter], along: Collection[str] = (),
    staying: Collection[str] = (),
) -> None:
    """Print a unit: its counter large, its values, where it stands and what stands with it.

    :param along: those of the stack that go with it; ringed too.
    :param staying: those that cannot; dulled.
    """
    seat = theme.side(counter.seat)
    pen.heading(say("Selected"), seat.title)
    px = pen.metrics.px
    large = TIGHT if pen.tight else LARGE
    image = plain_counter(counter, theme, px(large))
    top, left, width = pen.y, pen.x, pen.width
    pen.surface.blit(image, (left, top + px(4)))
    pen.x, pen.width = left + px(large + 18), width - px(large + 18)
    pen.flow([TextRun(counter.name, "text", 21 if pen.bare else 25)], leading=1.0)
    if pen.tight:
        pen.flow([TextRun(_said(counter.lines), "ui", 15 if pen.bare else 16)], leading=1.0)
    else:
        pen.space(2)
        for label, value in counter.lines:
            pen.row(label, value)
    pen.x, pen.width = left, width
    pen.y = max(pen.y, top + px(large + (6 if pen.bare else 14)))
    if not pen.terse:
        _notes(pen, counter.notes)
    if len(stack) > 1:
        _stack(pen, theme, (counter.unit, *along), stack, staying)


def _notes(pen: CardPen, notes: Sequence[Note]) -> None:
    """Sentences worth knowing, each with the rule it comes from."""
    for note in notes:
        pen.flow([TextRun(note.text, "text", 18), cite(note.rule, 18, "text")], leading=1.0)
    if notes:
        pen.space(2)


def _stack(
    pen: CardPen, theme: Theme, chosen: Collection[str], stack: Sequence[Counter], staying: Collection[str] = ()
) -> None:
    """Every counter of a stack; each can be clicked. Stacks whose order counts are listed by side, from the top."""
    if not theme.stacks_in_order:
        _row(pen, theme, say("Stack of {number}", number=len(stack)), chosen, stack, staying)
        return
    for seat in theme.seats:
        own = [counter for counter in reversed(stack) if counter.seat == seat.name]
        if own:
            _row(pen, theme, say("{side}, from the top", side=seat.title)
                 if len(own) > 1 else seat.title, chosen, own, staying)


def _row(
    pen: CardPen, theme: Theme, title: Text, chosen: Collection[str], counters: Sequence[Counter],
    staying: Collection[str],
) -> None:
    """A line of print and counters below it, in as many rows as they need."""
    px = pen.metrics.px
    wide, least = CLOSE if pen.tight else (NAMED, READABLE)
    size = px(SMALL) if counters[0].face is None else max(px(wide), least)
    pen.space(6)
    pen.line(title, "ui-bold", 16, FAINT)
    x = pen.x
    for counter in counters:
        if x + size > pen.x + pen.width:
            x, pen.y = pen.x, pen.y + size + px(10)
        place = pygame.Rect(x, pen.y + px(2), size, size)
        if counter.unit in chosen:
            pygame.draw.rect(pen.surface, GOLD, place.inflate(px(6), px(6)), width=px(3), border_radius=px(6))
        picture = plain_counter(counter, theme, size)
        pen.surface.blit(dulled(picture) if counter.unit in staying else picture, place)
        pen.spots.append(CardSpot(place, counter.unit))
        x = place.right + px(10)
    pen.spans.append((pen.y, pen.y + size + px(8)))
    pen.y += size + px(8)


def write_waiting(pen: CardPen, theme: Theme, waiting: Sequence[Counter], chosen: str | None) -> None:
    """Print the counters that wait to be set up; each can be clicked."""
    pen.heading(say("Waiting to be set up"), str(len(waiting)))
    px = pen.metrics.px
    x = pen.x
    size = px(64)
    for counter in waiting:
        if x + size > pen.x + pen.width:
            x, pen.y = pen.x, pen.y + size + px(12)
        place = pygame.Rect(x, pen.y + px(2), size, size)
        if counter.unit == chosen:
            pygame.draw.rect(pen.surface, GOLD, place.inflate(px(8), px(8)), width=px(3), border_radius=px(6))
        pen.surface.blit(plain_counter(counter, theme, size), place)
        pen.spots.append(CardSpot(place, counter.unit))
        x = place.right + px(12)
    pen.y += size + px(10)
    held = next((counter for counter in waiting if counter.unit == chosen), None)
    if held is not None:
        pen.flow([TextRun(held.name, "text", 23)], leading=1.0)


def _said(lines: Sequence[tuple[Text, Text]], known: Text = "") -> str:
    """A unit's values in a row, without the one that is known already."""
    return " · ".join(said(say("{label}: {value}", label=label, value=value))
                      for label, value in lines if value != known)


def write_card(
    pen: CardPen, theme: Theme, card: PlaceCard, stack: Sequence[Counter], pointed: Counter | None = None
) -> None:
    """Print what the rules say of a place, who stands there, and what the counter pointed at is."""
    pen.heading(card.title, card.kind)
    for label, value in card.lines:
        pen.row(label, value)
    if card.lines and card.notes:
        pen.space(4)
    _notes(pen, card.notes)
    if stack:
        _stack(pen, theme, (pointed.unit,) if pointed is not None else (), stack)
    if pointed is not None:
        pen.space(4)
        pen.flow([TextRun(pointed.name, "text", 23)], leading=1.0)
        pen.flow([TextRun(_said(pointed.lines, card.title), "ui", 16)], leading=1.0)
        _notes(pen, pointed.notes)


def _strip(pen: CardPen, theme: Theme, stack: Sequence[Counter]) -> None:
    """Print counters side by side, in as many rows as they take."""
    size, step = pen.metrics.px(SMALL), pen.metrics.px(SMALL + 6)
    across = max(1, (pen.width + step - size) // step)
    for number, counter in enumerate(stack):
        place = pygame.Rect(pen.x + number % across * step, pen.y + number // across * step, size, size)
        pen.surface.blit(plain_counter(counter, theme, size), place)
        pen.spots.append(CardSpot(place, counter.unit))
    pen.y += -(-len(stack) // across) * step


def write_place(pen: CardPen, theme: Theme, place: Text, ground: Text, stack: Sequence[Counter], advice: str) -> None:
    """Print the place pointed at by its title, or what the mouse can do where nothing is."""
    if not place:
        pen.heading(say("Selection"))
        if not pen.bare:
            pen.flow([TextRun(advice, "text", 21, FAINT)])
        return
    pen.heading(place, several("{count} counter", "{count} counters", len(stack)) if len(stack) > FEW else ground)
    if len(stack) > MANY:
        _strip(pen, theme, stack)
    elif stack:
        px = pen.metrics.px
        for counter in stack:
            top = pen.y
            spot = pygame.Rect(pen.x, top + px(2), px(SMALL), px(SMALL))
            pen.surface.blit(plain_counter(counter, theme, px(SMALL)), spot)
            pen.spots.append(CardSpot(spot, counter.unit))
            left, width = pen.x, pen.width
            pen.x, pen.width = left + px(SMALL + 14), width - px(SMALL + 14)
            pen.flow([TextRun(counter.name, "ui-bold", 18)], leading=1.0)
            if len(stack) > FEW:
                pen.line(_said(counter.lines[::-1]), "ui", 16, FAINT)  # its state comes last and matters most
            else:
                pen.flow([TextRun(_said(counter.lines), "ui", 16, FAINT)], leading=1.0)
            pen.x, pen.width = left, width
            pen.y = max(pen.y, top + px(SMALL + 10))
            pen.list_line(top, pen.y)
    else:
        pen.flow([TextRun(advice, "text", 21, FAINT)])
