"""The figures most likely to get worse, measured in a minute at the end of every run of the checks.

Times are given relative to yardsticks of the same run: random chess for the rules, a blit of the whole window for the
screen, a bare import of pygame for the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import thread_time

import pygame

from benchmarks import loading, playouts, steps
from benchmarks.figure import HEADING, Figure
from benchmarks.frames import SIZE, frame_times, quiet_folders
from game.match.start import Start

ROUNDS, SECONDS = 3, 0.4
"""Rounds of each battle's playouts and their seconds: fewer and shorter than those of ``make bench``."""
BLITS = 50
"""Blits in a measurement of their time."""


def blit() -> float:
    """Seconds of a blit of the whole window."""
    window, picture = (pygame.Surface(SIZE, depth=32) for _ in range(2))
    started = thread_time()
    for _ in range(BLITS):
        window.blit(picture, (0, 0))
    return (thread_time() - started) / BLITS


def figures() -> Iterator[Figure]:
    """Playouts, single answers of the rules, the start, and frames at rest."""
    for system, battle, target in playouts.BATTLES:
        yield playouts.beside_chess(system, battle, target, ROUNDS, SECONDS)
    yield from steps.figures()
    yield from loading.figures()
    with quiet_folders():
        for system in ("kassala", "tours", "adua"):
            times, _ = frame_times(Start("play", system, seed=7), 60, pace=False)
            frame_time, blit_time = median(times), blit()
            note = f"{1000 * frame_time:.2f} and {1000 * blit_time:.2f} ms"
            name = f"frame of {system} at rest, in blits of the whole window"
            yield Figure(name, frame_time / blit_time, "blits", 40, "at most", note)


if __name__ == "__main__":
    print(HEADING)
    for figure in figures():
        print(figure.line, flush=True)
