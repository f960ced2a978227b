"""The sheet that makes a lesson of a part of a game: it asks for the name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game import files
from game.core.contract import BadPosition
from game.core.message import Text, say, told
from game.i18n.words import said
from game.match import lesson_writer, lessons
from game.match.lessons import LessonError
from game.match.match import Match
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.screen import Host
from game.ui.screens.captions import edit_captions
from game.ui.screens.own_file_sheet import OwnFileSheet


class SaveLesson(OwnFileSheet):
    """Writes the lesson's steps with captions to fill in, and the position that it begins with."""

    title = say("Make a lesson")
    suffix = lesson_writer.SUFFIX

    def __init__(self, app: Host, match: Match[Any], first: int, last: int) -> None:
        """:param first: how many actions come before the lesson.
        :param last: how many there are at its end.
        """
        super().__init__(app)
        self.match, self._first, self._last = match, first, last

    @property
    def folder(self) -> Path:
        return lesson_writer.folder()

    @property
    def example(self) -> Text:
        return say("a name such as first melee, or a file such as ~/melee{suffix}", suffix=self.suffix)

    @property
    def note(self) -> Text:
        return say("Steps {first} to {last} become a lesson. Its captions say what was done; edit them next.",
                   first=self._first + 1, last=self._last)

    def fill(self) -> None:
        super().fill()
        self.to_focus = True

    def warning(self, path: Path) -> tuple[Text, Text]:
        return say("Replace that lesson?"), say(
            "There is a file {path} already, perhaps with captions. It is lost for good if this lesson takes its "
            "place.", path=path)

    def write(self, path: Path) -> None:
        try:
            lesson_writer.write(self.match, self._first, self._last, path)
            lessons.read(path)
        except (LessonError, BadPosition, files.FileRefused) as error:
            self.fault = said(told(error))
            return
        self.app.pop()
        self.app.push(QuestionSheet(
            self.app, say("Lesson saved"), say("{path}\nIts captions say what was done.", path=path),
            say("Edit the captions"), lambda: edit_captions(self.app, path), say("Later")))
