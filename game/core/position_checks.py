"""What readers of positions refuse, in the same words for every system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from game.core.codec import BadPosition
from game.core.message import Text, say
from game.core.nearest import with_nearest

Index = TypeVar("Index", bound=int)


def need(holds: object, where: str, expected: Text) -> None:
    """:raises BadPosition: unless it holds."""
    if not holds:
        raise not_expected(where, expected)


def not_expected(where: str, expected: Text) -> BadPosition:
    """The error of a position in which something was expected: for what is asked of every unit, where words that are
    hardly ever said would take most of the time."""
    return BadPosition(say("{where}: expected {expected}", where=where, expected=expected))


def among(name: str, known: Sequence[str], where: str) -> int:
    """The number of a name among those known.

    :raises BadPosition: for any other.
    """
    if name not in known:
        raise BadPosition(with_nearest(say("{where}: there is no {name!r}", where=where, name=name), name, known))
    return known.index(name)


def piece(name: str, slots: Mapping[str, Index], where: str) -> Index:
    """The slot of a piece.

    :raises BadPosition: where there is none of that name.
    """
    if name not in slots:
        told = say("{where}: no piece is called {name!r}", where=where, name=name)
        raise BadPosition(with_nearest(told, name, slots))
    return slots[name]
