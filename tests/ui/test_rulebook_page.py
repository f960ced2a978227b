"""The rulebook on screen: tables in even columns, and the keys that every reader knows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import pytest

from game.ui.screens.rulebook import Rulebook
from tests.ui.hand import Hand

TABLES = [("kassala", "I.D", 9, [7]), ("africa", "6.1", 2, [4, 8, 6, 9]), ("africa", "9", 7, [7])]
"""System, rule, how many columns, and the lines of every table on its page that has so many."""


@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080), (2560, 1440)])
@pytest.mark.parametrize(("system", "number", "columns", "lines"), TABLES)
def test_columns_of_a_table_are_even(
    sit_down: Callable[..., Hand], system: str, number: str, columns: int, lines: list[int], size: tuple[int, int]
) -> None:
    """On the page as it is laid out every cell begins on the very pixel where its column does."""
    hand = sit_down(size=size)
    hand.app.push(Rulebook(hand.app, system, number))
    hand.wait()
    starts = []
    for row in hand.top.page.text_box_layout.layout_rows:
        texts = [item for item in row.items if getattr(item, "text", "")]
        fillers = [k for k, item in enumerate(texts) if item.text.isspace() and len(item.text) > 4]
        starts.append(tuple(texts[k].right for k in fillers))
    assert [len(list(rows)) for row, rows in groupby(starts) if len(row) == columns - 1] == lines


def test_home_end_and_whole_pages(sit_down: Callable[..., Hand]) -> None:
    """End shows the last line, Home the first; Page Down goes on by almost what is in view, Page Up back."""
    hand = sit_down()
    hand.app.push(Rulebook(hand.app, "kassala", "II.E"))
    hand.wait()
    bar = hand.top.page.scroll_bar
    seen = bar.visible_percentage
    hand.key("page down")
    assert 0.8 * seen < bar.start_percentage < seen
    hand.key("page up")
    assert bar.start_percentage == 0
    hand.key("end")
    assert bar.start_percentage == pytest.approx(1 - seen, abs=1e-3)
    hand.key("page down")
    assert bar.start_percentage == pytest.approx(1 - seen, abs=1e-3)
    hand.key("home")
    assert bar.start_percentage == 0
