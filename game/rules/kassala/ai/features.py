"""The features of the odds model for Kassala, which estimates each side's chance to win from a position: the holders of
each town, the units that can come to it, the material, and exposed units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import Seat, Slot, other, slots_in
from game.rules.kassala.ai.prospects import TOWNS, UNREACHABLE, Prospects
from game.rules.kassala.ai.threats import Threats
from game.rules.kassala.odds import CRT
from game.rules.kassala.units import CANNONS, CAVALRY, CHRISTIAN, INFANTRY, MOSLEM, ROSTER, SIDE_UNITS, strength

TOWN_FEATURES = (
    "held", "holders", "holder_strength", "shut", "beside", "moslem_near", "moslem_far", "moslem_foot", "arrival",
    "christian_near", "christian_far", "christian_foot", "return", "attack", "attacked_next", "level")
"""The features of each town; the names get the ending ``_udaka`` or ``_kassala``."""
MAP_FEATURES = (
    "both_held", "none_held", "moslem_strength", "christian_strength", "lead", "moslem_foot", "christian_foot",
    "moslem_horse", "christian_horse", "cannon", "moslem_exposed", "christian_exposed", "score", "fights", "reply")
"""The features of the whole position."""
FEATURE_NAMES = (*(f"{name}_{town}" for town in ("udaka", "kassala") for name in TOWN_FEATURES), *MAP_FEATURES)
"""The names of all features, in order."""
START_STRENGTH = {seat: strength(SIDE_UNITS[seat]) for seat in (MOSLEM, CHRISTIAN)}
"""The total strength of each side at the start."""
TYPICAL = {"held": 0.6, "near": 10.0, "far": 4.0, "foot": 6.0, "share": 0.6, "exposed": 3.0}
"""Typical values, which are subtracted: the means over 40 games of veterans, rounded."""
EVEN_COLUMN = CRT.columns.index((1, 1))
"""The column of the results table for odds of 1 to 1."""


class ScoreParts(NamedTuple):
    """The parts of the value of a position in score, positive for the Moslems."""

    towns: float
    """The expected score of the towns, without the combats to come."""
    combat: float
    """The gain that the side in its combat phase can expect from it."""
    reply: float
    """The gain that the side about to move can expect from its player turn."""


def features(prospects: Prospects, threats: Threats, at: Sequence[Hex], turns_left: int,
             parts: ScoreParts) -> tuple[float, ...]:
    """The values of the features in the order of ``FEATURE_NAMES``, positive for the Moslems. As ``Evaluator.features``
    demands, a typical value is subtracted from each, and it is scaled to about one in size.

    :param at: slot -> the unit's hex; the expected hex of a unit yet to deploy.
    :param turns_left: player turns to come.
    """
    levels, holders = prospects.log_odds(at, turns_left)
    town_features: list[float] = []
    for index in range(len(TOWNS)):
        town_features += _town_features(prospects, threats, at, index, levels[index])
    alive = {seat: [slot for slot in slots_in(SIDE_UNITS[seat]) if at[slot] >= 0] for seat in (MOSLEM, CHRISTIAN)}
    share = {seat: _strength(alive[seat]) / START_STRENGTH[seat] for seat in alive}
    arms = {(seat, arm): _strength([slot for slot in alive[seat] if ROSTER[slot].arm == arm]) / START_STRENGTH[seat]
            for seat in alive for arm in (INFANTRY, CAVALRY)}
    exposed = {seat: _exposed(threats, at, seat) for seat in alive}
    held = [bool(count) for count in holders]
    guns = [sum(bool(1 << slot & CANNONS) for slot in alive[seat]) for seat in (MOSLEM, CHRISTIAN)]
    return (
        *town_features,
        0.4 - all(held), (not any(held)) - 0.2,
        share[MOSLEM] - TYPICAL["share"], TYPICAL["share"] - share[CHRISTIAN], 3 * (share[MOSLEM] - share[CHRISTIAN]),
        arms[MOSLEM, INFANTRY] - 0.3, 0.3 - arms[CHRISTIAN, INFANTRY],
        arms[MOSLEM, CAVALRY] - 0.3, 0.05 - arms[CHRISTIAN, CAVALRY], (guns[0] - guns[1] - 1) / 2,
        (TYPICAL["exposed"] - exposed[MOSLEM]) / 5, (exposed[CHRISTIAN] - TYPICAL["exposed"]) / 5,
        *parts,
    )


def _town_features(prospects: Prospects, threats: Threats, at: Sequence[Hex], index: int, level: float) -> list[float]:
    """The features of one town, in the order of ``TOWN_FEATURES``.

    :param index: of the town in ``TOWNS``.
    :param level: the log-odds that it is held at the end, without the combats to come.
    """
    town = prospects.towns[index]
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
        march = prospects.distance[unit.arm][index][h] / unit.movement
        beside[seat] += unit.strength * bool(adjacent[h] & town and not inside)
        near[seat] += unit.strength * (march <= 1)
        far[seat] += unit.strength * (1 < march <= 2)
        if unit.arm == INFANTRY:
            foot[seat] += unit.strength * (march <= 1)
            arrival[seat] = min(arrival[seat], march)
    strongest_holder = max((ROSTER[slot].strength for slot in holders), default=0)
    attack_columns = [threats.strongest_column(at, at[slot], MOSLEM) for slot in holders]
    moslem_hexes = [at[slot] for slot in slots_in(SIDE_UNITS[MOSLEM]) if at[slot] >= 0]
    contacts = sum(bool(adjacent[at[slot]] >> h & 1) for slot in holders for h in moslem_hexes)
    return [
        TYPICAL["held"] - bool(holders), (1 - len(holders)) / 2, (3 - strongest_holder) / 3,
        shut / max(1, len(hexes)), (beside[MOSLEM] - beside[CHRISTIAN]) / 5,
        (near[MOSLEM] - TYPICAL["near"]) / 6, (far[MOSLEM] - TYPICAL["far"]) / 8, (foot[MOSLEM] - TYPICAL["foot"]) / 4,
        1 - min(2.0, arrival[MOSLEM]),
        (TYPICAL["near"] - near[CHRISTIAN]) / 6, (TYPICAL["far"] - far[CHRISTIAN]) / 8,
        (TYPICAL["foot"] - foot[CHRISTIAN]) / 4, min(2.0, arrival[CHRISTIAN]) - 1,
        (min(attack_columns) - EVEN_COLUMN) / 3 if holders else 0.0, (contacts - 1) / 3 if holders else 0.0, -level / 3,
    ]


def _strength(slots: Sequence[Slot]) -> int:
    return sum(ROSTER[slot].strength for slot in slots)


def _exposed(threats: Threats, at: Sequence[Hex], seat: Seat) -> int:
    """The number of a seat's units that can be attacked on a column better than even in the other seat's next turn."""
    return sum(threats.strongest_column(at, at[slot], other(seat)) > EVEN_COLUMN for slot in slots_in(SIDE_UNITS[seat])
               if at[slot] >= 0)
