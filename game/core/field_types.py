"""The types that fields of positions, decisions, scenario files and actions are declared with, and what is read off a
class of such fields. ``game.core.fields`` writes and reads their values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, NamedTuple, NewType, get_args, get_origin, get_type_hints


class Between(NamedTuple):
    """The bounds of a whole number, both included: ``Annotated[int, Between(0, 6)]``."""

    least: int
    most: int


class Members(NamedTuple):
    """The names that the bits of a mask stand for: ``Annotated[int, Members(names)]``. A list of names is written."""

    names: Any
    """A tuple of names, or the index type whose names they are, e.g. ``Members(Slot)``."""


class Nothing(NamedTuple):
    """The number of an index type that stands for none of its names, e.g. ``Annotated[Slot, Nothing(-1)]``. Null is
    written."""

    value: int


class Pairs(NamedTuple):
    """Pairs that are written as a table: ``Annotated[tuple[tuple[Slot, int], ...], Pairs()]``."""


@dataclass(frozen=True, eq=False)
class Names:
    """The names that positions write for whole numbers: ``{Slot: ("s-cuenca", ...), Area: ("a", "b", ...)}``."""

    of: Mapping[Any, Sequence[str]]
    """For each index type, a ``NewType`` of ``int``, the names of 0, 1, 2 and so on."""


NO_NAMES = Names({})


class Key(NamedTuple):
    """The key of a field that is written by another name than its own: ``Annotated[str, Key("seat")]``."""

    name: str


class DeclaredField(NamedTuple):
    """A field of a declared class."""

    key: str
    """What positions call it."""
    type: Any
    default: Any
    """``MISSING``: it must be given."""


@cache
def fields_of(cls: Any) -> Mapping[str, DeclaredField]:
    """The fields of a dataclass or named tuple, in order, with their types and defaults; computed fields left out."""
    types = get_type_hints(cls, include_extras=True)
    defaults = ({one.name: one.default for one in fields(cls) if one.init} if is_dataclass(cls)
                else {name: cls._field_defaults.get(name, MISSING) for name in cls._fields})
    keys = {name: note.name for name in defaults for note in notes(types[name]) if isinstance(note, Key)}
    return {name: DeclaredField(keys.get(name, name), types[name], default) for name, default in defaults.items()}


def declared(type_: Any) -> bool:
    """Whether a type is a class with declared fields."""
    return isinstance(type_, type) and (is_dataclass(type_) or hasattr(type_, "_fields"))


@cache
def kebab(name: str) -> str:
    """A class name as positions write it, e.g. ``who-stays`` of ``WhoStays``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def notes(type_: Any) -> Sequence[Any]:
    """What is noted at a type."""
    return get_args(type_)[1:] if get_origin(type_) is Annotated else ()


def bare(type_: Any) -> tuple[Any, Between | Members | Nothing | Pairs | None]:
    """A type without its notes, and the note that says how its values are written."""
    note = next((note for note in notes(type_) if isinstance(note, Between | Members | Nothing | Pairs)), None)
    return get_args(type_)[0] if get_origin(type_) is Annotated else type_, note


def kind_of(cls: Any) -> str:
    """What positions call a class of a union: its ``kind``, else its name."""
    kind = getattr(cls, "kind", None)
    return kind if isinstance(kind, str) and kind else kebab(cls.__name__)


UnitName = NewType("UnitName", str)
"""The id of a unit, as a field of an action."""
