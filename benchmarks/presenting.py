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
from benchmarks.frames import FRAME, SIZE, WARM_UP_FRAMES, quiet_folders
from benchmarks.yardstick import Yardstick
from game.match.start import Start

ROOT = Path(__file__).resolve().parent.parent
SYSTEMS = ("kassala", "africa", "tours", "adua", "renaissance")
LESSONS = ("first-battle", "one-turn")
RECORDS = ("tours/tours-ending-both-break-franks.jsonl", "adua/adua-rows-swapped.jsonl")
"""Records of whole games."""
FRAMES_BETWEEN = 30
"""Frames from one step to the next: half a second."""
PLACES = 60
"""The number of steps of each replay to jump to, spread over the game."""


def _open(start: Start) -> Any:
    """The program, opened as requested, after its first frames."""
    from game.ui.app.application import App
    from game.ui.program import open_first

    app = App(SIZE)
    open_first(app, start)
    for _ in range(WARM_UP_FRAMES):
        app.step(FRAME)
    return app


def _frame(app: Any) -> float:
    """Milliseconds of a frame."""
    started = thread_time()
    app.step(FRAME)
    return (thread_time() - started) * 1000


def _press_time(app: Any, key: int) -> float:
    """Milliseconds of the frame that handles a key."""
    import pygame

    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    elapsed = _frame(app)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0))
    return elapsed


def _settle(app: Any, yard: Yardstick) -> None:
    """Let dice come to rest, and half a second pass; measure the yardstick."""
    while app.stack[-1].stage.tray.busy:
        app.step(FRAME)
        sleep(FRAME)
    for _ in range(FRAMES_BETWEEN):
        app.step(FRAME)
    yard.measure()


def steps(yard: Yardstick, *, back: bool = False) -> Iterator[tuple[float, str]]:
    """Milliseconds of every step of the lessons, and where it led."""
    import pygame

    for system in SYSTEMS:
        for lesson in LESSONS:
            app = _open(Start("present", system, lesson))
            screen = app.stack[-1]
            if back:
                screen.go(len(screen.slides) - 1)
            for _ in range(len(screen.slides) - 1):
                _settle(app, yard)
                elapsed = _press_time(app, pygame.K_PAGEUP if back else pygame.K_PAGEDOWN)
                yield elapsed, f"{system}, {lesson}, slide {screen.at + 1}"
            app.close()


def moving(yard: Yardstick) -> dict[str, list[tuple[float, str]]]:
    """Milliseconds of the frames after every step of the lessons, each with its place, grouped by what moves in them:
    the map, or dice."""
    import pygame

    times: dict[str, list[tuple[float, str]]] = {"map": [], "dice": []}
    for system in SYSTEMS:
        for lesson in LESSONS:
            app = _open(Start("present", system, lesson))
            screen = app.stack[-1]
            for _ in range(len(screen.slides) - 1):
                _settle(app, yard)
                _press_time(app, pygame.K_PAGEDOWN)
                while screen.stage.tray.busy or screen.glide.moving or screen.stage.busy:
                    kind = "dice" if screen.stage.tray.busy else "map" if screen.glide.moving else ""
                    elapsed = _frame(app)
                    if kind:
                        times[kind].append((elapsed, f"{system}, {lesson}, slide {screen.at + 1}"))
                    if kind == "dice":  # they fall by the clock
                        sleep(max(0.0, FRAME - elapsed / 1000))
            app.close()
    return times


def frames(yard: Yardstick, *, two_windows: bool) -> list[float]:
    """Milliseconds of the frames of a slide at rest, with or without the audience's window."""
    import pygame

    app = _open(Start("present", "adua", "first-battle"))
    app.stack[-1].go(9)
    if two_windows:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_t, mod=0, unicode="t"))
    for _ in range(60):
        app.step(FRAME)
    times = []
    for number in range(200):
        if number % FRAMES_BETWEEN == 0:
            yard.measure()
        times.append(_frame(app))
    app.close()
    return times


def replayed(yard: Yardstick) -> Iterator[tuple[float, str]]:
    """Milliseconds of single steps forward in replays, from places spread over the games."""
    import pygame

    for name in RECORDS:
        app = _open(Start("replay", file=ROOT / "tests/records" / name))
        screen = app.stack[-1]
        random = Random(1)
        for _ in range(PLACES):
            screen.go(random.randrange(screen.last))
            _settle(app, yard)
            yield _press_time(app, pygame.K_RIGHT), f"{name}, step {screen.step}"
        app.close()


def _worst(name: str, times: list[tuple[float, str]], yard: Yardstick, most: float) -> Figure:
    """The longest of some times, with the place where it was measured."""
    elapsed, where = max(times)
    middle = median(each for each, _ in times)
    return yard.figure(name, elapsed, most, f"{where}; median {middle:.1f} ms of {len(times)}")


def _percentile_figure(name: str, times: list[tuple[float, str]], yard: Yardstick, most: float) -> Figure:
    """The time that nineteen of twenty frames do not exceed (95th percentile)."""
    elapsed, _ = sorted(times)[len(times) * 95 // 100]
    worst, where = max(times)
    middle = median(each for each, _ in times)
    return yard.figure(name, elapsed, most, f"median {middle:.1f}, worst {worst:.1f} ms of {len(times)}: {where}")


def figures() -> list[Figure]:
    """Steps of lessons and replays, and frames of presentations."""
    moving_yard, forward_yard, back_yard, replay_yard, one_yard, two_yard = (yardstick.drawing() for _ in range(6))
    with quiet_folders():
        moving_times = moving(moving_yard)
        forward, back = list(steps(forward_yard)), list(steps(back_yard, back=True))
        replay = list(replayed(replay_yard))
        one, two = frames(one_yard, two_windows=False), frames(two_yard, two_windows=True)
    return [
        _worst("step forward of a lesson that is presented, worst", forward, forward_yard, 50),
        _worst("step back, worst", back, back_yard, 50),
        _worst("step of a replay, worst", replay, replay_yard, 30),
        one_yard.figure("frame of a presentation, median", median(one), 8, f"worst {max(one):.1f}"),
        _percentile_figure("frame while the map glides, 95th percentile", moving_times["map"], moving_yard, 8),
        _percentile_figure("frame while dice fall, 95th percentile", moving_times["dice"], moving_yard, 8),
        two_yard.figure("frame with the audience's window, median", median(two), 16, f"worst {max(two):.1f}"),
    ]
