"""Ways over the table: what a leg or a wheel takes, the ground it goes over, and what is in its way (14.6).

A leg of a single base brings the middle of its front edge straight to a pose; turning needs no room. A step of a group
is straight ahead or a wheel on a front corner of its front rank; its members keep their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from game.board.manoeuvre import Standing, ahead, ahead_by, beside_by, pivots, swept, wheeled
from game.board.measuring import Base, Outline, distance, moved, rounded, sine
from game.core.pose import BASE, DEGREE, Pose, Spot
from game.rules.renaissance.engine.actions import Step
from game.rules.renaissance.engine.angles import facing_of, limited
from game.rules.renaissance.engine.bases import attached_to, behind, meeting, opposite, same_facing
from game.rules.renaissance.engine.ground import front_and_rear
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import MU, passes

ROAD_STEP = MU // 4
"""Units between the points at which a leg along a road is held against the road."""


class Leg(NamedTuple):
    """A part of a way, worked out for every base that goes it."""

    ends: tuple[Pose, ...]
    """The poses after it, in the order of the movers."""
    cost: int
    """Units that it takes."""
    over: tuple[tuple[int, Outline], ...]
    """The ground gone over, as convex outlines, each with the number of its mover."""
    straight: bool
    """Whether it goes straight ahead, facing kept."""


def single_leg(base: Base, start: Pose, end: Pose) -> Leg:
    """A leg of one base."""
    keeps = start.angle == end.angle and beside_by(start, end.spot) == 0 and ahead_by(start, end.spot) >= 0
    outline = corridor(start.spot, end, base.width)
    return Leg((end,), moved(base, start, end), ((0, outline),) if outline else (), keeps)


def corridor(start: Spot, end: Pose, width: int) -> Outline:
    """The strip, as wide as a front, that the middle of a front edge goes along to a pose.

    Of a way towards the front it ends at the front edge of the pose, so that a base may turn its front to what it comes
    to. Empty for no way.
    """
    long = distance(start, end.spot)
    if not long:
        return ()
    dx, dy = end.x - start[0], end.y - start[1]
    px, py = rounded(-dy * width, 2 * long), rounded(dx * width, 2 * long)
    strip = ((end.x - px, end.y - py), (end.x + px, end.y + py), (start[0] + px, start[1] + py),
             (start[0] - px, start[1] - py))
    return _behind(strip, end) if ahead_by(end, start) < 0 else strip


def _behind(outline: Outline, pose: Pose) -> Outline:
    """The part of a convex outline that lies behind the line of a front edge."""
    found: list[Spot] = []
    for n, spot in enumerate(outline):
        before = outline[n - 1]
        a, b = ahead_by(pose, before), ahead_by(pose, spot)
        if (a > 0) != (b > 0):
            found.append((before[0] + rounded((spot[0] - before[0]) * a, a - b),
                          before[1] + rounded((spot[1] - before[1]) * a, a - b)))
        if b <= 0:
            found.append(spot)
    return tuple(dict.fromkeys(found))


def group_leg(body: Sequence[Standing], step: Step) -> Leg:
    """A step of a group that faces one way."""
    if step.kind == "ahead":
        ends = tuple(ahead(one.pose, step.amount) for one in body)
        over = tuple((n, swept(one.corners, one.base.corners(end)))
                     for n, (one, end) in enumerate(zip(body, ends, strict=True)))
        return Leg(ends, step.amount, over, True)
    left, right = pivots(front_rank(body))
    pivot, turn = (left, -step.amount) if step.kind == "left" else (right, step.amount)
    ends = tuple(wheeled(one.pose, pivot, turn) for one in body)
    return Leg(ends, wheel_cost(distance(left, right), step.amount), tuple(_wheeled_over(body, pivot, turn)), False)


def front_rank(body: Sequence[Standing]) -> tuple[Standing, ...]:
    """The bases of a group that stand behind none of it."""
    return tuple(one for one in body if not any(behind(mate, one) for mate in body))


def wheel_cost(frontage: int, angle: int) -> int:
    """Units that a wheel takes: the path of the outer front corner, rounded up (ruling on wheels)."""
    return -(-frontage * angle * 710 // (113 * 21600))


def _wheeled_over(body: Sequence[Standing], pivot: Spot, turn: int) -> Iterator[tuple[int, Outline]]:
    """The places of every base at each whole degree of a wheel and at its end."""
    sign = 1 if turn > 0 else -1
    angles = [*range(DEGREE, abs(turn), DEGREE), abs(turn)]
    for n, one in enumerate(body):
        for angle in angles:
            yield n, one.base.corners(wheeled(one.pose, pivot, sign * angle))


def trail(leader: Sequence[Pose], rest: Sequence[Standing], base: Base, bases: Sequence[Base]) -> tuple[Pose, ...]:
    """The poses of those who follow a leader in column: each turns where the leader turned (ruling on columns).

    :param leader: the leader's poses: where it stood, then after each leg.
    :param rest: the others as they stand, in their order.
    :param base: the leader's base; ``bases`` those of the others.
    """
    course = [pose.spot for pose in reversed(leader)] + [one.pose.spot for one in rest]
    ahead_of, ahead_base = leader[-1], base
    found = []
    for own in bases:
        angle = _along(course, ahead_of, ahead_base)
        _, rear = front_and_rear(ahead_base, ahead_of)
        bend = rounded(abs(sine(angle - ahead_of.angle)) * own.width, 2 * 10**12)
        pose = ahead(Pose(*rear, angle), -bend)
        found.append(pose)
        ahead_of, ahead_base = pose, own
    return tuple(found)


def _along(course: Sequence[Spot], pose: Pose, base: Base) -> int:
    """The facing of a follower behind a base: along the course, at most 45 degrees off the one ahead."""
    _, rear = front_and_rear(base, pose)
    gone = 0
    wanted = base.depth + BASE
    here = course[0]
    for spot in course[1:]:
        long = distance(here, spot)
        if long and gone + long >= wanted:
            point = (here[0] + rounded((spot[0] - here[0]) * (wanted - gone), long),
                     here[1] + rounded((spot[1] - here[1]) * (wanted - gone), long))
            return limited(facing_of(point, rear), pose.angle, 45 * DEGREE) if point != rear else pose.angle
        gone, here = gone + long, spot
    return pose.angle


def in_the_way(state: State, slot: int, facing: Pose, outline: Outline, but: Iterable[int] = (), *,
               recoiling: bool = False) -> int | None:
    """The first base that bars some ground to a base; a friend that it may pass through bars it not (13).

    :param facing: the pose that says which way the base faces there.
    """
    for other in meeting(state, outline, {slot, *but}):
        if not may_pass(state, slot, facing, other, recoiling=recoiling):
            return other
    return None


def may_pass(state: State, slot: int, facing: Pose, other: int, *, recoiling: bool = False) -> bool:
    """Whether a base may pass through another: a friend, by the table, facing the same way or, unless it recoils, the
    opposite way (13). Nobody passes an attached general."""
    one, mate = state.roster[slot], state.roster[other]
    if one.seat != mate.seat or attached_to(state, other) is not None:
        return False
    if passes(one.kind, mate.kind, recoiling=recoiling) is None:
        return False
    pose = state.standing(other).pose
    return same_facing(facing, pose) or (not recoiling and opposite(facing, pose))


def on_road(state: State, base: Base, start: Pose, end: Pose) -> bool:
    """Whether a leg keeps to a road: at its ends, and between them every ``ROAD_STEP`` for the middle of the front."""
    ground = state.ground
    if not all(ground.on_road(*front_and_rear(base, pose)) for pose in (start, end)):
        return False
    long = distance(start.spot, end.spot)
    spots = ((start.x + rounded((end.x - start.x) * k, long), start.y + rounded((end.y - start.y) * k, long))
             for k in range(ROAD_STEP, long, ROAD_STEP))
    return all(ground.on_road(spot, spot) for spot in spots)
