"""A state of a made-up system and the steps of a test."""

from __future__ import annotations

from typing import Any, Self

from game.core.action import Faces
from game.core.contract import System
from game.core.event import Event
from game.core.verdict import Illegal


class AnyTable:
    """A state and the steps of a test."""

    def __init__(self, rules: System[Any], state: Any) -> None:
        self.rules = rules
        self.state = state
        self.events: tuple[Event, ...] = ()

    def play(self, *notations: str) -> Self:
        """Do these actions in order."""
        for notation in notations:
            self.state, self.events = self.rules.apply(self.state, self.rules.parse(notation))
        return self

    def roll(self, *faces: int) -> Self:
        """Roll these faces."""
        self.state, self.events = self.rules.apply(self.state, Faces(faces))
        return self

    def refused(self, notation: str) -> str:
        """The number of the rule that forbids an action; empty if it is legal."""
        verdict = self.rules.check(self.state, self.rules.parse(notation))
        return verdict.reasons[0].rule.number if isinstance(verdict, Illegal) else ""
