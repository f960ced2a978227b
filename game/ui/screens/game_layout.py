"""Where the parts of the game screen lie in the window."""

from __future__ import annotations

import pygame

from game.core.objective import NONE, Objectives
from game.ui.cards import objectives, turntrack
from game.ui.screens.base import Screen

ROW = 52
"""Units: the height of the strip below the map."""


class Layout(Screen):
    """The rectangles of the game screen, in window pixels."""

    @property
    def column_rect(self) -> pygame.Rect:
        m = self.metrics
        return pygame.Rect(m.width - m.column, 0, m.column, m.height)

    @property
    def track_rect(self) -> pygame.Rect:
        return pygame.Rect(0, 0, self.metrics.width - self.metrics.column, self.px(turntrack.HEIGHT))

    aims: Objectives = NONE
    """What the battle is fought for, in the state shown."""

    @property
    def objectives_rect(self) -> pygame.Rect:
        """The strip of objectives below the turn track; no height where it is folded away or says nothing."""
        shown = self.app.settings.objectives and bool(self.aims.held)
        height = min(self.px(objectives.HEIGHT), self.metrics.height // 11) if shown else 0
        return pygame.Rect(0, self.track_rect.bottom, self.track_rect.width, height)

    @property
    def map_rect(self) -> pygame.Rect:
        """The map's part of the window; the row of buttons lies on the table below it."""
        top = self.objectives_rect.bottom
        bottom = self.metrics.height - self.px(ROW)
        return pygame.Rect(0, top, self.metrics.width - self.metrics.column, bottom - top)

    @property
    def row_rect(self) -> pygame.Rect:
        """The strip of table with the map's buttons."""
        area = self.map_rect
        return pygame.Rect(area.x, area.bottom, area.width, self.metrics.height - area.bottom)
