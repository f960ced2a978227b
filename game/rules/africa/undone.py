"""What a side gives up that ends a phase in which it has done nothing: fire, moves, landings, a camp as it lies."""

from __future__ import annotations

from game.rules.africa import activation, camp
from game.rules.africa.landing import landings
from game.rules.africa.masks import bits
from game.rules.africa.movement import movers, ways
from game.rules.africa.remaining import shots_left
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT
from game.rules.africa.state import Sharing, State


def undone(state: State) -> tuple[str, ...]:
    """What the seat to act could still do in its phase, each kind with how many can do it."""
    if isinstance(state.frame, Sharing):
        return _said((_counted(len(list(bits(camp.movable(state)))), "unit", "can be put elsewhere in the camp"),))
    if state.frame is not None:
        return ()
    ashore = "the marines can land" if landings(state) else ""
    if state.now.phase == MOVEMENT:
        going = sum(1 for slot in bits(movers(state)) if ways(state, slot))
        return _said((_counted(going, "unit", "can move"), ashore))
    if state.now.phase not in (FIRE, DEFENCE):
        return ()
    shots = _counted(shots_left(state), "shot", "left")
    guns = set(activation.hitters(state, state.now.seat))
    called = _counted(len(guns), "gun or rider", "can be activated to fire", "guns and riders")
    return _said((shots, called, ashore))


def _counted(count: int, one: str, can: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'} {can}" if count else ""


def _said(parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part for part in parts if part)
