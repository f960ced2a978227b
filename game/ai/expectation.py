"""The exact expectation of an action: chance nodes expanded over their branches, small decisions made for the best."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from game.core.action import Action, Faces
from game.core.chance import CHANCE
from game.core.contract import DRAW, System
from game.core.evaluator import Evaluator

Enough = Callable[[], bool]
"""Whether the time to think is up."""


class OutOfTime(Exception):
    """The time to think was up before the whole expectation was known."""


def never() -> bool:
    """There is no limit."""
    return False


def expectation(
    rules: System[Any], judge: Evaluator[Any], state: Any, action: Action, seat: str, enough: Enough = never
) -> float:
    """The score a seat may expect after a legal action, from -1 to 1.

    :raises IllegalAction: when the rules refuse the action.
    :raises OutOfTime: once ``enough`` says so.
    """
    return value(rules, judge, rules.apply(state, action)[0], seat, enough)


def value(rules: System[Any], judge: Evaluator[Any], state: Any, seat: str, enough: Enough = never) -> float:
    """The score a seat may expect in a state.

    Goes on through rolls and pending decisions until the evaluator calls a state settled, or the game is over.

    :raises OutOfTime: once ``enough``, which is asked at every state on the way, says so.
    """
    if enough():
        raise OutOfTime
    actor = rules.to_act(state)
    if actor is None:
        return final(rules, state, seat)
    if actor == CHANCE:
        return _over_branches(rules, judge, state, seat, enough)
    if judge.settled(state):
        return judge.worth(state, seat)
    values = (expectation(rules, judge, state, action, seat, enough) for action in judge.shortlist(state))
    return max(values) if actor == seat else min(values)


def final(rules: System[Any], state: Any, seat: str) -> float:
    """The score of a finished game: 1 won, 0 drawn, -1 lost."""
    result = rules.result(state)
    assert result is not None, "a game nobody can go on with has a result"
    if result.winner == DRAW:
        return 0.0
    return 1.0 if result.winner == seat else -1.0


def _over_branches(rules: System[Any], judge: Evaluator[Any], state: Any, seat: str, enough: Enough) -> float:
    chances: dict[Any, Fraction] = {}
    for branch in rules.branches(state):
        after = rules.apply(state, Faces(branch.faces))[0]
        chances[after] = chances.get(after, Fraction(0)) + branch.chance
    return sum(value(rules, judge, after, seat, enough) * float(chance) for after, chance in chances.items())
