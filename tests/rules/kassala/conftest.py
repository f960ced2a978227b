"""Positions of Kassala for its tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from game.rules.kassala.system import Kassala
from tests.rules.table import Table, units

SetUp = Callable[..., Table]


@pytest.fixture
def movement(kassala: Kassala) -> SetUp:
    """Sets up a movement phase: units, moving side, options, turn."""
    return _phase(kassala, "movement")


@pytest.fixture
def combat(kassala: Kassala) -> SetUp:
    """Sets up the start of a combat phase: units, attacking side, options, turn."""
    return _phase(kassala, "combat")


def _phase(kassala: Kassala, phase: str) -> SetUp:
    """A function that sets up a phase."""

    def make(line: str, phasing: str = "moslem", options: Sequence[str] = (), turn: int = 1) -> Table:
        position = {"options": list(options), "turn": turn, "phase": phase, "phasing": phasing}
        return Table(kassala, kassala.from_position({**position, "units": units(line)}))

    return make


@pytest.fixture
def battle(kassala: Kassala) -> SetUp:
    """Sets up the battle at its start, with options, e.g. free deployment."""

    def make(options: Sequence[str] = ()) -> Table:
        return Table(kassala, kassala.initial("kassala", options))

    return make
