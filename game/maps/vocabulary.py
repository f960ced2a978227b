"""The classes a system's maps may use, read from ``vocabulary.toml`` beside its rules."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_RULES = Path(__file__).resolve().parent.parent / "rules"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Class names as they are written in Tiled."""

    terrain: frozenset[str]
    """Classes of tiles, each a hex, or on a map of areas of polygons, each an area."""
    hexsides: frozenset[str]
    """Classes of polylines along hex-sides, the marked side to their left."""
    outlines: frozenset[str]
    """Classes of polygons outside the rules."""
    lettering: frozenset[str]
    """Styles of labels."""
    flags: frozenset[str]
    """Boolean properties an area may have."""
    lines: frozenset[str]
    """Classes of polylines drawn for the eye."""


def systems() -> list[str]:
    """The systems that have maps, in alphabetical order."""
    return sorted(path.parent.name for path in _RULES.glob("*/vocabulary.toml"))


@cache
def vocabulary(system: str) -> Vocabulary:
    """The vocabulary of a system.

    :raises KeyError: for a system without maps.
    """
    if system not in systems():
        raise KeyError(system)
    data = _words(system)
    keys = ("terrain", "hexsides", "outlines", "lettering", "flags", "lines")
    return Vocabulary(*(frozenset(data.get(key, ())) for key in keys))


def has_areas(system: str) -> bool:
    """Whether a system's maps are of areas, not of hexes."""
    return system in systems() and _words(system).get("board") == "areas"


@cache
def _words(system: str) -> dict[str, Any]:
    return tomllib.loads((_RULES / system / "vocabulary.toml").read_text(encoding="utf-8"))
