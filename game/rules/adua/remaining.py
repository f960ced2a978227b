"""What a side may do in one go: what is left of a phase as a veteran would do it, all combats, all melees."""

from __future__ import annotations

from game.core.action import Action
from game.core.message import Message, Text, say, several
from game.rules.adua import initiative, melee, movement, rolling, smallarms
from game.rules.adua.actions import BEGIN, END, Attack, Clash, Single
from game.rules.adua.ai import abyssinian, answers, italian
from game.rules.adua.ai.scene import Scene
from game.rules.adua.ground import Ground
from game.rules.adua.state import CHARGE, FIRE, INITIATIVE, MELEE, MOVE, ORDERS, Bringing, State
from game.rules.adua.units import ITALIANS, SEAT, SEATS, SLOT, UNITS, bits

AS_VETERAN: dict[str, Message] = {
    ORDERS: say("Order the rest as a veteran would"), MOVE: say("Move the rest as a veteran would"),
    FIRE: say("Announce attacks as a veteran would"), CHARGE: say("Enter melee as a veteran would"),
    INITIATIVE: say("Bring units in as a veteran would"),
}
"""Phase -> the words on the button that goes on as a computer player would."""


def remaining(ground: Ground, state: State) -> tuple[Message, Action | None] | None:
    """What the button says and the next action of it; None for the action where dice of it are due."""
    if rolling.due(state):
        return (_told(state), None) if state.resolving or state.phase == MELEE else None
    if isinstance(state.top, Bringing):
        return AS_VETERAN[INITIATIVE], answers.answer(ground, state)
    if state.top is not None:
        return say("Let the computer decide the rest of this combat"), answers.answer(ground, state)
    if state.resolving and (waiting := smallarms.targets(state)):
        return _told(state), Single("resolve", UNITS[waiting[0]].id)
    if state.phase == MELEE and (places := bits(state.melees & ~state.clashed)):
        return _told(state), Clash(ground.hexes[places[0]])
    if not _open(ground, state):
        return None
    action = _next(ground, state)
    return (AS_VETERAN[state.phase], action) if action is not None else None


def decides(state: State) -> bool:
    """Whether a decision is asked for that came up in a combat or melee."""
    return state.top is not None and not rolling.due(state) and not isinstance(state.top, Bringing)


def words(ground: Ground, state: State) -> Text:
    """What the button says, without finding out what a veteran would do; where he would do nothing, that shows once it
    is pressed."""
    if state.top is None and not state.resolving and state.phase in (MOVE, FIRE, CHARGE, INITIATIVE):
        return AS_VETERAN[state.phase] if _open(ground, state) else ""
    left = remaining(ground, state)
    return left[0] if left is not None else ""


def fought_by(state: State) -> str | None:
    """The seat that makes every roll of a combat or melee where it plays all of them in one go."""
    return SEATS[state.seat] if state.resolving or state.phase == MELEE else None


def _open(ground: Ground, state: State) -> bool:
    """Whether anything is left to do in a phase in which a veteran can be followed."""
    match state.phase:
        case "orders":
            return len(state.orders) < len(UNITS)
        case "move":
            return any(SEAT[slot] == state.seat and movement.may_move(state, slot) is None
                       for slot in range(len(UNITS)))
        case "fire":
            busy = {share.unit for share in state.shares}
            return any(slot not in busy for slot in smallarms.able(ground, state))
        case "charge":
            return bool(melee.chargers(ground, state))
        case "initiative":
            return bool(initiative.willing(ground, state))
    return False


def _next(ground: Ground, state: State) -> Action | None:
    """The next thing a veteran would do; None where he would end the phase."""
    scene = Scene(ground, state, state.seat)
    courses = italian.choose(scene) if state.seat == ITALIANS else abyssinian.choose(scene)
    busy = {share.unit for share in state.shares}
    for action in courses[0].actions:
        known = isinstance(action, Attack) and SLOT[action.unit] in busy
        if action not in (END, BEGIN) and not known:
            return action
    return None


def _told(state: State) -> Message:
    """The words on the button, with the fight that is being resolved counted."""
    if state.resolving:
        count = len(smallarms.targets(state))
        return several("Resolve the last combat to its end", "Resolve all {count} combats", max(1, count))
    count = (state.melees & ~state.clashed).bit_count()
    return several("Roll the last melee", "Roll all {count} melees", max(1, count))
