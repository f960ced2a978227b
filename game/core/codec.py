"""Text forms of a rule system's positions and actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from game.core.action import Action
from game.core.message import MessageError
from game.core.position_form import PositionForm

State = TypeVar("State")


class BadPosition(MessageError, ValueError):
    """An invalid position; the message gives the key and what was expected."""


class Codec(ABC, Generic[State]):
    """Converts positions to readable JSON values and notation to actions, and back. Actions provide their own
    notation."""

    form = PositionForm()
    """How positions are set up by hand."""

    @abstractmethod
    def position(self, state: State) -> dict[str, Any]:
        """The complete, readable position as JSON values."""

    @abstractmethod
    def from_position(self, position: Mapping[str, Any]) -> State:
        """The state of a position.

        :raises BadPosition: naming the key and what was expected.
        """

    @abstractmethod
    def parse(self, text: str) -> Action:
        """The action for a notation.

        :raises BadNotation: saying what was found and expected.
        """
