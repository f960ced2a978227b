"""The inputs of the sides of Adua for a game turn, in the benchmark's stored positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.inputs_adua import COMBATS, MOST, POSITIONS, count_inputs


@pytest.mark.soak
@pytest.mark.parametrize("number", [0, 1])
def test_inputs_of_a_turn(folders: Path, number: int) -> None:
    """At most 60 for the Italians and 90 for the Abyssinians, and 3 for each of their seven combats."""
    turn = count_inputs(POSITIONS[number])
    assert all(turn.inputs[side] <= most[number] for side, most in MOST.items())
    if number:
        assert turn.combats["abyssinian"] >= COMBATS
