"""Capabilities: features that only some rule systems have, each a class that a system inherits in addition to
``System``.

Use ``capability(rules, Interrupts)`` to get one. For a system without it this returns the class's default answers,
which say that there is nothing; ``isinstance`` tells whether the system has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from game.core.action import Action
from game.core.message import Text

State = TypeVar("State")
Wanted = TypeVar("Wanted", bound="Capability[Any]")
"""The class of the capability asked for."""

_EMPTY: dict[type[Any], Any] = {}
"""Empty capabilities by class, created when first requested."""

SPECTATOR = ""
"""The seat of a spectator in ``HiddenInformation.view``, e.g. at a game between computer players."""


class Capability(Generic[State]):
    """A base for capabilities. Its subclasses' own methods are the defaults, which say that there is nothing."""


def capability(rules: Any, wanted: type[Wanted]) -> Wanted:
    """A rule system as one of its capabilities; the empty capability if the system lacks it."""
    if isinstance(rules, wanted):
        return rules
    if wanted not in _EMPTY:
        _EMPTY[wanted] = wanted()
    empty: Wanted = _EMPTY[wanted]
    return empty


class HiddenInformation(Capability[State]):
    """Something in the state is hidden from a seat."""

    def view(self, state: State, seat: str) -> State:
        """The state without what a seat may not know; for ``SPECTATOR``, without anything that is not known to every
        seat.

        The seat to act has the same legal actions and the same prompt in its view as in the state. A view can be
        written as a position and read back, and the view of a view is itself.
        """
        return state


def seen_by(rules: Any, state: State, seat: str) -> State:
    """The state as seen by a seat, or by ``SPECTATOR``."""
    view: State = capability(rules, HiddenInformation).view(state, seat)
    return view


class UnitActions(Capability[State]):
    """The legal actions of one unit can be listed even if ``candidates`` is only a sample."""

    def legal_actions_of(self, state: State, unit: str) -> Sequence[Action] | None:
        """Every legal action of the seat to act that names a unit; None if ``candidates`` lists them."""
        return None


class OwnFiles(Capability[Any]):
    """Players may write their own files for the system, such as maps and army lists."""

    def board_faults(self, board: Any) -> Sequence[Text]:
        """The faults of a map under the rules, e.g. terrain larger than allowed; empty if there are none."""
        return ()

    def file_faults(self, path: str) -> Sequence[Text] | None:
        """The faults of a player's own TOML file; None if the system reads no such files."""
        return None

    def reread(self) -> None:
        """Reload players' own files, such as army lists among ``options``."""


class Migration(Capability[Any]):
    """Games of older editions can be continued under the current rules, as only wording has changed since."""

    migrates: frozenset[int] = frozenset()
    """The older editions (``Rules.edition``)."""

    def modern(self, edition: int, text: str) -> str:
        """An action's notation, or the text of a scenario or an option, in its current form.

        :param edition: the edition of the record that contains the text; one of ``migrates``.
        """
        return text

    def modern_position(self, edition: int, position: Mapping[str, Any]) -> Mapping[str, Any]:
        """A position of an edition in ``migrates``, in its current form."""
        return position
