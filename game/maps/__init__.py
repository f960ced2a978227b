"""Tiled maps as boards, with errors that name file, layer and object."""

from __future__ import annotations

from pathlib import Path

from game.board.hexgrid import HexBoard
from game.maps.fault import Fault, MapError
from game.maps.hexmap import HexMapReader
from game.maps.tiled import missing_images, open_map

__all__ = ["Fault", "MapError", "check", "load"]


def load(path: Path) -> HexBoard:
    """The board of a Tiled map of hexes. No image is opened, nor asked for.

    :raises MapError: holding every fault that keeps it from being a board.
    """
    reader = HexMapReader(path, open_map(path))
    board = reader.board()
    if board is None or reader.faults:
        raise MapError(reader.faults)
    return board


def check(path: Path) -> list[Fault]:
    """Every fault of a map, those of its images included; empty for a good one."""
    try:
        tmx = open_map(path)
    except MapError as error:
        return error.faults
    reader = HexMapReader(path, tmx)
    reader.board()
    return [*reader.faults, *missing_images(path, tmx)]
