"""Tooltips for the signs drawn on a screen with a map: on counters, cards, turn track and dice."""

from __future__ import annotations

import pygame

from game.core.message import Text
from game.ui.board.sign_hits import meaning_at
from game.ui.cards.column import CardColumn
from game.ui.cards.turntrack import TurnTrack
from game.ui.dice.tray import Tray
from game.ui.kit.notice import Tip
from game.ui.screens.map_screen import MapScreen


class SignTips:
    """Shows tooltips for the signs under the pointer. Buttons have tooltips of their own; the map shows none while
    something is carried over it."""

    def __init__(self, screen: MapScreen, column: CardColumn, track: TurnTrack, tray: Tray) -> None:
        self._screen, self._column, self._track, self._tray = screen, column, track, tray
        self._tip = Tip()
        self._at = (-1, -1)

    @property
    def shown(self) -> Text:
        """The tooltip on screen, or empty."""
        return self._tip.shown

    def note(self, event: pygame.event.Event) -> None:
        """Follow the pointer; a click or a key hides the tooltip."""
        if event.type == pygame.MOUSEMOTION:
            self._at = event.pos
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self._at = (-1, -1)

    def update(self, dt: float, top: bool, tray: pygame.Rect | None) -> None:
        """Advance by ``dt`` seconds.

        :param top: whether this is the topmost screen; otherwise no tooltip is shown, nor over an answer of the rules.
        :param tray: the dice tray in window pixels, if shown.
        """
        if not top or self._screen.rules_question.shown:
            self._at = (-1, -1)
        self._tip.point(self._at, self.meaning(self._at, tray), self._about(tray))
        self._tip.update(dt)

    def _about(self, tray: pygame.Rect | None) -> pygame.Rect | None:
        """What the tooltip must not cover: the sign on a card, the dice tray, the turn track, or the counters under the
        pointer."""
        layout = self._screen.layout
        if self._column.rect.collidepoint(self._at):
            return self._column.tip_at(self._at)[1]
        for box in (tray, layout.track):
            if box is not None and box.collidepoint(self._at):
                return box
        return self._screen.view.box_at(self._at) if layout.map.collidepoint(self._at) else None

    def meaning(self, at: tuple[int, int], tray: pygame.Rect | None) -> Text:
        """The meaning of the sign at a point of the window; empty if there is none, or over a button."""
        screen, column = self._screen, self._column
        if any(button.visible and button.rect.collidepoint(at) for button in screen.buttons):
            return ""
        if (told := column.tip_at(at)[0]) or column.rect.collidepoint(at):
            return told
        if screen.layout.objectives.collidepoint(at) and screen.objectives.covers(at):
            return screen.objectives.tip_at(at)
        if screen.layout.track.collidepoint(at):
            return self._track.tip_at(at)
        if tray is not None and tray.collidepoint(at):
            return self._tray.tip_at((at[0] - tray.x, at[1] - tray.y))
        if (other := screen.sign_at(at)) is not None:
            return other
        carrying = screen.view.selected_units
        return meaning_at(screen.view, at) if screen.layout.map.collidepoint(at) and not carrying else ""

    def draw(self, target: pygame.Surface) -> None:
        """Draw the tooltip on top of everything."""
        self._tip.draw(target, self._screen.metrics)
