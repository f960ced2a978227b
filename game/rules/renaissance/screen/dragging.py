"""What dragging a base or group means: the legal move nearest to the held pose, or the refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from game.board.manoeuvre import (
    PlacedBase,
    WheeledMove,
    ahead_by,
    beside_by,
    carried,
    facing_of,
    greatest_where,
    lined_up,
    moved_ahead,
    normalised_angle,
    pivots,
    point_at,
    pose_after,
    wheeled_move_towards,
)
from game.board.measuring import distance, distance_moved, rounded
from game.core.indices import Slot, other
from game.core.message import say
from game.core.pose import BASE, DEGREE, FULL_TURN, Pose, Spot
from game.core.verdict import Reason
from game.rules.renaissance.engine import moves
from game.rules.renaissance.engine.actions import March, MoveColumn, RenaissanceMove, Step
from game.rules.renaissance.engine.bases import neighbours, opposite_facing, outward_edges, overlapping
from game.rules.renaissance.engine.ground import TOUCH_TOLERANCE
from game.rules.renaissance.engine.limits import full_move
from game.rules.renaissance.engine.moves import ComputedMove
from game.rules.renaissance.engine.routes import formation, front_rank, group_leg, wheel_cost, wheel_radius
from game.rules.renaissance.engine.sampling import room_ahead, room_ahead_of_poses
from game.rules.renaissance.engine.scoring import going_of
from game.rules.renaissance.engine.state import CAMP_SIZE, RenaissanceState
from game.rules.renaissance.engine.words import MU, in_mu

SNAP_DISTANCE = MU
"""Distance in units within which a drag snaps to a contact or a road (chosen by hand)."""
SNAP_OVER_ENEMY = 3 * MU
"""The same for the contacts of an enemy over which the base is held (chosen by hand)."""
CONTACT_SEARCH_DISTANCE = 4 * MU
"""Distance in units from the held pose within which enemies are considered for contacts (chosen by hand)."""
STRAIGHT_DRAG = 150
"""Distance in units from the line ahead within which a drag counts as straight ahead (chosen by hand)."""
MAX_TURN = 90 * DEGREE
"""The largest turn by which a base snaps to a contact or a road, or a group wheels (chosen by hand)."""
GAP_TO_CLOSE = MU // 2
"""The gap in front of an enemy, in units, within which a dragged move continues into contact (chosen by hand)."""
BEYOND_TABLE = 100 * BASE
"""Units that reach beyond any table."""
BISECTION_STEPS = 5
"""Bisection steps to find how far a blocked move can go (chosen by hand)."""
WHOLE_WAY = 1000
"""The share of the way that is all of it: shares are counted in thousandths."""


class DragMove(NamedTuple):
    """A move that a drag may mean."""

    action: RenaissanceMove | March | MoveColumn
    move: ComputedMove
    """The computed action."""
    stopped: Reason | None = None
    """Why the move stops short of the held pose; None if it reaches it."""
    gap: int | None = None
    """Units between its end and an enemy close ahead that it does not touch; None if there is none."""


def drag_moves(state: RenaissanceState, slots: Sequence[Slot], pose: Pose, past: tuple[Pose, ...] = (),
               manner: int | None = None, *, exact: bool = False) -> Iterator[DragMove]:
    """The moves that dragging the first of some bases to a pose may mean: for a line first the move abreast, then the
    move in column; for a column the move in column, or straight back as a group. A move that ends just short of an
    enemy continues into contact if it may, unless the pose is exact.

    :param past: poses through which the path leads.
    :param manner: index of the only move to compute, modulo their number.
    :param exact: whether the pose was typed.
    """
    for drag_move in _meant_moves(state, slots, pose, past, manner):
        yield _into_contact(state, drag_move, may_continue=not exact)


def _into_contact(state: RenaissanceState, drag_move: DragMove, *, may_continue: bool) -> DragMove:
    """A move that continues into contact if it would end just short of an enemy; otherwise with its gap to that enemy.

    :param may_continue: whether it may continue.
    """
    move, action = drag_move.move, drag_move.action
    leaders = move.slots[:1] if isinstance(action, MoveColumn) else move.slots
    if move.why is not None or move.contacts or (isinstance(action, March) and action.steps[-1].kind == "back"):
        return drag_move
    room = room_ahead_of_poses(state, other(state.roster[leaders[0]].seat),
                               (state.base_at(slot, end) for slot, end in zip(leaders, move.ends, strict=False)))
    if room is None or not TOUCH_TOLERANCE < room <= GAP_TO_CLOSE:
        return drag_move
    longer_action = _lengthened_move(action, room)
    longer_move = moves.compute_move(state, longer_action) if may_continue else move
    if longer_move.why is None and longer_move.contacts:
        return DragMove(longer_action, longer_move)
    return drag_move._replace(gap=room, stopped=drag_move.stopped or longer_move.why)


def _lengthened_move(action: RenaissanceMove | March | MoveColumn, units: int) -> RenaissanceMove | March | MoveColumn:
    """A move that goes some units farther straight ahead."""
    if not isinstance(action, March):
        return replace(action, legs=(*action.legs[:-1], moved_ahead(action.legs[-1], units)))
    *earlier_steps, last_step = action.steps
    last_steps = ((last_step._replace(amount=last_step.amount + units),) if last_step.kind == "ahead"
                  else (last_step, Step("ahead", units)))
    return replace(action, steps=(*earlier_steps, *last_steps))


def _meant_moves(state: RenaissanceState, slots: Sequence[Slot], pose: Pose, past: tuple[Pose, ...],
                 manner: int | None) -> Iterator[DragMove]:
    """The moves of ``drag_moves``, not yet into contact with an enemy close ahead."""
    name, names = state.roster[slots[0]].id, tuple(state.roster[slot].id for slot in slots)
    if len(slots) == 1:
        single = _leader_move(state, slots[0], pose, past, lambda legs: RenaissanceMove(name, legs))
        yield _with_contact_refusal(state, single, pose, lambda: _contact_poses(state, slots[0], pose),
                                    RenaissanceMove(name, (*past, pose)))
        return
    is_behind = _is_behind(state.placed_base(slots[0]).pose, pose)
    kinds = ("group", "column") if moves.are_abreast(state, slots) else ("group",) if is_behind else ("column",)
    for kind in kinds if manner is None else (kinds[manner % len(kinds)],):
        if kind == "column":
            yield _leader_move(state, slots[0], pose, past, lambda legs: MoveColumn(names, legs))
            continue
        drag_move, group = _group_move(state, slots, pose, past), [state.placed_base(slot) for slot in slots]
        yield drag_move if past else _with_contact_refusal(
            state, drag_move, pose, lambda: _square_contacts(state, slots, pose),
            March(names, _steps(_move_to(group, pose))))


def _with_contact_refusal(state: RenaissanceState, move: DragMove, pose: Pose, contacts: Callable[[], Sequence[Pose]],
                          exact: RenaissanceMove | March) -> DragMove:
    """A move; if it ends elsewhere although the held pose is exactly a contact, with the refusal of that contact.

    :param contacts: returns the contacts near the held pose.
    :param exact: the move to the held pose.
    """
    if move.stopped is not None or move.move.ends[0] == pose or pose not in contacts():
        return move
    return move._replace(stopped=moves.compute_move(state, exact).why)


def _is_behind(start: Pose, pose: Pose) -> bool:
    """Whether a pose is straight or obliquely behind ``start``, with the same facing."""
    return pose.angle == start.angle and ahead_by(start, pose.spot) < 0


def _longest_legal(move_for: Callable[[int], DragMove], refused: DragMove) -> DragMove:
    """The longest legal move towards a pose that a few bisection steps find, with the reason why it goes no farther;
    ``refused`` if they find none.

    :param move_for: returns the move for a share of the way, from 0 to ``WHOLE_WAY``.
    :param refused: the illegal move over the whole way.
    """
    low, high = 0, WHOLE_WAY
    longest: DragMove | None = None
    for _ in range(BISECTION_STEPS):
        middle = (low + high + 1) // 2
        drag_move = move_for(middle)
        if drag_move.move.why is None:
            low, longest = middle, drag_move
        else:
            high = middle
    return longest._replace(stopped=refused.move.why) if longest is not None else refused


# --- a base, or a column behind its leader

def _leader_move(state: RenaissanceState, slot: Slot, pose: Pose, past: tuple[Pose, ...],
                 action: Callable[[tuple[Pose, ...]], RenaissanceMove | MoveColumn]) -> DragMove:
    """The move of a base, or of the leader of a column, to a pose: near an enemy into contact; straight if nearly ahead
    or back; along a road near one; if too far or blocked, as far as possible."""
    start = past[-1] if past else state.placed_base(slot).pose

    def drag_to(*legs: Pose) -> DragMove:
        meant_action = action((*past, *legs))
        return DragMove(meant_action, moves.compute_move(state, meant_action))

    exact_move = drag_to(pose)
    if exact_move.move.why is None or pose == start or moves.why_no_move(state, slot) is not None:
        return exact_move
    poses_passed, usual_allowance = (state.placed_base(slot).pose, *past), full_move(state, slot)
    used = sum(distance_moved(state.element(slot).base, a, b) for a, b in pairwise(poses_passed))
    distance_left = (exact_move.move.allowance or usual_allowance) - used
    for legs in _likely_legs(state, slot, start, pose, sorted({usual_allowance - used, distance_left}, reverse=True)):
        likely_move = drag_to(*legs)
        if likely_move.move.why is None:
            return _with_reach_refusal(likely_move, exact_move, pose)
    pose_in_reach = _pose_at_allowance(state, slot, start, pose, distance_left)
    reach_move = drag_to(pose_in_reach) if pose_in_reach is not None else exact_move
    if reach_move.move.why is None:
        return _with_reach_refusal(reach_move, exact_move, pose)
    for legs in _legs_out_of_line(state, slot, start, pose, distance_left):
        if (bent_move := drag_to(*legs)).move.why is None:
            return bent_move if len(legs) > 1 else bent_move._replace(stopped=reach_move.move.why)
    return _longest_legal(lambda share: drag_to(_pose_between(start, pose, share)), reach_move)


def _with_reach_refusal(move: DragMove, exact: DragMove, pose: Pose) -> DragMove:
    """A move, with the length of the exact move to the held pose if that is too long and this one ends well short
    of the pose and of any enemy."""
    if exact.move.length <= exact.move.allowance or move.move.contacts or distance(
            move.move.ends[0].spot, pose.spot) <= STRAIGHT_DRAG:
        return move
    if exact.move.why is None:
        return move
    text = say("The whole move would take {length} MU", length=in_mu(exact.move.length))
    return move._replace(stopped=replace(exact.move.why, text=text))


def _likely_legs(state: RenaissanceState, slot: Slot, start: Pose, pose: Pose,
                 allowances_left: Sequence[int]) -> Iterator[tuple[Pose, ...]]:
    """Legs that a drag to an illegal pose may mean, the likeliest first.

    :param allowances_left: units that the base may still move in good going, and over the terrain of the path to the
        pose; the larger first.
    """
    forward, sideways = ahead_by(start, pose.spot), abs(beside_by(start, pose.spot))
    keeps_course = pose.angle == start.angle and sideways <= max(STRAIGHT_DRAG, abs(forward) // 3)
    straight = moved_ahead(start, forward) if keeps_course and forward else None
    if straight is not None and sideways <= STRAIGHT_DRAG:
        yield (straight,)
    for contact_pose in _contact_poses(state, slot, pose):
        yield (contact_pose,)
        yield (moved_ahead(contact_pose, -MU), contact_pose)
    if straight is not None:
        yield (straight,)
        for allowance in allowances_left:
            pose_in_reach = (moved_ahead(start, -allowance) if forward < 0
                             else _pose_at_allowance(state, slot, start, straight, allowance))
            if pose_in_reach is not None and allowance > 0:
                yield (pose_in_reach,)
    yield from ((road_pose,) for road_pose in _road_poses(state, pose))


def _legs_out_of_line(state: RenaissanceState, slot: Slot, start: Pose, pose: Pose,
                      allowance_left: int) -> Iterator[tuple[Pose, ...]]:
    """Legs straight ahead, clear of the adjacent bases, and then aside towards a pose; or straight ahead alone.

    :param allowance_left: units that the base may still move.
    """
    forward = ahead_by(start, pose.spot)
    if forward > 0 and pose.angle == start.angle and allowance_left > 0:
        pose_ahead = moved_ahead(start, min(forward, allowance_left))
        if forward < allowance_left:
            yield pose_ahead, _pose_at_allowance(state, slot, pose_ahead, pose, allowance_left - forward) or pose
        yield (pose_ahead,)


def _contact_poses(state: RenaissanceState, slot: Slot, pose: Pose) -> list[Pose]:
    """The poses near the held pose with the front flush with an edge of an enemy or a side of its camp, legal or not,
    the nearest first."""
    poses = list(_camp_poses(state, slot, pose))
    base = state.element(slot).base
    outline = base.corners(pose)
    for enemy in state.bases_on_table(other(state.roster[slot].seat)):
        if distance(state.placed_base(enemy).pose.spot, pose.spot) > CONTACT_SEARCH_DISTANCE:
            continue
        snap_distance = SNAP_OVER_ENEMY if overlapping(outline, state.placed_base(enemy).corners) else SNAP_DISTANCE
        for edge in range(4):
            contact_pose = lined_up(base, state.placed_base(enemy), edge)
            offset = distance(contact_pose.spot, pose.spot)
            if offset <= snap_distance and abs(normalised_angle(contact_pose.angle - pose.angle)) <= MAX_TURN:
                poses.append((offset, contact_pose))
    return [contact_pose for _, contact_pose in sorted(poses)]


def _camp_poses(state: RenaissanceState, slot: Slot, pose: Pose) -> Iterator[tuple[int, Pose]]:
    """The poses near the held pose with the front along a side of the enemy's camp, each with its distance."""
    camp = state.camps[other(state.roster[slot].seat)]
    if camp is None or camp.sacked:
        return
    held_over = overlapping(state.element(slot).base.corners(pose), camp.outline)
    for middle, side in outward_edges(PlacedBase(CAMP_SIZE, camp.pose)):
        half, facing = distance(*side) // 2, middle._replace(angle=(middle.angle + FULL_TURN // 2) % FULL_TURN)
        along = max(-half, min(half, beside_by(facing, pose.spot)))
        camp_pose = Pose(*point_at(facing, along, 0), facing.angle)
        offset = distance(camp_pose.spot, pose.spot)
        if offset <= (SNAP_OVER_ENEMY if held_over else SNAP_DISTANCE) and abs(
                normalised_angle(camp_pose.angle - pose.angle)) < MAX_TURN:
            yield offset, camp_pose


def _road_poses(state: RenaissanceState, pose: Pose) -> Iterator[Pose]:
    """The poses on roads near a pose, facing along the road as close to its facing as possible."""
    for road in state.ground.pieces("road"):
        for a, b in pairwise(road.points):
            if a == b:
                continue
            road_pose = Pose(*a, facing_of(a, b))
            if abs(normalised_angle(road_pose.angle - pose.angle)) > MAX_TURN:
                road_pose = road_pose._replace(angle=(road_pose.angle + FULL_TURN // 2) % FULL_TURN)
            end = moved_ahead(road_pose, ahead_by(road_pose, pose.spot))
            on_road = distance(a, end.spot) + distance(end.spot, b) <= distance(a, b) + TOUCH_TOLERANCE
            if distance(end.spot, pose.spot) <= SNAP_DISTANCE and on_road:
                yield end


def _pose_at_allowance(state: RenaissanceState, slot: Slot, start: Pose, pose: Pose, allowance: int) -> Pose | None:
    """The pose on the way to another at which the allowance is used up; None if it suffices, or allows no move."""
    base = state.element(slot).base
    if distance_moved(base, start, pose) <= allowance:
        return None
    farthest_pose = _pose_between(start, pose, greatest_where(
        WHOLE_WAY, lambda share: distance_moved(base, start, _pose_between(start, pose, share)) <= allowance))
    return farthest_pose if farthest_pose != start else None


def _pose_between(start: Pose, pose: Pose, share: int) -> Pose:
    """The pose at a share of the way to another pose, with the other's facing.

    :param share: from 0 to ``WHOLE_WAY``.
    """
    x, y = (rounded((end - begin) * share, WHOLE_WAY) for begin, end in zip(start.spot, pose.spot, strict=True))
    return Pose(start.x + x, start.y + y, pose.angle)


# --- a group

def _group_move(state: RenaissanceState, slots: Sequence[Slot], pose: Pose, past: tuple[Pose, ...]) -> DragMove:
    """A group's move through poses of its first base: back, aside to line up, or by a wheel and straight ahead. If the
    wanted move is illegal, the first of these that is legal: the move within the allowance of the terrain, the move up
    to the enemy ahead, a full move back, the longest legal part of the move; else the illegal move.

    :param pose: the held pose of the first base.
    :param past: poses through which the path leads.
    """
    names = tuple(state.roster[slot].id for slot in slots)
    places = formation(state, slots) or ((0, 0),) * len(slots)
    group = [state.placed_base(slot) for slot in slots]
    bases, allowance_left = [base.base for base in group], min(full_move(state, slot) for slot in slots)
    steps_before: tuple[Step, ...] = ()
    for past_pose in past:
        for step in _steps(_move_to(group, past_pose)):
            leg = group_leg(bases, places, group[0].pose, step)
            group = [PlacedBase(base, end) for base, end in zip(bases, leg.ends, strict=True)]
            steps_before, allowance_left = (*steps_before, step), allowance_left - leg.cost

    def drag_by(group_move: GroupMove, allowance_left: int) -> DragMove:
        # at least one step
        steps = _steps(_within_allowance(places, group_move, allowance_left)) or (Step("ahead", 1),)
        march = March(names, (*steps_before, *steps))
        return DragMove(march, moves.compute_move(state, march))

    group_move = _wanted_move(state, slots, group, pose)
    wanted_move = drag_by(group_move, allowance_left)
    if wanted_move.move.why is None and _within_allowance(places, group_move, allowance_left) != group_move:
        return _with_reach_refusal(wanted_move, drag_by(group_move, BEYOND_TABLE), pose)
    if wanted_move.move.why is None or moves.why_no_move(state, slots[0]) is not None:
        return wanted_move
    allowance = wanted_move.move.allowance
    if allowance and allowance < allowance_left and (allowed_move := drag_by(group_move, allowance)).move.why is None:
        return allowed_move
    room = room_ahead(state, slots) if not group_move.turn and group_move.ahead > 0 and not steps_before else None
    if room is not None:
        to_contact = drag_by(GroupMove(0, room, group_move.aside), allowance_left)
        if to_contact.move.why is None:
            return to_contact
    if group_move.ahead < 0:
        full_move_back = drag_by(GroupMove(0, -allowance_left), allowance_left)
        if full_move_back.move.why is None:
            return full_move_back
    if group_move.turn and pose.angle == group[0].pose.angle:  # no room to wheel towards the held pose: straight ahead
        group_move = GroupMove(0, max(0, ahead_by(group[0].pose, pose.spot)))
    within_allowance = _within_allowance(places, group_move, allowance_left)
    if within_allowance.ahead < 0 or not (within_allowance.ahead or within_allowance.turn):
        return wanted_move
    if within_allowance.ahead:
        return _longest_legal(
            lambda share: drag_by(within_allowance._replace(ahead=rounded(within_allowance.ahead * share, WHOLE_WAY)),
                                  allowance_left), wanted_move)
    return _longest_legal(lambda share: drag_by(
        within_allowance._replace(turn=rounded(within_allowance.turn * share, WHOLE_WAY)), allowance_left), wanted_move)


class GroupMove(NamedTuple):
    """A wheel or a sideways shift of a group, then a move straight ahead; negative values are to the left, or back."""

    turn: int
    """In sixtieths of a degree."""
    ahead: int
    """In units."""
    aside: int = 0
    """In units."""


def _move_to(group: Sequence[PlacedBase], pose: Pose) -> GroupMove:
    """The group's shift and advance to a pose with the same facing; to any other pose, the wheel to its facing and the
    advance until it is level with the pose."""
    start = group[0].pose
    turn = normalised_angle(pose.angle - start.angle)
    if turn:
        return GroupMove(turn, ahead_by(pose_after(start, pivots(front_rank(group)), WheeledMove(turn, 0)), pose.spot))
    sideways = beside_by(start, pose.spot)
    return GroupMove(0, ahead_by(start, pose.spot), sideways if abs(sideways) > TOUCH_TOLERANCE else 0)


def _wanted_move(state: RenaissanceState, slots: Sequence[Slot], group: Sequence[PlacedBase], pose: Pose) -> GroupMove:
    """The group's wheel or shift, and advance, nearest to a pose. A drag that does not turn the group moves it straight
    back; ahead, lined up with an enemy if that is near; or by a wheel towards the point."""
    start, corners = group[0].pose, pivots(front_rank(group))
    turn = max(-MAX_TURN, min(MAX_TURN, normalised_angle(pose.angle - start.angle)))
    if turn:
        return GroupMove(turn, max(0, ahead_by(pose_after(start, corners, WheeledMove(turn, 0)), pose.spot)))
    sideways, forward = beside_by(start, pose.spot), ahead_by(start, pose.spot)
    if forward < 0:
        return GroupMove(0, forward)
    shift = min((each for each in _lining_shifts(state, slots, group) if abs(each) <= moves.MAX_SHIFT),
                key=lambda each: abs(each - sideways), default=0)
    if abs(shift - sideways) <= min(abs(sideways), STRAIGHT_DRAG):
        return GroupMove(0, forward, shift)
    half_length = BASE * (len(front_rank(group)) - 1) // 2  # a long line is rarely meant to wheel by a little
    if abs(sideways) <= max(BASE // 2, min(half_length, forward)):
        return GroupMove(0, forward)
    return GroupMove(*wheeled_move_towards(start, pose.spot, corners, MAX_TURN))


def _lining_shifts(state: RenaissanceState, slots: Sequence[Slot], group: Sequence[PlacedBase]) -> Iterator[int]:
    """Shifts of a group, negative to the left, that line up one of its bases with an enemy ahead."""
    start = group[0].pose
    for enemy in state.bases_on_table(other(state.roster[slots[0]].seat)):
        enemy_pose = state.placed_base(enemy).pose
        if opposite_facing(start, enemy_pose) and ahead_by(start, enemy_pose.spot) > 0:
            yield from (beside_by(base.pose, enemy_pose.spot) for base in group)


def _within_allowance(places: Sequence[Spot], move: GroupMove, allowance: int) -> GroupMove:
    """A group's move cut short where the allowance is used up.

    :param places: the places of its bases (``formation``).
    """
    radius = wheel_radius(places, "right" if move.turn > 0 else "left")
    wheel = wheel_cost(radius, abs(move.turn))
    if wheel > allowance:
        turn = greatest_where(abs(move.turn), lambda angle: wheel_cost(radius, angle) <= allowance)
        return GroupMove(turn if move.turn > 0 else -turn, 0)
    allowance_left = max(0, allowance - wheel - abs(move.aside))
    return move._replace(ahead=max(-allowance_left, min(move.ahead, allowance_left)))


def _steps(move: GroupMove) -> tuple[Step, ...]:
    """The steps of the march that makes a group's move; empty if it does not move."""
    steps = []
    if move.turn:
        steps.append(Step("left" if move.turn < 0 else "right", abs(move.turn)))
    if move.aside:
        steps.append(Step("shift-left" if move.aside < 0 else "shift-right", abs(move.aside)))
    if move.ahead:
        steps.append(Step("ahead" if move.ahead > 0 else "back", abs(move.ahead)))
    return tuple(steps)


# --- snap poses, and bases to add to a group

def snap_poses(state: RenaissanceState, slots: Sequence[Slot], pose: Pose | None) -> tuple[Pose, ...]:
    """Snap poses near the held pose: in contact with an enemy, beside and behind a friend, on a road; for a group, in
    contact squarely before an enemy. Empty if no pose is held."""
    if pose is None:
        return ()
    if len(slots) > 1:
        return _square_contacts(state, slots, pose)
    slot, base = slots[0], state.element(slots[0]).base
    poses = []
    for mate in state.bases_on_table(state.roster[slot].seat):
        mate_pose, mate_size = state.placed_base(mate).pose, state.element(mate).base
        if mate != slot and abs(normalised_angle(mate_pose.angle - pose.angle)) <= MAX_TURN // 2:
            half = (base.width + mate_size.width) // 2
            for right, forward in ((half, 0), (-half, 0), (0, -mate_size.depth)):
                spot = point_at(mate_pose, right, forward)
                if distance(spot, pose.spot) <= 2 * SNAP_DISTANCE:
                    poses.append((distance(spot, pose.spot), Pose(*spot, mate_pose.angle)))
    beside_friends = (snap_pose for _, snap_pose in sorted(poses))
    return (*_contact_poses(state, slot, pose), *beside_friends, *_road_poses(state, pose))


def _square_contacts(state: RenaissanceState, slots: Sequence[Slot], pose: Pose) -> tuple[Pose, ...]:
    """Poses of a group's first base at which one of its bases faces an enemy squarely, in contact."""
    group = [state.placed_base(slot) for slot in slots]
    start, corners, poses = group[0].pose, pivots(front_rank(group)), []
    for enemy in state.bases_on_table(other(state.roster[slots[0]].seat)):
        enemy_base = state.placed_base(enemy)
        turn = normalised_angle(enemy_base.pose.angle + FULL_TURN // 2 - start.angle)
        if abs(turn) > MAX_TURN // 2:
            continue
        turned = pose_after(start, corners, WheeledMove(turn, 0)) if turn else start
        for member in group:
            member_pose, contact_pose = carried(member.pose, start, turned), lined_up(member.base, enemy_base, 0)
            forward = ahead_by(member_pose, contact_pose.spot)
            if abs(beside_by(member_pose, contact_pose.spot)) <= SNAP_DISTANCE and forward >= 0:
                end = moved_ahead(turned, forward)
                if distance(end.spot, pose.spot) <= 2 * SNAP_OVER_ENEMY:
                    poses.append((distance(end.spot, pose.spot), end))
    return tuple(dict.fromkeys(end for _, end in sorted(poses)))


def bases_to_add(state: RenaissanceState, slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """The bases that could be added to a group, except those that bad going or a river keeps from moving abreast."""
    return tuple(mate for mate in state.bases_on_table(state.seat)
                 if mate not in slots and moves.why_no_move(state, mate) is None
                 and any(mate in neighbours(state, slot).values() for slot in slots)
                 and not _kept_apart_by_going(state, (*slots, mate)))


def _kept_apart_by_going(state: RenaissanceState, slots: Sequence[Slot]) -> bool:
    """Whether bases abreast cannot move together because of the going of one of them (ruling 41)."""
    slow_goings = {going_of(state, slot) for slot in slots} - {"good"}
    if slow_goings == {"bad"} and all(state.roster[slot].kind == "sk" for slot in slots):
        return False
    return bool(slow_goings) and moves.are_abreast(state, slots)
