"""The sheet that asks for the name of a file in a folder of the player's own, and what it saves: positions, lessons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pygame

from game.core.message import MessageError, Text, say, told
from game.i18n.words import said
from game.match import draft as drafts
from game.match import lesson_writer, lessons
from game.match.draft import Draft
from game.match.match import Match
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.panel import EntrySheet
from game.ui.app.screen import Host
from game.ui.kit.gui import text_entry
from game.ui.kit.pen import Pen, TextRun
from game.ui.kit.theme import FAINT
from game.ui.screens.captions import edit_captions
from game.ui.screens.saveas import LONGEST, MARKS, BadName, file_of


class OwnFile(Protocol):
    """What is saved in a file of the player's own."""

    suffix: str
    """What the file's name ends with."""
    text: str
    """The name to begin with."""

    @property
    def title(self) -> Text:
        """What the sheet is called."""
        ...

    @property
    def example(self) -> Text:
        """What the empty entry shows."""
        ...

    @property
    def note(self) -> Text:
        """What is written, above the entry."""
        ...

    @property
    def folder(self) -> Path:
        """Where a file without a folder of its own is written."""
        ...

    def warning(self, path: Path) -> tuple[Text, Text] | None:
        """Title and text of the question before a file is replaced; None: it may be."""
        ...

    def write(self, path: Path) -> None:
        """Write the file.

        :raises MessageError: where it cannot be written.
        """
        ...

    def done(self, path: Path) -> None:
        """Say where it was saved."""
        ...


class OwnFileSheet(EntrySheet):
    """Writes the file, and asks first where that would replace another."""

    size = (820, 440)
    least = (680, 440)
    below = 152

    def __init__(self, app: Host, file: OwnFile) -> None:
        super().__init__(app)
        self._file, self.title, self.text = file, file.title, file.text

    def fill(self) -> None:
        body = self.body
        self.entry = text_entry(
            pygame.Rect(body.x, body.y + self.px(92), body.width, self.px(50)), self.manager, LONGEST, text=self.text,
            placeholder=said(self._file.example))
        self.lay_buttons(say("Save"))
        self.to_focus = True

    def paint(self, target: pygame.Surface) -> None:
        pen = Pen(target, self.metrics, self.body.x, self.body.y, self.body.width)
        pen.flow([TextRun(self._file.note, "text", 20, FAINT)])
        self.print_below(pen, self.fault)

    def accept(self) -> None:
        try:
            path = own_file(self.entry.get_text().strip(), self._file.folder, self._file.suffix)
        except BadName as error:
            self.fault = said(told(error))
            return
        warning = self._file.warning(path) if path.exists() else None
        if warning is None:
            self._write(path)
        else:
            self.app.push(QuestionSheet(self.app, *warning, say("Replace it"), partial(self._write, path),
                                        say("Keep it"), grave=True))

    def _write(self, path: Path) -> None:
        try:
            self._file.write(path)
        except MessageError as error:
            self.fault = said(told(error))
            return
        self.app.pop()
        self._file.done(path)


def own_file(name: str, folder: Path, suffix: str) -> Path:
    """The file that is written under a name: in a folder of the player's own, or the file that the text names.

    :raises BadName: for a text that is neither.
    """
    path = file_of(name, suffix)
    if path is None and (found := [mark for mark in MARKS if mark in name]):
        raise BadName(say("A file name cannot contain {names}.", names=" ".join(found)))
    return path or folder / f"{name.removesuffix(suffix)}{suffix}"


class LessonFile:
    """A lesson made of a part of a game: its steps with captions to fill in, and the position that it begins with."""

    title = say("Make a lesson")
    suffix = lesson_writer.SUFFIX
    example = say("a name such as first melee, or a file such as ~/melee{suffix}", suffix=suffix)
    text = ""

    def __init__(self, app: Host, match: Match[Any], first: int, last: int) -> None:
        """:param first: how many actions come before the lesson.
        :param last: how many there are at its end.
        """
        self._app, self._match, self._first, self._last = app, match, first, last
        self.note = say("Steps {first} to {last} become a lesson. Its captions say what was done; edit them next.",
                        first=first + 1, last=last)

    @property
    def folder(self) -> Path:
        return lesson_writer.folder()

    def warning(self, path: Path) -> tuple[Text, Text]:
        return say("Replace that lesson?"), say(
            "There is a file {path} already, perhaps with captions. It is lost for good if this lesson takes its "
            "place.", path=path)

    def write(self, path: Path) -> None:
        lesson_writer.write(self._match, self._first, self._last, path)
        lessons.read(path)

    def done(self, path: Path) -> None:
        """Offer the captions."""
        self._app.push(QuestionSheet(
            self._app, say("Lesson saved"), say("{path}\nIts captions say what was done.", path=path),
            say("Edit the captions"), lambda: edit_captions(self._app, path), say("Later")))


class PositionFile:
    """A position that games, lessons and the referee read."""

    title = say("Save the position")
    suffix = drafts.SUFFIX
    example = say("a name such as last stand, or a file such as ~/last-stand{suffix}", suffix=suffix)

    def __init__(self, draft: Draft[Any], tell: Callable[[Text], None]) -> None:
        """:param tell: called with a sentence that says where it was saved."""
        self._draft, self._tell = draft, tell
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
            "There is a file {path} already. It is lost for good if the position takes its place.", path=path)

    def write(self, path: Path) -> None:
        self._draft.save(path)

    def done(self, path: Path) -> None:
        self._tell(say("Saved as {name}", name=path.name if path.parent == drafts.folder() else path))
