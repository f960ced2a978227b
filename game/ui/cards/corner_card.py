"""A card in a corner of the map, and rings around the places it tells about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from game.ui.kit.theme import GOLD, INK

RING = 0.75
"""The radius of a ring, in widths of a counter."""


def free_corner(area: pygame.Rect, size: tuple[int, int], spots: Iterable[tuple[int, int]], counter: int,
                corners: Sequence[str]) -> pygame.Rect:
    """Where a card of a size covers least of the counters at some spots and the rings around them.

    :param counter: pixels of a counter's width.
    :param corners: attributes of a rectangle, the preferred first.
    """
    across = round(2 * RING * counter)
    near = [pygame.Rect(x, y, 0, 0).inflate(across, across) for x, y in spots]
    boxes = []
    for corner in corners:
        box = pygame.Rect((0, 0), size)
        setattr(box, corner, getattr(area, corner))
        boxes.append(box)
    return min(boxes, key=lambda box: sum(part.width * part.height for part in map(box.clip, near)))


def draw_ring(target: pygame.Surface, spot: tuple[int, int], counter: int, width: int) -> None:
    """Draw a golden ring with a dark edge around a counter.

    :param counter: pixels of its width.
    """
    radius = round(counter * RING)
    pygame.draw.circle(target, INK, spot, radius + 2, width + 3)
    pygame.draw.circle(target, GOLD, spot, radius, width)
