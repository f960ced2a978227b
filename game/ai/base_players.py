"""The base classes of computer players, and the three players that do not search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import blake2b
from json import dumps
from random import Random
from time import monotonic
from typing import Any

from game.ai.budget import WorkBudget
from game.ai.choice import MAX_ALTERNATIVES, Clock, DrawAnswer, OtherCourse, PlayerChoice, PlayerMemory
from game.ai.estimate import Estimator
from game.ai.valuation import BudgetSpent, Valuation
from game.core.action import Action
from game.core.capability import capability
from game.core.chance import per_cent
from game.core.contract import System
from game.core.evaluator import Evaluator, Script, never
from game.core.interrupts import Interrupts
from game.core.message import plural, say

RANDOM_INTERRUPTS = 0.02
"""The probability that the random player interrupts when it may."""
RECRUIT_INTERRUPTS = 0.5
"""The probability that the recruit interrupts if the evaluator finds a plausible interruption."""
DRAW_SCORE = 0.0
"""The score up to which a draw is accepted, i.e. at even odds or worse; chosen by hand."""
DRAW_POSITIONS = 1200
"""Positions that may be evaluated to answer a draw offer; chosen: as many as the planner evaluates in a player turn."""


@dataclass
class PlayerBase:
    """The base of all players: the rules, a seat, a seed and a clock. Its subclasses implement ``Opponent``."""

    rules: System[Any]
    seat: str
    seed: int
    clock: Clock = monotonic
    memory: PlayerMemory = field(default_factory=PlayerMemory)
    hurry: Callable[[], bool] = never
    """Called often while the player thinks; once it returns true, the player answers with the best found."""

    def decision_seed(self, state: Any) -> int:
        """A seed for one decision: the same for the same seed, seat and position."""
        text = dumps([self.seed, self.seat, self.rules.position(state)], sort_keys=True)
        return int.from_bytes(blake2b(text.encode(), digest_size=8, person=b"player").digest(), "big")


@dataclass
class RandomPlayer(PlayerBase):
    """Chooses among the legal actions with equal probability, from one random stream for the whole game. For
    measurements."""

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        actions = self.rules.candidates(view_state)
        text = plural("the only legal action", "one of {count} legal actions, at random", len(actions))
        return PlayerChoice(actions[int(self._random.random() * len(actions))], text)

    def answer_draw(self, view_state: Any, limit_s: float | None = None) -> DrawAnswer:
        return DrawAnswer(True, say("it does not estimate its odds"))

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        if self._random.random() >= RANDOM_INTERRUPTS:
            return None
        actions = capability(self.rules, Interrupts).interrupts(view_state, self.seat)
        if not actions:
            return None
        text = plural("interrupts with the only action there is", "interrupts with one of {count} actions, at random",
                       len(actions))
        return PlayerChoice(self._random.choice(actions), text)


@dataclass
class ScriptedPlayer(PlayerBase):
    """Follows one script through the whole game. For measurements."""

    script: Script = field(kw_only=True)

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        return PlayerChoice(self.script.choose(view_state), self.script.title)

    def answer_draw(self, view_state: Any, limit_s: float | None = None) -> DrawAnswer:
        return DrawAnswer(False, self.script.title)

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        action = self.script.interrupt(view_state)
        return PlayerChoice(action, self.script.title) if action is not None else None


@dataclass
class EvaluatingPlayer(PlayerBase, ABC):
    """A player that uses the system's evaluator."""

    evaluator: Evaluator[Any] = field(kw_only=True)
    raw: bool = field(default=False, kw_only=True)
    """Whether it reports its search scores without converting them into odds; ``fit`` learns from such scores."""

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        """The player's best action. If its choices have gone in a circle, e.g. declaring and withdrawing an attack, the
        prompt's main action instead, or else an action that leads to a new state.

        :param limit_s: the time limit in seconds; None for no limit.
        """
        memory, rules = self.memory, self.rules
        if memory.expected != view_state:  # not the state after the player's last choice
            memory.visited.clear()
        choice = self._action_out_of_cycle(view_state) if view_state in memory.visited else None
        choice = choice or self._chosen(view_state, limit_s)
        after = rules.apply(view_state, choice.action)[0]
        memory.visited.add(view_state)
        memory.expected = after if rules.to_act(after) == self.seat else None
        return choice

    def answer_draw(self, view_state: Any, limit_s: float | None = None) -> DrawAnswer:
        end = None if limit_s is None else self.clock() + limit_s
        budget = WorkBudget(DRAW_POSITIONS, lambda: self.hurry() or (end is not None and self.clock() >= end))
        try:
            value = Valuation(self.rules, self.evaluator).value(view_state, self.seat, budget)
        except BudgetSpent:
            return DrawAnswer(False, say("the game is still undecided"))
        value, = self._reported(view_state, (value,))
        odds = per_cent(Fraction(round((1 + value) / 2, 3)).limit_denominator(1000))  # to a tenth of a per cent
        if value <= DRAW_SCORE:
            return DrawAnswer(True, say("its odds of winning are {odds}", odds=odds), value)
        return DrawAnswer(False, say("its odds of winning are {odds}", odds=odds), value)

    @abstractmethod
    def _chosen(self, state: Any, limit_s: float | None) -> PlayerChoice:
        """The best action according to the level."""

    def _action_out_of_cycle(self, state: Any) -> PlayerChoice | None:
        """The prompt's main action if it is legal, or else an action that leads to a new state; None if there is
        neither."""
        rules, main = self.rules, self.rules.prompt(state).main
        if main is not None and rules.check(state, main):
            return self._choice(state, main)
        actions_out = (a for a in rules.candidates(state) if rules.apply(state, a)[0] not in self.memory.visited)
        action = next(actions_out, None)
        return self._choice(state, action) if action is not None else None

    def _choice(
        self, state: Any, action: Action, then: Sequence[Action] | None = None, value: float | None = None,
        others: Sequence[OtherCourse] = (),
    ) -> PlayerChoice:
        """The choice of an action, with the evaluator's reason and the scores to report.

        :param then: the planned actions after it in the same phase; None without a plan.
        :param value: the search score of the action; None if nothing was evaluated.
        :param others: the other courses considered, the best first, with their search scores.
        """
        plan = (action, *then) if then is not None else ()
        courses = others[:MAX_ALTERNATIVES]
        if value is not None:
            value, *scores = self._reported(state, (value, *(each.value for each in courses)))
            courses = [replace(each, value=score) for each, score in zip(courses, scores, strict=True)]
        return PlayerChoice(action, self.evaluator.why(state, action, then), plan, value, tuple(courses))

    def _reported(self, state: Any, scores: Sequence[float]) -> Sequence[float]:
        """The scores to report for scores found by the search."""
        return scores if self.raw else Estimator(self.rules, self.evaluator).reported(state, self.seat, scores)


class Recruit(EvaluatingPlayer):
    """Chooses at random among the plausible actions."""

    def _chosen(self, state: Any, limit_s: float | None) -> PlayerChoice:
        actions = self.evaluator.plausible(state)
        return self._choice(state, Random(self.decision_seed(state)).choice(actions))

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        interrupts = self.evaluator.plausible_interrupts(view_state, self.seat)
        if not interrupts:
            return None
        random = Random(self.decision_seed(view_state))
        return self._choice(view_state, random.choice(interrupts)) if random.random() < RECRUIT_INTERRUPTS else None
