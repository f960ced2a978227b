"""Messages: sentences for display, as an English template and its values, formatted only when needed.

``str`` of a message is its English text. The screen and the command line translate (``game.i18n.words``); everything
else that needs text (referee, records, hashes, tests) uses English. As a ``Text``, a plain ``str`` is a name, a number
or a notation: it is shown unchanged in every language.

The templates given to ``say``, ``plural``, ``both_or_all`` and ``in_context`` are literals, so that ``make words``
finds them. A text from a data file is made with ``Message(text)``; ``tools/words.py`` reads it from the file.

Values may come from untrusted files. A control character in them never commands a terminal, ends a line or changes the
direction of print: it is shown as its code (``plain``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

Value = Any
"""A value in a template: a text, a number, a message, or a tuple of these, which is shown as a list with commas."""

Translate = Callable[[str, str, int], str]
"""A function that returns the translated template, from the English one, its plural (empty if it has none) and the
count."""

_CONTROL_CHARACTERS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
                              "\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f]")
"""Control characters, invisible characters, those that change the direction of print, and halves of characters."""


def plain(text: str, keep: str = "") -> str:
    r"""A text in one line, with control characters replaced by codes such as ``\x1b``.

    :param keep: characters that are not replaced.
    """
    if text.isprintable():
        return text
    return _CONTROL_CHARACTERS.sub(lambda match: match[0] if match[0] in keep else
                                   match[0].encode("unicode_escape").decode(), text)


class Message:
    """A template with named placeholders, and their values. Immutable.

    A message equals its English text, and every other message with the same text.
    """

    __slots__ = ("_english", "plural", "template", "values")

    def __init__(self, template: str, values: Mapping[str, Value] | None = None, plural: str = "") -> None:
        """:param plural: the template to use if ``values["count"]`` is not one."""
        self.template: Final = template
        self.values: Final = values
        self.plural: Final = plural
        self._english: str | None = without_context(template) if values is None else None

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __str__(self) -> str:
        english = self._english
        if english is None:
            assert self.values is not None, "a message without values is its template"
            plural = self.plural and self.values["count"] != 1
            template = self.plural if plural else without_context(self.template)
            english = self._english = template.format_map(_English(self.values))
        return english

    def with_values(self, **values: Value) -> Message:
        """The same template with values added or replaced."""
        return type(self)(self.template, {**(self.values or {}), **values}, self.plural)

    def translated(self, translate: Translate) -> str:
        """The text of the message in a language."""
        if self.values is None:
            return translate(self.template, "", 1)
        values = {name: _translated(value, translate) for name, value in self.values.items()}
        if self.template == _ALL:
            return str(values["all"])
        return translate(self.template, self.plural, self.values["count"] if self.plural else 1).format_map(values)

    def __eq__(self, other: object) -> bool:
        return self is other or str(self) == str(other) if isinstance(other, Message | str) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __bool__(self) -> bool:
        return bool(self.template)


class Name(Message):
    """A name that other languages may translate. It counts as one plain value of the messages that contain it."""

    __slots__ = ()

    @classmethod
    def of(cls, text: Message) -> Name:
        """A message as a name."""
        return cls(text.template, text.values, text.plural)


Text = Message | str
"""A message, or a name, number or notation that is the same in every language; empty for no text."""


def say(template: str, /, **values: Value) -> Message:
    """A message. Without values the template is the whole text, and the message is cached."""
    return Message(template, values) if values else _message_without_values(template)


_message_without_values = cache(Message)
"""A message whose template is its whole text; the same object for the same text."""

_CONTEXT_END = "\x04"
"""Separates the context of a template from the template, as in compiled catalogs."""


def in_context(context: str, template: str, /, **values: Value) -> Message:
    """A message whose English template has several translations; the context tells them apart, e.g. ``key``."""
    return Message(f"{context}{_CONTEXT_END}{template}", values or None)


def without_context(template: str) -> str:
    """The English text of a template."""
    return template.rpartition(_CONTEXT_END)[2]


def plural(one: str, many: str, /, count: int, **values: Value) -> Message:
    """A message about a count: the template ``one`` for a count of one, ``many`` for any other (``{count}``)."""
    return Message(one, {"count": count, **values}, many)


def both_or_all(one: str, both: str, many: str, /, count: int, **values: Value) -> Message:
    """A message about a count as by ``plural``, but with a template ``both`` for a count of two."""
    singular, plural_template = (both, "") if count == 2 else (one, many)
    return Message(singular, {"count": count, **values}, plural_template)


def and_list(texts: Iterable[Text], nothing: Text = "") -> Text:
    """Texts as a list in a sentence: ``A``, ``A and B``, ``A, B and C``; empty ones are left out.

    :param nothing: the result if there are no texts.
    """
    filled = tuple(text for text in texts if text)
    if len(filled) < 2:
        return filled[0] if filled else nothing
    return say("{things} and {last}", things=filled[:-1], last=filled[-1])


def or_list(texts: Iterable[Text]) -> Text:
    """Texts as alternatives in a sentence: ``A``, ``A or B``, ``A, B or C``; empty ones are left out."""
    filled = tuple(text for text in texts if text)
    if len(filled) < 2:
        return filled[0] if filled else ""
    return say("{things} or {last}", things=filled[:-1], last=filled[-1])


def joined(texts: Iterable[Text], separator: Text = ", ") -> Text:
    """Texts joined by a separator, empty ones left out; each is independent of those before and after it."""
    filled = tuple(text for text in texts if text)
    return Message(_ALL, {"all": _Row(filled, separator)}) if filled else ""


def decimal(number: str) -> Text:
    """A number written as ``1.25`` with the decimal sign of the language; a whole number unchanged."""
    whole, point, fraction = number.partition(".")
    return say("{whole}.{fraction}", whole=whole, fraction=fraction) if point else number


def in_measure(units: int, measure: int) -> Text:
    """A length in a measure, rounded up to hundredths, such as ``1.25``.

    :param measure: the units in one measure.
    """
    whole, hundredths = divmod(-(-units * 100 // measure), 100)
    return decimal(f"{whole}.{hundredths:02}".rstrip("0").rstrip("."))


_NUMBER = re.compile(r"([<>] )?\{\w+\}(\.\{\w+\})? %|\{whole\}\.\{fraction\}")
"""The template of a percentage, or of a number with decimals."""


def values_in(text: Value) -> Iterator[Value]:
    """The values in a text, in order, without its words: plain strings and numbers. A count that is only used to choose
    the plural is left out; a percentage, such as ``12.5 %``, is one value."""
    match text:
        case Name():
            yield str(text)
        case Message() if _NUMBER.fullmatch(text.template):
            yield str(text)
        case Message():
            for name, value in (text.values or {}).items():
                if name != "count" or "{count" in text.template + text.plural:
                    yield from values_in(value)
        case tuple():
            for each in text:
                yield from values_in(each)
        case _Row():
            yield from values_in(text.texts)
        case _:
            yield text


def names_in(text: Value) -> Iterator[str]:
    """The strings among the values of a text: names, numbers and notations. A ``Name``, a percentage and a number with
    decimals are in English; a translation may write them differently."""
    return (value for value in values_in(text) if isinstance(value, str))


def renamed(text: Value, name: Callable[[str], Value]) -> Value:
    """A text with its plain string values replaced; a text that is itself a plain string is unchanged.

    :param name: the replacement for a plain string.
    """
    match text:
        case Message() if text.values:
            values = {key: name(value) if isinstance(value, str) else renamed(value, name)
                      for key, value in text.values.items()}
            return Message(text.template, values, text.plural)
        case tuple():
            return tuple(name(each) if isinstance(each, str) else renamed(each, name) for each in text)
        case _Row():
            return _Row(tuple(name(each) if isinstance(each, str) else renamed(each, name) for each in text.texts),
                        text.separator)
    return text


class Brief(NamedTuple):
    """A text in two independent parts: a headline printed large, and a line below it."""

    head: Text
    """The headline."""
    more: Text = ""
    """The line below it."""

    @property
    def text(self) -> Text:
        """Both parts in one line."""
        return say("{head}: {more}", head=self.head, more=self.more) if self.head and self.more else (
            self.head or self.more)


EMPTY_BRIEF: Final = Brief("")
"""A brief without text."""


@dataclass(frozen=True, slots=True)
class _Row:
    """Texts and their separator."""

    texts: tuple[Text, ...]
    separator: Text

    def __str__(self) -> str:
        return str(self.separator).join(str(_shown(text)) for text in self.texts)


_ALL = "{all}"
"""The template of a row of texts: in every language only the texts and their separator."""


class _English(dict[str, Value]):
    """The values of a template, in English."""

    def __getitem__(self, name: str) -> Value:
        value = dict.__getitem__(self, name)
        return _Row(value, ", ") if type(value) is tuple else _shown(value)


def _shown(value: Value) -> Value:
    """A value as displayed in a message: for a text, a path or an error, without control characters."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, BaseException) or hasattr(value, "__fspath__"):
        return plain(str(value))
    return value


def _translated(value: Value, translate: Translate) -> Value:
    """A value of a template in a language."""
    match value:
        case Message():
            return value.translated(translate)
        case tuple():
            return ", ".join(str(_translated(each, translate)) for each in value)
        case _Row():
            separator = value.separator
            if isinstance(separator, Message):
                separator = separator.translated(translate)
            return separator.join(str(_translated(each, translate)) for each in value.texts)
        case float():
            return _localized(value, translate)
        case _:
            return _shown(value)


class _Decimal(float):
    """A number that is formatted with the decimal sign of a language."""

    point: str

    def __format__(self, spec: str) -> str:
        return float.__format__(self, spec).replace(".", self.point)


def _localized(value: float, translate: Translate) -> _Decimal:
    """A number with the decimal sign of a language, as its translation of decimals gives it."""
    number = _Decimal(value)
    number.point = translate("{whole}.{fraction}", "", 1).removeprefix("{whole}").removesuffix("{fraction}")
    return number


class MessageError(Exception):
    """An error whose text is a translatable message."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.message = text

    def __reduce__(self) -> tuple[Callable[..., MessageError], tuple[Any, ...]]:
        """Pickle the error with all attributes, whatever arguments its constructor takes."""
        return _same_error, (type(self), self.args, self.__dict__)


def _same_error(cls: type[MessageError], args: tuple[Any, ...], attributes: dict[str, Any]) -> MessageError:
    """An error as it was pickled, made without its constructor."""
    error = cls.__new__(cls, *args)
    error.__dict__.update(attributes)
    return error


def error_text(error: Exception) -> Text:
    """The message of an error, translatable if it is a ``MessageError``."""
    return error.message if isinstance(error, MessageError) else str(error)


Packed = Any
"""A text as JSON values: a string unchanged, a message or a row of texts as a mapping of its parts."""


def packed(text: Value) -> Packed:
    """A text as JSON values, for another process or a file."""
    match text:
        case Message():
            values = text.values and {name: packed(value) for name, value in text.values.items()}
            return {"template": text.template, "values": values, "plural": text.plural} | (
                {"name": True} if isinstance(text, Name) else {})
        case _Row():
            return {"row": [packed(each) for each in text.texts], "separator": packed(text.separator)}
        case tuple():
            return [packed(each) for each in text]
        case bool() | float() | str():
            return text
        case int() if -(2**63) <= text < 2**63:  # MessagePack has no larger ones
            return text
        case _:
            return str(text)


def unpacked(packed_text: Packed) -> Value:
    """The text of JSON values returned by ``packed``."""
    match packed_text:
        case {"template": str(template), "values": values, "plural": str(plural)}:
            kind = Name if packed_text.get("name") is True else Message
            return kind(template, values and {name: unpacked(value) for name, value in values.items()}, plural)
        case {"row": list(texts), "separator": separator}:
            return _Row(tuple(map(unpacked, texts)), unpacked(separator))
        case list():
            return tuple(map(unpacked, packed_text))
        case _:
            return packed_text
