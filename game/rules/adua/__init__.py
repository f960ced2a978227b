"""Adua 1896: orders, many dice at once, melee. ``rulebook.md`` is the source of every citation."""

from __future__ import annotations

from collections.abc import Callable

from game.board.hexgrid import HexBoard
from game.rules.adua.system import Adua


def build(boards: Callable[[str], HexBoard]) -> Adua:
    """The rules with their board; ``boards`` returns the board of a map path below ``maps/``."""
    return Adua(boards)
