"""Finals among courses: samples go to courses that can still win, and the search's own value counts like a few
samples."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from game.ai.budget import WorkBudget
from game.ai.finals import PRIOR_PLAYOUTS, finals
from game.ai.phase_search import PhaseCourse
from game.ai.valuation import BudgetSpent
from game.core.evaluator import NEUTRAL, Personality
from tests.ai.granaries import RED, End

LUCK = 0.5
"""The widest swing of one sample."""


class Looks:
    """Lines of play with a known mean: a position's number is its merit in hundredths."""

    def __init__(self, personality: Personality = NEUTRAL) -> None:
        self.evaluator = SimpleNamespace(personality=personality)
        self.seen: Counter[int] = Counter()
        self.dice: dict[int, list[float]] = {}

    def playout(self, state: int, seat: str, dice: Random, budget: WorkBudget, answer_positions: int) -> float:
        if budget.is_spent:
            raise BudgetSpent
        budget.spend()
        luck = dice.random() - 0.5
        self.seen[state] += 1
        self.dice.setdefault(state, []).append(luck)
        return state / 100 + LUCK * luck


def courses(merits: list[int], values: list[float]) -> list[PhaseCourse]:
    return [PhaseCourse((End(),), value, merit) for merit, value in zip(merits, values, strict=True)]


def held(merits: list[int], values: list[float], positions: float,
         samples: int = 60) -> tuple[list[PhaseCourse], Looks]:
    looks: Any = Looks()
    return finals(courses(merits, values), looks, RED, 7, WorkBudget(positions), samples, 0), looks


def test_merit_decides_over_the_search_value() -> None:
    """With enough samples, the first two are ordered by their merits."""
    found, _ = held([0, 10, 40, 20, 30, 5, 15, 25], [0.4, 0.3, 0.1, 0.2, 0.0, 0.0, 0.0, 0.0], 10_000)
    assert [course.after for course in found][:2] == [40, 30]
    assert len(found) == 8


def test_eliminated_courses_cost_no_more_samples() -> None:
    """Eight courses have rounds of eight, four and two; all remaining courses get the same rolls."""
    found, looks = held([0, 10, 40, 20, 30, 5, 15, 25], [0.0] * 8, 10_000, 10)
    assert sorted(looks.seen.values()) == [10, 10, 10, 10, 20, 20, 30, 30]
    assert looks.seen[found[0].after] == 30
    assert all(rolls == looks.dice[40][:len(rolls)] for rolls in looks.dice.values())


@pytest.mark.parametrize("positions", [0, 1, 5, 30, 200])
def test_all_courses_come_back_within_the_budget(positions: int) -> None:
    """Values never rise along the list, and samples stay within the budget."""
    found, looks = held([0, 10, 40, 20, 30], [0.2, 0.1, 0.0, 0.3, 0.1], positions)
    assert sorted(course.after for course in found) == [0, 10, 20, 30, 40]
    assert [course.value for course in found] == sorted((course.value for course in found), reverse=True)
    assert sum(looks.seen.values()) <= positions


def test_the_search_value_counts_as_several_samples() -> None:
    """With one sample, the result is the mean of it and of the search value with its weight."""
    found, looks = held([0, 0], [0.8, -0.8], 2, 1)
    luck = LUCK * looks.dice[0][0]
    assert found[0].value == pytest.approx((PRIOR_PLAYOUTS * 0.8 + luck) / (PRIOR_PLAYOUTS + 1))


@pytest.mark.parametrize(("risk", "first"), [(0.5, 1), (0.0, 0), (-0.5, 0)])
def test_a_gamble_wins_only_if_gambles_are_liked(risk: float, first: int) -> None:
    """Of 0.05 for certain, and 1 or -1 with equal chance, both equal in the search, the personality decides."""
    class Coin(Looks):
        def playout(self, state: int, seat: str, dice: Random, budget: WorkBudget, answer_positions: int) -> float:
            self.seen[state] += 1
            return 0.05 if not state else 1.0 if self.seen[state] % 2 else -1.0

    looks: Any = Coin(Personality(risk=risk))
    found = finals(courses([0, 1], [0.0, 0.0]), looks, RED, 7, WorkBudget(1000), 60, 0)
    assert found[0].after == first
