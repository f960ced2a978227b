"""How much a player may still think: positions evaluated, and time."""

from __future__ import annotations

from game.core.evaluator import Enough, never


class WorkBudget:
    """Positions that may still be evaluated. Counting them makes a player's answers the same on every machine."""

    def __init__(self, positions: float = float("inf"), enough: Enough = never) -> None:
        """A budget.

        :param positions: how many may be evaluated.
        :param enough: asked before each evaluation; once true, nothing is left.
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
        """Whether nothing is left; it stays so."""
        if self.left > 0 and self._enough():
            self.left = 0
        return self.left <= 0

    def part(self, positions: float) -> WorkBudget:
        """A budget of so many of these positions, or what is left; ``take`` counts what has been spent of it."""
        return WorkBudget(min(positions, self.left), self._enough)

    def take(self, part: WorkBudget) -> None:
        """Count what has been spent of a part."""
        self.left -= part.spent
        self.spent += part.spent
