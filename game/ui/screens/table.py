"""The walnut table that screens without a map lie on."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pygame

DARK, LIGHT = (43, 29, 20), (58, 40, 28)


def draw_table(target: pygame.Surface, part: pygame.Rect | None = None) -> None:
    """Cover a surface, or a part of it, with walnut planks, darker towards the corners."""
    area = part or target.get_rect()
    target.blit(_table(target.get_size()), area, area)


@lru_cache(maxsize=2)
def _table(size: tuple[int, int]) -> pygame.Surface:
    width, height = max(8, size[0] // 3), max(8, size[1] // 3)
    rng = np.random.default_rng(1541)
    y = np.linspace(0, height / 360, height, dtype=np.float32)[:, None]
    x = np.linspace(0, width / 360, width, dtype=np.float32)[None, :]
    warp = 0.05 * np.sin(2.1 * x + 3.0 * y) + 0.02 * np.sin(6.3 * x - 1.7 * y)
    plank = np.floor((y + 0.02) * 3.2)
    shift = rng.uniform(0, 9, 64).astype(np.float32)[plank.astype(int) % 64]
    rings = np.sin((y + warp) * 58 + shift * 5 + 1.4 * np.sin(1.3 * x + shift * 2))
    streak = np.sin((y + warp * 0.5) * 210 + shift * 11 + 2.2 * np.sin(0.9 * x + shift))
    fibre = rng.normal(0, 1, (height, max(1, width // 14 + 1))).astype(np.float32)
    fibre = np.repeat(fibre, 14, 1)[:, :width]
    tone = 0.45 + 0.16 * rings + 0.08 * streak + 0.07 * fibre + 0.10 * (shift / 9 - 0.5)
    seam = np.abs((y + 0.02) * 3.2 % 1.0 - 0.5) > 0.494
    tone = np.where(seam, tone - 0.5, tone)
    u, v = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    tone = tone * (1.08 - 0.5 * np.clip(u * u * 0.6 + v * v * 0.7, 0, 1)) + 0.12 * np.exp(
        -3 * (u * u + (v + 0.25) ** 2)
    )
    dark, light = np.array(DARK), np.array(LIGHT)
    pixels = np.clip(dark + (light - dark) * tone[..., None] * 1.5, 8, 255).astype(np.uint8)
    small = pygame.surfarray.make_surface(pixels.swapaxes(0, 1))
    return pygame.transform.smoothscale(small, size)
