"""The page with who holds what and all that it takes to win."""

from __future__ import annotations

import pygame

from game.core.message import say
from game.core.objective import Objectives
from game.core.theme import Theme
from game.ui.app.panel import LEAST, PanelScreen
from game.ui.app.screen import Host
from game.ui.cards.objectives import write_all
from game.ui.kit.pen import Pen
from game.ui.screens.rulebook import Rulebook

PRINT = range(24, 11, -1)
"""Units: the print of the sheet, the largest that fits."""


class ToWin(PanelScreen):
    """Who holds what, and all that it takes to win; a rule number opens the rulebook, any other click closes it."""

    title = say("To win")
    size = (1000, 760)
    least = LEAST

    def __init__(self, app: Host, theme: Theme, shown: Objectives) -> None:
        super().__init__(app)
        self._theme, self._shown = theme, shown
        self._pen: Pen | None = None

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        for size in PRINT:
            trial = Pen(pygame.Surface((1, 1)), self.metrics, body.x, body.y, body.width)
            write_all(trial, self._theme, self._shown, size)
            if trial.y <= body.bottom:
                break
        self._pen = Pen(target, self.metrics, body.x, body.y, body.width)
        write_all(self._pen, self._theme, self._shown, size)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            links = self._pen.links if self._pen is not None else []
            rule = next((link.rule for link in links if link.rect.inflate(6, 6).collidepoint(event.pos)), None)
            if rule is not None:
                self.app.push(Rulebook(self.app, rule.system, rule.number))
            elif not self.sheet.collidepoint(event.pos):
                self.app.pop()
            return True
        if event.type == pygame.KEYDOWN:
            self.app.pop()
            return True
        return False
