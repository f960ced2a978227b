"""Scenario files: the three battles (11) with set-up, reinforcements, victory and where every number comes from, and
the examples of play."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from game.core.contract import ScenarioInfo
from game.core.message import Message, MessageError, say
from game.rules.africa import muster
from game.rules.africa.camp import Sharing
from game.rules.africa.coin_tables import HIT
from game.rules.africa.sequence import FIRE, step_of
from game.rules.africa.setting import Setting
from game.rules.africa.state import OUT, WAITING, Pending, State, holds
from game.rules.africa.terrain import AreaTerrain
from game.rules.africa.units import OFFICER, SEATS, Unit, roster

FOLDER = Path(__file__).parent / "scenarios"
COAST = "coast"
"""In a list of reinforcements: any coastal area, as the owner likes."""
FACTS = "facts-values"
"""The option to play with the reconstructed values as they were before the battles were balanced."""


class ScenarioError(MessageError, ValueError):
    """A scenario file that cannot be used; the message names file, key and what was expected."""


@dataclass(frozen=True)
class Start:
    """Where in the sequence an example begins, and what its units have been through."""

    phase: str = FIRE
    seat: int = 0
    demoralized: tuple[str, ...] = ()
    reduced: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tuning:
    """What a side's printed factors gain or lose in one battle; drawn and rolled ones stay as they are."""

    fire: int = 0
    """Not below the three coins of a hit."""
    shock: int = 0
    """Not below 1."""
    attack: int = 0
    """Officers' support in attack (FA), not below 0."""
    defence: int = 0
    """Officers' support in defence (FD), not below 0."""

    def of(self, unit: Unit) -> Unit:
        """A unit with its factors changed."""
        if unit.kind == OFFICER:
            return replace(
                unit, attack=max(unit.attack + self.attack, 0), defence=max(unit.defence + self.defence, 0)
            )
        return replace(
            unit, fire=tuple(max(f + self.fire, HIT) if f > 0 else f for f in unit.fire),
            shock=tuple(max(f + self.shock, 1) if f > 0 else f for f in unit.shock),
        )


@dataclass(frozen=True)
class Scenario:
    """A battle, or an example of play, as its file tells it."""

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
    camp: tuple[str, ...]
    goal: str | None
    reduced: bool
    roads: bool
    """Whether the roads of the map matter (11.C.3: not at the Castillejos)."""
    tuned: tuple[Tuning, Tuning]
    """Per seat what is added to the reconstructed factors for balance."""
    start: Start = field(default=Start())


def load_all() -> dict[str, Scenario]:
    """Every scenario by name, battles first.

    :raises ScenarioError: for a file that is broken.
    """
    found = [_load(path) for path in sorted(FOLDER.glob("*.toml"))]
    found.sort(key=lambda scenario: (scenario.info.example, scenario.info.name))
    return {scenario.info.name: scenario for scenario in found}


def _load(path: Path) -> Scenario:
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        example, special, start = data.get("example", False), data.get("rules", {}), data.get("start", {})
        tuned = data.get("tuned", {})
        victory: dict[str, Any] = {"areas": (), "needed": 1, "held": {}} if example else data["victory"]
        scenario = Scenario(
            ScenarioInfo(
                path.stem, Message(data["title"]), data["map"], Message(data["summary"]), data["turns"], example,
                tuple(data.get("provenance", {}).items()), Message(data.get("short", "")),
                tuple((option, tuple(parts.items())) for option, parts in data.get("provenance-with", {}).items()),
            ),
            data["initial"],
            {int(turn): lists for turn, lists in ({} if example else data["reinforcements"]).items()},
            tuple(victory["areas"]), victory["needed"],
            tuple(area for area, seat in victory["held"].items() if seat == "spanish"),
            victory.get("early"), tuple(special.get("anchored", ())), tuple(special.get("camp", ())),
            special.get("goal"), special.get("reduced", False), special.get("roads", True),
            (Tuning(**tuned.get(SEATS[0], {})), Tuning(**tuned.get(SEATS[1], {}))),
            Start(
                start.get("phase", FIRE), SEATS.index(start.get("phasing", SEATS[0])),
                tuple(start.get("demoralized", ())), tuple(start.get("reduced", ())),
            ),
        )
        step_of(scenario.start.phase, scenario.start.seat)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise ScenarioError(say("{name}: {error!r}; expected title, map, turns, victory and set-up", name=path.name,
                                error=error)) from error
    known = roster()
    for lists in (scenario.initial, *scenario.reinforcements.values()):
        for unit in (name for names in lists.values() for name in names):
            if unit not in known:
                raise ScenarioError(say("{name}: no unit is called {unit!r}", name=path.name, unit=unit))
    placed = {unit for units in scenario.initial.values() for unit in units}
    for unit in (*scenario.start.demoralized, *scenario.start.reduced):
        if unit not in placed:
            raise ScenarioError(say("{name}: start: {unit!r} is not set up", name=path.name, unit=unit))
    return scenario


def setting_of(scenario: Scenario, ground: AreaTerrain, options: frozenset[str]) -> Setting:
    """A battle on its board with options.

    :raises ScenarioError: for an area its map does not have.
    """
    def area(name: str) -> int:
        if name not in ground.index:
            raise ScenarioError(say("{name}.toml: the map has no area {area!r}", name=scenario.info.name,
                                    area=name))
        return ground.index[name]

    known = roster()
    lists = (scenario.initial, *scenario.reinforcements.values())
    names = {unit for places in lists for units in places.values() for unit in units}
    units = tuple(unit for name, unit in known.items() if name in names)
    if FACTS not in options:
        units = tuple(scenario.tuned[unit.seat].of(unit) for unit in units)
    slot = {unit.id: i for i, unit in enumerate(units)}
    turns = scenario.info.turns
    assert turns is not None
    return Setting(
        ground, scenario.info.name, options, turns, units,
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
        sum(1 << area(name) for name in scenario.camp),
    )


def first_state(setting: Setting, start: Start) -> State:
    """The set-up: listed units in their areas, troops above, officers below."""
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
    marked = {
        key: sum(1 << setting.slot[unit] for unit in names)
        for key, names in (("reduced", start.reduced), ("demoralized", start.demoralized))
    }
    state = State(setting, 1, step_of(start.phase, start.seat), tuple(at), ordered, holds(setting, ordered, aboard),
                  setting.held, reduced | marked["reduced"], marked["demoralized"], aboard=aboard)
    return state._replace(frames=opening(state)) if setting.objectives else state


def opening(state: State) -> tuple[Pending, ...]:
    """What comes before the first phase of a battle: tribes roll for whether they come, then a camp is shared out."""
    setting, tribes = state.setting, muster.tribes(state)
    camp = (Sharing(setting.camp_seat),) if setting.camp else ()
    return (*camp, muster.Muster(tribes)) if tribes else camp
