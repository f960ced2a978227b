"""What can be done with the unit in hand: what the screen points at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.board.hexgrid import HexBoard
from game.core.message import say
from game.core.offer import Offer, Picked
from game.core.verdict import Illegal

from . import combat, legality
from .actions import Attack, Move
from .state import MOVEMENT, State
from .units import UNITS


def offers(board: HexBoard, state: State, picked: Picked) -> Sequence[Offer]:
    """With nothing in hand the units that have something to do, else everything the unit can do, or why not."""
    if not picked.units:
        return [Offer(units=(unit,)) for unit in UNITS if why_idle(board, state, unit) is None]
    unit = picked.units[0]
    idle = why_idle(board, state, unit)
    if idle is not None:
        return [Offer(idle, units=(unit,))]
    return [_offer(board, state, unit, place) for place in board.places if place != state.at[unit]]


def why_idle(board: HexBoard, state: State, unit: str) -> Illegal | None:
    """Why a unit has nothing to do now; None where it has."""
    if state.over:
        return legality.refuse("5", say("The game is over"))
    if state.attack is not None:
        return legality.refuse("4.1", say("The die is due"))
    found = legality.idle(state, unit, state.phase)
    if found is not None:
        return found
    if any(_offer(board, state, unit, place).verdict for place in board.places):
        return None
    if state.phase == MOVEMENT:
        return legality.refuse("3.1", say("Every hex adjacent to {unit} is occupied", unit=UNITS[unit].name))
    return legality.refuse("4", say("No enemy is adjacent to {unit}", unit=UNITS[unit].name))


def _offer(board: HexBoard, state: State, unit: str, place: str) -> Offer:
    """What pointing at a hex means for a unit."""
    action: Move | Attack = Move(unit, place)
    if state.phase != MOVEMENT:
        target = state.unit_in(place)
        if target is None:
            return Offer(legality.refuse("4", say("Nobody is there to be attacked")), units=(unit,), place=place)
        action = Attack(unit, target)
    verdict = legality.check(board, state, action)
    if isinstance(action, Move):
        return Offer(verdict, action, (unit,), place)
    return Offer(verdict, action, (unit,), place, say("Attack {unit}", unit=UNITS[action.target].name),
                 arithmetic=partial(combat.preview, board, state, action))
