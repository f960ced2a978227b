"""A measured figure with its target."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import thread_time
from typing import Literal


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table."""

    name: str
    value: float
    """What was measured."""
    unit: str
    target: float
    bound: Literal["at least", "at most"]
    """Whether the target is the smallest or the largest acceptable value."""
    note: str = ""

    @property
    def reached(self) -> bool:
        """Whether the value meets the target."""
        return self.value >= self.target if self.bound == "at least" else self.value <= self.target

    @property
    def line(self) -> str:
        """The figure as a line of the table, below ``HEADING``."""
        mark = "yes" if self.reached else "NO"
        wanted = f"{self.bound} {self.target:g}"
        return f"{self.name:<58} {self.value:>9.3f} {self.unit:<8} {wanted:<15} {mark:<4} {self.note}".rstrip()


HEADING = f"{'figure':<58} {'measured':>9} {'unit':<8} {'wanted':<15} met"


def median_us(work: Callable[[], object], rounds: int = 5, number: int = 200) -> float:
    """The median over rounds of the mean time of one call, in microseconds of this thread, so that other users of the
    machine do not count.

    :param number: calls in each round.
    """
    times = []
    for _ in range(rounds):
        start = thread_time()
        for _ in range(number):
            work()
        times.append((thread_time() - start) / number)
    return median(times) * 1e6
