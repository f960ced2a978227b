"""The interface of computer players: what they can be asked, and what they answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from game.core.action import Action
from game.core.message import Text

Clock = Callable[[], float]
"""A function that returns the seconds since some fixed moment."""


MAX_ALTERNATIVES = 3
"""The most alternatives that a player reports with its choice; chosen by hand."""


@dataclass(frozen=True, slots=True)
class OtherCourse:
    """An alternative to the chosen course of actions."""

    plan: tuple[Action, ...]
    """Its actions, as far as they have been worked out; at least one."""
    value: float
    """The seat's expected score: from -1 for a certain defeat to 1 for a certain win."""


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """The action that a player chose, with a one-line reason."""

    action: Action
    why: Text
    plan: tuple[Action, ...] = ()
    """The action and the planned actions after it in the same phase; empty without a plan."""
    value: float | None = None
    """The seat's expected score, from -1 to 1; None if nothing was evaluated."""
    alternatives: tuple[OtherCourse, ...] = ()
    """The best alternatives that were evaluated, at most ``MAX_ALTERNATIVES``, the best first."""


@dataclass(frozen=True, slots=True)
class DrawAnswer:
    """A player's answer to a draw offer, with a one-line reason."""

    accepts: bool
    why: Text
    value: float | None = None
    """The seat's expected score from playing on, from -1 to 1; None if nothing was evaluated."""


class Player(Protocol):
    """A player that chooses a legal action from its seat's view of the state."""

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        """The action with which the player interrupts; None to let play continue.

        Called after every action of either side if the rules' ``may_interrupt`` names the player's seat. ``choose`` is
        called after an interruption.
        """
        ...

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        """The action in a state in which the player's seat must act.

        :param limit_s: the time limit in seconds; None for no limit.
        """
        ...


class Opponent(Player, Protocol):
    """A player that also answers draw offers, as an opponent of people must."""

    def answer_draw(self, view_state: Any, limit_s: float | None = None) -> DrawAnswer:
        """The answer to the other side's draw offer, whichever seat is to act. The player accepts if it does not expect
        to win."""
        ...


class FollowedStance(NamedTuple):
    """The stance (a plan for several turns) that a player follows."""

    name: str
    """The name of its script."""
    title: Text
    turns: int
    """The number of player turns in which it has been followed, including this one; 0 during the deployment."""
    turn: tuple[int, str]
    """The latest of these player turns: turn number, and seat (empty in a phase of both sides)."""


@dataclass
class PlayerMemory:
    """A player's memory: its plan for the rest of the phase, its budget and its stance."""

    planned: dict[Any, tuple[Action, ...]] = field(default_factory=dict)
    """State -> the next action and the planned actions after it."""
    expected: Any = None
    """The state after the player's last choice; None if another seat or chance acts there."""
    player_turn: tuple[int, str | None] | None = None
    """The player turn that ``positions_left`` belongs to: turn number and seat."""
    positions_left: float = 0
    """Positions that may still be evaluated in that player turn."""
    stance: FollowedStance | None = None
    """The plan for several turns that the player follows, or the last one it followed."""
    former_stance: FollowedStance | None = None
    """The plan followed before ``stance``."""
    visited: set[Any] = field(default_factory=set)
    """The states in which the player has chosen since the last roll or the other seat's last action; used to detect
    cycles."""
    last_answer: tuple[Any, PlayerChoice] | None = None
    """The last state that was searched, and the choice made there; the same state gets the same choice again."""

    def leads_to(self, state: Any) -> bool:
        """Whether a state is part of the plan, or is the last state that was searched."""
        if self.last_answer is not None and self.last_answer[0] == state:
            return True
        return state == self.expected or state in self.planned
