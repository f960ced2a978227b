"""The features of the odds model for Kassala: the holders of each town, the units that can come to it, the material,
and exposed units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import Seat, Slot, other, slots_in
from game.rules.kassala.ai.prospects import TOWNS, UNREACHABLE, Prospects
from game.rules.kassala.ai.threats import Threats
from game.rules.kassala.odds import CRT
from game.rules.kassala.units import CANNONS, CAVALRY, CHRISTIAN, INFANTRY, MOSLEM, ROSTER, SIDE

TOWN = ("held", "holders", "holder_strength", "shut", "beside", "moslem_near", "moslem_far", "moslem_foot", "arrival",
        "christian_near", "christian_far", "christian_foot", "return", "attack", "attacked_next", "level")
"""The features of each town; the names get the ending ``_udaka`` or ``_kassala``."""
WHOLE = ("both_held", "none_held", "moslem_strength", "christian_strength", "lead", "moslem_foot", "christian_foot",
         "moslem_horse", "christian_horse", "cannon", "moslem_exposed", "christian_exposed", "score", "fights", "reply")
NAMES = (*(f"{name}_{town}" for town in ("udaka", "kassala") for name in TOWN), *WHOLE)
"""The names of all features, in order."""
FRESH = {seat: sum(ROSTER[slot].strength for slot in slots_in(SIDE[seat])) for seat in (MOSLEM, CHRISTIAN)}
"""The strength of each side at the start."""
USUAL = {"held": 0.6, "near": 10.0, "far": 4.0, "foot": 6.0, "share": 0.6, "exposed": 3.0}
"""Typical values, which are subtracted: the means over 40 games of veterans, rounded."""
EVEN_COLUMN = CRT.columns.index((1, 1))
"""The column of the results table for odds of 1 to 1."""


class Parts(NamedTuple):
    """The parts of the value of a position, for the first seat."""

    towns: float
    combat: float
    reply: float


def features(prospects: Prospects, threats: Threats, at: Sequence[Hex], left: int, parts: Parts) -> tuple[float, ...]:
    """The values of the features in the order of ``NAMES``, as ``Evaluator.features`` describes them: positive for the
    Moslems.

    :param at: slot -> the unit's hex; the expected hex of a unit yet to deploy.
    :param left: player turns to come.
    """
    levels, holders = prospects.log_odds(at, left)
    found: list[float] = []
    for which in range(len(TOWNS)):
        found += _town(prospects, threats, at, which, levels[which])
    alive = {seat: [slot for slot in slots_in(SIDE[seat]) if at[slot] >= 0] for seat in (MOSLEM, CHRISTIAN)}
    share = {seat: _strength(alive[seat]) / FRESH[seat] for seat in alive}
    arms = {(seat, arm): _strength([slot for slot in alive[seat] if ROSTER[slot].arm == arm]) / FRESH[seat]
            for seat in alive for arm in (INFANTRY, CAVALRY)}
    exposed = {seat: _exposed(threats, at, seat) for seat in alive}
    held = [bool(count) for count in holders]
    guns = [sum(bool(1 << slot & CANNONS) for slot in alive[seat]) for seat in (MOSLEM, CHRISTIAN)]
    return (
        *found,
        0.4 - all(held), (not any(held)) - 0.2,
        share[MOSLEM] - USUAL["share"], USUAL["share"] - share[CHRISTIAN], 3 * (share[MOSLEM] - share[CHRISTIAN]),
        arms[MOSLEM, INFANTRY] - 0.3, 0.3 - arms[CHRISTIAN, INFANTRY],
        arms[MOSLEM, CAVALRY] - 0.3, 0.05 - arms[CHRISTIAN, CAVALRY], (guns[0] - guns[1] - 1) / 2,
        (USUAL["exposed"] - exposed[MOSLEM]) / 5, (exposed[CHRISTIAN] - USUAL["exposed"]) / 5,
        *parts,
    )


def _town(prospects: Prospects, threats: Threats, at: Sequence[Hex], which: int, level: float) -> list[float]:
    """The features of one town.

    :param level: the log-odds that it is held at the end, without the combats to come.
    """
    town = prospects.towns[which]
    hexes, adjacent = hexes_in(town), prospects.ground.adjacent
    near, far, foot, beside = ([0.0, 0.0] for _ in range(4))
    arrival = [UNREACHABLE, UNREACHABLE]
    holders, shut = list[Slot](), 0
    for unit in ROSTER:
        h, seat = at[unit.slot], unit.seat
        if h < 0:
            continue
        inside = town >> h & 1
        if inside and seat == CHRISTIAN:
            holders.append(unit.slot)
        elif inside:
            shut += 1
        if unit.bit & CANNONS:
            continue
        march = prospects.distance[unit.arm][which][h] / unit.movement
        beside[seat] += unit.strength * bool(adjacent[h] & town and not inside)
        near[seat] += unit.strength * (march <= 1)
        far[seat] += unit.strength * (1 < march <= 2)
        if unit.arm == INFANTRY:
            foot[seat] += unit.strength * (march <= 1)
            arrival[seat] = min(arrival[seat], march)
    most = max((ROSTER[slot].strength for slot in holders), default=0)
    attack = [threats.strongest(at, at[slot], MOSLEM) for slot in holders]
    touched = sum(bool(adjacent[at[slot]] >> h & 1) for slot in holders for h in (at[i] for i in slots_in(SIDE[MOSLEM]))
                  if h >= 0)
    return [
        USUAL["held"] - bool(holders), (1 - len(holders)) / 2, (3 - most) / 3,
        shut / max(1, len(hexes)), (beside[MOSLEM] - beside[CHRISTIAN]) / 5,
        (near[MOSLEM] - USUAL["near"]) / 6, (far[MOSLEM] - USUAL["far"]) / 8, (foot[MOSLEM] - USUAL["foot"]) / 4,
        1 - min(2.0, arrival[MOSLEM]),
        (USUAL["near"] - near[CHRISTIAN]) / 6, (USUAL["far"] - far[CHRISTIAN]) / 8,
        (USUAL["foot"] - foot[CHRISTIAN]) / 4, min(2.0, arrival[CHRISTIAN]) - 1,
        (min(attack) - EVEN_COLUMN) / 3 if attack else 0.0, (touched - 1) / 3 if attack else 0.0, -level / 3,
    ]


def _strength(slots: Sequence[Slot]) -> int:
    return sum(ROSTER[slot].strength for slot in slots)


def _exposed(threats: Threats, at: Sequence[Hex], seat: Seat) -> int:
    """The number of a seat's units that can be attacked on a column better than even in the other seat's next turn."""
    return sum(threats.strongest(at, at[slot], other(seat)) > EVEN_COLUMN for slot in slots_in(SIDE[seat])
               if at[slot] >= 0)
