"""Shapes of terrain pieces: laying, shifting, turning and resizing (1, 3.2, 14.2.3)."""

from __future__ import annotations

from dataclasses import replace

from game.board.manoeuvre import rotated
from game.board.measuring import SINE_SCALE, Outline, distance, ellipse, rounded, side, sine
from game.board.plane import PlaneBoard, Terrain
from game.core.pose import DEGREE, FULL_TURN, Pose, Spot
from game.rules.renaissance.engine.actions import (
    Adjust,
    LayArea,
    LayAtCentre,
    LayLine,
    LayWaterway,
    MoveToCentre,
    PieceAddition,
    PieceChange,
    Resize,
    Rotate,
    Shift,
    Size,
)
from game.rules.renaissance.engine.ground import axes, share_inside
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.tables import DISTANCES
from game.rules.renaissance.engine.words import MU, Edge, TerrainKind

LINE_KINDS: tuple[TerrainKind, ...] = ("river", "road")
EDGES: tuple[Edge, ...] = ("north", "east", "south", "west")
TABLE_VARIANTS = 8
"""Number of ways to lay a ready-made table: turned by quarters, mirrored or not."""
OVAL_CORNERS = 24
"""Number of corners of a piece laid as an oval. Chosen by hand."""


def piece_of(state: RenaissanceState, action: PieceAddition | PieceChange) -> Terrain:
    """The piece that an action lays, or the changed version of the piece it names."""
    table_width, table_height = state.ground.board.size
    match action:
        case LayArea(kind, pose, size):
            return Terrain(kind, oval(pose.spot, size, pose.angle))
        case LayAtCentre(kind, size):
            return Terrain(kind, oval((table_width // 2, table_height // 2), size, 0))
        case LayLine(kind, width, course):
            return Terrain(kind, course.points, width)
        case LayWaterway(edge, depth):
            return Terrain("waterway", state.ground.strip(edge, depth))
    piece = state.laid_pieces[action.piece - 1]
    x, y = middle_of(piece.points)
    match action:
        case Adjust(_, pose):
            return adjusted(state, piece, pose)
        case Resize(_, length, width):
            return resized(state, piece, length, width)
        case Rotate(_, way):
            turn = DISTANCES.turn if way == "right" else -DISTANCES.turn
            return replace(piece, points=tuple(rotated(spot, (x, y), turn) for spot in piece.points))
        case Shift(_, degrees):
            dx, dy = shift_towards(degrees, DISTANCES.shift)
        case MoveToCentre():
            dx, dy = table_width // 2 - x, table_height // 2 - y
    return replace(piece, points=tuple((x + dx, y + dy) for x, y in piece.points))


def oval(middle: Spot, size: Size, angle: int) -> Outline:
    """The outline of an oval.

    :param angle: the direction of its length, clockwise from north; a circle has ``FULL_TURN``.
    """
    return ellipse(middle, size.width // 2, size.length // 2, angle, OVAL_CORNERS)


def middle_of(points: Outline) -> Spot:
    """The middle of an outline: that of its longest axis; the mean if there are several (ruling 7)."""
    ends = [spot for axis in axes(points) for spot in axis]
    x, y = (rounded(sum(values), len(ends)) for values in zip(*ends, strict=True))
    return x, y


def length_and_width(points: Outline) -> tuple[int, int]:
    """Length along the longest axis and width across it; the greatest if there are several (rulings 7 and 28)."""
    measures = []
    for a, b in axes(points):
        across = [side(a, b, spot) for spot in points]
        measures.append((length := max(1, distance(a, b)), -(-(max(across) - min(across)) // length)))
    return max(measures)


def shift_towards(degrees: int, units: int) -> Spot:
    """The shift by ``units`` in a direction, given in degrees clockwise from north."""
    angle = degrees * DEGREE
    return rounded(units * sine(angle), SINE_SCALE), -rounded(units * sine(angle + FULL_TURN // 4), SINE_SCALE)


def table_variant(board: PlaneBoard, variant: int) -> tuple[Terrain, ...]:
    """The terrain of a ready-made, square table, turned clockwise by 0 to 3 quarters (0 to 3), or
    mirrored from left to right first (4 to 7)."""
    size = board.size[0]

    def turned(spot: Spot) -> Spot:
        x, y = (size - spot[0], spot[1]) if variant >= TABLE_VARIANTS // 2 else spot
        for _ in range(variant % 4):
            x, y = size - y, x
        return x, y

    return tuple(replace(piece, points=tuple(map(turned, piece.points))) for piece in board.terrain)


def adjusted(state: RenaissanceState, piece: Terrain, pose: Pose) -> Terrain:
    """A piece moved so that the middle of its bounding box is at a pose's point, and turned clockwise by the pose's
    angle. A line keeps its ends on the edges or the shore; a waterway goes to the nearest edge."""
    if piece.kind == "waterway":
        return piece_of(state, LayWaterway(_nearest_edge(state, pose.spot), size_of_piece(piece)[1]))
    x, y = box_middle(piece)
    points = tuple(rotated((a + pose.x - x, b + pose.y - y), pose.spot, pose.angle) for a, b in piece.points)
    if piece.kind in LINE_KINDS:
        inner = [nearest_on_table(state, spot) for spot in points[1:-1]]
        start, end = _to_edge(state, points[0]), _to_edge(state, points[-1])
        second, next_to_last = (inner[0], inner[-1]) if inner else (end, start)
        points = _cut_at_shore(state, start, second), *inner, _cut_at_shore(state, end, next_to_last)
    return replace(piece, points=points)


def resized(state: RenaissanceState, piece: Terrain, length: int, width: int) -> Terrain:
    """A piece of another size: along its longest axis and across it; for a line its width, for a waterway its depth."""
    if piece.kind in LINE_KINDS:
        return replace(piece, width=width)
    if piece.kind == "waterway":
        return piece_of(state, LayWaterway(_nearest_edge(state, box_middle(piece)), width))
    (ax, ay), (bx, by) = axes(piece.points)[0]
    x, y = middle_of(piece.points)
    u, v = bx - ax, by - ay
    old_length, old_width = length_and_width(piece.points)
    denominator = (u * u + v * v) * old_length * old_width

    def stretched(spot: Spot) -> Spot:
        along = ((spot[0] - x) * u + (spot[1] - y) * v) * length * old_width
        across = ((spot[1] - y) * u - (spot[0] - x) * v) * width * old_length
        return x + rounded(along * u - across * v, denominator), y + rounded(along * v + across * u, denominator)

    return replace(piece, points=tuple(map(stretched, piece.points)))


def size_of_piece(piece: Terrain) -> tuple[int, int]:
    """Length and width of a piece; a river, road or waterway has length 0."""
    if piece.kind in LINE_KINDS:
        return 0, piece.width
    if piece.kind == "waterway":
        left, right, top, bottom = piece.box
        return 0, min(right - left, bottom - top)
    return length_and_width(piece.points)


def box_middle(piece: Terrain) -> Spot:
    """The middle of a piece's bounding box."""
    left, right, top, bottom = piece.box
    return (left + right) // 2, (top + bottom) // 2


def nearest_on_table(state: RenaissanceState, spot: Spot) -> Spot:
    """The point of the table nearest to a point."""
    width, height = state.ground.board.size
    return min(width, max(0, spot[0])), min(height, max(0, spot[1]))


def _nearest_edge(state: RenaissanceState, spot: Spot) -> Edge:
    """The edge of the table nearest to a point."""
    return min(EDGES, key=lambda edge: state.ground.from_edge(edge, spot)[1])


def _to_edge(state: RenaissanceState, spot: Spot) -> Spot:
    """The point of the nearest edge that is nearest to a point."""
    edge = _nearest_edge(state, spot)
    return state.ground.spot(edge, state.ground.from_edge(edge, nearest_on_table(state, spot))[0], 0)


def _cut_at_shore(state: RenaissanceState, spot: Spot, before: Spot) -> Spot:
    """The end of a line, cut back along its last stretch to half an MU inside the waterway's shore.

    :param spot: the end.
    :param before: the point of the line before it.
    """
    length = max(1, distance(before, spot))
    for water in (piece for piece in state.laid_pieces if piece.kind == "waterway"):
        back = int(share_inside(water.points, (before, spot)) * length) - MU // 2
        if back > 0:
            return spot[0] + rounded(back * (before[0] - spot[0]), length), spot[1] + rounded(
                back * (before[1] - spot[1]), length)
    return spot
