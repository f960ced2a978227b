"""What a side gives up that ends a phase in which it has done nothing: fire, moves, landings, a camp as it lies."""

from __future__ import annotations

from game.core.message import Message, say, several
from game.rules.africa import activation, camp
from game.rules.africa.landing import landings
from game.rules.africa.masks import bits
from game.rules.africa.movement import movers, ways
from game.rules.africa.remaining import shots_left
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT
from game.rules.africa.state import Sharing, State


def undone(state: State) -> tuple[Message, ...]:
    """What the seat to act could still do in its phase, each kind with how many can do it."""
    if isinstance(state.frame, Sharing):
        left = len(list(bits(camp.movable(state))))
        return (several("{count} unit can be put elsewhere in the camp",
                        "{count} units can be put elsewhere in the camp",
                        left),) if left else ()
    if state.frame is not None:
        return ()
    found: list[Message] = []
    if state.now.phase == MOVEMENT:
        going = sum(1 for slot in bits(movers(state)) if ways(state, slot))
        if going:
            found.append(several("{count} unit can move", "{count} units can move", going))
    elif state.now.phase in (FIRE, DEFENCE):
        shots = shots_left(state)
        if shots:
            found.append(several("{count} shot left", "{count} shots left", shots))
        guns = len(set(activation.hitters(state, state.now.seat)))
        if guns:
            found.append(several("{count} gun or rider can be activated to fire",
                                 "{count} guns and riders can be activated to fire", guns))
    else:
        return ()
    if landings(state):
        found.append(say("the marines can land"))
    return tuple(found)
