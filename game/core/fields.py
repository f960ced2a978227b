"""Writing values as JSON values and reading them back, by the types of their fields.

A system declares its positions, pending decisions and scenario files as classes with field types; it needs no readers
of its own. ``game.core.notation`` does the same for actions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING
from enum import StrEnum
from functools import cache, lru_cache, partial
from string import Template
from types import NoneType, UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin

from game.core.codec import BadPosition
from game.core.field_types import (
    NO_NAMES,
    Between,
    Members,
    Names,
    Nothing,
    Pairs,
    fields_of,
    is_declared,
    kind_of,
    type_and_note,
)
from game.core.message import Message, Text, or_list, say
from game.core.nearest import with_nearest
from game.core.position_checks import need

MAX_NAMES_LISTED = 8
"""The most valid names that an error message lists; chosen by hand."""


class Fields:
    """Writes values as JSON values and reads them back.

    Known types: whole numbers, index types and masks with names, booleans, texts, messages (of files; they can only be
    read), ``Literal`` words, string enumerations, tuples, mappings of names, an optional value, declared classes, and a
    union of declared classes, told apart by the key ``kind``, or of plain types, told apart by the value. A field with
    its default value is left out unless its class sets ``writes_all = True``.

    :param names: the names of index types; create it once, as compiled readers and writers are cached for each.
    """

    def __init__(self, names: Names = NO_NAMES) -> None:
        self._names = names

    def write(self, type_: Any, value: Any) -> Any:
        """The JSON values of a value of a type."""
        return _writer(type_, self._names)(value)

    def read(self, type_: Any, value: Any, where: str) -> Any:
        """The value of a type for JSON values.

        :param where: the place in the position, for error messages.
        :raises BadPosition: naming the place and what was expected there.
        """
        try:
            return _reader(type_, self._names)(value)
        except (LookupError, TypeError, ValueError, AttributeError):
            _check(type_, self._names, value, where)
            raise


Writer = Callable[[Any], Any]
"""A function that converts a value to JSON values."""
Reader = Callable[[Any], Any]
"""A function that converts JSON values to a value. For invalid input it raises any error: ``_check`` then finds the
place."""


@cache
def _writer(type_: Any, names: Names) -> Writer:
    """The writer of a type. The type is inspected once, not for each value."""
    if is_declared(type_):
        return _writer_of_row(type_, names)
    type_, note = type_and_note(type_)
    if isinstance(note, Members):
        return _writer_of_mask(names.of.get(note.names, note.names))
    origin, args = get_origin(type_), get_args(type_)
    if isinstance(note, Pairs):
        write_key, write_value = (_writer(each, names) for each in get_args(args[0]))
        return lambda value: {write_key(key): write_value(entry) for key, entry in value}
    if type_ in names.of:
        index_names = names.of[type_]
        if isinstance(note, Nothing):
            return lambda value: None if value == note.value else index_names[value]
        return index_names.__getitem__
    if origin in (Union, UnionType):
        return _writer_of_union(args, names)
    if origin is Mapping:
        write = _writer(args[1], names)
        return lambda value: {key: write(entry) for key, entry in value.items()}
    if origin is tuple and args[-1] is Ellipsis:
        write = _writer(args[0], names)
        return list if write is _unchanged else lambda value: list(map(write, value))
    if origin is tuple:
        writers = [_writer(each, names) for each in args]
        return lambda value: [write(entry) for write, entry in zip(writers, value, strict=True)]
    return str if _is_string_enum(type_) else _unchanged


def _unchanged(value: Any) -> Any:
    """The writer of a value that is a JSON value already."""
    return value


def _writer_of_mask(names: Sequence[str]) -> Writer:
    """The writer of a mask as a list of names."""

    @lru_cache(4096)
    def names_in(mask: int) -> Sequence[str]:
        return [name for bit, name in enumerate(names) if mask >> bit & 1]

    return lambda mask: list(names_in(mask))


def _writer_of_union(args: tuple[Any, ...], names: Names) -> Writer:
    """The writer of an optional value, or of a union of declared classes or of plain types."""
    members = [each for each in args if each is not NoneType]
    if len(members) == 1:
        write = _writer(members[0], names)
        return write if write is _unchanged else lambda value: None if value is None else write(value)

    def write_kind(value: Any) -> Any:
        if value is None or type(value) in _PLAIN:
            return value
        cls: Any = type(value)
        return {"kind": kind_of(cls), **_writer_of_row(cls, names)(value)}

    return write_kind


_UNLESS_DEFAULT = Template(" if row.$name != default$n: written[$key] = $value")
"""A line of the function that writes a declared class: leaves out a field with its default value."""


@cache
def _writer_of_row(cls: Any, names: Names) -> Writer:
    """The writer of a declared class: a function with a line for each field, compiled once, as dataclasses do.

    A loop over the fields takes half as long again (measured), and every action writes a position.
    """
    namespace: dict[str, Any] = {}
    always, unless_default = list[str](), list[str]()
    for n, (name, field) in enumerate(fields_of(cls).items()):
        write = namespace[f"write{n}"] = _writer(field.type, names)
        namespace[f"default{n}"] = field.default
        value = f"row.{name}" if write is _unchanged else f"write{n}(row.{name})"
        if field.default is MISSING or getattr(cls, "writes_all", False):
            always.append(f"{field.key!r}: {value},")
        else:
            unless_default.append(_UNLESS_DEFAULT.substitute(name=name, n=n, key=repr(field.key), value=value))
    exec("\n".join(("def write(row):", " written = {", *always, " }", *unless_default, " return written")), namespace)
    write_row: Writer = namespace["write"]
    return write_row


_PLAIN: Mapping[Any, Text] = {int: say("a whole number"), bool: say("true or false"), str: say("a text")}
"""Plain type -> the description of its values."""


@cache
def _reader(type_: Any, names: Names) -> Reader:
    """The reader of a type, like ``_writer``; it refuses exactly what ``_check`` reports as a fault."""
    type_, note = type_and_note(type_)
    origin, args = get_origin(type_), get_args(type_)
    if isinstance(note, Members):
        return _reader_of_mask(names.of.get(note.names, note.names))
    if isinstance(note, Pairs):
        read_key, read_value = (_reader(each, names) for each in get_args(args[0]))
        return lambda value: tuple([(read_key(key), read_value(entry)) for key, entry in value.items()])
    if type_ in names.of:
        index: dict[Any, int] = {name: n for n, name in enumerate(names.of[type_])}
        return (index | {None: note.value} if isinstance(note, Nothing) else index).__getitem__
    if origin in (Union, UnionType):
        return _reader_of_union(args, names)
    if origin is Mapping:
        read = _reader(args[1], names)
        return lambda value: {key: read(entry) for key, entry in value.items()}
    if origin is tuple:
        return _reader_of_list(args, names)
    if origin is Literal:
        return {word: word for word in args}.__getitem__
    if isinstance(type_, NewType):
        return _reader(type_.__supertype__, names)
    if type_ is Message:
        read_text = _reader(str, names)
        return lambda value: Message(read_text(value))
    if _is_string_enum(type_):
        return {word.value: word for word in type_}.__getitem__
    if is_declared(type_):
        return _reader_of_row(type_, names)
    return _reader_of_plain((type_,), note)


def _is_string_enum(type_: Any) -> bool:
    """Whether a type is an enumeration of words."""
    return isinstance(type_, type) and issubclass(type_, StrEnum)


def _refuse(value: object) -> Any:
    """Refuse a value inside an expression.

    :raises ValueError: always.
    """
    raise ValueError(value)


def _reader_of_mask(names: Sequence[str]) -> Reader:
    """The reader of a mask from a list of names, each at most once."""
    bit = {name: 1 << n for n, name in enumerate(names)}.__getitem__

    def read_mask(value: Any) -> int:
        mask = sum(map(bit, _list(value)))
        return mask if mask.bit_count() == len(value) else _refuse(value)  # a repeated name would carry into other bits

    return read_mask


def _reader_of_list(args: tuple[Any, ...], names: Names) -> Reader:
    """The reader of a tuple from a list."""
    readers = [_reader(each, names) for each in args if each is not Ellipsis]
    if args[-1] is not Ellipsis:
        return lambda value: tuple([read(entry) for read, entry in zip(readers, _list(value), strict=True)])
    if is_declared(args[0]):
        constructor_for = _constructor_by_keys(args[0], names)
        return lambda value: tuple([constructor_for(tuple(row))(*row.values()) for row in _list(value)])
    read, = readers
    return lambda value: tuple(map(read, _list(value)))


def _list(value: Any) -> list[Any]:
    """A value that must be a list; ``ValueError`` for any other."""
    return value if isinstance(value, list) else _refuse(value)


def _reader_of_plain(types: Collection[Any], bounds: Any) -> Reader:
    """The reader of a value of one of some plain types, or of a whole number within bounds."""
    if isinstance(bounds, Between):
        return lambda value: value if type(value) is int and bounds.least <= value <= bounds.most else _refuse(value)
    return lambda value: value if type(value) in types else _refuse(value)


def _alternatives(args: tuple[Any, ...]) -> tuple[list[Any], list[Any], dict[str, Any]]:
    """The members of a union except None: all of them, the plain types, and the declared classes by their kinds."""
    members = [each for each in args if each is not NoneType]
    kinds = {kind_of(each): each for each in members if isinstance(each, type)}
    return members, [each for each in members if each in _PLAIN], kinds


def _reader_of_union(args: tuple[Any, ...], names: Names) -> Reader:
    """The reader of an optional value, or of a union of declared classes or of plain types."""
    members, plain, kinds = _alternatives(args)
    read = (_reader(members[0], names) if len(members) == 1 else _reader_of_plain(plain, None) if plain else
            lambda value: _reader(kinds[value["kind"]], names)(
                {key: entry for key, entry in value.items() if key != "kind"}))
    return (lambda value: None if value is None else read(value)) if NoneType in args else read


def _reader_of_row(cls: Any, names: Names) -> Reader:
    """The reader of a declared class from a table."""
    constructor_for = _constructor_by_keys(cls, names)
    return lambda value: constructor_for(tuple(value))(*value.values())


@cache
def _constructor_by_keys(cls: Any, names: Names) -> Callable[[tuple[str, ...]], Callable[..., Any]]:
    """A function that returns, for a tuple of keys, the constructor of a declared class."""
    return lru_cache(256)(partial(_compiled_constructor, cls, names))  # most classes occur with few sets of keys


_READ, _IF_PLAIN = Template("read$n($value)"), Template("$value if type($value) is $type else read$n($value)")
_ROW = Template("lambda $parameters: $call")
"""The source of the function that reads a declared class."""


def _compiled_constructor(cls: Any, names: Names, keys: tuple[str, ...]) -> Callable[..., Any]:
    """The constructor of a declared class from the values of some keys: a function with an argument for each, compiled
    once.

    A loop over the keys takes half as long again (measured).

    :raises LookupError: if a key is missing or unknown.
    """
    namespace: dict[str, Any] = {"cls": cls, "new": tuple.__new__}
    values = list[str]()
    for n, field in enumerate(fields_of(cls).values()):
        if field.key in keys:
            value = f"value{keys.index(field.key)}"
            namespace[f"read{n}"] = _reader(field.type, names)
            values.append((_IF_PLAIN if field.type in _PLAIN else _READ).substitute(
                value=value, n=n, type=getattr(field.type, "__name__", "")))
        elif field.default is MISSING:
            raise LookupError(field.key)
        else:
            namespace[f"default{n}"] = field.default
            values.append(f"default{n}")
    if not {field.key for field in fields_of(cls).values()}.issuperset(keys):
        raise LookupError(keys)
    call = "new(cls, ({},))" if issubclass(cls, tuple) else "cls({})"
    parameters = ", ".join(f"value{n}" for n in range(len(keys)))
    source = _ROW.substitute(parameters=parameters, call=call.format(", ".join(values)))
    row: Callable[..., Any] = eval(source, namespace)
    return row


def _check(type_: Any, names: Names, value: Any, where: str) -> None:
    """Find the first fault of JSON values that cannot be read.

    :raises BadPosition: naming the place and what was expected there.
    """
    type_, note = type_and_note(type_)
    origin, args = get_origin(type_), get_args(type_)
    if isinstance(note, Members):
        bit_names = names.of.get(note.names, note.names)
        for n, name in enumerate(_checked_type(list, value, where, say("a list"))):
            _among(name, bit_names, f"{where}/{n}")
            need(name not in value[:n], f"{where}/{n}", say("each name once"))
    elif isinstance(note, Pairs) or origin is Mapping:
        key_type, value_type = get_args(args[0]) if isinstance(note, Pairs) else (Any, args[1])
        for key, entry in _checked_type(Mapping, value, where, say("a table")).items():
            if key_type is not Any:
                _check(key_type, names, key, where)
            _check(value_type, names, entry, f"{where}/{key}")
    elif type_ in names.of:
        if value is not None or not isinstance(note, Nothing):
            _among(value, names.of[type_], where)
    elif origin in (Union, UnionType):
        if value is not None or NoneType not in args:
            _check_union(args, names, value, where)
    elif origin is tuple:
        _checked_type(list, value, where, say("a list"))
        element_types = args[:-1] * len(value) if args[-1] is Ellipsis else args
        need(len(value) == len(element_types), where, say("a list of {count}", count=len(element_types)))
        for n, (element_type, entry) in enumerate(zip(element_types, value, strict=True)):
            _check(element_type, names, entry, f"{where}/{n}")
    elif origin is Literal or _is_string_enum(type_):
        _among(value, args or tuple(word.value for word in type_), where)
    elif isinstance(type_, NewType):
        _check(type_.__supertype__, names, value, where)
    elif is_declared(type_):
        _check_row(type_, names, value, where)
    else:
        _need_plain((str if type_ is Message else type_,), value, where)
        if isinstance(note, Between):
            need(note.least <= value <= note.most, where,
                 say("a whole number from {least} to {most}", least=note.least, most=note.most))


def _check_union(args: tuple[Any, ...], names: Names, value: Any, where: str) -> None:
    """``_check`` for a union; the value is not None."""
    members, plain, kinds = _alternatives(args)
    if len(members) == 1:
        _check(members[0], names, value, where)
    elif plain:
        _need_plain(plain, value, where)
    else:
        _checked_type(Mapping, value, where, say("a table with a kind"))
        kind = _among(value.get("kind"), kinds, f"{where}/kind")
        _check_row(kinds[kind], names, {key: entry for key, entry in value.items() if key != "kind"}, where)


def _check_row(cls: Any, names: Names, value: Any, where: str) -> None:
    """``_check`` for a declared class."""
    field_of_key = {field.key: field for field in fields_of(cls).values()}
    for key in _checked_type(Mapping, value, where, say("a table")):
        if key not in field_of_key:
            raise BadPosition(with_nearest(say("{where}: there is no key {name!r}", where=where, name=str(key)),
                                           str(key), tuple(field_of_key)))
    for key, field in field_of_key.items():
        need(key in value or field.default is not MISSING, where, say("the key {key!r}", key=key))
    for key, entry in value.items():
        _check(field_of_key[key].type, names, entry, f"{where}/{key}")


def _checked_type(kind: Any, value: Any, where: str, expected: Text) -> Any:
    """A value that must be of a type.

    :raises BadPosition: for any other.
    """
    need(isinstance(value, kind), where, expected)
    return value


def _need_plain(types: Collection[Any], value: Any, where: str) -> None:
    """Check that a value is of one of some plain types.

    :raises BadPosition: if it is not.
    """
    need(type(value) in types, where, or_list(tuple(_PLAIN.get(each, str(each)) for each in types)))


def _among(value: Any, valid_names: Collection[str], where: str) -> str:
    """A value that must be one of some names.

    :raises BadPosition: if it is not.
    """
    need(isinstance(value, str), where,
         or_list(tuple(valid_names)) if len(valid_names) <= MAX_NAMES_LISTED else say("a name"))
    if value not in valid_names:
        raise BadPosition(with_nearest(say("{where}: there is no {name!r}", where=where, name=value), value,
                                       tuple(valid_names)))
    return str(value)
