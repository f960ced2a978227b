"""The clean-up phase: rallying, entrenching, resupply by mules and the repair of machine guns (5.1-5.5, 11.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.core.event import Event, Noted
from game.core.indices import Slot, other
from game.core.message import Message, say
from game.rules.adua import harm, zones
from game.rules.adua.actions import ENTRENCH, HOLD, RALLY, RESUPPLY
from game.rules.adua.decisions import OneDie, Range
from game.rules.adua.harm import Done
from game.rules.adua.machine_guns import MachineGunRepairs
from game.rules.adua.sides import ITALIANS, rule
from game.rules.adua.state import JAMMED, AduaPhase, AduaState, mules_left
from game.rules.adua.units import COMBAT_UNITS, FIGHTERS, MULE_SLOTS, NOBODY, SEAT, name_of

REACH = 5
"""Hexes from a mule to the unit it resupplies (5.3)."""
HARD_FROM = 7
"""From this turn on a die is thrown for resupply (5.3)."""
SUPPLIED = 3
"""The highest face that resupplies."""


def clean_up(state: AduaState) -> Done:
    """What the orders of the turn come to, and what still must be rolled for."""
    events: list[Event] = []
    for slot in FIGHTERS[ITALIANS]:
        order = state.order_of(slot)
        if order is None or not state.alive(slot) or state.engaged >> slot & 1:
            continue
        bit = 1 << slot
        if order.kind == RALLY and state.disorganized & bit:
            state = replace(state, disorganized=state.disorganized & ~bit)
            events.append(Noted(rule("5.4"), say("{unit} rallies", unit=name_of(slot))))
        elif (order.kind == ENTRENCH or (order.kind == HOLD and not state.moved & bit)) and not (
                state.entrenched & bit):
            state = replace(state, entrenched=state.entrenched | bit)
            events.append(Noted(rule("5.5", 6 if order.kind == HOLD else None),
                                say("{unit} entrenches", unit=name_of(slot))))
    waiting = tuple(slot for slot in FIGHTERS[ITALIANS] if state.alive(slot) and state.low >> slot & 1
                    and not state.engaged >> slot & 1
                    and (order := state.order_of(slot)) is not None and order.kind == RESUPPLY)
    if state.turn < HARD_FROM:
        for slot in waiting:
            if mule_for(state, slot) >= 0:
                state = replace(state, low=state.low & ~(1 << slot))
                events.append(Noted(rule("5.3", 31), say("{unit} is resupplied", unit=name_of(slot))))
        waiting = tuple(slot for slot in waiting if state.low >> slot & 1)
    waiting, more = _in_reach(state, waiting)
    events += more
    repairs = tuple(n for n, gun in enumerate(state.guns) if gun.status == JAMMED and gun.since < state.turn
                    and gun.unit >= 0 and state.alive(gun.unit))
    if waiting:
        state = state.pushed(ResupplyRolls(waiting))
    if repairs:
        state = state.pushed(MachineGunRepairs(repairs))
    return state, tuple(events)


def _in_reach(state: AduaState, slots: Sequence[Slot]) -> tuple[tuple[Slot, ...], tuple[Event, ...]]:
    """The units that mules still reach, and word of the others (5.3)."""
    kept = tuple(slot for slot in slots if mule_for(state, slot) >= 0)
    return kept, tuple(Noted(rule("5.3", 35), say("No mules reach {unit}", unit=name_of(slot))) for slot in slots
                       if slot not in kept)


def mule_for(state: AduaState, slot: Slot) -> Slot:
    """The mules that resupply a unit, traced outside enemy zones, which friends do not lift: the counter with most
    left, then the nearest (5.3, ruling 31); -1 where there are none."""
    ground = state.ground
    enemy_zones = zones.full_zone(state, ITALIANS) | state.held[other(ITALIANS)]
    found = [(-mules_left(state, mule), ground.distance(state.at[mule], state.at[slot]), mule) for mule in MULE_SLOTS
             if state.alive(mule) and mules_left(state, mule)
             and ground.traced(state.at[mule], enemy_zones & ~(1 << state.at[slot]), REACH) >> state.at[slot] & 1]
    return min(found)[2] if found else NOBODY


class ResupplyRolls(OneDie):
    """Units are resupplied, the first of them now: up to three one of two mules is used up (5.3)."""

    kind = "supplying"
    units: tuple[Slot, ...]
    rule = rule("5.3")
    asks = say("{unit}: resupply roll", unit="")

    def slot(self, state: AduaState) -> Slot:
        return self.units[0]

    def ranges(self, state: AduaState) -> tuple[Range, ...]:
        return (Range("resupplied", say("resupplied; a mule is used up"), 1, SUPPLIED, True),
                Range("nothing", say("no ammunition"), SUPPLIED + 1, 6))

    def comes_to(self, state: AduaState, key: str) -> Done:
        slot, *rest = self.units
        if key == "nothing":
            return state.swapped(ResupplyRolls(tuple(rest))), ()
        mule = mule_for(state, slot)
        state = replace(state, low=state.low & ~(1 << slot))
        state, events = harm.reduced(state, mule)
        left, more = _in_reach(state, rest)
        return state.swapped(ResupplyRolls(left)), events + more

    def follows(self, state: AduaState) -> Done | None:
        return None if self.units else (state.popped(), ())

    def holds(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield state.phase == AduaPhase.CLEAN_UP and all(
            slot < COMBAT_UNITS and SEAT[slot] == ITALIANS and state.alive(slot) and state.low >> slot & 1
            for slot in self.units), say("units low on ammunition")
