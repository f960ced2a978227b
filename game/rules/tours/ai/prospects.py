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
"""The number of friends expected to support an attacker; chosen by hand, as are the numbers below that are not said to
be measured."""
MOVE_DISCOUNT = 0.6
"""The discount factor of an attack for each full move before it."""
RAID_VALUE = 1.0
"""The value to a Frank of a hex next to a wagon train; measured in whole battles at a tenth of the budget. At 1 the
Franks won 50 of 80 against the veteran and 46 of 80 against the attack along the whole line, at 3 they won 40 and 37
with the same seeds, at 1.5 the first 47 of 80 and the second 18 of 40."""
DEFENCE_VALUE = 0.3
"""The additional value to the Muslims of an attack on a Frank next to a wagon train."""
MIN_PROSPECT = 0.005
"""The least value of a prospect; smaller ones are dropped."""


def prospects(state: ToursState, seat: Seat, kind: int) -> dict[Hex, float]:
    """Hex -> the discounted value of the best attack that a side's units of a kind can reach from there.

    Only enemies and wagon trains block the path, because friends may move away.
    """
    enemies = FIGHTERS[FOE[seat]]
    first, end = enemies[0], enemies[-1] + 1
    disordered = (state.disordered >> first) & ((1 << (end - first)) - 1)
    return _prospects(state.ground, state.at[first:end], state.facing[first:end], disordered, state.wall, state.wagons,
                      seat, kind)


@lru_cache(16)
def _prospects(
    ground: ToursGround, places: tuple[Hex, ...], facing: tuple[int, ...], disordered: int, wall: bool, wagons: int,
    seat: Seat, kind: int,
) -> dict[Hex, float]:
    """The prospects; cached by what they depend on.

    :param places: the hexes of the enemy's units in the order of their slots; negative off the map.
    :param facing: the facings of these units.
    :param disordered: the mask of those disordered; bit 0 is the first of them.
    :param wall: whether the shield wall is formed.
    :param wagons: the mask of the wagon trains' hexes.
    """
    first_slot = FIGHTERS[FOE[seat]][0]
    enemy_hexes = sum(1 << place for place in places if place >= 0)
    barred = enemy_hexes | wagons | ground.closed
    camp = ground.around(wagons) & ~barred
    attack_values: dict[Hex, float] = dict.fromkeys(hexes_in(camp), RAID_VALUE) if seat == FRANKS else {}
    for n, place in enumerate(places):  # each enemy that can be attacked, from each adjacent hex
        if place < 0:
            continue
        is_disordered = bool(disordered >> n & 1)
        row = ground.neighbours[place]
        for side, hex_ in enumerate(row):
            if hex_ < 0 or barred >> hex_ & 1:
                continue
            sector = SECTORS[(side - facing[n]) % 6]
            is_between_enemies = all(there >= 0 and enemy_hexes >> there & 1
                                     for there in (row[(side - 1) % 6], row[(side + 1) % 6]))
            drm, _ = ground_drm(ground, place, mounted=kind in MOUNTED, below=ground.level[hex_] < ground.level[place])
            value = _attack_value(kind, SLOTS[first_slot + n], sector, is_disordered, wall, drm, is_between_enemies)
            if seat == MUSLIMS and ground.adjacent[place] & wagons:
                value += DEFENCE_VALUE
            if value > attack_values.get(hex_, MIN_PROSPECT):
                attack_values[hex_] = value
    return _spread(ground, attack_values, barred, ground.around(enemy_hexes), kind)


@lru_cache(4096)
def _attack_value(kind: int, target: Slot, sector: str, is_disordered: bool, wall: bool, terrain_drm: int,
                  is_between_enemies: bool) -> float:
    """The expected gain of an attack on an enemy through a sector by a unit in good order, with the expected support.

    :param is_between_enemies: whether there are enemies on both sides of the attacker, one of which it must also
        attack.
    """
    drm = (terrain_drm + WEAPON_MATRIX[kind][KIND[target]] + EXPECTED_SUPPORT - is_between_enemies
           + SECTOR_DRM[sector])
    if wall and sector == FRONT:
        drm += odds.front_wall_drm_of(target, is_disordered)
    ours = odds.kind_value(FOE[SEAT[target]], kind)
    disorder = odds.disorder_cost_without_plunder(target, is_disordered)
    return odds.lone_attack_gain(drm, ours, odds.unit_value(target), disorder, kind in MOUNTED)


def _spread(ground: ToursGround, attack_values: dict[Hex, float], barred: int, controlled: int,
            kind: int) -> dict[Hex, float]:
    """Hex -> the best value of the attacks that can be reached from it, discounted for each movement point; a hex next
    to an enemy ends a move. The search runs backwards, from the hexes of the attacks.

    :param attack_values: hex -> the value of the attack from there.
    :param barred: the mask of hexes that may not be entered.
    :param controlled: the mask of hexes next to an enemy.
    """
    steps, allowance = ground.steps_into(kind), ALLOWANCE[kind]
    discounts = [MOVE_DISCOUNT ** (points / allowance) for points in range(allowance + 1)]
    values: dict[Hex, float] = {}
    heap = [(-value, place) for place, value in attack_values.items()]
    heap.sort()
    while heap:
        value, place = heappop(heap)
        if place in values:
            continue
        values[place] = -value
        passed_on = -value if place in attack_values or not controlled >> place & 1 else -value * MOVE_DISCOUNT
        for there, points in steps[place]:
            if there in values or barred >> there & 1:
                continue
            discounted = passed_on * discounts[min(allowance, points)]
            if discounted > MIN_PROSPECT:
                heappush(heap, (-discounted, there))
    return values
