"""The game screen's parts that do not change with its widgets: the game in play, its cards, where things lie."""

from __future__ import annotations

from typing import Any

import pygame
from pygame_gui.elements import UITextEntryLine

from game.core.objective import Objectives
from game.match.match import Match
from game.ui.app.screen import Host
from game.ui.cards import turntrack
from game.ui.cards.card import Card
from game.ui.cards.column import Column
from game.ui.play.game import GameInPlay
from game.ui.screens.game_layout import ROW, Layout
from game.ui.screens.victory import Victory


class GameFrame(Layout):
    """What mouse, keys and widgets of the game screen work on."""

    faces: UITextEntryLine
    """The box into which the faces of real dice are typed."""
    rows = 1
    """Rows of buttons below the map."""

    def __init__(self, app: Host, match: Match[Any]) -> None:
        super().__init__(app)
        self.column, self.track, self.slip = Column(), turntrack.TurnTrack(), Card()
        self.game = GameInPlay(app, match, self.column.log, self.show_result)
        self.view = self.game.view

    def show_result(self) -> None:
        """Show who won."""
        self.app.push(Victory(self.app, self.game.match))

    @property
    def aims(self) -> Objectives:
        return self.game.objectives

    @property
    def row(self) -> int:
        return self.rows * ROW

    @property
    def tray_rect(self) -> pygame.Rect:
        """Where the dice lie, in window pixels."""
        return self.game.stage.tray_rect(self.map_rect, self.px)
