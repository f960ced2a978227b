"""Relations between bases: contact, overlap, support, the attached general (14.6, 14.7). Corners and edges within
``TOUCH_TOLERANCE`` units of each other count as touching; angles within ``ALIGNMENT_TOLERANCE`` sixtieths as equal or
opposite."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from game.board.manoeuvre import PlacedBase, ahead_by, beside_by, normalised_angle, point_at
from game.board.measuring import SINE_SCALE, Edge, Outline, box_of, boxes_touch, distance, gap, overlap, side, sine
from game.core.indices import Seat, Slot, by_seat, by_slot, other
from game.core.pose import FULL_TURN, Pose, Spot
from game.rules.renaissance.engine.ground import TOUCH_TOLERANCE
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.tables import GENERALS

ALIGNMENT_TOLERANCE = 10
"""Largest difference, in sixtieths of a degree, between facings that count as the same or as opposite; chosen, to allow
for rounding."""
CORNER_MARGIN = 2 * TOUCH_TOLERANCE + 1
"""Units left out at each end of an edge, so that its rest touches nothing by a corner alone."""
Side = Literal["front", "right", "rear", "left"]
FRONT_LEFT, FRONT_RIGHT, REAR_RIGHT, REAR_LEFT = 0, 1, 2, 3
"""The corners of a base, as indices."""
Flank = Literal["left", "right"]
Relation = Literal[Flank, "behind", "ahead"]
FLANKS: tuple[tuple[Flank, int, int], ...] = (("left", FRONT_LEFT, REAR_LEFT), ("right", FRONT_RIGHT, REAR_RIGHT))
"""Each flank with the corners at its ends."""


class FrontContact(NamedTuple):
    """A base's front edge on an edge of an enemy base, corner to corner."""

    slot: Slot
    enemy: Slot
    side: Side
    """The enemy's edge that is touched."""


def turned_by(first: Pose, second: Pose) -> int:
    """The turn from one facing to another in sixtieths of a degree, clockwise; negative if anticlockwise, at most half
    a turn."""
    return normalised_angle(second.angle - first.angle)


def same_facing(first: Pose, second: Pose) -> bool:
    """Whether two bases face the same way."""
    return abs(turned_by(first, second)) <= ALIGNMENT_TOLERANCE


def opposite_facing(first: Pose, second: Pose) -> bool:
    """Whether two bases face opposite ways."""
    return abs(abs(turned_by(first, second)) - FULL_TURN // 2) <= ALIGNMENT_TOLERANCE


def edges_parallel(first: Pose, second: Pose) -> bool:
    """Whether the edges of two bases are parallel."""
    return (turned_by(first, second) + ALIGNMENT_TOLERANCE) % (FULL_TURN // 4) <= 2 * ALIGNMENT_TOLERANCE


def corners_touch(first: Spot, second: Spot) -> bool:
    """Whether two corners touch."""
    return max(abs(first[0] - second[0]), abs(first[1] - second[1])) <= TOUCH_TOLERANCE


@lru_cache(2**14)
def side_touched(base: PlacedBase, target: PlacedBase) -> Side | None:
    """The edge of another base on which a base's front edge lies, corner to corner (14.7); None for none."""
    if distance(base.pose.spot, target.pose.spot) > 2 * max(base.base.width, target.base.depth):
        return None
    turn = (target.pose.angle - base.pose.angle) % FULL_TURN
    quarter, remainder = divmod(turn + ALIGNMENT_TOLERANCE, FULL_TURN // 4)
    if remainder > 2 * ALIGNMENT_TOLERANCE:
        return None
    mine, theirs = base.corners, target.corners
    match quarter % 4:  # quarter turns clockwise from the base's facing to the target's
        case 2 if (corners_touch(mine[FRONT_LEFT], theirs[FRONT_RIGHT])
                   and corners_touch(mine[FRONT_RIGHT], theirs[FRONT_LEFT])):
            return "front"
        case 0 if (corners_touch(mine[FRONT_LEFT], theirs[REAR_LEFT])
                   and corners_touch(mine[FRONT_RIGHT], theirs[REAR_RIGHT])):
            return "rear"
        case 3 if (corners_touch(mine[FRONT_LEFT], theirs[FRONT_LEFT])
                   and _lies_along(mine[FRONT_RIGHT], theirs[FRONT_LEFT], theirs[REAR_LEFT])):
            return "left"
        case 1 if (corners_touch(mine[FRONT_RIGHT], theirs[FRONT_RIGHT])
                   and _lies_along(mine[FRONT_LEFT], theirs[FRONT_RIGHT], theirs[REAR_RIGHT])):
            return "right"
    return None


def _lies_along(spot: Spot, start: Spot, end: Spot) -> bool:
    """Whether a point lies on the line of an edge, on the same side of its start as its end; it may be beyond the end.
    Twice ``TOUCH_TOLERANCE`` is allowed across the line: the corners at the start may be apart, too."""
    length = max(1, distance(start, end))
    along = (spot[0] - start[0]) * (end[0] - start[0]) + (spot[1] - start[1]) * (end[1] - start[1])
    return abs(side(start, end, spot)) <= 2 * TOUCH_TOLERANCE * length and along > 0


def outward_edges(one: PlacedBase) -> tuple[tuple[Pose, Edge], ...]:
    """The edges of a base or camp, the front first, then clockwise, each with a pose on its middle facing outward."""
    (pose, base), corners = (one.pose, one.base), one.corners
    middles = ((0, 0), (base.width // 2, -base.depth // 2), (0, -base.depth), (-base.width // 2, -base.depth // 2))
    return tuple((Pose(*point_at(pose, *middle), (pose.angle + n * (FULL_TURN // 4)) % FULL_TURN),
                  (corners[n], corners[(n + 1) % 4]))
                 for n, middle in enumerate(middles))


def inner_edge(middle: Pose, length: int) -> Edge:
    """An edge without its ends (``CORNER_MARGIN``): what it touches is touched by more than a corner.

    :param middle: the pose on its middle, facing outward.
    """
    half = length // 2 - CORNER_MARGIN
    return point_at(middle, -half, 0), point_at(middle, half, 0)


def contacts(state: RenaissanceState) -> tuple[FrontContact, ...]:
    """Every front edge on an edge of an enemy base. Front-to-front pairs are listed in both directions."""
    front_contacts: tuple[FrontContact, ...] | None = state.memo.get("contacts")
    if front_contacts is None:
        front_contacts = state.memo["contacts"] = tuple(
            FrontContact(slot, enemy, edge) for slot, one in by_slot(state.placed_bases) if one is not None
            for enemy in bases_at(state, one.corners, (slot,), touching=True)
            if state.roster[enemy].seat != state.roster[slot].seat
            and (edge := side_touched(one, state.placed_base(enemy))) is not None)
    return front_contacts


def opponent(state: RenaissanceState, slot: Slot) -> Slot | None:
    """The enemy in front-to-front contact with a base; None for none."""
    return next((one.enemy for one in contacts(state) if one.slot == slot and one.side == "front"), None)


def enemy_contacts_on(state: RenaissanceState, slot: Slot, *sides: Side) -> tuple[FrontContact, ...]:
    """The contacts of enemy fronts on the given edges of a base; on any edge if none are given."""
    return tuple(one for one in contacts(state) if one.enemy == slot and (not sides or one.side in sides))


def in_contact(state: RenaissanceState, slot: Slot) -> bool:
    """Whether a base touches an enemy with its front or is touched by an enemy front, so that it may only break off
    (14.6)."""
    bases_in_contact: frozenset[Slot] | None = state.memo.get("in contact")
    if bases_in_contact is None:
        at_bases = {each for one in contacts(state) for each in (one.slot, one.enemy)}
        at_camps = {each for outline in state.camp_outlines for each in bases_at(state, outline, touching=True)
                    if camp_attacked(state, each) is not None}
        bases_in_contact = state.memo["in contact"] = frozenset(at_bases | at_camps)
    return slot in bases_in_contact


def camp_attacked(state: RenaissanceState, slot: Slot) -> Seat | None:
    """The seat of the enemy camp that a base's front edge touches by more than a corner (ruling 55); None for none."""
    seat = other(state.roster[slot].seat)
    camp, base = state.camps[seat], state.placed_bases[slot]
    if camp is None or camp.sacked or base is None or not may_touch(base.corners, camp.outline):
        return None
    touching = gap(inner_edge(base.pose, base.base.width), camp.outline) <= TOUCH_TOLERANCE
    return seat if touching and not overlapping(base.corners, camp.outline) else None


def relation_of(base: PlacedBase, neighbour: PlacedBase) -> Relation | None:
    """The place of another base that touches a base corner to corner and faces the same way: beside it with front
    corners level (rule 11), directly behind, or directly ahead; None for any other."""
    if not same_facing(base.pose, neighbour.pose):
        return None
    mine, theirs = base.corners, neighbour.corners
    if corners_touch(mine[FRONT_LEFT], theirs[FRONT_RIGHT]):
        return "left"
    if corners_touch(mine[FRONT_RIGHT], theirs[FRONT_LEFT]):
        return "right"
    if corners_touch(mine[REAR_LEFT], theirs[FRONT_LEFT]) and corners_touch(mine[REAR_RIGHT], theirs[FRONT_RIGHT]):
        return "behind"
    is_ahead = (corners_touch(theirs[REAR_LEFT], mine[FRONT_LEFT])
                and corners_touch(theirs[REAR_RIGHT], mine[FRONT_RIGHT]))
    return "ahead" if is_ahead else None


def neighbours(state: RenaissanceState, slot: Slot) -> Mapping[Relation, Slot]:
    """The friends that touch a base corner to corner and face the same way, by their place; empty if the base is not on
    the table."""
    by_relation: dict[Relation, Slot] | None = state.memo.get(("neighbours", slot))
    if by_relation is None:
        base = state.placed_bases[slot]
        by_relation = state.memo["neighbours", slot] = {} if base is None else {
            relation: mate for mate in bases_at(state, base.corners, (slot,), touching=True)
            if state.roster[mate].seat == state.roster[slot].seat
            and (relation := relation_of(base, state.placed_base(mate))) is not None}
    return by_relation


def friends_beside(state: RenaissanceState, slot: Slot) -> tuple[Slot, ...]:
    """The friends level with a base at its sides."""
    return tuple(mate for relation, mate in neighbours(state, slot).items() if relation in ("left", "right"))


def enemies_touching(state: RenaissanceState, slot: Slot, outline: Outline) -> Iterator[Slot]:
    """The enemy bases that touch a base, by edge or corner.

    :param outline: the base's outline, where it is or where it would be.
    """
    seat = state.roster[slot].seat
    return (enemy for enemy in bases_at(state, outline, (slot,), touching=True) if state.roster[enemy].seat != seat
            and gap(outline, state.placed_base(enemy).corners) <= TOUCH_TOLERANCE)


def touched_by_enemy(state: RenaissanceState, slot: Slot) -> bool:
    """Whether an enemy base touches a base, by edge or corner."""
    return next(enemies_touching(state, slot, state.placed_base(slot).corners), None) is not None


def attached_general(state: RenaissanceState, slot: Slot) -> Slot | None:
    """The general attached to a base: directly behind it, touched by no enemy (ruling 64)."""
    mate = neighbours(state, slot).get("behind")
    return mate if mate is not None and attached_to(state, mate) == slot else None


def attached_to(state: RenaissanceState, slot: Slot) -> Slot | None:
    """The base to which a general is attached; None for any other base, and for a general that is not attached."""
    ahead = neighbours(state, slot).get("ahead") if state.kind(slot) in GENERALS else None
    return None if ahead is None or touched_by_enemy(state, slot) else ahead


def overlaps(state: RenaissanceState, slot: Slot) -> Iterator[tuple[Flank, Slot]]:
    """The enemies in overlap with a base, each with the flank overlapped: facing opposite, front corner to front corner
    or side edge along side edge (14.7.6, ruling 53). The base's opponent is excluded."""
    base, opposing = state.placed_base(slot), opponent(state, slot)
    for enemy in bases_at(state, base.corners, (slot,), touching=True):
        if state.roster[enemy].seat != state.roster[slot].seat and enemy != opposing:
            flank = _overlapped_flank(base, state.placed_base(enemy))
            if flank is not None:
                yield flank, enemy


def _overlapped_flank(base: PlacedBase, enemy: PlacedBase) -> Flank | None:
    """The flank on which another base, facing opposite, touches front corner or side edge; None for neither."""
    if not opposite_facing(base.pose, enemy.pose):
        return None
    mine, theirs = base.corners, enemy.corners
    for flank, front, rear in FLANKS:
        gaps = [beside_by(base.pose, theirs[k]) - beside_by(base.pose, mine[front]) for k in (front, rear)]
        side_edges = [sorted(ahead_by(base.pose, spots[k]) for k in (front, rear)) for spots in (mine, theirs)]
        shared_length = min(high for _, high in side_edges) - max(low for low, _ in side_edges)
        if corners_touch(mine[front], theirs[front]) or (max(map(abs, gaps)) <= TOUCH_TOLERANCE < shared_length):
            return flank
    return None


def may_touch(first: Outline, second: Outline) -> bool:
    """Whether two outlines may touch or overlap; a quick test by their boxes."""
    return boxes_touch(box_of(first, TOUCH_TOLERANCE), box_of(second))


def overlapping(first: Outline, second: Outline) -> bool:
    """Whether two outlines overlap by more than touching."""
    return may_touch(first, second) and overlap(first, second) > TOUCH_TOLERANCE


def bases_at(state: RenaissanceState, outline: Outline, ignored: Collection[Slot] = (), *,
             touching: bool = False) -> Iterator[Slot]:
    """The bases that an outline overlaps by more than touching.

    :param ignored: bases to leave out.
    :param touching: whether to include all bases whose boxes come within ``TOUCH_TOLERANCE``; a quick test.
    """
    left, right, top, bottom = box_of(outline, TOUCH_TOLERANCE)
    for slot, west, east, north, south in state.placed_boxes:
        if west <= right and east >= left and north <= bottom and south >= top and slot not in ignored:
            theirs = state.outlines[slot]
            if touching or (theirs is not None and overlap(outline, theirs) > TOUCH_TOLERANCE):
                yield slot


def camp_at(state: RenaissanceState, outline: Outline, ignored: Seat | None = None) -> Seat | None:
    """The seat of a camp that an outline overlaps by more than touching; None for none.

    :param ignored: the seat of a camp to leave out.
    """
    return next((seat for seat, camp in by_seat(state.camps)
                 if camp is not None and seat != ignored and overlapping(outline, camp.outline)), None)


def distance_ahead(pose: Pose, width: int, outline: Outline) -> int | None:
    """Distance in units straight ahead from a front edge to the first point of an outline; negative behind the edge's
    line. None if the outline is beside the strip ahead, or touches its side by no more than ``TOUCH_TOLERANCE``. Exact,
    rounded down."""
    s, c = sine(pose.angle), sine(pose.angle + FULL_TURN // 4)
    half = (width // 2 - TOUCH_TOLERANCE) * SINE_SCALE
    spots = [((x - pose.x) * c + (y - pose.y) * s, (x - pose.x) * s - (y - pose.y) * c) for x, y in outline]
    distances = [v for u, v in spots if abs(u) < half]
    previous = spots[-1]
    for current in spots:
        (u1, v1), (u2, v2) = previous, current
        distances += [v1 + (v2 - v1) * (edge - u1) // (u2 - u1) for edge in (-half, half) if (u1 < edge) != (u2 < edge)]
        previous = current
    return min(distances) // SINE_SCALE if distances else None
