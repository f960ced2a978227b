"""What the workers of the tests' cluster are given to do."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic, sleep

GATE = "gate"
"""The file that everybody waits for."""
LONGEST = 120.0
"""Seconds after which a test is given up."""


def wait_for(path: Path) -> None:
    """Until there is such a file.

    :raises TimeoutError: rather than waiting for ever.
    """
    end = monotonic() + LONGEST
    while not path.exists():
        if monotonic() > end:
            raise TimeoutError(path)
        sleep(0.02)


def gated_square(task: tuple[int, str]) -> int:
    """The square of a number. From the third on it says which process is at it, then waits for the gate."""
    number, folder = task
    if number > 2:
        (Path(folder) / f"at-it-{os.getpid()}").touch()
        wait_for(Path(folder) / GATE)
    return number * number


def sum_of_digits(number: int) -> int:
    """Nothing that takes long."""
    return sum(map(int, str(number)))


def divided_by(number: int) -> float:
    """:raises ZeroDivisionError: for nothing."""
    return 1 / number
