"""The messages between the program and a separate process of computer players: one JSON object per line.

An input line is a ``PlayerQuestion``, or a ``Hurry`` about an earlier question; an output line is a ``PlayerAnswer``.
"""

from __future__ import annotations

from typing import Any

import msgspec


class PlayerQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """A request to a player: for its action, its interruption, or its answer to a draw offer."""

    number: int
    level: str
    seat: str
    seed: int
    limit: float
    """The time limit in seconds."""
    position: dict[str, Any]
    """The complete position of a game."""
    interrupt: bool = False
    """Whether the seat is asked to interrupt rather than to act."""
    draw: bool = False
    """Whether the seat is asked to accept a draw rather than to act."""
    system: str = ""
    """The system of the position; if empty, the one that the position names."""


class Hurry(msgspec.Struct, forbid_unknown_fields=True):
    """A request to answer an earlier question at once."""

    now: int
    """The number of the question; it and all earlier ones are meant."""
    dropped: bool = False
    """Whether the question is cancelled."""


class OtherPlan(msgspec.Struct, frozen=True):
    """An alternative to the chosen course of actions."""

    plan: tuple[str, ...]
    """The notations of its actions."""
    value: float
    """The seat's expected score, from -1 to 1."""


class PlayerAnswer(msgspec.Struct, frozen=True):
    """The answer of a player, with its reason."""

    number: int
    """The question's number."""
    action: str
    """The notation of the action; empty if there is none or the question cannot be answered."""
    why: Any
    """The reason, or the error, in the form of ``message.packed``."""
    plan: tuple[str, ...] = ()
    """The action and the planned actions after it in the same phase; empty without a plan."""
    value: float | None = None
    """The seat's expected score, from -1 to 1; None if nothing was evaluated."""
    alternatives: tuple[OtherPlan, ...] = ()
    """The best alternatives, the best first."""
    accepts: bool | None = None
    """Whether the player accepts a draw; None if the question was a different one or cannot be answered."""
