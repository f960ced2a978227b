"""Counters as pictures: die-cut cardboard with symbol, abbreviation and numbers, or the strip of one beside a stack."""

from __future__ import annotations

from dataclasses import replace

import pygame

from game.core.contract import Counter
from game.core.theme import SeatInfo, Theme
from game.ui.counters.cardboard import body, cut_corner, fitted, symbol_picture
from game.ui.counters.faces import face_surface
from game.ui.kit.pictures import picture_cache

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


def plain_counter(counter: Counter, theme: Theme, px: int) -> pygame.Surface:
    """The counter's face alone, ``px`` pixels wide."""
    return counter_surface(replace(counter, marks=()), theme, px)


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
