"""The values of states by expectimax: means over the branches of rolls, best choices at small decisions. Values are
cached."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from game.ai.budget import WorkBudget
from game.core.action import Action, Faces
from game.core.chance import CHANCE
from game.core.contract import DRAW, System
from game.core.evaluator import Evaluator

CACHE_SIZE = 200_000
"""The most values that a cache holds; a full cache is emptied. Chosen by hand."""

SEARCH_WIDTHS = (8, 5, 2)
"""The number of actions evaluated at a small decision, those with the highest priors: at depth 0, at depth 1, and at
any greater depth; chosen so that a fight with many retreats is valued in milliseconds."""
EXACT_DEPTH = 1
"""The greatest depth, in decisions and rolls, at which every branch of a roll is expanded; chosen by hand."""
EXPANDED_BRANCHES = 4
"""The number of branches expanded at deeper rolls, the likeliest ones; chosen by hand."""
NO_FLOOR = float("-inf")
"""The floor with which every score is exact."""


class BudgetSpent(Exception):
    """The budget of positions was spent before the value was computed."""


class Valuation:
    """Computes the values of states for the seats of one system."""

    def __init__(self, rules: System[Any], evaluator: Evaluator[Any]) -> None:
        self.rules, self.evaluator = rules, evaluator
        self._worths: dict[tuple[Any, str], float] = {}
        """(State, seat) -> the evaluator's score."""
        self._values: dict[tuple[Any, str, int], float] = {}
        """(State, seat, depth) -> the expected score, if it is exact."""

    def expectation(self, state: Any, action: Action, seat: str, budget: WorkBudget, floor: float = NO_FLOOR) -> float:
        """The expected score of a seat after a legal action, from -1 to 1.

        :param floor: the lowest score of interest, see ``value``.
        :raises IllegalAction: if the rules refuse the action.
        :raises BudgetSpent: once the budget is spent.
        """
        return self.value(self.rules.apply(state, action)[0], seat, budget, 0, floor)

    def value(self, state: Any, seat: str, budget: WorkBudget, depth: int = 0, floor: float = NO_FLOOR) -> float:
        """The expected score of a seat in a state, from -1 to 1.

        The search continues through rolls and pending decisions until the evaluator calls a state settled, or the game
        is over.

        :param depth: the number of decisions and rolls above this state; the deeper, the fewer branches are expanded.
        :param floor: the lowest score of interest. Once the score is sure not to exceed it, the search stops, and the
            result may be any number from the score to the floor.
        :raises BudgetSpent: once the budget, which is checked in every state of the search, is spent.
        """
        if budget.is_spent:
            raise BudgetSpent
        actor = self.rules.to_act(state)
        if actor is None:
            return final(self.rules, state, seat)
        if actor != CHANCE and self.evaluator.settled(state):
            return self.worth(state, seat, budget)
        key = (state, seat, depth)
        value = self._values.get(key)
        if value is None:
            budget.spend()
            search = self._over_branches if actor == CHANCE else self._over_decisions
            value = search(state, seat, budget, depth, floor)
            if value > floor:  # no cut-off: the value is exact
                if len(self._values) >= CACHE_SIZE:
                    self._values.clear()
                self._values[key] = value
        return value

    def _over_decisions(self, state: Any, seat: str, budget: WorkBudget, depth: int, floor: float) -> float:
        """The value of the best action, or of the worst for the seat if another seat decides."""
        width = SEARCH_WIDTHS[min(depth, len(SEARCH_WIDTHS) - 1)]
        options = sorted(self.evaluator.shortlist(state), key=lambda option: -option.prior)[:width]
        own_decision, best = self.rules.to_act(state) == seat, None
        for option in options:
            after = self.rules.apply(state, option.action)[0]
            if own_decision:
                value = self.value(after, seat, budget, depth + 1, floor if best is None else max(floor, best))
                best = value if best is None else max(best, value)
            else:
                value = self.value(after, seat, budget, depth + 1, floor)
                best = value if best is None else min(best, value)
                if best <= floor:
                    break
        assert best is not None, "a shortlist has at least one action"
        return best

    def worth(self, state: Any, seat: str, budget: WorkBudget) -> float:
        """The evaluator's score of a settled state; cached."""
        key = (state, seat)
        worth = self._worths.get(key)
        if worth is None:
            if len(self._worths) >= CACHE_SIZE:
                self._worths.clear()
            budget.spend()
            worth = self._worths[key] = self.evaluator.worth(state, seat)
        return worth

    def _over_branches(self, state: Any, seat: str, budget: WorkBudget, depth: int, floor: float) -> float:
        """The mean over the branches of a roll, weighted by the personality's liking for gambles. A branch not yet
        searched counts as worth at most 1."""
        chances: dict[Any, Fraction] = {}
        for branch in self.rules.branches(state):
            after = self.rules.apply(state, Faces(branch.faces))[0]
            chances[after] = chances.get(after, Fraction(0)) + branch.chance
        if depth > EXACT_DEPTH:
            likeliest = sorted(chances, key=lambda after: -chances[after])[:EXPANDED_BRANCHES]
            chances = {after: chances[after] for after in likeliest}
        total_chance = float(sum(chances.values()))
        personality = self.evaluator.personality
        floor_liking, best_liking = personality.liking(floor), personality.liking(1.0)
        total, chance_left = 0.0, 1.0
        for after, chance in chances.items():
            share = float(chance) / total_chance
            chance_left -= share
            least = (floor_liking - total - chance_left * best_liking) / share
            if least >= best_liking:
                return floor
            total += share * personality.liking(self.value(after, seat, budget, depth + 1, personality.score(least)))
        return personality.score(total)


def final(rules: System[Any], state: Any, seat: str) -> float:
    """The score of a finished game: 1 won, 0 drawn, -1 lost."""
    result = rules.result(state)
    assert result is not None, "a game without a seat to act has a result"
    if result.winner == DRAW:
        return 0.0
    return 1.0 if result.winner == seat else -1.0
