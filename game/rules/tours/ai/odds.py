"""The expected gain of shock attacks and shots, as floats: the value of a unit in good order is about 1."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.core.chance import D10
from game.core.indices import Seat, Slot
from game.rules.tours import fire
from game.rules.tours.losses import eliminates_unit
from game.rules.tours.shock_odds import KEYS, TABLE, drm, front_wall_drm
from game.rules.tours.state import ToursState
from game.rules.tours.units import FRANKS, HEAVY, HI, KIND, LIGHT_INFANTRY, MEMBERS, MOUNTED, SEAT
from game.rules.tours.victory import BREAK_LOSSES

ELIMINATION_CHANCE = tuple(sum(eliminates_unit(kind, face) for face in D10.faces) / len(D10.faces)
                           for kind in range(LIGHT_INFANTRY + 1))
"""For each kind the chance that a second disorder eliminates a unit (9.0)."""
LOSS_COST = (BREAK_LOSSES[1] / BREAK_LOSSES[0], 1.0)
"""For each seat the cost of the loss of a unit: the Franks can lose more (14.0)."""
HEAVY_VALUE = 1.15
"""The value of a heavy unit relative to a light one; chosen by hand."""
DISORDER_SHARE = 0.35
"""The share of a unit's value that disorder costs; this and the two below are chosen."""
CONTINUED_ATTACK = 0.12
"""The value of the right to continue the attack."""
ENGAGED_COST = 0.05
"""The cost to an attacker of being engaged."""
PLUNDER_VALUE = 1.0
"""The value to the Franks of a unit in good order next to a wagon train."""
CAVALRY_DISORDER = 0.22
"""The cost of disorder after shock to cavalry that attacks (8.6)."""


@lru_cache(256)
def result_chances(modifier: int) -> tuple[tuple[str, float], ...]:
    """The possible results with a modifier, each with its chance."""
    chances: dict[str, float] = {}
    for face in D10.faces:
        key = KEYS[TABLE.row_of(face + modifier)]
        chances[key] = chances.get(key, 0.0) + 1 / len(D10.faces)
    return tuple(chances.items())


def worth(slot: Slot) -> float:
    """The value of a unit to its side."""
    return value(SEAT[slot], KIND[slot])


def value(seat: Seat, kind: int) -> float:
    """The value of a unit of a kind to its side."""
    return LOSS_COST[seat] * (HEAVY_VALUE if kind in HEAVY else 1.0)


def disorder_cost(state: ToursState, slot: Slot) -> float:
    """The cost of a disorder result to a unit: its order, or with some chance the unit itself (9.0); for a Frank next
    to a wagon train the plunder, too (14.0)."""
    is_disordered = bool(state.disordered >> slot & 1)
    plunders = SEAT[slot] == FRANKS and not is_disordered and state.ground.adjacent[state.at[slot]] & state.wagons
    return loss(slot, is_disordered) + (PLUNDER_VALUE if plunders else 0.0)


def loss(slot: Slot, is_disordered: bool) -> float:
    """The cost of a disorder result to a unit.

    :param is_disordered: whether the unit is disordered already.
    """
    return (ELIMINATION_CHANCE[KIND[slot]] if is_disordered else DISORDER_SHARE) * worth(slot)


def wall_of(slot: Slot, is_disordered: bool) -> int:
    """The shield wall's modifier to an attack through the front of one of its units; 0 for other units."""
    return front_wall_drm(is_disordered) if slot in MEMBERS[HI] else 0


def _attack_gain(modifier: int, lost: float, ours: float, theirs: float, won: float) -> float:
    """The expected gain of a shock attack.

    :param lost: the attackers' loss if one of them is eliminated.
    :param ours: the attackers' loss if they are disordered.
    :param theirs: the defenders' loss if they are disordered.
    :param won: the defenders' loss if one of them is eliminated.
    """
    values = {"AE": -lost, "AD": -ours, "ADE": -ours - ENGAGED_COST, "E": -ENGAGED_COST, "BD": theirs - ours,
              "DD": theirs, "DD+": theirs + CONTINUED_ATTACK, "DE": won, "DE+": won + CONTINUED_ATTACK}
    return sum(chance * values[key] for key, chance in result_chances(modifier))


@lru_cache(4096)
def lone_attack_gain(modifier: int, ours: float, theirs: float, their_disorder: float, mounted: bool) -> float:
    """The expected gain of an attack by one fresh unit on one enemy.

    :param ours: the value of the attacker.
    :param theirs: the value of the defender.
    :param their_disorder: the cost of a disorder result to the defender.
    :param mounted: whether the attacker is disordered by the attack itself (8.6).
    """
    return _attack_gain(modifier, ours, DISORDER_SHARE * ours, their_disorder,
                        theirs) - CAVALRY_DISORDER * ours * mounted


def fight(
    state: ToursState, attackers: Sequence[Slot], defenders: Sequence[Slot], previous: int = 0, losses: float = 1.0
) -> float:
    """The expected gain of a shock attack for the attackers.

    :param previous: the number of their earlier attacks in this activation (9.0).
    :param losses: the factor on own losses.
    """
    modifier = drm(state, attackers, defenders, previous)
    ours = sum(disorder_cost(state, one) for one in attackers)
    theirs = sum(disorder_cost(state, one) for one in defenders)
    best = max(0.0, *(worth(one) - disorder_cost(state, one) for one in defenders))
    least = max(0.0, min(worth(one) - disorder_cost(state, one) for one in attackers))
    value = _attack_gain(modifier, losses * (ours + least), losses * ours, theirs, theirs + best)
    fresh = sum(worth(one) for one in attackers if KIND[one] in MOUNTED and not state.disordered >> one & 1)
    return value - losses * CAVALRY_DISORDER * fresh


def shot(state: ToursState, slot: Slot, target: Slot, reaction: bool = False) -> float:
    """The expected gain of a shot."""
    return float(fire.hit_chance(state, slot, target, reaction)) * disorder_cost(state, target)
