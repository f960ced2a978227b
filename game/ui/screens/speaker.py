"""What only the speaker needs: notes, the next slide, the time, and a second window for the audience."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.core.message import say, told
from game.ui.app.window import Audience, NoDisplay
from game.ui.screens import stage_sheets

if TYPE_CHECKING:
    from game.ui.screens.presenting import Presenting


class Speaker:
    """The notes, and the two windows of a presentation."""

    def __init__(self, screen: Presenting) -> None:
        self._screen = screen
        self.notes_shown = False
        self.audience: Audience | None = None
        """The second window, where there is one."""
        self._passed = 0.0
        """Seconds since it began."""

    def do(self, command: str, _key: str) -> bool:
        """Do a command of the table of keys; whether it is one of the speaker's."""
        match command:
            case "second-window":
                self._second_window()
            case "freeze":
                self._freeze()
            case "notes":
                self.notes_shown = not self.notes_shown
                self._screen.look_again()
            case _:
                return False
        return True

    def _freeze(self) -> None:
        """Let the audience's window keep its picture, or go on with the slides."""
        tell = self._screen.app.tell
        if self.audience is None:
            tell(say("Nothing to freeze"), say("T opens a second window for the audience, which Z freezes"))
            return
        self.audience.frozen = not self.audience.frozen
        if self.audience.frozen:
            tell(say("Frozen"), say("The audience's window keeps its picture. Z lets it go on"))
        else:
            tell(say("The audience's window goes on"))

    def _second_window(self) -> None:
        """Open the window for the audience and show the notes in this one; or close it."""
        app = self._screen.app
        if self.audience is not None:
            self.audience.close()
            self.audience, self.notes_shown = None, False
            self._screen.look_again()
            app.tell(say("The audience's window is closed"))
            return
        try:
            self.audience, self.notes_shown = Audience(app.window.get_size()), True
            self._screen.look_again()
            app.tell(say("The audience has a window of its own"), say("Z freezes it, T closes it"))
        except NoDisplay as error:
            app.error(say("Cannot open a second window"), told(error))

    def closes(self, event: pygame.event.Event) -> bool:
        """Close the audience's window where its frame was asked to; whether it was that."""
        if self.audience is None or getattr(event, "window", None) != self.audience.window:
            return False
        self._second_window()
        return True

    def close(self) -> None:
        """Close the audience's window."""
        if self.audience is not None:
            self.audience.close()

    @property
    def width(self) -> int:
        """Pixels at the right of the audience's picture that the notes lie over: none where it has its own window."""
        lies = self.notes_shown and self.audience is None
        return self._screen.app.metrics.width // stage_sheets.NOTES if lies else 0

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self._passed += dt

    def show(self, picture: pygame.Surface) -> None:
        """Show the audience what is drawn so far."""
        if self.audience is not None:
            self.audience.show(picture)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the notes, where they are shown."""
        screen = self._screen
        if self.notes_shown:
            captioned = screen.remote.veil is None and screen.slide.part is not None
            stage_sheets.draw_notes(target, screen.stage_metrics, screen.slides, screen.at, self._passed,
                                    screen.band.top if captioned else target.get_height(),
                                    more=screen.games.coming > 0,
                                    frozen=self.audience is not None and self.audience.frozen)
