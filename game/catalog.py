"""Finds the rule systems on the search path (``game.systems``). Each is imported, and its maps read, only when
requested.

A system's package has ``build(boards) -> System``, where ``boards`` returns the board of a map ``NAME/FILE``.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import is_dataclass, replace
from difflib import get_close_matches
from dis import opname
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from game import systems
from game.board.fault import MapError
from game.core.capability import Migration, capability
from game.core.contract import ScenarioInfo, System
from game.core.message import Message, MessageError, Text, error_text, say
from game.core.option import OptionInfo, meaningful
from game.core.theme import SeatInfo

MAX_ERROR_LETTERS = 300
"""The most characters that are shown of an error from a system's code; chosen by hand."""


class UnusableName(MessageError, ValueError):
    """A requested name, e.g. of a scenario or an option, that is unknown or cannot be used."""


class UnknownName(UnusableName):
    """An unknown name. The message lists the available ones and suggests the nearest match."""

    def __init__(self, kind: Text, name: str, known: Iterable[str]) -> None:
        """:param kind: what the name is of, e.g. ``scenario``.
        :param known: the available names."""
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        similar = get_close_matches(name, self.known, 1)
        listing = say("available: {names}", names=self.known) if self.known else say("none available")
        if not name:
            text = say("which {kind}? ({listing})", kind=kind, listing=listing)
        elif similar:
            text = say("unknown {kind} {name!r}; did you mean {near!r}? ({listing})", kind=kind, name=name,
                       near=similar[0], listing=listing)
        else:
            text = say("unknown {kind} {name!r} ({listing})", kind=kind, name=name, listing=listing)
        super().__init__(text)


class UnusableOption(UnusableName):
    """An option that exists but cannot be used as requested."""


class BrokenSystem(MessageError, ValueError):
    """A system whose own code or files cannot be used. The message names the system and quotes its error."""


def names() -> tuple[str, ...]:
    """The short names of all systems, in alphabetical order."""
    return tuple(systems.folders())


@cache
def board(path: str) -> Any:
    """The board of a map; cached.

    :param path: the short name of its system and the file, e.g. ``kassala/kassala.tmx``.
    :raises game.board.fault.MapError: naming file, layer and object.
    """
    from game import maps

    return maps.load(systems.map_file(path))


@cache
def rules(name: str) -> System[Any]:
    """A system's rules; cached.

    :raises UnknownName: listing the available systems.
    :raises BrokenSystem: if one of its files is missing or cannot be used.
    """
    if name not in names():
        raise UnknownName(say("system"), name, names())
    systems.make_importable()
    try:
        built: System[Any] = import_module(f"game.rules.{name}").build(board)
        _check(built, name)
        built.theme = replace(built.theme, art=built.theme.art or name)
    except BaseException as error:
        # Third-party systems may be faulty or for another version: they must not break the rest.
        if _is_keyboard_interrupt(error):
            raise
        raise BrokenSystem(say("system {name} cannot be used: {error}", name=name,
                               error=system_error_text(error))) from error
    return built


def _is_keyboard_interrupt(error: BaseException) -> bool:
    """Whether an error is a real Ctrl+C rather than a ``KeyboardInterrupt`` raised by code."""
    if not isinstance(error, KeyboardInterrupt):
        return False
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return last is None or opname[last.tb_frame.f_code.co_code[last.tb_lasti]] != "RAISE_VARARGS"


def system_error_text(error: BaseException) -> Text:
    """The text of an error from a system's code: its class name comes first if the text may not be a sentence, and a
    text that is not a message is cut to ``MAX_ERROR_LETTERS``."""
    kind = type(error).__name__
    with suppress(Exception):  # even str() of a system's own error may raise
        text = error_text(error) if isinstance(error, OSError | ValueError) and str(error) else f"{kind}: {error}"
        return text[:MAX_ERROR_LETTERS] if isinstance(text, str) else text
    return kind


def usable() -> tuple[list[System[Any]], list[BrokenSystem]]:
    """All systems that can be used, in alphabetical order, and an error for each of the others."""
    usable_rules, errors = [], []
    for name in names():
        try:
            usable_rules.append(rules(name))
        except BrokenSystem as error:
            errors.append(error)
    return usable_rules, errors


def _check(built: System[Any], name: str) -> None:
    """Check that the object built by a package is a system with the folder's name, seats and scenarios.

    :raises TypeError: naming the first fault.
    """
    if not isinstance(built, System):
        raise TypeError(f"build gives {type(built).__name__}, expected a System")
    kinds = (("seats", str), ("scenarios", ScenarioInfo), ("options", OptionInfo), ("theme.seats", SeatInfo))
    for part, kind in kinds:
        value = attrgetter(part)(built)
        if not isinstance(value, tuple) or not all(isinstance(each, kind) for each in value):
            raise TypeError(f"{part} should be a tuple of {kind.__name__}")
        if not value and part != "options":
            raise TypeError(f"{part} should have at least one")
    for part in ("traits", "scenarios", "options", "theme"):
        _check_parts(part, attrgetter(part)(built))
    if not isinstance(built.edition, int) or not isinstance(capability(built, Migration).migrates, Container):
        raise TypeError("edition should be an int, and migrates a tuple of them")
    if tuple(seat.name for seat in built.theme.seats) != built.seats:
        raise TypeError("theme.seats should be those of seats")
    if len({info.name for info in built.scenarios}) < len(built.scenarios):
        raise TypeError("scenarios should have different names")
    if built.name != name:
        raise TypeError(f"its name is {built.name!r}, expected that of its folder")


def _check_parts(name: str, value: Any) -> None:
    """Check that values have the types that their classes declare.

    :raises TypeError: naming the first one that does not.
    """
    if isinstance(value, tuple):
        for each in value:
            _check_parts(name, each)
    elif is_dataclass(value):
        for part, kind in get_type_hints(type(value)).items():
            part_value = getattr(value, part)
            if not _has_type(part_value, kind):
                raise TypeError(f"{name}.{part} is {type(part_value).__name__}, expected {kind}")
            _check_parts(f"{name}.{part}", part_value)


def _has_type(value: Any, kind: Any) -> bool:
    """Whether a value has an annotated type; the contents are checked for tuples and mappings only."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return value in args
    if origin in (Union, UnionType):
        return any(_has_type(value, each) for each in args)
    if origin is tuple:
        kinds = args[:1] * len(value) if args[-1] is ... and isinstance(value, tuple) else args
        return isinstance(value, tuple) and len(value) == len(kinds) and all(map(_has_type, value, kinds))
    if kind is Message:
        return isinstance(value, Message | str)  # a name is shown unchanged in every language
    if origin is Mapping:
        return isinstance(value, Mapping) and all(_has_type(each, args[0]) and _has_type(value[each], args[1])
                                                  for each in value)
    return isinstance(value, float | int if kind is float else origin or kind)


def set_up(system: System[Any], scenario: str, options: Sequence[str] = ()) -> Any:
    """The first state of one of a system's scenarios.

    :raises game.board.fault.MapError: if its map cannot be read.
    :raises BrokenSystem: if it cannot be set up on its map, e.g. for a hex that the map lacks.
    """
    try:
        return system.initial(scenario, options)
    except MapError:
        raise
    except BaseException as error:
        if _is_keyboard_interrupt(error):
            raise
        raise BrokenSystem(say("system {name} cannot set up {scenario}: {error}", name=system.name, scenario=scenario,
                               error=system_error_text(error))) from error


def scenarios_on(path: Path) -> Iterator[tuple[str, str]]:
    """Every scenario that is played on a map file, as a pair of the names of its system and itself.

    :raises BrokenSystem: if the file belongs to a system that cannot be used.
    """
    map_file = path.resolve()
    for name in names():
        if map_file.is_relative_to(systems.map_file(f"{name}/").resolve()):
            for info in rules(name).scenarios:
                if systems.map_file(info.map).resolve() == map_file:
                    yield name, info.name


def scenario(system: System[Any], name: str | None) -> ScenarioInfo:
    """A scenario by name; without a name, the system's only battle.

    :raises UnknownName: listing the scenarios; also if no name is given and the system has no battle, or several.
    """
    if name is None:
        battles = [info for info in system.scenarios if not info.example]
        if len(battles) == 1:
            return battles[0]
        raise UnknownName(say("scenario"), "", (info.name for info in system.scenarios))
    for info in system.scenarios:
        if info.name == name:
            return info
    raise UnknownName(say("scenario"), name, (info.name for info in system.scenarios))


def options(system: System[Any], texts: Iterable[str], *, position: bool = False) -> tuple[str, ...]:
    """The text forms of some options, checked: in the system's order, each once, without those whose alternative is the
    default.

    :param texts: their text forms (``game.core.option``).
    :param position: whether they come with a position: an option stored in it may then have any alternative.
    :raises UnknownName: listing the options, or the alternatives of one.
    :raises UnusableOption: for an option with two different alternatives, a switch with a value, an option without
        another one that it needs, or an alternative whose file is broken.
    """
    infos = {info.name: info for info in system.options}
    text_of: dict[str, str] = {}
    for text in texts:
        name, equals, choice = text.partition("=")
        info = infos.get(name)
        if info is None:
            raise UnknownName(say("option"), name, infos)
        alternatives = [each.name for each in info.alternatives]
        if equals and not alternatives:
            raise UnusableOption(say("option {name!r} is a switch and takes no value; leave out {text!r}",
                                     name=name, text=f"={choice}"))
        if alternatives and choice not in alternatives and not (position and info.in_positions and choice):
            broken_alternative = next((each for each in info.broken
                                       if choice in (each.name, Path(each.name).stem)), None)
            if broken_alternative is not None:
                raise UnusableOption(broken_alternative.summary)
            raise UnknownName(name, choice, alternatives)
        if text_of.setdefault(name, text) != text:
            raise UnusableOption(say("option {name!r} is given twice: {first} and {second}", name=name,
                                     first=text_of[name], second=text))
    meaningful_options = meaningful(tuple(text_of.values()), system.options)
    for name, text in text_of.items():
        if infos[name] not in meaningful_options:
            raise UnusableOption(say("option {text!r} needs {needs}", text=text, needs=infos[name].needs))
    return tuple(text_of[info.name] for info in meaningful_options
                 if info.name in text_of and text_of[info.name] != info.text(info.default))
