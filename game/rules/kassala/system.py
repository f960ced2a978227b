"""Kassala as a rule system: the implementation of the rules contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.action import Action
from game.core.batch import BatchActions
from game.core.contract import Counter, OptionInfo, Result, Traits
from game.core.decision import DecisionSystem
from game.core.evaluator import Evaluator
from game.core.event import Event, Placed
from game.core.hazard import Hazard
from game.core.layer import Layer
from game.core.message import EMPTY_BRIEF, Brief, Message, Text, or_list, plural, say
from game.core.objective import Objectives
from game.core.option import need_known
from game.core.position_checks import need
from game.core.presenter import HeldPlaces
from game.rules.kassala import actions, contact, counters, hazards, movement, play, position, reasons
from game.rules.kassala.actions import (
    EndMovement,
    EndSetup,
    KassalaAction,
    KassalaAttack,
    KassalaBombard,
    KassalaLose,
    KassalaMove,
)
from game.rules.kassala.ai.evaluate import KassalaEstimators, KassalaEvaluator
from game.rules.kassala.combat import CombatPhase
from game.rules.kassala.decisions import KassalaDecision
from game.rules.kassala.deployment import Deployment
from game.rules.kassala.layers import zones_of_control
from game.rules.kassala.movement import Movement
from game.rules.kassala.scenario import load_all
from game.rules.kassala.sequence import FIRST_SETUP, GAME_END, SEQUENCE, KassalaPhase, index_of
from game.rules.kassala.state import OUT, WAITING, KassalaSetting, KassalaState, occupation
from game.rules.kassala.terrain import HexTerrain, MoveRoute
from game.rules.kassala.theme import THEME
from game.rules.kassala.units import ROSTER, SEAT, SEATS, SLOT, SYSTEM, in_roster_order, rule
from game.rules.kassala.victory import KassalaOver, holder_by_town_hex, objectives, outcome

_BY_NAME = {decision.name: decision for decision in (Deployment(), Movement(), CombatPhase(), KassalaOver())}
PHASES: tuple[KassalaDecision, ...] = tuple(_BY_NAME[entry.phase] for entry in SEQUENCE)
"""For each entry of ``SEQUENCE``, its decision."""


class Kassala(BatchActions[KassalaState], HeldPlaces[KassalaState], DecisionSystem[KassalaState]):
    """The rules of Kassala. Stateless except for caches of constants."""

    name = SYSTEM
    form = position.FORM
    theme = THEME
    seats = SEATS
    traits = Traits(
        board="hex",
        enumerable=True,
        layers=True,
        turn_seconds=0.5,
    )
    options = (
        OptionInfo("cannon", say("Cannon"), rule("IV.A"),
                   say("Cannon reach two hexes, stack, join attacks and bombard")),
        OptionInfo("free-deployment", say("Free deployment"), rule("IV.B"),
                   say("Each side sets up freely in its own half")),
        OptionInfo("mixed-attacks", say("Mixed attacks"), rule("IV.C"),
                   say("Infantry and cavalry attacking together shift one column")),
    )

    def __init__(self, boards: Callable[[str], HexBoard]) -> None:
        self._boards = boards
        self._scenarios = load_all()
        self.scenarios = tuple(scenario.info for scenario in self._scenarios.values())
        self._grounds: dict[str, HexTerrain] = {}
        self._settings: dict[tuple[str, frozenset[str]], KassalaSetting] = {}
        self._estimators: dict[KassalaSetting, KassalaEstimators] = {}

    def initial(self, scenario: str, options: Sequence[str] = ()) -> KassalaState:
        setting = self._setting(scenario, options)
        row = self._scenarios[scenario]
        has_setup_phase = setting.free_deployment and not row.example
        at = [OUT] * len(ROSTER)
        for unit, place in setting.printed_hexes.items():
            at[SLOT[unit]] = WAITING if has_setup_phase else setting.ground.index[place]
        step = FIRST_SETUP if has_setup_phase else index_of(row.start.phase, SEAT[row.start.phasing])
        state = KassalaState(setting, 1, step, tuple(at), occupation(tuple(at)))
        return play.begin_phase(state, 1, step)

    def _setting(self, scenario: str, options: Sequence[str]) -> KassalaSetting:
        row = self._scenarios[scenario]
        need_known(options, self.options)
        key = (scenario, frozenset(options) | frozenset(row.options))
        if key not in self._settings:
            if row.map not in self._grounds:
                self._grounds[row.map] = HexTerrain(self._boards(row.map))
            self._settings[key] = KassalaSetting(self._grounds[row.map], scenario, key[1], row.turns, row.places)
        return self._settings[key]

    def board(self, state: KassalaState) -> HexBoard:
        return state.setting.ground.board

    def decision(self, state: KassalaState) -> KassalaDecision:
        return state.frame or PHASES[state.step]

    def turn(self, state: KassalaState) -> int:
        return state.turn

    def turn_ended_for(self, state: KassalaState, action: Action, after: KassalaState) -> str | None:
        if after.step in (state.step, GAME_END) or isinstance(action, EndMovement | EndSetup):
            return None
        return SEATS[state.now.seat]

    def autoplay_step(self, state: KassalaState) -> tuple[Message, Action | None] | None:
        return self.decision(state).autoplay_step(state)

    def autoplay_rest(self, state: KassalaState) -> Text:
        decision = self.decision(state)
        return decision.left_over(state) if isinstance(decision, Deployment) else ""

    def summary(self, events: Sequence[Event]) -> Brief:
        placed = sum(isinstance(event, Placed) for event in events)
        if not placed:
            return EMPTY_BRIEF
        return Brief(say("Placed as printed"), plural("{count} unit", "{count} units", placed))

    def describe(self, state: KassalaState, action: Action) -> Text:
        return reasons.describe(state, action)

    def canonical(self, state: KassalaState, action: Action) -> Action:
        match action:
            case KassalaMove(unit, path) if state.now.phase == KassalaPhase.MOVEMENT:
                route = movement.find_route(state, KassalaMove(unit, path[-1:]))
                return route.move if isinstance(route, MoveRoute) else action
            case KassalaAttack(attackers, defenders):
                return KassalaAttack(in_roster_order(attackers), in_roster_order(defenders))
            case KassalaBombard(unit, defenders):
                return KassalaBombard(unit, in_roster_order(defenders))
            case KassalaLose(units):
                return KassalaLose(in_roster_order(units))
        return action

    def states_when_acting(self, state: KassalaState, unit: str) -> Sequence[KassalaState]:
        """The state as it would be in the movement phase and in the combat phase of a unit's side."""
        seat = ROSTER[SLOT[unit]].seat
        if state.at[SLOT[unit]] < 0 or WAITING in state.at:
            return []
        return [play.begin_phase(state, state.turn, index_of(phase, seat))
                for phase in (KassalaPhase.MOVEMENT, KassalaPhase.COMBAT)]

    def hazards_on(self, state: KassalaState, units: Sequence[str], place: str) -> Sequence[Hazard]:
        index = state.setting.ground.index
        return hazards.hazards_on(state, tuple(SLOT[unit] for unit in units), index[place]) if place in index else ()

    def evaluator(self) -> Evaluator[KassalaState]:
        return KassalaEvaluator(self, self._estimators)

    def result(self, state: KassalaState) -> Result | None:
        return outcome(state) if state.step == GAME_END else None

    def objectives(self, state: KassalaState) -> Objectives:
        return objectives(state)

    def layers(self, state: KassalaState, unit: str | None = None) -> tuple[Layer, ...]:
        return zones_of_control(state)

    def holders(self, state: KassalaState) -> Mapping[str, str]:
        return holder_by_town_hex(state)

    def counters(self, state: KassalaState) -> tuple[Counter, ...]:
        return counters.counters(state, self.decision(state).must_fight(state))

    def position(self, state: KassalaState) -> dict[str, Any]:
        return position.written(state, self.to_act(state))

    def from_position(self, values: Mapping[str, Any]) -> KassalaState:
        name, options = values.get("scenario", SYSTEM), values.get("options", [])
        need(values.get("system", SYSTEM) == SYSTEM, "position/system", say(
            "{name}, not {found!r}", name=SYSTEM, found=values.get("system")))
        need(isinstance(name, str) and name in self._scenarios, "position/scenario", or_list(tuple(self._scenarios)))
        known = tuple(option.name for option in self.options)
        need(isinstance(options, list) and all(option in known for option in options), "position/options", say(
            "a list of {names}", names=known))
        state = position.read(self.initial(name, options), values)
        to_act = self.to_act(state)
        need(values.get("to_act", to_act) == to_act or "pending" in values or "phasing" not in values,
             "position/to_act", to_act or "null")
        if state.now.phase == KassalaPhase.COMBAT and state.frame is None and contact.is_combat_over(state):
            return play.next_step(state)[0]
        return state

    def parse(self, text: str) -> KassalaAction:
        return actions.parse(text)
