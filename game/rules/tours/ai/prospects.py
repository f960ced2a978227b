"""The prospects of later shock attacks: the best hexes to attack from, discounted by distance."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import Seat, Slot
from game.rules.tours.ai import odds
from game.rules.tours.ground import FRONT, SECTORS, ToursGround
from game.rules.tours.shock_odds import SECTOR_DRM, WEAPON_MATRIX, ground_drm
from game.rules.tours.state import ToursState
from game.rules.tours.units import ALLOWANCE, FIGHTERS, FOE, FRANKS, KIND, MOUNTED, MUSLIMS, SEAT, SLOTS

EXPECTED_SUPPORT = 1
"""The number of friends expected to support an attacker; chosen, as are the numbers below."""
MOVE_DISCOUNT = 0.6
"""The discount factor of an attack for each full move before it."""
RAID_VALUE = 3.0
"""The value to a Frank of a hex next to a wagon train: tried in 40 to 500 games of self-play each. At 0.15 no Frank
ever plundered the camp; at 2 plunder ended 5 % of the games, at 2.5 12 %."""
DEFENCE_VALUE = 0.3
"""The additional value to the Muslims of an attack on a Frank next to a wagon train."""
MIN_PROSPECT = 0.005
"""The least value of a prospect; smaller ones are dropped."""


def prospects(state: ToursState, seat: Seat, kind: int) -> dict[Hex, float]:
    """Hex -> the discounted value of the best attack that a side's units of a kind can reach from there.

    Only enemies block the way: friends may move out of it.
    """
    enemies = FIGHTERS[FOE[seat]]
    low, high = enemies[0], enemies[-1] + 1
    disordered = state.disordered >> low & (1 << high - low) - 1
    return _prospects(state.ground, state.at[low:high], state.facing[low:high], disordered, state.wall, state.wagons,
                      seat, kind)


@lru_cache(16)
def _prospects(
    ground: ToursGround, at: tuple[Hex, ...], facing: tuple[int, ...], disordered: int, wall: bool, wagons: int,
    seat: Seat, kind: int,
) -> dict[Hex, float]:
    first_slot = FIGHTERS[FOE[seat]][0]
    held = sum(1 << place for place in at if place >= 0)
    beside = ground.around(held)
    camp = ground.around(wagons) & ~(wagons | held | ground.closed)
    strikes: dict[Hex, float] = dict.fromkeys(hexes_in(camp), RAID_VALUE) if seat == FRANKS else {}
    for n, place in enumerate(at):
        if place < 0:
            continue
        is_disordered = bool(disordered >> n & 1)
        row = ground.neighbours[place]
        for side, hex_ in enumerate(row):
            if hex_ < 0 or held >> hex_ & 1 or ground.closed >> hex_ & 1:
                continue
            sector = SECTORS[(side - facing[n]) % 6]
            crowded = all(there >= 0 and held >> there & 1 for there in (row[(side - 1) % 6], row[(side + 1) % 6]))
            drm, _ = ground_drm(ground, place, mounted=kind in MOUNTED, below=ground.level[hex_] < ground.level[place])
            value = _strike(kind, SLOTS[first_slot + n], sector, is_disordered, wall, drm, crowded)
            if seat == MUSLIMS and ground.adjacent[place] & wagons:
                value += DEFENCE_VALUE
            if value > strikes.get(hex_, MIN_PROSPECT):
                strikes[hex_] = value
    return _spread(ground, strikes, held, beside, kind)


@lru_cache(4096)
def _strike(kind: int, target: Slot, sector: str, is_disordered: bool, wall: bool, drm: int, crowded: bool) -> float:
    """The expected gain of a fresh unit's attack on an enemy through a sector, with the expected support."""
    drm += WEAPON_MATRIX[kind][KIND[target]] + EXPECTED_SUPPORT - crowded + SECTOR_DRM[sector]
    if wall and sector == FRONT:
        drm += odds.wall_of(target, is_disordered)
    ours = odds.value(FOE[SEAT[target]], kind)
    return odds.lone_attack_gain(drm, ours, odds.worth(target), odds.loss(target, is_disordered), kind in MOUNTED)


def _spread(ground: ToursGround, strikes: dict[Hex, float], held: int, beside: int, kind: int) -> dict[Hex, float]:
    """Hex -> the best value of the attacks that can be reached from it, discounted for each movement point; a hex next
    to an enemy ends a move."""
    steps, allowance = ground.steps(kind), ALLOWANCE[kind]
    discounts = [MOVE_DISCOUNT ** (points / allowance) for points in range(allowance + 1)]
    values: dict[Hex, float] = {}
    heap = [(-value, place) for place, value in strikes.items()]
    heap.sort()
    while heap:
        value, place = heappop(heap)
        if place in values:
            continue
        values[place] = -value
        carried = -value if place in strikes or not beside >> place & 1 else -value * MOVE_DISCOUNT
        for there, points in steps[place]:  # the cost of the way back: the same as the way there except on hills
            if there in values or held >> there & 1:
                continue
            worth = carried * discounts[min(allowance, points)]
            if worth > MIN_PROSPECT:
                heappush(heap, (-worth, there))
    return values
