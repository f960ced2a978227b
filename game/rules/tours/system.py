"""The rules of Tours, as an implementation of the common interface for rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.action import Action, Faces
from game.core.batch import BatchActions
from game.core.capability import UnitActions
from game.core.chance import CHANCE
from game.core.contract import BadPosition, Counter, Result, Traits
from game.core.decision import DecisionSystem
from game.core.event import Event
from game.core.hazard import Hazard
from game.core.interrupts import ReactionInfo, Reactions
from game.core.layer import Layer
from game.core.message import Brief, Message, Text, say
from game.core.objective import NO_OBJECTIVES, Objectives
from game.core.option import need_known
from game.core.overview import Overview, OverviewColumn
from game.core.preview import Preview
from game.core.verdict import Reason
from game.rules.tours import (
    activity,
    announcing,
    deployment,
    fire,
    initiative,
    orders,
    overview,
    position,
    presentation,
    reform,
    retreats,
    scenario,
    sequence,
    victory,
)
from game.rules.tours.actions import END_PHASE, NOTATION
from game.rules.tours.ai.evaluate import ToursEvaluator
from game.rules.tours.decisions import ToursDecision
from game.rules.tours.ground import ToursGround
from game.rules.tours.position_form import FORM
from game.rules.tours.scenario import OPTIONS
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import ARCHER, KIND, MUSLIMS, SEATS, SLOT, SYSTEM, ids, reason

PHASE_MODULES = (deployment, initiative, orders, activity, announcing, reform)
"""The modules with the phases, in the order of play; importing them registers their phases (``sequence.PHASES``)."""


class Tours(BatchActions[ToursState], OverviewColumn[ToursState], Reactions[ToursState], UnitActions[ToursState],
            DecisionSystem[ToursState]):
    """The rules of the Battle of Tours; stateless."""

    name = SYSTEM
    edition = 4
    form = FORM
    traits = Traits("hex", enumerable=True, layers=True, facings=True, turn_seconds=5)
    theme = presentation.THEME
    seats: tuple[str, ...] = SEATS
    options = OPTIONS

    def __init__(self, boards: Callable[[str], HexBoard]) -> None:
        self._scenarios = scenario.load_all()
        self.scenarios = tuple(one.info for one in self._scenarios.values())
        self.ground = ToursGround(boards(scenario.MAP))

    def initial(self, scenario: str, options: Sequence[str] = ()) -> ToursState:
        if scenario not in self._scenarios:
            raise KeyError(f"no scenario {scenario!r}")
        need_known(options, self.options)
        first = deployment.first_state(self.ground, scenario, tuple(options))
        start = self._scenarios[scenario].start
        return position.read(first, start) if start else first

    def board(self, state: ToursState) -> HexBoard:
        return self.ground.board

    def decision(self, state: ToursState) -> ToursDecision:
        return sequence.decision(state)

    def turn(self, state: ToursState) -> int:
        return state.turn

    def unknown(self, state: ToursState, action: Action) -> Reason | None:
        rolled = isinstance(action, Faces) and self.to_act(state) != CHANCE
        return reason("4.0", say("No roll is pending")) if rolled else None

    def legal_actions_of(self, state: ToursState, unit: str) -> Sequence[Action] | None:
        current = self.decision(state)
        return tuple(current.choices(state, SLOT[unit])) if isinstance(current, deployment.SetUp) else None

    def apply(self, state: ToursState, action: Action) -> tuple[ToursState, tuple[Event, ...]]:
        """The state after a legal action and everything automatic that follows, and the events."""
        state, events = super().apply(state, action)
        after, more = sequence.proceed(state)
        return after, (*events, *more)

    def states_when_acting(self, state: ToursState, unit: str) -> Sequence[ToursState]:
        return sequence.states_when_acting(state, SLOT[unit])

    def preview(self, state: ToursState, action: Action) -> Preview | None:
        is_legal = self.to_act(state) == CHANCE if isinstance(action, Faces) else self.check(state, action)
        return self.decision(state).preview(state, action) if is_legal else None

    def evaluator(self) -> ToursEvaluator:
        return ToursEvaluator(self)

    def result(self, state: ToursState) -> Result | None:
        return victory.result(state)

    def position(self, state: ToursState) -> dict[str, Any]:
        return position.write(state, self.to_act(state))

    def from_position(self, values: Mapping[str, Any]) -> ToursState:
        name, options = values.get("scenario", self.scenarios[0].name), values.get("options", [])
        scenario_names = tuple(info.name for info in self.scenarios)
        if not isinstance(name, str) or name not in scenario_names:
            raise BadPosition(say("scenario: expected one of {names}", names=scenario_names))
        names = [option.name for option in self.options]
        if not isinstance(options, list) or any(one not in names or options.count(one) > 1 for one in options):
            raise BadPosition(say("options: expected a list of {names}", names=tuple(names)))
        return position.read(self.initial(name, options), values)

    def parse(self, text: str) -> Action:
        return NOTATION.parse(text)

    def turn_ended_for(self, state: ToursState, action: Action, after: ToursState) -> str | None:
        no_player_turn = (ToursPhase.SETUP, ToursPhase.INITIATIVE, ToursPhase.WHO_FIRST, ToursPhase.OVER)
        if state.phase in no_player_turn or after.phase == ToursPhase.OVER:
            return None
        current = self.decision(state)
        is_implicit = action != END_PHASE or (
            isinstance(current, sequence.PhaseDecision) and not current.button_ends_turn(state))
        turn_changed = (after.turn, after.second) != (state.turn, state.second)
        return SEATS[state.seat] if is_implicit and turn_changed else None

    def counters(self, state: ToursState) -> tuple[Counter, ...]:
        return presentation.counters(state)

    def phases(self, state: ToursState) -> Sequence[tuple[str, str]]:
        if state.phase == ToursPhase.INITIATIVE:
            return presentation.phases_of(state.first)
        if state.phase == ToursPhase.WHO_FIRST:
            return presentation.phases_of(state.first, chosen=False)
        return presentation.phases_of(MUSLIMS if state.phase == ToursPhase.SETUP else state.first, state.turn)

    def describe(self, state: ToursState, action: Action) -> Text:
        return presentation.describe(state, action)

    def layers(self, state: ToursState, unit: str | None = None) -> Sequence[Layer]:
        return tuple(presentation.layers(state, unit))

    def overview(self, state: ToursState) -> Overview:
        return overview.overview(state)

    def objectives(self, state: ToursState) -> Objectives:
        return NO_OBJECTIVES if state.scenario != sequence.BATTLE else victory.objectives(state)

    def hazards_on(self, state: ToursState, units: Sequence[str], place: str) -> Sequence[Hazard]:
        if len(units) != 1 or place not in self.ground.index:
            return ()
        return tuple(activity.hazards_on(state, SLOT[units[0]], self.ground.index[place]))

    def reactions(self, state: ToursState) -> Sequence[ReactionInfo]:
        archers = ids(slot for slot in state.army(MUSLIMS) if KIND[slot] == ARCHER)
        return (ReactionInfo(SEATS[MUSLIMS], fire.ReactionFire.interrupt, archers),)

    def reaction_of(self, state: ToursState, unit: str) -> Action | None:
        return self.decision(state).reaction_of(state, unit)

    def autoplay_step(self, state: ToursState) -> tuple[Message, Action | None] | None:
        return self.decision(state).autoplay_step(state)

    def autoplay_label(self, state: ToursState) -> Text:
        return self.decision(state).autoplay_label(state)

    def summary(self, events: Sequence[Event]) -> Brief:
        return retreats.stand_summary(events)
