"""What a beginner with common sense would consider in Adua."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.action import Action
from game.core.contract import Rules
from game.core.indices import other
from game.rules.adua.actions import BEGIN, END, AnnounceAttack, ChargeUnit, GiveOrder, MovePiece, ResolveCombat
from game.rules.adua.hazards import lost_by_charge
from game.rules.adua.sides import ITALIANS
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import COMBAT_UNITS, FIGHTERS, SEAT, SLOT


def plausible(rules: Rules[AduaState], state: AduaState) -> Sequence[Action]:
    """The legal actions of a beginner, never none."""
    if state.phase in (AduaPhase.SETUP, AduaPhase.GUNS):
        return [END]
    found = list(rules.candidates(state))
    if state.top is not None:
        return [one for one in found if one != END] or found
    match state.phase:
        case AduaPhase.ORDERS:
            kept: list[Action] = [one for one in found if isinstance(one, GiveOrder) and one.kind in (
                "offensive", "rally", "resupply", "fire")]
            return kept or [END]
        case AduaPhase.MOVE:
            return _moves(state, found)
        case AduaPhase.FIRE:
            attacks = [one for one in found if isinstance(one, AnnounceAttack) and len(one.shares) == 1]
            busy = {share.unit for share in state.shares}
            fresh: list[Action] = [one for one in attacks if SLOT[one.unit] not in busy]
            ends = [one for one in found if one in (BEGIN, END)]
            resolves: list[Action] = [one for one in found if isinstance(one, ResolveCombat)]
            return resolves or fresh or ends or found
        case AduaPhase.CHARGE:
            safe = [one for one in found if isinstance(one, ChargeUnit) and not lost_by_charge(state, one)]
            return safe or [one for one in found if one == END] or found
        case AduaPhase.INITIATIVE:
            return [one for one in found if one != END] or found
    return found


def _moves(state: AduaState, found: list[Action]) -> Sequence[Action]:
    """Towards the enemy, or with the Italians now and then nowhere."""
    ground = state.ground
    enemies = [state.at[slot] for slot in FIGHTERS[other(state.seat)] if state.at[slot] >= 0]
    kept: list[Action] = []
    for action in found:
        if not isinstance(action, MovePiece):
            continue
        if action.off:
            return [action]
        slot = SLOT[action.unit]
        here = state.at[slot]
        if slot >= COMBAT_UNITS:
            continue
        there = ground.index[action.path[-1]]
        if here < 0 or not enemies or min(ground.distance(there, one) for one in enemies) < min(
                ground.distance(here, one) for one in enemies):
            kept.append(action)
    share = 6 if SEAT[next(iter(FIGHTERS[state.seat]))] == ITALIANS else 40
    return [*kept, *([END] * (1 + len(kept) // share))]
