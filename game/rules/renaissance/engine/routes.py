"""Routes over the table: cost and ground of legs and wheels, passing through friends, columns (14.6). In a leg of a
single base the middle of its front edge moves in a straight line; turning on the way needs no room. A step of a group
is straight, or a wheel on a front corner of its front rank. The members of a group keep their places relative to its
first base, whose pose alone is computed, so that no gap opens by rounding (ruling 37)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from game.board.manoeuvre import (
    PlacedBase,
    ahead_by,
    beside_by,
    facing_of,
    moved_ahead,
    normalised_angle,
    pivots,
    point_at,
    swept,
    wheeled,
)
from game.board.measuring import SINE_SCALE, Base, Box, Outline, box_of, distance, distance_moved, rounded, sine
from game.core.indices import Slot
from game.core.pose import BASE, DEGREE, FULL_TURN, Pose, Spot
from game.rules.renaissance.engine.actions import Step, StepKind
from game.rules.renaissance.engine.bases import attached_to, neighbours, opposite_facing, same_facing, turned_by
from game.rules.renaissance.engine.ground import TOUCH_TOLERANCE, front_and_rear
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.tables import passing_row
from game.rules.renaissance.engine.words import MU

ROAD_STEP = MU // 4
"""Distance in units between the points at which a leg along a road is compared with the road (ruling 42)."""
SIDEWAYS = ("shift-left", "shift-right")
"""Sideways steps of a group."""
MAX_BEND = 45 * DEGREE
"""The largest turn of a base in column relative to the one ahead (ruling 40)."""
COURSE_BACK = 4 * BASE
"""Units, for each follower, by which the course of a column is extended straight back from its last base; more than a
base is deep, so that the course never ends too early."""
PI = (355, 113)
"""The number pi as a fraction, too large by less than a millionth."""
MoverGround = tuple[int, Outline]
"""Convex ground covered, with the index of the mover."""


class MoveLeg(NamedTuple):
    """A leg of a move, computed for every base that moves."""

    ends: tuple[Pose, ...]
    """The poses after the leg, in the order of the movers."""
    cost: int
    """Cost in units (14.6.1, ruling 35)."""
    straight: bool
    """Whether it is straight ahead with unchanged facing."""
    box: Box
    """Bounding box of all ground covered, final poses included."""
    ground: Callable[[], Iterable[MoverGround]]
    """Returns the ground covered."""


def box_around(boxes: Iterable[Box]) -> Box:
    """The bounding box of some boxes."""
    left, right, top, bottom = zip(*boxes, strict=True)
    return min(left), max(right), min(top), max(bottom)


def single_leg(base: Base, start: Pose, end: Pose, *, last: bool = True) -> MoveLeg:
    """A leg of one base. It covers the ground of the whole base if it keeps its facing, and else a corridor (ruling
    36).

    :param last: whether it ends the move; if not, the base at its end is part of the ground covered.
    """
    start_outline, end_outline, distance_ahead = base.corners(start), base.corners(end), ahead_by(start, end.spot)
    in_line = abs(beside_by(start, end.spot)) <= TOUCH_TOLERANCE
    if not same_facing(start, end):
        outlines: tuple[Outline, ...] = (corridor(start.spot, end, base.width), () if last else end_outline)
    elif in_line:
        front, rear = (end_outline, start_outline) if distance_ahead >= 0 else (start_outline, end_outline)
        outlines = ((*front[:2], *rear[2:]),)  # front corners of the foremost outline, rear corners of the hindmost
    else:
        outlines = (swept(start_outline, end_outline),)
    straight = start.angle == end.angle and in_line and distance_ahead >= 0
    ground = tuple((0, outline) for outline in outlines if outline)
    box = box_of((*end_outline, *(spot for outline in outlines for spot in outline)))
    return MoveLeg((end,), distance_moved(base, start, end), straight, box, lambda: ground)


def corridor(start: Spot, end: Pose, width: int) -> Outline:
    """The strip, as wide as a front, along which the middle of a front edge moves to a pose. It does not reach beyond
    the line of the front edge at the end pose, or of a backward move at its start, so that a base may turn its front to
    what it contacts (ruling 36). Empty for no movement."""
    length = distance(start, end.spot)
    if not length:
        return ()
    dx, dy = end.x - start[0], end.y - start[1]
    px, py = rounded(-dy * width, 2 * length), rounded(dx * width, 2 * length)
    strip = ((end.x - px, end.y - py), (end.x + px, end.y + py), (start[0] + px, start[1] + py),
             (start[0] - px, start[1] - py))
    return _part_behind(strip, end if ahead_by(end, start) < 0 else Pose(*start, end.angle))


def _part_behind(outline: Outline, pose: Pose) -> Outline:
    """The part of a convex outline behind the line of a front edge."""
    points: list[Spot] = []
    distances = [ahead_by(pose, spot) for spot in outline]
    for n, spot in enumerate(outline):
        if (distances[n - 1] > 0) != (distances[n] > 0):
            inner, outer = (n - 1, n) if distances[n - 1] <= 0 else (n, n - 1)
            (x, y), (ox, oy) = outline[inner], outline[outer]
            share, whole = -distances[inner], distances[outer] - distances[inner]
            points.append((x + rounded((ox - x) * share, whole), y + rounded((oy - y) * share, whole)))
        if distances[n] <= 0:
            points.append(spot)
    return tuple(dict.fromkeys(points))


def formation(state: RenaissanceState, slots: Sequence[Slot]) -> tuple[Spot, ...] | None:
    """The places of a group's bases relative to its first base: units to the right, and ahead. None if they are not one
    group."""
    key = ("formation", *slots)
    if key not in state.memo:
        places: dict[Slot, Spot] = {slots[0]: (0, 0)}
        placed_slots = [slots[0]]
        for slot in placed_slots:  # breadth-first: the list grows as each base adds the bases it touches
            right, forward = places[slot]
            for relation, mate in neighbours(state, slot).items():
                if mate in slots and mate not in places:
                    placed_slots.append(mate)
                    places[mate] = {
                        "left": (right - BASE, forward), "right": (right + BASE, forward),
                        "behind": (right, forward - state.element(slot).depth),
                        "ahead": (right, forward + state.element(mate).depth)}[relation]
        state.memo[key] = tuple(places[slot] for slot in slots) if len(places) == len(slots) else None
    group_places: tuple[Spot, ...] | None = state.memo[key]
    return group_places


def group_poses(anchor: Pose, places: Sequence[Spot]) -> tuple[Pose, ...]:
    """The poses of a group's bases when the first is at ``anchor``."""
    return tuple(Pose(*point_at(anchor, *place), anchor.angle) if place != (0, 0) else anchor for place in places)


def group_leg(bases: Sequence[Base], places: Sequence[Spot], anchor: Pose, step: Step) -> MoveLeg:
    """A step of a group whose first base is at ``anchor``."""
    if step.kind in ("left", "right"):
        return _wheel_leg(bases, places, anchor, step)
    right, forward = {"ahead": (0, 1), "back": (0, -1), "shift-left": (-1, 0), "shift-right": (1, 0)}[step.kind]
    end = Pose(*point_at(anchor, right * step.amount, forward * step.amount), anchor.angle)
    before, ends = group_poses(anchor, places), group_poses(end, places)
    corners = [(base.corners(a), base.corners(b)) for base, a, b in zip(bases, before, ends, strict=True)]
    box = box_of(tuple(spot for pair in corners for outline in pair for spot in outline))

    @cache
    def ground() -> tuple[MoverGround, ...]:
        return tuple((n, swept(*pair)) for n, pair in enumerate(corners))

    return MoveLeg(ends, step.amount, step.kind == "ahead", box, ground)


def _wheel_leg(bases: Sequence[Base], places: Sequence[Spot], anchor: Pose, step: Step) -> MoveLeg:
    """A wheel. The ground covered is that of the bases at each whole degree and at the end."""
    before = group_poses(anchor, places)
    front = front_rank([PlacedBase(base, pose) for base, pose in zip(bases, before, strict=True)])
    left, right = pivots(front)
    pivot, sign = (left, -1) if step.kind == "left" else (right, 1)
    ends = group_poses(wheeled(anchor, pivot, sign * step.amount), places)
    corners = [spot for base, a, b in zip(bases, before, ends, strict=True)
               for spot in (*base.corners(a), *base.corners(b))]
    radius = max(distance(pivot, spot) for spot in corners)
    # a corner's path, an arc, goes beyond its two ends by at most the height of the arc
    cosine_of_half = sine(step.amount // 2 + FULL_TURN // 4)
    bulge = radius - radius * cosine_of_half // SINE_SCALE + 1 if step.amount < FULL_TURN // 2 else 2 * radius

    @cache
    def ground() -> tuple[MoverGround, ...]:
        angles = (*range(DEGREE, step.amount, DEGREE), step.amount)
        return tuple((n, base.corners(pose)) for angle in angles for n, (base, pose) in enumerate(
            zip(bases, group_poses(wheeled(anchor, pivot, sign * angle), places), strict=True)))

    cost = wheel_cost(wheel_radius(places, step.kind), step.amount)
    return MoveLeg(ends, cost, False, box_of(tuple(corners), bulge), ground)


def front_rank(group: Sequence[PlacedBase]) -> tuple[PlacedBase, ...]:
    """The foremost base of each file of a group."""
    pose = group[0].pose
    files = {rounded(beside_by(pose, base.pose.spot), BASE): base
             for base in sorted(group, key=lambda base: ahead_by(pose, base.pose.spot))}
    return tuple(files.values())


def wheel_radius(places: Sequence[Spot], kind: StepKind) -> int:
    """The distance in units from the front corner about which a group wheels to the farthest front corner of its
    foremost bases: the frontage, or more if they are not level (ruling 37).

    :param places: the places of its bases (``formation``).
    :param kind: to which side it wheels.
    """
    front: dict[int, int] = {}
    for right, forward in places:
        front[right] = max(forward, front.get(right, forward))
    half, inner = BASE // 2, min(front) if kind == "left" else max(front)
    pivot = inner - half if kind == "left" else inner + half, front[inner]
    return max(distance(pivot, (right + side, forward)) for right, forward in front.items() for side in (-half, half))


def wheel_cost(radius: int, angle: int) -> int:
    """Cost of a wheel in units: the path of the outer front corner, rounded up (ruling 37).

    :param radius: the distance of that corner from the one about which the group wheels (``wheel_radius``).
    :param angle: in sixtieths of a degree.
    """
    numerator, denominator = PI
    return -(-2 * numerator * radius * angle // (denominator * FULL_TURN))


def may_pass(state: RenaissanceState, slot: Slot, pose: Pose, other: Slot, *, recoiling: bool = False) -> bool:
    """Whether a base may pass through another: a friend, by the table, that faces the same way or, unless the base
    recoils, the opposite way (13).

    :param pose: the pose of the base while it passes.
    """
    other_pose = state.placed_base(other).pose
    return passes_by_table(state, slot, other, recoiling=recoiling) and (
        same_facing(pose, other_pose) or (not recoiling and opposite_facing(pose, other_pose)))


def passes_by_table(state: RenaissanceState, slot: Slot, other: Slot, *, recoiling: bool = False) -> bool:
    """Whether the table lets a base pass through another, a friend, whatever their facings (13.1 to 13.6). No base may
    pass an attached general (ruling 23)."""
    base, friend = state.roster[slot], state.roster[other]
    return (base.seat == friend.seat and attached_to(state, other) is None
            and passing_row(base.kind, friend.kind, recoiling=recoiling) is not None)


def on_road(state: RenaissanceState, base: Base, start: Pose, end: Pose) -> bool:
    """Whether a leg keeps to a road: at both ends, and every ``ROAD_STEP`` in between for the middle of the front."""
    ground = state.ground
    if not all(ground.on_road(*front_and_rear(base, pose)) for pose in (start, end)):
        return False
    length = distance(start.spot, end.spot)
    spots = ((start.x + rounded((end.x - start.x) * k, length), start.y + rounded((end.y - start.y) * k, length))
             for k in range(ROAD_STEP, length, ROAD_STEP))
    return all(ground.on_road(spot, spot) for spot in spots)


def follows(base_ahead: PlacedBase, follower: PlacedBase) -> bool:
    """Whether a base follows the one ahead of it in column: the middle of its front edge is within 1 MU of the rear
    edge ahead, and its facing at most 45 degrees off (ruling 40)."""
    right, forward = beside_by(base_ahead.pose, follower.pose.spot), ahead_by(base_ahead.pose, follower.pose.spot)
    sideways_gap = max(0, abs(right) - base_ahead.base.width // 2)
    gap_behind = -(forward + base_ahead.base.depth)
    turn = turned_by(base_ahead.pose, follower.pose)
    return sideways_gap * sideways_gap + gap_behind * gap_behind <= MU * MU and abs(turn) <= MAX_BEND


def column_poses(leader_poses: Sequence[Pose], followers: Sequence[PlacedBase], base: Base) -> tuple[Pose, ...]:
    """The poses of the bases behind a leader in column: each turns where the leader turned (ruling 40).

    :param leader_poses: the leader's poses: at the start, then after each leg.
    :param followers: the bases behind the leader before the move, in order.
    :param base: the size of the leader's base.
    """
    course, leading_base = [pose.spot for pose in reversed(leader_poses)], PlacedBase(base, leader_poses[0])
    for follower in followers:
        if not follows(leading_base, follower):
            break
        course.append(follower.pose.spot)
        leading_base = follower
    course.append(moved_ahead(leading_base.pose, -COURSE_BACK * len(followers)).spot)
    base_ahead, column_length = PlacedBase(base, leader_poses[-1]), 0
    poses = []
    for follower in followers:
        column_length += base_ahead.base.depth
        # It aims at the course one base width behind its front edge.
        angle = _follower_facing(course, base_ahead, column_length + BASE)
        _, rear = front_and_rear(base_ahead.base, base_ahead.pose)
        turn = angle - base_ahead.pose.angle
        # It is set back so that its inner front corner just clears the rear edge ahead.
        back = -(-abs(sine(turn)) * follower.base.width // (2 * sine(turn + FULL_TURN // 4)))
        base_ahead = PlacedBase(follower.base, moved_ahead(Pose(*rear, angle), -back))
        poses.append(base_ahead.pose)
    return tuple(poses)


def _follower_facing(course: Sequence[Spot], base_ahead: PlacedBase, distance_back: int) -> int:
    """The facing of a follower behind a base: away from the point of the course that is ``distance_back`` units behind
    the leader, at most 45 degrees off the base ahead. A turn of up to a degree is ignored."""
    pose = base_ahead.pose
    _, rear = front_and_rear(base_ahead.base, pose)
    distance_passed, previous = 0, course[0]
    for spot in course[1:]:
        stretch = distance(previous, spot)
        if stretch and distance_passed + stretch >= distance_back:
            point = (previous[0] + rounded((spot[0] - previous[0]) * (distance_back - distance_passed), stretch),
                     previous[1] + rounded((spot[1] - previous[1]) * (distance_back - distance_passed), stretch))
            turn = (normalised_angle(facing_of(point, rear) - pose.angle)
                    if distance(point, rear) > TOUCH_TOLERANCE else 0)
            limited = min(MAX_BEND, abs(turn)) if abs(turn) > DEGREE else 0
            return (pose.angle + (limited if turn > 0 else -limited)) % FULL_TURN
        distance_passed, previous = distance_passed + stretch, spot
    return pose.angle
