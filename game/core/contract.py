"""The interface of every rule system: all that the screen, the referee, the computer players and the tests use.

Its parts can be read separately: a computer player needs ``Rules`` and ``Codec``, a screen also ``Presenter``. Features
of only some systems are capabilities (``game.core.capability``).
"""

from __future__ import annotations

from typing import Generic, TypeVar

from game.core.codec import BadPosition, Codec
from game.core.option import Alternative, OptionInfo
from game.core.presenter import Counter, Presenter
from game.core.rules import DRAW, Result, Rules, ScenarioInfo, Traits

State = TypeVar("State")

__all__ = [
    "DRAW", "Alternative", "BadPosition", "Codec", "Counter", "OptionInfo", "Presenter", "Result", "Rules",
    "ScenarioInfo", "System", "Traits",
]


class System(Rules[State], Codec[State], Presenter[State], Generic[State]):
    """A complete rule system."""
