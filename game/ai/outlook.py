"""Playouts of a position: the rest of the player turn and the other side's player turn, played quickly with sampled
rolls; near the end of a game, all the rest of it.

All positions get the same rolls, so they differ by merit rather than by luck.
"""

from __future__ import annotations

from random import Random
from typing import Any

from game.ai.budget import WorkBudget
from game.ai.phase_search import PhaseSearch
from game.ai.valuation import BudgetSpent, Valuation, final
from game.core.action import Action, Faces
from game.core.chance import CHANCE

MAX_PLIES = 400
"""Plies after which a playout stops and its position is evaluated."""


class Outlook:
    """Playouts from a position to the seat's next player turn, or to the end of the game if that is near."""

    def __init__(self, valuation: Valuation) -> None:
        self.valuation = valuation
        self.rules, self.judge = valuation.rules, valuation.judge
        self._answers: dict[tuple[Any, int], Any] = {}

    def playout(self, state: Any, seat: str, dice: Random, budget: WorkBudget, reply: int) -> float:
        """The expected score of a seat after one playout.

        The last planned phase of the game is not played out: its value is known without rolls.

        :param reply: positions a side evaluates for its plan.
        :raises BudgetSpent: once the budget is spent.
        """
        rules, answered = self.rules, False
        for _ in range(MAX_PLIES):
            if budget.is_spent:
                raise BudgetSpent
            actor = rules.to_act(state)
            if actor is None:
                return final(rules, state, seat)
            if actor == CHANCE:
                branches = rules.branches(state)
                faces = dice.choices(branches, [float(branch.chance) for branch in branches])[0].faces
                state = rules.apply(state, Faces(faces))[0]
                continue
            if self.judge.settled(state) and self.judge.plans(state):
                to_come = self.judge.phases_to_end(state)
                if answered and not to_come:
                    return self.valuation.worth(state, seat, budget)
                answered = True
                state = self._answer(state, actor, budget, reply)
                if to_come == 1 and self.judge.settled(state):
                    return self.valuation.worth(state, seat, budget)
                continue
            state = rules.apply(state, self._likeliest(state))[0]
        return self.valuation.worth(state, seat, budget) if self.judge.settled(state) else 0.0

    def _answer(self, state: Any, actor: str, budget: WorkBudget, reply: int) -> Any:
        """The state after a seat's planned phase, searched with ``reply`` positions; cached."""
        known = self._answers.get((state, reply))
        if known is None:
            part = budget.part(reply)
            courses = PhaseSearch(self.valuation, state, actor, Random(0), part).reply()
            budget.charge(part)
            if not courses:
                raise BudgetSpent
            known = courses[0].after
            self._answers[state, reply] = known
        return known

    def _likeliest(self, state: Any) -> Action:
        """The action of the shortlist with the highest prior."""
        return max(self.judge.shortlist(state), key=lambda option: option.prior).action
