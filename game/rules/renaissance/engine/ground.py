"""The terrain of a table: under bases and along moves, crests, and obstacles to sight (14.3)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Literal

from game.board.manoeuvre import moved_ahead
from game.board.measuring import (
    Base,
    Box,
    Edge,
    Outline,
    box_of,
    boxes_touch,
    distance,
    edges,
    inside,
    rounded,
    segments_meet,
    side,
    squared_distance,
    squared_length,
)
from game.board.plane import PlaneBoard, Terrain
from game.core.pose import Pose, Spot
from game.rules.renaissance.engine import words
from game.rules.renaissance.engine.tables import TERRAIN

TOUCH_TOLERANCE = 3
"""Gap or overlap in units within which edges count as touching; chosen, to allow for rounding."""
BAD_GOING: frozenset[str] = frozenset(kind for kind, terrain in TERRAIN.items() if terrain.bad_going)
"""The kinds of terrain that are bad going."""
CAMEL_GOING: frozenset[str] = frozenset(kind for kind, terrain in TERRAIN.items() if terrain.camels)
"""The kinds of bad going that are good going for camelry."""
HILLS = tuple(kind for kind, terrain in TERRAIN.items() if terrain.crest)
"""The kinds of terrain that have a crest."""
Going = Literal["good", "bad"]


class RenaissanceGround:
    """A table with its terrain. Immutable; equal tables are shared."""

    def __init__(self, board: PlaneBoard) -> None:
        self.board = board

    def extent(self, edge: words.Edge) -> Spot:
        """The length of an edge of the table, and the distance from it to the opposite edge."""
        width, height = self.board.size
        return (width, height) if edge in ("north", "south") else (height, width)

    def from_edge(self, edge: words.Edge, spot: Spot) -> Spot:
        """The position of a point along an edge, from west or north, and its distance from the edge."""
        along, depth = spot if edge in ("north", "south") else spot[::-1]
        return along, depth if edge in ("north", "west") else self.extent(edge)[1] - depth

    def spot(self, edge: words.Edge, along: int, depth: int) -> Spot:
        """The point ``along`` units along an edge, from west or north, and ``depth`` units from it."""
        depth = depth if edge in ("north", "west") else self.extent(edge)[1] - depth
        return (along, depth) if edge in ("north", "south") else (depth, along)

    def strip(self, edge: words.Edge, depth: int, inset: int = 0) -> Outline:
        """The outline of the strip along an edge, ``depth`` units deep and ``inset`` units short of both ends."""
        length, _ = self.extent(edge)
        return rectangle(box_of((self.spot(edge, inset, 0), self.spot(edge, length - inset, depth))))

    @cached_property
    def _areas(self) -> tuple[tuple[Terrain, Box], ...]:
        """All terrain except roads, each piece with its bounding box, which includes its width."""
        return tuple((piece, box_of(piece.points, -(-piece.width // 2))) for piece in self.board.terrain
                     if piece.kind != "road")

    def pieces(self, *kinds: str) -> tuple[Terrain, ...]:
        """The terrain of the given kinds, as drawn."""
        return tuple(piece for piece in self.board.terrain if piece.kind in kinds)

    @lru_cache(2**14)  # noqa: B019 - a game has one table
    def kinds_under(self, outline: Outline) -> frozenset[str]:
        """The kinds of terrain, roads excepted, that overlap the interior of a convex outline. Terrain that only
        touches it, or overlaps by less than ``TOUCH_TOLERANCE``, does not count (ruling 26)."""
        near = self.pieces_near(box_of(outline))
        if not near:
            return frozenset()
        inner = shrunk(outline)
        return frozenset(piece.kind for piece in near if piece.meets(inner))

    def pieces_near(self, box: Box) -> tuple[Terrain, ...]:
        """The terrain, roads excepted, whose bounding box touches a box; a quick test."""
        return tuple(piece for piece, piece_box in self._areas if boxes_touch(box, piece_box))

    def going(self, outline: Outline, *, camels: bool = False) -> Going:
        """The going of a base by its corners; a base partly in bad going counts as in bad going."""
        bad = self.kinds_under(outline) & BAD_GOING
        return "bad" if (bad - CAMEL_GOING if camels else bad) else "good"

    def impassable(self, outline: Outline) -> bool:
        """Whether a convex outline overlaps the waterway."""
        return "waterway" in self.kinds_under(outline)

    @cached_property
    def crests(self) -> tuple[tuple[Terrain, tuple[Edge, ...]], ...]:
        """Every hill with its crest: the middle half of each of its longest axes (ruling 7)."""
        return tuple((hill, tuple(_middle_half(axis) for axis in axes(hill.points))) for hill in self.pieces(*HILLS))

    def crosses_crest(self, line: Edge) -> bool:
        """Whether a line crosses the crest of a hill."""
        return any(segments_meet(line, crest) for _, crests in self.crests for crest in crests)

    def crosses(self, line: Edge, kinds: Iterable[str]) -> bool:
        """Whether a line has a point in terrain of the given kinds."""
        wanted = frozenset(kinds)
        return any(piece.kind in wanted and piece.meets(line) for piece, _ in self._areas)

    def on_road(self, front: Spot, rear: Spot) -> bool:
        """Whether the middles of a base's front and rear lie within half an MU of a road's line (ruling 42)."""
        (x, y), half = front, words.MU // 2
        for piece in self.pieces("road"):
            left, right, top, bottom = piece.box
            if left - half <= x <= right + half and top - half <= y <= bottom + half and near_line(
                    front, piece.points, half) and near_line(rear, piece.points, half):
                return True
        return False


def rectangle(box: Box) -> Outline:
    """The corners of a box, clockwise from the north-west."""
    left, right, top, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def shrunk(outline: Outline, by: int = TOUCH_TOLERANCE) -> Outline:
    """A convex outline with each corner moved ``by`` units inwards along both of its edges."""
    steps = []
    for (x, y), (ox, oy) in zip(outline, (*outline[1:], outline[0]), strict=True):
        length = max(1, distance((x, y), (ox, oy)))
        steps.append((rounded(by * (ox - x), length), rounded(by * (oy - y), length)))
    return tuple((x + dx - ex, y + dy - ey) for (x, y), (dx, dy), (ex, ey) in zip(
        outline, steps, (steps[-1], *steps), strict=False))


def near_line(spot: Spot, course: Outline, units: int) -> bool:
    """Whether a point is at most ``units`` away from a line, given by its points in order."""
    distances = (squared_distance(spot, edge) for edge in pairwise(course))
    return any(numerator <= units * units * denominator for numerator, denominator in distances)


@lru_cache(2**8)
def axes(points: Outline) -> tuple[Edge, ...]:
    """The longest lines between two corners of an outline; several if equally long (ruling 7)."""
    lines = [(squared_length((a, b)), (a, b)) for n, a in enumerate(points) for b in points[n + 1:]]
    greatest = max(squared for squared, _ in lines)
    return tuple(line for squared, line in lines if squared == greatest)


def _middle_half(axis: Edge) -> Edge:
    """The middle half of a line."""
    a, b = axis
    dx, dy = rounded(b[0] - a[0], 4), rounded(b[1] - a[1], 4)
    return (a[0] + dx, a[1] + dy), (b[0] - dx, b[1] - dy)


def front_and_rear(base: Base, pose: Pose) -> tuple[Spot, Spot]:
    """The middles of a base's front and rear edges."""
    return pose.spot, moved_ahead(pose, -base.depth).spot


@lru_cache(2**12)
def share_inside(points: Outline, line: Edge) -> Fraction:
    """The share of a line that runs through the interior of an outline. Exact; running along an edge does not count."""
    (ax, ay), (bx, by) = line
    cuts = {Fraction(0), Fraction(1)}
    for c, d in edges(points):
        low, high = side(*line, c), side(*line, d)
        if low == high:
            continue
        offset = side(c, d, (ax, ay))
        cut = Fraction(offset, offset - side(c, d, (bx, by)))
        if 0 < cut < 1 and min(low, high) <= 0 <= max(low, high):
            cuts.add(cut)
    share = Fraction(0)
    for start, end in pairwise(sorted(cuts)):
        numerator, denominator = ((start + end) / 2).as_integer_ratio()
        spot = ax * denominator + (bx - ax) * numerator, ay * denominator + (by - ay) * numerator
        larger = tuple((x * denominator, y * denominator) for x, y in points)
        if inside(spot, larger) and all(squared_distance(spot, edge)[0] for edge in edges(larger)):
            share += end - start
    return share
