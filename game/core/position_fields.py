"""Values in positions apart from the places of units: data that a system declares for the position editor.

A key is the path to a value: keys of objects and indices of lists, separated by slashes. A unit's field is in the
unit's entry; if its key begins with a slash, it is in the position itself, with ``{unit}`` as the unit's id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.message import Message, Text, joined, say

Position = Mapping[str, Any]
"""A position as JSON values."""


@dataclass(frozen=True, slots=True)
class PositionField:
    """A value that can be edited."""

    key: str
    """Its key in a unit's entry; with a leading slash in the position itself."""
    title: Message
    units: frozenset[str] = frozenset()
    """The units that can have it; empty: all."""

    def value(self, holder: Position, unit: str = "") -> Any:
        """The value in a position, or in a unit's entry; None if there is none.

        :param unit: the unit whose value it is.
        """
        value: Any = holder
        for part in self.path(unit):
            if isinstance(value, Mapping):
                value = value.get(part)
            elif isinstance(value, Sequence) and part.isdigit() and int(part) < len(value):
                value = value[int(part)]
            else:
                return None
        return value

    def written(self, holder: Position, value: Any, unit: str = "") -> dict[str, Any]:
        """The position, or entry, with the value replaced; None removes the key."""
        changed: dict[str, Any] = _with_value_at(holder, self.path(unit), value)
        return changed

    def fits(self, position: Position, unit: str) -> bool:
        """Whether a unit can have this field in a position."""
        return not self.units or unit in self.units

    def path(self, unit: str = "") -> list[str]:
        """The parts of the key."""
        return self.key.removeprefix("/").replace("{unit}", unit).split("/")

    @property
    def of_position(self) -> bool:
        """Whether the value of a unit is in the position itself rather than in the unit's entry."""
        return self.key.startswith("/")

    def value_text(self, value: Any) -> Text:
        """The text of a value in the editor."""
        raise NotImplementedError

    def after(self, value: Any, step: int = 1) -> Any:
        """The next value in cyclic order; with -1 the previous one."""
        return value


@dataclass(frozen=True, slots=True)
class SwitchField(PositionField):
    """A value that is on or off."""

    explicit: bool = False
    """Whether off is written as false; otherwise the key is left out."""

    def value_text(self, value: Any) -> Text:
        return say("yes") if value else say("no")

    def after(self, value: Any, step: int = 1) -> Any:
        return not value if self.explicit else (None if value else True)


@dataclass(frozen=True, slots=True)
class NumberField(PositionField):
    """A whole number from ``least`` to ``most``. 0 is left out of a unit's entry."""

    most: int = 9
    least: int = 0

    def value_text(self, value: Any) -> Text:
        return str(value or 0)

    def after(self, value: Any, step: int = 1) -> Any:
        return self.least + ((value or 0) - self.least + step) % (self.most - self.least + 1)


@dataclass(frozen=True, slots=True)
class ChoiceField(PositionField):
    """One of several values, each with its title; the value None leaves the key out.

    The first one represents a missing key; the rules must read it so.
    """

    choices: tuple[tuple[Any, Text], ...] = ()

    def number(self, value: Any) -> int:
        """The index of a value among the choices; 0 if it is none of them."""
        return next((number for number, (each, _) in enumerate(self.choices) if each == value), 0)

    def value_text(self, value: Any) -> Text:
        return self.choices[self.number(value)][1]

    def after(self, value: Any, step: int = 1) -> Any:
        return self.choices[(self.number(value) + step) % len(self.choices)][0]


@dataclass(frozen=True, slots=True)
class MemberField(SwitchField):
    """Whether a unit is in a list of the position, or whatever ``name`` stands for instead of the unit."""

    name: str = ""

    def value(self, holder: Position, unit: str = "") -> Any:
        return (self.name or unit) in (PositionField.value(self, holder, unit) or ())

    def written(self, holder: Position, value: Any, unit: str = "") -> dict[str, Any]:
        name = self.name or unit
        others = [each for each in PositionField.value(self, holder, unit) or () if each != name]
        return PositionField.written(self, holder, [*others, name] if value else others, unit)

    @property
    def of_position(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class PlacesField(PositionField):
    """Places of the map that are clicked one by one."""

    single: bool = False
    """Whether there is at most one place, written as a text and not as a list."""

    def places(self, value: Any) -> tuple[str, ...]:
        """The places of a value."""
        return (value,) if isinstance(value, str) else tuple(value or ())

    def toggled(self, value: Any, place: str) -> Any:
        """The value with a place added, or removed if it is there already."""
        current = self.places(value)
        if self.single:
            return None if place in current else place
        return [each for each in current if each != place] if place in current else [*current, place]

    def value_text(self, value: Any) -> Text:
        return joined(self.places(value), ", ") if value else say("none")


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields of the position under one heading."""

    title: Message
    fields: tuple[PositionField, ...]


def _with_value_at(holder: Any, path: Sequence[str], value: Any) -> Any:
    """A copy of a JSON value with the value at the end of a path replaced."""
    first, rest = path[0], path[1:]
    if isinstance(holder, Sequence):
        changed = list(holder)
        changed[int(first)] = _with_value_at(changed[int(first)], rest, value) if rest else value
        return changed
    inner = _with_value_at((holder or {}).get(first, {}), rest, value) if rest else value
    return with_value(holder or {}, first, inner)


def with_value(row: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    """A copy of an entry with the value of a key replaced; None removes the key."""
    rest = {name: entry for name, entry in row.items() if name != key}
    return rest if value is None else {**rest, key: value}
