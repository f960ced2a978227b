"""One way to write values as JSON values and read them back: by the types of their fields.

A system declares what its positions, pending decisions and scenario files are made of, as classes with field types. It
writes no readers. ``game.core.notation`` does the same for actions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache, lru_cache, partial
from string import Template
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, NewType, Union, get_args, get_origin, get_type_hints

from game.core.codec import BadPosition
from game.core.message import Message, Text, either, say
from game.core.nearest import with_nearest
from game.core.pose import Pose, read_pose
from game.core.position_checks import need, not_expected


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


def _kind(cls: Any) -> str:
    """What positions call a class of a union: its ``kind``, else its name."""
    kind = getattr(cls, "kind", None)
    return kind if isinstance(kind, str) and kind else kebab(cls.__name__)


class Fields:
    """Writes values as JSON values and reads them back.

    Known types: whole numbers, index types and masks with names, switches, texts, messages (of files; they are read
    alone), ``Literal`` words, enumerations of
    words, poses, tuples, mappings of names, an optional value, declared classes, and a union of declared classes, told
    apart by the key ``kind``, or of plain types, told apart by the value. A field that has its default is left out,
    unless its class says ``writes_all = True``.

    :param names: the names of index types; made once, since what writes and reads with them is kept for each.
    """

    def __init__(self, names: Names = NO_NAMES) -> None:
        self._names = names

    def write(self, type_: Any, value: Any) -> Any:
        """A value of a type as JSON values."""
        return _writer(type_, self._names)(value)

    def read(self, type_: Any, value: Any, where: str) -> Any:
        """The value of JSON values.

        :param where: the place in the position, for errors.
        :raises BadPosition: naming the place and what was expected there.
        """
        read = _reader(type_, self._names)
        try:
            return read(value, "")
        except BadPosition:  # only now are the places named: that takes as long as the reading
            return read(value, where)


Writer = Callable[[Any], Any]
"""Makes JSON values of a value."""
Reader = Callable[[Any, str], Any]
"""Makes a value of JSON values. Raises BadPosition, which names the place in the position if it was given one."""


@cache
def _writer(type_: Any, names: Names) -> Writer:
    """What writes values of a type. A type is looked at once, not for each value."""
    if declared(type_):
        return _writer_of_row(type_, names)
    type_, note = bare(type_)
    if isinstance(note, Members):
        return _writer_of_mask(names.of.get(note.names, note.names))
    origin, args = get_origin(type_), get_args(type_)
    if isinstance(note, Pairs):
        write_key, write_value = (_writer(one, names) for one in get_args(args[0]))
        return lambda value: {write_key(key): write_value(one) for key, one in value}
    if type_ in names.of:
        known = names.of[type_]
        if isinstance(note, Nothing):
            return lambda value: None if value == note.value else known[value]
        return known.__getitem__
    if origin in (Union, UnionType):
        return _writer_of_one(args, names)
    if origin is Mapping:
        write = _writer(args[1], names)
        return lambda value: {key: write(one) for key, one in value.items()}
    if origin is tuple and args[-1] is Ellipsis:
        write = _writer(args[0], names)
        return list if write is _as_it_is else lambda value: list(map(write, value))
    if origin is tuple:
        writers = [_writer(each, names) for each in args]
        return lambda value: [write(one) for write, one in zip(writers, value, strict=True)]
    if type_ is Pose:
        return lambda value: value.text
    return str if _is_words(type_) else _as_it_is


def _as_it_is(value: Any, _: str = "") -> Any:
    return value


def _writer_of_mask(names: Sequence[str]) -> Writer:
    @lru_cache(4096)
    def named(mask: int) -> Sequence[str]:
        return [name for bit, name in enumerate(names) if mask >> bit & 1]

    return lambda mask: list(named(mask))


def _writer_of_one(args: tuple[Any, ...], names: Names) -> Writer:
    kinds = [one for one in args if one is not NoneType]
    if len(kinds) == 1:
        write = _writer(kinds[0], names)
        return write if write is _as_it_is else lambda value: None if value is None else write(value)

    def write_kind(value: Any) -> Any:
        if value is None or type(value) in _PLAIN:
            return value
        cls: Any = type(value)
        return {"kind": _kind(cls), **_writer_of_row(cls, names)(value)}

    return write_kind


_UNLESS = Template(" if row.$name != default$n: found[$key] = $value")
"""Of the function that writes a declared class: what leaves a field out that has its default."""


@cache
def _writer_of_row(cls: Any, names: Names) -> Writer:
    """What writes a declared class: a function with a line for each field, compiled once, as dataclasses do.

    A loop over the fields takes half as long again (measured), and every action writes a position.
    """
    known: dict[str, Any] = {}
    always, others = list[str](), list[str]()
    for n, (name, field) in enumerate(fields_of(cls).items()):
        write = known[f"write{n}"] = _writer(field.type, names)
        known[f"default{n}"] = field.default
        value = f"row.{name}" if write is _as_it_is else f"write{n}(row.{name})"
        if field.default is MISSING or getattr(cls, "writes_all", False):
            always.append(f"{field.key!r}: {value},")
        else:
            others.append(_UNLESS.substitute(name=name, n=n, key=repr(field.key), value=value))
    exec("\n".join(("def write(row):", " found = {", *always, " }", *others, " return found")), known)
    write_row: Writer = known["write"]
    return write_row


@cache
def _reader(type_: Any, names: Names) -> Reader:
    """What reads values of a type, like ``_writer``."""
    type_, note = bare(type_)
    if isinstance(note, Members):
        return _reader_of_mask(names.of.get(note.names, note.names))
    origin, args = get_origin(type_), get_args(type_)
    if isinstance(note, Pairs):
        key, value = (_reader(one, names) for one in get_args(args[0]))
        return _reader_of_pairs(key, value)
    if type_ in names.of:
        return _reader_of_index(names.of[type_], note)
    if origin in (Union, UnionType):
        return _reader_of_one(args, names)
    if origin is Mapping:
        pairs = _reader_of_pairs(_as_it_is, _reader(args[1], names))
        return lambda value, where: dict(pairs(value, where))
    if origin is tuple:
        return _reader_of_list(args, names)
    if origin is Literal:
        return lambda value, where: _among(value, args, where)
    if isinstance(type_, NewType):
        return _reader(type_.__supertype__, names)
    if type_ is Pose:
        return _read_pose
    if type_ is Message:
        read_text = _reader_of_plain((str,))
        return lambda value, where: Message(read_text(value, where))
    if _is_words(type_):
        words = tuple(one.value for one in type_)
        return lambda value, where: type_(_among(value, words, where))
    if declared(type_):
        return _reader_of_row(type_, names)
    return _reader_of_whole(note) if isinstance(note, Between) else _reader_of_plain((type_,))


def _is_words(type_: Any) -> bool:
    return isinstance(type_, type) and issubclass(type_, StrEnum)


def _reader_of_index(known: Sequence[str], note: object) -> Reader:
    index = {name: n for n, name in enumerate(known)}
    known_or_none: dict[Any, int] = {**index, None: note.value} if isinstance(note, Nothing) else dict(index)

    def read_index(value: Any, where: str) -> int:
        try:
            return known_or_none[value]
        except (KeyError, TypeError):
            return index[_among(value, index, where)]

    return read_index


def _reader_of_mask(names: Sequence[str]) -> Reader:
    bits = {name: 1 << bit for bit, name in enumerate(names)}

    def read_mask(value: Any, where: str) -> int:
        if not isinstance(value, list):
            raise not_expected(where, say("a list"))
        found = 0
        for n, one in enumerate(value):
            bit = bits.get(one, 0) if type(one) is str else 0
            if not bit or found & bit:
                _among(one, bits, f"{where}/{n}")
                raise not_expected(f"{where}/{n}", say("each name once"))
            found |= bit
        return found

    return read_mask


def _reader_of_pairs(read_key: Reader, read_value: Reader) -> Reader:
    def read_pairs(value: Any, where: str) -> Any:
        if not isinstance(value, Mapping):
            raise not_expected(where, say("a table"))
        return tuple((read_key(key, where), read_value(one, where and f"{where}/{key}")) for key, one in value.items())

    return read_pairs


def _reader_of_list(args: tuple[Any, ...], names: Names) -> Reader:
    readers = [_reader(each, names) for each in args if each is not Ellipsis]

    def read_list(value: Any, where: str) -> Any:
        if not isinstance(value, list):
            raise not_expected(where, say("a list"))
        if args[-1] is Ellipsis:
            read = readers[0]
            return tuple([read(one, where and f"{where}/{n}") for n, one in enumerate(value)])
        if len(value) != len(args):
            raise not_expected(where, say("a list of {count}", count=len(args)))
        return tuple([read(one, where and f"{where}/{n}")
                      for n, (read, one) in enumerate(zip(readers, value, strict=True))])

    return read_list


def _read_pose(value: Any, where: str) -> Pose | None:
    pose = read_pose(value) if isinstance(value, str) else None
    need(pose is not None, where, say("a pose such as 6200,9000,10800"))
    return pose


def _among(value: Any, known: Collection[str], where: str) -> str:
    if not isinstance(value, str):
        raise not_expected(where, either(tuple(known)) if len(known) < 9 else say("a name"))
    if value not in known:
        raise BadPosition(with_nearest(say("{where}: there is no {name!r}", where=where, name=value), value,
                                       tuple(known)))
    return str(value)


def _reader_of_one(args: tuple[Any, ...], names: Names) -> Reader:
    others = [one for one in args if one is not NoneType]
    plain = [one for one in others if one in _PLAIN]
    read = _reader(others[0], names) if len(others) == 1 else (
        _reader_of_plain(plain) if plain else _reader_of_kind(others, names))
    return (lambda value, where: None if value is None else read(value, where)) if NoneType in args else read


def _reader_of_plain(types: Sequence[Any]) -> Reader:
    only = types[0] if len(types) == 1 else None

    def read_plain(value: Any, where: str) -> Any:
        if type(value) is not only and type(value) not in types:
            raise not_expected(where, either(tuple(_PLAIN.get(one, str(one)) for one in types)))
        return value

    return read_plain


def _reader_of_kind(classes: Sequence[Any], names: Names) -> Reader:
    kinds = {_kind(one): one for one in classes if isinstance(one, type)}

    def read_kind(value: Any, where: str) -> Any:
        if not isinstance(value, Mapping):
            raise not_expected(where, say("a table with a kind"))
        kind = _among(value.get("kind"), tuple(kinds), f"{where}/kind")
        return _reader_of_row(kinds[kind], names)({key: one for key, one in value.items() if key != "kind"}, where)

    return read_kind


@cache
def _reader_of_row(cls: Any, names: Names) -> Reader:
    """What reads a declared class."""
    declared_ = tuple(fields_of(cls).values())
    known = {field.key: (n, _reader(field.type, names)) for n, field in enumerate(declared_)}
    defaults = [field.default for field in declared_]
    given = frozenset(field.key for field in declared_ if field.default is MISSING)
    made: Callable[[list[Any]], Any] = partial(tuple.__new__, cls) if issubclass(cls, tuple) else lambda row: cls(*row)

    def check_keys(value: Any, where: str) -> None:
        if not isinstance(value, Mapping):
            raise not_expected(where, say("a table"))
        strange = next((str(key) for key in value if key not in known), None)
        if strange is not None:
            raise BadPosition(with_nearest(say("{where}: there is no key {name!r}", where=where, name=strange),
                                           strange, tuple(known)))
        missing = next((key for key in known if key in given and key not in value), None)
        if missing is not None:
            raise not_expected(where, say("the key {key!r}", key=missing))

    def read_row(value: Any, where: str) -> Any:
        if where or type(value) is not dict or not given <= value.keys() <= known.keys():
            check_keys(value, where)
        row = defaults.copy()
        for key, one in value.items():
            n, read = known[key]
            row[n] = read(one, where and f"{where}/{key}")
        return made(row)

    return read_row


_PLAIN: Mapping[Any, Text] = {int: say("a whole number"), bool: say("true or false"), str: say("a text")}


def _reader_of_whole(bounds: Between) -> Reader:
    read = _reader_of_plain((int,))

    def read_whole(value: Any, where: str) -> int:
        if not bounds.least <= read(value, where) <= bounds.most:
            raise not_expected(where, say("a whole number from {least} to {most}", least=bounds.least,
                                          most=bounds.most))
        return int(value)

    return read_whole


UnitName = NewType("UnitName", str)
"""The id of a unit, as a field of an action."""
