"""What a computer player does in the moves of a bound: courses that look good, the best of them judged by the enemy's
answer.

Numbers are chosen, not measured, unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt

from game.core.action import Action
from game.core.decision import Decided
from game.rules.renaissance.ai import lines
from game.rules.renaissance.ai.courses import BoundCourse, BoundThinker, played, worked_out
from game.rules.renaissance.ai.replies import ReplyJudge
from game.rules.renaissance.ai.worth import Manner
from game.rules.renaissance.engine.actions import END
from game.rules.renaissance.engine.state import RenaissanceState

FIRST = 100
"""Moves that are worked out for the first move of a bound."""
NEXT = 30
"""Those for each move after it."""
TRIED = 120
"""Those for all moves after the first."""
BEAM = 3
"""First moves from which a bound is thought through."""
FRUGAL = 0.5
"""The share of its work from which it weighs stances, thinks several first moves through, and meets more dice."""
LEAST = 8
"""Moves worked out for a further move, however small that share."""
SLACK = 0.1
"""How much a first move may lose at first."""
FINALISTS = 5
"""Courses that are judged by the enemy's answer; three at least."""
REPLY_FIRST, REPLY_NEXT = 24, 8
"""Moves that are worked out for the first move of an answer, and for each after it: about sixty for all."""
ROUNDS = (2, 2)
"""Falls of the dice that courses meet; after the first round the worse half drops out."""


def thought_through(rules: Decided[RenaissanceState], state: RenaissanceState, manner: Manner, work: float,
                    enough: Callable[[], bool]) -> list[BoundCourse]:
    """The moves of a bound, the best first, at most four.

    :param work: the share of its usual work that it may do.
    """
    courses = _courses(state, BoundThinker(enough, manner), work)
    stand = next(each for each in courses if each.actions == (END,))
    share = sqrt(work)
    courses.sort(key=lambda each: (-each.worth, [action.notation for action in each.actions]))
    courses = courses[:max(3, round(FINALISTS * share))]
    if stand not in courses:
        courses[-1] = stand
    judge = ReplyJudge(rules, state.seat, manner, round(REPLY_FIRST * share), round(REPLY_NEXT * share), enough)
    return _judged(judge, courses, ROUNDS if work >= FRUGAL else ROUNDS[:1], enough)


def _courses(state: RenaissanceState, thinker: BoundThinker, work: float) -> list[BoundCourse]:
    """Courses that look good before the enemy has answered; one is to stand."""
    start = thinker.value(state)
    first = thinker.weighed(state, start, lines.ideas(state, (), thinker.manner.goals), int(FIRST * work))
    stand = BoundCourse(start, (END,), state)
    found = {state.units: stand}
    left, most, best = int(TRIED * work), max(LEAST, int(NEXT * work)), stand
    for each in first[:BEAM if work >= FRUGAL else 1]:
        if thinker.enough() or each.gain <= -SLACK:
            break
        courses, left = thinker.continued(each, start, first, left, most)
        best = max(best, courses[-1], key=lambda course: course.worth)
        found |= {course.after.units: course for course in courses}
    for each in first[:4]:
        found.setdefault(each.after.units, BoundCourse(start + each.gain, (each.action,), each.after))
    for course in _without_one(state, best, thinker):
        found.setdefault(course.after.units, course)
    return list(found.values())


def _without_one(state: RenaissanceState, course: BoundCourse, thinker: BoundThinker) -> Iterator[BoundCourse]:
    """A course without one of its moves."""
    done = [action for action in course.actions if action != END]
    for left_out in done[:-1] if len(done) > 2 else ():
        after, kept = state, list[Action]()
        for action in done:
            if action != left_out and not thinker.enough():
                way = worked_out(after, action)
                if way.why is None:
                    after = played(after, action, way)
                    kept.append(action)
        if kept:
            yield BoundCourse(thinker.value(after), (*kept, END), after)


def _judged(judge: ReplyJudge, courses: list[BoundCourse], rounds: tuple[int, ...],
            enough: Callable[[], bool]) -> list[BoundCourse]:
    """Courses with what they are worth when the enemy has answered, the best first; who drops out stays behind."""
    left, out = [(course, list[float](), True) for course in courses], list[BoundCourse]()
    sample = 0
    for number, samples in enumerate(rounds):
        if enough() or len(left) < 2:
            break
        after = []
        for course, shifts, rolls in left:
            for each in range(sample, sample + samples):
                if (not rolls and shifts) or (enough() and shifts):
                    break
                shift, rolls = judge.shift(course, each)
                shifts.append(shift)
            after.append((course, shifts, rolls))
        sample += samples
        left = sorted(after, key=lambda each: -each[0].worth - sum(each[1]) / len(each[1]))
        if number + 1 < len(rounds):
            half = max(2, len(left) // 2)
            left, out = left[:half], [_shifted(*each[:2]) for each in left[half:]]
    found = [_shifted(course, shifts) if shifts else course for course, shifts, _ in left]
    return [*found, *out][:4]


def _shifted(course: BoundCourse, shifts: list[float]) -> BoundCourse:
    return course._replace(worth=course.worth + sum(shifts) / len(shifts))
