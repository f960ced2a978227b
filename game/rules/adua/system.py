"""The rules of Adua, as an implementation of the common interface for rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.action import Action, Faces
from game.core.batch import StillToDo
from game.core.capability import UnitActions
from game.core.chance import CHANCE
from game.core.contract import BadPosition, Result, Traits
from game.core.decision import DecisionSystem
from game.core.message import say
from game.core.option import distinct, need_known, texts
from game.core.position_checks import need
from game.core.prompt import Prompt
from game.core.verdict import Reason, Verdict
from game.rules.adua import actions, hazards, opening, phases, position, scenario, victory
from game.rules.adua.ai.evaluate import AduaEvaluator, courses
from game.rules.adua.autoplay import VETERAN_SEED, Autoplay
from game.rules.adua.decisions import AduaDecision
from game.rules.adua.forces import ForceMarch
from game.rules.adua.ground import AduaGround
from game.rules.adua.presentation import AduaPresenter
from game.rules.adua.scenario import OPTIONS
from game.rules.adua.sides import SEATS, SYSTEM, rule
from game.rules.adua.state import AduaPhase, AduaState, Done
from game.rules.adua.units import SLOT
from game.rules.adua.victory import AduaReport


class Adua(AduaPresenter, Autoplay, ForceMarch, AduaReport, UnitActions[AduaState], DecisionSystem[AduaState]):
    """The rules of Adua 1896; stateless."""

    name = SYSTEM
    edition = 3
    traits = Traits("hex", enumerable=False, layers=True, turn_seconds=8)
    seats = SEATS
    options = OPTIONS

    def __init__(self, boards: Callable[[str], HexBoard]) -> None:
        self._scenarios = scenario.load_all()
        """Name of a scenario -> its file's contents, and what its starting position changes in the set-up."""
        self.scenarios = tuple(one.info for one, _ in self._scenarios.values())
        self.ground = AduaGround(boards(scenario.MAP))

    def initial(self, scenario: str, options: Sequence[str] = ()) -> AduaState:
        if scenario not in self._scenarios:
            raise KeyError(f"no scenario {scenario!r}")
        need_known(options, self.options)
        battle, _ = self._scenarios[victory.BATTLE]
        _, start = self._scenarios[scenario]
        set_up = battle.set_up
        assert set_up is not None
        first = opening.first_state(self.ground, set_up, scenario, tuple(options))
        return position.read(first, start) if start else first

    def decision(self, state: AduaState) -> AduaDecision:
        return phases.decision(state)

    def turn(self, state: AduaState) -> int:
        return state.turn

    def prompt(self, state: AduaState) -> Prompt:
        return replace(super().prompt(state), phase=state.phase.value)

    def unknown(self, state: AduaState, action: Action) -> Reason | None:
        rolled = isinstance(action, Faces) and state.phase != AduaPhase.OVER
        return Reason(rule("7.0"), say("No roll is pending")) if rolled and self.to_act(state) != CHANCE else None

    def check(self, state: AduaState, action: Action) -> Verdict:
        return hazards.with_note(state, action, super().check(state, action))

    def legal_actions_of(self, state: AduaState, unit: str) -> Sequence[Action] | None:
        actions = phases.decision(state).all_actions_of(state, SLOT[unit])
        return None if actions is None else tuple(actions)

    def apply(self, state: AduaState, action: Action) -> Done:
        return phases.proceed(*super().apply(state, action))

    def veteran(self, state: AduaState) -> Sequence[Action]:
        return courses(state, VETERAN_SEED)[0].actions

    def evaluator(self) -> AduaEvaluator:
        return AduaEvaluator(self)

    def result(self, state: AduaState) -> Result | None:
        return victory.result(state)

    def position(self, state: AduaState) -> dict[str, Any]:
        return position.write(state, self.to_act(state))

    def from_position(self, values: Mapping[str, Any]) -> AduaState:
        name, options = values.get("scenario", self.scenarios[0].name), values.get("options", [])
        scenario_names = tuple(info.name for info in self.scenarios)
        if not isinstance(name, str) or name not in scenario_names:
            raise BadPosition(say("scenario: expected one of {names}", names=scenario_names))
        names = texts(self.options)
        if not isinstance(options, list) or any(one not in names for one in options) or not distinct(options):
            raise BadPosition(say("options: expected a list of {names}", names=names))
        state = position.read(self.initial(name, options), values)
        to_act = self.to_act(state)
        need(values.get("to_act", to_act) == to_act, "position/to_act", to_act or "null")
        return state

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def turn_ended_for(self, state: AduaState, action: Action, after: AduaState) -> str | None:
        in_battle = state.phase not in (AduaPhase.SETUP, AduaPhase.GUNS, AduaPhase.OVER) and action != actions.END_PHASE
        side_changed = (after.turn, after.seat) != (state.turn, state.seat)
        return SEATS[state.seat] if in_battle and side_changed and after.phase != AduaPhase.OVER else None

    def still_to_do(self, state: AduaState) -> tuple[StillToDo, ...]:
        if state.top is not None:
            return ()
        note = hazards.note_on_phase_end(state)
        cut_off = (StillToDo(note.text, tuple(note.values["units"]), is_loss=True),) if note is not None else ()
        return (*cut_off, *super().still_to_do(state))
