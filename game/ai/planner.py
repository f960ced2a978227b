"""The planner: plans whole phases as courses of actions and decides everything else by expected value, within a budget
of positions."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import nlargest
from math import isqrt
from random import Random
from typing import Any

from game.ai.base_players import EvaluatingPlayer
from game.ai.budget import WorkBudget
from game.ai.choice import MAX_ALTERNATIVES, FollowedStance, OtherCourse, PlayerChoice
from game.ai.finals import finals
from game.ai.outlook import Outlook
from game.ai.phase_search import PhaseCourse, PhaseSearch, apply_legal
from game.ai.stances import StanceChooser, with_stance_name
from game.ai.valuation import NO_FLOOR, BudgetSpent, Valuation
from game.core.action import Action
from game.core.evaluator import Enough, ProposedCourse, Script
from game.core.verdict import IllegalAction

DECISION_SHARE = 0.125
"""The share of a player turn's positions that a single decision may take; chosen by hand."""
HURRIED_SHARE = 0.4
"""The share of the time limit that a decision may take if its share of the positions is smaller: a caller passes the
time that is left of a player turn, which shrinks with each decision; chosen by hand."""
PHASE_SHARE = 0.75
"""The share of a player turn's positions that planning a phase may take; chosen by hand."""
STANCE_SHARE = 0.5
"""The share of a player turn's time that choosing a stance may take; chosen by hand."""
LATE_FACTOR = 3
"""The factor on the budget of positions near the end of the game. Playouts then run to the end, and a position takes a
third of the usual time; chosen by hand."""
ASSUMED_OUTCOMES = 3
"""The number of different combat results assumed for a course: the search for the enemy's answer runs this often in
each planned phase that follows; chosen by hand."""
MIN_ANSWER_POSITIONS = 16
"""The fewest positions with which the search for an answer is worthwhile. If the budget cannot give two courses this
many for each answer, it all goes into finding courses, without playouts; chosen by hand."""
POSITIONS_PER_ANSWER = 4
"""With n finalists, each answer gets at least n times this number of positions, so that the number of finalists and the
number of positions of an answer both grow with the square root of the budget; chosen by hand."""
MIN_OVERLAP = 0.8
"""The player reports that it follows a script if its course and the script have more than this share of actions in
common, counted in the longer of the two without the end of the phase; chosen by hand."""
MIN_COMMON_ACTIONS = 3
"""The fewest actions, apart from the end of the phase, that a course must have in common with a script: the march of a
single unit may serve any plan; chosen by hand."""
MAX_PAUSE = 2
"""A plan last followed at most this many turns ago is resumed, and its count of turns continues; chosen by hand."""
EXACT_CHOICES = 1 + MAX_ALTERNATIVES
"""The number of actions with an exact value: the chosen one and the alternatives that are reported. The search of any
other action stops as soon as it cannot be among these."""


@dataclass
class Planner(EvaluatingPlayer):
    """Plans phases without dice as a whole; elsewhere chooses the action with the best exact expected value."""

    positions: float = 1200
    """Positions it may evaluate in a player turn. Kassala's first turn is the longest: with 1400 it took 1.08 times
    the processor time of an earlier planner with 1300 (two alternating runs each), whose worst was 1.06 s."""
    search_share: float = 0.4
    """The share of the remaining budget that finding courses may take; the rest goes to playouts of the best ones;
    chosen by hand."""
    finalists: int = 12
    """The most courses that are compared by playouts; chosen by hand."""
    max_playouts: int = 16
    """The most playouts of each finalist in one round; chosen by hand."""
    answer_positions: int = 120
    """The most positions that a side evaluates for its answer in a playout; chosen by hand. With a smaller budget, what
    remains is divided evenly among the expected answers."""

    def think_less(self, share: float) -> None:
        """Reduce the work in a player turn to a share of the usual work, above 0 and at most 1."""
        self.positions *= share
        self.evaluator.work_share *= share

    def _chosen(self, state: Any, limit_s: float | None) -> PlayerChoice:
        if self.memory.last_answer is not None and self.memory.last_answer[0] == state:
            return self.memory.last_answer[1]
        stance_before = self.memory.stance
        self._take_stance(state, limit_s)
        planned = self.memory.planned.pop(state, ())
        if planned and self.rules.check(state, planned[0]):
            choice = self._choice(state, planned[0], planned[1:])
        else:
            choice = self._think(state, limit_s)
        stance_now = self.memory.stance
        plan = choice.plan or (choice.action,)
        if stance_now is not None and stance_now != stance_before and (
                self.evaluator.fits_script(state, stance_now.name, plan)):
            choice = replace(choice, why=with_stance_name(choice.why, stance_now, self.rules.theme.turn_noun))
        self.memory.last_answer = state, choice
        return choice

    def _take_stance(self, state: Any, limit_s: float | None) -> None:
        """Choose the stance once per player turn, and tell the evaluator which one the player follows."""
        chooser = StanceChooser(self.rules, self.evaluator, self.seat, self._timed(limit_s))
        stance = last = chooser.remembered(state, self.memory.stance)
        if chooser.is_due(state, last):
            stance = chooser.chosen(state, last, self.decision_seed(state), self.evaluator.personality.persistence)
        else:
            stance = chooser.with_first_turn(state, last)
        self.memory.stance = stance
        self.evaluator.stance = stance.name if stance is not None else ""

    def _timed(self, limit_s: float | None) -> Enough:
        """A stop condition for work beside the search: its clock starts at the first call, and it returns whether the
        time is up."""
        end: float | None = None

        def enough() -> bool:
            nonlocal end
            if self.hurry():
                return True
            if limit_s is None:
                return False
            now = self.clock()
            end = now + STANCE_SHARE * limit_s if end is None else end
            return now >= end

        return enough

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        self.evaluator.stance = self.memory.stance.name if self.memory.stance is not None else ""
        interrupts = self.evaluator.plausible_interrupts(view_state, self.seat)
        if not interrupts:
            return None
        budget, best = self._budget(view_state, limit_s), None
        valuation = Valuation(self.rules, self.evaluator)
        with suppress(BudgetSpent):
            score = valuation.value(view_state, self.seat, budget)
            for action in interrupts:
                expected = valuation.expectation(view_state, action, self.seat, budget, score)
                if expected > score:
                    best, score = action, expected
        self.memory.positions_left -= budget.spent
        return self._announced(view_state, best, score) if best is not None else None

    def _think(self, state: Any, limit_s: float | None) -> PlayerChoice:
        """Choose an action that no plan contains: by planning a phase, by the evaluator's own courses, or by expected
        value."""
        evaluator, valuation = self.evaluator, Valuation(self.rules, self.evaluator)
        is_planned = evaluator.settled(state) and evaluator.plans(state)
        budget = self._budget(state, limit_s, PHASE_SHARE if is_planned else DECISION_SHARE)
        proposed = evaluator.proposed_courses(state, self.decision_seed(state), lambda: budget.is_spent)
        choice = self._proposed_choice(state, proposed)
        if choice is not None:
            return choice
        courses = self._courses(valuation, state, budget) if is_planned else []
        candidates = [OtherCourse(course.actions, course.value) for course in courses]
        shortlist = sorted(evaluator.shortlist(state), key=lambda option: -option.prior) if not candidates else []
        with suppress(BudgetSpent):
            for option in shortlist if len(shortlist) > 1 else ():
                best_values = nlargest(EXACT_CHOICES, (other.value for other in candidates))
                floor = best_values[-1] if len(best_values) == EXACT_CHOICES else NO_FLOOR
                expected = valuation.expectation(state, option.action, self.seat, budget, floor)
                candidates.append(OtherCourse((option.action,), expected))
        self.memory.positions_left -= budget.spent
        if not candidates:
            return self._choice(state, shortlist[0].action)
        best, *others = candidates if courses else sorted(candidates, key=lambda other: -other.value)
        if courses:
            self._remember(state, best.plan)
        later_actions = best.plan[1:] if courses else None
        return self._choice(state, best.plan[0], later_actions, best.value, others)

    def _proposed_choice(self, state: Any, proposed: Sequence[ProposedCourse]) -> PlayerChoice | None:
        """The choice of the first legal course among those that the evaluator proposes itself, with the evaluator's
        values; None if none is legal."""
        legal_courses = [(OtherCourse(actions, each.value), each.is_complete) for each in proposed
                         if (actions := apply_legal(self.rules, state, each.actions)[1])]
        if not legal_courses:
            return None
        (first, is_complete), *other_courses = legal_courses
        others = sorted((other for other, _ in other_courses), key=lambda other: -other.value)
        if not is_complete:
            return self._announced(state, first.plan[0], first.value, others)
        self._remember(state, first.plan)
        return self._choice(state, first.plan[0], first.plan[1:], first.value, others)

    def _announced(self, state: Any, action: Action, value: float, others: Sequence[OtherCourse] = ()) -> PlayerChoice:
        """The choice of an action, planned together with the follow-up actions that it announces, if any."""
        then = tuple(self.evaluator.follow_ups(state, action))
        if then:
            self._remember(state, (action, *then))
        return self._choice(state, action, then or None, value, others)

    def _courses(self, valuation: Valuation, state: Any, budget: WorkBudget) -> list[PhaseCourse]:
        """The courses found through a phase, the best first."""
        seed = self.decision_seed(state)
        answer_count = ASSUMED_OUTCOMES * max(1, self.evaluator.phases_to_end(state))
        no_playouts = (1 - self.search_share) * budget.positions_left < 2 * answer_count * MIN_ANSWER_POSITIONS
        part = budget.part((1 if no_playouts else self.search_share) * budget.positions_left)
        scripts = self.evaluator.scripts(self.rules.position(state).get("scenario", ""), self.seat)
        search = PhaseSearch(valuation, state, self.seat, Random(seed), part)
        courses = search.search(scripts)
        budget.charge(part)
        count = 0 if no_playouts else isqrt(int(budget.positions_left / (answer_count * POSITIONS_PER_ANSWER)))
        finalists = self._varied(courses)[:min(self.finalists, count)]
        if len(finalists) > 1 and self.max_playouts:
            answer_positions = min(self.answer_positions, int(budget.positions_left / (answer_count * len(finalists))))
            courses = finals(finalists, Outlook(valuation), self.seat, seed, budget, self.max_playouts,
                             answer_positions)
        if scripts and courses:
            self.name_stance(state, courses[0], search.scripted)
        return courses

    def name_stance(self, state: Any, course: PhaseCourse, scripted: Sequence[tuple[Script, PhaseCourse]]) -> None:
        """Remember the script whose course through the phase resembles the chosen course most; last turn's script wins
        ties. The stance stays unchanged if no script is similar enough, if several are equally similar, or if the
        evaluator's ``fits_script`` denies the similarity."""
        last, highest_share, most_similar = self.memory.stance, MIN_OVERLAP, list[Script]()
        for each, script_course in scripted:
            common = len({*script_course.actions[:-1]} & {*course.actions[:-1]})
            share = common / max(len(script_course.actions) - 1, len(course.actions) - 1, 1)
            if common >= MIN_COMMON_ACTIONS and share > MIN_OVERLAP and share >= highest_share:
                most_similar = [each] if share > highest_share else [*most_similar, each]
                highest_share = share
        script = next((each for each in most_similar if last is not None and each.name == last.name),
                      most_similar[0] if len(most_similar) == 1 else None)
        if script is None or not self.evaluator.fits_script(state, script.name, course.actions):
            return
        turn, earlier = self.rules.prompt(state).turn, (last, self.memory.former_stance)
        resumed = next((each for each in earlier if each is not None and each.name == script.name
                        and 0 <= turn - each.turn[0] <= MAX_PAUSE), None)
        turns = resumed.turns + (turn > resumed.turn[0]) if resumed is not None else 1
        if last is not None and last.name != script.name:
            self.memory.former_stance = last
        self.memory.stance = FollowedStance(script.name, script.title, turns, (turn, self.seat))

    def _varied(self, courses: Sequence[PhaseCourse]) -> list[PhaseCourse]:
        """The courses reordered: first the best course for each value of the evaluator's ``essentials``, then the
        others."""
        best: dict[Hashable, PhaseCourse] = {}
        others = []
        for course in courses:
            if best.setdefault(self.evaluator.essentials(course.after), course) is not course:
                others.append(course)
        return [*best.values(), *others]

    def _budget(self, state: Any, limit_s: float | None, share: float = DECISION_SHARE) -> WorkBudget:
        """The budget of a decision that begins now.

        :param share: the share of a player turn's positions that this decision may take.
        """
        prompt, memory = self.rules.prompt(state), self.memory
        turn = (prompt.turn, prompt.phasing_seat if prompt.phasing_seat is not None else prompt.to_act)
        turn_positions = self.positions * (LATE_FACTOR if self.evaluator.phases_to_end(state) else 1)
        if memory.player_turn != turn:
            memory.player_turn, memory.positions_left = turn, turn_positions
        positions = min(share * turn_positions, memory.positions_left)
        end = None if limit_s is None else self.clock() + max(share, HURRIED_SHARE) * limit_s
        return WorkBudget(positions, lambda: self.hurry() or (end is not None and self.clock() >= end))

    def _remember(self, state: Any, plan: tuple[Action, ...]) -> None:
        """Remember the actions of a plan after the first, each with the state in which it is planned."""
        self.memory.planned.clear()
        for number, action in enumerate(plan):
            self.memory.planned[state] = plan[number:]
            try:
                state = self.rules.apply(state, action)[0]
            except IllegalAction:
                break
        self.memory.planned.pop(next(iter(self.memory.planned)), None)
