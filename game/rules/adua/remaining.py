"""What a side may do in one go: give the orders that are left as a veteran would, resolve all combats, all melees."""

from __future__ import annotations

from game.core.action import Action
from game.core.message import Message, say, several
from game.rules.adua import rolling, smallarms
from game.rules.adua.actions import Clash, Single
from game.rules.adua.actions import Order as Command
from game.rules.adua.ai import italian
from game.rules.adua.ai.scene import Scene
from game.rules.adua.ground import Ground
from game.rules.adua.state import MELEE, ORDERS, State
from game.rules.adua.units import UNITS, bits


def remaining(ground: Ground, state: State) -> tuple[Message, Action | None] | None:
    """What the button says and the next action of it; None for the action where dice of it are due."""
    if state.top is not None:
        return (_told(state), None) if rolling.due(state) and (state.resolving or state.phase == MELEE) else None
    if state.phase == ORDERS:
        order = italian.orders(Scene(ground, state, state.seat))[0].actions[0]
        return (say("Order the rest as a veteran would"), order) if isinstance(order, Command) else None
    if state.resolving and (waiting := smallarms.targets(state)):
        return _told(state), Single("resolve", UNITS[waiting[0]].id)
    if state.phase == MELEE and (places := bits(state.melees & ~state.clashed)):
        return _told(state), Clash(ground.hexes[places[0]])
    return None


def _told(state: State) -> Message:
    """The words on the button, with the fight that is being resolved counted."""
    if state.resolving:
        count = len(smallarms.targets(state))
        return several("The last combat", "All {count} combats, one after the other", max(1, count))
    count = (state.melees & ~state.clashed).bit_count() + (state.top is not None)
    return several("The last melee", "All {count} melees, one after the other", max(1, count))
