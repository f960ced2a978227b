"""The program's typefaces by what they are used for, from the ``fontpkg-*`` packages."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Literal

import pygame

Role = Literal["title", "text", "text-italic", "counter", "counter-medium", "table", "table-bold", "ui", "ui-bold",
               "ui-italic"]

_FILES: dict[Role, tuple[str, str]] = {
    "title": ("fontpkg_cinzel", "Cinzel[wght].ttf"),
    "text": ("fontpkg_eb_garamond", "EBGaramond[wght].ttf"),
    "text-italic": ("fontpkg_eb_garamond", "EBGaramond-Italic[wght].ttf"),
    "counter": ("fontpkg_barlow_condensed", "BarlowCondensed-Bold.ttf"),
    "counter-medium": ("fontpkg_barlow_condensed", "BarlowCondensed-SemiBold.ttf"),
    "table": ("fontpkg_barlow_condensed", "BarlowCondensed-Medium.ttf"),
    "table-bold": ("fontpkg_barlow_condensed", "BarlowCondensed-Bold.ttf"),
    "ui": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Regular.ttf"),
    "ui-bold": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Bold.ttf"),
    "ui-italic": ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Italic.ttf"),
}


class FontMissing(FileNotFoundError):
    """A typeface the program prints with is not installed; the message names package and file."""


@cache
def font_path(role: Role) -> Path:
    """The font file of a role, for libraries that open fonts themselves.

    :raises FontMissing: when the package or its file is not there.
    """
    package, name = _FILES[role]
    shown = package.replace("_", "-")
    try:
        root = Path(import_module(package).ROOT)
    except ModuleNotFoundError as error:
        raise FontMissing(f"the package {shown} is not installed; it holds {name}") from error
    path = root / "files" / name
    if not path.is_file():
        raise FontMissing(f"{name} is missing from the package {shown}")
    return path


@lru_cache(maxsize=256)
def font(role: Role, px: int) -> pygame.font.Font:
    """The font of a role at a size in pixels (at least 1), opened once.

    :raises FontMissing: as :func:`font_path`.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(font_path(role), max(1, px))
