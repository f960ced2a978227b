"""Contact: conforming, the enemy that conforms instead, groups in contact, turning to face (14.7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from game.board.manoeuvre import PlacedBase, ahead_by, beside_by, carried, lined_up, moved_ahead, point_at
from game.board.measuring import Outline, gap
from game.core.indices import Seat, Slot, other
from game.core.message import say
from game.core.pose import DEGREE, FULL_TURN, Pose, Spot
from game.core.verdict import Reason
from game.rules.renaissance.engine import bases
from game.rules.renaissance.engine.ground import TOUCH_TOLERANCE
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.words import MU, refuse

MAX_SLIDE = MU
"""The longest slide to conform, in units (ruling 49)."""
MAX_PIVOT = 45 * DEGREE
"""The largest turn to conform (ruling 49)."""


class ConformedPoses(NamedTuple):
    """The poses by which a base and an enemy come into legal contact."""

    enemy: Slot
    pose: Pose
    """The moving base's pose."""
    enemy_pose: Pose
    """The enemy's pose; unchanged unless the enemy conformed."""


class MoveEnd(NamedTuple):
    """The end of a move, with its contacts."""

    ends: tuple[Pose, ...]
    """The movers' poses."""
    contacts: tuple[tuple[Slot, Slot], ...] = ()
    """Pairs (mover, enemy) for each front that touches an enemy."""
    moved_enemies: tuple[tuple[Slot, Pose], ...] = ()
    """Enemies that conform or slide, with their poses."""
    why: Reason | None = None
    """Why the move may not end like this; None if its contacts are legal."""


class _EdgeMatch(NamedTuple):
    """How a base can conform to an edge; the order is by turn, then by slide."""

    turn: int
    slide: int
    edge: int
    pose: Pose


def front_touches(base: PlacedBase, target: PlacedBase) -> bool:
    """Whether a base's front edge touches another base along more than a corner. Front corner to front corner, as in
    overlap, is no front contact; a front corner on the middle of an edge is."""
    corners, target_corners = base.corners, target.corners
    if not bases.may_touch(corners, target_corners):
        return False
    if bases.side_touched(base, target) is not None:
        return True
    if gap(corners[:2], target_corners) > TOUCH_TOLERANCE:
        return False
    return gap(bases.inner_edge(base.pose, base.base.width), target_corners) <= TOUCH_TOLERANCE or (
        not bases.edges_parallel(base.pose, target.pose)
        and not any(bases.corners_touch(corner, spot) for corner in corners[:2] for spot in target_corners))


def resolve_contacts(state: RenaissanceState, slots: Sequence[Slot], ends: Sequence[Pose],
                     against: Slot | None) -> MoveEnd:
    """The end of a move with its contacts: the first front on an enemy conforms, and the group moves with it (14.7.2,
    14.7.3). All bases that touch at the end of the move touch at once. Contacts with the enemy ``against`` come first;
    then the one with the least turn, the least slide, and the first in the order of the bases."""
    touching_pairs = []
    for n, (slot, end) in enumerate(zip(slots, ends, strict=True)):
        mover = state.base_at(slot, end)
        for enemy in bases.bases_at(state, mover.corners, slots, touching=True):
            enemy_base = state.placed_base(enemy)
            if state.roster[enemy].seat != state.roster[slot].seat and (front_touches(mover, enemy_base) or (
                    front_touches(enemy_base, mover) and _touching_points(mover, enemy_base.corners))):
                touching_pairs.append((n, enemy))
    if not touching_pairs:
        return MoveEnd(tuple(ends))
    touching_pairs = [pair for pair in touching_pairs if pair[1] == against] or touching_pairs
    ranked_poses: list[tuple[int, int, int, ConformedPoses]] = []
    for n, enemy in touching_pairs:
        mates = {slot: end for slot, end in zip(slots, ends, strict=True) if slot != slots[n]}
        conformed = conform(state, slots[n], ends[n], enemy, slots, mates)
        if conformed is not None:
            turns = (bases.turned_by(ends[n], conformed.pose),
                     bases.turned_by(state.placed_base(enemy).pose, conformed.enemy_pose))
            ranked_poses.append((sum(map(abs, turns)), abs(beside_by(conformed.pose, ends[n].spot)), n, conformed))
    if ranked_poses:
        *_, n, best = min(ranked_poses, key=lambda each: each[:3])
        return _conform_group(state, slots, ends, n, best)
    (n, enemy), *_ = touching_pairs
    if state.element(slots[n]).wheeled:
        return MoveEnd(tuple(ends), why=why_no_contact(state, slots[n], enemy))
    return MoveEnd(tuple(ends), why=refuse("14.7.2", say(
        "Neither {unit} nor {enemy} can line up with the other", unit=state.name(slots[n]),
        enemy=state.name(enemy)), 49))


def why_no_contact(state: RenaissanceState, slot: Slot, enemy: Slot) -> Reason:
    """The refusal for a wheeled base that would move into contact with an enemy (5.4, ruling 11)."""
    return refuse("5.4", say("{unit} may not move into contact with {other}, by edge or corner",
                             unit=state.name(slot), other=state.name(enemy)), 11)


def _conform_group(state: RenaissanceState, slots: Sequence[Slot], ends: Sequence[Pose], first: int,
                   conformed: ConformedPoses) -> MoveEnd:
    """The end of a group's move, conforming with the base that touched first. The others make contact if they line up
    with an enemy or it can slide into line with them; else they stop one unit short of it (ruling 50).

    :param ends: the bases' poses before conforming.
    :param first: index of the base that touched first.
    """
    poses = [carried(end, ends[first], conformed.pose) for end in ends]
    enemy_moves = conformed.enemy_pose != state.placed_base(conformed.enemy).pose
    enemy_poses = {conformed.enemy: conformed.enemy_pose} if enemy_moves else {}
    contact_pairs = [(slots[first], conformed.enemy)]
    units_back: dict[int, int] = {}
    for k, slot in enumerate(slots):
        mover = state.base_at(slot, poses[k])
        enemy_bases = {enemy: state.base_at(enemy, enemy_poses.get(enemy, state.placed_base(enemy).pose))
                       for enemy in state.bases_on_table(other(state.roster[slot].seat))
                       if k != first and enemy != conformed.enemy}
        lined_up_with = [enemy for enemy, each in enemy_bases.items() if bases.side_touched(mover, each) is not None]
        contact_pairs += [(slot, enemy) for enemy in lined_up_with]
        for enemy, enemy_base in enemy_bases.items():
            is_flush = bool(lined_up_with) and bases.edges_parallel(mover.pose, enemy_base.pose)
            if enemy in lined_up_with or not (bases.overlapping(mover.corners, enemy_base.corners)
                                              or (not is_flush and front_touches(mover, enemy_base))):
                continue
            slid_pose = _pose_slid(mover, enemy_base)
            is_free = not bases.in_contact(state, enemy) and all(enemy != touched for _, touched in contact_pairs)
            if slid_pose is not None and is_free and has_room(state, enemy_base.base.corners(slid_pose),
                                                              {enemy, *slots}):
                enemy_poses[enemy] = slid_pose
                contact_pairs.append((slot, enemy))
            else:
                units_back[k] = max(units_back.get(k, 0), _units_back(mover, enemy_base))
    for k, units in units_back.items():
        contact_pairs = [pair for pair in contact_pairs if pair[0] != slots[k]]
        front = poses[k]
        for j, end in enumerate(poses):
            is_behind = abs(beside_by(front, end.spot)) <= MU and ahead_by(front, end.spot) < 0 and j not in units_back
            if j == k or is_behind:
                poses[j] = moved_ahead(end, -units)
    return MoveEnd(tuple(poses), tuple(contact_pairs), tuple(enemy_poses.items()))


def _units_back(base: PlacedBase, enemy_base: PlacedBase) -> int:
    """Units by which a base must go back to stop one unit short of touching an enemy; at most two base widths."""
    distance_to_enemy = bases.distance_ahead(base.pose, base.base.width, enemy_base.corners)
    units = max(0, TOUCH_TOLERANCE + 1 - (distance_to_enemy or 0))
    while gap(base.base.corners(moved_ahead(base.pose, -units)),
              enemy_base.corners) <= TOUCH_TOLERANCE and units < 2 * base.base.width:
        units += 1
    return units


def _pose_slid(base: PlacedBase, enemy_base: PlacedBase) -> Pose | None:
    """The pose of an enemy after a slide of at most 1 MU that puts a base's front on its edge; None if there is
    none."""
    for edge in range(4):
        slid_pose = enemy_lined_up_with(base, enemy_base, edge)
        sideways = beside_by(base.pose, slid_pose.spot) - beside_by(base.pose, enemy_base.pose.spot)
        forward = ahead_by(base.pose, slid_pose.spot) - ahead_by(base.pose, enemy_base.pose.spot)
        if (abs(bases.turned_by(enemy_base.pose, slid_pose)) <= bases.ALIGNMENT_TOLERANCE
                and abs(sideways) <= MAX_SLIDE + TOUCH_TOLERANCE and abs(forward) <= 2 * TOUCH_TOLERANCE):
            return slid_pose
    return None


def conform(state: RenaissanceState, slot: Slot, pose: Pose, enemy: Slot, companions: Collection[Slot] = (),
            mates: Mapping[Slot, Pose] | None = None) -> ConformedPoses | None:
    """The poses by which a base that ends in contact with an enemy comes into legal contact; None if neither can
    conform.

    :param pose: the pose at which the mover touches.
    :param companions: the bases that move with it and are not in the way.
    :param mates: the companions that need room when they conform as well, with their poses.
    """
    base_size, enemy_base = state.element(slot).base, state.placed_base(enemy)
    mover = PlacedBase(base_size, pose)
    if bases.side_touched(mover, enemy_base) is not None or bases.side_touched(enemy_base, mover) is not None:
        return ConformedPoses(enemy, pose, enemy_base.pose)
    spots = _touching_points(mover, enemy_base.corners)
    lined_up_poses = [lined_up(base_size, enemy_base, edge) for edge in range(4)]
    matches = sorted(edge_match for edge, lined_up_pose in enumerate(lined_up_poses)
                     if (edge_match := _edge_match(pose, lined_up_pose, spots, edge)) is not None)
    ignored = {slot, *companions}
    for edge_match in matches:
        is_tied = sum(each[:2] == edge_match[:2] for each in matches) > 1
        if not is_tied and has_room(state, base_size.corners(edge_match.pose), ignored) and all(
                has_room(state, state.element(mate).base.corners(carried(end, pose, edge_match.pose)), ignored,
                         state.roster[slot].seat) for mate, end in (mates or {}).items()):
            return ConformedPoses(enemy, edge_match.pose, enemy_base.pose)
    ignored.add(enemy)
    if bases.in_contact(state, enemy) or not has_room(state, base_size.corners(pose), ignored):
        return None
    for edge_match in matches:
        enemy_pose = enemy_lined_up_with(mover, enemy_base, edge_match.edge)
        if _edge_match(enemy_base.pose, enemy_pose, spots, edge_match.edge) is not None and has_room(
                state, enemy_base.base.corners(enemy_pose), ignored):
            return ConformedPoses(enemy, pose, enemy_pose)
    return None


def _touching_points(base: PlacedBase, outline: Outline) -> list[Spot]:
    """The points at which a base's front edge touches an outline: corners of either."""
    front = base.corners[:2]
    spots = [corner for corner in front if gap((corner,), outline) <= TOUCH_TOLERANCE]
    return spots + [corner for corner in outline if gap((corner,), front) <= TOUCH_TOLERANCE]


def _edge_match(pose: Pose, target_pose: Pose, spots: Sequence[Spot], edge: int) -> _EdgeMatch | None:
    """The turn and slide that bring a base to a pose: at most 45 degrees about a point at which it touches, then at
    most 1 MU; None if that does not suffice."""
    turn, slides = abs(bases.turned_by(pose, target_pose)), []
    if turn > MAX_PIVOT:
        return None
    for spot in spots:
        turned_spot = point_at(Pose(*spot, target_pose.angle), -beside_by(pose, spot), -ahead_by(pose, spot))
        slide = abs(beside_by(target_pose, turned_spot))
        if slide <= MAX_SLIDE + TOUCH_TOLERANCE and abs(ahead_by(target_pose, turned_spot)) <= 2 * TOUCH_TOLERANCE:
            slides.append(slide)
    return _EdgeMatch(turn, min(slides), edge, target_pose) if slides else None


def enemy_lined_up_with(base: PlacedBase, enemy_base: PlacedBase, edge: int) -> Pose:
    """The pose of an enemy at which a base's front edge lies on one of its edges, corners meeting.

    :param edge: 0 front, 1 right, 2 rear, 3 left.
    """
    angle = (base.pose.angle - FULL_TURN // 2 - edge * (FULL_TURN // 4)) % FULL_TURN
    if edge == 0:
        return Pose(base.pose.x, base.pose.y, angle)
    if edge == 2:
        return Pose(*point_at(base.pose, 0, enemy_base.base.depth), angle)
    corner = base.corners[bases.FRONT_LEFT] if edge == 3 else base.corners[bases.FRONT_RIGHT]
    half = enemy_base.base.width // 2
    return Pose(*point_at(Pose(*corner, angle), half if edge == 3 else -half, 0), angle)


def has_room(state: RenaissanceState, outline: Outline, ignored: Collection[Slot], seat: Seat | None = None) -> bool:
    """Whether a base has room at an outline: on the table, clear of bases, camps and water.

    :param ignored: bases that are not in the way.
    :param seat: the side whose bases count; None for both.
    """
    if not state.ground.board.on_table(outline) or state.ground.impassable(outline):
        return False
    if any(seat is None or state.roster[slot].seat == seat for slot in bases.bases_at(state, outline, ignored)):
        return False
    return bases.camp_at(state, outline) is None
