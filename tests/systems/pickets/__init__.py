"""Pickets: a made-up battle in which everything a hex game may ask for is asked for once."""

from __future__ import annotations

from collections.abc import Callable

from game.board.hexgrid import HexBoard

from .system import Pickets


def build(boards: Callable[[str], HexBoard]) -> Pickets:
    """The rules bound to their boards."""
    return Pickets(boards)
