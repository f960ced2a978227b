"""Scenario files: set-up, turns and provenance of battles and examples of play."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from game.core.codec import BadPosition
from game.core.contract import ScenarioInfo
from game.core.field_types import Between
from game.core.fields import Fields
from game.core.message import Message, say
from game.core.position_checks import unit_slot
from game.rules.kassala.sequence import KassalaPhase
from game.rules.kassala.units import SLOT, SeatName

FOLDER = Path(__file__).parent / "scenarios"


class SetUpRow(NamedTuple):
    """The hex in which a unit is set up."""

    place: str


class FirstPhase(NamedTuple):
    """The phase in which a scenario begins."""

    phase: KassalaPhase = KassalaPhase.MOVEMENT
    phasing: SeatName = "moslem"


class KassalaScenario(NamedTuple):
    """The contents of a scenario file."""

    name: str
    title: str
    map: str
    """The path of the map, below ``maps/``."""
    summary: str
    turns: Annotated[int, Between(1, 99)]
    provenance: Mapping[str, str]
    """Part of the scenario -> where its data come from."""
    units: Mapping[str, SetUpRow]
    """Unit id -> its set-up; units not named take no part."""
    short: str = ""
    """A short title; empty if the title is short enough."""
    example: bool = False
    """Whether it is an example of play from the rulebook, not a battle."""
    options: tuple[str, ...] = ()
    """The options that are always in play in an example of play."""
    start: FirstPhase = FirstPhase()

    @property
    def info(self) -> ScenarioInfo:
        return ScenarioInfo(self.name, Message(self.title), self.map, Message(self.summary), self.turns, self.example,
                            tuple(self.provenance.items()), Message(self.short))

    @property
    def places(self) -> Mapping[str, str]:
        """Unit id -> id of the hex of its set-up."""
        return {unit: row.place for unit, row in self.units.items()}


def load_all() -> dict[str, KassalaScenario]:
    """All scenarios by name, battles first.

    :raises BadPosition: for a broken file, naming the file, the key and what was expected.
    """
    scenarios = [_load(path) for path in FOLDER.glob("*.toml")]
    return {scenario.name: scenario
            for scenario in sorted(scenarios, key=lambda scenario: (scenario.example, scenario.name))}


def _load(path: Path) -> KassalaScenario:
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise BadPosition(say("{file}: not written as TOML: {error}", file=path.name, error=error)) from error
    scenario: KassalaScenario = Fields().read(KassalaScenario, {"name": path.stem, **data}, path.name)
    for unit in scenario.units:
        unit_slot(unit, SLOT, f"{path.name}/units")
    return scenario
