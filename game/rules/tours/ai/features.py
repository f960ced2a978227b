"""The features of the odds model for Tours: losses, disorder, the camp, the wall, flanks, units in reach, and the time
left."""

from __future__ import annotations

from collections.abc import Iterable

from game.board.hexgrid import Hex
from game.core.indices import Seat, Slot
from game.rules.tours import victory
from game.rules.tours.ai.camp import key_hexes, near_camp
from game.rules.tours.state import ToursState
from game.rules.tours.units import (
    ARCHER,
    FOE,
    FRANKS,
    HEAVY_CAVALRY,
    HI,
    KIND,
    LEADERS,
    MEMBERS,
    MOUNTED,
    MUSLIMS,
    OF_SEAT,
)

NAMES = (
    "lead", "lead_late", "worse_lead", "franks_near_break", "muslims_near_break", "franks_break", "muslims_break",
    "disorder", "franks_disorder", "muslims_disorder", "engaged", "charles", "abd", "plundered", "plundered_last",
    "riders_near", "riders_far", "riders_left", "guards_near", "key_held", "franks_last", "time", "time_lead", "wall",
    "wall_torn", "wall_pressed", "horse", "archers", "numbers", "muslim_horse", "beside", "open_flanks", "crowded",
    "near", "far", "high", "woods", "company", "led", "reforming", "exhausted",
)
"""The names of the features, in order."""
NEAR_RADIUS = 2
"""Hexes within which enemies count as near; chosen, as all typical values below."""
THREAT_RADIUS = 6
"""Hexes within which enemies count as able to come."""
LED_RANGE = 4
"""Hexes from a leader within which units count as led: the shorter of the two command ranges (2.2.2)."""


def features(state: ToursState) -> tuple[float, ...]:
    """The values of the features in the order of ``NAMES``, as ``Evaluator.features`` describes them: positive for the
    Franks."""
    breaks = victory.breaks(state)
    lost = [victory.losses(state, seat) for seat in (FRANKS, MUSLIMS)]
    share = [lost[seat] / breaks[seat] for seat in (FRANKS, MUSLIMS)]
    army = [state.army(seat) for seat in (FRANKS, MUSLIMS)]
    disordered = [_count_in_mask(state.disordered, army[seat]) for seat in (FRANKS, MUSLIMS)]
    played = state.turn / victory.last_turn(state)
    lead = share[MUSLIMS] - share[FRANKS]
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
    broken_contingents = [sum(2 * len(state.units(c)) < len(MEMBERS[c]) for c in OF_SEAT[seat])
                          for seat in (FRANKS, MUSLIMS)]
    rallying = [sum(slot not in beside for slot in army[seat] if state.disordered >> slot & 1)
                for seat, (beside, *_) in zip((FRANKS, MUSLIMS), sides, strict=True)]
    franks, muslims = (side[1:] for side in sides)
    return (
        2 * lead, 2 * lead * played, 2 * lead * max(share), -max(0.0, share[FRANKS] - 0.6) * 3,
        max(0.0, share[MUSLIMS] - 0.6) * 3, -float(share[FRANKS] >= 1), float(share[MUSLIMS] >= 1),
        (disordered[MUSLIMS] - disordered[FRANKS]) / 8, 0.6 - disordered[FRANKS] / 8, disordered[MUSLIMS] / 8 - 0.5,
        (_count_in_mask(state.engaged, army[MUSLIMS]) - _count_in_mask(state.engaged, army[FRANKS])) / 4,
        -float(state.dead >> LEADERS[FRANKS] & 1), float(state.dead >> LEADERS[MUSLIMS] & 1),
        plundered / 2, plundered / 2 * state.second, rider_counts[0] / 4 - 0.3, rider_counts[1] / 4 - 1,
        len(riders) / 8 - 0.5,
        1.2 - guards / 8, 0.5 - bool(keys & state.occupied[MUSLIMS]), float(state.first == MUSLIMS) - 0.5,
        played - 0.2, (played - 0.2) * (lead >= 0), float(state.wall) - 0.5, -torn / 6 + 0.3,
        -len([slot for slot in wall if slot in sides[FRANKS][0]]) / 6,
        sum(KIND[slot] == HEAVY_CAVALRY for slot in riders) / 4 - 0.5, -archers / 10 + 0.7,
        (len(army[FRANKS]) - len(army[MUSLIMS])) / 10 - 0.9,
        0.5 - sum(KIND[slot] in MOUNTED for slot in army[MUSLIMS]) / 30,
        (len(sides[MUSLIMS][0]) - len(sides[FRANKS][0])) / 8,
        *((theirs - ours) / by for ours, theirs, by in zip(franks[:4], muslims[:4], (6, 10, 8, 15), strict=True)),
        *((ours - theirs) / by - usual for ours, theirs, by, usual
          in zip(franks[4:], muslims[4:], (6, 6, 1, 10), (0, 0, 0.8, 0.8), strict=True)),
        (rallying[MUSLIMS] - rallying[FRANKS]) / 6, (broken_contingents[MUSLIMS] - broken_contingents[FRANKS]) / 2,
    )


def _count_in_mask(mask: int, army: Iterable[Slot]) -> int:
    """The number of units of an army that are in a mask."""
    return sum(mask >> slot & 1 for slot in army)


def _side_quantities(
    state: ToursState, army: list[Slot], seat: Seat
) -> tuple[set[Slot], int, int, int, int, int, int, float, int]:
    """The units of a side next to an enemy; the numbers of units that have an enemy on flank or rear, have two or more
    enemies next to them, have enemies near, have enemies able to come, are on hills, are in woods; the mean number of
    friends next to a unit; and the number of units in the leader's range."""
    ground, enemies = state.ground, state.occupied[FOE[seat]]
    places: list[Hex] = [state.at[slot] for slot in state.army(FOE[seat])]
    beside: set[Slot] = set()
    flanked = crowded = near = far = high = woods = company = led = 0
    leader = state.at[LEADERS[seat]]
    for slot in army:
        here = state.at[slot]
        around = ground.adjacent[here] & enemies
        if around:
            beside.add(slot)
            flanked += bool(around & ~ground.front_mask[here][state.facing[slot]])
            crowded += around.bit_count() > 1
        row = ground.distances(here)
        away = min((row[place] for place in places), default=99)
        near += away <= NEAR_RADIUS
        far += away <= THREAT_RADIUS
        high += ground.level[here] > 0
        woods += here in ground.woods
        company += (ground.adjacent[here] & state.occupied[seat]).bit_count()
        led += leader >= 0 and row[leader] <= LED_RANGE
    return beside, flanked, crowded, near, far, high, woods, company / max(1, len(army)), led
