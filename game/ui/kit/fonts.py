"""The program's typefaces by what they are used for, from the ``fontpkg-*`` packages."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import pygame

from game.core.message import Message, Text, say, told
from game.ui.kit.assets import AssetError
from game.ui.kit.picture_cache import picture_cache
from game.words import said

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


SIGN = "\N{REPLACEMENT CHARACTER}"


class FontMissing(AssetError):
    """A typeface the program prints with is not installed or spoiled; the message names package and file."""


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
        raise FontMissing(
            say("the package {shown} is not installed; it holds {name}", shown=shown, name=name)
        ) from error
    path = root / "files" / name
    if not path.is_file():
        raise FontMissing(say("{name} is missing from the package {shown}", name=name, shown=shown))
    return path


class Face(pygame.font.Font):
    """A font that prints any text, messages in the reader's language; what has no print becomes a sign for it."""

    def render(self, text: Text | bytes | None, *how: Any, **more: Any) -> pygame.Surface:
        return super().render(printable(text), *how, **more)

    def size(self, text: Text | bytes) -> tuple[int, int]:
        return _size(self, printable(text) or "")

    def printed(self, text: Text, colour: str) -> pygame.Surface:
        """A line of print, smoothed. Kept: do not draw on it."""
        return _printed(self, printable(text) or "", colour)


@picture_cache(16384)
def _size(face: Face, text: str | bytes) -> tuple[int, int]:
    """The width and height in pixels of a line of print."""
    return pygame.font.Font.size(face, text)


@picture_cache(2048)
def _printed(face: Face, text: str | bytes, colour: str) -> pygame.Surface:
    return pygame.font.Font.render(face, text, True, colour)


def printable(text: Text | bytes | None) -> str | bytes | None:
    """The text in the reader's language with a sign for everything that cannot be printed."""
    if isinstance(text, Message):
        text = said(text)
    if not isinstance(text, str) or text.isprintable():
        return text
    return "".join(mark if mark.isprintable() or mark == " " else SIGN for mark in text)


@picture_cache(256)
def font(role: Role, px: int) -> Face:
    """The font of a role at a size in pixels (at least 1), opened once.

    :raises FontMissing: as :func:`font_path`; also where the file is no typeface.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    path = font_path(role)
    try:
        face = Face(path, max(1, px))
        face.size(SIGN)
    except (OSError, ValueError, pygame.error) as error:
        raise FontMissing(say("{path}: cannot be read as a typeface: {error}", path=path, error=told(error))) from error
    return face


def check_all() -> None:
    """Open every typeface once, before anything is printed with it.

    :raises FontMissing: for the first that is missing or spoiled.
    """
    for role in _FILES:
        font(role, 12)
