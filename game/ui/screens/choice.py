"""The sheet with everything one can choose for an option, such as an army from a list."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.core.contract import OptionInfo
from game.core.message import Text
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen, Run
from game.ui.kit.theme import FAINT
from game.words import said

DEEP = 8
"""Alternatives in a column, at most."""
WIDE, ROW, FOOT = 400, 60, 72
"""Units: of a column, from one alternative to the next, and of the room for what is to be known about one."""


class Choice(PanelScreen):
    """One button for every alternative, in columns. A letter goes to the next title that begins with it."""

    keyboard = "choice"

    def __init__(self, app: Host, info: OptionInfo, chosen: str, take: Callable[[str], None]) -> None:
        """:param take: what is done with the name of the alternative taken."""
        super().__init__(app)
        self.info, self.chosen, self._take = info, chosen, take
        self.title = info.title
        count = len(info.alternatives)
        columns = -(-count // DEEP)
        self._deep = -(-count // columns)
        self.size = (max(640, 72 + columns * WIDE), 84 + 28 + self._deep * ROW + FOOT)
        self._focus = next(n for n, each in enumerate(info.alternatives) if each.name == chosen)

    def build(self) -> None:
        """The alternatives come first, so that the keys begin with the one that holds."""
        body, px = self.body, self.px
        width = (body.width + px(16)) // -(-len(self.info.alternatives) // self._deep)
        self._choices = []
        for number, each in enumerate(self.info.alternatives):
            column, row = divmod(number, self._deep)
            rect = pygame.Rect(body.x + column * width, body.y + row * px(ROW), width - px(16), px(ROW - 10))
            holds, title = each.name == self.chosen, said(each.title)
            self._choices.append(self.button(rect, f"› {title} ‹" if holds else title,
                                             partial(self._choose, each.name), "#main" if holds else ""))
        super().build()

    def _choose(self, name: str) -> None:
        self.app.pop()
        self._take(name)

    @property
    def _summary(self) -> Text:
        """What is to be known about the alternative under the pointer, or the one the keyboard has reached."""
        under = next((n for n, button in enumerate(self._choices) if button.hovered), self._focus)
        return self.info.alternatives[under].summary if under < len(self.info.alternatives) else ""

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        pen = Pen(target, self.metrics, body.x, body.y + self._deep * self.px(ROW) + self.px(6), body.width)
        pen.flow([Run(self._summary or self.info.summary, "ui", 17, FAINT)], leading=1.0)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN or not event.unicode.isalnum():
            return False
        titles = [said(each.title).casefold() for each in self.info.alternatives]
        count = len(titles)
        after = ((self._focus + step) % count for step in range(1, count + 1))
        found = next((n for n in after if titles[n].startswith(event.unicode.casefold())), None)
        if found is None:
            return False
        self._focus = found
        return True

    def do(self, command: str, key: str) -> bool:
        if command != "column":
            return super().do(command, key)
        beside = self._focus + (self._deep if key == "right" else -self._deep)
        self._focus = beside if 0 <= beside < len(self._choices) else self._focus
        return True
