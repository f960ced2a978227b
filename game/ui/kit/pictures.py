"""Pictures: reading them from files, rendering SVG, caching pictures until the size of the window or interface changes,
and blurring them. A missing or damaged file raises an ``AssetError`` that names it."""

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


def load_picture(path: Path) -> pygame.Surface:
    """Load a picture.

    :raises AssetError: if it is missing or unreadable.
    """
    try:
        return pygame.image.load(path)
    except (OSError, pygame.error) as error:
        raise AssetError(say("{path}: cannot be read as a picture: {error}", path=path,
                             error=error_text(error))) from error


def read_text(path: Path, expected: Text) -> str:
    """Read a text file.

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


def render_svg(svg: str, size: tuple[int, int], source: str) -> pygame.Surface:
    """Render an SVG text at ``size`` pixels.

    :param source: the origin of the text, for the error message.
    :raises AssetError: if the text is not an SVG drawing.
    """
    try:
        return pygame.image.load_sized_svg(io.BytesIO(svg.encode()), size).convert_alpha()
    except (OSError, pygame.error) as error:
        raise AssetError(
            say("{source}: cannot be read as a drawing: {error}", source=source, error=error_text(error))
        ) from error


def render_elements(size: tuple[int, int], view: str, body: str, svg_size: tuple[float, float] | None = None
                    ) -> pygame.Surface:
    """Render SVG elements at ``size`` pixels.

    :param view: the view box: left, top, width and height, separated by blanks.
    :param body: the elements.
    :param svg_size: the width and height of the SVG element, if not those of the picture.
    :raises AssetError: if ``body`` is not SVG.
    """
    width, height = svg_size or size
    return render_svg(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{view}">'
                      f'{body}</svg>', size, "a sign of the program's own")


T = TypeVar("T")
caches: list[_lru_cache_wrapper[object]] = []
"""All caches made by ``picture_cache``."""


def picture_cache(maxsize: int | None) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """A decorator that caches the results of a function until ``drop_pictures`` is called.

    For everything made at a size in pixels; a function whose result has no such size uses ``lru_cache``.

    :param maxsize: the maximum number of results kept; None for all.
    """

    def decorate(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        cached = lru_cache(maxsize=maxsize)(function)
        caches.append(cached)
        return cached

    return decorate


def drop_pictures() -> None:
    """Clear all caches, because another size will be shown."""
    for cached in caches:
        cached.cache_clear()


def release_memory() -> None:
    """Return freed memory to the operating system, once everything has been drawn at its new size.

    On Linux the C library does not return the freed memory of window-sized pictures by itself: a gigabyte after thirty
    sizes.
    """
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


MAX_FULL_SIZE_BLUR = 7
"""The maximum radius in pixels of a blur made at full size, as its time grows with the radius. Chosen by eye."""


def blurred_picture(picture: pygame.Surface, radius: int) -> pygame.Surface:
    """A picture blurred by a radius in pixels. A wide blur is made on a smaller picture and enlarged, which looks the
    same and is much faster."""
    reduction = ceil(radius / MAX_FULL_SIZE_BLUR)
    if reduction <= 1:
        return pygame.transform.gaussian_blur(picture, radius).convert_alpha()
    width, height = picture.get_size()
    small = pygame.transform.smoothscale(picture, (ceil(width / reduction), ceil(height / reduction)))
    small_blurred = pygame.transform.gaussian_blur(small, round(radius / reduction))
    return pygame.transform.smoothscale(small_blurred, (width, height)).convert_alpha()
