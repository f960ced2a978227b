"""Distant shooting: targets in arc, range and sight, compulsory targets, leaders and aid (6, 14.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.board.manoeuvre import PlacedBase, ahead_by, beside_by, hull, point_at
from game.board.measuring import (
    Box,
    Edge,
    Outline,
    box_of,
    boxes_touch,
    edges,
    gap,
    segments_meet,
    side,
    squared_length,
)
from game.board.plane import Terrain
from game.core.indices import Seat, Slot, by_slot, other
from game.core.message import Message, say
from game.core.pose import BASE, Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine.bases import bases_at, in_contact, may_touch, outward_edges, overlapping
from game.rules.renaissance.engine.ground import TOUCH_TOLERANCE, share_inside, shrunk
from game.rules.renaissance.engine.pips import BLOCKING_TERRAIN, middle
from game.rules.renaissance.engine.scoring import RenaissanceCombat, camp_attackers, is_garrison
from game.rules.renaissance.engine.state import CAMP_SIZE, RenaissanceState
from game.rules.renaissance.engine.tables import factor
from game.rules.renaissance.engine.words import MU, in_mu, refuse

SHARED_COVER = ("woods", "oasis")
"""Terrain in which no base can shoot at another in the same piece."""
MAX_COVER_CROSSED = 2 * MU
"""The longest stretch of cover, in units, that a line of sight may cross in each piece with the shooter or target."""
STRIP_AHEAD = ((-BASE // 2, 40 * BASE), (BASE // 2, 40 * BASE), (BASE // 2, 0), (-BASE // 2, 0))
"""Corners of the strip straight ahead of an edge, as (right, ahead); it is longer than any table."""


class AimedEdge(NamedTuple):
    """A shooting edge from which a base may shoot at an enemy."""

    distance: int
    """Distance in units from the edge to the target."""
    straight: bool
    """Whether the target overlaps the strip straight ahead of the edge, one base width wide."""


def engaged(state: RenaissanceState, slot: Slot) -> bool:
    """Whether a base touches an enemy with its front or is touched by an enemy front, or is the garrison of a camp that
    an enemy front touches."""
    return in_contact(state, slot) or (
        is_garrison(state, slot) and bool(camp_attackers(state, state.roster[slot].seat)))


def may_shoot(state: RenaissanceState, slot: Slot) -> bool:
    """Whether a base may shoot in this bound, regardless of targets (14.8.1, ruling 56)."""
    unit, base = state.units[slot], state.roster[slot]
    if not base.element.range or unit.shot or (base.element.artillery and unit.moves_made):
        return False
    return may_be_shot(state, slot)


def may_be_shot(state: RenaissanceState, slot: Slot) -> bool:
    """Whether a base may be shot at: on the table or in its camp, and not in contact with an enemy (14.8.2,
    ruling 57)."""
    return state.outline(slot) is not None and not engaged(state, slot)


def shooting_edges(state: RenaissanceState, slot: Slot) -> tuple[tuple[Pose, Edge], ...]:
    """The edges from which a base shoots, each with the pose on its middle: any edge of a war wagon, any side of its
    camp for a garrison, else the front (14.8.3, ruling 56)."""
    base = state.placed_bases[slot]
    if base is None:
        return outward_edges(PlacedBase(CAMP_SIZE, state.camp(state.roster[slot].seat).pose))
    return outward_edges(base) if state.kind(slot) == "ww" else outward_edges(base)[:1]


def aimed_edges(state: RenaissanceState, slot: Slot, target: Slot) -> tuple[AimedEdge, ...]:
    """The edges from which a base may shoot at an enemy: with two of the target's corners in arc and range, and clear
    sight of one of its edges (14.8.3, 14.8.4)."""
    outline, own, max_range = state.outline(target), state.outline(slot), state.element(slot).range
    if outline is None or own is None or not boxes_touch(box_of(own, max_range), box_of(outline)):
        return ()
    if not may_be_shot(state, target) or gap(own, outline) > max_range or both_in_cover(state, own, outline):
        return ()
    return tuple(AimedEdge(gap(edge, outline),
                           overlapping(tuple(point_at(pose, *corner) for corner in STRIP_AHEAD), outline))
                 for pose, edge in shooting_edges(state, slot)
                 if in_arc_and_range(pose, edge, outline, max_range)
                 and _has_clear_sight(state, slot, target, edge, outline))


def in_arc_and_range(pose: Pose, edge: Edge, outline: Outline, max_range: int) -> bool:
    """Whether at least two corners of a target are in arc and range of a shooting edge (ruling 58). The arc is the
    strip straight ahead of the edge, widened by a base width on each side."""
    half_width = max(abs(beside_by(pose, spot)) for spot in edge) + BASE
    return sum(ahead_by(pose, spot) >= -TOUCH_TOLERANCE and abs(beside_by(pose, spot)) <= half_width
               and gap((spot,), edge) <= max_range
               for spot in outline) >= 2


def _has_clear_sight(state: RenaissanceState, slot: Slot, target: Slot, edge: Edge, outline: Outline) -> bool:
    """Whether both lines of sight to one edge of a target are clear: from the left corner of the shooting edge to the
    left corner of the target's, and from right to right. The target's edge must face the middle of the shooting edge
    (ruling 59)."""
    left, right = edge
    doubled_middle = left[0] + right[0], left[1] + right[1]  # doubled, so that no half is rounded
    return any(sight_clear(state, slot, target, (left, b), (right, a)) for a, b in edges(outline)
               if side(doubled_middle, (2 * a[0], 2 * a[1]), (2 * b[0], 2 * b[1])) < 0)


def targets(state: RenaissanceState, slot: Slot) -> tuple[Slot, ...]:
    """The compulsory target of a base; several if equally near; empty if it has no target in arc, range and sight
    (14.8.5)."""
    nearest_enemies: tuple[Slot, ...] | None = state.memo.get(("targets", slot))
    if nearest_enemies is None:
        nearest_enemies = state.memo["targets", slot] = _targets(state, slot)
    return nearest_enemies


def _targets(state: RenaissanceState, slot: Slot) -> tuple[Slot, ...]:
    if not may_shoot(state, slot):
        return ()
    name, own = state.id(slot), state.outline(slot)
    assert own is not None
    range_box = box_of(own, state.element(slot).range)
    aims_by_enemy = {enemy: aims for enemy, box in _boxes(state, other(state.roster[slot].seat))
                     if boxes_touch(range_box, box) and (aims := aimed_edges(state, slot, enemy))}
    straight_ahead = {enemy: straight for enemy, aims in aims_by_enemy.items()
                      if (straight := [aim for aim in aims if aim.straight])}
    distances = {enemy: min(aim.distance for aim in aims)
                 for enemy, aims in (straight_ahead or aims_by_enemy).items()}
    nearest_distance = min(distances.values(), default=0)
    nearest = tuple(enemy for enemy, distance in distances.items() if distance <= nearest_distance + TOUCH_TOLERANCE)
    chosen = next((state.slots[target] for shooter, target in state.chosen_enemies if shooter == name), None)
    return (chosen,) if chosen in nearest else nearest


def _boxes(state: RenaissanceState, seat: Seat) -> tuple[tuple[Slot, Box], ...]:
    """The bases of a side on the table or in their camp, each with its bounding box or that of the camp."""
    boxes: tuple[tuple[Slot, Box], ...] | None = state.memo.get(("boxes", seat))
    if boxes is None:
        outlines = ((slot, state.outline(slot)) for slot, base in by_slot(state.roster) if base.seat == seat)
        boxes = state.memo["boxes", seat] = tuple(
            (slot, box_of(outline)) for slot, outline in outlines if outline is not None)
    return boxes


def why_target(state: RenaissanceState, slot: Slot, target: Slot) -> Message:
    """Why an enemy is the compulsory target of a base (14.8.5)."""
    aims = aimed_edges(state, slot, target)
    straight = [one for one in aims if one.straight]
    far = in_mu(min((one.distance for one in straight or aims), default=0))
    return (say("Target: the nearest enemy straight ahead, {far} MU away", far=far) if straight
            else say("Target: the nearest enemy in arc and range, {far} MU away; no enemy straight ahead", far=far))


def shooters_at(state: RenaissanceState, target: Slot) -> tuple[Slot, ...]:
    """The bases for which an enemy is the compulsory target, or one of several equally near ones."""
    seat = state.roster[target].seat
    return tuple(slot for slot, base in by_slot(state.roster)
                 if base.seat != seat and target in targets(state, slot))


def targets_left(state: RenaissanceState) -> tuple[Slot, ...]:
    """The targets, on both sides, still to be shot at."""
    return tuple(sorted({enemy for slot in state.slots.values() for enemy in targets(state, slot)}))


def undecided_shooters(state: RenaissanceState, target: Slot) -> tuple[Slot, ...]:
    """The shooters for which this is one of several equally near targets; their owner chooses."""
    return tuple(slot for slot in shooters_at(state, target) if len(targets(state, slot)) > 1)


def possible_leaders(state: RenaissanceState, target: Slot) -> tuple[Slot, ...]:
    """The shooters at a target with the highest factor; among several the owner names the leader (ruling 62)."""
    kind = state.kind(target)
    factors = {slot: factor(state.kind(slot), kind, shooting=True) for slot in shooters_at(state, target)}
    highest = max(factors.values(), default=0)
    return tuple(slot for slot, each in factors.items() if each == highest)


def volley(state: RenaissanceState, target: Slot, leader: Slot) -> RenaissanceCombat:
    """The shot at a target: leader, aiding bases, and whether the target shoots back (rulings 62 and 63)."""
    aiding = tuple(slot for slot in shooters_at(state, target) if slot != leader)
    aiding_target: tuple[Slot, ...] | None = None
    if targets(state, target) == (leader,):
        aiding_target = tuple(slot for slot in shooters_at(state, leader)
                              if slot != target and targets(state, slot) == (leader,))
    return RenaissanceCombat(leader, target, True, aiding, aiding_target)


def shooters_in(state: RenaissanceState, shot: RenaissanceCombat) -> Iterator[Slot]:
    """All bases that take part in a shot: the leader, those that aid it, and, if the target shoots back, the target and
    those that aid it."""
    yield shot.first
    yield from shot.aiding
    if shot.aiding_target is not None:
        yield shot.second
        yield from shot.aiding_target


def why_nobody_shoots(state: RenaissanceState, target: Slot) -> Reason:
    """Why no base may shoot at a target now."""
    unit = state.name(target)
    if not may_be_shot(state, target):
        return refuse("14.8.2", say("{unit} is in contact with an enemy", unit=unit) if engaged(state, target) else say(
            "{unit} is not on the table", unit=unit), 57)
    shooters = [slot for slot, base in by_slot(state.roster)
                if base.seat != state.roster[target].seat and may_shoot(state, slot)]
    if not shooters:
        return refuse("14.8.1", say("No base can still shoot at {unit}", unit=unit), 56)
    nearest = [slot for slot in shooters if aimed_edges(state, slot, target)] or [
        slot for slot in shooters if _is_in_reach(state, slot, target)]
    if nearest:
        return why_no_shot(state, nearest[0], target)
    return refuse("14.8.3", say("{unit} is in no base's arc and range", unit=unit), 58)


def _is_in_reach(state: RenaissanceState, slot: Slot, target: Slot) -> bool:
    """Whether a target is in arc and range of one of a base's shooting edges, whether seen or not (14.8.3)."""
    outline, max_range = state.outline(target) or (), state.element(slot).range
    return any(in_arc_and_range(pose, edge, outline, max_range) for pose, edge in shooting_edges(state, slot))


def why_no_shot(state: RenaissanceState, slot: Slot, target: Slot) -> Reason:
    """Why a base may not shoot at another."""
    values = {"unit": state.name(slot), "target": state.name(target)}
    if not state.element(slot).range:
        return refuse("14.8.1", say("{unit} does not shoot", unit=state.name(slot)))
    if state.roster[slot].seat == state.roster[target].seat:
        return refuse("14.8.5", say("{target} is on the same side as {unit}", **values))
    if not may_be_shot(state, target):
        return why_nobody_shoots(state, target)
    if not may_shoot(state, slot):
        return refuse("14.8.1", say("{unit} may not shoot any more in this bound", unit=state.name(slot)), 56)
    if aimed_edges(state, slot, target):
        return refuse("14.8.5", say("{unit} must shoot at {other} first, not at {target}",
                                    other=state.name(targets(state, slot)[0]), **values), 61)
    outline, own, max_range = state.outline(target) or (), state.outline(slot) or (), state.element(slot).range
    if gap(own, outline) > max_range:
        return refuse("14.8.3", say("{target} is {far} MU away, out of the range of {most} MU", far=in_mu(
            gap(own, outline)), most=in_mu(max_range), **values), 58)
    if _is_in_reach(state, slot, target):
        return refuse("14.8.4", say("{unit} has no clear line of sight to {target}", **values), 59)
    return refuse("14.8.3", say("{target} is not in {unit}'s arc", **values), 58)


def both_in_cover(state: RenaissanceState, first: Outline, second: Outline) -> bool:
    """Whether two bases are at least partly in the same woods or oasis (ruling 60)."""
    return any(overlaps_piece(piece, first) and overlaps_piece(piece, second)
               for piece in state.ground.pieces(*SHARED_COVER))


def overlaps_piece(piece: Terrain, outline: Outline) -> bool:
    """Whether the interior of a base overlaps a piece of terrain."""
    return piece.meets(shrunk(outline))


def sight_clear(state: RenaissanceState, slot: Slot, target: Slot, left: Edge, right: Edge) -> bool:
    """Whether both lines of sight, left and right, are clear of bases, camps, crests and cover (rulings 59 and 60).
    ``MAX_COVER_CROSSED`` is allowed in a piece that shooter or target is at least partly in, and a crest that shooter
    or target touches does not block. A base or camp that reaches from one line to the other blocks as well, even if it
    only touches them."""
    own, target_outline = state.outline(slot), state.outline(target)
    assert own is not None
    assert target_outline is not None
    # artillery on a hill shoots over bases whose middles are not on it
    hills = [hill for hill, _ in state.ground.crests if state.element(slot).artillery and hill.holds(middle(own))]
    between = hull((*left, *right))
    outlines_between = [state.placed_base(each).corners
                        for each in bases_at(state, between, (slot, target), touching=True)]
    blockers = [outline for outline in outlines_between
                if not hills or any(hill.holds(middle(outline)) for hill in hills)]
    blockers += [outline for outline in state.camp_outlines if outline not in (own, target_outline)]
    for outline in blockers:
        if any(overlapping(line, outline) for line in (left, right)) or (
                overlapping(between, outline) and all(gap(line, outline) <= TOUCH_TOLERANCE for line in (left, right))):
            return False
    for line in (left, right):
        if any(segments_meet(line, crest) for _, crests in state.ground.crests for crest in crests
               if all(gap(each, crest_line) > TOUCH_TOLERANCE
                      for each in (own, target_outline) for crest_line in crests)):
            return False
        for piece in state.ground.pieces(*BLOCKING_TERRAIN):
            share = share_inside(piece.points, line) if may_touch(line, piece.points) else 0
            if share and (share * share * squared_length(line) > MAX_COVER_CROSSED * MAX_COVER_CROSSED
                          or not (overlaps_piece(piece, own) or overlaps_piece(piece, target_outline))):
                return False
    return True
