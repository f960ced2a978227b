"""Actions as declared classes: their one-line notations are written and read by the types of their fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass
from enum import StrEnum
from functools import cache, partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    NewType,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
)

from game.core.action import Action, BadNotation, parse_faces
from game.core.field_types import Between, DeclaredField, UnitName, fields_of, is_declared, notes, type_and_note
from game.core.message import Message, Text, and_list, or_list, say
from game.core.nearest import with_nearest
from game.core.pose import Pose, read_pose


class PlaceText(NamedTuple):
    """The marker of a text that names a place; used in ``PlaceName``."""


class Joined(NamedTuple):
    """The separator of a tuple's values: ``Annotated[tuple[PlaceName, ...], Joined(" ")]``. By default it is ``,``
    between words and ``>`` between other values."""

    by: str
    """The separator; with a space the values are separate words, and no other field can follow."""


class After(NamedTuple):
    """A word that precedes a value: ``Annotated[UnitName, After("with")]``."""

    word: str


PlaceName = Annotated[str, PlaceText()]
"""The id of a place, as the type of an action's field."""


_WHOLE = re.compile(r"-?\d{1,9}", re.ASCII).fullmatch
"""Matches the text of a whole number."""
_WORD = re.compile(r"[a-z][a-z0-9-]*", re.ASCII).fullmatch
"""Matches the id of a unit or another name."""
NOTATION_ONLY = say("{notation}")
"""The description of an action that declares none."""


@dataclass_transform(frozen_default=True)
class DeclaredAction:
    """A base for actions whose notation, units and places follow from their fields: the verb, then each field in order.

    Every subclass becomes a frozen dataclass. It gives its ``example`` as a class argument.
    """

    example: ClassVar[str]
    """A sample notation, for errors and for the page on the protocol; its first word is the verb."""
    verb: ClassVar[str]
    description: ClassVar[Message]
    """The description of the action for display. Its placeholders are the names of fields, and either ``{place}`` (the
    last of ``places``) or ``{notation}``."""

    def __init_subclass__(cls, example: str, description: Message = NOTATION_ONLY) -> None:
        dataclass(frozen=True)(cls)
        cls.example, cls.verb, cls.description = example, example.partition(" ")[0], description

    def describe(self, name: Callable[[str], Text]) -> Message:
        """The description of the action, with the values of its fields.

        :param name: unit id -> display name.
        """
        cls: Any = type(self)
        values: dict[str, Any] = {}
        for part in _parts(cls):
            if f"{{{part.name}}}" in self.description.template:
                value = getattr(self, part.name)
                to_text = name if part.names == "unit" else str
                several = and_list if part.names == "unit" else tuple
                values[part.name] = several(map(to_text, value)) if type(value) is tuple else to_text(value)
        if "{place}" in self.description.template:
            values["place"] = self.places[-1]
        elif "{notation}" in self.description.template:
            values["notation"] = self.notation
        return self.description.with_values(**values) if values else self.description

    @property
    def notation(self) -> str:
        return " ".join((self.verb, *(part.token(value) for part, value in _nondefault_values(self))))

    @property
    def units(self) -> tuple[str, ...]:
        """The values of the fields of type ``UnitName``, and of named tuples that begin with one, in order."""
        return tuple([name if type(name) is str else name[0] for part, value in _nondefault_values(self)
                      if part.names == "unit"
                      for name in (value if type(value) is tuple else (value,))])

    @property
    def places(self) -> tuple[str, ...]:
        """The values of the fields of type ``PlaceName`` and the texts of any poses among its fields, in order."""
        return tuple([_text(place) for part, value in _nondefault_values(self) if part.names == "place"
                      for place in (value if type(value) is tuple else (value,))])


class _Part(NamedTuple):
    """A field as it appears in a notation."""

    name: str
    field: DeclaredField
    value_type: Any
    """Its type; for a tuple or an optional value, the type of its elements."""
    preceding_word: str
    """The word that precedes it, if any."""
    separator: str
    """The separator of the values of a tuple; empty if the value is not a tuple."""
    names: Literal["unit", "place", ""]
    """Whether it names units or places."""

    def token(self, value: Any) -> str:
        """A value as one or more words; a boolean that is true is written as the field's name."""
        if type(value) is str and not self.preceding_word:
            return value
        if value is True:
            return self.name
        text = self.separator.join(map(_text, value)) if type(value) is tuple else _text(value)
        return f"{self.preceding_word} {text}" if self.preceding_word else text


def _text(value: Any) -> str:
    """A value as one word: a pose by its text form; a named tuple with colons between its values, default values left
    out."""
    if type(value) is str:
        return value
    if isinstance(value, tuple) and not hasattr(value, "text"):
        return ":".join(_text(each) for each, field in zip(value, fields_of(type(value)).values(), strict=True)
                        if each != field.default)
    return str(getattr(value, "text", value))


@cache
def _parts(cls: Any) -> tuple[_Part, ...]:
    """The fields of a class of actions as they appear in its notation, in order."""
    return tuple(_part(name, field) for name, field in fields_of(cls).items())


def _part(name: str, field: DeclaredField) -> _Part:
    """A field as it appears in a notation."""
    type_, _ = type_and_note(field.type)
    args = [each for each in get_args(type_) if each not in (NoneType, Ellipsis)]
    is_tuple = get_origin(type_) is tuple
    if args and (is_tuple or get_origin(type_) in (Union, UnionType)):
        value_type = args[0]
    else:
        value_type = field.type if field.type == PlaceName else type_
    first_type = next(iter(fields_of(value_type).values())).type if _is_row(value_type) else None
    has_words = value_type is str or value_type == PlaceName or isinstance(value_type, NewType)
    preceding_word = next((note.word for note in notes(field.type) if isinstance(note, After)), "")
    separator = next((note.by for note in notes(field.type) if isinstance(note, Joined)), "," if has_words else ">")
    return _Part(name, field, value_type, preceding_word, separator if is_tuple else "",
                 "unit" if UnitName in (value_type, first_type) else
                 "place" if value_type in (PlaceName, Pose) else "")


def _is_row(type_: Any) -> bool:
    """Whether a type is a named tuple: its values are written with colons between them, e.g. ``king:3``."""
    return isinstance(type_, type) and issubclass(type_, tuple) and not hasattr(type_, "text") and is_declared(type_)


def _nondefault_values(action: DeclaredAction) -> list[tuple[_Part, Any]]:
    """The fields of an action whose values are not the defaults, with these values."""
    cls: Any = type(action)
    return [(part, value) for part in _parts(cls) if (value := getattr(action, part.name)) != part.field.default]


class Notation:
    """Parses the one-line notations of a system's actions."""

    def __init__(self, actions: Sequence[type[Any]], readers: Mapping[Any, Callable[[str], Any]]) -> None:
        """:param readers: for field types other than poses, words and numbers: a function from a text to its value, or
            None if the text is invalid."""
        self._readers = {Pose: read_pose, **readers}
        self._actions: dict[str, Any] = {cls.verb: cls for cls in actions}
        self._parts = {cls.verb: [(part, self._reader(part.value_type if part.separator else part.field.type))
                                  for part in _parts(cls)] for cls in self._actions.values()}

    @property
    def examples(self) -> tuple[str, ...]:
        """A sample notation of each action."""
        return tuple(cls.example for cls in self._actions.values())

    def parse(self, text: str) -> Action:
        """The action for a notation.

        :raises BadNotation: saying what was expected.
        """
        text = " ".join(text.split())
        verb, *rest = text.split(" ")
        if verb == "roll":
            return parse_faces(rest)
        cls = self._actions.get(verb)
        if cls is None:
            error = say("expected an action that begins with {verbs}, not {text!r}",
                        verbs=or_list(("roll", *self._actions)), text=text)
            raise BadNotation(with_nearest(error, verb, ("roll", *self._actions)))
        values: dict[str, Any] = {}
        is_incomplete = False
        for part, read in self._parts[verb]:
            word_count = len(rest) if part.separator == " " else 2 if part.preceding_word else 1
            value = _value(part, read, rest[:word_count])
            if value is not None:
                values[part.name] = value
                del rest[:word_count]
            elif part.field.default is MISSING:
                is_incomplete = True
                break
        if rest or is_incomplete:
            raise BadNotation(say("expected an action such as {example!r}, not {text!r}", example=cls.example,
                                  text=text))
        action: Action = cls(**values)
        if action.notation != text:
            raise BadNotation(say("expected {expected!r}, not {text!r}", expected=action.notation, text=text))
        return action

    def _reader(self, type_: Any) -> Callable[[str], Any]:
        """The reader of a type: a function from a text to its value, or None if the text is invalid."""
        if type_ == PlaceName:
            return str
        type_, bounds = type_and_note(type_)
        origin, args = get_origin(type_), [each for each in get_args(type_) if each is not NoneType]
        if type_ in self._readers:
            return self._readers[type_]
        if origin in (Union, UnionType):
            readers = [self._reader(each) for each in args]
            return lambda text: next((value for read in readers if (value := read(text)) is not None), None)
        if origin is Literal:
            return {word: word for word in args}.get
        if isinstance(type_, type) and issubclass(type_, StrEnum):
            return {word.value: word for word in type_}.get
        if _is_row(type_):
            return partial(_row, type_, [self._reader(field.type) for field in fields_of(type_).values()])
        return partial(_whole_number, bounds) if type_ is int else _word


def _value(part: _Part, read: Callable[[str], Any], words: Sequence[str]) -> Any:
    """The value of a field; None if the words are not valid for it."""
    if not words or (part.preceding_word and (len(words) < 2 or words[0] != part.preceding_word)):
        return None
    if part.value_type is bool:
        return True if words[0] == part.name else None
    if not part.separator:
        return read(words[-1])
    values = tuple(map(read, " ".join(words).split(part.separator)))
    return None if None in values else values


def _row(cls: Any, readers: Sequence[Callable[[str], Any]], text: str) -> Any:
    """A named tuple from its text; None if the text is invalid."""
    words = text.split(":")
    required = sum(field.default is MISSING for field in fields_of(cls).values())
    if not required <= len(words) <= len(readers):
        return None
    values = [read(word) for read, word in zip(readers, words, strict=False)]
    return None if None in values else cls(*values)


def _whole_number(bounds: object, text: str) -> int | None:
    """A whole number from its text; None if the text is not a whole number, or the number is outside the bounds of a
    ``Between``."""
    number = int(text) if _WHOLE(text) else None
    is_outside = number is not None and isinstance(bounds, Between) and not bounds.least <= number <= bounds.most
    return None if is_outside else number


def _word(text: str) -> str | None:
    """The text if it is a name; None if it is not."""
    return text if _WORD(text) else None
