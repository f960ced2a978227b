"""Actions as declared classes: their one-line texts are written and read by the types of their fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    NewType,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
)

from game.core.action import Action, BadNotation, parse_faces
from game.core.fields import Between, Field, UnitName, bare, fields_of, notes
from game.core.message import either, say
from game.core.nearest import with_nearest
from game.core.pose import Pose, read_pose


class Place(NamedTuple):
    """A text that names a place; ``PlaceName`` says so of a field."""


class Joined(NamedTuple):
    """What stands between the values of a tuple: ``Annotated[tuple[PlaceName, ...], Joined(" ")]``."""

    by: str
    """A blank: they are words of their own, and nothing follows them."""


class After(NamedTuple):
    """A word that stands before a value: ``Annotated[UnitName, After("with")]``."""

    word: str


PlaceName = Annotated[str, Place()]
"""The id of a place, as a field of an action."""
Note = TypeVar("Note", After, Joined)


def _note(type_: Any, kind: type[Note]) -> Note | None:
    return next((note for note in notes(type_) if isinstance(note, kind)), None)


@dataclass_transform(frozen_default=True)
class Deed:
    """A base for actions whose notation, units and places follow from their fields: the verb, then each field in order.

    Every subclass becomes a frozen dataclass. It names its ``example`` in the line of its class.
    """

    example: ClassVar[str]
    """A notation, for errors and for the page of the protocol; its first word is the verb."""
    verb: ClassVar[str]

    def __init_subclass__(cls, example: str) -> None:
        dataclass(frozen=True)(cls)
        cls.example, cls.verb = example, example.partition(" ")[0]

    @property
    def notation(self) -> str:
        return " ".join((self.verb, *(_token(field.type, value) for field, value in _values(self))))

    @property
    def units(self) -> tuple[str, ...]:
        """The values of the fields of type ``UnitName``, in order."""
        return tuple(_about(self, UnitName))

    @property
    def places(self) -> tuple[str, ...]:
        """The values of the fields of type ``PlaceName`` and the texts of the poses among its fields, in order."""
        return tuple(place.text if isinstance(place, Pose) else place for place in _about(self, Pose, PlaceName))


def _values(deed: Deed) -> Iterator[tuple[Field, Any]]:
    """The fields of an action that do not have their defaults, each with what it holds."""
    cls: Any = type(deed)
    return ((field, value) for name, field in fields_of(cls).items() if (
        value := getattr(deed, name)) != field.default)


def _about(deed: Deed, *wanted: Any) -> Iterator[Any]:
    """The values of some types in the fields of an action: single ones, those of tuples, optional ones."""
    for field, value in _values(deed):
        type_, _ = bare(field.type)
        args = [one for one in get_args(type_) if one not in (NoneType, Ellipsis)]
        held = args[0] if args and get_origin(type_) in (tuple, Union, UnionType) else type_
        if field.type in wanted or held in wanted:
            yield from (value if type(value) is tuple else (value,))


def _token(type_: Any, value: Any) -> str:
    after, joined = _note(type_, After), _note(type_, Joined)
    if after is not None:
        return f"{after.word} {value}"
    if hasattr(value, "text"):
        return str(value.text)
    if isinstance(value, tuple):
        by = joined.by if joined is not None else ">" if value and not isinstance(value[0], str) else ","
        return by.join(_token(None, one) for one in value)
    return str(value)


class Notation:
    """The actions of a system and their one-line texts."""

    def __init__(self, deeds: Sequence[type[Any]], readers: Mapping[Any, Callable[[str], Any]]) -> None:
        """:param readers: for field types other than poses, words and numbers: the value of a text, None if the text is
        not one."""
        self._deeds: dict[str, Any] = {one.verb: one for one in deeds}
        self._readers = {Pose: read_pose, **readers}

    @property
    def examples(self) -> tuple[str, ...]:
        """A notation of each action."""
        return tuple(one.example for one in self._deeds.values())

    def parse(self, text: str) -> Action:
        """The action of a notation.

        :raises BadNotation: saying what was expected.
        """
        text = " ".join(text.split())
        verb, *rest = text.split(" ")
        if verb == "roll":
            return parse_faces(rest)
        cls = self._deeds.get(verb)
        if cls is None:
            wrong = say("expected an action that begins with {verbs}, not {text!r}",
                        verbs=either(("roll", *self._deeds)), text=text)
            raise BadNotation(with_nearest(wrong, verb, ("roll", *self._deeds)))
        known = fields_of(cls)
        values: dict[str, Any] = {}
        for key, field in known.items():
            if not rest:
                break
            after, joined = _note(field.type, After), _note(field.type, Joined)
            words = 1 if after is None else 2
            if joined is not None and joined.by == " ":
                words = len(rest)
            value = self._value(field.type, " ".join(rest[:words])) if after is None else (
                self._value(field.type, rest[-1]) if rest[:-1] == [after.word] else None)
            if value is None:
                if field.default is MISSING:
                    break
                continue
            values[key] = value
            del rest[:words]
        if rest or any(field.default is MISSING and key not in values for key, field in known.items()):
            raise BadNotation(say("expected an action such as {example!r}, not {text!r}", example=cls.example,
                                  text=text))
        found: Action = cls(**values)
        if found.notation != text:
            raise BadNotation(say("expected {expected!r}, not {text!r}", expected=found.notation, text=text))
        return found

    def _value(self, type_: Any, text: str) -> Any:
        if type_ in self._readers:
            return self._readers[type_](text)
        joined = _note(type_, Joined)
        type_, bounds = bare(type_)
        origin, args = get_origin(type_), get_args(type_)
        if type_ in self._readers:
            return self._readers[type_](text)
        if origin is tuple:
            named = args[0] is str or isinstance(args[0], NewType)
            between = joined.by if joined is not None else "," if named else ">"
            found = tuple(self._value(args[0], part) for part in text.split(between))
            return None if any(one is None for one in found) else found
        if origin in (Union, UnionType):
            return next((value for one in args if one is not NoneType
                         for value in (self._value(one, text),) if value is not None), None)
        if origin is Literal:
            return text if text in args else None
        if type_ is int:
            whole = int(text) if re.fullmatch(r"-?\d{1,9}", text, re.ASCII) else None
            outside = whole is not None and isinstance(bounds, Between) and not bounds.least <= whole <= bounds.most
            return None if outside else whole
        return text if re.fullmatch(r"[a-z][a-z0-9-]*", text, re.ASCII) else None
