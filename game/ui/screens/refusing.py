"""How long the slip says why something was refused: until the next input, and never long."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.proposals import Refusal

if TYPE_CHECKING:
    from game.ui.screens.game import Game

SECONDS = 8.0
"""How long a refusal stays where nobody does anything."""
HELD = (pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT)
"""Keys that are no input by themselves."""


class Refusing:
    """Takes the refusal away that the controller shows. What is refused of a place pointed at goes with the pointer."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._shown: Refusal | None = None
        self._for = 0.0

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        refusal = self.game.controller.refusal
        if refusal is not self._shown:
            self._shown, self._for = refusal, 0.0
            return
        self._for += dt
        if refusal is not None and self._for >= SECONDS:
            self._hush()

    def answered(self, event: pygame.event.Event, before: Refusal | None) -> None:
        """An event was handled while a refusal was shown: a key or a click lets that go, unless it brings another."""
        key = event.type == pygame.KEYDOWN and event.key not in HELD
        click = event.type == pygame.MOUSEBUTTONDOWN and event.button <= 3
        if before is not None and self.game.controller.refusal is before and (key or click):
            self._hush()

    def _hush(self) -> None:
        self.game.controller.refusal = None
        self.game.dirty = True
