"""Tips on what a screen with a map draws: signs of counters, cards, turn track and dice say what they mean."""

from __future__ import annotations

import pygame

from game.core.message import Text
from game.ui.board.signs_under import meaning_at
from game.ui.cards.column import CardColumn
from game.ui.cards.turntrack import TurnTrack
from game.ui.dice.tray import Tray
from game.ui.kit.notice import Tip
from game.ui.screens.map_screen import MapScreen


class SignTips:
    """Follows the pointer over a screen. Buttons have tips of their own; while something is carried over the map there
    are none on it."""

    def __init__(self, screen: MapScreen, column: CardColumn, track: TurnTrack, tray: Tray) -> None:
        self._screen, self._column, self._track, self._tray = screen, column, track, tray
        self._tip = Tip()
        self._at = (-1, -1)

    @property
    def shown(self) -> Text:
        """The tip that is shown, if any."""
        return self._tip.shown

    def note(self, event: pygame.event.Event) -> None:
        """Take the pointer's motion into account; a click or a key takes the tip away."""
        if event.type == pygame.MOUSEMOTION:
            self._at = event.pos
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self._at = (-1, -1)

    def update(self, dt: float, top: bool, tray: pygame.Rect | None) -> None:
        """Let ``dt`` seconds pass.

        :param top: whether no other screen lies above: there is no tip below one.
        :param tray: where dice lie now, in window pixels.
        """
        if not top:
            self._at = (-1, -1)
        on_map = self._screen.layout.map.collidepoint(self._at)
        self._tip.point(self._at, self.meaning(self._at, tray), self._screen.view.about(self._at) if on_map else None)
        self._tip.update(dt)

    def meaning(self, at: tuple[int, int], tray: pygame.Rect | None) -> Text:
        """What the sign under a point of the window means; empty where there is none, or a button is."""
        screen, column = self._screen, self._column
        if any(button.visible and button.rect.collidepoint(at) for button in screen.buttons):
            return ""
        if (told := column.tip_at(at)) or column.rect.collidepoint(at):
            return told
        if screen.layout.objectives.collidepoint(at) and screen.objectives.covers(at):
            return screen.objectives.tip_at(at)
        if screen.layout.track.collidepoint(at):
            return self._track.tip_at(at)
        if tray is not None and tray.collidepoint(at):
            return self._tray.tip_at((at[0] - tray.x, at[1] - tray.y))
        if (other := screen.sign_at(at)) is not None:
            return other
        carrying = screen.view.in_hand
        return meaning_at(screen.view, at) if screen.layout.map.collidepoint(at) and not carrying else ""

    def draw(self, target: pygame.Surface) -> None:
        """Print the tip over everything."""
        self._tip.draw(target, self._screen.metrics)
