"""Opens Tiled files and answers questions about them: the only module that uses pytmx. It decodes no images."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from game.board.fault import Fault, FaultKind, MapError
from game.core.message import say
from game.maps.attributes import FLIPPED_PROPERTY, PROPERTY_PREFIX
from game.maps.limits import EXPECTED_FILE
from game.maps.linked_files import MAX_SHOWN, reason
from game.maps.normalizing import normalized

logging.getLogger("pytmx").setLevel(logging.CRITICAL)


@contextmanager
def _without_pygame() -> Iterator[None]:
    """Keep pytmx from importing pygame, which only its image loaders need, and which prints a banner."""
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

_UNREADABLE = (OSError, ValueError, ArithmeticError, LookupError, TypeError, AttributeError, RecursionError)
"""The exceptions that the loader raises for invalid input."""


def open_map(path: Path) -> tuple[Any, list[Fault]]:
    """The ``pytmx.TiledMap`` of a file (``tmx`` below), without its images, and the faults that did not prevent reading
    it. The properties of the map, its layers and its objects have their names in the file, without the prefix.

    :raises MapError: if the file, or a tileset or template it refers to, cannot be read.
    """
    root, faults = normalized(path)
    if root is None:
        raise MapError(faults)
    tmx = pytmx.TiledMap(load_all_tiles=False)
    tmx.filename = os.fspath(path)
    try:
        tmx.parse_xml(root)
    except _UNREADABLE as error:
        found = say("cannot be read ({error})", error=reason(error))
        raise MapError([Fault(FaultKind.UNREADABLE, str(path), None, None, found, EXPECTED_FILE)]) from error
    for obj in tmx.objects:
        obj.flipped = FLIPPED_PROPERTY in obj.properties
    for element in (tmx, *tmx.layers, *tmx.objects):
        element.properties = {
            name.removeprefix(PROPERTY_PREFIX): value for name, value in element.properties.items()
            if name.startswith(PROPERTY_PREFIX)
        }
    return tmx, faults


def _tile_properties(tmx: Any, gid: int) -> Mapping[str, Any]:
    """What pytmx knows about a tile of a tileset; empty for an unknown tile.

    :param gid: the number of the tile by pytmx, which is not that in the file.
    """
    return tmx.get_tile_properties_by_gid(gid) or {}


def tile_class(tmx: Any, gid: int) -> str | None:
    """The class of the tile with a number by pytmx; None if it has none."""
    return _tile_properties(tmx, gid).get("type") or None


def tile_level(tmx: Any, gid: int) -> Any:
    """The property ``level`` of the tile with a number by pytmx, unchecked; 0 if it has none."""
    return _tile_properties(tmx, gid).get(f"{PROPERTY_PREFIX}level", 0)


def object_class(obj: Any) -> str | None:
    """The class of an object; None if it has none."""
    return obj.type or None


def is_flipped(obj: Any) -> bool:
    """Whether the picture of a tile object is flipped, or turned by flipping rather than by a rotation."""
    return bool(obj.flipped)


def points(obj: Any) -> list[tuple[float, float]]:
    """The corners of a polyline or polygon in map pixels, after its rotation; empty for any other object."""
    if obj.object_type not in ("polyline", "polygon") or "points" not in vars(obj):
        return []
    corners = obj.apply_transformations() if obj.rotation else obj.points
    return [(float(x), float(y)) for x, y in corners]


def missing_images(path: Path, tmx: Any) -> list[Fault]:
    """A fault for every missing image to which the map or its tilesets refer.

    :param path: the path of the map.
    """
    layer_of_image: dict[str, str | None] = {}  # None for an image of a tileset
    for tileset in tmx.tilesets:
        if tileset.source:
            layer_of_image.setdefault(tileset.source, None)
    for properties in tmx.tile_properties.values():
        if properties.get("source"):
            layer_of_image.setdefault(properties["source"], None)
    for layer in tmx.layers:
        if isinstance(layer, pytmx.TiledImageLayer) and layer.source:
            layer_of_image.setdefault(layer.source, layer.name)
    return [
        Fault(FaultKind.MISSING_IMAGE, str(path), layer, None,
              say("the image '{image}' is missing", image=source[:MAX_SHOWN]),
              say("an image file at {path}", path=str(path.parent / source)[:MAX_SHOWN]))
        for source, layer in layer_of_image.items()
        if not _is_file(path.parent / source)
    ]


def _is_file(path: Path) -> bool:
    """Whether a path names a file; False for a path that is invalid on this file system."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def tile_layers(tmx: Any) -> list[Any]:
    """The tile layers, including those in groups."""
    return [layer for layer in tmx.layers if isinstance(layer, pytmx.TiledTileLayer)]


def object_layers(tmx: Any) -> list[Any]:
    """The object layers, including those in groups."""
    return [layer for layer in tmx.layers if isinstance(layer, pytmx.TiledObjectGroup)]


def object_image(tmx: Any, obj: Any) -> str | None:
    """The image file of a tile object, as named in the map or its tileset; None if the tile is part of a larger
    image."""
    return _tile_properties(tmx, obj.gid).get("source") or None
