"""Every legal action of the seat to act, and why any other is refused."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.action import Action, Faces
from game.core.chance import D6
from game.core.message import say
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.kassala import combat, contact, deployment, movement, odds
from game.rules.kassala.actions import (
    Advance,
    Attack,
    Bombard,
    EndMovement,
    EndSetup,
    Lose,
    Move,
    NoAdvance,
    Place,
)
from game.rules.kassala.sequence import COMBAT, END, MOVEMENT, SETUP
from game.rules.kassala.state import Battle, Exchange, Pursuit, State
from game.rules.kassala.units import ROSTER, ids, rule

CONCRETE = (Move, EndMovement, Attack, Bombard, Lose, Advance, NoAdvance, Place, EndSetup, Faces)
_END_MOVEMENT = EndMovement()


def candidates(state: State) -> Sequence[Action]:
    """Every legal action."""
    frame = state.frame
    if frame is not None:
        if isinstance(frame, Battle):
            return [Faces((face,)) for face in D6.faces]
        if isinstance(frame, Exchange):
            return combat.all_losses(frame)
        return [*combat.all_advances(state, frame), NoAdvance()]
    phase = state.now.phase
    if phase == MOVEMENT:
        moves: list[Action] = list(movement.all_moves(state))
        moves.append(_END_MOVEMENT)
        return moves
    if phase == COMBAT:
        found: list[Action] = [Attack(ids(a), ids(d)) for a, d in contact.attacks(state)]
        found += [Bombard(ROSTER[slot].id, ids(target)) for slot, target in contact.bombardments(state)]
        return found
    return deployment.all_placements(state) if phase == SETUP else []


def check(state: State, action: Action) -> Verdict:
    """Whether an action may be done now.

    :raises TypeError: when it is no action of Kassala.
    """
    if not isinstance(action, CONCRETE):
        raise TypeError(f"{action!r} is no action of Kassala")
    if state.step == END and not isinstance(action, Move):
        return Illegal((Reason(rule("II.B.6"), say("The game is over")),))
    match action:
        case Move():
            return movement.check_move(state, action)
        case Attack():
            return combat.check_attack(state, action)
        case Bombard():
            return combat.check_bombard(state, action)
        case Lose():
            return combat.check_lose(state, action)
        case Advance():
            return combat.check_advance(state, action)
        case Place():
            return deployment.check_place(state, action)
        case EndSetup():
            return deployment.check_end_setup(state, action)
        case EndMovement():
            if state.now.phase == MOVEMENT:
                return LEGAL
            return Illegal((Reason(state.now.rule, say("No movement to end: {clause}", clause=state.now.clause)),))
        case NoAdvance():
            if isinstance(state.frame, Pursuit):
                return LEGAL
            return combat.pending(state) if state.frame else combat.refuse(
                "II.E.13", say("No hex has been vacated in combat just now"))
        case Faces():
            return _check_faces(state, action)


def _check_faces(state: State, action: Faces) -> Verdict:
    roll = odds.pending_roll(state)
    if roll is None:
        return combat.refuse("I.C", say("No roll is pending"))
    if not roll.fits(action.faces):
        return combat.refuse("I.C", say("Expected one die with faces 1 to 6, not {faces}", faces=action.faces),
                             faces=list(action.faces))
    return LEGAL
