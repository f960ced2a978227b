"""Puzzles on a table define by distances where bases must be."""

from __future__ import annotations

import pytest

from game.selfplay import puzzles
from game.selfplay.puzzles import DistanceFrom, read_distance
from tests.rules.renaissance.board import RULES

PLACES = {"a": "9000,9000,0", "b": "9000,8000,10800", "gone": None}


@pytest.mark.parametrize(("text", "unit", "holds"), [
    ("<= 1000 from b", "a", True),
    ("<= 999 from b", "a", False),
    ("> 999 from b", "a", True),
    ("> 1000 from 9000,10000", "a", False),
    ("<= 1000 from gone", "a", False),
    ("> 10 from b", "gone", False),
])
def test_a_range_holds_by_the_middles_of_front_edges(text: str, unit: str, holds: bool) -> None:
    far = read_distance(text)
    assert far is not None
    assert holds == far.holds(PLACES, unit)


def test_reads_a_range() -> None:
    found = read_distance("<= 600 from blue-sh1")
    assert found == DistanceFrom(is_maximum=True, distance=600, other="blue-sh1")
    assert read_distance("9000,8000,0") is None


def test_breaking_off_saves_the_knights() -> None:
    puzzle = next(each for each in puzzles.read_all(RULES) if each.name == "03-away-from-the-pikes")
    attempts = [puzzles.attempt(RULES, puzzle, level, 1, 0.3) for level in ("veteran", "recruit")]
    assert [True, False] == [each.solved for each in attempts]
