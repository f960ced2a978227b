"""Cards that a presentation lays over the map, in print that is read from the back of the room."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping

import pygame

from game.core.contract import Counter
from game.core.objective import Objectives
from game.core.theme import Theme
from game.ui.cards.objectives import write_all
from game.ui.counters.plain import plain_counter
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_sheet, shadow_of
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


class ObjectivesCard:
    """Who holds what counts, and what it takes to win; its picture is kept."""

    def __init__(self) -> None:
        self._kept: tuple[object, pygame.Surface] | None = None
        """What is printed on it and for which room, and the card with its shadow."""

    def draw(self, target: pygame.Surface, area: pygame.Rect, metrics: Metrics, theme: Theme, shown: Objectives, *,
             right: bool) -> None:
        """Lay it at one side of an area."""
        key = area.height, metrics, theme, shown
        if self._kept is None or self._kept[0] != key:
            self._kept = key, _objectives(area, metrics, theme, shown)
        card, shadow = self._kept[1], 2 * shadow_of(metrics.scale)
        size = card.get_width() - shadow, card.get_height() - shadow
        target.blit(card, _beside(area, size, metrics.px(EDGE), right=right).inflate(shadow, shadow))


def _objectives(area: pygame.Rect, metrics: Metrics, theme: Theme, shown: Objectives) -> pygame.Surface:
    """The card of objectives with its shadow, in the largest print with which it is no higher than an area."""
    edge, wide, shadow = metrics.px(EDGE), metrics.px(WIDE), shadow_of(metrics.scale)
    most = area.height - 4 * edge

    def high(size: int) -> int:
        trial = Pen(pygame.Surface((1, 1)), metrics, 0, 0, wide - 2 * edge)
        write_all(trial, theme, shown, size)
        return trial.y

    fits = bisect_left(PRINT, True, key=lambda size: high(size) <= most)
    size = PRINT[min(fits, len(PRINT) - 1)]
    sheet = pygame.Rect(shadow, shadow, wide, min(high(size), most) + 2 * edge)
    card = pygame.Surface(sheet.inflate(2 * shadow, 2 * shadow).size, pygame.SRCALPHA)
    draw_sheet(card, sheet, metrics.scale)
    write_all(Pen(card, metrics, sheet.x + edge, sheet.y + edge, wide - 2 * edge), theme, shown, size)
    return card.convert_alpha()


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
