"""The value of positions. Legality is left to the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import tanh

from game.board.hexgrid import HexGrid
from game.core.action import Action
from game.core.contract import DRAW
from game.core.evaluator import Evaluator, Script, Weighed
from game.core.message import Text, say

from .. import sequence
from ..actions import Enough, Move, told
from ..state import LAST_TURN, Phase, State
from ..units import COLUMN, GUARDS, WAGONS, Kind

SAFE, WAGON, STEP, GUARD, RIDER, NEAR, THREAT = 0.75, 0.2, 0.06, 0.13, 0.12, 0.02, 0.12
"""The value of a safe wagon, a wagon, a column it has advanced, a guard, a rider, of a hex that a raider is nearer to a
wagon, and of a raider adjacent to one (chosen)."""
SHARE = {Kind.RIDER: 1.0, Kind.DUST: 0.3, None: 0.74}
"""The weight of a raider, by what is known of it (chosen)."""
GRID = HexGrid("even")


class FordEvaluator(Evaluator[State]):
    """Values wagons and their progress, guards, riders, and the riders' distance."""

    def __init__(self, legal: Callable[[State], Sequence[Action]]) -> None:
        self._legal = legal

    def plausible(self, state: State) -> Sequence[Action]:
        """All legal actions."""
        return self._legal(state)

    def settled(self, state: State) -> bool:
        """Whether no roll and no small decision is pending."""
        return state.pending is None and state.phase != Phase.SETUP

    def plans(self, state: State) -> bool:
        """Whether the phase is a movement phase."""
        return state.pending is None and state.phase == Phase.MOVEMENT

    def worth(self, state: State, seat: str) -> float:
        """The value of a state, from -1 to 1."""
        result = sequence.result(state)
        if result is not None:
            return 0.0 if result.winner == DRAW else 1.0 if result.winner == seat else -1.0
        score = SAFE * (len(state.safe) - 1.5) - 0.1 * len(state.halted)
        for unit, place in state.at.items():
            if unit in WAGONS and place:
                score += WAGON + STEP * (1 + state.turn / LAST_TURN) * int(place[:2])
            elif unit in GUARDS and place:
                score += GUARD - 0.3 * NEAR * _near(state, place)
            elif place:
                near = _near(state, place)
                score -= SHARE[state.kind(unit)] * (RIDER - NEAR * near + THREAT * (near == 1))
        return tanh(score if seat == COLUMN else -score)

    def shortlist(self, state: State) -> Sequence[Weighed]:
        """All legal actions; wagons that advance, and units that approach wagons, rank higher."""
        return [Weighed(action, _prior(state, action)) for action in self._legal(state)]

    def scripts(self, scenario: str, seat: str) -> Sequence[Script]:
        """One script for each side: wagons and raiders go on as fast as they can."""
        if seat == COLUMN:
            return (Script("dash-across", say("the dash across the river"), self._hasten),)
        return (Script("ride-at-the-wagons", say("the ride at the wagons"), self._hasten),)

    def _hasten(self, state: State) -> Action:
        """The move that leads farthest, while one leads on, and every attack."""
        found = self._legal(state)
        if state.pending is None and state.phase == Phase.MOVEMENT:
            best = max(found, key=lambda action: _prior(state, action))
            return best if _prior(state, best) > 0 else Enough()
        return found[0]

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
        """The kind of action, without any hidden information."""
        return told(action, secret=state.phase == Phase.SETUP)


def _near(state: State, place: str) -> int:
    """Hexes to the nearest wagon."""
    return min(GRID.distance(place, state.at[wagon] or "") for wagon in state.wagons)


def _prior(state: State, action: Action) -> float:
    if not isinstance(action, Move):
        return 0.0
    start = state.at[action.unit] or action.place
    if action.unit in WAGONS:
        return float(int(action.place[:2]) - int(start[:2]))
    return float(_near(state, start) - _near(state, action.place))
