"""A position as one seat evaluates it at one decision: distances, dangers and possible attacks, cached."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from game.board.hexgrid import Hex, hexes_in
from game.core.chance import D10
from game.core.indices import Seat, Slot
from game.rules.tours import fire, movement, victory
from game.rules.tours.ai import odds
from game.rules.tours.ai.prospects import prospects
from game.rules.tours.ai.stances import AS_IT_COMES, UNREACHABLE_COST, Stance, Task
from game.rules.tours.ground import FRONT, SECTORS
from game.rules.tours.orders import ACTIVATION_LIMITS
from game.rules.tours.retreats import INFANTRY, LIGHT_CAVALRY_KINDS, LOWEST_DISORDERING_FACE
from game.rules.tours.sequence import PLAYER_TURN
from game.rules.tours.shock import can_attack_by_shock
from game.rules.tours.shock_odds import (
    COSTLY_RESULTS,
    DISORDERING_RESULTS,
    DRMS,
    ELIMINATING_RESULTS,
    SECTOR_DRM,
    WEAPON_MATRIX,
)
from game.rules.tours.state import NOBODY, ToursState
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    CONTINGENT,
    FOE,
    HEAVY_CAVALRY,
    KIND,
    MOUNTED,
    SEAT,
    UNITS,
    Contingent,
)

ACTIVATION_CHANCES = tuple((most + 1) / len(D10.faces) for most in ACTIVATION_LIMITS)
"""Seat -> the chance that a contingent's activation roll succeeds (5.2.2)."""
DANGER_WEIGHT = (0.7, 0.5)
"""Seat -> the factor on dangers; chosen by hand, as are the numbers below that are not said to be measured."""
CHASE_RISK = sum(face >= LOWEST_DISORDERING_FACE for face in D10.faces) / len(D10.faces)
"""The chance that light cavalry or archers are disordered when they retreat before heavy cavalry (8.1.1)."""
CLOSING_VALUE = (0.0, 0.012)
"""Seat -> the value of each hex nearer to the enemy; 0 for the Franks, who hold the road and can wait."""
PROSPECT_WEIGHT = (0.8, 1.0)
"""Seat -> the weight of attacks in later turns; measured at a tenth of the budget. With 0 for both, games took 30
turns. Against the attack along the whole line the raid won 13 of 40 battles with 0.18 for the Franks and only attacks
that gain. With attacks that lose up to 0.1 it won 16 of 40 at 0.18, 21 of 40 at 0.5 and 20 of 40 at 0.8. Against the
defence of the camp it won 23 of 40 at 0.5 and at 0.8, as before (23 of 40)."""
ARCHER_DISTANCE = 2
"""The distance in hexes that archers keep from the enemy."""
TOO_NEAR_COST = 0.08
"""The cost to archers of being nearer than ``ARCHER_DISTANCE``."""
BOWSHOT = 4
"""The distance in hexes from the enemy at which archers wait."""
TOO_FAR_COST = 0.01
"""The cost to archers of each hex farther than ``BOWSHOT``."""
FRIEND_VALUE = 0.012
"""The value of each friend next to a unit."""
MAX_FRIENDS = 3
"""The most friends next to a unit that count."""
ARROW_HIT_CHANCE = sum(fire.TABLE.result("HI", face + fire.RANGE_DRM[1]) != "-" for face in D10.faces) / len(D10.faces)
"""The chance that fire at a range of one hex hits heavy infantry in the open."""
MAX_HELPERS = 2
"""The most friends that are counted as attacking together with a unit."""
SECOND_DISORDER_SHARE = sum(odds.ELIMINATION_CHANCE[kind] for kind in INFANTRY) / 2
"""The share of a unit's value that a second disorder costs: the mean of heavy and light units."""
REPULSED_SHARE = 0.3
"""The gain of a defender, as a share of its value, from a result that costs the attackers something."""
NO_ENEMY_DISTANCE = 99
"""The distance in hexes that stands for that to the nearest enemy if no enemies are left."""
OF_KIND = tuple(sum(1 << slot for slot in range(COMBAT_UNITS) if KIND[slot] == kind)
                for kind in range(len(odds.ELIMINATION_CHANCE)))
"""Kind -> the mask of its units."""
FOOT_UNITS = sum(OF_KIND[kind] for kind in INFANTRY)
"""The mask of all units on foot."""
NO_TASK = Task()
WEAPONS = tuple((drms, OF_KIND[kind]) for kind, drms in WEAPON_MATRIX.items())
"""For each kind of attacker: defender's kind -> DRM, and the mask of the units of that kind."""


class Scene:
    """A state seen by one seat, with cached facts about it."""

    def __init__(
        self, state: ToursState, seat: Seat, stance: Stance = AS_IT_COMES, losses: float = 1.0
    ) -> None:
        """:param losses: the factor on own losses (``Personality``)."""
        self.ground, self.state, self.seat, self.stance = state.ground, state, seat, stance
        self.losses = losses
        self.tasks = stance.tasks(state)
        self.enemies = state.army(FOE[seat])
        self.distance_to_enemy = lru_cache(None)(self._distance_to_enemy)
        self.dangers = lru_cache(None)(self._dangers)

    @cached_property
    def result_if_ended(self) -> int:
        """The result for its side if nothing more happens in this player turn: 1 for a victory, -1 for a defeat, 0 if
        the battle goes on (14.0)."""
        state = self.state
        ending = victory.ending(state) if state.second and state.phase in PLAYER_TURN else ""
        return 0 if not ending else 1 if victory.ENDINGS[ending][0] == self.seat else -1

    @cached_property
    def decisive(self) -> set[Contingent]:
        """The contingents with units that could end the battle in this player turn: Franks that can reach the
        trains."""
        return {CONTINGENT[slot] for slot, task in self.tasks.items() if task.is_decisive}

    @cached_property
    def threats(self) -> dict[Hex, int]:
        """Hex -> the mask of the enemies with shock attacks that could be in it next turn; units in the wall may leave
        it."""
        threats: dict[Hex, int] = {}
        for slot in self.enemies:
            if KIND[slot] == ARCHER:
                continue
            is_engaged = self.state.engaged >> slot & 1
            places = ([self.state.at[slot]] if is_engaged
                      else movement.reachable(self.state, slot, UNITS[slot].move).points)
            for place in places:
                threats[place] = threats.get(place, 0) | 1 << slot
        return threats

    @cached_property
    def archers_covering(self) -> dict[Hex, int]:
        """Hex -> the number of enemy archers that have it in front and would fire at a unit that enters it (7.2)."""
        archers: dict[Hex, int] = {}
        for slot in self.enemies:
            if KIND[slot] == ARCHER and not self.state.engaged >> slot & 1:
                for place in hexes_in(self.ground.front_mask[self.state.at[slot]][self.state.facing[slot]]):
                    archers[place] = archers.get(place, 0) + 1
        return archers

    def other_friends(self, slot: Slot) -> int:
        """The mask of hexes with a unit's friends, not counting its own hex."""
        return self.state.occupied[self.seat] & ~(1 << self.state.at[slot])

    def arrows(self, slot: Slot, place: Hex) -> float:
        """The expected cost of reaction fire to a unit that enters a hex."""
        return ARROW_HIT_CHANCE * self.archers_covering.get(place, 0) * odds.disorder_cost(self.state, slot)

    def _distance_to_enemy(self, place: Hex) -> int:
        """Hexes to the nearest enemy."""
        row, at = self.ground.distances(place), self.state.at
        return min([row[at[slot]] for slot in self.enemies], default=NO_ENEMY_DISTANCE)

    def danger(self, slot: Slot, place: Hex, vertex: int, friends: int) -> float:
        """The expected cost to a unit of the enemy's best attack on it, in a hex with a facing.

        :param friends: the mask of hexes with its friends, not counting its own hex.
        """
        return self.dangers(slot, place, friends)[vertex]

    def _dangers(self, slot: Slot, place: Hex, friends: int) -> tuple[float, ...]:
        """Vertex -> the expected cost to a unit of the enemy's best attack, if it faces that vertex in a hex.

        Two attackers are assumed at most, and no modifier for terrain. With as many attackers as can come next to the
        unit and with the terrain, the Franks won 10 of 20 battles and the Muslims 8 of 19, as many as without (10 and
        9 of 20; at a tenth of the budget).

        :param friends: the mask of hexes with its friends, not counting its own hex.
        """
        ground, state, kind = self.ground, self.state, KIND[slot]
        evaded = retreat_hexes = 0  # masks of the enemies before which it may retreat, and of the hexes for it (8.1)
        if kind in MOUNTED and not (state.disordered | state.engaged) >> slot & 1:
            evaded = FOOT_UNITS | OF_KIND[HEAVY_CAVALRY] if kind in LIGHT_CAVALRY_KINDS else FOOT_UNITS
            taken = friends | ground.closed | state.wagons | state.occupied[FOE[self.seat]]
            retreat_hexes = ground.adjacent[place] & ~(taken | state.enemy_zone(self.seat))
        approaches: list[tuple[int, int, int]] = []
        # Hexside, best weapons modifier, and mask of the enemies that can attack through it.
        retreats_before_heavy_cavalry = False
        for side, hex_ in enumerate(ground.neighbours[place]):
            mask = self.threats.get(hex_, 0)
            if not mask or friends >> hex_ & 1:
                continue
            if evaded and retreat_hexes & ~ground.adjacent[hex_]:
                retreats_before_heavy_cavalry |= bool(mask & OF_KIND[HEAVY_CAVALRY])
                mask &= ~evaded
            if mask:
                approaches.append((side, max(drms[kind] for drms, units in WEAPONS if mask & units), mask))
        weight = DANGER_WEIGHT[self.seat] * ACTIVATION_CHANCES[FOE[self.seat]]
        unit_cost = self.losses * self.task(slot).danger_factor * weight * odds.unit_value(slot)
        retreat_cost = (CHASE_RISK * odds.DISORDER_SHARE * unit_cost
                        if retreats_before_heavy_cavalry and kind in LIGHT_CAVALRY_KINDS else 0.0)
        if not approaches:
            return (retreat_cost,) * 6
        is_disordered = bool(state.disordered >> slot & 1)
        wall = odds.front_wall_drm_of(slot, is_disordered) if state.wall else 0
        attackers = 0
        for _, _, mask in approaches:
            attackers |= mask
        several, best_weapons = attackers.bit_count() > 1, max(drm for _, drm, _ in approaches)
        dangers = []
        for vertex in range(6):
            sectors = [SECTORS[(side - vertex) % 6] for side, _, _ in approaches]
            highest = max(drm + (wall if sector == FRONT else SECTOR_DRM[sector])
                          for sector, (_, drm, _) in zip(sectors, approaches, strict=True))
            if several:  # two attackers: +1 for numbers, and perhaps through two sides (8.4)
                highest = max(highest, best_weapons + (DRMS.sides + 1 if len(set(sectors)) > 1 else 1))
            dangers.append(max(retreat_cost, unit_cost * _attack_cost(highest, is_disordered)))
        return tuple(dangers)

    def task(self, slot: Slot) -> Task:
        """The task of a unit in the stance; ``NO_TASK`` if it has none."""
        return self.tasks.get(slot, NO_TASK)

    def distance_value(self, slot: Slot, place: Hex) -> float:
        """The value of a hex by its distance from the enemy and from the aim of the unit's task."""
        task = self.task(slot)
        return (task.enemy_factor * self._enemy_distance_value(slot, place)
                - task.aim_value * self.points_to_aim(slot, place))

    def points_to_aim(self, slot: Slot, place: Hex) -> int:
        """The movement points from a hex to the aim of a unit's task; 0 without an aim."""
        state, task = self.state, self.task(slot)
        if not task.aim:
            return 0
        costs = self.ground.points_to(task.aim, KIND[slot], state.hostile[self.seat] | state.wagons,
                                      state.enemy_zone(self.seat))
        return costs.get(place, UNREACHABLE_COST)

    def _enemy_distance_value(self, slot: Slot, place: Hex) -> float:
        """The value of a hex to a unit by its distance from the enemy, and by the attacks possible from there later."""
        distance = self.distance_to_enemy(place)
        if KIND[slot] == ARCHER:
            return -TOO_FAR_COST * max(0, distance - BOWSHOT) - TOO_NEAR_COST * (distance < ARCHER_DISTANCE)
        value = -CLOSING_VALUE[self.seat] * max(0, distance - 1)
        if PROSPECT_WEIGHT[self.seat]:
            value += PROSPECT_WEIGHT[self.seat] * prospects(self.state, self.seat, KIND[slot]).get(place, 0.0)
        return value

    def company_value(self, place: Hex, friends: int) -> float:
        """The value of friends next to a hex.

        :param friends: the mask of hexes with friends.
        """
        return FRIEND_VALUE * min((self.ground.adjacent[place] & friends).bit_count(), MAX_FRIENDS)

    def shock_gain(
        self, state: ToursState, attackers: Sequence[Slot], defenders: Sequence[Slot], previous: int = 0
    ) -> float:
        """The expected gain of a shock attack by the seat's units (``odds.shock_gain``)."""
        return odds.shock_gain(state, attackers, defenders, previous, self.losses)

    def attack_gain(self, state: ToursState, slot: Slot, vertex: int) -> float:
        """The expected gain that a unit adds to the seat's attacks, facing a vertex; at least 0.

        :param state: the state with the unit in the hex from which it attacks.
        """
        mask = self.ground.front_mask[state.at[slot]][vertex] & self.state.occupied[FOE[self.seat]]
        if not mask or not can_attack_by_shock(state, slot):
            return 0.0
        front = [self.state.unit_in[hex_] for hex_ in hexes_in(mask)]
        best = self.shock_gain(state, (slot,), front)
        for target in front:
            helpers = self.helpers(state, slot, target)
            if helpers:
                joint = self.shock_gain(state, (*helpers, slot), (target,))
                best = max(best, joint - max(0.0, self.shock_gain(state, helpers, (target,))))
        return max(0.0, best)

    def helpers(self, state: ToursState, slot: Slot, target: Slot) -> tuple[Slot, ...]:
        """The friends that could attack an enemy together with a unit, at most ``MAX_HELPERS``."""
        ground, place = self.ground, state.at[target]
        helpers = []
        for hex_ in ground.neighbours[place]:
            other = self.state.unit_in.get(hex_, NOBODY)
            if 0 <= other < COMBAT_UNITS and other != slot and SEAT[other] == self.seat and (
                    can_attack_by_shock(state, other) and ground.front_mask[hex_][state.facing[other]] >> place & 1):
                helpers.append(other)
        return tuple(helpers[:MAX_HELPERS])

    def leader_danger(self, place: Hex) -> float:
        """The share of the hexes around a leader's hex that enemies could enter, from 0 to 1."""
        return sum(hex_ in self.threats for hex_ in self.ground.neighbours[place]) / 6


@lru_cache(256)
def _attack_cost(modifier: int, is_disordered: bool) -> float:
    """The expected cost of an attack with a total modifier to a unit of value 1, less the cost to the attackers; at
    least 0."""
    disorder_share = SECOND_DISORDER_SHARE if is_disordered else odds.DISORDER_SHARE
    cost = 0.0
    for key, chance in odds.result_chances(modifier):
        if key in ELIMINATING_RESULTS:
            cost += chance
        elif key in DISORDERING_RESULTS:
            cost += chance * disorder_share
        if key in COSTLY_RESULTS:
            cost -= chance * REPULSED_SHARE
    return max(0.0, cost)
