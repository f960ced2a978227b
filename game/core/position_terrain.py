"""Terrain placed by hand in the position editor, on a table without a grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from game.core.message import Message, Text
from game.core.pose import Spot


class TerrainForm(Protocol):
    """How a system writes pieces of terrain into its positions. A piece is identified by its index, from 0; every
    change returns a new position."""

    @property
    def kinds(self) -> Sequence[tuple[str, Message]]:
        """The kinds of terrain, each with its title."""

    def why_none(self, position: Mapping[str, Any]) -> Text:
        """The reason that no terrain can be placed in a position; empty if it can."""

    def outlines(self, position: Mapping[str, Any]) -> Sequence[tuple[Message, tuple[Spot, ...], int]]:
        """Each piece: its title, its outline or course, and the width of a course, 0 for an outline."""

    def add_piece(self, state: Any, position: Mapping[str, Any], kind: str, spot: Spot) -> dict[str, Any]:
        """The position with a piece added as the last, centred on a spot."""

    def move_piece(self, state: Any, position: Mapping[str, Any], number: int, by: Spot) -> dict[str, Any]:
        """The position with a piece moved by an offset."""

    def rotate_piece(self, state: Any, position: Mapping[str, Any], number: int, steps: int) -> dict[str, Any]:
        """The position with a piece turned by a number of steps, clockwise if positive."""

    def resize_piece(self, state: Any, position: Mapping[str, Any], number: int, steps: int) -> dict[str, Any]:
        """The position with a piece enlarged by a number of steps, or made smaller if negative."""

    def remove_piece(self, position: Mapping[str, Any], number: int) -> dict[str, Any]:
        """The position with a piece removed."""
