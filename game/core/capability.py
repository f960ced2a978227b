"""Capabilities: what only some rule systems have, each a class of its own that a system inherits beside ``System``.

A caller asks for one with ``capability(rules, Interrupts)``. A system without it gives the class's own answers, which
say that there is nothing; whether it has it, ``isinstance`` tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from game.core.action import Action
from game.core.message import Text

State = TypeVar("State")
Wanted = TypeVar("Wanted", bound="Capability[Any]")

_EMPTY: dict[type[Any], Any] = {}
"""Empty capabilities, by class, made when first asked for."""

NOBODY = ""
"""In a seat's place, for ``HiddenInformation.view``: an onlooker without a seat, e.g. at a game of computers."""


class Capability(Generic[State]):
    """A base for capabilities. One that is inherited by itself says that there is nothing."""


def capability(rules: Any, wanted: type[Wanted]) -> Wanted:
    """A rule system as one of its capabilities; the empty capability if it does not have it."""
    if isinstance(rules, wanted):
        return rules
    if wanted not in _EMPTY:
        _EMPTY[wanted] = wanted()
    empty: Wanted = _EMPTY[wanted]
    return empty


class HiddenInformation(Capability[State]):
    """Something in the state is hidden from a seat."""

    def view(self, state: State, seat: str) -> State:
        """The state without what a seat may not know; for ``NOBODY`` without all that is not for everybody.

        The seat to act may do in its view exactly what it may do in the state, and is asked the same. A view can be
        written as a position and read back, and a view of it is itself.
        """
        return state


def seen_by(rules: Any, state: State, seat: str) -> State:
    """The state as a seat may see it, or ``NOBODY``."""
    view: State = capability(rules, HiddenInformation).view(state, seat)
    return view


class UnitActions(Capability[State]):
    """``candidates`` is only a sample in some states, but what one unit can do is listed."""

    def actions_of(self, state: State, unit: str) -> Sequence[Action] | None:
        """Every legal action of the seat to act that names a unit; None where ``candidates`` lists them."""
        return None


class OwnFiles(Capability[Any]):
    """Players may write files for the system, such as maps and army lists."""

    def board_faults(self, board: Any) -> Sequence[Text]:
        """What is wrong with a map by the rules, e.g. terrain larger than allowed; nothing for a good one."""
        return ()

    def file_faults(self, path: str) -> Sequence[Text] | None:
        """What is wrong with a player's own TOML file; None if the system reads no such files."""
        return None

    def reread(self) -> None:
        """Read players' own files again, such as army lists among ``options``."""


class Migration(Capability[Any]):
    """Games of older editions go on under the rules of now: only words have changed since."""

    migrates: frozenset[int] = frozenset()
    """Those editions (``Rules.edition``)."""

    def modern(self, edition: int, text: str) -> str:
        """An action's notation, or the text of a scenario or an option, as it is written now.

        :param edition: one of ``migrates``, whose record has the text.
        """
        return text

    def modern_position(self, edition: int, position: Mapping[str, Any]) -> Mapping[str, Any]:
        """A position of one of ``migrates`` as it is written now."""
        return position
