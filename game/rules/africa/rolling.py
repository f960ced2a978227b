"""What the rolls of a battle have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache

from game.core.action import Action, Faces
from game.core.branches import Branch, every_outcome, grouped, representatives
from game.core.chance import Die
from game.core.decision import Chance
from game.core.message import Message, say, several
from game.core.preview import Preview
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.africa.state import Pending, State
from game.rules.africa.units import SEATS, rule

CACHED = 1024
"""Rolls whose branches are kept, of each kind; a battle meets a few hundred."""


class Rolling(Pending, Chance[State]):
    """Something that is rolled for. Its question is the title of the roll."""

    @abstractmethod
    def arithmetic(self, state: State) -> Preview:
        """What the roll may bring."""

    @abstractmethod
    def question(self, state: State) -> Message: ...

    def button(self, state: State) -> Message:
        return say("Draw the markers") if state.setting.cup else say("Flip the coins")

    def candidates(self, state: State) -> list[Action]:
        return [*representatives(self.roll(state), lambda: self.branches(state))]

    def branches(self, state: State) -> Sequence[Branch]:
        return every_outcome(self.roll(state).dice)

    def check(self, state: State, action: Action) -> Verdict:
        if isinstance(action, Faces):
            return LEGAL
        return Illegal((Reason(rule("6"), say("The coins must be flipped first: {roll_title}",
                                              roll_title=self.question(state))),))

    def preview(self, state: State, action: Action) -> Preview | None:
        return self.arithmetic(state) if isinstance(action, Faces) else None


def owner(state: State, slot: int) -> str:
    """The seat whose unit it is."""
    return SEATS[state.setting.units[slot].seat]


def coins_told(count: int) -> Message:
    """A number of coins in words."""
    return several("{count} coin", "{count} coins", count)


@lru_cache(maxsize=CACHED)
def at_least_branches(dice: tuple[Die, ...], needed: int) -> tuple[Branch, ...]:
    """Whether so many heads fall."""
    return tuple(grouped(dice, False, lambda _, __, heads: heads >= needed).values())
