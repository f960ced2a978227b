"""Successive halving: courses are compared by playouts over many rolls, and the worse half is dropped after each round.

A few playouts say little, so the value found by the search keeps counting as if it were some more playouts. The
remaining courses get the playouts that the eliminated ones would have had.
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
from game.ai.valuation import BudgetSpent

PRIOR_PLAYOUTS = 4
"""The number of playouts that the value found by the search counts for; chosen: 10 did no better at Kassala."""


def finals(
    courses: Sequence[PhaseCourse], outlook: Outlook, seat: str, seed: int, budget: WorkBudget, max_playouts: int,
    answer_positions: int,
) -> list[PhaseCourse]:
    """The courses with their values for a seat, the best first; courses eliminated earlier come last.

    :param seed: the seed of the rolls; all remaining courses get the same rolls.
    :param budget: divided evenly among the rounds.
    :param max_playouts: the most playouts of each course in one round.
    :param answer_positions: the positions that a side may evaluate for its answer in each playout.
    """
    remaining = list(courses)
    eliminated: list[PhaseCourse] = []
    playouts_before, personality = 0, outlook.evaluator.personality
    while len(remaining) > 1 and not budget.is_spent:
        part = budget.part(budget.positions_left / ceil(log2(len(remaining))))
        totals, playouts = [0.0] * len(remaining), 0
        with suppress(BudgetSpent):
            for _ in range(max_playouts):
                roll_seed = seed + playouts_before + playouts
                scores = [outlook.playout(course.after, seat, Random(roll_seed), part, answer_positions)
                          for course in remaining]
                totals = [total + personality.liking(score) for total, score in zip(totals, scores, strict=True)]
                playouts += 1
        budget.charge(part)
        known_playouts = PRIOR_PLAYOUTS + playouts_before
        playouts_before += playouts
        means = [(known_playouts * personality.liking(course.value) + total) / (known_playouts + playouts)
                 for course, total in zip(remaining, totals, strict=True)]
        ranked = [PhaseCourse(course.actions, personality.score(mean), course.after)
                  for course, mean in zip(remaining, means, strict=True)]
        ranked.sort(key=lambda course: -course.value)
        half = ceil(len(ranked) / 2)
        remaining, eliminated = ranked[:half], ranked[half:] + eliminated
    ranked = remaining + eliminated
    ceilings = accumulate((course.value for course in ranked), min)  # no more than any better-ranked course
    return [PhaseCourse(course.actions, value, course.after) for course, value in zip(ranked, ceilings, strict=True)]
