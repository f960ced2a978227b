"""What the last game turn came to, shown as the next one begins until somebody does something."""

from __future__ import annotations

from typing import Any

from game.core.batch import TurnReports
from game.core.capability import capability
from game.core.contract import System
from game.core.event import TurnOver
from game.core.message import Text, say
from game.match.history import Ply
from game.match.match import Match

READING = 6.0
"""Seconds for which the result of a turn's last roll is left in view before the report takes its place."""

Rows = tuple[tuple[Text, Text], ...]


class TurnReport:
    """Asks the rules for their report when a game turn is over."""

    def __init__(self, match: Match[Any], rules: System[Any]) -> None:
        """:param rules: filtered for the viewer."""
        self._match, self._rules = match, rules
        self.title: Text = ""
        self.rows: Rows = ()
        """Labels and values; none once they have been read, or where the system makes no report."""
        self._wait = 0.0

    @property
    def shown(self) -> bool:
        """Whether it is on the table: not while the turn's last roll is still being read."""
        return bool(self.rows) and not self._wait

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; whether it comes onto the table now."""
        before, self._wait = self._wait, max(0.0, self._wait - dt)
        return bool(before) and not self._wait

    def note(self, ply: Ply[Any], *, rolled: bool = False) -> bool:
        """Take a step into account; whether a game turn ended with it of which there is a report.

        :param rolled: whether the result of a roll is in view that is to be read first.
        """
        if not any(isinstance(event, TurnOver) for event in ply.events):
            return False
        steps = self._match.plies
        first = next((n for n, one in enumerate(steps) if one.turn == ply.turn), None)
        if first is None:
            return False
        before = steps[first - 1].state if first else self._match.history.first
        self.rows = capability(self._rules, TurnReports).report(before, ply.state)
        self.title = say("Turn {turn} is over", turn=ply.turn)
        self._wait = READING if rolled else 0.0
        return bool(self.rows)

    def forget(self) -> None:
        """Somebody has clicked or struck a key: what is in view has been read, the roll or the report."""
        if self._wait:
            self._wait = 0.0
        else:
            self.drop()

    def drop(self) -> None:
        """Something else is to be read by now."""
        self.rows, self._wait = (), 0.0
