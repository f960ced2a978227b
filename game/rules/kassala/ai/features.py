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


class TownFeatures(NamedTuple):
    """The features of a town, each positive for the Moslems: more of what serves the Christians lowers them."""

    held: float
    """Whether a Christian unit is in it."""
    holders: float
    """The number of Christian units in it."""
    holder_strength: float
    """The strength of the strongest of them."""
    moslem_inside: float
    """The number of Moslem units in it, as a share of its hexes."""
    beside: float
    """The Moslem strength next to it less the Christian. Cannon count neither here nor in the next eight features."""
    moslem_near: float
    """The Moslem strength within one turn's march of it."""
    moslem_far: float
    """The Moslem strength from one to two turns' march away."""
    moslem_foot: float
    """The strength of the Moslem infantry within one turn's march."""
    moslem_arrival: float
    """The turns that the nearest Moslem infantry needs, at most two."""
    christian_near: float
    """As ``moslem_near``, but of the Christians; likewise the next three."""
    christian_far: float
    christian_foot: float
    christian_arrival: float
    safest_holder: float
    """The column of the strongest Moslem attack possible next turn on the holder for which that column is lowest."""
    contacts: float
    """The number of pairs of a holder and a Moslem unit next to each other."""
    log_odds: float
    """The log-odds that it is held at the end, without the combats to come (``Prospects.log_odds``)."""


class MapFeatures(NamedTuple):
    """The features of the whole position, each positive for the Moslems."""

    both_held: float
    """Whether Christian units are in both towns."""
    none_held: float
    """Whether they are in neither."""
    moslem_strength: float
    """The share of its strength at the start that the side has left."""
    christian_strength: float
    lead: float
    """The difference between these shares."""
    moslem_foot: float
    """The strength of the infantry, as a share of the side's whole strength at the start."""
    christian_foot: float
    moslem_horse: float
    """The same of the cavalry."""
    christian_horse: float
    cannon: float
    """The number of Moslem cannon less the Christian."""
    moslem_exposed: float
    """The number of the side's units that can be attacked on a column better than even next turn."""
    christian_exposed: float
    towns: float
    """As in ``ScoreParts``, as the next two."""
    combat: float
    reply: float


FEATURE_NAMES = (*(f"{name}_{town}" for town in ("udaka", "kassala") for name in TownFeatures._fields),
                 *MapFeatures._fields)
"""The names of all features, in order."""
START_STRENGTH = {seat: strength(SIDE_UNITS[seat]) for seat in (MOSLEM, CHRISTIAN)}
"""The total strength of each side at the start."""
TYPICAL = {"held": 0.6, "near": 10.0, "far": 4.0, "foot": 6.0, "share": 0.6, "exposed": 3.0}
"""Typical values, which are subtracted: the means over 40 games of veterans, rounded. ``near``, ``far`` and ``foot``
are strengths around a town, ``share`` is that of the strength left."""
MAX_ARRIVAL = 2.0
"""The turns that count for an arrival that takes longer, or is impossible."""
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
    """The values of the features in the order of ``FEATURE_NAMES``, positive for the Moslems.

    Each is less a typical value, and scaled to about one in size (``Evaluator.features``). Numbers without a name are
    typical values and scales, chosen by hand.

    :param at: slot -> the unit's hex; of a unit yet to deploy the expected one; negative for a unit out of the game.
    :param turns_left: player turns to come.
    """
    log_odds, holder_counts = prospects.log_odds(at, turns_left)
    udaka, kassala = (_town_features(prospects, threats, at, index, log_odds[index]) for index in range(len(TOWNS)))
    alive = {seat: [slot for slot in slots_in(SIDE_UNITS[seat]) if at[slot] >= 0] for seat in (MOSLEM, CHRISTIAN)}
    share = {seat: _strength(alive[seat]) / START_STRENGTH[seat] for seat in alive}
    arms = {(seat, arm): _strength([slot for slot in alive[seat] if ROSTER[slot].arm == arm]) / START_STRENGTH[seat]
            for seat in alive for arm in (INFANTRY, CAVALRY)}
    exposed = {seat: _exposed(threats, at, seat) for seat in alive}
    held = [bool(count) for count in holder_counts]
    cannon = {seat: sum(bool(1 << slot & CANNONS) for slot in alive[seat]) for seat in alive}
    whole_map = MapFeatures(
        both_held=0.4 - all(held),
        none_held=(not any(held)) - 0.2,
        moslem_strength=share[MOSLEM] - TYPICAL["share"],
        christian_strength=TYPICAL["share"] - share[CHRISTIAN],
        lead=3 * (share[MOSLEM] - share[CHRISTIAN]),
        moslem_foot=arms[MOSLEM, INFANTRY] - 0.3,
        christian_foot=0.3 - arms[CHRISTIAN, INFANTRY],
        moslem_horse=arms[MOSLEM, CAVALRY] - 0.3,
        christian_horse=0.05 - arms[CHRISTIAN, CAVALRY],
        cannon=(cannon[MOSLEM] - cannon[CHRISTIAN] - 1) / 2,
        moslem_exposed=(TYPICAL["exposed"] - exposed[MOSLEM]) / 5,
        christian_exposed=(exposed[CHRISTIAN] - TYPICAL["exposed"]) / 5,
        towns=parts.towns,
        combat=parts.combat,
        reply=parts.reply,
    )
    return (*udaka, *kassala, *whole_map)


def _town_features(
    prospects: Prospects, threats: Threats, at: Sequence[Hex], index: int, log_odds: float
) -> TownFeatures:
    """The features of one town.

    :param index: of the town in ``TOWNS``.
    :param log_odds: the log-odds that it is held at the end, without the combats to come.
    """
    town = prospects.towns[index]
    hexes, adjacent = hexes_in(town), prospects.ground.adjacent
    near, far, foot, beside = ([0.0, 0.0] for _ in range(4))
    arrival = [UNREACHABLE, UNREACHABLE]
    holder_slots, moslems_inside = list[Slot](), 0
    for unit in ROSTER:
        h, seat = at[unit.slot], unit.seat
        if h < 0:
            continue
        inside = town >> h & 1
        if inside and seat == CHRISTIAN:
            holder_slots.append(unit.slot)
        elif inside:
            moslems_inside += 1
        if unit.bit & CANNONS:
            continue
        march = prospects.distance[unit.arm][index][h] / unit.movement
        beside[seat] += unit.strength * bool(adjacent[h] & town and not inside)
        near[seat] += unit.strength * (march <= 1)
        far[seat] += unit.strength * (1 < march <= 2)
        if unit.arm == INFANTRY:
            foot[seat] += unit.strength * (march <= 1)
            arrival[seat] = min(arrival[seat], march)
    strongest_holder = max((ROSTER[slot].strength for slot in holder_slots), default=0)
    attack_columns = [threats.strongest_column(at, at[slot], MOSLEM) for slot in holder_slots]
    moslem_hexes = [at[slot] for slot in slots_in(SIDE_UNITS[MOSLEM]) if at[slot] >= 0]
    contacts = sum(bool(adjacent[at[slot]] >> h & 1) for slot in holder_slots for h in moslem_hexes)
    return TownFeatures(
        held=TYPICAL["held"] - bool(holder_slots),
        holders=(1 - len(holder_slots)) / 2,
        holder_strength=(3 - strongest_holder) / 3,
        moslem_inside=moslems_inside / max(1, len(hexes)),
        beside=(beside[MOSLEM] - beside[CHRISTIAN]) / 5,
        moslem_near=(near[MOSLEM] - TYPICAL["near"]) / 6,
        moslem_far=(far[MOSLEM] - TYPICAL["far"]) / 8,
        moslem_foot=(foot[MOSLEM] - TYPICAL["foot"]) / 4,
        moslem_arrival=1 - min(MAX_ARRIVAL, arrival[MOSLEM]),
        christian_near=(TYPICAL["near"] - near[CHRISTIAN]) / 6,
        christian_far=(TYPICAL["far"] - far[CHRISTIAN]) / 8,
        christian_foot=(TYPICAL["foot"] - foot[CHRISTIAN]) / 4,
        christian_arrival=min(MAX_ARRIVAL, arrival[CHRISTIAN]) - 1,
        safest_holder=(min(attack_columns) - EVEN_COLUMN) / 3 if holder_slots else 0.0,
        contacts=(contacts - 1) / 3 if holder_slots else 0.0,
        log_odds=-log_odds / 3,
    )


def _strength(slots: Sequence[Slot]) -> int:
    return sum(ROSTER[slot].strength for slot in slots)


def _exposed(threats: Threats, at: Sequence[Hex], seat: Seat) -> int:
    """The number of a seat's units that can be attacked on a column better than even in the other seat's next turn."""
    return sum(threats.strongest_column(at, at[slot], other(seat)) > EVEN_COLUMN for slot in slots_in(SIDE_UNITS[seat])
               if at[slot] >= 0)
