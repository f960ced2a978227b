"""What an action does: the state after it and what happened."""

from __future__ import annotations

from dataclasses import replace

from game.board.hexgrid import HexBoard
from game.core.action import Action, Faces
from game.core.chance import D6
from game.core.event import Declared, Event, GameOver, Moved, PhaseBegan, Removed, Rolled
from game.core.message import say

from . import combat, ending
from .actions import Attack, End, Move
from .state import COMBAT, MOVEMENT, State
from .units import BLUE, RED, SIDES, UNITS, rule


def apply(board: HexBoard, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after a legal action and what happened."""
    match action:
        case Move(unit, place):
            path = (state.at[unit] or "", place)
            return _done(_put(state, unit, place), unit), (Moved(rule("3"), unit, str(UNITS[unit].name), path, 1),)
        case Attack(unit, target):
            told = say("{unit} attacks {target}", unit=UNITS[unit].name, target=UNITS[target].name)
            return replace(state, attack=action), (Declared(rule("4"), (unit,), (target,), told),)
        case Faces((face,)):
            after, events = _resolved(board, state, face)
        case End():
            after, events = _next_phase(state)
        case _:
            raise ValueError(f"no action of this system: {action.notation}")
    result = ending.result(board, after)
    return after, (*events, GameOver(result.rule, result.winner, result.text)) if result else events


def _put(state: State, unit: str, place: str | None) -> State:
    at = {**state.at, unit: place}
    return replace(state, places=tuple(at.values()))


def _done(state: State, unit: str) -> State:
    return replace(state, done=state.done | {unit})


def _resolved(board: HexBoard, state: State, face: int) -> tuple[State, tuple[Event, ...]]:
    """The die of an attack has fallen (4.1)."""
    attack = state.attack
    assert attack is not None
    target, place = UNITS[attack.target], state.at[attack.target] or ""
    column = combat.preview(board, state, attack).column or ""
    result = combat.ROWS[face - 1][combat.COLUMNS.index(column)]
    fell = Rolled(rule("4.1"), (D6,), (face,), result, combat.MEANING[result], say("Attack"), column, face,
                  places=(place,))
    after = _done(replace(state, attack=None), attack.unit)
    if result != combat.ELIMINATED:
        return after, (fell,)
    return _put(after, target.id, None), (fell, Removed(rule("4.1"), target.id, str(target.name), place))


def _next_phase(state: State) -> tuple[State, tuple[Event, ...]]:
    """The sequence of play moves on, phase by phase (2, ruling 1)."""
    fresh = replace(state, done=frozenset())
    if state.phase == MOVEMENT:
        after = replace(fresh, phase=COMBAT)
    elif state.seat == RED:
        after = replace(fresh, phase=MOVEMENT, seat=BLUE)
    else:
        after = replace(fresh, phase=MOVEMENT, seat=RED, turn=state.turn + 1)
    if after.over:
        return after, ()
    told = (say("{side} moves", side=SIDES[after.seat]) if after.phase == MOVEMENT
            else say("{side} attacks", side=SIDES[after.seat]))
    return after, (PhaseBegan(rule("2"), after.turn, after.phase, after.seat, told),)
