"""What people have seen: an answer counts only where its question stood in a picture before it was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from game.ui.screens.base import Screen


class Witness:
    """Knows what was asked in the picture shown last, and which events came before anybody could see that.

    Keys struck while a slow picture was drawn, or several in one turn of the loop, were meant for what was seen then.
    """

    def __init__(self) -> None:
        self._shown: tuple[object, object] = (None, None)
        """The top screen and what it asked in the latest picture."""
        self._seen: tuple[object, object] = (None, None)
        """The same in the picture people had before them when the events that are handled now came."""
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

    def is_blind(self, top: Screen, event: pygame.event.Event) -> bool:
        """Whether an event answers what nobody had seen asked when it came."""
        return top.answers(event) and self._seen != (top, top.asking)
