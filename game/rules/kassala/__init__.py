"""Kassala, 1541: an introductory hex game with an odds table. ``rulebook.md`` is the source of every citation."""

from __future__ import annotations

from collections.abc import Callable

from game.board.hexgrid import HexBoard
from game.rules.kassala.system import Kassala


def build(boards: Callable[[str], HexBoard]) -> Kassala:
    """The rules with their boards; ``boards`` returns the board of a map path below ``maps/``."""
    return Kassala(boards)
