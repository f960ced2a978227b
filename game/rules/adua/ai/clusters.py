"""Compact places for the whole Italian army, judged by where and how long the Abyssinian host can attack them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import Slot
from game.rules.adua.ai.marches import points_to
from game.rules.adua.ground import AduaGround
from game.rules.adua.sides import ARTILLERY, ITALIANS, WARRIORS
from game.rules.adua.units import COMMANDERS, FIGHTERS, KIND, MULE_SLOTS, UNITS
from game.rules.adua.victory import LAST

HOST, PACE = 6, 5
"""The turn on which most Abyssinians enter, and the movement of their infantry (3.0)."""
ALIKE = 9
"""Hexes that two of the clusters may share; chosen, half an army."""
SPREAD = 3
"""Hexes in the middle of a cluster among which commanders and mules are divided; chosen."""


@dataclass(frozen=True, slots=True)
class StrongGround:
    """Hexes for the whole army."""

    hexes: tuple[Hex, ...]
    """The safest first."""
    exposure: float
    """The attacks that the host can make on it: hexes from which a unit can be attacked, times the turns left there."""


@lru_cache(32)
def strongest(ground: AduaGround, places: int, count: int) -> tuple[StrongGround, ...]:
    """The clusters that can be attacked least, the strongest first, no two of them much alike.

    :param places: the mask of hexes they may lie in.
    """
    host = [points_to(ground, WARRIORS, gate) for gate in ground.passes]
    turns = tuple(max(0.0, LAST - HOST - min(cost[hex_] for cost in host) / PACE + 1)
                  for hex_ in range(len(ground.hexes)))
    found: list[StrongGround] = []
    grown = (_grown(ground, places, turns, start) for start in hexes_in(places))
    for cluster in sorted((one for one in grown if one is not None), key=lambda one: (one.exposure, one.hexes)):
        if all(len(set(cluster.hexes) & set(other.hexes)) <= ALIKE for other in found):
            found.append(cluster)
        if len(found) == count:
            break
    return tuple(found)


def _grown(ground: AduaGround, places: int, turns: tuple[float, ...], start: Hex) -> StrongGround | None:
    """The least exposed compact place for the army that grows from a hex; None where there is no room for all."""
    def open_(hex_: Hex, army: int) -> float:
        """The attacks that can be made on a hex."""
        return sum(turns[one] for one in hexes_in(ground.adjacent[hex_] & ~army))

    army, exposure = 1 << start, open_(start, 1 << start)
    for _ in FIGHTERS[ITALIANS][1:]:
        more = {hex_: open_(hex_, army) - turns[hex_] * (ground.adjacent[hex_] & army).bit_count()
                for hex_ in hexes_in(ground.beside(army) & places & ~army)}
        if not more:
            return None
        best = min(more, key=lambda hex_: (more[hex_], turns[hex_], hex_))
        army, exposure = army | 1 << best, exposure + more[best]
    return StrongGround(tuple(sorted(hexes_in(army), key=lambda hex_: (open_(hex_, army), hex_))), exposure)


def posts(ground: AduaGround, cluster: StrongGround) -> dict[Slot, Hex]:
    """Piece -> its hex in a cluster: guns where it is safest, the strongest units where it is not, commanders and mules
    in the middle."""
    free = list(cluster.hexes)
    found: dict[Slot, Hex] = {}
    for slot in sorted(FIGHTERS[ITALIANS], key=lambda one: (
            KIND[one] not in ARTILLERY, UNITS[one].values[0] + UNITS[one].quality, one)):
        found[slot] = next((hex_ for hex_ in free if not ground.barred[KIND[slot]] >> hex_ & 1), free[0])
        free.remove(found[slot])
    for slot in (*COMMANDERS[ITALIANS], *MULE_SLOTS):
        open_ = [hex_ for hex_ in cluster.hexes if not ground.barred[KIND[slot]] >> hex_ & 1]
        found[slot] = open_[slot % SPREAD]
    return found
