"""The rules of Adua as the contract asks for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.action import Action, Faces
from game.core.awaited import Awaited
from game.core.batch import BatchActions, GroupMarch, TurnReports, Undone
from game.core.capability import UnitActions
from game.core.contract import BadPosition, Counter, Result, Traits
from game.core.decision import Chance, Decided, Done
from game.core.event import Event
from game.core.layer import Layer
from game.core.message import Brief, Message, Text, say
from game.core.objective import NONE, Objectives
from game.core.option import distinct, texts
from game.core.overview import Overview, OverviewColumn
from game.core.position_checks import need
from game.core.presenter import OffMapBox, OffMapBoxes
from game.core.prompt import Prompt
from game.core.verdict import Reason, Verdict
from game.rules.adua import (
    actions,
    deployment,
    forces,
    hazards,
    overview,
    phases,
    position,
    position_form,
    remaining,
    report,
    scenario,
    showing,
    theme,
    victory,
)
from game.rules.adua.ai.evaluate import AduaEvaluator
from game.rules.adua.decisions import AduaDecision
from game.rules.adua.ground import AduaGround
from game.rules.adua.scenario import OPTIONS
from game.rules.adua.sides import SEATS, SYSTEM, rule
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.summary import summary
from game.rules.adua.units import SLOT


class Adua(BatchActions[AduaState], GroupMarch[AduaState], OffMapBoxes[AduaState], OverviewColumn[AduaState],
           TurnReports[AduaState], UnitActions[AduaState], Decided[AduaState]):
    """Adua 1896; stateless."""

    name = SYSTEM
    edition = 3
    form = position_form.FORM
    traits = Traits("hex", enumerable=False, layers=True, turn_seconds=8)
    theme = theme.THEME
    seats = SEATS
    options = OPTIONS

    def __init__(self, boards: Callable[[str], HexBoard]) -> None:
        self._scenarios = scenario.load_all()
        self.scenarios = tuple(one.info for one, _ in self._scenarios.values())
        self.ground = AduaGround(boards(scenario.MAP))

    def initial(self, scenario: str, options: Sequence[str] = ()) -> AduaState:
        if scenario not in self._scenarios:
            raise KeyError(f"no scenario {scenario!r}")
        if strange := set(options) - set(texts(self.options)):
            raise KeyError(f"no option {min(strange)!r}")
        set_up, start = self._scenarios[victory.BATTLE][0].set_up, self._scenarios[scenario][1]
        assert set_up is not None
        first = deployment.first(self.ground, set_up, scenario, tuple(options))
        return position.read(first, start) if start else first

    def board(self, state: AduaState) -> HexBoard:
        return self.ground.board

    def decision(self, state: AduaState) -> AduaDecision:
        return phases.decision(state)

    def turn(self, state: AduaState) -> int:
        return state.turn

    def prompt(self, state: AduaState) -> Prompt:
        return replace(super().prompt(state), phase=state.phase.value)

    def unknown(self, state: AduaState, action: Action) -> Reason | None:
        if state.phase == AduaPhase.OVER or not isinstance(action, Faces):
            return None
        if not isinstance(phases.decision(state), Chance):
            return Reason(rule("7.0"), say("No roll is pending"))
        return None

    def check(self, state: AduaState, action: Action) -> Verdict:
        return hazards.warned(state, action, super().check(state, action))

    def actions_of(self, state: AduaState, unit: str) -> Sequence[Action] | None:
        found = phases.decision(state).all_of(state, SLOT[unit])
        return None if found is None else tuple(found)

    def apply(self, state: AduaState, action: Action) -> Done[AduaState]:
        return phases.proceed(*super().apply(state, action))

    def evaluator(self) -> AduaEvaluator:
        return AduaEvaluator(self)

    def result(self, state: AduaState) -> Result | None:
        return victory.result(state)

    def position(self, state: AduaState) -> dict[str, Any]:
        return position.written(state, self.to_act(state))

    def from_position(self, found: Mapping[str, Any]) -> AduaState:
        name, options = found.get("scenario", self.scenarios[0].name), found.get("options", [])
        known = [info.name for info in self.scenarios]
        if not isinstance(name, str) or name not in known:
            raise BadPosition(say("scenario: expected one of {names}", names=tuple(known)))
        names = texts(self.options)
        if not isinstance(options, list) or any(one not in names for one in options) or not distinct(options):
            raise BadPosition(say("options: expected a list of {names}", names=names))
        state = position.read(self.initial(name, options), found)
        to_act = self.to_act(state)
        need(found.get("to_act", to_act) == to_act, "position/to_act", to_act or "null")
        return state

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def ran_out(self, state: AduaState, action: Action, after: AduaState) -> str | None:
        begun = state.phase not in (AduaPhase.SETUP, AduaPhase.GUNS, AduaPhase.OVER) and action != actions.END
        over = (after.turn, after.seat) != (state.turn, state.seat)
        return SEATS[state.seat] if begun and over and after.phase != AduaPhase.OVER else None

    def counters(self, state: AduaState) -> tuple[Counter, ...]:
        return showing.counters(state)

    def boxes(self, state: AduaState) -> Sequence[OffMapBox]:
        return showing.boxes(state)

    def as_if(self, state: AduaState, unit: str) -> Sequence[AduaState]:
        return phases.as_if(state, SLOT[unit])

    def phases(self, state: AduaState) -> Sequence[tuple[str, str]]:
        return theme.TURN_WITH_CLEAN_UP if state.phase == AduaPhase.CLEAN_UP else theme.THEME.phases

    def describe(self, state: AduaState, action: Action) -> Text:
        return showing.describe(state, action)

    def awaits(self, state: AduaState, units: Sequence[str], place: str) -> Sequence[Awaited]:
        return hazards.awaits(state, units, place) if place in self.ground.index else ()

    def layers(self, state: AduaState, unit: str | None = None) -> Sequence[Layer]:
        return tuple(showing.layers(state, unit))

    def overview(self, state: AduaState) -> Overview:
        return overview.overview(state)

    def objectives(self, state: AduaState) -> Objectives:
        return NONE if state.scenario != victory.BATTLE else victory.objectives(state)

    def remaining(self, state: AduaState) -> tuple[Message, Action | None] | None:
        return remaining.remaining(state, self.evaluator().next_actions)

    def decides(self, state: AduaState) -> bool:
        return phases.decision(state).of_fight

    def fought_by(self, state: AduaState) -> str | None:
        return remaining.fought_by(state)

    def summary(self, events: Sequence[Event]) -> Brief:
        return summary(events)

    def remaining_words(self, state: AduaState) -> Text:
        return remaining.words(state, self.evaluator().next_actions)

    def march(self, state: AduaState, units: Sequence[str], place: str) -> tuple[Action, ...]:
        return forces.march(state, units, place) if state.phase == AduaPhase.MOVE and state.top is None else ()

    def report(self, before: AduaState, after: AduaState) -> tuple[tuple[Text, Text], ...]:
        return tuple(report.report(before, after)) if before.scenario == victory.BATTLE else ()

    def undone(self, state: AduaState) -> tuple[Undone, ...]:
        return () if state.top is not None else (*hazards.doomed(state), *super().undone(state))
