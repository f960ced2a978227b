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

    def evaluated_moves(self, state: RenaissanceState, here: float, ideas: Iterable[lines.Alternatives],
                        left: int) -> list[CandidateMove]:
        """The evaluated candidates for the next move, the best first.

        :param here: the value without a move.
        :param left: the most moves to evaluate.
        """
        candidates: list[CandidateMove] = []
        seen = set()
        for ways in ideas:
            if left <= 0 or (self.enough() and candidates):
                break
            for action in ways:
                left -= 1
                done = computed_move(state, action)
                if done.why is None:
                    after = after_move(state, action, done)
                    if after.units not in seen:
                        seen.add(after.units)
                        gain = self.value(after) - here - MIN_PIP_GAIN * (state.pips - after.pips)
                        wet = done.into_river and state.river == "unrolled"
                        candidates.append(CandidateMove(gain, action, after, done.slots, wet))
                    break
        return sorted(candidates, key=lambda each: (-each.gain, each.action.notation))

    def extended_courses(self, first: CandidateMove, start: float, known: Sequence[CandidateMove], left: int,
                         most: int) -> tuple[list[BoundCourse], int]:
        """The courses from a first move: this move alone, then with one more move each time; and the number of moves
        that may still be evaluated.

        :param start: the value without a move.
        :param known: the other candidates for the first move.
        :param left: the most moves to evaluate in all.
        :param most: the most moves to evaluate for one move.
        """
        state, here, done = first.after, start + first.gain, [first.action]
        courses, moved = [BoundCourse(here, (first.action,), state)], set(first.slots)
        while not first.wet and state.pips and left > 0 and not self.enough():
            again = [(each.action,) for each in known if moved.isdisjoint(each.slots)][:REEVALUATED_MOVES]
            ideas = chain(again, lines.candidate_moves(state, first.slots, self.manner.goals))
            candidates = self.evaluated_moves(state, here, ideas, min(left, most))
            left -= most
            if not candidates or candidates[0].gain <= 0:
                break
            first = candidates[0]
            moved.update(first.slots)
            tried = {each.action for each in candidates}
            known = [*candidates[1:], *(each for each in known if each.action not in tried)]
            state, here = first.after, here + first.gain
            done.append(first.action)
            courses.append(BoundCourse(here, tuple(done), state))
        if not first.wet:
            courses = [each._replace(actions=(*each.actions, END)) for each in courses]
        return courses, left


def computed_move(state: RenaissanceState, action: Action) -> moves.ComputedMove:
    """The result of a move by the movement rules."""
    done = compute_tactical_move(state, action)
    assert done is not None, "a tactical move"
    return done


def after_move(state: RenaissanceState, action: Action, done: moves.ComputedMove) -> RenaissanceState:
    """The state after a move, given its result by the movement rules; a river that it enters stays unknown."""
    if isinstance(action, EnterCamp | LeaveCamp):
        return Moves().apply(state, action)[0]
    return moves.apply_move(state, done)
