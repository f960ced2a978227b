"""The sequence of play (2): the phases, each a decision, and what follows each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.core.action import Action
from game.core.decision import Answer, Decision, Done
from game.core.event import GameOver, Moved, Noted, PhaseBegan
from game.core.field_types import UnitName
from game.core.message import Message, Text, say
from game.core.verdict import Reason

from . import ending
from .actions import End, Guard, Move
from .state import LAST, Phase, State
from .units import BLUE, RED, SEATS, SIDES, UNITS, other, refuse, rule


class SetUp(Decision[State]):
    """A side chooses its guard, which the enemy does not see (2.1)."""

    name = Phase.SETUP
    rule = rule("2.1")
    mode = "move"
    asks = say("Choose which of your units is the guard")

    def seat(self, state: State) -> str:
        return state.seat

    def answers(self, state: State) -> Iterator[Answer]:
        for unit in state.on_map(state.seat):
            yield Answer(Guard(unit), (unit,), short_label=say("Make it the guard"))

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Guard)
        guards = tuple(action.unit if seat == state.seat else guard
                       for seat, guard in zip(SEATS, state.guards, strict=True))
        chosen = Noted(rule("2.1"), say("{side} has chosen its guard", side=SIDES[state.seat]))
        after, events = next_phase(replace(state, guards=guards))
        return after, (chosen, *events)


class UnitPhase(Decision[State]):
    """A phase in which each unit of the phasing side may do one thing."""

    mode = "move"

    def seat(self, state: State) -> str:
        return state.seat

    def free(self, state: State) -> list[UnitName]:
        """The units that have not yet acted."""
        return [unit for unit in state.on_map(state.seat) if unit not in state.done]

    def main(self, state: State) -> tuple[Action, Text]:
        return End(), say("End movement") if self.name == Phase.MOVEMENT else say("End combat")

    def why_not(self, state: State, action: Action) -> Reason | None:
        unit = action.units[0] if action.units else None
        return Reason(self.rule, self.asks) if unit is None else self.why_unable(state, unit)

    def why_unable(self, state: State, unit: str) -> Reason:
        name = UNITS[unit].name
        if state.at[unit] is None:
            return refuse("4.2", say("{unit} is eliminated", unit=name))
        if UNITS[unit].seat != state.seat:
            return refuse("2", say("{unit} is not of the phasing side, {side}", unit=name, side=SIDES[state.seat]))
        return Reason(self.rule, self.asks)


class Movement(UnitPhase):
    """The movement phase (3)."""

    name = Phase.MOVEMENT
    rule = rule("3")
    asks = say("Move your units, one hex each")
    elsewhere = say("A unit moves to an adjacent hex that is free")

    def answers(self, state: State) -> Iterator[Answer]:
        for unit in self.free(state):
            for place in state.free_beside(unit):
                yield Answer(Move(unit, place), (unit,), place)
        yield Answer(End())

    def why_not(self, state: State, action: Action) -> Reason | None:
        if isinstance(action, Move) and action.unit in self.free(state):
            there = state.unit_in(action.place)
            if there is not None and there != action.unit:
                return refuse("3.1", say("{unit} is there", unit=UNITS[there].name))
            return refuse("3", say("A unit moves to an adjacent hex"))
        return super().why_not(state, action)

    def why_unable(self, state: State, unit: str) -> Reason:
        name = UNITS[unit].name
        if unit in state.done:
            return refuse("3", say("{unit} has moved", unit=name))
        if unit in self.free(state) and not state.free_beside(unit):
            return refuse("3.1", say("Every hex adjacent to {unit} is occupied", unit=name))
        return super().why_unable(state, unit)

    def apply(self, state: State, action: Action) -> Done[State]:
        if not isinstance(action, Move):
            return next_phase(state)
        unit, place = action.unit, action.place
        went = Moved(rule("3"), unit, UNITS[unit].name, (state.at[unit] or "", place), 1)
        return state.put(unit, place).used(unit), (went,)


class Over(Decision[State]):
    """The game has ended (5)."""

    name = Phase.OVER
    rule = rule("5")
    mode = "over"
    asks = say("The game is over")

    def seat(self, state: State) -> None:
        return None

    def answers(self, state: State) -> Iterator[Answer]:
        return iter(())

    def phasing_seat(self, state: State) -> None:
        return None


def next_phase(state: State) -> Done[State]:
    """The state in the next phase, and the event that it begins (2, ruling 1)."""
    fresh = replace(state, done=frozenset())
    if state.phase == Phase.MOVEMENT:
        after = replace(fresh, phase=Phase.COMBAT)
    elif state.phase == Phase.SETUP:
        after = replace(fresh, phase=Phase.SETUP if state.seat == RED else Phase.MOVEMENT, seat=other(state.seat))
    elif state.seat == BLUE and state.turn == LAST:
        return ended(fresh)
    else:
        turn = state.turn + (state.seat == BLUE)
        after = replace(fresh, phase=Phase.MOVEMENT, seat=other(state.seat), turn=turn)
    began = PhaseBegan(rule("2"), after.turn, after.phase, after.seat, _began(after))
    return after, (began,)


def _began(state: State) -> Message:
    side = SIDES[state.seat]
    if state.phase == Phase.SETUP:
        return say("{side} sets up", side=side)
    return say("{side} moves", side=side) if state.phase == Phase.MOVEMENT else say("{side} attacks", side=side)


def ended(state: State) -> Done[State]:
    """The state at the end of the game, and the event with the result (5)."""
    after = replace(state, phase=Phase.OVER, pending=None)
    result = ending.result(after)
    assert result is not None
    return after, (GameOver(result.rule, result.winner, result.text),)
