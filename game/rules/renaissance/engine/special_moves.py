"""The special moves of single bases: breaking off (14.6.11, ruling 47), entering and leaving the camp (14.2.5, ruling
30); and ``compute_tactical_move``, which computes any tactical move from its action."""

from __future__ import annotations

from game.board.manoeuvre import PlacedBase, greatest_where, moved_ahead, point_at, swept
from game.board.measuring import Outline, edges, gap
from game.core.action import Action
from game.core.indices import Seat, Slot, by_slot, other
from game.core.message import say
from game.core.pose import Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine import moves, pips
from game.rules.renaissance.engine.actions import BreakOff, EnterCamp, LeaveCamp, March, MoveColumn, RenaissanceMove
from game.rules.renaissance.engine.bases import (
    camp_attacked,
    contacts,
    enemies_touching,
    enemy_contacts_on,
    may_touch,
    overlapping,
)
from game.rules.renaissance.engine.ground import TOUCH_TOLERANCE
from game.rules.renaissance.engine.limits import (
    allowance_here,
    longest_move,
    move_limit,
    why_blocked,
    why_not_end_at,
)
from game.rules.renaissance.engine.moves import ComputedMove, sticks_along
from game.rules.renaissance.engine.routes import MoveLeg, single_leg
from game.rules.renaissance.engine.state import CAMP_SIZE, RenaissanceState
from game.rules.renaissance.engine.words import in_mu, refuse
from game.rules.renaissance.engine.zones import why_zone_forbids

BREAK_OFF_RULE, BREAK_OFF_RULING = "14.6.11", 47
"""The rule and the ruling on breaking off."""
CAMP_RULE, CAMP_RULING = "14.2.5", 30
"""The rule and the ruling on entering and leaving a camp."""


def compute_tactical_move(state: RenaissanceState, action: Action) -> ComputedMove | None:
    """The tactical move of an action, legal or not; None if the action is no tactical move."""
    match action:
        case RenaissanceMove() | March() | MoveColumn():
            return moves.compute_move(state, action)
        case BreakOff(unit):
            return break_off_move(state, state.slots[unit])
        case EnterCamp(unit):
            return enter_camp_move(state, state.slots[unit])
        case LeaveCamp(unit, pose):
            return leave_camp_move(state, state.slots[unit], pose)
    return None


def break_off_move(state: RenaissanceState, slot: Slot) -> ComputedMove:
    """The move of a base that breaks off: straight back as far as it can, but at least by its own depth, to a place
    where it touches no enemy (ruling 47); legal or not."""
    # a base off the table has no pose: its move is refused below
    move = ComputedMove((slot,), (state.units[slot].pose or Pose(0, 0, 0),), pips=pips.cost(state, (slot,)))
    why = _why_no_break_off(state, slot) or moves.why_no_pips(state, move.pips)
    if why is not None:
        return move._replace(why=why)
    base, move = state.placed_base(slot), move._replace(allowance=allowance_here(state, slot))
    no_room = refuse(BREAK_OFF_RULE, say("{unit} has no room to move back its own depth, {depth} MU",
                                         unit=state.name(slot), depth=in_mu(base.base.depth)), BREAK_OFF_RULING)

    def allowed(units: int) -> bool:
        """Whether it stays on the table and within the allowance of the terrain; obstacles are checked below."""
        leg = _leg_back(base, units)
        return state.ground.board.on_table(base.base.corners(leg.ends[0])) and move_limit(
            state, (slot,), (leg,), abreast=False).allowance >= units

    def why_no_end(leg: MoveLeg) -> Reason | None:
        """Why it may not end there; None if it may."""
        touched = next(enemies_touching(state, slot, base.base.corners(leg.ends[0])), None)
        return why_not_end_at(state, (slot,), leg.ends, {}) or (None if touched is None else no_room)

    longest = greatest_where(longest_move(state, slot), allowed)
    for units in sorted({longest, *_room_behind(state, slot, base, longest)}, reverse=True):
        if units < base.base.depth:
            break
        leg = _leg_back(base, units)
        if why_blocked(state, (slot,), (leg,), (slot,)) is None and why_no_end(leg) is None:
            limit = move_limit(state, (slot,), (leg,), abreast=False)
            why = why_zone_forbids(state, (slot,), (leg,), leg.ends, None, (), limit.allowance)
            return move._replace(ends=leg.ends, length=units, allowance=limit.allowance, into_river=limit.in_river,
                                 sticks=sticks_along([base], [leg]), why=why)
    shortest = _leg_back(base, base.base.depth)
    if state.element(slot).wheeled and longest >= shortest.cost and why_blocked(
            state, (slot,), (shortest,), (slot,)) is None:
        return move._replace(why=why_no_end(shortest))  # it may not move into contact (5.4)
    return move._replace(why=no_room)


def _why_no_break_off(state: RenaissanceState, slot: Slot) -> Reason | None:
    """Why a base may not break off, regardless of the room behind it; None if it may."""
    name = state.name(slot)
    enemies = enemies_in_front(state, slot)
    if state.roster[slot].seat != state.seat:
        return refuse("14.4", say("{unit} is an enemy: it moves in its own bound", unit=name))
    if not enemies:
        return moves.why_at_empty_camp(state, slot) or refuse(
            BREAK_OFF_RULE, say("{unit} has no enemy to its front", unit=name))
    if enemy_contacts_on(state, slot, "left", "right", "rear"):
        return refuse(BREAK_OFF_RULE, say("{unit} has an enemy on its flank or rear", unit=name))
    if state.units[slot].moves_made:
        return refuse("14.6.8", say("{unit} has moved in this bound", unit=name))
    why = moves.why_plundering(state, slot)
    if why is not None:
        return why
    own_allowance = allowance_here(state, slot)
    for enemy in enemies:
        enemy_allowance = allowance_here(state, enemy)
        if own_allowance <= enemy_allowance:
            text = say("{unit} is not faster than {enemy} and may not break off: {length} MU against {theirs}",
                       unit=name, length=in_mu(own_allowance), enemy=state.name(enemy), theirs=in_mu(enemy_allowance))
            return refuse(BREAK_OFF_RULE, text, BREAK_OFF_RULING)
    return None


def can_break_off(state: RenaissanceState, slot: Slot) -> bool:
    """Whether a base may break off, from an enemy base or from an occupied camp."""
    return bool(enemies_in_front(state, slot)) and break_off_move(state, slot).why is None


def enemies_in_front(state: RenaissanceState, slot: Slot) -> list[Slot]:
    """The enemies that a base touches with its front edge, the garrison of a camp included."""
    if state.outlines[slot] is None:
        return []
    seat = camp_attacked(state, slot)
    camp = state.camps[seat] if seat is not None else None
    garrison = [state.slots[camp.garrison]] if camp is not None and camp.garrison else []
    return [contact.enemy for contact in contacts(state) if contact.slot == slot] + garrison


def _leg_back(base: PlacedBase, units: int) -> MoveLeg:
    """A leg straight back. Its cost is exactly ``units``: it is not measured at its rounded end."""
    return single_leg(base.base, base.pose, moved_ahead(base.pose, -units))._replace(cost=units)


def _room_behind(state: RenaissanceState, slot: Slot, base: PlacedBase, longest: int) -> list[int]:
    """How far a base can move straight back before it touches each obstacle on its way, in units; obstacles that it
    already touches are left out.

    :param longest: how far it would move without obstacles.
    """
    def way(units: int) -> Outline:
        """The ground that it covers."""
        return swept(base.corners, base.base.corners(moved_ahead(base.pose, -units)))

    def room_before(outline: Outline) -> int:
        """How far it can move before it touches an obstacle."""
        return greatest_where(longest, lambda units: gap(way(units), outline) > TOUCH_TOLERANCE)

    obstacles = [outline for each, outline in by_slot(state.outlines) if outline is not None and each != slot]
    obstacles += [*state.camp_outlines, *(shore for piece in state.ground.pieces("waterway")
                                          for shore in edges(piece.points))]
    return [room_before(outline) for outline in obstacles
            if may_touch(way(longest), outline) and gap(base.corners, outline) > TOUCH_TOLERANCE]


def pose_in_camp(state: RenaissanceState, slot: Slot) -> Pose:
    """The pose of a base in its camp, from which moves into and out of it are measured: in the middle, with the camp's
    facing."""
    camp = state.camp(state.roster[slot].seat)
    return Pose(*point_at(camp.pose, 0, (state.element(slot).depth - CAMP_SIZE.depth) // 2), camp.pose.angle)


def enter_camp_move(state: RenaissanceState, slot: Slot) -> ComputedMove:
    """The move of a base into its camp, legal or not."""
    mover, camp = state.roster[slot], state.camp(state.roster[slot].seat)
    # a base off the table has no pose: its move is refused below
    move = ComputedMove((slot,), (state.units[slot].pose or Pose(0, 0, 0),))
    why = moves.why_no_move(state, slot) or _why_camp_closed(state, mover.seat)
    if why is None and camp.sacked:
        why = refuse(CAMP_RULE, say("The camp has been sacked: no base enters it again"), CAMP_RULING)
    if why is None and camp.garrison:
        why = refuse(CAMP_RULE, say("{unit} is already in the camp, which holds only one base",
                                    unit=state.name(state.slots[camp.garrison])), CAMP_RULING)
    if why is None and mover.element.mounted:
        why = refuse(CAMP_RULE, say("Only foot enters a camp; {unit} is mounted", unit=mover.name), CAMP_RULING)
    if why is not None:
        return move._replace(why=why)
    base, pose = state.placed_base(slot)
    return moves.complete_move(state, move, moves.single_legs(base, pose, (pose_in_camp(state, slot),)),
                               camp_to_cross=mover.seat)


def leave_camp_move(state: RenaissanceState, slot: Slot, pose: Pose) -> ComputedMove:
    """The move of a garrison out of its camp, legal or not."""
    mover, camp = state.roster[slot], state.camp(state.roster[slot].seat)
    move = ComputedMove((slot,), (pose,))
    if camp.garrison != mover.id:
        return move._replace(why=refuse(CAMP_RULE, say("{unit} is not in its camp", unit=mover.name), CAMP_RULING))
    if mover.kind == "cf":
        return move._replace(why=refuse(CAMP_RULE, say("Camp followers never leave the camp")))
    why = moves.why_no_move(with_garrison_on_table(state, slot), slot) or _why_camp_closed(state, mover.seat)
    if why is not None:
        return move._replace(why=why)
    # The PIPs are those of a base in its camp: a general there makes the move cost more (5.3), and so may the distance
    # of the camp from the general (5.2). All else is computed as if it were on the table.
    move, start = move._replace(pips=pips.cost(state, (slot,))), pose_in_camp(state, slot)
    move_out = moves.complete_move(with_garrison_on_table(state, slot), move,
                                   moves.single_legs(mover.element.base, start, (pose,)),
                                   camp_to_cross=mover.seat)
    if move_out.why is None and overlapping(mover.element.base.corners(move_out.ends[0]), camp.outline):
        why = refuse(CAMP_RULE, say("{unit} would not be clear of the camp", unit=mover.name), CAMP_RULING)
        return move_out._replace(why=why)
    return move_out


def with_garrison_on_table(state: RenaissanceState, slot: Slot) -> RenaissanceState:
    """The state in which a garrison is a base on the table, in the middle of its camp, and no longer the garrison."""
    return state.with_camp(state.roster[slot].seat, garrison="").with_base(slot, pose=pose_in_camp(state, slot))


def _why_camp_closed(state: RenaissanceState, seat: Seat) -> Reason | None:
    """Why no base may enter or leave a camp, if an enemy's front edge touches it; else None."""
    enemy = next((slot for slot in state.bases_on_table(other(seat)) if camp_attacked(state, slot) is not None), None)
    return None if enemy is None else refuse(CAMP_RULE, say("{unit} attacks the camp: no base may enter or leave it",
                                                            unit=state.name(enemy)), CAMP_RULING)
