"""The system Adua 1896: hexes, orders, many dice at once and melee. ``rulebook.md`` is the source of every citation."""

from __future__ import annotations

from collections.abc import Callable

from game.board.hexgrid import HexBoard
from game.rules.adua.system import Adua


def build(boards: Callable[[str], HexBoard]) -> Adua:
    """The rules of Adua with their board.

    :param boards: returns the board of a map, given as a path below ``maps/``.
    """
    return Adua(boards)
