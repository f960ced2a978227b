"""Indices that rules count with, each a type of its own, and masks of them: bit ``i`` stands for index ``i``.

Places have theirs beside their boards: ``Hex`` in ``game.board.hexgrid``, ``Area`` in ``game.board.areas``. Outside the
rules all of them go by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NewType, Protocol, TypeVar, cast

Thing = TypeVar("Thing")

Seat = NewType("Seat", int)
"""One of two seats, 0 or 1, in the order of the scenario's."""
Slot = NewType("Slot", int)
"""A unit, in the order of its system's roster; below 0 for none."""


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return Seat(1 - seat)


@lru_cache(maxsize=1 << 14)
def bits(mask: int) -> tuple[int, ...]:
    """The indices of a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


slots_in = cast(Callable[[int], tuple[Slot, ...]], bits)
"""The units of a mask, ascending."""


class _BySlot(Protocol):
    def __call__(self, things: Iterable[Thing], /) -> Iterator[tuple[Slot, Thing]]: ...


class _BySeat(Protocol):
    def __call__(self, things: Iterable[Thing], /) -> Iterator[tuple[Seat, Thing]]: ...


by_slot = cast(_BySlot, enumerate)
"""What stands in the order of the roster, each with its slot."""
by_seat = cast(_BySeat, enumerate)
"""What each seat has, with the seat."""


def mask_of(indices: Iterable[int]) -> int:
    """The mask of some indices."""
    mask = 0
    for i in indices:
        mask |= 1 << i
    return mask
