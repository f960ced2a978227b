"""The dice and coin arithmetic of the battle card: each side's units, the modifiers, and the coins as they fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

import pygame

from game.core.chance import Modifier
from game.core.contract import Counter
from game.core.message import Text, decimal, plural, say
from game.core.preview import HitDice, Preview, UnitLine, face_or_more
from game.core.theme import Theme
from game.i18n.words import capitalised, translate
from game.ui.cards.card_pen import CardPen
from game.ui.counters.pictures import plain_counter
from game.ui.kit.pen import TextRun, cite, fitting_font
from game.ui.kit.theme import FAINT, INK, LINE_INK, PAPER_SHADE

FallenCoins = tuple[int, int]
"""A side's coins: the number of heads, and the number of coins."""
COIN_SIDE = 15
"""The diameter of a coin, in layout units."""
HEADS_COLOUR = "#d9a521"
"""The colour of a coin that shows heads."""

COUNTER_SIDE = 50
"""The side of a counter on the card, in layout units."""
MIN_COUNTER_SIDE = 32
"""The minimum of that side among many counters, in layout units."""
ARROW_WIDTH = 52
"""The width reserved for the arrow between the sides, in layout units."""
AGAINST_TIP = say("Left rolls against right")
"""The tooltip of that arrow."""
SIDES_GAP = 16
"""Interface units between the sums of two sides."""


def write_sums(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview,
               fell: Sequence[FallenCoins] = ()) -> None:
    """Print both sides, the number of coins and how it is added up, and the coins as they fell.

    :param fell: each side's coins as they fell, the attackers' first; empty before the roll.
    """
    _both_sides(pen, theme, counters, preview)
    if preview.attacker_modifiers is not None and (pen.terse or len(fell) == 2):
        for number, (lines, modifiers, total) in enumerate(_sum_of_each_side(preview)):
            _sum_in_short(pen, _named(theme, counters, lines), lines, modifiers, total)
            if len(fell) == 2:
                write_coins(pen, fell[number])
    elif pen.terse:
        _in_short(pen, preview)
    elif preview.attacker_modifiers is not None:
        _two_sums(pen, theme, counters, preview)
    else:
        for line in preview.attackers:
            _print_factor(pen, line, counters)
        for modifier in preview.modifiers:
            _modifier_term(pen, modifier)
    if len(fell) == 1:
        write_coins(pen, fell[0])
    pen.separator()
    top = pen.y
    big = fitting_font(preview.total, "counter", pen.metrics.px(26 if pen.terse else 31), pen.width).line_picture(
        preview.total, INK)
    room = pen.width - big.get_width() - pen.metrics.px(14)
    pen.surface.blit(big, (pen.x, top - pen.metrics.px(7)))
    if preview.reading and room > pen.metrics.px(120) and not pen.bare:
        with pen.narrowed(pen.width - room):
            pen.flow([TextRun(preview.reading, "ui", 16)], leading=1.0)
        pen.y = max(pen.y, top + big.get_height() - pen.metrics.px(10))
    else:
        pen.y = top + big.get_height() - pen.metrics.px(8)
        if not pen.bare and (preview.attacker_modifiers is None or not pen.terse):
            pen.flow([TextRun(preview.reading, "ui", 16)], leading=1.0)
    pen.space(6)


LABELS_SHARE = 0.32
"""The share of the card's width for the labels of the dice of both sides."""


def write_hit_dice(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Print the dice of both sides that are rolled for hits as a table: a column for each side, headed by its name and
    counters."""
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
    _row_of_sides(pen, say("Dice"), [(str(side.dice) if side.dice else say("none"),) for side in sides], edges, 24)
    _row_of_sides(pen, say("Hits on"), [(side.needed,) if pen.name_only else _faces(side) for side in sides], edges, 17)
    averages = [(decimal(f"{float(side.expected):.1f}") if side.dice else "",) for side in sides]
    _row_of_sides(pen, say("Average hits"), averages, edges, 17)
    if not pen.terse:
        printed = [("+".join(map(str, side.printed)) if side.dice else "",) for side in sides]
        _row_of_sides(pen, say("Printed"), printed, edges, 17)
    if preview.lookup and not pen.terse:
        pen.line(preview.lookup, "ui", 16, FAINT)
    pen.space(4)


def _faces(side: HitDice) -> tuple[Text, ...]:
    """The faces that hit, each with the number of dice if they differ."""
    if len(side.faces) < 2:
        return (side.needed,)
    return tuple(plural("{face} with {count} die", "{face} with {count} dice", count, face=face_or_more(face))
                 for face, count in side.faces)


def _row_of_sides(pen: CardPen, label: Text, cells: Sequence[Sequence[Text]], edges: Sequence[int], size: int) -> None:
    """Print a row of the table of both sides: its label, and the lines of each side's cell.

    :param size: the print size of the cells in layout units.
    """
    top, face, named = pen.y, pen.font("ui-bold", size), pen.font("ui", 16)
    down = face.get_ascent() - named.get_ascent()
    pen.surface.blit(named.line_picture(label, FAINT), (pen.x, top + down))
    for cell, x in zip(cells, edges, strict=True):
        for number, words in enumerate(cell):
            place = pen.surface.blit(face.line_picture(words, INK), (x, top + number * face.get_linesize()))
            pen.printed_texts.append((place, translate(words)))
    pen.y = top + max(len(cell) for cell in cells) * face.get_linesize()
    pen.line_extents.append((top, pen.y))


def _both_sides(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Draw the rolling units at the left and their targets at the right, with an arrow between; in a contest, both
    sides where their sums begin. Many counters are drawn smaller and in more rows, so that none overlap."""
    px = pen.metrics.px
    max_counter, gap, top = px(COUNTER_SIDE - 10 if pen.tight else COUNTER_SIDE), px(4), pen.y
    ours = [counters[line.unit] for line in preview.attackers if line.unit in counters]
    theirs = [counters[line.unit] for line in preview.defenders if line.unit in counters]
    if not ours and not theirs:
        return
    free = pen.width - px(ARROW_WIDTH)
    share = len(ours) / (len(ours) + len(theirs))
    step = max_counter + gap
    left_width = min(len(ours) * step, max(step, free - len(theirs) * step, round(free * share)))
    sides = [CounterRows.of(len(ours), left_width, max_counter, px(MIN_COUNTER_SIDE), gap),
             CounterRows.of(len(theirs), free - left_width, max_counter, px(MIN_COUNTER_SIDE), gap)]
    height = max(block.high for block in sides)
    half = pen.x + pen.width - (pen.width - px(SIDES_GAP)) // 2
    right = half if preview.contest else pen.x + pen.width - sides[1].wide
    for row, block, x in zip((ours, theirs), sides, (pen.x, right), strict=True):
        for k, counter in enumerate(row):
            down, across = divmod(k, block.columns)
            place = x + across * (block.size + gap), top + (height - block.high) // 2 + down * (block.size + gap)
            pen.tips.append((pen.surface.blit(plain_counter(counter, theme, block.size), place), counter.name))
    if ours and theirs and not preview.contest:
        start, end, y = pen.x + sides[0].wide + px(8), pen.x + pen.width - sides[1].wide - px(8), top + height // 2
        pygame.draw.line(pen.surface, FAINT, (start, y), (end - px(8), y), px(3))
        pygame.draw.polygon(pen.surface, FAINT, [(end, y), (end - px(13), y - px(8)), (end - px(13), y + px(8))])
        pen.tips.append((pygame.Rect(start, y - px(8), end - start, px(16)), AGAINST_TIP))
    pen.y = top + height + px(8)


class CounterRows(NamedTuple):
    """A layout of counters in rows without overlap."""

    columns: int
    size: int
    wide: int
    high: int

    @classmethod
    def of(cls, count: int, room: int, most: int, least: int, gap: int) -> CounterRows:
        """The layout with the fewest rows in which counters are at least ``least`` pixels wide, in a room of ``room``
        pixels."""
        if not count:
            return cls(1, 0, 0, 0)
        for rows in range(1, count + 1):
            columns = ceil(count / rows)
            size = min(most, (room + gap) // columns - gap)
            if size >= least:
                break
        return cls(columns, size, columns * (size + gap) - gap, ceil(count / columns) * (size + gap) - gap)


def _print_factor(pen: CardPen, line: UnitLine, counters: Mapping[str, Counter]) -> None:
    """Print a unit's own factor; units without one are left out."""
    if line.strength or line.strength_text:
        counter = counters.get(line.unit)
        name = counter.name if counter else line.unit
        if line.strength_name:
            name = say("{unit}: {text}", unit=name, text=line.strength_name)
        _print_term(pen, line.strength_text or str(line.strength), [TextRun(name, "ui", 17)])


def _modifier_term(pen: CardPen, modifier: Modifier) -> None:
    _print_term(pen, _signed(modifier.value), [TextRun(modifier.name, "ui", 17), cite(modifier.rule)])


def _in_short(pen: CardPen, preview: Preview) -> None:
    """Print every modifier in running text; each unit's own factor is on its counter, and in the total."""
    pen.flow(modifier_runs(preview.modifiers), leading=1.0)


def modifier_runs(modifiers: Sequence[Modifier], counters: Mapping[str, Counter] | None = None) -> list[TextRun]:
    """Modifiers as running text, separated by semicolons.

    :param counters: the counters whose abbreviations precede the modifiers of single units; None: nothing precedes.
    """
    runs: list[TextRun] = []
    for number, modifier in enumerate(modifiers):
        runs += [TextRun(";", "ui", 16, glued=True)] if number else []
        counter = (counters or {}).get(modifier.unit or "")
        words = say("{unit}: {words}", unit=counter.short_name, words=modifier.name) if counter else modifier.name
        runs += [TextRun(_signed(modifier.value), "ui-bold", 16), TextRun(words, "ui", 16),
                 cite(modifier.rule, 16)]
    return runs


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−")


def _sum_of_each_side(preview: Preview) -> tuple[tuple[Sequence[UnitLine], Sequence[Modifier], int | None], ...]:
    """For each side: its units' contributions, its modifiers, and its total."""
    return ((preview.attackers, preview.modifiers[: preview.attacker_modifiers], preview.attack),
            (preview.defenders, preview.modifiers[preview.attacker_modifiers :], preview.defence))


def _named(theme: Theme, counters: Mapping[str, Counter], lines: Sequence[UnitLine]) -> str:
    """The name of the side that some units belong to."""
    seats = [counters[line.unit].seat for line in lines if line.unit in counters]
    return next((capitalised(seat.described) for seat in theme.seats if seats and seat.name == seats[0]), "")


def _sum_in_short(pen: CardPen, side: Text, lines: Sequence[UnitLine], modifiers: Sequence[Modifier],
                  total: int | None) -> None:
    """Print a side's sum in running text: its units' numbers in the order of the counters above, and every modifier."""
    brought = " + ".join(translate(line.strength_text or str(line.strength)) for line in lines)
    adds = total is not None and not any(line.strength_text for line in lines) and (modifiers or len(lines) > 1)
    runs = [TextRun(side, "ui-bold", 16), TextRun(brought.replace(" ", "\u00a0"), "ui-bold", 16),
            *modifier_runs(modifiers), TextRun(f"=\u00a0{total}" if adds else "", "ui-bold", 16)]
    pen.flow([run for run in runs if run.text], leading=1.0)


def write_coins(pen: CardPen, fallen: FallenCoins) -> None:
    """Print every coin of a side (heads first, as brass discs, then crosses) and the number of heads."""
    px = pen.metrics.px
    heads, coins = fallen
    words = pen.font("ui-bold", 16).line_picture(plural("{heads} of {coins} head", "{heads} of {coins} heads", coins,
                                                    heads=heads, coins=coins), INK)
    size = px(COIN_SIDE)
    room = pen.width - words.get_width() - px(8) - size
    step = min(size + px(2), room / max(1, coins - 1))
    top = pen.y
    for number in range(coins):
        middle = round(pen.x + size / 2 + number * step), top + px(10)
        head = number < heads
        pygame.draw.circle(pen.surface, HEADS_COLOUR if head else PAPER_SHADE, middle, size // 2)
        pygame.draw.circle(pen.surface, INK, middle, size // 2, px(2 if head else 1))
        if head:
            pygame.draw.circle(pen.surface, INK, middle, max(2, size // 6))
        else:
            arm = max(2, size // 6)
            for direction in (-1, 1):
                pygame.draw.line(pen.surface, FAINT, (middle[0] - arm, middle[1] - direction * arm),
                                 (middle[0] + arm, middle[1] + direction * arm), px(1))
    pen.surface.blit(words, words.get_rect(midright=(pen.x + pen.width, top + px(10))))
    pen.line_extents.append((top, top + px(20)))
    pen.y = top + px(21)


def _print_term(pen: CardPen, value: Text, runs: list[TextRun]) -> None:
    """Print a term of the sum: its value, right-aligned, and its description."""
    px = pen.metrics.px
    image, top = pen.font("counter", 22).line_picture(value, INK), pen.y
    pen.surface.blit(image, image.get_rect(topright=(pen.x + px(34), pen.y - px(2))))
    pen.flow(runs, indent=44, leading=1.0)
    pen.y = max(pen.y, top + image.get_height() - px(4))
    pen.space(1)


def _two_sums(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Print both sides' sums side by side."""
    px = pen.metrics.px
    top, half = pen.y, (pen.width - px(SIDES_GAP)) // 2
    bottoms = []
    for (lines, modifiers, total), left in zip(_sum_of_each_side(preview), (0, half + px(SIDES_GAP)), strict=True):
        pen.y = top
        with pen.narrowed(left, pen.width - left - half):
            pen.line(_named(theme, counters, lines), "ui-bold", 16)
            for line in lines:
                _print_factor(pen, line, counters)
            for modifier in modifiers:
                _modifier_term(pen, modifier)
            if total is not None and not any(line.strength_text for line in lines):
                _print_term(pen, f"= {total}", [])
        bottoms.append(pen.y)
    pen.y, middle = max(bottoms), pen.x + half + px(8)
    pygame.draw.line(pen.surface, LINE_INK, (middle, top), (middle, pen.y), px(1))
