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
from game.rules.renaissance.ai.worth import PLAIN_MANNER, Manner, after_moves, worth
from game.rules.renaissance.engine import moves
from game.rules.renaissance.engine.actions import END, EnterCamp, LeaveCamp
from game.rules.renaissance.engine.bound import TacticalMoves
from game.rules.renaissance.engine.special_moves import compute_tactical_move
from game.rules.renaissance.engine.state import RenaissanceState

MIN_PIP_GAIN = 0.006
"""The least gain, in elements, for which a PIP is spent."""
REEVALUATED_MOVES = 14
"""The number of best candidates of the previous move that are evaluated again before new ones."""


class CandidateMove(NamedTuple):
    """A move and its gain."""

    gain: float
    """Gain over the value that it is compared with (``value_here``), in elements, net of ``MIN_PIP_GAIN`` for each PIP
    that the move costs."""
    action: lines.Move
    after: RenaissanceState
    slots: tuple[Slot, ...]
    """The bases that it moves."""
    enters_unknown_river: bool
    """Whether the move enters a river in an unknown state, which ends the plan."""


class BoundCourse(NamedTuple):
    """The moves of a bound, with their value and the state after them."""

    worth: float
    """In elements: the value at the end; if it is a sum of gains, less ``MIN_PIP_GAIN`` for each PIP of the last move
    alone, as the gain of every further move makes up for the charge of the move before it."""
    actions: tuple[Action, ...]
    after: RenaissanceState


class BoundThinker:
    """Searches for the moves of a bound, for the phasing side.

    :param enough: called often; once it returns true, the search stops with the best moves found so far.
    """

    def __init__(self, enough: Callable[[], bool], manner: Manner = PLAIN_MANNER) -> None:
        self.enough, self.manner = enough, manner

    def value(self, state: RenaissanceState) -> float:
        """The value of the position if the moves end here."""
        return worth(after_moves(state), state.seat, manner=self.manner)

    def evaluated_moves(self, state: RenaissanceState, value_here: float, proposals: Iterable[lines.Alternatives],
                        evaluations_left: int) -> list[CandidateMove]:
        """The evaluated candidates for the next move, the best first.

        :param value_here: the value with which the moves are compared: for the first move of a bound the value without
            a move, for a later one the worth of the course so far, which has its last move's PIPs charged.
        :param proposals: the moves to evaluate; of alternatives, the first legal one.
        :param evaluations_left: the most moves to evaluate.
        """
        candidates: list[CandidateMove] = []
        states_reached = set()
        for alternatives in proposals:
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
                        into_unknown_river = move.into_river and state.river == "unrolled"
                        candidates.append(CandidateMove(gain, action, after, move.slots, into_unknown_river))
                    break
        return sorted(candidates, key=lambda each: (-each.gain, each.action.notation))

    def extended_courses(self, first_move: CandidateMove, start_value: float, known_moves: Sequence[CandidateMove],
                         evaluations_left: int, evaluations_per_move: int) -> tuple[list[BoundCourse], int]:
        """The courses from a first move: this move alone, then with one more move each time; and the number of moves
        that may still be evaluated.

        Each course ends with ``END``. If the search stops at a move into a river in an unknown state, none of the
        courses does, not even the shorter ones.

        :param start_value: the value without a move.
        :param known_moves: the other candidates for the first move.
        :param evaluations_left: the most moves to evaluate in all.
        :param evaluations_per_move: the most moves to evaluate for one move.
        """
        last_move, state, value_here = first_move, first_move.after, start_value + first_move.gain
        actions, moved_slots = [first_move.action], set(first_move.slots)
        courses = [BoundCourse(value_here, (first_move.action,), state)]
        while not last_move.enters_unknown_river and state.pips and evaluations_left > 0 and not self.enough():
            known_first = [(each.action,) for each in known_moves if moved_slots.isdisjoint(each.slots)]
            proposals = chain(known_first[:REEVALUATED_MOVES],
                              lines.candidate_moves(state, last_move.slots, self.manner.goals))
            candidates = self.evaluated_moves(state, value_here, proposals, min(evaluations_left, evaluations_per_move))
            evaluations_left -= evaluations_per_move
            if not candidates or candidates[0].gain <= 0:
                break
            last_move = candidates[0]
            moved_slots.update(last_move.slots)
            evaluated_actions = {each.action for each in candidates}
            known_moves = [*candidates[1:], *(each for each in known_moves if each.action not in evaluated_actions)]
            state, value_here = last_move.after, value_here + last_move.gain
            actions.append(last_move.action)
            courses.append(BoundCourse(value_here, tuple(actions), state))
        if not last_move.enters_unknown_river:
            courses = [each._replace(actions=(*each.actions, END)) for each in courses]
        return courses, evaluations_left

    def greedy_course(self, state: RenaissanceState, first_moves: int, later_moves: int) -> BoundCourse | None:
        """The course of the best move each time; None if no move gains anything.

        :param first_moves: the most moves to evaluate for the first move.
        :param later_moves: the most moves to evaluate for each later move.
        """
        start_value, proposals = self.value(state), lines.candidate_moves(state, (), self.manner.goals)
        candidates = self.evaluated_moves(state, start_value, proposals, first_moves)
        if not candidates or candidates[0].gain <= 0:
            return None
        return self.extended_courses(candidates[0], start_value, candidates, later_moves * state.pips,
                                     later_moves)[0][-1]


def computed_move(state: RenaissanceState, action: Action) -> moves.ComputedMove:
    """The result of a move by the movement rules."""
    move = compute_tactical_move(state, action)
    assert move is not None, "a tactical move"
    return move


def after_move(state: RenaissanceState, action: Action, move: moves.ComputedMove) -> RenaissanceState:
    """The state after a move, given its result by the movement rules; a river that it enters stays unknown."""
    if isinstance(action, EnterCamp | LeaveCamp):
        return TacticalMoves().apply(state, action)[0]
    return moves.apply_move(state, move)
