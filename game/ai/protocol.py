"""What goes between the program and a process of computer players: one JSON object a line.

A line in is a ``PlayerQuestion``, or ``Hurry`` about one asked before; a line out is a ``PlayerAnswer``.
"""

from __future__ import annotations

from typing import Any

import msgspec


class PlayerQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """What does a player do?"""

    number: int
    level: str
    seat: str
    seed: int
    limit: float
    """Seconds."""
    position: dict[str, Any]
    """The complete one of a game."""
    interrupt: bool = False
    """Whether the seat is asked to interrupt rather than to act."""
    draw: bool = False
    """Whether the seat is asked to accept a draw rather than to act."""
    system: str = ""
    """Whose position it is; empty: the one that the position names."""


class Hurry(msgspec.Struct, forbid_unknown_fields=True):
    """A question asked before is to be answered at once."""

    now: int
    """Its number."""
    dropped: bool = False
    """Whether nobody waits for the answer any more."""


class OtherPlan(msgspec.Struct, frozen=True):
    """Something else that was weighed."""

    plan: tuple[str, ...]
    """Notations."""
    value: float
    """The score the seat may expect, from -1 to 1."""


class PlayerAnswer(msgspec.Struct, frozen=True):
    """What a player does, and why."""

    number: int
    """The question's number."""
    action: str
    """A notation; empty where there is none, or the question cannot be answered."""
    why: Any
    """The reason, or what went wrong, as ``message.packed`` puts it."""
    plan: tuple[str, ...] = ()
    """The action and all that is meant to follow it in the same phase; empty where nothing is planned."""
    value: float | None = None
    """The score the seat may expect, from -1 to 1; None where nothing was weighed."""
    alternatives: tuple[OtherPlan, ...] = ()
    """The best that was not chosen, the best first."""
    accepts: bool | None = None
    """Whether a draw is accepted; None where that was not the question, or it cannot be answered."""
