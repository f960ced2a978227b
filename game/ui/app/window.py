"""Windows on a display that people see: the program's, the whole screen or of its last size, and the audience's."""

from __future__ import annotations

import os
import warnings
from contextlib import suppress

import pygame

from game.core.message import MessageError, say, told
from game.i18n.words import said
from game.ui.app.settings import Settings

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
            say("there is no display to show the game on; start it on a desktop, or set SDL_VIDEODRIVER=dummy to run "
                "it without one")
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


class Audience:
    """The window. On the second screen it fills it, on an only one it has the size of the first window."""

    def __init__(self, size: tuple[int, int]) -> None:
        """Open it.

        :raises NoDisplay: where the display opens none.
        """
        screens = pygame.display.get_desktop_sizes()
        try:
            self.window = pygame.Window(said(say("Drumhead: for the audience")), size, resizable=True)
            self.window.get_surface()
            if len(screens) > 1:
                self.window.position = screens[0][0], 0
                self.window.set_fullscreen(desktop=True)
        except pygame.error as error:
            raise NoDisplay(say("no window of {width} by {height} pixels can be opened: {error}", width=size[0],
                                height=size[1], error=told(error))) from error
        self.frozen = False
        """Whether it keeps the picture that it shows."""
        _give_keys()

    def show(self, picture: pygame.Surface) -> None:
        """Show a picture, as large as it fits."""
        if self.frozen:
            return
        target = self.window.get_surface()
        if target.get_size() == picture.get_size():
            target.blit(picture, (0, 0))
        else:
            scale = min(target.get_width() / picture.get_width(), target.get_height() / picture.get_height())
            image = pygame.transform.smoothscale(picture, (round(picture.get_width() * scale),
                                                           round(picture.get_height() * scale)))
            target.fill("black")
            target.blit(image, image.get_rect(center=target.get_rect().center))
        self.window.flip()

    def close(self) -> None:
        """Close it; keys go to the first window again."""
        with suppress(pygame.error):
            self.window.destroy()
        _give_keys()


def _give_keys() -> None:
    """Let the keyboard write to the first window, without laying it above the other: a window that opens takes the
    keys, and where no window manager runs, nobody has them once it has closed.

    Displays that know no such wish leave it to their window manager.
    """
    with suppress(AttributeError, pygame.error), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.Window.from_display_module().focus(input_only=True)
