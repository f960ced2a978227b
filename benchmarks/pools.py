"""The cost of a roll of many dice: computing its branches again, and the exact expectation over them."""

from __future__ import annotations

from benchmarks.figure import Figure, median_us
from game.core.branches import grouped
from game.core.chance import D6, Die


def hits(before: int, _: Die, face: int) -> int:
    """The number of dice that show five or six, after one more die."""
    return before + (face >= 5)


def pairs_of_ones(before: tuple[int, int], _: Die, face: int) -> tuple[int, int]:
    """The number of pairs of adjacent ones, and 1 if the last die read is an unpaired one, after one more die."""
    pairs, single = before
    return (pairs + 1, 0) if face == 1 and single else (pairs, int(face == 1))


def figures() -> list[Figure]:
    """The times to compute the branches of twenty dice, counted as hits and read in order."""
    counted = median_us(lambda: grouped((D6,) * 20, 0, hits), 5, 100)
    many = median_us(lambda: grouped((D6,) * 40, 0, hits), 5, 50)
    ordered = median_us(lambda: grouped((D6,) * 20, (0, 0), pairs_of_ones), 5, 50)
    return [
        Figure("twenty dice counted as hits, every branch exactly", counted, "us", 1000, "at most",
               f"40 dice {many:.0f}"),
        Figure("twenty dice read in order for pairs of ones", ordered, "us", 2000, "at most"),
    ]
