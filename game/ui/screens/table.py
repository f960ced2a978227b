"""The walnut table that screens without a map lie on."""

from __future__ import annotations

import pygame

from game.ui.picture_cache import picture_cache
from game.ui.sheet import texture


def draw_table(target: pygame.Surface, part: pygame.Rect | None = None) -> None:
    """Cover a surface, or a part of it, with walnut under a lamp: lighter in the middle, darker in the corners."""
    area = part or target.get_rect()
    target.blit(_table(target.get_size()), area, area)


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
