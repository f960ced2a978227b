"""The time of frames of a large board: 850 hexes and 170 counters of the made-up system of the tests, at two sizes.

All input is by events in the real loop; times are in milliseconds as well as in multiples of a blit of the
whole window.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

import pygame

from benchmarks.figure import Figure
from benchmarks.frames import FRAME, quiet_folders
from game.match.start import Start
from game.systems import SYSTEMS_VARIABLE

SYSTEMS = Path(__file__).resolve().parent.parent / "tests" / "systems"
SIZES = ((1920, 1080), (3840, 2160))
"""Window sizes."""
TARGETS = {"at rest": 3.0, "while it is dragged": 8.0, "while it is zoomed": 16.0, "that picks up a unit": 20.0}
"""Milliseconds for the smaller size; the larger may take four times as long."""
FRAMES = 40
"""Frames of each kind that are measured."""


@dataclass
class Table:
    """A game on screen at a size, and the times of its frames."""

    size: tuple[int, int]
    start: Start | None = None
    """The game to play; None means the tests' battle after its set-up."""

    def __post_init__(self) -> None:
        from tests.ui.hand import Hand

        self.hand = Hand(self.start or Start("play", "pickets", scenario="ford", seed=7), self.size)
        if self.start is None:
            self.hand.key("space")
            self.hand.settle()
        self.hand.key("z")
        self.hand.wait_for_print()

    def frame(self, *events: pygame.event.Event) -> float:
        """Milliseconds of a frame with these events."""
        for event in events:
            pygame.event.post(event)
        started = perf_counter()
        self.hand.app.step(FRAME)
        return (perf_counter() - started) * 1000

    @property
    def blit(self) -> float:
        """Milliseconds of a blit of the whole window."""
        window = self.hand.app.window
        copy = window.copy()
        times = []
        for _ in range(FRAMES):
            started = perf_counter()
            window.blit(copy, (0, 0))
            times.append((perf_counter() - started) * 1000)
        return median(times)

    def resting(self) -> list[float]:
        """Milliseconds of frames at rest."""
        return [self.frame() for _ in range(FRAMES)]

    def dragging(self) -> Iterator[float]:
        """Milliseconds of frames while the map, zoomed in, is dragged to and fro in small steps."""
        x, y = self.hand.game.view.rect.center
        for _ in range(4):
            self.frame(wheel((x, y), 1))
        self.hand.wait_for_print()
        self.frame(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=2))
        for number in range(FRAMES):
            pos = x + 60 - abs(number % 12 - 6) * 10, y + number % 7 * 4
            yield self.frame(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(10, 4), buttons=(0, 1, 0)))
        self.frame(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=2))

    def zooming(self) -> Iterator[float]:
        """Milliseconds of frames while the map is zoomed out and in again."""
        pos = self.hand.game.view.rect.center
        for number in range(FRAMES):
            yield self.frame(wheel(pos, 1 if number // 8 % 2 else -1))
        self.hand.wait_for_print()

    def picking_up(self) -> Iterator[float]:
        """Milliseconds of frames in which units of the side to act are selected by clicks, one after the other; each
        selection shows its layers. Units hidden under others are left out."""
        self.hand.key("f")
        self.hand.wait_for_print()
        for unit in self.hand.game.selection.eligible[:FRAMES]:
            try:
                pos = self.hand.spot(unit)
            except StopIteration:
                continue
            self.hand.point(pos)
            down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)
            yield self.frame(down, pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))


def wheel(pos: tuple[int, int], notches: int) -> pygame.event.Event:
    """The event of turning the mouse wheel over a pixel, to which the pointer moves."""
    pygame.mouse.set_pos(pos)
    return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches, precise_x=0.0, precise_y=float(notches), flipped=False)


def figures() -> list[Figure]:
    """Frames of each kind, at both sizes."""
    results = []
    old_value = os.environ.get(SYSTEMS_VARIABLE)
    os.environ[SYSTEMS_VARIABLE] = str(SYSTEMS)
    try:
        with quiet_folders():
            for number, size in enumerate(SIZES):
                table = Table(size)
                blit = table.blit
                kinds: dict[str, Callable[[], Iterator[float] | list[float]]] = {
                    "at rest": table.resting, "while it is dragged": table.dragging,
                    "while it is zoomed": table.zooming, "that picks up a unit": table.picking_up,
                }
                for kind, measure in kinds.items():
                    times = list(measure())
                    results.append(Figure(
                        f"frame of 850 hexes {kind}, {size[0]}x{size[1]}", median(times), "ms",
                        TARGETS[kind] * (4 if number else 1), "at most",
                        f"{median(times) / blit:.1f} blits; worst {max(times):.1f}"))
                table.hand.close()
    finally:
        if old_value is None:
            del os.environ[SYSTEMS_VARIABLE]
        else:
            os.environ[SYSTEMS_VARIABLE] = old_value
    return results
