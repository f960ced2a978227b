"""Interrupts: the capability of acting out of turn, and the moments at which a player can choose to be asked."""

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
    """A moment at which a seat that may interrupt can choose to be asked."""

    name: str
    title: Message
    """The label of its setting, e.g. ``before shock combat``."""
    meaning: Message
    """What the triggering action means for the seat that is asked, as a sentence, e.g. ``It has come next to your
    units``."""
    before: bool
    """Whether the seat is asked before the triggering action rather than after it."""
    on_by_default: bool = False
    """Whether this moment is switched on by default."""


@dataclass(frozen=True, slots=True)
class ReactionInfo:
    """A kind of reaction that a seat is asked about and that its units could also carry out automatically."""

    seat: str
    kind: Message
    """Its name in ``Prompt.reaction``."""
    units: tuple[str, ...]
    """The units that can currently carry it out."""


class Interrupts(Capability[State]):
    """A seat may act out of turn."""

    moments: tuple[MomentInfo, ...] = ()
    """Every moment at which a seat can choose to be asked; empty exactly if no seat ever interrupts."""

    def may_interrupt(self, state: State) -> tuple[str, ...]:
        """The seats other than the seat to act that may act now, out of turn."""
        return ()

    def interrupts(self, state: State, seat: str) -> Sequence[Action]:
        """Every action with which a seat may interrupt now; not empty exactly for the seats of ``may_interrupt``."""
        return ()

    def interrupter(self, state: State, action: Action) -> str | None:
        """The seat that interrupts with an action; None for an action of the seat to act."""
        return None

    def moments_here(self, state: State) -> tuple[MomentInfo, ...]:
        """The subset of ``moments`` that can occur in the battle of a state."""
        return self.moments

    def moments_of(self, state: State, action: Action, after: State) -> Mapping[str, tuple[str, ...]]:
        """Seat -> the names of the moments that a legal action triggers for it.

        A seat is included only if it could interrupt then: in ``state`` for moments before the action, otherwise in
        ``after``. Before an action its own seat may be included, too, if it could do something else first.
        """
        return {}

    def interrupt_prompt(self, state: State, seat: str) -> Prompt | None:
        """The prompt for a seat that interrupts; None if no seat ever interrupts."""
        return None

    def waits_for(self, state: State, seat: str) -> Reason | None:
        """What a seat must wait for before it can interrupt, worded to follow ``as soon as``; None if it could
        interrupt at once, or if no seat ever may."""
        return None


class Reactions(Capability[State]):
    """A seat is asked about interrupts that it may decline (``Prompt.reaction``)."""

    def reactions(self, state: State) -> Sequence[ReactionInfo]:
        """The kinds of reactions that units could carry out automatically; empty if each needs a choice."""
        return ()

    def reaction_of(self, state: State, unit: str) -> Action | None:
        """The action of a unit that always reacts when its seat is asked; None if the question does not concern it."""
        return None


def acting_seat(rules: Rules[State], state: State, action: Action, to_act: str | None = None) -> str | None:
    """The seat of an action: the seat to act, or one that interrupts.

    :param to_act: the seat to act if the caller knows it; None asks the rules.
    """
    interrupter: str | None = capability(rules, Interrupts).interrupter(state, action)
    if interrupter is not None:
        return interrupter
    return rules.to_act(state) if to_act is None else to_act
