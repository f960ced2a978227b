"""A strip of paper at the top of the map that says what was done, and goes by itself."""

from __future__ import annotations

import pygame

from game.core.message import Text
from game.ui.kit.fonts import font

SECONDS = 4.0
"""How long it stays."""
_FADE = 0.4
"""Seconds in which it goes at the end."""


class Notice:
    """What is said now, if anything. It takes no clicks and holds nothing up."""

    def __init__(self) -> None:
        self.text: Text = ""
        self._left = 0.0

    def say(self, text: Text) -> None:
        """Show a sentence in place of what is shown."""
        self.text, self._left = text, SECONDS

    def dismiss(self) -> None:
        """Take away what is shown."""
        self.text = ""

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self._left -= dt
        if self._left <= 0:
            self.text = ""

    def draw(self, surface: pygame.Surface, area: pygame.Rect, clear: pygame.Rect | None = None) -> None:
        """Print it at the top of an area of pixels, no wider than that; at its foot where it would cover ``clear``."""
        if not self.text:
            return
        size = max(15, area.h // 32)
        words = font("ui-bold", size).render(self.text, True, "#2a2119")
        room = area.w - 4 * size
        if words.get_width() > room:
            words = pygame.transform.smoothscale_by(words, room / words.get_width())
        strip = pygame.Surface((words.get_width() + 2 * size, words.get_height() + size), pygame.SRCALPHA)
        box = strip.get_rect()
        pygame.draw.rect(strip, "#efe5cc", box, border_radius=size // 3)
        pygame.draw.rect(strip, "#2f5d34", box, width=max(2, size // 7), border_radius=size // 3)
        strip.blit(words, words.get_rect(center=box.center))
        strip.set_alpha(round(255 * min(1.0, self._left / _FADE)))
        place = strip.get_rect(midtop=(area.centerx, area.top + size // 2))
        if clear is not None and place.colliderect(clear):
            place.bottom = area.bottom - size // 2
        surface.blit(strip, place)
