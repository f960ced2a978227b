"""Results tables of any die: rows for one total or several, columns with headings."""

from __future__ import annotations

import pytest

from game.core.tables import OddsTable, ResultsTable

SHOTS = ResultsTable(("1 hex", "2 hexes"), (("-", "-"), ("S", "-"), ("1", "S"), ("2", "1")), (0, 3, 4, 7))


@pytest.mark.parametrize(("total", "row"), [(-3, 0), (0, 0), (2, 0), (3, 1), (4, 2), (6, 2), (7, 3), (12, 3)])
def test_a_total_has_its_row(total: int, row: int) -> None:
    """Totals beyond the table use its outermost rows."""
    assert row == SHOTS.row_of(total)


def test_rows_say_which_totals_they_are_for() -> None:
    """A row is labelled with one total, or with the first and the last."""
    assert ["0\N{EN DASH}2", "3", "4\N{EN DASH}6", "7"] == [SHOTS.heading(row) for row in range(4)]


def test_results_by_heading_and_total() -> None:
    """A heading may contain more than the requested one; a missing heading has no results."""
    assert ("1", "S", None) == (SHOTS.result("1 hex", 5), SHOTS.result("2 hexes", 5), SHOTS.result("9 hexes", 5))
    odds = OddsTable(((1, 2), (1, 1), (2, 1)), tuple((f"{face}a", f"{face}b", f"{face}c") for face in range(1, 7)))
    assert ("3c", "1-2", True) == (odds.printed.result("2-1", 3), odds.printed.columns[0], odds.printed.open_ended)
    cells = [(n, face) for n in range(3) for face in range(1, 7)]
    assert all(odds.printed.result(odds.column_heading(n), face) == odds.result(n, face) for n, face in cells)


def test_outermost_rows_are_labelled_as_open_ended() -> None:
    """Outermost rows say "or more" or "or less" if modifiers can lead beyond them; ranges below 0 are distinct from
    minus signs."""
    table = ResultsTable(("Shock",), (("a",), ("b",), ("c",)), (-3, -2, 1), unbounded=True)
    assert ["≤−3", "−2…0", "≥1"] == [table.heading(row) for row in range(3)]


def test_rows_that_can_be_rolled_are_labelled_without_totals_that_cannot() -> None:
    """The first and the last of them say no more than where they end or begin."""
    table = ResultsTable(("Reform",), (("a",), ("b",), ("c",), ("d",)), (0, 3, 5, 10), unbounded=True)
    assert ["≤2", "3\N{EN DASH}4", "≥5"] == [table.heading_among(row, (0, 1, 2)) for row in range(3)]
    assert ["≤4", "5\N{EN DASH}9", "≥10"] == [table.heading_among(row, (1, 2, 3)) for row in (1, 2, 3)]
    assert ["0\N{EN DASH}2"] == [SHOTS.heading_among(0, (0,))]
