"""The sheet that makes a lesson of a part of a game: it asks for the name."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pygame

from game import files
from game.core.contract import BadPosition
from game.core.message import say, told
from game.match import lesson_writer, lessons
from game.match.lessons import LessonError
from game.match.match import Match
from game.ui.app.dialogs import Question
from game.ui.app.entry_sheet import EntrySheet
from game.ui.app.screen import Host
from game.ui.kit.entry import text_entry
from game.ui.kit.pen import Pen, Run
from game.ui.kit.theme import FAINT
from game.ui.screens.saveas import LONGEST, BadName, own_file
from game.words import said


class SaveLesson(EntrySheet):
    """Writes the lesson's steps with captions to fill in, and the position that it begins with."""

    title = say("Make a lesson")
    size = (820, 440)
    least = (680, 440)
    below = 152

    def __init__(self, app: Host, match: Match[Any], first: int, last: int) -> None:
        """:param first: how many actions come before the lesson.
        :param last: how many there are at its end.
        """
        super().__init__(app)
        self.match, self._first, self._last = match, first, last

    def fill(self) -> None:
        body = self.body
        self.entry = text_entry(
            pygame.Rect(body.x, body.y + self.px(92), body.width, self.px(50)), self.manager, LONGEST, text=self.text,
            placeholder=said(say("a name such as first melee, or a file such as ~/melee{suffix}",
                                 suffix=lesson_writer.SUFFIX)))
        self.to_focus = True
        self.lay_buttons(say("Save"))

    def paint(self, target: pygame.Surface) -> None:
        pen = Pen(target, self.metrics, self.body.x, self.body.y, self.body.width)
        text = say("Steps {first} to {last} become a lesson. Its captions say what was done; edit them in a text "
                   "editor.", first=self._first + 1, last=self._last)
        pen.flow([Run(text, "text", 20, FAINT)])
        self.print_below(pen, self.fault)

    def accept(self) -> None:
        """Write the files, or ask first where there is one of the name."""
        try:
            path = own_file(self.entry.get_text().strip(), lesson_writer.folder(), lesson_writer.SUFFIX)
        except BadName as error:
            self.fault = said(told(error))
            return
        if path.exists():
            self.app.push(Question(
                self.app, say("Replace that lesson?"),
                say("There is a file {path} already, perhaps with captions. It is lost for good if this lesson takes "
                    "its place.", path=path), say("Replace it"), partial(self._write, path), say("Keep it"),
                grave=True))
        else:
            self._write(path)

    def _write(self, path: Path) -> None:
        try:
            lesson_writer.write(self.match, self._first, self._last, path)
            lesson = lessons.read(path)
        except (LessonError, BadPosition, files.FileRefused) as error:
            self.fault = said(told(error))
            return
        self.app.pop()
        self.app.push(Question(
            self.app, say("Lesson saved"), say("{path}\nFill in its captions there.", path=path),
            say("Present it"), lambda: self.app.ways.present(lesson), say("Later")))
