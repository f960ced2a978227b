"""The search for a computer player's moves in a bound: candidate courses, the best of them judged by the enemy's reply.

Numbers are chosen, not measured, unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import NamedTuple

from game.core.action import Action
from game.core.decision import DecisionSystem
from game.rules.renaissance.ai import lines
from game.rules.renaissance.ai.courses import BoundCourse, BoundThinker, after_move, computed_move
from game.rules.renaissance.ai.replies import ReplyJudge
from game.rules.renaissance.ai.worth import Manner
from game.rules.renaissance.engine.actions import END
from game.rules.renaissance.engine.state import RenaissanceState

FIRST_MOVES = 100
"""Moves evaluated for the first move of a bound. The numbers of moves evaluated are those for the usual work; for a
share of it they are multiplied by its square root (``_evaluations``)."""
MIN_FIRST_MOVES = 40
"""The fewest moves evaluated for the first move of a bound."""
LATER_MOVES = 30
"""Moves evaluated for each later move."""
MIN_LATER_MOVES = 20
"""The fewest moves evaluated for each later move."""
ALL_LATER_MOVES = 450
"""Moves evaluated for all later moves together: enough for five after each of three first moves."""
BEAM_WIDTH = 3
"""First moves from which a whole bound is searched."""
FRUGAL_SHARE = 0.5
"""Share of its usual work from which a player weighs stances, searches several first moves and takes more dice
samples."""
FIRST_MOVE_SLACK = 0.1
"""The greatest loss by a first move alone for which its course is still searched further."""
OTHER_MANNERS = ((18.0, 0.4), (0.0, 2.0))
"""The eagerness and the fear of a bold and of a careful manner. A player with its full work also searches a course in
each of them; the enemy's reply decides between the courses."""
SINGLE_MOVES = 4
"""First moves that are candidates alone, without further moves."""
FINALISTS = 5
"""The most courses that are judged by the enemy's reply, one of them without a move; those of ``OTHER_MANNERS`` are
judged as well. At a tenth of the work, in quick battles against the scripts, the veteran scored 59 % of 56 games with 3
courses and 71 % of 29 with 5."""
BEST_COURSES = 4
"""The most courses returned."""
REPLY_FIRST_MOVES = 30
"""Moves evaluated for the first move of a reply: with the later ones about eighty in all."""
MIN_REPLY_FIRST_MOVES = 24
"""The fewest moves evaluated for the first move of a reply."""
REPLY_LATER_MOVES = 8
"""Moves evaluated for each later move of a reply."""
MIN_REPLY_LATER_MOVES = 6
"""The fewest moves evaluated for each later move of a reply."""
SAMPLE_ROUNDS = (2, 2)
"""Dice samples for each course, round by round; the worse half is dropped after the first round."""


def best_courses(rules: DecisionSystem[RenaissanceState], state: RenaissanceState, manner: Manner, work: float,
                 enough: Callable[[], bool]) -> list[BoundCourse]:
    """The best courses of a bound, at most ``BEST_COURSES``, the best first, as judged by the enemy's reply.

    :param work: share of the player's usual work, above 0.
    :param enough: called often; once it returns true, the search stops.
    """
    thinker = BoundThinker(enough, manner)
    courses = _candidate_courses(state, thinker, work)
    no_moves = next(each for each in courses if each.actions == (END,))
    courses.sort(key=lambda each: (-each.worth, [action.notation for action in each.actions]))
    finalists = {each.after.units: each for each in courses[:FINALISTS - 1]}
    finalists.setdefault(no_moves.after.units, no_moves)
    for each in _courses_of_other_manners(state, thinker) if work >= FRUGAL_SHARE else ():
        finalists.setdefault(each.after.units, each)
    courses = list(finalists.values())
    judge = ReplyJudge(rules, state.seat, manner, _evaluations(REPLY_FIRST_MOVES, work, MIN_REPLY_FIRST_MOVES),
                       _evaluations(REPLY_LATER_MOVES, work, MIN_REPLY_LATER_MOVES), enough)
    return _judged_courses(judge, courses, SAMPLE_ROUNDS if work >= FRUGAL_SHARE else SAMPLE_ROUNDS[:1], enough)


def _evaluations(usual: int, work: float, least: int = 0) -> int:
    """The number of moves to evaluate for a share of the usual work, with a minimum."""
    return max(least, int(usual * sqrt(work)))


def _candidate_courses(state: RenaissanceState, thinker: BoundThinker, work: float) -> list[BoundCourse]:
    """Candidate courses, valued before the enemy's reply; a course without a move is one of them."""
    start_value = thinker.value(state)
    first_moves = thinker.evaluated_moves(state, start_value, lines.candidate_moves(state, (), thinker.manner.goals),
                                          _evaluations(FIRST_MOVES, work, MIN_FIRST_MOVES))
    best = no_moves = BoundCourse(start_value, (END,), state)
    candidates = {state.units: no_moves}
    evaluations_left = _evaluations(ALL_LATER_MOVES, work)
    evaluations_per_move = _evaluations(LATER_MOVES, work, MIN_LATER_MOVES)
    for each in first_moves[:BEAM_WIDTH if work >= FRUGAL_SHARE else 1]:
        if thinker.enough() or each.gain <= -FIRST_MOVE_SLACK:
            break
        courses, evaluations_left = thinker.extended_courses(each, start_value, first_moves, evaluations_left,
                                                             evaluations_per_move)
        best = max(best, courses[-1], key=lambda course: course.worth)
        candidates |= {course.after.units: course for course in courses}
    for each in first_moves[:SINGLE_MOVES]:
        candidates.setdefault(each.after.units, BoundCourse(start_value + each.gain, (each.action,), each.after))
    for course in _without_one(state, best, thinker):
        candidates.setdefault(course.after.units, course)
    return list(candidates.values())


def _courses_of_other_manners(state: RenaissanceState, thinker: BoundThinker) -> Iterator[BoundCourse]:
    """The courses that a bolder and a more careful player would choose, valued in the thinker's own manner."""
    for eagerness, fear in OTHER_MANNERS:
        manner = thinker.manner._replace(eagerness=eagerness, fear=fear)
        course = BoundThinker(thinker.enough, manner).greedy_course(state, MIN_FIRST_MOVES, MIN_LATER_MOVES)
        if course is not None:
            yield course._replace(worth=thinker.value(course.after))


def _without_one(state: RenaissanceState, course: BoundCourse, thinker: BoundThinker) -> Iterator[BoundCourse]:
    """Variants of a course, each without one of its moves."""
    course_actions = [action for action in course.actions if action != END]
    for left_out in course_actions[:-1] if len(course_actions) > 2 else ():
        after, remaining = state, list[Action]()
        for action in course_actions:
            if action != left_out and not thinker.enough():
                move = computed_move(after, action)
                if move.why is None:
                    after = after_move(after, action, move)
                    remaining.append(action)
        if remaining:
            yield BoundCourse(thinker.value(after), (*remaining, END), after)


class JudgedCourse(NamedTuple):
    """A course and the enemy's replies to it."""

    course: BoundCourse
    shifts: tuple[float, ...] = ()
    """The change of its value by each reply."""
    rolls: bool = True
    """Whether dice are rolled before the reply; if not, one reply is enough."""

    @property
    def shifted(self) -> BoundCourse:
        """The course with its value after the enemy's reply."""
        mean = sum(self.shifts) / len(self.shifts) if self.shifts else 0.0
        return self.course._replace(worth=self.course.worth + mean)

    def answered(self, judge: ReplyJudge, samples: range) -> JudgedCourse:
        """The course judged by further replies.

        :param samples: the numbers of the dice samples.
        """
        judged = self
        for sample in samples:
            if judged.rolls or not judged.shifts:
                shift, rolls = judge.reply_change(judged.course, sample)
                judged = JudgedCourse(judged.course, (*judged.shifts, shift), rolls)
        return judged


def _judged_courses(judge: ReplyJudge, courses: list[BoundCourse], rounds: tuple[int, ...],
                    enough: Callable[[], bool]) -> list[BoundCourse]:
    """The courses with their values after the enemy's reply, the best first; eliminated courses come last. A reply cut
    short by the time limit is dropped, since it would look too weak.

    :param rounds: dice samples for each course in each round; the worse half of the courses is eliminated after one.
    """
    candidates, eliminated = [JudgedCourse(course) for course in courses], list[JudgedCourse]()
    sample = 0
    for samples in rounds:
        judged = list[JudgedCourse]()
        for each in candidates if len(candidates) > 1 else ():
            after = each.answered(judge, range(sample, sample + samples))
            if enough():
                break
            judged.append(after)
        if len(judged) < 2:
            break
        judged.sort(key=lambda each: -each.shifted.worth)
        kept_count = max(2, len(candidates) // 2)
        candidates, eliminated = judged[:kept_count], [*judged[kept_count:], *candidates[len(judged):], *eliminated]
        sample += samples
    return [each.shifted for each in (*candidates, *eliminated)][:BEST_COURSES]
