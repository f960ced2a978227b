"""One way to write values as text and read them back: by the types of their fields.

A system declares what its positions, pending decisions and actions are made of, as classes with field types. It writes
no readers. ``Fields`` turns such values into JSON values and back, ``Notation`` actions into one line and back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
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
    get_type_hints,
)

from game.core.action import Action, BadNotation, parse_faces
from game.core.codec import BadPosition
from game.core.message import Text, either, say
from game.core.nearest import with_nearest
from game.core.pose import Pose, read_pose
from game.core.position_checks import need


class Between(NamedTuple):
    """The bounds of a whole number, both included: ``Annotated[int, Between(0, 6)]``."""

    least: int
    most: int


class Field(NamedTuple):
    """A field of a declared class."""

    type: Any
    default: Any
    """``MISSING``: it must be given."""


@cache
def fields_of(cls: Any) -> Mapping[str, Field]:
    """The fields of a dataclass or named tuple, in order, with their types and defaults; computed fields left out."""
    types = get_type_hints(cls, include_extras=True)
    if is_dataclass(cls):
        return {one.name: Field(types[one.name], one.default) for one in fields(cls) if one.init}
    defaults = cls._field_defaults
    names: Sequence[str] = cls._fields
    return {name: Field(types[name], defaults.get(name, MISSING)) for name in names}


def declared(type_: Any) -> bool:
    """Whether a type is a class with declared fields."""
    return isinstance(type_, type) and (is_dataclass(type_) or hasattr(type_, "_fields"))


@cache
def kebab(name: str) -> str:
    """A class name as positions write it, e.g. ``who-stays`` of ``WhoStays``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def _bare(type_: Any) -> tuple[Any, Between | None]:
    """A type without its bounds, and these."""
    if get_origin(type_) is Annotated:
        bare, *notes = get_args(type_)
        return bare, next((note for note in notes if isinstance(note, Between)), None)
    return type_, None


class Fields:
    """Writes values as JSON values and reads them back.

    Known types: whole numbers, switches, texts, ``Literal`` words, poses, tuples, mappings of names, an optional value,
    declared classes, and a union of declared classes, told apart by the key ``kind``, or of plain types, told apart by
    the value. A field that has its default is left out.
    """

    def write(self, type_: Any, value: Any) -> Any:
        """A value of a type as JSON values."""
        type_, _ = _bare(type_)
        origin, args = get_origin(type_), get_args(type_)
        if origin in (Union, UnionType):
            return None if value is None else self._write_one_of(args, value)
        if origin is Mapping:
            return {key: self.write(args[1], one) for key, one in value.items()}
        if origin is tuple:
            types = [args[0]] * len(value) if args[-1] is Ellipsis else args
            return [self.write(each, one) for each, one in zip(types, value, strict=True)]
        if declared(type_) and type_ is not Pose:
            return {key: self.write(field.type, getattr(value, key)) for key, field in fields_of(type_).items()
                    if getattr(value, key) != field.default}
        return value.text if type_ is Pose else value

    def _write_one_of(self, args: tuple[Any, ...], value: Any) -> Any:
        kinds = [one for one in args if one is not NoneType]
        if len(kinds) == 1:
            return self.write(kinds[0], value)
        if type(value) in _PLAIN:
            return value
        return {"kind": kebab(type(value).__name__), **self.write(type(value), value)}

    def read(self, type_: Any, value: Any, where: str) -> Any:
        """The value of JSON values.

        :param where: the place in the position, for errors.
        :raises BadPosition: naming the place and what was expected there.
        """
        type_, bounds = _bare(type_)
        origin, args = get_origin(type_), get_args(type_)
        if origin in (Union, UnionType):
            return self._read_one_of(args, value, where)
        if origin is Mapping:
            need(isinstance(value, Mapping), where, say("a table"))
            return {key: self.read(args[1], one, f"{where}/{key}") for key, one in value.items()}
        if origin is tuple:
            need(isinstance(value, list), where, say("a list"))
            if args[-1] is Ellipsis:
                return tuple(self.read(args[0], one, f"{where}/{n}") for n, one in enumerate(value))
            need(len(value) == len(args), where, say("a list of {count}", count=len(args)))
            return tuple(self.read(each, one, f"{where}/{n}") for n, (each, one) in enumerate(
                zip(args, value, strict=True)))
        if origin is Literal:
            return self._among(value, args, where)
        if isinstance(type_, NewType):
            return self.read(type_.__supertype__, value, where)
        if type_ is Pose:
            pose = read_pose(value) if isinstance(value, str) else None
            need(pose is not None, where, say("a pose such as 6200,9000,10800"))
            return pose
        return self._read_row(type_, value, where) if declared(type_) else _read_plain(type_, bounds, value, where)

    def _among(self, value: Any, known: Collection[str], where: str) -> str:
        need(isinstance(value, str), where, either(tuple(known)) if len(known) < 9 else say("a name"))
        if value not in known:
            raise BadPosition(with_nearest(say("{where}: there is no {name!r}", where=where, name=value), value,
                                           tuple(known)))
        return str(value)

    def _read_one_of(self, args: tuple[Any, ...], value: Any, where: str) -> Any:
        if value is None and NoneType in args:
            return None
        kinds = {kebab(one.__name__): one for one in args if one is not NoneType and isinstance(one, type)}
        others = [one for one in args if one is not NoneType]
        if len(others) == 1:
            return self.read(others[0], value, where)
        if plain := [one for one in others if one in _PLAIN]:
            need(type(value) in plain, where, either(tuple(_PLAIN[one] for one in plain)))
            return value
        need(isinstance(value, Mapping), where, say("a table with a kind"))
        kind = self._among(value.get("kind"), tuple(kinds), f"{where}/kind")
        return self._read_row(kinds[kind], {key: one for key, one in value.items() if key != "kind"}, where)

    def _read_row(self, cls: Any, value: Any, where: str) -> Any:
        need(isinstance(value, Mapping), where, say("a table"))
        known = fields_of(cls)
        for key in value:
            if key not in known:
                raise BadPosition(with_nearest(say("{where}: there is no key {name!r}", where=where, name=str(key)),
                                               str(key), tuple(known)))
        for key, field in known.items():
            need(key in value or field.default is not MISSING, where, say("the key {key!r}", key=key))
        return cls(**{key: self.read(known[key].type, one, f"{where}/{key}") for key, one in value.items()})


_PLAIN: Mapping[Any, Text] = {int: say("a whole number"), bool: say("true or false"), str: say("a text")}


def _read_plain(type_: Any, bounds: Between | None, value: Any, where: str) -> Any:
    need(type(value) is type_, where, _PLAIN.get(type_, str(type_)))
    if bounds is not None:
        need(bounds.least <= value <= bounds.most, where, say(
            "a whole number from {least} to {most}", least=bounds.least, most=bounds.most))
    return value


UnitName = NewType("UnitName", str)
"""The id of a unit, as a field of an action."""


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
        return " ".join((self.verb, *(_token(value) for field, value in _values(self) if value != field.default)))

    @property
    def units(self) -> tuple[str, ...]:
        """The values of the fields of type ``UnitName``, in order."""
        return tuple(_about(self, UnitName))

    @property
    def places(self) -> tuple[str, ...]:
        """The texts of the poses among its fields, in order."""
        return tuple(pose.text for pose in _about(self, Pose))


def _values(declared_: object) -> Iterator[tuple[Field, Any]]:
    """The fields of a value of a declared class, each with what it holds."""
    cls: Any = type(declared_)
    return ((field, getattr(declared_, key)) for key, field in fields_of(cls).items())


def _about(deed: Deed, wanted: Any) -> Iterator[Any]:
    """The values of a type in the fields of an action: single ones, those of tuples, optional ones."""
    for field, value in _values(deed):
        args = [one for one in get_args(field.type) if one not in (NoneType, Ellipsis)]
        held = args[0] if args and get_origin(field.type) in (tuple, Union, UnionType) else field.type
        if held is wanted and value is not None:
            yield from (value if type(value) is tuple else (value,))


def _token(value: Any) -> str:
    if hasattr(value, "text"):
        return str(value.text)
    if isinstance(value, tuple):
        return (">" if value and not isinstance(value[0], str) else ",").join(map(_token, value))
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
        verb, *rest = text.split(" ")
        if verb == "roll":
            return parse_faces(rest)
        cls = self._deeds.get(verb)
        if cls is None:
            verbs = either(("roll", *self._deeds))
            raise BadNotation(say("expected an action that begins with {verbs}, not {text!r}", verbs=verbs, text=text))
        known = fields_of(cls)
        values: dict[str, Any] = {}
        for key, field in known.items():
            if not rest:
                break
            value = self._value(field.type, rest[0])
            if value is None:
                if field.default is MISSING:
                    break
                continue
            values[key] = value
            rest.pop(0)
        if rest or any(field.default is MISSING and key not in values for key, field in known.items()):
            raise BadNotation(say("expected an action such as {example!r}, not {text!r}", example=cls.example,
                                  text=text))
        found: Action = cls(**values)
        if found.notation != text:
            raise BadNotation(say("expected {expected!r}, not {text!r}", expected=found.notation, text=text))
        return found

    def _value(self, type_: Any, text: str) -> Any:
        type_, bounds = _bare(type_)
        origin, args = get_origin(type_), get_args(type_)
        if type_ in self._readers:
            return self._readers[type_](text)
        if origin is tuple:
            between = "," if args[0] is str or isinstance(args[0], NewType) else ">"
            found = tuple(self._value(args[0], part) for part in text.split(between))
            return None if any(one is None for one in found) else found
        if origin in (Union, UnionType):
            return next((value for one in args if one is not NoneType
                         for value in (self._value(one, text),) if value is not None), None)
        if origin is Literal:
            return text if text in args else None
        if type_ is int:
            whole = int(text) if re.fullmatch(r"-?\d{1,9}", text, re.ASCII) else None
            return whole if whole is None or bounds is None or bounds.least <= whole <= bounds.most else None
        return text if re.fullmatch(r"[a-z][a-z0-9-]*", text, re.ASCII) else None
