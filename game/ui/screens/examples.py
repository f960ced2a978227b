"""The list of a system's examples of play: to be watched, or played."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from game.core.contract import ScenarioInfo, System
from game.core.message import say
from game.ui.app.panel import AROUND, PagedPanel
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen, Run, fitted
from game.ui.kit.theme import FAINT, LINE
from game.ui.screens.newgame import NewGame

ROW, FOOT = 100, 36
"""Units: the height of an example's row at least, and of the line below all of them."""
KEYS = 9
"""Examples that have a digit; further ones are reached with Tab."""
WIDE, BUTTONS = 1080, 320
"""Units: the width of the sheet, and what the buttons take of it."""


class Examples(PagedPanel):
    """Every example of play of one system with what it shows."""

    keyboard = "examples"

    def __init__(self, app: Host, rules: System[Any]) -> None:
        super().__init__(app)
        self.rules = rules
        self.title = say("{theme}: examples of play", theme=rules.theme.title)
        self.examples = [info for info in rules.scenarios if info.example]
        self.rows: list[tuple[ScenarioInfo, pygame.Rect]] = []
        """The examples on the page shown, each with its room."""

    def build(self) -> None:
        """As high as all examples need, where there is so much room."""
        m = self.metrics
        heights = self._heights(min(m.px(WIDE), m.width - 2 * AROUND) - m.px(72))
        self.size = (WIDE, round((self.head + sum(heights)) / m.scale) + 28 + FOOT)
        super().build()

    def _heights(self, width: int) -> list[int]:
        """The pixels of height that each example needs in a body so wide."""
        found = []
        for info in self.examples:
            pen = Pen(pygame.Surface((1, 1)), self.metrics, 0, 0, width - self.px(BUTTONS))
            self._print(pen, info)
            found.append(max(self.px(ROW), pen.y + self.px(28)))
        return found

    def fill(self) -> None:
        body, heights = self.body, self._heights(self.body.width)
        self.break_rows(heights, body.height - self.px(FOOT))
        self.rows, y = [], body.y
        for number in self.pages.shown:
            self.rows.append((self.examples[number], pygame.Rect(body.x, y, body.width, heights[number])))
            y += heights[number]
        width, height, gap = self.px(136), self.px(50), self.px(12)
        for number, (info, row) in enumerate(self.rows, start=self.pages.shown.start):
            watch = pygame.Rect(row.right - 2 * width - gap, row.centery - height // 2, width, height)
            words = say("Watch   [{number}]", number=number + 1) if number < KEYS else say("Watch")
            self.button(watch, words, partial(self.watch, info), "#main" if number == 0 else "")
            self.button(watch.move(width + gap, 0), say("Play it"), partial(self.play, info))

    def paint(self, target: pygame.Surface) -> None:
        for info, row in self.rows:
            self._print(Pen(target, self.metrics, row.x, row.y + self.px(14), row.width - self.px(BUTTONS)), info)
            pygame.draw.line(target, LINE, row.bottomleft, row.bottomright, self.px(1))
        foot = say("Watched, an example is told step by step; played, it is a small game of its own.")
        face = fitted(foot, "ui", self.px(16), self.body.width)
        target.blit(face.printed(foot, FAINT), (self.body.x, self.body.bottom - self.px(24)))

    def _print(self, pen: Pen, info: ScenarioInfo) -> None:
        """What an example is called and what it shows."""
        pen.flow([Run(info.heading, "text", 25)])
        pen.flow([Run(info.summary, "ui", 17, FAINT)], leading=1.0)

    def do(self, command: str, key: str) -> bool:
        if command == "watch" and int(key) <= len(self.examples):
            self.watch(self.examples[int(key) - 1])
            return True
        return super().do(command, key)

    def watch(self, info: ScenarioInfo) -> None:
        """Show an example as the rulebook tells it."""
        self.app.ways.demo(self.rules, info.name)

    def play(self, info: ScenarioInfo) -> None:
        """Set a game up that starts like the example."""
        self.app.push(NewGame(self.app, self.rules, info))
