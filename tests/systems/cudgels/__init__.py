"""Cudgels: a made-up brawl on a table without a grid that uses every feature of such tables once."""

from __future__ import annotations

from collections.abc import Callable

from game.board.plane import PlaneBoard

from .system import Cudgels


def build(boards: Callable[[str], PlaneBoard]) -> Cudgels:
    """The rules bound to their board."""
    return Cudgels(boards)
