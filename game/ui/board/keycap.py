"""The key that goes to a place, printed on it; the same key on the button that does the same."""

from __future__ import annotations

import pygame

from game.ui.counters.cardboard import rasterise
from game.ui.kit.fonts import font
from game.ui.kit.picture_cache import picture_cache


@picture_cache(32)
def keycap(number: int, scale: float) -> pygame.Surface:
    """The key that goes to a place, ``scale`` pixels a radius."""
    return keycap_of(number, max(14, round(0.86 * scale)))


@picture_cache(32)
def keycap_of(number: int, size: int) -> pygame.Surface:
    """A key of a keyboard seen from above, so many pixels wide: dark with light print, wider at its foot, so that it is
    taken neither for a cost nor for the number of an area."""
    cap = rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 40 40">'
        '<path d="M8 2 H32 Q35 2 36 6 L39 33 Q39 38 34 38 H6 Q1 38 1 33 L4 6 Q5 2 8 2 Z" fill="#0d151d"/>'
        '<path d="M8 4 H32 Q34 4 34.5 7 L37 33 Q37 36 34 36 H6 Q3 36 3 33 L5.5 7 Q6 4 8 4 Z" fill="#8fb6d6"/>'
        '<path d="M10 5 H30 Q33 5 33 8 L34 26 Q34 30 30 30 H10 Q6 30 6 26 L7 8 Q7 5 10 5 Z" fill="#1f3a52"/></svg>',
        (size, size),
    )
    print_ = font("counter", max(9, round(0.60 * size))).render(str(number), True, "#ffffff")
    cap.blit(print_, print_.get_rect(center=(size // 2, round(size * 0.44))))
    return cap
