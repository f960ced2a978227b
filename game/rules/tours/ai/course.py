"""A course of actions and what it gains."""

from __future__ import annotations

from typing import NamedTuple

from game.core.action import Action

WORTH_IT = 0.02
"""What an attack must promise; chosen."""


class Course(NamedTuple):
    """Actions one after the other, and what they gain."""

    gain: float
    actions: tuple[Action, ...]
    whole: bool = False
