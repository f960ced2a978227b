"""Renaissance: battles of 1500-1700 on an open table, with bases, PIPs and opposed dice."""

from __future__ import annotations

from collections.abc import Callable

from game.board.plane import PlaneBoard
from game.rules.renaissance.system import Renaissance


def build(boards: Callable[[str], PlaneBoard]) -> Renaissance:
    """The rules bound to their boards."""
    return Renaissance(boards)
