"""The start-up time that saved games add: the title with none, 200 and 2,000 of them, with and without their index."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.figure import Figure
from game.match.record import Closed, seal, stated_checksum
from game.match.store import Listing

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "tests/records/tours/tours-ending-both-break-franks.jsonl"
"""A whole game of Tours, 117 KB."""
CONTINUE = """
from game.match.start import Start
from game.ui.app.application import App
from game.ui.program import open_first
app = App((1920, 1080))
open_first(app, Start())
while not any(button.text == "Resume" and button.is_enabled for button in app.stack[0].buttons):
    app.step()
"""
"""A program that ends once the title can continue a game."""


def fill_folder(home: Path, count: int) -> Path:
    """Fill a data folder with so many saved games; returns the folder of these games."""
    games = home / "games"
    games.mkdir(parents=True)
    first = games / "0000.jsonl"
    lines = [line for line in RECORD.read_bytes().splitlines() if not line.startswith(b'{"line":"closed"')]
    last_line, _ = seal(Closed("left"), stated_checksum(lines[-1]))
    first.write_bytes(b"".join(line + b"\n" for line in (*lines, last_line)))  # a game to continue
    for number in range(1, count):
        os.link(first, games / f"{number:04d}.jsonl")
    return games


def listing_seconds(games: Path) -> float:
    """Seconds until every saved game is listed."""
    started = perf_counter()
    listing = Listing(games)
    listing.read()
    assert listing.complete
    return perf_counter() - started


def _start_seconds(home: Path) -> float:
    """Processor seconds from the command to a title that can continue a game; other users of the machine do not
    count."""
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "DRUMHEAD_DATA": str(home),
           "DRUMHEAD_CONFIG": str(home), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    started = os.times()
    subprocess.run([sys.executable, "-c", CONTINUE], check=True, env=env, cwd=ROOT)
    ended = os.times()
    return ended.children_user + ended.children_system - started.children_user - started.children_system


def figures() -> list[Figure]:
    """The times of starts with many saved games, as multiples of one with a single game, and of listing them again."""
    with TemporaryDirectory() as folder:
        counts = (1, 200, 2000)
        homes = [Path(folder) / str(count) for count in counts]
        games = [fill_folder(home, count) for home, count in zip(homes, counts, strict=True)]
        cold = [_start_seconds(home) for home in homes]
        read = [listing_seconds(each) for each in games]
        again = [listing_seconds(each) for each in games]
        warm = [min(each) for each in zip(*([_start_seconds(home) for home in homes] for _ in range(5)), strict=True)]
    one = warm[0]
    return [
        Figure("start with 200 saved games, of that with one", warm[1] / one, "", 1.1, "at most",
               f"{warm[1]:.2f} and {one:.2f} s"),
        Figure("start with 2,000 saved games, of that with one", warm[2] / one, "", 1.5, "at most",
               f"{warm[2]:.2f} s; without an index {cold[2]:.2f} s"),
        Figure("2,000 saved games known again, share of reading them", again[2] / read[2], "", 0.05, "at most",
               f"{again[2]:.3f} of {read[2]:.2f} s"),
    ]
