"""Greedy search for the moves of a bound: each move is the best one after the moves before it.

Numbers are chosen, not measured, unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from game.core.action import Action
from game.core.indices import Slot
from game.rules.renaissance.ai import lines
from game.rules.renaissance.ai.worth import PLAIN_MANNER, Manner, turn_to_face, worth
from game.rules.renaissance.engine import moves
from game.rules.renaissance.engine.actions import END, EnterCamp, LeaveCamp
from game.rules.renaissance.engine.bound import Moves
from game.rules.renaissance.engine.special_moves import compute_tactical_move
from game.rules.renaissance.engine.state import RenaissanceState

MIN_PIP_GAIN = 0.006
"""The least gain for which a PIP is spent."""
REEVALUATED_MOVES = 14
"""The number of best candidates of the previous move that are evaluated again before new ones."""


class CandidateMove(NamedTuple):
    """A move and its gain over doing nothing."""

    gain: float
    action: lines.Move
    after: RenaissanceState
    slots: tuple[Slot, ...]
    wet: bool
    """Whether the move enters a river in an unknown state, which ends the plan."""


class BoundCourse(NamedTuple):
    """The moves of a bound, with their value and the state after them."""

    worth: float
    actions: tuple[Action, ...]
    after: RenaissanceState


class BoundThinker:
    """Searches for the moves of a bound, for the phasing side.

    :param enough: called often; once it returns true, the best found so far is returned.
    """

    def __init__(self, enough: Callable[[], bool], manner: Manner = PLAIN_MANNER) -> None:
        self.enough, self.manner = enough, manner

    def value(self, state: RenaissanceState) -> float:
        """The value of the position if the moves end here."""
        return worth(turn_to_face(state), state.seat, manner=self.manner)

    def evaluated_moves(self, state: RenaissanceState, value_here: float, ideas: Iterable[lines.Alternatives],
                        evaluations_left: int) -> list[CandidateMove]:
        """The evaluated candidates for the next move, the best first.

        :param value_here: the value without a move.
        :param evaluations_left: the most moves to evaluate.
        """
        candidates: list[CandidateMove] = []
        states_reached = set()
        for alternatives in ideas:
            if evaluations_left <= 0 or (self.enough() and candidates):
                break
            for action in alternatives:
                evaluations_left -= 1
                move = computed_move(state, action)
                if move.why is None:
                    after = after_move(state, action, move)
                    if after.units not in states_reached:
                        states_reached.add(after.units)
                        gain = self.value(after) - value_here - MIN_PIP_GAIN * (state.pips - after.pips)
                        wet = move.into_river and state.river == "unrolled"
                        candidates.append(CandidateMove(gain, action, after, move.slots, wet))
                    break
        return sorted(candidates, key=lambda each: (-each.gain, each.action.notation))

    def extended_courses(self, first: CandidateMove, start: float, known_moves: Sequence[CandidateMove],
                         evaluations_left: int,
                         evaluations_per_move: int) -> tuple[list[BoundCourse], int]:
        """The courses from a first move: this move alone, then with one more move each time; and the number of moves
        that may still be evaluated.

        :param start: the value without a move.
        :param known_moves: the other candidates for the first move.
        :param evaluations_left: the most moves to evaluate in all.
        :param evaluations_per_move: the most moves to evaluate for one move.
        """
        state, value_here, actions = first.after, start + first.gain, [first.action]
        courses, moved = [BoundCourse(value_here, (first.action,), state)], set(first.slots)
        while not first.wet and state.pips and evaluations_left > 0 and not self.enough():
            known_again = [(each.action,) for each in known_moves if moved.isdisjoint(each.slots)][:REEVALUATED_MOVES]
            ideas = chain(known_again, lines.candidate_moves(state, first.slots, self.manner.goals))
            candidates = self.evaluated_moves(state, value_here, ideas, min(evaluations_left, evaluations_per_move))
            evaluations_left -= evaluations_per_move
            if not candidates or candidates[0].gain <= 0:
                break
            first = candidates[0]
            moved.update(first.slots)
            tried = {each.action for each in candidates}
            known_moves = [*candidates[1:], *(each for each in known_moves if each.action not in tried)]
            state, value_here = first.after, value_here + first.gain
            actions.append(first.action)
            courses.append(BoundCourse(value_here, tuple(actions), state))
        if not first.wet:
            courses = [each._replace(actions=(*each.actions, END)) for each in courses]
        return courses, evaluations_left


def computed_move(state: RenaissanceState, action: Action) -> moves.ComputedMove:
    """The result of a move by the movement rules."""
    done = compute_tactical_move(state, action)
    assert done is not None, "a tactical move"
    return done


def after_move(state: RenaissanceState, action: Action, move: moves.ComputedMove) -> RenaissanceState:
    """The state after a move, given its result by the movement rules; a river that it enters stays unknown."""
    if isinstance(action, EnterCamp | LeaveCamp):
        return Moves().apply(state, action)[0]
    return moves.apply_move(state, move)
