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
from game.core.pose import BASE, DEGREE, FULL_TURN, Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine import moves
from game.rules.renaissance.engine.actions import March, MoveColumn, RenaissanceMove, Step
from game.rules.renaissance.engine.bases import neighbours, overlapping
from game.rules.renaissance.engine.ground import TOUCH_TOLERANCE
from game.rules.renaissance.engine.limits import full_move
from game.rules.renaissance.engine.moves import ComputedMove
from game.rules.renaissance.engine.routes import formation, front_rank, group_leg, wheel_cost
from game.rules.renaissance.engine.sampling import room_ahead, room_before
from game.rules.renaissance.engine.scoring import going_of
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.words import MU, in_mu

SNAP_DISTANCE = MU
"""Distance in units within which a drag snaps to a legal contact (chosen by hand, not measured, as those below)."""
SNAP_OVER_ENEMY = 3 * MU
"""The same for a base held over the enemy."""
STRAIGHT_DRAG = 150
"""Distance in units from the line ahead within which a drag counts as straight ahead."""
MAX_TURN = 90 * DEGREE
"""The largest turn by which a base snaps to a contact, or a group wheels."""
GAP_TO_CLOSE = MU // 2
"""The gap in front of an enemy, in units, within which a dragged move continues into contact (chosen by hand)."""
BEYOND_TABLE = 100 * BASE
"""Units that reach beyond any table."""
BISECTION_STEPS = 5
"""Bisection steps to find how far a blocked move can go."""


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
    for meant in _meant_moves(state, slots, pose, past, manner):
        yield _into_contact(state, meant, may_continue=not exact)


def _into_contact(state: RenaissanceState, dragged: DragMove, *, may_continue: bool) -> DragMove:
    """A move that continues into contact if it would end just short of an enemy; otherwise with its gap to that enemy.

    :param may_continue: whether it may continue.
    """
    move, action = dragged.move, dragged.action
    lead = move.slots[:1] if isinstance(action, MoveColumn) else move.slots
    if move.why is not None or move.contacts or (isinstance(action, March) and action.steps[-1].kind == "back"):
        return dragged
    room = room_before(state, other(state.roster[lead[0]].seat),
                       (state.base_at(slot, end) for slot, end in zip(lead, move.ends, strict=False)))
    if room is None or not TOUCH_TOLERANCE < room <= GAP_TO_CLOSE:
        return dragged
    longer = _lengthened_move(action, room)
    touching = moves.compute_move(state, longer) if may_continue else move
    if touching.why is None and touching.contacts:
        return DragMove(longer, touching)
    return dragged._replace(gap=room, stopped=dragged.stopped or touching.why)


def _lengthened_move(action: RenaissanceMove | March | MoveColumn, units: int) -> RenaissanceMove | March | MoveColumn:
    """A move that goes some units farther straight ahead."""
    if not isinstance(action, March):
        return replace(action, legs=(*action.legs[:-1], moved_ahead(action.legs[-1], units)))
    *before, last = action.steps
    farther = (last._replace(amount=last.amount + units),) if last.kind == "ahead" else (last, Step("ahead", units))
    return replace(action, steps=(*before, *farther))


def _meant_moves(state: RenaissanceState, slots: Sequence[Slot], pose: Pose, past: tuple[Pose, ...],
                 manner: int | None) -> Iterator[DragMove]:
    """The moves of ``drag_moves``, not yet into contact with an enemy close ahead."""
    name, names = state.roster[slots[0]].id, tuple(state.roster[slot].id for slot in slots)
    if len(slots) == 1:
        single = _leader_move(state, slots[0], pose, past, lambda legs: RenaissanceMove(name, legs))
        yield _with_contact_refusal(state, single, pose, lambda: _contact_poses(state, slots[0], pose),
                                    RenaissanceMove(name, (*past, pose)))
        return
    back = _is_behind(state.placed_base(slots[0]).pose, pose)
    kinds = ("group", "column") if moves.are_abreast(state, slots) else ("group",) if back else ("column",)
    for kind in kinds if manner is None else (kinds[manner % len(kinds)],):
        if kind == "column":
            yield _leader_move(state, slots[0], pose, past, lambda legs: MoveColumn(names, legs))
            continue
        meant, body = _group_move(state, slots, pose, past), [state.placed_base(slot) for slot in slots]
        yield meant if past else _with_contact_refusal(state, meant, pose, lambda: _square_contacts(state, slots, pose),
                                                       March(names, _steps(_move_to(body, pose))))


def _with_contact_refusal(state: RenaissanceState, move: DragMove, pose: Pose, contacts: Callable[[], Sequence[Pose]],
                          exact: RenaissanceMove | March) -> DragMove:
    """A move, with the refusal of the exact contact at the held pose if there is one.

    :param exact: the move into that contact.
    """
    if move.stopped is not None or move.move.ends[0] == pose or pose not in contacts():
        return move
    return move._replace(stopped=moves.compute_move(state, exact).why)


def _is_behind(start: Pose, pose: Pose) -> bool:
    """Whether a pose is straight or obliquely behind another with the same facing."""
    return pose.angle == start.angle and ahead_by(start, pose.spot) < 0


def _longest_legal(move_for: Callable[[int], DragMove], refused: DragMove) -> DragMove:
    """The longest legal move towards a pose, with the reason why it goes no farther; else the refusal.

    :param move_for: returns the move for a number of thousandths of the way.
    """
    low, high = 0, 1000
    longest: DragMove | None = None
    for _ in range(BISECTION_STEPS):
        middle = (low + high + 1) // 2
        trial = move_for(middle)
        if trial.move.why is None:
            low, longest = middle, trial
        else:
            high = middle
    return longest._replace(stopped=refused.move.why) if longest is not None else refused


# --- a base, or a column behind its leader

def _leader_move(state: RenaissanceState, slot: Slot, pose: Pose, past: tuple[Pose, ...],
                 action: Callable[[tuple[Pose, ...]], RenaissanceMove | MoveColumn]) -> DragMove:
    """The move of a base, or of the leader of a column, to a pose: near an enemy into contact; straight if nearly ahead
    or back; along a road near one; if too far or blocked, as far as possible."""
    start = past[-1] if past else state.placed_base(slot).pose

    def trial(*legs: Pose) -> DragMove:
        wanted = action((*past, *legs))
        return DragMove(wanted, moves.compute_move(state, wanted))

    exact = trial(pose)
    if exact.move.why is None or pose == start or moves.why_no_move(state, slot) is not None:
        return exact
    for legs in _likely_legs(state, slot, start, pose):
        other = trial(*legs)
        if other.move.why is None:
            return _with_reach_refusal(other, exact, pose)
    gone = (state.placed_base(slot).pose, *past)
    distance_left = (exact.move.allowance or full_move(state, slot)) - sum(
        distance_moved(state.element(slot).base, a, b) for a, b in pairwise(gone))
    short = _pose_at_allowance(state, slot, start, pose, distance_left)
    refused = trial(short) if short is not None else exact
    if refused.move.why is None:
        return _with_reach_refusal(refused, exact, pose)
    for legs in _legs_out_of_line(state, slot, start, pose, distance_left):
        if (tried := trial(*legs)).move.why is None:
            return tried if len(legs) > 1 else tried._replace(stopped=refused.move.why)
    return _longest_legal(lambda share: trial(_pose_between(start, pose, share)), refused)


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


def _likely_legs(state: RenaissanceState, slot: Slot, start: Pose, pose: Pose) -> Iterator[tuple[Pose, ...]]:
    """Legs that a drag to an illegal pose may mean, the likeliest first."""
    ahead_of, aside = ahead_by(start, pose.spot), abs(beside_by(start, pose.spot))
    keeps = pose.angle == start.angle and aside <= max(STRAIGHT_DRAG, abs(ahead_of) // 3)
    straight = moved_ahead(start, ahead_of) if keeps and ahead_of else None
    if straight is not None and aside <= STRAIGHT_DRAG:
        yield (straight,)
    for target in _contact_poses(state, slot, pose):
        yield (target,)
        yield (moved_ahead(target, -MU), target)
    if straight is not None:
        yield (straight,)
        most = full_move(state, slot)
        short = moved_ahead(start, -most) if ahead_of < 0 else _pose_at_allowance(state, slot, start, straight, most)
        if short is not None:
            yield (short,)
    yield from ((there,) for there in _road_poses(state, pose))


def _legs_out_of_line(state: RenaissanceState, slot: Slot, start: Pose, pose: Pose,
                      left: int) -> Iterator[tuple[Pose, ...]]:
    """Legs straight ahead, clear of the adjacent bases, and then aside towards a pose; or straight ahead alone.

    :param left: units of movement left.
    """
    forward = ahead_by(start, pose.spot)
    if forward > 0 and pose.angle == start.angle and left > 0:
        out = moved_ahead(start, min(forward, left))
        if forward < left:
            yield out, _pose_at_allowance(state, slot, out, pose, left - forward) or pose
        yield (out,)


def _contact_poses(state: RenaissanceState, slot: Slot, pose: Pose) -> list[Pose]:
    """The poses of legal contact near the held pose, the nearest first."""
    poses = []
    base = state.element(slot).base
    outline = base.corners(pose)
    for enemy in state.bases_on_table(other(state.roster[slot].seat)):
        if distance(state.placed_base(enemy).pose.spot, pose.spot) > 4 * MU:
            continue
        near = SNAP_OVER_ENEMY if overlapping(outline, state.placed_base(enemy).corners) else SNAP_DISTANCE
        for edge in range(4):
            target = lined_up(base, state.placed_base(enemy), edge)
            far = distance(target.spot, pose.spot)
            if far <= near and abs(normalised_angle(target.angle - pose.angle)) <= MAX_TURN:
                poses.append((far, target))
    return [target for _, target in sorted(poses)]


def _road_poses(state: RenaissanceState, pose: Pose) -> Iterator[Pose]:
    """The poses on roads near a pose, facing along the road as close to its facing as possible."""
    for road in state.ground.pieces("road"):
        for a, b in pairwise(road.points):
            if a == b:
                continue
            along = Pose(*a, facing_of(a, b))
            if abs(normalised_angle(along.angle - pose.angle)) > MAX_TURN:
                along = along._replace(angle=(along.angle + FULL_TURN // 2) % FULL_TURN)
            end = moved_ahead(along, ahead_by(along, pose.spot))
            on_road = distance(a, end.spot) + distance(end.spot, b) <= distance(a, b) + TOUCH_TOLERANCE
            if distance(end.spot, pose.spot) <= SNAP_DISTANCE and on_road:
                yield end


def _pose_at_allowance(state: RenaissanceState, slot: Slot, start: Pose, pose: Pose, most: int) -> Pose | None:
    """The pose on the way to another at which the allowance is used up; None if it suffices or allows no move."""
    base = state.element(slot).base
    if distance_moved(base, start, pose) <= most:
        return None
    found = _pose_between(start, pose, greatest_where(
        1000, lambda share: distance_moved(base, start, _pose_between(start, pose, share)) <= most))
    return found if found != start else None


def _pose_between(start: Pose, pose: Pose, share: int) -> Pose:
    """The pose ``share`` thousandths of the way to another, with its facing."""
    x, y = (rounded((there - here) * share, 1000) for here, there in zip(start.spot, pose.spot, strict=True))
    return Pose(start.x + x, start.y + y, pose.angle)


# --- a group

def _group_move(state: RenaissanceState, slots: Sequence[Slot], pose: Pose, past: tuple[Pose, ...]) -> DragMove:
    """A group's move through poses of its first base: back, aside to line up, or by a wheel and straight ahead."""
    names = tuple(state.roster[slot].id for slot in slots)
    places = formation(state, slots) or ((0, 0),) * len(slots)
    body = [state.placed_base(slot) for slot in slots]
    bases, allowance_left = [one.base for one in body], min(full_move(state, slot) for slot in slots)
    before: tuple[Step, ...] = ()
    for target in past:
        for step in _steps(_move_to(body, target)):
            leg = group_leg(bases, places, body[0].pose, step)
            body = [PlacedBase(base, end) for base, end in zip(bases, leg.ends, strict=True)]
            before, allowance_left = (*before, step), allowance_left - leg.cost

    def trial(group_move: GroupMove, allowance_left: int) -> DragMove:
        wanted = March(names, (*before, *(_steps(_within_allowance(body, group_move, allowance_left))
                                          or (Step("ahead", 1),))))
        return DragMove(wanted, moves.compute_move(state, wanted))

    group_move = _wanted_move(state, slots, body, pose)
    meant = trial(group_move, allowance_left)
    if meant.move.why is None and _within_allowance(body, group_move, allowance_left) != group_move:
        return _with_reach_refusal(meant, trial(group_move, BEYOND_TABLE), pose)
    if meant.move.why is None or moves.why_no_move(state, slots[0]) is not None:
        return meant
    allowance = meant.move.allowance
    if allowance and allowance < allowance_left and (shorter := trial(group_move, allowance)).move.why is None:
        return shorter
    room = room_ahead(state, slots) if not group_move.turn and group_move.ahead > 0 and not before else None
    if room is not None and (touching := trial(GroupMove(0, room, group_move.aside), allowance_left)).move.why is None:
        return touching
    if group_move.ahead < 0 and (full := trial(GroupMove(0, -allowance_left), allowance_left)).move.why is None:
        return full
    if group_move.turn and pose.angle == body[0].pose.angle:  # no room to wheel towards the held pose: straight ahead
        group_move = GroupMove(0, max(0, ahead_by(body[0].pose, pose.spot)))
    within_allowance = _within_allowance(body, group_move, allowance_left)
    if within_allowance.ahead < 0 or not (within_allowance.ahead or within_allowance.turn):
        return meant
    if within_allowance.ahead:
        return _longest_legal(
            lambda share: trial(within_allowance._replace(ahead=rounded(within_allowance.ahead * share, 1000)),
                                allowance_left), meant)
    return _longest_legal(lambda share: trial(
        within_allowance._replace(turn=rounded(within_allowance.turn * share, 1000)), allowance_left), meant)


class GroupMove(NamedTuple):
    """A wheel or a sideways shift of a group, then a move straight ahead; negative values are to the left, or back."""

    turn: int
    ahead: int
    aside: int = 0


def _move_to(body: Sequence[PlacedBase], pose: Pose) -> GroupMove:
    """The group's wheel, shift and advance that end exactly at a pose."""
    start = body[0].pose
    turn = normalised_angle(pose.angle - start.angle)
    if turn:
        return GroupMove(turn, ahead_by(pose_after(start, pivots(front_rank(body)), WheeledMove(turn, 0)), pose.spot))
    aside = beside_by(start, pose.spot)
    return GroupMove(0, ahead_by(start, pose.spot), aside if abs(aside) > TOUCH_TOLERANCE else 0)


def _wanted_move(state: RenaissanceState, slots: Sequence[Slot], body: Sequence[PlacedBase], pose: Pose) -> GroupMove:
    """The group's wheel, shift and advance nearest to a pose; towards the point if the drag does not turn it."""
    start, corners = body[0].pose, pivots(front_rank(body))
    turn = max(-MAX_TURN, min(MAX_TURN, normalised_angle(pose.angle - start.angle)))
    if turn:
        return GroupMove(turn, max(0, ahead_by(pose_after(start, corners, WheeledMove(turn, 0)), pose.spot)))
    aside, forward = beside_by(start, pose.spot), ahead_by(start, pose.spot)
    if forward < 0:
        return GroupMove(0, forward)
    shift = min((each for each in _lining_shifts(state, slots, body) if abs(each) <= moves.MAX_SHIFT),
                key=lambda each: abs(each - aside), default=0)
    if abs(shift - aside) <= min(abs(aside), STRAIGHT_DRAG):
        return GroupMove(0, forward, shift)
    if abs(aside) <= max(BASE // 2, forward // 6):  # straight in front of the first base
        return GroupMove(0, forward)
    return GroupMove(*wheeled_move_towards(start, pose.spot, corners, MAX_TURN))


def _lining_shifts(state: RenaissanceState, slots: Sequence[Slot], body: Sequence[PlacedBase]) -> Iterator[int]:
    """Shifts of a group, negative to the left, that line up one of its bases with an enemy ahead."""
    start = body[0].pose
    for enemy in state.bases_on_table(other(state.roster[slots[0]].seat)):
        there = state.placed_base(enemy).pose
        if abs(normalised_angle(there.angle + FULL_TURN // 2 - start.angle)) <= TOUCH_TOLERANCE and ahead_by(start,
                                                                                                    there.spot) > 0:
            yield from (beside_by(one.pose, there.spot) for one in body)


def _within_allowance(body: Sequence[PlacedBase], move: GroupMove, most: int) -> GroupMove:
    """A wheel, shift and advance cut short where the allowance is used up."""
    frontage = BASE * len(front_rank(body))
    wheel = wheel_cost(frontage, abs(move.turn))
    if wheel > most:
        turn = greatest_where(abs(move.turn), lambda angle: wheel_cost(frontage, angle) <= most)
        return GroupMove(turn if move.turn > 0 else -turn, 0)
    left_over = max(0, most - wheel - abs(move.aside))
    return move._replace(ahead=max(-left_over, min(move.ahead, left_over)))


def _steps(move: GroupMove) -> tuple[Step, ...]:
    steps = []
    if move.turn:
        steps.append(Step("left" if move.turn < 0 else "right", abs(move.turn)))
    if move.aside:
        steps.append(Step("shift-left" if move.aside < 0 else "shift-right", abs(move.aside)))
    if move.ahead:
        steps.append(Step("ahead" if move.ahead > 0 else "back", abs(move.ahead)))
    return tuple(steps)


# --- snapping and group suggestions

def snap_poses(state: RenaissanceState, slots: Sequence[Slot], pose: Pose | None) -> tuple[Pose, ...]:
    """Snap poses near the held pose: in contact with an enemy, beside and behind a friend, on a road; for a group,
    squarely before an enemy."""
    if pose is None:
        return ()
    if len(slots) > 1:
        return _square_contacts(state, slots, pose)
    slot, base = slots[0], state.element(slots[0]).base
    poses = []
    for mate in state.bases_on_table(state.roster[slot].seat):
        there, other = state.placed_base(mate).pose, state.element(mate).base
        if mate != slot and abs(normalised_angle(there.angle - pose.angle)) <= MAX_TURN // 2:
            half = (base.width + other.width) // 2
            for spot in (point_at(there, half, 0), point_at(there, -half, 0), point_at(there, 0, -other.depth)):
                if distance(spot, pose.spot) <= 2 * SNAP_DISTANCE:
                    poses.append((distance(spot, pose.spot), Pose(*spot, there.angle)))
    return (*_contact_poses(state, slot, pose), *(target for _, target in sorted(poses)), *_road_poses(state, pose))


def _square_contacts(state: RenaissanceState, slots: Sequence[Slot], pose: Pose) -> tuple[Pose, ...]:
    """Poses of a group's first base at which one of its bases faces an enemy squarely, in contact."""
    body = [state.placed_base(slot) for slot in slots]
    start, corners, poses = body[0].pose, pivots(front_rank(body)), []
    for enemy in state.bases_on_table(other(state.roster[slots[0]].seat)):
        there = state.placed_base(enemy)
        turn = normalised_angle(there.pose.angle + FULL_TURN // 2 - start.angle)
        if abs(turn) > MAX_TURN // 2:
            continue
        after = pose_after(start, corners, WheeledMove(turn, 0)) if turn else start
        for member in body:
            mate, target = carried(member.pose, start, after), lined_up(member.base, there, 0)
            if abs(beside_by(mate, target.spot)) <= SNAP_DISTANCE and ahead_by(mate, target.spot) >= 0:
                end = moved_ahead(after, ahead_by(mate, target.spot))
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
    found = {going_of(state, slot) for slot in slots} - {"good"}
    if found == {"bad"} and all(state.roster[slot].kind == "sk" for slot in slots):
        return False
    return bool(found) and moves.are_abreast(state, slots)
