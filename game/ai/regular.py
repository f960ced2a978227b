"""The level between recruit and veteran: it plans like the veteran but neglects some units each turn."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from random import Random
from typing import Any

from game.ai.budget import WorkBudget
from game.ai.choice import PlayerChoice
from game.ai.phase_search import PhaseCourse, apply_legal
from game.ai.planner import Planner
from game.ai.valuation import BudgetSpent, Valuation
from game.core.action import Action
from game.core.evaluator import Enough, ProposedCourse, Script, never

MAX_NEGLECT_COST = 0.6
"""The most that neglecting one unit may cost, in score (-1 to 1): a regular notices a greater loss at a glance. Share
of points against the recruit, measured with a tenth of the budget in 20 games each at Kassala: 88 % with 0.3, 75 % with
0.6, 65 % with 1; 3 of 4 games at Tours with 0.6."""
NEGLECT_POSITIONS = 60
"""Positions that may be evaluated to find out what neglecting a unit costs; chosen by hand."""


@dataclass
class Regular(Planner):
    """A veteran that chooses no stances and neglects some units: each player turn, units drawn at random do what a
    recruit would do with them, unless a short search shows a great loss."""

    _enough: Enough = field(default_factory=lambda: never, init=False)
    """The stop condition for weighing the neglect of units. It has no plain default: a function in the class would be a
    method."""

    def _take_stance(self, state: Any, limit_s: float | None) -> None:
        """Do nothing: a regular follows no stance and does not play ahead."""

    def name_stance(self, state: Any, course: PhaseCourse, scripted: Sequence[tuple[Script, PhaseCourse]]) -> None:
        """Do nothing: a regular's neglected units follow no plan, so it reports no stance."""

    def _think(self, state: Any, limit_s: float | None) -> PlayerChoice:
        self._enough = self._timed(limit_s)
        choice = super()._think(state, limit_s)
        if len(choice.plan) > 1:  # a course, whose units were neglected when it was planned, or an announcement
            return choice
        action, = self.neglected(state, (choice.action,))
        if action == choice.action:
            return choice
        self.memory.planned.clear()
        return self._choice(state, action)

    def _proposed_choice(self, state: Any, proposed: Sequence[ProposedCourse]) -> PlayerChoice | None:
        if proposed and len(proposed[0].actions) > 1:
            legal_actions = apply_legal(self.rules, state, proposed[0].actions)[1]
            proposed = [proposed[0]._replace(actions=self.neglected(state, legal_actions)), *proposed[1:]]
        return super()._proposed_choice(state, proposed)

    def _courses(self, valuation: Valuation, state: Any, budget: WorkBudget) -> list[PhaseCourse]:
        courses = super()._courses(valuation, state, budget)
        if not courses:
            return courses
        actions = self.neglected(state, courses[0].actions)
        after = apply_legal(self.rules, state, actions)[0]
        return [replace(courses[0], actions=actions, after=after), *courses[1:]]

    def neglected(self, state: Any, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """A course, or a single action, with the actions of the neglected units replaced; of fewer units if the time is
        up."""
        options: Sequence[Action] | None = None
        score_before: float | None = None
        valuation, is_course = Valuation(self.rules, self.evaluator), len(actions) > 1
        for key in dict.fromkeys(map(_unit_or_class, actions)):
            stream = self._random_stream(state, key)
            if self._enough():
                break
            if stream.random() >= self.evaluator.neglect:
                continue
            if options is None:
                options = self.evaluator.plausible(state)
            alternative = (self._recruits_course(state, actions, key, options, stream) if is_course
                           else (self._recruits_action(key, options, stream),))
            if alternative is None or alternative == actions:
                continue
            if score_before is None:
                score_before = self.rough_score(valuation, state, actions)
            score = self.rough_score(valuation, state, alternative)
            if score >= score_before - MAX_NEGLECT_COST and not self._enough():
                actions, score_before = alternative, score
        return actions

    def _recruits_action(self, key: str, options: Sequence[Action], stream: Random) -> Action:
        """A recruit's choice in place of a single action: among the actions of the same unit, or all if it has none.

        :param key: the unit, or the class name of an action without units.
        :param options: the actions that a recruit would consider.
        """
        return stream.choice([option for option in options if _unit_or_class(option) == key] or options)

    def _recruits_course(
        self, state: Any, actions: tuple[Action, ...], key: str, options: Sequence[Action], stream: Random
    ) -> tuple[Action, ...] | None:
        """A course with the actions of one unit replaced by a recruit's choice, or left out; None if the key is no
        unit, or if the actions would then not all be legal.

        :param key: the unit, or the class name of an action without units.
        :param options: the actions that a recruit would consider.
        """
        if not any(action.units for action in actions if _unit_or_class(action) == key):
            return None
        other_actions = [action for action in actions if _unit_or_class(action) != key]
        replacements = [option for option in options if _unit_or_class(option) == key]
        new_actions = [stream.choice(replacements), *other_actions] if replacements else other_actions
        actions_done = apply_legal(self.rules, state, new_actions)[1]
        return actions_done if len(actions_done) == len(new_actions) else None

    def rough_score(self, valuation: Valuation, state: Any, actions: Sequence[Action]) -> float:
        """The score after some actions, searched with ``NEGLECT_POSITIONS`` positions; -1 if these are too few or the
        time is up."""
        budget = WorkBudget(NEGLECT_POSITIONS, self._enough)
        with suppress(BudgetSpent):
            return valuation.value(apply_legal(self.rules, state, actions)[0], self.seat, budget)
        return -1.0

    def _random_stream(self, state: Any, key: str) -> Random:
        """The random stream of a unit in a player turn: the same numbers each time in that turn."""
        prompt = self.rules.prompt(state)
        text = repr((self.seed, self.seat, prompt.turn, prompt.phasing_seat, key))
        return Random(blake2b(text.encode(), digest_size=8, person=b"regular").digest())


def _unit_or_class(action: Action) -> str:
    """The first unit of an action; for an action without units, its class name."""
    return action.units[0] if action.units else type(action).__name__
