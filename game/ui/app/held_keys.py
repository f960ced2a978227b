"""Keys that are held down: only those that walk through things go on doing what they do."""

from __future__ import annotations

import pygame

from game.ui.kit.strokes import strokes

REPEATING = {"up", "down", "left", "right", "tab", "pageup", "pagedown"}
"""Keys that go on doing what they do while they are held."""


class HeldKeys:
    """Knows which keys are down."""

    def __init__(self) -> None:
        self._down: set[int] = set()

    def repeats(self, event: pygame.event.Event, *, typing: bool) -> bool:
        """Take note of an event; whether it is a key that is only being held down, and means nothing then: nobody ends
        two phases with one stroke.

        :param typing: whether the keyboard writes, where every key repeats.
        """
        if event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()
        elif event.type == pygame.KEYUP:
            self._down.discard(event.key)
        elif event.type == pygame.KEYDOWN:
            again = event.key in self._down
            self._down.add(event.key)
            return again and REPEATING.isdisjoint(strokes(event)) and not typing
        return False
