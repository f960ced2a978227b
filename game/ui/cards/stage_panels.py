"""Cards that a presentation lays over the map, in print that is read from the back of the room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

import pygame

from game.core.contract import Counter
from game.core.message import say
from game.core.objective import Objectives
from game.core.theme import Theme
from game.i18n.words import said
from game.ui.cards.objectives import holder, write_all
from game.ui.counters.pictures import plain_counter
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_sheet
from game.ui.kit.pen import Pen
from game.ui.kit.theme import GOLD, INK, PAPER, Metrics

COUNTERS, WIDE, EDGE = (260, 220, 180), (560, 760, 460, 380), 24
"""Units: a counter drawn large and the width of the objectives, the first that has room, and the space around."""
PRINT, LEAST = (34, 31, 28, 26, 24, 22, 20, 18), 24
"""Units of the print of objectives, the largest that fits (few, as each has to be laid out), and the least that is read
beside what they must not cover. Chosen."""
NUMBER, UP = 26, 0.86
"""Units of the print of a hex number that a caption names, and radii of the hex from its middle up to the number."""
TRACK = 1.5
"""How much larger the turn track is than beside a game."""


class StagePanel(NamedTuple):
    """A card and where it lies."""

    picture: pygame.Surface
    at: tuple[int, int]


def counter_panel(area: pygame.Rect, metrics: Metrics, theme: Theme, counter: Counter, spots: Sequence[pygame.Rect],
                  ) -> StagePanel:
    """A counter as large as lets everything printed on it be pointed at, beside some spots where there is room."""
    edge = metrics.px(EDGE)
    for size in map(metrics.px, COUNTERS):
        sheet = free_room(area, (size + 2 * edge, size + 2 * edge), edge, spots)
        if sheet is not None:
            break
    else:
        sheet = _beside(area, (size + 2 * edge, size + 2 * edge), edge, spots)
    panel, inner = _blank(sheet, metrics)
    picture = plain_counter(counter, theme, size)
    panel.picture.blit(picture, picture.get_rect(center=inner.center))
    return panel


def objectives_panel(area: pygame.Rect, metrics: Metrics, theme: Theme, shown: Objectives,
                     spots: Sequence[pygame.Rect], *, always: bool) -> StagePanel | None:
    """Who holds what counts, and what it takes to win, in the largest print that covers no spot.

    :param always: whether it is drawn at one side where every print would cover one; else it is left out then.
    """
    edge = metrics.px(EDGE)
    low = metrics.px(LEAST) * (len(shown.held) + 1) + 2 * edge
    widths = [metrics.px(WIDE[0])]
    if spots:
        widths = [wide for wide in map(metrics.px, WIDE) if free_room(area, (wide, low), edge, spots)]
    found = next(((size, room) for size in PRINT if size >= LEAST for wide in widths
                  if _fits(metrics, theme, shown, size, wide)
                  and (room := free_room(area, _needed(metrics, theme, shown, size, wide), edge, spots))), None)
    if found is None and spots and not always:
        return None
    if found is None:
        wide = metrics.px(WIDE[0])
        needed = ((size, _needed(metrics, theme, shown, size, wide)) for size in PRINT)
        size, asked = next(((size, sheet) for size, sheet in needed if sheet[1] <= area.height - 2 * edge),
                           (PRINT[-1], (wide, area.height - 2 * edge)))
        found = size, _beside(area, asked, edge, spots)
    size, sheet = found
    panel, inner = _blank(sheet, metrics)
    write_all(Pen(panel.picture, metrics, inner.x + edge, inner.y + edge, inner.width - 2 * edge), theme, shown, size)
    return panel


def _blank(sheet: pygame.Rect, metrics: Metrics) -> tuple[StagePanel, pygame.Rect]:
    """A panel with an empty sheet, and where that lies on its picture: its shadow is around it."""
    whole = sheet.inflate(2 * metrics.px(EDGE), 2 * metrics.px(EDGE))
    picture, inner = pygame.Surface(whole.size, pygame.SRCALPHA), sheet.move(-whole.x, -whole.y)
    draw_sheet(picture, inner, metrics.scale)
    return StagePanel(picture, whole.topleft), inner


def _fits(metrics: Metrics, theme: Theme, shown: Objectives, size: int, wide: int) -> bool:
    """Whether everything that is held has room in a line beside its title."""
    face = font("ui", metrics.px(size))
    return all(face.size(said(each.title))[0] + face.size(said(holder(theme, each)))[0] + metrics.px(EDGE) <= wide
               - 2 * metrics.px(EDGE) for each in shown.held)


def _needed(metrics: Metrics, theme: Theme, shown: Objectives, size: int, wide: int) -> tuple[int, int]:
    """The pixels of a sheet with objectives in a print."""
    pen = Pen(pygame.Surface((1, 1)), metrics, 0, 0, wide - 2 * metrics.px(EDGE))
    write_all(pen, theme, shown, size)
    return wide, pen.y + 2 * metrics.px(EDGE)


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


def draw_turn_to_move(target: pygame.Surface, area: pygame.Rect, metrics: Metrics, *, yours: bool) -> None:
    """Where the audience is to move, a golden tag in the lower left corner of the map, with the key that lets it."""
    if not yours:
        return
    told = say("Your move: Enter plays it by hand, Page Down shows it")
    print_ = font("ui-bold", metrics.px(NUMBER)).printed(told, INK)
    tag = print_.get_rect(bottomleft=(area.left + metrics.px(32), area.bottom - metrics.px(12))).inflate(
        metrics.px(24), metrics.px(8))
    pygame.draw.rect(target, GOLD, tag, border_radius=metrics.px(6))
    pygame.draw.rect(target, INK, tag, metrics.px(2), metrics.px(6))
    target.blit(print_, print_.get_rect(center=tag.center))


def free_room(area: pygame.Rect, size: tuple[int, int], edge: int, spots: Sequence[pygame.Rect], *,
              low: bool = False) -> pygame.Rect | None:
    """Room for a sheet in an area that covers none of some spots: at a side, in a corner, or between; None: there is
    none.

    :param low: whether the corners come first, the lower ones before the others.
    """
    inner = area.inflate(-2 * edge, -2 * edge)
    (wide, high), (across, down) = size, (inner.width - size[0], inner.height - size[1])
    if across < 0 or down < 0:
        return None
    sides = (inner.right - wide, inner.left) if _mean(area, spots) < area.centerx else (inner.left, inner.right - wide)
    between = range(inner.left + edge, inner.right - wide, edge)
    tops = [inner.top + down // 2, inner.top, inner.top + down]
    for lefts in (sides, between):
        for top, left in product(reversed(tops) if low else tops, lefts):
            sheet = pygame.Rect(left, top, wide, high)
            if sheet.collidelist(list(spots)) < 0:
                return sheet
    return None


def _beside(area: pygame.Rect, size: tuple[int, int], edge: int, spots: Sequence[pygame.Rect]) -> pygame.Rect:
    """A sheet at the side of an area on which fewer of some spots lie."""
    sheet = pygame.Rect((0, 0), size)
    sheet.midright = area.right - edge, area.centery
    if _mean(area, spots) >= area.centerx:
        sheet.left = area.left + edge
    return sheet


def _mean(area: pygame.Rect, spots: Sequence[pygame.Rect]) -> float:
    """How far from the left some spots lie on the average."""
    return sum(spot.centerx for spot in spots) / len(spots) if spots else area.left
