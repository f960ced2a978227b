"""Figures of the result sheet: each side's losses in large digits, the chart of the battle, and each side's luck as
text and bars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import ceil, hypot
from typing import Any, NamedTuple

import pygame

from game.core.contract import Counter
from game.core.message import Text, joined, say
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
    """Seat -> its strength at the start and at the end of each turn."""
    turns: Sequence[int]
    """The turns played; counts have one more value if they include the start."""
    title: Text


def axis_labels(highest: int) -> range:
    """The labels of the chart's vertical axis: about four round numbers from 0, the last at least ``highest``."""
    step = next(step for power in (1, 10, 100, 1000) for step in (power, 2 * power, 5 * power) if highest <= 5 * step)
    return range(0, ceil(highest / step) * step + 1, step)


def draw_course(target: pygame.Surface, m: Metrics, room: pygame.Rect, theme: Theme, course: ChartData) -> None:
    """Draw the chart with its heading, the turn numbers below it and the final counts with the sides' names at its
    right. A side's line is solid or striped, with round or square dots, as its counters' edges are solid or dashed."""
    px = m.px
    pen = Pen(target, m, room.x, room.y, room.width)
    pen.heading(course.title, say("dots: at the end of each {turn_noun}", turn_noun=theme.turn_noun))
    number = max(len(row) for row in course.counts.values())
    marks = axis_labels(max(1, *(max(row, default=0) for row in course.counts.values())))
    face = font("table", px(18))
    edge = face.size(str(marks[-1]))[0] + px(18)
    plates = {seat.name: _plate_picture(str(course.counts[seat.name][-1]), seat, px(28)) for seat in theme.seats}
    aside = max(plate.get_width() for plate in plates.values()) + px(24)
    field = pygame.Rect(room.x + edge, pen.y + px(10), room.width - aside - edge, room.bottom - pen.y - px(38))
    step = field.width / max(1, number - 1)

    def height(count: int) -> int:
        return round(field.bottom - field.height * count / marks[-1])

    for count in marks if field.height > px(90) else (marks[0], marks[-1]):
        pygame.draw.line(target, LINE_INK, (field.left, height(count)), (field.right, height(count)),
                         px(1.5 if not count else 1))
        label = face.render(str(count), True, FAINT)
        target.blit(label, label.get_rect(midright=(field.left - px(14), height(count))))
    names: list[Text] = [say("start")] * (number - len(course.turns)) + [str(turn) for turn in course.turns]
    every = ceil((face.size(str(max(course.turns, default=0)))[0] + px(12)) / step)
    last_right = -field.width
    for at, name in enumerate(names):
        label = face.line_picture(name, FAINT)
        x = round(field.x + at * step) - label.get_width() // 2
        if (at % every == 0 or at == number - 1) and x > last_right + px(8):
            last_right = target.blit(label, (x, field.bottom + px(7))).right
    ends: list[tuple[int, int, pygame.Surface]] = []
    _shade_below_lines(target, field, theme,
                       [[height(count) for count in course.counts[seat.name]] for seat in theme.seats], step)
    heights = zip(*([height(count) for count in course.counts[seat.name]] for seat in theme.seats), strict=False)
    thin = any(0 < max(row) - min(row) < px(18) for row in heights)
    dot, widths = (px(4), (px(5), px(3))) if thin else (px(7), (px(9), px(6)))
    lowest = min(theme.seats, key=lambda seat: sum(course.counts[seat.name]))
    for seat in theme.seats:
        row = course.counts[seat.name]
        apart = (widths[0] // 2 + 1) * (1 if seat is lowest else -1)  # equal counts lie side by side
        points = [(round(field.x + at * step), height(count) + apart) for at, count in enumerate(row)]
        solid = seat.pattern == "solid"
        for width, colour in zip(widths, (INK, seat.paper), strict=True):
            if len(points) > 1:
                pygame.draw.lines(target, colour, False, points, width)
        if not solid:
            _draw_stripes(target, points, widths, px(16))
        for point in points if step > px(14) else points[-1:]:
            box = pygame.Rect(0, 0, 2 * dot, 2 * dot)
            box.center = point
            for colour, thick in ((seat.paper, 0), (INK, px(1 if thin else 2))):
                pygame.draw.rect(target, colour, box, thick, border_radius=dot if solid else 0)
        ends.append((points[-1][1], points[-1][0] + px(14), plates[seat.name]))
    free = field.top - px(20)
    for y, x, plate in sorted(ends, key=lambda end: end[0]):
        spot = plate.get_rect(midleft=(x, max(y, free + plate.get_height() // 2)))
        target.blit(plate, spot)
        free = spot.bottom + px(2)


def _draw_stripes(target: pygame.Surface, points: Sequence[tuple[int, int]], widths: tuple[int, int],
                  every: int) -> None:
    """Draw dark bars across a line, one ``every`` pixels along it."""
    for (x, y), (u, v) in pairwise(points):
        length = hypot(u - x, v - y)
        for k in range(1, int(length // every) + 1):
            start, end = (((k * every + off) / length) for off in (-widths[1] / 2, widths[1] / 2))
            bar, foot = ((x + (u - x) * share, y + (v - y) * share) for share in (start, min(1.0, end)))
            pygame.draw.line(target, INK, bar, foot, widths[0])


def _plate_picture(text: str, seat: SeatInfo, size: int) -> pygame.Surface:
    """A number and a side's name on a small plate in its colours."""
    print_ = font("table-bold", size).render(text, True, seat.print)
    name = font("ui", size * 4 // 7).line_picture(seat.title, seat.print)
    gap = size // 4
    plate = pygame.Surface((print_.get_width() + name.get_width() + 3 * gap, size + size // 6), pygame.SRCALPHA)
    pygame.draw.rect(plate, seat.paper, plate.get_rect(), border_radius=size // 6)
    pygame.draw.rect(plate, INK, plate.get_rect(), width=1, border_radius=size // 6)
    middle = plate.get_height() // 2
    plate.blit(print_, print_.get_rect(midleft=(gap, middle)))
    plate.blit(name, name.get_rect(midleft=(2 * gap + print_.get_width(), middle)))
    return plate


def _shade_below_lines(target: pygame.Surface, field: pygame.Rect, theme: Theme, rows: Sequence[Sequence[int]],
                       step: float,
                       ) -> None:
    """Tint the area below each side's line in its colour; that of the lower line is in front."""
    for seat, row in sorted(zip(theme.seats, rows, strict=True), key=lambda each: each[1][-1]):
        if len(row) > 1:
            below = pygame.Surface(field.size, pygame.SRCALPHA)
            line = [(at * step, y - field.top) for at, y in enumerate(row)]
            colour = (*pygame.Color(seat.paper)[:3], 70)
            pygame.draw.polygon(below, colour, [*line, (line[-1][0], field.h), (0, field.h)])
            target.blit(below, field)


LOSSES_PLATE = 104
"""Height of a plate with losses, in layout units."""


class SideLosses(NamedTuple):
    """A side's losses."""

    seat: SeatInfo
    lost: Sequence[Counter]
    number: int
    """Number of units lost; on a table of bases, without camps."""
    took_part: int
    """Number of units that took part."""
    lost_text: Text
    """The number that took part, as text, e.g. ``of 43 units lost``."""
    more: Sequence[Text] = ()
    """Texts for steps lost, units that never arrived, and the like."""


def draw_losses_plate(surface: pygame.Surface, m: Metrics, plate: pygame.Rect, toll: SideLosses) -> None:
    """Draw a plate in a side's colours with its name, the number lost as large as the plate, and the number that took
    part."""
    px, seat = m.px, toll.seat
    pygame.draw.rect(surface, seat.paper, plate, border_radius=px(6))
    pygame.draw.rect(surface, INK, plate, width=px(2), border_radius=px(6))
    figure = font("table-bold", px(88)).render(str(toll.number), True, seat.print)
    spot = figure.get_rect(midleft=(plate.x + px(18), plate.centery))
    surface.blit(figure, spot)
    pygame.draw.line(surface, seat.print, (spot.right + px(14), plate.y + px(16)),
                     (spot.right + px(14), plate.bottom - px(16)), px(2))
    width = plate.right - spot.right - px(36)
    together = joined(toll.more, " · ")
    fits = font("ui", px(16)).size(translate(together))[0] <= width
    lines = [together] if toll.more and fits else toll.more
    pen = Pen(surface, m, spot.right + px(28), plate.y + px((20, 12, 5)[min(2, len(lines))]), width)
    roomy = len(lines) < 2
    rows: tuple[tuple[Text, Role, int, int], ...] = (
        (seat.title, "title", 27 if roomy else 24, 17),
        (toll.lost_text, "ui-bold", 20 if roomy else 18, 14))
    for text, role, max_px, min_px in rows:
        sizes = range(max_px, min_px - 1, -1)
        size = next((size for size in sizes if pen.font(role, size).size(translate(text))[0] <= width), min_px)
        pen.line(text, role, size, seat.print)
    for line in lines:
        pen.line(line, "ui", 16 if len(lines) < 2 else 15, seat.print)


def strike_out(surface: pygame.Surface, spot: pygame.Rect) -> None:
    """Strike out a counter with a red, pale-edged line."""
    inner = spot.inflate(-spot.width // 6, -spot.height // 6)
    for width, colour in ((max(4, spot.width // 8), "#fff1dc"), (max(2, spot.width // 14), "#a3201a")):
        pygame.draw.line(surface, colour, inner.bottomleft, inner.topright, width)


def draw_objective(pen: Pen, theme: Theme, objective: Objective) -> None:
    """Print an objective with the flag of the side that holds it, or with its value."""
    px = pen.metrics.px
    order = flag_bearer(theme, objective)
    if order is not None:
        pen.surface.blit(flag_picture(theme.seats[order], order, px(26)), (pen.x, pen.y))
    top, indent = pen.y, _objective_indent(pen, objective)
    pen.line(objective.title, "ui-bold", OBJECTIVE_TEXT, x=pen.x + indent, width=pen.width - indent)
    if objective_width(pen, theme, objective) <= pen.width:
        pen.y = top
    pen.line(_owner(theme, objective), "ui", OBJECTIVE_TEXT, FAINT, right=True)
    pen.space(4)


def objective_width(pen: Pen, theme: Theme, objective: Objective) -> int:
    """The width in pixels of an objective with its holder or its value on one line."""
    title = pen.font("ui-bold", OBJECTIVE_TEXT).size(translate(objective.title))[0]
    owner = pen.font("ui", OBJECTIVE_TEXT).size(translate(_owner(theme, objective)))[0]
    return _objective_indent(pen, objective) + title + pen.metrics.px(12) + owner


def _objective_indent(pen: Pen, objective: Objective) -> int:
    """The room in pixels for the flag before an objective."""
    return 0 if objective.tally else pen.metrics.px(34)


def _owner(theme: Theme, objective: Objective) -> Text:
    return holder(theme, objective) or say("nobody")


OBJECTIVE_TEXT = 18
"""The size of the text of an objective, in layout units."""


MIN_LUCK_DICE = 5
"""Least number of a side's dice for its luck to be shown."""
FULL_DEVIATION = 2.5
"""Standard deviations at which a luck bar is full."""
MIN_WIDTH_BESIDE = 780
"""Width in layout units below which each side's bars are below its plate."""
WORDY_WIDTH = 600
"""The width in layout units up to which the text takes most of a line."""


def draw_luck(pen: Pen, theme: Theme, lots: Iterable[Luck]) -> None:
    """Print each side's luck, with a bar to the right for more than expected and to the left for less."""
    shown = [each for each in lots if each.number >= MIN_LUCK_DICE]
    if not shown:
        return
    px, gap = pen.metrics.px, pen.metrics.px(16)
    pen.heading(say("Dice rolled"), say("left: below average · right: above"))
    if pen.width < px(MIN_WIDTH_BESIDE):
        for luck in shown:
            seat = theme.side(luck.seat)
            line = say("{side}: {luck}", side=seat.title, luck=luck_words(luck))
            _draw_luck_row(pen, seat, luck, line, 66 if pen.width > px(WORDY_WIDTH) else 76)
    else:
        top = foot = pen.y
        wide = (pen.width - gap * (len(theme.seats) - 1)) // len(theme.seats)
        for number, seat in enumerate(theme.seats):  # below the plate of the side
            part = Pen(pen.surface, pen.metrics, pen.x + number * (wide + gap), top, wide)
            for luck in (each for each in shown if each.seat == seat.name):
                _draw_luck_row(part, seat, luck, luck_words(luck), 70)
            foot = max(foot, part.y)
        pen.y = foot
    pen.space(8)


def _draw_luck_row(pen: Pen, seat: SeatInfo, luck: Luck, text: Text, share: int) -> None:
    """Print a side's luck with one kind of dice, with its bar.

    :param share: share of the width for the text, in per cent.
    """
    px, top = pen.metrics.px, pen.y
    pen.line(text, "ui", 17, width=pen.width * share // 100)
    box = pygame.Rect(pen.x + pen.width * (share + 2) // 100, top + px(3), pen.width * (98 - share) // 100, px(17))
    pygame.draw.rect(pen.surface, LINE_INK, box, width=px(1))
    reach = round(box.width / 2 * max(-1.0, min(1.0, luck.deviation / FULL_DEVIATION)))
    bar = pygame.Rect(box.centerx + min(0, reach), box.y, max(px(3), abs(reach)), box.height)
    pygame.draw.rect(pen.surface, seat.paper, bar)
    pygame.draw.rect(pen.surface, INK, bar, width=px(1))
    pygame.draw.line(pen.surface, INK, (box.centerx, box.top - px(3)), (box.centerx, box.bottom + px(2)), px(2))
    pen.space(3)


def luck_words(luck: Luck) -> Text:
    """A side's rolls and the expected value, as text."""
    if luck.kind == "numbers":
        return say("{number} dice, average {came:.1f}, expected {expected:.1f}", came=luck.actual / luck.number,
                   number=luck.number, expected=luck.expected / luck.number)
    values: dict[str, Any] = {"came": luck.actual, "number": luck.number, "expected": f"{luck.expected:.0f}"}
    return (say("{number} dice, {came} hits, expected {expected}", **values) if luck.kind == "hits" else
            say("{number} coins, {came} heads, expected {expected}", **values))
