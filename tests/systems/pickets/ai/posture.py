"""How well a counter of Pickets stands: how near the enemy is, and what it could fire at or fall upon from there."""

from __future__ import annotations

from functools import lru_cache

from ..combat import GUNS
from ..fire import BESIDE, RANGE
from ..ground import Ground
from ..units import KINDS

FAR = 14
"""Hexes beyond which a distance no longer counts."""
REACH = dict(zip(KINDS, ((1, RANGE), BESIDE, GUNS), strict=True))
BITE = {"f": 3.0, "h": 1.2, "g": 6.0}
"""Steps a counter may hope to cost the enemy in a few turns next to him; a battery from wherever it fires."""
NEARER = 0.1
"""Steps that a hex toward the enemy counts."""


class Posture:
    """Standing worth, in steps; remembered for the enemy's hexes it was asked about last."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._known = lru_cache(16)(self._afresh)

    def _afresh(self, enemy: frozenset[str]) -> dict[tuple[str, int, str], tuple[float, float]]:
        return {}

    def among(self, enemy: frozenset[str]) -> frozenset[str]:
        """The enemy's hexes on the map."""
        return frozenset(hex_ for hex_ in enemy if hex_ in self._ground.board.index)

    def away(self, place: str, enemy: frozenset[str]) -> int:
        """Hexes to the nearest enemy."""
        distance = self._ground.board.distance
        return min((distance(place, hex_) for hex_ in enemy), default=FAR)

    def worth(self, place: str, facing: int, kind: str, enemy: frozenset[str]) -> float:
        """What a counter of a kind counts for where it stands and how it faces."""
        return sum(self._weighed(place, facing, kind, enemy))

    def bites(self, place: str, facing: int, kind: str, enemy: frozenset[str]) -> bool:
        """Whether it has somebody to fire at or to fall upon."""
        return self._weighed(place, facing, kind, enemy)[1] > 0

    def _weighed(self, place: str, facing: int, kind: str, enemy: frozenset[str]) -> tuple[float, float]:
        """What being near counts, and what it can do from there."""
        known, key = self._known(enemy), (place, facing, kind)
        if key not in known:
            near = NEARER * (FAR - min(FAR, self.away(place, enemy)))
            known[key] = near, self._bite(place, facing, kind, enemy)
        return known[key]

    def _bite(self, place: str, facing: int, kind: str, enemy: frozenset[str]) -> float:
        ground, (least, most) = self._ground, REACH[kind]
        best = 0.0
        for hex_ in ground.near(place, most) & enemy:
            hexes = ground.board.distance(place, hex_)
            if hexes >= least and ground.faces(place, facing, hex_) and ground.sighted(place, hex_):
                best = max(best, BITE[kind] * (1.0 if kind == "g" else 1 / hexes))
        return best
