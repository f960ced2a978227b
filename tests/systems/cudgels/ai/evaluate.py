"""A minimal evaluator: bases have a value, and so does being near the enemy."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.measuring import distance
from game.core.action import Action
from game.core.chance import per_cent
from game.core.contract import System
from game.core.evaluator import Evaluator, Weighed, unranked
from game.core.message import Text, say
from game.core.pose import BASE

from ..state import State
from ..units import EACH, SEATS


class CudgelsEvaluator(Evaluator[State]):
    """The worth is the difference in bases, and a little for closing in."""

    def __init__(self, rules: System[State]) -> None:
        self.rules = rules

    def settled(self, state: State) -> bool:
        return not state.dice

    def worth(self, state: State, seat: str) -> float:
        mine = SEATS.index(seat)
        ours, theirs = (len(state.there(side)) for side in (mine, 1 - mine))
        return max(-1.0, min(1.0, (ours - theirs) / EACH + self._near(state, mine) / 200))

    def _near(self, state: State, seat: int) -> float:
        """How near a side's bases are to the nearest enemies, at most 16 a base."""
        found = 0.0
        enemies = [state.units[i].pose for i in state.there(1 - seat)]
        for index in state.there(seat):
            pose = state.units[index].pose
            if pose is not None and enemies:
                nearest = min(distance(pose.spot, enemy.spot) for enemy in enemies if enemy is not None)
                found += max(0.0, 16 - nearest / BASE)
        return found / EACH

    def plausible(self, state: State) -> Sequence[Action]:
        return self.rules.candidates(state)

    def shortlist(self, state: State) -> Sequence[Weighed]:
        found = list(self.rules.candidates(state))
        main = self.rules.prompt(state).main
        likely = [action for action in found if action != main]
        few = likely[:: max(1, len(likely) // 12)]
        return unranked([*few, *([main] if main is not None and main in found else [])])

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
        shown = self.rules.preview(state, action)
        if shown is not None:
            return say("{chance} to win", chance=per_cent(shown.hope(state.side)[1]))
        return say("nearer to the enemy") if action.places else say("nothing better is left")
