"""Counters of which only a strip is seen beside a stack: what tells them apart is printed on it."""

from __future__ import annotations

import pygame

from game.core.contract import Counter
from game.core.theme import SeatInfo, Theme
from game.ui.counters.cardboard import body, fitted, symbol_picture
from game.ui.kit.picture_cache import picture_cache

NAMED = 58
"""Counters narrower than this many pixels carry their numbers instead of a name that could not be read."""
EDGE = 0.06
"""What a counter's edge takes of the strip, in counter widths."""


def peeking_surface(counter: Counter, theme: Theme, px: int, end: int, strip: float) -> pygame.Surface:
    """A counter ``px`` pixels square with its symbol at one side and its numbers below, with room the name upright.

    Cached: do not draw on it.

    :param end: -1 for the left side, 1 for the right one.
    :param strip: how much of it is seen, in counter widths.
    """
    side = theme.side(counter.seat)
    ground, ink = (counter.face.band, counter.face.ink) if counter.face is not None else (side.print, side.paper)
    return _peeking(counter.symbol, counter.abbr, counter.numbers, side, ground, ink, px, end, strip)


@picture_cache(128)
def _peeking(symbol: str, name: str, numbers: str, side: SeatInfo, ground: str, ink: str, px: int, end: int,
             strip: float) -> pygame.Surface:
    surface = body(side, px).copy()
    wide = round(px * (strip - EDGE))
    left = round(px * EDGE) if end < 0 else px - round(px * EDGE) - wide
    band = pygame.Rect(left, round(px * 0.05), wide, round(px * 0.38))
    pygame.draw.rect(surface, ground, band)
    picture = symbol_picture(symbol, ink, wide, round(wide * 0.7), ground)
    surface.blit(picture, picture.get_rect(center=band.center))
    if px < NAMED:
        words = fitted(numbers, side.print, round(px * 0.46), wide * 0.94)
    else:
        words = pygame.transform.rotate(fitted(name, side.print, round(px * 0.24), px * 0.48), 90)
    surface.blit(words, words.get_rect(center=(band.centerx, round(px * 0.70))))
    return surface.convert_alpha()
