"""The figures on the result sheet: each side's losses in large digits, the chart of the battle, the objectives, and
each side's luck as text and bars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import ceil, hypot
from typing import Any, NamedTuple

import pygame

from game.core.contract import Counter
from game.core.message import Text, decimal, joined, plural, say
from game.core.objective import Objective
from game.core.theme import SeatInfo, Theme
from game.i18n.words import translate
from game.match.luck import Luck
from game.ui.cards.objectives import flag_bearer, holder
from game.ui.counters.marks import flag_picture
from game.ui.kit.fonts import Role, font
from game.ui.kit.pen import Pen
from game.ui.kit.theme import FAINT, INK, LINE_INK, Metrics


class ChartData(NamedTuple):
    """The data of the chart."""

    counts: Mapping[str, Sequence[int]]
    """Seat -> its strength at the end of each turn, or at the start and then at the end of each turn."""
    turns: Sequence[int]
    """The turns played: as many as the counts of a seat, or one fewer if these include the start."""
    title: Text
    """The heading: what is counted."""


def axis_labels(highest: int) -> range:
    """The labels of the chart's vertical axis: at most six round numbers from 0, the last at least ``highest``.

    :param highest: the largest number on the chart, from 1 to 25,000.
    """
    step = next(step for power in (1, 10, 100, 1000) for step in (power, 2 * power, 5 * power) if highest <= 5 * step)
    return range(0, ceil(highest / step) * step + 1, step)


AXIS_PRINT = 18
"""Font size of counts and turns along the axes, in layout units."""
FULL_AXIS_HEIGHT = 90
"""Height of the plot in layout units up to which only the ends of the vertical axis are labelled."""
CLOSE_LINES = 18
"""Distance in layout units between two sides' lines below which all lines are thin, so that they stay apart."""
STRIPE_DISTANCE = 16
"""Distance between the dark bars of a striped line, in layout units."""
TINT = 70
"""Opacity of the tint below a line, from 0 to 255."""


def draw_chart(target: pygame.Surface, m: Metrics, room: pygame.Rect, theme: Theme, data: ChartData) -> None:
    """Draw the chart with its heading, the turn numbers below it and the final counts with the sides' names at its
    right. A side's line is solid or striped, with round or square dots, as its counters' edges are solid or dashed."""
    px = m.px
    pen = Pen(target, m, room.x, room.y, room.width)
    pen.heading(data.title, say("marks: at the end of each {turn_noun}", turn_noun=theme.turn_noun))
    length = max(len(counts) for counts in data.counts.values())
    labels = axis_labels(max(1, *(max(counts, default=0) for counts in data.counts.values())))
    axis_width = font("table", px(AXIS_PRINT)).size(str(labels[-1]))[0] + px(18)
    plates = [_plate_picture(str(data.counts[seat.name][-1]), seat, px(28)) for seat in theme.seats]
    plates_width = max(plate.get_width() for plate in plates) + px(24)
    plot = pygame.Rect(room.x + axis_width, pen.y + px(10), room.width - plates_width - axis_width,
                       room.bottom - pen.y - px(38))
    step = plot.width / max(1, length - 1)
    _draw_axis(target, m, plot, labels)
    _print_turns(target, m, plot, data.turns, length)
    side_ys = [[_y_of(count, plot, labels) for count in data.counts[seat.name]] for seat in theme.seats]
    _shade_below_lines(target, plot, theme, side_ys, step)
    gaps = [max(ys) - min(ys) for ys in zip(*side_ys, strict=False)]
    thin = any(0 < gap < px(CLOSE_LINES) for gap in gaps)
    widths = (px(5), px(3)) if thin else (px(9), px(6))
    shift = widths[0] // 2 + 1  # of both lines where their counts are equal, so that both are seen
    weakest = min(theme.seats, key=lambda seat: sum(data.counts[seat.name]))
    ends: list[tuple[int, int]] = []
    for seat, ys in zip(theme.seats, side_ys, strict=True):
        shifts = [(shift if seat is weakest else -shift) * (gap < widths[1]) for gap in gaps]
        points = [(round(plot.x + k * step), y + shift) for k, (y, shift) in enumerate(zip(ys, shifts, strict=False))]
        _draw_line(target, m, seat, points, widths)
        _draw_dots(target, seat, points if step > px(14) else points[-1:], px(4 if thin else 7), px(1 if thin else 2))
        ends.append(points[-1])
    free_top = plot.top - px(20)  # the plates of close lines are moved down, so that none covers another
    for (x, y), plate in sorted(zip(ends, plates, strict=True), key=lambda pair: pair[0][1]):
        spot = plate.get_rect(midleft=(x + px(14), max(y, free_top + plate.get_height() // 2)))
        target.blit(plate, spot)
        free_top = spot.bottom + px(2)


def _y_of(count: int, plot: pygame.Rect, labels: range) -> int:
    """The y coordinate of a count in a plot, in window pixels.

    :param labels: the labels of the vertical axis.
    """
    return round(plot.bottom - plot.height * count / labels[-1])


def _draw_axis(target: pygame.Surface, m: Metrics, plot: pygame.Rect, labels: range) -> None:
    """Draw the horizontal lines of a plot with their labels at its left; in a low plot only the lowest and the
    highest."""
    face = font("table", m.px(AXIS_PRINT))
    for count in labels if plot.height > m.px(FULL_AXIS_HEIGHT) else (labels[0], labels[-1]):
        y = _y_of(count, plot, labels)
        pygame.draw.line(target, LINE_INK, (plot.left, y), (plot.right, y), m.px(1.5 if not count else 1))
        label = face.render(str(count), True, FAINT)
        target.blit(label, label.get_rect(midright=(plot.left - m.px(14), y)))


def _print_turns(target: pygame.Surface, m: Metrics, plot: pygame.Rect, turns: Sequence[int], length: int) -> None:
    """Print the numbers of the turns below a plot, as many as fit evenly; at its left end ``start`` if the chart begins
    before the first turn.

    :param length: number of counts of a side.
    """
    face = font("table", m.px(AXIS_PRINT))
    texts: list[Text] = [say("start")] * (length - len(turns)) + [str(turn) for turn in turns]
    step = plot.width / max(1, length - 1)
    every = ceil((face.size(str(max(turns, default=0)))[0] + m.px(12)) / step)
    last_right = -plot.width
    for k, text in enumerate(texts):
        label = face.line_picture(text, FAINT)
        x = round(plot.x + k * step) - label.get_width() // 2
        if (k % every == 0 or k == length - 1) and x > last_right + m.px(8):
            last_right = target.blit(label, (x, plot.bottom + m.px(7))).right


def _draw_line(target: pygame.Surface, m: Metrics, seat: SeatInfo, points: Sequence[tuple[int, int]],
               widths: tuple[int, int]) -> None:
    """Draw a side's line with dark edges, and with stripes if the edges of its counters are not solid.

    :param widths: width of the line with and without its edges, in pixels.
    """
    if len(points) > 1:
        for width, colour in zip(widths, (INK, seat.paper), strict=True):
            pygame.draw.lines(target, colour, False, points, width)
    if seat.pattern != "solid":
        _draw_stripes(target, points, widths, m.px(STRIPE_DISTANCE))


def _draw_dots(target: pygame.Surface, seat: SeatInfo, points: Iterable[tuple[int, int]], radius: int,
               edge: int) -> None:
    """Draw a side's dots: round, or square if the edges of its counters are not solid.

    :param radius: half the size of a dot, in pixels.
    :param edge: width of its dark edge, in pixels.
    """
    for point in points:
        box = pygame.Rect(0, 0, 2 * radius, 2 * radius)
        box.center = point
        for colour, line_width in ((seat.paper, 0), (INK, edge)):
            pygame.draw.rect(target, colour, box, line_width, border_radius=radius if seat.pattern == "solid" else 0)


def _draw_stripes(target: pygame.Surface, points: Sequence[tuple[int, int]], widths: tuple[int, int],
                  distance: int) -> None:
    """Draw dark bars across a line.

    :param widths: width of the line with and without its edges, in pixels.
    :param distance: distance between two bars along the line, in pixels.
    """
    for (x, y), (next_x, next_y) in pairwise(points):
        length = hypot(next_x - x, next_y - y)
        for k in range(1, int(length // distance) + 1):
            shares = (min(1.0, (k * distance + half) / length) for half in (-widths[1] / 2, widths[1] / 2))
            start, end = ((x + (next_x - x) * share, y + (next_y - y) * share) for share in shares)
            pygame.draw.line(target, INK, start, end, widths[0])


def _plate_picture(text: str, seat: SeatInfo, size: int) -> pygame.Surface:
    """A number and a side's name on a small plate in its colours.

    :param size: font size of the number, in pixels.
    """
    digits = font("table-bold", size).render(text, True, seat.print)
    name = font("ui", size * 4 // 7).line_picture(seat.title, seat.print)
    gap = size // 4
    plate = pygame.Surface((digits.get_width() + name.get_width() + 3 * gap, size + size // 6), pygame.SRCALPHA)
    pygame.draw.rect(plate, seat.paper, plate.get_rect(), border_radius=size // 6)
    pygame.draw.rect(plate, INK, plate.get_rect(), width=1, border_radius=size // 6)
    middle = plate.get_height() // 2
    plate.blit(digits, digits.get_rect(midleft=(gap, middle)))
    plate.blit(name, name.get_rect(midleft=(2 * gap + digits.get_width(), middle)))
    return plate


def _shade_below_lines(target: pygame.Surface, plot: pygame.Rect, theme: Theme, side_ys: Sequence[Sequence[int]],
                       step: float) -> None:
    """Tint the area below each side's line in its colour; that of the lower line is in front.

    :param side_ys: for each seat the y coordinates of its line in window pixels, ``step`` pixels from one another.
    """
    for seat, ys in sorted(zip(theme.seats, side_ys, strict=True), key=lambda pair: pair[1][-1]):
        if len(ys) > 1:
            tint = pygame.Surface(plot.size, pygame.SRCALPHA)
            points = [(k * step, y - plot.top) for k, y in enumerate(ys)]
            colour = (*pygame.Color(seat.paper)[:3], TINT)
            pygame.draw.polygon(tint, colour, [*points, (points[-1][0], plot.h), (0, plot.h)])
            target.blit(tint, plot)


LOSSES_PLATE_HEIGHT = 104
"""Height of a plate with losses, in layout units."""
PLATE_NAME_HEIGHT = 36
"""Height of the side's name on a plate, in layout units."""


class SideLosses(NamedTuple):
    """A side's losses."""

    seat: SeatInfo
    lost: Sequence[Counter]
    """The counters of all units lost."""
    lost_count: int
    """Number of units lost; camps are not counted."""
    lost_text: Text
    """The text beside the number of units lost, e.g. ``of 43 units lost``."""
    more: Sequence[Text] = ()
    """Texts for steps lost, units that never arrived, and the like."""


def draw_losses_plate(surface: pygame.Surface, m: Metrics, plate: pygame.Rect, losses: SideLosses) -> None:
    """Draw a plate in a side's colours: the side's name, below it the number of units lost, in large print, and beside
    that further numbers.

    :param plate: the plate's rectangle, in pixels.
    """
    px, seat = m.px, losses.seat
    pygame.draw.rect(surface, seat.paper, plate, border_radius=px(6))
    pygame.draw.rect(surface, INK, plate, width=px(2), border_radius=px(6))
    figure = font("table-bold", px(60)).render(str(losses.lost_count), True, seat.print)
    spot = figure.get_rect(midleft=(plate.x + px(18), plate.y + px(PLATE_NAME_HEIGHT + 34)))
    surface.blit(figure, spot)
    pen = Pen(surface, m, plate.x + px(18), plate.y + px(5), plate.width - px(26))
    _print_fitting(pen, seat.title, "title", range(25, 16, -1), seat.print)
    width = plate.right - spot.right - px(20)
    one_line = joined(losses.more, " · ")
    fits = font("ui", px(16)).size(translate(one_line))[0] <= width
    lines = [one_line] if losses.more and fits else losses.more
    pen = Pen(surface, m, spot.right + px(12), plate.y + px(PLATE_NAME_HEIGHT + (20, 9, 1)[min(2, len(lines))]), width)
    roomy = len(lines) < 2
    _print_fitting(pen, losses.lost_text, "ui-bold", range(20 if roomy else 17, 13, -1), seat.print)
    for line in lines:
        pen.line(line, "ui", 16 if roomy else 14, seat.print)


def _print_fitting(pen: Pen, text: Text, role: Role, sizes: range, colour: str) -> None:
    """Print a line in the largest of some sizes, in layout units, at which it fits; else in the smallest."""
    size = next((size for size in sizes if pen.font(role, size).size(translate(text))[0] <= pen.width), sizes[-1])
    pen.line(text, role, size, colour)


def strike_out(surface: pygame.Surface, spot: pygame.Rect) -> None:
    """Strike out a counter with a red, pale-edged line.

    :param spot: its rectangle, in pixels.
    """
    inner = spot.inflate(-spot.width // 6, -spot.height // 6)
    for width, colour in ((max(4, spot.width // 8), "#fff1dc"), (max(2, spot.width // 14), "#a3201a")):
        pygame.draw.line(surface, colour, inner.bottomleft, inner.topright, width)


OBJECTIVE_SIZE = 18
"""Font size of an objective, in layout units."""


def draw_objective(pen: Pen, theme: Theme, objective: Objective) -> None:
    """Print an objective with its holder and status, and with the holder's flag."""
    px = pen.metrics.px
    seat_index = flag_bearer(theme, objective)
    if seat_index is not None:
        pen.surface.blit(flag_picture(theme.seats[seat_index], seat_index, px(26)), (pen.x, pen.y))
    top, indent = pen.y, _objective_indent(pen, objective)
    pen.line(objective.title, "ui-bold", OBJECTIVE_SIZE, x=pen.x + indent, width=pen.width - indent)
    if objective_width(pen, theme, objective) <= pen.width:
        pen.y = top  # on the same line
    pen.line(_holder_and_status(theme, objective), "ui", OBJECTIVE_SIZE, FAINT, right=True)
    pen.space(4)


def objective_width(pen: Pen, theme: Theme, objective: Objective) -> int:
    """The width in pixels of an objective with its holder and status on one line."""
    title = pen.font("ui-bold", OBJECTIVE_SIZE).size(translate(objective.title))[0]
    holder_text = pen.font("ui", OBJECTIVE_SIZE).size(translate(_holder_and_status(theme, objective)))[0]
    return _objective_indent(pen, objective) + title + pen.metrics.px(12) + holder_text


def _objective_indent(pen: Pen, objective: Objective) -> int:
    """Width in pixels of the space for the flag before an objective."""
    return 0 if objective.tally else pen.metrics.px(34)


def _holder_and_status(theme: Theme, objective: Objective) -> Text:
    """The holder and status of an objective as text; ``nobody`` if it has neither."""
    return holder(theme, objective) or say("nobody")


MIN_LUCK_DICE = 5
"""Least number of a side's dice for its luck to be shown."""
FULL_DEVIATION = 2.5
"""Standard deviations at which a luck bar is full."""
MIN_WIDTH_BESIDE = 780
"""Width in layout units below which each side's bars are below its plate."""
NARROW_WIDTH = 600
"""Width in layout units up to which the text takes a larger share of a line, and its bar a smaller one."""
TEXT_SHARES = {"narrow": 76, "wide": 66, "column": 70}
"""The share of a line for the text before a luck bar, in per cent: across a narrow or a wide sheet, or in the column of
a side."""


def draw_luck(pen: Pen, theme: Theme, lucks: Iterable[Luck]) -> None:
    """Print each side's luck, with a bar to the right for more than expected and to the left for less."""
    shown = [luck for luck in lucks if luck.number >= MIN_LUCK_DICE]
    if not shown:
        return
    px, gap = pen.metrics.px, pen.metrics.px(16)
    kinds = {luck.kind for luck in shown}
    title = (say("Markers, coins and dice") if "markers" in kinds else say("Coins and dice") if "heads" in kinds
             else say("Dice rolled"))
    pen.heading(title, say("left: below average · right: above"))
    if pen.width < px(MIN_WIDTH_BESIDE):
        for luck in shown:
            seat = theme.side(luck.seat)
            line = say("{side}: {luck}", side=seat.title, luck=luck_words(luck, shown))
            _draw_luck_row(pen, seat, luck, line, TEXT_SHARES["wide" if pen.width > px(NARROW_WIDTH) else "narrow"])
    else:
        top = bottom = pen.y
        width = (pen.width - gap * (len(theme.seats) - 1)) // len(theme.seats)
        for number, seat in enumerate(theme.seats):  # the column of each side is below its plate of losses
            column = Pen(pen.surface, pen.metrics, pen.x + number * (width + gap), top, width)
            for luck in shown:
                if luck.seat == seat.name:
                    _draw_luck_row(column, seat, luck, luck_words(luck, shown), TEXT_SHARES["column"])
            bottom = max(bottom, column.y)
        pen.y = bottom
    pen.space(8)


def _draw_luck_row(pen: Pen, seat: SeatInfo, luck: Luck, text: Text, share: int) -> None:
    """Print a side's luck with one kind of dice, with its bar.

    :param share: share of the width for the text, in per cent.
    """
    px, top = pen.metrics.px, pen.y
    pen.line(text, "ui", 17, width=pen.width * share // 100)
    box = pygame.Rect(pen.x + pen.width * (share + 2) // 100, top + px(3), pen.width * (98 - share) // 100, px(17))
    pygame.draw.rect(pen.surface, LINE_INK, box, width=px(1))
    length = round(box.width / 2 * max(-1.0, min(1.0, luck.deviation / FULL_DEVIATION)))
    bar = pygame.Rect(box.centerx + min(0, length), box.y, max(px(3), abs(length)), box.height)
    pygame.draw.rect(pen.surface, seat.paper, bar)
    pygame.draw.rect(pen.surface, INK, bar, width=px(1))
    pygame.draw.line(pen.surface, INK, (box.centerx, box.top - px(3)), (box.centerx, box.bottom + px(2)), px(2))
    pen.space(3)


def luck_words(luck: Luck, shown: Iterable[Luck]) -> Text:
    """A side's luck as text: the rolls with one kind of dice, and the expected result.

    :param shown: everybody's luck that is shown. If a side's dice to hit are shown, too, the dice whose numbers count
        are called its other dice.
    """
    if luck.kind == "numbers":
        values: dict[str, Any] = {"number": luck.number, "came": _average(luck.actual, luck.number),
                                  "expected": _average(luck.expected, luck.number)}
        return (say("{number} other dice: average {came}, expected {expected}", **values)
                if any(each.seat == luck.seat and each.kind == "hits" for each in shown) else
                say("{number} dice, average {came}, expected {expected}", **values))
    values = {"number": luck.number, "expected": f"{luck.expected:.0f}"}
    if luck.kind == "hits":
        return plural("{number} dice to hit: {count} hit, expected {expected}",
                      "{number} dice to hit: {count} hits, expected {expected}", luck.actual, **values)
    return (plural("{number} markers, {count} head, expected {expected}",
                   "{number} markers, {count} heads, expected {expected}", luck.actual, **values)
            if luck.kind == "markers" else
            plural("{number} coins, {count} head, expected {expected}",
                   "{number} coins, {count} heads, expected {expected}", luck.actual, **values))


def _average(total: float, number: int) -> Text:
    """The average of a number of dice with a sum, with one decimal."""
    return decimal(f"{total / number:.1f}")
