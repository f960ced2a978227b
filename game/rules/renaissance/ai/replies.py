"""Courses of a bound judged by the enemy's best reply, after the dice of fights and shots. The values of fights and
shots are exact; the dice here only determine the position before the reply. The enemy is assumed to find its moves one
by one, so that a single search gives the reply for every roll of the PIP die."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.core.action import Faces
from game.core.chance import CHANCE, D6
from game.core.decision import DecisionSystem
from game.core.indices import Seat
from game.rules.renaissance.ai import lines
from game.rules.renaissance.ai.courses import BoundCourse, BoundThinker
from game.rules.renaissance.ai.worth import PLAIN_MANNER, Manner, intention_value, worth
from game.rules.renaissance.engine.actions import END
from game.rules.renaissance.engine.state import RenaissanceState

FACES = D6.faces
MAX_PLIES = 40
"""Number of plies after which a bound is cut off; chosen: no bound was longer in the games examined."""


class ReplyJudge:
    """Judges courses of the phasing side by the enemy's replies.

    :param seat: the phasing side.
    :param manner: the seat's manner of play.
    :param first_moves: moves evaluated for the first move of a reply.
    :param later_moves: moves evaluated for each later move.
    :param enough: called often; once it returns true, the search for a reply stops.
    """

    def __init__(self, rules: DecisionSystem[RenaissanceState], seat: Seat, manner: Manner, first_moves: int,
                 later_moves: int, enough: Callable[[], bool]) -> None:
        self.rules, self.seat, self.manner = rules, seat, manner
        self.first_moves, self.later_moves, self.enough = first_moves, later_moves, enough

    def reply_change(self, course: BoundCourse, sample: int) -> tuple[float, bool]:
        """The change of a course's value by the enemy's reply, with one sample of the dice; and whether any dice were
        rolled. The change is 0 if no reply follows, or if the bound is cut off."""
        after, has_rolled = self.end_of_bound(course.after, sample)
        if after.phase != "pips" or after.stack:  # the battle is over, or the bound was cut off
            return 0.0, has_rolled
        # the value after the reply lacks the side's intentions, which the value before it includes
        value_of_intentions = intention_value(after, self.seat, self.manner)
        change = self.value_after_reply(after) + value_of_intentions - worth(after, self.seat, manner=self.manner)
        return change, has_rolled

    def value_after_reply(self, state: RenaissanceState) -> float:
        """The value of a position after the enemy's moves, averaged over the PIP die.

        :param state: a state with the enemy's PIP roll pending.
        """
        enemy_bound, _ = self.rules.apply(state, Faces((FACES[-1],)))
        thinker = BoundThinker(self.enough)
        start_value = thinker.value(enemy_bound)
        candidates = thinker.evaluated_moves(enemy_bound, start_value, lines.candidate_moves(enemy_bound),
                                             self.first_moves)
        courses = [BoundCourse(start_value, (), enemy_bound)]
        if candidates and candidates[0].gain > 0:
            extended, _ = thinker.extended_courses(candidates[0], start_value, candidates,
                                                   self.later_moves * FACES[-1], self.later_moves)
            courses += extended
        best_by_pips = [max((each for each in courses if enemy_bound.pips - each.after.pips <= pips),
                            key=lambda each: each.worth) for pips in FACES]
        values = [each.worth - intention_value(each.after, enemy_bound.seat, PLAIN_MANNER) for each in best_by_pips]
        return -sum(values) / len(values)

    def end_of_bound(self, state: RenaissanceState, sample: int) -> tuple[RenaissanceState, bool]:
        """The position at the end of the bound with one sample of the dice, and whether any dice were rolled. A fight
        gets the same roll whatever else has moved; every second sample has the opposite faces of the one before.

        :param sample: the number of the sample, from 0.
        """
        state, _ = self.rules.apply(state, END)
        has_rolled = False
        for _ in range(MAX_PLIES):
            if state.phase in ("pips", "over") and not state.stack:
                break
            decision = self.rules.decision(state)
            if decision.seat(state) == CHANCE:
                roll = self.rules.pending_roll(state)
                assert roll is not None
                has_rolled = True
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
        return state, has_rolled

