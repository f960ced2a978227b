"""Why a piece has nothing to do now."""

from __future__ import annotations

from game.core.message import say
from game.core.verdict import Illegal
from game.rules.tours import legality, movement, orders, reform, shock
from game.rules.tours.actions import (
    Activate,
)
from game.rules.tours.state import (
    ACTION,
    LEADERS_MOVE,
    REFORM_PHASE,
    SETUP,
    SHOCK,
    WHO_FIRST,
    State,
)
from game.rules.tours.state import ORDERS as ORDERS_PHASE
from game.rules.tours.units import (
    COMBAT_UNITS,
    CONTINGENT,
    CONTINGENTS,
    SEAT,
    UNITS,
    WAGONS,
    name_of,
    refuse,
)


def why_idle(state: State, slot: int) -> Illegal:
    """Why a piece has nothing to do now."""
    name = name_of(slot)
    if state.at[slot] < 0:
        return refuse("9.0", say("{unit} is out of the battle", unit=name), unit=UNITS[slot].id)
    if state.top is not None:
        number, text = legality.FRAME_RULES[type(state.top)]
        return refuse(number, text)
    if slot in WAGONS and state.phase != SETUP:
        return refuse("11.0", say("The wagons do not move"), unit=UNITS[slot].id)
    if SEAT[slot] != legality.actor(state):
        return refuse("4.0", say("{unit} is not on the side that acts now", unit=name))
    if state.phase == LEADERS_MOVE:
        return refuse("4.0", say("In phase II the leader moves"), 1)
    if state.phase in (ACTION, ORDERS_PHASE) and slot < COMBAT_UNITS:
        refusal = movement.may_act(state, slot)
        if state.phase == ACTION and state.acting < 0:
            verdict = orders.check_activate(state, Activate(CONTINGENTS[CONTINGENT[slot]]))
            refusal = verdict if isinstance(verdict, Illegal) else refusal
        if refusal is not None:
            return refusal
    if state.phase == SHOCK and slot < COMBAT_UNITS:
        return shock.may_attack(state, slot) or refuse("8.0", say("No enemy is in front of {unit}", unit=name))
    if state.phase == REFORM_PHASE:
        return reform.may_reform(state, slot) or refuse("10.1", say("{unit} has tried", unit=name))
    if state.phase == WHO_FIRST:
        return refuse("4.1", say("Choose the first player with one of the buttons"))
    return refuse("4.0", say("{unit} has nothing to do in this phase", unit=name), unit=UNITS[slot].id)
