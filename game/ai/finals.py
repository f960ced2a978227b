"""Successive halving: courses are tried over many rolls, and the worse half drops out again and again.

Few looks tell little, so the value that the search found goes on counting as if it were some looks more, and those who
stay in get the looks that the others would have had.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import accumulate
from math import ceil, log2
from random import Random

from game.ai.budget import WorkBudget
from game.ai.outlook import Outlook
from game.ai.phase_search import PhaseCourse
from game.ai.valuation import OutOfTime

TRUST = 4
"""How many looks the value found by the search counts for; chosen: 10 were no better at Kassala."""


def finals(
    courses: Sequence[PhaseCourse], outlook: Outlook, seat: str, seed: int, budget: WorkBudget, samples: int, reply: int
) -> list[PhaseCourse]:
    """The courses with their values for a seat, the best first; those that dropped out earlier come last.

    :param seed: the rolls come from it; every course that is still in meets the same.
    :param budget: shared out evenly between the rounds.
    :param samples: looks at each course in one round, at most.
    :param reply: positions the other side weighs in each look.
    """
    left = list(courses)
    out: list[PhaseCourse] = []
    looks, temper = 0, outlook.judge.temper
    while len(left) > 1 and not budget.is_spent:
        part = budget.part(budget.left / ceil(log2(len(left))))
        totals, met = [0.0] * len(left), 0
        with suppress(OutOfTime):
            for _ in range(samples):
                found = [outlook.look(course.after, seat, Random(seed + looks + met), part, reply) for course in left]
                totals = [total + temper.liking(look) for total, look in zip(totals, found, strict=True)]
                met += 1
        budget.take(part)
        known = TRUST + looks
        looks += met
        means = [(known * temper.liking(course.value) + total) / (known + met)
                 for course, total in zip(left, totals, strict=True)]
        weighed = [PhaseCourse(course.actions, temper.score(mean), course.after)
                   for course, mean in zip(left, means, strict=True)]
        weighed.sort(key=lambda course: -course.value)
        keep = ceil(len(weighed) / 2)
        left, out = weighed[:keep], weighed[keep:] + out
    ranked = left + out
    ceilings = accumulate((course.value for course in ranked), min)  # who dropped out is worth no more than who stayed
    return [PhaseCourse(course.actions, value, course.after) for course, value in zip(ranked, ceilings, strict=True)]
