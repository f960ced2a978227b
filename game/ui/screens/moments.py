"""The switches that say when a person is asked whether to interrupt."""

from __future__ import annotations

from functools import partial

import pygame

from game.core.message import say
from game.ui.app.panel import PanelScreen
from game.ui.kit.pen import Pen, Run
from game.ui.kit.theme import FAINT
from game.ui.play.game import GameInPlay
from game.words import said

ROW, HEAD = 58, 52
"""Units: the height of a switch's row and of a side's heading."""


class Moments(PanelScreen):
    """One switch a moment for every side a person plays; every change holds at once."""

    title = say("Ask me before play goes on")

    def __init__(self, game: GameInPlay) -> None:
        super().__init__(game.host)
        self.game = game
        self.moments = game.rules.moments_here(game.match.state)
        rows = len(game.flow.people) * (HEAD + ROW * len(self.moments))
        self.size = (900, 84 + 74 + rows + 40)

    def fill(self) -> None:
        body = self.body
        y = body.y + self.px(74)
        for seat in self.game.flow.people:
            y += self.px(HEAD)
            on = self.game.interruption.switched_on(seat)
            for info in self.moments:
                room = pygame.Rect(body.right - self.px(150), y, self.px(150), self.px(46))
                asked = info.name in on
                self.button(room, say("On") if asked else say("Off"), partial(self._switch, seat, info.name),
                            "#main" if asked else "")
                y += self.px(ROW)

    def _switch(self, seat: str, name: str) -> None:
        focus = self._focus
        self.game.interruption.switch(seat, name)
        self.rebuild()
        self._focus = focus

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        pen = Pen(target, self.metrics, body.x, body.y, body.width)
        text = say("Interrupting is possible at any moment, with the button or the key B. Play also stops to ask:")
        pen.flow([Run(text, "text", 21, FAINT)])
        y = body.y + self.px(74)
        for seat in self.game.flow.people:
            info = next(info for info in self.game.theme.seats if info.name == seat)
            swatch = pygame.Rect(body.x, y + self.px(10), self.px(26), self.px(26))
            pygame.draw.rect(target, info.paper, swatch, border_radius=self.px(4))
            Pen(target, self.metrics, body.x + self.px(38), y + self.px(8), body.width).line(info.title, "title", 24)
            y += self.px(HEAD)
            for moment in self.moments:
                title = said(moment.title)
                words = title[0].upper() + title[1:]
                Pen(target, self.metrics, body.x + self.px(38), y + self.px(9), body.width).line(words, "ui", 20)
                y += self.px(ROW)
