"""What a Tiled file may hold at most, and its XML read within these limits.

A small file can claim a map of millions of tiles, or unpack to gigabytes: nothing is believed before it is looked at.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from game import files
from game.board.fault import FaultKind
from game.core.message import Text, say

LARGEST = 4 * 2**20
"""Bytes of a map, tileset or template file; ours have less than 50,000."""
ELEMENTS = 40_000
LETTERS = 8 * 2**20
"""Characters of text between all tags together."""
TILES = 40_000
"""Tiles of a layer, columns and rows multiplied, and of all layers together."""
OBJECTS = 1500
CORNERS = 12_000
"""Corners of all outlines together."""
OUTLINE = 1000
"""Corners of one outline."""
GROUPS = 20
"""Groups within one another."""
FILES = 100
"""Tilesets and templates that a map may name."""
SHEET = 20_000
"""Pixels of a sheet, a table or artwork each way, at most."""
FAR = 10_000_000.0
"""The largest measure any attribute may name."""
SAVED = say("a map saved by Tiled as .tmx")
"""What is expected where a file is no map at all."""
_BLANK = b"\xef\xbb\xbf \t\r\n"


class Refusal(Exception):
    """Something in a Tiled file that cannot be read: its kind, what was found, and what was expected."""

    def __init__(self, kind: FaultKind, found: Text, expected: Text) -> None:
        super().__init__(str(found))
        self.kind = kind
        self.found = found
        self.expected = expected


class _Builder(ElementTree.TreeBuilder):
    """Builds the tree and stops where it grows beyond every map."""

    def __init__(self) -> None:
        super().__init__()
        self.elements = self.letters = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> ElementTree.Element:
        self.elements += 1
        if self.elements > ELEMENTS:
            raise Refusal(FaultKind.TOO_MUCH, say("the file has too many elements"),
                          say("at most {most}", most=ELEMENTS))
        return super().start(tag, attrs)

    def data(self, data: str, /) -> None:
        self.letters += len(data)
        if self.letters > LETTERS:
            raise Refusal(FaultKind.TOO_MUCH, say("the file has too much text"),
                          say("at most {most} characters", most=LETTERS))
        super().data(data)


def tree(path: Path) -> ElementTree.Element:
    """The XML of a file.

    :raises game.files.FileRefused: for a path that names no file of a sane size.
    :raises ElementTree.ParseError: where it is not XML.
    :raises Refusal: for JSON, and for more than a map may hold.
    """
    content = files.read(path, LARGEST)
    if content.lstrip(_BLANK)[:1] in (b"{", b"["):
        raise Refusal(FaultKind.JSON, say("the file is saved as JSON, which Drumhead does not read"), SAVED)
    parser = ElementTree.XMLParser(target=_Builder())
    parser.feed(content)
    root: ElementTree.Element = parser.close()
    return root


def measure(root: ElementTree.Element) -> None:
    """Count the objects and corners of a map's layers.

    :raises Refusal: for more than a map may hold.
    """
    inside = [element for child in root if child.tag != "tileset" for element in child.iter()]
    objects = sum(1 for element in inside if element.tag == "object")
    if objects > OBJECTS:
        raise Refusal(FaultKind.TOO_MUCH, say("the map has {count} objects", count=objects),
                      say("at most {most}", most=OBJECTS))
    corners = sum(map(corner_count, inside))
    if corners > CORNERS:
        raise Refusal(FaultKind.TOO_MUCH, say("all outlines together have {count} corners", count=corners),
                      say("at most {most}", most=CORNERS))


def corner_count(shape: ElementTree.Element) -> int:
    """How many corners a polygon or polyline has; 0 for any other element."""
    return (shape.get("points") or "").count(",") if shape.tag in ("polygon", "polyline") else 0


def claim(of: Text, width: int, height: int) -> None:
    """Look at the columns and rows that a map or layer says it has.

    :raises Refusal: for more tiles than a map may hold.
    """
    if width * height > TILES:
        raise Refusal(FaultKind.TOO_MUCH,
                      say("{of} claims {width} by {height} tiles", of=of, width=width, height=height),
                      say("at most {most} tiles", most=TILES))
