"""The computer players by level: who can play what, and how long each may think."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from game.ai.budget import never
from game.ai.choice import Clock, Opponent, PlannedPhase
from game.ai.planner import Planner
from game.ai.seated import Recruit, Uniform
from game.core.contract import System
from game.core.evaluator import Evaluator
from game.core.message import MessageError, say
from game.levels import LEVELS, LevelInfo


class CannotPlay(MessageError, ValueError):
    """A level and a system, or a seat, that do not go together; says why."""


def levels_for(rules: System[Any]) -> Mapping[str, LevelInfo]:
    """The levels that can play a system, the weakest first: where it has no evaluator only ``random``."""
    taught = rules.evaluator() is not None
    return {name: info for name, info in LEVELS.items() if taught or name == "random"}


def usual_level(rules: System[Any]) -> str:
    """The strongest level that plays a system without asking for patience."""
    return [name for name, info in levels_for(rules).items() if info.patience <= 1][-1]


def limit_for(level: str, rules: System[Any]) -> float:
    """Seconds that a level may think about a player turn of a system against people; a level nobody knows has the
    usual."""
    info = LEVELS.get(level)
    return rules.traits.turn_seconds * (info.patience if info is not None else 1.0)


def make(
    level: str, rules: System[Any], seat: str, seed: int, *, clock: Clock = monotonic,
    planned: PlannedPhase | None = None, hurry: Callable[[], bool] = never, judge: Evaluator[Any] | None = None,
) -> Opponent:
    """A player of a level for a seat.

    :param seed: of its own random stream; the same seed, seat and position give the same choice (``random``: the
        same choices in the same order).
    :param planned: what another player of the seat meant to do, to go on with.
    :param hurry: asked often while the player thinks: once true, it answers with the best it has found.
    :param judge: what it judges by; the rules' own evaluator when left out.
    :raises CannotPlay: for a level that does not exist or cannot play the system, or a seat the system does not have.
    """
    if level not in LEVELS:
        raise CannotPlay(say("there is no player {level!r}; there is {names}", level=level, names=', '.join(LEVELS)))
    if seat not in rules.seats:
        raise CannotPlay(say("{name} has no seat {seat!r}; it has {names}", name=rules.name, seat=seat,
                             names=', '.join(rules.seats)))
    own = planned if planned is not None else PlannedPhase()
    if level == "random":
        return Uniform(rules, seat, seed, clock, own, hurry)
    judge = judge or rules.evaluator()
    if judge is None:
        raise CannotPlay(say("{level} cannot play {name}: it has no way to judge positions there",
                             level=level, name=rules.name))
    judge.seed = seed
    kind = Recruit if level == "recruit" else Planner
    return kind(rules, seat, seed, clock, own, hurry, judge=judge)
