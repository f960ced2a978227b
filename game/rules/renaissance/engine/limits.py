"""Limits on moves: allowance by terrain, obstacles, and forbidden end positions (2, 13, 14.3, 14.6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from game.board.manoeuvre import PlacedBase
from game.board.measuring import box_of, gap
from game.core.indices import Seat, Slot, by_seat, by_slot, other
from game.core.message import Message, say
from game.core.pose import Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine.bases import (
    bases_at,
    camp_at,
    edges_parallel,
    may_touch,
    overlapping,
    side_touched,
)
from game.rules.renaissance.engine.contact import front_touches, why_no_contact
from game.rules.renaissance.engine.ground import BAD_GOING, CAMEL_GOING, TOUCH_TOLERANCE, rectangle
from game.rules.renaissance.engine.routes import MoveLeg, box_around, may_pass, on_road, passes_by_table
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.tables import allowance
from game.rules.renaissance.engine.words import MU, TERRAIN_NAMES, in_mu, refuse

ALPHABETICAL_MOVES = "alphabetical-move-table"
"""Name of the option of ruling 4."""
SECOND_MOVE_DISTANCE = 4 * MU
"""The distance from every enemy, in units, at which a second move of light horse must start and end (14.6.8)."""
SLOWED_TEXTS: Mapping[str, Message] = {
    "2.2": say("The move takes {length} MU; {most} allowed in bad going", length="", most=""),
    "2.3": say("The move takes {length} MU; {most} allowed in the river", length="", most=""),
}
"""Rule that reduces the allowance -> refusal of a longer move."""


class MoveLimit(NamedTuple):
    """The allowance of some bases over the terrain of their move."""

    allowance: int
    """The most units of movement."""
    why: Reason | None = None
    """Why they may not move over the terrain at all; None if they may."""
    in_river: bool = False
    """Whether they are in a river during the move."""
    rule: str = "2.1"
    """The rule that gives the allowance."""
    in_bad_going: bool = False
    """Whether they are in bad going during the move."""


def full_move(state: RenaissanceState, slot: Slot) -> int:
    """The full move of a base, over open ground, in units."""
    return allowance(state.kind(slot), "open", alphabetical=ALPHABETICAL_MOVES in state.options)


def longest_move(state: RenaissanceState, slot: Slot) -> int:
    """The full move of a base over open ground or, on a table with a road, along it if that is longer; in units."""
    open_move = full_move(state, slot)
    return max(open_move, allowance(state.kind(slot), "road")) if state.ground.pieces("road") else open_move


def move_limit(state: RenaissanceState, slots: Sequence[Slot], legs: Sequence[MoveLeg], *, abreast: bool) -> MoveLimit:
    """The allowance of some bases over the terrain of their move: that of the slowest (14.3.3). If it is exceeded, the
    terrain counts up to the leg that exceeds it.

    :param abreast: whether they move two or more abreast.
    """
    starts, ground = [state.placed_base(slot) for slot in slots], state.ground
    pairs = [(base.corners, base.base.corners(end)) for base, end in zip(starts, legs[-1].ends, strict=True)]
    box = box_around((*(box_of(outline) for pair in pairs for outline in pair), *(leg.box for leg in legs)))
    kinds = frozenset(piece.kind for piece in ground.pieces_near(box)) & (BAD_GOING | {"river"})
    if not kinds and (abreast or not ground.pieces("road")):
        return MoveLimit(min(full_move(state, slot) for slot in slots))
    on_road_moves = [
        not abreast and not state.units[slot].moves_made
        and all(on_road(state, base.base, a, b) for a, b in pairwise((base.pose, *(leg.ends[n] for leg in legs))))
        for n, (slot, base) in enumerate(zip(slots, starts, strict=True))]
    terrain_met = [ground.kinds_under(a) | ground.kinds_under(b) for a, b in pairs]
    limit = _slowest_allowance(state, slots, terrain_met, on_road_moves, abreast=abreast)
    cost = 0
    for leg in legs if kinds else ():
        cost += leg.cost
        if limit.why is not None or cost > limit.allowance:
            break
        for n, outline in leg.ground():
            if not terrain_met[n] >= kinds:
                terrain_met[n] |= ground.kinds_under(outline)
        limit = _slowest_allowance(state, slots, terrain_met, on_road_moves, abreast=abreast)
    return limit


def _slowest_allowance(state: RenaissanceState, slots: Sequence[Slot], terrain_met: Sequence[frozenset[str]],
                       on_road_moves: Sequence[bool], *, abreast: bool) -> MoveLimit:
    """The allowance of the slowest of some bases; bases abreast may not move as a group in every terrain (14.6.6).

    :param terrain_met: for each base, the kinds of terrain it meets.
    :param on_road_moves: for each base, whether it makes a road move; there is no second one in a bound (ruling 42).
    """
    limits = [MoveLimit(allowance(state.kind(slot), "road"), rule="2.4") if road_move
              else allowance_over(state, slot, kinds)
              for slot, kinds, road_move in zip(slots, terrain_met, on_road_moves, strict=True)]
    in_river, in_bad_going = any(each.in_river for each in limits), any(each.in_bad_going for each in limits)
    slowest = min(limits, key=lambda each: each.allowance)._replace(in_river=in_river)
    if abreast and (in_river or (in_bad_going and any(state.kind(slot) != "sk" for slot in slots))):
        entering, kinds = next((slot, kinds) for slot, kinds, each in zip(slots, terrain_met, limits, strict=True)
                               if (each.in_river if in_river else each.in_bad_going))
        text = say("Bases abreast may not move as a group in a river, which {unit} is in or would enter",
                   unit=state.name(entering)) if in_river else say(
            "Bases abreast may not move as a group in bad going ({terrain}), which {unit} is in or would enter",
            terrain=TERRAIN_NAMES[min(kinds & BAD_GOING)], unit=state.name(entering))
        return slowest._replace(why=refuse("14.6.6", text, 41))
    return next((each for each in limits if each.why is not None), slowest)


def allowance_over(state: RenaissanceState, slot: Slot, terrain_met: frozenset[str]) -> MoveLimit:
    """The allowance of one base over the kinds of terrain that it meets (2.1 to 2.3)."""
    kind, alphabetical = state.kind(slot), ALPHABETICAL_MOVES in state.options
    limit = MoveLimit(allowance(kind, "open", alphabetical=alphabetical))
    if terrain_met & BAD_GOING - (CAMEL_GOING if kind == "cm" else frozenset()):
        slowed_allowance = allowance(kind, "bad", alphabetical=alphabetical)
        limiting_rule = "2.2" if slowed_allowance < limit.allowance else "2.1"
        limit = MoveLimit(slowed_allowance, rule=limiting_rule, in_bad_going=True)
        if not limit.allowance:
            return limit._replace(why=refuse("2.2", say("{unit} may not enter bad going off the road",
                                                        unit=state.name(slot))))
    if "river" in terrain_met and state.river != "paltry":
        limit = limit._replace(allowance=min(limit.allowance, allowance(kind, "river")), in_river=True, rule="2.3")
    return limit


def why_too_far(length: int, limit: MoveLimit) -> Reason | None:
    """Why a move is too long; None if it is not."""
    if length <= limit.allowance:
        return None
    text = SLOWED_TEXTS.get(limit.rule, say("The move takes {length} MU; {most} allowed", length="", most=""))
    return refuse(limit.rule, text.with_values(length=in_mu(length), most=in_mu(limit.allowance)))


def allowance_here(state: RenaissanceState, slot: Slot) -> int:
    """Allowance in units of a base in its present going; a garrison counts as in good going."""
    outline = state.outlines[slot]
    kinds = state.ground.kinds_under(outline) if outline is not None else frozenset[str]()
    return allowance_over(state, slot, kinds).allowance if kinds else full_move(state, slot)


def why_blocked(state: RenaissanceState, slots: Sequence[Slot], legs: Sequence[MoveLeg], movers: Sequence[Slot],
                camp_to_cross: Seat | None = None) -> Reason | None:
    """Why the ground of a move is blocked, by water, a base or a camp; None if it is not.

    :param movers: the moving bases, which block nothing.
    :param camp_to_cross: the seat of the camp that is entered or left.
    """
    for leg in legs:
        leg_box = rectangle(leg.box)
        obstacles = [(blocker, blocker_outline) for blocker in bases_at(state, leg_box, movers, touching=True)
                     if (blocker_outline := state.outlines[blocker]) is not None]
        camps = [camp.outline for seat, camp in by_seat(state.camps)
                 if camp is not None and seat != camp_to_cross and may_touch(camp.outline, leg_box)]
        water = any(piece.kind == "waterway" for piece in state.ground.pieces_near(leg.box))
        for n, outline in leg.ground() if obstacles or camps or water else ():
            if water and state.ground.impassable(outline):
                return refuse("14.3.1", say("The waterway is impassable"))
            for blocker, blocker_outline in obstacles:
                if overlapping(outline, blocker_outline) and not may_pass(state, slots[n], leg.ends[n], blocker):
                    return _why_in_the_way(state, slots[n], blocker, len(movers) > 1)
            if any(overlapping(outline, camp) for camp in camps):
                return refuse("14.2.5", say("A camp is in the way"), 30)
    return None


def _why_in_the_way(state: RenaissanceState, slot: Slot, blocker: Slot, group: bool) -> Reason:
    """The refusal for a base that blocks another: an enemy (rulings 36 and 38), or a friend that it may not pass, by
    its facing (13.7) or by the table (13)."""
    values = {"unit": state.name(slot), "other": state.name(blocker)}
    if passes_by_table(state, slot, blocker):
        return refuse("13.7", say("{unit} may pass through {other} only facing exactly the same or the opposite way",
                                  **values))
    if state.roster[blocker].seat == state.roster[slot].seat:
        return refuse("13", say("{other} is in the way, and {unit} may not pass through it", **values), 23)
    number, ruling = ("14.6.4", 38) if group else ("14.6.2", 36)
    return refuse(number, say("{other} is in the way of {unit}", **values), ruling)


def why_not_end_at(state: RenaissanceState, slots: Sequence[Slot], ends: Sequence[Pose],
                   enemy_poses: Mapping[Slot, Pose], camp_to_cross: Seat | None = None) -> Reason | None:
    """Why some bases may not end a move at their new poses; None if they may.

    :param enemy_poses: the new poses of enemies that conform or slide.
    :param camp_to_cross: the seat of the camp that is entered or left.
    """
    movers = [state.base_at(slot, end) for slot, end in zip(slots, ends, strict=True)]
    moved_enemies = {slot: state.base_at(slot, pose) for slot, pose in enemy_poses.items()}
    moved_slots, seat = {*slots, *enemy_poses}, state.roster[slots[0]].seat
    for k, (slot, mover) in enumerate(zip(slots, movers, strict=True)):
        outline, name, wheeled = mover.corners, state.name(slot), state.element(slot).wheeled
        if not state.ground.board.on_table(outline):
            return refuse("14.3.6", say("{unit} would leave the table", unit=name))
        if state.ground.impassable(outline):
            return refuse("14.3.6", say("{unit} would end in the waterway", unit=name))
        if camp_at(state, outline, camp_to_cross) is not None:
            return refuse("14.2.5", say("{unit} would overlap a camp", unit=name), 30)
        if any(overlapping(outline, mate.corners) for mate in movers[:k]):
            return refuse("14.1.5", say("The bases of the group would overlap"), 26)
        for neighbour in (*bases_at(state, outline, moved_slots, touching=True), *moved_enemies):
            neighbour_base = moved_enemies.get(neighbour) or state.placed_base(neighbour)
            is_friend = state.roster[neighbour].seat == seat
            values = {"unit": name, "other": state.name(neighbour)}
            if overlapping(outline, neighbour_base.corners):
                if is_friend and may_pass(state, slot, mover.pose, neighbour):
                    return refuse("13", say("{unit} has no clear space beyond {other}", **values), 23)
                return refuse("14.1.5", say("{unit} would overlap {other}", **values), 26)
            if not is_friend and wheeled and gap(outline, neighbour_base.corners) <= TOUCH_TOLERANCE:
                return why_no_contact(state, slot, neighbour)
            if not is_friend and not all(_touches_legally(state, a, b, movers, moved_enemies, moved_slots) for a, b in (
                    (mover, neighbour_base), (neighbour_base, mover))):
                return refuse("14.7.1", say("{unit} would touch {other} without being lined up with it", **values), 48)
        camp = state.camps[other(seat)]
        if camp is not None and not camp.sacked and wheeled and gap(outline, camp.outline) <= TOUCH_TOLERANCE:
            return refuse("5.4", say("{unit} may not move into contact with the enemy's camp", unit=name), 11)
    return None


def _touches_legally(state: RenaissanceState, base: PlacedBase, target: PlacedBase, movers: Sequence[PlacedBase],
                     moved_enemies: Mapping[Slot, PlacedBase], moved_slots: Collection[Slot]) -> bool:
    """Whether a front edge touches another base legally: not at all, lined up with it, or flush with it while lined up
    with yet another (ruling 48).

    :param movers: the moving bases at their new poses.
    :param moved_enemies: the enemies that conform or slide, at their new poses.
    :param moved_slots: the slots of both.
    """
    if not front_touches(base, target) or side_touched(base, target) is not None:
        return True
    unmoved_bases = [each for slot, each in by_slot(state.placed_bases) if each is not None and slot not in moved_slots]
    others = [each for each in (*unmoved_bases, *movers, *moved_enemies.values()) if each is not base]
    return edges_parallel(base.pose, target.pose) and any(side_touched(base, each) is not None for each in others)


def why_too_near(state: RenaissanceState, slots: Sequence[Slot], ends: Sequence[Pose]) -> Reason | None:
    """Why light horse may not make a second move that starts or ends so near to the enemy (14.6.8); None if it may."""
    seat = state.roster[slots[0]].seat
    mover_outlines = [state.base_at(slot, pose).corners for slot, end in zip(slots, ends, strict=True)
                for pose in (state.placed_base(slot).pose, end)]
    enemies = [(base.name, outline) for enemy, base in by_slot(state.roster)
               if base.seat != seat and (outline := state.outline(enemy)) is not None]
    return next((refuse("14.6.8", say("A second move may not start or end within 4 MU of an enemy: {enemy}",
                                      enemy=name))
                 for mover_outline in mover_outlines for name, outline in enemies
                 if gap(mover_outline, outline) <= SECOND_MOVE_DISTANCE), None)
