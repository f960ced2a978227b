"""Pictures: reading them from ``assets``, caching them until the size of the window or interface changes, and blurring
them. A missing or damaged file raises an ``AssetError`` that names it."""

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
from game.core.message import Text, error_text, say

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper


def picture(path: Path) -> pygame.Surface:
    """Load a picture.

    :raises AssetError: if it is missing or unreadable.
    """
    try:
        return pygame.image.load(path)
    except (OSError, pygame.error) as error:
        raise AssetError(say("{path}: cannot be read as a picture: {error}", path=path,
                             error=error_text(error))) from error


def text(path: Path, expected: Text) -> str:
    """The content of a text file.

    :param expected: what the file should hold, for the error message.
    :raises AssetError: if it is missing or not text.
    """
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise AssetError(say("{path}: missing; expected {expected}", path=path, expected=expected)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise AssetError(say("{path}: cannot be read; expected {expected}: {error}", path=path, expected=expected,
                             error=error_text(error))) from error


def drawing(svg: str, size: tuple[int, int], source: str) -> pygame.Surface:
    """Render an SVG text at ``size`` pixels.

    :param source: the origin of the text, for the error message.
    :raises AssetError: if it is not a drawing.
    """
    try:
        return pygame.image.load_sized_svg(io.BytesIO(svg.encode()), size).convert_alpha()
    except (OSError, pygame.error) as error:
        raise AssetError(
            say("{source}: cannot be read as a drawing: {error}", source=source, error=error_text(error))
        ) from error


def sketch(size: tuple[int, int], view: str, body: str, svg_size: tuple[float, float] | None = None) -> pygame.Surface:
    """Render SVG elements at ``size`` pixels.

    :param view: the view box: left, top, width, height.
    :param svg_size: the width and height of the SVG element, if not those of the picture.
    """
    width, height = svg_size or size
    return drawing(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{view}">'
                   f'{body}</svg>', size, "a sign of the program's own")


T = TypeVar("T")
caches: list[_lru_cache_wrapper[object]] = []
"""All caches made by ``picture_cache``."""


def picture_cache(most: int | None) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Cache the results of a function, at most ``most`` of them, until ``drop_pictures``.

    For everything made at a size in pixels; what is read from disk once, without a size, uses ``lru_cache``.
    """

    def keep(draw: Callable[..., T]) -> _lru_cache_wrapper[T]:
        kept = lru_cache(maxsize=most)(draw)
        caches.append(kept)
        return kept

    return keep


def drop_pictures() -> None:
    """Clear all caches, because another size will be shown."""
    for kept in caches:
        kept.cache_clear()


def release_memory() -> None:
    """Return freed memory to the operating system, once everything has been drawn at its new size.

    On Linux the C library does not return the holes left by window-sized pictures: a gigabyte after thirty sizes.
    """
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


MAX_FULL_SIZE_BLUR = 7
"""The maximum radius in pixels of a blur made at full size, as its time grows with the radius. Chosen by eye."""


def blurred(picture: pygame.Surface, radius: int) -> pygame.Surface:
    """A picture blurred by a radius in pixels. A wide blur is made on a smaller picture and enlarged, which looks the
    same and is much faster."""
    coarse = ceil(radius / MAX_FULL_SIZE_BLUR)
    if coarse <= 1:
        return pygame.transform.gaussian_blur(picture, radius).convert_alpha()
    width, height = picture.get_size()
    small = pygame.transform.smoothscale(picture, (ceil(width / coarse), ceil(height / coarse)))
    soft = pygame.transform.gaussian_blur(small, round(radius / coarse))
    return pygame.transform.smoothscale(soft, (width, height)).convert_alpha()
