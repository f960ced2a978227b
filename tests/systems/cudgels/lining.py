"""Lining up with an enemy's edge (3.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.board.manoeuvre import PlacedBase, ahead_by, beside_by, lined_up, nearly_equal, normalised_angle, sides
from game.board.measuring import distance, gap, side
from game.core.pose import BASE, DEGREE, Pose, Spot

from .state import State

SNAP, LOOK = 300, 30 * DEGREE
"""The largest distance and angle between a front edge and an enemy's edge at which the base is lined up with it
(3.5)."""
DEEP = 700
"""How far a hand may push a base into the enemy with which it is lined up."""
MOST = 90 * DEGREE


class Target(NamedTuple):
    """An enemy's edge, and the pose that is lined up with it."""

    enemy: int
    edge: int
    pose: Pose
    ends: tuple[Spot, Spot]


def edges(state: State, base: PlacedBase, pose: Pose) -> Iterator[Target]:
    """The enemy edges near a pose with the poses that are lined up with them."""
    for index in state.bases_of(1 - state.seat):
        other = state.placed_bases[index]
        assert other is not None
        if distance(other.pose.spot, pose.spot) <= 3 * BASE:
            for edge, ends in enumerate(sides(other)):
                yield Target(index, edge, lined_up(base.base, other, edge), ends)


def target_of(state: State, pose: Pose, base: PlacedBase) -> Target | None:
    """The enemy's edge with which a pose is lined up, within a unit; None if there is none."""
    found = [one for one in edges(state, base, pose) if nearly_equal(one.pose, pose)]
    return min(found, key=lambda one: distance(one.pose.spot, pose.spot), default=None)


def targets(state: State, base: PlacedBase, pose: Pose) -> Iterator[Target]:
    """The enemy's edges with which a base at a pose must be lined up, the nearest first (3.5)."""
    corners, found = base.base.corners(pose), []
    left, right = (beside_by(pose, spot) for spot in corners[:2])
    for one in edges(state, base, pose):
        if one.pose == pose:
            return
        if abs(normalised_angle(one.pose.angle - pose.angle)) > LOOK:
            continue
        across = sorted(beside_by(pose, spot) for spot in one.ends)
        forward = min(ahead_by(pose, spot) for spot in one.ends)
        outline = state.outlines[one.enemy]
        assert outline is not None
        if min(right, across[1]) - max(left, across[0]) > 20 and forward >= -DEEP and gap(corners, outline) <= SNAP:
            found.append((distance(one.pose.spot, pose.spot), one))
    yield from (one for _, one in sorted(found))


def lies_ahead(base: PlacedBase, target: Target) -> bool:
    """Whether an edge lies ahead of a base that is to be lined up with it: no corner of it behind the edge's line."""
    a, b = target.ends
    outside = all(side(a, b, spot) <= 0 for spot in base.corners)
    return outside and abs(normalised_angle(target.pose.angle - base.pose.angle)) <= MOST and (
        ahead_by(base.pose, a) > 0 or ahead_by(base.pose, b) > 0)
