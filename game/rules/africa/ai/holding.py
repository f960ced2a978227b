"""The value to a side of having a group of units in an area when the enemy's player turn comes."""

from __future__ import annotations

from game.board.areas import Area
from game.core.indices import Seat, Slot, other
from game.rules.africa.ai.expected import shot_hit_chance
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.storming import NO_ATTACK, AttackFinder, AttackProspects
from game.rules.africa.coin_tables import CROWD_POINTS
from game.rules.africa.state import AfricaState
from game.rules.africa.units import MOROCCAN, SPANISH

RECEIVED_FIRE_SHARE = 0.55
"""Share of the possible fire that a group really receives; other groups draw the rest. This and the numbers below are
chosen by hand; values are in score."""
EXPECTED_ATTACK_CHANCE = 0.6
"""Probability with which an enemy attack that pays is expected."""
HIT_VALUE = 0.012
"""Value of a certain hit in the next fire."""
SHUT_IN_FACTORS = (3.0, 1.5, 1.0)
"""Factor on the cost of hits in an area with no way out, one, or more."""
ANY_AREA_VALUE = 0.004
"""Value of any area to the side that storms it."""
CONVOY_CAPTURE_CHANCE = 0.12
"""The chance that an unguarded convoy beyond the enemy's immediate reach is captured later, for each point of enemy
strength near it."""
CONVOY_LOSS_CHANCE = 0.9
"""The chance that a convoy is captured if the enemy can take its area. It replaces the chance that an attack is
expected: convoys draw attacks."""
EMPTY_PRIZE_SHARE = 0.5
"""Share of an objective's prize that remains if it is left empty with no enemy near."""
LOST_PRIZE_SHARE = 0.4
"""Share of an objective's prize that is lost with the objective while there is time to retake it."""
THREAT_WEIGHT = 0.3
"""Weight of enemy strength near an objective, against the garrison's, in the share of the prize that is secure."""
HIT_PRIZE_SHARE = 0.25
"""Share of an objective's prize at stake if its whole garrison is hit by fire."""


class Holding:
    """Values of one seat's positions in one field."""

    def __init__(self, field: Battlefield, seat: Seat) -> None:
        self.field = field
        self.seat = seat
        self._convoys = {a: len(own) for a, own in field.convoys.items()} if seat == SPANISH else {}
        """Area -> the number of convoys in it."""
        self._expected_hits: dict[tuple[Area, bool], float] = {}
        self._aim_chances: dict[tuple[Area, int], float] = {}
        self._near_strengths: dict[Area, float] = {}
        self._enemy_attacks = AttackFinder(field, other(seat))
        self.moves_last = last_to_move(field.state, seat)
        """Whether the battle ends before the enemy moves again."""
        self.enemy_moves_last = seat == SPANISH and not field.turns_left
        """Whether the enemy's next player turn is the last before the battle is decided."""
        self.attack_chance = 0.0 if self.moves_last else 1.0 if self.enemy_moves_last else EXPECTED_ATTACK_CHANCE
        """Probability with which the enemy's best attack is expected."""
        self._values: dict[tuple[Area, tuple[Slot, ...]], float] = {}

    def shift_convoy(self, here: Area, area: Area) -> None:
        """Assume that a convoy has moved to another area."""
        self._convoys[here] -= 1
        self._convoys[area] = self._convoys.get(area, 0) + 1
        self._values = {key: value for key, value in self._values.items() if key[0] not in (here, area)}

    def danger(self, area: Area) -> tuple[float, float]:
        """The shock coins that the enemy could bring into an area in its next player turn, and the strength of its
        units within two areas, half of it at a distance of two."""
        near_strength = self._near_strengths.get(area)
        if near_strength is None:
            field, distances, near_strength = self.field, self.field.ground.board.distances[area], 0.0
            for place, own in field.troops[other(self.seat)].items():
                if 0 < distances[place] <= 2:
                    near_strength += sum([field.worth.strength(field.state, i) for i in own]) / distances[place]
            self._near_strengths[area] = near_strength
        groups = self._enemy_attacks.attack_groups(area) if near_strength else []
        return (groups[-1].coins if groups else 0.0), near_strength

    def enemy_attack(self, area: Area, team: list[Slot], prize: float) -> AttackProspects:
        """The enemy's best attack on a team of fighters in an area in its next player turn.

        :param prize: the value of the area to the enemy, in score.
        """
        if not self._enemy_attacks.attack_groups(area):
            return NO_ATTACK
        hits = self.expected_hits(area, self.field.is_crowd(team))
        return self._enemy_attacks.best_attack(area, team, self._arriving_officer_coins(area), hits, prize)

    def kept_share(self, area: Area, team: list[Slot]) -> float:
        """Share (0 to 1) of an area's value that a team keeps after taking it, since the enemy may retake it."""
        if self.moves_last:
            return 1.0
        take_chance = self.enemy_attack(area, team, self.field.prize(area, self.seat)).take_chance
        return 1.0 - take_chance * (1.0 if self.enemy_moves_last else LOST_PRIZE_SHARE)

    def expected_hits(self, area: Area, crowd: bool) -> float:
        """Expected hits of the enemy's fire in one phase on units in an area; cached.

        :param crowd: whether these units are a crowd (ruling 2).
        """
        key = (area, crowd)
        if key not in self._expected_hits:
            self._expected_hits[key] = self.field.expected_hits(area, other(self.seat), crowd)
        return self._expected_hits[key]

    def best_aim_chance(self, area: Area, factor: int) -> float:
        """The best chance of a hit with a fire factor from an area at an adjacent enemy; 0 without one."""
        key = (area, factor)
        best = self._aim_chances.get(key)
        if best is None:
            field, enemy = self.field, other(self.seat)
            modifier = field.outward_fire_modifier(area)
            best = self._aim_chances[key] = max(
                (shot_hit_chance(factor, modifier + field.cover(near, field.state.points(near, enemy) >= CROWD_POINTS),
                                 field.from_cup)
                 for near in field.ground.neighbours[area] if near in field.troops[enemy]),
                default=0.0,
            )
        return best

    def value(self, area: Area, team: tuple[Slot, ...]) -> float:
        """Value in score of having these fighters, or none, in an area without enemies; cached.

        :param team: slots, ascending.
        """
        key = (area, team)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._value(area, team)
        return value

    def gain(self, area: Area, slot: Slot) -> float:
        """What one fighter's presence adds to the value of an area."""
        team = [i for i in self.field.troops[self.seat].get(area, ()) if i != slot]
        return self.value(area, tuple(sorted((*team, slot)))) - self.value(area, tuple(sorted(team)))

    def _value(self, area: Area, team: tuple[Slot, ...]) -> float:
        field, state = self.field, self.field.state
        foot = field.setting.foot
        is_objective = area in field.setting.objectives
        prize = field.prize(area, self.seat) if is_objective else 0.0
        coins, near_strength = self.danger(area)
        is_held = is_objective and (state.control >> area & 1) == (self.seat == SPANISH)
        if self.moves_last:
            return prize if team or is_held else 0.0
        if not team:
            # An early victory needs units in the areas (ruling 14), so an empty area counts only in the last turn.
            counts_empty = self.enemy_moves_last and state.turn != field.setting.early_turn
            kept_share = (0.0 if coins else 1.0) if counts_empty else EMPTY_PRIZE_SHARE / (1 + near_strength)
            capture_chance = (CONVOY_LOSS_CHANCE if coins
                              else min(CONVOY_CAPTURE_CHANCE * near_strength, CONVOY_LOSS_CHANCE))
            return (prize * kept_share if is_held else 0.0) - self._convoys_value(area) * capture_chance
        crowd = field.is_crowd(team)
        hits = min(RECEIVED_FIRE_SHARE * self.expected_hits(area, crowd), float(len(team)))
        hit_costs = [field.worth.hit_cost(state, i) for i in team]
        cost = hits * sum(hit_costs) / len(hit_costs)
        strength = sum(field.worth.strength(state, i) for i in team)
        gain = HIT_VALUE * sum(self.best_aim_chance(area, field.fire_factor(i)) for i in team if foot >> i & 1)
        convoys_value = self._convoys_value(area)
        attack = self.enemy_attack(area, list(team), prize + convoys_value + ANY_AREA_VALUE) if coins else NO_ATTACK
        if is_objective:
            gain += prize * (1.0 - self.attack_chance * attack.take_chance) * (
                1.0 if self.enemy_moves_last else (strength + 1.0) / (strength + 1.0 + THREAT_WEIGHT * near_strength))
            cost += 0.0 if self.enemy_moves_last else prize * HIT_PRIZE_SHARE * hits / len(team)
        cost *= self._retreat_factor(area)
        cost += convoys_value * CONVOY_LOSS_CHANCE * attack.take_chance
        cost += self.attack_chance * (attack.gain - (prize + convoys_value) * attack.take_chance)
        return gain - cost

    def _convoys_value(self, area: Area) -> float:
        """Value of the convoys in an area to the side that captures them."""
        return self._convoys.get(area, 0) * self.field.convoy_value

    def _retreat_factor(self, area: Area) -> float:
        """Factor on the cost of hits in an area with few places to retreat to."""
        field = self.field
        open_areas = field.ground.adjacent[area] & ~field.ground.sea & ~field.state.occupied[other(self.seat)]
        return SHUT_IN_FACTORS[min(open_areas.bit_count(), 2)]

    def _arriving_officer_coins(self, area: Area) -> int:
        """Defence coins of the best officer who could move into an area that has none; 0 without one."""
        staff = self.field.staff[self.seat]
        if area in staff:
            return 0
        near = self.field.ground.adjacent[area]
        return max((self.field.officer_coins(own, attacking=False) for place, own in staff.items()
                    if near >> place & 1), default=0)


def last_to_move(state: AfricaState, seat: Seat) -> bool:
    """Whether it is the seat's player turn, and the last one of the battle (the Moroccan one of the last turn)."""
    return seat == state.now.phasing == MOROCCAN and state.turn == state.setting.turns


def holding_of(field: Battlefield, seat: Seat) -> Holding:
    """The cached holding of a seat in a field. Callers must not change it."""
    holding = field.holdings.get(seat)
    if not isinstance(holding, Holding):
        holding = field.holdings[seat] = Holding(field, seat)
    return holding
