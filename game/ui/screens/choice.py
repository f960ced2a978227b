"""The sheet with everything one can choose from, such as an army from a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.core.message import Text
from game.core.option import Alternative
from game.i18n.words import said
from game.ui.app.panel import PagedPanel, PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen, TextRun
from game.ui.kit.theme import FAINT

DEEP, COLUMNS = 8, 2
"""Alternatives in a column, and columns on a page, at most."""
WIDE, ROW, FOOT = 400, 60, 72
"""Units: of a column, from one alternative to the next, and of the room for what is to be known about one."""


class ChoiceSheet(PagedPanel):
    """One button for every alternative, in columns, and for every broken one, which says what is wrong with it.

    A letter goes to the next title that begins with it.
    """

    keyboard, least = "choice", PanelScreen.least

    def __init__(self, app: Host, title: Text, alternatives: Sequence[Alternative], chosen: str,
                 take: Callable[[str], None], *, broken: Sequence[Alternative] = (), summary: Text = "") -> None:
        """:param take: what is done with the name of the alternative taken.
        :param broken: what cannot be chosen; their summaries say why.
        :param summary: what is said of alternatives without a summary.
        """
        super().__init__(app)
        self.title, self.chosen, self._take = title, chosen, take
        self._broken, self._about = broken, summary
        self._entries = (*alternatives, *broken)
        count = min(len(self._entries), COLUMNS * DEEP)
        columns = -(-count // DEEP)
        self._deep = -(-count // columns)
        self.size = (max(640, 72 + columns * WIDE), 84 + 28 + self._deep * ROW + FOOT)
        at = next((n for n, each in enumerate(self._entries) if each.name == chosen), 0)
        self.pages.at, self._focus = divmod(at, COLUMNS * DEEP)

    def build(self) -> None:
        """The alternatives come first, so that the keys begin with the one that holds."""
        body, px = self.body, self.px
        self.pages.lay(len(self._entries), COLUMNS * DEEP)
        width = (body.width + px(16)) // -(-min(len(self._entries), COLUMNS * DEEP) // self._deep)
        self._choices = []
        for number, each in enumerate(self._here):
            column, row = divmod(number, self._deep)
            rect = pygame.Rect(body.x + column * width, body.y + row * px(ROW), width - px(16), px(ROW - 10))
            holds, title = each.name == self.chosen, said(each.title)
            self._choices.append(self.button(rect, f"› {title} ‹" if holds else title,
                                             partial(self._choose, each), "#main" if holds else ""))
        self.turners()
        super().build()

    @property
    def _here(self) -> Sequence[Alternative]:
        """What is on the page shown."""
        return [self._entries[number] for number in self.pages.shown]

    def turn(self, pages: int) -> None:
        self._focus = 0
        super().turn(pages)

    def _choose(self, each: Alternative) -> None:
        if each in self._broken:
            self.app.error(each.title, each.summary)
            return
        self.app.pop()
        self._take(each.name)

    @property
    def _summary(self) -> Text:
        """What is to be known about the alternative under the pointer, or the one the keyboard has reached."""
        under = next((n for n, button in enumerate(self._choices) if button.hovered), self._focus)
        return self._here[under].summary if under < len(self._here) else ""

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        pen = Pen(target, self.metrics, body.x, body.y + self._deep * self.px(ROW) + self.px(6), body.width)
        pen.flow([TextRun(self._summary or self._about, "ui", 17, FAINT)], leading=1.0)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.KEYDOWN or not event.unicode.isalnum():
            return super().on_event(event)
        titles = [said(each.title).casefold() for each in self._entries]
        count, here = len(titles), self.pages.shown.start + self._focus
        after = ((here + step) % count for step in range(1, count + 1))
        found = next((n for n in after if titles[n].startswith(event.unicode.casefold())), None)
        if found is None:
            return False
        page, number = divmod(found, COLUMNS * DEEP)
        if page != self.pages.at:
            self.turn(page - self.pages.at)
        self._focus = number
        return True

    def do(self, command: str, key: str) -> bool:
        if command != "column":
            return super().do(command, key)
        beside = self._focus + (self._deep if key == "right" else -self._deep)
        self._focus = beside if 0 <= beside < len(self._choices) else self._focus
        return True
