"""Columns: which base follows which, and the poses of the bases behind a leader (14.6.5, rulings 39 and 40)."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.manoeuvre import Standing, ahead, ahead_by, bearing, beside_by
from game.board.measuring import Base, distance, rounded, sine
from game.core.pose import BASE, DEGREE, TURN, Pose, Spot
from game.rules.renaissance.engine.bases import turned_by
from game.rules.renaissance.engine.ground import TOUCH, front_and_rear
from game.rules.renaissance.engine.words import MU

BEND = 45 * DEGREE
"""The most that a base in column is turned against the one ahead (ruling 40)."""
BACK = 4 * BASE
"""Units, for each base, that the course of a column goes on straight back where its last base was."""


def follows(ahead_of: Standing, mate: Standing) -> bool:
    """Whether a base follows another in column: the middle of its front edge within 1 MU of the rear edge ahead, its
    facing at most 45 degrees off (ruling 40)."""
    right, forward = beside_by(ahead_of.pose, mate.pose.spot), ahead_by(ahead_of.pose, mate.pose.spot)
    across = max(0, abs(right) - ahead_of.base.width // 2)
    down = forward + ahead_of.base.depth
    turn = turned_by(ahead_of.pose, mate.pose)
    return across * across + down * down <= MU * MU and abs(turn) <= BEND


def trail(leader: Sequence[Pose], rest: Sequence[Standing], base: Base) -> tuple[Pose, ...]:
    """The poses of the bases behind a leader in column: each turns where the leader turned (ruling 40).

    :param leader: the leader's poses: where it was, then after each leg.
    :param rest: the others as they are now, in their order.
    :param base: the leader's base.
    """
    course, last = [pose.spot for pose in reversed(leader)], Standing(base, leader[0])
    for one in rest:
        if not follows(last, one):
            break
        course.append(one.pose.spot)
        last = one
    course.append(ahead(last.pose, -BACK * len(rest)).spot)
    ahead_of, long = Standing(base, leader[-1]), 0
    found = []
    for one in rest:
        long += ahead_of.base.depth
        angle = _along(course, ahead_of, long + BASE)
        _, rear = front_and_rear(ahead_of.base, ahead_of.pose)
        turn = angle - ahead_of.pose.angle
        back = -(-abs(sine(turn)) * one.base.width // (2 * sine(turn + TURN // 4)))
        ahead_of = Standing(one.base, ahead(Pose(*rear, angle), -back))
        found.append(ahead_of.pose)
    return tuple(found)


def _along(course: Sequence[Spot], ahead_of: Standing, wanted: int) -> int:
    """The facing of a follower behind a base: from the point so far along the course, at most 45 degrees off the one
    ahead; a turn of less than a degree is left out."""
    pose = ahead_of.pose
    _, rear = front_and_rear(ahead_of.base, pose)
    gone, here = 0, course[0]
    for spot in course[1:]:
        long = distance(here, spot)
        if long and gone + long >= wanted:
            point = (here[0] + rounded((spot[0] - here[0]) * (wanted - gone), long),
                     here[1] + rounded((spot[1] - here[1]) * (wanted - gone), long))
            turn = bearing(facing_of(point, rear) - pose.angle) if distance(point, rear) > TOUCH else 0
            limited = min(BEND, abs(turn)) if abs(turn) > DEGREE else 0
            return (pose.angle + (limited if turn > 0 else -limited)) % TURN
        gone, here = gone + long, spot
    return pose.angle


def facing_of(start: Spot, end: Spot) -> int:
    """The angle of the direction from one point to another, to the next sixtieth of a degree.

    Found by halving, with the exact sine, so that it is the same on every machine.

    :raises ValueError: for equal points.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    if not (dx or dy):
        raise ValueError("equal points have no direction")
    quarter = 0
    while not (dx >= 0 and dy < 0):  # turn the direction into the first quarter: north up to, not including, east
        dx, dy = dy, -dx
        quarter += 1
    low, high = 0, TURN // 4
    while high - low > 1:
        middle = (low + high) // 2
        if dx * sine(middle + TURN // 4) + dy * sine(middle) >= 0:
            low = middle
        else:
            high = middle
    off_low = abs(dx * sine(low + TURN // 4) + dy * sine(low))
    off_high = abs(dx * sine(high + TURN // 4) + dy * sine(high))
    return ((low if off_low <= off_high else high) + quarter * (TURN // 4)) % TURN
