"""The menu of a game."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame_gui.elements import UIButton

from game.core.message import Message, Text, say
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen
from game.ui.kit.theme import FAINT
from game.ui.play.game import GameInPlay
from game.ui.play.save_picture import store_picture
from game.ui.screens import concluding
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
    size = (640, 780)

    def __init__(self, app: Host, game: GameInPlay) -> None:
        super().__init__(app)
        self.game = game

    def fill(self) -> None:
        body, height, gap = self.body, self.px(60), self.px(14)
        self.draw_button, self.resign_button = self._row(
            body.y + 3 * (height + gap), (say("Offer a draw"), self.offer_draw), (say("Resign"), self.resign))
        below = body.y + 4 * (height + gap) + self.px(LINE)
        if not self.game.match.result:
            self._row(body.y, (say("Resume"), self.app.pop), kind="#main")
        self._row(body.y + (height + gap), (say("Save a copy"), self.save), (say("Saved games"), self.saves))
        self._row(body.y + 2 * (height + gap), (say("Replay from the start"), self.replay),
                  (say("Restart"), self.restart))
        self._row(below, (say("Settings"), self.settings), (say("Keys"), self.keys))
        self._row(below + height + gap, (say("Where the numbers come from"), self.sources))
        self._row(below + 2 * (height + gap), (say("Back to the title"), self.leave), (say("Quit"), self.app.quit))
        self.barred, self.draw_barred = concluding.barred(self.game), concluding.draw_barred(self.game)
        if self.barred:
            self.resign_button.disable()
        if self.draw_barred:
            self.draw_button.disable()

    def _row(self, top: int, *entries: tuple[Text, Callable[[], None]], kind: str = "") -> list[UIButton]:
        """Buttons beside one another, as wide as the sheet together."""
        body, gap = self.body, self.px(14)
        width = (body.width - gap * (len(entries) - 1)) // len(entries)
        return [self.button(pygame.Rect(body.x + number * (width + gap), top, width, self.px(60)), label, action, kind)
                for number, (label, action) in enumerate(entries)]

    def do(self, command: str, key: str) -> bool:
        match command:
            case "keys":
                self.keys()
            case "save":
                self.save()
            case "resign":
                self.resign()
            case "offer-draw":
                self.offer_draw()
            case "restart":
                self.restart()
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
        pen = Pen(target, self.metrics, self.body.x, self.body.y + self.px(4 * 74 - 6), self.body.width)
        pen.line(self.barred or self.draw_barred, "ui", 15, FAINT, centre=True)
        pen = Pen(target, self.metrics, self.body.x, self.body.bottom - self.px(LINE * len(lines)), self.body.width)
        for number, line in enumerate(lines):
            pen.y = self.body.bottom - self.px(LINE * (len(lines) - number))
            pen.line(line, "ui", 15, FAINT, centre=True)

    def save(self) -> None:
        self.app.replace(SaveAs(self.app, self.game))

    def saves(self) -> None:
        store_picture(self.game)
        self.app.replace(Saves(self.app))

    def resign(self) -> None:
        self.app.pop()
        concluding.resign(self.game)

    def offer_draw(self) -> None:
        self.app.pop()
        concluding.offer_draw(self.game)

    def restart(self) -> None:
        self.app.pop()
        concluding.restart(self.game)

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
