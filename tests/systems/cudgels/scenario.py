"""Scenarios: the set-ups, read from the files in ``scenarios``."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.core.contract import OptionInfo, ScenarioInfo
from game.core.message import Message
from game.core.pose import read_pose

from .moving import LONG_STICKS
from .state import State, Unit
from .units import TYPES
from .words import SYSTEM, rule, say

FOLDER = Path(__file__).parent / "scenarios"
OPTIONS = (OptionInfo(LONG_STICKS, say("Long sticks"), rule("7.1"), say("Moves are one base width longer")),)


@dataclass(frozen=True)
class Scenario:
    """A scenario's file."""

    info: ScenarioInfo
    units: dict[str, str]
    """Base -> its pose."""

    def first(self, options: Sequence[str]) -> State:
        """The set-up."""
        units = tuple(Unit(read_pose(self.units.get(kind.id, ""))) for kind in TYPES)
        return State(self.info.name, tuple(options), units)


def read() -> dict[str, Scenario]:
    """Every scenario, by name."""
    found: dict[str, Scenario] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        data: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        info = ScenarioInfo(path.stem, Message(data["title"]), f"{SYSTEM}/{data['map']}", Message(data["summary"]),
                            data["turns"], False, (("all", "reconstructed"),))
        found[path.stem] = Scenario(info, data["units"])
    return found
