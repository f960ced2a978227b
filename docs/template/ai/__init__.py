"""The value of positions. Computer players need nothing else; legality is left to the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.board.hexgrid import HexBoard
from game.core.action import Action
from game.core.contract import DRAW
from game.core.evaluator import Evaluator, Weighed, unranked
from game.core.message import Text, say

from .. import ending
from ..actions import Attack, Guard, Move, Stand, Withdraw
from ..state import Phase, State
from ..units import UNITS

UNIT, VILLAGE, STEP = 0.15, 0.2, 0.02
"""The value of a unit, of the village, and of being a hex nearer to it (chosen)."""


class TemplateEvaluator(Evaluator[State]):
    """Values units on the map, holding the village, and being near it."""

    def __init__(self, board: HexBoard, legal: Callable[[State], Sequence[Action]]) -> None:
        self._board = board
        self._legal = legal
        (self._village,) = board.objectives[ending.VILLAGE]

    def settled(self, state: State) -> bool:
        """Whether ``worth`` may be called: no roll or withdrawal is pending, and the set-up is over."""
        return state.pending is None and state.phase != Phase.SETUP

    def worth(self, state: State, seat: str) -> float:
        """The value of a state for a seat, from -1 to 1."""
        result = ending.result(state)
        if result is not None:
            return 0.0 if result.winner == DRAW else 1.0 if result.winner == seat else -1.0
        score = 0.0
        for unit, place in state.at.items():
            if place is not None:
                near = self._board.grid.distance(place, self._village)
                value = UNIT - STEP * near + VILLAGE * (near == 0)
                score += value if UNITS[unit].seat == seat else -value
        return max(-1.0, min(1.0, score))

    def plausible(self, state: State) -> Sequence[Action]:
        """All legal actions."""
        return self._legal(state)

    def shortlist(self, state: State) -> Sequence[Weighed]:
        """All legal actions: there are few."""
        return unranked(self._legal(state))

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
        """The purpose of an action in a few words, which must not give a hidden choice away."""
        match action:
            case Move(unit, place) | Withdraw(unit, place):
                return say("{unit} to {place}", unit=UNITS[unit].name, place=place)
            case Attack(unit, target):
                return say("{unit} attacks {target}", unit=UNITS[unit].name, target=UNITS[target].name)
            case Stand():
                return say("to hold the hex")
            case Guard():
                return say("one of the two")
        return say("nothing better to do")
