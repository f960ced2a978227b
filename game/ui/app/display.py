"""The display: there is one that people see, or the program was told to do without, or it says that there is none."""

from __future__ import annotations

import os

import pygame

UNSEEN = ("dummy", "offscreen")
"""Drivers that draw where nobody sees it; used only where ``SDL_VIDEODRIVER`` names one."""


class NoDisplay(RuntimeError):
    """There is nothing to show the game on; says why."""


def open_display() -> None:
    """Reach for the display.

    :raises NoDisplay: where there is none, or ``SDL_VIDEODRIVER`` names a driver that cannot be used.
    """
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    try:
        pygame.display.init()
    except pygame.error as error:
        wrong = f"SDL_VIDEODRIVER is {asked!r}" if asked else "no display can be opened"
        raise NoDisplay(f"{wrong}: {error}") from error
    driver = pygame.display.get_driver()
    if driver in UNSEEN and driver not in asked.split(","):
        pygame.display.quit()
        raise NoDisplay(
            "there is no display to show the game on; start it on a desktop, "
            "or set SDL_VIDEODRIVER=dummy to let it run unseen"
        )


def open_window(size: tuple[int, int], flags: int) -> pygame.Surface:
    """The window.

    :raises NoDisplay: where the display opens none.
    """
    try:
        return pygame.display.set_mode(size, flags)
    except pygame.error as error:
        raise NoDisplay(f"no window of {size[0]} by {size[1]} pixels can be opened: {error}") from error
