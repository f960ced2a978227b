"""What positions of this system are worth. Computer players need nothing else of it; legality stays with the rules."""

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
"""The worth of a unit, of the village, and of a hex nearer to it (chosen)."""


class TemplateEvaluator(Evaluator[State]):
    """Units on the map, who holds the village, who is near it."""

    def __init__(self, board: HexBoard, legal: Callable[[State], Sequence[Action]]) -> None:
        self._board = board
        self._legal = legal
        (self._village,) = board.objectives[ending.VILLAGE]

    def settled(self, state: State) -> bool:
        """No roll and no small decision is pending."""
        return state.pending is None and state.phase != Phase.SETUP

    def worth(self, state: State, seat: str) -> float:
        """From -1 to 1."""
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
        """Everything legal."""
        return self._legal(state)

    def shortlist(self, state: State) -> Sequence[Weighed]:
        """Everything legal: there is little."""
        return unranked(self._legal(state))

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
        """In a few words. Of a choice that is hidden it says nothing."""
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
