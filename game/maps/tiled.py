"""Opens Tiled files: the only module that knows pytmx. Images are never decoded here."""

from __future__ import annotations

import logging
import os
import struct
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

from game import files
from game.board.fault import Fault, MapError
from game.core.message import Text, say
from game.maps.sizes import look_at

logging.getLogger("pytmx").setLevel(logging.CRITICAL)


@contextmanager
def _without_pygame() -> Iterator[None]:
    """Keep pytmx from loading pygame, which only its image loaders want, and which prints a banner."""
    if "pygame" in sys.modules:
        yield
        return
    sys.modules["pygame"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules["pygame"]


with _without_pygame():
    import pytmx

MOST = 300
"""Characters of what the loader says that are passed on."""
_UNREADABLE = (
    OSError, EOFError, ParseError, ValueError, ArithmeticError, LookupError, TypeError, AttributeError, MemoryError,
    RecursionError, struct.error, zlib.error,
)
"""What pytmx lets out on files that are not what they claim to be."""


def open_map(path: Path) -> Any:
    """The ``pytmx.TiledMap`` of a file, without its images.

    :raises MapError: when the file, or a tileset it names, cannot be read.
    """
    try:
        look_at(path)
        return pytmx.TiledMap(os.fspath(path), load_all_tiles=False)
    except _UNREADABLE as error:
        found = say("cannot be read ({error})", error=_words(error))
        raise MapError([Fault(str(path), None, None, found, say("a map saved by Tiled as .tmx"))]) from error


def _words(error: BaseException) -> Text:
    """What went wrong, in words that mean something to somebody who edits maps."""
    if isinstance(error, files.FileRefused):
        cause = error.__cause__
        if isinstance(cause, OSError):
            return _words(cause)
        return say("is a directory") if error.path.is_dir() else error.text
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    if isinstance(error, ParseError):
        return say("not XML: {error}", error=error)
    return (str(error) or type(error).__name__)[:MOST]


def tile_class(tmx: Any, gid: int) -> str | None:
    """The class of the tile with a pytmx gid; None where it has none. Tiled 1.9 writes ``class``, others ``type``."""
    properties = tmx.get_tile_properties_by_gid(gid) or {}
    return properties.get("type") or properties.get("class") or None


def tile_level(tmx: Any, gid: int) -> Any:
    """The property ``level`` of the tile with a pytmx gid as it is written; 0 where it has none."""
    return (tmx.get_tile_properties_by_gid(gid) or {}).get("level", 0)


def object_class(thing: Any) -> str | None:
    """The class of an object; None where it has none."""
    return thing.type or getattr(thing, "class", None) or None


def points(thing: Any) -> list[tuple[float, float]]:
    """The corners of a polyline or polygon in map pixels, its rotation applied; none for any other object."""
    if thing.object_type not in ("polyline", "polygon") or not hasattr(thing, "points"):
        return []
    corners = thing.apply_transformations() if thing.rotation else thing.points
    return [(float(x), float(y)) for x, y in corners]


def missing_images(path: Path, tmx: Any) -> list[Fault]:
    """A fault for every image the map or its tilesets name that is no file."""
    named: dict[str, str | None] = {}
    for tileset in tmx.tilesets:
        if tileset.source:
            named.setdefault(tileset.source, None)
    for properties in tmx.tile_properties.values():
        if properties.get("source"):
            named.setdefault(properties["source"], None)
    for layer in tmx.layers:
        if isinstance(layer, pytmx.TiledImageLayer) and layer.source:
            named.setdefault(layer.source, layer.name)
    return [
        Fault(
            str(path), layer, None, say("the image '{image}' is missing", image=source[:MOST]),
            say("an image file at {path}", path=str(path.parent / source)[:MOST]),
        )
        for source, layer in named.items()
        if not _is_file(path.parent / source)
    ]


def _is_file(path: Path) -> bool:
    """Whether a path names a file; one no file system could hold names none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def tile_layers(tmx: Any) -> list[Any]:
    """The tile layers, groups opened."""
    return [layer for layer in tmx.layers if isinstance(layer, pytmx.TiledTileLayer)]


def object_layers(tmx: Any) -> list[Any]:
    """The object layers, groups opened."""
    return [layer for layer in tmx.layers if isinstance(layer, pytmx.TiledObjectGroup)]


def object_image(tmx: Any, thing: Any) -> str | None:
    """The image file of a tile object, as the map or its tileset names it; None for part of a larger one."""
    properties = tmx.get_tile_properties_by_gid(thing.gid) or {}
    return properties.get("source") or None
