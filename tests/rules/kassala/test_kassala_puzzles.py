"""The puzzles of Kassala are valid, with enough of them for both sides."""

from __future__ import annotations

from collections import Counter

from game.rules.kassala.system import Kassala
from game.selfplay.puzzles import read_all


def test_there_are_puzzles_for_both_sides(kassala: Kassala) -> None:
    """There are at least ten, each with a condition for the end of the turn."""
    found = read_all(kassala)
    assert len(found) >= 10
    assert min(Counter(puzzle.seat for puzzle in found).values()) >= 4
    assert all(puzzle.after for puzzle in found)
