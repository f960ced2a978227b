"""The shapes of pieces of terrain: how one is laid by an action, shifted, turned and sized (1, 3.2, 14.2.3)."""

from __future__ import annotations

from game.board.manoeuvre import turned
from game.board.measuring import FINE, Outline, distance, ellipse, rounded, side, sine
from game.board.plane import PlaneBoard, Terrain
from game.core.pose import DEGREE, TURN, Pose, Spot
from game.rules.renaissance.engine.actions import Centre, Draw, Lay, Shore, Size
from game.rules.renaissance.engine.ground import axes
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.words import Edge, TerrainKind

LINES: tuple[TerrainKind, ...] = ("river", "road")
EDGES: tuple[Edge, ...] = ("north", "east", "south", "west")
CORNERS = 24
"""Of the outline of a piece that is laid as an oval."""


def piece_of(state: State, action: Lay | Draw | Shore | Centre) -> Terrain:
    """The piece that an action lays."""
    wide, high = state.ground.board.size
    match action:
        case Lay(kind, pose, size):
            return Terrain(kind, oval(pose.spot, size, pose.angle))
        case Centre(kind, size):
            return Terrain(kind, oval((wide // 2, high // 2), size, 0))
        case Draw(kind, width, course):
            return Terrain(kind, course.points, width)
        case Shore(edge, deep):
            corners = {"north": ((0, 0), (wide, 0), (wide, deep), (0, deep)),
                       "south": ((0, high - deep), (wide, high - deep), (wide, high), (0, high)),
                       "west": ((0, 0), (deep, 0), (deep, high), (0, high)),
                       "east": ((wide - deep, 0), (wide, 0), (wide, high), (wide - deep, high))}
            return Terrain("waterway", corners[edge])


def oval(middle: Spot, size: Size, angle: int) -> Outline:
    """The outline of an oval whose length lies along an angle."""
    return ellipse(middle, size.width // 2, size.length // 2, angle, CORNERS)


def middle_of(points: Outline) -> Spot:
    """The middle of an outline: that of its longest axis, of several their mean (ruling 7)."""
    ends = [spot for axis in axes(points) for spot in axis]
    x, y = (rounded(sum(values), len(ends)) for values in zip(*ends, strict=True))
    return x, y


def measures(points: Outline) -> tuple[int, int]:
    """Length along the longest axis, and width across it, of several the greatest (rulings 7 and 28)."""
    found = []
    for a, b in axes(points):
        across = [side(a, b, spot) for spot in points]
        found.append((long := max(1, distance(a, b)), -(-(max(across) - min(across)) // long)))
    return max(found)


def shifted(piece: Terrain, by: Spot) -> Terrain:
    """A piece shifted."""
    return Terrain(piece.kind, tuple((x + by[0], y + by[1]) for x, y in piece.points), piece.width, piece.name)


def towards(degrees: int, units: int) -> Spot:
    """The shift by so many units in a direction, clockwise from north."""
    angle = degrees * DEGREE
    return rounded(units * sine(angle), FINE), -rounded(units * sine(angle + TURN // 4), FINE)


def rotated(piece: Terrain, angle: int) -> Terrain:
    """A piece turned clockwise about its middle."""
    middle = middle_of(piece.points)
    return Terrain(piece.kind, tuple(turned(spot, middle, angle) for spot in piece.points), piece.width, piece.name)


def variants(board: PlaneBoard, way: int) -> tuple[Terrain, ...]:
    """The terrain of a ready-made, square table, turned by quarters (0 to 3), or mirrored first (4 to 7)."""
    size = board.size[0]

    def moved(spot: Spot) -> Spot:
        x, y = (size - spot[0], spot[1]) if way >= 4 else spot
        for _ in range(way % 4):
            x, y = size - y, x
        return x, y

    return tuple(Terrain(piece.kind, tuple(moved(spot) for spot in piece.points), piece.width, piece.name)
                 for piece in board.terrain)


def adjusted(state: State, piece: Terrain, pose: Pose) -> Terrain:
    """A piece whose middle, that of the box around it, is moved to a spot, and which is turned clockwise by an angle. A
    line keeps its ends on the edges; a waterway goes to the nearest edge."""
    if piece.kind == "waterway":
        return piece_of(state, Shore(_nearest_edge(state, pose.spot), measures_of(piece)[1]))
    x, y = box_middle(piece)
    points = tuple(turned((a + pose.x - x, b + pose.y - y), pose.spot, pose.angle) for a, b in piece.points)
    if piece.kind in LINES:
        ends = _to_edge(state, points[0]), _to_edge(state, points[-1])
        points = (ends[0], *(onto(state, spot) for spot in points[1:-1]), ends[1])
    return Terrain(piece.kind, points, piece.width, piece.name)


def resized(state: State, piece: Terrain, length: int, width: int) -> Terrain:
    """A piece of another size: along its longest axis and across it; of a line its width, of a waterway its depth."""
    if piece.kind in LINES:
        return Terrain(piece.kind, piece.points, width, piece.name)
    if piece.kind == "waterway":
        return piece_of(state, Shore(_nearest_edge(state, box_middle(piece)), width))
    (ax, ay), (bx, by) = axes(piece.points)[0]
    x, y = middle_of(piece.points)
    u, v = bx - ax, by - ay
    long, across = measures(piece.points)
    under = (u * u + v * v) * long * across

    def stretched(spot: Spot) -> Spot:
        along = ((spot[0] - x) * u + (spot[1] - y) * v) * length * across
        aside = ((spot[1] - y) * u - (spot[0] - x) * v) * width * long
        return x + rounded(along * u - aside * v, under), y + rounded(along * v + aside * u, under)

    return Terrain(piece.kind, tuple(map(stretched, piece.points)), 0, piece.name)


def measures_of(piece: Terrain) -> tuple[int, int]:
    """Length and width of a piece; a river, road or waterway has length 0."""
    if piece.kind in LINES:
        return 0, piece.width
    if piece.kind == "waterway":
        left, right, top, bottom = piece.box
        return 0, min(right - left, bottom - top)
    return measures(piece.points)


def box_middle(piece: Terrain) -> Spot:
    """The middle of the box around a piece."""
    left, right, top, bottom = piece.box
    return (left + right) // 2, (top + bottom) // 2


def onto(state: State, spot: Spot) -> Spot:
    """The point of the table nearest to a point."""
    wide, high = state.ground.board.size
    return min(wide, max(0, spot[0])), min(high, max(0, spot[1]))


def _nearest_edge(state: State, spot: Spot) -> Edge:
    wide, high = state.ground.board.size
    far: dict[Edge, int] = {"north": spot[1], "east": wide - spot[0], "south": high - spot[1], "west": spot[0]}
    return min(EDGES, key=lambda edge: far[edge])


def _to_edge(state: State, spot: Spot) -> Spot:
    """The point of the nearest edge that lies straight across from a point."""
    wide, high = state.ground.board.size
    x, y = onto(state, spot)
    ends: dict[Edge, Spot] = {"north": (x, 0), "east": (wide, y), "south": (x, high), "west": (0, y)}
    return ends[_nearest_edge(state, spot)]
