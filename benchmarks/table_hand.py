"""The cost of moving bases by hand on a table without a grid: picking up, a step of a drag with its verdict, a frame at
rest; in processor time, which other programs disturb less."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.figure import Figure
from benchmarks.frames import FRAME, quiet_folders

SIZES = (((1920, 1080), 8.0), ((3840, 2160), 32.0))
"""Window sizes, and the most milliseconds that a step of a drag may take in each."""
STEPS = 60
"""Frames at rest, and steps of each drag, that are measured."""
READING_PROGRAM = """
import time
from game import catalog
started = time.process_time()
catalog.rules("renaissance")
print(time.process_time() - started)
"""
"""A program that prints the processor seconds it takes to read the system."""


def drags(size: tuple[int, int], most: float) -> list[Figure]:
    """The times to drag a base, then a group of all bases that can move along, towards the enemy; at the smaller size
    also of a frame at rest, and to pick a base up.

    :param most: the most milliseconds that a step may take.
    """
    import pygame

    from game.match.start import Start
    from tests.ui.hand import Hand

    hand = Hand(Start("play", "renaissance", "swedish-imperial", seed=7), size, hand_over=False, reduced_motion=True)

    def frame(*events: pygame.event.Event) -> float:
        """Processor milliseconds of a frame with these events."""
        for event in events:
            pygame.event.post(event)
        started = process_time()
        hand.app.step(FRAME)
        return 1000 * (process_time() - started)

    while hand.game.situation.state.phase != "moves":
        hand.key("space")
        hand.settle()
    hand.wait_for_print()
    is_smaller = size == SIZES[0][0]
    rest = [frame() for _ in range(STEPS)]
    results = [Figure("frame of Renaissance at rest at 1920x1080, median", median(rest), "ms", 5, "at most")
               ] * is_smaller
    for unit, is_group in (("red-pk1", False), ("red-sh2", True)):
        x, y = hand.spot(unit)
        hand.point((x, y))
        pick_up = frame(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1))
        frame(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=1))
        if is_group:
            hand.key("g")
        distance = hand.game.view.stacks.px * 5 // 2
        path = [(x + distance * k // (3 * STEPS), y - distance * k // STEPS) for k in range(1, STEPS + 1)]
        steps = [frame(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))) for pos in path]
        dragged = "a group" if is_group else "a base"
        results.append(Figure(f"step of a drag of {dragged} at {size[0]}x{size[1]}, median", median(steps), "ms", most,
                              "at most", f"worst {max(steps):.1f}"))
        if is_smaller and not is_group:
            results.append(Figure("picking a base up at 1920x1080", pick_up, "ms", 20, "at most"))
        hand.key("escape")
    hand.close()
    return results


def reading() -> Figure:
    """The time from requesting the system until it can be played, in fresh processes with its code compiled."""
    with TemporaryDirectory() as home:
        env = {**os.environ, "DRUMHEAD_DATA": home, "PYTHONPYCACHEPREFIX": home, "PYTHONDONTWRITEBYTECODE": ""}
        times = [1000 * float(subprocess.run([sys.executable, "-c", READING_PROGRAM], check=True, env=env,
                                             capture_output=True, cwd=Path(__file__).parent.parent).stdout)
                 for _ in range(6)]  # the first compiles the code
    return Figure("read the system of Renaissance, median", median(times[1:]), "ms", 100, "at most")


def figures() -> list[Figure]:
    """The drags at both sizes, and the reading of the system."""
    with quiet_folders():
        results = [figure for size, most in SIZES for figure in drags(size, most)]
    return [*results, reading()]
