"""The display: there is one that people see, or the program was told to do without, or it says that there is none."""

from __future__ import annotations

import os

import pygame

from game.core.message import MessageError, say, told

UNSEEN = ("dummy", "offscreen")
"""Drivers that draw where nobody sees it; used only where ``SDL_VIDEODRIVER`` names one."""


class NoDisplay(MessageError, RuntimeError):
    """There is nothing to show the game on; says why."""


def open_display() -> None:
    """Reach for the display.

    :raises NoDisplay: where there is none, or ``SDL_VIDEODRIVER`` names a driver that cannot be used.
    """
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    try:
        pygame.display.init()
    except pygame.error as error:
        wrong = (say("SDL_VIDEODRIVER is {asked!r}", asked=asked) if asked
                 else say("no display can be opened"))
        raise NoDisplay(say("{wrong}: {error}", wrong=wrong, error=told(error))) from error
    driver = pygame.display.get_driver()
    if driver in UNSEEN and driver not in asked.split(","):
        pygame.display.quit()
        raise NoDisplay(
            say("there is no display to show the game on; start it on a desktop, or set SDL_VIDEODRIVER=dummy to let "
                "it run unseen")
        )


def open_window(size: tuple[int, int], flags: int) -> pygame.Surface:
    """The window.

    :raises NoDisplay: where the display opens none.
    """
    try:
        return pygame.display.set_mode(size, flags)
    except pygame.error as error:
        raise NoDisplay(say("no window of {width} by {height} pixels can be opened: {error}", width=size[0],
                            height=size[1], error=told(error))) from error
