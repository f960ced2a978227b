"""Breaking off from the enemy straight back (14.6.11)."""

from __future__ import annotations

from game.board.manoeuvre import Standing, ahead, swept
from game.board.measuring import box_of
from game.core.message import say
from game.core.pose import TURN, Pose
from game.core.verdict import Reason
from game.rules.renaissance.engine import pips
from game.rules.renaissance.engine.bases import camp_attacked, contacts, first_ahead, fronts_on
from game.rules.renaissance.engine.ground import TOUCH, front_and_rear
from game.rules.renaissance.engine.limits import barred, ends_badly, in_going, limit
from game.rules.renaissance.engine.moves import Went, no_pips, plundering, sticks_along
from game.rules.renaissance.engine.routes import Leg
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.words import refuse, widths
from game.rules.renaissance.engine.zones import answer

RULE, ALONE = "14.6.11", 47


def break_off(state: State, slot: int) -> Went:
    """The move of a base that breaks off straight back, legal or not (14.6.11, ruling 47)."""
    unit = state.units[slot]
    trial = Went((slot,), (unit.pose or Pose(0, 0, 0),), pips=pips.cost(state, (slot,)))
    why = _why_not(state, slot)
    if why is None and trial.price > state.pips:
        why = no_pips(state, trial.price)
    if why is not None:
        return trial._replace(why=why)
    one = state.standing(slot)
    trial = trial._replace(most=in_going(state, slot))
    low, high = 0, trial.most
    while low < high:
        middle = (low + high + 1) // 2
        leg = _leg(one, middle)
        if state.ground.board.on_table(one.base.corners(leg.ends[0])) and limit(
                state, (slot,), (leg,), line=False).most >= middle:
            low = middle
        else:
            high = middle - 1
    for units in sorted({low, *(near for near in _blocks(state, slot, one) if near < low)}, reverse=True):
        if units < one.base.depth:
            break
        leg = _leg(one, units)
        found = limit(state, (slot,), (leg,), line=False)
        if barred(state, (slot,), (leg,), (slot,)) is None and ends_badly(state, (slot,), leg.ends, {}) is None:
            return trial._replace(ends=leg.ends, length=units, into_river=found.wet,
                                  sticks=sticks_along([one], [leg]),
                                  why=answer(state, (slot,), (leg,), leg.ends, None, (), trial.most))
    return trial._replace(why=refuse(RULE, say("{unit} has no room to go back by its depth, {depth} MU",
                                               unit=state.roster[slot].name, depth=widths(one.base.depth)), ALONE))


def _why_not(state: State, slot: int) -> Reason | None:
    """Why a base may not break off, whatever the room behind it."""
    piece, unit = state.roster[slot], state.units[slot]
    if piece.seat != state.seat:
        return refuse("14.4", say("{unit} is an enemy: it moves in its own bound", unit=piece.name))
    enemies = _before(state, slot)
    if not enemies:
        return refuse(RULE, say("{unit} has no enemy to its front", unit=piece.name))
    if fronts_on(state, slot, "left", "right", "rear"):
        return refuse(RULE, say("{unit} has an enemy on its flank or rear", unit=piece.name))
    if unit.moved:
        return refuse("14.6.8", say("{unit} has moved in this bound", unit=piece.name))
    why = plundering(state, slot)
    if why is not None:
        return why
    mine = in_going(state, slot)
    for enemy in enemies:
        theirs = in_going(state, enemy)
        if mine <= theirs:
            return refuse(RULE, say("{unit} moves {length} MU, {enemy} {theirs}: it is no faster", unit=piece.name,
                                    length=widths(mine), enemy=state.roster[enemy].name, theirs=widths(theirs)), ALONE)
    return None


def _before(state: State, slot: int) -> list[int]:
    """The enemies on which a base has its front edge, the garrison of a camp among them."""
    if state.outlines[slot] is None:
        return []
    found = [one.enemy for one in contacts(state) if one.slot == slot]
    seat = camp_attacked(state, slot)
    camp = state.camps[seat] if seat is not None else None
    return [*found, state.slots[camp.garrison]] if camp is not None and camp.garrison else found


def _leg(one: Standing, units: int) -> Leg:
    """A way straight back."""
    end = ahead(one.pose, -units)
    ground = swept(one.corners, one.base.corners(end))
    return Leg((end,), units, False, box_of(ground), lambda: ((0, ground),))


def _blocks(state: State, slot: int, one: Standing) -> list[int]:
    """Units straight back to one unit short of touching each thing that lies behind a base."""
    _, rear = front_and_rear(one.base, one.pose)
    back = Pose(*rear, (one.pose.angle + TURN // 2) % TURN)
    things = [outline for other, outline in enumerate(state.outlines) if outline is not None and other != slot]
    things += [camp.outline for camp in state.camps if camp is not None]
    things += [piece.points for piece in state.ground.pieces("waterway")]
    far = [first_ahead(back, one.base.width, thing) for thing in things]
    return [each - TOUCH - 1 for each in far if each is not None and each > TOUCH]
