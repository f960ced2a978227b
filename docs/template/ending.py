"""Who holds the village, and who has won (5)."""

from __future__ import annotations

from game.core.contract import DRAW, Result
from game.core.face import Note
from game.core.message import say
from game.core.objective import Objective, Objectives

from .state import Phase, State
from .units import SEATS, SIDES, UNITS, rule

VILLAGE = "Village"
"""The objective's name on the map."""


def holder(state: State) -> str:
    """The side with a unit in the village; empty if there is none."""
    inside = state.board.objectives[VILLAGE]
    return next((UNITS[unit].seat for unit, place in state.at.items() if place in inside), "")


def result(state: State) -> Result | None:
    """The result; None while the game goes on."""
    if state.phase != Phase.OVER:
        return None
    left = [seat for seat in SEATS if state.on_map(seat)]
    if len(left) == 1:
        text = say("{side} wins: the other side has no units", side=SIDES[left[0]])
        return Result(left[0], text, rule("5"), "units")
    winner = holder(state)
    if winner:
        return Result(winner, say("{side} wins: it holds the village", side=SIDES[winner]), rule("5"), "village")
    return Result(DRAW, say("Nobody holds the village: a draw"), rule("5"), "draw")


def objectives(state: State) -> Objectives:
    """The objective, its holder, and the victory conditions."""
    notes = (
        Note(say("Hold the village after turn 4"), rule("5")),
        Note(say("Or eliminate every enemy unit"), rule("5")),
    )
    return Objectives((Objective(VILLAGE, holder(state)),), notes)
