"""A rule system to start from: two sides of two units, a village, one die. ``rulebook.md`` has its rules."""

from __future__ import annotations

from collections.abc import Callable

from game.board.hexgrid import HexBoard

from .system import Template


def build(boards: Callable[[str], HexBoard]) -> Template:
    """The rules with their map; ``boards`` returns the board of ``NAME/FILE``, read from this folder's ``maps``."""
    return Template(boards("template/field.tmx"))
