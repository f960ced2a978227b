"""The program's window, full-screen or not, and the audience's window."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from contextlib import suppress

import pygame

from game.core.message import MessageError, error_text, say
from game.i18n.words import translate
from game.ui.app.settings import Settings

HIDDEN_DRIVERS = ("dummy", "offscreen")
"""Drivers without a visible display; used only if ``SDL_VIDEODRIVER`` names one."""
MIN_SIZE = (1024, 720)
"""The smallest width and height for which screens are laid out, in pixels."""
SHRINK_SECONDS = 1.0
"""Seconds after leaving full screen in which a window of the full-screen size counts as not yet shrunk, rather than as
resized by the user."""
SMALL_DESKTOP = (1366, 800)
"""A desktop not wider or not higher than this, in pixels, is small: the usual laptops. Chosen by hand."""
DEFAULT_PER_CENT = 85
"""Width and height of the default window on other desktops, in per cent of the desktop. Chosen by hand."""


class NoDisplay(MessageError, RuntimeError):
    """There is no display for the game; the message says why."""


def open_display() -> None:
    """Initialise the display.

    :raises NoDisplay: if there is none, or ``SDL_VIDEODRIVER`` names an unusable driver.
    """
    requested_driver = os.environ.get("SDL_VIDEODRIVER", "")
    try:
        pygame.display.init()
    except pygame.error as error:
        problem = (say("SDL_VIDEODRIVER is {asked!r}", asked=requested_driver) if requested_driver
                 else say("no display can be opened"))
        raise NoDisplay(say("{wrong}: {error}", wrong=problem, error=error_text(error))) from error
    driver = pygame.display.get_driver()
    if driver in HIDDEN_DRIVERS and driver not in requested_driver.split(","):
        pygame.display.quit()
        raise NoDisplay(
            say("there is no display to show the game on; start it on a desktop, or set SDL_VIDEODRIVER=dummy to run "
                "it without one")
        )


def open_window(size: tuple[int, int], flags: int) -> pygame.Surface:
    """Open the display module's window.

    :param size: in pixels; (0, 0) is the size of the desktop.
    :param flags: those of ``pygame.display.set_mode``.
    :raises NoDisplay: if the display cannot open it.
    """
    try:
        return pygame.display.set_mode(size, flags)
    except pygame.error as error:
        raise _no_window(size, error) from error


def _no_window(size: tuple[int, int], error: pygame.error) -> NoDisplay:
    """The error to raise if no window of a size in pixels can be opened."""
    return NoDisplay(say("no window of {width} by {height} pixels can be opened: {error}", width=size[0],
                         height=size[1], error=error_text(error)))


class Window:
    """The program's window, which can fill the screen and return to its previous size."""

    def __init__(self, settings: Settings, size: tuple[int, int] | None = None) -> None:
        """Open it.

        :param size: its size when not full-screen, in pixels; by default that of the settings, or one that suits the
            desktop.
        :raises NoDisplay: if the display cannot open it.
        """
        desktop = pygame.display.get_desktop_sizes()[0]
        self.settings = settings
        self.size = size or clamped_to(settings.window or _default_size(desktop), desktop)
        """The size of the window when not full-screen, in pixels."""
        self._open_maximised = size is None and (settings.window is None or not _leaves_room(self.size, desktop))
        """Whether it is opened maximised: if the user has not chosen a size yet, or if it may not fit beside the
        desktop's bars."""
        self._shrinking = 0.0
        """Seconds left of ``SHRINK_SECONDS``."""
        self._full_screen_size = desktop
        """The size of the window when it was last full-screen, in pixels; until then that of the desktop."""
        self._position_before: tuple[int, int] | None = None
        """The position of the window before full screen, if it had to be moved for that."""
        self.surface = self._open()
        """The surface to draw on."""

    def _open(self) -> pygame.Surface:
        """Open the window, full-screen or not, as the settings say; return its surface.

        :raises NoDisplay: if the display cannot open it.
        """
        if self.settings.full_screen:
            return open_window((0, 0), pygame.FULLSCREEN)
        surface = open_window(self.size, pygame.RESIZABLE)
        _set_minimum_size(clamped_to(MIN_SIZE, self.size))
        if self._open_maximised:
            self._open_maximised = False
            _maximise()
        return surface

    def apply_settings(self) -> None:
        """Enter or leave full screen as the settings say.

        :raises NoDisplay: if the display cannot open the window again.
        """
        is_full_screen = bool(self.surface.get_flags() & pygame.FULLSCREEN)
        if is_full_screen == self.settings.full_screen:
            return
        if is_full_screen:
            self._shrinking, self._full_screen_size = SHRINK_SECONDS, self.surface.get_size()
            self.surface = self._open()
            if self._position_before is not None:
                pygame.display.set_window_position(self._position_before)
                self._position_before = None
        else:
            self._shrinking, self._position_before = 0.0, _to_corner()
            self.surface = self._open()

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        self._shrinking = max(0.0, self._shrinking - dt)

    def measure(self) -> None:
        """Read the window's current size; a size that the user chose is stored in the settings.

        :raises NoDisplay: if the display cannot open the window again after full screen.
        """
        surface = pygame.display.get_surface()
        assert surface is not None
        self.surface = surface
        if self.settings.full_screen or surface.get_size() == self.size:
            return
        if self._shrinking > 0 and surface.get_size() == self._full_screen_size:
            # The window has not shrunk yet after full screen: ask for its size again.
            self.surface = self._open()
        else:
            self.size = self.settings.window = surface.get_size()


def _to_corner() -> tuple[int, int] | None:
    """Move the window to the corner of the screen; return its previous position.

    Under X11 the window manager moves a window that goes full-screen; without one it would keep its place and extend
    beyond the edge. With several screens the point (0, 0) may lie on another screen: nothing is then moved, and the
    result is None.
    """
    if pygame.display.get_driver() != "x11" or len(pygame.display.get_desktop_sizes()) > 1:
        return None
    previous_position = pygame.display.get_window_position()
    pygame.display.set_window_position((0, 0))
    return previous_position


def _maximise() -> None:
    """Maximise the program's window: only the window manager knows how much room the desktop's bars leave."""
    _change_program_window(lambda window: window.maximize())


def _set_minimum_size(size: tuple[int, int]) -> None:
    """Let the user make the program's window no smaller than a size in pixels."""

    def change(window: pygame.Window) -> None:
        window.minimum_size = size

    _change_program_window(change)


def _change_program_window(change: Callable[[pygame.Window], None]) -> None:
    """Call a function with the display module's window; the window is unchanged if the display does not support that.

    There is no other access to that window; if pygame no longer has this one, nothing happens.
    """
    with suppress(AttributeError, pygame.error), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        change(pygame.Window.from_display_module())


def clamped_to(size: tuple[int, int], limit: tuple[int, int]) -> tuple[int, int]:
    """A size, limited to another one in both directions; in pixels."""
    return min(size[0], limit[0]), min(size[1], limit[1])


def _leaves_room(size: tuple[int, int], desktop: tuple[int, int]) -> bool:
    """Whether a window leaves a tenth of the desktop free in both directions: more than task bars and a title bar
    take. Chosen by hand."""
    return 10 * size[0] <= 9 * desktop[0] and 10 * size[1] <= 9 * desktop[1]


def _default_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """The default window size, which a maximised window also has once it is restored: the whole of a small desktop,
    part of a large one."""
    width, height = desktop
    is_small = width <= SMALL_DESKTOP[0] or height <= SMALL_DESKTOP[1]
    return desktop if is_small else (width * DEFAULT_PER_CENT // 100, height * DEFAULT_PER_CENT // 100)


class Audience:
    """The audience's window: full-screen on a second screen, else of the size of the program's window."""

    def __init__(self, size: tuple[int, int]) -> None:
        """Open it.

        :param size: its size in pixels if there is no second screen.
        :raises NoDisplay: if the display cannot open it.
        """
        screen_sizes = pygame.display.get_desktop_sizes()
        try:
            self.window = pygame.Window(translate(say("Drumhead: for the audience")), size, resizable=True)
            self.window.get_surface()
            if len(screen_sizes) > 1:
                self.window.position = screen_sizes[0][0], 0  # the second screen is taken to be right of the first
                self.window.set_fullscreen(desktop=True)
        except pygame.error as error:
            raise _no_window(size, error) from error
        self.frozen = False
        """Whether it keeps the current picture, whatever is to be shown."""
        _focus_program_window()

    def show(self, picture: pygame.Surface) -> None:
        """Show a picture, scaled to fit, unless the window is frozen."""
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
        """Close it; the program's window gets the keyboard focus."""
        with suppress(pygame.error):
            self.window.destroy()
        _focus_program_window()


def _focus_program_window() -> None:
    """Give the keyboard focus to the program's window without raising it: a new window takes the focus, and without a
    window manager no window has it once that one is closed.

    A display that does not support this leaves it to its window manager.
    """
    _change_program_window(lambda window: window.focus(input_only=True))
