"""What odds of Kassala are learnt from: one number a name, above 0 where it speaks for the Moslems.

What changes its meaning as the end comes near is there a second time, times the share of the game that has gone. Usual
sizes are chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import other
from game.rules.kassala.ai.prospects import TOWNS, Prospects
from game.rules.kassala.state import OUT, WAITING, KassalaState, player_turns_left, zone_of_control
from game.rules.kassala.units import CANNONS, CAVALRY, CHRISTIAN, INFANTRY, MOSLEM, ROSTER

AT_TOWNS = (
    "open", "open_late", "held_by_one", "held_by_two", "shut", "level", "level_late", "beside", "one_turn", "two_turns",
    "hexes_beside", "last_beside",
)
OVERALL = (
    "towns", "towns_late", "combat", "reply", "reply_late", "both_held", "both_open", "strength", "strength_late",
    "infantry", "cavalry", "cannons", "to_come", "beside_enemy", "christians_few", "late",
)
NAMES = (*(f"{name}_{town}" for town in TOWNS for name in AT_TOWNS), *OVERALL)
SIDE = 15.0
"""Strength of a good attack."""
MANY = 40.0
"""Strength of a side."""
FEW = 6
"""Christian units that can hold both towns but no more."""


def features(state: KassalaState, prospects: Prospects, parts: Sequence[float]) -> tuple[float, ...]:
    """The numbers of a state, in the order of ``NAMES``.

    :param parts: what towns, own fights and the enemy's reply add to the Moslem score.
    """
    left = player_turns_left(state)
    late = 1 - left / (2 * state.setting.turns)
    levels, holders = prospects.levels(state.at, left)
    found: list[float] = []
    for town in range(len(TOWNS)):
        found += _at_town(state, prospects, town, levels[town] / 4, holders[town], late)
    towns, combat, reply = (max(-2.0, min(2.0, part)) for part in parts)
    sums = [0, 0, 0]
    strength = waiting = 0
    for unit, h in zip(ROSTER, state.at, strict=True):
        sign = 1 if unit.seat == MOSLEM else -1
        if h == WAITING:
            waiting += sign * unit.strength
        elif h != OUT:
            strength += sign * unit.strength
            sums[(INFANTRY, CAVALRY).index(unit.arm) if unit.arm in (INFANTRY, CAVALRY) else 2] += sign
    ground = state.setting.ground
    beside = [(state.occupied[seat] & zone_of_control(ground, state.occupied[other(seat)])).bit_count()
              for seat in (MOSLEM, CHRISTIAN)]
    christians = sum(unit.seat == CHRISTIAN and h != OUT for unit, h in zip(ROSTER, state.at, strict=True))
    return (
        *found, towns, towns * late, combat, reply, reply * late, -float(all(holders)), float(not any(holders)),
        strength / MANY, strength / MANY * late, sums[0] / 4, sums[1] / 4, sums[2] / 4, waiting / MANY,
        (beside[0] - beside[1]) / 4, max(0, FEW - christians) / FEW, late - 0.5,
    )


def _at_town(
    state: KassalaState, prospects: Prospects, town: int, level: float, holders: int, late: float
) -> tuple[float, ...]:
    """The numbers of a town.

    :param level: the log-odds that it is held at the end, over a usual size.
    """
    ground, hexes = state.setting.ground, prospects.towns[town]
    around = 0
    for h in hexes_in(hexes):
        around |= ground.adjacent[h]
    moslems = state.occupied[MOSLEM]
    is_open, open_beside = 0.5 - (holders > 0), (around & moslems & ~hexes).bit_count() / 3
    bands = [_strength(state, prospects, town, turns) / SIDE for turns in (0, 1, 2)]
    return (
        is_open, is_open * late, float(holders == 1) - 0.5, 0.5 - (holders > 1), float(not hexes & ~moslems),
        max(-3.0, min(3.0, -level)), max(-3.0, min(3.0, -level)) * late, *bands, open_beside, open_beside * late,
    )


def _strength(state: KassalaState, prospects: Prospects, town: int, turns: int) -> float:
    """The strength within so many turns' march of a town, the Moslems' less the Christians'; cannons only beside it."""
    found = 0.0
    for unit, h in zip(ROSTER, state.at, strict=True):
        if h < 0 or (unit.bit & CANNONS and turns):
            continue
        if _far(prospects, unit.arm, town, h) <= turns * unit.movement:
            found += unit.strength if unit.seat == MOSLEM else -unit.strength
    return found


def _far(prospects: Prospects, arm: str, town: int, h: Hex) -> float:
    """The movement points to a town; cannons count as infantry."""
    return prospects.distance[arm if arm in prospects.distance else INFANTRY][town][h]


