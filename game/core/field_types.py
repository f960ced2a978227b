"""Types for declaring the fields of positions, decisions, scenario files and actions, and the inspection of classes
with such fields. ``game.core.fields`` writes and reads their values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, NamedTuple, NewType, get_args, get_origin, get_type_hints


class Between(NamedTuple):
    """The bounds of a whole number, inclusive: ``Annotated[int, Between(0, 6)]``."""

    least: int
    most: int


class Members(NamedTuple):
    """The names for the bits of a mask: ``Annotated[int, Members(names)]``. Written as a list of names."""

    names: Any
    """A tuple of names, or an index type that has names, e.g. ``Members(Slot)``."""


class Nothing(NamedTuple):
    """The value of an index type that means none, e.g. ``Annotated[Slot, Nothing(-1)]``. Written as null."""

    value: int


class Pairs(NamedTuple):
    """Pairs that are written as a table: ``Annotated[tuple[tuple[Slot, int], ...], Pairs()]``."""


@dataclass(frozen=True, eq=False)  # compared by identity, as a key of caches: a mapping cannot be hashed
class Names:
    """The names written for index values in positions."""

    of: Mapping[Any, Sequence[str]]
    """Index type (a ``NewType`` of ``int``) -> the names of 0, 1, 2 and so on, e.g. ``{Area: ("a", "b", ...)}``."""


NO_NAMES = Names({})
"""For classes without fields of index types."""


class Key(NamedTuple):
    """The key of a field if it differs from the field's name: ``Annotated[str, Key("seat")]``."""

    name: str


class DeclaredField(NamedTuple):
    """A field of a declared class."""

    key: str
    """Its key in positions."""
    type: Any
    default: Any
    """The default; ``MISSING`` if a value is required."""


@cache
def fields_of(cls: Any) -> Mapping[str, DeclaredField]:
    """The fields of a dataclass or named tuple, in order, with their types and defaults; fields not set by the
    constructor are left out."""
    types = get_type_hints(cls, include_extras=True)
    defaults = ({each.name: each.default for each in fields(cls) if each.init} if is_dataclass(cls)
                else {name: cls._field_defaults.get(name, MISSING) for name in cls._fields})
    keys = {name: note.name for name in defaults for note in notes(types[name]) if isinstance(note, Key)}
    return {name: DeclaredField(keys.get(name, name), types[name], default) for name, default in defaults.items()}


def is_declared(type_: Any) -> bool:
    """Whether a type is a class with declared fields."""
    return isinstance(type_, type) and (is_dataclass(type_) or hasattr(type_, "_fields"))


@cache
def kebab(name: str) -> str:
    """A class name in the spelling of positions, e.g. ``who-stays`` for ``WhoStays``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def notes(type_: Any) -> Sequence[Any]:
    """The metadata of an annotated type."""
    return get_args(type_)[1:] if get_origin(type_) is Annotated else ()


def type_and_note(type_: Any) -> tuple[Any, Between | Members | Nothing | Pairs | None]:
    """A type without its annotations, and the annotation that determines how its values are written; None if it has
    none."""
    note = next((note for note in notes(type_) if isinstance(note, Between | Members | Nothing | Pairs)), None)
    return get_args(type_)[0] if get_origin(type_) is Annotated else type_, note


def kind_of(cls: Any) -> str:
    """The name of a class of a union in positions: its ``kind``, or else its class name."""
    kind = getattr(cls, "kind", None)
    return kind if isinstance(kind, str) and kind else kebab(cls.__name__)


UnitName = NewType("UnitName", str)
"""The id of a unit, as the type of an action's field."""
