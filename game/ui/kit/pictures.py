"""Pictures: read from ``assets``, kept as long as the window and the interface have their size, softened at their
edges. A file that is missing or spoiled is named in an ``AssetError``."""

from __future__ import annotations

import ctypes
import gc
import io
import sys
from collections.abc import Callable
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pygame

from game.art import AssetError
from game.core.message import Text, say, told

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper


def picture(path: Path) -> pygame.Surface:
    """A picture as it is stored.

    :raises AssetError: when it is missing or unreadable.
    """
    try:
        return pygame.image.load(path)
    except (OSError, pygame.error) as error:
        raise AssetError(say("{path}: cannot be read as a picture: {error}", path=path, error=told(error))) from error


def text(path: Path, expected: Text) -> str:
    """The content of a text file.

    :param expected: what the file should hold, for the error.
    :raises AssetError: when it is missing or no text.
    """
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise AssetError(say("{path}: missing; expected {expected}", path=path, expected=expected)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise AssetError(say("{path}: cannot be read; expected {expected}: {error}", path=path, expected=expected,
                             error=told(error))) from error


def drawing(svg: str, size: tuple[int, int], source: str) -> pygame.Surface:
    """An SVG text as a picture of ``size`` pixels.

    :param source: where the text comes from, for the error.
    :raises AssetError: when it is no drawing.
    """
    try:
        return pygame.image.load_sized_svg(io.BytesIO(svg.encode()), size).convert_alpha()
    except (OSError, pygame.error) as error:
        raise AssetError(
            say("{source}: cannot be read as a drawing: {error}", source=source, error=told(error))
        ) from error


def sketch(size: tuple[int, int], view: str, body: str, of: tuple[float, float] | None = None) -> pygame.Surface:
    """SVG elements as a picture of ``size`` pixels.

    :param view: the box that they are drawn in: left, top, width, height.
    :param of: the size that they are written for, if not that of the picture.
    """
    width, height = of or size
    return drawing(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{view}">'
                   f'{body}</svg>', size, "a sign of the program's own")


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


WIDEST = 7
"""Pixels of the widest blur that is made at full size: the time that takes grows with it. Chosen by eye."""


def blurred(picture: pygame.Surface, radius: int) -> pygame.Surface:
    """A picture blurred by a radius in pixels. A wide blur is made of a smaller picture and enlarged: it looks the same
    and takes far less time."""
    coarse = ceil(radius / WIDEST)
    if coarse <= 1:
        return pygame.transform.gaussian_blur(picture, radius).convert_alpha()
    width, height = picture.get_size()
    small = pygame.transform.smoothscale(picture, (ceil(width / coarse), ceil(height / coarse)))
    soft = pygame.transform.gaussian_blur(small, round(radius / coarse))
    return pygame.transform.smoothscale(soft, (width, height)).convert_alpha()
