"""Reading what lies below ``assets``: a file that is missing or spoiled is named in an ``AssetError``."""

from __future__ import annotations

import io
from pathlib import Path

import pygame

from game.art import AssetError
from game.core.message import Text, say, told


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
