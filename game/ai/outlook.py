"""Playouts of a position: the rest of the player turn and one more planned phase, usually the other side's, played
quickly with sampled rolls; near the end of a game, all the rest of it.

Callers give all positions that are compared the same rolls, so they differ by merit rather than by luck.
"""

from __future__ import annotations

from random import Random
from typing import Any

from game.ai.budget import WorkBudget
from game.ai.phase_search import PhaseSearch
from game.ai.valuation import BudgetSpent, Valuation, final
from game.core.action import Action, Faces
from game.core.chance import CHANCE

MAX_STEPS = 400
"""Steps after which a playout stops and its position is evaluated: a step is a roll, a planned phase or one other
action. Chosen by hand."""


class Outlook:
    """Playouts from a position through one planned phase to the next, or to the end of the game if that is near."""

    def __init__(self, valuation: Valuation) -> None:
        self.valuation = valuation
        self.rules, self.evaluator = valuation.rules, valuation.evaluator
        self._planned_states: dict[tuple[Any, int], Any] = {}

    def playout(self, state: Any, seat: str, dice: Random, budget: WorkBudget, phase_positions: int) -> float:
        """The expected score of a seat after one playout, from -1 to 1; 0 if the steps run out while a roll or a small
        decision is pending.

        Nothing after the last planned phase of the game is played: the value is known without rolls.

        :param dice: the random numbers of the rolls, seeded alike for all positions that are compared.
        :param phase_positions: the positions that a side may evaluate for the plan of a phase.
        :raises BudgetSpent: once the budget is spent.
        """
        rules, has_planned = self.rules, False
        for _ in range(MAX_STEPS):
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
                if has_planned and not phases_left:
                    return self.valuation.worth(state, seat, budget)
                has_planned = True
                state = self._after_planned_phase(state, actor, budget, phase_positions)
                if phases_left == 1 and self.evaluator.settled(state):
                    return self.valuation.worth(state, seat, budget)
                continue
            state = rules.apply(state, self._likeliest(state))[0]
        return self.valuation.worth(state, seat, budget) if self.evaluator.settled(state) else 0.0

    def _after_planned_phase(self, state: Any, actor: str, budget: WorkBudget, phase_positions: int) -> Any:
        """The state after a seat's planned phase, searched with ``phase_positions`` positions; cached unless the budget
        had fewer left.

        :raises BudgetSpent: if not even one course could be found.
        """
        after = self._planned_states.get((state, phase_positions))
        if after is None:
            part = budget.part(phase_positions)
            is_whole = part.positions_left == phase_positions
            courses = PhaseSearch(self.valuation, state, actor, Random(0), part).short_search()
            budget.charge(part)
            if not courses:
                raise BudgetSpent
            after = courses[0].after
            if is_whole:
                self._planned_states[state, phase_positions] = after
        return after

    def _likeliest(self, state: Any) -> Action:
        """The action of the shortlist with the highest prior."""
        return max(self.evaluator.shortlist(state), key=lambda option: option.prior).action
