"""The lines between the program and the process of its computer players: a JSON object each, questions and answers.

Whoever asks imports this alone: nothing here reads the players.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Question(msgspec.Struct, forbid_unknown_fields=True):
    """What a player would do in a position."""

    number: int
    level: str
    seat: str
    seed: int
    limit: float
    """Seconds."""
    position: dict[str, Any]
    """The complete one of a game."""
    interrupt: bool = False
    """Whether the seat, which is not to act, is asked to interrupt rather than to act."""
    draw: bool = False
    """Whether the seat is asked to accept a draw rather than to act."""
    system: str = ""
    """Whose position it is; empty: the one that the position names."""


class Word(msgspec.Struct, forbid_unknown_fields=True):
    """A question asked before is to be answered at once with the best found so far."""

    now: int
    """The question's number."""
    dropped: bool = False
    """Whether nobody waits for the answer any more: what was planned for it is forgotten."""


class ToldPlan(msgspec.Struct, frozen=True):
    """Something else that was weighed: notations, and the score expected of it."""

    plan: tuple[str, ...]
    value: float


class Answer(msgspec.Struct, frozen=True):
    """What the player does."""

    number: int
    """The question's number."""
    action: str
    """A notation. Empty where the question cannot be answered: then ``why`` says what is wrong; or where a seat that
    was asked to interrupt lets play go on: then ``why`` is empty, too."""
    why: Any
    """The reason, as ``message.packed`` puts it."""
    plan: tuple[str, ...] = ()
    """The action and all that is meant to follow it in the same phase; empty where nothing is planned."""
    value: float | None = None
    """The score the seat may expect, from -1 to 1; None where nothing was weighed."""
    alternatives: tuple[ToldPlan, ...] = ()
    """The best that was not chosen, the best first."""
    accepts: bool | None = None
    """Whether a draw is accepted; None where that was not the question, or it cannot be answered."""
