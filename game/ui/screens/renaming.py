"""The sheet that gives a saved game, or a copy, another name."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core.message import Text, say, several, told
from game.match.errors import MatchError
from game.match.naming import rename
from game.match.record import TITLE
from game.match.store import Save
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.entry import text_entry
from game.ui.kit.keytable import means
from game.ui.kit.pen import Pen, Run
from game.ui.kit.theme import ALARM, FAINT
from game.ui.screens.saves_words import battle_of
from game.words import said


class Renaming(PanelScreen):
    """Asks for the name. Nothing but that changes, not the date in the list either."""

    title = say("Rename")
    size = (820, 360)
    least = (680, 360)

    def __init__(self, app: Host, save: Save, done: Callable[[], None]) -> None:
        """:param done: called when the save has its new name."""
        super().__init__(app)
        self.save, self.done = save, done
        self.fault, self.text = "", save.title
        self._to_focus = False
        """Whether the entry takes the keyboard, but not yet the letter of the key that led here."""

    def fill(self) -> None:
        body, px = self.body, self.px
        room = pygame.Rect(body.x, body.y + px(44), body.width, px(50))
        self.entry = text_entry(room, self.manager, TITLE, text=self.text, placeholder=self._battle)
        self._to_focus = True
        width, height = px(220), px(56)
        top = body.bottom - height
        self.button(pygame.Rect(body.right - width, top, width, height), say("Rename"), self.accept, "#main")
        self.button(pygame.Rect(body.right - 2 * width - px(16), top, width, height), say("Cancel"), self.app.pop)

    @property
    def _battle(self) -> str:
        return battle_of(self.save)[0]

    @property
    def full(self) -> Text:
        """That the entry takes no further character; empty while it does."""
        whole = len(self.entry.get_text()) >= TITLE
        return several("A name has at most {count} character", "A name has at most {count} characters", TITLE
                       ) if whole else ""

    def paint(self, target: pygame.Surface) -> None:
        pen = Pen(target, self.metrics, self.body.x, self.body.y, self.body.width)
        pen.flow([Run(say("Without a name it is called {battle}.", battle=self._battle), "text", 20, FAINT)])
        if note := self.fault or self.full:
            pen.y = self.body.y + self.px(104)
            pen.flow([Run(note, "ui", 17, ALARM if self.fault else FAINT)])

    def rebuild(self) -> None:
        if hasattr(self, "entry"):
            self.text = self.entry.get_text()
        super().rebuild()

    def update(self, dt: float, top: bool) -> None:
        if self._to_focus:
            self._to_focus = False
            self.entry.focus()
        super().update(dt, top)

    def handle(self, event: pygame.event.Event) -> bool:
        if means(event, "accept", "name"):
            self.accept()
            return True
        if means(event, "back", "everywhere"):
            self.app.pop()
            return True
        return super().handle(event)

    def accept(self) -> None:
        """Write the name down: into the game that is open here, else into its file."""
        name = self.entry.get_text().strip()
        match = self.app.ways.open_match(self.save.path)
        try:
            match.name(name) if match is not None else rename(self.save.path, name)
        except MatchError as error:
            self.fault = said(told(error))
            return
        self.app.pop()
        self.done()
