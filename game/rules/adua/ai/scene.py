"""A position seen by one seat at one decision: distances to the enemy, and the strength of both sides by place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property, lru_cache

from game.board.hexgrid import Hex, hexes_in
from game.board.paths import reach, reversed_steps
from game.core.indices import Seat, Slot, other
from game.rules.adua import aiming, movement, smallarms
from game.rules.adua.ground import POINTS, AduaGround
from game.rules.adua.sides import ARTILLERY, Kind
from game.rules.adua.state import AduaState
from game.rules.adua.units import FIGHTERS, KIND, SEAT, UNITS

UNREACHABLE = 99
"""The movement points, or hexes, that stand for a place that cannot be reached."""
HOST_ENTRY_TURN = 6
"""The turn on which most of the host, the Abyssinian army, enters (4.0)."""
STEEP_COST = 4
"""The movement points assumed for a hex that takes a whole turn to enter; chosen by hand, as are the numbers below."""
RESERVE_RANGE = 5
"""Hexes from an enemy, or from a melee, within which units count as a reserve that initiative may bring in (12.0)."""
DEMAND_RATIO = 2.5
"""The combat value that should march on an enemy unit, in multiples of the enemy's dice (``AduaScene.strength``)."""


@lru_cache(4096)
def costs_to(ground: AduaGround, kind: Kind, target: Hex) -> tuple[int, ...]:
    """For each hex, the movement points that a kind of unit needs from it to a target, by terrain costs alone.

    A unit may begin its march in a hex barred to it, but not march through one.
    """
    points = reach((target,), _steps_back(ground, kind), UNREACHABLE - 1, halts=ground.barred[kind]).points
    return tuple(points.get(place, UNREACHABLE) for place in ground.index.values())


def costs_from(ground: AduaGround, kind: Kind, starts: Collection[Hex]) -> tuple[int, ...]:
    """For each hex, the movement points that a kind of unit needs to it from the nearest of some hexes, by terrain
    costs alone."""
    points = reach(starts, _steps(ground, kind), UNREACHABLE - 1, ground.barred[kind]).points
    return tuple(points.get(place, UNREACHABLE) for place in ground.index.values())


@lru_cache(64)
def _steps_back(ground: AduaGround, kind: Kind) -> list[list[tuple[Hex, int]]]:
    """Hex -> the adjacent hexes, each with the movement points assumed for a kind of unit to enter the hex from it."""
    return reversed_steps(_steps(ground, kind))


def _steps(ground: AduaGround, kind: Kind) -> list[list[tuple[Hex, int]]]:
    """Hex -> the adjacent hexes, each with the movement points assumed for a kind of unit to enter it."""
    costs = [STEEP_COST if climb == "one" else POINTS.get(climb, 1) for climb in ground.climbs[kind]]
    return [[(there, costs[there]) for there in row] for row in ground.adjacent_hexes]


def cost_to(state: AduaState, slot: Slot, target: Hex) -> int:
    """The movement points of a unit to a hex; from the nearest pass for a unit yet to enter."""
    ground = state.ground
    costs = costs_to(ground, KIND[slot], target)
    return costs[state.at[slot]] if state.at[slot] >= 0 else min(costs[place] for place in ground.passes)


def assign_marches(state: AduaState, marching: list[Slot], wanted: dict[Slot, float]) -> dict[Slot, Slot]:
    """Unit -> the enemy it marches on. The shortest marches are assigned first.

    :param wanted: enemy -> the combat value that should march on it. Once all enemies have enough, the remaining units
        are assigned in the same way again.
    """
    shortest_first = sorted((cost_to(state, slot, state.at[enemy]) / UNITS[slot].move, slot, enemy)
                            for enemy in wanted for slot in marching)
    marches: dict[Slot, Slot] = {}
    while wanted and len(marches) < len(marching):
        missing = dict(wanted)
        for _, slot, enemy in shortest_first:
            if slot not in marches and missing[enemy] > 0:
                marches[slot] = enemy
                missing[enemy] -= state.value(slot)
    return marches


class EnemyField:
    """Cached facts about the enemy while its units stay in place."""

    def __init__(self, ground: AduaGround, at: Mapping[Slot, Hex], lost: Mapping[Slot, int]) -> None:
        """
        :param at: enemy unit -> its place.
        :param lost: enemy unit -> the steps it has lost.
        """
        self._ground, self._at = ground, at
        self.units = [slot for slot, place in at.items() if place >= 0]
        self._values = {slot: UNITS[slot].values[lost[slot]] for slot in self.units}
        self.distance_to_enemy = lru_cache(None)(self._distance_to_enemy)
        self.value_within = lru_cache(None)(self._value_within)
        self.value_coming = lru_cache(None)(self._value_coming)

    def _distance_to_enemy(self, place: Hex) -> int:
        """Hexes to the nearest enemy unit."""
        distance, at = self._ground.distance, self._at
        return min((distance(place, at[slot]) for slot in self.units), default=UNREACHABLE)

    def _value_within(self, place: Hex, hexes: int) -> int:
        """The sum of the combat values of enemies within this number of hexes of a hex."""
        near, at = self._ground.within(place, hexes), self._at
        return sum(value for slot, value in self._values.items() if near >> at[slot] & 1)

    def _value_coming(self, turn: int) -> int:
        """The combat value of enemies yet to enter that may have entered by a turn (4.0)."""
        return sum(UNITS[slot].values[0] for slot, place in self._at.items()
                   if 0 < movement.arrival_turn_at(slot, place) <= turn)

    @cached_property
    def threatened(self) -> Mapping[Hex, int]:
        """Hex -> the sum of the combat values of enemies that could come next to it in one move, by distance alone."""
        threats: dict[Hex, int] = {}
        for slot, value in self._values.items():
            for hex_ in hexes_in(self._ground.within(self._at[slot], UNITS[slot].move + 1)):
                threats[hex_] = threats.get(hex_, 0) + value
        return threats


@lru_cache(8)
def _enemy_field(ground: AduaGround, at: tuple[Hex, ...], lost: tuple[int, ...], seat: Seat) -> EnemyField:
    """The field of a seat's units; their places and lost steps are given in the order of their slots."""
    slots = FIGHTERS[seat]
    return EnemyField(ground, dict(zip(slots, at, strict=True)), dict(zip(slots, lost, strict=True)))


class AduaScene:
    """A state seen by one seat, with cached facts about it."""

    def __init__(self, state: AduaState, seat: Seat, passes: tuple[Hex, ...] = (),
                 targets: Collection[Slot] | None = None, loss_factor: float = 1.0) -> None:
        """
        :param passes: the passes that Italians may march to; empty: all passes.
        :param targets: the enemies on which units march; None: all enemies.
        :param loss_factor: the player's factor on own losses (``Personality.losses``).
        """
        self.loss_factor = loss_factor
        self.ground, self.state, self.seat = state.ground, state, seat
        self.passes, self.targets = passes or state.ground.passes, targets
        enemy_slots = FIGHTERS[other(seat)]
        enemy_slice = slice(enemy_slots[0], enemy_slots[-1] + 1)
        self._enemy = _enemy_field(self.ground, state.at[enemy_slice], state.lost[enemy_slice], other(seat))
        self.enemies = self._enemy.units
        self.distance_to_enemy = self._enemy.distance_to_enemy
        self.value_within, self.value_coming = self._enemy.value_within, self._enemy.value_coming
        self.friends = [slot for slot in FIGHTERS[seat] if state.at[slot] >= 0]
        self._expected_gains: dict[Slot, float] = {}

    def after(self, state: AduaState) -> AduaScene:
        """The scene after a move of the seat; the assignment of units to enemies is kept."""
        scene = AduaScene(state, self.seat, self.passes, self.targets, self.loss_factor)
        scene.__dict__["marches"] = self.marches
        return scene

    @property
    def threatened(self) -> Mapping[Hex, int]:
        """As ``EnemyField.threatened``."""
        return self._enemy.threatened

    def strength(self, slot: Slot) -> int:
        """A unit's dice before any modifier that depends on its opponent."""
        return max(1, self.state.value(slot) + sum(term.value for term in smallarms.base_terms(self.state, slot)))

    def attack_dice(self, slot: Slot, target: Slot, place: Hex | None = None) -> int:
        """A unit's dice in an attack on one enemy, if no other enemy in its ZOC is left out.

        :param place: the hex from which it attacks; None for its present hex.
        """
        return max(1, self.strength(slot) + smallarms.elevation(self.state, slot, (target,), place))

    def expected_gain(self, target: Slot, compute: Callable[[AduaScene, Slot], float]) -> float:
        """The expected gain of an attack on an enemy. It is computed once for each enemy and kept.

        :param compute: computes it from the scene and the enemy; the same function in every call.
        """
        if target not in self._expected_gains:
            self._expected_gains[target] = compute(self, target)
        return self._expected_gains[target]

    def reserve(self, place: Hex) -> int:
        """The sum of the combat values of friends within ``RESERVE_RANGE`` of a hex, without artillery, units in melee
        and units next to the hex."""
        state, near = self.state, self.ground.within(place, RESERVE_RANGE) & ~self.ground.adjacent[place]
        return sum(state.value(slot) for slot in self.friends
                   if near >> state.at[slot] & 1 and not state.engaged >> slot & 1 and KIND[slot] not in ARTILLERY)

    @cached_property
    def marches(self) -> dict[Slot, Slot]:
        """Unit -> the enemy unit it marches on, for all units on the map or about to enter."""
        marching = [slot for slot in FIGHTERS[self.seat]
                    if self.state.at[slot] >= 0 or 0 < movement.arrival_turn(self.state, slot) <= self.state.turn]
        wanted = self.enemies if self.targets is None else [one for one in self.enemies if one in self.targets]
        return assign_marches(self.state, marching, {enemy: DEMAND_RATIO * self.strength(enemy) for enemy in wanted})

    def walk_to_enemy(self, slot: Slot, place: Hex) -> int:
        """The movement points of a unit from a hex to the nearest enemy unit by terrain costs alone; from the nearest
        pass if the place is off the map."""
        starts = (place,) if place >= 0 else self.ground.passes
        rows = [costs_to(self.ground, KIND[slot], self.state.at[one]) for one in self.enemies]
        return min((row[start] for row in rows for start in starts), default=UNREACHABLE)

    def enemies_beside(self, place: Hex) -> list[Slot]:
        """Enemy units next to a hex that are in no melee."""
        mask = self.ground.adjacent[place] & self.state.occupied[other(self.seat)] & ~self.state.melees
        return [slot for hex_ in hexes_in(mask) for slot in self.state.units_in[hex_] if SEAT[slot] != self.seat]

    def enemies_in_reach_from(self, slot: Slot, place: Hex) -> list[Slot]:
        """The enemy units that a unit could attack from a hex."""
        moved = self.state if self.state.at[slot] == place else self.state.with_unit_at(slot, place)
        return aiming.enemies_in_reach(moved, slot)
