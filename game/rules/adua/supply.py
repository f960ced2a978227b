"""The clean-up phase: rallying, entrenching, resupply by mules and the repair of machine guns (5.1-5.5, 11.0)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Annotated

from game.core.event import Event, Noted
from game.core.field_types import Between
from game.core.indices import Slot, other
from game.core.message import Message, Text, plural, say
from game.rules.adua import losses, zones
from game.rules.adua.actions import OrderKind
from game.rules.adua.decisions import FaceRange, OneDie
from game.rules.adua.sides import ITALIANS, rule
from game.rules.adua.state import JAMMED, LOST, NEW, WORKING, AduaPhase, AduaState, Done
from game.rules.adua.units import COMBAT_UNITS, FIGHTERS, MACHINE_GUN_COUNT, MULE_SLOTS, NOBODY, SEAT, STEPS, name_of

REPAIRED_FROM = 5
"""The lowest face that repairs a machine gun (5.1)."""
BROKEN_FACE = 1
"""The face of a repair roll that puts a machine gun out for good (5.1)."""
WORKS_FROM = 4
"""The lowest face with which a machine gun works when it is first used (5.1)."""


def untested_guns(state: AduaState, slots: Container[Slot]) -> tuple[int, ...]:
    """The numbers of the machine guns of some units that have not been tested yet (5.1)."""
    return tuple(n for n, gun in enumerate(state.guns) if gun.unit in slots and gun.status == NEW)


def gun_test_outcomes(state: AduaState, slots: Container[Slot]) -> Iterator[tuple[Fraction, AduaState]]:
    """Every combination of test results for the untested machine guns of some units: its chance and the state after it.
    Guns are tested before the roll in which they are first used (ruling 18)."""
    untested, chance_to_work = untested_guns(state, slots), Fraction(7 - WORKS_FROM, 6)
    for results in product((WORKING, JAMMED), repeat=len(untested)):
        chance, after = Fraction(1), state
        for number, status in zip(untested, results, strict=True):
            chance *= chance_to_work if status == WORKING else 1 - chance_to_work
            after = after.with_gun(number, status=status)
        yield chance, after


def note_on_tests(state: AduaState, slots: Container[Slot]) -> Text:
    """A note that the chances include machine-gun tests still to be rolled; empty if there are none."""
    count = len(untested_guns(state, slots))
    return plural("A machine gun is tested first: the chances allow for both results",
                   "{count} machine guns are tested first: the chances allow for all results", count) if count else ""


class MachineGunRolls(OneDie):
    """A die roll for each of some machine guns; the first one is pending."""

    guns: tuple[Annotated[int, Between(0, MACHINE_GUN_COUNT - 1)], ...]
    """The indices of the machine guns in ``AduaState.guns``."""

    def slot(self, state: AduaState) -> Slot:
        return state.guns[self.guns[0]].unit


class MachineGunTests(MachineGunRolls):
    """The tests of machine guns before the combat in which they are first used."""

    kind = "testing"
    rule = rule("5.1", 18)
    asks = say("{unit}: machine gun test", unit="")

    def ranges(self, state: AduaState) -> tuple[FaceRange, ...]:
        return (FaceRange("works", say("the machine gun works"), WORKS_FROM, 6, True),
                FaceRange("fails", say("it fails"), 1, WORKS_FROM - 1))

    def apply_result(self, state: AduaState, key: str) -> Done:
        number, *rest = self.guns
        after = state.with_gun(number, status=WORKING if key == "works" else JAMMED, since=state.turn)
        combat_roll = state.frames[-2]
        return self.after_die(combat_roll.with_gun_dice(state, after), rest), ()

    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield all(state.guns[n].status == NEW and state.guns[n].unit >= 0 and state.is_on_map(state.guns[n].unit)
                  for n in self.guns), say("machine guns not tested yet")
        yield state.top is self and len(state.frames) > 1, say("a combat for which they are tested")


class MachineGunRepairs(MachineGunRolls):
    """The repair rolls for machine guns in the clean-up phase."""

    kind = "repairing"
    rule = rule("5.1")
    asks = say("{unit}: machine gun repair", unit="")

    def ranges(self, state: AduaState) -> tuple[FaceRange, ...]:
        return (FaceRange("repaired", say("the machine gun works again"), REPAIRED_FROM, 6, True),
                FaceRange("not yet", say("still out of order"), BROKEN_FACE + 1, REPAIRED_FROM - 1),
                FaceRange("gone for good", say("it is beyond repair"), BROKEN_FACE, BROKEN_FACE))

    def apply_result(self, state: AduaState, key: str) -> Done:
        number, *rest = self.guns
        state = self.after_die(state, rest)
        if key == "not yet":
            return state, ()
        return state.with_gun(number, status=WORKING if key == "repaired" else LOST), ()

    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield state.phase == AduaPhase.CLEAN_UP and all(
            state.guns[n].status == JAMMED and state.is_on_map(state.guns[n].unit) for n in self.guns), say(
                "machine guns out of order in the clean-up")


RESUPPLY_RANGE = 5
"""The range in hexes from mules to the unit that they resupply (5.3)."""
RESUPPLY_ROLLS_FROM = 7
"""The turn from which resupply needs a die roll (5.3)."""
MAX_RESUPPLY_FACE = 3
"""The highest face that resupplies a unit (5.3)."""


def clean_up(state: AduaState) -> Done:
    """The state after units have rallied, entrenched (also by an order to hold, ruling 6) and been resupplied without a
    roll, with the rolls for resupply and repair pending (5.1-5.5, ruling 5)."""
    events: list[Event] = []
    for slot in FIGHTERS[ITALIANS]:
        order = state.order_of(slot)
        if order is None or not state.is_on_map(slot) or state.engaged >> slot & 1:
            continue
        bit = 1 << slot
        if order.kind == OrderKind.RALLY and state.disorganized & bit:
            state = replace(state, disorganized=state.disorganized & ~bit)
            events.append(Noted(rule("5.4"), say("{unit} rallies", unit=name_of(slot))))
        elif (order.kind == OrderKind.ENTRENCH or (order.kind == OrderKind.HOLD and not state.moved & bit)) and not (
                state.entrenched & bit):
            state = replace(state, entrenched=state.entrenched | bit)
            events.append(Noted(rule("5.5", 6 if order.kind == OrderKind.HOLD else None),
                                say("{unit} entrenches", unit=name_of(slot))))
    to_resupply = tuple(slot for slot in FIGHTERS[ITALIANS] if state.is_on_map(slot) and state.low >> slot & 1
                    and not state.engaged >> slot & 1
                    and (order := state.order_of(slot)) is not None and order.kind == OrderKind.RESUPPLY)
    if state.turn < RESUPPLY_ROLLS_FROM:
        for slot in to_resupply:
            if mule_for(state, slot) >= 0:
                state = replace(state, low=state.low & ~(1 << slot))
                events.append(Noted(rule("5.3", 31), say("{unit} is resupplied", unit=name_of(slot))))
        to_resupply = tuple(slot for slot in to_resupply if state.low >> slot & 1)
    to_resupply, more = _split_by_reach(state, to_resupply)
    events += more
    repairs = tuple(n for n, gun in enumerate(state.guns) if gun.status == JAMMED and gun.since < state.turn
                    and gun.unit >= 0 and state.is_on_map(gun.unit))
    if to_resupply:
        state = state.pushed(ResupplyRolls(to_resupply))
    if repairs:
        state = state.pushed(MachineGunRepairs(repairs))
    return state, tuple(events)


def _split_by_reach(state: AduaState, slots: Sequence[Slot]) -> tuple[tuple[Slot, ...], tuple[Event, ...]]:
    """The units that mules can reach, and events for those that they cannot (5.3)."""
    in_reach = tuple(slot for slot in slots if mule_for(state, slot) >= 0)
    return in_reach, tuple(Noted(rule("5.3", 35), say("No mules reach {unit}", unit=name_of(slot)))
                           for slot in slots if slot not in in_reach)


def mule_for(state: AduaState, slot: Slot) -> Slot:
    """The mules that resupply a unit: of the counters in range, traced outside enemy ZOCs, the one with the most mules
    left, then the nearest (5.3, ruling 31); ``NOBODY`` if no counter is in range. Friendly units do not negate ZOCs
    for resupply."""
    ground, there = state.ground, state.at[slot]
    closed = (zones.full_enemy_zones(state, ITALIANS) | state.occupied[other(ITALIANS)]) & ~(1 << there)
    in_range = [(state.lost[mule] - STEPS[mule], ground.distance(state.at[mule], there), mule) for mule in MULE_SLOTS
             if state.is_on_map(mule) and ground.traced(state.at[mule], closed, RESUPPLY_RANGE) >> there & 1]
    return min(in_range)[2] if in_range else NOBODY


class ResupplyRolls(OneDie):
    """The resupply rolls of units, in the order of the list of units (ruling 46); the first one is pending. A roll that
    resupplies uses up one of a counter's two mules (5.3)."""

    kind = "supplying"
    units: tuple[Slot, ...]
    rule = rule("5.3", 46)
    asks = say("{unit}: resupply roll", unit="")
    failure = say("resupply failed")

    def slot(self, state: AduaState) -> Slot:
        return self.units[0]

    def ranges(self, state: AduaState) -> tuple[FaceRange, ...]:
        return (FaceRange("resupplied", say("resupplied; a mule is used up"), 1, MAX_RESUPPLY_FACE, True),
                FaceRange("nothing", say("no ammunition"), MAX_RESUPPLY_FACE + 1, 6))

    def apply_result(self, state: AduaState, key: str) -> Done:
        slot, *rest = self.units
        if key == "nothing":
            return self.after_die(state, rest), ()
        mule = mule_for(state, slot)
        state = replace(state, low=state.low & ~(1 << slot))
        state, events = losses.lose_steps(state, mule)
        in_reach, more = _split_by_reach(state, rest)
        return self.after_die(state, in_reach), events + more

    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        yield state.phase == AduaPhase.CLEAN_UP and all(
            slot < COMBAT_UNITS and SEAT[slot] == ITALIANS and state.is_on_map(slot) and state.low >> slot & 1
            and mule_for(state, slot) >= 0 for slot in self.units), say(
                "units low on ammunition in the range of mules")
