"""The rule system: the part of the contract that the decisions do not implement. Each method is a line or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.action import Action
from game.core.capability import HiddenInformation
from game.core.contract import Counter, OptionInfo, Result, ScenarioInfo, Traits
from game.core.decision import Decision, DecisionSystem
from game.core.interrupts import Reactions
from game.core.message import say
from game.core.objective import Objectives
from game.core.presenter import HeldPlaces

from . import ending, position
from .actions import NOTATION
from .ai import TemplateEvaluator
from .combat import Combat
from .phases import Movement, Over, SetUp
from .state import LAST, Phase, State
from .theme import THEME
from .units import SEATS, UNITS

PHASES: Mapping[Phase, Decision[State]] = {
    Phase.SETUP: SetUp(), Phase.MOVEMENT: Movement(), Phase.COMBAT: Combat(), Phase.OVER: Over()}


class Template(HiddenInformation[State], Reactions[State], HeldPlaces[State], DecisionSystem[State]):
    """A rule system to start from. The first three classes are capabilities: leave out what your game does not have."""

    name = "template"
    traits = Traits("hex", enumerable=True)
    theme = THEME
    seats = SEATS
    form = position.FORM
    scenarios = (
        ScenarioInfo(
            "field", say("The field"), "template/field.tmx", say("Two units a side fight for a village."), LAST,
            provenance=(("rules, map and units", "reconstructed"),),
        ),
    )
    options: tuple[OptionInfo, ...] = ()

    def __init__(self, board: HexBoard) -> None:
        self._board = board

    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        if scenario != "field" or options:
            raise KeyError(f"no scenario {scenario!r} with options {tuple(options)}")
        return State(self._board)

    def board(self, state: State) -> HexBoard:
        return state.board

    def decision(self, state: State) -> Decision[State]:
        return state.pending or PHASES[state.phase]

    def turn(self, state: State) -> int:
        return state.turn

    def view(self, state: State, seat: str) -> State:
        """Before the first attack only a side itself knows its guard (1.3)."""
        if state.shown:
            return state
        return replace(state, guards=tuple(guard if side == seat else None
                                           for side, guard in zip(SEATS, state.guards, strict=True)))

    def evaluator(self) -> TemplateEvaluator:
        return TemplateEvaluator(self._board, self.candidates)

    def result(self, state: State) -> Result | None:
        return ending.result(state)

    def parse(self, text: str) -> Action:
        return NOTATION.parse(text)

    def position(self, state: State) -> dict[str, Any]:
        return position.written(state, self.to_act(state))

    def from_position(self, found: Mapping[str, Any]) -> State:
        return position.read(State(self._board), found)

    def counters(self, state: State) -> tuple[Counter, ...]:
        done = "moved" if state.phase == Phase.MOVEMENT else "attacked"
        return tuple(
            Counter(unit.id, unit.seat, str(unit.name), unit.abbr, "infantry", str(state.strength(unit.id) or "?"),
                    state.at[unit.id],
                    marks=(*("guard" for guard in state.guards if guard == unit.id),
                           *(done for used in state.done if used == unit.id)))
            for unit in UNITS.values()
        )

    def holders(self, state: State) -> Mapping[str, str]:
        seat = ending.holder(state)
        return dict.fromkeys(state.board.objectives[ending.VILLAGE], seat) if seat else {}

    def objectives(self, state: State) -> Objectives:
        return ending.objectives(state)
