"""Africa 1859-60: three battles on area maps, with coins. ``rulebook.md`` is the source of every citation."""

from __future__ import annotations

from collections.abc import Callable

from game.board.areas import AreaBoard
from game.rules.africa.system import Africa


def build(boards: Callable[[str], AreaBoard]) -> Africa:
    """The rules with their boards; ``boards`` returns the board of a map path below ``maps/``."""
    return Africa(boards)
