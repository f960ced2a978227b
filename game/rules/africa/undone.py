"""What a side gives up that ends a phase in which it has done nothing: fire, moves, landings, a camp as it lies."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.bulk import Undone
from game.core.message import say, several
from game.rules.africa import activation, camp
from game.rules.africa.fire import all_fires
from game.rules.africa.landing import landings
from game.rules.africa.masks import bits
from game.rules.africa.movement import movers, ways
from game.rules.africa.remaining import shots_left
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT
from game.rules.africa.state import Sharing, State


def undone(state: State) -> tuple[Undone, ...]:
    """What the seat to act could still do in its phase, each kind with how many can do it."""
    if isinstance(state.frame, Sharing):
        able = {action.unit for action in camp.choices(state)}
        left = [slot for slot in bits(camp.movable(state)) if state.setting.units[slot].id in able]
        return (Undone(several("{count} unit can be put elsewhere in the camp",
                               "{count} units can be put elsewhere in the camp", len(left)),
                       _ids(state, left)),) if left else ()
    if state.frame is not None:
        return ()
    found: list[Undone] = []
    if state.now.phase == MOVEMENT:
        going = [slot for slot in bits(movers(state)) if ways(state, slot)]
        if going:
            found.append(Undone(several("{count} unit can move", "{count} units can move", len(going)),
                                _ids(state, going)))
    elif state.now.phase in (FIRE, DEFENCE):
        shots = shots_left(state)
        if shots:
            found.append(Undone(several("{count} shot left", "{count} shots left", shots),
                                tuple(dict.fromkeys(shot.unit for shot in all_fires(state)))))
        guns = sorted(set(activation.hitters(state, state.now.seat)))
        if guns:
            found.append(Undone(several("{count} gun or rider can be activated to fire",
                                        "{count} guns and riders can be activated to fire", len(guns)),
                                _ids(state, guns)))
    else:
        return ()
    if landed := landings(state):
        found.append(Undone(say("the marines can land"), tuple(dict.fromkeys(one.unit for one in landed))))
    return tuple(found)


def _ids(state: State, slots: Iterable[int]) -> tuple[str, ...]:
    return tuple(state.setting.units[slot].id for slot in slots)
