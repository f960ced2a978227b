"""Who holds the village, and who has won (5)."""

from __future__ import annotations

from game.board.hexgrid import HexBoard
from game.core.contract import DRAW, Result
from game.core.face import Note
from game.core.message import say
from game.core.objective import Objective, Objectives

from .state import State
from .units import SIDES, UNITS, rule

VILLAGE = "Village"
"""The objective's name on the map."""


def holder(board: HexBoard, state: State) -> str:
    """The side with a unit in the village; empty where there is none."""
    inside = board.objectives[VILLAGE]
    return next((UNITS[unit].seat for unit, place in state.at.items() if place in inside), "")


def result(board: HexBoard, state: State) -> Result | None:
    """How the game ended; None while it goes on."""
    if not state.over:
        return None
    if len(state.alive) == 1:
        (winner,) = state.alive
        return Result(winner, say("{side} wins: the other side has no units", side=SIDES[winner]), rule("5"), "units")
    winner = holder(board, state)
    if winner:
        return Result(winner, say("{side} wins: it holds the village", side=SIDES[winner]), rule("5"), "village")
    return Result(DRAW, say("Nobody holds the village: a draw"), rule("5"), "draw")


def objectives(board: HexBoard, state: State) -> Objectives:
    """What counts for victory."""
    told = (
        Note(say("Hold the village after turn 4"), rule("5")),
        Note(say("Or eliminate every enemy unit"), rule("5")),
    )
    return Objectives((Objective(VILLAGE, holder(board, state)),), told)
