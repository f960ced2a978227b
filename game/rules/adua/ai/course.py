"""A course of action of a computer player."""

from __future__ import annotations

from typing import NamedTuple

from game.core.action import Action


class Course(NamedTuple):
    """Actions one after the other, and what they gain."""

    gain: float
    actions: tuple[Action, ...]
    whole: bool = False
    """Whether nothing more is meant to be done before the next roll, or before the phase ends."""
