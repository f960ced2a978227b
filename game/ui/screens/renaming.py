"""The sheet that gives a saved game, or a copy, another name."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core.message import Text, say, several, told
from game.i18n.words import said
from game.match.errors import MatchError
from game.match.naming import rename
from game.match.record import TITLE
from game.match.store import SavedFile
from game.ui.app.panel import EntrySheet
from game.ui.app.screen import Host
from game.ui.kit.gui import text_entry
from game.ui.kit.pen import Pen, Run
from game.ui.kit.theme import ALARM, FAINT
from game.ui.screens.saves_words import battle_of


class Renaming(EntrySheet):
    """Asks for the name. Nothing but that changes, not the date in the list either."""

    title = say("Rename")
    size = (820, 360)
    least = (680, 360)
    below = 104

    def __init__(self, app: Host, save: SavedFile, done: Callable[[], None]) -> None:
        """:param done: called when the save has its new name."""
        super().__init__(app)
        self.save, self.done = save, done
        self.text = save.title

    def fill(self) -> None:
        body, px = self.body, self.px
        room = pygame.Rect(body.x, body.y + px(44), body.width, px(50))
        self.entry = text_entry(room, self.manager, TITLE, text=self.text, placeholder=self._battle)
        self.to_focus = True
        self.lay_buttons(say("Rename"))

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
        self.print_below(pen, self.fault or self.full, ALARM if self.fault else FAINT)

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
