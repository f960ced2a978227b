"""What the last game turn came to, shown as the next one begins until somebody does something."""

from __future__ import annotations

from typing import Any

from game.core.contract import System
from game.core.event import TurnOver
from game.core.message import Text, say
from game.match.history import Ply
from game.match.match import Match

Rows = tuple[tuple[Text, Text], ...]


class TurnReport:
    """Asks the rules for their report when a game turn is over."""

    def __init__(self, match: Match[Any], rules: System[Any]) -> None:
        """:param rules: as who looks sees them."""
        self._match, self._rules = match, rules
        self.title: Text = ""
        self.rows: Rows = ()
        """Labels and values; none once they have been read, or where the system makes no report."""

    def note(self, ply: Ply[Any]) -> bool:
        """Take a step into account; whether a game turn ended with it of which there is a report."""
        if not any(isinstance(event, TurnOver) for event in ply.events):
            return False
        steps = self._match.plies
        first = next((n for n, one in enumerate(steps) if one.turn == ply.turn), None)
        if first is None:
            return False
        before = steps[first - 1].state if first else self._match.history.first
        self.rows = self._rules.report(before, ply.state)
        self.title = say("Turn {turn} is over", turn=ply.turn)
        return bool(self.rows)

    def forget(self) -> None:
        """Somebody has clicked or struck a key: it has been read."""
        self.rows = ()
