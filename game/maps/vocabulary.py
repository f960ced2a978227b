"""The classes that a system's maps may use, read from ``vocabulary.toml`` beside its rules."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from game.systems import search_path


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The class names of a system as written in Tiled."""

    terrain: frozenset[str]
    """Classes of terrain: of tiles, one for each hex; or, on an area map, of polygons, one for each area."""
    hexsides: frozenset[str]
    """Classes of polylines along hexsides, with the marked side on their left."""
    outlines: frozenset[str]
    """Classes of polygons without effect on the rules."""
    lettering: frozenset[str]
    """The styles of labels."""
    flags: frozenset[str]
    """The boolean properties that an area may have."""
    lines: frozenset[str]
    """Classes of polylines without effect on the rules; on a tabletop, of those that are terrain themselves."""
    roads: frozenset[str]
    """Classes of polylines through the centres of hexes."""


def systems() -> list[str]:
    """The systems that have maps, in alphabetical order."""
    return sorted(_files())


def vocabulary(system: str) -> Vocabulary:
    """The vocabulary of a system.

    :raises KeyError: for a system without maps.
    """
    data = _data(_files()[system])
    keys = ("terrain", "hexsides", "outlines", "lettering", "flags", "lines", "roads")
    return Vocabulary(*(frozenset(data.get(key, ())) for key in keys))


def board_kind(system: str) -> str:
    """The kind of places on a system's maps: ``hexes`` by default, ``areas`` or ``plane``."""
    files = _files()
    return str(_data(files[system]).get("board", "hexes")) if system in files else "hexes"


def _files() -> dict[str, Path]:
    """System -> the path of its vocabulary file."""
    paths: dict[str, Path] = {}
    for folder in search_path():
        for path in sorted(folder.glob("*/vocabulary.toml")):
            paths.setdefault(path.parent.name, path)
    return paths


@cache
def _data(path: Path) -> dict[str, Any]:
    """The content of a vocabulary file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))
