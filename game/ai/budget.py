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
        self.left = positions
        self.spent = 0
        self._enough = enough

    def spend(self) -> None:
        """Count one evaluated position."""
        self.left -= 1
        self.spent += 1

    @property
    def is_spent(self) -> bool:
        """Whether the budget is spent. Once true, it stays true."""
        if self.left > 0 and self._enough():
            self.left = 0
        return self.left <= 0

    def part(self, positions: float) -> WorkBudget:
        """A sub-budget: the given number of positions, or all that are left if fewer. Charge it to this budget with
        ``charge`` afterwards."""
        return WorkBudget(min(positions, self.left), self._enough)

    def charge(self, part: WorkBudget) -> None:
        """Charge to this budget what was spent from a sub-budget."""
        self.left -= part.spent
        self.spent += part.spent
