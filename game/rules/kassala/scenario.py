"""Scenario files: set-up, turns, provenance, and the steps of the printed examples."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.core.contract import ScenarioInfo
from game.core.message import Message, MessageError, say
from game.rules.kassala.units import SEATS, SLOT

FOLDER = Path(__file__).parent / "scenarios"

STEP_KEYS = {
    "say": "what is told, in one or two sentences",
    "back": "true: first return to the start of the example",
    "options": "first return to the start, with these options and those of the example",
    "check": "an action whose legality is shown",
    "legal": "what the verdict on it must be",
    "cost": "movement points it must cost",
    "rule": "the rule that must forbid it",
    "preview": "an action whose arithmetic is shown",
    "attack": "the total attack it must have",
    "defence": "the total defence it must have",
    "ratio": "the unrounded ratio it must have",
    "column": "the column it must come to; absent where no die is rolled",
    "modifiers": "rule -> the sum of the modifiers it must have under that rule, and no others",
    "mixed": "whether IV.C must move it a column",
    "play": "the action that is done",
    "faces": "what the die shows",
    "result": "the cell of the results table it must hit",
}
"""What a step of an example of play may hold; done in this order."""


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
    steps: tuple[Mapping[str, Any], ...] = field(default=())
    """For an example of play: what is shown, done and expected, in order. See ``STEP_KEYS``."""


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
            tuple(data.get("steps", ())),
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise ScenarioError(say("{name}: {error!r}; expected title, map, summary, turns and [units]", name=path.name,
                                error=error)) from error
    for number, step in enumerate(scenario.steps, 1):
        for key in step:
            if key not in STEP_KEYS:
                raise ScenarioError(say("{name}: step {number}: unknown key {key!r}", name=path.name, number=number,
                                        key=key))
    for unit in places:
        if unit not in SLOT:
            raise ScenarioError(say("{name}: units: no unit is called {unit!r}", name=path.name, unit=unit))
    return scenario
