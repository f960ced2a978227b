"""A picture that stays the same from frame to frame, kept so that it is not composed again."""

from __future__ import annotations

import pygame


class Still:
    """Caches an area that was drawn twice unchanged. Only for what does not move."""

    def __init__(self) -> None:
        self._picture: pygame.Surface | None = None
        self._kept: object = None
        self._last: object = None

    def show(self, surface: pygame.Surface, rect: pygame.Rect, key: object) -> bool:
        """Draw the kept picture where it is the one of ``key``; whether it was."""
        if self._picture is None or key != self._kept or self._picture.get_size() != rect.size:
            return False
        self._kept = key
        surface.blit(self._picture, rect)
        return True

    def keep(self, surface: pygame.Surface, rect: pygame.Rect, key: object) -> None:
        """Remember what has just been drawn for ``key``, once it is drawn for the second time running."""
        if key == self._last and surface.get_clip().contains(rect):
            if self._picture is None or self._picture.get_size() != rect.size:
                self._picture = pygame.Surface(rect.size).convert()
            self._picture.blit(surface, (0, 0), rect)
            self._kept = key
        self._last = key
