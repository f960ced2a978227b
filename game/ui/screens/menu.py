"""The menu of a game."""

from __future__ import annotations

import pygame

from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen
from game.ui.kit.theme import FAINT
from game.ui.play.game import GameInPlay
from game.ui.play.save_picture import store_picture
from game.ui.screens.keys import Keys
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

    title = "Menu"
    size = (560, 806)

    def __init__(self, app: Host, game: GameInPlay) -> None:
        super().__init__(app)
        self.game = game

    def fill(self) -> None:
        body, height, gap = self.body, self.px(60), self.px(14)
        playing = [] if self.game.match.result else [("Go on playing", self.app.pop)]
        entries = (
            *playing,
            ("Save a copy", self.save),
            ("Saved games", self.saves),
            ("Replay from the start", self.replay),
            ("Settings", self.settings),
            ("Keys", self.keys),
            (SOURCES, self.sources),
        )
        for number, (label, action) in enumerate(entries):
            rect = pygame.Rect(body.x, body.y + number * (height + gap), body.width, height)
            self.button(rect, label, action, "#main" if number == 0 else "")
        left = pygame.Rect(body.x, body.y + len(entries) * (height + gap), (body.width - gap) // 2, height)
        self.button(left, "Back to the title", self.leave)
        self.button(left.move(left.width + gap, 0), "Quit", self.app.quit)

    def on_event(self, event: pygame.event.Event) -> bool:
        """Ctrl and S save a copy here as they do on the map."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_s and event.mod & pygame.KMOD_CTRL:
            self.save()
            return True
        return super().on_event(event)

    def paint(self, target: pygame.Surface) -> None:
        header, record = self.game.match.header, self.game.match.record
        scenarios = {info.name: info for info in self.game.rules.scenarios}
        made = [what for what, source in scenarios[header.scenario].provenance if "reconstructed" in source]
        lines = [f"Reconstructed, in part or whole: {', '.join(made) or 'nothing'}", f"Seed {header.seed}"]
        if record is None or self.game.match.trouble:
            lines.append("Not on record")
        else:
            lines += ["Saved action by action, also when you quit, in", str(record.parent), record.name]
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
        self.app.replace(Options(self.app))

    def keys(self) -> None:
        self.app.replace(Keys(self.app, self.game.rules))

    def sources(self) -> None:
        """What is printed and what is reconstructed, in the rulebook's words."""
        self.app.replace(Rulebook(self.app, self.game.rules.name, SOURCES))

    def replay(self) -> None:
        self.app.replace(ReplayScreen(self.app, self.game.match))

    def leave(self) -> None:
        self.app.leave_to_first()
