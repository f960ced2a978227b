"""Printed tables: results by column and total, and odds columns."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from game.core.chance import with_minus
from game.core.message import Text


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """A results table as printed, for any die: each row is for one total of the die and its modifiers, or for
    several."""

    columns: tuple[str, ...]
    """The column headings."""
    rows: tuple[tuple[Text, ...], ...]
    """The results: ``rows[row][column]``."""
    least: tuple[int, ...]
    """The least total of each row, in ascending order."""
    unbounded: bool = False
    """Whether the first and the last row are open-ended, with headings such as ``≤0`` and ``≥12``; otherwise the last
    row is a single total."""
    open_ended: bool = False
    """Whether the outermost columns include everything beyond them, as odds columns do."""
    key: Text = ""
    """The meaning of its letters and figures, printed below it; empty if its cells are words."""

    def row_of(self, total: int) -> int:
        """The index of the row for a total; the first or the last row for a total beyond the table."""
        return max(0, bisect_right(self.least, total) - 1)

    def heading(self, row: int) -> str:
        """The totals of a row as printed, e.g. ``3``, ``0–2`` or ``≥12``."""
        first, after = self.least[row], (*self.least[1:], self.least[-1] + 1)[row]
        if self.unbounded and row == 0:
            return f"≤{with_minus(after - 1)}"
        if self.unbounded and row == len(self.rows) - 1:
            return f"≥{with_minus(first)}"
        if after == first + 1:
            return with_minus(first)
        dash = "–" if first >= 0 else "…"  # an en dash is hard to tell from the minus signs beside it
        return f"{with_minus(first)}{dash}{with_minus(after - 1)}"

    def heading_among(self, row: int, rows: Sequence[int]) -> str:
        """The heading of a row if only some rows can be rolled: the first of these gives only its upper end, the last
        only its lower end, e.g. ``≥5`` instead of ``5–9``.

        :param rows: the indices of the rows that can be rolled, ascending.
        """
        heading = self.heading(row)
        if heading.lstrip("−").isdecimal() or heading[0] in "≤≥" or len(rows) < 2:
            return heading
        if row == rows[-1]:
            return f"≥{with_minus(self.least[row])}"
        return f"≤{with_minus(self.least[row + 1] - 1)}" if row == rows[0] else heading

    def column_of(self, heading: str) -> int | None:
        """The index of a column by its heading; None if there is no such column. Printed headings may contain more
        than the bare odds."""
        if heading in self.columns:
            return self.columns.index(heading)
        matching = (i for i, printed in enumerate(self.columns) if printed.split()[0] == heading.split()[0])
        return next(matching, None)

    def result(self, heading: str, total: int) -> Text | None:
        """The result for a total in a column; None if there is no such column."""
        column = self.column_of(heading)
        return self.rows[self.row_of(total)][column] if column is not None else None


@dataclass(frozen=True, slots=True)
class OddsTable:
    """A combat results table whose columns are simplified odds. The outermost columns include everything beyond
    them."""

    columns: tuple[tuple[int, int], ...]
    """The ratios as (attacker, defender), one of the two being 1, the worst for the attacker first."""
    rows: tuple[tuple[str, ...], ...]
    """``rows[face - 1][column]`` is the result."""
    key: Text = ""
    """The meaning of its letters, printed below it."""

    def column(self, attack: int, defence: int) -> int:
        """The index of the column for two totals, rounded in the defender's favour.

        :param attack: the attackers' total; if it is 0 or less, the worst column is used.
        :param defence: the defenders' total; above 0.
        """
        return self.columns.index(self.clamp(self.simplify(attack, defence)))

    @staticmethod
    def simplify(attack: int, defence: int) -> tuple[int, int]:
        """The ratio with 1 on one side, rounded in the defender's favour; (0, 1) if there is no attack."""
        if attack <= 0:
            return (0, 1)
        if attack >= defence:
            return (attack // defence, 1)
        return (1, -(-defence // attack))

    def clamp(self, ratio: tuple[int, int]) -> tuple[int, int]:
        """The printed column for a simplified ratio."""
        worst, best = self.columns[0], self.columns[-1]
        if ratio[0] * worst[1] < worst[0] * ratio[1]:
            return worst
        return best if ratio[0] * best[1] > best[0] * ratio[1] else ratio

    def column_heading(self, column: int) -> str:
        """The heading of a column as printed, e.g. ``3-1``."""
        return "{}-{}".format(*self.columns[column])

    @property
    def printed(self) -> ResultsTable:
        """The table as shown on the screen."""
        headings = tuple(self.column_heading(column) for column in range(len(self.columns)))
        return ResultsTable(headings, self.rows, tuple(range(1, len(self.rows) + 1)), open_ended=True,
                            key=self.key)

    def result(self, column: int, face: int) -> str:
        """The result in a column for a die face (1-based)."""
        return self.rows[face - 1][column]

    def chances(self, column: int) -> dict[str, Fraction]:
        """The exact probability of each result in a column."""
        chances: dict[str, Fraction] = {}
        for row in self.rows:
            chances[row[column]] = chances.get(row[column], Fraction(0)) + Fraction(1, len(self.rows))
        return chances
