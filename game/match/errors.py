"""What can go wrong around a game, apart from breaking its rules."""

from __future__ import annotations

from pathlib import Path


class MatchError(Exception):
    """The common ground of the errors below; its text is a sentence for people."""


class NotNow(MatchError):
    """Asked at the wrong moment: the game is over, dice are due, or none are, or a roll bars the way back."""


class BadRoll(MatchError):
    """Faces that the dice which are due cannot show."""


class JournalError(MatchError):
    """The record could not be written. The game in memory is untouched."""

    def __init__(self, path: Path, text: str) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = text


class RecordError(MatchError):
    """A line of a record does not hold.

    ``line`` counts from 1; 0 means the file as a whole.
    """

    def __init__(self, path: Path, line: int, text: str) -> None:
        super().__init__(f"{path}, line {line}: {text}" if line else f"{path}: {text}")
        self.path = path
        self.line = line
        self.text = text
