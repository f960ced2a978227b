"""The losses of combats and melees: steps lost, units eliminated, commanders and mules cut off (2.0, 5.1, 10.1, 10.2,
13.0)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from game.board.hexgrid import Hex
from game.core.event import Event, LeaderFell, Noted, Removed
from game.core.indices import Seat, Slot, other, slots_in
from game.core.message import Message, Text, and_list, plural, say
from game.core.verdict import RuleRef
from game.rules.adua import zones
from game.rules.adua.sides import ABYSSINIANS, COMMANDER, ITALIANS, MULES, rule
from game.rules.adua.state import GONE, LOST, STATUSES, AduaState, Done
from game.rules.adua.units import COMMANDERS, GENERAL, GENERALS, KIND, MENELIK, MULE_SLOTS, SEAT, STEPS, UNITS, name_of
from game.rules.adua.victory import BATTLE

POINTS_PER_STEP = 2
"""The points of damage that cost a unit a step (10.1)."""
MAX_DAMAGE = 2 * POINTS_PER_STEP
"""The most points of damage that a unit takes in a combat: two steps (10.1)."""


@dataclass(frozen=True, slots=True)
class UnitMarked(Noted):
    """A unit was reduced, repulsed, disorganized or is low on ammunition."""

    type: ClassVar[str] = "marked"
    unit: str
    mark: str
    """``reduced``, ``repulsed``, ``disorganized`` or ``low-ammo``."""
    steps: int = 0
    """Steps lost, if it was reduced."""


def entrenchments_lost(state: AduaState, mask: int) -> tuple[Event, ...]:
    """An event for each unit in a mask that loses its entrenchment (5.5, ruling 5)."""
    return tuple(Noted(rule("5.5", 5), say("{unit} loses its entrenchment", unit=name_of(slot)))
                 for slot in slots_in(state.entrenched & mask))


def most_damage(state: AduaState, slot: Slot) -> int:
    """The points of damage that a unit can take in a combat: two for each step left, four at most (10.1, ruling 13)."""
    return min(MAX_DAMAGE, POINTS_PER_STEP * (STEPS[slot] - state.lost[slot]))


def lose_steps(state: AduaState, slot: Slot, steps: int = 1) -> Done:
    """The state after a unit loses steps; without steps left it is eliminated."""
    if not state.is_on_map(slot) or not steps:
        return state, ()
    lost = min(STEPS[slot], state.lost[slot] + steps)
    steps = lost - state.lost[slot]
    state = replace(state, lost=(*state.lost[:slot], lost, *state.lost[slot + 1:]))
    cited = rule("5.3" if KIND[slot] == MULES else "2.0")
    if lost == STEPS[slot]:
        return eliminate(state, slot, cited)
    steps_left = STEPS[slot] - lost
    text = plural("{unit} is reduced: {count} step left", "{unit} is reduced: {count} steps left", steps_left,
                    unit=name_of(slot))
    return state, (UnitMarked(cited, text, UNITS[slot].id, "reduced", steps),)


def eliminate(state: AduaState, slot: Slot, cited: RuleRef | None = None, cause: Text = "") -> Done:
    """The state without a piece and its machine gun, which is captured (5.1), and without its announced attacks
    (ruling 30).

    :param cited: the rule that eliminates it; None: by step losses (2.0).
    :param cause: the cause of a commander's death.
    """
    place, cited, name = state.ground.hexes[state.at[slot]], cited or rule("2.0"), name_of(slot)
    removal: Event = Removed(cited, UNITS[slot].id, name, place)
    if UNITS[slot].kind == COMMANDER:
        removal = LeaderFell(cited, UNITS[slot].id, name, place, cause, _consequence_of_death(state, slot))
    events: list[Event] = [removal]
    gun = state.gun_of(slot)
    if gun >= 0:
        state = state.with_gun(gun, status=LOST)
        events.append(Noted(rule("5.1"), say("Its machine gun is lost with it")))
    if targets := [share.target for share in state.shares if share.unit == slot]:
        events.append(Noted(rule("10.1", 30), say("The attack of {unit} on {targets} is void", unit=name,
                                                  targets=and_list(map(name_of, targets)))))
    others = ~(1 << slot)
    lost = (*state.lost[:slot], STEPS[slot], *state.lost[slot + 1:])
    marks: dict[str, Any] = {status: getattr(state, status) & others for status in STATUSES}
    origins = tuple(one for one in state.origins if one[0] != slot)
    state = replace(state.with_unit_at(slot, GONE), lost=lost, origins=origins,
                    shares=tuple(one for one in state.shares if slot not in (one.unit, one.target)), **marks)
    return _disengage(state), tuple(events)


def _consequence_of_death(state: AduaState, slot: Slot) -> Message:
    """The consequence of a commander's death, in words (3.0, 12.0 and 13.0, ruling 27)."""
    if slot == MENELIK and state.scenario == BATTLE:
        return say("The battle is over: Italian Total Victory")
    if SEAT[slot] != ITALIANS:
        return say("There is no replacement: this command makes no more initiative rolls")
    if slot in GENERALS:
        return say("There is no replacement: the brigade has only the orders of its colonels")
    if state.is_on_map(GENERAL[slot]):
        return say("There is no replacement: only the general can order these units")
    return say("There is no replacement, and the general is dead, too: these units can receive no more orders")


def _disengage(state: AduaState) -> AduaState:
    """The state in which units without an enemy in their hex are no longer engaged."""
    engaged = sum(1 << slot for slot in slots_in(state.engaged) if state.melees >> state.at[slot] & 1)
    return state if engaged == state.engaged else replace(state, engaged=engaged)


def disorganize(state: AduaState, slots: Sequence[Slot]) -> Done:
    """The state with units disorganized; there are no events for those that were so before (5.4, ruling 28)."""
    newly = [slot for slot in slots if state.is_on_map(slot) and not state.disorganized >> slot & 1]
    events = tuple(UnitMarked(rule("5.4", 28), say("{unit} is disorganized", unit=name_of(slot)), UNITS[slot].id,
                              "disorganized") for slot in newly)
    return replace(state, disorganized=state.disorganized | sum(1 << slot for slot in newly)), events


def repulse(state: AduaState, slots: Sequence[Slot], *, by_damage: bool = False) -> Done:
    """The state with units repulsed: they may not charge into melee (10.1, ruling 13).

    :param by_damage: whether they are repulsed by points of damage, not by the table.
    """
    cited = rule("10.1", 13 if by_damage else None)
    events = tuple(UnitMarked(cited, say("{unit} is repulsed", unit=name_of(slot)), UNITS[slot].id, "repulsed")
                   for slot in slots)
    return replace(state, repulsed=state.repulsed | sum(1 << slot for slot in slots)), events


def mark_low_ammunition(state: AduaState, slot: Slot) -> Done:
    """The state with a unit low on ammunition (5.2, ruling 19)."""
    text = say("{unit} is low on ammunition", unit=name_of(slot))
    return replace(state, low=state.low | 1 << slot), (UnitMarked(rule("5.2", 19), text, UNITS[slot].id, "low-ammo"),)


def isolated_pieces(state: AduaState) -> tuple[Slot, ...]:
    """Commanders and mules without a unit of their side in an enemy ZOC or in an enemy's hex (10.2, ruling 21)."""
    occupied = state.occupied
    isolating = [(zones.full_enemy_zones(state, seat) | occupied[other(seat)]) & ~occupied[seat]
                 for seat in (ITALIANS, ABYSSINIANS)]
    return tuple(slot for slot in (*COMMANDERS[ITALIANS], *COMMANDERS[ABYSSINIANS], *MULE_SLOTS)
                 if state.at[slot] >= 0 and isolating[SEAT[slot]] >> state.at[slot] & 1)


def eliminate_isolated(state: AduaState) -> Done:
    """The state with isolated commanders and mules eliminated (10.2, ruling 21)."""
    events: tuple[Event, ...] = ()
    for slot in isolated_pieces(state):
        state, more = eliminate(state, slot, rule("10.2", 21), say(
            "Cut off: next to the enemy with no friendly unit in its hex"))
        events += (Noted(rule("10.2", 21), say("{unit} is cut off", unit=name_of(slot))), *more)
    return state, events


def commanders_and_mules_at(state: AduaState, seat: Seat, place: Hex) -> tuple[Slot, ...]:
    """The commanders and mules of a side in a hex."""
    pieces = (*COMMANDERS[seat], *(MULE_SLOTS if seat == ITALIANS else ()))
    return tuple(slot for slot in pieces if state.at[slot] == place)


def commanders_with(state: AduaState, slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """The Italian commanders in the hexes of those of some units that are Italian."""
    places = {state.at[slot] for slot in slots if state.is_on_map(slot) and SEAT[slot] == ITALIANS}
    return tuple(slot for slot in COMMANDERS[ITALIANS] if state.at[slot] >= 0 and state.at[slot] in places)
