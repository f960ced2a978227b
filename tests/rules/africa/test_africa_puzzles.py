"""Puzzles of Africa are valid, and the veteran solves them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from game.rules.africa.system import Africa
from game.selfplay import puzzles
from tests.rules.africa.test_africa_players import BATTLES

PATHS = puzzles.paths("africa")


def test_every_battle_has_puzzles(africa: Africa) -> None:
    """Each has at least three."""
    found = Counter(puzzle.scenario for puzzle in puzzles.read_all(africa))
    assert set(found) == set(BATTLES)
    assert min(found.values()) >= 3


@pytest.mark.every(4)
@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_the_veteran_solves_it(africa: Africa, path: Path) -> None:
    """The solutions are counted, so none may fail."""
    found = puzzles.attempt(africa, puzzles.read(africa, path), "veteran", 1)
    assert found.solved, "; ".join(found.line)
