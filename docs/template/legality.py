"""Whether an action may be done, and if not, why. The only place that decides it."""

from __future__ import annotations

from game.board.hexgrid import HexBoard
from game.core.action import Action, Faces
from game.core.chance import D6
from game.core.message import Message, say
from game.core.verdict import LEGAL, Illegal, Reason, Verdict

from .actions import Attack, End, Move
from .state import COMBAT, MOVEMENT, State
from .units import SIDES, UNITS, rule


def refuse(number: str, text: Message) -> Illegal:
    """A refusal under a rule."""
    return Illegal((Reason(rule(number), text),))


def check(board: HexBoard, state: State, action: Action) -> Verdict:
    """Whether an action may be done now."""
    if state.over:
        return refuse("5", say("The game is over"))
    if isinstance(action, Faces):
        if state.attack is None:
            return refuse("4", say("No die is due"))
        return LEGAL if len(action.faces) == 1 and action.faces[0] in D6.faces else refuse("4.1", say("One d6 is due"))
    if state.attack is not None:
        return refuse("4.1", say("The die is due"))
    match action:
        case End():
            return LEGAL
        case Move(unit, place):
            idle_now = idle(state, unit, MOVEMENT)
            return _move(board, state, unit, place) if idle_now is None else idle_now
        case Attack(unit, target):
            idle_now = idle(state, unit, COMBAT)
            return _attack(board, state, unit, target) if idle_now is None else idle_now
    return refuse("2", say("That cannot be done in this game"))


def idle(state: State, unit: str, phase: str) -> Illegal | None:
    """Why a unit can do nothing in a phase, wherever it would do it; None where it can."""
    its = UNITS[unit]
    if state.phase != phase:
        now = say("This is the movement phase") if state.phase == MOVEMENT else say("This is the combat phase")
        return refuse("2", now)
    if state.at[unit] is None:
        return refuse("4.1", say("{unit} is eliminated", unit=its.name))
    if its.seat != state.seat:
        return refuse("2", say("{unit} is not of the phasing side, {side}", unit=its.name, side=SIDES[state.seat]))
    if unit in state.done:
        moved = say("{unit} has moved", unit=its.name)
        return refuse("3", moved) if phase == MOVEMENT else refuse("4", say("{unit} has attacked", unit=its.name))
    return None


def _move(board: HexBoard, state: State, unit: str, place: str) -> Verdict:
    """Rules 3 and 3.1."""
    start = state.at[unit]
    if start is None or not board.knows(place) or place not in board.neighbours_of(start):
        return refuse("3", say("A unit moves to an adjacent hex"))
    other = state.unit_in(place)
    if other is not None:
        return refuse("3.1", say("{unit} is there", unit=UNITS[other].name))
    return LEGAL


def _attack(board: HexBoard, state: State, unit: str, target: str) -> Verdict:
    """Rule 4."""
    start, goal = state.at[unit], state.at[target]
    if UNITS[target].seat == state.seat:
        return refuse("4", say("{unit} is of the same side", unit=UNITS[target].name))
    if start is None or goal is None or goal not in board.neighbours_of(start):
        return refuse("4", say("{unit} is not adjacent", unit=UNITS[target].name))
    return LEGAL
