"""The log of a game that is watched: what is told up to any of its steps, and the step that a line tells of."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from game.match.match import Match
from game.ui.cards.log import Entry, Log
from game.ui.play.game_log import GameLog
from game.ui.play.in_a_row import InARow


class StepLog:
    """Every step is written once, when it is first needed: long games are gone through as quickly as short ones."""

    def __init__(self, match: Match[Any]) -> None:
        self._plies = match.plies
        self._log = GameLog(match, Log())
        self._turns = InARow(match.rules, match.history.first)
        self._entries: list[Entry] = []
        self._ends = [0]
        """How many lines there are after so many steps."""

    @property
    def complete(self) -> bool:
        """Whether every step has been written."""
        return len(self._ends) > len(self._plies)

    def write(self, steps: int) -> None:
        """Write the log up to so many steps."""
        for number in range(len(self._ends), min(steps, len(self._plies)) + 1):
            ply, before = self._plies[number - 1], self._plies[number - 2] if number > 1 else None
            done, begun = self._log.of_step(ply, before, self._turns, ply.events)
            self._entries += [*done, *begun]
            self._ends.append(len(self._entries))

    def write_on(self, steps: int) -> None:
        """Write so many steps more."""
        self.write(len(self._ends) - 1 + steps)

    def up_to(self, step: int) -> list[Entry]:
        """Every line up to a step, the set-up being 0."""
        self.write(step)
        return self._entries[: self._ends[step]]

    def step_of(self, line: int) -> int:
        """The step that a line, counted from 0, tells of."""
        return bisect_left(self._ends, line + 1)
