"""The Muslim camp: the units that can reach the wagon trains, and the hexes where a single Frank decides the battle
(11.0, 14.0)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import Seat, Slot, mask_of
from game.rules.tours import movement, reform, victory
from game.rules.tours.ai.stances import UNREACHABLE_COST
from game.rules.tours.state import ToursState
from game.rules.tours.units import FRANKS, UNITS, WAGONS


def train_hexes(state: ToursState) -> list[Hex]:
    """The hexes of the wagon trains."""
    return [state.at[slot] for slot in WAGONS if state.at[slot] >= 0]


def key_hexes(state: ToursState) -> int:
    """The mask of hexes in which a single Frank is next to enough trains to win (14.0)."""
    ground = state.ground
    counts: dict[Hex, int] = {}
    for place in train_hexes(state):
        for there in hexes_in(ground.adjacent[place] & ~(ground.closed | state.wagons)):
            counts[there] = counts.get(there, 0) + 1
    return sum(1 << there for there, count in counts.items() if count >= victory.TRAINS_NEEDED)


def near_camp(state: ToursState, seat: Seat, moves: int) -> list[Slot]:
    """The units of a side that can move next to a train in this number of moves, by terrain costs alone; the nearest
    first."""
    units = []
    for slot in state.army(seat):
        points = reform.points_to_wagons(state, slot)
        if points is not None and points <= moves * UNITS[slot].move:
            units.append((points / UNITS[slot].move, slot))
    return [slot for _, slot in sorted(units)]


def wins_in_order(state: ToursState, units: Sequence[Slot]) -> bool:
    """Whether the Franks would win by plunder from their present hexes if some disordered units were in good order."""
    if not any(state.ground.adjacent[state.at[slot]] & state.wagons for slot in units):
        return False
    return victory.plundered(replace(state, disordered=state.disordered & ~mask_of(units))) >= victory.TRAINS_NEEDED


def camp_in_reach(state: ToursState) -> bool:
    """Whether Franks in good order could be next to enough trains to win in their next player turn."""
    ground, trains = state.ground, train_hexes(state)
    plunderers: list[set[Slot]] = [set() for _ in trains]
    keys = key_hexes(state)
    for slot in state.army(FRANKS):
        if (state.disordered | state.engaged) >> slot & 1 or min(
                (ground.distance(state.at[slot], there) for there in trains),
                default=UNREACHABLE_COST) > UNITS[slot].move + 1:
            continue
        places = mask_of(movement.reachable(state, slot, UNITS[slot].move).points)
        if places & keys:
            return True
        for n, there in enumerate(trains):
            if ground.adjacent[there] & places:
                plunderers[n].add(slot)
    trains_in_reach = sum(map(bool, plunderers))
    return min(trains_in_reach, len(set().union(*plunderers))) >= victory.TRAINS_NEEDED
