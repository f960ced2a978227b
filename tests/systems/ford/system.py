"""The rule system: its look, and the parts of the contract that the decisions do not implement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.action import Action
from game.core.capability import HiddenInformation
from game.core.contract import Counter, OptionInfo, Result, ScenarioInfo, Traits
from game.core.decision import Decision, DecisionSystem
from game.core.face import Note
from game.core.interrupts import Reactions
from game.core.message import Message, Text, say
from game.core.objective import Objective, Objectives
from game.core.presenter import OffMapBox, OffMapBoxes
from game.core.theme import SeatInfo, Theme

from . import actions, position, sequence
from .ai import FordEvaluator
from .combat import Combat, Gathering
from .moving import Movement, SetUp
from .state import LAST_TURN, Ground, Phase, State
from .units import ALL_RAIDERS, COLUMN, KINDS, RAIDERS, SEATS, SIDES, STRENGTH, UNITS, Kind, rule

PHASES: Mapping[Phase, Decision[State]] = {
    Phase.SETUP: SetUp(), Phase.MOVEMENT: Movement(), Phase.COMBAT: Combat(), Phase.OVER: sequence.Over()}
SYMBOLS = {Kind.WAGON: "wagon", Kind.GUARD: "infantry", None: "cavalry"}
SAFE = "safe"
"""The box of the wagons that have left the map."""
VICTORY = (
    Note(say("A wagon in column 10 at the end of the Column's movement is safe"), rule("9.1")),
    Note(say("Two safe wagons win for the Column, none for the Raiders; with one, who has eliminated more strength"),
         rule("9.2")))


class Ford(HiddenInformation[State], Reactions[State], OffMapBoxes[State], DecisionSystem[State]):
    """The Ford at Dusk."""

    name = "ford"
    traits = Traits("hex", enumerable=True)
    theme = Theme(
        title="The Ford at Dusk",
        subtitle=say("Wagons, guards, and dust on the far bank"),
        blurb=say("Three wagons cross a river in eight turns. Eight raiders come; three of them are only dust."),
        seats=(SeatInfo(COLUMN, SIDES[COLUMN], "#2f4f6e", "#f7efdc", "dashed"),
               SeatInfo(RAIDERS, SIDES[RAIDERS], "#8c2f22", "#f7efdc", "solid", say("Raiders'"))),
        phases=tuple((seat, phase) for seat in SEATS for phase in (Phase.MOVEMENT, Phase.COMBAT)),
        opening=((RAIDERS, Phase.SETUP),),
        titles={Phase.SETUP: say("set-up"), Phase.MOVEMENT: say("movement"), Phase.COMBAT: say("combat"),
                Phase.OVER: say("over")})
    seats = SEATS
    form = position.FORM
    scenarios = (ScenarioInfo(
        "ford", say("The ford at dusk"), "ford/ford.tmx",
        say("Three wagons cross a river in eight turns; raiders come, and some of them are only dust."), LAST_TURN,
        provenance=(("rules, map and units", "rulebook"),)),)
    options: tuple[OptionInfo, ...] = ()

    def __init__(self, board: HexBoard) -> None:
        self._ground = Ground(board)

    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        if scenario != "ford" or options:
            raise KeyError(f"no scenario {scenario!r} with options {tuple(options)}")
        return State(self._ground)

    def board(self, state: State) -> HexBoard:
        return state.ground.board

    def decision(self, state: State) -> Decision[State]:
        return state.pending or PHASES[state.phase]

    def turn(self, state: State) -> int:
        return state.turn

    def view(self, state: State, seat: str) -> State:
        """Only the Raiders know the kinds of face-down raiders, and the counters they have named (4.1, ruling 1)."""
        return state if seat == RAIDERS else replace(state, cut=(None,) * len(state.cut), kinds=tuple(
            kind if raider in state.shown else None for raider, kind in zip(ALL_RAIDERS, state.kinds, strict=True)))

    def evaluator(self) -> FordEvaluator:
        return FordEvaluator(self.candidates)

    def result(self, state: State) -> Result | None:
        return sequence.result(state)

    def parse(self, text: str) -> Action:
        return actions.NOTATION.parse(text)

    def position(self, state: State) -> dict[str, Any]:
        return position.written(state, self.to_act(state))

    def from_position(self, found: Mapping[str, Any]) -> State:
        return position.read(State(self._ground), found)

    def describe(self, state: State, action: Action) -> Text:
        return actions.told(action, secret=state.phase == Phase.SETUP)

    def boxes(self, state: State) -> Sequence[OffMapBox]:
        return (OffMapBox(SAFE, say("Safe wagons"), COLUMN),)

    def counters(self, state: State) -> tuple[Counter, ...]:
        return tuple(_counter(state, unit) for unit in UNITS)

    def objectives(self, state: State) -> Objectives:
        ours, theirs = sequence.killed(state)
        return Objectives((
            Objective(say("Safe wagons"), COLUMN, say("{count} of 3", count=len(state.safe)), tally=True),
            Objective(say("Riders' strength eliminated"), COLUMN, str(ours), tally=True),
            Objective(say("Guards' strength eliminated"), RAIDERS, str(theirs), tally=True)), VICTORY)

    def states_when_acting(self, state: State, unit: str) -> Sequence[State]:
        fresh = replace(state, seat=UNITS[unit].seat, done=frozenset(), struck=frozenset(), pending=None, cut=())
        return [replace(fresh, phase=phase) for phase in (Phase.MOVEMENT, Phase.COMBAT) if state.at[unit]]


def _counter(state: State, unit: str) -> Counter:
    printed, kind = UNITS[unit], state.kind(unit)
    lines: list[tuple[Message, Text]] = [(say("Movement"), str(printed.moves))]
    if printed.seat == RAIDERS:
        lines.append((say("Really"), say("not known") if kind is None else KINDS[kind]))
    return Counter(
        printed.id, printed.seat, str(printed.name), unit[-1], SYMBOLS[printed.kind],
        f"{'?' if kind is None else STRENGTH[kind]}-{printed.moves}", SAFE if unit in state.safe else state.at[unit],
        marks=tuple(_marks(state, unit)), lines=tuple(lines))


def _marks(state: State, unit: str) -> Iterator[str]:
    if unit in state.done:
        yield "moved" if state.phase == Phase.MOVEMENT else "attacked"
    if isinstance(state.pending, Gathering) and unit in state.pending.units:
        yield "attacking"
    yield from (mark for mark in ("halted", "reacted") if unit in getattr(state, mark))
    if state.kind(unit) == Kind.DUST or unit in state.shown:
        yield "dust" if state.kind(unit) == Kind.DUST else "shown"
