"""Lines of sight from the centre of a hex to the centre of another, exact and the same from either end.

A line crosses the hexes whose inside it meets. Where it runs along the side between two hexes it gives both, and only
what blocks both blocks it: one may look past either side of it. A hex that the line touches in no more than a corner
is not crossed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from math import lcm
from typing import NamedTuple

from game.board.hexgrid import STEPS, Axial, HexBoard, HexGrid

Stretch = tuple[str, ...]
"""The one hex that a line crosses, or the two, in ascending order, along whose common side it runs."""


class Obstruction(NamedTuple):
    """What blocks a line first."""

    hexes: Stretch
    """The hex, or both where the line runs between two. Where a hexside blocks, what lies beyond it."""
    top: int
    """The level it rises to; of two hexes that of the lower one."""


def line(grid: HexGrid, a: str, b: str) -> tuple[Stretch, ...]:
    """What a line crosses, in order; the first and the last stretch are the two hexes themselves.

    Hexes off the board are named too where the line leaves it.
    """
    (aq, ar), (bq, br) = grid.axial(a), grid.axial(b)
    return tuple(
        tuple(sorted(grid.from_axial(aq + q, ar + r) for q, r in stretch)) for stretch in _crossed(bq - aq, br - ar)
    )


def sides(grid: HexGrid, a: str, b: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """The hexsides that a line crosses, in order: one side between two hexes, two on the ways past either of two.

    A side is named by its hexes, the one nearer to ``a`` first. That along which the line runs is not crossed.
    """
    return tuple(tuple((one, other) for one in near for other in far) for near, far in pairwise(line(grid, a, b)))


def obstruction(
    board: HexBoard, a: str, b: str, clears: int, top: Callable[[str], int],
    side_top: Callable[[str, str], int] | None = None,
) -> Obstruction | None:
    """What blocks the line between two hexes first, seen from the first; None where it is clear.

    What lies off the board blocks nothing; where a line runs along the edge of the board, the hex on it decides alone.

    :param clears: the highest level that does not block. Where what is higher than both ends blocks (Tours 7.4), the
        level of the higher end; where what is higher than the firing hex does (Adua, Fig. 4), that hex's own.
    :param top: hex -> the level up to which it blocks: its own, or higher where woods, towns or units count. Asked of
        the hexes between the two, never of them.
    :param side_top: hex, next hex -> the level up to which their common side blocks, the same from either end.
        Asked of all sides that are crossed, those of the two hexes included.
    """
    crossed = line(board.grid, a, b)
    for i, (near, far) in enumerate(pairwise(crossed), 1):
        last = i == len(crossed) - 1
        ways: list[int] = []
        for hex_ in far:
            if not board.knows(hex_):
                continue
            before = near if len(near) == 1 else ()
            beyond = crossed[i + 1] if len(far) == 2 else ()
            tops = [] if last else [top(hex_)]
            if side_top is not None:
                tops += [side_top(other, hex_) for other in before if board.knows(other)]
                tops += [side_top(hex_, other) for other in beyond if board.knows(other)]
            if tops:
                ways.append(max(tops))
        if ways and min(ways) > clears:
            return Obstruction(far, min(ways))
    return None


@lru_cache(8192)
def _crossed(dq: int, dr: int) -> tuple[tuple[Axial, ...], ...]:
    """The stretches of the line from (0, 0) to an axial position."""
    slopes = 2 * dq + dr, dq + 2 * dr, dr - dq
    if not any(slopes):
        return (((0, 0),),)
    whole = lcm(*filter(None, slopes))
    found: dict[int, list[Axial]] = {}
    edge: list[Axial] = [(0, 0)]
    seen = set(edge)
    while edge:
        here = edge.pop()
        enters = _enters(slopes, whole, here)
        if enters is not None:
            found.setdefault(enters, []).append(here)
            for q, r in STEPS:
                near = here[0] + q, here[1] + r
                if near not in seen:
                    seen.add(near)
                    edge.append(near)
    return tuple(tuple(found[share]) for share in sorted(found))


def _enters(slopes: tuple[int, int, int], whole: int, hex_: Axial) -> int | None:
    """Where on a line, in shares of which ``whole`` are all of it, it enters a hex or begins to run along its side.

    A hex is what three strips have in common, one for each pair of opposite sides. A point's places across the strips
    are the differences of its cube coordinates; the hex holds those that differ from its own by at most 1. ``slopes``
    are the places of the line's end. None where the line meets no more of the hex than a corner.
    """
    q, r = hex_
    start, end = 0, whole
    for slope, middle in zip(slopes, (2 * q + r, q + 2 * r, r - q), strict=True):
        if slope == 0:
            if abs(middle) > 1:
                return None
            continue
        share = whole // slope  # exact: a common multiple; below 0 where the line runs the other way
        one, other = (middle - 1) * share, (middle + 1) * share
        start, end = max(start, min(one, other)), min(end, max(one, other))
    return start if start < end else None
