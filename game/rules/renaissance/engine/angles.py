"""Directions between points as angles, exactly: sixtieths of a degree clockwise from north."""

from __future__ import annotations

from game.board.manoeuvre import bearing
from game.board.measuring import sine
from game.core.pose import TURN, Spot


def facing_of(start: Spot, end: Spot) -> int:
    """The angle of the direction from one point to another, to the next sixtieth of a degree.

    Found by halving, with the exact sine, so that it is the same on every machine.

    :raises ValueError: for equal points.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    if not (dx or dy):
        raise ValueError("equal points have no direction")
    quarter = 0
    while not (dx >= 0 and dy < 0):  # turn the direction into the first quarter: north up to, not including, east
        dx, dy = dy, -dx
        quarter += 1
    low, high = 0, TURN // 4
    while high - low > 1:
        middle = (low + high) // 2
        if dx * sine(middle + TURN // 4) + dy * sine(middle) >= 0:
            low = middle
        else:
            high = middle
    off_low = abs(dx * sine(low + TURN // 4) + dy * sine(low))
    off_high = abs(dx * sine(high + TURN // 4) + dy * sine(high))
    return ((low if off_low <= off_high else high) + quarter * (TURN // 4)) % TURN


def limited(angle: int, about: int, most: int) -> int:
    """An angle, or the nearest to it that is at most so far from another."""
    turn = bearing(angle - about)
    return angle % TURN if abs(turn) <= most else (about + (most if turn > 0 else -most)) % TURN
