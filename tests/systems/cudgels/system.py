"""The rules of Cudgels, as the contract requires."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from game.board.plane import PlaneBoard
from game.core.action import Action, Faces
from game.core.batch import TurnEnds
from game.core.chance import CHANCE, D6, Roll
from game.core.contract import BadPosition, Counter, Result, System, Traits
from game.core.event import Event, Moved, Rolled
from game.core.face import Note
from game.core.message import Message, Text
from game.core.objective import Objective, Objectives
from game.core.offer import Offer, Picked
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.core.verdict import LEGAL, Illegal, IllegalAction, Verdict

from . import hand, moving, position, presenting, scenario, sequence, striking
from .actions import END, Move, Strike, parse
from .ai.evaluate import CudgelsEvaluator
from .ground import Ground
from .state import FIGHT, OVER, PIPS, Due, State
from .units import BEATEN, EACH, INDEX, SEATS, TYPES
from .words import SYSTEM, refused, rule, say, widths


class Slid(Moved):
    """A base goes from pose to pose; the bases of a group go at the same time."""

    __slots__ = ()
    together = True

    @property
    def text(self) -> Message:
        return say("{unit} moves {way} BW", unit=self.name, way=widths(self.cost))


class Cudgels(TurnEnds[State], System[State]):
    """A made-up system; stateless."""

    name = SYSTEM
    traits = Traits("plane", enumerable=False)
    theme = presenting.THEME
    seats = SEATS
    options = scenario.OPTIONS

    def __init__(self, boards: Callable[[str], PlaneBoard]) -> None:
        self._scenarios = scenario.read()
        self.scenarios = tuple(one.info for one in self._scenarios.values())
        self.ground = Ground(boards(self.scenarios[0].map))

    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        if scenario not in self._scenarios:
            raise KeyError(f"no scenario {scenario!r}")
        if strange := set(options) - {moving.LONG_STICKS}:
            raise KeyError(f"no option {min(strange)!r}")
        return self._scenarios[scenario].first(options)

    def board(self, state: State) -> PlaneBoard:
        return self.ground.board

    def to_act(self, state: State) -> str | None:
        if state.phase == OVER:
            return None
        return CHANCE if state.dice else state.side

    def prompt(self, state: State) -> Prompt:
        return presenting.prompt(state, self.to_act(state))

    def check(self, state: State, action: Action) -> Verdict:
        if isinstance(action, Faces):
            due = self.pending_roll(state)
            return LEGAL if due is not None and due.fits(action.faces) else refused("2.1", "No such dice are due")
        if state.phase == OVER:
            return presenting.why_over(state)
        if state.dice:
            return refused("2.1", "The dice must fall first")
        if any(name not in INDEX for name in action.units):
            return refused("1.1", "There is no such base")
        if isinstance(action, Move):
            return moving.check(self.ground, state, action)
        if isinstance(action, Strike):
            return striking.check(state, action)
        if action == END:
            fights = state.phase == FIGHT and sequence.able_to_act(state)
            return refused("5.1", "There are fights left") if fights else LEGAL
        return refused("2.2", "There is no such action")

    def canonical(self, state: State, action: Action) -> Action:
        """A move to the exact pose instead of one within a thousandth of it (3.1)."""
        if not isinstance(action, Move) or any(name not in INDEX for name in action.units):
            return action
        done = moving.computed_move(self.ground, state, action.units, action.pose)
        return replace(action, pose=done.ends[0]) if done.verdict else action

    def candidates(self, state: State) -> Sequence[Action]:
        """Every strike, and a sample of the moves."""
        due = self.pending_roll(state)
        if due is not None:
            return [Faces(faces) for faces in due.all_faces()]
        if state.phase == OVER:
            return ()
        found: list[Action] = list(hand.sample(self.ground, state)) if state.phase == "move" else [
            action for index in striking.left(state) for action in striking.strikes(state, index)]
        return [*found, END] if self.check(state, END) else found

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        verdict = self.check(state, action)
        if isinstance(verdict, Illegal):
            raise IllegalAction(action, verdict)
        if isinstance(action, Faces):
            return self._fallen(state, action)
        if isinstance(action, Move):
            after, applied = moving.apply(self.ground, state, action)
            events = tuple(
                Slid(rule("3.1"), name, TYPES[INDEX[name]].name, (before.pose.text, pose.text), applied.length)
                for name, before, pose in zip(
                    action.units, map(state.placed_base, action.units), applied.ends,
                                              strict=True))
            return sequence.passed(replace(after, pips=after.pips - 1), events)
        if isinstance(action, Strike):
            return striking.declared(state, action), ()
        return sequence.end_phase(state)

    def _fallen(self, state: State, action: Faces) -> tuple[State, tuple[Event, ...]]:
        if state.due is not None:
            return sequence.passed(*striking.fallen(self.ground, state, action))
        due, face = self.pending_roll(state), action.faces[0]
        assert due is not None
        meaning = say("{side} has {pips} PIPs", side=state.side.title(), pips=face)
        return sequence.rolled(state, face, Rolled(rule("2.1"), due.dice, action.faces, str(face), meaning, due.title))

    def pending_roll(self, state: State) -> Roll | None:
        if state.due is not None:
            return striking.roll(self.ground, state, state.due)
        if state.phase != PIPS:
            return None
        chances = {str(face): Fraction(1, 6) for face in D6.faces}
        return Roll((D6,), say("{side}: PIPs", side=state.side.title()), rule("2.1"), chances, state.side)

    def preview(self, state: State, action: Action) -> Preview | None:
        if isinstance(action, Faces):
            return striking.preview(self.ground, state, state.due) if state.due is not None else None
        if isinstance(action, Strike) and self.check(state, action):
            return striking.preview(self.ground, state, Due(*presenting.action_of(action)))
        return None

    def evaluator(self) -> CudgelsEvaluator:
        return CudgelsEvaluator(self)

    def result(self, state: State) -> Result | None:
        return sequence.result_of(state)

    def position(self, state: State) -> dict[str, Any]:
        return position.written(state, self.to_act(state))

    def from_position(self, position_: Mapping[str, Any]) -> State:
        name, options = position_.get("scenario"), position_.get("options", [])
        if not isinstance(name, str) or name not in self._scenarios:
            raise BadPosition(f"scenario: expected one of {', '.join(self._scenarios)}")
        known = [option.name for option in self.options]
        if not isinstance(options, list) or any(options.count(one) > 1 or one not in known for one in options):
            raise BadPosition(f"options: expected a list of {', '.join(known)}")
        return position.read(self.ground, self.initial(name, options), position_)

    def parse(self, text: str) -> Action:
        return parse(text)

    def counters(self, state: State) -> tuple[Counter, ...]:
        return presenting.counters(self.ground, state)

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        return presenting.offers(self.ground, state, picked, self.to_act(state))

    def describe(self, state: State, action: Action) -> Text:
        return presenting.told(action)

    def turn_ended_for(self, state: State, action: Action, after: State) -> str | None:
        over = (state.turn, state.seat) != (after.turn, after.seat) and action != END
        return state.side if over else None

    def objectives(self, state: State) -> Objectives:
        held = tuple(
            Objective(say("{side} lost", side=seat.title()), seat,
                      say("{lost} of {most}", lost=EACH - len(state.there(k)), most=BEATEN))
            for k, seat in enumerate(SEATS))
        return Objectives(held, (
            Note(say("A side that has lost {most} bases has lost", most=BEATEN), rule("6.1")),
            Note(say("At nightfall the side with more bases left has won"), rule("6.2"))))
