"""Search for the best course of actions through a phase without dice: it samples from priors, concentrates units on
aims, and runs a local search that changes the actions of one unit at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import exp
from random import Random
from typing import Any

from game.ai.budget import WorkBudget
from game.ai.valuation import BudgetSpent, Valuation
from game.core.action import Action
from game.core.contract import System
from game.core.evaluator import Script, Weighed
from game.core.verdict import IllegalAction

EPSILON = 1e-9
"""Gains smaller than this count as rounding errors."""

# Unless noted otherwise, the numbers below are chosen by hand from the values tried.
MAX_OPTIONS = 8
"""The number of actions evaluated for one unit at a time, those with the highest priors: 14 won no more games at
Kassala than 6; 8 itself was not measured."""
MAX_SWEEPS = 4
"""The most passes over all units in a local search from the best course found, or from the one without actions."""
FEW_SWEEPS = 2
"""The most passes in a local search from another course; one pass is enough for a short search."""
SAMPLED_COURSES = 4
"""The number of courses sampled from the priors."""
PRIOR_EXPONENT = 4.0
"""The most promising action is e to this power times as likely to be sampled as the least promising one."""
END_CHANCE = 0.08
"""The chance that a sampled course ends after an action."""
SHORT_SEARCH_UNITS = 4
"""The number of units whose action with the highest prior, e.g. to enter a town, a short search evaluates first."""
MAX_ACTIONS = 60
"""The number of actions after which the search gives up on a phase that it cannot end."""


@dataclass(frozen=True, slots=True)
class PhaseCourse:
    """A sequence of actions through the rest of a phase, including its end, with its value."""

    actions: tuple[Action, ...]
    value: float
    """The expected score of the searching seat after it, from -1 to 1."""
    after: Any = field(compare=False)
    """The state they lead to."""


class PhaseSearch:
    """The search for courses from one state in which a seat acts."""

    def __init__(
        self, valuation: Valuation, state: Any, seat: str, random: Random, budget: WorkBudget
    ) -> None:
        """:param budget: counts the positions; once it is spent, the search keeps the courses found so far."""
        self.valuation, self.rules, self.evaluator = valuation, valuation.rules, valuation.evaluator
        end = self.rules.prompt(state).main
        assert end is not None, "a planned phase has an action that ends it"
        self.state, self.seat, self.random, self.budget = state, seat, random, budget
        self.end: Action = end
        """The action that ends the phase."""
        self._candidates: dict[Any, Sequence[Weighed]] = {}
        self.courses: dict[Any, PhaseCourse] = {}
        """State after the phase -> the first course found that leads there."""
        self.scripted: list[tuple[Script, PhaseCourse]] = []
        """The scripts that completed the phase, each with its course."""

    def candidates(self, state: Any) -> Sequence[Weighed]:
        """The candidate actions of a course in a state: the shortlisted actions that name a unit and a place; none if
        another seat must act. Cached."""
        options = self._candidates.get(state)
        if options is None:
            shortlist = self.evaluator.shortlist(state) if self._is_to_act(state) else ()
            options = self._candidates[state] = [option for option in shortlist
                                                 if option.action.places and option.action.units]
        return options

    def ranked_courses(self) -> list[PhaseCourse]:
        """All courses found so far, the best first."""
        return sorted(self.courses.values(), key=lambda course: -course.value)

    def search(self, scripts: Sequence[Script] = ()) -> list[PhaseCourse]:
        """The courses found, the best first; empty if none of the ways that the search tries ends the phase.

        :param scripts: plans of the seat, whose courses through the phase are also candidates.
        """
        sampled = self.sample()  # the fallback if the time runs out at once
        idle = self.valued_course(self.state, ())
        aims = self.evaluator.aims(self.state)
        for script in scripts:
            if self.budget.is_spent:
                break
            course = self.follow_script(script)
            if course is not None:
                self.scripted.append((script, course))
        for aim in aims:
            if self.budget.is_spent:
                break
            self.gather((), aim)
        if idle is None and sampled is None:
            self._forced_course()
        self.climb(self._best_course())
        best = self._best_course()
        for aim in aims:
            if self.budget.is_spent:
                break
            gathered = self.gather(best.actions[:-1] if best is not None else (), aim)
            if gathered is not None:
                self.climb(gathered, FEW_SWEEPS)
                best = self._best_course()
        if not self.budget.is_spent:
            # All aims are forbidden, so that courses that concentrate nowhere are compared, too.
            self.climb(self.valued_course(self.state, ()), MAX_SWEEPS, frozenset().union(*aims))
        for _ in range(SAMPLED_COURSES):
            if self.budget.is_spent:
                break
            self.climb(self.sample(), FEW_SWEEPS)
        return self.ranked_courses()

    def sample(self) -> PhaseCourse | None:
        """A course whose actions are sampled one by one, more likely with higher priors; None if another seat must act
        before the phase ends, the phase may not end after them, or the budget is spent."""
        state, actions_done = self.state, tuple[Action, ...]()
        for _ in range(MAX_ACTIONS):
            options = [option for option in self.candidates(state)
                       if all(option.action.units[0] != a.units[0] for a in actions_done)]
            if not options or (actions_done and self.random.random() < END_CHANCE):
                break
            highest = max(option.prior for option in options)
            spread = highest - min(option.prior for option in options) or 1.0
            probabilities = [exp(PRIOR_EXPONENT * (option.prior - highest) / spread) for option in options]
            action = self.random.choices(options, probabilities)[0].action
            state, actions_done = self.rules.apply(state, action)[0], (*actions_done, action)
        return self.valued_course(state, actions_done)

    def follow_script(self, script: Script) -> PhaseCourse | None:
        """The course that a script takes through the phase; None if the script does not reach the end of the phase."""
        state, actions_done = self.state, tuple[Action, ...]()
        for _ in range(MAX_ACTIONS):
            action = script.choose(state)
            if action == self.end:
                return self.valued_course(state, actions_done)
            state, actions_done = self.rules.apply(state, action)[0], (*actions_done, action)
            if not self._is_to_act(state):
                break
        return None

    def short_search(self) -> list[PhaseCourse]:
        """The courses found by a short search, the best first; empty if no way to end the phase is found.

        It tries ending the phase at once, the action with the highest prior for a few units, a concentration on each
        aim, and such a concentration added to the best course; one pass of local search improves the best of these.
        """
        best = self.valued_course(self.state, ()) or self._forced_course()
        likeliest: dict[str, Weighed] = {}
        for option in sorted(self.candidates(self.state), key=lambda option: -option.prior):
            likeliest.setdefault(option.action.units[0], option)
        for option in list(likeliest.values())[:SHORT_SEARCH_UNITS]:
            if best is None or self.budget.is_spent:
                break
            self.valued_course(self.rules.apply(self.state, option.action)[0], (option.action,))
        best = self._best_course()
        for extends_best in (False, True):
            for aim in self.evaluator.aims(self.state):
                if best is None or self.budget.is_spent or (extends_best and len(best.actions) < 2):
                    break
                self.gather(best.actions[:-1] if extends_best else (), aim)
            best = self._best_course()
        self.climb(best, 1)
        return self.ranked_courses()

    def _best_course(self) -> PhaseCourse | None:
        """The best course found so far; None if there is none."""
        return max(self.courses.values(), key=lambda course: course.value, default=None)

    def _forced_course(self) -> PhaseCourse | None:
        """A course from a state in which the phase may not be ended yet: the actions with the highest priors until it
        may be ended; None if they do not lead to its end."""
        state: Any = self.state
        actions_done: list[Action] = []
        for _ in range(MAX_ACTIONS):
            if self.rules.check(state, self.end):
                return self.valued_course(state, tuple(actions_done))
            options = self.candidates(state)
            if not options:
                return None
            action = max(options, key=lambda option: option.prior).action
            state = self.rules.apply(state, action)[0]
            actions_done.append(action)
        return None

    def _is_to_act(self, state: Any) -> bool:
        """Whether the searching seat must act in a state."""
        return self.rules.to_act(state) == self.seat

    def valued_course(self, state: Any, actions_done: tuple[Action, ...]) -> PhaseCourse | None:
        """The course that ends the phase in a state, with its value, or the first course found that leads to the same
        state after the phase; None if another seat must act, the phase may not end there, or the budget is spent.

        :param actions_done: the actions that lead to the state.
        """
        if not self._is_to_act(state):
            return None
        try:
            after = self.rules.apply(state, self.end)[0]
        except IllegalAction:
            return None
        course = self.courses.get(after)
        if course is None:
            with suppress(BudgetSpent):
                budget = self.budget if self.courses else WorkBudget()  # always value the first course
                value = self.valuation.value(after, self.seat, budget)
                course = self.courses[after] = PhaseCourse((*actions_done, self.end), value, after)
        return course

    def follow(self, actions: Sequence[Action]) -> tuple[Any, tuple[Action, ...]]:
        """Do as many of the actions as are legal, from the state of the search; returns the state and the actions
        done."""
        return apply_legal(self.rules, self.state, actions)

    def climb(self, course: PhaseCourse | None, sweeps: int = MAX_SWEEPS,
              forbidden: Collection[str] = ()) -> PhaseCourse | None:
        """The course after local search: the action of one unit at a time is changed, dropped or added until no change
        helps, the budget is spent, or ``sweeps`` passes over all units have been made. None for no course.

        :param forbidden: places to which no changed or added action may move a unit.
        """
        if course is None:
            return None
        for _ in range(sweeps):
            units = list(dict.fromkeys(option.action.units[0] for option in self.candidates(self.state)))
            units += [a.units[0] for a in course.actions if a.units and a.units[0] not in units]
            self.random.shuffle(units)
            improved = False
            for unit in units:
                if self.budget.is_spent:
                    return course
                alternative = self._exchange(course, unit, forbidden)
                if alternative.value > course.value + EPSILON:
                    course, improved = alternative, True
            if not improved:
                break
        return course

    def _exchange(self, course: PhaseCourse, unit: str, forbidden: Collection[str]) -> PhaseCourse:
        """The best course in which one unit has a different action or none; the course itself if that is no better."""
        other_actions = [a for a in course.actions[:-1] if a.units[:1] != (unit,)]
        state, actions_done = self.follow(other_actions)
        best = course
        alternative = self.valued_course(state, actions_done)
        if alternative is not None and alternative.value > best.value + EPSILON:
            best = alternative
        for action in self.actions_of(state, unit, forbidden):
            if self.budget.is_spent:
                break
            if len(actions_done) == len(other_actions):
                after, order = self.rules.apply(state, action)[0], (*actions_done, action)
            else:  # without the unit's old action some of the others are refused; the new one may allow them
                after, order = self.follow([action, *other_actions])
            alternative = self.valued_course(after, order)
            if alternative is not None and alternative.value > best.value + EPSILON:
                best = alternative
        return best

    def actions_of(self, state: Any, unit: str, forbidden: Collection[str] = ()) -> list[Action]:
        """The candidate actions of a unit, those with the highest priors first, at most ``MAX_OPTIONS``."""
        unit_options: list[Weighed] = [
            option for option in self.candidates(state)
            if option.action.units[0] == unit and option.action.places[-1] not in forbidden
        ]
        unit_options.sort(key=lambda option: -option.prior)
        return [option.action for option in unit_options[:MAX_OPTIONS]]

    def gather(self, actions: Sequence[Action], aim: Collection[str]) -> PhaseCourse | None:
        """The course in which, after some actions, as many further units as possible move to the places of an aim; None
        if no further unit can, another seat must act then, the phase may not end there, or the budget is spent."""
        state, actions_done = self.follow(actions)
        moved_units = set[str]()
        while options := [option for option in self.candidates(state)
                          if option.action.places[-1] in aim and option.action.units[0] not in moved_units]:
            option = max(options, key=lambda option: option.prior)
            moved_units.add(option.action.units[0])
            state = self.rules.apply(state, option.action)[0]
            actions_done = (*actions_done, option.action)
        return self.valued_course(state, actions_done) if moved_units else None


def apply_legal(rules: System[Any], state: Any, actions: Sequence[Action]) -> tuple[Any, tuple[Action, ...]]:
    """Do as many of the actions as are legal, in any order; returns the state and the actions done."""
    actions_done, remaining = [], list(actions)
    while remaining:
        refused = []
        for action in remaining:
            try:
                state = rules.apply(state, action)[0]
            except IllegalAction:
                refused.append(action)
                continue
            actions_done.append(action)
        if len(refused) == len(remaining):
            break
        remaining = refused
    return state, tuple(actions_done)
