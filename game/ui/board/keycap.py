"""The key that goes to a place, printed on it."""

from __future__ import annotations

import pygame

from game.ui.counters.cardboard import rasterise
from game.ui.kit.fonts import font
from game.ui.kit.picture_cache import picture_cache


@picture_cache(32)
def keycap(number: int, scale: float) -> pygame.Surface:
    """The key that goes to a place: square, so that it is not taken for a cost; ``scale`` pixels a radius."""
    size = max(14, round(0.86 * scale))
    cap = rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 40 40">'
        '<rect x="2" y="2" width="36" height="36" rx="7" fill="#120a04"/>'
        '<rect x="4" y="4" width="32" height="32" rx="5" fill="#b99a55"/>'
        '<rect x="4" y="4" width="32" height="28" rx="5" fill="#fbf5e6"/></svg>', (size, size),
    )
    print_ = font("counter", max(11, round(0.66 * size))).render(str(number), True, "#20150b")
    cap.blit(print_, print_.get_rect(center=(size // 2, round(size * 0.46))))
    return cap
