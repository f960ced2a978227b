"""The list of a system's examples of play: to be watched, or played."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from game.core.contract import ScenarioInfo, System
from game.core.message import say
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen, Run
from game.ui.kit.theme import FAINT, LINE
from game.ui.screens.newgame import NewGame

ROW = 104
"""Units of height of an example's row."""


class Examples(PanelScreen):
    """Every example of play of one system with what it shows."""

    keyboard = "examples"

    def __init__(self, app: Host, rules: System[Any]) -> None:
        super().__init__(app)
        self.rules = rules
        self.title = say("{theme}: examples of play", theme=rules.theme.title)
        self.examples = [info for info in rules.scenarios if info.example]
        self.size = (1080, 160 + ROW * len(self.examples))

    def _row(self, number: int) -> pygame.Rect:
        body = self.body
        return pygame.Rect(body.x, body.y + number * self.px(ROW), body.width, self.px(ROW))

    def fill(self) -> None:
        width, height, gap = self.px(136), self.px(50), self.px(12)
        for number, info in enumerate(self.examples):
            row = self._row(number)
            watch = pygame.Rect(row.right - 2 * width - gap, row.centery - height // 2, width, height)
            self.button(watch, say("Watch   [{number}]", number=number + 1), partial(self.watch, info), "#main")
            self.button(watch.move(width + gap, 0), say("Play it"), partial(self.play, info))

    def paint(self, target: pygame.Surface) -> None:
        for number, info in enumerate(self.examples):
            row = self._row(number)
            pen = Pen(target, self.metrics, row.x, row.y + self.px(14), row.width - self.px(320))
            pen.flow([Run(info.heading, "text", 25)])
            pen.flow([Run(info.summary, "ui", 17, FAINT)], leading=1.0)
            pygame.draw.line(target, LINE, row.bottomleft, row.bottomright, self.px(1))
        foot = Pen(target, self.metrics, self.body.x, self.body.bottom - self.px(24), self.body.width)
        foot.line(say("Watched, an example is told step by step; played, it is a small game of its own."), "ui", 16,
                  FAINT)

    def do(self, command: str, key: str) -> bool:
        if command != "watch" or int(key) > len(self.examples):
            return super().do(command, key)
        self.watch(self.examples[int(key) - 1])
        return True

    def watch(self, info: ScenarioInfo) -> None:
        """Show an example as the rulebook tells it."""
        self.app.ways.demo(self.rules, info.name)

    def play(self, info: ScenarioInfo) -> None:
        """Set a game up that starts like the example."""
        self.app.push(NewGame(self.app, self.rules, info))
