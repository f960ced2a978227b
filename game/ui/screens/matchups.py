"""The sheet of who beats whom: for every two types of units what becomes of the one that loses a combat."""

from __future__ import annotations

import pygame

from game.core.message import Text, say
from game.core.presenter import Matchups
from game.i18n.words import headed, said
from game.ui.app.panel import LEAST, PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.fonts import font
from game.ui.kit.pen import fitted
from game.ui.kit.theme import ALARM, FAINT, INK, LINE

NOTE, FIRST = 30, 150
"""Units: the height of a line above the grid, and the width of its first column."""
LARGE, DEEP = 20, 72
"""Units: the largest print in the grid, and the greatest height of a row."""
AIR = 6
"""Units between the print and the borders of a cell."""


class WhoBeatsWhom(PanelScreen):
    """A grid: the loser at the left, the winner above; in each cell what a beaten and what a doubled loser suffers."""

    keyboard = "matchups"
    title = say("Who beats whom")
    size = (1340, 940)
    least = LEAST

    def __init__(self, app: Host, matchups: Matchups) -> None:
        super().__init__(app)
        self.matchups = matchups

    def paint(self, target: pygame.Surface) -> None:
        px, body, types = self.px, self.body, self.matchups.types
        for number, note in enumerate(self.matchups.notes):
            self._print(target, note, pygame.Rect(body.x, body.y + number * px(NOTE), body.w, px(NOTE)), left=True)
        top = body.y + len(self.matchups.notes) * px(NOTE) + px(AIR)
        wide, high = (body.w - px(FIRST)) // len(types), min(px(DEEP), (body.bottom - top) // (len(types) + 1))
        size = min(_largest(headed(said(name)), min(px(LARGE), high - 2), wide - 2 * px(AIR)) for name in types)
        for n, name in enumerate(types):
            head = pygame.Rect(body.x + px(FIRST) + n * wide, top, wide, high)
            self._print(target, headed(said(name)), head, bold=True, size=size)
            row = pygame.Rect(body.x, top + (n + 1) * high, px(FIRST), high)
            pygame.draw.line(target, LINE, row.topleft, (head.x - n * wide + len(types) * wide, row.y))
            self._print(target, headed(said(name)), row, bold=True, left=True, size=size)
            for column, pair in enumerate(self.matchups.fates[n]):
                cell = pygame.Rect(body.x + px(FIRST) + column * wide, row.y, wide, high)
                pygame.draw.line(target, LINE, cell.topleft, cell.bottomleft)
                for half, (fate, lost) in enumerate(pair):
                    room = pygame.Rect(cell.x, cell.y + half * high // 2, wide, high // 2)
                    self._print(target, fate, room, bold=lost, colour=ALARM if lost else INK if fate else FAINT)

    def _print(self, target: pygame.Surface, text: Text, room: pygame.Rect, *, bold: bool = False, left: bool = False,
               colour: str = INK, size: int | None = None) -> None:
        """A line in the middle of a room, or at its left.

        :param size: pixels of its print; None: as many as fit.
        """
        text, inner = said(text), room.inflate(-2 * self.px(AIR), 0)
        face = fitted(text, "ui-bold" if bold else "ui", size or min(self.px(LARGE), room.h - 2), inner.w)
        image = face.printed(text, colour)
        target.blit(image, image.get_rect(midleft=inner.midleft) if left else image.get_rect(center=inner.center))

    def do(self, command: str, key: str) -> bool:
        if command != "close":
            return super().do(command, key)
        self.app.pop()
        return True


def _largest(text: str, most: int, width: int) -> int:
    """Pixels of the largest print, no larger than ``most``, in which a heading is no wider than a width."""
    return next((px for px in range(most, 1, -1) if font("ui-bold", px).size(text)[0] <= width), 1)
