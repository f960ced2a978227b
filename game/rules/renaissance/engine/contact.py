"""Coming into contact: conforming, the enemy who conforms instead, and turning to face (14.7)."""

from __future__ import annotations

from typing import NamedTuple

from game.board.manoeuvre import Standing, ahead_by, beside_by, lined_up
from game.board.measuring import FINE, Outline, gap, rounded, sine
from game.core.pose import DEGREE, TURN, Pose, Spot
from game.rules.renaissance.engine.bases import (
    ALIGNED,
    FL,
    FR,
    SIDES,
    Side,
    clash,
    fronts_on,
    meeting,
    met,
    near,
    opponent,
    side_touched,
    turned_by,
)
from game.rules.renaissance.engine.ground import TOUCH
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import MU

SLIDE = MU
"""Units that a base may slide to conform."""
PIVOT = 45 * DEGREE
"""The most that a base may turn to conform."""
INNER = 5 * TOUCH
"""Units left out at both ends of a front edge when its interior is meant."""


class Conformed(NamedTuple):
    """How a base and an enemy come into legal contact."""

    enemy: int
    side: Side
    pose: Pose
    """The mover's."""
    enemy_pose: Pose
    """The enemy's; unchanged unless the enemy conformed."""


def at(pose: Pose, right: int, forward: int) -> Spot:
    """The point so many units to the right of a pose's point and so many ahead of it."""
    s, c = sine(pose.angle), sine(pose.angle + TURN // 4)
    return (pose.x + rounded(right * c + forward * s, FINE), pose.y + rounded(right * s - forward * c, FINE))


def front_on(one: Standing, other: Standing) -> bool:
    """Whether a base's front edge touches another base along more than a corner.

    Front corner to corner, as in overlap, is no front contact. A front corner on the middle of an edge is.
    """
    theirs = other.corners
    if not near(one.corners, theirs):
        return False
    left, right = one.corners[FL], one.corners[FR]
    if gap((left, right), theirs) > TOUCH:
        return False
    inner = at(one.pose, INNER - one.base.width // 2, 0), at(one.pose, one.base.width // 2 - INNER, 0)
    if gap(inner, theirs) <= TOUCH:
        return True
    square = (turned_by(one.pose, other.pose) + ALIGNED) % (TURN // 4) <= 2 * ALIGNED
    return not square and not any(met(corner, spot) for corner in (left, right) for spot in theirs)


def touched_at(one: Standing, other: Outline) -> Spot:
    """The point at which a front edge touches an outline: a corner of the one or of the other."""
    left, right = one.corners[FL], one.corners[FR]
    spots = [(gap((corner,), other), n, corner) for n, corner in enumerate((left, right))]
    spots += [(gap((corner,), (left, right)), n + 2, corner) for n, corner in enumerate(other)]
    return min(spots)[2]


def conform(state: State, slot: int, pose: Pose, enemy: int, blocked: tuple[int, ...] = ()) -> Conformed | None:
    """How a base that ends with its front on an enemy comes into legal contact; None if neither can conform.

    :param pose: where the mover touches.
    :param blocked: the bases that move together with it, which are not in the way.
    """
    base, other = state.element(slot).base, state.standing(enemy)
    one = Standing(base, pose)
    aligned = side_touched(one, other)
    if aligned is not None:
        return Conformed(enemy, aligned, pose, other.pose)
    spot = touched_at(one, other.corners)
    ways = []
    for n, side in enumerate(SIDES):
        wanted = lined_up(base, other, n)
        turn = turned_by(pose, wanted)
        if abs(turn) <= PIVOT and _slides(pose, wanted, spot):
            ways.append((abs(turn), n, side, wanted))
    for _, _, side, wanted in sorted(ways):
        if _free(state, base.corners(wanted), {slot, *blocked}):
            return Conformed(enemy, side, wanted, other.pose)
    if fronts_on(state, enemy) or opponent(state, enemy) is not None:
        return None
    for _, n, side, wanted in sorted(ways):
        moved = enemy_lined_up(one, other, n)
        del wanted
        if _slides(other.pose, moved, spot) and abs(turned_by(other.pose, moved)) <= PIVOT and _free(
                state, other.base.corners(moved), {enemy, slot, *blocked}) and _free(
                state, base.corners(pose), {enemy, slot, *blocked}):
            return Conformed(enemy, side, pose, moved)
    return None


def _slides(pose: Pose, wanted: Pose, spot: Spot) -> bool:
    """Whether a base that pivots about a point of its front edge comes to a pose by a slide of at most 1 MU."""
    across = beside_by(pose, spot)
    after = Pose(*spot, wanted.angle)
    start = at(after, -across, -ahead_by(pose, spot))
    return abs(beside_by(wanted, start)) <= SLIDE + TOUCH and abs(ahead_by(wanted, start)) <= 2 * TOUCH


def enemy_lined_up(one: Standing, other: Standing, edge: int) -> Pose:
    """The pose of an enemy at which a base's front edge lies on one of its edges, corners meeting.

    :param edge: 0 front, 1 right, 2 rear, 3 left.
    """
    angle = (one.pose.angle - TURN // 2 - edge * (TURN // 4)) % TURN
    if edge == 0:
        return Pose(one.pose.x, one.pose.y, angle)
    if edge == 2:
        return Pose(*at(one.pose, 0, other.base.depth), angle)
    corner = one.corners[FL] if edge == 3 else one.corners[FR]
    half = other.base.width // 2
    return Pose(*at(Pose(*corner, angle), half if edge == 3 else -half, 0), angle)


def _free(state: State, outline: Outline, but: set[int]) -> bool:
    """Whether a base may stand somewhere: on the table, clear of bases, camps and water."""
    if not state.ground.board.on_table(outline) or state.ground.impassable(outline):
        return False
    if next(meeting(state, outline, but), None) is not None:
        return False
    return not any(camp is not None and clash(outline, camp.outline) for camp in state.camps)


def facing_pose(state: State, slot: int, enemy: int) -> Pose:
    """The pose of a base that has turned to face an enemy whose front lies on its flank or rear: front to front, corners
    meeting, by the least move."""
    return lined_up(state.element(slot).base, state.standing(enemy), 0)


def can_face(state: State, slot: int, enemy: int) -> bool:
    """Whether there is room for a base to turn to face an enemy."""
    return _free(state, state.element(slot).base.corners(facing_pose(state, slot, enemy)), {slot})

