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
CORNER_MARGIN = 2 * TOUCH_TOLERANCE + 1
"""Units left out at each end of a front edge to get its interior."""


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
    """Pairs (mover, enemy) for each front that touches an enemy, in order."""
    moved_enemies: tuple[tuple[Slot, Pose], ...] = ()
    """Enemies that conform or slide, with their poses."""
    why: Reason | None = None


class _EdgeMatch(NamedTuple):
    """How a base can conform to an edge; the order is by turn, then by slide."""

    turn: int
    slide: int
    edge: int
    pose: Pose


def front_touches(one: PlacedBase, second: PlacedBase) -> bool:
    """Whether a base's front edge touches another base along more than a corner. Front corner to front corner, as in
    overlap, is no front contact; a front corner on the middle of an edge is."""
    mine, theirs = one.corners, second.corners
    if not bases.may_touch(mine, theirs):
        return False
    if bases.side_touched(one, second) is not None:
        return True
    inner = point_at(one.pose, CORNER_MARGIN - one.base.width // 2, 0), point_at(one.pose,
                                                                                 one.base.width // 2 - CORNER_MARGIN, 0)
    return gap(mine[:2], theirs) <= TOUCH_TOLERANCE and (gap(inner, theirs) <= TOUCH_TOLERANCE or (
        not bases.edges_parallel(one.pose, second.pose)
        and not any(bases.corners_touch(corner, spot) for corner in mine[:2] for spot in theirs)))


def resolve_contacts(state: RenaissanceState, slots: Sequence[Slot], ends: Sequence[Pose],
                     against: Slot | None) -> MoveEnd:
    """The end of a move with its contacts: the first front on an enemy conforms, and the group moves with it (14.7.2,
    14.7.3). All bases that touch at the end of the move touch at once. Among them the enemy ``against`` comes first,
    then the least turn and slide, then the order of the bases."""
    pairs = []
    for n, (slot, end) in enumerate(zip(slots, ends, strict=True)):
        ended = state.base_at(slot, end)
        for enemy in bases.bases_at(state, ended.corners, slots, touching=True):
            second = state.placed_base(enemy)
            if state.roster[enemy].seat != state.roster[slot].seat and (front_touches(ended, second) or (
                    front_touches(second, ended) and _touching_points(ended, second.corners))):
                pairs.append((n, enemy))
    if not pairs:
        return MoveEnd(tuple(ends))
    pairs = [pair for pair in pairs if pair[1] == against] or pairs
    ranked: list[tuple[int, int, int, ConformedPoses]] = []
    for n, enemy in pairs:
        mates = {slot: end for slot, end in zip(slots, ends, strict=True) if slot != slots[n]}
        conformed = conform(state, slots[n], ends[n], enemy, slots, mates)
        if conformed is not None:
            turns = (bases.turned_by(ends[n], conformed.pose),
                     bases.turned_by(state.placed_base(enemy).pose, conformed.enemy_pose))
            ranked.append((sum(map(abs, turns)), abs(beside_by(conformed.pose, ends[n].spot)), n, conformed))
    if ranked:
        *_, n, best = min(ranked, key=lambda each: each[:3])
        return _conform_group(state, slots, ends, n, best)
    (n, enemy), *_ = pairs
    if state.element(slots[n]).wheeled:
        return MoveEnd(tuple(ends), why=why_no_contact(state, slots[n], enemy))
    return MoveEnd(tuple(ends), why=refuse("14.7.2", say(
        "Neither {unit} nor {enemy} can line up with the other", unit=state.name(slots[n]),
        enemy=state.name(enemy)), 49))


def why_no_contact(state: RenaissanceState, slot: Slot, enemy: Slot) -> Reason:
    """Why a wheeled base may not move into contact with an enemy (5.4)."""
    return refuse("5.4", say("{unit} may not move into contact with {other}, by edge or corner",
                             unit=state.name(slot), other=state.name(enemy)), 11)


def _conform_group(state: RenaissanceState, slots: Sequence[Slot], ends: Sequence[Pose], n: int,
                   conformed: ConformedPoses) -> MoveEnd:
    """The end of a group's move, conforming with the base that touched first; the others touch, or stop one unit short
    (ruling 50)."""
    moved = [carried(end, ends[n], conformed.pose) for end in ends]
    enemy_moves = conformed.enemy_pose != state.placed_base(conformed.enemy).pose
    shifted = {conformed.enemy: conformed.enemy_pose} if enemy_moves else {}
    touched = [(slots[n], conformed.enemy)]
    short: dict[int, int] = {}
    for k, slot in enumerate(slots):
        ended = state.base_at(slot, moved[k])
        others = {enemy: state.base_at(enemy, shifted.get(enemy, state.placed_base(enemy).pose))
                  for enemy in state.bases_on_table(other(state.roster[slot].seat)) if k != n
                  and enemy != conformed.enemy}
        legal = [enemy for enemy, second in others.items() if bases.side_touched(ended, second) is not None]
        touched += [(slot, enemy) for enemy in legal]
        for enemy, second in others.items():
            flush = bool(legal) and bases.edges_parallel(ended.pose, second.pose)
            if enemy in legal or not (bases.overlapping(ended.corners, second.corners)
                                      or (not flush and front_touches(ended, second))):
                continue
            slid = _pose_slid(ended, second)
            alone = not bases.in_contact(state, enemy) and all(enemy != touched_ for _, touched_ in touched)
            if slid is not None and alone and has_room(state, second.base.corners(slid), {enemy, *slots}):
                shifted[enemy] = slid
                touched.append((slot, enemy))
            else:
                short[k] = max(short.get(k, 0), _units_back(ended, second))
    for k, units in short.items():
        touched = [pair for pair in touched if pair[0] != slots[k]]
        front = moved[k]
        for j, end in enumerate(moved):
            behind = abs(beside_by(front, end.spot)) <= MU and ahead_by(front, end.spot) < 0 and j not in short
            if j == k or behind:
                moved[j] = moved_ahead(end, -units)
    return MoveEnd(tuple(moved), tuple(touched), tuple(shifted.items()))


def _units_back(one: PlacedBase, second: PlacedBase) -> int:
    """Units by which a base must go back to stop one unit short of touching another."""
    far = bases.distance_ahead(one.pose, one.base.width, second.corners)
    units = max(0, TOUCH_TOLERANCE + 1 - (far or 0))
    while gap(one.base.corners(moved_ahead(one.pose, -units)),
              second.corners) <= TOUCH_TOLERANCE and units < 2 * one.base.width:
        units += 1
    return units


def _pose_slid(one: PlacedBase, second: PlacedBase) -> Pose | None:
    """The pose of an enemy after a slide of at most 1 MU that puts a base's front on its edge; None if there is
    none."""
    for edge in range(4):
        slid = enemy_lined_up_with(one, second, edge)
        aside = beside_by(one.pose, slid.spot) - beside_by(one.pose, second.pose.spot)
        forward = ahead_by(one.pose, slid.spot) - ahead_by(one.pose, second.pose.spot)
        if (abs(bases.turned_by(second.pose, slid)) <= bases.ALIGNMENT_TOLERANCE
                and abs(aside) <= MAX_SLIDE + TOUCH_TOLERANCE and abs(forward) <= 2 * TOUCH_TOLERANCE):
            return slid
    return None


def conform(state: RenaissanceState, slot: Slot, pose: Pose, enemy: Slot, blocked: Collection[Slot] = (),
            mates: Mapping[Slot, Pose] | None = None) -> ConformedPoses | None:
    """The poses by which a base that ends in contact with an enemy comes into legal contact; None if neither can
    conform.

    :param pose: the pose at which the mover touches.
    :param blocked: the bases that move with it and are not in the way.
    :param mates: poses of the bases that move with it; they need room as well.
    """
    base, second = state.element(slot).base, state.placed_base(enemy)
    ended = PlacedBase(base, pose)
    if bases.side_touched(ended, second) is not None or bases.side_touched(second, ended) is not None:
        return ConformedPoses(enemy, pose, second.pose)
    spots = _touching_points(ended, second.corners)
    ways = sorted(movement for edge in range(4)
                  if (movement := _edge_match(pose, lined_up(base, second, edge), spots, edge)) is not None)
    moving = {slot, *blocked}
    for movement in ways:
        if sum(each[:2] == movement[:2] for each in ways) == 1 and has_room(state, base.corners(movement.pose),
                                                                            moving) and all(
                has_room(state, state.element(mate).base.corners(carried(end, pose, movement.pose)), moving,
                         state.roster[slot].seat) for mate, end in (mates or {}).items()):
            return ConformedPoses(enemy, movement.pose, second.pose)
    moving.add(enemy)
    for movement in ways if not bases.in_contact(state, enemy) and has_room(state, base.corners(pose), moving) else ():
        moved = enemy_lined_up_with(ended, second, movement.edge)
        if _edge_match(second.pose, moved, spots, movement.edge) is not None and has_room(
                state, second.base.corners(moved), moving):
            return ConformedPoses(enemy, pose, moved)
    return None


def _touching_points(one: PlacedBase, second: Outline) -> list[Spot]:
    """The points at which a front edge touches an outline: corners of either."""
    front = one.corners[:2]
    spots = [corner for corner in front if gap((corner,), second) <= TOUCH_TOLERANCE]
    return spots + [corner for corner in second if gap((corner,), front) <= TOUCH_TOLERANCE]


def _edge_match(pose: Pose, wanted: Pose, spots: Sequence[Spot], edge: int) -> _EdgeMatch | None:
    """The turn and slide that bring a base to a pose: at most 45 degrees about a point at which it touches, then at
    most 1 MU; None if that does not suffice."""
    turn, slides = abs(bases.turned_by(pose, wanted)), []
    if turn > MAX_PIVOT:
        return None
    for spot in spots:
        start = Pose(*point_at(Pose(*spot, wanted.angle), -beside_by(pose, spot), -ahead_by(pose, spot)), wanted.angle)
        slide = abs(beside_by(wanted, start.spot))
        if slide <= MAX_SLIDE + TOUCH_TOLERANCE and abs(ahead_by(wanted, start.spot)) <= 2 * TOUCH_TOLERANCE:
            slides.append(slide)
    return _EdgeMatch(turn, min(slides), edge, wanted) if slides else None


def enemy_lined_up_with(base: PlacedBase, second: PlacedBase, edge: int) -> Pose:
    """The pose of an enemy at which a base's front edge lies on one of its edges, corners meeting.

    :param edge: 0 front, 1 right, 2 rear, 3 left.
    """
    angle = (base.pose.angle - FULL_TURN // 2 - edge * (FULL_TURN // 4)) % FULL_TURN
    if edge == 0:
        return Pose(base.pose.x, base.pose.y, angle)
    if edge == 2:
        return Pose(*point_at(base.pose, 0, second.base.depth), angle)
    corner = base.corners[bases.FRONT_LEFT] if edge == 3 else base.corners[bases.FRONT_RIGHT]
    half = second.base.width // 2
    return Pose(*point_at(Pose(*corner, angle), half if edge == 3 else -half, 0), angle)


def has_room(state: RenaissanceState, outline: Outline, but: Collection[Slot], seat: Seat | None = None) -> bool:
    """Whether a base has room at an outline: on the table, clear of bases, camps and water.

    :param but: bases to ignore.
    :param seat: the side whose bases count; None for both.
    """
    if not state.ground.board.on_table(outline) or state.ground.impassable(outline):
        return False
    if any(seat is None or state.roster[second].seat == seat for second in bases.bases_at(state, outline, but)):
        return False
    return bases.camp_at(state, outline) is None
