"""Counters as pictures: die-cut cardboard with unit symbol, abbreviation and numbers, sharp at any size."""

from __future__ import annotations

import pygame

from game.core.contract import Counter
from game.core.theme import SeatInfo, Theme
from game.ui.counters.cardboard import body, cut_corner, fitted, symbol_picture
from game.ui.counters.faces import face_surface
from game.ui.kit.picture_cache import picture_cache

AMBER = "#f2a51d"
SWORDS = (
    "M20 8L62 62M62 8L20 62M9 50L32 68M73 50L50 68M27 66L16 78M55 66L66 78"
)
"""Crossed swords in a box of 82 x 84: blades, guards and grips."""


def counter_surface(counter: Counter, theme: Theme, px: int) -> pygame.Surface:
    """A counter ``px`` pixels square on a transparent ground; one that has moved has a pale corner.

    Cached: do not draw on it.

    :raises AssetError: when the counter's symbol has no picture or its side no known edge pattern.
    """
    moved = "moved" in counter.marks
    if counter.face is not None:
        side = theme.side(counter.seat)
        return face_surface(counter.face, counter.abbr, counter.symbol, counter.numbers, moved, side, px)
    return _counter(counter.seat, counter.abbr, counter.symbol, counter.numbers, moved, theme.seats, px)


@picture_cache(512)
def _counter(seat: str, abbr: str, symbol: str, numbers: str, moved: bool,
             seats: tuple[SeatInfo, ...], px: int) -> pygame.Surface:
    side = next(info for info in seats if info.name == seat)
    surface = body(side, px).copy()
    width, height = round(px * 0.46), round(px * 0.322)
    has_abbr = bool(abbr)
    left = round(px * 0.115) if has_abbr else (px - width) // 2
    surface.blit(symbol_picture(symbol, side.print, width, height), (left, round(px * 0.12)))
    if has_abbr:
        room = px * 0.875 - left - width - px * 0.03
        text = fitted(abbr, side.print, round(px * 0.33), room)
        surface.blit(text, text.get_rect(center=(round(left + width + px * 0.03 + room / 2), round(px * 0.28))))
    big = fitted(numbers, side.print, round(px * 0.57), px * 0.80, side.heavy)
    surface.blit(big, big.get_rect(center=(px // 2, round(px * 0.672))))
    if moved:
        cut_corner(surface, px)
    return surface.convert_alpha()
