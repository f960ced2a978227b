"""A presentation that runs by itself: in a loop until a key is pressed, and on as soon as a game has been played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.core.message import Text, say
from game.i18n.words import said

if TYPE_CHECKING:
    from game.ui.screens.presenting import Presenting

READING = (2.5, 0.06)
"""Seconds for which a slide is shown that nobody turns: for itself, and for every letter. Chosen."""
LOOPS = say("Running in a loop")


class Attract:
    """Shows the next slide when it is time."""

    def __init__(self, screen: Presenting) -> None:
        self._screen = screen
        self.looping = False
        """Whether it runs by itself, round and round, until a key."""
        self._awaits = False
        """Whether the next slide is shown as soon as the game has been played so far."""
        self._wait = 0.0
        """Seconds until the next slide, while it runs by itself."""

    @property
    def thinking(self) -> Text:
        """Who is thinking, while the next slide is waited for; else nothing."""
        screen = self._screen
        return screen.games.awaited(screen.at) if self._awaits else ""

    def do(self, command: str, _key: str) -> bool:
        """Begin to run by itself, if that is the command."""
        if command != "attract":
            return False
        self.looping = True
        self._say_that_it_loops()
        self.turned()
        return True

    def _say_that_it_loops(self) -> None:
        """Say it for some seconds: when it begins, and at the start of every round."""
        self._screen.app.tell(LOOPS, say("Any key stops it"))

    def stop(self, event: pygame.event.Event) -> bool:
        """Stop at a key or a click; whether it did: the key does nothing else."""
        was = self.looping and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
        self.looping = self.looping and not was
        if was:
            self._screen.app.tell(say("The loop has stopped"), say("A starts it again"))
        return was

    def turned(self) -> None:
        """A slide is shown from now on."""
        slide = self._screen.slide
        self._awaits, self._wait = False, READING[0] + READING[1] * (len(said(slide.caption)) + len(said(slide.title)))

    def next(self) -> None:
        """Show the next slide, or wait for it."""
        screen = self._screen
        self._awaits = bool(screen.games.awaited(screen.at))
        if not self._awaits:
            screen.go(screen.at + 1, on=True)

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass while nothing lies above the presentation."""
        screen = self._screen
        awaited = bool(screen.games.awaited(screen.at))
        if self._awaits and not awaited:
            screen.go(screen.at + 1, on=True)
        elif self.looping and not (screen.stage.busy or screen.stage.tray.busy):
            self._wait -= dt * screen.app.settings.watching_speed
            self._awaits = self._wait <= 0 and awaited
            if self._wait <= 0 and not awaited:
                at = (screen.at + 1) % len(screen.slides)
                screen.go(at, on=at > 0)
                if not at:
                    self._say_that_it_loops()
