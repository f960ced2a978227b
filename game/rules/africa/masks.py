"""Sets of areas and of units as masks: bit ``i`` stands for index ``i``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """The indices of a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def mask_of(indices: Iterable[int]) -> int:
    """The mask of some indices."""
    mask = 0
    for i in indices:
        mask |= 1 << i
    return mask
