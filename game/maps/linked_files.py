"""Opens the file of a map, and the tilesets and templates in separate files that the map refers to."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

from game import files
from game.board.fault import FaultKind
from game.core.message import Text, say
from game.maps.limits import (
    EXPECTED_FILE,
    MAX_FILE_BYTES,
    MAX_LINKED_ELEMENTS,
    MAX_LINKED_FILES,
    Refusal,
    shortened,
    tree,
)

Kind = Literal["tileset", "template"]
"""The kind of a linked file: the tag of its root element."""
_TITLES: dict[Kind, tuple[Text, Text]] = {
    "tileset": (say("tileset"), say("a tileset saved by Tiled as .tsx")),
    "template": (say("template"), say("a template saved by Tiled as .tx")),
}
"""Kind of file -> its name, and the file expected."""
MAX_SHOWN = 300
"""The most characters of a file name or an error message that are shown in the text of a fault."""


class LinkedFiles:
    """The files that a map refers to, each read once as each kind."""

    def __init__(self, path: Path) -> None:
        """:param path: the path of the map; the files' paths are relative to its folder."""
        self._path = path
        self._roots: dict[tuple[Kind, str], ElementTree.Element | Refusal] = {}
        """Kind and source -> the root element, or why it cannot be read as that kind."""
        self._elements = 0
        """The number of elements of all these files."""

    def root(self, kind: Kind, source: str) -> ElementTree.Element:
        """The root element of a tileset or template.

        :param source: its path, as written in the map.
        :raises Refusal: saying why it cannot be read.
        """
        file = kind, source
        if file not in self._roots:
            if len(self._roots) >= MAX_LINKED_FILES:
                raise Refusal(FaultKind.TOO_MUCH, say("the map names too many tilesets and templates"),
                              say("at most {most}", most=MAX_LINKED_FILES))
            if self._elements > MAX_LINKED_ELEMENTS:
                raise Refusal(FaultKind.TOO_MUCH, say("the map's tilesets and templates have too many elements"),
                              say("at most {most}", most=MAX_LINKED_ELEMENTS))
            try:
                self._roots[file] = self._open(kind, source)
            except Refusal as refusal:
                self._roots[file] = refusal
        root = self._roots[file]
        if isinstance(root, Refusal):
            raise root
        return root

    def _open(self, kind: Kind, source: str) -> ElementTree.Element:
        """The root element of a file that has not been read yet.

        :raises Refusal: saying why it cannot be read.
        """
        title, expected = _TITLES[kind]
        file_path, values = self._path.parent / source, {"kind": title, "source": source[:MAX_SHOWN]}
        try:
            root = tree(file_path)
        except files.FileRefused as error:
            if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
                raise Refusal(FaultKind.MISSING_FILE, say("the {kind} '{source}' is missing", **values),
                              say("a file at {path}", path=str(file_path)[:MAX_SHOWN])) from error
            raise Refusal(FaultKind.UNREADABLE_PART,
                          say("the {kind} '{source}' cannot be read ({error})", error=reason(error), **values),
                          _expected_smaller(file_path) or expected) from error
        except (ElementTree.ParseError, LookupError, ValueError) as error:
            raise Refusal(FaultKind.UNREADABLE_PART,
                          say("the {kind} '{source}' cannot be read ({error})", error=reason(error), **values),
                          expected) from error
        except Refusal as refusal:
            raise Refusal(FaultKind.UNREADABLE_PART,
                          say("the {kind} '{source}' cannot be read ({error})", error=refusal.found, **values),
                          expected if refusal.kind is FaultKind.JSON else refusal.expected) from refusal
        self._elements += sum(1 for _ in root.iter())
        if root.tag != kind:
            raise Refusal(FaultKind.OTHER_FILE,
                          say("the {kind} '{source}' holds <{tag}>", tag=shortened(root.tag), **values), expected)
        return root


def document(path: Path) -> ElementTree.Element:
    """The root element of a map.

    :raises Refusal: saying why it cannot be read.
    """
    try:
        root = tree(path)
    except (files.FileRefused, ElementTree.ParseError, LookupError, ValueError) as error:
        raise Refusal(FaultKind.UNREADABLE, say("cannot be read ({error})", error=reason(error)),
                      _expected_smaller(path) or EXPECTED_FILE) from error
    if root.tag != "map":
        raise Refusal(FaultKind.OTHER_FILE, say("the file holds <{tag}>, not a map", tag=shortened(root.tag)),
                      EXPECTED_FILE)
    return root


def _expected_smaller(path: Path) -> Text:
    """What is expected instead of a file that is too large; empty for any other."""
    try:
        return say("a smaller file") if path.is_file() and path.stat().st_size > MAX_FILE_BYTES else ""
    except (OSError, ValueError):
        return ""


def reason(error: BaseException) -> Text:
    """The reason that a file cannot be read, in terms that people who edit maps understand."""
    if isinstance(error, files.FileRefused):
        cause = error.__cause__
        if isinstance(cause, OSError):
            return reason(cause)
        return say("is a directory") if error.path.is_dir() else error.text
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    if isinstance(error, ElementTree.ParseError):
        return say("not XML: {error}", error=error)
    return (str(error) or type(error).__name__)[:MAX_SHOWN]
