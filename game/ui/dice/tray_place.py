"""Where the tray lies: on the map, off the counters, above all off those that the roll is about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pygame

SHARES = (1.0, 0.88, 0.76, 0.66)
"""How large it may be, as shares of the size wanted; a smaller one is taken where the larger would cover more."""
STEPS = 6
"""Places tried along its own width, and along its own height."""


def place_tray(
    area: pygame.Rect,
    size: tuple[int, int],
    counters: Sequence[pygame.Rect],
    fight: Sequence[pygame.Rect],
    last: pygame.Rect | None = None,
    margin: int = 0,
) -> pygame.Rect:
    """The place that covers nothing of a fight, then the least of what lies around it, then the fewest counters, and
    then is nearest the lower right corner.

    :param last: where it lay before; it stays there as long as it covers nothing.
    :param margin: pixels around a fight in which retreats and advances will be seen.
    """
    around = [box.inflate(2 * margin, 2 * margin) for box in fight]
    if last is not None and last.size == size and area.contains(last) and last.collidelist([*counters, *around]) < 0:
        return last
    best: tuple[tuple[int, int, int, int, int], pygame.Rect] | None = None
    for order, share in enumerate(SHARES):
        tray = pygame.Rect((0, 0), (round(size[0] * share), round(size[1] * share)))
        for x, y in product(_starts(area.left, area.right, tray.w), _starts(area.top, area.bottom, tray.h)):
            tray.topleft = x, y
            hidden = tuple(len(tray.collidelistall(boxes)) for boxes in (fight, around, counters))
            far = (area.right - tray.right) + (area.bottom - tray.bottom)
            cost = hidden[0], hidden[1], hidden[2], order, far
            if best is None or cost < best[0]:
                best = cost, tray.copy()
        if best is not None and not any(best[0][:3]):
            break
    assert best is not None
    return best[1]


def _starts(low: int, high: int, length: int) -> list[int]:
    """Where something of a length may begin between two ends, from the far end on."""
    step = max(4, length // STEPS)
    return [*range(max(low, high - length), low, -step), low]
