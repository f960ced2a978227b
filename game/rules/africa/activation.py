"""The cavalry and guns that may be activated, in either player's turn (8, 9), and why others may not."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.areas import Area, areas_in
from game.core.indices import Seat, Slot, other, slots_in
from game.core.message import say
from game.core.verdict import Reason
from game.rules.africa import artillery, fire, movement
from game.rules.africa.sequence import END, OVER
from game.rules.africa.stacking import full_areas
from game.rules.africa.state import AfricaState, with_unit_at
from game.rules.africa.units import ADJECTIVES, rule


def activatable_units(state: AfricaState, seat: Seat) -> int:
    """Mask of a seat's units that may be activated now, provided they have a use (``has_use``)."""
    setting, acting = state.setting, state.acting
    units = setting.side[seat] & (setting.cavalry & ~state.active | setting.guns & ~state.second) & ~state.demoralized
    if state.now.phase in (END, OVER):
        return 0
    if acting is not None:
        if acting.gun or acting.side != seat or acting.stage:
            return 0
        units &= setting.cavalry
    elif state.frames:
        return 0
    for slot in slots_in(units):
        if state.at[slot] < 0:
            units &= ~(1 << slot)
    return units


def has_use(state: AfricaState, slot: Slot, full: tuple[int, ...]) -> bool:
    """Whether a unit could fire or move if it were activated.

    :param full: ``areas_without_room``.
    """
    setting, bit = state.setting, 1 << slot
    areas = 0 if _must_fight_here(state, slot) else setting.allowances[slot]
    if setting.guns & bit:
        if areas and movement.gun_may_move(state, slot) and movement.can_go(state, slot, areas, full):
            return True
        return not state.spent_guns & bit and artillery.can_fire_with_effect(state, slot)
    if areas and movement.can_go(state, slot, areas, full):
        return True
    return bool(setting.armed & bit) and next(_shots_when_activated(state, slot), None) is not None


def _must_fight_here(state: AfricaState, slot: Slot) -> bool:
    """Whether a unit has attacked in its area and must stay and fight there (6.2, ruling 9)."""
    if state.setting.ship >> slot & 1:
        return False
    return bool(movement.bound_to_fight(state, state.setting.units[slot].seat) >> state.at[slot] & 1)


def units_with_shots(state: AfricaState, seat: Seat) -> Iterator[Slot]:
    """Cavalry and guns with a shot that could have an effect if they were activated now, including cavalry that would
    fire during an Algarabia (8, ruling 26)."""
    setting = state.setting
    for slot in slots_in(activatable_units(state, seat) & (setting.armed | setting.guns)):
        if not setting.guns >> slot & 1:
            if next(_shots_when_activated(state, slot), None) is not None:
                yield slot
        elif not state.spent_guns >> slot & 1 and artillery.can_fire_with_effect(state, slot):
            yield slot
    full = areas_without_room(state, seat)
    for slot in slots_in(activatable_units(state, seat) & setting.raiders):
        if next(algarabia_targets(state, slot, full), None) is not None:
            yield slot


def areas_without_room(state: AfricaState, seat: Seat) -> tuple[int, ...]:
    """For 0 to 3 stacking points, the mask of areas without room for a side's units that are activated now (ruling
    4)."""
    return full_areas(state, seat, movement.units_making_room(state, seat))


def algarabia_targets(state: AfricaState, slot: Slot, full: tuple[int, ...]) -> Iterator[Area]:
    """The areas at which cavalry could fire with a chance of a hit if it moved one area in an activation (8.1); an area
    may come more than once.

    :param full: ``areas_without_room``.
    """
    setting, enemy = state.setting, state.occupied[other(state.setting.units[slot].seat)]
    if not setting.raiders >> slot & 1 or _must_fight_here(state, slot):
        return
    for area in areas_in(setting.ground.around(enemy) & ~enemy & movement.open_first_areas(state, slot, full)):
        for target, _ in _shots_when_activated(with_unit_at(state, slot, area), slot):
            yield target


def _shots_when_activated(state: AfricaState, slot: Slot) -> Iterator[tuple[Area, Slot]]:
    """The areas at which cavalry can fire in the present activation, or in one that begins now, each with an officer
    who can help or ``NOBODY``."""
    return fire.shots(state, slot, state.acting.supported if state.acting is not None else 0, False)


def units_to_activate(state: AfricaState, seat: Seat) -> list[Slot]:
    """The units of a seat that may be activated now; ``why_not`` gives the reason for every other unit."""
    full = areas_without_room(state, seat)
    return [slot for slot in slots_in(activatable_units(state, seat)) if has_use(state, slot, full)]


def why_not(state: AfricaState, slot: Slot) -> Reason | None:
    """Why a unit may not be activated now; None if it may."""
    setting, acting = state.setting, state.acting
    unit, bit = setting.units[slot], 1 << slot
    is_gun = bool(setting.guns & bit)
    special = setting.activation_rule(slot)
    values = {"unit": unit.id}
    if activatable_units(state, unit.seat) & bit:
        if has_use(state, slot, areas_without_room(state, unit.seat)):
            return None
        if _must_fight_here(state, slot):
            return state.unit_reason(slot, rule("6.2", 9),
                                     say("{unit} must fight in {area} and has nothing else to fire at"))
        nothing_to_do = state.unit_reason(slot, special, say("{unit} has nothing to fire at and nowhere to go"))
        return fire.why_spent(state, slot) or nothing_to_do
    if not (setting.cavalry | setting.guns) & bit:
        return state.unit_reason(slot, special, say("{unit} is neither cavalry nor artillery"))
    if state.now.phase in (END, OVER):
        return Reason(special, say("The turn is over; no unit can be activated now"), values)
    if acting is not None and (is_gun or acting.gun or acting.side != unit.seat or acting.stage):
        if acting.gun or acting.stage:
            return Reason(rule("8", 9), say("Play has stopped for an activation; no unit may join it now"), values)
        return Reason(rule("8", 9), say("Play has stopped for an activation; only more {side} cavalry may join",
                                        side=ADJECTIVES[acting.side]), values)
    if acting is None and state.frame is not None:
        finish_first = Reason(rule("8", 9), say("Finish the current action first"), values)
        return state.frame.why_before_battle(state) or finish_first
    if state.at[slot] < 0:
        return state.unit_reason(slot, special, say("{unit} is not on the map"))
    if state.demoralized & bit:
        return state.unit_reason(slot, rule("6.1"), say("{unit} is demoralized"))
    return state.unit_reason(slot, special, say("{unit} has been activated twice this turn") if is_gun
                             else say("{unit} has been activated once this turn"))
