"""The time of a frame of the game screen at 1920x1080, at rest and while a computer player thinks; and the time at
3840x2160 as a multiple of it.

Times are compared with a yardstick of drawing, see ``benchmarks.yardstick``. A frame is in time if it would take no
more than a sixtieth of a second at the yardstick's usual speed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from benchmarks import yardstick
from benchmarks.figure import Figure
from benchmarks.yardstick import Yardstick
from game.match.start import Start

SIZE, LARGE_SIZE = (1920, 1080), (3840, 2160)
"""Window sizes."""
FRAME = 1 / 60
"""Seconds of a frame at sixty frames a second."""
WARM_UP_FRAMES = 90
"""Frames before the first one that is measured, in which caches are filled."""
YARDSTICK_FRAMES = 10
"""Frames from one measurement of the yardstick to the next."""


@contextmanager
def quiet_folders() -> Iterator[None]:
    """A context without a window and sound, and with settings and saves in a temporary folder."""
    with TemporaryDirectory() as home:
        os.environ.update(
            SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", DRUMHEAD_DATA=home, DRUMHEAD_CONFIG=home,
        )
        yield


def frame_times(start: Start, frames: int, pace: bool, size: tuple[int, int] = SIZE) -> tuple[list[float], Yardstick]:
    """Seconds each frame takes, events and updates included, and the yardstick measured in between.

    :param pace: whether to wait for the next sixtieth of a second, as the real loop does.
    """
    from game.ui.app.application import App
    from game.ui.program import open_first

    app = App(size)
    open_first(app, start)
    for _ in range(WARM_UP_FRAMES):
        app.step(FRAME)
    times, yard = list[float](), yardstick.drawing(perf_counter)
    for number in range(frames):
        if number % YARDSTICK_FRAMES == 0:
            yard.measure()
        started = perf_counter()
        app.step(FRAME)
        times.append(perf_counter() - started)
        if pace:
            sleep(max(0.0, FRAME - times[-1]))
    app.close()
    return times, yard


def figures() -> list[Figure]:
    """Frames at rest, at both sizes, and while computers play."""
    with quiet_folders():
        still, still_yard = frame_times(Start("play", "kassala", seed=7), 300, pace=False)
        areas, areas_yard = frame_times(Start("play", "africa", scenario="tetuan", seed=7), 300, pace=False)
        players = {"moslem": "veteran", "christian": "veteran"}
        busy, busy_yard = frame_times(Start("play", "kassala", seed=7, players=players), 600, pace=True)
        tours = Start("play", "tours", seed=7)
        usual, large = (median(frame_times(tours, 200, pace=False, size=size)[0]) for size in (SIZE, LARGE_SIZE))
    in_time = sum(time <= FRAME * busy_yard.slowness for time in busy) / len(busy)
    return [
        still_yard.figure("frame of Kassala at 1920x1080, median", median(still) * 1000, 6,
                          f"worst {max(still) * 1000:.1f}"),
        areas_yard.figure("frame with every counter of Tetuan at 1920x1080, median", median(areas) * 1000, 8,
                          f"worst {max(areas) * 1000:.1f}"),
        Figure("frame of Tours at 3840x2160, times one at 1920x1080, medians", large / usual, "times", 2.5, "at most",
               f"{large * 1000:.1f} ms against {usual * 1000:.1f} ms"),
        Figure("frames in time for 60 a second while computers play", 100 * in_time, "%", 99, "at least",
               f"median {median(busy) * 1000:.1f} ms, worst {max(busy) * 1000:.1f} ms, in time up to "
               f"{FRAME * busy_yard.slowness * 1000:.1f} ms"),
    ]
