"""The rule system: every method of the contract, each in a line or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.action import Action, Faces
from game.core.branches import representatives
from game.core.chance import CHANCE, Roll
from game.core.contract import Counter, OptionInfo, Result, ScenarioInfo, System, Traits
from game.core.event import Event
from game.core.message import say
from game.core.objective import Objectives
from game.core.offer import Offer, Picked
from game.core.presenter import HeldPlaces
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.core.verdict import Illegal, IllegalAction, Verdict

from . import actions, combat, ending, legality, offering, position, progress
from .actions import Attack, End, Move
from .ai import Judgement
from .state import LAST, MOVEMENT, OVER, State
from .theme import THEME
from .units import SEATS, UNITS, rule


class Template(HeldPlaces[State], System[State]):
    """A rule system to start from."""

    name = "template"
    traits = Traits("hex", enumerable=True)
    theme = THEME
    seats = SEATS
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
        return State()

    def board(self, state: State) -> HexBoard:
        return self._board

    def to_act(self, state: State) -> str | None:
        if state.over:
            return None
        return state.seat if state.attack is None else CHANCE

    def prompt(self, state: State) -> Prompt:
        actor = self.to_act(state)
        if state.over:
            return Prompt(OVER, LAST, None, say("The game is over"), rule("5"), mode="over")
        if state.attack is not None:
            return Prompt(state.phase, state.turn, actor, say("Roll the die"), rule("4.1"), mode="roll",
                          whose=state.seat)
        if state.phase == MOVEMENT:
            return Prompt(state.phase, state.turn, actor, say("Move your units, one hex each"), rule("3"), main=End(),
                          main_label=say("End movement"))
        return Prompt(state.phase, state.turn, actor, say("Attack with your units, once each"), rule("4"), main=End(),
                      main_label=say("End combat"))

    def check(self, state: State, action: Action) -> Verdict:
        return legality.check(self._board, state, action)

    def candidates(self, state: State) -> Sequence[Action]:
        roll = self.pending_roll(state)
        if roll is not None:
            return representatives(roll, lambda: self.branches(state))
        found: list[Action] = [Move(unit, place) for unit in UNITS for place in self._board.places]
        found += [Attack(unit, target) for unit in UNITS for target in UNITS]
        return [action for action in (*found, End()) if self.check(state, action)]

    def canonical(self, state: State, action: Action) -> Action:
        return action

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        verdict = self.check(state, action)
        if isinstance(verdict, Illegal):
            raise IllegalAction(action, verdict)
        return progress.apply(self._board, state, action)

    def pending_roll(self, state: State) -> Roll | None:
        if state.over or state.attack is None:
            return None
        return combat.roll(self._board, state, state.attack)

    def preview(self, state: State, action: Action) -> Preview | None:
        attack = state.attack if isinstance(action, Faces) else action
        return combat.preview(self._board, state, attack) if isinstance(attack, Attack) else None

    def evaluator(self) -> Judgement:
        return Judgement(self._board, self.candidates)

    def result(self, state: State) -> Result | None:
        return ending.result(self._board, state)

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def position(self, state: State) -> dict[str, Any]:
        return position.position(state, self.to_act(state))

    def from_position(self, found: Mapping[str, Any]) -> State:
        return position.read(self._board, found)

    def counters(self, state: State) -> tuple[Counter, ...]:
        mark = "moved" if state.phase == MOVEMENT else "attacked"
        return tuple(
            Counter(unit.id, unit.seat, str(unit.name), unit.abbr, "infantry", str(unit.strength), state.at[unit.id],
                    marks=(mark,) if unit.id in state.done else ())
            for unit in UNITS.values()
        )

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        return offering.offers(self._board, state, picked)

    def holders(self, state: State) -> Mapping[str, str]:
        seat = ending.holder(self._board, state)
        return dict.fromkeys(self._board.objectives[ending.VILLAGE], seat) if seat else {}

    def objectives(self, state: State) -> Objectives:
        return ending.objectives(self._board, state)
