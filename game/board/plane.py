"""A table without a grid: its size and its terrain. Lengths and angles are in the units of ``measuring``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain, pairwise, product

from game.board.board import Feature, Kind
from game.board.measuring import (
    Box,
    Edge,
    Outline,
    box_of,
    boxes_touch,
    distance,
    edges,
    inside,
    segments_meet,
    squared_distance,
)
from game.core.message import Text, say
from game.core.pose import Pose, Spot, read_pose

OPEN_GROUND = "open"
"""The class of ground without terrain."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A piece of terrain on the table."""

    kind: str
    """Its class on the map."""
    points: Outline
    width: int = 0
    """The width in units of a line whose course the points are; 0 if they are an outline."""
    name: str = ""
    box: Box = field(init=False, compare=False, repr=False)
    """The bounding box of its points, without the width of a line."""
    _edges: tuple[tuple[Edge, Box], ...] = field(init=False, compare=False, repr=False)
    """Its segments, each with its bounding box."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "box", box_of(self.points))
        segments = pairwise(self.points) if self.width else edges(self.points)
        object.__setattr__(self, "_edges", tuple((edge, box_of(edge)) for edge in segments))

    def holds(self, spot: Spot) -> bool:
        """Whether a point is inside it or on its edge."""
        if self.width:
            return any(self._is_near(spot, edge) for edge, _ in self._edges)
        return inside(spot, self.points)

    def meets(self, outline: Outline) -> bool:
        """Whether a convex outline, such as a base, is at least partly in it; touching counts."""
        box = box_of(outline, self._half_width)
        if not boxes_touch(box, self.box):
            return False
        near_edges, sides = [edge for edge, edge_box in self._edges if boxes_touch(box, edge_box)], edges(outline)
        if inside(self.points[0], outline) or any(segments_meet(*pair) for pair in product(near_edges, sides)):
            return True
        if not self.width:
            return inside(outline[0], self.points)
        left, right, top, bottom = box
        spots = [(x, y) for x, y in self.points if left <= x <= right and top <= y <= bottom]
        return any(self._is_near(*pair) for pair in chain(product(outline, near_edges), product(spots, sides)))

    @property
    def _half_width(self) -> int:
        """Half the width of a line, rounded up."""
        return -(-self.width // 2)

    def _is_near(self, spot: Spot, edge: Edge) -> bool:
        """Whether a point is within half the line's width of a segment."""
        numerator, denominator = squared_distance(spot, edge)
        return 4 * numerator <= self.width**2 * denominator


@dataclass(frozen=True)
class PlaneBoard:
    """A table. Every pose on it is a place, identified by its text form."""

    name: str
    title: str
    size: tuple[int, int]
    """The width and height in units."""
    terrain: tuple[Terrain, ...] = ()
    """The pieces of terrain in drawing order, the topmost last."""

    @property
    def kind(self) -> Kind:
        return "plane"

    @property
    def places(self) -> tuple[str, ...]:
        return ()

    @property
    def zones(self) -> Mapping[str, frozenset[str]]:
        return {}

    @property
    def objectives(self) -> Mapping[str, frozenset[str]]:
        return {}

    def terrain_at(self, spot: Spot) -> tuple[Terrain, ...]:
        """The pieces of terrain at a point, in drawing order."""
        return tuple(piece for piece in self.terrain if piece.holds(spot))

    def on_table(self, outline: Outline) -> bool:
        """Whether all corners are on the table, including its edge."""
        return all(0 <= x <= self.size[0] and 0 <= y <= self.size[1] for x, y in outline)

    def knows(self, place: str) -> bool:
        pose = read_pose(place)
        return pose is not None and self.on_table((pose.spot,))

    def pose_of(self, place: str) -> Pose:
        """The pose of a place.

        :raises KeyError: if the place is not a pose on the table.
        """
        pose = read_pose(place)
        if pose is None or not self.on_table((pose.spot,)):
            raise KeyError(place)
        return pose

    def title_of(self, place: str) -> Text:
        """The name of the terrain there, or that it is open ground."""
        return self.name_of(place) or say("Open ground")

    def name_of(self, place: str) -> str:
        return next((piece.name for piece in reversed(self._pieces_at(place)) if piece.name), "")

    def ground_of(self, place: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(piece.kind for piece in self._pieces_at(place))) or (OPEN_GROUND,)

    def _pieces_at(self, place: str) -> tuple[Terrain, ...]:
        """The pieces of terrain at a place, in drawing order."""
        return self.terrain_at(self.pose_of(place).spot)

    def level_of(self, place: str) -> int:
        self.pose_of(place)
        return 0

    def neighbours_of(self, place: str) -> tuple[str, ...]:
        """Always empty: poses have no neighbours."""
        self.pose_of(place)
        return ()

    def directions_of(self, place: str) -> Mapping[str, str]:
        self.pose_of(place)
        return {}

    def roads_of(self, place: str) -> Mapping[str, tuple[str, ...]]:
        self.pose_of(place)
        return {}

    def between(self, a: str, b: str) -> tuple[Feature, ...]:
        self.distance(a, b)
        return ()

    def distance(self, a: str, b: str) -> int | None:
        """The units between the middles of two front edges."""
        return distance(self.pose_of(a).spot, self.pose_of(b).spot)
