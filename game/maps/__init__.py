"""Tiled maps as boards, with errors that name file, layer and object."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.board.board import Board
from game.board.fault import Fault, MapError
from game.core.message import say
from game.maps.areamap import AreaMapReader
from game.maps.hexmap import HexMapReader
from game.maps.planemap import PlaneMapReader
from game.maps.reading import Overworked
from game.maps.tiled import missing_images, open_map
from game.maps.vocabulary import board_of

__all__ = ["Fault", "MapError", "check", "load"]

Reader = HexMapReader | AreaMapReader | PlaneMapReader


def load(path: Path) -> Any:
    """The board of a Tiled map: a ``HexBoard``, an ``AreaBoard`` or a ``PlaneBoard``. No image is opened.

    :raises MapError: holding every fault that keeps it from being a board.
    """
    reader = _reader(path, open_map(path))
    board = _board(reader)
    if board is None or reader.faults:
        raise MapError(reader.faults)
    return board


def check(path: Path) -> list[Fault]:
    """Every fault of a map, those of its images included; empty for a good one."""
    try:
        tmx = open_map(path)
    except MapError as error:
        return error.faults
    reader = _reader(path, tmx)
    _board(reader)
    return [*reader.faults, *missing_images(path, tmx)]


def _board(reader: Reader) -> Board | None:
    """The board, None where the faults leave none to speak of."""
    try:
        return reader.board()
    except Overworked:
        found = say("the map holds too many objects, or too many that do not fit together, to be checked in a few "
                    "seconds")
        reader.fault(found, say("a map of at most a few hundred places"))
        return None


def _reader(path: Path, tmx: Any) -> Reader:
    """The reader of the map's system."""
    kind = board_of(str(tmx.properties.get("system", "")))
    if kind == "plane":
        return PlaneMapReader(path, tmx)
    return AreaMapReader(path, tmx) if kind == "areas" else HexMapReader(path, tmx)
