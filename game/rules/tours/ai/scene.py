"""The field as a player sees it at one decision: who can reach whom, what stands in danger, what can be attacked."""

from __future__ import annotations

from functools import cached_property, lru_cache

from game.rules.tours import movement
from game.rules.tours.ai import odds
from game.rules.tours.ai.prospects import prospects
from game.rules.tours.ground import FRONT, REAR, SECTORS, Ground
from game.rules.tours.shock import INFANTRY, LIGHT_HORSE, able
from game.rules.tours.shock_odds import COSTS, DISORDERS, ELIMINATES, MATRIX, REAR_DRM, SHAKEN_WALL, SIDES_DRM, WALL
from game.rules.tours.shock_odds import FLANK_DRM as FLANK
from game.rules.tours.state import State
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    FIGHTERS,
    HEAVY_CAVALRY,
    HI,
    KIND,
    LEADERS,
    MEMBERS,
    MOUNTED,
    SEAT,
    UNITS,
)

OBEY = (0.6, 0.5)
"""How likely a contingent obeys (5.2.2)."""
ALARM = (0.7, 0.5)
"""How much of a danger either side believes; chosen, as are the numbers below."""
CHASED = 0.4
"""How likely light horse is disordered when it retreats before heavy cavalry (8.1.1)."""
CLOSING = (0.0, 0.012)
"""What a hex nearer to the enemy is worth: the Franks hold the road and can wait."""
PROSPECT = (0.2, 1.0)
"""What the strikes of later turns count."""
ARCHERS_KEEP = 2
"""Hexes that archers would rather keep from the enemy."""
COMPANY = 0.012
"""What a friend beside a unit is worth."""


class Scene:
    """A state with what players ask of it again and again, from one seat's side."""

    def __init__(self, ground: Ground, state: State, seat: int) -> None:
        self.ground, self.state, self.seat = ground, state, seat
        self.enemies = [slot for slot in FIGHTERS[1 - seat] if state.at[slot] >= 0]
        self.friends = [slot for slot in FIGHTERS[seat] if state.at[slot] >= 0]
        self.near = lru_cache(None)(self._near)

    @cached_property
    def beside(self) -> int:
        """The mask of hexes next to enemies as they stand."""
        return self.ground.around(self.state.held[1 - self.seat] | self.state.lone[1 - self.seat])

    @cached_property
    def threats(self) -> dict[int, list[int]]:
        """Hex -> the enemies who attack by shock and could stand in it next turn; who is in the wall may leave it."""
        found: dict[int, list[int]] = {}
        for slot in self.enemies:
            if KIND[slot] == ARCHER:
                continue
            fixed = self.state.engaged >> slot & 1
            places = ([self.state.at[slot]] if fixed
                      else movement.ways(self.ground, self.state, slot, UNITS[slot].move))
            for place in places:
                found.setdefault(place, []).append(slot)
        return found

    def _near(self, place: int) -> int:
        """Hexes to the nearest enemy."""
        row, at = self.ground.distances(place), self.state.at
        return min([row[at[slot]] for slot in self.enemies], default=99)

    def danger(self, slot: int, place: int, vertex: int, held: int) -> float:
        """What the enemy's best attack on a unit that stands so would cost it.

        :param held: the mask of hexes with its friends, itself left out.
        """
        ground, state = self.ground, self.state
        row = ground.neighbours[place]
        evaded, refuge = self._evaded(slot), 0
        if evaded:
            taken = held | ground.closed | state.wagons | state.held[1 - self.seat]
            refuge = ground.adjacent[place] & ~(taken | self.beside)
        kinds: dict[str, int] = {}
        comers: dict[str, set[int]] = {}
        chased = False
        for side, hex_ in enumerate(row):
            if hex_ < 0 or held >> hex_ & 1:
                continue
            enemies = self.threats.get(hex_, ())
            if evaded and refuge & ~ground.adjacent[hex_]:
                chased |= any(KIND[other] == HEAVY_CAVALRY for other in enemies)
                enemies = [other for other in enemies if KIND[other] not in evaded]
            if not enemies:
                continue
            sector = SECTORS[(side - vertex) % 6]
            best = max(MATRIX[KIND[other]][KIND[slot]] for other in enemies)
            kinds[sector] = max(kinds.get(sector, -9), best)
            comers.setdefault(sector, set()).update(enemies)
        fear = ALARM[self.seat] * OBEY[1 - self.seat] * odds.worth(slot)
        flight = CHASED * odds.UPSET * fear if chased and KIND[slot] in LIGHT_HORSE else 0.0
        if not kinds:
            return flight
        wall = 0
        if state.wall and slot in MEMBERS[HI]:
            wall = SHAKEN_WALL if state.disordered >> slot & 1 else WALL
        worst = max(value + (wall if sector == FRONT else REAR_DRM if sector == REAR else FLANK)
                    for sector, value in kinds.items())
        everybody = set().union(*comers.values())
        if len(everybody) > 1:
            more = SIDES_DRM + 1 if len(comers) > 1 else 1
            worst = max(worst, max(kinds.values()) + more)
        return max(flight, fear * _cost(worst, bool(state.disordered >> slot & 1)))

    def _evaded(self, slot: int) -> frozenset[int]:
        """The kinds of enemies before whom a unit can simply ride away (8.1)."""
        if KIND[slot] not in MOUNTED or (self.state.disordered | self.state.engaged) >> slot & 1:
            return frozenset()
        return INFANTRY | {HEAVY_CAVALRY} if KIND[slot] in LIGHT_HORSE else INFANTRY

    def closeness(self, slot: int, place: int) -> float:
        """What the distance to the enemy is worth."""
        away = self.near(place)
        if KIND[slot] == ARCHER:
            return -0.01 * max(0, away - 4) - 0.08 * (away < ARCHERS_KEEP)
        value = -CLOSING[self.seat] * max(0, away - 1)
        if PROSPECT[self.seat]:
            value += PROSPECT[self.seat] * prospects(self.ground, self.state, self.seat, KIND[slot]).get(place, 0.0)
        return value

    def company(self, place: int, held: int) -> float:
        """What friends beside a hex are worth."""
        return COMPANY * min((self.ground.adjacent[place] & held).bit_count(), 3)

    def assault(self, state: State, slot: int) -> float:
        """What a unit that stands and faces as in a state adds to the attacks of its side."""
        if not able(state, slot):
            return 0.0
        ground = self.ground
        mask = ground.front_mask[state.at[slot]][state.facing[slot]] & state.held[1 - self.seat]
        if not mask:
            return 0.0
        front = [state.where[hex_] for hex_ in range(len(ground.hexes)) if mask >> hex_ & 1]
        best = odds.fight(ground, state, (slot,), front)
        for target in front:
            helpers = self.helpers(state, slot, target)
            if helpers:
                joint = odds.fight(ground, state, (*helpers, slot), (target,))
                best = max(best, joint - max(0.0, odds.fight(ground, state, helpers, (target,))))
        return max(0.0, best)

    def helpers(self, state: State, slot: int, target: int) -> tuple[int, ...]:
        """Friends who could attack an enemy together with a unit."""
        ground, place = self.ground, state.at[target]
        found = []
        for hex_ in ground.neighbours[place]:
            other = state.where.get(hex_, -1) if hex_ >= 0 else -1
            if 0 <= other < COMBAT_UNITS and other != slot and SEAT[other] == self.seat and able(state, other) and (
                    ground.front_mask[hex_][state.facing[other]] >> place & 1):
                found.append(other)
        return tuple(found[:2])

    def leader_danger(self, place: int) -> float:
        """How many enemies could come next to a leader in a hex."""
        return sum(hex_ in self.threats for hex_ in self.ground.neighbours[place]) / 6

    @property
    def leader(self) -> int:
        """The seat's leader."""
        return LEADERS[self.seat]


@lru_cache(256)
def _cost(modifier: int, upset: bool) -> float:
    """What an attack with a modifier costs a unit of value 1, less what it costs a mounted attacker."""
    loss = 0.45 if upset else odds.UPSET
    cost = 0.0
    for key, chance in odds.rows(modifier):
        if key in ELIMINATES:
            cost += chance
        elif key in DISORDERS:
            cost += chance * loss
        if key in COSTS:
            cost -= chance * 0.3
    return max(0.0, cost)

