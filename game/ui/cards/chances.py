"""Printing the chance of each result of a roll, and the results table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

import pygame

from game.core.chance import per_cent, tenths_adding_up
from game.core.message import Message, Text, joined, plural, say
from game.core.preview import Outcome
from game.core.tables import ResultsTable
from game.core.theme import SeatInfo, Theme
from game.i18n.words import capitalised, translate
from game.ui.cards.card_pen import CardPen
from game.ui.kit.fonts import Role, Typeface, font
from game.ui.kit.paper import draw_box
from game.ui.kit.pen import TextRun, fitting_font, shorten, wrap
from game.ui.kit.theme import FAINT, GOLD, INK, LINE_INK, PAPER_SHADE

BAR_COLOUR = "#d3b57c"
"""The colour of a chance's bar."""
LIT_COLOUR = "#ffc63d"
"""The colour of the bar and frame of the result that was rolled."""
USED_COLUMN_COLOUR = "#f2dba0"
"""The background of the column in use of a results table."""
USED_COLUMN_EDGE = "#6d521f"
"""The frame of that column."""
STRIPE_COLOUR = (120, 95, 50, 22)
"""The shade of every second row of a table: red, green, blue and opacity."""
BETWEEN_LABELS = "     "
"""The least space between the labels above a bar."""
MIN_SHRINK = 0.8
"""The share of its size to which a result's print may shrink before it is broken into lines. Chosen by hand."""
BAR_CHANCE_WIDTH = 70
"""The width in layout units reserved at the right of a result's bar for its chance."""
TABLE_CHANCE_WIDTH = 68
"""The same beside a results table, where print is smaller."""
ROLLED_SIGN_WIDTH = 14
"""The width in layout units kept free at the right end of a bar for the sign that its result was rolled."""
MEMBER_INDENT = 22
"""The indent of a result below the bar of its group, in layout units."""
PAIR_CHANCE_WIDTH = 64
"""The width in layout units reserved at either end of a pair of bars for the chance."""
MAX_RESULTS = 9
"""The maximum number of results listed; if there are more, the likeliest, the one that came up and the number of others
are shown."""


class Percentages:
    """The chances of outcomes in per cent for display, rounded so that those of a group or heading add up to its own,
    and all of them to their sum."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        groups: dict[object, list[Outcome]] = {}
        for outcome in outcomes:
            groups.setdefault(translate(outcome.group or outcome.heading) or id(outcome), []).append(outcome)
        sums = [sum((outcome.chance for outcome in members), Fraction(0)) for members in groups.values()]
        self._tenths: dict[int, int] = {}
        """The id of an outcome -> its chance in tenths of a per cent."""
        for members, whole in zip(groups.values(), tenths_adding_up(sums), strict=True):
            tenths = tenths_adding_up([outcome.chance for outcome in members], whole)
            self._tenths |= {id(outcome): each for outcome, each in zip(members, tenths, strict=True)}

    def of(self, *outcomes: Outcome | None) -> Text:
        """The chance that one of some outcomes comes up; None stands for one that cannot."""
        possible = [outcome for outcome in outcomes if outcome is not None]
        return per_cent(sum((outcome.chance for outcome in possible), Fraction(0)),
                        sum(self._tenths[id(outcome)] for outcome in possible))


def chance_texts(outcomes: Sequence[Outcome]) -> list[Text]:
    """Each outcome that is possible, in words after its percentage."""
    percentages = Percentages(outcomes)
    return [say("{chance} {result}", chance=percentages.of(outcome), result=outcome.text)
            for outcome in outcomes if outcome.chance]


def write_chances(pen: CardPen, theme: Theme, outcomes: Sequence[Outcome], rolled_result: str) -> None:
    """Print the chance of every result.

    :param rolled_result: the result, or the group of results, that was rolled; empty before the roll.
    """
    sides = side_groups(outcomes)
    if sides:
        _print_for_both_sides(pen, theme, outcomes, sides, rolled_result)
        return
    printed_group: Text = ""
    percentages, shown = Percentages(outcomes), outcomes_to_list(outcomes, rolled_result)
    for outcome in shown:
        members = [other for other in outcomes if other.group == outcome.group]
        if outcome.group and len(members) == 1:  # group and result share a line
            printed_group = ""
            meaning = joined(dict.fromkeys((outcome.group, outcome.text)), ": ")
            _print_bar(pen, capitalised(meaning), outcome.chance, percentages.of(outcome),
                       rolled_result in (outcome.group, outcome.result), indent=0, bold=True)
            continue
        if outcome.group != printed_group:
            printed_group = outcome.group
            if printed_group:
                chance = sum((other.chance for other in members), Fraction(0))
                rolled = rolled_result in (printed_group, *(other.result for other in members))
                _print_bar(pen, capitalised(printed_group), chance, percentages.of(*members), rolled, indent=0,
                           bold=True)
        _print_bar(pen, capitalised(outcome.text), outcome.chance, percentages.of(outcome),
                   rolled_result == outcome.result, indent=MEMBER_INDENT if outcome.group else 0,
                   bold=not outcome.group)
    if others := _not_listed(outcomes, shown):
        chance = sum((outcome.chance for outcome in others), Fraction(0))
        _print_bar(pen, translate(_others_text(others)), chance, percentages.of(*others), False, indent=0, bold=False)
    pen.space(2)


def write_briefly(pen: CardPen, outcomes: Sequence[Outcome]) -> None:
    """Print the results with their chances in running text, if room is scarce; each result stays next to its chance."""
    px = pen.metrics.px
    face, bold = pen.font("ui", 16), pen.font("ui-bold", 16)
    x = pen.x
    for text, _, percentage in listed_chances(outcomes, with_groups=False):
        chance = bold.line_picture(percentage, INK)
        room = pen.width - chance.get_width() - px(6)
        words = face.line_picture(shorten(capitalised(text), face, room), INK)
        width = words.get_width() + px(6) + chance.get_width()
        if x > pen.x and x + width > pen.x + pen.width:
            x, pen.y = pen.x, pen.y + face.get_linesize()
        pen.surface.blits(((words, (x, pen.y)), (chance, (x + width - chance.get_width(), pen.y))))
        x += width + px(18)
    pen.y += face.get_linesize()


def side_groups(outcomes: Sequence[Outcome]) -> tuple[tuple[Text, str], ...]:
    """The groups of results that favour either side, as (group, seat); empty unless there is one for each of two
    seats."""
    sides = tuple(dict.fromkeys((outcome.group, outcome.seat) for outcome in outcomes if outcome.seat))
    return sides if len({seat for _, seat in sides}) == 2 == len(sides) else ()


def outcomes_to_list(outcomes: Sequence[Outcome], rolled_result: str) -> Sequence[Outcome]:
    """The outcomes to list, in their order: all of them, or the likeliest and the one that was rolled."""
    if len(outcomes) <= MAX_RESULTS:
        return outcomes
    ranked = sorted(outcomes, key=lambda outcome: (outcome.result != rolled_result, -outcome.chance))
    ids_to_list = {id(outcome) for outcome in ranked[: MAX_RESULTS - 1]}
    return [outcome for outcome in outcomes if id(outcome) in ids_to_list]


def _not_listed(outcomes: Sequence[Outcome], listed: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes that are not among those listed."""
    ids = {id(outcome) for outcome in listed}
    return [outcome for outcome in outcomes if id(outcome) not in ids]


def _others_text(others: Sequence[Outcome]) -> Text:
    """The line that stands for the outcomes that are not listed."""
    return plural("{count} other result", "{count} other results", len(others))


def listed_chances(outcomes: Sequence[Outcome], *, with_groups: bool = True) -> list[tuple[Text, Fraction, Text]]:
    """The text, the chance and the percentage of each outcome to list before a roll, and of all others together.

    :param with_groups: whether the text of an outcome begins with its group.
    """
    percentages, shown = Percentages(outcomes), outcomes_to_list(outcomes, "")
    rows: list[tuple[Text, Fraction, Text]] = []
    for outcome in shown:
        parts = (outcome.group, outcome.text) if with_groups else (outcome.text,)
        text = joined(dict.fromkeys(part for part in parts if translate(part)), ": ")
        rows.append((text, outcome.chance, percentages.of(outcome)))
    if others := _not_listed(outcomes, shown):
        rows.append((_others_text(others), sum((each.chance for each in others), Fraction(0)), percentages.of(*others)))
    return rows


def _print_bar(pen: CardPen, text: str, chance: Fraction, percentage: Text, lit: bool, *, indent: int,
               bold: bool) -> None:
    """Print a result on its bar with its chance at the right.

    :param percentage: the chance for display.
    :param lit: whether it was rolled: it is then marked.
    :param indent: in layout units.
    """
    px = pen.metrics.px
    size = 17 if bold else 16
    role: Role = "ui-bold" if bold or lit else "ui"
    width = pen.width - px(indent + BAR_CHANCE_WIDTH + 16 + (ROLLED_SIGN_WIDTH if lit else 0))
    face, lines = fitting_font(text, role, px(size), width), [text]
    if face.get_linesize() < MIN_SHRINK * pen.font(role, size).get_linesize():
        face = pen.font(role, size - 1)
        lines = wrap(text, face, width)
    top, height = pen.y, px((30 if bold else 26) - (5 if pen.terse else 0)) + (len(lines) - 1) * face.get_linesize()
    chance_picture = pen.font("ui-bold", 18 if bold else 16).line_picture(percentage, INK)
    room = pygame.Rect(pen.x + px(indent), top + px(1), pen.width - px(indent + BAR_CHANCE_WIDTH), height - px(3))
    _draw_bar(pen, room, round(room.width * float(chance)), px(3 if lit else 1), lit)
    for number, line in enumerate(lines):
        words = face.line_picture(line, INK)
        middle = room.centery + round((number - (len(lines) - 1) / 2) * face.get_linesize())
        pen.surface.blit(words, words.get_rect(midleft=(room.x + px(8), middle)))
    pen.surface.blit(chance_picture, chance_picture.get_rect(midright=(pen.x + pen.width, room.centery)))
    if lit:
        (x, y), side = (room.right - px(ROLLED_SIGN_WIDTH), room.centery), px(8)  # a triangle points left
        pygame.draw.polygon(pen.surface, INK, [(x, y), (x + side, y - side), (x + side, y + side)])
        pen.tips.append((pygame.Rect(x - side, y - side, 3 * side, 2 * side), say("This was rolled")))
    pen.y = top + height
    pen.line_extents.append((top, pen.y))


def _draw_bar(pen: CardPen, room: pygame.Rect, length: int, edge: int, lit: bool) -> None:
    """Draw a bar in a room, filled for ``length`` pixels, with an edge ``edge`` pixels wide.

    :param lit: whether its result was rolled.
    """
    radius = pen.metrics.px(3)
    pygame.draw.rect(pen.surface, PAPER_SHADE, room, border_radius=radius)
    pygame.draw.rect(pen.surface, LIT_COLOUR if lit else BAR_COLOUR, (*room.topleft, length, room.height),
                     border_radius=radius)
    pygame.draw.rect(pen.surface, INK if lit else LINE_INK, room, width=edge, border_radius=radius)


def _print_for_both_sides(pen: CardPen, theme: Theme, outcomes: Sequence[Outcome], sides: Sequence[tuple[Text, str]],
                          rolled_result: str) -> None:
    """Print the chance of either side to win as one bar; then, if there is room, each result row by row, with the first
    side's chances at the left.

    :param sides: the group of results that favours each side, with its seat.
    """
    seats, percentages = {info.name: info for info in theme.seats}, Percentages(outcomes)
    _print_winning_chances(pen, seats, outcomes, percentages, sides, rolled_result)
    if pen.bare:
        return
    texts = tuple(dict.fromkeys(outcome.text for outcome in outcomes if outcome.seat))
    max_chance = max((outcome.chance for outcome in outcomes if outcome.seat), default=Fraction(1))
    rows = [{outcome.seat: outcome for outcome in outcomes if outcome.text == text and outcome.seat} for text in texts]
    shared = any(len(row) > 1 for row in rows)
    if pen.tight and shared:
        _print_side_headings(pen, [seats[seat].described for _, seat in sides])
    for text, row in zip(texts, rows, strict=True):
        pair = [(seats[seat].paper, row.get(seat)) for _, seat in sides if shared or seat in row or not pen.tight]
        if pen.tight:
            _print_result_line(pen, capitalised(text), pair, percentages, rolled_result)
        else:
            pen.flow([TextRun(capitalised(text), "ui", 15)], leading=1.0)
            _draw_pair(pen, pair, percentages, max_chance, rolled_result, with_zero=shared)
    pen.space(2)


def _print_winning_chances(pen: CardPen, seats: Mapping[str, SeatInfo], outcomes: Sequence[Outcome],
                           percentages: Percentages, sides: Sequence[tuple[Text, str]], rolled_result: str) -> None:
    """Print the chance of either side to win as one bar, with a part for a tie between them. Above its ends are the
    sides' chances, on a narrow card below the sides' names. The chance of a tie is in its part; if that is too narrow,
    between these two or, on a card with enough room, below the bar."""
    px = pen.metrics.px
    by_side = [[outcome for outcome in outcomes if outcome.group == group] for group, _ in sides]
    chances = [sum((outcome.chance for outcome in of_side), Fraction(0)) for of_side in by_side]
    ties = [outcome for outcome in outcomes if not outcome.seat]
    names = translate(sides[0][0]), translate(sides[1][0])
    left, right = (translate(percentages.of(*of_side)) for of_side in by_side)
    tie_chance = sum((outcome.chance for outcome in ties), Fraction(0))
    tie_text = translate(say("tie {chance}", chance=percentages.of(*ties)))
    between = (tie_text,) if tie_chance and pen.tight else ()

    def fitted(*texts: str) -> Typeface:
        """The font in which texts fit side by side."""
        return fitting_font(BETWEEN_LABELS.join(texts), "ui-bold", px(17), pen.width)

    labels = f"{names[0]}  {left}", f"{right}  {names[1]}"
    face = fitted(labels[0], *between, labels[1])
    if face.get_linesize() < MIN_SHRINK * pen.font("ui-bold", 17).get_linesize():
        labels = left, right
        face = min(fitted(*names), fitted(left, *between, right), key=lambda each: each.px)
        _print_at_ends(pen, face, *names)
        pen.y += face.get_linesize()
    bar = pygame.Rect(pen.x, pen.y + px(24), pen.width, px(22))
    first_width, second_width = _print_at_ends(pen, face, *labels)
    pygame.draw.rect(pen.surface, PAPER_SHADE, bar)
    lengths = [round(bar.w * float(chance)) for chance in chances]
    parts = (pygame.Rect(bar.x, bar.y, lengths[0], bar.h),
             pygame.Rect(bar.right - lengths[1], bar.y, lengths[1], bar.h))
    for part, (_, seat) in zip(parts, sides, strict=True):
        _draw_part(pen, part, seats[seat].paper)
    tied = any(outcome.result == rolled_result for outcome in ties)
    tie_part = pygame.Rect(parts[0].right, bar.y, parts[1].left - parts[0].right, bar.h)
    if tied:
        draw_box(pen.surface, tie_part, LIT_COLOUR, INK, px(3))
    tie_label = pen.font("ui-bold", 15).line_picture(tie_text, INK)
    label_outside = tie_part.w < tie_label.get_width() + px(6)
    if tie_chance and not label_outside:
        pen.surface.blit(tie_label, tie_label.get_rect(center=tie_part.center))
    elif tie_chance and pen.tight:
        _draw_label_above(pen, face.line_picture(tie_text, INK), bar, first_width, second_width, tied=tied)
    elif tie_chance:
        below = tie_label.get_rect(midtop=(tie_part.centerx, bar.bottom + px(2)))
        below.clamp_ip((bar.x + px(6), below.y, bar.w - px(12), below.h))
        if tied:
            draw_box(pen.surface, below.inflate(px(10), 0), LIT_COLOUR, INK, px(2))
        pen.surface.blit(tie_label, below)
    pygame.draw.rect(pen.surface, INK, bar, width=px(1))
    pen.y = bar.bottom + px(24 if tie_chance and label_outside and not pen.tight else 8)


def _print_at_ends(pen: CardPen, face: Typeface, first: str, second: str) -> tuple[int, int]:
    """Print two texts at the left and right end of a line, and return their widths in pixels; the pen stays."""
    left, right = face.line_picture(first, INK), face.line_picture(second, INK)
    pen.surface.blit(left, (pen.x, pen.y))
    pen.surface.blit(right, right.get_rect(topright=(pen.x + pen.width, pen.y)))
    return left.get_width(), right.get_width()


def _draw_part(pen: CardPen, part: pygame.Rect, paper: str) -> None:
    """Draw a side's part of a bar in its colour, with an edge in ink: in grey some are as pale as the bar's ground."""
    if part.width:
        pygame.draw.rect(pen.surface, INK, part)
        inner = part.inflate(-2 * pen.metrics.px(1), 0)
        inner.top, inner.height = part.top + pen.metrics.px(1), part.height - pen.metrics.px(1)
        pygame.draw.rect(pen.surface, paper, inner)


def _draw_label_above(pen: CardPen, words: pygame.Surface, bar: pygame.Rect, left_width: int, right_width: int, *,
                      tied: bool) -> None:
    """Draw the label of a tie between the two labels above the bar's ends, since its part of the bar is too narrow.

    :param left_width: the width in pixels of the label above the left end; ``right_width`` that above the right one.
    :param tied: whether a tie was rolled: the label is then marked.
    """
    px = pen.metrics.px
    spot = words.get_rect(midtop=((bar.left + left_width + bar.right - right_width) // 2, pen.y))
    if tied:
        plate = spot.inflate(px(8), 0)
        draw_box(pen.surface, plate, LIT_COLOUR, INK, px(2))
    pen.surface.blit(words, spot)


def _draw_pair(pen: CardPen, pair: Sequence[tuple[str, Outcome | None]], percentages: Percentages,
               max_chance: Fraction, rolled_result: str, *, with_zero: bool) -> None:
    """Draw the chances of one result for both sides as bars from the middle outwards.

    :param pair: for each side its colour, and the outcome with this result for it, if any.
    :param max_chance: the chance of the longest bar on the card.
    :param with_zero: whether to print a chance of 0 too.
    """
    px = pen.metrics.px
    half, top, height = pen.width // 2, pen.y, px(20)
    middle = pen.x + half
    for (paper, outcome), side in zip(pair, (-1, 1), strict=True):
        if outcome is None and not with_zero:
            continue
        chance = outcome.chance if outcome is not None else Fraction(0)
        length = round((half - px(PAIR_CHANCE_WIDTH)) * float(chance / max_chance)) if max_chance else 0
        bar = pygame.Rect(middle - length if side < 0 else middle, top + px(1), length, height - px(3))
        rolled = outcome is not None and outcome.result == rolled_result
        draw_box(pen.surface, bar, LIT_COLOUR if rolled else paper, INK, px(3 if rolled else 1))
        words = pen.font("ui-bold", 15).line_picture(percentages.of(outcome), INK)
        spot = words.get_rect(midright=(bar.left - px(6), bar.centery))
        if side > 0:
            spot = words.get_rect(midleft=(bar.right + px(6), bar.centery))
        if rolled:
            plate = pygame.Rect(spot.x - px(5), bar.y, spot.w + px(10), bar.h)
            draw_box(pen.surface, plate, LIT_COLOUR, INK, px(2))
        pen.surface.blit(words, spot)
    pygame.draw.line(pen.surface, INK, (middle, top + px(1)), (middle, top + height - px(3)), px(1))
    pen.y = top + height + px(2)


CHANCE_WIDTH = 54
"""The width of a chance at the right of its result, in layout units."""
CHANCE_GAP = 3
"""The gap between two chances, in layout units."""


def _print_side_headings(pen: CardPen, sides: Sequence[Text]) -> None:
    """Print the sides' names above the columns of chances at the right."""
    px = pen.metrics.px
    width, step = px(CHANCE_WIDTH), px(CHANCE_WIDTH) + px(CHANCE_GAP)
    for k, side in enumerate(sides):
        words = fitting_font(capitalised(side), "ui-bold", px(14), width).line_picture(capitalised(side), FAINT)
        left = pen.x + pen.width - (len(sides) - k) * step + px(CHANCE_GAP)
        pen.surface.blit(words, words.get_rect(midbottom=(left + width // 2, pen.y + px(10))))
    pen.y += px(10)


def _print_result_line(pen: CardPen, text: str, pair: Sequence[tuple[str, Outcome | None]], percentages: Percentages,
                       rolled_result: str) -> None:
    """Print one result in words, and at the right its chance for each side that can have it, as a chip with a bar in
    the side's colour.

    :param pair: for each of these sides its colour, and the outcome with this result for it, if any.
    """
    px = pen.metrics.px
    width, height, gap = px(CHANCE_WIDTH), px(19), px(CHANCE_GAP)
    top = pen.y
    with pen.narrowed(right=len(pair) * (width + gap)):
        pen.flow([TextRun(text, "ui", 15)], leading=0.95)
    pen.y = max(pen.y, top + height) + px(2)
    for k, (paper, outcome) in enumerate(pair):
        chance = outcome.chance if outcome is not None else Fraction(0)
        chip = pygame.Rect(pen.x + pen.width - (len(pair) - k) * (width + gap) + gap, top, width, height)
        rolled = outcome is not None and outcome.result == rolled_result
        edge = max(2, px(2)) if rolled else px(1)
        frame = chip.inflate(2 * edge, 2 * edge) if rolled else chip  # around the digits, not over them
        pygame.draw.rect(pen.surface, LIT_COLOUR if rolled else PAPER_SHADE, frame)
        bar = pygame.Rect(chip.x, chip.bottom - px(4), round(chip.w * float(chance)), px(4))
        _draw_part(pen, bar, paper)
        pygame.draw.rect(pen.surface, INK if rolled else LINE_INK, frame, width=edge)
        words = pen.font("ui-bold", 14).line_picture(percentages.of(outcome), INK)
        digits = words.get_bounding_rect()
        room = pygame.Rect(chip.x, chip.y, chip.w, bar.y - chip.y)  # keep digits off the bar
        pen.surface.blit(words, (room.centerx - digits.centerx, room.centery - digits.centery))


TABLE_PRINT: tuple[tuple[Role, int], ...] = ("table", 18), ("table-bold", 19)
"""The typefaces of the cells of a results table, outside and in the column in use, with their largest print sizes in
layout units."""
CODE_WIDTH = 74
"""The maximum width of a result's code beside its words, in layout units; longer codes are not printed."""
WORDS_SIZE = 15
"""The print size of a result's words on a bar beside a results table, in layout units."""
MIN_WORDS_PRINT = 12
"""The minimum print size of these words, in pixels: the narrow typeface looks smaller than others of its size."""
WORDS_TYPEFACES: tuple[Role, ...] = "ui", "table"
"""The typefaces of these words: the usual one, and the narrow one."""
TABLE_FRAME_GAP = 4
"""The room between the last row of a table and the frame of the column in use, in layout units."""


def write_table(pen: CardPen, table: ResultsTable, column: str, rolled_total: int | None) -> None:
    """Print a results table of several columns with the column in use framed and the rolled cell highlighted, and the
    key to its codes below.

    :param column: the heading of the column in use.
    :param rolled_total: None before the roll.
    """
    px = pen.metrics.px
    headings, rows = table.columns, table.rows
    rolled_row = table.row_of(rolled_total) if rolled_total is not None else None
    pen.space(4)
    totals_width = px(34 if all(b - a == 1 for a, b in pairwise(table.least)) else 44)  # wider for ranges of totals
    width = (pen.width - totals_width) / len(headings)
    height, note_height = px(22 if pen.tight else 25), px(13 if pen.tight else 16)
    left, top = pen.x, pen.y
    centres = [left + totals_width + (index + 0.5) * width for index in range(len(headings))]
    used = table.column_of(column)
    if used is not None:
        box = pygame.Rect(round(left + totals_width + used * width), top, round(width),
                          height * (len(rows) + 1) + note_height + px(TABLE_FRAME_GAP))
        pygame.draw.rect(pen.surface, USED_COLUMN_COLOUR, box)
    if table.open_ended and len(headings) > 1:
        small = pen.font("table", 14)
        for x, words in ((centres[0], say("or less")), (centres[-1], say("or more"))):
            _blit_centred(pen.surface, small.line_picture(words, FAINT), x, top + height + note_height / 2 - px(3))
    for number in range(1, len(rows), 2):
        stripe = pygame.Surface((pen.width, height), pygame.SRCALPHA)
        stripe.fill(STRIPE_COLOUR)
        pen.surface.blit(stripe, (left, top + note_height + height * number))
    heading_face = min((fitting_font(Message(heading), "table", px(17), round(width)) for heading in headings),
                       key=lambda each: each.px)
    cells_in_table = [cell for row in rows for cell in row]
    face, bold = (min((fitting_font(cell, role, px(size), round(width)) for cell in cells_in_table),
                      key=lambda each: each.px) for role, size in TABLE_PRINT)
    for index, heading in enumerate(headings):
        heading_text = translate(Message(heading)).replace("-", "–")
        picture = (bold if index == used else heading_face).line_picture(heading_text, INK)
        _blit_centred(pen.surface, picture, centres[index], top + height / 2)
    top += note_height
    for number, cells in enumerate(rows):
        middle = top + height * (number + 1.5)
        _blit_centred(pen.surface, bold.line_picture(table.heading(number), INK), left + totals_width / 2, middle)
        for index, cell in enumerate(cells):
            if index == used and number == rolled_row:
                spot = pygame.Rect(0, 0, round(width), height)
                spot.center = (round(centres[index]), round(middle))
                draw_box(pen.surface, spot, GOLD, INK, px(2))
            colour = INK if index == used else FAINT
            _blit_centred(pen.surface, (bold if index == used else face).line_picture(cell, colour), centres[index],
                          middle)
    pygame.draw.line(pen.surface, INK, (left, top + height), (left + pen.width, top + height), px(1))
    if used is not None:
        pygame.draw.rect(pen.surface, USED_COLUMN_EDGE, box, width=px(2))
    pen.y = top + height * (len(rows) + 1) + px(TABLE_FRAME_GAP + 2 if table.key else 8)
    if table.key:
        pen.flow([TextRun(table.key, "ui", 14, FAINT)], leading=1.0)


def write_bars(pen: CardPen, outcomes: Sequence[Outcome], table: ResultsTable, column: str | None,
               rolled_total: int | None, rolled_result: str = "") -> None:
    """Print the chance of each result of a table as a bar with its words and percentage.

    :param column: the heading of the table's column in use.
    :param rolled_total: None before the roll.
    :param rolled_result: the name of the result rolled, if results are named differently from the table.
    """
    px = pen.metrics.px
    cell = table.result(column, rolled_total) if rolled_total is not None and column is not None else None
    width = pen.width - px(TABLE_CHANCE_WIDTH + 10)
    face = _bar_face(pen, [outcome.detail or outcome.text for outcome in outcomes], width)
    percentages = Percentages(outcomes)
    printed_heading: Text = ""
    for outcome in outcomes:
        if outcome.heading != printed_heading:
            printed_heading = outcome.heading
            alike = [other for other in outcomes if other.heading == printed_heading]
            _write_bars_heading(pen, capitalised(printed_heading), percentages.of(*alike))
        lines = wrap(translate(outcome.detail or outcome.text), face, width)
        height = _bar_height(pen, 22 if pen.tight else 24, face, lines)
        room = pygame.Rect(pen.x, pen.y + px(1), pen.width - px(TABLE_CHANCE_WIDTH), height - px(2))
        _draw_worded_bar(pen, room, outcome.chance, percentages.of(outcome), face, lines,
                         outcome.result in (cell, rolled_result))
        pen.line_extents.append((pen.y, pen.y + height))
        pen.y += height + px(1 if pen.tight else 2)


def _write_bars_heading(pen: CardPen, heading: str, percentage: Text) -> None:
    """Print the heading of the bars below it, with the sum of their chances for display; nothing without a heading."""
    if not heading:
        return
    pen.space(1 if pen.tight else 3)
    top, face = pen.y, pen.font("ui-bold", WORDS_SIZE + 1)
    sum_picture = face.line_picture(percentage, INK)
    words = face.line_picture(shorten(heading, face, pen.width - sum_picture.get_width() - pen.metrics.px(10)), INK)
    pen.surface.blit(words, (pen.x, top))
    pen.surface.blit(sum_picture, sum_picture.get_rect(topright=(pen.x + pen.width, top)))
    pen.y = top + face.get_linesize()
    pen.line_extents.append((top, pen.y))
    pen.printed_texts.append((pygame.Rect(pen.x, top, pen.width, pen.y - top), heading))


def write_rows(pen: CardPen, outcomes: Sequence[Outcome], table: ResultsTable, rolled_total: int | None) -> None:
    """Print the rows of a table of a single column that can be rolled, each with its chance. The rolled row is lit.

    :param rolled_total: None before the roll.
    """
    px = pen.metrics.px
    by_result, percentages = {outcome.result: outcome for outcome in outcomes}, Percentages(outcomes)
    rolled_row = table.row_of(rolled_total) if rolled_total is not None else None
    shown_rows = [number for number, (cell,) in enumerate(table.rows) if str(cell) in by_result or number == rolled_row]
    heading_face, bold = pen.font("table", 18), pen.font("table-bold", 19)
    totals_width = max(heading_face.size(table.heading_among(number, shown_rows))[0] for number in shown_rows) + px(10)
    codes_width = max(bold.size(table.rows[number][0])[0] for number in shown_rows) + px(10)
    with_codes = codes_width <= px(CODE_WIDTH)
    left = totals_width + (codes_width if with_codes else 0)
    width = pen.width - left - px(TABLE_CHANCE_WIDTH)
    texts = [outcome.text if (outcome := by_result.get(str(cell))) is not None else "" if with_codes else cell
             for cell in (table.rows[number][0] for number in shown_rows)]
    face = _bar_face(pen, texts, width - px(10))
    for number, text in zip(shown_rows, texts, strict=True):
        cell = table.rows[number][0]
        outcome = by_result.get(str(cell))
        lines = wrap(translate(text), face, width - px(10)) or [""]
        height = _bar_height(pen, 21 if pen.tight else 24, face, lines)
        middle = pen.y + height // 2
        colour = INK if outcome is not None else FAINT
        _blit_centred(pen.surface, heading_face.line_picture(table.heading_among(number, shown_rows), colour),
                      pen.x + (totals_width - px(10)) / 2, middle)
        if with_codes:
            code = bold.line_picture(cell, colour)
            pen.surface.blit(code, code.get_rect(midleft=(pen.x + totals_width, middle)))
        bar = pygame.Rect(pen.x + left, pen.y + px(1), width, height - px(2))
        chance = outcome.chance if outcome is not None else Fraction(0)
        _draw_worded_bar(pen, bar, chance, percentages.of(outcome), face, lines, number == rolled_row)
        pen.line_extents.append((pen.y, pen.y + height))
        pen.y += height + px(1 if pen.tight else 2)
    pen.space(2)


def _bar_face(pen: CardPen, results: Sequence[Text], width: int) -> Typeface:
    """The typeface of the words on all bars: the usual one, or, if room is scarce, the narrow one if that saves a line.

    :param width: of a line, in pixels.
    """
    size = max(pen.metrics.px(WORDS_SIZE), MIN_WORDS_PRINT)
    usual, narrow = (font(role, size) for role in WORDS_TYPEFACES)
    line_counts = [sum(len(wrap(translate(text), face, width)) for text in results) for face in (usual, narrow)]
    return narrow if line_counts[1] < line_counts[0] and pen.tight else usual


def _bar_height(pen: CardPen, units: int, face: Typeface, lines: Sequence[str]) -> int:
    """The height in pixels of a bar with lines of words, of which one is usually ``units`` layout units high."""
    return max(pen.metrics.px(units), face.get_linesize() + pen.metrics.px(3)) + (len(lines) - 1) * face.get_linesize()


def _draw_worded_bar(pen: CardPen, room: pygame.Rect, chance: Fraction, percentage: Text, face: Typeface,
                     lines: Sequence[str], lit: bool) -> None:
    """Draw a chance as a bar with lines of words in it and the percentage after it.

    :param percentage: the chance for display.
    :param lit: whether its result was rolled: it is then brought into view.
    """
    px = pen.metrics.px
    if lit:
        pen.bring_into_view(room)
    _draw_bar(pen, room, max(px(3), round(room.width * float(chance))) if chance else 0, px(2 if lit else 1), lit)
    colour = INK if chance or lit else FAINT
    for number, line in enumerate(lines):
        middle = room.centery + round((number - (len(lines) - 1) / 2) * face.get_linesize())
        label = face.line_picture(line, colour)
        pen.surface.blit(label, label.get_rect(midleft=(room.x + px(6), middle)))
    chance_picture = pen.font("ui-bold", 16).line_picture(percentage, colour)
    pen.surface.blit(chance_picture, chance_picture.get_rect(midright=(pen.x + pen.width, room.centery)))


def _blit_centred(target: pygame.Surface, image: pygame.Surface, x: float, y: float) -> None:
    """Draw an image with its centre at a point of the target."""
    target.blit(image, image.get_rect(center=(round(x), round(y))))
