"""The most valuable fire of units at stacks (6.1) and of guns at areas (9), by exact chances and the field's values."""

from __future__ import annotations

from typing import NamedTuple

from game.board.areas import Area, areas_in
from game.core.chance import total
from game.core.indices import Seat, Slot, other
from game.rules.africa import artillery, coin_tables, fire
from game.rules.africa.actions import AfricaBombard, AfricaFire
from game.rules.africa.ai.expected import barrage_result_chances, shot_hit_chance
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.worth import DEMORALIZATION_COST, RETREAT_COST
from game.rules.africa.orders import activate_unit
from game.rules.africa.sequence import FIRE, MOVEMENT
from game.rules.africa.units import DIE_FACTOR, NOBODY

FOLLOW_UP_CHANCE = 0.75
"""The chance that an area cleared by fire is taken in the following movement. All numbers of this module are chosen;
values are in score."""
SAVED_HIT_VALUE = 0.02
"""Value of each hit that infantry driven off before its own fire would have scored."""
CLEARED_SHARE = 0.05
"""Share of an area's prize for clearing it if no unit can follow."""
CALM_VALUE = 0.004
"""Value of an avoided shock, beyond its expected outcome."""
HIT_SHARE_EXPONENT = 1.3
"""The value of clearing an area falls with the number of defenders to this power, as each hit is only one of several
needed."""
STRUCK_COST = 0.6
"""Cost of artillery's worst result, as a share of the units' value."""


class FireOption(NamedTuple):
    """A fire with its expected gain."""

    gain: float
    """In score."""
    action: AfricaFire | AfricaBombard
    chance: float
    """The chance (0 to 1) of a hit, or for a gun of any result."""


def value_of_clearing(field: Battlefield, area: Area, seat: Seat) -> float:
    """Gain in score of a seat if an area loses all its enemies now."""
    state = field.state
    if state.contested() >> area & 1:
        return _relief_value(field, area, seat)
    now = state.now
    prize = field.prize(area, seat)
    if now.phasing != seat:
        if now.phase == FIRE:
            near = field.ground.adjacent[area] & state.occupied[seat]
            enemies = field.troops[other(seat)].get(area, ()) if near else ()
            foot = field.setting.foot
            return SAVED_HIT_VALUE * sum(
                shot_hit_chance(field.fire_factor(i), 0, field.from_cup) for i in enemies if foot >> i & 1)
        return 0.0
    if now.phase in (FIRE, MOVEMENT) and _can_follow(field, area, seat):
        return FOLLOW_UP_CHANCE * prize
    return CLEARED_SHARE * prize


def _can_follow(field: Battlefield, area: Area, seat: Seat) -> bool:
    """Whether infantry of a seat can still move into an area this turn."""
    state, setting = field.state, field.setting
    for near in areas_in(field.ground.adjacent[area] & state.occupied[seat] & ~state.contested()):
        for i in field.troops[seat].get(near, ()):
            if setting.foot >> i & 1 and not (state.demoralized | state.moved) >> i & 1:
                return True
    return False


def _relief_value(field: Battlefield, area: Area, seat: Seat) -> float:
    """Gain in score of a seat if the enemies in an area with a pending shock are gone before it."""
    attacking = field.state.now.phasing == seat
    ours, theirs = field.troops[seat].get(area, []), field.troops[other(seat)].get(area, [])
    prize = field.prize(area, seat)
    if not ours:
        return prize
    if attacking:
        officer_coins = field.officer_coins(field.staff[seat].get(area, []), attacking=True)
        fight = field.shock(field.attack(area, ours, officer_coins, set()), field.defence(area, other(seat)))
        return prize * (1 - fight.win) + fight.loss * field.price(ours) + CALM_VALUE
    officer_coins = field.officer_coins(field.staff[other(seat)].get(area, []), attacking=True)
    fight = field.shock(field.attack(area, theirs, officer_coins, set()), field.defence(area, seat))
    return fight.win * prize + fight.gain * field.price(ours) + CALM_VALUE


def hit_worth(field: Battlefield, area: Area, seat: Seat, target: Slot) -> float:
    """Gain in score of a seat by a hit on a target in an area."""
    defender_count = max(len(field.troops[other(seat)].get(area, ())), 1)
    value: float = (field.hit_cost(target)
                    + value_of_clearing(field, area, seat) / defender_count**HIT_SHARE_EXPONENT)
    return value


def fires(field: Battlefield) -> list[FireOption]:
    """The best fire now, with an officer where it adds most; then the same unit's other fires, the best first."""
    state = field.state
    slots, index = field.setting.slot, field.ground.index
    defensive = fire.is_defensive(state)
    worths: dict[Area, float] = {}
    best_alone: dict[str, FireOption] = {}
    helped_options: list[FireOption] = []
    options: list[FireOption] = []
    for action in fire.all_fires(state):
        slot, area = slots[action.unit], index[action.place]
        officer = slots[action.officer] if action.officer else NOBODY
        if area not in worths:
            seat = field.setting.units[slot].seat
            worths[area] = hit_worth(field, area, seat, state.target(area, other(seat)))
        chance = fire_chance(field, slot, area, officer, defensive)
        aim = FireOption(chance * worths[area], action, chance)
        options.append(aim)
        if officer >= 0:
            helped_options.append(aim)
        elif action.unit not in best_alone or aim.gain > best_alone[action.unit].gain:
            best_alone[action.unit] = aim
    if helped_options:
        def gain_by_officer(aim: FireOption) -> float:
            return aim.gain - (best_alone[aim.action.unit].gain if aim.action.unit in best_alone else 0.0)

        best = max(helped_options, key=gain_by_officer)
    elif best_alone:
        best = max(best_alone.values(), key=_gain)
    else:
        return []
    others = [aim for aim in options if aim.action.unit == best.action.unit and aim is not best]
    return [best, *sorted(others, key=_gain, reverse=True)]


def _gain(aim: FireOption) -> float:
    return aim.gain


def best_fire(field: Battlefield) -> FireOption | None:
    """The best fire now; None if there is none."""
    return next(iter(fires(field)), None)


def fire_chance(field: Battlefield, slot: Slot, area: Area, officer: Slot, defensive: bool) -> float:
    """The chance (0 to 1) that a unit's fire at an area hits.

    :param officer: the officer who helps; ``NOBODY`` for none.
    :param defensive: whether it is defensive fire, on which terrain has no effect (6.1).
    """
    if coin_tables.rolls_for_fire(field.state, slot):
        modifiers = coin_tables.modifiers(field.state, slot, area, officer, defensive)
        return shot_hit_chance(DIE_FACTOR, total(modifiers), field.from_cup)
    coins = coin_tables.coin_count(field.state, slot, area, officer, defensive)
    return shot_hit_chance(coins, 0, field.from_cup)


def best_bombard(field: Battlefield, slot: Slot) -> FireOption | None:
    """The best fire of a gun, as if it were activated now; None if there is none."""
    return next(iter(bombards(field, slot)), None)


def bombards(field: Battlefield, slot: Slot) -> list[FireOption]:
    """Every fire of a gun that could have an effect, as if it were activated now; the best first."""
    state = field.state
    if state.acting is None or not state.acting.units >> slot & 1:
        state = activate_unit(state, slot)
    slots, index = field.setting.slot, field.ground.index
    seat = field.setting.units[slot].seat
    options = []
    for action in artillery.all_bombards(state, slot):
        area = index[action.place]
        officer = slots[action.officer] if action.officer else NOBODY
        coins = artillery.coin_count(state, slot, area, officer)
        distance = field.ground.fire_distances[state.at[slot]][area]
        retreat, demoralized, struck = barrage_result_chances(coins, distance, field.from_cup)
        chance = retreat + demoralized + struck
        if not chance:
            continue
        price = field.price(field.troops[other(seat)].get(area, []))
        gain = price * (RETREAT_COST * retreat + DEMORALIZATION_COST * demoralized + STRUCK_COST * struck)
        gain += chance * value_of_clearing(field, area, seat)
        options.append(FireOption(gain, action, chance))
    return sorted(options, key=_gain, reverse=True)
