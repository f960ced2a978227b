"""A second window, for an audience: it shows the first one's picture without what only the speaker needs."""

from __future__ import annotations

import warnings
from contextlib import suppress

import pygame

from game.core.message import say, told
from game.i18n.words import said
from game.ui.app.display import NoDisplay


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
