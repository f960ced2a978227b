"""What a computer player is asked and what it answers."""

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
    """Something else that could have been done."""

    plan: tuple[Action, ...]
    """All the actions of it, as far as they have been worked out; at least one."""
    value: float
    """The score its seat may expect of it: from -1 for a certain defeat to 1 for a certain win."""


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """What a player does, and why in one line."""

    action: Action
    why: Text
    plan: tuple[Action, ...] = ()
    """The action and all that is meant to follow it in the same phase; empty where nothing is planned."""
    value: float | None = None
    """The score its seat may expect, from -1 to 1; None where nothing was weighed."""
    alternatives: tuple[OtherCourse, ...] = ()
    """The best of what was weighed and not chosen, the best first: at most three."""


@dataclass(frozen=True, slots=True)
class DrawAnswer:
    """What a player says to a draw offer, and why in one line."""

    accepts: bool
    why: Text
    value: float | None = None
    """The score its seat expects of playing on, from -1 to 1; None where nothing was weighed."""


class Player(Protocol):
    """Sees a view of the state and chooses a legal action."""

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        """What to interrupt with where the rules' ``may_interrupt`` names the player's seat; None to let play go on.

        Asked after every action of either side; once it has interrupted, ``choose`` is asked.
        """
        ...

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        """The action in a state where the player's seat must act.

        :param limit_s: seconds after which thinking is cut short; None for as long as it takes.
        """
        ...


class Opponent(Player, Protocol):
    """A player as people meet it: it also answers draw offers."""

    def answer_draw(self, view_state: Any, limit_s: float | None = None) -> DrawAnswer:
        """Whether it accepts a draw that the other side offers, whichever seat must act: if it does not expect to
        win."""
        ...


class FollowedStance(NamedTuple):
    """A plan for several turns that a player follows."""

    name: str
    """The name of its script."""
    title: Text
    turns: int
    """Its player turns so far, this one included; 0 during the deployment."""
    turn: tuple[int, str]
    """The latest of these player turns: its number and its seat."""


@dataclass
class PlannedPhase:
    """What a player means to do in the rest of a phase."""

    actions: dict[Any, tuple[Action, ...]] = field(default_factory=dict)
    """State -> the next action and all that are to follow it."""
    next: Any = None
    """The state that what it chose last leads to."""
    turn: Any = None
    """The player turn that ``left`` belongs to."""
    left: float = 0
    """Positions that may still be evaluated in it."""
    stance: FollowedStance | None = None
    """The plan for several turns that the player follows, or followed last."""
    former: FollowedStance | None = None
    """The plan followed before ``stance``."""
    met: set[Any] = field(default_factory=set)
    """The states in which it has chosen, one after the other without a roll or anybody else between."""
    answered: tuple[Any, PlayerChoice] | None = None
    """The last state that was thought through, and what came of it: asked again, it is said again."""

    def leads_to(self, state: Any) -> bool:
        """Whether a state is one of the plan, or the one that was thought through last."""
        return state == self.next or state in self.actions or (self.answered is not None and self.answered[0] == state)
