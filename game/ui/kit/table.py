"""The walnut table that maps and screens lie on: one picture for the whole window."""

from __future__ import annotations

import pygame

from game.ui.kit.picture_cache import picture_cache
from game.ui.kit.texture import texture


def draw_table(target: pygame.Surface, part: pygame.Rect | None = None) -> None:
    """Cover a surface, or a part of it, with walnut under a lamp: lighter in the middle, darker in the corners."""
    area = part or target.get_rect()
    target.blit(_table(target.get_size()), area, area)


def table_under(rect: pygame.Rect) -> pygame.Surface:
    """The part of the window's table that a rectangle of the window lies on; do not draw on it."""
    window = pygame.display.get_surface() if pygame.display.get_init() else None
    whole = window.get_rect() if window is not None else rect
    return _table(whole.size).subsurface(rect) if whole.contains(rect) else _table(rect.size)


@picture_cache(2)
def _table(size: tuple[int, int]) -> pygame.Surface:
    wood = pygame.transform.smoothscale(texture("walnut.jpg"), size)
    light = pygame.Surface((32, 18))
    for x in range(32):
        for y in range(18):
            off = ((x - 15.5) / 16) ** 2 * 0.75 + ((y - 7.0) / 9) ** 2 * 0.6
            level = round(255 * (1.0 - 0.36 * min(1.3, off)))
            light.set_at((x, y), (level, level, level))
    wood.blit(pygame.transform.smoothscale(light, size), (0, 0), special_flags=pygame.BLEND_MULT)
    return wood
