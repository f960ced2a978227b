"""The Ford at Dusk: wagons cross a river, guards cover them, raiders come, some of which are only Dust."""

from __future__ import annotations

from collections.abc import Callable

from game.board.hexgrid import HexBoard

from .system import Ford


def build(boards: Callable[[str], HexBoard]) -> Ford:
    """The rules bound to their map."""
    return Ford(boards("ford/ford.tmx"))
