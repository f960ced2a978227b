"""The veteran's choices outside the planned movement, by expected gain, with alternatives for the same unit; and when
to act in the other side's player turn (8, 9).

Activations unused at the end of a turn are lost. So a side whose own player turn is over uses them freely; a side whose
player turn is still to come interrupts only for a large gain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.board.areas import Area
from game.core.action import Action
from game.core.indices import Seat, Slot, mask_of, other, slots_in
from game.rules.africa import shock
from game.rules.africa.actions import (
    AfricaActivate,
    AfricaEnd,
    AfricaLose,
    AfricaRetreat,
    Enter,
    Land,
    LoseSteps,
    Shock,
)
from game.rules.africa.activation import units_to_activate
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.fire_options import best_bombard, bombards, fires
from game.rules.africa.ai.holding import Holding, holding_of
from game.rules.africa.ai.riding import best_ride, best_shift, joint_charge, next_step
from game.rules.africa.ai.worth import FIRST_STEP_COST
from game.rules.africa.closing import ReinforcementEntry
from game.rules.africa.losses import LossChoice
from game.rules.africa.move_refusals import landings
from game.rules.africa.opening import CampSetUp
from game.rules.africa.orders import Activation, activate_unit
from game.rules.africa.phases import decision
from game.rules.africa.retreats import RetreatChoice
from game.rules.africa.sequence import DEFENCE, FIRE, MOVEMENT, SHOCK
from game.rules.africa.state import STACKING_LIMIT, STAGE_FIRE, STAGE_SHOCK, AfricaPending, AfricaState
from game.rules.africa.units import SEATS, SPANISH, Kind, seat_of


class Option(NamedTuple):
    """An action and its expected gain in score over doing nothing."""

    gain: float
    action: Action


MIN_INTERRUPT_GAIN = 0.012
"""The least gain for an interrupt while the side's own player turn is still to come; this and the numbers below are
chosen by hand, and in score."""
LAST_SHOT_GAINS = {FIRE: 0.002, MOVEMENT: 0.004, DEFENCE: 0.001, SHOCK: 0.001}
"""Phase of the enemy -> the least gain for a gun's shot when its side's player turn is over; while the enemy moves, a
better target may come."""
LAST_RIDE_GAINS = {DEFENCE: 0.006, SHOCK: 0.006}
"""The same for fire and charges of cavalry, which wait until the enemy has moved."""
EARLY_SHOT_GAINS = {FIRE: 0.006, MOVEMENT: 0.003}
"""Phase -> the least gain for which a gun fires in its own player turn instead of waiting."""
MIN_LANDING_VALUE = 0.01
"""The least value for which the marines land."""
OVERSTACKED_COST, LONE_COST, NEAR_ENEMY_COST = 0.02, 0.03, 0.01
"""Costs of a retreat: to an area without room, of an officer without troops to an area that the enemy can attack, and
to an area next to an enemy if the unit must go on from there."""
SHORE_SHARE = 0.5
"""Share of the ship's weight at the best adjacent area that counts where it enters."""
OPEN_SEA_VALUE = 0.001
"""Value of a sea area to the ship, where the coast leaves it the choice."""


def interrupt(field: Battlefield, seat: Seat) -> Option | None:
    """The best activation in the other side's player turn; None if waiting is as good."""
    state, setting, options = field.state, field.setting, list[Option]()
    if not may_interrupt_usefully(state, seat):
        return None
    holding = holding_of(field, seat)
    is_urgent = empty_objective_at_end(state, seat) or convoy_in_danger(state, seat)
    for slot in units_to_activate(state, seat):
        least_gain, gain = _least_gain(state, slot, is_urgent), 0.0
        if least_gain is None:
            continue
        if setting.guns >> slot & 1:
            aim = best_bombard(field, slot)
            gain = aim.gain if aim is not None else 0.0
        elif (ride := best_ride(holding, slot, activate_unit(state, slot))) is not None and (is_urgent or ride.fights):
            gain = ride.gain
        if gain > least_gain:
            options.append(Option(gain, AfricaActivate(setting.units[slot].id)))
    return max(options, key=_gain, default=None)


def _gain(option: Option) -> float:
    return option.gain


def _least_gain(state: AfricaState, slot: Slot, is_urgent: bool) -> float | None:
    """The least gain for which a unit is activated in the other side's player turn; None if it waits in any case.

    :param is_urgent: whether an empty objective can be seized at the end, or a convoy is in danger.
    """
    phase, is_gun = state.now.phase, state.setting.guns >> slot & 1
    if is_urgent and not is_gun:
        return MIN_INTERRUPT_GAIN
    if state.setting.units[slot].seat == SPANISH:  # Player A: the Moroccan player turn is the last of the turn (3)
        return (LAST_SHOT_GAINS if is_gun else LAST_RIDE_GAINS).get(phase)
    return MIN_INTERRUPT_GAIN if is_gun and phase == FIRE else None


def empty_objective_at_end(state: AfricaState, seat: Seat) -> bool:
    """Whether this may be the last movement phase of the battle and an empty objective does not count for the seat: it
    is in enemy hands or, if only occupied ones count at the end of this turn (ruling 14), in any hands."""
    setting = state.setting
    if state.turn not in (setting.turns, setting.early_turn) or state.now.phase != MOVEMENT:
        return False
    not_held = -1 if state.turn == setting.early_turn else ~state.control if seat == SPANISH else state.control
    return bool(mask_of(setting.objectives) & not_held & ~(state.occupied[0] | state.occupied[1]))


def convoy_in_danger(state: AfricaState, seat: Seat) -> bool:
    """Whether a convoy of a seat has lost its escort in the enemy's player turn and an enemy is adjacent (11.W.3)."""
    setting = state.setting
    convoys = setting.convoys & setting.side[seat]
    if not convoys or state.now.seat == seat or state.now.phase not in (FIRE, MOVEMENT):
        return False
    places = {state.at[slot] for slot in slots_in(convoys) if state.at[slot] >= 0}
    return any(
        setting.ground.adjacent[area] & state.occupied[other(seat)]
        and not any(setting.fighters >> i & 1 for i in state.units_in(area, seat))
        for area in places
    )


def may_interrupt_usefully(state: AfricaState, seat: Seat) -> bool:
    """Whether an interrupt could pay at this moment; a quick test."""
    if state.frames:
        return False
    setting, now = state.setting, state.now
    guns, cavalry = setting.guns & ~state.second, setting.cavalry & ~state.active
    can_be_activated = setting.side[seat] & (guns | cavalry) & ~state.demoralized
    if not can_be_activated:
        return False
    if convoy_in_danger(state, seat) or empty_objective_at_end(state, seat):
        return True
    if now.phasing == seat or (now.phase == FIRE and state.fired):
        return False
    return any(_least_gain(state, slot, False) is not None for slot in slots_in(can_be_activated))


def seat_to_decide(state: AfricaState) -> Seat:
    """The seat whose decision is pending; the seat of the phase if it is a roll."""
    seat = decision(state).seat(state)
    return seat_of(seat) if seat in SEATS else state.now.seat


END_OPTIONS = [Option(0.0, AfricaEnd())]
"""The end of the phase or activation as the only option."""


def choose(field: Battlefield) -> list[Option]:
    """The best action of the seat to decide, then alternatives to it; moves of its movement phase are left out."""
    state = field.state
    frame = state.frame
    if frame is not None:
        return CHOICES[type(frame)](field, frame)
    seat = state.now.seat
    phase = state.now.phase
    if phase == SHOCK:
        return _shock_options(field)
    if phase in (FIRE, DEFENCE):
        aims = fires(field)
        if not state.fired or not aims:
            activation_option = activation(field, seat) if phase == FIRE else interrupt(field, seat)
            if activation_option:
                return [activation_option]
        if aims:
            return [Option(aim.gain, aim.action) for aim in aims]
        landing_action = landing(field)
        if landing_action is not None:
            return [Option(0.0, landing_action)]
    return END_OPTIONS


def activation(field: Battlefield, seat: Seat) -> Option | None:
    """The best activation of a seat now: of a gun, or in its own player turn also of cavalry. None if none gains."""
    state, units, options, riders = field.state, field.setting.units, list[Option](), list[Slot]()
    phase, own_turn = state.now.phase, state.now.phasing == seat
    holding = holding_of(field, seat)
    for slot in units_to_activate(state, seat):
        gain = 0.0
        if field.setting.guns >> slot & 1:
            gain = gun_gain(field, holding, slot)
        elif own_turn and phase in (FIRE, MOVEMENT):
            riders.append(slot)
            ride = best_ride(holding, slot, activate_unit(state, slot))
            if ride is not None and (ride.fights or phase == MOVEMENT):
                gain = ride.gain
        if gain > 0:
            options.append(Option(gain, AfricaActivate(units[slot].id)))
    if len(riders) > 1:
        gain, area, team = joint_charge(holding, state, riders)
        if area >= 0 and gain > 0:
            options.append(Option(gain, AfricaActivate(units[team[0]].id)))
    return max(options, key=_gain, default=None)


def gun_gain(field: Battlefield, holding: Holding, slot: Slot) -> float:
    """The gain in score from activating a gun now; 0 if it should wait."""
    state = field.state
    phase = state.now.phase
    seat = field.setting.units[slot].seat
    own_turn = state.now.phasing == seat and phase in EARLY_SHOT_GAINS
    aim = best_bombard(field, slot)
    gain = aim.gain if aim is not None else 0.0
    if gain > (EARLY_SHOT_GAINS[phase] if own_turn else MIN_INTERRUPT_GAIN):
        if phase == FIRE and own_turn and state.active >> slot & 1 and not state.moved_active >> slot & 1:
            shift = best_shift(holding, slot, activate_unit(state, slot))
            return gain if shift is None or shift.gain < gain else 0.0
        return gain
    if own_turn and phase == MOVEMENT:
        shift = best_shift(holding, slot, activate_unit(state, slot))
        return shift.gain if shift is not None else 0.0
    return 0.0


def _continue_activation(field: Battlefield, frame: Activation) -> list[Option]:
    """The next action within an activation, the best first."""
    state = field.state
    if frame.stage == STAGE_SHOCK:
        return _shock_options(field)
    if frame.stage == STAGE_FIRE:
        return [Option(aim.gain, aim.action) for aim in fires(field)] or END_OPTIONS
    holding = holding_of(field, frame.side)
    if not frame.gun:
        step = next_step(holding)
        return [Option(0.0, step)] if step is not None else END_OPTIONS
    slot = slots_in(frame.units)[0]
    shots = bombards(field, slot)
    shift = best_shift(holding, slot, state)
    own_turn = state.now.phasing == frame.side and state.now.phase in EARLY_SHOT_GAINS
    if shots and (shift is None or shots[0].gain >= (EARLY_SHOT_GAINS[state.now.phase] if own_turn else 0.0)):
        return [*(Option(aim.gain, aim.action) for aim in shots), *END_OPTIONS]
    return [Option(shift.gain, shift.step), *END_OPTIONS] if shift is not None else END_OPTIONS


def _shock_options(field: Battlefield) -> list[Option]:
    """The shock to resolve first: simply that of the first area."""
    areas = shock.shock_areas(field.state)
    return [Option(0.0, Shock(field.ground.ids[areas[0]]))]


def _loss_options(field: Battlefield, frame: LossChoice) -> list[Option]:
    """The ways to pay for a lost shock (6.2), the cheapest first: units one by one, or a step of every unit."""
    state, setting, worth = field.state, field.setting, field.worth
    own = [*frame.losers(state)]
    own.sort(key=lambda i: (worth.strength(state, i), i))
    options = [Option(-worth.price(state, i), AfricaLose(setting.units[i].id)) for i in own]
    if frame.can_lose_steps(state):
        with_two_steps = setting.regulars & ~state.reduced
        steps_cost = sum(worth.price(state, i) * (FIRST_STEP_COST if with_two_steps >> i & 1 else 1.0) for i in own)
        if steps_cost < sum(worth.price(state, i) for i in own[:frame.left]):
            return [Option(max(-steps_cost, options[0].gain), LoseSteps()), *options]
    return options


def _retreat_options(field: Battlefield, frame: RetreatChoice) -> list[Option]:
    """The areas to retreat to, the best first: each is worth as much as the best area in which the retreat may then
    end."""
    state, setting = field.state, field.setting
    slot = frame.queue[0]
    seat = setting.units[slot].seat
    holding = holding_of(field, seat)

    def value(area: Area) -> float:
        team = [i for i in field.troops[seat].get(area, ()) if i != slot]
        score = field.pull(slot, area)
        if setting.fighters >> slot & 1:
            score += holding.gain(area, slot)
            if sum(setting.points[i] for i in (*team, slot)) > STACKING_LIMIT:
                score -= OVERSTACKED_COST
        elif not team and holding.danger(area)[0]:
            score -= LONE_COST
        if state.demoralized >> slot & 1:
            score += field.rally_value(slot, area)
        if frame.far and state.occupied_near(area, other(seat)):
            score -= NEAR_ENEMY_COST
        return score

    unit, ids, refuges = setting.units[slot].id, field.ground.ids, frame.refuges(state)
    if len(refuges) == 1:
        return [Option(0.0, AfricaRetreat(unit, ids[refuges[0]]))]
    lost = -field.worth.price(state, slot)
    options = [(max(map(value, frame.possible_ends(state, area)), default=lost), -area) for area in refuges]
    return [Option(gain, AfricaRetreat(unit, ids[-area])) for gain, area in sorted(options, reverse=True)]


def _entry_options(field: Battlefield, frame: ReinforcementEntry) -> list[Option]:
    """The areas to enter at, the best first: the ship where its guns count most, other units where their weight
    does."""
    slot = frame.queue[0]
    index = field.ground.index

    def value(action: Action) -> float:
        assert isinstance(action, Enter)
        area = index[action.place]
        if field.setting.units[slot].kind != Kind.SHIP:
            return field.pull(slot, area)
        shore = max((field.pull(slot, a) for a in field.ground.neighbours[area]), default=0.0)
        sea_value = OPEN_SEA_VALUE if field.ground.sea >> area & 1 else 0.0
        return field.pull(slot, area) + SHORE_SHARE * shore + sea_value

    options = [Option(value(action), action) for action in frame.candidates(field.state)]
    return sorted(options, key=_gain, reverse=True)


CHOICES: Mapping[type[AfricaPending], Callable[[Battlefield, Any], list[Option]]] = {
    LossChoice: _loss_options, RetreatChoice: _retreat_options, ReinforcementEntry: _entry_options,
    Activation: _continue_activation,
    CampSetUp: lambda field, frame: END_OPTIONS,
}
"""Pending decision -> the function that ranks its actions."""


def landing(field: Battlefield) -> Land | None:
    """The best landing if it is worth at least ``MIN_LANDING_VALUE``; else None."""
    state, setting = field.state, field.setting
    best: Land | None = None
    best_value = MIN_LANDING_VALUE
    for action in landings(state):
        slot, area = setting.slot[action.unit], field.ground.index[action.place]
        seat = setting.units[slot].seat
        if state.occupied[other(seat)] >> area & 1 and not state.occupied[seat] >> area & 1:
            continue
        holding = holding_of(field, seat)
        value = field.pull(slot, area) + holding.gain(area, slot)
        if value > best_value:
            best, best_value = action, value
    return best
