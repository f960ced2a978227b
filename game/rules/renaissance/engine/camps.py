"""Camps: a foot base enters its own or leaves it by a single move (14.10, ruling on camps)."""

from __future__ import annotations

from dataclasses import replace

from game.board.measuring import distance, gap
from game.core.event import Event, Moved, Noted
from game.core.message import say
from game.core.pose import Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine import moves, pips
from game.rules.renaissance.engine.bases import camp_attacked
from game.rules.renaissance.engine.ground import TOUCH
from game.rules.renaissance.engine.routes import in_the_way
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import allowance
from game.rules.renaissance.engine.words import refuse, rule

Done = tuple[State, tuple[Event, ...]]


def may_enter(state: State, slot: int) -> Reason | None:
    """Why a base may not enter its camp; None if it may."""
    piece, camp = state.roster[slot], state.camps[state.roster[slot].seat]
    why = moves.able(state, slot)
    if why is not None:
        return why
    if camp is None or camp.sacked:
        return refuse("14.10", say("There is no camp to enter"))
    if camp.garrison:
        return refuse("14.10", say("The camp holds one base, and it holds {unit}",
                                   unit=state.roster[state.slots[camp.garrison]].name))
    if piece.element.mounted:
        return refuse("14.10", say("Only foot enters a camp"))
    if any(camp_attacked(state, enemy) is not None for enemy in state.there(1 - piece.seat)):
        return refuse("14.10", say("The enemy is at the camp"))
    far = gap(state.standing(slot).corners, camp.outline)
    most = allowance(piece.kind, "open", alphabetical=moves.ALPHABETICAL in state.options)
    if far > most:
        return refuse("2.1", say("The camp is too far away"))
    return _price(state, slot)


def _price(state: State, slot: int) -> Reason | None:
    price = sum(one.value for one in pips.cost(state, (slot,)))
    if price > state.pips:
        return refuse("14.5", say("The move costs {price} PIPs; {left} left", price=price, left=state.pips))
    return None


def enter(state: State, slot: int) -> Done:
    """A base enters its camp."""
    piece, camp = state.roster[slot], state.camps[state.roster[slot].seat]
    assert camp is not None
    price = sum(one.value for one in pips.cost(state, (slot,)))
    camps = list(state.camps)
    camps[piece.seat] = camp._replace(garrison=piece.id)
    moved = state.units[slot].moved + 1
    after = replace(state, pips=state.pips - price, camps=(camps[0], camps[1])).put(slot, pose=None, moved=moved)
    return after, (Noted(rule("14.10"), say("{unit} enters the camp", unit=piece.name)),)


def may_leave(state: State, slot: int, pose: Pose) -> Reason | None:
    """Why a garrison may not leave its camp to a pose; None if it may."""
    piece, camp = state.roster[slot], state.camps[state.roster[slot].seat]
    if camp is None or camp.garrison != piece.id:
        return refuse("14.10", say("{unit} is not in its camp", unit=piece.name))
    if piece.seat != state.seat:
        return refuse("14.4", say("{unit} is an enemy", unit=piece.name))
    if piece.kind == "cf":
        return refuse("14.10", say("Camp followers never leave the camp"))
    if state.units[slot].moved:
        return refuse("14.6", say("{unit} has moved in this bound", unit=piece.name))
    if any(camp_attacked(state, enemy) is not None for enemy in state.there(1 - piece.seat)):
        return refuse("14.10", say("The enemy is at the camp"))
    outline = piece.element.base.corners(pose)
    far = gap((pose.spot,), camp.outline)
    most = allowance(piece.kind, "open", alphabetical=moves.ALPHABETICAL in state.options)
    if far > most:
        return refuse("2.1", say("It is too far from the camp"))
    if not state.ground.board.on_table(outline) or state.ground.impassable(outline):
        return refuse("14.6", say("It would leave the table"))
    if in_the_way(state, slot, pose, outline) is not None or gap(outline, camp.outline) == 0:
        return refuse("14.6", say("There is no room"))
    if any(gap(outline, state.standing(enemy).corners) <= TOUCH for enemy in state.there(1 - piece.seat)):
        return refuse("14.10", say("It leaves the camp clear of the enemy"))
    return _price(state, slot)


def leave(state: State, slot: int, pose: Pose) -> Done:
    """A garrison leaves its camp."""
    piece, camp = state.roster[slot], state.camps[state.roster[slot].seat]
    assert camp is not None
    price = sum(one.value for one in pips.cost(state, (slot,)))
    camps = list(state.camps)
    camps[piece.seat] = camp._replace(garrison="")
    after = replace(state, pips=state.pips - price, camps=(camps[0], camps[1]))
    event = Moved(rule("14.10"), piece.id, str(piece.name), (camp.pose.text, pose.text), distance(camp.pose.spot,
                                                                                                 pose.spot))
    return after.put(slot, pose=pose, moved=state.units[slot].moved + 1), (event,)
