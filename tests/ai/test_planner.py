"""The planner's parts, on a game whose best play expectimax computes exactly."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game.ai.budget import WorkBudget
from game.ai.outlook import Outlook
from game.ai.phase_search import PhaseSearch
from game.ai.planner import Planner
from game.ai.valuation import BudgetSpent, Valuation
from game.core.action import Faces
from tests.ai.granaries import (
    RED,
    End,
    Granaries,
    GranariesEvaluator,
    Send,
    Setting,
    State,
    balance,
    sendings,
    settings,
    solved,
)

RULES: Any = Granaries()
ENOUGH = 100_000
"""More positions than any search here uses."""


def valuation() -> Valuation:
    return Valuation(RULES, GranariesEvaluator(RULES))


def planner(seed: int = 1, **more: Any) -> Planner:
    return Planner(RULES, RED, seed, evaluator=GranariesEvaluator(RULES), **{"positions": ENOUGH, **more})


def follow(state: State, actions: tuple[Any, ...]) -> State:
    for action in actions:
        state = RULES.apply(state, action)[0]
    return state


def before_the_storm(state: State) -> float:
    """The value of the carts before the storm's die."""
    return (4 * balance(state) + 2 * balance(replace(state, closed=True))) / 6


@pytest.mark.parametrize("setting", settings(25, 3))
def test_the_search_finds_the_best_course(setting: Setting) -> None:
    """No other way to send the carts has a higher expected value over the die, by the position afterwards."""
    state = RULES.initial(setting)
    courses = PhaseSearch(valuation(), state, RED, Random(1), WorkBudget(ENOUGH)).search()
    best = max(before_the_storm(State(setting, at + ("",) * setting.carts[1])) for at in sendings(setting, 0))
    assert courses[0].value == pytest.approx(best)
    assert [course.value for course in courses] == sorted((course.value for course in courses), reverse=True)
    assert all(course.after == follow(state, course.actions) for course in courses)


@pytest.mark.every(4)
@pytest.mark.parametrize("setting", settings(10, 4))
def test_lines_of_play_average_to_the_exact_expectation(setting: Setting) -> None:
    """Sampling every face once, with the reply searched to its end, gives expectimax's value of the position."""
    for at, exact in list(solved(setting).items())[::3]:
        state = State(setting, at + ("",) * setting.carts[1], 1)
        looks = []
        for face in range(1, 7):
            after = RULES.apply(state, Faces((face,)))[0]
            courses = PhaseSearch(valuation(), after, "blue", Random(1), WorkBudget(ENOUGH)).search()
            looks.append(balance(courses[0].after))
        assert exact == pytest.approx(sum(looks) / 6)


def test_the_planner_plays_as_expectimax_does() -> None:
    """With every course compared over many rolls and good replies, the planner loses almost nothing of the best scores
    of 12 games, and at most half of its loss without playouts."""
    lost = blind = 0.0
    for setting in settings(12, 5):
        state, values = RULES.initial(setting), solved(setting)
        best = max(values.values())
        for samples in (40, 0):
            player = planner(max_playouts=samples, finalists=64, answer_positions=200)
            choice = player.choose(state)
            after = follow(state, choice.plan[:-1])
            regret = best - values[after.at[:setting.carts[0]]]
            lost, blind = (lost + regret, blind) if samples else (lost, blind + regret)
    assert lost <= 0.15
    assert blind >= 2 * lost


def test_a_line_of_play_through_the_end_of_the_game() -> None:
    """If the game ends before the line, the line's worth is the result: 1, 0 or -1."""
    setting = settings(1, 6)[0]
    state = State(setting, ("0",) * setting.carts[0] + ("",) * setting.carts[1], 3)
    over = RULES.apply(state, End())[0]
    assert Outlook(valuation()).playout(over, RED, Random(1), WorkBudget(ENOUGH), 40) == 1.0
    assert Outlook(valuation()).playout(over, "blue", Random(1), WorkBudget(ENOUGH), 40) == -1.0


def test_a_reply_is_searched_once() -> None:
    """The same line costs nothing the second time."""
    outlook, start = Outlook(valuation()), RULES.apply(RULES.initial(settings(1, 6)[0]), End())[0]
    first, second = WorkBudget(ENOUGH), WorkBudget(ENOUGH)
    scores = [outlook.playout(start, RED, Random(1), budget, 40) for budget in (first, second)]
    assert scores[0] == scores[1]
    assert first.spent > 0
    assert second.spent == 0


def test_a_reply_found_with_too_few_positions_is_searched_again() -> None:
    """A plan from the last positions of a budget is not taken for one from as many as were asked for."""
    start = RULES.apply(RULES.initial(settings(1, 6)[0]), End())[0]
    outlook = Outlook(valuation())
    with suppress(BudgetSpent):
        outlook.playout(start, RED, Random(1), WorkBudget(1), 40)
    later, fresh = WorkBudget(ENOUGH), WorkBudget(ENOUGH)
    assert outlook.playout(start, RED, Random(1), later, 40) == Outlook(valuation()).playout(
        start, RED, Random(1), fresh, 40)
    assert later.spent > 0


def test_parts_are_put_into_a_legal_order() -> None:
    """An action that is not legal yet is done after those that make it legal; one that never is, is left out."""
    state = RULES.initial(Setting((5, 4, 1), (1, 1, 1), (3, 1)))
    search = PhaseSearch(valuation(), state, RED, Random(1), WorkBudget(ENOUGH))
    there, done = search.follow([Send("c0", "0"), Send("c1", "0"), Send("c2", "1")])
    assert (Send("c0", "0"), Send("c2", "1")) == done
    assert there == follow(state, done)


def test_a_course_ends_before_another_seat_must_act() -> None:
    """The search ends no phase of the other seat, and moves none of its carts."""
    state = RULES.initial(Setting((5, 4, 1), (1, 1, 1), (3, 1)))
    search = PhaseSearch(valuation(), state, RED, Random(1), WorkBudget(ENOUGH))
    sent = [RULES.apply(state, End())[0]]
    sent.append(RULES.apply(sent[0], Faces((1,)))[0])
    assert ["chance", "blue"] == [RULES.to_act(each) for each in sent]
    assert [None, None] == [search.valued_course(each, (End(),)) for each in sent]
    assert [[], []] == [search.candidates(each) for each in sent]
    assert search.gather((End(),), ("0", "1")) is None


@pytest.mark.parametrize("positions", [0, 1, 2, 5, 20, 100])
def test_any_budget_gives_a_whole_plan(positions: int) -> None:
    """The plan ends its phase, its value is that of a course, and at most one position beyond the budget is
    examined."""
    state = RULES.initial(settings(1, 7)[0])
    player = planner(positions=positions)
    choice = player.choose(state)
    assert choice.plan[-1] == End()
    assert choice.action == choice.plan[0]
    assert follow(state, choice.plan).stage == 1


def test_a_larger_budget_never_finds_less() -> None:
    """The best course of a longer search with the same seed is worth at least as much."""
    for setting in settings(10, 8):
        found = []
        for positions in (2, 5, 10, 50, 500):
            search = PhaseSearch(valuation(), RULES.initial(setting), RED, Random(1), WorkBudget(positions))
            found.append(search.search()[0].value)
        assert found == sorted(found)


def test_the_same_seed_plans_the_same() -> None:
    """The same seed gives the same plan, whatever was planned before."""
    states = [RULES.initial(setting) for setting in settings(6, 9)]
    forward = [planner(seed=4).choose(state).plan for state in states]
    player = planner(seed=4)
    assert forward == [player.choose(state).plan for state in states]


def test_a_plan_continues_only_on_its_course() -> None:
    """In the state after its first step the plan continues; in any other the search starts again."""
    setting = Setting((5, 4, 1), (2, 2, 2), (3, 1))
    state, player = RULES.initial(setting), planner()
    first = player.choose(state)
    after = RULES.apply(state, first.action)[0]
    assert player.choose(after).plan == first.plan[1:]
    other = planner()
    plan = other.choose(state).plan
    disturbed = follow(state, tuple(a for a in plan[1:-1])[:1])
    assert follow(disturbed, other.choose(disturbed).plan).stage == 1


def test_alternatives_come_best_first() -> None:
    """There are three whole courses, none better than the chosen one."""
    state = RULES.initial(Setting((5, 4, 1), (2, 2, 2), (3, 1)))
    choice = planner(max_playouts=0).choose(state)
    assert choice.value is not None
    values = [choice.value, *(other.value for other in choice.alternatives)]
    assert len(values) == 4
    assert values == sorted(values, reverse=True)
    assert all(follow(state, other.plan).stage == 1 for other in choice.alternatives)
