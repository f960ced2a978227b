"""A card in a corner of the map, and rings around the places it tells about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from game.ui.kit.theme import GOLD, INK

RING = 0.75
"""The radius of a ring, in widths of a counter."""


def free_corner(area: pygame.Rect, size: tuple[int, int], spots: Iterable[tuple[int, int]], counter: int,
                corners: Sequence[str]) -> pygame.Rect:
    """Where a card of a size covers the fewest spots.

    :param counter: pixels of a counter's width: no nearer to its middle than half of it counts as free.
    :param corners: attributes of a rectangle, the preferred first.
    """
    near = [pygame.Rect(x, y, 0, 0).inflate(counter, counter) for x, y in spots]
    boxes = []
    for corner in corners:
        box = pygame.Rect((0, 0), size)
        setattr(box, corner, getattr(area, corner))
        boxes.append(box)
    return min(boxes, key=lambda box: len(box.collidelistall(near)))


def draw_ring(target: pygame.Surface, spot: tuple[int, int], counter: int, width: int) -> None:
    """Draw a golden ring with a dark edge around a counter.

    :param counter: pixels of its width.
    """
    radius = round(counter * RING)
    pygame.draw.circle(target, INK, spot, radius + 2, width + 3)
    pygame.draw.circle(target, GOLD, spot, radius, width)
