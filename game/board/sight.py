"""Lines of sight from the centre of one hex to the centre of another, exact and the same in both directions.

A line crosses the hexes whose interior it passes through. Where it runs along the side between two hexes it has both,
and is blocked only if both block: one may look past either side of it. A hex that the line only touches at a corner is
not crossed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from game.board.hexgrid import STEPS, Axial, HexBoard, HexGrid

Stretch = tuple[str, ...]
"""The one hex that a line crosses, or the two, in ascending order, along whose common side it runs."""


class Obstruction(NamedTuple):
    """The first obstacle that blocks a line."""

    hexes: Stretch
    """The blocking hex, or both where the line runs between two."""
    top: int
    """The level up to which it blocks; for two hexes, that of the lower one."""


def line(grid: HexGrid, a: str, b: str) -> tuple[Stretch, ...]:
    """The hexes that a line crosses, in order; the first and the last stretch are the two end hexes.

    Hexes off the board are included where the line leaves it.
    """
    (aq, ar), (bq, br) = grid.axial(a), grid.axial(b)
    return tuple(
        tuple(sorted(grid.from_axial(aq + q, ar + r) for q, r in stretch))
        for stretch in _crossed_stretches(bq - aq, br - ar)
    )


def obstruction(board: HexBoard, a: str, b: str, clears: int, top: Callable[[str], int]) -> Obstruction | None:
    """The first obstacle on the line between two hexes, seen from the first; None if the line is clear.

    Nothing off the board blocks; where a line runs along the edge of the board, the hex on it decides alone.

    :param clears: the highest level that does not block. If terrain higher than both ends blocks (Tours 7.4), the level
        of the higher end; if terrain higher than the firing hex does (Adua, Fig. 4), that hex's own.
    :param top: hex -> the level up to which it blocks: its own, or higher for woods, towns or units. Called for the
        hexes between the two, never for the two themselves.
    """
    for stretch in line(board.grid, a, b)[1:-1]:
        tops = [top(hex_) for hex_ in stretch if board.knows(hex_)]
        if tops and min(tops) > clears:
            return Obstruction(stretch, min(tops))
    return None


@lru_cache(8192)
def _crossed_stretches(dq: int, dr: int) -> tuple[tuple[Axial, ...], ...]:
    """The stretches of the line from (0, 0) to an axial position."""
    slopes = 2 * dq + dr, dq + 2 * dr, dr - dq
    if not any(slopes):
        return (((0, 0),),)
    line_length = lcm(*filter(None, slopes))
    stretches: dict[int, list[Axial]] = {}  # position of entry, see ``_entry_position`` -> the hexes
    to_visit: list[Axial] = [(0, 0)]
    visited = set(to_visit)
    while to_visit:
        here = to_visit.pop()
        position = _entry_position(slopes, line_length, here)
        if position is not None:
            stretches.setdefault(position, []).append(here)
            for q, r in STEPS:
                near = here[0] + q, here[1] + r
                if near not in visited:
                    visited.add(near)
                    to_visit.append(near)
    return tuple(tuple(stretches[position]) for position in sorted(stretches))


def _entry_position(slopes: tuple[int, int, int], line_length: int, hex_: Axial) -> int | None:
    """The position on a line, out of ``line_length``, where it enters a hex or begins to run along its side; None if
    the line touches the hex in no more than a corner.

    A hex is the intersection of three strips, one for each pair of opposite sides. The coordinates of a point across
    the strips are the differences of its cube coordinates; a point is in the hex if each of its coordinates differs
    from that of the hex's centre by at most 1.

    :param slopes: the coordinates of the line's end across the strips; the line begins at 0.
    """
    q, r = hex_
    start, end = 0, line_length
    for slope, middle in zip(slopes, (2 * q + r, q + 2 * r, r - q), strict=True):
        if slope == 0:
            if abs(middle) > 1:
                return None
            continue
        share = line_length // slope  # exact: a common multiple; negative if the line runs the other way
        one, other = (middle - 1) * share, (middle + 1) * share
        start, end = max(start, min(one, other)), min(end, max(one, other))
    return start if start < end else None
