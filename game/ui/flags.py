"""Flags over places worth holding: whose they are, by colour, lightness and pattern."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.core.theme import SeatInfo, Theme
from game.ui.camera import Point
from game.ui.cardboard import rasterise
from game.ui.picture_cache import picture_cache

SIZE = 0.9
"""A flag's height, pole and all, in the sheet's units."""


def draw_flags(
    surface: pygame.Surface, holders: Mapping[str, str], theme: Theme, foot_of: Callable[[str], Point | None],
    sharp: float, stretch: float,
) -> None:
    """Draw the flag of each place's holder.

    :param foot_of: from a place to the window pixel of its flag's middle; None where it has no room for one.
    :param sharp: pixels a unit at which flags are cut; they are shown ``stretch`` times as large.
    """
    for place, seat in holders.items():
        foot = foot_of(place)
        if foot is not None:
            order = next(k for k, info in enumerate(theme.seats) if info.name == seat)
            picture = flag(theme.seats[order], order, max(14, round(SIZE * sharp)))
            if stretch != 1.0:
                picture = pygame.transform.smoothscale_by(picture, stretch)
            surface.blit(picture, picture.get_rect(center=(round(foot[0]), round(foot[1]))))


@picture_cache(16)
def flag(side: SeatInfo, order: int, px: int) -> pygame.Surface:
    """A side's flag on a pole, ``px`` pixels high: the first side's has a bar, the second's a disc and two tails."""
    if order == 0:
        cloth = "M12 8C26 2 40 14 58 8V42C40 48 26 36 12 42Z"
        charge = "M12 19C26 13 40 25 58 19V31C40 37 26 25 12 31Z"
    else:
        cloth = "M12 8C26 2 38 14 60 6L48 24L60 44C38 48 26 36 12 42Z"
        charge = "M20 25a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z"
    return rasterise(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 66 84" width="66" height="84">'
        '<ellipse cx="13" cy="79" rx="12" ry="3.600" fill="#1b120a" fill-opacity="0.45"/>'
        '<path d="M10 80V6" stroke="#fff6df" stroke-width="9" stroke-linecap="round"/>'
        f'<path d="{cloth}" fill="#fff6df" stroke="#fff6df" stroke-width="7" stroke-linejoin="round"/>'
        '<path d="M10 80V6" stroke="#1b120a" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="{cloth}" fill="{side.paper}" stroke="#1b120a" stroke-width="3" stroke-linejoin="round"/>'
        f'<path d="{charge}" fill="{side.print}"/></svg>', (round(px * 66 / 84), px),
    )
