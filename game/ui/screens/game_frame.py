"""The game screen's parts that do not change with its widgets: the game in play, its cards, where things lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game import catalog
from game.core.message import Text, say
from game.core.overview import OverviewColumn
from game.match.match import Match
from game.ui.app.screen import Host
from game.ui.app.settings import Settings
from game.ui.board.minimap import Minimap
from game.ui.cards import turntrack
from game.ui.cards.card import Card
from game.ui.cards.column import CardColumn
from game.ui.kit.gui import UIButton, UITextEntryLine
from game.ui.play.game import GameInPlay
from game.ui.play.situation import Sight
from game.ui.screens.boxes import BoxStrip, height
from game.ui.screens.keys import Keys, things_in
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.victory import Victory

Tool = tuple[Text, Text, Callable[[], None]]
"""A button at the foot of the column: its label, its tip, what it does."""


class GameFrame(MapScreen):
    """What mouse, keys and widgets of the game screen work on."""

    choices: Sequence[UIButton]
    """The buttons of what is offered."""
    faces: UITextEntryLine
    """The box into which the faces of real dice are typed."""
    row_lines = 1
    has_row = True
    """Whether there are buttons of the map below it."""

    def __init__(self, app: Host, match: Match[Any]) -> None:
        sight = Sight(match)
        super().__init__(app, sight.rules, catalog.scenario(match.rules, match.header.scenario), match.state)
        self.column, self.track, self.slip = CardColumn(), turntrack.TurnTrack(), Card()
        self.boxes = BoxStrip()
        self.minimap = Minimap(self.view)
        self.game = self.sit_down(match, sight)

    @property
    def covering(self) -> list[pygame.Rect]:
        return [self.minimap.place(self.px(100) / 100)]

    @property
    def switches(self) -> Settings:
        return self.app.settings

    @property
    def speed(self) -> float:
        return self.game.flow.speed

    def sit_down(self, match: Match[Any], sight: Sight) -> GameInPlay:
        """The match on the table, before people."""
        return GameInPlay(self.app, match, sight, self.stage, self.column.log, self.show_result)

    @property
    def tools(self) -> Sequence[Tool]:
        """The buttons at the foot of the column: labels, tips and what they do."""
        return ()

    def open_keys(self) -> None:
        """The page of keys that mean something here."""
        self.app.push(Keys(self.app, self.game.rules, things=things_in(self.game.flow)))

    def sign_at(self, pos: tuple[int, int]) -> Text | None:
        if self.slip.rect.height and self.slip.rect.collidepoint(pos):
            return self.slip.tip_at(pos)
        if self.boxes_rect.collidepoint(pos):
            return self.boxes.tip_at(pos)
        if self.minimap.place(self.px(100) / 100).collidepoint(pos):
            return say("The whole map: click or drag to go there")
        return None

    def recap(self, way: int) -> bool:
        """Show what the others did since a person's last action, step by step; whether there is anything to show."""
        return False

    def show_result(self) -> None:
        """Show who won."""
        self.app.push(Victory(self.app, self.game.match))

    def waiting_slot(self, name: str) -> pygame.Rect | None:
        """Where ``bar`` or ``move-now`` lies while somebody thinks for long: on the slip that waits for a hint, else on
        the prompt card."""
        if not self.game.flow.drags:
            return None
        return (self.slip if self.game.flow.hinting else self.column.prompt).slot(name)

    def toggle_panel(self) -> None:
        super().toggle_panel()
        self.game.dirty = True

    def changed(self) -> None:
        self.game.dirty = True

    @property
    def state(self) -> Any:
        return self.game.match.state

    @property
    def boxes_height(self) -> int:
        return self.px(height(self.game.boxes, self.game.situation.stacks))

    @property
    def boxes_rect(self) -> pygame.Rect:
        """The strip of boxes below the map, and below the overview where that lies beside it."""
        area = self.map_rect
        return pygame.Rect(area.left, area.bottom, area.width + self.overview_width, self.boxes_height)

    def place_at(self, pos: tuple[int, int]) -> str | None:
        """The place at a point of the window, on the map or in a box."""
        if self.column_rect.collidepoint(pos):
            return None
        if self.boxes_rect.collidepoint(pos):
            return self.boxes.place_at(pos)
        return self.game.view.place_at(pos) if self.on_map(pos) else None

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The counter at a point of the window, on the map or in a box."""
        if self.column_rect.collidepoint(pos):
            return None
        return self.boxes.unit_at(pos) if self.boxes_rect.collidepoint(pos) else self.game.view.unit_at(pos)

    def told_at(self, pos: tuple[int, int]) -> str:
        """The line of print under a point of the window, on a button, a card, the log or the strip. The slip passes
        clicks on to the map."""
        button = next((one for one in self.choices if one.visible and one.rect.collidepoint(pos)), None)
        if button is not None:
            return button.text
        return self.drawer.strip.told_at(pos) or self.column.told_at(pos)

    def places_told_at(self, pos: tuple[int, int]) -> tuple[str, ...]:
        """Where happened what the line of the log under a point of the window tells."""
        line = self.column.line_at(pos)
        entries = self.column.log.entries
        return entries[line].places if line is not None and line < len(entries) else ()

    def on_table(self, pos: tuple[int, int]) -> bool:
        """Whether a point of the window is on the map or on the boxes beside it."""
        beside = self.boxes_rect.collidepoint(pos) and not self.column_rect.collidepoint(pos)
        return self.on_map(pos) or beside

    @property
    def cursor_place(self) -> str | None:
        return self.game.selection.cursor if self.game.pointing.keyboard else None

    @property
    def lists_phase(self) -> bool:
        return isinstance(self.game.rules, OverviewColumn)

    @property
    def lit_line(self) -> str | None:
        """The line of the overview that is pointed at, else the one that is looked at."""
        return self.game.pointing.line or self.game.selection.lines.looked_at

    @property
    def tray_rect(self) -> pygame.Rect:
        """Where the dice lie, in window pixels."""
        return self.game.stage.tray_rect(self.in_view(self.map_rect), self.px)
