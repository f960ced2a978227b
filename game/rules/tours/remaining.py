"""What may be done in one go: orders for all the others, everybody who may reform, all arrows."""

from __future__ import annotations

from fractions import Fraction

from game.core.action import Action
from game.core.chance import per_cent
from game.core.message import Message, several
from game.rules.tours import fire, orders, reform, shock
from game.rules.tours.actions import MOVE, NO_ORDER, Order, Single
from game.rules.tours.actions import ORDERS as NAMES
from game.rules.tours.state import ORDERS, REFORM_PHASE, Reaction, Reforming, Retreats, Shot, State
from game.rules.tours.units import CONTINGENTS, OF_SEAT, UNITS


def remaining(state: State) -> tuple[Message, Action | None] | None:
    """What the button says and the next action of it; None for the action where a die of it is due."""
    top = state.top
    if isinstance(top, Reforming):
        left = len(reform.able(state.popped()))
        return (_reforming(left), None) if left else None
    if isinstance(top, Shot) and top.reaction and len(state.frames) > 1 and isinstance(state.frames[-2], Reaction):
        return _firing(state, state.frames[-2]), None
    if isinstance(top, Reaction) and len(top.asked) > 1:
        return _firing(state, top), Single("react", UNITS[top.asked[0]].id)
    if isinstance(top, Retreats) and len(able := shock.retreaters(state)) > 1:
        words = several("Stand with the last one", "Stand with all {count}", len(able))
        return words, Single("stand", UNITS[able[0]].id)
    if top is not None:
        return None
    if state.phase == ORDERS:
        return _orders(state)
    if state.phase == REFORM_PHASE and len(able := reform.able(state)) > 1:
        return _reforming(len(able)), Single("reform", UNITS[able[0]].id)
    return None


def _orders(state: State) -> tuple[Message, Action] | None:
    waiting = [Order(CONTINGENTS[c], NAMES[MOVE]) for c in OF_SEAT[state.seat] if state.orders[c] == NO_ORDER]
    waiting = [action for action in waiting if orders.check_order(state, action)]
    if not waiting:
        return None
    return several("Move/Attack for the last one", "Move/Attack for the other {count}", len(waiting)), waiting[0]


def _reforming(count: int) -> Message:
    return several("Reform roll for the last one", "Reform rolls for all {count}", count)


def _firing(state: State, frame: Reaction) -> Message:
    """At whom they fire, and how likely any of them hits."""
    missed = Fraction(1)
    for slot in frame.asked:
        shown = fire.preview(state, Shot(slot, frame.target, True))
        missed *= sum((one.chance for one in shown.outcomes if one.result == "-"), Fraction(0))
    return several("Fire with the last one at {target}: hit {chance}",
                   "Fire with all {count} at {target}: hit {chance}", len(frame.asked),
                   target=UNITS[frame.target].abbr, chance=per_cent(1 - missed))
