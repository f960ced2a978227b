"""Actions: immutable values with a one-line notation that can be parsed back. Each system defines its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from game.core.message import MessageError, say


@runtime_checkable
class Action(Protocol):
    """Anything a seat, or chance, can do. Hashable; equal actions have equal notations."""

    @property
    def notation(self) -> str:
        """The one-line text form, stable across versions and stored in records."""
        ...

    @property
    def units(self) -> tuple[str, ...]:
        """Every unit that it names, acting units before affected ones; empty if it names none."""
        ...

    @property
    def places(self) -> tuple[str, ...]:
        """The places along its path, or where it is done, in order; the last one is its end. The start is not
        included."""
        ...

    def __hash__(self) -> int: ...


class NamesNothing:
    """A base for actions that name no units and no places by default.

    No dataclass with a field ``units`` or ``places`` can inherit it, or the bases below: the property would become the
    field's default.
    """

    __slots__ = ()

    @property
    def units(self) -> tuple[str, ...]:
        return ()

    @property
    def places(self) -> tuple[str, ...]:
        return ()


class NamesUnit(NamesNothing):
    """A base for actions of one unit."""

    __slots__ = ()
    unit: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit,)


class NamesPlace(NamesNothing):
    """A base for actions at one place."""

    __slots__ = ()
    place: str

    @property
    def places(self) -> tuple[str, ...]:
        return (self.place,)


class NamesUnitAndPlace(NamesUnit, NamesPlace):
    """A base for actions of one unit at one place."""

    __slots__ = ()


class BadNotation(MessageError, ValueError):
    """A text that is no action's notation. The message says what was found and what was expected."""


MAX_FACE_DIGITS = 4
"""The most digits of a face that is read; chosen: far more than the dice of any game need."""


@dataclass(frozen=True, slots=True)
class Faces(NamesNothing):
    """Chance's action in every system: the faces rolled, in the order of the roll's dice."""

    faces: tuple[int, ...]

    @property
    def notation(self) -> str:
        return "roll " + ",".join(map(str, self.faces))


def parse_faces(words: list[str]) -> Faces:
    """Parse the part of a notation after ``roll``.

    :raises BadNotation: unless it is one comma-separated list of whole numbers.
    """
    if len(words) == 1:
        parts = words[0].split(",")
        if all(part.isascii() and part.isdigit() and len(part) <= MAX_FACE_DIGITS for part in parts):
            return Faces(tuple(map(int, parts)))
    raise BadNotation(say("expected 'roll' and faces such as 'roll 4' or 'roll 4,2', not 'roll {names}'",
                          names=' '.join(words)))
