"""What people have seen: an answer counts only where its question stood in a picture before it was given."""

from __future__ import annotations

import pygame

from game.ui.app.screen import Screen


class Witness:
    """Knows what was asked in the picture shown last, and which events came before anybody could see that.

    Keys struck while a slow picture was drawn, or several in one turn of the loop, were meant for what was seen then;
    so was a click for what its button showed when the finger went down.
    """

    def __init__(self) -> None:
        self._shown: tuple[object, object] = (None, None)
        """The top screen and what it asked in the latest picture."""
        self._seen: tuple[object, object] = (None, None)
        """The same in the picture people had before them when the events that are handled now came."""
        self._pressed: tuple[object, object] = (None, None)
        """The same when the mouse button went down last: what a click answers was seen by then."""
        self._early: list[pygame.event.Event] = []

    @property
    def waiting(self) -> bool:
        """Whether events came that have not been taken."""
        return bool(self._early)

    def take_early(self) -> list[pygame.event.Event]:
        """The events that came before the latest picture was shown."""
        early, self._early = self._early, []
        return early

    def look(self) -> None:
        """What comes from now on came after the latest picture was shown."""
        self._seen = self._shown

    def show(self, top: Screen) -> None:
        """A picture has just been shown with a screen on top."""
        self._shown = (top, top.asking)
        self._early = pygame.event.get()

    def note(self, event: pygame.event.Event) -> None:
        """Take note of an event that is about to be handled."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._pressed = self._seen

    def is_blind(self, top: Screen, event: pygame.event.Event) -> bool:
        """Whether an event answers what nobody had seen asked when it came, a click when its button went down."""
        seen = self._seen if event.type == pygame.KEYDOWN else self._pressed
        return top.answers(event) and seen != (top, top.asking)
