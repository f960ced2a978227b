"""Terrain that is laid by hand in the position editor, on a table without a grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from game.core.message import Message, Text
from game.core.pose import Spot


class TerrainForm(Protocol):
    """How a system writes pieces of terrain into its positions. A piece is named by its number, from 0; every change
    returns a new position."""

    @property
    def kinds(self) -> Sequence[tuple[str, Message]]:
        """The kinds of terrain, each with its title."""

    def refused(self, position: Mapping[str, Any]) -> Text:
        """Why no terrain can be laid in a position; empty: it can."""

    def outlines(self, position: Mapping[str, Any]) -> Sequence[tuple[Message, tuple[Spot, ...], int]]:
        """Each piece: title, outline or course, and the width of a course, 0 for an outline."""

    def laid(self, state: Any, position: Mapping[str, Any], kind: str, spot: Spot) -> dict[str, Any]:
        """The position with another piece, the last, whose middle is at a spot."""

    def shifted(self, state: Any, position: Mapping[str, Any], number: int, by: Spot) -> dict[str, Any]:
        """The position with a piece moved by a distance."""

    def rotated(self, state: Any, position: Mapping[str, Any], number: int, steps: int) -> dict[str, Any]:
        """The position with a piece turned by some steps, clockwise if positive."""

    def sized(self, state: Any, position: Mapping[str, Any], number: int, steps: int) -> dict[str, Any]:
        """The position with a piece made larger by some steps, or smaller."""

    def lifted(self, position: Mapping[str, Any], number: int) -> dict[str, Any]:
        """The position without a piece."""
