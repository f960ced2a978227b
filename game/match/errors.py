"""Errors of a match other than illegal actions."""

from __future__ import annotations

from pathlib import Path

from game.core.message import MessageError, Text, say


class MatchError(MessageError):
    """Base class of the errors below."""


class NotNow(MatchError):
    """Impossible at this moment: the game is over, a roll is pending or none is, or Undo would cross a roll."""


class BadRoll(MatchError):
    """Faces that the dice of the pending roll cannot show."""


class JournalError(MatchError):
    """The record could not be written. The game in memory is unchanged."""

    def __init__(self, path: Path, text: Text) -> None:
        super().__init__(say("{path}: {text}", path=path, text=text))
        self.path = path
        self.text = text


class RecordError(MatchError):
    """A line of a record is invalid."""

    def __init__(self, path: Path, line: int, text: Text) -> None:
        """:param line: the number of the line, from 1; 0 means the file as a whole."""
        super().__init__(say("{path}, line {line}: {text}", path=path, line=line, text=text) if line
                         else say("{path}: {text}", path=path, text=text))
        self.path = path
        self.line = line
        self.text = text
