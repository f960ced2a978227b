"""Checks for reading positions, with the same error messages for every system."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from game.core.codec import BadPosition
from game.core.message import Text, say
from game.core.nearest import with_nearest

Index = TypeVar("Index", bound=int)
"""An index type of units."""


def need(holds: object, where: str, expected: Text) -> None:
    """Check a condition.

    :param holds: the condition, true or false.
    :param where: the place in the position.
    :param expected: what was expected there.
    :raises BadPosition: unless it holds.
    """
    if not holds:
        raise not_expected(where, expected)


def not_expected(where: str, expected: Text) -> BadPosition:
    """The error for a position in which something else was expected. Separate from ``need``, so that checks repeated
    for every unit only format a message if they fail."""
    return BadPosition(say("{where}: expected {expected}", where=where, expected=expected))


def among(name: str, known: Sequence[str], where: str) -> int:
    """The index of a name among the known names.

    :raises BadPosition: for an unknown name.
    """
    if name not in known:
        raise BadPosition(with_nearest(say("{where}: there is no {name!r}", where=where, name=name), name, known))
    return known.index(name)


def unit_slot(name: str, slots: Mapping[str, Index], where: str) -> Index:
    """The slot of a unit.

    :raises BadPosition: if there is no unit of that name.
    """
    need_unit(name, slots, where)
    return slots[name]


def need_unit(name: str, known: Collection[str], where: str) -> None:
    """Check that a unit is among the known ones.

    :raises BadPosition: if there is no unit of that name.
    """
    if name not in known:
        error = say("{where}: there is no unit {name!r}", where=where, name=name)
        raise BadPosition(with_nearest(error, name, known))
