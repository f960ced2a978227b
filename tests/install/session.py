"""Runs an installed command ``drumhead`` without a window until the expected state is reached, then closes it.

``python session.py COMMAND SECONDS WORD ...``: with the words of a game it waits for actions of computer players,
without words for the title. It prints the name of the top screen and the location of the program's code.
"""

import runpy
import sys
from pathlib import Path
from time import monotonic

import pygame

import game
from game.ui.app.application import App

ACTIONS = 6


def loop(self: App) -> None:
    """A replacement for the program's own loop."""
    end = monotonic() + float(seconds)
    while not happened(self):
        assert monotonic() < end, f"{type(self.stack[-1]).__name__} is still waiting"
        self.step(0.2)
    print(type(self.stack[-1]).__name__, game.__file__, flush=True)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    self.step()


def happened(app: App) -> bool:
    """Whether the computer players have acted, or the title is there."""
    if not words:
        return type(app.stack[-1]).__name__ == "Title" and pygame.display.get_surface() is not None
    return any(len(screen.game.match.plies) >= ACTIONS for screen in app.stack if hasattr(screen, "game"))


command, seconds, *words = sys.argv[1:]
App.loop = loop  # type: ignore[method-assign]
sys.argv = [command, *words]
if Path(command).is_file():
    runpy.run_path(command, run_name="__main__")
else:  # Windows has a program there that is none of Python's
    runpy.run_module("game", run_name="__main__", alter_sys=True)
