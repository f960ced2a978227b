"""Stepping forwards and backwards through a finished or saved game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from game.core.contract import State
from game.match.history import Ply
from game.match.match import Match


@dataclass
class Replay(Generic[State]):
    """A cursor over the actions of a game; undone ones are not shown."""

    match: Match[State]
    actions_shown: int = 0
    """The number of actions shown so far."""

    def __len__(self) -> int:
        """The number of actions of the whole game."""
        return len(self.match.plies)

    @property
    def state(self) -> State:
        """The state shown."""
        return self.match.plies[self.actions_shown - 1].state if self.actions_shown else self.match.history.first_state

    @property
    def ply(self) -> Ply[State] | None:
        """The action that led to the state shown."""
        return self.match.plies[self.actions_shown - 1] if self.actions_shown else None

    def forward(self) -> Ply[State] | None:
        """Show the next action and return it; None at the end."""
        if self.actions_shown == len(self):
            return None
        self.actions_shown += 1
        return self.ply

    def back(self) -> Ply[State] | None:
        """Return the action shown and go back before it; None at the start."""
        ply = self.ply
        self.actions_shown -= ply is not None
        return ply

    def go(self, actions: int) -> None:
        """Show the state after a number of actions, or the nearest possible."""
        self.actions_shown = max(0, min(actions, len(self)))

    def next_turn(self, direction: int = 1) -> None:
        """Go to the first action of the next turn; with -1 to the start of this turn, or of the one before if already
        there."""
        turns = [ply.turn for ply in self.match.plies]
        if direction > 0:
            current = turns[self.actions_shown] if self.actions_shown < len(self) else None
            self.go(next((i for i in range(self.actions_shown, len(self)) if turns[i] != current), len(self)))
        elif self.actions_shown:
            turn_shown = turns[self.actions_shown - 1]
            self.go(next(i for i in range(len(self)) if turns[i] == turn_shown))
