"""The positions that were saved, and the way to a new one of every system."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pygame

from game import catalog
from game.core.contract import System
from game.core.message import MessageError, Text, say, told
from game.i18n.dates import date_of
from game.match import draft as drafts
from game.ui.app.panel import PagedPanel
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen
from game.ui.kit.theme import ALARM, FAINT, LINE
from game.ui.screens.shelf import Shelf

ROW = 84
"""Units of height of a row."""


@dataclass(frozen=True)
class Kept:
    """A position file."""

    path: Path
    rules: System[Any] | None
    """None: it is of no system."""
    told: Text


class Positions(PagedPanel):
    """A row for every system, to set up a position of it, then one for each file of the folder, the newest first."""

    keyboard = "positions"
    title = say("Set up a position")
    size = (1080, 860)

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.systems = Shelf().systems
        self.kept = kept()
        self._shown: list[tuple[int, pygame.Rect]] = []

    def fill(self) -> None:
        body = self.body
        rows = len(self.systems) + len(self.kept)
        self.break_rows([self.px(ROW)] * rows, body.height)
        self._shown, width, high = [], self.px(200), self.px(50)
        for at, number in enumerate(self.pages.shown):
            row = pygame.Rect(body.x, body.y + at * self.px(ROW), body.width, self.px(ROW))
            self._shown.append((number, row))
            button = pygame.Rect(row.right - width, row.centery - high // 2, width, high)
            if number < len(self.systems):
                self.button(button, say("New   [{number}]", number=at + 1) if at < 9 else say("New"),
                            partial(self.open, number))
            else:
                made = self.button(button, say("Open   [{number}]", number=at + 1) if at < 9 else say("Open"),
                                   partial(self.open, number))
                if self.kept[number - len(self.systems)].rules is None:
                    self.disable(made, say("This file cannot be read"))

    def open(self, number: int) -> None:
        """Open the editor with a system's set-up, or with a file."""
        if number < len(self.systems):
            self.app.ways.edit(self.systems[number])
            return
        found = self.kept[number - len(self.systems)]
        if found.rules is not None:
            self.app.ways.edit(found.rules, found.path)

    def paint(self, target: pygame.Surface) -> None:
        for number, row in self._shown:
            pen = Pen(target, self.metrics, row.x, row.y + self.px(14), row.width - self.px(220))
            if number < len(self.systems):
                pen.line(self.systems[number].theme.title, "text", 25)
                pen.line(say("New position from the set-up of its first battle"), "ui", 17, FAINT)
            else:
                found = self.kept[number - len(self.systems)]
                pen.line(found.path.stem, "text", 25)
                pen.line(found.told, "ui", 17, FAINT if found.rules is not None else ALARM)
            pygame.draw.line(target, LINE, row.bottomleft, row.bottomright, self.px(1))

    def do(self, command: str, key: str) -> bool:
        if command == "open" and int(key) <= len(self._shown):
            self.open(self._shown[int(key) - 1][0])
            return True
        return super().do(command, key)


def kept() -> list[Kept]:
    """The position files of the folder, the newest first."""
    try:
        paths = sorted(drafts.folder().glob(f"*{drafts.SUFFIX}"), key=lambda path: -path.stat().st_mtime)
    except OSError:
        return []
    return [_look(path) for path in paths]


def _look(path: Path) -> Kept:
    try:
        rules = catalog.rules(drafts.system_of(path))
        when = date_of(datetime.fromtimestamp(path.stat().st_mtime).astimezone())
    except (MessageError, OSError, ValueError) as error:
        return Kept(path, None, told(error))
    return Kept(path, rules, say("{system}, {when}", system=rules.theme.title, when=when))
