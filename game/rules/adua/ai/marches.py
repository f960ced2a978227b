"""Which enemy each Abyssinian unit marches on: the nearest that does not draw enough already."""

from __future__ import annotations

from functools import lru_cache

from game.board.hexgrid import Hex
from game.board.paths import reach
from game.core.indices import Slot
from game.rules.adua.ground import POINTS, AduaGround
from game.rules.adua.sides import Kind
from game.rules.adua.state import AduaState
from game.rules.adua.units import KIND, UNITS

FAR = 99
"""Points to a hex that cannot be reached."""
STEEP = 4
"""Points for a hex of which a unit enters one a turn; chosen."""


@lru_cache(4096)
def points_to(ground: AduaGround, kind: Kind, target: Hex) -> tuple[int, ...]:
    """Hex -> movement points of a kind of unit from it to a target over the ground alone."""
    climbs = ground.climbs[kind]
    costs = (STEEP if climb == "one" else POINTS.get(climb, 1) for climb in climbs)
    back = [[(before, cost) for before in row] for cost, row in zip(costs, ground.ways, strict=True)]
    found = reach((target,), back, FAR - 1, halts=ground.barred[kind]).points
    return tuple(found.get(Hex(place), FAR) for place in range(len(climbs)))


def away(state: AduaState, slot: Slot, target: Hex) -> int:
    """Points from a unit to a hex; one that waits comes by the nearest pass."""
    ground = state.ground
    found = points_to(ground, KIND[slot], target)
    return found[state.at[slot]] if state.at[slot] >= 0 else min(found[place] for place in ground.passes)


def share_out(state: AduaState, marching: list[Slot], wanted: dict[Slot, float]) -> dict[Slot, Slot]:
    """Unit -> the enemy it marches on.

    :param wanted: the combat value that each enemy should draw; once all have theirs, they draw as much again.
    """
    ways = sorted((away(state, slot, state.at[enemy]) / UNITS[slot].move, slot, enemy)
                  for slot in marching for enemy in wanted)
    found: dict[Slot, Slot] = {}
    while wanted and len(found) < len(marching):
        missing = dict(wanted)
        for _, slot, enemy in ways:
            if slot not in found and missing[enemy] > 0:
                found[slot] = enemy
                missing[enemy] -= state.value(slot)
    return found
