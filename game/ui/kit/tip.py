"""A tip beside the pointer: what the sign below it means. Like the tips of buttons, for what is drawn."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.message import Text
from game.ui.kit.fonts import font
from game.ui.kit.pen import wrap
from game.ui.kit.theme import INK, PAPER, Metrics

Told = list[tuple[pygame.Rect, Text]]
"""Where signs were drawn, in pixels, and what each means; later ones lie upon earlier ones."""

DELAY = 0.45
"""Seconds for which a sign is pointed at before its tip is shown."""
WIDTH = 300
"""Units: no line of a tip is longer."""


def told_at(told: Sequence[tuple[pygame.Rect, Text]], pos: tuple[int, int]) -> Text:
    """What the uppermost sign at a point means; empty where there is none."""
    return next((text for rect, text in reversed(told) if rect.collidepoint(pos)), "")


def rim(rect: pygame.Rect, width: int) -> tuple[pygame.Rect, ...]:
    """The four sides of a frame: what lies within it is not part of the sign."""
    left, top, wide, high = rect
    return (pygame.Rect(left, top, wide, width), pygame.Rect(left, rect.bottom - width, wide, width),
            pygame.Rect(left, top, width, high), pygame.Rect(rect.right - width, top, width, high))


class Tip:
    """The tip of one screen. It takes no clicks."""

    def __init__(self) -> None:
        self._text: Text = ""
        self._at = (0, 0)
        self._since = 0.0

    def point(self, at: tuple[int, int], text: Text) -> None:
        """The pointer is at a pixel of the window, over a sign with this meaning; over none where it is empty."""
        if text != self._text:
            self._text, self._since = text, 0.0
        self._at = at

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self._since += dt

    @property
    def shown(self) -> Text:
        """What is shown now, if anything."""
        return self._text if self._since >= DELAY else ""

    def draw(self, target: pygame.Surface, m: Metrics) -> None:
        """Print it below the pointer; above it where there is no room."""
        if not self.shown:
            return
        face = font("ui", m.px(17))
        lines = [face.printed(line, INK) for line in wrap(self.shown, face, m.px(WIDTH))]
        edge = m.px(9)
        size = max(line.get_width() for line in lines) + 2 * edge, len(lines) * face.get_linesize() + edge
        box = pygame.Rect((self._at[0] + m.px(10), self._at[1] + m.px(22)), size)
        if box.bottom > target.get_height():
            box.bottom = self._at[1] - m.px(8)
        box.clamp_ip(target.get_rect())
        pygame.draw.rect(target, PAPER, box, border_radius=m.px(5))
        pygame.draw.rect(target, INK, box, width=m.px(1.5), border_radius=m.px(5))
        for number, line in enumerate(lines):
            target.blit(line, (box.x + edge, box.y + edge // 2 + number * face.get_linesize()))
