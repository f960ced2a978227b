"""Finds the rule systems on the search path (``game.systems``). Imports each, and reads its maps, only when asked.

A system's package has ``build(boards) -> System``, where ``boards`` gives the board of a map ``NAME/FILE``.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any

from game import systems
from game.core.contract import ScenarioInfo, System


class UnknownName(ValueError):
    """A name that nothing here has. Lists what there is and the nearest match."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        near = get_close_matches(name, self.known, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        listing = "there is " + ", ".join(self.known) if self.known else "there is none"
        question = f"unknown {kind} {name!r}{hint}" if name else f"which {kind}?"
        super().__init__(f"{question} ({listing})")


class BrokenSystem(ValueError):
    """A system whose own files cannot be used. Names the system and says what its package complained of."""


def names() -> tuple[str, ...]:
    """The short names of all systems, in alphabetical order."""
    return tuple(systems.folders())


@cache
def board(path: str) -> Any:
    """The board of a map, read once.

    :param path: the short name of its system and the file, e.g. ``kassala/kassala.tmx``.
    :raises game.maps.MapError: naming file, layer and object.
    """
    from game import maps

    return maps.load(systems.map_file(path))


@cache
def rules(name: str) -> System[Any]:
    """A system's rules, built once.

    :raises UnknownName: listing the systems there are.
    :raises BrokenSystem: where one of its files is missing or cannot be used.
    """
    if name not in names():
        raise UnknownName("system", name, names())
    package = import_module(f"game.rules.{name}")
    try:
        built: System[Any] = package.build(board)
    except (OSError, ValueError) as error:
        raise BrokenSystem(f"system {name} cannot be used: {error}") from error
    return built


def scenario(system: System[Any], name: str | None) -> ScenarioInfo:
    """A scenario by name; without one, the system's only battle.

    :raises UnknownName: listing the scenarios; also where there are several battles and none is named.
    """
    if name is None:
        battles = [s for s in system.scenarios if not s.example]
        if len(battles) == 1:
            return battles[0]
        raise UnknownName("scenario", "", (s.name for s in system.scenarios))
    for info in system.scenarios:
        if info.name == name:
            return info
    raise UnknownName("scenario", name, (s.name for s in system.scenarios))


def options(system: System[Any], wanted: Iterable[str]) -> tuple[str, ...]:
    """The wanted options in the order the system lists them, each once.

    :raises UnknownName: listing the options.
    """
    known = [option.name for option in system.options]
    chosen = set()
    for name in wanted:
        if name not in known:
            raise UnknownName("option", name, known)
        chosen.add(name)
    return tuple(name for name in known if name in chosen)
