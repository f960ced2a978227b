"""What can go wrong around a game, apart from breaking its rules."""

from __future__ import annotations

from pathlib import Path

from game.core.message import MessageError, Text, say


class MatchError(MessageError):
    """The common ground of the errors below."""


class NotNow(MatchError):
    """Asked at the wrong moment: the game is over, dice are due, or none are, or a roll bars the way back."""


class BadRoll(MatchError):
    """Faces that the dice which are due cannot show."""


class JournalError(MatchError):
    """The record could not be written. The game in memory is untouched."""

    def __init__(self, path: Path, text: Text) -> None:
        super().__init__(say("{path}: {text}", path=path, text=text))
        self.path = path
        self.text = text


class RecordError(MatchError):
    """A line of a record does not hold.

    ``line`` counts from 1; 0 means the file as a whole.
    """

    def __init__(self, path: Path, line: int, text: Text) -> None:
        super().__init__(say("{path}, line {line}: {text}", path=path, line=line, text=text) if line
                         else say("{path}: {text}", path=path, text=text))
        self.path = path
        self.line = line
        self.text = text
