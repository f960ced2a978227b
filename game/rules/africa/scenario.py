"""The three battles (11): files with set-up, reinforcements, victory and where every number comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.core.contract import ScenarioInfo
from game.rules.africa.ground import Ground
from game.rules.africa.state import OUT, WAITING, Setting, State, holds
from game.rules.africa.units import roster

FOLDER = Path(__file__).parent / "scenarios"
COAST = "coast"
"""In a list of reinforcements: any coastal area, as the owner likes."""


class ScenarioError(ValueError):
    """A scenario file that cannot be used; the message names file, key and what was expected."""


@dataclass(frozen=True)
class Scenario:
    """A battle as its file tells it."""

    info: ScenarioInfo
    initial: Mapping[str, Sequence[str]]
    """Area -> unit ids, from the top down."""
    reinforcements: Mapping[int, Mapping[str, Sequence[str]]]
    """End of turn -> area, or ``coast`` -> unit ids."""
    areas: tuple[str, ...]
    needed: int
    spanish: tuple[str, ...]
    early: int | None
    anchored: tuple[str, ...]
    goal: str | None
    reduced: bool
    roads: bool
    """Whether the roads of the map matter (11.C.3: not at the Castillejos)."""


def load_all() -> dict[str, Scenario]:
    """Every battle by name.

    :raises ScenarioError: for a file that is broken.
    """
    return {path.stem: _load(path) for path in sorted(FOLDER.glob("*.toml"))}


def _load(path: Path) -> Scenario:
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        special, victory = data.get("rules", {}), data["victory"]
        scenario = Scenario(
            ScenarioInfo(path.stem, data["title"], data["map"], data["summary"], data["turns"]),
            data["initial"],
            {int(turn): lists for turn, lists in data["reinforcements"].items()},
            tuple(victory["areas"]), victory["needed"],
            tuple(area for area, seat in victory["held"].items() if seat == "spanish"),
            victory.get("early"), tuple(special.get("anchored", ())), special.get("goal"),
            special.get("reduced", False), special.get("roads", True),
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise ScenarioError(f"{path.name}: {error!r}; expected title, map, turns, victory and set-up") from error
    known = roster()
    for lists in (scenario.initial, *scenario.reinforcements.values()):
        for unit in (name for names in lists.values() for name in names):
            if unit not in known:
                raise ScenarioError(f"{path.name}: no unit is called {unit!r}")
    return scenario


def setting_of(scenario: Scenario, ground: Ground, options: frozenset[str]) -> Setting:
    """A battle on its board with options.

    :raises ScenarioError: for an area its map does not have.
    """
    def area(name: str) -> int:
        if name not in ground.index:
            raise ScenarioError(f"{scenario.info.name}.toml: the map has no area {name!r}")
        return ground.index[name]

    known = roster()
    lists = (scenario.initial, *scenario.reinforcements.values())
    names = {unit for places in lists for units in places.values() for unit in units}
    units = tuple(unit for name, unit in known.items() if name in names)
    slot = {unit.id: i for i, unit in enumerate(units)}
    return Setting(
        ground, scenario.info.name, options, scenario.info.turns, units,
        {slot[unit]: area(place) for place, placed in scenario.initial.items() for unit in placed},
        {
            turn: tuple(
                (slot[unit], None if place == COAST else area(place))
                for place, placed in places.items() for unit in placed
            )
            for turn, places in scenario.reinforcements.items()
        },
        tuple(area(name) for name in scenario.areas), scenario.needed,
        sum(1 << area(name) for name in scenario.spanish), scenario.early,
        sum(1 << area(name) for name in scenario.anchored),
        area(scenario.goal) if scenario.goal else None, scenario.reduced,
    )


def first_state(setting: Setting) -> State:
    """The set-up: listed units in their areas, regulars above, officers below."""
    at = [OUT] * len(setting.units)
    for arrivals in setting.arrivals.values():
        for slot, _ in arrivals:
            at[slot] = WAITING
    stacks: list[list[int]] = [[] for _ in setting.ground.ids]
    for slot, area in setting.start.items():
        at[slot] = area
        stacks[area].append(slot)
    ordered = tuple(tuple(sorted(stack, key=lambda i: (not setting.fighters >> i & 1))) for stack in stacks)
    aboard = sum(1 << i for i, h in enumerate(at) if h >= 0 and setting.units[i].id == "s-marina" and setting.anchored)
    reduced = setting.regulars & setting.side[0] if setting.reduced else 0
    return State(setting, 1, 0, tuple(at), ordered, holds(setting, ordered, aboard), setting.held, reduced,
                 aboard=aboard)
