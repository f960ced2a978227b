"""Printed tables: odds columns and results."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class OddsTable:
    """A combat results table whose columns are simplified odds, worst for the attacker first.

    ``columns`` are ratios as (attacker, defender) with one of them 1; ``rows`` are keyed by die face.
    The outermost columns stand for everything beyond them.
    """

    columns: tuple[tuple[int, int], ...]
    rows: tuple[tuple[str, ...], ...]
    """``rows[face - 1][column]`` is the result."""

    def column(self, attack: int, defence: int) -> int:
        """The column for a total attack against a total defence, rounded in the defender's favour.

        ``defence`` must be positive; an attack of 0 or less counts as the worst column.
        """
        return self.columns.index(self.clamp(self.simplify(attack, defence)))

    @staticmethod
    def simplify(attack: int, defence: int) -> tuple[int, int]:
        """The ratio with 1 on one side, rounded for the defender; (0, 1) where there is no attack."""
        if attack <= 0:
            return (0, 1)
        if attack >= defence:
            return (attack // defence, 1)
        return (1, -(-defence // attack))

    def clamp(self, ratio: tuple[int, int]) -> tuple[int, int]:
        """The printed column a simplified ratio belongs to."""
        worst, best = self.columns[0], self.columns[-1]
        if ratio[0] * worst[1] < worst[0] * ratio[1]:
            return worst
        return best if ratio[0] * best[1] > best[0] * ratio[1] else ratio

    def title(self, column: int) -> str:
        """The heading as printed, e.g. ``3-1``."""
        return "{}-{}".format(*self.columns[column])

    def result(self, column: int, face: int) -> str:
        """The result in a column for a die face (1-based)."""
        return self.rows[face - 1][column]

    def odds(self, column: int) -> dict[str, Fraction]:
        """The exact chance of each result in a column."""
        chances: dict[str, Fraction] = {}
        for row in self.rows:
            chances[row[column]] = chances.get(row[column], Fraction(0)) + Fraction(1, len(self.rows))
        return chances
