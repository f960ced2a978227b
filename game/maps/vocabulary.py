"""The classes a system's maps may use, read from ``vocabulary.toml`` beside its rules."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_RULES = Path(__file__).resolve().parent.parent / "rules"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Class names as they are written in Tiled."""

    terrain: frozenset[str]
    """Classes of tiles; every tile of the terrain layer is a hex of one of them."""
    hexsides: frozenset[str]
    """Classes of polylines along hex-sides, the marked side to their left."""
    outlines: frozenset[str]
    """Classes of polygons outside the rules."""
    lettering: frozenset[str]
    """Styles of labels."""


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
    data = tomllib.loads((_RULES / system / "vocabulary.toml").read_text(encoding="utf-8"))
    return Vocabulary(*(frozenset(data[key]) for key in ("terrain", "hexsides", "outlines", "lettering")))
