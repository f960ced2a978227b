"""Zones of control: permitted moves of a base or group in an enemy's zone (14.6.10)."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence

from game.board.manoeuvre import PlacedBase, ahead_by, beside_by, moved_ahead
from game.board.measuring import Base, Box, Outline, box_of, boxes_touch, distance, squared_length
from game.core.indices import Seat, Slot, other
from game.core.message import say
from game.core.pose import Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine.bases import (
    bases_at,
    contacts,
    distance_ahead,
    opposite_facing,
    overlapping,
    turned_by,
)
from game.rules.renaissance.engine.ground import TOUCH_TOLERANCE
from game.rules.renaissance.engine.routes import MoveLeg, box_around
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.words import MU, refuse

ZONE_SIZE = Base(2 * MU, 2 * MU)
ZONE_RULE = "14.6.10"
ANSWER_RULING = 45
"""The ruling on the moves that a zone allows."""
SEVERAL_ZONES_RULING = 46
"""The ruling on several zones at once."""


def has_zone(state: RenaissanceState, slot: Slot) -> bool:
    """Whether a base has a zone of control: every base on the table except those in close combat to their front
    (ruling 44)."""
    return state.placed_bases[slot] is not None and not any(slot == one.slot for one in contacts(state))


def zone(state: RenaissanceState, slot: Slot, but: Collection[Slot] = ()) -> Outline:
    """The outline of a base's zone of control: 2 MU square before its front edge, ending at the first obstacle
    (ruling 44). It is convex, and has no depth if something touches the front edge.

    :param but: bases that do not end it, because they are moving.
    """
    pose = state.placed_base(slot).pose
    whole = ZONE_SIZE.corners(moved_ahead(pose, ZONE_SIZE.depth))
    others = [*(state.placed_base(mate).corners for mate in bases_at(state, whole, {slot, *but})),
              *(outline for outline in state.camp_outlines if overlapping(whole, outline))]
    others += [piece.points for piece in state.ground.pieces_near(box_of(whole)) if piece.kind == "waterway"]
    far = [distance_ahead(pose, ZONE_SIZE.width, outline) for outline in others]
    deep = min([ZONE_SIZE.depth, *(max(0, each) for each in far if each is not None)])
    return Base(ZONE_SIZE.width, deep).corners(moved_ahead(pose, deep))


def zone_boxes(state: RenaissanceState, seat: Seat) -> Mapping[Slot, Box]:
    """Slot -> bounding box of the base's zone of control at full depth, for a side's bases."""
    boxes: dict[Slot, Box] | None = state.memo.get(("zones", seat))
    if boxes is None:
        boxes = {slot: box_of(ZONE_SIZE.corners(moved_ahead(state.placed_base(slot).pose, ZONE_SIZE.depth)))
                 for slot in state.bases_on_table(seat) if has_zone(state, slot)}
        state.memo["zones", seat] = boxes
    return boxes


def zone_owners_at(state: RenaissanceState, slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """The enemies whose zones of control contain at least part of some bases."""
    outlines = [state.placed_base(slot).corners for slot in slots]
    box = box_around(map(box_of, outlines))
    return tuple(enemy for enemy, area in zone_boxes(state, other(state.roster[slots[0]].seat)).items()
                 if boxes_touch(box, area)
                 and any(overlapping(outline, zone(state, enemy, slots)) for outline in outlines))


def why_zone_forbids(state: RenaissanceState, slots: Sequence[Slot], legs: Sequence[MoveLeg], ends: Sequence[Pose],
                     answered: Slot | None, touched: Collection[Slot], most: int) -> Reason | None:
    """Why the zones of control that a move starts in or enters forbid it; None if they allow it.

    :param ends: the final poses, after conforming.
    :param answered: the enemy that the move answers; None for any of those whose zones it meets.
    :param touched: the enemies contacted legally.
    :param most: the allowance.
    """
    bases = [state.element(slot).base for slot in slots]
    starts = [state.placed_base(slot) for slot in slots]
    last = [base.corners(end) for base, end in zip(bases, ends, strict=True)]
    box = box_around((*(box_of(one.corners) for one in starts), *(leg.box for leg in legs), *map(box_of, last)))
    areas = {enemy: zone(state, enemy, slots)
             for enemy, area in zone_boxes(state, other(state.roster[slots[0]].seat)).items() if boxes_touch(box, area)}
    if not areas:
        return None
    inside = {enemy for enemy, area in areas.items() if any(overlapping(one.corners, area) for one in starts)}
    entered: dict[Slot, int] = {}
    for n, leg in enumerate(legs):
        grounds = [outline for _, outline in leg.ground()]
        grounds += last if leg is legs[-1] else [base.corners(end) for base, end in zip(bases, leg.ends, strict=True)]
        for enemy, area in areas.items():
            if enemy not in inside and enemy not in entered and any(overlapping(ground, area) for ground in grounds):
                entered[enemy] = n
    met = sorted(inside or entered, key=lambda enemy: min(
        distance(one.pose.spot, state.placed_base(enemy).pose.spot) for one in starts))
    if not met:
        return None
    if answered in met:
        met = [answered]
    elif answered is not None and answered not in touched:
        return refuse(ZONE_RULE, say("The move is not restricted by the zone of {unit}", unit=state.name(answered)),
                      SEVERAL_ZONES_RULING)
    if any(enemy in touched for enemy in met):
        return None
    whys = [_why_no_answer(state, starts, legs, ends, enemy, areas[enemy],
                           [second for second in entered if second != enemy], most if enemy in inside else None,
                           0 if inside else entered[enemy]) for enemy in met]
    return None if None in whys else whys[0]


def _why_no_answer(state: RenaissanceState, starts: Sequence[PlacedBase], legs: Sequence[MoveLeg], ends: Sequence[Pose],
                   enemy: Slot, area: Outline, others: Sequence[Slot], most: int | None, first: int) -> Reason | None:
    """Why a move does not answer an enemy (rulings 45 and 46); None if it does.

    :param others: other enemies whose zones the move enters.
    :param most: the allowance; None if it does not start in the zone.
    :param first: index of the first leg subject to the zone.
    """
    if others and not (len(legs) == 1 and legs[0].straight):
        return refuse(ZONE_RULE, say("The move would enter the zone of {other}, too, and not by a single straight "
                                     "advance",
                                     other=state.name(others[0])), SEVERAL_ZONES_RULING)
    if most is not None and not others and _back_out(starts, legs, area, most):
        return None
    pose = state.placed_base(enemy).pose
    poses = [[one.pose for one in starts] if not first else list(legs[first - 1].ends),
             *(leg.ends for leg in legs[first:])]
    if any(all(_brings_nearer(pose, a[k], b[k]) for a, b in itertools.pairwise(poses)) for k in range(len(starts))):
        return None
    if any(opposite_facing(pose, end) and abs(beside_by(pose, end.spot)) <= TOUCH_TOLERANCE
           and overlapping(one.base.corners(end), area)
           and distance(end.spot, pose.spot) <= distance(before.spot, pose.spot)
           for one, before, end in zip(starts, poses[0], ends, strict=True)):
        return None
    return refuse(ZONE_RULE, say("In {unit}'s zone a base may only line up with it, close with it, or move straight "
                                 "back, out of the zone or by its full move", unit=state.name(enemy)), ANSWER_RULING)


def _brings_nearer(enemy: Pose, before: Pose, after: Pose) -> bool:
    """Whether a leg brings a front nearer to an enemy's and its facing no farther from opposite (ruling 45)."""
    return (squared_length((after.spot, enemy.spot)) < squared_length((before.spot, enemy.spot))
            and abs(turned_by(enemy, after)) >= abs(turned_by(enemy, before)))


def _back_out(starts: Sequence[PlacedBase], legs: Sequence[MoveLeg], area: Outline, allowance: int) -> bool:
    """Whether a move is straight back with unchanged facing, and leaves a zone or uses the full allowance."""
    pairs = [(one.pose, end) for one, end in zip(starts, legs[0].ends, strict=True)]
    if len(legs) != 1 or not all(start.angle == end.angle and abs(beside_by(start, end.spot)) <= TOUCH_TOLERANCE
                                 and ahead_by(start, end.spot) < 0 for start, end in pairs):
        return False
    return legs[0].cost >= allowance - TOUCH_TOLERANCE or not any(
        overlapping(one.base.corners(end), area) for one, end in zip(starts, legs[0].ends, strict=True))
