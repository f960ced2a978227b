"""Actions as declared classes: their one-line texts are written and read by the types of their fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass
from enum import StrEnum
from functools import cache, partial
from string import Template
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
from game.core.fields import Between, DeclaredField, UnitName, bare, declared, fields_of, notes
from game.core.message import Message, Text, either, say
from game.core.nearest import with_nearest
from game.core.pose import Pose, read_pose


class PlaceText(NamedTuple):
    """A text that names a place; ``PlaceName`` says so of a field."""


class Joined(NamedTuple):
    """What stands between the values of a tuple: ``Annotated[tuple[PlaceName, ...], Joined(" ")]``."""

    by: str
    """A blank: they are words of their own, and nothing follows them."""


class After(NamedTuple):
    """A word that stands before a value: ``Annotated[UnitName, After("with")]``."""

    word: str


_WHOLE = re.compile(r"-?\d{1,9}", re.ASCII).fullmatch
_WORD = re.compile(r"[a-z][a-z0-9-]*", re.ASCII).fullmatch
PlaceName = Annotated[str, PlaceText()]
"""The id of a place, as a field of an action."""


_class: Callable[[Any], Any] = type
_DEED, _EACH = Template("lambda deed: $made"), Template("map(text, $value)")
_FIRST = Template("(row[0] for row in $value)")
_UNLESS = Template("($nothing if deed.$name == default$n else $written)")
_FIELD = Template("value$n = read$n(words[$given]) if at < end else None\n"
                  " if value$n is None: $missing\n else: at += $count")
_DEFAULT = Template("value$n = default$n")
_MADE = Template("return cls($values) if at == end else None")
"""Of the functions that write and read actions."""
UNSAID = say("{notation}")
"""The words of an action that has none of its own."""


@dataclass_transform(frozen_default=True)
class Deed:
    """A base for actions whose notation, units and places follow from their fields: the verb, then each field in order.

    Every subclass becomes a frozen dataclass. It names its ``example`` in the line of its class.
    """

    example: ClassVar[str]
    """A notation, for errors and for the page of the protocol; its first word is the verb."""
    verb: ClassVar[str]
    said: ClassVar[Message]
    """The action as people say it; it names fields, ``{place}`` where it ends, or the ``{notation}``."""

    def __init_subclass__(cls, example: str, said: Message = UNSAID) -> None:
        dataclass(frozen=True)(cls)
        cls.example, cls.verb, cls.said = example, example.partition(" ")[0], said

    def told(self, name: Callable[[str], Text]) -> Message:
        """The action as people say it, with the values of its fields.

        :param name: what people call a unit.
        """
        cls: Any = type(self)
        values: dict[str, Any] = {}
        for part in _parts(cls):
            if f"{{{part.name}}}" in self.said.template:
                value = getattr(self, part.name)
                called = name if part.about == "unit" else str
                values[part.name] = tuple(map(called, value)) if type(value) is tuple else called(value)
        if "{place}" in self.said.template:
            values["place"] = self.places[-1]
        elif "{notation}" in self.said.template:
            values["notation"] = self.notation
        return self.said.given(**values) if values else self.said

    @property
    def notation(self) -> str:
        return _notation(_class(self))(self)

    @property
    def units(self) -> tuple[str, ...]:
        """The values of the fields of type ``UnitName``, and of rows that begin with one, in order."""
        return _named(_class(self), "unit")(self)

    @property
    def places(self) -> tuple[str, ...]:
        """The values of the fields of type ``PlaceName`` and the texts of the poses among its fields, in order."""
        return _named(_class(self), "place")(self)


class _Part(NamedTuple):
    """A field in a notation."""

    name: str
    field: DeclaredField
    of: Any
    """Its type; of a tuple or an optional value the type of what it holds."""
    after: str
    """The word that stands before it, if any."""
    by: str
    """What stands between the values of a tuple."""
    about: Literal["unit", "place", ""]
    """Whether it names units or places."""

    @property
    def words(self) -> bool:
        """Whether it holds plain texts."""
        return self.of is str or self.of == PlaceName or isinstance(self.of, NewType) or get_origin(self.of) is Literal

    def given(self, n: int, written: str, nothing: str) -> str:
        """The expression of a field, the ``n``th: nothing if it has its default."""
        return written if self.field.default is MISSING else (
            _UNLESS.substitute(nothing=nothing, name=self.name, n=n, written=written))


def _text(value: Any) -> str:
    if type(value) is str:
        return value
    if isinstance(value, tuple) and not hasattr(value, "text"):
        return ":".join(_text(one) for one, field in zip(value, fields_of(type(value)).values(), strict=True)
                        if one != field.default)
    return str(getattr(value, "text", value))


@cache
def _parts(cls: Any) -> tuple[_Part, ...]:
    return tuple(_part(name, field) for name, field in fields_of(cls).items())


def _part(name: str, field: DeclaredField) -> _Part:
    type_, _ = bare(field.type)
    args = [one for one in get_args(type_) if one not in (NoneType, Ellipsis)]
    many = get_origin(type_) is tuple
    of = args[0] if args and (many or get_origin(type_) in (Union, UnionType)) else field.type if (
        field.type == PlaceName) else type_
    first = next(iter(fields_of(of).values())).type if _is_row(of) else None
    after = next((note.word for note in notes(field.type) if isinstance(note, After)), "")
    about: Any = "unit" if UnitName in (of, first) else "place" if of in (PlaceName, Pose) else ""
    part = _Part(name, field, of, after, "", about)
    by = next((note.by for note in notes(field.type) if isinstance(note, Joined)), "," if part.words else ">")
    return part._replace(by=by) if many else part


def _is_row(type_: Any) -> bool:
    """Whether a type is a named tuple: its values are written with colons between them, e.g. ``king:3``."""
    return isinstance(type_, type) and issubclass(type_, tuple) and not hasattr(type_, "text") and declared(type_)


def _compiled(cls: Any, expression: str) -> Callable[[Any], Any]:
    """A function of an action, the ``deed``. A loop over its fields takes three times as long (measured)."""
    known = {f"default{n}": part.field.default for n, part in enumerate(_parts(cls))}
    function: Callable[[Any], Any] = eval(_DEED.substitute(made=expression), {"text": _text, **known})
    return function


@cache
def _notation(cls: Any) -> Callable[[Any], str]:
    """What writes the actions of a class: the verb and the fields that do not have their defaults."""
    written = [repr(cls.verb)]
    for n, part in enumerate(_parts(cls)):
        value = f"deed.{part.name}"
        if part.of is bool:
            value = repr(part.name)
        elif part.by:
            value = f"{part.by!r}.join({value if part.words else _EACH.substitute(value=value)})"
        elif not part.words:
            value = f"text({value})"
        written.append(part.given(n, f"{f' {part.after} ' if part.after else ' '!r} + {value}", "''"))
    return _compiled(cls, " + ".join(written))


@cache
def _named(cls: Any, about: str) -> Callable[[Any], tuple[str, ...]]:
    """The units or the places that an action of a class names."""
    named = list[str]()
    for n, part in enumerate(_parts(cls)):
        if part.about == about:
            value = f"deed.{part.name}"
            each = value if part.words else _EACH.substitute(value=value) if part.by else f"text({value})"
            each = _FIRST.substitute(value=value) if part.by and _is_row(part.of) else each
            named.append(f"*{part.given(n, each if part.by else f'({each},)', '()')}, ")
    return _compiled(cls, f"({''.join(named)})")


class Notation:
    """The actions of a system and their one-line texts."""

    def __init__(self, deeds: Sequence[type[Any]], readers: Mapping[Any, Callable[[str], Any]]) -> None:
        """:param readers: for field types other than poses, words and numbers: the value of a text, None if the text is
        not one."""
        self._readers = {Pose: read_pose, **readers}
        self._deeds: dict[str, Any] = {one.verb: one for one in deeds}
        self._parsers: dict[str, Callable[[Sequence[str]], Action | None]] = {}

    @property
    def examples(self) -> tuple[str, ...]:
        """A notation of each action."""
        return tuple(one.example for one in self._deeds.values())

    def parse(self, text: str) -> Action:
        """The action of a notation.

        :raises BadNotation: saying what was expected.
        """
        words = text.split()
        parse = self._parsers.get(words[0]) if words else None
        found = parse(words) if parse is not None else None
        return found if found is not None and found.notation == text else self._checked(words or [""])

    def _checked(self, words: list[str]) -> Action:
        """The action of some words, the first of its verb, or with more blanks than one between them.

        :raises BadNotation: saying what was expected.
        """
        verb, text = words[0], " ".join(words)
        if verb == "roll":
            return parse_faces(words[1:])
        cls = self._deeds.get(verb)
        if cls is None:
            wrong = say("expected an action that begins with {verbs}, not {text!r}",
                        verbs=either(("roll", *self._deeds)), text=text)
            raise BadNotation(with_nearest(wrong, verb, ("roll", *self._deeds)))
        if verb not in self._parsers:
            self._parsers[verb] = self._parser(cls)
        found = self._parsers[verb](words)
        if found is None:
            raise BadNotation(say("expected an action such as {example!r}, not {text!r}", example=cls.example,
                                  text=text))
        if found.notation != text:
            raise BadNotation(say("expected {expected!r}, not {text!r}", expected=found.notation, text=text))
        return found

    def _parser(self, cls: Any) -> Callable[[Sequence[str]], Action | None]:
        """What makes an action of its words, or None: compiled, with some lines for each field.

        A loop over the fields takes twice as long (measured).
        """
        known: dict[str, Any] = {"cls": cls}
        lines = ["def parse(words):", "at, end = 1, len(words)"]
        for n, part in enumerate(_parts(cls)):
            known[f"read{n}"], known[f"default{n}"] = self._read(part), part.field.default
            given, count = ("at:", "end - at") if part.by == " " else ("at:at + 2", "2") if part.after else ("at", "1")
            missing = "return None" if part.field.default is MISSING else _DEFAULT.substitute(n=n)
            lines.append(_FIELD.substitute(n=n, given=given, missing=missing, count=count))
        lines.append(_MADE.substitute(values=", ".join(f"value{n}" for n in range(len(_parts(cls))))))
        exec("\n ".join(lines), known)
        parse: Callable[[Sequence[str]], Action | None] = known["parse"]
        return parse

    def _read(self, part: _Part) -> Callable[[Any], Any]:
        """What reads a field: of its word, or its words if it has more than one. It returns None if they are wrong."""
        each, by, after = self._reader(part.of if part.by else part.field.type), part.by, part.after

        def read_many(words: Sequence[str]) -> tuple[Any, ...] | None:
            found = tuple(words) if each is str else tuple(map(each, words))
            return None if None in found else found

        if part.of is bool:
            return {part.name: True}.get
        if by:
            return read_many if by == " " else lambda word: read_many(word.split(by))
        return (lambda words: each(words[1]) if len(words) > 1 and words[0] == after else None) if after else each

    def _reader(self, type_: Any) -> Callable[[str], Any]:
        """What reads a value of a type; it returns None if the text is not one."""
        if type_ == PlaceName:
            return str
        type_, bounds = bare(type_)
        origin, args = get_origin(type_), [one for one in get_args(type_) if one is not NoneType]
        if type_ in self._readers:
            return self._readers[type_]
        if origin in (Union, UnionType):
            readers = [self._reader(one) for one in args]
            return lambda text: next((value for read in readers if (value := read(text)) is not None), None)
        if origin is Literal:
            return {word: word for word in args}.get
        if isinstance(type_, type) and issubclass(type_, StrEnum):
            return {one.value: one for one in type_}.get
        if _is_row(type_):
            return partial(_row, type_, [self._reader(field.type) for field in fields_of(type_).values()])
        return partial(_whole, bounds) if type_ is int else _word


def _row(cls: Any, readers: Sequence[Callable[[str], Any]], text: str) -> Any:
    """A named tuple; None if the text is not one."""
    words = text.split(":")
    given = sum(field.default is MISSING for field in fields_of(cls).values())
    if not given <= len(words) <= len(readers):
        return None
    values = [read(word) for read, word in zip(readers, words, strict=False)]
    return None if None in values else cls(*values)


def _whole(bounds: object, text: str) -> int | None:
    whole = int(text) if _WHOLE(text) else None
    outside = whole is not None and isinstance(bounds, Between) and not bounds.least <= whole <= bounds.most
    return None if outside else whole


def _word(text: str) -> str | None:
    return text if _WORD(text) else None
