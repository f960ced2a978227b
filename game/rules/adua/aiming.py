"""The enemies that a unit can attack from its hex, and attacks declared during movement (10.0, 10.1, 6.0)."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.hexgrid import hexes_in
from game.core.indices import Slot, other
from game.core.message import Message, say
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.adua import commands, zones
from game.rules.adua.actions import DeclareAttack
from game.rules.adua.sides import ARTILLERY, CAVALRY, refuse, rule
from game.rules.adua.state import AduaState
from game.rules.adua.units import COMBAT_UNITS, KIND, SEAT, SLOT, UNITS, name_of

ARTILLERY_RANGE = (3, 4)
"""Seat -> the range in hexes of its artillery (6.0)."""


def hexes_in_reach(state: AduaState, slot: Slot) -> int:
    """The mask of enemy hexes that a unit could attack from its hex: those in its ZOC if the unit is itself in an enemy
    ZOC; for a battery also those in range and in sight; never melees (10.1, 6.0)."""
    ground = state.ground
    place = state.at[slot]
    if place < 0 or KIND[slot] == CAVALRY:
        return 0
    enemy_hexes = state.occupied[other(SEAT[slot])] & ~state.melees
    in_reach = ground.zones[KIND[slot]][place] & enemy_hexes
    if KIND[slot] in ARTILLERY:
        for hex_ in hexes_in(ground.within(place, ARTILLERY_RANGE[SEAT[slot]]) & enemy_hexes & ~in_reach):
            if ground.clear(place, hex_):
                in_reach |= 1 << hex_
    elif in_reach and not zones.full_enemy_zones(state, SEAT[slot]) >> place & 1:
        return 0
    return in_reach


def why_never_target(state: AduaState, slot: Slot, target: Slot) -> Message | None:
    """Why a unit cannot attack a piece, wherever the unit is; None if it might."""
    target_name = name_of(target)
    if SEAT[target] == SEAT[slot]:
        return say("{target} is on the same side as {unit}", target=target_name, unit=name_of(slot))
    if target >= COMBAT_UNITS:
        return say("{unit} is not a combat unit and cannot be attacked", unit=target_name)
    if state.at[target] < 0:
        return say("{unit} is not on the map", unit=target_name)
    return None


def enemies_in_reach(state: AduaState, slot: Slot) -> list[Slot]:
    """The enemies that a unit can attack with small arms."""
    return [one for hex_ in hexes_in(hexes_in_reach(state, slot)) for one in state.units_in[hex_]]


def refuse_leaver(slot: Slot) -> Illegal:
    """The refusal of an attack or charge by a unit that has left a melee in this turn (10.2, ruling 16)."""
    return refuse("10.2", say("{unit} has left a melee this turn", unit=name_of(slot)), 16, unit=UNITS[slot].id)


def check_declare(state: AduaState, action: DeclareAttack) -> Verdict:
    """Whether a unit may declare an attack during movement (10.0, ruling 9)."""
    slot, target = SLOT[action.unit], SLOT[action.target]
    unit_name = name_of(slot)
    if SEAT[slot] != state.seat:
        return refuse("10.0", say("Attacks are declared in your own movement phase"), 9)
    if not state.is_on_map(slot) or slot >= COMBAT_UNITS:
        return refuse("10.0", say("{unit} cannot attack {target}", unit=unit_name, target=name_of(target)), 9)
    why_never = why_never_target(state, slot, target)
    if why_never is not None:
        return refuse("10.0", why_never, 9)
    if state.engaged >> slot & 1:
        return refuse("10.2", say("{unit} is in melee", unit=unit_name), unit=action.unit)
    if state.left >> slot & 1:
        return refuse_leaver(slot)
    if KIND[slot] == CAVALRY:
        return refuse("6.0", say("Cavalry takes no part in small-arms combat"), 23, unit=action.unit)
    if not commands.may_fire(state, slot):
        return refuse("8.0", say("{unit} has no order to attack", unit=unit_name), unit=action.unit)
    if any(unit == slot for unit, _ in state.declared):
        return refuse("10.0", say("{unit} has already declared its attack", unit=unit_name), 9, unit=action.unit)
    if state.at[target] < 0 or not hexes_in_reach(state, slot) >> state.at[target] & 1:
        return why_out_of_reach(state, slot, target)
    return LEGAL


def why_out_of_reach(state: AduaState, slot: Slot, target: Slot) -> Illegal:
    """Why a unit cannot attack an enemy outside its reach (10.1, 6.0, Figure 4)."""
    unit_name, target_name, unit = name_of(slot), name_of(target), UNITS[target].id
    here, there = state.at[slot], state.at[target]
    if there >= 0 and state.melees >> there & 1:
        if KIND[slot] in ARTILLERY:
            return refuse("6.0", say("{target} is in melee: friendly units could be hit", target=target_name),
                          unit=unit)
        return refuse("10.2", say("{target} is in melee and takes no part in small-arms combat", target=target_name),
                      unit=unit)
    if here >= 0 and there >= 0 and KIND[slot] not in ARTILLERY and state.ground.zones[KIND[slot]][here] >> there & 1:
        return refuse("10.1", say("{unit} is in no enemy ZOC: its hex is closed to {target}", unit=unit_name,
                                  target=target_name), unit=unit)
    if here < 0 or there < 0 or KIND[slot] not in ARTILLERY:
        return refuse("10.1", say("{target} is not in the ZOC of {unit}", target=target_name, unit=unit_name),
                      unit=unit)
    distance, reach = state.ground.distance(here, there), ARTILLERY_RANGE[SEAT[slot]]
    if distance > reach:
        return refuse("6.0", say("{target} is {away} hexes away; the range of {unit} is {reach}", target=target_name,
                                 away=distance, unit=unit_name, reach=reach), unit=unit, away=distance, reach=reach)
    return refuse("6.0", say("Higher ground hides {target} from {unit}", target=target_name, unit=unit_name), unit=unit)


def closed_ground_note(state: AduaState, slot: Slot, targets: Sequence[Slot]) -> Reason | None:
    """A note that a battery attacks an adjacent enemy on ground closed to it, and so outside its ZOC (ruling 38); None
    if it attacks no such enemy."""
    ground = state.ground
    here = state.at[slot]
    if KIND[slot] in ARTILLERY:
        for target in targets:
            there = state.at[target]
            if ground.distance(here, there) == 1 and not ground.zones[KIND[slot]][here] >> there & 1:
                return Reason(rule("10.1", 38), say("{target} is adjacent, on ground closed to {unit}: both sides roll",
                                                    target=name_of(target), unit=name_of(slot)))
    return None
