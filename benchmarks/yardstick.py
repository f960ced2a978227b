"""Yardsticks: a fixed amount of work of the same kind as what is measured, timed between the measurements.

A time divided by its yardstick's is a ratio within one run, on which a slower machine or other users of it have little
influence. The ratio is printed in milliseconds of a machine on which the yardstick takes its usual time, so that the
limits are those of that machine.

The yardstick of drawing copies a window, as every frame does, puts 200 counters on it, enlarges a quarter of it, prints
60 words, and tests rectangles as the layout of stacks does. By profile a good half of it copies and stretches pixels,
and the rest is Python, as in the frames of a game. That of the rules makes, hashes and adds up small immutable states.

The usual times are estimates for the quiet machine on which the limits were set: the times on a slower one, divided by
2.7, about the ratio between the two of the median step of a replay. They have not been measured there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from time import thread_time
from typing import Any

from benchmarks.figure import Figure

DRAWING_MS = 2.2
"""The usual time of the drawing, in milliseconds."""
RULES_US = 100.0
"""The usual time of the rules' work, in microseconds."""


@dataclass
class Yardstick:
    """Some work with its usual time, and its times in this run."""

    work: Callable[[], object]
    usual: float
    """In milliseconds."""
    clock: Callable[[], float] = thread_time
    """The clock of what is measured, in seconds."""
    times: list[float] = field(default_factory=list)
    """In milliseconds."""

    def measure(self) -> None:
        """Time the work once."""
        started = self.clock()
        self.work()
        self.times.append((self.clock() - started) * 1000)

    @property
    def slowness(self) -> float:
        """How many times its usual time it takes now, by the median.

        :raises statistics.StatisticsError: if it was never measured.
        """
        return median(self.times) / self.usual

    def figure(self, name: str, elapsed: float, most: float, note: str = "", *, unit: str = "ms") -> Figure:
        """A time in ``unit``, converted to the usual speed, with its limit at that speed."""
        slowness = self.slowness
        notes = [note] * bool(note) + [f"{elapsed:.1f} {unit} here, at {slowness:.2f} times the usual time"]
        return Figure(name, elapsed / slowness, f"usual {unit}", most, "at most", "; ".join(notes))


def drawing(clock: Callable[[], float] = thread_time) -> Yardstick:
    """The yardstick of drawing."""
    import pygame

    from game.ui.kit.fonts import font

    window, map_picture = pygame.Surface((1920, 1080)), pygame.Surface((1920, 1080))
    quarter, counter = pygame.Surface((480, 270)), pygame.Surface((56, 56), pygame.SRCALPHA)
    counter.fill((200, 180, 120, 230))
    face = font("text", 20)

    def draw() -> None:
        window.blit(map_picture, (0, 0))
        boxes = []
        for k in range(200):
            boxes.append(window.blit(counter, (k * 61 % 1860, k * 37 % 1020)))
        boxes.sort(key=lambda box: (box.y, box.x))
        for box in boxes:
            sum(box.clip(boxes[k]).w for k in box.collidelistall(boxes))
        window.blit(pygame.transform.smoothscale(quarter, (960, 540)), (0, 0))
        for k in range(60):
            window.blit(face.render(f"Word {k}", True, "#2a2119"), (k * 31 % 1800, k * 17 % 1000))

    return Yardstick(draw, DRAWING_MS, clock)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A small immutable state, such as those of the rules."""

    place: int
    strength: int
    marks: frozenset[str] = frozenset()


def rules() -> Yardstick:
    """The yardstick of the rules."""
    pieces = tuple(_Piece(k, k % 5) for k in range(24))

    def work() -> Sequence[Any]:
        state, strengths = pieces, {}
        for k in range(24):
            moved = replace(state[k], place=state[k].place + 6, marks=state[k].marks | {"moved"})
            state = (*state[:k], moved, *state[k + 1:])
            strengths[state] = sum(piece.strength for piece in state if piece.place > 12)
        return sorted(strengths.values())

    return Yardstick(work, RULES_US / 1000)
