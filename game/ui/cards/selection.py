"""The selection card: the unit selected or under the pointer, its stack, and the possible actions, as buttons and
clickable counters."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

import pygame

from game.core.contract import Counter
from game.core.face import Note, PlaceCard
from game.core.message import Text, joined, plural, say
from game.core.theme import Theme
from game.i18n.words import capitalised
from game.ui.board.overlays import dulled
from game.ui.cards.card_pen import CardPen, CardSpot
from game.ui.counters.pictures import plain_counter
from game.ui.kit.pen import TextRun, cite
from game.ui.kit.theme import ALARM, FAINT, GOLD, WARNING

READY_COUNTER = 64
BUTTON_SHARE = 0.68
"""The share of its row for a button that has another one beside it."""
MAX_HIGH_ROWS = 2
"""The number of button rows above which they are lower if room is scarce."""
LABEL_PRINT = 16
"""The print size of a label that shares its row, in layout units."""
LABEL_MARGIN = 8
"""The free space beside such a label, in layout units."""
HALF_GAP = 0.012
"""Half the gap between two such labels, as a share of the row."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A button: the action that it commits, and why it is not allowed."""

    label: str
    reason: Text
    """Empty if the action is legal."""
    beside: int | None = None
    """The index of the choice to whose right it is placed; None for a row of its own."""
    note: Text = ""
    """A consequence to know in advance."""
    key: str = ""
    """Its key, as printed after the label."""
    brief: bool = False
    """Whether it may share its row with the next one if room is scarce."""
    on_prompt: bool = False
    """Whether its button is on the prompt card, e.g. in the main button's place; this card then prints only its
    note, or the reason why it is not allowed."""


def write_choices(pen: CardPen, choices: Sequence[CardChoice], heading: Text = "") -> None:
    """Reserve slots for numbered buttons, and print above them the reasons of those not allowed; they stay in place at
    the card's foot.

    :param heading: the action common to all of them, if each names only a place.
    """
    top = pen.y
    listed = {number: choice for number, choice in enumerate(choices) if not choice.on_prompt}
    for choice in (choice for choice in choices if choice.on_prompt):
        if choice.reason:
            pen.flow([TextRun(choice.reason, "ui", 16, ALARM)])
        elif choice.note:
            pen.flow([TextRun(choice.note, "ui-bold", 16, WARNING)], leading=1.0)
    if heading and listed:
        pen.flow([TextRun(heading, "ui-bold", 17)])
    mates = {choice.beside: number for number, choice in listed.items() if choice.beside in listed}
    many = len(listed) - len(mates) > MAX_HIGH_ROWS
    halves = _halves(pen, listed) if pen.tight and many else {}
    many = many and len(listed) - len(mates) - len(halves) > MAX_HIGH_ROWS + 1
    close = pen.tight and (many or pen.name_only)
    height = 36 if close else 42 if pen.tight else 46
    for number, choice in listed.items():
        if choice.beside in listed or number in halves.values():
            continue
        pen.space(4 if close else 6)
        if number in halves:
            pen.slot(f"choice-{number}", height, right=0.5 - HALF_GAP, move=False)
            pen.slot(f"choice-{halves[number]}", height, left=0.5 + HALF_GAP)
            continue
        if choice.reason:
            pen.flow([TextRun(choice.reason, "ui", 16, ALARM)])
            pen.space(2)
        elif choice.note:
            pen.flow([TextRun(choice.note, "ui-bold", 16, WARNING)], leading=1.0)
            pen.space(2)
        if number in mates:
            pen.slot(f"choice-{mates[number]}", height, left=BUTTON_SHARE + 0.02, move=False)
        pen.slot(f"choice-{number}", height, right=BUTTON_SHARE if number in mates else 1.0)
    if listed:
        pen.space(8)
    if choices:
        pen.pinned = (top, pen.y)


def _halves(pen: CardPen, choices: Mapping[int, CardChoice]) -> dict[int, int]:
    """Choices that share a row (left index -> right index), both short enough for half of it."""
    face, room = pen.font("table-bold", LABEL_PRINT), pen.width * (0.5 - HALF_GAP) - pen.metrics.px(LABEL_MARGIN)
    short = {number: choice.brief and not choice.reason and not choice.note
             and face.size(choice.label + choice.key)[0] <= room for number, choice in choices.items()}
    found: dict[int, int] = {}
    for number, after in pairwise(choices):
        if short[number] and short[after] and number not in found.values():
            found[number] = after
    return found


def write_line(pen: CardPen, title: Text, text: Text, offered: Sequence[CardChoice]) -> None:
    """Print a line of the overview that involves no roll, and its possible actions."""
    beside = pen.tight and pen.row_fits(title, text)
    pen.heading(title, text if beside else "")
    if not beside:
        pen.flow([TextRun(text, "text", 20, FAINT)])
    write_choices(pen, offered)
    pen.pinned = (0, 0)  # if not all of it fits, the title stays in view and the buttons scroll


def write_ready_units(pen: CardPen, theme: Theme, heading: str, counters: Sequence[Counter], advice: str) -> None:
    """Print the units that can interrupt now as clickable counters with their names."""
    pen.heading(heading, str(len(counters)))
    px = pen.metrics.px
    for counter in counters:
        row = pygame.Rect(pen.x, pen.y, pen.width, px(READY_COUNTER))
        with _named(pen, theme, counter, READY_COUNTER, READY_COUNTER + 8) as spot:
            where = next((value for label, value in counter.lines if label == say("Area")), counter.place or "")
            pen.flow([TextRun(where, "ui", 16, FAINT)], leading=1.0)
        pen.spots.append(CardSpot(spot.union(row), counter.unit))
    pen.flow([TextRun(advice, "text", 20, FAINT)])


@contextmanager
def _named(pen: CardPen, theme: Theme, counter: Counter, size: int, high: int) -> Iterator[pygame.Rect]:
    """Print a counter, ``size`` layout units wide, with its name beside it, and let the caller print more below the
    name; at least ``high`` layout units high in all."""
    px, top = pen.metrics.px, pen.y
    spot = pygame.Rect(pen.x, top + px(2), px(size), px(size))
    pen.surface.blit(plain_counter(counter, theme, px(size)), spot)
    with pen.narrowed(px(size + 14)):
        pen.flow([TextRun(capitalised(counter.name), "ui-bold", 18)], leading=1.0)
        yield spot
    pen.y = max(pen.y, top + px(high))


LARGE_COUNTER = 108
"""The width of the unit's counter with its values beside it, in layout units."""
LARGEST_COUNTER = 132
"""Its width with its values below it for lack of room, in layout units."""
SMALL_COUNTER = 54
"""The width of other counters, in layout units."""
MAX_DESCRIBED_IN_FULL = 3
"""The maximum number of counters in one place described in full."""
MAX_DESCRIBED = 8
"""The maximum number of counters in one place described at all; if there are more, only the counters are shown."""
FACE_COUNTER = 64
"""The width of a counter with a face, in layout units."""
MIN_FACE_COUNTER = 60
"""The minimum of that width in pixels: enough for its small print."""
TIGHT_COUNTER = 76
"""The width of the unit's counter if room is scarce, in layout units. Its factors are printed larger instead."""
BARE_COUNTER = 68
"""Its width if room is scarcest, in layout units."""
TIGHT_FACE_COUNTER = (50, 40)
"""The width in layout units of its stack's counters if room is scarce, and their minimum in pixels."""


def write_unit(pen: CardPen, theme: Theme, counter: Counter, stack: Sequence[Counter], along: Collection[str] = (),
               staying: Collection[str] = ()) -> None:
    """Print a unit: its counter large, its values, its place and its stack.

    :param along: units of the stack that move with it; ringed too.
    :param staying: units that cannot; dimmed.
    """
    seat = theme.side(counter.seat)
    if pen.name_only:
        top = pen.y
        name = pen.line(capitalised(counter.name), "ui-bold", 17)
        left, pen.y = name.right + pen.metrics.px(10), top
        values = pen.line(_values_text(counter.lines[::-1]), "ui", 17, FAINT, x=left,
                          width=max(0, pen.x + pen.width - left))
        pen.tips.append((values, _values_text(counter.lines)))
        return
    if not pen.bare:
        pen.heading(say("Selected"), seat.title)
    px = pen.metrics.px
    with pen.narrowed(px(LARGE_COUNTER + 18)):
        beside = pen.tight or all(pen.row_fits(label, value) for label, value in counter.lines)
    large = BARE_COUNTER if pen.bare else TIGHT_COUNTER if pen.tight else LARGE_COUNTER if beside else LARGEST_COUNTER
    top = pen.y
    pen.surface.blit(plain_counter(counter, theme, px(large)), (pen.x, top + px(4)))
    with pen.narrowed(px(large + 18)):
        pen.flow([TextRun(capitalised(counter.name), "text", 21 if pen.bare else 25)], leading=1.0)
        if pen.tight:
            pen.flow([TextRun(_values_text(counter.lines), "ui", 15 if pen.bare else 16)], leading=1.0)
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
    """Print a unit's values, one per line."""
    for label, value in lines:
        pen.row(label, value)


def _notes(pen: CardPen, notes: Sequence[Note]) -> None:
    """Print notes, each with its rule."""
    for note in notes:
        pen.flow([TextRun(note.text, "text", 18), cite(note.rule, 18)], leading=1.0)
    if notes:
        pen.space(2)


def _stack(pen: CardPen, theme: Theme, chosen: Collection[str], stack: Sequence[Counter],
           staying: Collection[str] = ()) -> None:
    """Print every counter of a stack, each clickable. Stacks with an order are listed by side, from the top."""
    if not theme.stacks_in_order:
        _row(pen, theme, say("Stack of {number}", number=len(stack)), chosen, stack, staying)
        return
    for seat in theme.seats:
        own = [counter for counter in reversed(stack) if counter.seat == seat.name]
        if own:
            _row(pen, theme, say("{side}, from the top", side=seat.title)
                 if len(own) > 1 else seat.title, chosen, own, staying)


def write_group(pen: CardPen, theme: Theme, group: Sequence[Counter], names: Text) -> None:
    """Print the names and counters of a selected group's bases, the first ringed, each clickable to leave it out."""
    if not pen.bare:
        pen.heading(say("Selected"), theme.side(group[0].seat).title)
    pen.flow([TextRun(names, "ui-bold", 17)])
    _lay(pen, theme, group, pen.metrics.px(SMALL_COUNTER), 10, (group[0].unit,))
    pen.flow([TextRun(say("Click a base here to leave it out"), "ui", 16, FAINT)])


def _row(pen: CardPen, theme: Theme, title: Text, chosen: Collection[str], counters: Sequence[Counter],
         staying: Collection[str]) -> None:
    """Print a title and counters below it, in as many rows as needed."""
    px = pen.metrics.px
    width, least = TIGHT_FACE_COUNTER if pen.tight else (FACE_COUNTER, MIN_FACE_COUNTER)
    size = px(SMALL_COUNTER) if counters[0].face is None else max(px(width), least)
    pen.space(6)
    pen.line(title, "ui-bold", 16, FAINT)
    _lay(pen, theme, counters, size, 10, chosen, staying)
    pen.line_extents.append((pen.y - size - px(8), pen.y))


def _lay(pen: CardPen, theme: Theme, counters: Sequence[Counter], size: int, gap: int, chosen: Collection[str],
         staying: Collection[str] = ()) -> None:
    """Print counters of a size in pixels, ``gap`` layout units apart, in as many rows as needed; each is
    clickable."""
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
        pen.tips.append((place, capitalised(counter.name)))
        x = place.right + px(gap)
    pen.y += size + px(gap - 2)


def write_waiting(pen: CardPen, theme: Theme, waiting: Sequence[Counter], chosen: str | None) -> None:
    """Print the clickable counters that are still to be set up."""
    pen.heading(say("Waiting to be set up"), str(len(waiting)))
    _lay(pen, theme, waiting, pen.metrics.px(64), 12, (chosen,) if chosen is not None else ())
    held = next((counter for counter in waiting if counter.unit == chosen), None)
    if held is not None:
        pen.flow([TextRun(held.name, "text", 23)], leading=1.0)


def _values_text(lines: Sequence[tuple[Text, Text]], known: Text = "") -> Text:
    """A unit's values in one text, without the one already known."""
    return joined((say("{label}: {value}", label=label, value=value) for label, value in lines if value != known),
                  " · ")


def write_card(pen: CardPen, theme: Theme, card: PlaceCard, stack: Sequence[Counter],
               pointed: Counter | None = None) -> None:
    """Print what the rules say of a place, its counters, and a description of the counter under the pointer."""
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
        pen.flow([TextRun(_values_text(pointed.lines, card.title), "ui", 16)], leading=1.0)
        _notes(pen, pointed.notes)


def _strip(pen: CardPen, theme: Theme, stack: Sequence[Counter]) -> None:
    """Print counters side by side, in as many rows as needed."""
    size, step = pen.metrics.px(SMALL_COUNTER), pen.metrics.px(SMALL_COUNTER + 6)
    across = max(1, (pen.width + step - size) // step)
    for number, counter in enumerate(stack):
        place = pygame.Rect(pen.x + number % across * step, pen.y + number // across * step, size, size)
        pen.surface.blit(plain_counter(counter, theme, size), place)
        pen.spots.append(CardSpot(place, counter.unit))
    pen.y += -(-len(stack) // across) * step


def write_place(pen: CardPen, theme: Theme, place: Text, ground: Text, stack: Sequence[Counter], advice: str) -> None:
    """Print the place under the pointer by its title, or a hint about the mouse if there is none."""
    if not place:
        pen.heading(say("Selection"))
        if not pen.bare:
            pen.flow([TextRun(advice, "text", 18 if pen.tight else 21, FAINT)])
        return
    pen.heading(place, plural("{count} counter", "{count} counters", len(stack)) if len(stack) > MAX_DESCRIBED_IN_FULL
                else ground)
    if len(stack) > MAX_DESCRIBED:
        _strip(pen, theme, stack)
    elif stack:
        for counter in stack:
            top = pen.y
            with _named(pen, theme, counter, SMALL_COUNTER, SMALL_COUNTER + 10) as spot:
                if len(stack) > MAX_DESCRIBED_IN_FULL:
                    pen.line(_values_text(counter.lines[::-1]), "ui", 16, FAINT)  # the state is last and matters most
                else:
                    pen.flow([TextRun(_values_text(counter.lines), "ui", 16, FAINT)], leading=1.0)
            pen.spots.append(CardSpot(spot, counter.unit))
            pen.add_list_line(top, pen.y)
    else:
        pen.flow([TextRun(advice, "text", 21, FAINT)])
