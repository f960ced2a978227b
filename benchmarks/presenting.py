"""The cost of presenting at 1920x1080: a step forward and back, a frame in one window and in two, a frame while the map
scrolls or dice fall, a step of a replay.

Times are those of the program's own thread, so that other users of the machine do not count. A step is the frame that
handles its key; before it the dice have come to rest and half a second has passed, in which the next step is drawn
ahead. They are compared with a yardstick of drawing, measured before every step, see ``benchmarks.yardstick``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import sleep, thread_time
from typing import Any

from benchmarks import yardstick
from benchmarks.figure import Figure
from benchmarks.frames import FRAME, SIZE, quiet_folders
from benchmarks.yardstick import Yardstick
from game.match.start import Start

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = ("kassala", "africa", "tours", "adua", "renaissance")
LESSONS = ("first-battle", "one-turn")
RECORDS = ("tours/tours-ending-both-break-franks.jsonl", "adua/adua-rows-swapped.jsonl")
"""Records of whole games."""
BETWEEN = 30
"""Frames from one step to the next."""
PLACES = 60
"""Steps of a replay to jump to, spread over the game."""


def _open(start: Start) -> Any:
    from game.ui.app.application import App
    from game.ui.program import open_first

    app = App(SIZE)
    open_first(app, start)
    for _ in range(90):
        app.step(FRAME)
    return app


def _frame(app: Any) -> float:
    """Milliseconds of a frame."""
    begun = thread_time()
    app.step(FRAME)
    return (thread_time() - begun) * 1000


def _press_seconds(app: Any, key: int) -> float:
    """Milliseconds of the frame that handles a key."""
    import pygame

    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    spent = _frame(app)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0))
    return spent


def _settle(app: Any, yard: Yardstick) -> None:
    """Let dice come to rest, and half a second pass; measure the yardstick."""
    while app.stack[-1].stage.tray.busy:
        app.step(FRAME)
        sleep(FRAME)
    for _ in range(BETWEEN):
        app.step(FRAME)
    yard.measure()


def steps(way: str, yard: Yardstick) -> Iterator[tuple[float, str]]:
    """Milliseconds of every step of the lessons, and whether it went forward or back."""
    import pygame

    for system in SYSTEMS:
        for lesson in LESSONS:
            app = _open(Start("present", system, lesson))
            screen = app.stack[-1]
            if way == "back":
                screen.go(len(screen.slides) - 1)
            for _ in range(len(screen.slides) - 1):
                _settle(app, yard)
                spent = _press_seconds(app, pygame.K_PAGEDOWN if way == "forward" else pygame.K_PAGEUP)
                yield spent, f"{system}, {lesson}, slide {screen.at + 1}"
            app.close()


def moving(yard: Yardstick) -> dict[str, list[tuple[float, str]]]:
    """Milliseconds of the frames after every step of the lessons, grouped by what moves in them: the map, or dice."""
    import pygame

    found: dict[str, list[tuple[float, str]]] = {"map": [], "dice": []}
    for system in SYSTEMS:
        for lesson in LESSONS:
            app = _open(Start("present", system, lesson))
            screen = app.stack[-1]
            for _ in range(len(screen.slides) - 1):
                _settle(app, yard)
                _press_seconds(app, pygame.K_PAGEDOWN)
                while screen.stage.tray.busy or screen.glide.moving or screen.stage.busy:
                    kind = "dice" if screen.stage.tray.busy else "map" if screen.glide.moving else ""
                    spent = _frame(app)
                    if kind:
                        found[kind].append((spent, f"{system}, {lesson}, slide {screen.at + 1}"))
                    if kind == "dice":  # they fall by the clock
                        sleep(max(0.0, FRAME - spent / 1000))
            app.close()
    return found


def frames(yard: Yardstick, *, two: bool) -> list[float]:
    """Milliseconds of the frames of a slide at rest, with or without the audience's window."""
    import pygame

    app = _open(Start("present", "adua", "first-battle"))
    app.stack[-1].go(9)
    if two:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_t, mod=0, unicode="t"))
    for _ in range(60):
        app.step(FRAME)
    found = []
    for number in range(200):
        if number % BETWEEN == 0:
            yard.measure()
        found.append(_frame(app))
    app.close()
    return found


def replayed(yard: Yardstick) -> Iterator[tuple[float, str]]:
    """Milliseconds of single steps forward in replays, from places spread over the games."""
    import pygame

    for name in RECORDS:
        app = _open(Start("replay", record=ROOT / "tests/records" / name))
        screen = app.stack[-1]
        chosen = Random(1)
        for _ in range(PLACES):
            screen.go(chosen.randrange(screen.last))
            _settle(app, yard)
            yield _press_seconds(app, pygame.K_RIGHT), f"{name}, step {screen.step}"
        app.close()


def _worst(name: str, times: list[tuple[float, str]], yard: Yardstick, most: float) -> Figure:
    spent, where = max(times)
    middle = median(each for each, _ in times)
    return yard.figure(name, spent, most, f"{where}; median {middle:.1f} ms of {len(times)}")


def _percentile_figure(name: str, times: list[tuple[float, str]], yard: Yardstick, most: float) -> Figure:
    """The limit that nineteen of twenty frames keep to (95th percentile)."""
    spent, _ = sorted(times)[len(times) * 95 // 100]
    worst, where = max(times)
    middle = median(each for each, _ in times)
    return yard.figure(name, spent, most, f"median {middle:.1f}, worst {worst:.1f} ms of {len(times)}: {where}")


def figures() -> list[Figure]:
    glides, onward, backward, replays, alone, two = (yardstick.drawing() for _ in range(6))
    with quiet_folders():
        gliding = moving(glides)
        forward, back = list(steps("forward", onward)), list(steps("back", backward))
        replay = list(replayed(replays))
        one, both = frames(alone, two=False), frames(two, two=True)
    return [
        _worst("step forward of a lesson that is presented, worst", forward, onward, 50),
        _worst("step back, worst", back, backward, 50),
        _worst("step of a replay, worst", replay, replays, 30),
        alone.figure("frame of a presentation, median", median(one), 8, f"worst {max(one):.1f}"),
        _percentile_figure("frame while the map glides, 95th percentile", gliding["map"], glides, 8),
        _percentile_figure("frame while dice fall, 95th percentile", gliding["dice"], glides, 8),
        two.figure("frame with the audience's window, median", median(both), 16, f"worst {max(both):.1f}"),
    ]
