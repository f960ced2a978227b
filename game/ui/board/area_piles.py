"""How the counters of one area lie: each side's stack fanned in columns, officers beside it, foes face to face."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import NamedTuple

from game.ui.board.hex_stacks import COUNTER
from game.ui.kit.camera import Point

STEP = 0.37
"""How far each counter of a column lies below the one beneath, in counter widths: its band shows."""
JUT = 0.24
"""How far the top of a stack in several columns juts out below the other columns, in counter widths."""
ASIDE = 0.16
"""Between a stack and those beside it, in counter widths."""
FRONT = 0.30
"""Between two sides in one area, in counter widths."""
LEAST = 0.52
"""Counters get no smaller than this share of their full size."""


class Lot(NamedTuple):
    """One side's counters in an area."""

    stacked: int
    beside: int


class Pile(NamedTuple):
    """Where counters lie about the middle of an area, in counter widths, and how large they are shown."""

    spots: tuple[tuple[Point, ...], ...]
    """For each lot: those stacked from the bottom up, then those beside."""
    share: float


def arrange(lots: Sequence[Lot], mirrored: Sequence[bool], room: Callable[[Point], float]) -> Pile:
    """The largest arrangement that fits.

    :param mirrored: for each lot whether it looks to the left, its top counter at its left end.
    :param room: how many times as large a box may be, given half its size in counter widths.
    """
    best: Pile | None = None
    for columns in (1, 2, 3, 4):
        if columns > 1 and columns > max(lot.stacked for lot in lots):
            break
        groups = [_group(lot, columns) for lot in lots]
        width = sum(w for _, (w, _) in groups) + FRONT * (len(groups) - 1)
        height = max(h for _, (_, h) in groups)
        share = min(1.0, room((width / 2, height / 2)))
        if best is None or share > best.share + 0.02:
            left, spots = -width / 2, []
            for (points, (w, _)), mirror in zip(groups, mirrored, strict=True):
                spots.append(tuple(((w - x if mirror else x) + left, y) for x, y in points))
                left += w + FRONT
            best = Pile(tuple(spots), share)
        if best.share >= 1.0:
            break
    assert best is not None
    return best._replace(share=max(LEAST, best.share))


def half_size(pile: Pile) -> Point:
    """Half the width and height of a pile at full size, in the sheet's units."""
    points = [point for spots in pile.spots for point in spots]
    half = COUNTER / 2
    return max(abs(x) for x, _ in points) * COUNTER + half, max(abs(y) for _, y in points) * COUNTER + half


def column(number: int) -> tuple[Point, ...]:
    """Where so many counters lie that are fanned about a middle, those beneath first."""
    return tuple((0.0, (k - (number - 1) / 2) * STEP) for k in range(number))


def _group(lot: Lot, columns: int) -> tuple[list[Point], Point]:
    """The middles of a lot's counters, x from its left end and y about its middle, and its size."""
    columns = max(1, min(columns, lot.stacked))
    rows = ceil(lot.stacked / columns)
    tall = max(rows, lot.beside, 1)
    jut = JUT if columns > 1 else 0.0
    height = 1 + (tall - 1) * STEP + jut
    start = 1.0 + ASIDE if lot.beside and lot.stacked else 0.0
    points = []
    for k in range(lot.stacked):
        # The top counter is the last of the last, full column.
        from_top = lot.stacked - 1 - k
        column, row = columns - 1 - from_top // rows, from_top % rows
        above = jut if from_top else 0.0
        points.append((start + column * 1.04 + 0.5, height / 2 - 0.5 - row * STEP - above))
    for k in range(lot.beside):
        points.append((0.5, height / 2 - 0.5 - (lot.beside - 1 - k) * STEP))
    stacked = columns * 1.04 - 0.04 if lot.stacked else 0.0
    width = start + stacked if lot.stacked else 1.0
    return points, (width, height)
