"""Printing the dice and coin arithmetic of the battle card: each side's units, the modifiers, the total, and the coins
as they fell."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

import pygame

from game.core.chance import Modifier, signed
from game.core.contract import Counter
from game.core.message import Text, decimal, plural, say
from game.core.preview import HitDice, Preview, UnitLine, face_or_more
from game.core.theme import Theme
from game.i18n.words import capitalised, translate
from game.ui.cards.card_pen import CardPen
from game.ui.counters.pictures import plain_counter
from game.ui.kit.pen import TextRun, cite, fitting_font
from game.ui.kit.theme import FAINT, INK, LINE_INK, PAPER_SHADE

Fallen = tuple[int, int, Text]
"""A side's coins or dice as they fell: the number of heads or hits, the number of coins or dice, and the coins in
words, such as ``3 markers``."""
COIN_SIDE = 15
"""The diameter of a coin, in layout units."""
HEADS_COLOUR = "#d9a521"
"""The colour of a coin that shows heads."""

COUNTER_SIDE = 50
"""The side of a counter on the card, in layout units."""
MIN_COUNTER_SIDE = 32
"""The minimum side of a counter among many counters, in layout units."""
ARROW_WIDTH = 52
"""The width reserved for the arrow between the sides, in layout units."""
AGAINST_TIP = say("Left rolls against right")
"""The tooltip of the arrow between the sides."""
SIDES_GAP = 16
"""Layout units between the sums of two sides."""
MIN_READING_WIDTH = 120
"""The minimum width in layout units in which a total's reading is printed beside the total; else it is printed
below."""


def write_sums(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview,
               fallen: Sequence[Fallen] = ()) -> None:
    """Print both sides, the sum that gives the number of dice or coins, the coins as they fell, and the total.

    :param fallen: each side's coins as they fell, the attackers' first; empty before the roll.
    """
    _draw_both_sides(pen, theme, counters, preview)
    if preview.attacker_modifiers is not None and (pen.terse or len(fallen) == 2):
        for number, (lines, modifiers, total) in enumerate(_sum_of_each_side(preview)):
            _print_sum_in_short(pen, _side_name(theme, counters, lines), lines, modifiers, total)
            if len(fallen) == 2:
                write_coins(pen, fallen[number])
    elif pen.terse:
        with_factor = [line for line in preview.attackers if line.strength or line.strength_text]
        _print_sum_in_short(pen, "", with_factor, preview.modifiers, None)
    elif preview.attacker_modifiers is not None:
        _print_two_sums(pen, theme, counters, preview)
    else:
        for line in preview.attackers:
            _print_factor(pen, line, counters)
        for modifier in preview.modifiers:
            _print_modifier(pen, modifier)
    if len(fallen) == 1:
        write_coins(pen, fallen[0])
    if pen.bare and _repeats_its_terms(preview):  # without its reading it says nothing
        return
    if preview.attackers or preview.defenders or preview.modifiers:
        pen.separator()
    _print_total(pen, preview)
    pen.space(6)


def _repeats_its_terms(preview: Preview) -> bool:
    """Whether the total is a modifier of 0 or the value of the only term above it."""
    terms = preview.modifiers if len(preview.modifiers) == 1 else ()
    return preview.total in (f"{0:+d}", *(f"{term.value:+d}" for term in terms))


def _print_total(pen: CardPen, preview: Preview) -> None:
    """Print the total, and its reading beside it or, if there is no room for that, below it."""
    top = pen.y
    face = fitting_font(preview.total, "counter", pen.metrics.px(26 if pen.terse else 31), pen.width)
    total = face.line_picture(preview.total, INK)
    room = pen.width - total.get_width() - pen.metrics.px(14)
    pen.surface.blit(total, (pen.x, top - pen.metrics.px(7)))
    if preview.reading and room > pen.metrics.px(MIN_READING_WIDTH) and not pen.bare:
        with pen.narrowed(pen.width - room):
            pen.flow([TextRun(preview.reading, "ui", 16)], leading=1.0)
        pen.y = max(pen.y, top + total.get_height() - pen.metrics.px(10))
    else:
        pen.y = top + total.get_height() - pen.metrics.px(8)
        if not pen.bare and (preview.attacker_modifiers is None or not pen.terse):
            pen.flow([TextRun(preview.reading, "ui", 16)], leading=1.0)


VALUE_WIDTH = 34
"""The usual width of the value of a term, in layout units."""
VALUE_GAP = 10
"""The gap between the value of a term and its description, in layout units."""
LABELS_SHARE = 0.32
"""The share of the card's width for the labels at the left of the table of both sides' dice."""


def write_hit_dice(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview,
                   fallen: Sequence[Fallen] = ()) -> None:
    """Print the dice of both sides that are rolled for hits as a table: a column for each side, headed by its name and
    counters.

    :param fallen: the dice of each side as they fell, the attackers' first; empty before the roll.
    """
    px = pen.metrics.px
    labels_width = round(pen.width * LABELS_SHARE)
    width = (pen.width - labels_width) // 2 - px(SIDES_GAP) // 2
    edges = [pen.x + labels_width, pen.x + pen.width - width]
    top, size = pen.y, px(COUNTER_SIDE - 10 if pen.tight else COUNTER_SIDE)
    bottoms = []
    for lines, x in zip((preview.attackers, preview.defenders), edges, strict=True):
        seat = next((counters[line.unit].seat for line in lines if line.unit in counters), "")
        name = capitalised(theme.side_title(seat)) if seat else ""
        face = fitting_font(name, "ui-bold", px(16), width)
        pen.surface.blit(face.line_picture(name, INK), (x, top))
        step = min(size + px(4), (width - size) // max(1, len(lines) - 1))
        y = top + face.get_linesize()
        for number, line in enumerate(lines):
            if line.unit in counters and not pen.bare:
                place = pen.surface.blit(plain_counter(counters[line.unit], theme, size), (x + number * step, y))
                pen.tips.append((place, counters[line.unit].name))
        bottoms.append(y + (0 if pen.bare else size))
    pen.line_extents.append((top, max(bottoms)))
    pen.y = max(bottoms) + px(4)
    sides = preview.hit_dice
    _print_row_of_sides(pen, say("Dice"), [(str(side.dice) if side.dice else say("none"),) for side in sides], edges,
                        24)
    _print_row_of_sides(pen, say("Hits on"), [(side.needed,) if pen.name_only else _faces(side) for side in sides],
                        edges, 17)
    averages = [(decimal(f"{float(side.expected):.1f}") if side.dice else "",) for side in sides]
    if len(fallen) == len(sides):
        rolled_hits = [(say("{hits} (average {average})", hits=hits, average=average) if average else "",)
                       for (hits, _, _), (average,) in zip(fallen, averages, strict=True)]
        _print_row_of_sides(pen, say("Hits rolled"), rolled_hits, edges, 17)
    else:
        _print_row_of_sides(pen, say("Average hits"), averages, edges, 17)
    if not pen.terse:
        printed_factors = [(_sum_text(side.printed) if side.dice else "",) for side in sides]
        _print_row_of_sides(pen, say("Combat value"), printed_factors, edges, 17)
    if preview.lookup and not pen.pictureless:
        pen.line(preview.lookup, "ui", 16, FAINT)
    pen.space(4)


def _faces(side: HitDice) -> tuple[Text, ...]:
    """The faces that hit, each with the number of dice if they differ."""
    if len(side.faces) < 2:
        return (side.needed,)
    return tuple(plural("{face} with {count} die", "{face} with {count} dice", count, face=face_or_more(face))
                 for face, count in side.faces)


COLUMN_GAP = 5
"""Layout units between two columns of the table of both sides."""


def _print_row_of_sides(pen: CardPen, label: Text, cells: Sequence[Sequence[Text]], edges: Sequence[int], size: int
                        ) -> None:
    """Print a row of the table of both sides: its label, and the lines of each side's cell.

    :param edges: the left edge of each side's column, in pixels.
    :param size: the print size of the cells in layout units.
    """
    px = pen.metrics.px
    top, face = pen.y, pen.font("ui-bold", size)
    label_face = fitting_font(label, "ui", px(16), edges[0] - pen.x - px(COLUMN_GAP))
    down = face.get_ascent() - label_face.get_ascent()
    label_place = pen.surface.blit(label_face.line_picture(label, FAINT), (pen.x, top + down))
    pen.printed_texts.append((label_place, translate(label)))
    for cell, x, end in zip(cells, edges, (*edges[1:], pen.x + pen.width + px(COLUMN_GAP)), strict=True):
        for number, words in enumerate(cell):
            picture = fitting_font(words, "ui-bold", px(size), end - px(COLUMN_GAP) - x).line_picture(words, INK)
            place = pen.surface.blit(picture, (x, top + number * face.get_linesize()))
            pen.printed_texts.append((place, translate(words)))
    pen.y = top + max(len(cell) for cell in cells) * face.get_linesize()
    pen.line_extents.append((top, pen.y))


def _draw_both_sides(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Draw the rolling units at the left and their targets at the right, with an arrow between; in a contest, both
    sides where their sums begin. Many counters are drawn smaller and in more rows, so that none overlap."""
    px = pen.metrics.px
    max_counter, gap, top = px(COUNTER_SIDE - 10 if pen.tight else COUNTER_SIDE), px(4), pen.y
    attackers = [counters[line.unit] for line in preview.attackers if line.unit in counters]
    defenders = [counters[line.unit] for line in preview.defenders if line.unit in counters]
    if not attackers and not defenders:
        return
    free = pen.width - px(ARROW_WIDTH)
    share = len(attackers) / (len(attackers) + len(defenders))
    step = max_counter + gap
    left_width = min(len(attackers) * step, max(step, free - len(defenders) * step, round(free * share)))
    layouts = [CounterRows.of(len(attackers), left_width, max_counter, px(MIN_COUNTER_SIDE), gap),
               CounterRows.of(len(defenders), free - left_width, max_counter, px(MIN_COUNTER_SIDE), gap)]
    height = max(layout.height for layout in layouts)
    second_half = pen.x + pen.width - (pen.width - px(SIDES_GAP)) // 2
    defenders_x = second_half if preview.contest else pen.x + pen.width - layouts[1].width
    for side, layout, x in zip((attackers, defenders), layouts, (pen.x, defenders_x), strict=True):
        side_top = top + (height - layout.height) // 2
        for k, counter in enumerate(side):
            row, column = divmod(k, layout.columns)
            place = x + column * (layout.size + gap), side_top + row * (layout.size + gap)
            pen.tips.append((pen.surface.blit(plain_counter(counter, theme, layout.size), place), counter.name))
    if attackers and defenders and not preview.contest:
        start, end = pen.x + layouts[0].width + px(8), pen.x + pen.width - layouts[1].width - px(8)
        y = top + height // 2
        pygame.draw.line(pen.surface, FAINT, (start, y), (end - px(8), y), px(3))
        pygame.draw.polygon(pen.surface, FAINT, [(end, y), (end - px(13), y - px(8)), (end - px(13), y + px(8))])
        pen.tips.append((pygame.Rect(start, y - px(8), end - start, px(16)), AGAINST_TIP))
    pen.y = top + height + px(8)


class CounterRows(NamedTuple):
    """A layout of counters in rows without overlap; all in pixels."""

    columns: int
    """The number of counters in a row."""
    size: int
    """The width of a counter."""
    width: int
    """The width of all rows."""
    height: int
    """The height of all rows."""

    @classmethod
    def of(cls, count: int, room: int, max_size: int, min_size: int, gap: int) -> CounterRows:
        """The layout of ``count`` counters with the fewest rows in which they are at least ``min_size`` wide; one
        column if there is none.

        :param room: the width for a row.
        :param gap: between two counters.
        """
        if not count:
            return cls(1, 0, 0, 0)
        for rows in range(1, count + 1):
            columns = ceil(count / rows)
            size = min(max_size, (room + gap) // columns - gap)
            if size >= min_size:
                break
        return cls(columns, size, columns * (size + gap) - gap, ceil(count / columns) * (size + gap) - gap)


def _sum_text(numbers: Sequence[int]) -> str:
    """A sum with its terms, e.g. ``12 (8+4)``."""
    return f"{sum(numbers)} ({'+'.join(map(str, numbers))})" if len(numbers) > 1 else str(sum(numbers))


def _print_factor(pen: CardPen, line: UnitLine, counters: Mapping[str, Counter]) -> None:
    """Print a unit's own factor; units without one are left out."""
    if line.strength or line.strength_text:
        counter = counters.get(line.unit)
        name = line.title or (counter.name if counter else line.unit)
        if line.strength_name:
            name = say("{unit}: {text}", unit=name, text=line.strength_name)
        _print_term(pen, line.strength_text or str(line.strength), [TextRun(name, "ui", 17)])


def _print_modifier(pen: CardPen, modifier: Modifier) -> None:
    """Print a modifier as a term of the sum."""
    _print_term(pen, signed(modifier.value), [TextRun(modifier.name, "ui", 17), cite(modifier.rule)])


def modifier_runs(modifiers: Sequence[Modifier], counters: Sequence[Counter] = (), *, in_sum: bool = False
                  ) -> list[TextRun]:
    """Modifiers as running text, separated by semicolons.

    :param counters: the counters of the combat, whose abbreviations precede the modifiers of single units, or their
        names if two have the same abbreviation or it is a single letter; if there are none, nothing precedes.
    :param in_sum: whether they follow the terms of a sum, with a space after each sign.
    """
    runs: list[TextRun] = []
    uses = Counts(str(counter.short_name) for counter in counters)
    names = {counter.unit: counter.short_name if uses[str(counter.short_name)] == 1 < len(str(counter.short_name))
             else counter.name for counter in counters}
    for number, modifier in enumerate(modifiers):
        runs += [TextRun(";", "ui", 16, glued=True)] if number else []
        name = names.get(modifier.unit or "")
        words = say("{unit}: {words}", unit=name, words=modifier.name) if name else modifier.name
        value = signed(modifier.value)
        runs += [TextRun(f"{value[0]}\u00a0{value[1:]}" if in_sum else value, "ui-bold", 16), TextRun(words, "ui", 16),
                 cite(modifier.rule, 16, amid_text=in_sum or number < len(modifiers) - 1)]
    return runs


def _sum_of_each_side(preview: Preview) -> tuple[tuple[Sequence[UnitLine], Sequence[Modifier], int | None], ...]:
    """For each side: its units' contributions, its modifiers, and its total."""
    return ((preview.attackers, preview.modifiers[: preview.attacker_modifiers], preview.attack),
            (preview.defenders, preview.modifiers[preview.attacker_modifiers :], preview.defence))


def _side_name(theme: Theme, counters: Mapping[str, Counter], lines: Sequence[UnitLine]) -> str:
    """The name of the side that some units belong to; empty if none has a counter."""
    seats = [counters[line.unit].seat for line in lines if line.unit in counters]
    return next((capitalised(seat.described) for seat in theme.seats if seats and seat.name == seats[0]), "")


def _print_sum_in_short(pen: CardPen, side: Text, lines: Sequence[UnitLine], modifiers: Sequence[Modifier],
                        total: int | None) -> None:
    """Print a side's sum in running text: its units' numbers in the order of the counters above, every modifier, and
    the total if anything is added up."""
    factors = " + ".join(translate(line.strength_text or str(line.strength)) for line in lines)
    is_sum = total is not None and not any(line.strength_text for line in lines) and (modifiers or len(lines) > 1)
    sum_text = f"=\u00a0{total}" if is_sum else ""
    runs = [TextRun(side, "ui-bold", 16), TextRun(factors.replace(" ", "\u00a0"), "ui-bold", 16),
            *modifier_runs(modifiers, in_sum=bool(factors)), TextRun(sum_text, "ui-bold", 16)]
    pen.flow([run for run in runs if run.text], leading=1.0)


def write_coins(pen: CardPen, fallen: Fallen) -> None:
    """Print every coin of a side (heads first, as brass discs, then crosses) and the number of heads."""
    px = pen.metrics.px
    heads, coins, coins_title = fallen
    words = pen.font("ui-bold", 16).line_picture(
        plural("{count} head on {coins}", "{count} heads on {coins}", heads, coins=coins_title), INK)
    size = px(COIN_SIDE)
    room = pen.width - words.get_width() - px(8) - size
    step = min(size + px(2), room / max(1, coins - 1))
    top = pen.y
    for number in range(coins):
        centre = round(pen.x + size / 2 + number * step), top + px(10)
        is_head = number < heads
        pygame.draw.circle(pen.surface, HEADS_COLOUR if is_head else PAPER_SHADE, centre, size // 2)
        pygame.draw.circle(pen.surface, INK, centre, size // 2, px(2 if is_head else 1))
        if is_head:
            pygame.draw.circle(pen.surface, INK, centre, max(2, size // 6))
        else:
            arm = max(2, size // 6)
            for direction in (-1, 1):
                pygame.draw.line(pen.surface, FAINT, (centre[0] - arm, centre[1] - direction * arm),
                                 (centre[0] + arm, centre[1] + direction * arm), px(1))
    pen.surface.blit(words, words.get_rect(midright=(pen.x + pen.width, top + px(10))))
    pen.line_extents.append((top, top + px(20)))
    pen.y = top + px(21)


def _print_term(pen: CardPen, value: Text, runs: list[TextRun]) -> None:
    """Print a term of the sum: its value, right-aligned, and its description, farther right if the value is long."""
    px = pen.metrics.px
    image, top = pen.font("counter", 22).line_picture(value, INK), pen.y
    right = max(px(VALUE_WIDTH), image.get_width())
    pen.surface.blit(image, image.get_rect(topright=(pen.x + right, pen.y - px(2))))
    pen.flow(runs, indent=round(right / pen.metrics.scale) + VALUE_GAP, leading=1.0)
    pen.y = max(pen.y, top + image.get_height() - px(4))
    pen.space(1)


def _print_two_sums(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Print both sides' sums side by side."""
    px = pen.metrics.px
    top, half = pen.y, (pen.width - px(SIDES_GAP)) // 2
    bottoms = []
    for (lines, modifiers, total), left in zip(_sum_of_each_side(preview), (0, half + px(SIDES_GAP)), strict=True):
        pen.y = top
        with pen.narrowed(left, pen.width - left - half):
            pen.line(_side_name(theme, counters, lines), "ui-bold", 16)
            for line in lines:
                _print_factor(pen, line, counters)
            for modifier in modifiers:
                _print_modifier(pen, modifier)
            if total is not None and not any(line.strength_text for line in lines):
                _print_term(pen, f"= {total}", [])
        bottoms.append(pen.y)
    pen.y, middle = max(bottoms), pen.x + half + px(8)
    pygame.draw.line(pen.surface, LINE_INK, (middle, top), (middle, pen.y), px(1))
