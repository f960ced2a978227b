"""Stepping back and forth through a game that was played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from game.core.contract import State
from game.match.history import Ply
from game.match.match import Match


@dataclass
class Replay(Generic[State]):
    """A cursor over the actions in force; what was taken back is not shown."""

    match: Match[State]
    at: int = 0
    """Actions shown so far."""

    def __len__(self) -> int:
        """Actions of the whole game."""
        return len(self.match.plies)

    @property
    def state(self) -> State:
        """The state shown."""
        return self.match.plies[self.at - 1].state if self.at else self.match.history.first

    @property
    def ply(self) -> Ply[State] | None:
        """The action that led to the state shown."""
        return self.match.plies[self.at - 1] if self.at else None

    def forward(self) -> Ply[State] | None:
        """Show the next action and return it; None at the end."""
        if self.at == len(self):
            return None
        self.at += 1
        return self.ply

    def back(self) -> Ply[State] | None:
        """Return the action shown and go back before it; None at the start."""
        ply = self.ply
        self.at -= ply is not None
        return ply

    def go(self, actions: int) -> None:
        """Show the state after so many actions, or the nearest there is."""
        self.at = max(0, min(actions, len(self)))

    def next_turn(self, direction: int = 1) -> None:
        """Go to the first action of the next turn, or to the start of this or the last one (-1)."""
        turns = [ply.turn for ply in self.match.plies]
        if direction > 0:
            now = turns[self.at] if self.at < len(self) else None
            self.go(next((i for i in range(self.at, len(self)) if turns[i] != now), len(self)))
        elif self.at:
            before = turns[self.at - 1]
            self.go(next(i for i in range(len(self)) if turns[i] == before))
