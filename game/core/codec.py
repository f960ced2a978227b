"""The text forms of a rule system's values: positions and actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from game.core.action import Action
from game.core.message import MessageError
from game.core.position_form import PositionForm

State = TypeVar("State")


class BadPosition(MessageError, ValueError):
    """A position that cannot stand; the message says where and what was expected."""


class Codec(ABC, Generic[State]):
    """Turns positions into readable JSON values and actions into notation, and back. Actions know their notation."""

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
        """The action of a notation.

        :raises BadNotation: saying what was found and expected.
        """
