"""Single values of a position, checked: every refusal names the key, what was found and what was expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from game.core.contract import BadPosition
from game.core.message import either, say
from game.rules.africa.masks import mask_of
from game.rules.africa.setting import Setting
from game.rules.africa.units import SEATS


def area(setting: Setting, name: Any, key: str) -> int:
    """The index of an area of the battle's map.

    :raises BadPosition: for anything else; so do all functions here.
    """
    if not isinstance(name, str) or name not in setting.ground.index:
        raise BadPosition(say("{key!r}: {name!r} is no area of this map", key=key, name=name))
    return setting.ground.index[name]


def slot(setting: Setting, name: Any, key: str) -> int:
    """The slot of a unit of the battle."""
    if not isinstance(name, str) or name not in setting.slot:
        near = get_close_matches(str(name), setting.slot, 1)
        if near:
            raise BadPosition(say("{key!r}: no unit is called {name!r}; did you mean {near}?", key=key, name=name,
                                  near=near[0]))
        raise BadPosition(say("{key!r}: no unit is called {name!r}", key=key, name=name))
    return setting.slot[name]


def entries(value: Any, key: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise BadPosition(say("{key!r} is {value!r}, expected a list", key=key, value=value))
    return value


def table(value: Any, key: str) -> Mapping[str, Any]:
    """An object."""
    if not isinstance(value, Mapping):
        raise BadPosition(say("{key!r} is {value!r}, expected an object", key=key, value=value))
    return value


def areas(setting: Setting, value: Any, key: str) -> int:
    """A list of areas as a mask."""
    return mask_of(area(setting, name, key) for name in entries(value, key))


def units(setting: Setting, value: Any, key: str) -> int:
    """A list of units as a mask."""
    return mask_of(slot(setting, name, key) for name in entries(value, key))


def queue(setting: Setting, value: Any, key: str) -> tuple[int, ...]:
    """Units one after the other, each once."""
    found = tuple(slot(setting, name, key) for name in entries(value, key))
    if len(set(found)) < len(found):
        raise BadPosition(say("{key!r} names a unit twice", key=key))
    return found


def factors(setting: Setting, value: Any, key: str, most: int) -> tuple[tuple[int, int], ...]:
    """An object: unit -> what it rolled or drew."""
    return tuple((slot(setting, u, key), whole(f, key, 1, most)) for u, f in table(value, key).items())


def whole(value: Any, key: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadPosition(say("{key!r} is {value!r}, expected a whole number from {low} to {high}", key=key,
                              value=value, low=low, high=high))
    return value


def truth(value: Any, key: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise BadPosition(say("{key!r} is {value!r}, expected true or false", key=key, value=value))
    return value


def seat(value: Any, key: str) -> int:
    """A side."""
    if value not in SEATS:
        raise BadPosition(say("{key!r} is {value!r}, expected {names}", key=key, value=value, names=either(SEATS)))
    return SEATS.index(value)


def one_of(value: Any, key: str, names: Sequence[str]) -> str:
    """One of some names."""
    if value not in names:
        raise BadPosition(say("{key!r} is {value!r}, expected one of {names}", key=key, value=value,
                              names=', '.join(names)))
    return str(value)
