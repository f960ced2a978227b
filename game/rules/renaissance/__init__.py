"""Renaissance: battles of 1500–1700 on an open table, with bases, PIPs and opposed dice."""

from __future__ import annotations

from collections.abc import Callable

from game.board.plane import PlaneBoard
from game.rules.renaissance.system import Renaissance


def build(boards: Callable[[str], PlaneBoard]) -> Renaissance:
    """The rules with their boards; ``boards`` returns the board of a map path below ``maps/``."""
    return Renaissance(boards)
