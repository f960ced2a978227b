"""A sheet on which a player types one line: Enter accepts it, Escape leaves it, and what is wrong is said below it."""

from __future__ import annotations

from typing import ClassVar

import pygame

from game.core.message import Text, say
from game.ui.app.panel import PanelScreen
from game.ui.kit import gui
from game.ui.kit.keytable import means
from game.ui.kit.pen import Pen, Run
from game.ui.kit.theme import ALARM


class EntrySheet(PanelScreen):
    """Keeps the line while the window changes, and clears what was wrong at the next letter."""

    entry: gui.UITextEntryLine
    text = ""
    """The line when the sheet is laid out."""
    fault = ""
    """What is wrong with the line that was accepted last; empty: nothing."""
    to_focus = False
    """Whether the entry takes the keyboard, but not yet the letter of the key that led here."""
    below: ClassVar[int]
    """Units from the top of the sheet's body to the line that says what is wrong."""

    def accept(self) -> None:
        """Take the line, or say in ``fault`` what is wrong with it."""
        raise NotImplementedError

    def lay_buttons(self, label: Text) -> None:
        """Lay the button that accepts, and the one that leaves, at the lower right."""
        body, width, height = self.body, self.px(220), self.px(56)
        right = pygame.Rect(body.right - width, body.bottom - height, width, height)
        self.button(right, label, self.accept, "#main")
        self.button(right.move(-width - self.px(16), 0), say("Cancel"), self.app.pop)

    def print_below(self, pen: Pen, text: Text, colour: str = ALARM) -> None:
        """Print what is wrong, or another note, below the line."""
        if text:
            pen.y = self.body.y + self.px(self.below)
            pen.flow([Run(text, "ui", 17, colour)])

    def update(self, dt: float, top: bool) -> None:
        if self.to_focus:
            self.to_focus = False
            self.entry.focus()
        super().update(dt, top)

    def rebuild(self) -> None:
        if hasattr(self, "entry"):
            self.text = self.entry.get_text()
        super().rebuild()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == gui.UI_TEXT_ENTRY_CHANGED and event.ui_element is self.entry:
            self.fault = ""
            return True
        if means(event, "accept", "name"):
            self.accept()
            return True
        if means(event, "back", "everywhere"):
            self.app.pop()
            return True
        return super().handle(event)
