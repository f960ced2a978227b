"""The whole log on one page, to read and to scroll; only what is in view is printed, however long the game."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame_gui.elements import UIVerticalScrollBar

from game.core.message import say
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.cards.log import Entry, Log
from game.ui.kit.theme import Metrics
from game.ui.screens.rulebook import Rulebook

LARGER = 1.25
"""How much larger than on its card the log is printed."""
LINE, PAGE = 3, 18
"""Entries that an arrow key, and a page key, goes on."""


class WholeLog(PanelScreen):
    """Every entry with its rule number as a link to the rulebook, the latest first seen."""

    keyboard = "log"
    title = say("Log")
    size = (1160, 920)

    def __init__(self, app: Host, entries: Sequence[Entry], system: str) -> None:
        super().__init__(app)
        self.entries = tuple(entries)
        self.system = system
        self.log = Log(bare=True)
        self.log.show(list(self.entries) or [Entry(say("Nothing has happened yet."), None, "remark")])

    def fill(self) -> None:
        body, width = self.body, self.px(24)
        self._room = pygame.Rect(body.x, body.y, body.width - width - self.px(12), body.height)
        self._seen = min(1.0, PAGE / max(1, len(self.entries)))
        self.bar = UIVerticalScrollBar(
            pygame.Rect(body.right - width, body.y, width, body.height), self._seen, self.manager
        )
        self._place_bar()

    def _place_bar(self) -> None:
        start = 1.0 - self._seen - self.log.back / max(1, len(self.entries))
        self.bar.set_scroll_from_start_percentage(max(0.0, start))
        self.bar.has_moved_recently = False

    def scroll(self, entries: int) -> None:
        """Go back by a number of entries, or on where it is negative."""
        self.log.scroll(entries)
        self._place_bar()

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        if self.bar.check_has_moved_recently():
            later = 1.0 - self._seen - self.bar.start_percentage
            self.log.scroll(round(max(0.0, later) * len(self.entries)) - self.log.back)

    def paint(self, target: pygame.Surface) -> None:
        m = self.metrics
        self.log.draw(target, self._room, Metrics(m.width, m.height, m.scale * LARGER))

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroll(LINE * event.y)
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            rule = self.log.link_at(event.pos)
            if rule is not None:
                self.app.push(Rulebook(self.app, self.system, rule.number))
            return rule is not None
        return False

    def do(self, command: str, key: str) -> bool:
        most = len(self.entries)
        steps = {"up": LINE, "down": -LINE, "pageup": PAGE, "pagedown": -PAGE, "home": most, "end": -most}
        match command:
            case "line":
                self.scroll(steps[key])
            case "close":
                self.app.pop()
            case _:
                return super().do(command, key)
        return True
