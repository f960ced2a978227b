"""The selection card: the unit picked up or pointed at, the stack it stands in, and what can be done, as buttons and
counters to click."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pygame

from game.core.contract import Counter
from game.core.face import Note, PlaceCard
from game.core.message import Text, joined, say, several
from game.core.theme import Theme
from game.ui.board.overlays import dulled
from game.ui.cards.card_pen import CardPen, CardSpot
from game.ui.counters.pictures import plain_counter
from game.ui.kit.pen import TextRun, cite
from game.ui.kit.theme import ALARM, FAINT, GOLD, WARNING

SIZE = 64
SHARE = 0.68
"""The part of its row that a button takes with another one beside it."""
ROWS = 2
"""More rows of buttons than that are lower where room is scarce."""
PRINT, AIR, HALF_GAP = 16, 8, 0.012
"""Units: the print of a label that shares its row, and what stays free beside it; the share of the row between two and
the middle."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A button: what it commits, and why it may not be."""

    label: str
    reason: Text
    """Empty where the action is legal."""
    beside: int | None = None
    """The number, from 0, of the one beside which it stands, at the right."""
    note: Text = ""
    """What it brings with it that should be known before."""
    key: str = ""
    """Its key, as it is printed behind the label."""
    brief: bool = False
    """Whether it may share its row with the next one where room is scarce."""


def write_choices(pen: CardPen, choices: Sequence[CardChoice], heading: Text = "") -> None:
    """Room for numbered buttons, with the reasons of those that may not be used; they stay in view when all scrolls.

    :param heading: what all of them do, where each names only where.
    """
    top = pen.y
    if heading:
        pen.flow([TextRun(heading, "ui-bold", 17)])
    mates = {choice.beside: number for number, choice in enumerate(choices) if choice.beside is not None}
    many = len(choices) - len(mates) > ROWS
    halves = _halves(pen, choices) if pen.tight and many else {}
    many = many and len(choices) - len(mates) - len(halves) > ROWS + 1
    height = 36 if pen.tight and many else 42 if pen.tight else 46
    for number, choice in enumerate(choices):
        if choice.beside is not None or number in halves.values():
            continue
        pen.space(4 if pen.tight and many else 6)
        if number in halves:
            pen.slot(f"choice-{number}", height, right=0.5 - HALF_GAP, move=False)
            pen.slot(f"choice-{halves[number]}", height, left=0.5 + HALF_GAP)
            continue
        if number in mates:
            pen.slot(f"choice-{mates[number]}", height, left=SHARE + 0.02, move=False)
        pen.slot(f"choice-{number}", height, right=SHARE if number in mates else 1.0)
        if choice.reason:
            pen.space(4)
            pen.flow([TextRun(choice.reason, "ui", 16, ALARM)])
        elif choice.note:
            pen.space(4)
            pen.flow([TextRun(choice.note, "ui-bold", 16, WARNING)], leading=1.0)
    if choices:
        pen.space(8)
        pen.pinned = (top, pen.y)


def _halves(pen: CardPen, choices: Sequence[CardChoice]) -> dict[int, int]:
    """Choices that share a row, the left one's number with that of the right one: both short enough for half of it."""
    face, room = pen.font("table-bold", PRINT), pen.width * (0.5 - HALF_GAP) - pen.metrics.px(AIR)
    short = [choice.brief and not choice.reason and not choice.note
             and face.size(choice.label + choice.key)[0] <= room for choice in choices]
    found: dict[int, int] = {}
    for number in range(len(choices) - 1):
        if short[number] and short[number + 1] and number not in found.values():
            found[number] = number + 1
    return found


def write_line(pen: CardPen, title: Text, told: Text, offered: Sequence[CardChoice]) -> None:
    """Print a line of the overview that leads to no roll, and what can be done with it."""
    pen.heading(title)
    pen.flow([TextRun(told, "text", 20, FAINT)])
    write_choices(pen, offered)


def write_callers(pen: CardPen, theme: Theme, heading: str, counters: Sequence[Counter], advice: str) -> None:
    """Print the counters that can be called on now, each with its name; each can be clicked."""
    pen.heading(heading, str(len(counters)))
    px = pen.metrics.px
    for counter in counters:
        whole = pygame.Rect(pen.x, pen.y, pen.width, px(SIZE))
        with _named(pen, theme, counter, SIZE, SIZE + 8) as spot:
            where = next((value for label, value in counter.lines if label == say("Area")), counter.place or "")
            pen.flow([TextRun(where, "ui", 16, FAINT)], leading=1.0)
        pen.spots.append(CardSpot(spot.union(whole), counter.unit))
    pen.flow([TextRun(advice, "text", 20, FAINT)])


@contextmanager
def _named(pen: CardPen, theme: Theme, counter: Counter, size: int, high: int) -> Iterator[pygame.Rect]:
    """A counter, units large, and its name beside it, where more is written meanwhile; at least so many units high."""
    px, top = pen.metrics.px, pen.y
    spot = pygame.Rect(pen.x, top + px(2), px(size), px(size))
    pen.surface.blit(plain_counter(counter, theme, px(size)), spot)
    with pen.within(px(size + 14)):
        pen.flow([TextRun(counter.name, "ui-bold", 18)], leading=1.0)
        yield spot
    pen.y = max(pen.y, top + px(high))


LARGE, LARGEST, SMALL = 108, 132, 54
"""Units: the counter of a unit with its values beside it, and with them below it where one has no room; of others."""
FEW, MANY = 3, 8
"""Counters in one place that are told in full, and those that are told at all; of more only the counters are shown."""
NAMED, READABLE = 64, 60
"""Units, and pixels at least: wide enough for the small print of a counter with a face."""
TIGHT, SMALLEST, CLOSE = 76, 68, (50, 40)
"""The same where room is scarce: of a unit's own counter, also where it is scarcest, and of a stack's; they carry
larger factors instead."""


def write_unit(pen: CardPen, theme: Theme, counter: Counter, stack: Sequence[Counter], along: Collection[str] = (),
               staying: Collection[str] = ()) -> None:
    """Print a unit: its counter large, its values, where it stands and what stands with it.

    :param along: those of the stack that go with it; ringed too.
    :param staying: those that cannot; dulled.
    """
    seat = theme.side(counter.seat)
    if not pen.bare:
        pen.heading(say("Selected"), seat.title)
    px = pen.metrics.px
    with pen.within(px(LARGE + 18)):
        beside = pen.tight or all(pen.has_row(label, value) for label, value in counter.lines)
    large = SMALLEST if pen.bare else TIGHT if pen.tight else LARGE if beside else LARGEST
    top = pen.y
    pen.surface.blit(plain_counter(counter, theme, px(large)), (pen.x, top + px(4)))
    with pen.within(px(large + 18)):
        pen.flow([TextRun(counter.name, "text", 21 if pen.bare else 25)], leading=1.0)
        if pen.tight:
            pen.flow([TextRun(_said(counter.lines), "ui", 15 if pen.bare else 16)], leading=1.0)
        elif beside:
            pen.space(2)
            _rows(pen, counter.lines)
    pen.y = max(pen.y, top + px(large + (6 if pen.bare else 14)))
    if not beside:
        _rows(pen, counter.lines)
        pen.space(4)
    if not pen.terse:
        _notes(pen, counter.notes)
    if len(stack) > 1 and not pen.bare:
        _stack(pen, theme, (counter.unit, *along), stack, staying)


def _rows(pen: CardPen, lines: Sequence[tuple[Text, Text]]) -> None:
    """A unit's values, a line each."""
    for label, value in lines:
        pen.row(label, value)


def _notes(pen: CardPen, notes: Sequence[Note]) -> None:
    """Sentences worth knowing, each with the rule it comes from."""
    for note in notes:
        pen.flow([TextRun(note.text, "text", 18), cite(note.rule, 18)], leading=1.0)
    if notes:
        pen.space(2)


def _stack(pen: CardPen, theme: Theme, chosen: Collection[str], stack: Sequence[Counter],
           staying: Collection[str] = ()) -> None:
    """Every counter of a stack; each can be clicked. Stacks whose order counts are listed by side, from the top."""
    if not theme.stacks_in_order:
        _row(pen, theme, say("Stack of {number}", number=len(stack)), chosen, stack, staying)
        return
    for seat in theme.seats:
        own = [counter for counter in reversed(stack) if counter.seat == seat.name]
        if own:
            _row(pen, theme, say("{side}, from the top", side=seat.title)
                 if len(own) > 1 else seat.title, chosen, own, staying)


def _row(pen: CardPen, theme: Theme, title: Text, chosen: Collection[str], counters: Sequence[Counter],
         staying: Collection[str]) -> None:
    """A line of print and counters below it, in as many rows as they need."""
    px = pen.metrics.px
    wide, least = CLOSE if pen.tight else (NAMED, READABLE)
    size = px(SMALL) if counters[0].face is None else max(px(wide), least)
    pen.space(6)
    pen.line(title, "ui-bold", 16, FAINT)
    _lay(pen, theme, counters, size, 10, chosen, staying)
    pen.spans.append((pen.y - size - px(8), pen.y))


def _lay(pen: CardPen, theme: Theme, counters: Sequence[Counter], size: int, gap: int, chosen: Collection[str],
         staying: Collection[str] = ()) -> None:
    """Counters of a size in pixels, some units apart, in as many rows as they need; each can be clicked."""
    px, x = pen.metrics.px, pen.x
    for counter in counters:
        if x + size > pen.x + pen.width:
            x, pen.y = pen.x, pen.y + size + px(gap)
        place = pygame.Rect(x, pen.y + px(2), size, size)
        if counter.unit in chosen:
            pygame.draw.rect(pen.surface, GOLD, place.inflate(px(gap - 4), px(gap - 4)), width=px(3),
                             border_radius=px(6))
        picture = plain_counter(counter, theme, size)
        pen.surface.blit(dulled(picture) if counter.unit in staying else picture, place)
        pen.spots.append(CardSpot(place, counter.unit))
        x = place.right + px(gap)
    pen.y += size + px(gap - 2)


def write_waiting(pen: CardPen, theme: Theme, waiting: Sequence[Counter], chosen: str | None) -> None:
    """Print the counters that wait to be set up; each can be clicked."""
    pen.heading(say("Waiting to be set up"), str(len(waiting)))
    _lay(pen, theme, waiting, pen.metrics.px(64), 12, (chosen,) if chosen is not None else ())
    held = next((counter for counter in waiting if counter.unit == chosen), None)
    if held is not None:
        pen.flow([TextRun(held.name, "text", 23)], leading=1.0)


def _said(lines: Sequence[tuple[Text, Text]], known: Text = "") -> Text:
    """A unit's values in a row, without the one that is known already."""
    return joined((say("{label}: {value}", label=label, value=value) for label, value in lines if value != known),
                  " · ")


def write_card(pen: CardPen, theme: Theme, card: PlaceCard, stack: Sequence[Counter],
               pointed: Counter | None = None) -> None:
    """Print what the rules say of a place, who stands there, and what the counter pointed at is."""
    pen.heading(card.title, card.kind)
    _rows(pen, card.lines)
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
        for counter in stack:
            top = pen.y
            with _named(pen, theme, counter, SMALL, SMALL + 10) as spot:
                if len(stack) > FEW:
                    pen.line(_said(counter.lines[::-1]), "ui", 16, FAINT)  # its state comes last and matters most
                else:
                    pen.flow([TextRun(_said(counter.lines), "ui", 16, FAINT)], leading=1.0)
            pen.spots.append(CardSpot(spot, counter.unit))
            pen.list_line(top, pen.y)
    else:
        pen.flow([TextRun(advice, "text", 21, FAINT)])
