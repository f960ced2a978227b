"""Scenario files: set-up, turns, provenance, and the steps of the printed examples."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.core.contract import ScenarioInfo
from game.rules.kassala.units import SEATS, SLOT

FOLDER = Path(__file__).parent / "scenarios"


class ScenarioError(ValueError):
    """A scenario file that cannot be used; the message names file, key and what was expected."""


@dataclass(frozen=True)
class Scenario:
    """A set-up on a map."""

    info: ScenarioInfo
    places: Mapping[str, str]
    """Unit id -> hex; units not named take no part."""
    phase: str
    seat: int
    options: tuple[str, ...]
    """Options an example of play is about; always in force there."""
    steps: tuple[Mapping[str, Any], ...] = field(default=())
    """For an example of play: what is shown, done and expected, in order."""


def load_all() -> dict[str, Scenario]:
    """Every scenario by name, battles first.

    :raises ScenarioError: for a file that is broken.
    """
    found = [_load(path) for path in sorted(FOLDER.glob("*.toml"))]
    found.sort(key=lambda scenario: (scenario.info.example, scenario.info.name))
    return {scenario.info.name: scenario for scenario in found}


def _load(path: Path) -> Scenario:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
        info = ScenarioInfo(
            path.stem, data["title"], data["map"], data["summary"], data["turns"], data.get("example", False)
        )
        places = {unit: row["place"] for unit, row in data["units"].items()}
        start = data.get("start", {})
        scenario = Scenario(
            info,
            places,
            start.get("phase", "movement"),
            SEATS.index(start.get("phasing", SEATS[0])),
            tuple(data.get("options", ())),
            tuple(data.get("steps", ())),
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise ScenarioError(f"{path.name}: {error!r}; expected title, map, summary, turns and [units]") from error
    for unit in places:
        if unit not in SLOT:
            raise ScenarioError(f"{path.name}: units: no unit is called {unit!r}")
    return scenario
