"""Scenario files: set-up, turns, provenance of battles and examples of play."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from game.core.contract import ScenarioInfo
from game.core.message import Message, MessageError, say
from game.rules.kassala.units import SEATS, SLOT

FOLDER = Path(__file__).parent / "scenarios"


class ScenarioError(MessageError, ValueError):
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
            path.stem, Message(data["title"]), data["map"], Message(data["summary"]), data["turns"],
            data.get("example", False), tuple(data.get("provenance", {}).items()),
            Message(data.get("short", "")),
        )
        places = {unit: row["place"] for unit, row in data["units"].items()}
        start = data.get("start", {})
        scenario = Scenario(
            info,
            places,
            start.get("phase", "movement"),
            SEATS.index(start.get("phasing", SEATS[0])),
            tuple(data.get("options", ())),
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise ScenarioError(say("{name}: {error!r}; expected title, map, summary, turns and [units]", name=path.name,
                                error=error)) from error
    for unit in places:
        if unit not in SLOT:
            raise ScenarioError(say("{name}: units: no unit is called {unit!r}", name=path.name, unit=unit))
    return scenario
