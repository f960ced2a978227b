"""Which way counters face, and the arrows by which a facing is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, hypot, radians, sin

import pygame

from game.core.message import say
from game.ui.counters.cardboard import rasterise
from game.ui.kit.picture_cache import picture_cache
from game.ui.kit.tip import Told

NOSE = 0.84
"""How wide the bar before a counter's front is, in counter widths."""
OUT = 0.61
"""Where it lies: from the counter's middle, in counter widths."""
RING = 0.98
"""How far from a place's centre the arrows lie, in the sheet's units."""
ARROW = 0.46
"""The size of an arrow, in the sheet's units."""


@picture_cache(256)
def nose(angle: int, px: int) -> pygame.Surface:
    """The bar before the front of a counter that faces ``angle`` degrees, ``px`` pixels wide, with a point towards
    either hex in front."""
    return rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{px}" height="{px}" viewBox="-50 -50 100 100">'
        f'<path transform="rotate({angle})" d="M -45 9 L -34 -13 L -23 -2 L 23 -2 L 34 -13 L 45 9 Z" fill="#ffd23c" '
        'stroke="#20150b" stroke-width="6" stroke-linejoin="round"/></svg>', (px, px),
    )


@picture_cache(64)
def arrow(angle: int, px: int, chosen: bool) -> pygame.Surface:
    """An arrow that offers a facing."""
    return _wedge(angle, px, "#ffce4a" if chosen else "#1a61ad", "#ffffff" if not chosen else "#20150b")


def _wedge(angle: int, px: int, fill: str, edge: str) -> pygame.Surface:
    return rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{px}" height="{px}" viewBox="-50 -50 100 100">'
        f'<path transform="rotate({angle})" d="M 0 -40 L 40 34 L 0 16 L -40 34 Z" fill="{fill}" stroke="{edge}" '
        'stroke-width="9" stroke-linejoin="round"/></svg>', (px, px),
    )


def draw_nose(surface: pygame.Surface, angle: int, at: tuple[float, float], px: int) -> pygame.Rect:
    """Show which way a counter faces.

    :param angle: degrees clockwise from the top of the map.
    :param at: the counter's middle, in window pixels; ``px`` is its width.
    :return: the pixels of the bar itself.
    """
    picture = nose(angle % 360, max(8, round(NOSE * px)))
    place = picture.get_rect(center=_beside(at, angle, OUT * px))
    surface.blit(picture, place)
    return picture.get_bounding_rect().move(place.topleft)


def draw_arrows(
    surface: pygame.Surface, facings: Mapping[int, bool], at: tuple[float, float], scale: float, told: Told
) -> None:
    """Draw the facings that can be chosen around a place.

    :param facings: angle -> whether it is the one taken now.
    :param scale: pixels a unit of the sheet.
    """
    for angle, chosen in facings.items():
        picture = arrow(angle % 360, max(14, round(ARROW * scale)), chosen)
        place = surface.blit(picture, picture.get_rect(center=_beside(at, angle, RING * scale)))
        told.append((place, say("It faces this way") if chosen else say("Click: face this way")))


def facing_at(
    facings: Mapping[int, bool], at: tuple[float, float], scale: float, pos: tuple[int, int]
) -> int | None:
    """The angle of the arrow under a point of the window, if there is one."""
    reach = max(14, round(ARROW * scale)) * 0.6
    found = []
    for angle in facings:
        x, y = _beside(at, angle, RING * scale)
        gap = hypot(pos[0] - x, pos[1] - y)
        if gap <= reach:
            found.append((gap, angle))
    return min(found)[1] if found else None


def _beside(at: tuple[float, float], angle: int, far: float) -> tuple[float, float]:
    turn = radians(angle)
    return at[0] + far * sin(turn), at[1] - far * cos(turn)
