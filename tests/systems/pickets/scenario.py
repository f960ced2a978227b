"""Scenarios: the set-ups, read from the files in ``scenarios``."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.board.hexgrid import DIRECTIONS
from game.core.contract import OptionInfo, ScenarioInfo

from .ground import Ground
from .resolve import RESOLVE
from .sequence import FEW_COURIERS
from .state import GONE, State, Unit
from .units import INDEX, TYPES, arrivals
from .words import rule, say

FOLDER = Path(__file__).parent / "scenarios"
OPTIONS = (
    OptionInfo(FEW_COURIERS, say("Few couriers"), rule("8.1"), say("Three orders a player turn instead of five")),
)


@dataclass(frozen=True)
class Scenario:
    """A scenario's file."""

    info: ScenarioInfo
    lines: Sequence[dict[str, Any]]
    """Rows of counters: the first one, their number, the first hex, the step in columns, the facing."""
    arriving: Sequence[str]
    """Prefixes of the names of reinforcements, unless they are on the map."""
    resolve: int

    def first(self, ground: Ground, options: Sequence[str]) -> State:
        """The set-up."""
        units = [GONE] * len(TYPES)
        for row in self.lines:
            start, facing = INDEX[row["first"]], DIRECTIONS.index(row["facing"])
            column, line = ground.board.grid.parse(row["hex"])
            for n in range(row.get("count", 1)):
                place = ground.board.grid.name(column + n * row.get("apart", 1), line)
                units[start + n] = Unit(place, facing, TYPES[start + n].steps)
        for index, kind in enumerate(TYPES):
            if units[index].place is None and kind.id.startswith(tuple(self.arriving)):
                units[index] = Unit(arrivals(kind.seat), 0, kind.steps)
        roster = frozenset(kind.id for kind, unit in zip(TYPES, units, strict=True) if unit.steps)
        return State(self.info.name, tuple(options), tuple(units), (self.resolve, self.resolve), roster=roster)


def read() -> dict[str, Scenario]:
    """Every scenario, by name."""
    found = {}
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        info = ScenarioInfo(path.stem, data["title"], "pickets/ford.tmx", data["summary"], data.get("turns"),
                            data.get("example", False), (("all", "reconstructed"),), data.get("short", ""))
        found[path.stem] = Scenario(info, data["lines"], data.get("arriving", ()), data.get("resolve", RESOLVE))
    return dict(sorted(found.items(), key=lambda item: item[1].info.example))
