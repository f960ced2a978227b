"""The pending decision, and the automatic steps until the next one (7.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from game.core.event import Event
from game.rules.adua import victory
from game.rules.adua.announcing import AnnouncingPhase
from game.rules.adua.charging import ChargePhase
from game.rules.adua.combats import ResolvingPhase
from game.rules.adua.decisions import AduaDecision
from game.rules.adua.initiative import InitiativePhase
from game.rules.adua.melee_phase import MeleePhase
from game.rules.adua.moving import AduaMovementPhase
from game.rules.adua.opening import MachineGunPhase, SetUpPhase
from game.rules.adua.ordering import OrdersPhase
from game.rules.adua.sequence import SidePhase, end_phase
from game.rules.adua.state import AduaPhase, AduaState, Done

PHASES: Mapping[str, SidePhase] = {
    AduaPhase.SETUP: SetUpPhase(), AduaPhase.GUNS: MachineGunPhase(), AduaPhase.ORDERS: OrdersPhase(),
    AduaPhase.MOVE: AduaMovementPhase(), AduaPhase.FIRE: AnnouncingPhase(), AduaPhase.CHARGE: ChargePhase(),
    AduaPhase.INITIATIVE: InitiativePhase(), AduaPhase.MELEE: MeleePhase()}
"""The phases in which a side decides; the clean-up phase has rolls only."""
RESOLVING, BATTLE_OVER = ResolvingPhase(), victory.AduaOver()
"""The second part of the small-arms phase, and the decision of a finished battle."""


def phase(state: AduaState) -> SidePhase:
    """The current phase of the turn; the small-arms phase has two parts, announcing and resolving."""
    return RESOLVING if state.resolving else PHASES[state.phase]


def decision(state: AduaState) -> AduaDecision:
    """The pending decision or roll, or else the current phase."""
    if state.frames:
        return cast(AduaDecision, state.frames[-1])
    return BATTLE_OVER if state.phase == AduaPhase.OVER else phase(state)


def proceed(state: AduaState, events: tuple[Event, ...] = ()) -> Done:
    """Carry out everything automatic until a side must decide or roll.

    :param events: the events so far.
    """
    while state.phase != AduaPhase.OVER:
        ending = victory.immediate_ending(state)
        if ending and state.scenario == victory.BATTLE:
            state = replace(state, phase=AduaPhase.OVER, ending=ending, frames=())
            break
        if state.frames:
            step = state.frames[-1].resolve_without_choice(state)
        else:
            passes = state.phase == AduaPhase.CLEAN_UP or phase(state).is_idle(state)
            step = end_phase(state) if passes else None
        if step is None:
            return state, events
        state, events = step[0], events + step[1]
    return state, (*events, victory.game_over_event(state))
