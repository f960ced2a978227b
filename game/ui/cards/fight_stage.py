"""A combat at full screen size for an audience: the arithmetic part by part, then the dice, then the result in
words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product

import pygame

from game.core.chance import Modifier, odds_in_words, signed, with_minus
from game.core.contract import Counter
from game.core.message import Message, Text, say
from game.core.preview import Preview, UnitLine
from game.core.theme import Theme
from game.i18n.words import capitalised, translate
from game.ui.cards.chances import BAR_COLOUR, listed_chances
from game.ui.counters.pictures import plain_counter
from game.ui.dice.tray import Tray
from game.ui.kit.fonts import Role, Typeface, font
from game.ui.kit.paper import draw_sheet
from game.ui.kit.pen import Pen, TextRun, cite, fitting_font, wrap
from game.ui.kit.theme import FAINT, INK, LINE_INK, PAPER_SHADE, Metrics

COUNTER_SIDE = 140
"""The usual side of a counter, in layout units."""
CROWDED_COUNTER_SIDE = 104
"""The side of a counter on a sheet with much print, in layout units."""
LINE_COUNTER_SIDE = 72
"""The side of a counter in a line above chances or one die, in layout units."""
MIN_COUNTER_SIDE = 56
"""The side of a counter among many counters or above many dice, in layout units."""
TOTAL_WIDTH = 80
"""The width reserved for a side's total, in layout units."""
VALUE_PRINT = 64
"""The print size of each side's total, in layout units; the combined total below the modifiers is slightly larger."""
REASON_PRINT = 36
"""The largest print size of reasons, in layout units."""
TITLE_PRINT = 26
"""The print size of titles, in layout units."""
MIN_REASON_PRINT = 14
"""The minimum print size of reasons and of the reading of the total, in layout units."""
SIDES_GAP = 40
"""The gap between both sides, in layout units."""
CHANCE_WIDTH = 128
"""The width reserved at the right of a bar for its chance, in layout units."""
PRINT_SHARE = 0.62
"""The largest print size in a chance's row as a share of the row's height."""
TRAY_SHAPE = 1.4
"""The minimum width of the dice tray, as a multiple of its height."""
MIN_WRAPPED_PRINT = 24
"""The minimum print size in layout units of a result in two or three lines beside its chance."""
MIN_ONE_LINE_PRINT = 30
"""The print size in layout units down to which reasons may shrink to take one line each."""
RESULT_PRINTS = range(76, 35, -2)
"""Print sizes in layout units tried for a result, the largest first."""
SCALE_FACTORS = (1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0)
"""Factors tried for the scale of the whole sheet, the largest first. Chosen by hand."""
MAX_LARGE_ROWS = 4
"""The maximum number of modifiers with large counters."""
MAX_CHANCE_HEIGHT = 60
"""The maximum height of a chance's row, in layout units."""
TOTAL_HEIGHT = 110
"""The height reserved for the total of the modifiers, in layout units."""
MAX_TRAY_HEIGHT = 340
"""The maximum height of the tray in layout units, for a single die."""
MIN_DIE_EDGE = 96
"""The minimum edge of a die, in layout units."""
DICE_PITCH = 1.6
"""The distance between the centres of two dice, in edges."""
TRAY_FRAME = 14
"""The frame of a dice tray in layout units: narrow, so that many dice are large."""


class FightStage:
    """Draws the combat on one sheet of paper. A unit of ``metrics`` is one pixel in a window of 1024x768."""

    def __init__(self, target: pygame.Surface, area: pygame.Rect, metrics: Metrics, theme: Theme,
                 counters: Mapping[str, Counter], words: Callable[[Text], str] = translate) -> None:
        """Draw the empty sheet.

        :param area: the part of the window for it.
        :param counters: by unit.
        :param words: callback for the printed text of a reason or a result.
        """
        self._words = words
        self._target, self._m, self._theme, self._counters = target, metrics, theme, counters
        self.sheet = area.inflate(-2 * metrics.px(14), -2 * metrics.px(12))
        """The rectangle of the paper in the window."""
        draw_sheet(target, self.sheet, metrics.scale)
        inner = self.sheet.inflate(-2 * metrics.px(26), -2 * metrics.px(16))
        self._pen = Pen(target, metrics, inner.x, inner.y, inner.width)
        self._bottom = inner.bottom
        self.smallest_counter = area.width
        """The width in pixels of the smallest counter drawn."""
        self._smallest_print = REASON_PRINT
        """The smallest print size of reasons or chances used so far, in layout units; 0 if counters overlap."""

    def print_arithmetic(self, preview: Preview, shown: int) -> None:
        """Print the first parts of the arithmetic: both sides, each modifier, the total. Their scale is the largest at
        which all parts fit.

        :param shown: the number of parts to print: 1 for both sides, 1 more for each modifier, and 1 for the total.
        """
        self._enlarge(lambda: self._print_parts(preview, len(preview.modifiers) + 2))
        self._print_parts(preview, shown)

    def print_chances(self, preview: Preview) -> None:
        """Print both sides in a line and below them the chances of the results, at the largest scale at which all
        fit."""
        self._enlarge(lambda: self._print_chances(preview))
        self._print_chances(preview)

    def _enlarge(self, print_all: Callable[[], None]) -> None:
        """Set the largest scale at which everything fits in large print; the smallest scale is used without a trial.

        :param print_all: prints everything at the present scale; called for a trial of each scale.
        """
        pen, m, target = self._pen, self._m, self._target
        for factor in SCALE_FACTORS:
            self._m, self._pen = m.at(factor * m.scale), Pen(target, m.at(factor * m.scale), pen.x, pen.y, pen.width)
            if factor == SCALE_FACTORS[-1]:
                break
            self._target = self._pen.surface = pygame.Surface((1, 1))
            self._smallest_print, self.smallest_counter = REASON_PRINT, self.sheet.width
            print_all()
            fits = (self._pen.y <= self._bottom and self._smallest_print >= MIN_ONE_LINE_PRINT
                    and self.smallest_counter >= m.px(LINE_COUNTER_SIDE))
            self._target = target
            self._pen = Pen(target, self._m, pen.x, pen.y, pen.width)
            if fits:
                break
        self.smallest_counter = self.sheet.width

    def _print_parts(self, preview: Preview, shown: int) -> None:
        """Print the first ``shown`` parts of the arithmetic at the present scale."""
        self._draw_sides(preview, totals=shown > len(preview.modifiers) + 1)
        self._print_modifiers(preview.modifiers, shown - 1, self._bottom - self._m.px(TOTAL_HEIGHT))
        if shown > len(preview.modifiers) + 1:
            self._print_total(preview)

    def print_roll(self, preview: Preview | None, result: Text, tray: Tray, *, rolled: bool) -> pygame.Rect:
        """Print both sides and the total in a line, and after the roll its result in words. Return the tray's
        rectangle, which is the same before and after the roll.

        :param preview: None to leave the line out.
        :param result: the result in words; room is kept for it before the roll, too.
        :param rolled: whether to print the result.
        """
        m = self._m
        if preview is not None:
            self._draw_summary_line(preview, LINE_COUNTER_SIDE if len(tray.rolled_dice) == 1 else MIN_COUNTER_SIDE)
        lines = self._result_lines(result) if translate(result) else []
        height = sum(image.get_height() for image in lines)
        area = pygame.Rect(self._pen.x, self._pen.y, self._pen.width, self._bottom - self._pen.y - height)
        y = self._bottom - height
        for image in lines if rolled else ():
            self._target.blit(image, image.get_rect(midtop=(self.sheet.centerx, y)))
            y += image.get_height()
        return tray_room(tray, area, m)

    # --- both sides

    def _draw_sides(self, preview: Preview, *, totals: bool) -> None:
        """Draw attackers at the left and defenders at the right, with each unit's contribution below it.

        :param totals: whether to print each side's total too.
        """
        m, pen = self._m, self._pen
        top, bottoms = pen.y, list[int]()
        largest = COUNTER_SIDE if len(preview.modifiers) <= MAX_LARGE_ROWS else CROWDED_COUNTER_SIDE
        attackers_width = self._attackers_room(preview, largest)
        gap = m.px(SIDES_GAP)
        rooms = (pen.x, attackers_width), (pen.x + attackers_width + gap, pen.width - attackers_width - gap)
        for lines, value, (x, width), title in (
                (preview.attackers, preview.attack, rooms[0], say("Attack")),
                (preview.defenders, preview.defence, rooms[1], say("Defence"))):
            if not lines:
                continue
            has_total = value is not None and (value or preview.compares or any(line.strength for line in lines))
            if not preview.compares and not preview.modifiers and [value] == [line.strength for line in lines]:
                has_total = False  # nothing is added up: the number is below the counter, and in the total
            total = font("counter", m.px(VALUE_PRINT)).line_picture(str(value), INK) if has_total else None
            room = width - (total.get_width() + m.px(16) if total is not None else 0)
            if preview.compares:
                self._target.blit(font("ui-bold", m.px(TITLE_PRINT)).line_picture(title, FAINT), (x, top))
            max_counter = (room - m.px(8) * (len(lines) - 1)) // len(lines)
            size = max(m.px(MIN_COUNTER_SIDE), min(m.px(largest), max_counter))
            step = min(size + m.px(8), (room - size) // max(1, len(lines) - 1))
            y = top + m.px(TITLE_PRINT + 8 if preview.compares else 0)
            for k, line in enumerate(lines):
                self._draw_unit(line, x + k * step, y, size)
            if total is not None and totals:
                self._target.blit(total, total.get_rect(midright=(x + width, y + size // 2)))
            bottoms.append(y + size + m.px(REASON_PRINT + 12))
        pen.y = max(bottoms, default=top)

    def _attackers_room(self, preview: Preview, largest: int) -> int:
        """The width of the attackers' part in pixels: half, or more or less than that if one side has many counters.

        :param largest: the maximum width of a counter in layout units.
        """
        m, both = self._m, self._pen.width - self._m.px(SIDES_GAP)
        attackers, defenders = len(preview.attackers), len(preview.defenders)
        if not (attackers and defenders) or (
                max(attackers, defenders) * m.px(largest + 8) + m.px(TOTAL_WIDTH) <= both // 2):
            return both // 2
        counter_width = min(m.px(largest + 8), (both - 2 * m.px(TOTAL_WIDTH)) // (attackers + defenders))
        return (both + (attackers - defenders) * counter_width) // 2

    def _draw_unit(self, line: UnitLine, x: int, y: int, size: int) -> None:
        """Draw a counter, ``size`` pixels wide, and its contribution below it."""
        self._draw_counter(line, x, y, size)
        strength = line.strength_text or (str(line.strength) if line.strength else "")
        if translate(strength):
            image = font("counter", self._m.px(REASON_PRINT + 4)).line_picture(strength, INK)
            self._target.blit(image, image.get_rect(midtop=(x + size // 2, y + size)))

    def _draw_counter(self, line: UnitLine, x: int, y: int, size: int) -> None:
        """Draw a counter alone, ``size`` pixels wide; nothing if the unit has none."""
        counter = self._counters.get(line.unit)
        if counter is not None:
            self.smallest_counter = min(self.smallest_counter, size)
            self._target.blit(plain_counter(counter, self._theme, size), (x, y))

    # --- modifiers

    def _print_modifiers(self, modifiers: Sequence[Modifier], shown: int, bottom: int) -> None:
        """Print the first ``shown`` modifiers with their reasons, at a size that lets all of them fit, each in one line
        if slightly smaller print allows that.

        :param bottom: the window pixel above which all of them must end.
        """
        pen = self._pen
        size = self._size_of_modifiers(modifiers, bottom - pen.y)
        self._smallest_print = min(self._smallest_print, size)
        for modifier in modifiers[:max(0, shown)]:
            self._print_modifier(pen, modifier, size)
        pen.space(4)

    def _size_of_modifiers(self, modifiers: Sequence[Modifier], room: int) -> int:
        """The largest print size in layout units at which modifiers fit into ``room`` pixels, or a slightly smaller one
        at which each takes one line."""
        largest, max_lines = 0, len(modifiers) + 1
        for size in range(REASON_PRINT, MIN_REASON_PRINT - 1, -1):
            height = self._height_of_modifiers(modifiers, size)
            if height > room:
                continue
            if size >= MIN_ONE_LINE_PRINT and height < max_lines * self._pen.font("ui", size).get_linesize():
                return size
            largest = largest or size
            if size <= MIN_ONE_LINE_PRINT:
                break
        return largest or MIN_REASON_PRINT

    def _height_of_modifiers(self, modifiers: Sequence[Modifier], size: int) -> int:
        """The height in pixels that modifiers take at a print size in layout units."""
        trial = Pen(pygame.Surface((1, 1)), self._m, 0, 0, self._pen.width)
        for modifier in modifiers:
            self._print_modifier(trial, modifier, size)
        return trial.y

    def _print_modifier(self, pen: Pen, modifier: Modifier, size: int) -> None:
        """Print a modifier at a print size in layout units: its value, its unit and reason, and the rule."""
        face = pen.font("counter", size + 4)
        value = face.line_picture(signed(modifier.value), INK)
        top = pen.y + pen.font("ui", size).get_ascent() - face.get_ascent()  # on the baseline of the text beside it
        pen.surface.blit(value, value.get_rect(topright=(pen.x + self._m.px(2 * size), top)))
        counter = self._counters.get(modifier.unit or "")
        words: Text = self._words(modifier.name)
        if counter is not None and str(counter.name) not in str(modifier.name):
            words = say("{unit}: {words}", unit=counter.name, words=modifier.name)
        pen.flow([TextRun(words, "ui", size), cite(modifier.rule, size)], indent=round(2.5 * size), leading=1.0)

    # --- total and chances

    def _print_total(self, preview: Preview) -> None:
        """Print the total, how it is read, and the column in the largest print."""
        m, pen = self._m, self._pen
        pen.separator()
        column = _column_text(preview) if preview.compares else ""
        total = column or _total_text(preview.total)
        big = fitting_font(total, "counter", m.px(VALUE_PRINT + 8), pen.width // 3).line_picture(total, INK)
        self._target.blit(big, big.get_rect(topright=(pen.x + pen.width, pen.y - m.px(6))))
        for size in range(REASON_PRINT, MIN_REASON_PRINT - 1, -1):
            narrow = Pen(pygame.Surface((1, 1)), m, pen.x, pen.y, pen.width - big.get_width() - m.px(20))
            words = ([TextRun(preview.reading or preview.total, "ui", size)] if column or translate(preview.reading)
                     else [])
            narrow.flow(words, leading=1.0)
            if narrow.y <= self._bottom:
                break
        self._smallest_print = min(self._smallest_print, size)
        narrow.surface, narrow.y = self._target, pen.y
        narrow.flow(words, leading=1.0)
        pen.y = max(narrow.y, pen.y + big.get_height() - m.px(6)) + m.px(4)

    def _print_chances(self, preview: Preview) -> None:
        """Print both sides in a line and below them the chance of each result as a bar, at the present scale; of many
        results the likeliest, and the others together."""
        self._draw_summary_line(preview, LINE_COUNTER_SIDE)
        m, pen = self._m, self._pen
        pen.separator()
        rows = listed_chances([each for each in preview.outcomes if each.chance])
        width = pen.width - m.px(CHANCE_WIDTH)
        texts = [capitalised(text) for text, _, _ in rows]
        face, height, lines_by_row = self._chance_rows(texts, width - m.px(24))
        self._smallest_print = min(self._smallest_print, round(face.px / m.scale))
        for lines, (_, chance, percentage) in zip(lines_by_row, rows, strict=True):
            row_height = max(height, len(lines) * face.get_linesize() + m.px(14))
            bar = pygame.Rect(pen.x, pen.y, width, row_height - m.px(6))
            pygame.draw.rect(self._target, PAPER_SHADE, bar, border_radius=m.px(4))
            filled = bar.copy()
            filled.width = max(m.px(3), round(bar.width * float(chance)))
            pygame.draw.rect(self._target, BAR_COLOUR, filled, border_radius=m.px(4))
            pygame.draw.rect(self._target, LINE_INK, bar, width=m.px(1), border_radius=m.px(4))
            top = bar.centery - len(lines) * face.get_linesize() // 2
            for number, line in enumerate(lines):
                words = face.line_picture(line, INK)
                middle = top + number * face.get_linesize() + face.get_linesize() // 2
                self._target.blit(words, words.get_rect(midleft=(bar.x + m.px(12), middle)))
            words = font("ui-bold", round(height * PRINT_SHARE)).line_picture(percentage, INK)
            self._target.blit(words, words.get_rect(midright=(pen.x + pen.width, bar.centery)))
            pen.y += row_height

    def _chance_rows(self, texts: Sequence[Text], width: int) -> tuple[Typeface, int, list[list[str]]]:
        """The font for the results, the minimum height of a row in pixels, and the lines of each result: at the largest
        size at which each takes at most two lines, or three; if that is too small, one line each.

        :param width: the width of a line in pixels.
        """
        m, room = self._m, self._bottom - self._pen.y
        height = m.px(MAX_CHANCE_HEIGHT)
        sizes = range(round(height * PRINT_SHARE), m.px(MIN_WRAPPED_PRINT) - 1, -1)
        for max_lines, size in product((2, 3), sizes):
            face = font("ui", size)
            lines_by_row = [wrap(text, face, width) for text in texts]
            heights = [max(height, len(lines) * face.get_linesize() + m.px(14)) for lines in lines_by_row]
            fits = all(len(lines) <= max_lines and all(face.size(line)[0] <= width for line in lines)
                       for lines in lines_by_row)
            if fits and sum(heights) <= room:
                return face, height, lines_by_row
        height = max(m.px(16), min(height, room // max(1, len(texts))))
        face = min((fitting_font(text, "ui", round(height * PRINT_SHARE), width) for text in texts),
                   key=lambda each: each.px, default=font("ui", height))
        return face, height, [[translate(text)] for text in texts]

    # --- the line above chances or dice

    def _draw_summary_line(self, preview: Preview, largest: int) -> None:
        """Draw both sides' counters, small, and the column or total in one line.

        :param largest: the maximum width of a counter in layout units.
        """
        m, pen = self._m, self._pen
        sum_text = _total_text(preview.total)
        column = _column_text(preview)
        if column and column != sum_text:
            sum_text = f"{sum_text}  →  {column}"
        count = len(preview.attackers) + len(preview.defenders)
        free_width = pen.width - m.px(SIDES_GAP) - count * m.px(largest + 6)
        width = max(2 * pen.width // 5, min(pen.width // 2, free_width))
        image = fitting_font(sum_text, "counter", m.px(VALUE_PRINT), width).line_picture(sum_text, INK)
        counters_room = pen.width - image.get_width() - m.px(SIDES_GAP)
        size = max(m.px(MIN_COUNTER_SIDE), min(m.px(largest), counters_room // max(1, count) - m.px(6)))
        widths = [len(lines) * (size + m.px(6)) for lines in (preview.attackers, preview.defenders)]
        fits = sum(widths) <= counters_room
        middle = pen.x + (pen.width + widths[0] - widths[1]) // 2 if fits and 2 * max(widths) > counters_room else (
            self.sheet.centerx)
        self._target.blit(image, image.get_rect(center=(middle, pen.y + size // 2)))
        for lines, at_right in ((preview.attackers, False), (preview.defenders, True)):
            room = counters_room if fits else counters_room // 2
            step = min(size + m.px(6), (room - size) // max(1, len(lines) - 1))
            if step < size:
                self._smallest_print = 0
            x = pen.x + pen.width - size - step * (len(lines) - 1) if at_right else pen.x
            for k, line in enumerate(lines):
                self._draw_counter(line, x + k * step, pen.y, size)
        pen.y += size + m.px(10)

    def _result_lines(self, result: Text) -> list[pygame.Surface]:
        """Pictures of the lines of the result in words, at the largest size at which it takes at most two lines."""
        width = self._pen.width
        role: Role = "ui-bold"
        text = capitalised(self._words(result))
        for size in RESULT_PRINTS:
            lines = wrap(text, font(role, self._m.px(size)), width)
            if len(lines) <= 2 and all(font(role, self._m.px(size)).size(line)[0] <= width for line in lines):
                break
        return [font(role, self._m.px(size)).line_picture(line, INK) for line in lines]


def _total_text(total: Text) -> str:
    """A total as printed: odds in words, with a minus sign and dashes instead of hyphens."""
    return with_minus(translate(odds_in_words(translate(total)))).replace("-", "–")


def _column_text(preview: Preview) -> str:
    """The column as printed; empty if its heading contains no number, such as that of one column for all attacks of a
    side."""
    column = translate(Message(preview.column)) if preview.column else ""
    return _total_text(column) if re.search(r"\d", column) else ""


def tray_room(tray: Tray, area: pygame.Rect, metrics: Metrics) -> pygame.Rect:
    """The rectangle of the tray, centred in an area and, if the area allows it, wide enough for large dice."""
    count = max(1, len(tray.rolled_dice))
    height = min(area.height, metrics.px(MAX_TRAY_HEIGHT)) if count == 1 else area.height
    width = max(round(TRAY_SHAPE * height), round(count * metrics.px(MIN_DIE_EDGE) * DICE_PITCH))
    room = pygame.Rect(0, 0, min(area.width, width), height)
    room.center = area.center
    return room
