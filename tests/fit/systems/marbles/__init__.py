"""Cups and pebbles for computer players: the known winning strategy is to leave balanced cups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from game.core.action import Action
from game.core.evaluator import Evaluator, Weighed
from game.core.message import Text, say
from tests.match.toy import Pebbles, State, Take


class MarblesEvaluator(Evaluator[State]):
    """The seat to move loses if the cups balance (counts modulo four whose exclusive or is 0)."""

    names = ("balance", "nothing")

    def __init__(self, rules: Pebbles) -> None:
        self._rules = rules

    def settled(self, state: State) -> bool:
        return not state.flipping

    def features(self, state: State) -> tuple[float, ...]:
        first, second, third = (count % 4 for count in state.cups)
        loses = first ^ second ^ third == 0
        return (1.0 if (state.seat == "left") != loses else -1.0), 0.0

    def worth(self, state: State, seat: str) -> float:
        """A guess that is right in nine states of ten; players guess differently."""
        balance = self.features(state)[0]
        guess = 0.4 * (balance if Random(f"{self.seed} {state.cups}").random() < 0.9 else -balance)
        return guess if seat == "left" else -guess

    def plausible(self, state: State) -> Sequence[Action]:
        return [action for action in self._rules.candidates(state) if isinstance(action, Take)]

    def shortlist(self, state: State) -> Sequence[Weighed]:
        return [Weighed(action, 0.0) for action in self.plausible(state)]

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
        return say("To leave cups that balance")


class Marbles(Pebbles):
    """The toy, with computer players."""

    name = "marbles"

    def evaluator(self) -> MarblesEvaluator:
        return MarblesEvaluator(self)


def build(boards: Callable[[str], Any]) -> Marbles:
    """The rules; the toy carries its own board."""
    return Marbles()
