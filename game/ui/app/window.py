"""The program's window: the whole screen, or of the size it was given last."""

from __future__ import annotations

import warnings
from contextlib import suppress

import pygame

from game.ui.app.display import open_window
from game.ui.app.settings import Settings

RETURNING = 1.0
"""Seconds after the full screen in which a window as large as that is not the user's wish, only not yet smaller."""


class Window:
    """Opens the window, fills the screen and comes back from it to the size before."""

    def __init__(self, settings: Settings, size: tuple[int, int] | None = None) -> None:
        """Open it.

        :param size: in pixels; as the settings say where left out.
        """
        desktop = pygame.display.get_desktop_sizes()[0]
        self.settings = settings
        self.size = size or fitting(settings.window or _comfortable(desktop), desktop)
        """Pixels of the window when it does not fill the screen."""
        self._tight = size is None and not _loose(self.size, desktop)
        """Whether it may not fit beside the bars of the desktop: it is opened as large as they leave room for."""
        self._returning = 0.0
        self._screen = desktop
        """Pixels of the window when it filled the screen last."""
        self._before: tuple[int, int] | None = None
        """Where the window was before it filled the screen, if it had to be moved for that."""
        self.surface = self._open()

    def _open(self) -> pygame.Surface:
        if self.settings.full_screen:
            return open_window((0, 0), pygame.FULLSCREEN)
        surface = open_window(self.size, pygame.RESIZABLE)
        if self._tight:
            self._tight = False
            _maximise()
        return surface

    def obey(self) -> None:
        """Fill the screen or leave it, where the settings say so."""
        full = bool(self.surface.get_flags() & pygame.FULLSCREEN)
        if full != self.settings.full_screen:
            self._returning = RETURNING if full else 0.0
            self._screen = self.surface.get_size() if full else self._screen
            before = None if full else _to_corner()
            self.surface = self._open()
            if full and self._before is not None:
                pygame.display.set_window_position(self._before)
            self._before = before

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self._returning = max(0.0, self._returning - dt)

    def measure(self) -> None:
        """Take note of the size the window has now; one that the user gave it is remembered."""
        surface = pygame.display.get_surface()
        assert surface is not None
        self.surface = surface
        if self.settings.full_screen or surface.get_size() == self.size:
            return
        if self._returning > 0 and surface.get_size() == self._screen:
            self.surface = self._open()
        else:
            self.size = self.settings.window = surface.get_size()


def _to_corner() -> tuple[int, int] | None:
    """Move the window to the corner of the screen, and tell where it was.

    Under X11 it is the window manager that moves a window which is to fill the screen; without one it would keep its
    place and hang over the edge. With several screens the first one's corner may be on another, so nothing is moved.
    """
    if pygame.display.get_driver() != "x11" or len(pygame.display.get_desktop_sizes()) > 1:
        return None
    before = pygame.display.get_window_position()
    pygame.display.set_window_position((0, 0))
    return before


def _maximise() -> None:
    """Make the window as large as the desktop leaves room for beside its bars: only a window manager knows that.

    The display module has no other way to its window; a pygame that has dropped this one leaves it as it is.
    """
    with suppress(AttributeError, pygame.error), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.Window.from_display_module().maximize()


def fitting(size: tuple[int, int], desktop: tuple[int, int]) -> tuple[int, int]:
    """A window's size, no larger than the desktop; pixels."""
    return min(size[0], desktop[0]), min(size[1], desktop[1])


def _loose(size: tuple[int, int], desktop: tuple[int, int]) -> bool:
    """Whether a window leaves a tenth of the desktop free both ways: more than bars and a title take (chosen)."""
    return 10 * size[0] <= 9 * desktop[0] and 10 * size[1] <= 9 * desktop[1]


def _comfortable(desktop: tuple[int, int]) -> tuple[int, int]:
    """A window that leaves some of a large desktop free, and takes the whole of a small one."""
    width, height = desktop
    return desktop if width <= 1366 or height <= 800 else (width * 17 // 20, height * 17 // 20)
