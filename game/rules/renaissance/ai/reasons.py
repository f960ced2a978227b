"""One line on what an action is for."""

from __future__ import annotations

from fractions import Fraction

from game.core.action import Action
from game.core.chance import per_cent
from game.core.decision import Decided
from game.core.message import Text, say
from game.rules.renaissance.engine import moves
from game.rules.renaissance.engine.actions import BreakOff, Column, End, March, Move
from game.rules.renaissance.engine.state import State


def why(rules: Decided[State], state: State, action: Action) -> Text:
    """What an action is for."""
    shown = rules.preview(state, action)
    if shown is not None:
        good = sum((one.chance for one in shown.outcomes if one.seat == state.side), start=Fraction(0))
        return say("{chance} to win", chance=per_cent(good))
    match action:
        case Move() | March() | Column():
            done = moves.went(state, action)
            if done.touched:
                return say("to fight {unit}", unit=state.roster[done.touched[0][1]].name)
            return say("for a better position")
        case BreakOff():
            return say("to get out of a bad fight")
        case End():
            return say("no better move")
    return say("as proposed")
