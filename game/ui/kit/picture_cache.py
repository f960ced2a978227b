"""Pictures drawn once and kept for as long as the window and the interface have their size."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")
caches: list[_lru_cache_wrapper[object]] = []
"""Everything that ``picture_cache`` keeps."""


def picture_cache(most: int | None) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Keep what a function draws, at most so many pictures of it, until ``drop_pictures``.

    For everything made at a size in pixels; what is read from disk once and has no such size stays in ``lru_cache``.
    """

    def keep(draw: Callable[..., T]) -> _lru_cache_wrapper[T]:
        kept = lru_cache(maxsize=most)(draw)
        caches.append(kept)
        return kept

    return keep


def drop_pictures() -> None:
    """Forget all of them: another size is shown from now on."""
    for kept in caches:
        kept.cache_clear()


def give_back() -> None:
    """Return what was forgotten to the system, once everything is drawn at its new size.

    On Linux the C library does not return the holes that window-sized pictures leave: a gigabyte after thirty sizes.
    """
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
