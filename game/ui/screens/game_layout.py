"""Where track, strip of objectives, map and column lie in the window, in games, replays and examples of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.core.objective import NONE, Objectives
from game.core.theme import Theme
from game.core.verdict import RuleRef
from game.ui.cards import objectives, turntrack
from game.ui.cards.objectives import ObjectivesStrip
from game.ui.screens.base import Screen
from game.ui.screens.table import draw_table

if TYPE_CHECKING:
    from game.ui.app import App

ROW = 52
"""Units: the height of the strip below the map, where there is one."""


class Layout(Screen):
    """The rectangles of a screen with a map, in window pixels, and the strip of objectives on it."""

    row = 0
    """Units that are kept free below the map."""
    aims: Objectives = NONE
    """What the battle is fought for, in the state shown."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.objectives = ObjectivesStrip()

    @property
    def column_rect(self) -> pygame.Rect:
        m = self.metrics
        return pygame.Rect(m.width - m.column, 0, m.column, m.height)

    @property
    def track_rect(self) -> pygame.Rect:
        return pygame.Rect(0, 0, self.metrics.width - self.metrics.column, self.px(turntrack.HEIGHT))

    @property
    def objectives_rect(self) -> pygame.Rect:
        """The strip of objectives below the turn track; no height where it is folded away or says nothing."""
        shown = self.app.settings.objectives and bool(self.aims.held)
        height = min(self.px(objectives.HEIGHT), self.metrics.height // 11) if shown else 0
        return pygame.Rect(0, self.track_rect.bottom, self.track_rect.width, height)

    @property
    def map_rect(self) -> pygame.Rect:
        """The map's part of the window; a row of buttons lies on the table below it, where there is one."""
        top = self.objectives_rect.bottom
        bottom = self.metrics.height - self.px(self.row)
        return pygame.Rect(0, top, self.metrics.width - self.metrics.column, bottom - top)

    @property
    def row_rect(self) -> pygame.Rect:
        """The strip of table with the map's buttons."""
        area = self.map_rect
        return pygame.Rect(area.x, area.bottom, area.width, self.metrics.height - area.bottom)

    def draw_objectives(self, target: pygame.Surface, theme: Theme) -> None:
        """Draw the strip of objectives where it is laid out."""
        room = self.objectives_rect
        if room.height:
            draw_table(target, room)
            self.objectives.draw(target, room, self.metrics, theme, self.aims)

    def rule_of_objectives(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number on the strip is under a point of the window."""
        return self.objectives.link_at(pos) if self.objectives_rect.collidepoint(pos) else None

    def fold_objectives(self) -> None:
        """Fold the strip of objectives away, or lay it out again; the map takes or gives its room."""
        self.app.settings.objectives = not self.app.settings.objectives
        self.app.store_settings()
        self.rebuild()
