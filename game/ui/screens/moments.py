"""When a person is asked whether to interrupt: the switches for it, and what he is not asked for any more."""

from __future__ import annotations

from functools import partial

import pygame

from game.core.message import Message, say
from game.ui.app.panel import PanelScreen
from game.ui.kit.pen import Pen, Run
from game.ui.kit.theme import FAINT
from game.ui.play.game import GameInPlay
from game.words import headed

INTRO, ROW, HEAD = 74, 58, 52
"""Units: the height of the words above, of a switch's row and of a side's heading."""


class Moments(PanelScreen):
    """For every side a person plays one switch a moment, and a row for each kind of reaction that he declined for good.
    Every change holds at once.
    """

    title = say("Ask me before play goes on")

    def __init__(self, game: GameInPlay) -> None:
        super().__init__(game.host)
        self.game = game
        self.moments = game.rules.moments_here(game.match.state) if game.interruption.known else ()
        self._measure()

    def _measure(self) -> None:
        """As high as all rows need."""
        rows = sum(max(1, len(self.moments) + len(self._never(seat))) for seat in self.game.flow.people)
        self.size = (900, 84 + INTRO + len(self.game.flow.people) * HEAD + rows * ROW + 40)

    def _never(self, seat: str) -> tuple[str, ...]:
        return self.game.declining.never(seat)

    def fill(self) -> None:
        body = self.body
        y = body.y + self.px(INTRO)
        for seat in self.game.flow.people:
            y += self.px(HEAD)
            first = y
            on = self.game.interruption.switched_on(seat) if self.moments else frozenset()
            for info in self.moments:
                room = pygame.Rect(body.right - self.px(150), y, self.px(150), self.px(46))
                asked = info.name in on
                self.button(room, say("On") if asked else say("Off"), partial(self._switch, seat, info.name),
                            "#main" if asked else "")
                y += self.px(ROW)
            for kind in self._never(seat):
                room = pygame.Rect(body.right - self.px(190), y, self.px(190), self.px(46))
                self.button(room, say("Ask again"), partial(self._ask_again, seat, kind))
                y += self.px(ROW)
            y = max(y, first + self.px(ROW))

    def _switch(self, seat: str, name: str) -> None:
        focus = self._focus
        self.game.interruption.switch(seat, name)
        self.rebuild()
        self._focus = focus

    def _ask_again(self, seat: str, kind: str) -> None:
        self.game.declining.ask_again(seat, kind)
        self._measure()
        self.rebuild()
        self._focus = min(self._focus, len(self.buttons) - 1)

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        pen = Pen(target, self.metrics, body.x, body.y, body.width)
        text = say("The button, or the key B, interrupts whenever the rules allow it. Play also stops to ask:") \
            if self.moments else say("Play stops to ask whenever a side may react, but not for what is listed here:")
        pen.flow([Run(text, "text", 21, FAINT)])
        y = body.y + self.px(INTRO)
        for seat in self.game.flow.people:
            info = next(info for info in self.game.theme.seats if info.name == seat)
            swatch = pygame.Rect(body.x, y + self.px(10), self.px(26), self.px(26))
            pygame.draw.rect(target, info.paper, swatch, border_radius=self.px(4))
            Pen(target, self.metrics, body.x + self.px(38), y + self.px(8), body.width).line(info.title, "title", 24)
            y += self.px(HEAD)
            never = [say("never: {kind}", kind=Message(kind)) for kind in self._never(seat)]
            titles = [*(moment.title for moment in self.moments), *never] or [say("asked for everything")]
            for title in titles:
                pen = Pen(target, self.metrics, body.x + self.px(38), y + self.px(9), body.width)
                pen.line(headed(title), "ui", 20)
                y += self.px(ROW)
