"""Tasks for the workers of the tests' cluster."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic, sleep

GATE = "gate"
"""The file that all tasks wait for."""
LONGEST = 120.0
"""Seconds after which a task gives up."""


def wait_for(path: Path) -> None:
    """Wait until a file exists.

    :raises TimeoutError: after ``LONGEST`` seconds.
    """
    end = monotonic() + LONGEST
    while not path.exists():
        if monotonic() > end:
            raise TimeoutError(path)
        sleep(0.02)


def gated_square(task: tuple[int, str]) -> int:
    """The square of a number. From the third number on, the task first reports its process, then waits for the gate."""
    number, folder = task
    if number > 2:
        (Path(folder) / f"at-it-{os.getpid()}").touch()
        wait_for(Path(folder) / GATE)
    return number * number


def sum_of_digits(number: int) -> int:
    """The sum of a number's digits, a short task."""
    return sum(map(int, str(number)))


def divided_by(number: int) -> float:
    """:raises ZeroDivisionError: for nothing."""
    return 1 / number
