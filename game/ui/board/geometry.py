"""Where the places of a board lie on its sheet, whatever the board's kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from game.board.hexgrid import CORNERS, HexBoard
from game.ui.kit.camera import Point


class Geometry(Protocol):
    """Places by id; points and lengths in the sheet's units. A counter is 1.24 units wide on every board."""

    def knows(self, place: str) -> bool:
        """Whether the board has the place."""

    def centre(self, place: str) -> Point:
        """Where counters stand."""

    def outline(self, place: str) -> Sequence[Point]:
        """The corners of its ground."""

    def place_at(self, point: Point) -> str | None:
        """The place a point lies in."""


class HexGeometry:
    """Hexes; the unit is their radius."""

    def __init__(self, board: HexBoard) -> None:
        self._index, self._grid = board.index, board.grid

    def knows(self, place: str) -> bool:
        return place in self._index

    def centre(self, place: str) -> Point:
        return self._grid.centre(place)

    def outline(self, place: str) -> Sequence[Point]:
        x, y = self._grid.centre(place)
        return [(x + dx, y + dy) for dx, dy in CORNERS]

    def place_at(self, point: Point) -> str | None:
        name = self._grid.at(point)
        return name if name in self._index else None
