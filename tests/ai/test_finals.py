"""Finals among courses: looks go to those who may still win, and the search's own value counts for a few."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from game.ai.budget import WorkBudget
from game.ai.finals import TRUST, finals
from game.ai.phase_search import PhaseCourse
from game.ai.valuation import OutOfTime
from game.core.evaluator import NEUTRAL, Temper
from tests.ai.granaries import RED, End

LUCK = 0.5
"""The widest swing of one look."""


class Looks:
    """Lines of play whose mean is known: a position's number is its merit in hundredths."""

    def __init__(self, temper: Temper = NEUTRAL) -> None:
        self.judge = SimpleNamespace(temper=temper)
        self.seen: Counter[int] = Counter()
        self.dice: dict[int, list[float]] = {}

    def look(self, state: int, seat: str, dice: Random, budget: WorkBudget, reply: int) -> float:
        if budget.is_spent:
            raise OutOfTime
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


def test_merit_wins_over_what_the_search_thought() -> None:
    """With looks enough the order of the first two is that of their merits."""
    found, _ = held([0, 10, 40, 20, 30, 5, 15, 25], [0.4, 0.3, 0.1, 0.2, 0.0, 0.0, 0.0, 0.0], 10_000)
    assert [course.after for course in found][:2] == [40, 30]
    assert len(found) == 8


def test_those_who_drop_out_cost_no_more_looks() -> None:
    """Eight courses: rounds of eight, four and two; all who are in meet the same rolls."""
    found, looks = held([0, 10, 40, 20, 30, 5, 15, 25], [0.0] * 8, 10_000, 10)
    assert sorted(looks.seen.values()) == [10, 10, 10, 10, 20, 20, 30, 30]
    assert looks.seen[found[0].after] == 30
    assert all(rolls == looks.dice[40][:len(rolls)] for rolls in looks.dice.values())


@pytest.mark.parametrize("positions", [0, 1, 5, 30, 200])
def test_within_the_budget_all_come_back(positions: int) -> None:
    """The values never rise along the list, and no look is made beyond the budget."""
    found, looks = held([0, 10, 40, 20, 30], [0.2, 0.1, 0.0, 0.3, 0.1], positions)
    assert sorted(course.after for course in found) == [0, 10, 20, 30, 40]
    assert [course.value for course in found] == sorted((course.value for course in found), reverse=True)
    assert sum(looks.seen.values()) <= positions


def test_the_value_of_the_search_counts_for_some_looks() -> None:
    """One look: the mean of it and as many times the value before as it is trusted."""
    found, looks = held([0, 0], [0.8, -0.8], 2, 1)
    luck = LUCK * looks.dice[0][0]
    assert found[0].value == pytest.approx((TRUST * 0.8 + luck) / (TRUST + 1))


@pytest.mark.parametrize(("risk", "first"), [(0.5, 1), (0.0, 0), (-0.5, 0)])
def test_a_gamble_wins_only_where_gambles_are_liked(risk: float, first: int) -> None:
    """0.05 for certain, or 1 and -1 as often as each other, which the search took for the same."""
    class Coin(Looks):
        def look(self, state: int, seat: str, dice: Random, budget: WorkBudget, reply: int) -> float:
            self.seen[state] += 1
            return 0.05 if not state else 1.0 if self.seen[state] % 2 else -1.0

    looks: Any = Coin(Temper(risk=risk))
    found = finals(courses([0, 1], [0.0, 0.0]), looks, RED, 7, WorkBudget(1000), 60, 0)
    assert found[0].after == first
