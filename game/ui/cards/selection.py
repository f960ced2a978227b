"""Printing the selection card: the unit or place that is selected or under the pointer, its stack, and the possible
actions, as buttons and clickable counters."""

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
from game.i18n.words import capitalised, translate
from game.ui.board.overlays import dulled
from game.ui.cards.card_pen import CardPen, CardSpot
from game.ui.counters.pictures import plain_counter
from game.ui.kit.pen import TextRun, cite
from game.ui.kit.theme import ALARM, FAINT, GOLD, LINE_INK, WARNING

READY_COUNTER = 64
"""The width of the counter of a unit that can interrupt now or is still to be set up, in layout units."""
BUTTON_SHARE = 0.68
"""The maximum share of its row for a button that has another one beside it."""
ROW_GAP = 0.02
"""The gap between a button and another one beside it, as a share of the row."""
MAX_HIGH_ROWS = 2
"""The number of button rows above which they are lower if room is scarce."""
LABEL_PRINT = 16
"""The print size of a label that shares its row, in layout units."""
LABEL_MARGIN = 8
"""The free space beside a label that shares its row, in layout units."""
HALF_GAP = 0.012
"""Half the gap between two buttons that share a row, as a share of the row."""
BUTTON_HEIGHTS = (46, 42, 36)
"""The height of a button in layout units: usual, if room is scarce, and if there are also many buttons."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A button for an action."""

    label: str
    reason: Text
    """Why the action is not allowed; empty if it is legal."""
    beside: int | None = None
    """The index of the choice to whose right it is placed; None for a row of its own."""
    short_label: str = ""
    """Its label beside another choice if the whole one has no room there; empty if there is none."""
    note: Text = ""
    """A consequence to know in advance; empty if there is none."""
    key: str = ""
    """Its key, as printed after the label; empty if it has none."""
    brief: bool = False
    """Whether it may share its row with the next one if room is scarce; if it is scarcer still, every short one may."""
    on_prompt: bool = False
    """Whether its button is on the prompt card, e.g. in the main button's place; this card then prints only its
    note, or the reason why it is not allowed if the prompt card does not."""


def write_choices(pen: CardPen, choices: Sequence[CardChoice], heading: Text = "") -> None:
    """Reserve slots for numbered buttons, which stay in place at the card's foot; print above each why it is not
    allowed, or what to know in advance.

    :param heading: the action common to all of them, if each names only a place; else empty.
    """
    top = pen.y
    on_card = {number: choice for number, choice in enumerate(choices) if not choice.on_prompt}
    for choice in (choice for choice in choices if choice.on_prompt):
        if choice.reason:
            pen.flow([TextRun(choice.reason, "ui", 16, ALARM)])
        elif choice.note:
            pen.flow([TextRun(choice.note, "ui-bold", 16, WARNING)], leading=1.0)
    if heading and on_card:
        pen.flow([TextRun(heading, "ui-bold", 17)])
    at_right_of = {choice.beside: number for number, choice in on_card.items() if choice.beside in on_card}
    row_count = len(on_card) - len(at_right_of)
    many = row_count > MAX_HIGH_ROWS
    in_own_row = {number: choice for number, choice in on_card.items()
                  if number not in at_right_of and choice.beside not in on_card}
    pairs = _pairs_in_a_row(pen, in_own_row) if pen.tight and many else {}
    many = many and row_count - len(pairs) > MAX_HIGH_ROWS + 1
    dense = pen.tight and (many or pen.name_only)
    height = BUTTON_HEIGHTS[2 if dense else 1 if pen.tight else 0]
    share, has_room = _share_of_left(pen, on_card, at_right_of)
    reason_above: Text = ""  # one reason against several buttons in a row is printed once, above the first
    for number, choice in on_card.items():
        if choice.beside in on_card or number in pairs.values():
            continue
        pen.space(4 if dense else 6)
        if number in pairs:
            pen.slot(f"choice-{number}", height, right=0.5 - HALF_GAP, move=False)
            pen.slot(f"choice-{pairs[number]}", height, left=0.5 + HALF_GAP)
            reason_above = ""
            continue
        if choice.reason and choice.reason != reason_above:
            pen.flow([TextRun(choice.reason, "ui", 16, ALARM)])
            pen.space(2)
        elif choice.note:
            pen.flow([TextRun(choice.note, "ui-bold", 16, WARNING)], leading=1.0)
            pen.space(2)
        reason_above = choice.reason
        if number in at_right_of:
            right = on_card[at_right_of[number]]
            pen.slot(f"choice-{at_right_of[number]}", height, left=share + ROW_GAP, move=False)
            pen.labels[f"choice-{at_right_of[number]}"] = right.label if has_room else right.short_label or right.label
        pen.slot(f"choice-{number}", height, right=share if number in at_right_of else 1.0)
    if on_card:
        pen.space(8)
    if choices:
        pen.pinned = (top, pen.y)


def _share_of_left(pen: CardPen, choices: Mapping[int, CardChoice], at_right_of: Mapping[int, int]
                   ) -> tuple[float, bool]:
    """The share of its row for a button that has another one beside it, the same in all rows, and whether the whole
    labels of both have room. The longest labels of both columns get space in proportion.

    :param at_right_of: index of a choice -> that of the choice beside it.
    """
    if not at_right_of:
        return BUTTON_SHARE, True
    face, margin = pen.font("table-bold", LABEL_PRINT), 2 * pen.metrics.px(LABEL_MARGIN)
    rights = [choices[number] for number in at_right_of.values()]
    left, right, short = ((max(face.size(label)[0] for label in labels) + margin) / pen.width for labels in (
        [choices[number].label + choices[number].key for number in at_right_of],
        [each.label + each.key for each in rights],
        [(each.short_label or each.label) + each.key for each in rights]))
    has_room = left + ROW_GAP + right <= 1
    return min(BUTTON_SHARE, (1 - ROW_GAP) * left / (left + (right if has_room else short))), has_room


def _pairs_in_a_row(pen: CardPen, choices: Mapping[int, CardChoice]) -> dict[int, int]:
    """Choices that share a row (left index -> right index), both short enough for half of it.

    :param choices: those without another one beside them, by their indices.
    """
    face, room = pen.font("table-bold", LABEL_PRINT), pen.width * (0.5 - HALF_GAP) - pen.metrics.px(LABEL_MARGIN)
    short = {number: (choice.brief or pen.bare) and not choice.reason and not choice.note
             and face.size(choice.label + choice.key)[0] <= room for number, choice in choices.items()}
    pairs: dict[int, int] = {}
    for number, following in pairwise(choices):
        if short[number] and short[following] and number not in pairs.values():
            pairs[number] = following
    return pairs


def write_line(pen: CardPen, title: Text, text: Text, choices: Sequence[CardChoice]) -> None:
    """Print a line of the overview that involves no roll, and its possible actions. If room is scarce, the title is
    small, or left out if the actions have no room otherwise; the list has it, too."""
    beside = pen.tight and pen.row_fits(title, text)
    if not (choices and pen.bare):
        pen.heading(title, text if beside else "")
        if not beside:
            pen.flow([TextRun(text, "text", 20, FAINT)])
    elif not pen.name_only:
        pen.line(capitalised(title), "ui-bold", 16, width=pen.width)
    write_choices(pen, choices)
    pen.pinned = (0, 0)  # if not all of it fits, the title stays in view and the buttons scroll


def write_ready_units(pen: CardPen, theme: Theme, heading: str, counters: Sequence[Counter], advice: str) -> None:
    """Print the units that can interrupt now as clickable counters with their names and places.

    :param advice: printed below them.
    """
    pen.heading(heading, str(len(counters)))
    px = pen.metrics.px
    for counter in counters:
        row = pygame.Rect(pen.x, pen.y, pen.width, px(READY_COUNTER))
        with _counter_with_name(pen, theme, counter, READY_COUNTER, READY_COUNTER + 8) as spot:
            place = next((value for label, value in counter.lines if label == say("Area")), counter.place or "")
            pen.flow([TextRun(place, "ui", 16, FAINT)], leading=1.0)
        pen.spots.append(CardSpot(spot.union(row), counter.unit))
    pen.flow([TextRun(advice, "text", 20, FAINT)])


@contextmanager
def _counter_with_name(pen: CardPen, theme: Theme, counter: Counter, size: int, min_height: int
                       ) -> Iterator[pygame.Rect]:
    """Print a counter with its name beside it, and let the caller print more below the name.

    :param size: the counter's width in layout units.
    :param min_height: of all of it, in layout units.
    :return: yields the counter's rectangle.
    """
    px, top = pen.metrics.px, pen.y
    spot = pygame.Rect(pen.x, top + px(2), px(size), px(size))
    pen.surface.blit(plain_counter(counter, theme, px(size)), spot)
    with pen.narrowed(px(size + 14)):
        pen.flow([TextRun(capitalised(counter.name), "ui-bold", 18)], leading=1.0)
        yield spot
    pen.y = max(pen.y, top + px(min_height))


LARGE_COUNTER = 108
"""The width of the unit's counter with its values beside it, in layout units."""
LARGEST_COUNTER = 132
"""The width of the unit's counter with its values below it for lack of room beside it, in layout units."""
SMALL_COUNTER = 54
"""The width of other counters, in layout units."""
PICK_TO_PLACE = say("Click a unit to place it")
"""What to do while none of the units still to be set up is selected."""
COUNTER_GAP = 10
"""The gap between counters, in layout units."""
MAX_DESCRIBED_IN_FULL = 3
"""The maximum number of counters in one place described in full even if room is scarce."""
PLACE_LABELS = (say("Hex"), say("Area"))
"""The labels of the values that say where a unit is."""
MAX_DESCRIBED = 8
"""The maximum number of counters in one place described at all; if there are more, only the counters are shown."""
FACE_COUNTER = 64
"""The width of a counter with a face, in layout units."""
MIN_FACE_COUNTER = 60
"""The minimum width of a counter with a face, in pixels: enough for its small print."""
TIGHT_COUNTER = 76
"""The width of the unit's counter if room is scarce, in layout units. Its factors are printed larger instead."""
BARE_COUNTER = 68
"""The width of the unit's counter if room is scarcer still, in layout units."""
TIGHT_FACE_COUNTER = (50, 40)
"""The width in layout units of its stack's counters if room is scarce, and their minimum in pixels."""


def write_unit(pen: CardPen, theme: Theme, counter: Counter, stack: Sequence[Counter], along: Collection[str] = (),
               staying: Collection[str] = ()) -> None:
    """Print a unit: its counter large, its values, its notes and its stack; less of that if room is scarce.

    :param along: units of the stack that move with it; ringed as it is.
    :param staying: units of the stack that cannot move with it; dimmed.
    """
    seat = theme.side(counter.seat)
    if pen.name_only:
        top = pen.y
        name = pen.line(capitalised(counter.name), "ui-bold", 17)
        left, pen.y = name.right + pen.metrics.px(10), top
        _write_values_on_line(pen, counter.lines, 17, left)
        pen.heading_ends.append(pen.y)
        return
    if pen.pictureless:
        pen.flow([TextRun(capitalised(counter.name), "ui-bold", 17)], leading=1.0)
        pen.flow([TextRun(_values_text(counter.lines), "ui", 15)], leading=1.0)
        return
    if not pen.lean:
        pen.heading(say("Selected"), seat.title)
    px, in_paragraph = pen.metrics.px, pen.bare or (pen.terse and not pen.lean)
    with pen.narrowed(px(LARGE_COUNTER + 18)):
        beside = in_paragraph or all(pen.row_fits(label, value) for label, value in counter.lines)
    type_beside = not beside and pen.tight and counter.lines[0][0] == say("Type")
    large = BARE_COUNTER if pen.bare else TIGHT_COUNTER if pen.tight else LARGE_COUNTER if beside else LARGEST_COUNTER
    top = pen.y
    pen.surface.blit(plain_counter(counter, theme, px(large)), (pen.x, top + px(4)))
    with pen.narrowed(px(large + 18)):
        pen.flow([TextRun(capitalised(counter.name), "text", 21 if pen.bare else 25)], leading=1.0)
        if in_paragraph:
            pen.flow([TextRun(_values_text(counter.lines), "ui", 15 if pen.bare else 16)], leading=1.0)
        elif beside:
            pen.space(2)
            _write_values(pen, counter.lines)
        elif type_beside:
            pen.flow([TextRun(counter.lines[0][1], "ui", 16)], leading=1.0)
    pen.y = max(pen.y, top + px(large + (6 if pen.bare else 14)))
    if not beside:
        _write_values(pen, counter.lines[1:] if type_beside else counter.lines)
        pen.space(4)
    if not pen.terse:
        _write_notes(pen, counter.notes)
    if len(stack) > 1 and not pen.lean:
        _write_stack(pen, theme, (counter.unit, *along), stack, staying)


def _write_values(pen: CardPen, lines: Sequence[tuple[Text, Text]]) -> None:
    """Print a unit's values, one per line."""
    for label, value in lines:
        pen.row(label, value)


def _write_notes(pen: CardPen, notes: Sequence[Note]) -> None:
    """Print notes, each with its rule."""
    for note in notes:
        pen.flow([TextRun(note.text, "text", 18), cite(note.rule, 18)], leading=1.0)
    if notes:
        pen.space(2)


def _write_stack(pen: CardPen, theme: Theme, ringed: Collection[str], stack: Sequence[Counter],
                 staying: Collection[str] = ()) -> None:
    """Print every counter of a stack, each clickable. Stacks with an order are listed by side, from the top.

    :param ringed: units with a golden ring.
    :param staying: units that cannot move along; dimmed.
    """
    if not theme.stacks_in_order:
        _write_titled_counters(pen, theme, say("Stack of {number}", number=len(stack)), ringed, stack, staying)
        return
    for seat in theme.seats:
        of_side = [counter for counter in reversed(stack) if counter.seat == seat.name]
        if of_side:
            title = say("{side}, from the top", side=seat.title) if len(of_side) > 1 else seat.title
            _write_titled_counters(pen, theme, title, ringed, of_side, staying)


def write_group(pen: CardPen, theme: Theme, group: Sequence[Counter], names: Text) -> None:
    """Print the names and counters of a selected group's bases, the first ringed, each clickable to leave it out."""
    if not pen.bare:
        pen.heading(say("Selected"), theme.side(group[0].seat).title)
    pen.flow([TextRun(names, "ui-bold", 17)])
    _write_counters(pen, theme, group, pen.metrics.px(SMALL_COUNTER), COUNTER_GAP, (group[0].unit,))
    pen.flow([TextRun(say("Click a base here to leave it out"), "ui", 16, FAINT)])


def _write_titled_counters(pen: CardPen, theme: Theme, title: Text, ringed: Collection[str],
                           counters: Sequence[Counter], staying: Collection[str]) -> None:
    """Print a title and counters below it, in as many rows as needed."""
    px = pen.metrics.px
    width, min_width = TIGHT_FACE_COUNTER if pen.tight else (FACE_COUNTER, MIN_FACE_COUNTER)
    size = px(SMALL_COUNTER) if counters[0].face is None else max(px(width), min_width)
    pen.space(6)
    pen.line(title, "ui-bold", 16, FAINT)
    _write_counters(pen, theme, counters, size, COUNTER_GAP, ringed, staying)
    pen.line_extents.append((pen.y - size - px(8), pen.y))


def _write_counters(pen: CardPen, theme: Theme, counters: Sequence[Counter], size: int, gap: int,
                    ringed: Collection[str], staying: Collection[str] = (), gone: Collection[str] = ()) -> None:
    """Print counters of a size in pixels, ``gap`` layout units apart, in as many rows as needed; each is
    clickable.

    :param ringed: units with a golden ring.
    :param staying: units that cannot move along; dimmed.
    :param gone: units whose counters have left an empty place, which is not clickable.
    """
    px, x = pen.metrics.px, pen.x
    for counter in counters:
        if x + size > pen.x + pen.width:
            x, pen.y = pen.x, pen.y + size + px(gap)
        place = pygame.Rect(x, pen.y + px(2), size, size)
        if counter.unit in ringed:
            pygame.draw.rect(pen.surface, GOLD, place.inflate(px(gap - 4), px(gap - 4)), width=px(3),
                             border_radius=px(6))
        x = place.right + px(gap)
        if counter.unit in gone:
            pygame.draw.rect(pen.surface, LINE_INK, place, width=px(1), border_radius=px(6))
            continue
        picture = plain_counter(counter, theme, size)
        pen.surface.blit(dulled(picture) if counter.unit in staying else picture, place)
        pen.spots.append(CardSpot(place, counter.unit))
        pen.tips.append((place, capitalised(counter.name)))
    pen.y += size + px(gap - 2)


def write_waiting(pen: CardPen, theme: Theme, counters: Sequence[Counter], waiting: Collection[str],
                  selected_unit: str | None) -> None:
    """Print the clickable counters that are still to be set up, and the name of the selected one.

    :param counters: the counters of the set-up, each at its fixed place.
    :param waiting: the units still to be set up; the others have left their places empty.
    """
    pen.heading(say("Still to be placed"), str(len(waiting)))
    placed = {counter.unit for counter in counters if counter.unit not in waiting}
    _write_counters(pen, theme, counters, pen.metrics.px(READY_COUNTER), COUNTER_GAP + 2,
                    (selected_unit,) if selected_unit is not None else (), gone=placed)
    selected = next((counter for counter in counters if counter.unit == selected_unit), None)
    if selected is not None:
        pen.flow([TextRun(selected.name, "text", 23)], leading=1.0)
    elif waiting:
        pen.flow([TextRun(PICK_TO_PLACE, "text", 23, FAINT)], leading=1.0)


def _values_text(lines: Sequence[tuple[Text, Text]], left_out: Text = "") -> Text:
    """A unit's values in one text, each after its label, without the value that is printed elsewhere already."""
    return joined((say("{label}: {value}", label=label, value=value) for label, value in lines if value != left_out),
                  " · ")


def _write_values_on_line(pen: CardPen, lines: Sequence[tuple[Text, Text]], size: int, left: int) -> None:
    """Print as many of a unit's values as there is room for on a line, the last first: it is the state, which matters
    most. The tooltip has them all.

    :param size: the print size in units.
    :param left: the left edge in pixels.
    """
    room, face = max(0, pen.x + pen.width - left), pen.font("ui", size)
    texts = [_values_text(lines[::-1][:count]) for count in range(len(lines), 0, -1)]
    fitting = next((text for text in texts if face.size(text)[0] <= room), texts[-1] if texts else "")
    pen.tips.append((pen.line(fitting, "ui", size, FAINT, x=left, width=room), _values_text(lines)))


def write_card(pen: CardPen, theme: Theme, card: PlaceCard, stack: Sequence[Counter],
               hovered: Counter | None = None) -> None:
    """Print what the rules say of a place, its counters, and a description of the counter under the pointer."""
    pen.heading(card.title, card.kind)
    _write_values(pen, card.lines)
    if card.lines and card.notes:
        pen.space(4)
    _write_notes(pen, card.notes)
    if stack:
        _write_stack(pen, theme, (hovered.unit,) if hovered is not None else (), stack)
    if hovered is not None:
        pen.space(4)
        pen.flow([TextRun(hovered.name, "text", 23)], leading=1.0)
        pen.flow([TextRun(_values_text(hovered.lines, card.title), "ui", 16)], leading=1.0)
        _write_notes(pen, hovered.notes)


def _write_many_counters(pen: CardPen, theme: Theme, stack: Sequence[Counter]) -> None:
    """Print counters in a grid, without tooltips."""
    size, step = pen.metrics.px(SMALL_COUNTER), pen.metrics.px(SMALL_COUNTER + 6)
    across = max(1, (pen.width + step - size) // step)
    for number, counter in enumerate(stack):
        place = pygame.Rect(pen.x + number % across * step, pen.y + number // across * step, size, size)
        pen.surface.blit(plain_counter(counter, theme, size), place)
        pen.spots.append(CardSpot(place, counter.unit))
    pen.y += -(-len(stack) // across) * step


def write_place(pen: CardPen, theme: Theme, place: Text, ground: Text, stack: Sequence[Counter], advice: str) -> None:
    """Print the place under the pointer by its title, with its counters and as many of their values as there is room
    for; a hint about the mouse if there is no place.

    :param ground: the terrain, printed beside the title.
    :param advice: the hint about the mouse; also printed for a place without counters.
    """
    if not place:
        if pen.bare:  # the advice says more than a heading alone
            pen.flow([TextRun(advice, "ui", 16)], leading=1.0)
        else:
            pen.heading(say("Selection"))
            pen.flow([TextRun(advice, "text", 18 if pen.tight else 21, FAINT)])
        return
    if 0 < len(stack) <= MAX_DESCRIBED and pen.pictureless:
        _write_place_briefly(pen, place, stack)
        return
    shown_ground = "" if translate(ground) in translate(place) else ground  # as for a town that is named in its title
    count = plural("{count} counter", "{count} counters", len(stack)) if len(stack) > MAX_DESCRIBED_IN_FULL else ""
    pen.heading(place, joined((text for text in (shown_ground, count) if text), " · "))
    if len(stack) > MAX_DESCRIBED:
        _write_many_counters(pen, theme, stack)
    elif stack:
        for counter in stack:
            top = pen.y
            with _counter_with_name(pen, theme, counter, SMALL_COUNTER, SMALL_COUNTER + 10) as spot:
                lines = counter.lines
                if len(stack) > MAX_DESCRIBED_IN_FULL:
                    lines = tuple(line for line in lines if line[0] not in PLACE_LABELS)  # the card's title names it
                if len(stack) > MAX_DESCRIBED_IN_FULL and pen.tight:
                    _write_values_on_line(pen, lines, 16, pen.x)
                else:
                    pen.flow([TextRun(_values_text(lines), "ui", 16, FAINT)], leading=1.0)
            pen.spots.append(CardSpot(spot, counter.unit))
            pen.add_list_line(top, pen.y)
    else:
        pen.flow([TextRun(advice, "text", 21, FAINT)])


def _write_place_briefly(pen: CardPen, place: Text, stack: Sequence[Counter]) -> None:
    """Print the counters of a place without pictures: a single one with the place's title beside its name and its
    values below, several with one line each."""
    for counter in stack:
        top = pen.y
        name = pen.line(capitalised(counter.name), "ui-bold", 17)
        left = name.right + pen.metrics.px(10)
        if len(stack) > 1:
            pen.y = top
            _write_values_on_line(pen, counter.lines, 16, left)
            pen.y = max(pen.y, name.bottom)
        else:
            if left + pen.font("ui", 15).size(translate(place))[0] <= pen.x + pen.width:
                pen.y = top
                pen.line(place, "ui", 15, FAINT, right=True)
                pen.y = max(pen.y, name.bottom)
            if pen.name_only:
                _write_values_on_line(pen, counter.lines, 16, pen.x)
            else:
                pen.flow([TextRun(_values_text(counter.lines), "ui", 15, FAINT)], leading=1.0)
        pen.spots.append(CardSpot(pygame.Rect(pen.x, top, pen.width, pen.y - top), counter.unit))
        pen.add_list_line(top, pen.y)
