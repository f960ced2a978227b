"""The thinking budget of a computer player: a number of positions to evaluate, and a time limit."""

from __future__ import annotations

from game.core.evaluator import Enough, never


class WorkBudget:
    """A number of positions that may still be evaluated. Unlike a clock, it gives the same answers on every machine."""

    def __init__(self, positions: float = float("inf"), enough: Enough = never) -> None:
        """
        :param positions: the number of positions that may be evaluated.
        :param enough: called before each evaluation; once it returns true, the budget is spent.
        """
        self.positions_left = positions
        self.spent = 0
        self._enough = enough
        """Returns whether the time is up."""

    def spend(self) -> None:
        """Count one evaluated position."""
        self.positions_left -= 1
        self.spent += 1

    @property
    def is_spent(self) -> bool:
        """Whether the budget is spent. Once true, it stays true."""
        if self.positions_left > 0 and self._enough():
            self.positions_left = 0
        return self.positions_left <= 0

    def part(self, positions: float) -> WorkBudget:
        """A sub-budget: the given number of positions, or all that are left if fewer. Charge it to this budget with
        ``charge`` afterwards."""
        return WorkBudget(min(positions, self.positions_left), self._enough)

    def charge(self, part: WorkBudget) -> None:
        """Subtract the positions spent from a sub-budget."""
        self.positions_left -= part.spent
        self.spent += part.spent
