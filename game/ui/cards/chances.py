"""The chance of each result of a roll, and the results table as printed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pygame

from game.core.chance import per_cent
from game.core.message import Message, Text, joined, plural, say
from game.core.preview import Outcome
from game.core.tables import ResultsTable
from game.core.theme import Theme
from game.i18n.words import capitalised, translate
from game.ui.cards.card_pen import CardPen
from game.ui.kit.fonts import Role, Typeface
from game.ui.kit.paper import draw_box
from game.ui.kit.pen import TextRun, fitting_font, shorten, wrap
from game.ui.kit.theme import FAINT, GOLD, INK, LINE_INK, PAPER_SHADE

BAR_COLOUR = "#d3b57c"
"""The colour of a chance's bar."""
LIT_COLOUR = "#ffc63d"
"""The colour of the bar and frame of the result that was rolled."""
MIN_SHRINK = 0.8
"""The share of its size to which a result's print may shrink before it is broken into lines. Chosen by hand."""
MAX_RESULTS = 9
"""The maximum number of results listed; if there are more, the likeliest, the one that came up and the number of others
are shown."""


def write_chances(pen: CardPen, theme: Theme, outcomes: Sequence[Outcome], lit: str) -> None:
    """Print the chance of every result; ``lit`` is the result, or the group of results, that came up."""
    sides = two_sides(outcomes)
    if sides:
        _print_mirrored(pen, theme, outcomes, sides, lit)
        return
    group: Text = ""
    shown = listed(outcomes, lit)
    for outcome in shown:
        members = [other for other in outcomes if other.group == outcome.group]
        if outcome.group and len(members) == 1:
            group = ""
            meaning = joined(dict.fromkeys((outcome.group, outcome.text)), ": ")
            _print_bar(pen, capitalised(meaning), outcome.chance, lit in (outcome.group, outcome.result), indent=0,
                       bold=True)
            continue
        if outcome.group != group:
            group = outcome.group
            if group:
                chance = sum((other.chance for other in members), Fraction(0))
                rolled = lit in (group, *(other.result for other in members))
                _print_bar(pen, capitalised(group), chance, rolled, indent=0, bold=True)
        _print_bar(pen, capitalised(outcome.text), outcome.chance, lit == outcome.result, indent=22 if group else 0,
                   bold=not outcome.group)
    if rest := len(outcomes) - len(shown):
        chance = 1 - sum((outcome.chance for outcome in shown), Fraction(0))
        _print_bar(pen, translate(plural("{count} other result", "{count} other results", rest)), chance, False,
                   indent=0, bold=False)
    pen.space(2)


def write_briefly(pen: CardPen, outcomes: Sequence[Outcome]) -> None:
    """Print the results with their chances in running text, if room is scarce; each result stays next to its chance."""
    px = pen.metrics.px
    faces = pen.font("ui", 16), pen.font("ui-bold", 16)
    x = pen.x
    for outcome in listed(outcomes, ""):
        share = faces[1].line_picture(per_cent(outcome.chance), INK)
        room = pen.width - share.get_width() - px(6)
        words = faces[0].line_picture(shorten(capitalised(outcome.text), faces[0], room), INK)
        width = words.get_width() + px(6) + share.get_width()
        if x > pen.x and x + width > pen.x + pen.width:
            x, pen.y = pen.x, pen.y + faces[0].get_linesize()
        pen.surface.blits(((words, (x, pen.y)), (share, (x + width - share.get_width(), pen.y))))
        x += width + px(18)
    pen.y += faces[0].get_linesize()


def two_sides(outcomes: Sequence[Outcome]) -> tuple[tuple[Text, str], ...]:
    """The groups of results that favour either side, as (group, seat); empty unless there is one for each of two
    seats."""
    sides = tuple(dict.fromkeys((outcome.group, outcome.seat) for outcome in outcomes if outcome.seat))
    return sides if len({seat for _, seat in sides}) == 2 == len(sides) else ()


def listed(outcomes: Sequence[Outcome], lit: str) -> Sequence[Outcome]:
    """The outcomes to list, in their order: the likeliest, and the one that came up."""
    if len(outcomes) <= MAX_RESULTS:
        return outcomes
    ranked = sorted(outcomes, key=lambda outcome: (outcome.result != lit, -outcome.chance))
    kept_ids = {id(outcome) for outcome in ranked[: MAX_RESULTS - 1]}
    return [outcome for outcome in outcomes if id(outcome) in kept_ids]


def _print_bar(pen: CardPen, text: str, chance: Fraction, lit: bool, *, indent: int, bold: bool) -> None:
    """Print a result on its bar with its chance at the right, and mark the one that was rolled (``lit``)."""
    px = pen.metrics.px
    size = 17 if bold else 16
    role: Role = "ui-bold" if bold or lit else "ui"
    width = pen.width - px(indent + 70 + 16)
    face, lines = fitting_font(text, role, px(size), width), [text]
    if face.get_linesize() < MIN_SHRINK * pen.font(role, size).get_linesize():
        face = pen.font(role, size - 1)
        lines = wrap(text, face, width)
    top, height = pen.y, px((30 if bold else 26) - (5 if pen.terse else 0)) + (len(lines) - 1) * face.get_linesize()
    share = pen.font("ui-bold", 18 if bold else 16).line_picture(per_cent(chance), INK)
    room = pygame.Rect(pen.x + px(indent), top + px(1), pen.width - px(indent + 70), height - px(3))
    _draw_bar(pen, room, round(room.width * float(chance)), px(3 if lit else 1), lit)
    for number, line in enumerate(lines):
        words = face.line_picture(line, INK)
        middle = room.centery + round((number - (len(lines) - 1) / 2) * face.get_linesize())
        pen.surface.blit(words, words.get_rect(midleft=(room.x + px(8), middle)))
    pen.surface.blit(share, share.get_rect(midright=(pen.x + pen.width, room.centery)))
    if lit:
        tip, size = (room.right - px(14), room.centery), px(8)
        pygame.draw.polygon(pen.surface, INK, [tip, (tip[0] + size, tip[1] - size), (tip[0] + size, tip[1] + size)])
        pen.tips.append((pygame.Rect(tip[0] - size, tip[1] - size, 3 * size, 2 * size), say("This was rolled")))
    pen.y = top + height
    pen.line_extents.append((top, pen.y))


def _draw_bar(pen: CardPen, room: pygame.Rect, length: int, edge: int, lit: bool) -> None:
    """Draw a bar, filled for ``length`` pixels of its room."""
    radius = pen.metrics.px(3)
    pygame.draw.rect(pen.surface, PAPER_SHADE, room, border_radius=radius)
    pygame.draw.rect(pen.surface, LIT_COLOUR if lit else BAR_COLOUR, (*room.topleft, length, room.height),
                     border_radius=radius)
    pygame.draw.rect(pen.surface, INK if lit else LINE_INK, room, width=edge, border_radius=radius)


def _print_mirrored(pen: CardPen, theme: Theme, outcomes: Sequence[Outcome], sides: Sequence[tuple[Text, str]],
                    lit: str) -> None:
    """Print the chance of either side to win as one bar, then each result row by row, with the first side's chances at
    the left."""
    px = pen.metrics.px
    seats = {info.name: info for info in theme.seats}
    sums = [sum((o.chance for o in outcomes if o.group == group), Fraction(0)) for group, _ in sides]
    rest = [outcome for outcome in outcomes if not outcome.seat]
    bar = pygame.Rect(pen.x, pen.y + px(24), pen.width, px(22))
    words = translate(joined((sides[0][0], per_cent(sums[0])), "  ")), translate(joined((per_cent(sums[1]),
                                                                                         sides[1][0]), "  "))
    tie = sum((outcome.chance for outcome in rest), Fraction(0))
    tie_text = translate(say("tie {chance}", chance=per_cent(tie))) if tie and pen.tight else ""
    face = fitting_font("     ".join((words[0], tie_text, words[1]) if tie_text else words), "ui-bold", px(17),
                        pen.width)
    first, second = (face.line_picture(text, INK) for text in words)
    pen.surface.blit(first, (pen.x, pen.y))
    pen.surface.blit(second, second.get_rect(topright=(pen.x + pen.width, pen.y)))
    pygame.draw.rect(pen.surface, PAPER_SHADE, bar)
    lengths = [round(bar.w * float(chance)) for chance in sums]
    parts = (pygame.Rect(bar.x, bar.y, lengths[0], bar.h),
             pygame.Rect(bar.right - lengths[1], bar.y, lengths[1], bar.h))
    for part, (_, seat) in zip(parts, sides, strict=True):
        pygame.draw.rect(pen.surface, seats[seat].paper, part)
    tied = any(outcome.result == lit for outcome in rest)
    between = pygame.Rect(parts[0].right, bar.y, parts[1].left - parts[0].right, bar.h)
    if tied:
        draw_box(pen.surface, between, LIT_COLOUR, INK, px(3))
    small = pen.font("ui-bold", 15).line_picture(say("tie {chance}", chance=per_cent(tie)), INK)
    low = between.w < small.get_width() + px(6)
    if tie and not low:
        pen.surface.blit(small, small.get_rect(center=between.center))
    elif tie and pen.tight:
        _label_above(pen, face.line_picture(tie_text, INK), bar, first.get_width(), second.get_width(), tied=tied)
    elif tie:
        below = small.get_rect(midtop=(between.centerx, bar.bottom + px(2)))
        below.clamp_ip((bar.x + px(6), below.y, bar.w - px(12), below.h))
        if tied:
            draw_box(pen.surface, below.inflate(px(10), 0), LIT_COLOUR, INK, px(2))
        pen.surface.blit(small, below)
    pygame.draw.rect(pen.surface, INK, bar, width=px(1))
    pen.y = bar.bottom + px(24 if tie and low and not pen.tight else 8)
    if pen.bare:
        return
    texts = tuple(dict.fromkeys(outcome.text for outcome in outcomes if outcome.seat))
    max_chance = max((outcome.chance for outcome in outcomes if outcome.seat), default=Fraction(1))
    rows = [{outcome.seat: outcome for outcome in outcomes if outcome.text == text and outcome.seat} for text in texts]
    shared = any(len(row) > 1 for row in rows)
    if pen.tight and shared:
        _headings(pen, [seats[seat].described for _, seat in sides])
    for text, row in zip(texts, rows, strict=True):
        pair = [(seats[seat].paper, row.get(seat)) for _, seat in sides if shared or seat in row or not pen.tight]
        if pen.tight:
            _line(pen, capitalised(text), pair, lit)
        else:
            pen.flow([TextRun(capitalised(text), "ui", 15)], leading=1.0)
            _draw_pair(pen, pair, max_chance, lit, both=shared)
    pen.space(2)


def _label_above(pen: CardPen, words: pygame.Surface, bar: pygame.Rect, left: int, right: int, *, tied: bool) -> None:
    """Draw the label of a part of a bar that is too narrow for it, between the two labels above the bar's ends."""
    px = pen.metrics.px
    spot = words.get_rect(midtop=((bar.left + left + bar.right - right) // 2, pen.y))
    if tied:
        plate = spot.inflate(px(8), 0)
        draw_box(pen.surface, plate, LIT_COLOUR, INK, px(2))
    pen.surface.blit(words, spot)


def _draw_pair(pen: CardPen, pair: Sequence[tuple[str, Outcome | None]], max_chance: Fraction, lit: str, *,
               both: bool) -> None:
    """Draw the chances of one result for both sides as bars from the middle outwards.

    :param both: whether to print a chance of 0 too.
    """
    px = pen.metrics.px
    half, top, height = pen.width // 2, pen.y, px(20)
    middle = pen.x + half
    for (paper, outcome), side in zip(pair, (-1, 1), strict=True):
        if outcome is None and not both:
            continue
        chance = outcome.chance if outcome is not None else Fraction(0)
        length = round((half - px(64)) * float(chance / max_chance)) if max_chance else 0
        bar = pygame.Rect(middle - length if side < 0 else middle, top + px(1), length, height - px(3))
        rolled = outcome is not None and outcome.result == lit
        draw_box(pen.surface, bar, LIT_COLOUR if rolled else paper, INK, px(3 if rolled else 1))
        words = pen.font("ui-bold", 15).line_picture(per_cent(chance), INK)
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


def _headings(pen: CardPen, sides: Sequence[Text]) -> None:
    """Print the sides' names above the columns of chances at the right."""
    px = pen.metrics.px
    width, step = px(CHANCE_WIDTH), px(CHANCE_WIDTH) + px(CHANCE_GAP)
    for k, side in enumerate(sides):
        words = fitting_font(capitalised(side), "ui-bold", px(14), width).line_picture(capitalised(side), FAINT)
        left = pen.x + pen.width - (len(sides) - k) * step + px(CHANCE_GAP)
        pen.surface.blit(words, words.get_rect(midbottom=(left + width // 2, pen.y + px(10))))
    pen.y += px(10)


def _line(pen: CardPen, text: str, pair: Sequence[tuple[str, Outcome | None]], lit: str) -> None:
    """Print one result in words, and at the right its chance for each side that can have it, as a chip with a bar in
    the side's colour."""
    px = pen.metrics.px
    width, height, gap = px(CHANCE_WIDTH), px(19), px(CHANCE_GAP)
    top = pen.y
    with pen.narrowed(right=len(pair) * (width + gap)):
        pen.flow([TextRun(text, "ui", 15)], leading=0.95)
    pen.y = max(pen.y, top + height) + px(2)
    for k, (paper, outcome) in enumerate(pair):
        chance = outcome.chance if outcome is not None else Fraction(0)
        chip = pygame.Rect(pen.x + pen.width - (len(pair) - k) * (width + gap) + gap, top, width, height)
        rolled = outcome is not None and outcome.result == lit
        edge = max(2, px(2)) if rolled else px(1)
        frame = chip.inflate(2 * edge, 2 * edge) if rolled else chip  # around the digits, not over them
        pygame.draw.rect(pen.surface, LIT_COLOUR if rolled else PAPER_SHADE, frame)
        foot = pygame.Rect(chip.x, chip.bottom - px(4), round(chip.w * float(chance)), px(4))
        pygame.draw.rect(pen.surface, paper, foot)
        pygame.draw.rect(pen.surface, INK if rolled else LINE_INK, frame, width=edge)
        words = pen.font("ui-bold", 14).line_picture(per_cent(chance), INK)
        ink = words.get_bounding_rect()
        room = pygame.Rect(chip.x, chip.y, chip.w, foot.y - chip.y)  # keep digits off the bar
        pen.surface.blit(words, (room.centerx - ink.centerx, room.centery - ink.centery))


CODE_WIDTH = 74
"""The maximum width of a result's code beside its words, in layout units."""
WORDS_PRINT = 15
"""The print size of those words."""
TYPEFACES: tuple[Role, ...] = "ui", "table"
"""The typefaces of those words, the usual one first."""
TABLE_FRAME_GAP = 4
"""The room between the last row of a table and the frame of the column in use, in layout units."""


def write_table(pen: CardPen, table: ResultsTable, column: str, row: int | None) -> None:
    """Print the results table with the column in use framed and the rolled cell highlighted, and the key to its codes
    below.

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
        box = pygame.Rect(round(left + first + used * width), top, round(width),
                          height * (len(rows) + 1) + more + px(TABLE_FRAME_GAP))
        pygame.draw.rect(pen.surface, "#f2dba0", box)
    if table.open_ended and len(headings) > 1:
        small = pen.font("table", 14)
        for index, words in ((0, say("or less")), (len(headings) - 1, say("or more"))):
            middle = left + first + (index + 0.5) * width
            _centred(pen.surface, small.line_picture(words, FAINT), middle, top + height + more / 2 - px(3))
    for number in range(1, len(rows), 2):
        stripe = pygame.Surface((pen.width, height), pygame.SRCALPHA)
        stripe.fill((120, 95, 50, 22))
        pen.surface.blit(stripe, (left, top + more + height * number))
    head, body, bold = pen.font("table", 17), pen.font("table", 18), pen.font("table-bold", 19)
    for index, heading in enumerate(headings):
        printed = (bold if index == used else head).line_picture(translate(Message(heading)).replace("-", "–"), INK)
        _centred(pen.surface, printed, left + first + (index + 0.5) * width, top + height / 2)
    top += more
    for number, cells in enumerate(rows):
        middle = top + height * (number + 1.5)
        _centred(pen.surface, bold.line_picture(table.heading(number), INK), left + first / 2, middle)
        for index, cell in enumerate(cells):
            lit = index == used and number == rolled
            if lit:
                spot = pygame.Rect(0, 0, round(width), height)
                spot.center = (round(left + first + (index + 0.5) * width), round(middle))
                draw_box(pen.surface, spot, GOLD, INK, px(2))
            colour = INK if index == used else FAINT
            _centred(pen.surface, (bold if index == used else body).line_picture(cell, colour),
                     left + first + (index + 0.5) * width, middle)
    pygame.draw.line(pen.surface, INK, (left, top + height), (left + pen.width, top + height), px(1))
    if used is not None:
        pygame.draw.rect(pen.surface, "#6d521f", box, width=px(2))
    pen.y = top + height * (len(rows) + 1) + px(TABLE_FRAME_GAP + 2 if table.key else 8)
    if table.key:
        pen.flow([TextRun(table.key, "ui", 14, FAINT)], leading=1.0)


def write_bars(pen: CardPen, outcomes: Sequence[Outcome], table: ResultsTable, column: str | None, row: int | None,
               lit: str = "") -> None:
    """Print the chance of each result as a bar with its words and percentage.

    :param lit: the name of the result rolled, if results are named differently from the table.
    """
    px = pen.metrics.px
    rolled = table.result(column, row) if row is not None and column is not None else None
    width = pen.width - px(56 + 10)
    face = _bar_face(pen, [outcome.text for outcome in outcomes], width)
    for outcome in outcomes:
        lines = wrap(translate(outcome.text), face, width)
        height = px(22 if pen.tight else 24) + (len(lines) - 1) * face.get_linesize()
        room = pygame.Rect(pen.x, pen.y + px(1), pen.width - px(56), height - px(2))
        _worded_bar(pen, room, outcome.chance, face, lines, outcome.result in (rolled, lit))
        pen.line_extents.append((pen.y, pen.y + height))
        pen.y += height + px(1 if pen.tight else 2)


def write_rows(pen: CardPen, outcomes: Sequence[Outcome], table: ResultsTable, row: int | None) -> None:
    """Print the possible rows of a table of a single column, each with its chance: as many before the roll as after.

    :param row: the total rolled.
    """
    px = pen.metrics.px
    by_result = {outcome.result: outcome for outcome in outcomes}
    rolled = table.row_of(row) if row is not None else None
    shown = [number for number, (cell,) in enumerate(table.rows) if str(cell) in by_result or number == rolled]
    head, bold = pen.font("table", 18), pen.font("table-bold", 19)
    totals = max(head.size(table.heading(number))[0] for number in shown) + px(10)
    cells = max(bold.size(table.rows[number][0])[0] for number in shown) + px(10)
    keyed = cells <= px(CODE_WIDTH)
    left = totals + (cells if keyed else 0)
    width = pen.width - left - px(56)
    results = [outcome.text if (outcome := by_result.get(str(cell))) is not None else "" if keyed else cell
               for cell in (table.rows[number][0] for number in shown)]
    face = _bar_face(pen, results, width - px(10))
    for number, text in zip(shown, results, strict=True):
        cell = table.rows[number][0]
        outcome = by_result.get(str(cell))
        lines = wrap(translate(text), face, width - px(10)) or [""]
        height = px(21 if pen.tight else 24) + (len(lines) - 1) * face.get_linesize()
        middle = pen.y + height // 2
        colour = INK if outcome is not None else FAINT
        _centred(pen.surface, head.line_picture(table.heading(number), colour), pen.x + (totals - px(10)) / 2, middle)
        if keyed:
            key = bold.line_picture(cell, colour)
            pen.surface.blit(key, key.get_rect(midleft=(pen.x + totals, middle)))
        bar = pygame.Rect(pen.x + left, pen.y + px(1), width, height - px(2))
        chance = outcome.chance if outcome is not None else Fraction(0)
        _worded_bar(pen, bar, chance, face, lines, number == rolled)
        pen.line_extents.append((pen.y, pen.y + height))
        pen.y += height + px(1 if pen.tight else 2)
    pen.space(2)


def _bar_face(pen: CardPen, results: Sequence[Text], width: int) -> Typeface:
    """The typeface of the words in all bars: the narrow one unless each fits one line in the usual one."""
    usual, narrow = (pen.font(role, WORDS_PRINT) for role in TYPEFACES)
    return usual if all(usual.size(translate(text))[0] <= width for text in results) else narrow


def _worded_bar(pen: CardPen, room: pygame.Rect, chance: Fraction, face: Typeface, lines: Sequence[str], lit: bool,
                ) -> None:
    """Draw a chance as a bar with lines of words in it and the percentage after it; the result that came up is brought
    into view."""
    px = pen.metrics.px
    if lit:
        pen.bring_into_view(room)
    _draw_bar(pen, room, max(px(3), round(room.width * float(chance))) if chance else 0, px(2 if lit else 1), lit)
    colour = INK if chance or lit else FAINT
    for number, line in enumerate(lines):
        middle = room.centery + round((number - (len(lines) - 1) / 2) * face.get_linesize())
        label = face.line_picture(line, colour)
        pen.surface.blit(label, label.get_rect(midleft=(room.x + px(6), middle)))
    per_cent = translate(say("{number} %", number=f"{float(chance) * 100:.0f}"))
    share = pen.font("ui-bold", 16).line_picture(per_cent, colour)
    pen.surface.blit(share, share.get_rect(midright=(pen.x + pen.width, room.centery)))


def _centred(target: pygame.Surface, image: pygame.Surface, x: float, y: float) -> None:
    target.blit(image, image.get_rect(center=(round(x), round(y))))
