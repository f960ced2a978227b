"""The features of the odds model for Tours: losses, disorder, the camp, the wall, flanks, units in reach, and the time
left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.board.hexgrid import Hex
from game.core.indices import Seat, Slot
from game.rules.tours import victory
from game.rules.tours.ai.camp import key_hexes, near_camp
from game.rules.tours.state import ToursState
from game.rules.tours.units import (
    ARCHER,
    CONTINGENTS_OF_SEAT,
    FOE,
    FRANKS,
    HEAVY_CAVALRY,
    HI,
    KIND,
    LEADERS,
    MOUNTED,
    MUSLIMS,
    UNITS_OF_CONTINGENT,
)


class ToursFeatures(NamedTuple):
    """The features of a position, each positive for the Franks."""

    lead: float
    lead_late: float
    worse_lead: float
    franks_near_break: float
    muslims_near_break: float
    franks_break: float
    muslims_break: float
    disorder: float
    franks_disorder: float
    muslims_disorder: float
    engaged: float
    charles: float
    abd: float
    plundered: float
    plundered_last: float
    riders_near: float
    riders_far: float
    riders_left: float
    guards_near: float
    key_held: float
    franks_last: float
    time: float
    time_lead: float
    wall: float
    wall_torn: float
    wall_pressed: float
    horse: float
    archers: float
    numbers: float
    muslim_horse: float
    beside: float
    open_flanks: float
    crowded: float
    near: float
    far: float
    high: float
    woods: float
    company: float
    led: float
    reforming: float
    exhausted: float


FEATURE_NAMES = ToursFeatures._fields
"""The names of the features, in order."""
NEAR_RADIUS = 2
"""Hexes within which enemies count as near; chosen by hand, as are the scales of the features."""
THREAT_RADIUS = 6
"""Hexes within which enemies count as able to attack soon; chosen by hand."""
LED_RANGE = 4
"""Hexes from a leader within which units count as led: the shorter of the two command ranges (2.2.2)."""


def features(state: ToursState) -> ToursFeatures:
    """The values of the features in the order of ``FEATURE_NAMES`` (``Evaluator.features``): positive for the
    Franks."""
    breaks = victory.breaks(state)
    lost = [victory.losses(state, seat) for seat in (FRANKS, MUSLIMS)]
    shares = [lost[seat] / breaks[seat] for seat in (FRANKS, MUSLIMS)]
    army = [state.army(seat) for seat in (FRANKS, MUSLIMS)]
    disordered = [_count_in_mask(state.disordered, army[seat]) for seat in (FRANKS, MUSLIMS)]
    played = state.turn / victory.last_turn(state)
    lead = shares[MUSLIMS] - shares[FRANKS]
    plundered = victory.plundered(state)
    riders = [slot for slot in army[FRANKS] if KIND[slot] in MOUNTED]
    rider_counts = [len([slot for slot in near_camp(state, FRANKS, moves) if KIND[slot] in MOUNTED])
                    for moves in (1, 2)]
    guards = len(near_camp(state, MUSLIMS, 1))
    keys = key_hexes(state)
    wall = state.units(HI)
    torn = sum((state.ground.adjacent[state.at[slot]] & state.occupied[FRANKS]).bit_count() < 2 for slot in wall)
    sides = [_side_quantities(state, army[seat], seat) for seat in (FRANKS, MUSLIMS)]
    archers = sum(KIND[slot] == ARCHER for slot in army[MUSLIMS])
    broken_contingents = [sum(2 * len(state.units(c)) < len(UNITS_OF_CONTINGENT[c]) for c in CONTINGENTS_OF_SEAT[seat])
                          for seat in (FRANKS, MUSLIMS)]
    rallying = [sum(slot not in beside for slot in army[seat] if state.disordered >> slot & 1)
                for seat, beside in zip((FRANKS, MUSLIMS), (side.beside for side in sides), strict=True)]
    franks, muslims = sides
    return ToursFeatures(
        lead=2 * lead,
        lead_late=2 * lead * played,
        worse_lead=2 * lead * max(shares),
        franks_near_break=-max(0.0, shares[FRANKS] - 0.6) * 3,
        muslims_near_break=max(0.0, shares[MUSLIMS] - 0.6) * 3,
        franks_break=-float(shares[FRANKS] >= 1),
        muslims_break=float(shares[MUSLIMS] >= 1),
        disorder=(disordered[MUSLIMS] - disordered[FRANKS]) / 8,
        franks_disorder=0.6 - disordered[FRANKS] / 8,
        muslims_disorder=disordered[MUSLIMS] / 8 - 0.5,
        engaged=(_count_in_mask(state.engaged, army[MUSLIMS]) - _count_in_mask(state.engaged, army[FRANKS])) / 4,
        charles=-float(state.dead >> LEADERS[FRANKS] & 1),
        abd=float(state.dead >> LEADERS[MUSLIMS] & 1),
        plundered=plundered / 2,
        plundered_last=plundered / 2 * state.second,
        riders_near=rider_counts[0] / 4 - 0.3,
        riders_far=rider_counts[1] / 4 - 1,
        riders_left=len(riders) / 8 - 0.5,
        guards_near=1.2 - guards / 8,
        key_held=0.5 - bool(keys & state.occupied[MUSLIMS]),
        franks_last=float(state.first == MUSLIMS) - 0.5,
        time=played - 0.2,
        time_lead=(played - 0.2) * (lead >= 0),
        wall=float(state.wall) - 0.5,
        wall_torn=-torn / 6 + 0.3,
        wall_pressed=-len([slot for slot in wall if slot in franks.beside]) / 6,
        horse=sum(KIND[slot] == HEAVY_CAVALRY for slot in riders) / 4 - 0.5,
        archers=-archers / 10 + 0.7,
        numbers=(len(army[FRANKS]) - len(army[MUSLIMS])) / 10 - 0.9,
        muslim_horse=0.5 - sum(KIND[slot] in MOUNTED for slot in army[MUSLIMS]) / 30,
        beside=(len(muslims.beside) - len(franks.beside)) / 8,
        open_flanks=(muslims.flanked - franks.flanked) / 6,
        crowded=(muslims.crowded - franks.crowded) / 10,
        near=(muslims.near - franks.near) / 8,
        far=(muslims.threatened - franks.threatened) / 15,
        high=(franks.high - muslims.high) / 6,
        woods=(franks.in_woods - muslims.in_woods) / 6,
        company=franks.company - muslims.company - 0.8,
        led=(franks.led - muslims.led) / 10 - 0.8,
        reforming=(rallying[MUSLIMS] - rallying[FRANKS]) / 6,
        exhausted=(broken_contingents[MUSLIMS] - broken_contingents[FRANKS]) / 2,
    )


def _count_in_mask(mask: int, army: Iterable[Slot]) -> int:
    """The number of units of an army that are in a mask."""
    return sum(mask >> slot & 1 for slot in army)


class ToursSideQuantities(NamedTuple):
    """The quantities of a side from which the features are made."""

    beside: set[Slot]
    """The units next to an enemy."""
    flanked: int
    """The number of units with an enemy on flank or rear."""
    crowded: int
    """The number of units with two or more enemies next to them."""
    near: int
    """The number of units with an enemy within ``NEAR_RADIUS``."""
    threatened: int
    """The number of units with an enemy within ``THREAT_RADIUS``."""
    high: int
    """The number of units on hills."""
    in_woods: int
    """The number of units in woods."""
    company: float
    """The mean number of friends next to a unit."""
    led: int
    """The number of units within ``LED_RANGE`` of their leader."""


def _side_quantities(state: ToursState, army: list[Slot], seat: Seat) -> ToursSideQuantities:
    """The quantities of a side.

    :param army: its units on the map.
    """
    ground, enemies = state.ground, state.occupied[FOE[seat]]
    places: list[Hex] = [state.at[slot] for slot in state.army(FOE[seat])]
    beside: set[Slot] = set()
    flanked = crowded = near = threatened = high = in_woods = company = led = 0
    leader = state.at[LEADERS[seat]]
    for slot in army:
        here = state.at[slot]
        around = ground.adjacent[here] & enemies
        if around:
            beside.add(slot)
            flanked += bool(around & ~ground.front_mask[here][state.facing[slot]])
            crowded += around.bit_count() > 1
        row = ground.distances(here)
        distance = min((row[place] for place in places), default=99)
        near += distance <= NEAR_RADIUS
        threatened += distance <= THREAT_RADIUS
        high += ground.level[here] > 0
        in_woods += here in ground.woods
        company += (ground.adjacent[here] & state.occupied[seat]).bit_count()
        led += leader >= 0 and row[leader] <= LED_RANGE
    return ToursSideQuantities(beside, flanked, crowded, near, threatened, high, in_woods,
                               company / max(1, len(army)), led)
