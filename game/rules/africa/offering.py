"""The offers for the selected units: actions to choose on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from game.core.action import Action
from game.core.field_types import UnitName
from game.core.indices import Slot, slots_in
from game.core.message import say
from game.core.offer import ForAll, Offer, Picked
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.africa import activation, bulk, moments
from game.rules.africa.actions import AfricaActivate, AfricaFire
from game.rules.africa.descriptions import label, short_label
from game.rules.africa.orders import activate_unit, preview
from game.rules.africa.phases import decision
from game.rules.africa.sequence import FIRE, MOVEMENT, step_of
from game.rules.africa.stacking import movable_to_top
from game.rules.africa.state import AfricaPending, AfricaState, AreaOption
from game.rules.africa.theme import THEME
from game.rules.africa.units import ADJECTIVES, SEATS, rule, seat_of


def offers(state: AfricaState, picked: Picked) -> Sequence[Offer]:
    """The offers for the units selected by the side to decide or by a seat that interrupts (8, 9)."""
    if picked.seat is not None:
        return _interrupt_offers(state, picked.seat, picked.units)
    pending, units, slots = decision(state), state.setting.units, state.setting.slot
    composes = pending.mode == "compose"
    selectable = [units[slot].id for slot in _selectable_units(state, pending)]
    if not picked.units:
        return [*(Offer(units=(unit,)) for unit in selectable), *pending.offers_for_chosen(state, ())]
    unit = picked.units[-1 if composes else 0]
    slot = slots[unit]
    refused = [] if unit in selectable else [Offer(Illegal((_why_idle(state, pending, slot),)), units=(unit,))]
    if composes:
        return [*refused, *pending.offers_for_chosen(state, picked.units)]
    if pending.seat(state) not in SEATS:
        return refused
    options = pending.area_options(state, slot)
    area_offers = [_area_offer(state, unit, place, *option) for place, option in options.items()]
    area_offers += [_other_offer(state, unit, action, pending.check(state, action))
                    for action in pending.commands(state, slot)]
    for_all = _offers_for_all(state, pending, unit, options)
    return [*refused, *area_offers, *bulk.activation_offers(state, slot), *for_all]


def _selectable_units(state: AfricaState, pending: AfricaPending) -> list[Slot]:
    """The units that can be selected; those that can only be put on top of their stacks come last."""
    units = sorted({*pending.selectable(state)})
    return [*units, *(slot for slot in slots_in(movable_to_top(state)) if slot not in units)]


def _why_idle(state: AfricaState, pending: AfricaPending, slot: Slot) -> Reason:
    """Why a unit cannot be selected."""
    unit, seat_to_act = state.setting.units[slot], pending.seat(state)
    if seat_to_act is None:
        return Reason(rule("11"), say("The battle is over"))
    if seat_to_act not in SEATS:
        return pending.why_idle(state, slot)
    if unit.seat != seat_of(seat_to_act):
        text = say("{unit} is a {side} unit; now the {acting} player acts", unit=unit.name, side=ADJECTIVES[unit.seat],
                   acting=ADJECTIVES[seat_of(seat_to_act)])
        return Reason(rule("3"), text, {"unit": unit.id})
    if state.at[slot] < 0:
        return state.unit_reason(slot, rule("11"), say("{unit} is not on the map"))
    return pending.why_idle(state, slot)


def states_when_acting(state: AfricaState, slot: Slot) -> list[AfricaState]:
    """The state as it would be in the phases in which a unit's side fires and moves, to show what the unit could do;
    for cavalry and guns with the unit activated."""
    setting, bit = state.setting, 1 << slot
    seat = setting.units[slot].seat
    if state.at[slot] < 0 or (state.frame is not None and state.frame.sets_up):
        return []
    unmarked = state.without_phase_marks().without_turn_marks()._replace(frames=())
    in_fire, in_movement = (unmarked._replace(step=step_of(phase, seat)) for phase in (FIRE, MOVEMENT))
    if (setting.cavalry | setting.guns) & bit and not state.demoralized & bit:
        activated = activate_unit(in_fire, slot)
        return [activated] if setting.guns & bit else [activated, in_movement]
    return [in_fire, in_movement]


def _area_offer(state: AfricaState, unit: str, place: str, verdict: Verdict, action: Action | None) -> Offer:
    """The offer for a unit at an area."""
    if action is None or not verdict:
        return Offer(verdict, None, (unit,), place)
    return Offer(verdict, action, (unit,), place, label(state, action) if isinstance(action, AfricaFire) else "",
                 short_label(state, action), arithmetic=partial(preview, state, action))


def _other_offer(state: AfricaState, unit: str, action: Action, verdict: Verdict = LEGAL) -> Offer:
    """The offer for a legal action of a unit other than moving to an area or firing at one."""
    place = action.places[-1] if action.places else None
    return Offer(verdict, action, (unit,), place, label(state, action), short_label(state, action),
                 arithmetic=partial(preview, state, action))


def _offers_for_all(state: AfricaState, pending: AfricaPending, unit: str,
                    options: Mapping[str, AreaOption]) -> list[Offer]:
    """Offers that make the same decision for all units that still have it to make, e.g. their retreat to one area."""
    titles, index = state.setting.ground.titles, state.setting.ground.index
    for_all: list[Offer] = []
    for place, (verdict, action) in options.items():
        if verdict and action is not None:
            followers = pending.followers_text(state, action)
            if followers:
                text = say("{units} to {place}", units=followers, place=titles[index[place]])
                short = say("{units} there", units=followers)
                for_all.append(ForAll(verdict, action, (unit,), place, text, short))
    return for_all


def _interrupt_offers(state: AfricaState, seat: str, picked: Sequence[str]) -> Sequence[Offer]:
    """The offers for a seat that interrupts: activations of its cavalry and guns, with their first actions."""
    setting = state.setting
    if not picked:
        return [Offer(units=(setting.units[slot].id,)) for slot in activation.units_to_activate(state, seat_of(seat))]
    unit = picked[0]
    slot = setting.slot[unit]
    why = activation.why_not(state, slot)
    if setting.units[slot].seat != seat_of(seat):
        title, theirs = (info.described for info in sorted(THEME.seats, key=lambda info: info.name != seat))
        name = setting.units[slot].name
        text = say("{unit} is a {side} unit; now the {acting} side interrupts", unit=name, side=theirs, acting=title)
        return [Offer(Illegal((Reason(moments.prompt_to_interrupt(state, seat).rule, text),)), units=(unit,))]
    if why is not None:
        return [Offer(Illegal((why,)), units=(unit,))]
    return [_other_offer(state, unit, AfricaActivate(UnitName(unit))), *bulk.activation_offers(state, slot)]
