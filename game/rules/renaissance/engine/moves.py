"""Tactical moves of single bases, groups and columns (14.6). ``compute_move`` computes a move and the reason if it is
illegal."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from game.board.manoeuvre import PlacedBase, ahead_by, beside_by, lined_up
from game.board.measuring import Base, distance
from game.core.chance import Modifier, total
from game.core.indices import Seat, Slot, other
from game.core.message import joined, say
from game.core.pose import Pose, Spot, Stick
from game.core.verdict import Reason
from game.rules.renaissance.engine import pips
from game.rules.renaissance.engine.actions import March, MoveColumn, RenaissanceMove
from game.rules.renaissance.engine.bases import camp_attacked, contacts, in_contact, same_facing
from game.rules.renaissance.engine.contact import MoveEnd, resolve_contacts
from game.rules.renaissance.engine.ground import TOUCH_TOLERANCE
from game.rules.renaissance.engine.limits import (
    full_move,
    move_limit,
    why_blocked,
    why_not_end_at,
    why_too_far,
    why_too_near,
)
from game.rules.renaissance.engine.routes import (
    SIDEWAYS,
    MoveLeg,
    column_poses,
    follows,
    formation,
    group_leg,
    single_leg,
)
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.words import MU, in_mu, refuse
from game.rules.renaissance.engine.zones import why_zone_forbids, zone_owners_at

MAX_LEGS = 3
"""The most legs of a move (14.6.2, ruling 36), or steps of a group (14.6.4)."""
MAX_SHIFT = MU
"""The longest sideways shift of a group, in units (``board.measuring``; 14.6.4)."""
NO_PIPS = refuse("14.5.1", say("No PIPs left"))


class ComputedMove(NamedTuple):
    """A computed move, legal or not."""

    slots: tuple[Slot, ...]
    """The movers; the leader of a column first."""
    ends: tuple[Pose, ...]
    """The movers' poses after the move."""
    length: int = 0
    """Its cost in movement, in units of length (``board.measuring``)."""
    allowance: int = 0
    """The most that it may cost in movement, by the terrain; in the same units."""
    pips: tuple[Modifier, ...] = ()
    """Its cost in PIPs, each with its reason."""
    why: Reason | None = None
    """The reason if the move is illegal; None if it is legal."""
    contacts: tuple[tuple[Slot, Slot], ...] = ()
    """Pairs (mover, enemy) for each front that touches an enemy."""
    moved_enemies: tuple[tuple[Slot, Pose], ...] = ()
    """Enemies that conform or slide, with their poses."""
    into_river: bool = False
    """Whether a mover, or an enemy that conforms, enters or is in a river that is not paltry."""
    sticks: tuple[Stick, ...] = ()
    """Measuring sticks along its path."""

    @property
    def price(self) -> int:
        """Cost of the move in PIPs."""
        return total(self.pips)


def compute_move(state: RenaissanceState, action: RenaissanceMove | March | MoveColumn) -> ComputedMove:
    """Compute a move of a base, a group or a column, legal or not."""
    names = (action.unit,) if isinstance(action, RenaissanceMove) else action.group
    slots = tuple(state.slots[name] for name in names)
    # a base off the table has no pose: its move is refused below
    move = ComputedMove(slots, tuple(state.units[slot].pose or Pose(0, 0, 0) for slot in slots))
    parts = len(action.steps if isinstance(action, March) else action.legs)
    why = _why_not_together(state, action, slots)
    if why is None and parts > MAX_LEGS:
        number, ruling = ("14.6.2", 36) if isinstance(action, RenaissanceMove) else ("14.6.4", None)
        why = refuse(number, say("The move has {legs} legs; {most} allowed", legs=parts, most=MAX_LEGS), ruling)
    if why is None and isinstance(action, March):
        why = _why_not_these_steps(state, action, slots)
    if why is not None:
        return move._replace(why=why)
    against = state.slots[action.against] if action.against is not None else None
    if isinstance(action, March):
        shifts_sideways = any(step.kind in SIDEWAYS for step in action.steps)
        return complete_move(state, move, _group_legs(state, slots, action), against, shifts_sideways=shifts_sideways)
    base, pose = state.placed_base(slots[0])
    legs = single_legs(base, pose, action.legs)
    return complete_move(state, move, legs, against, as_column=isinstance(action, MoveColumn))


def single_legs(base: Base, start: Pose, poses: Sequence[Pose]) -> list[MoveLeg]:
    """The legs of a base that moves from pose to pose."""
    return [single_leg(base, a, b, last=n == len(poses))
            for n, (a, b) in enumerate(itertools.pairwise((start, *poses)), 1)]


def _group_legs(state: RenaissanceState, slots: Sequence[Slot], action: March) -> list[MoveLeg]:
    """The legs of a group, one for each of its steps."""
    places, bases = formation(state, slots), [state.element(slot).base for slot in slots]
    assert places is not None
    legs: list[MoveLeg] = []
    for step in action.steps:
        legs.append(group_leg(bases, places, legs[-1].ends[0] if legs else state.placed_base(slots[0]).pose, step))
    return legs


def complete_move(state: RenaissanceState, move: ComputedMove, legs: Sequence[MoveLeg], against: Slot | None = None, *,
                  as_column: bool = False, camp_to_cross: Seat | None = None,
                  shifts_sideways: bool = False) -> ComputedMove:
    """A move completed with its length, contacts and verdict.

    :param move: the movers with their poses before the move; its PIPs are kept if set, else computed.
    :param legs: the legs of all movers; for a column, those of its leader.
    :param against: the enemy that the move is meant to contact, or whose zone of control it answers; None for any.
    :param as_column: whether the bases move as a column, the others behind the first.
    :param camp_to_cross: the seat of the camp that is entered or left; None if there is none.
    :param shifts_sideways: whether a group shifts sideways.
    """
    slots = move.slots
    leg_slots = slots[:1] if as_column else slots  # the bases that the legs describe
    starts = [state.placed_base(slot) for slot in slots]
    if not move.pips:
        move = move._replace(pips=pips.cost(state, slots))
    move = move._replace(ends=(*legs[-1].ends, *move.ends[len(leg_slots):]), length=sum(leg.cost for leg in legs),
                         allowance=min(full_move(state, slot) for slot in leg_slots),
                         sticks=sticks_along(starts, legs))
    why = why_no_pips(state, move.pips)
    if why is not None:
        return move._replace(why=why)
    abreast = not as_column and are_abreast(state, slots)
    limit = move_limit(state, leg_slots, legs, abreast=abreast)
    why = limit.why or why_too_far(move.length, limit) or why_blocked(state, leg_slots, legs, slots, camp_to_cross)
    move = move._replace(allowance=limit.allowance, into_river=limit.in_river)
    if why is not None:
        return move._replace(why=why)
    move_end, all_legs = resolve_contacts(state, leg_slots, legs[-1].ends, against), list(legs)
    move = move._replace(ends=(*move_end.ends, *move.ends[len(leg_slots):]), contacts=move_end.contacts,
                         moved_enemies=move_end.moved_enemies, why=move_end.why,
                         into_river=limit.in_river or _lines_up_into_river(state, leg_slots, legs[-1].ends, move_end))
    if as_column and move_end.why is None:
        move, all_legs = _column_behind(state, move, move_end.ends[0], legs, starts)
    ends = move.ends
    if ends == tuple(one.pose for one in starts):
        return move._replace(why=move_end.why or refuse("14.6", say("It is already there")))
    touched = {enemy for _, enemy in move_end.contacts}
    why = (move.why or why_not_end_at(state, slots, ends, dict(move_end.moved_enemies), camp_to_cross)
           or why_zone_forbids(state, slots, all_legs, ends, against, touched, limit.allowance))
    if why is None and any(state.units[slot].moves_made for slot in slots):
        why = why_too_near(state, slots, ends)
    if why is None and shifts_sideways and not move_end.contacts:
        why = _why_not_lined_up(state, slots, ends)
    return move._replace(why=why)


def _lines_up_into_river(state: RenaissanceState, slots: Sequence[Slot], poses: Sequence[Pose], end: MoveEnd) -> bool:
    """Whether bases that come into contact, or enemies that line up with them, do so into a river that is not paltry.

    :param poses: the poses of the bases before they line up.
    """
    lined_up = [(slot, before, after) for slot, before, after in zip(slots, poses, end.ends, strict=True)]
    lined_up += [(enemy, state.placed_base(enemy).pose, after) for enemy, after in end.moved_enemies]

    def is_in_river(slot: Slot, pose: Pose) -> bool:
        return "river" in state.ground.kinds_under(state.base_at(slot, pose).corners)

    return state.river != "paltry" and any(is_in_river(slot, after) and not is_in_river(slot, before)
                                           for slot, before, after in lined_up if before != after)


def _column_behind(state: RenaissanceState, move: ComputedMove, head: Pose, legs: Sequence[MoveLeg],
                   starts: Sequence[PlacedBase]) -> tuple[ComputedMove, list[MoveLeg]]:
    """The move of a column behind its leader, with the final poses of all, and the reason in ``why`` if one cannot
    follow (ruling 39); and the legs of all.

    :param head: the leader's final pose.
    :param legs: the leader's legs.
    :param starts: all bases before the move, the leader first.
    """
    followers = starts[1:]
    poses = column_poses([starts[0].pose, *(leg.ends[0] for leg in legs[:-1]), head], followers, starts[0].base)
    current_poses = tuple(base.pose for base in followers)
    all_legs = [leg._replace(ends=(*leg.ends, *(poses if leg is legs[-1] else current_poses))) for leg in legs]
    move = move._replace(ends=(head, *poses))
    for slot, base, end in zip(move.slots[1:], followers, poses, strict=True):
        own_leg = single_leg(base.base, base.pose, end)
        # only the terrain at its start and its end limits a follower (ruling 39)
        limit = move_limit(state, (slot,), (own_leg._replace(ground=lambda: ()),), abreast=False)
        why = limit.why
        if why is None and own_leg.cost > limit.allowance:
            why = refuse("14.6.5", say(
                "{unit} would move {length} MU to its place in the column; {most} allowed", unit=state.name(slot),
                length=in_mu(own_leg.cost), most=in_mu(limit.allowance)), 39)
        move = move._replace(into_river=move.into_river or limit.in_river, why=why)
        if why is not None:
            break
    return move, all_legs


def why_no_pips(state: RenaissanceState, cost: Sequence[Modifier]) -> Reason | None:
    """The refusal for lack of PIPs, with the reason of every extra PIP; None if there are enough.

    :param cost: the PIPs of a move; the first entry is the usual cost, the others are extra.
    """
    price = total(cost)
    if price <= state.pips:
        return None
    if not state.pips:
        return NO_PIPS
    text = say("The move costs {price} PIPs; {left} left", price=price, left=state.pips)
    extra = joined((say("{text} ({rule})", text=each.name, rule=each.rule.citation) for each in cost[1:]), "; ")
    return refuse("14.5.1", say("{text}. Extra PIPs: {extra}", text=text, extra=extra) if extra else text)


def why_no_move(state: RenaissanceState, slot: Slot) -> Reason | None:
    """Why a base may make no tactical move at all; None if it may."""
    base, unit = state.roster[slot], state.units[slot]
    name = base.name
    if base.seat != state.seat:
        return refuse("14.4", say("{unit} is an enemy: it moves in its own bound", unit=name))
    if unit.lost:
        return refuse("14.4", say("{unit} is lost", unit=name))
    if base.kind == "cf":
        return refuse("14.2.5", say("Camp followers never leave the camp"))
    if unit.pose is None:
        return refuse("14.2.5", say("{unit} is in its camp: it may only leave it", unit=name), 30)
    why = why_plundering(state, slot)
    if why is not None:
        return why
    if in_contact(state, slot):
        return why_at_empty_camp(state, slot) or refuse(
            "14.6.9", say("{unit} is in contact with the enemy: it may only break off", unit=name), 43)
    if unit.moves_made and base.kind != "lh":
        return refuse("14.6.8", say("{unit} has moved in this bound", unit=name))
    if unit.moves_made > 1:
        return refuse("14.6.8", say("{unit} has moved twice in this bound", unit=name))
    return None if state.pips else NO_PIPS


def why_at_empty_camp(state: RenaissanceState, slot: Slot) -> Reason | None:
    """Why a base with its front edge on an empty enemy camp, and on no enemy, may not even break off (ruling 47); None
    for any other base."""
    seat = camp_attacked(state, slot)
    if seat is None or state.camp(seat).garrison or any(contact.slot == slot for contact in contacts(state)):
        return None
    return refuse("14.6.11", say("{unit} has its front edge on an empty camp: it may not break off from it",
                                 unit=state.name(slot)), 47)


def why_plundering(state: RenaissanceState, slot: Slot) -> Reason | None:
    """Why a base that has sacked a camp may not move in this bound (14.10.10); None if it may."""
    if state.units[slot].plunder_bound != state.bound:
        return None
    return refuse("14.10.10", say("{unit} is plundering the camp in this bound", unit=state.name(slot)), 74)


def _why_not_together(state: RenaissanceState, action: RenaissanceMove | March | MoveColumn,
                      slots: Sequence[Slot]) -> Reason | None:
    """Why some bases may not move as one; None if they may."""
    if len(set(slots)) < len(slots):
        return refuse("14.6.3", say("A base is named twice"))
    for slot in slots:
        why = why_no_move(state, slot)
        if why is not None:
            return why
    other_types = [slot for slot in slots if state.kind(slot) != "lh"]
    if other_types and any(state.units[slot].moves_made for slot in slots):
        return refuse("14.6.8", say("Only light horse may move a second time; {unit} is not light horse",
                                    unit=state.name(other_types[0])), 78)
    if formation(state, slots) is not None:
        return None
    if isinstance(action, MoveColumn) and all(
            follows(state.placed_base(a), state.placed_base(b)) for a, b in itertools.pairwise(slots)):
        return None
    return refuse("14.6.3", say("The bases are not one group: they must face the same way and touch corner to corner"))


def _why_not_these_steps(state: RenaissanceState, action: March, slots: Sequence[Slot]) -> Reason | None:
    """Why a group may not make the given steps; None if it may."""
    kinds = [step.kind for step in action.steps]
    if len(slots) > 1 and not are_abreast(state, slots) and ("left" in kinds or "right" in kinds):
        return refuse("14.6.5", say("A column wheels where its leader wheels: move it as a column"), 40)
    if "back" in kinds and (len(kinds) > 1 or not zone_owners_at(state, slots)):
        return refuse("14.6.4", say("A group may move back only out of a zone of control, in one leg"))
    sideways = sum(step.amount for step in action.steps if step.kind in SIDEWAYS)
    if sideways > MAX_SHIFT:
        return refuse("14.6.4", say("The shift takes {length} MU; {most} allowed", length=in_mu(sideways),
                                    most=in_mu(MAX_SHIFT)))
    return None


def are_abreast(state: RenaissanceState, slots: Sequence[Slot]) -> bool:
    """Whether the bases of a group are two or more abreast."""
    return any(right for right, _ in formation(state, slots) or ())


def _why_not_lined_up(state: RenaissanceState, slots: Sequence[Slot], ends: Sequence[Pose]) -> Reason | None:
    """Why a group may not shift sideways, if it ends with no base lined up with an enemy ahead (14.6.4); else None."""
    for slot, end in zip(slots, ends, strict=True):
        base_size = state.element(slot).base
        for enemy in state.bases_on_table(other(state.seat)):
            for edge in range(4):
                lined_up_pose = lined_up(base_size, state.placed_base(enemy), edge)
                if (same_facing(end, lined_up_pose)
                        and abs(beside_by(end, lined_up_pose.spot)) <= TOUCH_TOLERANCE
                        and ahead_by(end, lined_up_pose.spot) > 0):
                    return None
    return refuse("14.6.4", say("A group shifts sideways only to line up with an enemy ahead of it"))


def sticks_along(starts: Sequence[PlacedBase], legs: Sequence[MoveLeg]) -> tuple[Stick, ...]:
    """Measuring sticks along the path of the front corner that moves farthest in each leg.

    :param starts: the movers; those for which the legs have no pose, behind the leader of a column, are left out.
    """
    poses = [base.pose for base in starts]
    sticks = []
    for leg in legs:
        pairs: list[tuple[Spot, Spot]] = [
            pair for base, pose, end in zip(starts, poses, leg.ends, strict=False)
            for pair in zip(base.base.corners(pose)[:2], base.base.corners(end)[:2], strict=True)]
        start, end = max(pairs, key=lambda pair: distance(*pair))
        if start != end:
            sticks.append(Stick(start, end, leg.cost))
        poses = list(leg.ends)
    return tuple(sticks)


def apply_move(state: RenaissanceState, move: ComputedMove) -> RenaissanceState:
    """The state after a legal move: poses, PIPs, moves made and contacts."""
    changes = {slot: {"pose": end, "moves_made": state.units[slot].moves_made + 1}
               for slot, end in zip(move.slots, move.ends, strict=True)}
    changes |= {slot: {"pose": pose} for slot, pose in move.moved_enemies}
    return replace(state.with_bases(changes).with_contacts(move.contacts), pips=state.pips - move.price)
