"""Cards that a presentation lays over the map, in print that is read from the back of the room."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.core.contract import Counter
from game.core.objective import Objectives
from game.core.theme import Theme
from game.ui.cards.objectives import write_all
from game.ui.counters.plain import plain_counter
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_sheet
from game.ui.kit.pen import Pen
from game.ui.kit.theme import INK, PAPER, Metrics

COUNTER, WIDE, EDGE = 260, 560, 24
"""Units: a counter drawn large, the width of the objectives, and the space around."""
PRINT = range(34, 17, -1)
"""Units of the print of objectives, the largest that fits."""
NUMBER, UP = 26, 0.86
"""Units of the print of a hex number that a caption names, and radii of the hex from its middle up to the number."""
TRACK = 1.5
"""How much larger the turn track is than beside a game."""


def draw_counter(target: pygame.Surface, area: pygame.Rect, metrics: Metrics, theme: Theme, counter: Counter, *,
                 right: bool) -> None:
    """A counter as large as lets everything printed on it be pointed at."""
    size, edge = metrics.px(COUNTER), metrics.px(EDGE)
    sheet = _beside(area, (size + 2 * edge, size + 2 * edge), edge, right=right)
    draw_sheet(target, sheet, metrics.scale)
    picture = plain_counter(counter, theme, size)
    target.blit(picture, picture.get_rect(center=sheet.center))


def draw_objectives(target: pygame.Surface, area: pygame.Rect, metrics: Metrics, theme: Theme, shown: Objectives, *,
                    right: bool) -> None:
    """Who holds what counts, and what it takes to win."""
    edge, wide = metrics.px(EDGE), metrics.px(WIDE)
    for size in PRINT:
        trial = Pen(pygame.Surface((1, 1)), metrics, 0, 0, wide - 2 * edge)
        write_all(trial, theme, shown, size)
        if trial.y <= area.height - 4 * edge:
            break
    sheet = _beside(area, (wide, min(trial.y, area.height - 4 * edge) + 2 * edge), edge, right=right)
    draw_sheet(target, sheet, metrics.scale)
    write_all(Pen(target, metrics, sheet.x + edge, sheet.y + edge, wide - 2 * edge), theme, shown, size)


def draw_numbers(target: pygame.Surface, area: pygame.Rect, metrics: Metrics, spots: Mapping[str, tuple[int, int]],
                 radius: float) -> None:
    """The numbers of the hexes that a caption names, on tags at their tops.

    :param spots: the middles of the hexes, in window pixels.
    :param radius: pixels from the middle of a hex to a corner.
    """
    for number, (x, y) in spots.items():
        print_ = font("counter", metrics.px(NUMBER)).render(number, True, INK)
        tag = print_.get_rect(center=(x, round(y - UP * radius))).inflate(metrics.px(14), metrics.px(2)).clamp(area)
        pygame.draw.rect(target, PAPER, tag, border_radius=metrics.px(5))
        pygame.draw.rect(target, INK, tag, metrics.px(2), metrics.px(5))
        target.blit(print_, print_.get_rect(center=tag.center))


def _beside(area: pygame.Rect, size: tuple[int, int], edge: int, *, right: bool) -> pygame.Rect:
    """A sheet at one side of an area."""
    sheet = pygame.Rect((0, 0), size)
    sheet.midright = area.right - edge, area.centery
    if not right:
        sheet.left = area.left + edge
    return sheet
