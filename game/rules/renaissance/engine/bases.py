"""How bases stand to each other: contact, overlap, support, the attached general (14.6, 14.7).

Corners meet and edges touch within ``TOUCH`` units; angles are equal or opposite within ``ALIGNED`` sixtieths.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from game.board.manoeuvre import Standing, ahead_by, bearing, beside_by
from game.board.measuring import FINE, Outline, box_of, distance, gap, overlap, side, sine, touch
from game.core.pose import TURN, Pose, Spot
from game.rules.renaissance.engine.ground import TOUCH
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import GENERALS

ALIGNED = 10
"""Sixtieths of a degree by which facings that count as the same, or as opposite, may differ."""
Side = Literal["front", "right", "rear", "left"]
SIDES: tuple[Side, Side, Side, Side] = ("front", "right", "rear", "left")
FL, FR, RR, RL = 0, 1, 2, 3
"""The corners of a base: front left, front right, rear right, rear left."""


class Contact(NamedTuple):
    """A base's front edge lies on an edge of an enemy base, corners meeting."""

    slot: int
    enemy: int
    side: Side
    """Which edge of the enemy's."""


def turned_by(one: Pose, other: Pose) -> int:
    """The turn from one facing to another in sixtieths, from above -half a turn to half a turn."""
    return bearing(other.angle - one.angle)


def same_facing(one: Pose, other: Pose) -> bool:
    """Whether two bases face the same way."""
    return abs(turned_by(one, other)) <= ALIGNED


def opposite(one: Pose, other: Pose) -> bool:
    """Whether two bases face opposite ways."""
    return abs(abs(turned_by(one, other)) - TURN // 2) <= ALIGNED


def square(one: Pose, other: Pose) -> bool:
    """Whether the edges of two bases are parallel."""
    return (turned_by(one, other) + ALIGNED) % (TURN // 4) <= 2 * ALIGNED


def met(one: Spot, other: Spot) -> bool:
    """Whether two corners meet."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= TOUCH


@lru_cache(2**14)
def side_touched(one: Standing, other: Standing) -> Side | None:
    """The edge of another base on which a base's front edge lies, corners meeting; None: on none (14.7)."""
    if distance(one.pose.spot, other.pose.spot) > 2 * max(one.base.width, other.base.depth):
        return None
    turn = (other.pose.angle - one.pose.angle) % TURN
    quarter, off = divmod(turn + ALIGNED, TURN // 4)
    if off > 2 * ALIGNED:
        return None
    mine, theirs = one.corners, other.corners
    match quarter % 4:
        case 2 if met(mine[FL], theirs[FR]) and met(mine[FR], theirs[FL]):
            return "front"
        case 0 if met(mine[FL], theirs[RL]) and met(mine[FR], theirs[RR]):
            return "rear"
        case 3 if met(mine[FL], theirs[FL]) and _along(mine[FR], theirs[FL], theirs[RL]):
            return "left"
        case 1 if met(mine[FR], theirs[FR]) and _along(mine[FL], theirs[FR], theirs[RR]):
            return "right"
    return None


def _along(spot: Spot, start: Spot, end: Spot) -> bool:
    """Whether a point lies on the line of an edge, on the same side of its start as its end; it may lie beyond."""
    long = max(1, distance(start, end))
    ahead_ = (spot[0] - start[0]) * (end[0] - start[0]) + (spot[1] - start[1]) * (end[1] - start[1])
    return abs(side(start, end, spot)) <= 2 * TOUCH * long and ahead_ > 0


def contacts(state: State) -> tuple[Contact, ...]:
    """Every front edge on an edge of an enemy base. Front-to-front pairs are listed both ways."""
    found: tuple[Contact, ...] | None = state.memo.get("contacts")
    if found is None:
        found = state.memo["contacts"] = tuple(_contacts(state))
    return found


def _contacts(state: State) -> Iterator[Contact]:
    for slot, one in enumerate(state.standings):
        box, outline = state.boxes[slot], state.outlines[slot]
        if one is None or box is None or outline is None:
            continue
        for enemy in meeting(state, outline, (slot,), touching=True):
            other = state.standings[enemy]
            if other is not None and state.roster[enemy].seat != state.roster[slot].seat:
                edge = side_touched(one, other)
                if edge is not None:
                    yield Contact(slot, enemy, edge)


def opponent(state: State, slot: int) -> int | None:
    """The enemy with whom a base is in front-to-front contact."""
    return next((one.enemy for one in contacts(state) if one.slot == slot and one.side == "front"), None)


def fronts_on(state: State, slot: int, *sides: Side) -> tuple[Contact, ...]:
    """The enemies whose fronts lie on some edges of a base; without edges named, on any."""
    return tuple(one for one in contacts(state) if one.enemy == slot and (not sides or one.side in sides))


def held(state: State, slot: int) -> bool:
    """Whether a base is touched by an enemy front, or has its own on an enemy: it may only break off (14.6)."""
    return any(slot in (one.slot, one.enemy) for one in contacts(state)) or camp_attacked(state, slot) is not None


def camp_attacked(state: State, slot: int) -> int | None:
    """The seat of the enemy camp that a base's front edge touches; None: it touches none."""
    seat = 1 - state.roster[slot].seat
    camp, one = state.camps[seat], state.standings[slot]
    if camp is None or camp.sacked or one is None or not near(one.corners, camp.outline):
        return None
    front = one.corners[:2]
    return seat if gap(front, camp.outline) <= TOUCH and overlap(one.corners, camp.outline) <= TOUCH else None


def beside(one: Standing, other: Standing) -> Literal["left", "right"] | None:
    """The side of a base along which another stands level with it: side edges touch, front corners meet, facings are
    the same (rule 11)."""
    if not same_facing(one.pose, other.pose):
        return None
    if met(one.corners[FL], other.corners[FR]):
        return "left"
    return "right" if met(one.corners[FR], other.corners[FL]) else None


def behind(one: Standing, other: Standing) -> bool:
    """Whether another base stands directly behind a base: same facing, its front corners on the rear corners."""
    return (same_facing(one.pose, other.pose) and met(one.corners[RL], other.corners[FL])
            and met(one.corners[RR], other.corners[FR]))


def friend_behind(state: State, slot: int) -> int | None:
    """The friend directly behind a base."""
    one, seat = state.standing(slot), state.roster[slot].seat
    return next((mate for mate in state.there(seat) if mate != slot and behind(one, state.standing(mate))), None)


def friends_beside(state: State, slot: int) -> dict[Literal["left", "right"], int]:
    """The friends level with a base, by the side of it on which they stand."""
    one, seat = state.standing(slot), state.roster[slot].seat
    found: dict[Literal["left", "right"], int] = {}
    for mate in state.there(seat):
        if mate != slot and (where := beside(one, state.standing(mate))) is not None:
            found[where] = mate
    return found


def attached_general(state: State, slot: int) -> int | None:
    """The general attached to a base: directly behind it, touched by no enemy (ruling 64)."""
    general = state.general(state.roster[slot].seat)
    one = state.standings[general]
    if general == slot or one is None or not behind(state.standing(slot), one) or fronts_on(state, general):
        return None
    return general


def attached_to(state: State, slot: int) -> int | None:
    """The base to which a general is attached; None for any other base, and for a general that is not attached."""
    if state.roster[slot].kind not in GENERALS or fronts_on(state, slot):
        return None
    one = state.standing(slot)
    return next((mate for mate in state.there(state.roster[slot].seat)
                 if mate != slot and behind(state.standing(mate), one)), None)


def linked(state: State, slot: int, other: int) -> bool:
    """Whether two friends belong to one group: level beside each other, or one directly behind the other (14.6)."""
    one, mate = state.standing(slot), state.standing(other)
    return beside(one, mate) is not None or behind(one, mate) or behind(mate, one)


def overlaps(state: State, slot: int) -> dict[Literal["left", "right"], int]:
    """The enemies in overlap with a base, by the side of it: facing opposite, front corner to front corner, or side
    edge along side edge (14.7.6, ruling 53). Its opponent is not among them."""
    one, seat = state.standing(slot), state.roster[slot].seat
    facing = opponent(state, slot)
    found: dict[Literal["left", "right"], int] = {}
    for enemy in state.there(1 - seat):
        where = overlapped_by(one, state.standing(enemy)) if enemy != facing else None
        if where is not None:
            found.setdefault(where, enemy)
    return found


def overlapped_by(one: Standing, other: Standing) -> Literal["left", "right"] | None:
    """The side of a base on which another, facing opposite, touches front corner or side edge; None: neither."""
    if not opposite(one.pose, other.pose) or not near(one.corners, other.corners):
        return None
    mine, theirs = one.corners, other.corners
    if met(mine[FL], theirs[FL]) or _edges_touch(one, other, "left"):
        return "left"
    return "right" if met(mine[FR], theirs[FR]) or _edges_touch(one, other, "right") else None


def _edges_touch(one: Standing, other: Standing, which: Literal["left", "right"]) -> bool:
    """Whether side edges of two bases that face opposite ways lie along each other for more than ``TOUCH``."""
    a, b = (FL, RL) if which == "left" else (FR, RR)
    mine, theirs = one.corners, other.corners
    across = [beside_by(one.pose, spot) - beside_by(one.pose, mine[a]) for spot in (theirs[a], theirs[b])]
    if any(abs(each) > TOUCH for each in across):
        return False
    span = sorted(-ahead_by(one.pose, spot) for spot in (mine[a], mine[b]))
    other_span = sorted(-ahead_by(one.pose, spot) for spot in (theirs[a], theirs[b]))
    return min(span[1], other_span[1]) - max(span[0], other_span[0]) > TOUCH


def near(one: Outline, other: Outline) -> bool:
    """Whether two outlines may touch or overlap: a quick no for what is far apart."""
    return touch(box_of(one, TOUCH), box_of(other))


def clash(one: Outline, other: Outline) -> bool:
    """Whether two outlines overlap by more than touching."""
    return near(one, other) and overlap(one, other) > TOUCH


def meeting(state: State, outline: Outline, but: Collection[int] = (), *, touching: bool = False) -> Iterator[int]:
    """The bases that an outline overlaps by more than touching.

    :param but: bases that do not count.
    :param touching: whether those count, too, whose boxes only come within ``TOUCH``: a quick look.
    """
    left, right, top, bottom = box_of(outline, TOUCH)
    for slot, box in enumerate(state.boxes):
        if (box is None or slot in but or box[0] > right or box[1] < left or box[2] > bottom or box[3] < top):
            continue
        theirs = state.outlines[slot]
        if touching or (theirs is not None and overlap(outline, theirs) > TOUCH):
            yield slot



def first_ahead(pose: Pose, width: int, outline: Outline) -> int | None:
    """Units from a front edge straight ahead to the first point of an outline; below 0 behind the edge's line.

    None: the outline lies beside the strip ahead, or touches its side by no more than ``TOUCH``. Exact, rounded down.
    """
    s, c = sine(pose.angle), sine(pose.angle + TURN // 4)
    half = (width // 2 - TOUCH) * FINE
    spots = [((x - pose.x) * c + (y - pose.y) * s, (x - pose.x) * s - (y - pose.y) * c) for x, y in outline]
    found = [v for u, v in spots if abs(u) < half]
    before = spots[-1]
    for here in spots:
        (u1, v1), (u2, v2) = before, here
        found += [v1 + (v2 - v1) * (edge - u1) // (u2 - u1) for edge in (-half, half) if (u1 < edge) != (u2 < edge)]
        before = here
    return min(found) // FINE if found else None
