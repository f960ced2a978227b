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
"""Width and depth of a zone of control that nothing ends."""
ZONE_RULE = "14.6.10"
ANSWER_RULING = 45
"""The ruling on the moves that a zone allows."""
SEVERAL_ZONES_RULING = 46
"""The ruling on several zones at once."""


def has_zone(state: RenaissanceState, slot: Slot) -> bool:
    """Whether a base has a zone of control: every base on the table except those in close combat to their front
    (ruling 44)."""
    return state.placed_bases[slot] is not None and not any(slot == one.slot for one in contacts(state))


def zone(state: RenaissanceState, slot: Slot, ignored: Collection[Slot] = ()) -> Outline:
    """The outline of a base's zone of control: 2 MU square before its front edge, ending at the first obstacle
    (ruling 44). It is convex, and has no depth if something touches the front edge.

    :param ignored: bases that do not end it, because they are moving.
    """
    pose = state.placed_base(slot).pose
    full_zone = ZONE_SIZE.corners(moved_ahead(pose, ZONE_SIZE.depth))
    obstacles = [*(state.placed_base(mate).corners for mate in bases_at(state, full_zone, {slot, *ignored})),
                 *(outline for outline in state.camp_outlines if overlapping(full_zone, outline))]
    obstacles += [piece.points for piece in state.ground.pieces_near(box_of(full_zone)) if piece.kind == "waterway"]
    distances = [distance_ahead(pose, ZONE_SIZE.width, outline) for outline in obstacles]
    depth = min([ZONE_SIZE.depth, *(max(0, each) for each in distances if each is not None)])
    return Base(ZONE_SIZE.width, depth).corners(moved_ahead(pose, depth))


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
                     answered: Slot | None, touched: Collection[Slot], allowance: int) -> Reason | None:
    """Why the zones of control that a move starts in or enters forbid it; None if they allow it. The move must
    answer (line up with, close with, or move back from) an enemy in whose zone it starts or, if it starts in none, one
    whose zone it enters; legal contact with that enemy always does (ruling 46).

    :param ends: the final poses, after conforming.
    :param answered: the enemy that the move answers (ruling 46). None: any of them will do. If no zone restricts the
        move, it may be any enemy: one that the move is meant to contact.
    :param touched: the enemies contacted legally.
    :param allowance: the longest move in units.
    """
    bases = [state.element(slot).base for slot in slots]
    starts = [state.placed_base(slot) for slot in slots]
    final_outlines = [base_size.corners(end) for base_size, end in zip(bases, ends, strict=True)]
    start_boxes, end_boxes = (box_of(base.corners) for base in starts), map(box_of, final_outlines)
    box = box_around((*start_boxes, *(leg.box for leg in legs), *end_boxes))
    areas = {enemy: zone(state, enemy, slots)
             for enemy, area in zone_boxes(state, other(state.roster[slots[0]].seat)).items() if boxes_touch(box, area)}
    if not areas:
        return None
    started_in = {enemy for enemy, area in areas.items() if any(overlapping(base.corners, area) for base in starts)}
    first_leg_in: dict[Slot, int] = {}
    for n, leg in enumerate(legs):
        outlines = [outline for _, outline in leg.ground()]
        outlines += final_outlines if leg is legs[-1] else [
            base_size.corners(end) for base_size, end in zip(bases, leg.ends, strict=True)]
        for enemy, area in areas.items():
            if enemy not in started_in and enemy not in first_leg_in and any(
                    overlapping(outline, area) for outline in outlines):
                first_leg_in[enemy] = n
    # nearest first: the refusal names that one
    zone_owners = sorted(started_in or first_leg_in, key=lambda enemy: min(
        distance(base.pose.spot, state.placed_base(enemy).pose.spot) for base in starts))
    if not zone_owners:
        return None
    if answered in zone_owners:
        zone_owners = [answered]
    elif answered is not None and answered not in touched:
        return refuse(ZONE_RULE, say("{unit}'s zone does not restrict this move: name another enemy to answer, or none",
                                     unit=state.name(answered)), SEVERAL_ZONES_RULING)
    if any(enemy in touched for enemy in zone_owners):
        return None
    refusals = [_why_no_answer(state, starts, legs, ends, enemy, areas[enemy],
                               [another for another in first_leg_in if another != enemy], allowance,
                               0 if started_in else first_leg_in[enemy]) for enemy in zone_owners]
    return None if None in refusals else refusals[0]


def _why_no_answer(state: RenaissanceState, starts: Sequence[PlacedBase], legs: Sequence[MoveLeg], ends: Sequence[Pose],
                   enemy: Slot, area: Outline, others_entered: Sequence[Slot], allowance: int,
                   first_leg: int) -> Reason | None:
    """Why a move does not answer an enemy: it neither lines up with the enemy, nor closes with it, nor moves back
    (rulings 45 and 46). None if it does.

    :param area: the enemy's zone of control.
    :param others_entered: other enemies whose zones the move enters.
    :param allowance: the longest move in units.
    :param first_leg: index of the first leg subject to the zone.
    """
    if others_entered and not (len(legs) == 1 and legs[0].straight):
        return refuse(ZONE_RULE, say("The move would enter the zone of {other}, too, and not by a single straight "
                                     "advance",
                                     other=state.name(others_entered[0])), SEVERAL_ZONES_RULING)
    if not others_entered and _backs_out(starts, legs, area, allowance):
        return None
    pose = state.placed_base(enemy).pose
    poses = [[base.pose for base in starts] if not first_leg else list(legs[first_leg - 1].ends),
             *(leg.ends for leg in legs[first_leg:])]
    if any(all(_brings_nearer(pose, a[k], b[k]) for a, b in itertools.pairwise(poses)) for k in range(len(starts))):
        return None
    if any(opposite_facing(pose, end) and abs(beside_by(pose, end.spot)) <= TOUCH_TOLERANCE
           and overlapping(base.base.corners(end), area)
           and distance(end.spot, pose.spot) <= distance(before.spot, pose.spot)
           for base, before, end in zip(starts, poses[0], ends, strict=True)):
        return None
    return refuse(ZONE_RULE, say("In {unit}'s zone a base may only line up with it, close with it, or move straight "
                                 "back, out of the zone or by its full move", unit=state.name(enemy)), ANSWER_RULING)


def _brings_nearer(enemy: Pose, before: Pose, after: Pose) -> bool:
    """Whether a leg brings a front nearer to an enemy's and its facing no farther from opposite (ruling 45)."""
    return (squared_length((after.spot, enemy.spot)) < squared_length((before.spot, enemy.spot))
            and abs(turned_by(enemy, after)) >= abs(turned_by(enemy, before)))


def _backs_out(starts: Sequence[PlacedBase], legs: Sequence[MoveLeg], area: Outline, allowance: int) -> bool:
    """Whether a move is straight back with unchanged facing, and ends out of a zone or uses the full allowance
    (14.6.10)."""
    pairs = [(base.pose, end) for base, end in zip(starts, legs[0].ends, strict=True)]
    if len(legs) != 1 or not all(start.angle == end.angle and abs(beside_by(start, end.spot)) <= TOUCH_TOLERANCE
                                 and ahead_by(start, end.spot) < 0 for start, end in pairs):
        return False
    return legs[0].cost >= allowance - TOUCH_TOLERANCE or not any(
        overlapping(base.base.corners(end), area) for base, end in zip(starts, legs[0].ends, strict=True))
