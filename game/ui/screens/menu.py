"""The menu of a game."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core.message import Message, Text, say
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen
from game.ui.kit.theme import FAINT
from game.ui.play.game import GameInPlay
from game.ui.play.save_picture import store_picture
from game.ui.screens.keys import Keys, things_in
from game.ui.screens.options import Options
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.rulepages import SOURCES
from game.ui.screens.saveas import SaveAs
from game.ui.screens.saves import Saves

LINE = 19
"""Units from one line below the buttons to the next."""


class Menu(PanelScreen):
    """What can be done with the game as a whole."""

    keyboard = "menu"
    title = say("Menu")
    size = (560, 806)

    def __init__(self, app: Host, game: GameInPlay) -> None:
        super().__init__(app)
        self.game = game

    def fill(self) -> None:
        body, height, gap = self.body, self.px(60), self.px(14)
        playing: list[tuple[Text, Callable[[], None]]] = []
        if not self.game.match.result:
            playing = [(say("Resume"), self.app.pop)]
        entries = (
            *playing,
            (say("Save a copy"), self.save),
            (say("Saved games"), self.saves),
            (say("Replay from the start"), self.replay),
            (say("Settings"), self.settings),
            (say("Keys"), self.keys),
            (say("Where the numbers come from"), self.sources),
        )
        for number, (label, action) in enumerate(entries):
            rect = pygame.Rect(body.x, body.y + number * (height + gap), body.width, height)
            self.button(rect, label, action, "#main" if number == 0 else "")
        left = pygame.Rect(body.x, body.y + len(entries) * (height + gap), (body.width - gap) // 2, height)
        self.button(left, say("Back to the title"), self.leave)
        self.button(left.move(left.width + gap, 0), say("Quit"), self.app.quit)

    def do(self, command: str, key: str) -> bool:
        match command:
            case "keys":
                self.keys()
            case "save":
                self.save()
            case _:
                return super().do(command, key)
        return True

    def paint(self, target: pygame.Surface) -> None:
        header, record = self.game.match.header, self.game.match.record
        info = next(info for info in self.game.rules.scenarios if info.name == header.scenario)
        made = [what for what, source in info.sources(header.options) if "reconstructed" in source]
        parts = tuple(map(Message, made)) or say("nothing")
        lines: list[Text] = [say("Reconstructed, in part or whole: {parts}", parts=parts),
                             say("Seed {seed}", seed=header.seed)]
        if record is None or self.game.match.trouble:
            lines.append(say("Not on record"))
        else:
            lines += [say("Autosaved after every action to"), str(record.parent), record.name]
        pen = Pen(target, self.metrics, self.body.x, self.body.bottom - self.px(LINE * len(lines)), self.body.width)
        for number, line in enumerate(lines):
            pen.y = self.body.bottom - self.px(LINE * (len(lines) - number))
            pen.line(line, "ui", 15, FAINT, centre=True)

    def save(self) -> None:
        self.app.replace(SaveAs(self.app, self.game))

    def saves(self) -> None:
        store_picture(self.game)
        self.app.replace(Saves(self.app))

    def settings(self) -> None:
        self.app.push(Options(self.app))

    def keys(self) -> None:
        self.app.push(Keys(self.app, things=things_in(self.game)))

    def sources(self) -> None:
        """What is printed and what is reconstructed, in the rulebook's words."""
        self.app.push(Rulebook(self.app, self.game.rules.name, SOURCES))

    def replay(self) -> None:
        self.app.replace(ReplayScreen(self.app, self.game.match))

    def leave(self) -> None:
        self.app.leave_to_first()
