"""The player's own files: the sheet that saves a lesson or position under a name, and the list of saved positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pygame

from game import catalog
from game.core.contract import System
from game.core.message import MessageError, Text, error_text, say
from game.i18n.dates import date_of
from game.i18n.words import capitalised, translate
from game.match import draft as drafts
from game.match import lesson_writer, lessons
from game.match.draft import Draft
from game.match.match import Match
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.panel import EntrySheet, PagedPanel
from game.ui.app.screen import Host
from game.ui.kit.gui import text_entry
from game.ui.kit.pen import Pen, TextRun
from game.ui.kit.theme import ALARM, FAINT, LINE_INK
from game.ui.screens.captions import edit_captions
from game.ui.screens.saveas import FORBIDDEN, MAX_PATH_LENGTH, BadName, file_of
from game.ui.screens.shelf import Shelf


class OwnFile(Protocol):
    """A lesson or position to save in a file of the player's own."""

    suffix: str
    """The file's suffix."""
    text: str
    """The initial file name."""

    @property
    def title(self) -> Text:
        """Title of the sheet."""
        ...

    @property
    def example(self) -> Text:
        """Placeholder of the text field."""
        ...

    @property
    def note(self) -> Text:
        """Text above the field saying what is saved."""
        ...

    @property
    def folder(self) -> Path:
        """Folder for files given by name only."""
        ...

    def warning(self, path: Path) -> tuple[Text, Text] | None:
        """Title and text of the question before a file is replaced; None: replace it without asking."""
        ...

    def write(self, path: Path) -> None:
        """Write the file.

        :raises MessageError: if it cannot be written.
        """
        ...

    def done(self, path: Path) -> None:
        """Report the saved file, or offer the next step."""
        ...


class OwnFileSheet(EntrySheet):
    """The sheet that asks for a name and writes the file; it asks before it replaces another file."""

    size = (820, 440)
    min_size = (680, 440)
    note_offset = 152

    def __init__(self, app: Host, file: OwnFile) -> None:
        super().__init__(app)
        self._file, self.title, self.text = file, file.title, file.text

    def fill(self) -> None:
        body = self.body
        self.entry = text_entry(
            pygame.Rect(body.x, body.y + self.px(92), body.width, self.px(50)), self.manager, MAX_PATH_LENGTH,
            text=self.text)
        self.lay_buttons(say("Save"))
        self.to_focus = True

    def paint(self, target: pygame.Surface) -> None:
        pen = Pen(target, self.metrics, self.body.x, self.body.y, self.body.width)
        pen.flow([TextRun(self._file.note, "text", 20, FAINT)])
        self.print_below(pen, self.text_below, ALARM if self.fault else FAINT)

    @property
    def text_below(self) -> Text:
        """The text below the field: the error, else an example of a valid name."""
        return self.fault or capitalised(self._file.example)

    def accept(self) -> None:
        try:
            path = own_file(self.entry.get_text().strip(), self._file.folder, self._file.suffix)
        except BadName as error:
            self.fault = translate(error_text(error))
            return
        warning = self._file.warning(path) if path.exists() else None
        if warning is None:
            self._write(path)
        else:
            self.app.push(QuestionSheet(self.app, *warning, say("Replace it"), partial(self._write, path),
                                        say("Keep it"), irreversible=True))

    def _write(self, path: Path) -> None:
        try:
            self._file.write(path)
        except MessageError as error:
            self.fault = translate(error_text(error))
            return
        self.app.pop()
        self._file.done(path)


def own_file(name: str, folder: Path, suffix: str) -> Path:
    """The file that a text names: by a name only, in the player's own folder, or by its full path.

    :param folder: the player's own folder for such files.
    :param suffix: the file suffix, added if missing.
    :raises BadName: for a text that is neither a valid name nor the full path of a file.
    """
    path = file_of(name, suffix)
    if path is None and (forbidden := [mark for mark in FORBIDDEN if mark in name]):
        raise BadName(say("A file name cannot contain {marks}.", marks=" ".join(forbidden)))
    return path or folder / f"{name.removesuffix(suffix)}{suffix}"


class LessonFile:
    """A lesson made from part of a game: its steps with captions to edit, and its starting position."""

    title = say("Make a lesson")
    suffix = lesson_writer.SUFFIX
    example = say("a name such as first melee, or a file such as ~/melee{suffix}", suffix=suffix)
    text = ""

    def __init__(self, app: Host, match: Match[Any], first: int, last: int) -> None:
        """:param first: number of actions before the lesson.
        :param last: number of actions at its end."""
        self._app, self._match, self._first, self._last = app, match, first, last
        self.note = say("Steps {first} to {last} become a lesson. Its captions describe each action; edit them next.",
                        first=first + 1, last=last)

    @property
    def folder(self) -> Path:
        return lesson_writer.folder()

    def warning(self, path: Path) -> tuple[Text, Text]:
        return say("Replace that lesson?"), say(
            "The file {path} already exists, perhaps with captions. Replacing it deletes it for good.", path=path)

    def write(self, path: Path) -> None:
        lesson_writer.write(self._match, self._first, self._last, path)
        lessons.read(path)

    def done(self, path: Path) -> None:
        """Offer to edit the captions."""
        self._app.push(QuestionSheet(
            self._app, say("Lesson saved"), say("{path}\nIts captions say what was done.", path=path),
            say("Edit the captions"), lambda: edit_captions(self._app, path), say("Later")))


class PositionFile:
    """A position, to be used by games, lessons and the referee."""

    title = say("Save the position")
    suffix = drafts.SUFFIX
    example = say("a name such as last stand, or a file such as ~/last-stand{suffix}", suffix=suffix)

    def __init__(self, draft: Draft[Any], report: Callable[[Text], None]) -> None:
        """:param report: callback with a sentence that names the saved file."""
        self._draft, self._report = draft, report
        self.text = draft.path.stem if draft.path is not None else ""
        self.note = (say("The position is not legal yet. It is saved as it is, so you can fix it later.")
                     if draft.fault else say("Games, lessons and the referee can start from this file."))

    @property
    def folder(self) -> Path:
        return drafts.folder()

    def warning(self, path: Path) -> tuple[Text, Text] | None:
        if path == self._draft.path:
            return None
        return say("Replace that file?"), say(
            "The file {path} already exists. Replacing it deletes it for good.", path=path)

    def write(self, path: Path) -> None:
        self._draft.save(path)

    def done(self, path: Path) -> None:
        self._report(say("Saved as {name}", name=path.name if path.parent == drafts.folder() else path))


ROW_HEIGHT = 84
"""Height of a row, in layout units."""
DIGIT_KEYS = 9
"""How many rows on a page have a digit key."""


@dataclass(frozen=True)
class SavedPosition:
    """A position file, as it is listed."""

    path: Path
    rules: System[Any] | None
    """Its system; None if the file cannot be read."""
    note: Text
    """System and date, or why the file cannot be read."""


class Positions(PagedPanel):
    """The list of positions: a row for a new position of each system, then a row for each saved file, newest first."""

    key_screens = "positions"
    title = say("Position editor")
    size = (1080, 860)

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.systems = Shelf().systems
        self.saved = saved_positions()
        self._shown: list[tuple[int, pygame.Rect]] = []
        """The numbers of the rows on the current page, with their rectangles."""

    def becomes_top(self) -> None:
        """Read the folder again: a position may have been saved in the editor."""
        super().becomes_top()
        saved = saved_positions()
        if saved != self.saved:
            self.saved = saved
            self.rebuild()

    def fill(self) -> None:
        body = self.body
        rows = len(self.systems) + len(self.saved)
        self.break_rows([self.px(ROW_HEIGHT)] * rows, body.height)
        self._shown, width, height = [], self.px(200), self.px(50)
        for line, number in enumerate(self.pages.items):
            row = pygame.Rect(body.x, body.y + line * self.px(ROW_HEIGHT), body.width, self.px(ROW_HEIGHT))
            self._shown.append((number, row))
            rect = pygame.Rect(row.right - width, row.centery - height // 2, width, height)
            has_key, digit = line < DIGIT_KEYS, line + 1
            if number < len(self.systems):
                self.button(rect, say("New   [{number}]", number=digit) if has_key else say("New"),
                            partial(self.open, number))
            else:
                open_button = self.button(rect, say("Open   [{number}]", number=digit) if has_key else say("Open"),
                                          partial(self.open, number))
                if self.saved[number - len(self.systems)].rules is None:
                    self.disable(open_button, say("This file cannot be read"))

    def open(self, number: int) -> None:
        """Open the editor with a system's set-up or with a file.

        :param number: number of the row, counted from 0.
        """
        if number < len(self.systems):
            self.app.navigator.edit(self.systems[number])
            return
        saved = self.saved[number - len(self.systems)]
        if saved.rules is not None:
            self.app.navigator.edit(saved.rules, saved.path)

    def paint(self, target: pygame.Surface) -> None:
        for number, row in self._shown:
            pen = Pen(target, self.metrics, row.x, row.y + self.px(14), row.width - self.px(220))
            if number < len(self.systems):
                pen.line(self.systems[number].theme.title, "text", 25)
                pen.line(say("New position from the set-up of its first battle"), "ui", 17, FAINT)
            else:
                saved = self.saved[number - len(self.systems)]
                pen.line(saved.path.stem, "text", 25)
                pen.line(saved.note, "ui", 17, FAINT if saved.rules is not None else ALARM)
            pygame.draw.line(target, LINE_INK, row.bottomleft, row.bottomright, self.px(1))

    def do(self, command: str, key: str) -> bool:
        if command == "open" and int(key) <= len(self._shown):
            self.open(self._shown[int(key) - 1][0])
            return True
        return super().do(command, key)


def saved_positions() -> list[SavedPosition]:
    """The position files in the player's folder, newest first."""
    try:
        paths = sorted(drafts.folder().glob(f"*{drafts.SUFFIX}"), key=lambda path: -path.stat().st_mtime)
    except OSError:
        return []
    return [_read(path) for path in paths]


def _read(path: Path) -> SavedPosition:
    """A position file with its system and date, or with the error in it."""
    try:
        rules = catalog.rules(drafts.system_of(path))
        when = date_of(datetime.fromtimestamp(path.stat().st_mtime).astimezone())
    except (MessageError, OSError, ValueError) as error:
        return SavedPosition(path, None, error_text(error))
    return SavedPosition(path, rules, say("{system}, {when}", system=rules.theme.title, when=when))
