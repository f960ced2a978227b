"""A sheet that asks for the name of a file in a folder of the player's own, such as that of the positions."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import ClassVar

import pygame

from game.core.message import Text, say, told
from game.i18n.words import said
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.panel import EntrySheet
from game.ui.kit.gui import text_entry
from game.ui.kit.pen import Pen, TextRun
from game.ui.kit.theme import FAINT
from game.ui.screens.saveas import LONGEST, MARKS, BadName, file_of


class OwnFileSheet(EntrySheet):
    """Writes the file, and asks first where that would replace another."""

    size = (820, 440)
    least = (680, 440)
    below = 152
    suffix: ClassVar[str]
    """What the file's name ends with."""

    @property
    def folder(self) -> Path:
        """Where a file without a folder of its own is written."""
        raise NotImplementedError

    @property
    def example(self) -> Text:
        """What the empty entry shows."""
        raise NotImplementedError

    @property
    def note(self) -> Text:
        """What is written, above the entry."""
        raise NotImplementedError

    def warning(self, path: Path) -> tuple[Text, Text] | None:
        """Title and text of the question before a file is replaced; None: it may be."""
        raise NotImplementedError

    def write(self, path: Path) -> None:
        """Write the file, or say in ``fault`` why it cannot be written."""
        raise NotImplementedError

    def fill(self) -> None:
        body = self.body
        self.entry = text_entry(
            pygame.Rect(body.x, body.y + self.px(92), body.width, self.px(50)), self.manager, LONGEST, text=self.text,
            placeholder=said(self.example))
        self.lay_buttons(say("Save"))

    def paint(self, target: pygame.Surface) -> None:
        pen = Pen(target, self.metrics, self.body.x, self.body.y, self.body.width)
        pen.flow([TextRun(self.note, "text", 20, FAINT)])
        self.print_below(pen, self.fault)

    def accept(self) -> None:
        try:
            path = own_file(self.entry.get_text().strip(), self.folder, self.suffix)
        except BadName as error:
            self.fault = said(told(error))
            return
        warning = self.warning(path) if path.exists() else None
        if warning is None:
            self.write(path)
        else:
            self.app.push(QuestionSheet(self.app, *warning, say("Replace it"), partial(self.write, path),
                                        say("Keep it"), grave=True))


def own_file(name: str, folder: Path, suffix: str) -> Path:
    """The file that is written under a name: in a folder of the player's own, or the file that the text names.

    :raises BadName: for a text that is neither.
    """
    path = file_of(name, suffix)
    if path is None and (found := [mark for mark in MARKS if mark in name]):
        raise BadName(say("A file name cannot contain {names}.", names=" ".join(found)))
    return path or folder / f"{name.removesuffix(suffix)}{suffix}"
