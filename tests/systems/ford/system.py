"""The rule system: what the contract asks and the decisions do not answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.action import Action
from game.core.capability import HiddenInformation
from game.core.contract import Counter, OptionInfo, Result, ScenarioInfo, Traits
from game.core.decision import Decided, Decision
from game.core.interrupts import Reactions
from game.core.message import Message, Text, say
from game.core.objective import Objectives
from game.core.presenter import OffMapBox, OffMapBoxes

from . import actions, ending, position
from .ai import FordEvaluator
from .combat import Combat
from .ground import Ground
from .phases import Movement, Over, SetUp
from .state import LAST, Phase, State
from .theme import THEME
from .units import COLUMN, KINDS, RAIDERS, SEATS, STRENGTH, UNITS, Kind

PHASES: Mapping[Phase, Decision[State]] = {
    Phase.SETUP: SetUp(), Phase.MOVEMENT: Movement(), Phase.COMBAT: Combat(), Phase.OVER: Over()}
SYMBOLS = {Kind.WAGON: "wagon", Kind.GUARD: "infantry", None: "cavalry"}
SAFE = "safe"
"""The box of the wagons that have left the map."""


class Ford(HiddenInformation[State], Reactions[State], OffMapBoxes[State], Decided[State]):
    """The Ford at Dusk."""

    name = "ford"
    traits = Traits("hex", enumerable=True)
    theme = THEME
    seats = SEATS
    form = position.FORM
    scenarios = (
        ScenarioInfo(
            "ford", say("The ford at dusk"), "ford/ford.tmx",
            say("Three wagons cross a river in eight turns; raiders come, and some of them are only dust."), LAST,
            provenance=(("rules, map and units", "rulebook"),),
        ),
    )
    options: tuple[OptionInfo, ...] = ()

    def __init__(self, board: HexBoard) -> None:
        self._ground = Ground(board)

    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        if scenario != "ford" or options:
            raise KeyError(f"no scenario {scenario!r} with options {tuple(options)}")
        return State(self._ground)

    def board(self, state: State) -> HexBoard:
        return state.board

    def decision(self, state: State) -> Decision[State]:
        return state.pending or PHASES[state.phase]

    def turn(self, state: State) -> int:
        return state.turn

    def view(self, state: State, seat: str) -> State:
        """Only the Raiders know what a raider is that is face down (4.1), and which two they have named."""
        if seat == RAIDERS:
            return state
        kinds = tuple(kind if raider in state.shown else None for raider, kind in zip(
            (unit for unit in UNITS if UNITS[unit].seat == RAIDERS), state.kinds, strict=True))
        return replace(state, kinds=kinds, cut=(None,) * len(state.cut))

    def evaluator(self) -> FordEvaluator:
        return FordEvaluator(self._ground.board, self.candidates)

    def result(self, state: State) -> Result | None:
        return ending.result(state)

    def parse(self, text: str) -> Action:
        return actions.NOTATION.parse(text)

    def position(self, state: State) -> dict[str, Any]:
        return position.written(state, self.to_act(state))

    def from_position(self, found: Mapping[str, Any]) -> State:
        return position.read(State(self._ground), found)

    def boxes(self, state: State) -> Sequence[OffMapBox]:
        return (OffMapBox(SAFE, say("Safe wagons"), COLUMN),)

    def counters(self, state: State) -> tuple[Counter, ...]:
        return tuple(self._counter(state, unit) for unit in UNITS)

    def _counter(self, state: State, unit: str) -> Counter:
        printed, kind = UNITS[unit], state.kind(unit)
        strength = "?" if kind is None else str(STRENGTH[kind])
        lines: list[tuple[Message, Text]] = [(say("Movement"), str(printed.moves))]
        if printed.seat == RAIDERS:
            lines.append((say("It is"), say("not known") if kind is None else KINDS[kind]))
        return Counter(
            printed.id, printed.seat, str(printed.name), printed.abbr, SYMBOLS[printed.kind],
            f"{strength}-{printed.moves}", SAFE if unit in state.safe else state.at[unit],
            marks=tuple(_marks(state, unit)), lines=tuple(lines))

    def objectives(self, state: State) -> Objectives:
        return ending.objectives(state)

    def as_if(self, state: State, unit: str) -> Sequence[State]:
        if state.at[unit] is None or state.phase in (Phase.SETUP, Phase.OVER):
            return ()
        fresh = replace(state, seat=UNITS[unit].seat, done=frozenset(), struck=frozenset(), pending=None)
        return tuple(replace(fresh, phase=phase) for phase in (Phase.MOVEMENT, Phase.COMBAT))

    def describe(self, state: State, action: Action) -> Text:
        return actions.told(action, secret=state.phase == Phase.SETUP)


def _marks(state: State, unit: str) -> Iterator[str]:
    if unit in state.done:
        yield "moved" if state.phase == Phase.MOVEMENT else "attacked"
    if unit in state.halted:
        yield "halted"
    if unit in state.reacted:
        yield "reacted"
    if state.kind(unit) == Kind.DUST:
        yield "dust"
    elif unit in state.shown:
        yield "shown"
