"""What positions are worth. Legality stays with the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import tanh

from game.board.hexgrid import HexBoard
from game.core.action import Action
from game.core.contract import DRAW
from game.core.evaluator import Evaluator, Weighed, unranked
from game.core.message import Text

from .. import ending
from ..actions import Move, told
from ..state import LAST, Phase, State
from ..units import COLUMN, RAIDERS, UNITS, Kind, other

SAFE, WAGON, STEP, GUARD, RIDER, NEAR, THREAT = 0.75, 0.2, 0.06, 0.13, 0.12, 0.02, 0.12
"""The worth of a safe wagon, a wagon, a column it has gone, a guard, a rider, of a hex that a raider is nearer to a
wagon, and of a raider beside one (chosen)."""
HOPE = 5 / 8
"""How much of a Rider a raider is that is not known."""


class FordEvaluator(Evaluator[State]):
    """Wagons and how far they are, guards, riders, and how near they are."""

    def __init__(self, board: HexBoard, legal: Callable[[State], Sequence[Action]]) -> None:
        self._board = board
        self._legal = legal

    def settled(self, state: State) -> bool:
        """No roll and no small decision is pending."""
        return state.pending is None and state.phase != Phase.SETUP

    def plans(self, state: State) -> bool:
        """Whether units are moved."""
        return state.pending is None and state.phase == Phase.MOVEMENT

    def worth(self, state: State, seat: str) -> float:
        """From -1 to 1."""
        result = ending.result(state)
        if result is not None:
            return 0.0 if result.winner == DRAW else 1.0 if result.winner == seat else -1.0
        score = self._score(state)
        return tanh(score if seat == COLUMN else -score)

    def _score(self, state: State) -> float:
        """What is good for the Column."""
        distance = self._board.distance
        wagons = [place for wagon in state.wagons if (place := state.at[wagon]) is not None]
        late = 1 + state.turn / LAST
        score = SAFE * (len(state.safe) - 1.5)
        score += sum(WAGON + STEP * late * int(place[:2]) for place in wagons)
        score -= 0.1 * len(state.halted)
        for guard in state.on_map(COLUMN):
            if UNITS[guard].kind == Kind.GUARD:
                near = min(distance(state.at[guard] or "", place) for place in wagons)
                score += GUARD - 0.3 * NEAR * near
        for raider in state.on_map(RAIDERS):
            kind = state.kind(raider)
            share = HOPE if kind is None else float(kind == Kind.RIDER)
            near = min(distance(state.at[raider] or "", place) for place in wagons)
            score -= (0.3 + 0.7 * share) * (RIDER - NEAR * near + THREAT * (near == 1))
        return score

    def aims(self, state: State) -> Sequence[Collection[str]]:
        """The hexes around enemies, wagons first."""
        enemies = sorted(state.on_map(other(state.seat)), key=lambda unit: UNITS[unit].kind != Kind.WAGON)
        return [state.beside(unit) for unit in enemies[:4]]

    def plausible(self, state: State) -> Sequence[Action]:
        """Everything legal."""
        return self._legal(state)

    def shortlist(self, state: State) -> Sequence[Weighed]:
        """Everything legal; moves towards the far bank, or towards wagons, look better."""
        legal = self._legal(state)
        if state.phase != Phase.MOVEMENT or state.pending is not None:
            return unranked(legal)
        return [Weighed(action, self._prior(state, action)) for action in legal]

    def _prior(self, state: State, action: Action) -> float:
        if not isinstance(action, Move):
            return 0.0
        start = state.at[action.unit] or action.place
        if UNITS[action.unit].kind == Kind.WAGON:
            return float(int(action.place[:2]) - int(start[:2]))
        near = [min(self._board.distance(place, state.at[wagon] or "") for wagon in state.wagons)
                for place in (start, action.place)]
        return float(near[0] - near[1])

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
        """What it is. Of what is hidden it says nothing."""
        return told(action, secret=state.phase == Phase.SETUP)
