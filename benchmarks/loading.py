"""The time to load a map, and the time from the command to the first frame."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.figure import Figure
from game import maps, systems

BARE = "import pygame"
"""A program that only imports pygame."""
FIRST_FRAME = """
import pygame
from game.match.start import Start
from game.ui.app.application import App
from game.ui.program import open_first
from game.ui.screens.splash import draw_splash
app = App((1920, 1080))
draw_splash(app.window, app.metrics)
pygame.display.flip()
"""
"""A program that ends after the first frame."""
TITLE = FIRST_FRAME + """
shown = app.show
def show():
    shown()
    raise SystemExit
app.show = show
open_first(app, Start())
"""
"""A program that ends once the title is visible."""


def loading(path: str, target: float) -> Figure:
    """The median time to load a map from disk.

    :param path: its path below ``maps/``.
    :param target: milliseconds.
    """
    times = []
    for _ in range(15):
        started = perf_counter()
        maps.load(systems.map_file(path))
        times.append((perf_counter() - started) * 1000)
    return Figure(f"load the map {path}", median(times), "ms", target, "at most")


def launching() -> list[Figure]:
    """The first frame's extra time over a program that only imports pygame, and the time until the title is visible;
    medians of alternating runs. The modules are compiled already, as at every start of an installed program except the
    first."""
    programs = FIRST_FRAME, BARE, TITLE
    with TemporaryDirectory() as compiled:
        rounds = [[_seconds(program, compiled) for program in programs] for _ in range(8)][1:]
    (first, first_cpu), (bare, bare_cpu), (title, title_cpu) = (
        tuple(map(median, zip(*each, strict=True))) for each in zip(*rounds, strict=True))
    return [
        Figure("launch to first frame beyond a bare import of pygame", first - bare, "s", 0.15, "at most",
               f"{first:.2f} and {bare:.2f} s; of the processor {first_cpu:.2f} and {bare_cpu:.2f} s"),
        Figure("launch to the title screen", title, "s", 0.45, "at most", f"of the processor {title_cpu:.2f} s"),
    ]


def _seconds(program: str, compiled: str) -> tuple[float, float]:
    """A program's running time and its processor time, in seconds.

    :param compiled: the folder of compiled modules.
    """
    with TemporaryDirectory() as home:
        env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "HOME": home,
               "DRUMHEAD_DATA": home, "DRUMHEAD_CONFIG": home, "PYGAME_HIDE_SUPPORT_PROMPT": "1",
               "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        started, before = perf_counter(), os.times()
        subprocess.run([sys.executable, "-c", program], check=True, env=env, cwd=Path(__file__).parent.parent)
        elapsed, after = perf_counter() - started, os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return elapsed, processor


def figures() -> list[Figure]:
    """The times to load two maps, and to start the program."""
    return [loading("kassala/kassala.tmx", 40), loading("africa/tetuan.tmx", 60), *launching()]
