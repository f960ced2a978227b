"""Interrupting: what a system says to a seat that acts out of turn, and when that seat may wish to be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from game.core.action import Action
from game.core.capability import Capability, capability
from game.core.message import Message
from game.core.prompt import Prompt
from game.core.rules import Rules
from game.core.verdict import Reason

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class MomentInfo:
    """A moment of the game at which a seat that may interrupt can ask to be asked."""

    name: str
    title: Message
    """As a person reads it on a switch, e.g. ``before shock combat``."""
    told: Message
    """What the action that brings it means for who is asked, as a sentence, e.g. ``It has come next to your units``."""
    before: bool
    """Whether it comes before the action that brings it is done; else after it."""
    asked: bool = False
    """Whether people are asked at it until they say otherwise."""


@dataclass(frozen=True, slots=True)
class ReactionInfo:
    """A kind of reaction that a seat is asked about and that its units could do each time without a question."""

    seat: str
    kind: Message
    """As ``Prompt.reaction`` names it."""
    units: tuple[str, ...]
    """Those that can do it, as they stand now."""


class Interrupts(Capability[State]):
    """A seat may act out of turn."""

    moments: tuple[MomentInfo, ...] = ()
    """Every moment a seat can ask to be asked at; none exactly where no seat ever interrupts."""

    def may_interrupt(self, state: State) -> tuple[str, ...]:
        """Who else than the seat to act may act now, out of turn."""
        return ()

    def interrupts(self, state: State, seat: str) -> Sequence[Action]:
        """Every action with which a seat may interrupt now; some exactly for the seats of ``may_interrupt``."""
        return ()

    def interrupter(self, state: State, action: Action) -> str | None:
        """The seat whose action it is, out of turn; None for an action of the seat to act."""
        return None

    def moments_here(self, state: State) -> tuple[MomentInfo, ...]:
        """Those of ``moments`` that can ever come in the battle a state belongs to."""
        return self.moments

    def moments_of(self, state: State, action: Action, after: State) -> Mapping[str, tuple[str, ...]]:
        """Seat -> the names of the moments that a legal action brings for it.

        A seat is named only where it could interrupt then: in ``state`` for moments before the action, else in
        ``after``. Before an action its own seat may be named, too, where that could do something else first.
        """
        return {}

    def interrupt_prompt(self, state: State, seat: str) -> Prompt | None:
        """What a seat that interrupts is asked; None where nobody ever interrupts."""
        return None

    def waits(self, state: State, seat: str) -> Reason | None:
        """What a seat that wishes to interrupt waits for, in words that follow ``as soon as``; None where it could
        at once, or nobody ever may."""
        return None


class Reactions(Capability[State]):
    """A seat is asked about interrupts that it may decline (``Prompt.reaction``)."""

    def reactions(self, state: State) -> Sequence[ReactionInfo]:
        """The kinds of reactions that units can do each time without a question; none where each needs a choice."""
        return ()

    def reacts(self, state: State, unit: str) -> Action | None:
        """What a unit that always reacts does where its seat is asked; None where it is not among those asked."""
        return None


def acting_seat(rules: Rules[State], state: State, action: Action) -> str | None:
    """The seat whose action it is: the seat to act, or one that interrupts."""
    interrupter: str | None = capability(rules, Interrupts).interrupter(state, action)
    return rules.to_act(state) if interrupter is None else interrupter
