"""Looking at a Tiled file before the loader does: how large everything in it claims to be, and what it would unpack to.

The loader believes every number and keeps everything in memory, so that a small file could keep it busy for hours.
"""

from __future__ import annotations

import binascii
import zlib
from base64 import b64decode
from math import isfinite
from pathlib import Path
from xml.etree import ElementTree

from game import files

LARGEST = 4 * 2**20
"""Bytes of a map or tileset file; ours have less than 50,000."""
ELEMENTS = 40_000
LETTERS = 8 * 2**20
"""Characters of text between all tags together."""
TILES = 40_000
"""Tiles of all layers together, tiles a tileset's picture is cut into, and columns and rows multiplied."""
OBJECTS = 1500
CORNERS = 12_000
"""Corners of all outlines together."""
OUTLINE = 1000
"""Corners of one outline."""
FAR = 10_000_000.0
"""The largest measure any attribute may name."""
_LAYER = (
    "id name class type x y width height opacity visible locked tintcolor offsetx offsety parallaxx parallaxy mode "
    "draworder color repeatx repeaty"
)
_ATTRIBUTES = {
    "map": (
        "version tiledversion class type orientation renderorder compressionlevel width height tilewidth tileheight "
        "hexsidelength staggeraxis staggerindex parallaxoriginx parallaxoriginy backgroundcolor nextlayerid "
        "nextobjectid infinite skewx skewy"
    ),
    "layer": _LAYER, "objectgroup": _LAYER, "imagelayer": _LAYER, "group": _LAYER,
    "object": "id name type class x y width height rotation gid visible opacity template",
    "tileset": (
        "firstgid source name class type tilewidth tileheight spacing margin tilecount columns objectalignment "
        "tilerendersize fillmode backgroundcolor version tiledversion"
    ),
    "tile": "id type class terrain probability x y width height gid",
}
"""Element -> what Tiled writes of it. The loader takes any attribute for a part of itself."""
_MEASURES = (
    "width", "height", "tilewidth", "tileheight", "hexsidelength", "offsetx", "offsety", "spacing", "margin",
    "columns", "tilecount", "pixelsize",
)


class TooMuch(ValueError):
    """More than a map may hold; says of what."""


class _Builder(ElementTree.TreeBuilder):
    """Builds the tree and stops where it grows beyond every map."""

    def __init__(self) -> None:
        super().__init__()
        self.elements = self.letters = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> ElementTree.Element:
        self.elements += 1
        if self.elements > ELEMENTS:
            raise TooMuch(f"more than {ELEMENTS} elements")
        return super().start(tag, attrs)

    def data(self, data: str, /) -> None:
        self.letters += len(data)
        if self.letters > LETTERS:
            raise TooMuch(f"more than {LETTERS} characters of text")
        super().data(data)


def look_at(path: Path) -> None:
    """Make sure that the loader can read a map, and the tilesets it names, in a moment.

    :raises game.files.FileRefused: for a path that names no file of a sane size.
    :raises ElementTree.ParseError: where it is not XML.
    :raises TooMuch: naming what there is too much of, or what Tiled never writes.
    """
    root = _tree(path)
    _measure(root)
    for tileset in root.iter("tileset"):
        source = tileset.get("source")
        if source and source.endswith(".tsx"):
            beside = path.parent / source
            try:
                outside = _tree(beside)
            except files.FileRefused as error:
                if isinstance(error.__cause__, FileNotFoundError):
                    continue
                raise
            _measure(outside)


def _tree(path: Path) -> ElementTree.Element:
    parser = ElementTree.XMLParser(target=_Builder())
    parser.feed(files.read(path, LARGEST))
    root: ElementTree.Element = parser.close()
    return root


def _measure(root: ElementTree.Element) -> None:
    tiles = objects = corners = 0
    for element in (root, *root.iter()):
        _attributes(element)
        if element.tag in ("map", "layer"):
            _claim(element, "width", "height")
        elif element.tag == "tileset":
            _cut(element)
        elif element.tag == "data":
            tiles += _unpacked(element)
        elif element.tag == "object":
            objects += 1
        elif element.tag in ("polygon", "polyline"):
            count = (element.get("points") or "").count(",")
            corners += count
            _most(count, OUTLINE, "corners of one outline")
    _most(tiles, TILES, "tiles")
    _most(objects, OBJECTS, "objects")
    _most(corners, CORNERS, "corners of outlines")


def _most(count: int, limit: int, of: str) -> None:
    if count > limit:
        raise TooMuch(f"{count} {of}; {limit} is the most")


def _attributes(element: ElementTree.Element) -> None:
    known = _ATTRIBUTES.get(element.tag, "").split()
    for name, value in element.items():
        if known and name not in known:
            raise TooMuch(f"<{element.tag}> has the attribute '{name[:60]}', which Tiled does not write")
        if name in _MEASURES and element.tag != "object":
            number = _number(value)
            if number is not None and not (isfinite(number) and abs(number) <= FAR):
                raise TooMuch(f"the {name} of <{element.tag}> is '{value[:60]}'")


def _number(text: str | None) -> float | None:
    """A number, None where the text is none: the loader says so in its own words."""
    try:
        return float(text or 0)
    except ValueError:
        return None


def _claim(element: ElementTree.Element, across: str, down: str) -> None:
    """The tiles an element says it has."""
    width, height = (_number(element.get(name)) or 0.0 for name in (across, down))
    if width * height > TILES:
        raise TooMuch(f"<{element.tag}> claims {width:.0f} by {height:.0f} tiles; {TILES} is the most")


def _cut(tileset: ElementTree.Element) -> None:
    """The tiles a tileset's picture would be cut into."""
    picture = tileset.find("image")
    if picture is None:
        return
    pitch = [max(1.0, sum(_number(tileset.get(name)) or 0.0 for name in (size, "spacing")))
             for size in ("tilewidth", "tileheight")]
    length = [_number(picture.get(name)) or 0.0 for name in ("width", "height")]
    if all(map(isfinite, length)) and length[0] / pitch[0] * (length[1] / pitch[1]) <= TILES:
        return
    raise TooMuch(f"a tileset's picture would be cut into more than {TILES} tiles")


def _unpacked(data: ElementTree.Element) -> int:
    """How many tiles a layer's data hold, their claims included; nothing is unpacked beyond the limit."""
    count = 0
    for part in (data, *data.iter("chunk")):
        if part.tag == "chunk":
            _claim(part, "width", "height")
            sizes = [_number(part.get(name)) or 0.0 for name in ("width", "height")]
            _most(int(max(sizes)), TILES, "rows of a chunk")
            count += int(sizes[0] * sizes[1])
        text = (part.text or "").strip()
        if data.get("encoding") == "base64":
            count += _decoded(text, data.get("compression"))
        else:
            count += text.count(",")
    return count


def _decoded(text: str, compression: str | None) -> int:
    """Tiles in a base64 text."""
    try:
        raw = b64decode(text)
    except binascii.Error:
        return 0
    if compression == "zstd":
        raise TooMuch("layer data packed with zstd; save the map with data as CSV")
    if compression not in ("gzip", "zlib"):
        return len(raw) // 4
    unpacker = zlib.decompressobj(31 if compression == "gzip" else 15)
    try:
        found = len(unpacker.decompress(raw, 4 * TILES + 4))
    except zlib.error:
        return 0
    if found > 4 * TILES or unpacker.unused_data:
        raise TooMuch(f"layer data that unpack to more than {TILES} tiles")
    if raw and not unpacker.eof:
        raise TooMuch(f"layer data packed with {compression} that break off")
    return found // 4
