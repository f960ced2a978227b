"""The system The Battle of Tours, 732: hexes, facing, contingents, arrows and the shield wall. ``rulebook.md`` is the
source of every citation."""

from __future__ import annotations

from collections.abc import Callable

from game.board.hexgrid import HexBoard
from game.rules.tours.system import Tours


def build(boards: Callable[[str], HexBoard]) -> Tours:
    """The rules of Tours with their board.

    :param boards: returns the board of a map, given as a path below ``maps/``.
    """
    return Tours(boards)
