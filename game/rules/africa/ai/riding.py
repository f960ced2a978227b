"""The actions of activated cavalry and guns (8, 9): the best ride of cavalry and the best move of a gun, one action at
a time."""

from __future__ import annotations

from typing import NamedTuple

from game.board.areas import Area, areas_in
from game.core.action import Action
from game.core.indices import Slot, other, slots_in
from game.rules.africa.actions import AfricaActivate, AfricaFire
from game.rules.africa.activation import units_to_activate
from game.rules.africa.ai.expected import barrage_result_chances, shot_hit_chance
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.fire_options import best_fire, hit_worth
from game.rules.africa.ai.holding import Holding
from game.rules.africa.ai.storming import ATTACKER_HIT_LOSS
from game.rules.africa.artillery import shelters
from game.rules.africa.coin_tables import CROWD_POINTS
from game.rules.africa.movement import entered_from, move_by, reachable
from game.rules.africa.orders import activate_unit
from game.rules.africa.state import OUT, AfricaState
from game.rules.africa.units import MOROCCAN, NO_FACTOR, Kind

MIN_CHARGE_GAIN = 0.003
"""The smallest expected gain in score of a charge. All numbers of this module are chosen."""
MIN_RIDE_GAIN = 0.0005
"""The smallest gain in score for which cavalry acts at all."""
MIN_SHIFT_GAIN = 0.002
"""The smallest gain in score for which a gun moves."""
MAX_CHARGING_UNITS = 5
"""The most units considered together for a charge, besides those already in the area."""
MIN_GAIN_OF_MORE = 0.002
"""The gain in score that a charge by more units must have over one by fewer."""
CAPTURE_SHARE = 0.5
"""Share of the value of officers without troops that a won charge gains."""
TARGET_PRICE_SHARE, TARGET_PRIZE_SHARE = 0.25, 0.4
"""Value of a gun's targets: shares of the units' value and of their area's prize, times the chance of a result."""
UNGUARDED_GUN_COST, FIRED_AT_GUN_COST = 0.5, 0.15
"""Costs of a gun without infantry in its area, as shares of its value: if the enemy can attack there, and for each
expected hit of fire at it, of which ``MAX_HITS`` count."""
MAX_HITS = 2.0


class Ride(NamedTuple):
    """A use of activated cavalry, or a move of a gun, and its gain over staying."""

    gain: float
    """In score."""
    step: Action
    """The next action once the unit is activated."""
    fights: bool
    """Whether the unit fires or charges."""


def _resting_value(holding: Holding, slot: Slot, area: Area) -> float:
    """Value in score of a cavalry unit's presence in an area without enemies."""
    return holding.field.pull(slot, area) + holding.gain(area, slot)


def _fire_gain(field: Battlefield, slot: Slot, here: Area, area: Area) -> float:
    """Expected gain in score of cavalry fire from one area at another, without an officer's help."""
    seat = field.setting.units[slot].seat
    crowd = field.state.points(area, other(seat)) >= CROWD_POINTS
    modifier = field.cover(area, crowd) + field.outward_fire_modifier(here)
    chance = shot_hit_chance(field.fire_factor(slot), modifier, field.from_cup)
    target = field.state.target(area, other(seat))
    return chance * hit_worth(field, area, seat, target) if chance and target >= 0 else 0.0


def charge(field: Battlefield, area: Area, team: tuple[Slot, ...], origins: set[Area]) -> float:
    """Expected gain in score of a charge by cavalry into an area.

    :param origins: the adjacent areas from which the cavalry enters, or has entered.
    """
    state, setting = field.state, field.setting
    seat = setting.units[team[0]].seat
    own = list(team)
    hits = min(field.volley(area, other(seat), crowd=field.is_crowd(own)), float(len(own)))
    lasting_share = 1.0 - ATTACKER_HIT_LOSS * hits / len(own)
    coins = field.attack(area, own, 0, origins) * lasting_share
    enemies = field.troops[other(seat)].get(area, [])
    fight = field.assault(area, other(seat), coins)
    gain = fight.win * field.prize(area, seat) + fight.gain * field.price(enemies)
    if not enemies and field.staff[other(seat)].get(area):
        gain += CAPTURE_SHARE * fight.win * field.price(field.staff[other(seat)][area])
    gain -= fight.loss * field.price(own) * lasting_share + hits * field.worth.hit_cost(state, own[0])
    return gain


def best_ride(holding: Holding, slot: Slot, state: AfricaState) -> Ride | None:
    """The best use of a cavalry unit; None if staying is as good.

    :param state: the field's state with the unit activated.
    """
    field, setting, ground = holding.field, holding.field.setting, holding.field.ground
    seat, here = holding.seat, state.at[slot]
    frame = state.acting
    assert frame is not None
    bit = 1 << slot
    reach = reachable(state, slot)
    factor = field.fire_factor(slot)
    enemy = state.occupied[other(seat)]
    fired = frame.fired & bit
    moved = (frame.once | frame.spent) & bit
    value_of_staying = _resting_value(holding, slot, here)
    best: Ride | None = None

    def consider(gain: float, step: Action, fights: bool) -> None:
        nonlocal best
        if gain > (best.gain if best else MIN_RIDE_GAIN):
            best = Ride(gain, step, fights)

    resting_gains = {
        area: _resting_value(holding, slot, area) - value_of_staying for area in reach if not enemy >> area & 1}
    best_resting_gain = max(resting_gains.values(), default=0.0)
    for area, path in reach.items():
        if enemy >> area & 1:
            gain = charge(field, area, (slot,), {entered_from(path, here)})
            if gain > MIN_CHARGE_GAIN:
                consider(gain, move_by(field.setting, slot, path), True)
        else:
            consider(resting_gains[area], move_by(field.setting, slot, path), False)
    if factor == NO_FACTOR or fired:
        return best
    if not moved:
        for area in areas_in(ground.adjacent[here] & enemy):
            gain = _fire_gain(field, slot, here, area)
            if gain:
                fire = AfricaFire(setting.units[slot].id, ground.ids[area])
                consider(gain + max(best_resting_gain, 0.0), fire, True)
    if seat == MOROCCAN and not moved:  # ride one area, then fire (8.1)
        for middle, path in reach.items():
            if len(path) > 1 or enemy >> middle & 1:
                continue
            targets = areas_in(ground.adjacent[middle] & enemy)
            if not targets:
                continue
            gain = max(_fire_gain(field, slot, middle, area) for area in targets)
            if gain:
                consider(gain + max(0.0, resting_gains.get(middle, 0.0)), move_by(field.setting, slot, path), True)
    return best


def joint_charge(holding: Holding, state: AfricaState, riders: list[Slot]) -> tuple[float, Area, tuple[Slot, ...]]:
    """The best charge of one or more cavalry units together, as (gain in score, area, units); area ``OUT`` for none.

    A charge already begun continues if more units improve it over a charge of those already there. Cavalry that is
    attacked in its own area (ruling 9) has not begun one.

    :param riders: units that are activated, or can be.
    """
    field = holding.field
    enemy = state.occupied[other(holding.seat)]
    attackers: dict[Area, list[tuple[Slot, Area]]] = {}
    """Enemy-held area -> the riders that can enter it, each with the area that it enters from."""
    for slot in riders:
        after = activate_unit(state, slot) if not _is_activated(state, slot) else state
        for area, path in reachable(after, slot).items():
            if enemy >> area & 1:
                attackers.setdefault(area, []).append((slot, entered_from(path, state.at[slot])))
    best: tuple[float, Area, tuple[Slot, ...]] = (MIN_CHARGE_GAIN, OUT, ())
    for area, able in attackers.items():
        troops = field.troops[holding.seat].get(area, ())
        inside = tuple(i for i in troops if _is_activated(state, i) and state.came_from(i) != OUT)
        origins = {state.came_from(i) for i in inside}
        candidate = (charge(field, area, inside, origins), area, inside) if inside else best
        for rider_count in range(1, min(len(able), MAX_CHARGING_UNITS) + 1):
            team = (*inside, *(slot for slot, _ in able[:rider_count]))
            gain = charge(field, area, team, origins | {origin for _, origin in able[:rider_count]})
            if gain > candidate[0] + MIN_GAIN_OF_MORE * (rider_count > 1):
                candidate = (gain, area, team)
        if inside and candidate[2] != inside:
            return candidate
        if not inside:
            best = candidate
    return best


def _is_activated(state: AfricaState, slot: Slot) -> bool:
    return state.acting is not None and bool(state.acting.units >> slot & 1)


def next_step(holding: Holding) -> Action | None:
    """The next action of activated cavalry; None if nothing is worth doing."""
    field, state = holding.field, holding.field.state
    frame = state.acting
    assert frame is not None
    riders = [i for i in slots_in(frame.units) if state.at[i] >= 0 and not frame.spent >> i & 1]
    fresh = [i for i in riders if not (frame.fired | frame.once) >> i & 1]
    joinable = [i for i in units_to_activate(state, holding.seat) if field.setting.cavalry >> i & 1]
    gain, area, team = joint_charge(holding, state, [*fresh, *joinable])
    options: list[tuple[float, Action]] = []
    if area >= 0:
        for slot in team:
            if state.at[slot] == area:
                continue
            unit = field.setting.units[slot].id
            if not _is_activated(state, slot):
                options.append((gain, AfricaActivate(unit)))
                break
        else:
            slot = next(i for i in team if state.at[i] != area)
            step = move_by(field.setting, slot, reachable(state, slot)[area])
            if any(state.at[i] == area for i in team):
                return step  # continue a charge already begun
            options.append((gain, step))
    aim = best_fire(field)
    if aim is not None and frame.once >> field.setting.slot[aim.action.unit] & 1:
        return aim.action
    for slot in riders:
        ride = best_ride(holding, slot, state)
        if ride is not None:
            options.append((ride.gain, ride.step))
    if aim is not None:
        options.append((aim.gain, aim.action))
    return max(options, key=lambda option: option[0])[1] if options else None


def gun_value(holding: Holding, slot: Slot, area: Area) -> float:
    """Value in score of a gun's presence in an area: for targets in range, less the danger without infantry there."""
    field, seat = holding.field, holding.seat
    ground, unit = field.ground, field.setting.units[slot]
    value = field.pull(slot, area)
    factor = max(field.fire_factor(slot), 0)
    in_range, distances = ground.areas_in_range(unit.kind)[area], ground.fire_distances[area]
    best = 0.0
    for place, enemies in field.troops[other(seat)].items():
        if not in_range >> place & 1:
            continue
        cover = ground.fire_cover(place)[0] if shelters(ground, place, seat) else 0
        chance = sum(barrage_result_chances(factor + cover, distances[place], field.from_cup))
        target_value = (TARGET_PRICE_SHARE * field.price(enemies) + TARGET_PRIZE_SHARE * field.prize(place, seat))
        best = max(best, chance * target_value)
    value += best
    if unit.kind == Kind.SHIP:
        return value
    if any(field.setting.foot >> i & 1 for i in field.troops[seat].get(area, ())):
        return value
    coins, _ = holding.danger(area)
    price = field.worth.price(field.state, slot)
    if coins:
        value -= UNGUARDED_GUN_COST * price
    return value - FIRED_AT_GUN_COST * price * min(holding.expected_hits(area, False), MAX_HITS)


def best_shift(holding: Holding, slot: Slot, state: AfricaState) -> Ride | None:
    """The best move of a gun that is activated in ``state``; None if no area is better."""
    field = holding.field
    enemy = state.occupied[other(holding.seat)]
    best: Ride | None = None
    value_of_staying = gun_value(holding, slot, state.at[slot])
    for area, path in reachable(state, slot).items():
        if enemy >> area & 1 and field.setting.units[slot].kind != Kind.SHIP:
            continue
        gain = gun_value(holding, slot, area) - value_of_staying
        if gain > (best.gain if best else MIN_SHIFT_GAIN):
            best = Ride(gain, move_by(field.setting, slot, path), False)
    return best
