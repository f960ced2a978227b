"""How many inputs a player turn takes with the commands for many: at most half of what single clicks take."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.inputs import Turn, measured

MOST = {"castillejos": 28, "tetuan": 60}
"""Inputs of a whole game turn, the answers in the other side's half of it included."""


@pytest.mark.parametrize("scenario", ["castillejos", pytest.param("tetuan", marks=pytest.mark.soak)])
def test_inputs_of_a_turn(folders: Path, scenario: str) -> None:
    """The same actions and rolls both times; counted as the benchmark counts them."""
    turn: Turn = measured(scenario)
    assert turn.after <= MOST[scenario]
    assert 2 * turn.after <= turn.before
