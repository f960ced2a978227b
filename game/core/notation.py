"""One way to write actions as one line and read them back: by the types of their fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass
from functools import cache
from itertools import chain
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, NewType, Union, dataclass_transform, get_args, get_origin

from game.core.action import Action, BadNotation, parse_faces
from game.core.fields import Between, Field, Named, PlaceName, Slot, UnitName, bare, fields_of
from game.core.message import either, say
from game.core.pose import Pose, read_pose


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
        cls: Any = type(self)
        return " ".join((self.verb, *(text(value) for name, field, text in _tokens(cls)
                                      if (value := getattr(self, name)) != field.default)))

    @property
    def units(self) -> tuple[str, ...]:
        """The ids in the fields of type ``UnitName`` or ``Slot``, in order."""
        return self._about(UnitName, Slot)

    @property
    def places(self) -> tuple[str, ...]:
        """The ids in the fields of type ``PlaceName`` and the texts of poses, in order."""
        return self._about(PlaceName, Pose)

    def _about(self, *types: Any) -> tuple[str, ...]:
        cls: Any = type(self)
        return tuple(chain.from_iterable(texts(self) for texts in _about(cls, types)))


Token = Callable[[Any], str]
"""Makes a word of a notation of a value."""


@cache
def _tokens(cls: Any) -> Sequence[tuple[str, Field, Token]]:
    """The fields of an action, each with what writes its word."""
    return [(name, field, _token(field.type, field.key)) for name, field in fields_of(cls).items()]


def _token(type_: Any, key: str = "") -> Token:
    """:param key: what a switch that is on is written as."""
    one, many = _element(type_)
    held, note = bare(one)
    text: Token = (note.names.__getitem__ if isinstance(note, Named) else (lambda _: key) if held is bool else
                   attrgetter("text") if hasattr(held, "text") else str)
    between = _between(one)
    return (lambda value: between.join(map(text, value))) if many else text


def _element(type_: Any) -> tuple[Any, bool]:
    """The type of what a field holds if it holds anything, or of the parts of its tuple; and whether it is a tuple."""
    origin, args = get_origin(type_), [one for one in get_args(type_) if one not in (NoneType, Ellipsis)]
    return (args[0], origin is tuple) if origin in (tuple, Union, UnionType) else (type_, False)


def _between(element: Any) -> str:
    """What stands between the parts of a tuple in a notation."""
    held, note = bare(element)
    plain = held is str or isinstance(held, NewType) or isinstance(note, Named)
    return "-" if held is PlaceName else "," if plain else ">"


@cache
def _about(cls: Any, wanted: tuple[Any, ...]) -> Sequence[Callable[[Any], Sequence[str]]]:
    """For each field of an action that is of one of these types, what gives its texts."""
    def texts(name: str, default: Any, token: Token, *, many: bool) -> Callable[[Any], Sequence[str]]:
        def found(deed: Any) -> Sequence[str]:
            value = getattr(deed, name)
            return () if value is None or value == default else tuple(map(token, value)) if many else (token(value),)
        return found

    return [texts(name, field.default, _token(one), many=many) for name, field in fields_of(cls).items()
            for one, many in (_element(field.type),) if bare(one)[0] in wanted]


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
            value = rest[0] == field.key or None if field.type is bool else self._value(field.type, rest[0])
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
        type_, bounds = bare(type_)
        origin, args = get_origin(type_), get_args(type_)
        if type_ in self._readers:
            return self._readers[type_](text)
        if isinstance(bounds, Named):
            return bounds.names.index(text) if text in bounds.names else None
        if origin is tuple:
            found = tuple(self._value(args[0], part) for part in text.split(_between(args[0])))
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
        start = "[a-z0-9]" if type_ is PlaceName else "[a-z]"
        return text if re.fullmatch(f"{start}[a-z0-9-]*", text, re.ASCII) else None
