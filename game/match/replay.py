"""Stepping back and forth through a game that was played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from game.core.contract import State
from game.match.course import Step
from game.match.match import Match


@dataclass
class Replay(Generic[State]):
    """A cursor over the actions in force; what was taken back is not shown."""

    match: Match[State]
    at: int = 0
    """Actions shown so far."""

    def __len__(self) -> int:
        """Actions of the whole game."""
        return len(self.match.steps)

    @property
    def state(self) -> State:
        """The state shown."""
        return self.match.steps[self.at - 1].state if self.at else self.match.course.first

    @property
    def step(self) -> Step[State] | None:
        """The action that led to the state shown."""
        return self.match.steps[self.at - 1] if self.at else None

    def forward(self) -> Step[State] | None:
        """Show the next action and return it; None at the end."""
        if self.at == len(self):
            return None
        self.at += 1
        return self.step

    def back(self) -> Step[State] | None:
        """Return the action shown and go back before it; None at the start."""
        step = self.step
        self.at -= step is not None
        return step

    def go(self, actions: int) -> None:
        """Show the state after so many actions, or the nearest there is."""
        self.at = max(0, min(actions, len(self)))

    def next_turn(self, direction: int = 1) -> None:
        """Go to the first action of the next turn, or to the start of this or the last one (-1)."""
        turns = [step.turn for step in self.match.steps]
        if direction > 0:
            now = turns[self.at] if self.at < len(self) else None
            self.go(next((i for i in range(self.at, len(self)) if turns[i] != now), len(self)))
        elif self.at:
            before = turns[self.at - 1]
            self.go(next(i for i in range(len(self)) if turns[i] == before))
