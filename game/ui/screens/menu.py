"""The menu of a game, and saving under a name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pygame
from pygame_gui.elements import UITextEntryLine

from game.match.errors import MatchError
from game.match.store import Store
from game.ui.cards.pen import Pen, Run
from game.ui.screens.game_commands import store_picture
from game.ui.screens.panel import PanelScreen
from game.ui.screens.rulepages import SOURCES
from game.ui.theme import ALARM, FAINT

if TYPE_CHECKING:
    from game.ui.app import App
    from game.ui.screens.game import Game


class Menu(PanelScreen):
    """What can be done with the game as a whole."""

    title = "Menu"
    size = (560, 790)

    def __init__(self, app: App, game: Game) -> None:
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
            ("Back to the title", self.leave),
        )
        for number, (label, action) in enumerate(entries):
            rect = pygame.Rect(body.x, body.y + number * (height + gap), body.width, height)
            self.button(rect, label, action, "#main" if number == 0 else "")

    def paint(self, target: pygame.Surface) -> None:
        header, record = self.game.match.header, self.game.match.record
        scenarios = {info.name: info for info in self.game.rules.scenarios}
        made = [what for what, source in scenarios[header.scenario].provenance if "reconstructed" in source]
        pen = Pen(target, self.metrics, self.body.x, self.body.bottom - self.px(66), self.body.width)
        pen.line(f"Reconstructed, in part or whole: {', '.join(made) or 'nothing'}", "ui", 16, FAINT, centre=True)
        pen.y = self.body.bottom - self.px(40)
        pen.line(f"Seed {header.seed}", "ui", 15, FAINT, centre=True)
        pen.line(str(record) if record else "not on record", "ui", 15, FAINT, centre=True)

    def save(self) -> None:
        self.app.replace(SaveAs(self.app, self.game))

    def saves(self) -> None:
        from game.ui.screens.saves import Saves

        store_picture(self.game)
        self.app.replace(Saves(self.app))

    def settings(self) -> None:
        from game.ui.screens.options import Options

        self.app.replace(Options(self.app))

    def keys(self) -> None:
        from game.ui.screens.keys import Keys

        self.app.replace(Keys(self.app, self.game.rules))

    def sources(self) -> None:
        """What is printed and what is reconstructed, in the rulebook's words."""
        from game.ui.screens.rulebook import Rulebook

        self.app.replace(Rulebook(self.app, self.game.rules.name, SOURCES))

    def replay(self) -> None:
        from game.ui.screens.replay import ReplayScreen

        self.app.replace(ReplayScreen(self.app, self.game.match))

    def leave(self) -> None:
        from game.ui.screens.title import Title

        self.app.leave_to(Title)


class SaveAs(PanelScreen):
    """Write a copy of the game's record under a name. The game itself is saved action by action and keeps its own."""

    title = "Save a copy"
    size = (820, 440)

    def __init__(self, app: App, game: Game) -> None:
        super().__init__(app)
        self.game = game
        self.fault = ""
        self.text = game.match.title

    def fill(self) -> None:
        body = self.body
        self.entry = UITextEntryLine(
            pygame.Rect(body.x, body.y + self.px(92), body.width, self.px(50)),
            self.manager,
            initial_text=self.text,
            placeholder_text="a name such as club night, or a path such as ~/kassala.jsonl",
        )
        self.entry.focus()
        width, height = self.px(220), self.px(56)
        self.button(pygame.Rect(body.right - width, body.bottom - height, width, height), "Save", self.save, "#main")
        self.button(
            pygame.Rect(body.right - 2 * width - self.px(16), body.bottom - height, width, height),
            "Cancel",
            self.app.pop,
        )

    def paint(self, target: pygame.Surface) -> None:
        pen = Pen(target, self.metrics, self.body.x, self.body.y, self.body.width)
        pen.flow(
            [
                Run(
                    "The game is written down action by action as it is played. "
                    "A named copy stays as it is now; play goes on in the game itself.",
                    "text",
                    20,
                    FAINT,
                )
            ]
        )
        if self.fault:
            pen.y = self.body.y + self.px(152)
            pen.flow([Run(self.fault, "ui", 17, ALARM)])

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.save()
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.app.pop()
            return True
        return super().handle(event)

    def save(self) -> None:
        """Write the copy into the folder of saved games."""
        name = self.entry.get_text().strip()
        match = self.game.match
        if not name:
            self.fault = "Type a name first."
            return
        elsewhere = "/" in name or "\\" in name or name.startswith("~")
        try:
            if elsewhere:
                name = str(self._write(Path(name).expanduser().with_suffix(".jsonl")))
            else:
                copy = Store().new_path(match.rules.name)
                copy.parent.mkdir(parents=True, exist_ok=True)
                match.save(copy, name)
                store_picture(self.game, copy)
        except (MatchError, OSError, RuntimeError) as error:
            self.fault = str(error)
            return
        self.app.pop()
        self.game.view.notice.say(f"Saved as {name}")

    def _write(self, path: Path) -> Path:
        """A copy at a path; where the game's own record cannot be written, the game goes on there instead."""
        if self.game.match.trouble is not None:
            self.game.match.continue_in(path)
        else:
            self.game.match.save(path)
        return path
