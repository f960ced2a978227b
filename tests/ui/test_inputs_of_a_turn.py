"""The inputs of a player turn with the commands for many units: at most half of those with single clicks."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.inputs import Turn, measure_turn

MOST = {"castillejos": 28, "tetuan": 60}
"""The most inputs of a whole game turn, including the answers in the other side's half."""


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["castillejos", "tetuan"])
def test_inputs_of_a_turn(folders: Path, scenario: str) -> None:
    """The actions and rolls are the same both times; counted like the benchmark."""
    turn: Turn = measure_turn(scenario)
    assert turn.after <= MOST[scenario]
    assert 2 * turn.after <= turn.before
