"""The expected gain of shock attacks and shots, as floats: the value of a unit in good order is about 1."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.core.chance import D10
from game.core.indices import Seat, Slot
from game.rules.tours import fire
from game.rules.tours.losses import eliminates_unit
from game.rules.tours.shock_odds import KEYS, TABLE, combat_drm, front_wall_drm
from game.rules.tours.state import ToursState
from game.rules.tours.units import FRANKS, HEAVY, HI, KIND, LIGHT_INFANTRY, MOUNTED, MUSLIMS, SEAT, UNITS_OF_CONTINGENT
from game.rules.tours.victory import BREAK_LOSSES

ELIMINATION_CHANCE = tuple(sum(eliminates_unit(kind, face) for face in D10.faces) / len(D10.faces)
                           for kind in range(LIGHT_INFANTRY + 1))
"""Kind -> the chance that a second disorder eliminates a unit (9.0)."""
LOSS_COST = (BREAK_LOSSES[MUSLIMS] / BREAK_LOSSES[FRANKS], 1.0)
"""Seat -> the cost of the loss of a unit; it is in inverse proportion to the losses at which the side breaks (14.0),
the tuned ones, whatever the option."""
HEAVY_VALUE = 1.15
"""The value of a heavy unit relative to a light one; chosen by hand."""
DISORDER_SHARE = 0.35
"""The share of a unit's value that disorder costs; chosen by hand, as are the numbers below."""
CONTINUED_ATTACK = 0.12
"""The value of the right to continue the attack."""
ENGAGED_COST = 0.05
"""The cost to an attacker of being engaged."""
PLUNDER_VALUE = 1.0
"""The value to the Franks of a unit in good order next to a wagon train."""
CAVALRY_DISORDER = 0.22
"""The cost of disorder after shock to cavalry that attacks, as a share of the unit's value (8.6)."""


@lru_cache(256)
def result_chances(modifier: int) -> tuple[tuple[str, float], ...]:
    """The possible results of a shock attack with a total modifier: pairs of a result (``shock_odds.KEYS``) and its
    chance."""
    chances: dict[str, float] = {}
    for face in D10.faces:
        key = KEYS[TABLE.row_of(face + modifier)]
        chances[key] = chances.get(key, 0.0) + 1 / len(D10.faces)
    return tuple(chances.items())


def unit_value(slot: Slot) -> float:
    """The value of a unit to its side."""
    return kind_value(SEAT[slot], KIND[slot])


def kind_value(seat: Seat, kind: int) -> float:
    """The value of a unit of a kind to its side."""
    return LOSS_COST[seat] * (HEAVY_VALUE if kind in HEAVY else 1.0)


def disorder_cost(state: ToursState, slot: Slot) -> float:
    """The cost of a disorder result to a unit in its hex: ``disorder_cost_without_plunder``, and for a Frank in good
    order next to a wagon train the plunder (14.0)."""
    is_disordered = bool(state.disordered >> slot & 1)
    plunders = SEAT[slot] == FRANKS and not is_disordered and state.ground.adjacent[state.at[slot]] & state.wagons
    return disorder_cost_without_plunder(slot, is_disordered) + (PLUNDER_VALUE if plunders else 0.0)


def disorder_cost_without_plunder(slot: Slot, is_disordered: bool) -> float:
    """The cost of a disorder result to a unit wherever it is: its order, or with some chance the unit itself (9.0).

    :param is_disordered: whether the unit is disordered already.
    """
    return (ELIMINATION_CHANCE[KIND[slot]] if is_disordered else DISORDER_SHARE) * unit_value(slot)


def elimination_surcharge(state: ToursState, slot: Slot) -> float:
    """The cost of a unit's elimination beyond that of a disorder result; the plunder is lost with either."""
    return unit_value(slot) - disorder_cost_without_plunder(slot, bool(state.disordered >> slot & 1))


def front_wall_drm_of(slot: Slot, is_disordered: bool) -> int:
    """The shield wall's modifier to an attack through the front of a unit of the Frankish heavy infantry; 0 for other
    units."""
    return front_wall_drm(is_disordered) if slot in UNITS_OF_CONTINGENT[HI] else 0


def _attack_gain(modifier: int, own_elimination: float, own_disorder: float, disorder: float,
                 elimination: float) -> float:
    """The expected gain of a shock attack.

    :param modifier: the total modifier.
    :param own_elimination: the attackers' loss if one of them is eliminated.
    :param own_disorder: the attackers' loss if they are disordered.
    :param disorder: the defenders' loss if they are disordered.
    :param elimination: the defenders' loss if one of them is eliminated.
    """
    values = {"AE": -own_elimination, "AD": -own_disorder, "ADE": -own_disorder - ENGAGED_COST, "E": -ENGAGED_COST,
              "BD": disorder - own_disorder, "DD": disorder, "DD+": disorder + CONTINUED_ATTACK, "DE": elimination,
              "DE+": elimination + CONTINUED_ATTACK}
    return sum(chance * values[key] for key, chance in result_chances(modifier))


@lru_cache(4096)
def lone_attack_gain(modifier: int, attacker_value: float, defender_value: float, disorder: float,
                     mounted: bool) -> float:
    """The expected gain of an attack by one unit in good order on one enemy.

    :param modifier: the total modifier.
    :param disorder: the cost of a disorder result to the defender.
    :param mounted: whether the attacker is disordered by the attack itself (8.6).
    """
    return _attack_gain(modifier, attacker_value, DISORDER_SHARE * attacker_value, disorder,
                        defender_value) - CAVALRY_DISORDER * attacker_value * mounted


def shock_gain(
    state: ToursState, attackers: Sequence[Slot], defenders: Sequence[Slot], previous: int = 0, losses: float = 1.0
) -> float:
    """The expected gain of a shock attack for the attackers.

    :param previous: the number of their earlier attacks in this activation (9.0).
    :param losses: the factor on own losses.
    """
    modifier = combat_drm(state, attackers, defenders, previous)
    own_disorder = sum(disorder_cost(state, one) for one in attackers)
    disorder = sum(disorder_cost(state, one) for one in defenders)
    # Elimination instead of disorder: the attackers choose the greatest loss to the enemy, and their own least one.
    victim_cost = max(elimination_surcharge(state, one) for one in defenders)
    own_victim_cost = min(elimination_surcharge(state, one) for one in attackers)
    gain = _attack_gain(modifier, losses * (own_disorder + own_victim_cost), losses * own_disorder, disorder,
                        disorder + victim_cost)
    cavalry = sum(unit_value(one) for one in attackers if KIND[one] in MOUNTED and not state.disordered >> one & 1)
    return gain - losses * CAVALRY_DISORDER * cavalry


def shot_gain(state: ToursState, slot: Slot, target: Slot, reaction: bool = False) -> float:
    """The expected gain of a shot by archers.

    :param reaction: whether it is reaction fire.
    """
    return float(fire.hit_chance(state, slot, target, reaction)) * disorder_cost(state, target)
