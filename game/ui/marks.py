"""Signs on a counter for what it did or must do. They stand on its edge, outside whatever is printed on it."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

import pygame

from game.ui.counters import AMBER, SWORDS, rasterise

_AT = {"must-attack": (0.50, -0.06), "attacked": (1.01, 0.95), "waiting": (1.01, 0.0)}
"""Where a sign's centre stands, in counter widths from the upper left corner. "moved" is the counter's own corner."""
_PILED = 0.66
"""Where the sign of a duty stands along the upper edge of a counter that lies on others: right of their symbols."""


def draw_marks(surface: pygame.Surface, marks: Collection[str], at: tuple[int, int], px: int, piled: bool) -> None:
    """Draw the signs of a counter that is centred ``at`` and ``px`` pixels wide.

    :param piled: whether it lies on counters whose upper edge is to be read.
    """
    left, top = at[0] - px / 2, at[1] - px / 2
    for mark in marks:
        if mark in _AT:
            x, y = _AT[mark]
            x = _PILED if piled and mark == "must-attack" else x
            picture = sign(mark, px)
            surface.blit(picture, picture.get_rect(center=(round(left + x * px), round(top + y * px))))


@lru_cache(maxsize=32)
def sign(mark: str, px: int) -> pygame.Surface:
    """The sign of a mark for a counter ``px`` pixels wide."""
    if mark == "must-attack":
        width = max(12, round(px * 0.42))
        return rasterise(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 25" width="40" height="25">'
            f'<path d="M2 15L20 2L38 15V23L20 10.500L2 23Z" fill="{AMBER}" stroke="#2a1703" stroke-width="3" '
            'stroke-linejoin="round"/></svg>', (width, round(width * 25 / 40)),
        )
    if mark == "attacked":
        inner = (f'<path d="{SWORDS}" transform="translate(14 12) scale(0.88)" fill="none" stroke="#2a2119" '
                 'stroke-width="10"/>')
    else:
        inner = '<path d="M30 23H70L50 50L70 77H30L50 50Z" fill="#2a2119"/>'
    size = max(10, round(px * 0.34))
    return rasterise(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">'
        f'<circle cx="50" cy="50" r="45" fill="#efe5cc" stroke="#2a2119" stroke-width="8"/>{inner}</svg>', (size, size),
    )
