"""Limits on the contents of a Tiled file, and an XML reader that observes them.

A small file can claim a map of millions of tiles, or unpack to gigabytes: nothing is trusted before it is checked.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from game import files
from game.board.fault import FaultKind
from game.core.message import Text, say

# The limits are chosen by hand, far above what a playable map needs.
MAX_FILE_BYTES = 4 * 2**20
"""The largest map, tileset or template file in bytes; ours have less than 50,000."""
MAX_ELEMENTS = 40_000
"""The most XML elements in a file."""
MAX_LINKED_ELEMENTS = 40_000
"""No further tileset or template is opened once those read have more elements together."""
MAX_PARTS = 40_000
"""The most properties of a map and tiles of its tilesets together."""
MAX_TEXT = 8 * 2**20
"""The most characters in the text and the attributes of a file together, with entities expanded: a few hundred bytes of
nested entities can stand for gigabytes."""
MAX_TILES = 40_000
"""The most tiles of a layer (columns times rows), and of all layers together."""
MAX_OBJECTS = 1500
"""The most objects of all layers together."""
MAX_CORNERS = 12_000
"""The most corners of all outlines together."""
MAX_OUTLINE_CORNERS = 1000
"""The most corners of one outline."""
MAX_GROUP_DEPTH = 20
"""The deepest nesting of groups."""
MAX_LINKED_FILES = 100
"""The most tilesets and templates that a map may refer to."""
MAX_SHEET = 20_000
"""The greatest width and height of a sheet, a table or artwork in pixels."""
MAX_MEASURE = 10_000_000.0
"""The greatest absolute value of a measure in an attribute or property: a length in pixels, or a size in tiles or
pixels."""
MAX_UNSIGNED = 2**32 - 1
"""The highest id or tile number, including its flags, that Tiled can write."""
MAX_SHOWN_NAME = 60
"""The most characters of a name or value of a file that are shown in the text of a fault."""
EXPECTED_FILE = say("a map saved by Tiled as .tmx")
"""What a fault says was expected, if the file is not a map at all."""
_BLANK = b"\xef\xbb\xbf \t\r\n"
"""The bytes that may precede the content of a text file: a byte order mark and white space."""


class Refusal(Exception):
    """Something in a Tiled file that cannot be read: the kind of fault, what was found, and what was expected."""

    def __init__(self, kind: FaultKind, found: Text, expected: Text) -> None:
        super().__init__(str(found))
        self.kind = kind
        self.found = found
        self.expected = expected


class _Builder(ElementTree.TreeBuilder):
    """Builds the tree, and stops if it grows beyond the limits for maps."""

    def __init__(self) -> None:
        super().__init__()
        self.elements = self.characters = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> ElementTree.Element:
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise Refusal(FaultKind.TOO_MUCH, say("the file has too many elements"),
                          say("at most {most}", most=MAX_ELEMENTS))
        self._count_characters(sum(map(len, attrs.values())))
        return super().start(tag, attrs)

    def data(self, data: str, /) -> None:
        self._count_characters(len(data))
        super().data(data)

    def _count_characters(self, number: int) -> None:
        """Count further characters.

        :raises Refusal: if the file has too many.
        """
        self.characters += number
        if self.characters > MAX_TEXT:
            raise Refusal(FaultKind.TOO_MUCH, say("the file has too much text"),
                          say("at most {most} characters", most=MAX_TEXT))


def shortened(text: str) -> str:
    """A name or value of a file as the text of a fault shows it: cut if it is too long."""
    return text[:MAX_SHOWN_NAME]


def tree(path: Path) -> ElementTree.Element:
    """The XML tree of a file.

    :raises game.files.FileRefused: for a path that does not name a file of acceptable size.
    :raises ElementTree.ParseError: if it is not XML.
    :raises LookupError: for an encoding that the parser does not know.
    :raises ValueError: for an encoding that it cannot use, such as one of several bytes a character.
    :raises Refusal: for JSON, and for more than a map may contain.
    """
    content = files.read(path, MAX_FILE_BYTES)
    if content.lstrip(_BLANK)[:1] in (b"{", b"["):
        raise Refusal(FaultKind.JSON, say("the file is saved as JSON, which Drumhead does not read"), EXPECTED_FILE)
    parser = ElementTree.XMLParser(target=_Builder())
    parser.feed(content)
    root: ElementTree.Element = parser.close()
    return root


def check_contents(root: ElementTree.Element) -> None:
    """Check the numbers of objects and corners in a map's layers.

    :raises Refusal: for more than a map may contain.
    """
    elements = [element for child in root if child.tag != "tileset" for element in child.iter()]
    objects = sum(1 for element in elements if element.tag == "object")
    if objects > MAX_OBJECTS:
        raise Refusal(FaultKind.TOO_MUCH, say("the map has {count} objects", count=objects),
                      say("at most {most}", most=MAX_OBJECTS))
    corners = sum(map(corner_count, elements))
    if corners > MAX_CORNERS:
        raise Refusal(FaultKind.TOO_MUCH, say("all outlines together have {count} corners", count=corners),
                      say("at most {most}", most=MAX_CORNERS))


def corner_count(shape: ElementTree.Element) -> int:
    """The number of corners of a polygon or polyline; 0 for any other element."""
    return (shape.get("points") or "").count(",") if shape.tag in ("polygon", "polyline") else 0


def check_tile_count(owner: Text, width: int, height: int) -> None:
    """Check the size that a map or layer claims to have, in tiles.

    :param owner: the map or layer in words, e.g. ``the layer``.
    :raises Refusal: for more tiles than a map may contain.
    """
    if width * height > MAX_TILES:
        raise Refusal(FaultKind.TOO_MUCH,
                      say("{of} claims {width} by {height} tiles", of=owner, width=width, height=height),
                      say("at most {most} tiles", most=MAX_TILES))
