"""Army lists: the fifteen that come with the game and those that players write, all TOML files (14.1.1)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from game import files
from game.core.codec import BadPosition
from game.core.field_types import Between
from game.core.fields import Fields
from game.core.message import Message, MessageError, say
from game.core.nearest import with_nearest
from game.core.position_checks import need
from game.rules.renaissance.engine.tables import DATA, ELEMENTS, GENERALS, read_row
from game.rules.renaissance.engine.words import KINDS, SYSTEM, TYPE_NAMES, Kind, Topography, count_text

ARMY_SIZE: Final = 12
"""Number of elements in an army, the general included, camp followers excluded."""
FOLDER: Final = DATA / "armies"
MAX_FILE_BYTES: Final = 2**16
"""Size limit of an army list file in bytes."""
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}", re.ASCII)


class ArmyError(MessageError, ValueError):
    """An invalid army list; the message names file and key and says what was expected."""


@dataclass(frozen=True, slots=True)
class ArmyOption:
    """A change that a player may make to an army."""

    name: str
    replaces: Kind
    by: Kind
    count: Annotated[int, Between(1, ARMY_SIZE)] = 1
    """Number of elements replaced."""
    label: str = ""
    """Years, a people or similar, e.g. ``after 1525``."""

    @property
    def title(self) -> Message:
        """The option as text."""
        change = say("{old} as {new}", old=count_text(self.count, self.replaces),
                     new=TYPE_NAMES[self.by][self.count > 1])
        return say("{change} ({label})", change=change, label=Message(self.label)) if self.label else change


@dataclass(frozen=True, slots=True)
class ArmyList:
    """An army as defined by its list."""

    name: str
    title: str
    aggression: Annotated[int, Between(0, 4)]
    """What the side adds to its die in the roll for the defender (14.2.1)."""
    topography: Topography
    elements: tuple[Kind, ...]
    """The elements without options: the general first, then in the order of the element types."""
    options: tuple[ArmyOption, ...] = ()
    years: str = ""
    summary: str = ""
    provenance: tuple[tuple[str, str], ...] = ()
    """Pairs (part of the list, its provenance)."""

    def army(self, options: Collection[str] = ()) -> tuple[Kind, ...]:
        """The elements with some options taken: the general first, then in the order of the element types.

        :raises KeyError: for an option that the list does not have.
        """
        counts = Counter(self.elements)
        options_by_name = {option.name: option for option in self.options}
        for option in (options_by_name[name] for name in options):
            counts[option.replaces] -= option.count
            counts[option.by] += option.count
        return in_order(counts)

    @property
    def may_land(self) -> bool:
        """Whether the army may land elements from the waterway (14.2.7)."""
        return self.topography == "littoral"


class OwnLists(NamedTuple):
    """The army lists in a player's folder."""

    lists: Mapping[str, ArmyList]
    errors: Mapping[Path, ArmyError]
    """File -> why it cannot be used."""


def in_order(counts: Mapping[Kind, int]) -> tuple[Kind, ...]:
    """Elements by their number of each type: the general first, then in the order of the element types."""
    order = sorted(KINDS, key=lambda kind: kind not in GENERALS)
    return tuple(kind for kind in order for _ in range(counts.get(kind, 0)))


@cache
def built_in() -> Mapping[str, ArmyList]:
    """The army lists that come with the game, in their order."""
    return {name: load(FOLDER / f"{name}.toml") for name in _index()["order"]}


@cache
def pairs() -> tuple[tuple[str, str], ...]:
    """Pairs of armies that met in history, by name."""
    return tuple((one, other) for one, other in _index()["pairs"])


def own_folder() -> Path:
    """The folder for players' own army lists."""
    return files.data_folder() / SYSTEM / "armies"


def own_lists(folder: Path) -> OwnLists:
    """The players' army lists in a folder; empty if there is no such folder."""
    lists: dict[str, ArmyList] = {}
    errors: dict[Path, ArmyError] = {}
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
        try:
            lists[path.stem] = own_list(path)
        except ArmyError as error:
            errors[path] = error
    return OwnLists(lists, errors)


def own_list(path: Path) -> ArmyList:
    """The army list in a player's file.

    :raises ArmyError: as ``load``, and if a built-in army has the same name.
    """
    if path.stem in built_in():
        raise ArmyError(say("{file}: there is an army called {name!r} already; rename the file", file=path.name,
                            name=path.stem))
    return load(path)


def load(path: Path) -> ArmyList:
    """The army list in a file.

    :raises ArmyError: naming the file, the key and what was expected.
    """
    try:
        data = tomllib.loads(files.read(path, MAX_FILE_BYTES).decode("utf-8"))
        return _read(path, data)
    except files.FileRefused as error:
        raise ArmyError(error.message) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ArmyError(say("{file}: not written as TOML: {error}", file=path.name, error=error)) from error
    except BadPosition as error:
        raise ArmyError(error.message) from error


def as_json(army: ArmyList) -> dict[str, Any]:
    """An army list as JSON values, for a record."""
    values: dict[str, Any] = Fields().write(ArmyList, army)
    return values


def read(data: Any, where: str) -> ArmyList:
    """The army list from JSON values.

    :raises BadPosition: naming the key and what was expected.
    """
    army: ArmyList = Fields().read(ArmyList, data, where)
    _check(army, where)
    return army


def _index() -> dict[str, Any]:
    """The values of ``data/armies.toml``: the order of the built-in lists and the historical pairs."""
    return tomllib.loads((DATA / "armies.toml").read_text("utf-8"))


def _read(path: Path, data: Mapping[str, Any]) -> ArmyList:
    """The army list from the values of a file."""
    where, provenance = path.name, data.get("provenance", {})
    if not isinstance(provenance, Mapping) or not all(isinstance(value, str) for value in provenance.values()):
        raise BadPosition(say("{where}: expected texts", where=f"{where}/provenance"))
    counts = _element_counts(data.get("elements"), f"{where}/elements")
    values = {**data, "elements": list(in_order(counts)), "provenance": [list(pair) for pair in provenance.items()]}
    army = read_row(ArmyList, values, where, name=path.stem)
    _check(army, where)
    return army


def _element_counts(elements: Any, where: str) -> dict[Kind, int]:
    """Element type -> number in a file's table."""
    need(isinstance(elements, Mapping), where, say("a table such as {example}", example="{gn = 1, pk = 11}"))
    kind_of_name = {str(kind): kind for kind in KINDS}
    counts: dict[Kind, int] = {}
    for key, count in elements.items():
        if key not in kind_of_name:
            text = say("{where}: there is no type {name!r}", where=where, name=key)
            raise BadPosition(with_nearest(text, key, kind_of_name))
        need(type(count) is int and 1 <= count <= ARMY_SIZE, f"{where}/{key}", say(
            "a whole number from {least} to {most}", least=1, most=ARMY_SIZE))
        counts[kind_of_name[key]] = count
    return counts


def _check(army: ArmyList, where: str) -> None:
    """:raises BadPosition: if the army breaks a rule of army lists (2.5 and 14.1.1, ruling 5)."""
    counts = Counter(army.elements)
    need(_NAME.fullmatch(army.name) is not None, f"{where}/name", say(
        "small letters, digits and hyphens, beginning with a letter, not {name!r}", name=army.name))
    need(army.title.strip() != "", f"{where}/title", say("a name"))
    need(len(army.elements) == ARMY_SIZE, f"{where}/elements", say(
        "{size} elements in all, the general among them, not {count}", size=ARMY_SIZE, count=len(army.elements)))
    need(army.elements == in_order(counts), f"{where}/elements", say(
        "the general first, then the types in this order: {kinds}", kinds=tuple(
            kind for kind in KINDS if kind not in (*GENERALS, "cf"))))
    need(sum(counts[kind] for kind in GENERALS) == 1, f"{where}/elements", say("exactly one general, gn or gf"))
    need(not counts["cf"], f"{where}/elements", say("no camp followers: they are chosen at deployment"))
    names = [option.name for option in army.options]
    for number, option in enumerate(army.options):
        key = f"{where}/options/{number}"
        need(_NAME.fullmatch(option.name) is not None, f"{key}/name", say(
            "small letters, digits and hyphens, beginning with a letter, not {name!r}", name=option.name))
        need(names.count(option.name) == 1, f"{key}/name", say("a name that no other option has"))
        need(option.replaces not in GENERALS, f"{key}/replaces", say("an element other than the general"))
        need(option.by not in GENERALS and option.by not in ("cf", option.replaces), f"{key}/by", say(
            "another element, neither a general nor camp followers"))
        replaced = sum(other.count for other in army.options if other.replaces == option.replaces)
        need(replaced <= counts[option.replaces], f"{key}/count", say(
            "at most {most} replaced: the army has only so many of {type!r}", most=counts[option.replaces],
            type=option.replaces))
    may_be_mounted = any(ELEMENTS[kind].mounted for kind in (*army.elements, *(option.by for option in army.options)))
    need(not counts["gf"] or not may_be_mounted, f"{where}/elements", say(
        "a mounted general, gn: only an army that can have no mounted element has one on foot"))
