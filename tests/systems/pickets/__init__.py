"""Pickets: a made-up battle that uses every feature of hex games once."""

from __future__ import annotations

from collections.abc import Callable

from game.board.hexgrid import HexBoard

from .system import Pickets


def build(boards: Callable[[str], HexBoard]) -> Pickets:
    """The rules bound to their boards."""
    return Pickets(boards)
