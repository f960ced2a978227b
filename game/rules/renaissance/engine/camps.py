"""Camps: a foot base enters its own or leaves it by a single move (14.2.5, ruling 30)."""

from __future__ import annotations

from game.core.decision import Done
from game.core.event import Moved, Noted
from game.core.message import say
from game.core.pose import Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine import moves, pips
from game.rules.renaissance.engine.bases import camp_attacked, clash
from game.rules.renaissance.engine.contact import at
from game.rules.renaissance.engine.moves import Went
from game.rules.renaissance.engine.pending import RiverRoll
from game.rules.renaissance.engine.state import CAMP, State
from game.rules.renaissance.engine.words import refuse, rule

RULE, RULING = "14.2.5", 30


def place_in(state: State, slot: int) -> Pose:
    """The pose of a base in its camp, by which moves into it and out of it are measured: in the middle, facing as the
    camp does."""
    camp = state.camps[state.roster[slot].seat]
    assert camp is not None
    return Pose(*at(camp.pose, 0, (state.element(slot).depth - CAMP.depth) // 2), camp.pose.angle)


def entering(state: State, slot: int) -> Went:
    """The move of a base into its camp, legal or not."""
    piece, camp = state.roster[slot], state.camps[state.roster[slot].seat]
    trial = Went((slot,), (state.units[slot].pose or Pose(0, 0, 0),))
    why = moves.able(state, slot) or _attacked(state, piece.seat)
    if why is None and (camp is None or camp.sacked):
        why = refuse(RULE, say("There is no camp to enter"), RULING)
    if why is None and camp is not None and camp.garrison:
        why = refuse(RULE, say("The camp holds one base, and it holds {unit}",
                               unit=state.roster[state.slots[camp.garrison]].name), RULING)
    if why is None and piece.element.mounted:
        why = refuse(RULE, say("Only foot enters a camp; {unit} is mounted", unit=piece.name), RULING)
    if why is not None:
        return trial._replace(why=why)
    base, pose = state.standing(slot)
    return moves.judged(state, trial, moves.single_legs(base, pose, (place_in(state, slot),)), through=piece.seat)


def leaving(state: State, slot: int, pose: Pose) -> Went:
    """The move of a garrison out of its camp, legal or not."""
    piece, camp = state.roster[slot], state.camps[state.roster[slot].seat]
    trial = Went((slot,), (pose,))
    if camp is None or camp.garrison != piece.id:
        return trial._replace(why=refuse(RULE, say("{unit} is not in its camp", unit=piece.name), RULING))
    if piece.kind == "cf":
        return trial._replace(why=refuse(RULE, say("Camp followers never leave the camp")))
    why = moves.able(_outside(state, slot), slot) or _attacked(state, piece.seat)
    if why is not None:
        return trial._replace(why=why)
    trial, start = trial._replace(pips=pips.cost(state, (slot,))), place_in(state, slot)
    found = moves.judged(_outside(state, slot), trial, moves.single_legs(piece.element.base, start, (pose,)),
                         through=piece.seat)
    if found.why is None and clash(piece.element.base.corners(found.ends[0]), camp.outline):
        return found._replace(why=refuse(RULE, say("{unit} would not be clear of the camp", unit=piece.name), RULING))
    return found


def _outside(state: State, slot: int) -> State:
    """The state with a garrison as a base in the middle of its camp."""
    return state.with_camp(state.roster[slot].seat, garrison="").put(slot, pose=place_in(state, slot))


def _attacked(state: State, seat: int) -> Reason | None:
    """Why no base may enter or leave a camp: an enemy's front edge touches it (14.6.9); None if none does."""
    enemy = next((slot for slot in state.there(1 - seat) if camp_attacked(state, slot) is not None), None)
    if enemy is None:
        return None
    return refuse("14.6.9", say("{unit} attacks the camp: no base may enter or leave it",
                                unit=state.roster[enemy].name))


def may_enter(state: State, slot: int) -> Reason | None:
    """Why a base may not enter its camp; None if it may."""
    return entering(state, slot).why


def enter(state: State, slot: int) -> Done[State]:
    """A base enters its camp."""
    piece, done = state.roster[slot], entering(state, slot)
    after = moves.moved(state, done).put(slot, pose=None).with_camp(piece.seat, garrison=piece.id)
    if done.into_river and state.river == "unrolled":
        after = after.pushed(RiverRoll())
    return after, (Noted(rule(RULE, RULING), say("{unit} enters the camp", unit=piece.name)),)


def may_leave(state: State, slot: int, pose: Pose) -> Reason | None:
    """Why a garrison may not leave its camp to a pose; None if it may."""
    return leaving(state, slot, pose).why


def leave(state: State, slot: int, pose: Pose) -> Done[State]:
    """A garrison leaves its camp."""
    piece, done = state.roster[slot], leaving(state, slot, pose)
    after = moves.moved(_outside(state, slot), done)
    if done.into_river and state.river == "unrolled":
        after = after.pushed(RiverRoll())
    path = (place_in(state, slot).text, done.ends[0].text)
    return after, (Moved(rule(RULE, RULING), piece.id, str(piece.name), path, done.length),)
