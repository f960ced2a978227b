"""The value of a counter's place in Pickets: its distance from the enemy, and its possible targets."""

from __future__ import annotations

from functools import lru_cache

from ..combat import BATTERY_RANGE
from ..fire import BESIDE, RANGE
from ..ground import Ground
from ..units import KINDS

FAR = 14
"""Hexes beyond which a distance no longer matters."""
REACH = dict(zip(KINDS, ((1, RANGE), BESIDE, BATTERY_RANGE), strict=True))
BITE = {"f": 3.0, "h": 1.2, "g": 6.0}
"""The steps that a counter can expect to cost the enemy in a few turns next to it; a battery from wherever it fires."""
NEARER = 0.1
"""The value of a hex closer to the enemy, in steps."""


class Posture:
    """The value of places, in steps; cached for the last enemy hexes."""

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
        """The value of a counter of a kind in a place with a facing."""
        return sum(self._weighed(place, facing, kind, enemy))

    def bites(self, place: str, facing: int, kind: str, enemy: frozenset[str]) -> bool:
        """Whether it has an enemy to fire at or assault."""
        return self._weighed(place, facing, kind, enemy)[1] > 0

    def _weighed(self, place: str, facing: int, kind: str, enemy: frozenset[str]) -> tuple[float, float]:
        """The value of being near, and of its possible targets."""
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
