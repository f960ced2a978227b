"""The rules of Pickets, as the contract requires."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.action import Action, Faces
from game.core.branches import Branch, representatives
from game.core.chance import CHANCE, Roll
from game.core.contract import BadPosition, Counter, Result, System, Traits
from game.core.event import Event
from game.core.face import Note
from game.core.interrupts import Reactions
from game.core.layer import Layer
from game.core.message import Text
from game.core.objective import Objective, Objectives
from game.core.offer import Offer, Picked
from game.core.presenter import OffMapBox, OffMapBoxes
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.core.verdict import LEGAL, Illegal, IllegalAction, Verdict

from . import combat, movement, position, presenting, resolve, rolling, scenario, sequence
from .actions import BEGIN, DECLINE, DONE, END, WORDS, Enter, Move, Simple, parse
from .ai.evaluate import PicketsEvaluator
from .ground import Ground
from .state import COMBAT, ORDERS, OVER, Order, Reaction, State
from .units import INDEX, OF_SEAT, SEATS, TYPES, arrivals, home
from .words import SYSTEM, refused, rule, say


class Pickets(OffMapBoxes[State], Reactions[State], System[State]):
    """A made-up system; stateless."""

    name = SYSTEM
    traits = Traits("hex", enumerable=False, layers=True)
    theme = presenting.THEME
    seats = SEATS
    options = scenario.OPTIONS

    def __init__(self, boards: Callable[[str], HexBoard]) -> None:
        self._scenarios = scenario.read()
        self.scenarios = tuple(one.info for one in self._scenarios.values())
        self.ground = Ground(boards(self.scenarios[0].map))

    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        if scenario not in self._scenarios:
            raise KeyError(f"no scenario {scenario!r}")
        if strange := set(options) - {sequence.FEW_COURIERS}:
            raise KeyError(f"no option {min(strange)!r}")
        return self._scenarios[scenario].first(self.ground, options)

    def board(self, state: State) -> HexBoard:
        return self.ground.board

    def to_act(self, state: State) -> str | None:
        if state.phase == OVER:
            return None
        if state.due:
            return CHANCE
        return SEATS[1 - state.seat if isinstance(state.top(), Reaction) else state.seat]

    def prompt(self, state: State) -> Prompt:
        return presenting.prompt(state, self.to_act(state))

    def check(self, state: State, action: Action) -> Verdict:
        if isinstance(action, Faces):
            due = rolling.pending(self.ground, state)
            return LEGAL if due is not None and due.fits(action.faces) else refused("2.2", "No such dice are due")
        if self.to_act(state) not in SEATS:
            return refused("7.3" if state.phase == OVER else "2.2", "Nobody has anything to choose now")
        if any(name not in INDEX for name in action.units):
            return refused("1.1", "There is no such counter")
        if action == DECLINE and isinstance(state.top(), Reaction):
            return LEGAL
        if action == END and state.phase == ORDERS and not state.frames:
            return LEGAL
        if state.phase == ORDERS:
            return movement.check(self.ground, state, action)
        return combat.check(self.ground, state, action)

    def canonical(self, state: State, action: Action) -> Action:
        if isinstance(action, Move):
            return movement.completed(self.ground, state, action)
        return combat.canonical(self.ground, state, action) if state.phase == COMBAT else action

    def candidates_complete(self, state: State) -> bool:
        """False while arrivals, declarations or paths are chosen, because there are too many."""
        if state.phase != ORDERS or isinstance(state.top(), Reaction):
            return state.phase != COMBAT or state.begun
        waiting = state.orders > 0 and any(TYPES[i].seat == state.seat for i in state.at(arrivals(state.seat)))
        return not state.frames and not waiting

    def candidates(self, state: State) -> Sequence[Action]:
        """Every legal action; of arrivals, volleys, assaults and paths a sample."""
        roll = rolling.pending(self.ground, state)
        if roll is not None:
            return representatives(roll, lambda: self.branches(state))
        if state.phase == OVER:
            return ()
        return tuple(dict.fromkeys(self._likely(state)))

    def _likely(self, state: State) -> Iterator[Action]:
        top, ground = state.top(), self.ground
        if isinstance(top, Reaction):
            yield from (Simple("react", name) for name in movement.reactors(ground, state))
            yield DECLINE
        elif isinstance(top, Order):
            reached = ground.reach(state, INDEX[top.unit], top.left)
            yield from (movement.way_of(top.unit, way.path) for way in list(reached.values())[1:])
            if movement.may_leave(ground, state, top):
                yield Simple("exit", top.unit)
            yield DONE
        elif state.phase == ORDERS:
            names = [TYPES[i].id for i in OF_SEAT[state.seat]] if state.orders else []
            orders: list[Action] = [Simple("order", name) for name in names]
            orders += [Enter(name, place) for name in names if state.unit(name).place == arrivals(state.seat)
                       for place in ground.edge(home(state.seat))[::8]]
            yield from (action for action in orders if movement.check(ground, state, action))
            yield END
        elif state.begun:
            yield from (Simple("resolve", one.units[0]) for one in state.combats)
        else:
            yield from combat.candidates(ground, state)
            yield from (Simple("withdraw", name) for one in state.combats for name in one.units)
            yield BEGIN if state.combats else END

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        verdict = self.check(state, action)
        if isinstance(verdict, Illegal):
            raise IllegalAction(action, verdict)
        ground = self.ground
        if isinstance(action, Faces):
            return sequence.closing(rolling.apply(ground, state, action))
        if action == DECLINE:
            return movement.declined(ground, state)
        if action == END:
            return sequence.closing(sequence.end_phase(state))
        if state.phase == ORDERS:
            return sequence.closing(movement.apply(ground, state, action))
        return combat.apply(ground, state, action)

    def pending_roll(self, state: State) -> Roll | None:
        return rolling.pending(self.ground, state)

    def branches(self, state: State) -> Sequence[Branch]:
        return rolling.branches(self.ground, state)

    def preview(self, state: State, action: Action) -> Preview | None:
        if isinstance(action, Faces):
            return rolling.preview(self.ground, state)
        if isinstance(action, Simple) and action.deed in ("react", "resolve"):
            return rolling.preview(self.ground, self.apply(state, action)[0]) if self.check(state, action) else None
        one = combat.declared(self.ground, state, action) if state.phase == COMBAT else None
        if one is None or not self.check(state, action):
            return None
        return rolling.preview_of(self.ground, state, one)

    def evaluator(self) -> PicketsEvaluator:
        return PicketsEvaluator(self, self.ground)

    def result(self, state: State) -> Result | None:
        return resolve.result_of(state)

    def position(self, state: State) -> dict[str, Any]:
        return position.written(state, self.to_act(state))

    def from_position(self, position_: Mapping[str, Any]) -> State:
        name, options = position_.get("scenario", self.scenarios[0].name), position_.get("options", [])
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

    def boxes(self, state: State) -> Sequence[OffMapBox]:
        return presenting.BOXES

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        return presenting.offers(self.ground, state, picked, self.to_act(state))

    def phases(self, state: State) -> Sequence[tuple[str, str]]:
        return presenting.phases(state)

    def describe(self, state: State, action: Action) -> Text:
        return presenting.told(state, action) if action.notation not in WORDS else action.notation

    def layers(self, state: State, unit: str | None = None) -> Sequence[Layer]:
        return tuple(presenting.layers(self.ground, state, unit))

    def objectives(self, state: State) -> Objectives:
        held = tuple(Objective(say("Resolve of {side}", side=seat.title()), seat, str(left))
                     for seat, left in zip(SEATS, state.resolve, strict=True))
        if state.example:
            return Objectives()
        return Objectives(held, (
            Note(say("Each counter lost costs its side a point of resolve, each that leaves over the far edge costs "
                     "the enemy two"), rule("7.1")),
            Note(say("A side without resolve has lost"), rule("7.3"))))
