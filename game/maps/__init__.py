"""Loading of Tiled maps as boards, with errors that name file, layer and object."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from game import files
from game.board.board import Board
from game.board.fault import Fault, FaultKind, MapError, grouped
from game.core.message import say
from game.maps.areamap import AreaMapReader
from game.maps.hexmap import HexMapReader
from game.maps.limits import MAX_FILE_BYTES
from game.maps.planemap import PlaneMapReader
from game.maps.reading import TooComplex, alternatives
from game.maps.tiled import missing_images, open_map
from game.maps.vocabulary import board_kind, systems

__all__ = ["Fault", "FaultKind", "MapError", "check", "is_map", "load", "system_of"]

_READERS: dict[str, type[HexMapReader | AreaMapReader | PlaneMapReader]] = {
    "hexes": HexMapReader, "areas": AreaMapReader, "plane": PlaneMapReader,
}
"""The kind of places on a map -> its reader."""
_SUFFIXES = (".tmx", ".tmj", ".tsx", ".tsj", ".tx", ".tj", ".tmt", ".xml")
"""The suffixes of files that are meant for Tiled; other JSON files need a look at their content."""
_JSON_MAP = re.compile(rb'"type"\s*:\s*"map"')
"""What only the JSON of a map contains."""


def is_map(path: Path) -> bool:
    """Whether a file is a Tiled map, or meant to be one, in any format; ``check`` says which formats can be read."""
    if path.suffix.lower() != ".json":
        return path.suffix.lower() in _SUFFIXES
    try:
        return _JSON_MAP.search(files.read(path, MAX_FILE_BYTES)) is not None
    except files.FileRefused:
        return False


def load(path: Path) -> Any:
    """The board of a Tiled map: a ``HexBoard``, an ``AreaBoard`` or a ``PlaneBoard``. Opens no images.

    :raises MapError: with every fault that prevents it from being a board.
    """
    tmx, minor_faults = open_map(path)
    board, faults = _board(path, tmx)
    faults += minor_faults
    if board is None or faults:
        raise MapError(grouped(faults))
    return board


def system_of(path: Path) -> str:
    """The name of the system that a map is for; empty if it names none.

    :raises MapError: for a file that is not a map.
    """
    return str(open_map(path)[0].properties.get("system", ""))


def check(path: Path) -> list[Fault]:
    """Every fault of a map, including its images; empty for a good map."""
    try:
        tmx, minor_faults = open_map(path)
    except MapError as error:
        return grouped(error.faults)
    _, faults = _board(path, tmx)
    return grouped([*faults, *minor_faults, *missing_images(path, tmx)])


def _board(path: Path, tmx: Any) -> tuple[Board | None, list[Fault]]:
    """The board, or None if the faults are too serious, and the faults."""
    system = tmx.properties.get("system")
    if system not in systems():
        found = (say("the map property 'system' is '{system}'", system=system) if system
                 else say("the map property 'system' is missing"))
        expected = say("the name of a rule system: {names}", names=alternatives(systems()))
        return None, [Fault(FaultKind.SYSTEM, str(path), None, None, found, expected)]
    reader = _READERS[board_kind(system)](path, tmx)
    try:
        return reader.board(), reader.faults
    except TooComplex:
        found = say("the map holds too many objects, or too many that do not fit together, to be checked in a few "
                    "seconds")
        reader.fault(FaultKind.TOO_MUCH, found, say("a map of at most a few hundred places"))
        return None, reader.faults
