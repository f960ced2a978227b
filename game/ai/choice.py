"""The questions to a computer player, and its answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from game.core.action import Action
from game.core.message import Text

Clock = Callable[[], float]
"""Seconds since some fixed moment."""


@dataclass(frozen=True, slots=True)
class OtherCourse:
    """An alternative to the chosen course of actions."""

    plan: tuple[Action, ...]
    """Its actions, as far as they have been worked out; at least one."""
    value: float
    """The seat's expected score: from -1 for a certain defeat to 1 for a certain win."""


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """The action of a player, with a reason in one line."""

    action: Action
    why: Text
    plan: tuple[Action, ...] = ()
    """The action and the planned actions after it in the same phase; empty without a plan."""
    value: float | None = None
    """The seat's expected score, from -1 to 1; None if nothing was evaluated."""
    alternatives: tuple[OtherCourse, ...] = ()
    """The best alternatives that were evaluated, at most three, the best first."""


@dataclass(frozen=True, slots=True)
class DrawAnswer:
    """The answer of a player to a draw offer, with a reason in one line."""

    accepts: bool
    why: Text
    value: float | None = None
    """The score that the seat expects from playing on, from -1 to 1; None if nothing was evaluated."""


class Player(Protocol):
    """Sees a view of the state and chooses a legal action."""

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        """The action with which the player interrupts; None to let play go on.

        Called after every action of either side if the rules' ``may_interrupt`` names the player's seat. After an
        interruption ``choose`` is called.
        """
        ...

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        """The action in a state where the player's seat must act.

        :param limit_s: the time limit in seconds; None for no limit.
        """
        ...


class Opponent(Player, Protocol):
    """A player that also answers draw offers, as an opponent of people must."""

    def answer_draw(self, view_state: Any, limit_s: float | None = None) -> DrawAnswer:
        """The answer to a draw offer of the other side, whichever seat must act. The player accepts if it does not
        expect to win."""
        ...


class FollowedStance(NamedTuple):
    """A plan for several turns that a player follows."""

    name: str
    """The name of its script."""
    title: Text
    turns: int
    """The number of player turns for which it has been followed, this one included; 0 during the deployment."""
    turn: tuple[int, str]
    """The latest of these player turns: turn number and seat."""


@dataclass
class PlannedPhase:
    """The memory of a player: its plan for the rest of the phase, its budget and its stance."""

    actions: dict[Any, tuple[Action, ...]] = field(default_factory=dict)
    """State -> the next action and the planned actions after it."""
    next: Any = None
    """The state after its last choice."""
    turn: Any = None
    """The player turn that ``left`` belongs to."""
    left: float = 0
    """Positions that may still be evaluated in that player turn."""
    stance: FollowedStance | None = None
    """The plan for several turns that the player follows, or followed last."""
    former: FollowedStance | None = None
    """The plan followed before ``stance``."""
    met: set[Any] = field(default_factory=set)
    """The states in which it has chosen since the last roll or the last action of another seat; used to detect
    cycles."""
    answered: tuple[Any, PlayerChoice] | None = None
    """The last state that was searched, and the choice made there. The same state gets the same choice again."""

    def leads_to(self, state: Any) -> bool:
        """Whether a state is part of the plan, or is the state that was searched last."""
        return state == self.next or state in self.actions or (self.answered is not None and self.answered[0] == state)
