"""Indices used by the rules, each with a type of its own, and masks of them: bit ``i`` stands for index ``i``.

The index types of places are defined with their boards: ``Hex`` in ``game.board.hexgrid``, ``Area`` in
``game.board.areas``. Outside the rules, names are used instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NewType, Protocol, TypeVar, cast

Value = TypeVar("Value")
"""A value in a sequence that has one for each unit or seat."""

Seat = NewType("Seat", int)
"""One of the two seats, 0 or 1, in the order of the scenario."""
Slot = NewType("Slot", int)
"""The index of a unit in its system's roster; negative for none."""


def other(seat: Seat) -> Seat:
    """The opposing seat."""
    return Seat(1 - seat)


@lru_cache(maxsize=1 << 14)
def bits(mask: int) -> tuple[int, ...]:
    """The indices of a mask, in ascending order."""
    indices = []
    while mask:
        lowest_bit = mask & -mask
        indices.append(lowest_bit.bit_length() - 1)
        mask ^= lowest_bit
    return tuple(indices)


slots_in = cast(Callable[[int], tuple[Slot, ...]], bits)
"""The units of a mask, in ascending order."""


class _BySlot(Protocol):
    """The type of ``by_slot``."""

    def __call__(self, values: Iterable[Value], /) -> Iterator[tuple[Slot, Value]]: ...


class _BySeat(Protocol):
    """The type of ``by_seat``."""

    def __call__(self, values: Iterable[Value], /) -> Iterator[tuple[Seat, Value]]: ...


by_slot = cast(_BySlot, enumerate)
"""Enumerate values in roster order, each with its slot."""
by_seat = cast(_BySeat, enumerate)
"""Enumerate a value for each seat, with the seat."""


def mask_of(indices: Iterable[int]) -> int:
    """The mask of some indices."""
    mask = 0
    for i in indices:
        mask |= 1 << i
    return mask
