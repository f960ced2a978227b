"""The battle card: the arithmetic of an attack (added up line by line if no odds table is used), the results table and
the chance of each result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from game.core.chance import Modifier, odds_in_words, signed, with_minus
from game.core.contract import Counter
from game.core.message import Message, Text, joined, plural, say
from game.core.preview import Preview
from game.core.theme import Theme
from game.core.verdict import RuleRef
from game.i18n.words import translate
from game.ui.cards.card_pen import CardPen, CardSpot
from game.ui.cards.chances import write_bars, write_chances, write_rows, write_table
from game.ui.cards.selection import CardChoice, write_choices
from game.ui.cards.sums import Fallen, modifier_runs, write_hit_dice, write_sums
from game.ui.counters.pictures import plain_counter
from game.ui.kit.pen import HEADING_PRINT, LEADING, TextRun, cite, wrap
from game.ui.kit.theme import ALARM, FAINT, INK

COUNTER_SIDE = 58
"""The side of a counter on the card, in layout units."""
SMALL_COUNTER_SIDE = 44
"""The side of a counter if a side has many, or if both sides share a row, in layout units."""
MAX_LARGE_COUNTERS = 4
"""The maximum number of counters of a side that are drawn at their usual size."""
LABEL_WIDTH = 78
"""The width of the label before a side's counters, in layout units."""
TOTAL_WIDTH = 50
"""The width reserved for a side's total after its counters, in layout units."""
ROW_TOTAL_WIDTH = 46
"""The width reserved for a side's total if both sides share a row, in layout units."""
MIN_SIDE_SHARE = 0.3
"""The minimum share of such a row for a side."""
COLUMN_LABEL_PRINT = 15
"""The print size of the label before the column in use, in layout units."""
FEW_VARIANTS = 3
"""The number of variants (totals with one unit more or fewer) shown if room is scarce."""


def write(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview | None,
          choices: Sequence[CardChoice], title: Text, rolled_total: int | None, rolled_result: str = "",
          short_title: Text = "", fallen: Sequence[Fallen] = (),
          losses: Sequence[tuple[Text, RuleRef]] = (), *, choices_first: bool = False) -> None:
    """Print the card.

    :param preview: the arithmetic; None if there is none, so that only the choices are printed.
    :param title: the heading; empty if the print continues below another heading.
    :param rolled_total: the total that was rolled, whose cell of the results table is highlighted; None before the
        roll.
    :param rolled_result: the result whose chance is highlighted; empty before the roll.
    :param short_title: a shorter heading, used if room is scarce and the heading takes several lines.
    :param fallen: the coins, or the dice rolled for hits, of each side as they fell, the attackers' first; empty if
        they are not shown.
    :param losses: the losses of units by the roll, each with its rule.
    :param choices_first: whether the choices are printed above the heading.
    """
    if choices_first:
        write_choices(pen, choices)
        choices = ()
    without_results = pen.name_only and rolled_result  # there is no room for them
    if title:
        is_long = short_title and pen.terse and not without_results and len(
            wrap(pen.wording(title), pen.font("title", HEADING_PRINT), pen.width)) > 1
        pen.heading(short_title if is_long else title)
    if preview is None:
        write_choices(pen, choices)
    elif pen.wide:
        left, right = pen.halves(0.5 if _has_several_columns(preview) else 0.53)
        _write_arithmetic(left, theme, counters, preview, fallen)
        if pen.tight:  # the chances matter more than the whole table
            _write_chances(right, theme, preview, rolled_total, rolled_result)
            if not pen.bare:
                _write_table(left if left.y < right.y else right, preview, rolled_total)
        else:
            _write_table(right, preview, rolled_total)
            _write_chances(left if left.y < right.y else right, theme, preview, rolled_total, rolled_result)
        pen.continue_below(left, right)
        _write_losses(pen, losses)
        _write_note(pen, preview)
        write_choices(pen, choices)
    else:
        _write_arithmetic(pen, theme, counters, preview, fallen)
        _write_losses(pen, losses)
        write_choices(pen, choices)
        if not without_results:  # else the heading is the result
            _write_chances(pen, theme, preview, rolled_total, rolled_result)
        if not (pen.bare or (preview.hit_dice and pen.terse)):  # both sides' dice matter more than the whole table
            _write_table(pen, preview, rolled_total)
        _write_note(pen, preview)


def _write_arithmetic(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview,
                      fallen: Sequence[Fallen]) -> None:
    """Print the arithmetic: both sides, and how they lead to a column of the table, a modifier, or a number of dice or
    coins."""
    if preview.hit_dice:
        write_hit_dice(pen, theme, counters, preview, fallen)
        if preview.modifiers and not pen.bare:
            _write_modifiers(pen, counters, preview)
        _write_variants(pen, preview)
        return
    if not preview.compares:
        write_sums(pen, theme, counters, preview, fallen)
        _write_variants(pen, preview)
        return
    if pen.tight and not pen.wide and preview.attackers and preview.defenders:
        _write_sides_in_one_row(pen, theme, counters, preview)
    else:
        _write_sides(pen, theme, counters, preview)
    if preview.modifiers or not pen.tight:
        _write_printed_strengths(pen, preview)
        _write_modifiers(pen, counters, preview)
    write_reading(pen, preview)
    _write_variants(pen, preview)


def _has_several_columns(preview: Preview) -> bool:
    """Whether the results table has several columns."""
    return preview.table is not None and len(preview.table.columns) > 1


def _write_table(pen: CardPen, preview: Preview, rolled_total: int | None) -> None:
    """Print the table with the column in use highlighted; a table of one column is printed with the chances instead."""
    if preview.table is not None and preview.column is not None and _has_several_columns(preview):
        write_table(pen, preview.table, preview.column, rolled_total)


def _write_chances(pen: CardPen, theme: Theme, preview: Preview, rolled_total: int | None, rolled_result: str) -> None:
    """Print the chance of each result: in groups if there is no table, as the rows of a table of one column, or as
    bars."""
    if preview.table is None:
        write_chances(pen, theme, preview.outcomes, rolled_result)
    elif preview.column is not None and not _has_several_columns(preview):
        write_rows(pen, preview.outcomes, preview.table, rolled_total)
    elif preview.outcomes:
        write_bars(pen, preview.outcomes, preview.table, preview.column, rolled_total, rolled_result)


def _write_losses(pen: CardPen, losses: Sequence[tuple[Text, RuleRef]]) -> None:
    """Print the losses, one per line, or as running text if room is scarce; a rule shared by several is cited once."""
    if not losses:
        return
    runs = list[TextRun]()
    for number, (text, rule) in enumerate(losses):
        last = number + 1 == len(losses)
        citation = [cite(rule, 16)] if last or losses[number + 1][1] != rule or not pen.terse else []
        runs += [TextRun(text if last or not pen.terse else f"{translate(text)};", "ui-bold", 16, ALARM), *citation]
        if not pen.terse:
            pen.flow(runs, leading=1.0)
            runs = []
    if runs:
        pen.flow(runs, leading=1.0)
    pen.space(4)


def _write_variants(pen: CardPen, preview: Preview) -> None:
    """Print the totals with one unit more or fewer."""
    for words, total in preview.variants[: FEW_VARIANTS if pen.tight else None]:
        pen.row(words, with_minus(translate(total)), 16)
    if preview.variants:
        pen.space(4)


def _write_note(pen: CardPen, preview: Preview) -> None:
    """Print what a combat risks, and the note on it."""
    size = 16 if pen.terse else 17 if pen.tight else 19
    if preview.risk:
        pen.space(4)
        pen.flow([TextRun(preview.risk, "ui-bold", size - 1, ALARM)], leading=1.0)
    if preview.note and not pen.bare:
        pen.space(4)
        pen.flow([TextRun(preview.note, "text", size, FAINT)], leading=1.0 if pen.tight else LEADING)


def write_picked(pen: CardPen, theme: Theme, picked_units: Sequence[Counter], choices: Sequence[CardChoice],
                 title: Text, missing: Text) -> None:
    """Print the units picked so far if there is no arithmetic for them, as when losses are chosen.

    :param missing: what is still to be picked; empty if nothing is.
    """
    count = len(picked_units)
    pen.heading(title, plural("{count} counter", "{count} counters", count) if count > 1 else "")
    px = pen.metrics.px
    size, x = px(COUNTER_SIDE), pen.x
    for counter in picked_units:
        if x + size > pen.x + pen.width:
            x, pen.y = pen.x, pen.y + size + px(8)
        pen.surface.blit(plain_counter(counter, theme, size), (x, pen.y))
        pen.spots.append(CardSpot(pygame.Rect(x, pen.y, size, size), counter.unit))
        pen.line_extents.append((pen.y, pen.y + size))
        x += size + px(8)
    if picked_units:
        pen.y += size + px(10)
    if missing:
        pen.flow([TextRun(missing, "text", 20, FAINT)])
    write_choices(pen, choices)


def _write_sides(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Print attackers and defenders as counters with their totals."""
    px = pen.metrics.px
    for label, lines, value in ((say("Attack"), preview.attackers, preview.attack),
                                (say("Defence"), preview.defenders, preview.defence)):
        if not lines:
            continue
        top = pen.y
        size = px(COUNTER_SIDE if len(lines) <= MAX_LARGE_COUNTERS else SMALL_COUNTER_SIDE)
        pen.surface.blit(pen.font("ui-bold", 17).line_picture(label, FAINT), (pen.x, top + px(16)))
        x = pen.x + px(LABEL_WIDTH)
        room = pen.width - px(LABEL_WIDTH + TOTAL_WIDTH) - size
        step = min(size + px(8), room // max(1, len(lines) - 1) if len(lines) > 1 else size)
        for line in lines:
            counter = counters.get(line.unit)
            if counter is not None:
                pen.surface.blit(plain_counter(counter, theme, size), (x, top))
            x += step
        number = pen.font("counter", 38).line_picture(str(value), INK)
        pen.surface.blit(number, number.get_rect(midright=(pen.x + pen.width, top + size // 2)))
        pen.y = top + size + px(8)
        pen.line_extents.append((top, pen.y))


def _write_sides_in_one_row(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Print attackers at the left and defenders at the right in one row, each with their total; the side with more
    units has more of the row, so that counters overlap only if all of them do not fit."""
    px = pen.metrics.px
    size = px(SMALL_COUNTER_SIDE)
    widths = [len(lines) * (size + px(6)) + px(ROW_TOTAL_WIDTH) for lines in (preview.attackers, preview.defenders)]
    left, right = pen.halves(max(MIN_SIDE_SHARE, min(1 - MIN_SIDE_SHARE, widths[0] / sum(widths))))
    for half, lines, value in ((left, preview.attackers, preview.attack), (right, preview.defenders, preview.defence)):
        number = pen.font("counter", 34).line_picture(str(value), INK)
        pen.surface.blit(number, number.get_rect(midright=(half.x + half.width, half.y + size // 2)))
        room = half.width - number.get_width() - px(10)
        step = min(size + px(6), (room - size) // max(1, len(lines) - 1)) if len(lines) > 1 else size
        for k, line in enumerate(lines):
            if line.unit in counters:
                pen.surface.blit(plain_counter(counters[line.unit], theme, size), (half.x + k * step, half.y))
        pen.line_extents.append((half.y, half.y + size))
        half.y += size + px(6)
    pen.continue_below(left, right)


def _write_printed_strengths(pen: CardPen, preview: Preview) -> None:
    """Print the strengths printed on the counters of both sides, such as "4+3 vs 4"."""
    sums = ["+".join(str(line.strength) for line in lines) for lines in (preview.attackers, preview.defenders) if lines]
    text = (say("Printed strengths {one} vs {other}", one=sums[0], other=sums[1]) if len(sums) > 1
            else say("Printed strength {strengths}", strengths="".join(sums)))
    pen.line(text, "ui", 16, FAINT)


def _write_modifiers(pen: CardPen, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Print every modifier with its name and rule; as running text if room is scarce."""
    if pen.terse:
        units = dict.fromkeys((*(line.unit for line in (*preview.attackers, *preview.defenders)),
                               *(modifier.unit or "" for modifier in preview.modifiers)))
        taking_part = [counters[unit] for unit in units if unit in counters]
        pen.flow(modifier_runs(preview.modifiers, taking_part), leading=1.0)
        return
    for modifier in preview.modifiers:
        _write_modifier(pen, modifier, counters)
    pen.space(2)


def _write_modifier(pen: CardPen, modifier: Modifier, counters: Mapping[str, Counter]) -> None:
    """Print a modifier: its value, the unit that it applies to unless its name has that, its name and its rule."""
    px = pen.metrics.px
    top = pen.y
    value = pen.font("counter", 21).line_picture(signed(modifier.value), INK)
    pen.surface.blit(value, value.get_rect(topright=(pen.x + px(28), top - px(2))))
    counter = counters.get(modifier.unit) if modifier.unit else None
    words = modifier.name
    if counter is not None and str(counter.name) not in str(modifier.name):
        words = say("{unit}: {words}", unit=counter.name, words=modifier.name)
    pen.flow([TextRun(words, "ui", 16), cite(modifier.rule, 16)], indent=38, leading=1.0)


def write_reading(pen: CardPen, preview: Preview) -> None:
    """Print the total with its reading, such as the odds, and the column of the table that it gives; nothing if there
    is neither a reading nor a column."""
    if preview.column is None and not preview.reading:
        return
    pen.separator()
    px = pen.metrics.px
    top = pen.y
    face = pen.font("counter", 34)
    if preview.column is not None:
        column = translate(Message(preview.column))
        if face.size(column)[0] > pen.width // 4:
            face = pen.font("counter", 20)
        image = face.line_picture(column.replace("-", "–"), INK)
        place = pen.surface.blit(image, image.get_rect(topright=(pen.x + pen.width, top - px(6))))
        label_face = pen.font("ui", COLUMN_LABEL_PRINT)
        label = label_face.line_picture(say("Column"), FAINT)
        label_place = label.get_rect(right=place.left - px(6), top=place.top + face.get_ascent()
                                     - label_face.get_ascent())
        pen.surface.blit(label, label_place)
        room = image.get_width() + label.get_width() + px(22)
    else:
        room = 0
    with pen.narrowed(right=room):
        pen.flow([TextRun(total_text(preview), "ui", 16)], leading=1.0)
    pen.y = max(pen.y, top + face.get_linesize() - px(8))


def total_text(preview: Preview) -> Text:
    """The total of a combat and its reading, without the total if the reading begins with it."""
    total = with_minus(translate(preview.total))
    odds, reading = translate(odds_in_words(translate(preview.total))), translate(preview.reading)
    return reading if reading.startswith(odds) else joined((total, reading), ": ")


def bare_total(preview: Preview) -> Text:
    """The total of a combat without its reading; odds are put in words."""
    return odds_in_words(with_minus(translate(preview.total)))
