"""Where the coins of a roll lie, fly and are sorted to: heads to the left. Pure geometry in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, pi, sin
from random import Random

FLIGHT, SORT, COUNT = 0.56, 0.18, 0.26
"""Shares of the time in which coins fly, are sorted, and are counted."""
AIR = 0.72
"""The part of the flight that one coin is in the air; the coins of a roll start one after the other."""
GAP = 1.09
"""From the middle of a coin to the next, in coins."""
BETWEEN = 0.42
"""Room between heads and tails, in coins."""
MOST_ROWS = 6
TALLEST = 0.62
"""The part of a box's height that a coin takes at the most."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the tray."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Pose:
    """A coin now: where its shadow lies (pixels), how high it is (coins), how far over it is (half turns)."""

    x: float
    y: float
    up: float
    turns: float


def size_of(count: int, box: Box) -> tuple[float, int]:
    """The largest coin (pixels across) with which so many fit sorted into a box, and in how many rows."""
    def across(rows: int) -> float:
        columns = ceil(count / rows) + (1 if rows > 1 else 0)
        return min(box.width / (columns * GAP + BETWEEN), box.height / (rows * GAP))

    rows = max(range(1, MOST_ROWS + 1), key=across)
    return min(across(rows), box.height * TALLEST), rows


@lru_cache(maxsize=64)
def sorted_places(count: int, heads: int, box: Box, most: int) -> tuple[tuple[float, float], ...]:
    """The middles of the coins once sorted: heads first, filling columns from the left, then tails.

    ``most`` is the number that must fit: all groups of a roll have coins of the same size.
    """
    across, rows = size_of(most, box)
    tails = count - heads
    columns = ceil(heads / rows) + ceil(tails / rows)
    gap = BETWEEN if heads and tails else 0.0
    left = box.x + (box.width - (columns * GAP + gap) * across) / 2
    top = box.y + (box.height - min(rows, max(heads, tails)) * GAP * across) / 2
    found = []
    for k in range(count):
        block, index = (0.0, k) if k < heads else (ceil(heads / rows) * GAP + gap, k - heads)
        column, row = divmod(index, rows)
        found.append((left + (block + (column + 0.5) * GAP) * across, top + (row + 0.5) * GAP * across))
    return tuple(found)


@lru_cache(maxsize=64)
def landed(count: int, heads: int, box: Box, number: int, most: int) -> tuple[tuple[bool, float, float], ...]:
    """Where the coins of roll ``number`` come to rest, and what each shows: a loose scatter without overlaps."""
    rng = Random(f"{number}/{count}/{heads}")
    across, rows = size_of(most, box)
    columns = ceil(count / rows)
    shows = [True] * heads + [False] * (count - heads)
    rng.shuffle(shows)
    step_x, step_y = box.width / columns, box.height / rows
    slack = max(0.0, step_x - across) / 2, max(0.0, step_y - across) / 2
    found = []
    for k, show in enumerate(shows):
        column, row = divmod(k, rows)
        found.append((
            show,
            box.x + (column + 0.5) * step_x + rng.uniform(-1, 1) * slack[0],
            box.y + (row + 0.5) * step_y + rng.uniform(-1, 1) * slack[1],
        ))
    return tuple(found)


def slots(shows: tuple[bool, ...]) -> tuple[int, ...]:
    """For each coin its place in the sorted row: heads keep their order, then tails."""
    heads = [k for k, show in enumerate(shows) if show]
    order = heads + [k for k, show in enumerate(shows) if not show]
    return tuple(order.index(k) for k in range(len(shows)))


def flying(
    k: int, count: int, share: float, hand: tuple[float, float], rest: tuple[float, float], number: int
) -> Pose | None:
    """Coin ``k`` of a roll ``share`` of the way from the hand to rest; None while it is still in the hand."""
    rng = Random(f"{number}-{k}")
    start = (1 - AIR) * k / max(1, count)
    t = (share - start) / AIR
    if t < 0:
        return None
    t = min(1.0, t)
    spins = rng.choice((5, 6, 7)) * 2
    arc = rng.uniform(1.5, 2.3)
    if t < 0.74:
        s = t / 0.74
        x, y = hand[0] + (rest[0] - hand[0]) * s, hand[1] + (rest[1] - hand[1]) * s
        return Pose(x, y, arc * sin(pi * s) + 0.05, spins * (1 - s) ** 1.15)
    s = (t - 0.74) / 0.26
    return Pose(rest[0], rest[1], 0.26 * abs(sin(pi * s * 2)) * (1 - s), 0.22 * sin(pi * 4 * s) * (1 - s) ** 2)


def hand_of(box: Box) -> tuple[float, float]:
    """Where the rolling hand is: below the box's left corner."""
    return box.x + box.width * 0.10, box.y + box.height * 1.10
