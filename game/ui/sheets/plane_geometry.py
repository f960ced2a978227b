"""Where things lie on the sheet of a table without a grid: poses, bases and terrain in the sheet's units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from game.board.measuring import Base
from game.board.plane import PlaneBoard
from game.core.contract import Counter
from game.core.pose import BASE, DEGREE, Pose, Spot, read_pose
from game.ui.kit.camera import Point
from game.ui.sheets.shapes import contains

WIDTH = 1.24
"""A base width in the sheet's units: a counter is as wide on every board."""
HALF = 0.25
"""How far behind its front edge the middle of a base lies, roughly, in base widths."""


def on_sheet(spot: Spot) -> Point:
    """A point of the table in the sheet's units."""
    return spot[0] * WIDTH / BASE, spot[1] * WIDTH / BASE


def on_table(point: Point) -> Spot:
    """A point of the sheet in whole units of the table."""
    return round(point[0] * BASE / WIDTH), round(point[1] * BASE / WIDTH)


def sheet_outline(spots: Iterable[Spot]) -> list[Point]:
    """Points of the table in the sheet's units."""
    return [on_sheet(spot) for spot in spots]


class Lying(NamedTuple):
    """A base as it lies on the sheet."""

    middle: Point
    turn: float
    """Which way it faces, in degrees clockwise from the top of the map."""
    corners: Sequence[Point]
    """Front left, front right, rear right, rear left."""


def base_at(size: tuple[int, int], pose: Pose) -> Lying:
    """A base of a size at a pose."""
    corners = Base(*size).corners(pose)
    (ax, ay), (bx, by) = on_sheet(corners[0]), on_sheet(corners[2])
    return Lying(((ax + bx) / 2, (ay + by) / 2), pose.angle / DEGREE, sheet_outline(corners))


def lying(counter: Counter, place: str | None) -> Lying | None:
    """How a base lies in a place; None for a counter of another kind, or one that lies nowhere."""
    pose = read_pose(place) if counter.size is not None and place is not None else None
    return base_at(counter.size, pose) if counter.size is not None and pose is not None else None


@lru_cache(4096)
def turn_of(place: str) -> float | None:
    """Which way a place looks, in degrees clockwise from the top; None where it is no pose."""
    pose = read_pose(place)
    return pose.angle / DEGREE if pose is not None else None


class PlaneGeometry:
    """A table; every pose on it is a place. Counters lie where their poses say, apart from all others."""

    coarse, reaches, turn = 1.0, False, 0
    melee: Point | None = None

    def __init__(self, board: PlaneBoard) -> None:
        self._board = board
        self._pieces = [(sheet_outline(piece.points), Pose(*piece.points[0], 0).text) for piece in board.terrain
                        if not piece.width]

    def knows(self, place: str) -> bool:
        return self._board.knows(place)

    def centre(self, place: str) -> Point:
        """The middle of the front edge there."""
        return on_sheet(self._board.pose_of(place).spot)

    def outline(self, place: str) -> Sequence[Point]:
        """Those of a base one base width wide and half as deep."""
        return base_at((BASE, BASE // 2), self._board.pose_of(place)).corners

    def place_at(self, point: Point) -> str | None:
        """A corner of the piece of terrain there, which stands for all of it; None on the open table."""
        return next((name for shape, name in reversed(self._pieces) if contains(shape, point)), None)

    def berth(
        self, place: str, half: Point, taken: Sequence[Point] = (), beyond: Sequence[Point] | None = None
    ) -> tuple[float, Point]:
        """Anything fits everywhere, at its full size."""
        return 1.0, self.centre(place)

    def flag_spots(self, place: str, usual: Point, size: Point) -> Sequence[Point]:
        return ()
