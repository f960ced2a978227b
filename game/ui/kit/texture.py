"""Paper to print on, and the textures of table and paper."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor

import pygame

from game import systems
from game.ui.kit.assets import picture


def blank(part: pygame.Rect, whole: tuple[int, int], colour: str) -> pygame.Surface:
    """A part of a blank sheet: a colour, mottle stretched over the whole sheet, fibre at the screen's resolution.

    :param whole: the sheet's size in pixels.
    """
    mottle, grain = texture("paper.jpg"), texture("grain.png")
    whole_w, whole_h = whole
    kx, ky = mottle.get_width() / whole_w, mottle.get_height() / whole_h
    x0, y0 = max(0, floor(part.x * kx) - 1), max(0, floor(part.y * ky) - 1)
    x1 = min(mottle.get_width(), ceil(part.right * kx) + 1)
    y1 = min(mottle.get_height(), ceil(part.bottom * ky) + 1)
    size = max(1, round((x1 - x0) / kx)), max(1, round((y1 - y0) / ky))
    crop = pygame.transform.smoothscale(mottle.subsurface((x0, y0, x1 - x0, y1 - y0)), size)
    surface = pygame.Surface(part.size).convert()
    surface.fill(colour)
    surface.blit(crop, (round(x0 / kx) - part.x, round(y0 / ky) - part.y), special_flags=pygame.BLEND_MULT)
    step = grain.get_width()
    for gx in range(-(part.x % step), part.w, step):
        for gy in range(-(part.y % step), part.h, step):
            surface.blit(grain, (gx, gy), special_flags=pygame.BLEND_MULT)
    return surface


@lru_cache(maxsize=8)
def texture(name: str) -> pygame.Surface:
    """A picture of ``assets/common``, ready to blit.

    :raises AssetError: when it is missing or unreadable.
    """
    return picture(systems.ASSETS / "common" / name).convert()
