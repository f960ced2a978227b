"""The arithmetic of a roll that is read on no odds table: coins summed line by line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pygame

from game.core.chance import Modifier
from game.core.contract import Counter
from game.core.message import Text, say
from game.core.preview import Preview, UnitLine
from game.core.theme import Theme
from game.ui.cards.card import CardPen
from game.ui.counters.pictures import plain_counter
from game.ui.kit.pen import TextRun, cite, fitted
from game.ui.kit.theme import FAINT, INK, LINE

COUNTER = 50


def write_sums(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Print who rolls at whom and how many coins that makes."""
    _meeting(pen, theme, counters, preview)
    if pen.terse:
        _in_short(pen, preview)
    elif preview.first is not None:
        _two_sums(pen, counters, preview)
    else:
        for line in preview.attackers:
            _face(pen, line, counters)
        for modifier in preview.modifiers:
            _modifier(pen, modifier)
    pen.rule()
    top = pen.y
    big = fitted(preview.total, "counter", pen.metrics.px(26 if pen.terse else 31), pen.width).printed(
        preview.total, INK)
    room = pen.width - big.get_width() - pen.metrics.px(14)
    pen.surface.blit(big, (pen.x, top - pen.metrics.px(7)))
    if preview.reading and room > pen.metrics.px(120) and not pen.bare:
        left, width = pen.x, pen.width
        pen.x, pen.width = pen.x + width - room, room
        pen.flow([TextRun(preview.reading, "ui", 16)], leading=1.0)
        pen.x, pen.width = left, width
        pen.y = max(pen.y, top + big.get_height() - pen.metrics.px(10))
    else:
        pen.y = top + big.get_height() - pen.metrics.px(8)
        if not pen.bare:
            pen.flow([TextRun(preview.reading, "ui", 16)], leading=1.0)
    pen.space(6)


def _meeting(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Those who roll at the left, those it is rolled at on the right, an arrow between."""
    px = pen.metrics.px
    size, top = px(COUNTER - 10 if pen.tight else COUNTER), pen.y
    ours = [counters[line.unit] for line in preview.attackers if line.unit in counters]
    theirs = [counters[line.unit] for line in preview.defenders if line.unit in counters]
    room = (pen.width - px(56)) // 2
    _row(pen, theme, ours, pen.x, room, size)
    right = min(room, len(theirs) * (size + px(6)) - px(6))
    _row(pen, theme, theirs, pen.x + pen.width - right, right, size)
    if ours and theirs:
        start = pen.x + min(room, len(ours) * (size + px(6))) + px(8)
        end, y = pen.x + pen.width - right - px(10), top + size // 2
        pygame.draw.line(pen.surface, FAINT, (start, y), (end - px(8), y), px(3))
        pygame.draw.polygon(pen.surface, FAINT, [(end, y), (end - px(13), y - px(8)), (end - px(13), y + px(8))])
        pen.tips.append((pygame.Rect(start, y - px(8), end - start, px(16)), say("Left rolls against right")))
    if ours or theirs:
        pen.y = top + size + px(8)


def _row(pen: CardPen, theme: Theme, row: Sequence[Counter], x: int, room: int, size: int) -> None:
    """Counters side by side, overlapping where there are many."""
    step = min(size + pen.metrics.px(6), (room - size) // max(1, len(row) - 1)) if len(row) > 1 else size
    for k, counter in enumerate(row):
        pen.surface.blit(plain_counter(counter, theme, size), (x + k * step, pen.y))


def _face(pen: CardPen, line: UnitLine, counters: Mapping[str, Counter]) -> None:
    """A unit's own factor; units that bring none are left out."""
    if line.face or line.words:
        counter = counters.get(line.unit)
        _term(pen, line.words or str(line.face), [TextRun(counter.name if counter else line.unit, "ui", 17)])


def _modifier(pen: CardPen, modifier: Modifier) -> None:
    value = f"{modifier.value:+d}".replace("-", "−")
    _term(pen, value, [TextRun(modifier.name, "ui", 17), cite(modifier.rule)])


def _in_short(pen: CardPen, preview: Preview) -> None:
    """Every modifier in running text; what each unit brings stands on its counter, and in the sum."""
    runs: list[TextRun] = []
    for modifier in preview.modifiers:
        value = f"{modifier.value:+d}".replace("-", "−")
        runs += [TextRun(value, "ui-bold", 16), TextRun(modifier.name, "ui", 16), cite(modifier.rule, 16)]
    pen.flow(runs, leading=1.0)


def _term(pen: CardPen, value: Text, runs: list[TextRun]) -> None:
    """A term of the sum: its value, right-aligned, and what it is."""
    px = pen.metrics.px
    image = pen.font("counter", 22).printed(value, INK)
    pen.surface.blit(image, image.get_rect(topright=(pen.x + px(34), pen.y - px(2))))
    pen.flow(runs, indent=44, leading=1.0)
    pen.space(1)


def _two_sums(pen: CardPen, counters: Mapping[str, Counter], preview: Preview) -> None:
    """Both sides' sums next to each other."""
    px = pen.metrics.px
    left, width, top = pen.x, pen.width, pen.y
    half = (width - px(16)) // 2
    bottoms = []
    sides = (
        (preview.attackers, preview.modifiers[: preview.first], left),
        (preview.defenders, preview.modifiers[preview.first :], left + half + px(16)),
    )
    for lines, modifiers, x in sides:
        pen.x, pen.width, pen.y = x, half, top
        for line in lines:
            _face(pen, line, counters)
        for modifier in modifiers:
            _modifier(pen, modifier)
        bottoms.append(pen.y)
    pen.x, pen.width, pen.y = left, width, max(bottoms)
    middle = left + half + px(8)
    pygame.draw.line(pen.surface, LINE, (middle, top), (middle, pen.y), px(1))
