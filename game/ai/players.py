"""The computer players: levels, and how each comes to a choice. Generic over systems; what is worth what they ask."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from json import dumps
from random import Random
from time import monotonic
from typing import Any, Protocol

from game.ai.expectation import Enough, OutOfTime, expectation, never, value
from game.core.action import Action
from game.core.contract import System
from game.core.evaluator import Evaluator
from game.core.message import MessageError, Text, say, several
from game.levels import LEVELS, LevelInfo

BOLD = 0.02
"""How often the random player interrupts where it may."""
EAGER = 0.5
"""How often the recruit interrupts where there is good reason to."""

Clock = Callable[[], float]
"""Seconds since some fixed moment."""


class CannotPlay(MessageError, ValueError):
    """A level and a system, or a seat, that do not go together; says why."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Something else that could have been done."""

    plan: tuple[Action, ...]
    """All the actions of it, as far as they have been worked out; at least one."""
    value: float
    """The score its seat may expect of it: from -1 for a certain defeat to 1 for a certain win."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player does, and why in one line."""

    action: Action
    why: Text
    plan: tuple[Action, ...] = ()
    """The action and all that is meant to follow it in the same phase; empty where nothing is planned."""
    value: float | None = None
    """The score its seat may expect, from -1 to 1; None where nothing was weighed."""
    alternatives: tuple[Alternative, ...] = ()
    """The best of what was weighed and not chosen, the best first: at most three."""


class Player(Protocol):
    """Sees a view of the state and chooses a legal action."""

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> Choice | None:
        """What to interrupt with where the rules' ``may_interrupt`` names the player's seat; None to let play go on.

        Asked after every action of either side; once it has interrupted, ``choose`` is asked.
        """
        ...

    def choose(self, view_state: Any, limit_s: float | None = None) -> Choice:
        """The action in a state where the player's seat must act.

        :param limit_s: seconds after which thinking is cut short; None for as long as it takes.
        """
        ...


@dataclass
class PlannedPhase:
    """What a player means to do in the rest of a phase."""

    actions: dict[Any, tuple[Action, ...]] = field(default_factory=dict)
    """State -> the next action and all that are to follow it."""
    next: Any = None
    """The state that what it chose last leads to."""
    met: set[Any] = field(default_factory=set)
    """The states in which it has chosen, one after the other without a roll or anybody else between."""


@dataclass
class Seated:
    """What all players have in common: a seat, a random stream of their own and a clock."""

    rules: System[Any]
    seat: str
    seed: int
    clock: Clock = monotonic
    planned: PlannedPhase = field(default_factory=PlannedPhase)
    hurry: Callable[[], bool] = never
    """Asked often while it thinks: once true, it answers with the best it has found."""

    def stream(self, state: Any) -> int:
        """A seed for one decision: the same for the same seed, seat and position."""
        text = dumps([self.seed, self.seat, self.rules.position(state)], sort_keys=True)
        return int.from_bytes(blake2b(text.encode(), digest_size=8, person=b"player").digest(), "big")


@dataclass
class Uniform(Seated):
    """Any legal action, all equally likely. One stream for the whole game: it is there for measuring."""

    def __post_init__(self) -> None:
        self._lots = Random(self.seed)

    def choose(self, view_state: Any, limit_s: float | None = None) -> Choice:
        found = self.rules.candidates(view_state)
        text = several("the only legal action", "one of {count} legal actions, at random", len(found))
        return Choice(found[int(self._lots.random() * len(found))], text)

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> Choice | None:
        if self._lots.random() >= BOLD:
            return None
        found = self.rules.interrupts(view_state, self.seat)
        if not found:
            return None
        text = several("interrupts with the only action there is", "interrupts with one of {count} actions, at random",
                       len(found))
        return Choice(self._lots.choice(found), text)


@dataclass
class Judging(Seated, ABC):
    """A player that asks the system what is worth what."""

    judge: Evaluator[Any] = field(kw_only=True)

    def choose(self, view_state: Any, limit_s: float | None = None) -> Choice:
        """What it thinks best; where that has led it round in a circle, e.g. declaring and withdrawing, what the main
        button does, else something that leads where it has not been."""
        planned, rules = self.planned, self.rules
        if planned.next is None or planned.next != view_state:
            planned.met.clear()
        choice = self._way_out(view_state) if view_state in planned.met else None
        choice = choice or self._chosen(view_state, limit_s)
        after = rules.apply(view_state, choice.action)[0]
        planned.met.add(view_state)
        planned.next = after if rules.to_act(after) == self.seat else None
        return choice

    @abstractmethod
    def _chosen(self, state: Any, limit_s: float | None) -> Choice:
        """What the level thinks best."""

    def _way_out(self, state: Any) -> Choice | None:
        """What leads out of a circle of states; None where nothing does."""
        rules, main = self.rules, self.rules.prompt(state).main
        if main is not None and rules.check(state, main):
            return self._choice(state, main)
        found = (a for a in rules.candidates(state) if rules.apply(state, a)[0] not in self.planned.met)
        action = next(found, None)
        return self._choice(state, action) if action is not None else None

    def _choice(
        self, state: Any, action: Action, then: Sequence[Action] | None = None, value: float | None = None,
        others: Sequence[Alternative] = (),
    ) -> Choice:
        plan = (action, *then) if then is not None else ()
        return Choice(action, self.judge.why(state, action, then), plan, value, tuple(others[:3]))


class Recruit(Judging):
    """Any action that is not absurd."""

    def _chosen(self, state: Any, limit_s: float | None) -> Choice:
        found = self.judge.plausible(state)
        return self._choice(state, Random(self.stream(state)).choice(found))

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> Choice | None:
        found = self.judge.plausible_interrupts(view_state, self.seat)
        if not found:
            return None
        lots = Random(self.stream(view_state))
        return self._choice(view_state, lots.choice(found)) if lots.random() < EAGER else None


class Veteran(Judging):
    """The action with the best exact expectation; phases without dice are planned as a whole."""

    def _chosen(self, state: Any, limit_s: float | None) -> Choice:
        planned = self.planned.actions.pop(state, ())
        if planned and self.rules.check(state, planned[0]):
            return self._choice(state, planned[0], planned[1:])
        return self._think(state, limit_s)

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> Choice | None:
        found = self.judge.plausible_interrupts(view_state, self.seat)
        if not found:
            return None
        enough, best = self._enough(limit_s), None
        with suppress(OutOfTime):
            score = value(self.rules, self.judge, view_state, self.seat, enough)
            for action in found:
                expected = expectation(self.rules, self.judge, view_state, action, self.seat, enough)
                if expected > score:
                    best, score = action, expected
        return self._choice(view_state, best) if best is not None else None

    def _think(self, state: Any, limit_s: float | None) -> Choice:
        enough = self._enough(limit_s)
        line = self.judge.line(state, self.stream(state), enough) if self.judge.plans(state) else ()
        if line:
            self._remember(state, tuple(line))
            return self._choice(state, line[0], tuple(line[1:]))
        found = self.judge.shortlist(state)
        weighed: list[Alternative] = []
        with suppress(OutOfTime):
            for action in found if len(found) > 1 else ():
                expected = expectation(self.rules, self.judge, state, action, self.seat, enough)
                weighed.append(Alternative((action,), expected))
        if not weighed:
            return self._choice(state, found[0])
        weighed.sort(key=lambda other: -other.value)
        return self._choice(state, weighed[0].plan[0], None, weighed[0].value, weighed[1:])

    def _enough(self, limit_s: float | None) -> Enough:
        """Whether the time to think, from now on, is up."""
        end = None if limit_s is None else self.clock() + 0.8 * limit_s
        return lambda: self.hurry() or (end is not None and self.clock() >= end)

    def _remember(self, state: Any, line: tuple[Action, ...]) -> None:
        self.planned.actions.clear()
        for number, action in enumerate(line):
            self.planned.actions[state] = line[number:]
            if action is line[-1] or not self.rules.check(state, action):
                break
            state, _ = self.rules.apply(state, action)
        self.planned.actions.pop(next(iter(self.planned.actions)), None)


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
    planned: PlannedPhase | None = None, hurry: Callable[[], bool] = never,
) -> Player:
    """A player of a level for a seat.

    :param seed: of its own random stream; the same seed, seat and position give the same choice (``random``: the
        same choices in the same order).
    :param planned: what another player of the seat meant to do, to go on with.
    :param hurry: asked often while the player thinks: once true, it answers with the best it has found.
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
    judge = rules.evaluator()
    if judge is None:
        raise CannotPlay(say("{level} cannot play {name}: it has no way to judge positions there",
                             level=level, name=rules.name))
    kind = Recruit if level == "recruit" else Veteran
    return kind(rules, seat, seed, clock, own, hurry, judge=judge)
