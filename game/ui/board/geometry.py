"""Where the places of a board lie on its sheet, whatever the board's kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from game.board.hexgrid import CORNERS, HexBoard, centre, from_axial
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
        self._index = board.index

    def knows(self, place: str) -> bool:
        return place in self._index

    def centre(self, place: str) -> Point:
        return centre(place)

    def outline(self, place: str) -> Sequence[Point]:
        x, y = centre(place)
        return [(x + dx, y + dy) for dx, dy in CORNERS]

    def place_at(self, point: Point) -> str | None:
        x, y = point
        q, r = x / 1.5, y / 3**0.5 - x / 3
        rq, rr, rs = round(q), round(r), round(-q - r)
        dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs + q + r)
        if dq > dr and dq > ds:
            rq = -rr - rs
        elif dr > ds:
            rr = -rq - rs
        name = from_axial(rq, rr) if rq >= 0 else ""
        return name if name in self._index else None
