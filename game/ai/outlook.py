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
"""Plies after which a playout stops and its position is evaluated; chosen by hand."""


class Outlook:
    """Playouts from a position to the seat's next player turn, or to the end of the game if that is near."""

    def __init__(self, valuation: Valuation) -> None:
        self.valuation = valuation
        self.rules, self.evaluator = valuation.rules, valuation.evaluator
        self._answers: dict[tuple[Any, int], Any] = {}

    def playout(self, state: Any, seat: str, dice: Random, budget: WorkBudget, answer_positions: int) -> float:
        """The expected score of a seat after one playout, from -1 to 1; 0 if the playout stops at a pending decision.

        The last planned phase of the game is not played out: its value is known without rolls.

        :param dice: the random numbers of the rolls.
        :param answer_positions: the positions that a side may evaluate for the plan of a phase.
        :raises BudgetSpent: once the budget is spent.
        """
        rules, has_answered = self.rules, False
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
            if self.evaluator.settled(state) and self.evaluator.plans(state):
                phases_left = self.evaluator.phases_to_end(state)
                if has_answered and not phases_left:
                    return self.valuation.worth(state, seat, budget)
                has_answered = True
                state = self._answer(state, actor, budget, answer_positions)
                if phases_left == 1 and self.evaluator.settled(state):
                    return self.valuation.worth(state, seat, budget)
                continue
            state = rules.apply(state, self._likeliest(state))[0]
        return self.valuation.worth(state, seat, budget) if self.evaluator.settled(state) else 0.0

    def _answer(self, state: Any, actor: str, budget: WorkBudget, answer_positions: int) -> Any:
        """The state after a seat's planned phase, searched with ``answer_positions`` positions; cached.

        :raises BudgetSpent: if not even one course could be found.
        """
        after = self._answers.get((state, answer_positions))
        if after is None:
            part = budget.part(answer_positions)
            courses = PhaseSearch(self.valuation, state, actor, Random(0), part).short_search()
            budget.charge(part)
            if not courses:
                raise BudgetSpent
            after = self._answers[state, answer_positions] = courses[0].after
        return after

    def _likeliest(self, state: Any) -> Action:
        """The action of the shortlist with the highest prior."""
        return max(self.evaluator.shortlist(state), key=lambda option: option.prior).action
