"""Keys that mean nothing: held down, unless they walk through things, or struck to compose a character."""

from __future__ import annotations

import pygame

from game.ui.kit.strokes import strokes

REPEATING = {"up", "down", "left", "right", "tab", "pageup", "pagedown"}
"""Keys that go on doing what they do while they are held."""


class HeldKeys:
    """Knows which keys are down, and whether an input method composes a character."""

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._composing = False

    def mean_nothing(self, event: pygame.event.Event, *, typing: bool) -> bool:
        """Take note of an event; whether it is a key that means nothing: one that is only being held down, for nobody
        ends two phases with one stroke, or Enter that only ends the composing of a character.

        :param typing: whether the keyboard writes: there every key repeats, and characters are composed.
        """
        if event.type in (pygame.TEXTEDITING, pygame.TEXTINPUT):
            self._composing = event.type == pygame.TEXTEDITING and bool(event.text)
        if event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()
        elif event.type == pygame.KEYUP:
            self._down.discard(event.key)
        elif event.type == pygame.KEYDOWN:
            again = event.key in self._down
            self._down.add(event.key)
            return self._composing if typing else again and REPEATING.isdisjoint(strokes(event))
        return False
