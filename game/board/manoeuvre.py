"""The movement of bases on a table without a grid: wheels, moves straight ahead, lining up, and bodies of several
bases.

Pure geometry in the whole numbers of ``measuring``; the rules decide who may move how far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from game.board.measuring import SINE_SCALE, Base, Edge, Outline, distance, overlap, rounded, side, sine
from game.core.pose import DEGREE, FULL_TURN, Pose, Spot

TOUCH_TOLERANCE = 4
"""The most units by which touching bases may seem to overlap or to be apart, as corners are rounded to whole units."""
MIN_SHARED_LENGTH = 5 * TOUCH_TOLERANCE
"""The units of an edge that two bases in contact share at least; with less they merely touch at a corner. Chosen by
hand, a fiftieth of a base width."""


class PlacedBase(NamedTuple):
    """A base and its pose on the table."""

    base: Base
    pose: Pose

    @property
    def corners(self) -> Outline:
        """The front left, front right, rear right and rear left corners."""
        return self.base.corners(self.pose)


class WheeledMove(NamedTuple):
    """A wheel about a front corner, followed by a move straight ahead."""

    turn: int
    """The angle of the wheel, negative to the left; less than half a turn."""
    ahead: int
    """The units straight ahead after the wheel."""


def rotated(spot: Spot, pivot: Spot, turn: int) -> Spot:
    """A point rotated clockwise about another."""
    s, c = sine(turn), sine(turn + FULL_TURN // 4)
    x, y = spot[0] - pivot[0], spot[1] - pivot[1]
    return pivot[0] + rounded(x * c - y * s, SINE_SCALE), pivot[1] + rounded(x * s + y * c, SINE_SCALE)


def wheeled(pose: Pose, pivot: Spot, turn: int) -> Pose:
    """A pose rotated clockwise about a point."""
    x, y = rotated((pose.x, pose.y), pivot, turn)
    return Pose(x, y, (pose.angle + turn) % FULL_TURN)


def point_at(pose: Pose, right: int, forward: int) -> Spot:
    """The point a number of units to the right and ahead of a pose's point."""
    s, c = sine(pose.angle), sine(pose.angle + FULL_TURN // 4)
    return (pose.x + rounded(right * c + forward * s, SINE_SCALE), pose.y
            + rounded(right * s - forward * c, SINE_SCALE))


def moved_ahead(pose: Pose, units: int) -> Pose:
    """A pose moved straight ahead, or straight back by a negative number of units."""
    return Pose(*point_at(pose, 0, units), pose.angle)


def carried(pose: Pose, start: Pose, end: Pose) -> Pose:
    """A pose after a rigid movement that takes the pose ``start`` to ``end``, e.g. that of a body of bases."""
    turn = (end.angle - start.angle) % FULL_TURN
    x, y = rotated((pose.x, pose.y), (start.x, start.y), turn)
    return Pose(x + end.x - start.x, y + end.y - start.y, (pose.angle + turn) % FULL_TURN)


def normalised_angle(turn: int) -> int:
    """An angle normalised to a turn: greater than minus half a turn, at most half a turn."""
    turn %= FULL_TURN
    return turn if 2 * turn <= FULL_TURN else turn - FULL_TURN


def greatest_where(most: int, holds: Callable[[int], bool]) -> int:
    """The greatest number from 0 to ``most`` for which a condition holds, by bisection.

    :param holds: the condition; if it holds for a number, it must hold for every smaller one. 0 is not tested.
    """
    if holds(most):
        return most
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def facing_of(start: Spot, end: Spot) -> int:
    """The angle of the direction from one point to another, to the nearest sixtieth of a degree.

    :raises ValueError: for equal points.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    if not (dx or dy):
        raise ValueError("equal points have no direction")
    quarters = 0
    while not (dx >= 0 and dy < 0):  # rotate the direction into the first quadrant: north up to, not including, east
        dx, dy = dy, -dx
        quarters += 1

    def right_of(angle: int) -> int:
        """How far the end is to the right of a direction, scaled by ``SINE_SCALE``."""
        return dx * sine(angle + FULL_TURN // 4) + dy * sine(angle)

    low = greatest_where(FULL_TURN // 4, lambda angle: right_of(angle) >= 0)
    return (min(low, low + 1, key=lambda angle: abs(right_of(angle))) + quarters * (FULL_TURN // 4)) % FULL_TURN


def pivots(body: Sequence[PlacedBase]) -> tuple[Spot, Spot]:
    """The front corners about which a body of bases with the same facing wheels to the left and to the right."""
    angle = body[0].pose.angle
    s, c = sine(angle), sine(angle + FULL_TURN // 4)

    def across(spot: Spot) -> int:
        """The position of a point from left to right, as the body faces."""
        return spot[0] * c + spot[1] * s

    fronts = [one.corners[:2] for one in body]
    return min((left for left, _ in fronts), key=across), max((right for _, right in fronts), key=across)


def pose_after(pose: Pose, corners: tuple[Spot, Spot], move: WheeledMove) -> Pose:
    """The pose after a wheel and a move straight ahead.

    :param corners: the body's ``pivots``.
    """
    pivot = corners[move.turn > 0]
    return moved_ahead(wheeled(pose, pivot, move.turn) if move.turn else pose, move.ahead)


def wheeled_move_length(body: Sequence[PlacedBase], move: WheeledMove) -> int:
    """The length of a move in units: the straight distance that the outer front corner moves in the wheel, plus the
    distance ahead."""
    return wheel_length(body, move.turn) + move.ahead


def wheel_length(body: Sequence[PlacedBase], turn: int) -> int:
    """The straight distance that the outer front corner of a body moves in a wheel."""
    if not turn:
        return 0
    left, right = pivots(body)
    pivot, outer = (left, right) if turn < 0 else (right, left)
    return distance(outer, rotated(outer, pivot, turn))


def wheeled_move_between(start: Pose, end: Pose, corners: tuple[Spot, Spot]) -> WheeledMove | None:
    """The move from one pose to another, or to within a unit of it; None if no wheel and move straight ahead leads
    there. If several do, the closest one, then the shortest."""
    turn = normalised_angle(end.angle - start.angle)
    if 2 * abs(turn) >= FULL_TURN:
        return None
    after = pose_after(start, corners, WheeledMove(turn, 0))
    ahead_units = distance((after.x, after.y), (end.x, end.y))
    # As points are rounded, the distance ahead may differ a little from the one measured.
    candidates = [(distance(there.spot, end.spot), n) for n in range(max(0, ahead_units - 2), ahead_units + 3)
                  if nearly_equal(there := moved_ahead(after, n), end)]
    return WheeledMove(turn, min(candidates)[1]) if candidates else None


def nearly_equal(one: Pose, other: Pose) -> bool:
    """Whether two poses have the same facing and differ by at most one unit in x and in y."""
    return one.angle == other.angle and max(abs(one.x - other.x), abs(one.y - other.y)) <= 1


def wheeled_move_towards(start: Pose, spot: Spot, corners: tuple[Spot, Spot], most: int) -> WheeledMove:
    """The move that brings a pose nearest to a point: a wheel until the point is straight ahead, then a move up to it.

    :param most: the largest turn of the wheel.
    """
    def beside(turn: int) -> int:
        """How far the point is to the right of the line ahead after a wheel, scaled by ``SINE_SCALE``."""
        pose = pose_after(start, corners, WheeledMove(turn, 0))
        s, c = sine(pose.angle), sine(pose.angle + FULL_TURN // 4)
        return (spot[0] - pose.x) * c + (spot[1] - pose.y) * s

    sign = 1 if beside(0) > 0 else -1
    turn = sign * greatest_where(most, lambda angle: sign * beside(sign * angle) >= 0)
    return WheeledMove(turn, max(0, ahead_by(pose_after(start, corners, WheeledMove(turn, 0)), spot)))


def ahead_by(pose: Pose, spot: Spot) -> int:
    """The units by which a point is ahead of a front edge; negative if it is behind."""
    s, c = sine(pose.angle), sine(pose.angle + FULL_TURN // 4)
    return rounded((spot[0] - pose.x) * s - (spot[1] - pose.y) * c, SINE_SCALE)


def beside_by(pose: Pose, spot: Spot) -> int:
    """The units by which a point is to the right of the line ahead from the middle of a front edge; negative to the
    left."""
    s, c = sine(pose.angle), sine(pose.angle + FULL_TURN // 4)
    return rounded((spot[0] - pose.x) * c + (spot[1] - pose.y) * s, SINE_SCALE)


def sides(one: PlacedBase) -> tuple[Edge, Edge, Edge, Edge]:
    """The edges of a base: front, right flank, rear and left flank, each clockwise."""
    a, b, c, d = one.corners
    return (a, b), (b, c), (c, d), (d, a)


def lined_up(base: Base, target: PlacedBase, edge: int) -> Pose:
    """The pose of a base whose front edge is flush with an edge of another base: at front and rear middle to middle, on
    a flank with its corner at the other's front corner.

    :param edge: the index in ``sides``.
    """
    angle = (target.pose.angle + FULL_TURN // 2 + edge * (FULL_TURN // 4)) % FULL_TURN
    (ax, ay), (bx, by) = sides(target)[edge]
    if edge % 2 == 0:
        middle = moved_ahead(target.pose, -target.base.depth if edge else 0)
        return middle._replace(angle=angle)
    width = base.width * (1 if edge == 3 else -1)
    s, c = sine(angle), sine(angle + FULL_TURN // 4)
    x, y = (bx, by) if edge == 3 else (ax, ay)
    return Pose(x + rounded(width * c, 2 * SINE_SCALE), y + rounded(width * s, 2 * SINE_SCALE), angle)


def contact(base: PlacedBase, target: PlacedBase) -> tuple[int, int] | None:
    """The edge of another base with which a base's front edge is flush, as an index in ``sides``, and the shared length
    in units; None if there is none. Corners that merely touch do not count."""
    turn = (base.pose.angle - target.pose.angle - FULL_TURN // 2) % FULL_TURN
    edge, remainder = divmod(turn, FULL_TURN // 4)
    if remainder:
        return None
    (fx, fy), (gx, gy) = base.corners[:2]
    a, b = sides(target)[edge]
    length = distance(a, b)
    if any(abs(side(a, b, spot)) > TOUCH_TOLERANCE * length for spot in ((fx, fy), (gx, gy))):
        return None
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = sorted(((x - a[0]) * dx + (y - a[1]) * dy) // max(1, length) for x, y in ((fx, fy), (gx, gy)))
    shared = min(length, along[1]) - max(0, along[0])
    return (edge, shared) if shared > MIN_SHARED_LENGTH else None


def overlapping(one: Outline, other: Outline) -> bool:
    """Whether two convex outlines overlap by more than rounding."""
    return overlap(one, other) > TOUCH_TOLERANCE


def swept(start: Outline, end: Outline) -> Outline:
    """The ground between two outlines: the smallest convex outline that contains both, clockwise. For a move straight
    ahead or back it is exactly the ground covered."""
    return hull((*start, *end))


def path_meets(start: Outline, end: Outline, corners: tuple[Spot, Spot], move: WheeledMove,
               meets: Callable[[Outline], bool]) -> bool:
    """Whether an outline meets something in a move; something up to one unit away may count, too.

    :param start: the outline before the move, and ``end`` the outline after it.
    :param corners: the ``pivots`` of its body.
    :param meets: whether a convex outline meets it; true for an outline must mean true for every larger one around it.
    """
    pivot, sign = corners[move.turn > 0], 1 if move.turn > 0 else -1

    def outline_at(angle: int) -> Outline:
        return tuple(rotated(spot, pivot, sign * angle) for spot in start)

    def wheels_over(low: int, high: int) -> bool:
        """Whether it meets something between two angles of the wheel, by bisection."""
        if not meets(wheel_ground(outline_at(low), outline_at(high), pivot, high - low)):
            return False
        if high - low <= 1 or meets(outline_at(low)) or meets(outline_at(high)):
            return True
        middle = (low + high) // 2
        return wheels_over(low, middle) or wheels_over(middle, high)

    if not move.turn:
        return meets(swept(start, end))
    return wheels_over(0, abs(move.turn)) or (move.ahead > 0 and meets(swept(outline_at(abs(move.turn)), end)))


def wheel_ground(start: Outline, end: Outline, pivot: Spot, angle: int) -> Outline:
    """A convex outline that contains all ground covered in a wheel of less than half a turn: each corner's arc lies
    between its chord and the tangents at the ends of the arc, which intersect in a point."""
    denominator = SINE_SCALE + sine(angle + FULL_TURN // 4)
    x, y = pivot
    tips = ((x + rounded((ax + bx - 2 * x) * SINE_SCALE, denominator),
             y + rounded((ay + by - 2 * y) * SINE_SCALE, denominator))
            for (ax, ay), (bx, by) in zip(start, end, strict=True))
    return hull((*start, *end, *tips))


def hull(spots: Iterable[Spot]) -> Outline:
    """The convex hull of some points."""
    corners = sorted(set(spots))

    def half(order: Iterable[Spot]) -> list[Spot]:
        line: list[Spot] = []
        for spot in order:
            while len(line) > 1 and side(line[-2], line[-1], spot) <= 0:
                line.pop()
            line.append(spot)
        return line

    return (*half(corners)[:-1], *half(reversed(corners))[:-1])


def largest_wheel(body: Sequence[PlacedBase], units: int, most: int = 90 * DEGREE) -> int:
    """The largest angle through which a body can wheel if its outer corner may move a number of units.

    :param most: the largest angle to consider.
    """
    return greatest_where(most, lambda angle: wheel_length(body, angle) <= units)
