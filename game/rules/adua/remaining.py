"""What a side may do in one go: what is left of a phase as a veteran would do it, all combats, all melees."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.action import Action
from game.core.message import Message, Text, several
from game.rules.adua import phases, smallarms
from game.rules.adua.actions import BEGIN, END, AnnounceAttack
from game.rules.adua.sides import SEATS
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import SLOT

Veteran = Callable[[AduaState], Sequence[Action]]
"""What a veteran would do next in a state."""


def remaining(state: AduaState, veteran: Veteran) -> tuple[Message, Action | None] | None:
    """What the button says and the next action of it; None for the action where dice of it are due."""
    top = state.top
    if top is not None and top.mode == "roll":
        return (_told(state), None) if fought_by(state) is not None else None
    if top is not None:
        return top.finishing, veteran(state)[0]
    if fought_by(state) is not None:
        main = phases.decision(state).main(state)
        return (_told(state), main[0]) if main is not None else None
    said = _as_veteran(state)
    action = _next(state, veteran(state)) if said is not None else None
    return (said, action) if said is not None and action is not None else None


def words(state: AduaState, veteran: Veteran) -> Text:
    """What the button says, without finding out what a veteran would do; where he would do nothing, that shows once it
    is pressed."""
    if state.top is not None or fought_by(state) is not None or state.phase == AduaPhase.ORDERS:
        left = remaining(state, veteran)
        return left[0] if left is not None else ""
    return _as_veteran(state) or ""


def _as_veteran(state: AduaState) -> Message | None:
    """What the button says in a phase in which a veteran can be followed and anything is left to do."""
    if state.phase == AduaPhase.OVER:
        return None
    phase = phases.phase(state)
    return phase.rest if phase.rest is not None and phase.busy(state) else None


def fought_by(state: AduaState) -> str | None:
    """The seat that makes every roll of a combat or melee where it plays all of them in one go."""
    return SEATS[state.seat] if state.resolving or state.phase == AduaPhase.MELEE else None


def _next(state: AduaState, actions: Sequence[Action]) -> Action | None:
    """The next action of the veteran's plan; None if he would end the phase."""
    busy = {share.unit for share in state.shares}
    for action in actions:
        known = isinstance(action, AnnounceAttack) and SLOT[action.unit] in busy
        if action not in (END, BEGIN) and not known:
            return action
    return None


def _told(state: AduaState) -> Message:
    """The words on the button, with the fight that is being resolved counted."""
    if state.resolving:
        count = len(smallarms.targets(state))
        return several("Resolve the last combat to its end", "Resolve all {count} combats", max(1, count))
    count = (state.melees & ~state.clashed).bit_count()
    return several("Roll the last melee", "Roll all {count} melees", max(1, count))
