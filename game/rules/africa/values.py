"""Single values of a position, checked: every refusal names the key, what was found and what was expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.contract import BadPosition
from game.core.message import Text, either, say
from game.core.nearest import with_nearest
from game.rules.africa.masks import mask_of
from game.rules.africa.setting import Setting
from game.rules.africa.units import SEATS


def area(setting: Setting, name: Any, key: Text) -> int:
    """The index of an area of the battle's map.

    :raises BadPosition: for anything else; so do all functions here.
    """
    if not isinstance(name, str) or name not in setting.ground.index:
        raise BadPosition(say("'{key}': {name!r} is no area of this map", key=key, name=name))
    return setting.ground.index[name]


def slot(setting: Setting, name: Any, key: Text) -> int:
    """The slot of a unit of the battle."""
    if not isinstance(name, str) or name not in setting.slot:
        wrong = say("'{key}': no unit is called {name!r}", key=key, name=name)
        raise BadPosition(with_nearest(wrong, str(name), setting.slot))
    return setting.slot[name]


def entries(value: Any, key: Text) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise BadPosition(say("'{key}' is {value!r}, expected a list", key=key, value=value))
    return value


def table(value: Any, key: Text) -> Mapping[str, Any]:
    """An object."""
    if not isinstance(value, Mapping):
        raise BadPosition(say("'{key}' is {value!r}, expected an object", key=key, value=value))
    return value


def areas(setting: Setting, value: Any, key: Text) -> int:
    """A list of areas as a mask."""
    return mask_of(area(setting, name, key) for name in entries(value, key))


def units(setting: Setting, value: Any, key: Text) -> int:
    """A list of units as a mask."""
    return mask_of(slot(setting, name, key) for name in entries(value, key))


def queue(setting: Setting, value: Any, key: Text) -> tuple[int, ...]:
    """Units one after the other, each once."""
    found = tuple(slot(setting, name, key) for name in entries(value, key))
    if len(set(found)) < len(found):
        raise BadPosition(say("'{key}' names a unit twice", key=key))
    return found


def factors(setting: Setting, value: Any, key: Text, most: int) -> tuple[tuple[int, int], ...]:
    """An object: unit -> what it rolled or drew."""
    return tuple((slot(setting, u, key), whole(f, key, 1, most)) for u, f in table(value, key).items())


def whole(value: Any, key: Text, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadPosition(say("'{key}' is {value!r}, expected a whole number from {low} to {high}", key=key,
                              value=value, low=low, high=high))
    return value


def truth(value: Any, key: Text) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise BadPosition(say("'{key}' is {value!r}, expected true or false", key=key, value=value))
    return value


def seat(value: Any, key: Text) -> int:
    """A side."""
    if value not in SEATS:
        raise BadPosition(say("'{key}' is {value!r}, expected {names}", key=key, value=value, names=either(SEATS)))
    return SEATS.index(value)


def one_of(value: Any, key: Text, names: Sequence[str]) -> str:
    """One of some names."""
    if value not in names:
        raise BadPosition(say("'{key}' is {value!r}, expected one of {names}", key=key, value=value,
                              names=', '.join(names)))
    return str(value)
