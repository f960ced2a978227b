"""Starts and briefly plays a copy of the program with one file missing or damaged."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SPOILT = b"this is no picture, sound, style or map\0"
SESSION = """
import sys
import pygame
from game.match.start import Start
from game.ui import program
from game.ui.app.application import App

def play(self):
    for number in range(24):
        self.step(0.2)
        top = self.stack[-1]
        if type(top).__name__ == "GameScreen" and number == 6:
            top.app.sounds.play("march")
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    self.step()

App.loop = play
system, scenario = sys.argv[1:3]
sys.exit(program.run(Start("play", system, scenario=scenario, seed=3)))
"""


def copy_program(folder: Path) -> None:
    """Copy the program without its tests, so that files in the copy may be damaged."""
    for name in ("game", "assets", "maps"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "screenshots"))


def play(folder: Path, system: str, scenario: str) -> subprocess.CompletedProcess[str]:
    """Run a session of the copy in ``folder`` without a window; return its output and exit status."""
    data = {"DRUMHEAD_DATA": str(folder / "data"), "DRUMHEAD_CONFIG": str(folder / "config")}
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", **data}
    words = [sys.executable, "-c", SESSION, system, scenario]
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False)
