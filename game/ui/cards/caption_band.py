"""The band at the foot of a presentation: one caption in print that is read from the back of the room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pygame

from game.core.caption import LINES
from game.core.message import Text
from game.i18n.words import said
from game.ui.kit.fonts import font
from game.ui.kit.paper import fill
from game.ui.kit.pen import Pen, TextRun, caption_runs, measured
from game.ui.kit.pictures import picture_cache
from game.ui.kit.theme import CREAM, CREAM_FAINT, GOLD, Metrics

PRINT, LEAST = 40, 36
"""Units of the print, and the least of a caption that is longer than most. A window of 1024x768 has one a pixel."""
EDGE = 10, 32
"""Units above and below the caption, and beside it."""
LEADING = 1.06
BAR = 5
"""Units of height of the bar that shows how much has been shown."""
NUMBER = 17
"""Units of the print of a slide's number: it fits beside the caption."""
ASKED, RULE, WHITE = "#f4d58a", "#9ccbf2", "#ffffff"
"""The print of a question to the audience, of rule numbers, and of heavy captions."""


def lines(text: Text, metrics: Metrics, size: int = PRINT, *, heavy: bool = False) -> int:
    """How many lines a caption takes.

    :param heavy: whether it is printed for a projector in a lit room.
    """
    pen = Pen(pygame.Surface((1, 1)), metrics, 0, 0, metrics.width - 2 * metrics.px(EDGE[1]))
    return round(measured(pen, _runs(text, size, CREAM, heavy), leading=LEADING) / _line(metrics, size))


def _runs(text: Text, size: int, colour: str, heavy: bool) -> list[TextRun]:
    """A caption as it is printed; heavy print is narrow, so that it takes no more lines."""
    runs = (replace(run, rule=None, colour=RULE if run.rule else colour) for run in caption_runs(text, "", size))
    return [replace(run, role="counter", colour=run.colour if run.colour == RULE else WHITE) if heavy else run
            for run in runs]


def height(captions: Iterable[Text], metrics: Metrics) -> int:
    """Pixels of a band in which each of some captions has room; where the least print takes a line less,
    that counts."""
    most = max((lines(text, metrics, LEAST) for text in captions), default=0)
    return min(most, LINES) * _line(metrics, PRINT) + 2 * metrics.px(EDGE[0]) if most else 0


def draw(target: pygame.Surface, band: pygame.Rect, metrics: Metrics, text: Text, *, asks: bool = False,
         heavy: bool = False, passed: float = 0.0) -> None:
    """Draw the band with its caption in the middle of its height.

    :param passed: the share of the presentation that has been shown, for the bar at the band's upper edge.
    """
    if band.height:
        target.blit(_picture(band.size, metrics, said(text), asks, heavy), band)
        pygame.draw.rect(target, GOLD, (band.x, band.y, round(band.width * passed), metrics.px(BAR)))


def draw_number(target: pygame.Surface, metrics: Metrics, number: int) -> None:
    """Draw a slide's number small in the corner of the window, beside the caption."""
    image = font("ui", metrics.px(NUMBER)).printed(str(number), CREAM_FAINT)
    corner = target.get_width() - metrics.px(4), target.get_height() - metrics.px(2)
    target.blit(image, image.get_rect(bottomright=corner))


def _line(metrics: Metrics, size: int) -> int:
    """Pixels from one line to the next."""
    return round(max(font(role, metrics.px(size)).get_linesize() for role in ("text", "text-italic", "ui-bold"))
                 * LEADING)


@picture_cache(8)
def _picture(size: tuple[int, int], metrics: Metrics, text: str, asks: bool, heavy: bool) -> pygame.Surface:
    picture = pygame.Surface(size)
    if heavy:
        picture.fill("black")
    else:
        fill(picture, "leather")
    pygame.draw.line(picture, GOLD, (0, 0), (size[0], 0), metrics.px(3))
    colour = ASKED if asks else CREAM
    for print_ in range(PRINT, LEAST - 1, -1):
        pen = Pen(picture, metrics, metrics.px(EDGE[1]), 0, size[0] - 2 * metrics.px(EDGE[1]))
        runs = _runs(text, print_, colour, heavy)
        high = measured(pen, runs, leading=LEADING)
        if high <= size[1] - metrics.px(EDGE[0]):
            break
    pen.y = max(metrics.px(4), (size[1] - high) // 2)
    pen.flow(runs, leading=LEADING)
    return picture
