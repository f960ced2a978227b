"""Courses of a bound judged by the enemy's best reply, after the dice of fights and shots. The values of fights and
shots are exact; the dice here only determine the position before the reply. The enemy is assumed to find its moves one
by one, so that a single search gives the reply for every roll of the PIP die."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.core.action import Faces
from game.core.chance import CHANCE
from game.core.decision import DecisionSystem
from game.core.indices import Seat
from game.rules.renaissance.ai import lines
from game.rules.renaissance.ai.courses import BoundCourse, BoundThinker
from game.rules.renaissance.ai.worth import Manner, eagerness, intention_value, worth
from game.rules.renaissance.engine.actions import END
from game.rules.renaissance.engine.state import RenaissanceState

FACES = range(1, 7)
MAX_PLIES = 40
"""Plies after which a bound is cut off; chosen: no bound was longer in the games examined."""


class ReplyJudge:
    """Judges courses of the phasing side by the enemy's replies.

    :param manner: the seat's manner of play.
    :param first: moves evaluated for the first move of a reply.
    :param more: moves evaluated for each later move.
    """

    def __init__(self, rules: DecisionSystem[RenaissanceState], seat: Seat, manner: Manner, first: int, more: int,
                 enough: Callable[[], bool]) -> None:
        self.rules, self.seat, self.manner = rules, seat, manner
        self.first, self.more, self.enough = first, more, enough

    def reply_change(self, course: BoundCourse, sample: int) -> tuple[float, bool]:
        """The change of a course's value by the enemy's reply, with one sample of the dice; and whether any dice were
        rolled."""
        after, rolled = self.end_of_bound(course.after, sample)
        if after.phase == "over":
            return 0.0, rolled
        own = intention_value(after, self.seat, self.manner)
        return self.value_after_reply(after) + own - worth(after, self.seat, manner=self.manner), rolled

    def value_after_reply(self, state: RenaissanceState) -> float:
        """The value of a position after the enemy's moves, averaged over the PIP die.

        :param state: a state with the enemy's PIP roll pending.
        """
        begun, _ = self.rules.apply(state, Faces((FACES[-1],)))
        thinker = BoundThinker(self.enough)
        start = thinker.value(begun)
        thoughts = thinker.evaluated_moves(begun, start, lines.candidate_moves(begun), self.first)
        courses = [BoundCourse(start, (), begun)]
        if thoughts and thoughts[0].gain > 0:
            courses += thinker.extended_courses(thoughts[0], start, thoughts, self.more * FACES[-1], self.more)[0]
        worst = [max((each for each in courses if begun.pips - each.after.pips <= pips), key=lambda each: each.worth)
                 for pips in FACES]
        return -sum(each.worth - eagerness(each.after, begun.seat) for each in worst) / len(worst)

    def end_of_bound(self, state: RenaissanceState, sample: int) -> tuple[RenaissanceState, bool]:
        """The position at the end of the bound with one sample of the dice, and whether any dice were rolled. A fight
        gets the same roll whatever else has moved; every second sample has the opposite faces of the one before."""
        state, _ = self.rules.apply(state, END)
        rolled = False
        for _ in range(MAX_PLIES):
            if state.phase in ("pips", "over") and not state.stack:
                break
            decision = self.rules.decision(state)
            if decision.seat(state) == CHANCE:
                roll = self.rules.pending_roll(state)
                assert roll is not None
                rolled = True
                random = Random(f"{sample // 2} {decision!r}")
                faces = tuple(random.choice(die.faces) for die in roll.dice)
                if sample % 2:
                    faces = tuple(die.faces[-1 - die.faces.index(face)] for die, face in zip(roll.dice, faces,
                                                                                             strict=True))
                state, _ = self.rules.apply(state, Faces(faces))
            else:
                answers = list(decision.answers(state))
                state, _ = self.rules.apply(state, next((each for each in answers if each.is_default),
                                                        answers[0]).action)
        return state, rolled

