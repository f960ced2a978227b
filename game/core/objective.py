"""What a battle is fought for: the places that count, who holds each, and what it takes to win. Data only."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.face import Note
from game.core.message import Text


@dataclass(frozen=True, slots=True)
class Objective:
    """Something that counts for victory."""

    title: Text
    seat: str
    """Who holds it; empty where nobody does."""
    told: Text = ""
    """What the holder alone does not say, e.g. ``contested`` or ``1 of 2 captured``."""
    tally: bool = False
    """Whether it is a count for the seat, such as its losses, not something that it holds."""


@dataclass(frozen=True, slots=True)
class Objectives:
    """Everything that counts, and the conditions of victory in short sentences."""

    held: tuple[Objective, ...] = ()
    victory: tuple[Note, ...] = ()


NONE = Objectives()
"""Where nothing can be won, as in most examples of play."""
