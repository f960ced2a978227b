"""Positions of Africa for its tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from game import catalog
from game.rules.africa.system import Africa
from tests.rules import table
from tests.rules.table import units


class Table(table.Table):
    """A position of Africa."""

    def mods(self, notation: str) -> list[tuple[int, str, str]]:
        """Value, name and rule of every modifier of a fire or a shock."""
        return [(m.value, str(m.name), m.rule.number) for m in self.preview(notation).modifiers]

    def terms(self, notation: str) -> list[tuple[int, str]]:
        """Value and rule of every modifier of a fire or a shock, with the ruling."""
        return [(m.value, str(m.rule)) for m in self.preview(notation).modifiers]

    def marked(self, flag: str) -> set[str]:
        """The units with a flag, e.g. ``demoralized``."""
        return {u["id"] for u in self.position["units"] if u.get(flag)}

    @property
    def dice(self) -> list[tuple[int, int]]:
        """Lowest and highest face of each die of the next roll."""
        roll = self.rules.pending_roll(self.state)
        return [(min(die.faces), max(die.faces)) for die in roll.dice] if roll else []

    def rules_of(self, kind: str) -> list[str]:
        """The rules cited by events of a type."""
        return [str(event.rule) for event in self.events if event.type == kind]


Scene = Callable[..., Table]


@pytest.fixture(scope="session")
def africa() -> Africa:
    """The rules of Africa on the boards of ``maps/``."""
    return Africa(catalog.board)


@pytest.fixture
def scene(africa: Africa) -> Scene:
    """Sets up a phase: units, phase, phasing side, battle, options, turn and further keys of a position. The earlier
    targets of a gun are given as ``shots=area/area``.

    Factors are those of the roster, before the battles were balanced.
    """

    def make(line: str, phase: str = "fire", phasing: str = "spanish", scenario: str = "castillejos",
             options: Sequence[str] = (), turn: int = 1, **more: Any) -> Table:
        position = {"scenario": scenario, "options": [*options, "facts-values"], "turn": turn, "phase": phase}
        rows = units(line)
        for row in rows:
            if "shots" in row:
                row["shots"] = row["shots"].split("/")
            if "defensive_shots" in row:
                row["defensive_shots"] = int(row["defensive_shots"])
        given = {**position, "phasing": phasing, "units": rows, **more}
        return Table(africa, africa.from_position(given))

    return make


@pytest.fixture
def battle(africa: Africa) -> Scene:
    """A battle at its start."""

    def make(scenario: str, options: Sequence[str] = ()) -> Table:
        return Table(africa, africa.initial(scenario, options))

    return make
