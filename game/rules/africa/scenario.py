"""Scenario files: the three battles (11) and the examples of play, with set-up, reinforcements, victory and the
provenance of every number; and the states in which they begin."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from game.board.areas import Area
from game.core.codec import BadPosition
from game.core.contract import ScenarioInfo
from game.core.field_types import Between, Key
from game.core.fields import Fields
from game.core.indices import Slot, mask_of
from game.core.message import Message, say
from game.core.position_checks import need, need_unit
from game.rules.africa.coin_tables import HIT_HEADS
from game.rules.africa.opening import CampSetUp, TribeRolls, tribes
from game.rules.africa.sequence import AfricaPhase, step_of
from game.rules.africa.setting import Setting
from game.rules.africa.state import OUT, WAITING, AfricaState, occupied_areas, stacks_of
from game.rules.africa.terrain import AreaTerrain
from game.rules.africa.units import MARINES, SEATS, SPANISH, AfricaUnit, Kind, SeatName, roster, seat_of

FOLDER = Path(__file__).parent / "scenarios"
ANY_COAST = "coast"
"""In a list of reinforcements: any coastal area, chosen by the owner."""
UNADJUSTED_OPTION = "facts-values"
"""Option to play with the reconstructed factors, without the changes made for balance. Saved games name it by this
key."""
MIN_SHOCK = 1
"""The least shock factor after a change for balance, in coins (2.1)."""
UnitLists = Mapping[str, tuple[str, ...]]
"""Area id, or ``coast`` -> unit ids from the top down."""


class ExampleStart(NamedTuple):
    """Phase at which an example of play begins, and the initial states of its units."""

    phase: AfricaPhase = AfricaPhase.FIRE
    phasing: SeatName = "spanish"
    demoralized: tuple[str, ...] = ()
    reduced: tuple[str, ...] = ()


class Tuning(NamedTuple):
    """Changes in coins to a side's reconstructed factors in one battle (2.1). Drawn and rolled factors are not
    changed."""

    fire: int = 0
    """Change of fire factors, never below the three coins of a hit."""
    shock: int = 0
    """Change of shock factors, never below ``MIN_SHOCK``."""
    attack: int = 0
    """Change of officers' combat support (FA), never below 0."""
    defence: int = 0
    """Change of officers' defence support (FD), never below 0."""

    def apply_to(self, unit: AfricaUnit) -> AfricaUnit:
        """The unit with its factors changed."""
        if unit.kind == Kind.OFFICER:
            return replace(
                unit, attack=max(unit.attack + self.attack, 0), defence=max(unit.defence + self.defence, 0)
            )
        return replace(
            unit, fire=tuple(max(f + self.fire, HIT_HEADS) if f > 0 else f for f in unit.fire),
            shock=tuple(max(f + self.shock, MIN_SHOCK) if f > 0 else f for f in unit.shock),
        )


class VictoryTerms(NamedTuple):
    """Areas and numbers needed to win."""

    areas: tuple[str, ...] = ()
    """The objectives."""
    needed: int = 1
    """The number of objectives that a victory needs."""
    held: Mapping[str, SeatName] = {}
    """Objective -> the side that controls it at the start; the others are Moroccan."""
    early: int | None = None
    """The turn at whose end a side can win early (ruling 14)."""


class SpecialRules(NamedTuple):
    """Special rules of one battle."""

    anchored: tuple[str, ...] = ()
    """The areas to which the ship is limited (11.T.3)."""
    camp: tuple[str, ...] = ()
    """The areas of a camp in which units may be distributed (11.T.4)."""
    goal: str | None = None
    """The area towards which convoys move (11.W.3)."""
    reduced: bool = False
    """Whether all Spanish line infantry starts with one step lost (11.C.3)."""
    roads: bool = True
    """Whether the roads of the map have an effect (11.C.3: not at Castillejos)."""


class AfricaScenario(NamedTuple):
    """A battle, or an example of play, as read from its file."""

    name: str
    title: str
    map: str
    summary: str
    turns: Annotated[int, Between(1, 99)]
    provenance: Mapping[str, str]
    """Part of the scenario -> where its data come from."""
    initial: UnitLists
    """The set-up."""
    reinforcements: Mapping[str, UnitLists] = {}
    """Turn at whose end they enter -> lists of units."""
    victory: VictoryTerms = VictoryTerms()
    rules: SpecialRules = SpecialRules()
    tuned: Mapping[SeatName, Tuning] = {}
    """Changes to a side's reconstructed factors, made for balance."""
    start: ExampleStart = ExampleStart()
    short: str = ""
    """A short title; empty if the title is short enough."""
    example: bool = False
    """Whether it is an example of play, not a battle."""
    provenance_with: Annotated[Mapping[str, Mapping[str, str]], Key("provenance-with")] = {}
    """Option -> provenance of what it changes."""

    @property
    def info(self) -> ScenarioInfo:
        return ScenarioInfo(
            self.name, Message(self.title), self.map, Message(self.summary), self.turns, self.example,
            tuple(self.provenance.items()), Message(self.short),
            tuple((option, tuple(parts.items())) for option, parts in self.provenance_with.items()))

    @property
    def unit_lists(self) -> Iterator[UnitLists]:
        """The set-up and all reinforcements."""
        yield self.initial
        yield from self.reinforcements.values()

    @property
    def units(self) -> frozenset[str]:
        """The ids of all units that take part."""
        return frozenset(unit for places in self.unit_lists for units in places.values() for unit in units)


def load_all() -> dict[str, AfricaScenario]:
    """Every scenario by name, battles first.

    :raises BadPosition: for an invalid file, naming file, key and what was expected.
    """
    scenarios = [_load(path) for path in FOLDER.glob("*.toml")]
    return {scenario.name: scenario
            for scenario in sorted(scenarios, key=lambda scenario: (scenario.example, scenario.name))}


def _load(path: Path) -> AfricaScenario:
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise BadPosition(say("{file}: not written as TOML: {error}", file=path.name, error=error)) from error
    scenario: AfricaScenario = Fields().read(AfricaScenario, {"name": path.stem, **data}, path.name)
    need(scenario.example or (scenario.victory.areas and scenario.reinforcements), path.name,
         say("victory and reinforcements of a battle"))
    for turn in scenario.reinforcements:
        need(turn in map(str, range(1, scenario.turns + 1)), f"{path.name}/reinforcements/{turn}",
             say("a whole number from {least} to {most}", least=1, most=scenario.turns))
    for unit in scenario.units:
        need_unit(unit, roster(), path.name)
    set_up = [unit for units in scenario.initial.values() for unit in units]
    for unit in (*scenario.start.demoralized, *scenario.start.reduced):
        need_unit(unit, set_up, f"{path.name}/start")
    return scenario


def setting_of(scenario: AfricaScenario, ground: AreaTerrain, options: frozenset[str]) -> Setting:
    """The setting of a battle with options, on its board.

    :raises BadPosition: for an area that its map does not have.
    """
    def area(name: str) -> Area:
        if name not in ground.index:
            raise BadPosition(say("{name}.toml: the map has no area {area!r}", name=scenario.name, area=name))
        return ground.index[name]

    unit_ids, special, victory = scenario.units, scenario.rules, scenario.victory
    units = tuple(unit for name, unit in roster().items() if name in unit_ids)
    if UNADJUSTED_OPTION not in options:
        tunings = scenario.tuned.get("spanish", Tuning()), scenario.tuned.get("moroccan", Tuning())
        units = tuple(tunings[unit.seat].apply_to(unit) for unit in units)
    slot = {str(unit.id): Slot(i) for i, unit in enumerate(units)}
    return Setting(
        ground, scenario.name, options, scenario.turns, units,
        start={slot[unit]: area(place) for place, placed in scenario.initial.items() for unit in placed},
        arrivals={int(turn): tuple((slot[unit], None if place == ANY_COAST else area(place))
                                   for place, placed in places.items() for unit in placed)
                  for turn, places in scenario.reinforcements.items()},
        objectives=tuple(map(area, victory.areas)), needed=victory.needed,
        spanish_at_start=mask_of(area(name) for name, seat in victory.held.items() if seat == SEATS[SPANISH]),
        early_turn=victory.early, anchored=mask_of(map(area, special.anchored)),
        convoy_goal=area(special.goal) if special.goal else None, starts_reduced=special.reduced,
        camp=mask_of(map(area, special.camp)))


def first_state(setting: Setting, start: ExampleStart) -> AfricaState:
    """The state at the start: units in their listed areas, troops on top and officers below. In a battle, the decisions
    before the first phase are pending."""
    waiting = {slot for arrivals in setting.arrivals.values() for slot, _ in arrivals}
    at = tuple(setting.start.get(slot, WAITING if slot in waiting else OUT) for slot in setting.slot.values())
    stacks = stacks_of(setting, setting.start.items())
    # At Tetuan the marines start aboard (11.T.4); at Castillejos they arrive with the ship.
    aboard = mask_of(slot for slot in setting.start if setting.anchored and setting.units[slot].id == MARINES)
    reduced = setting.regulars & setting.side[SPANISH] if setting.starts_reduced else 0
    state = AfricaState(setting, 1, step_of(start.phase, seat_of(start.phasing)), at, stacks,
                        occupied_areas(setting, stacks, aboard), setting.spanish_at_start,
                        reduced | setting.mask(start.reduced), setting.mask(start.demoralized), aboard=aboard)
    if not setting.objectives:
        return state
    # The last frame is the first to decide: tribes roll for taking part before a camp is set up.
    rolling_tribes = tribes(state)
    camp = (CampSetUp(setting.camp_seat),) if setting.camp else ()
    return state._replace(frames=(*camp, TribeRolls(rolling_tribes)) if rolling_tribes else camp)
