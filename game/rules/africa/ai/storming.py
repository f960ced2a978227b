"""A side's best attack on an area in its next player turn, and the chance that it takes the area, estimated from the
expected losses to the fire before the shock, and the odds of the shock with the expected coins."""

from __future__ import annotations

from typing import NamedTuple

from game.board.areas import Area, areas_in
from game.core.indices import Seat, Slot, other, slots_in
from game.rules.africa.ai.expected import barrage_result_chances
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.artillery import shelters
from game.rules.africa.state import STACKING_LIMIT

AIMED_FIRE_SHARE = 0.75
"""Share of all possible fire at an area that is really aimed there before an attack; chosen, as are the numbers
below."""
AIMED_GUN_SHARE = 0.6
"""The same share for guns."""
DEFENDER_HIT_LOSS = 0.8
"""Share of its coins that a defender loses to a hit."""
ATTACKER_HIT_LOSS = 0.9
"""The same share for an attacker."""


class AttackGroup(NamedTuple):
    """A group of units that could attack an area together."""

    coins: float
    """Coins in shock, with officer and terrain."""
    price: float
    """Cost in score of losing all of them."""
    hit_cost: float
    """Average cost in score of a hit on one of them."""
    unit_count: int
    crowd: bool
    """Whether the units together are a crowd, at which fire has a coin more (ruling 2)."""


class AttackProspects(NamedTuple):
    """The prospects of the attackers' best attack on an area."""

    gain: float
    """Its expected gain in score to the attackers; 0 if no attack pays."""
    take_chance: float
    """The chance (0 to 1) that the attackers take the area."""


NO_ATTACK = AttackProspects(0.0, 0.0)


class AttackFinder:
    """Finds the attacks that one side could make in its next player turn; cached for one state."""

    def __init__(self, field: Battlefield, seat: Seat) -> None:
        self.field = field
        self.seat = seat
        self._groups: dict[Area, list[AttackGroup]] = {}
        self._clearing_chances: dict[Area, float] = {}

    def attack_groups(self, area: Area) -> list[AttackGroup]:
        """The possible groups of attackers of an area: the best unit, the best two and so on, up to the stacking
        limit."""
        groups = self._groups.get(area)
        if groups is None:
            groups = self._groups[area] = self._form_groups(area)
        return groups

    def _form_groups(self, area: Area) -> list[AttackGroup]:
        """The groups for an area, not cached. Units are ranked by coins per stacking point."""
        field, state, points = self.field, self.field.state, self.field.setting.points
        coins = {i: field.worth.coins(state, i, field.hidden_coins) for i in self.possible_attackers(area)}
        if not coins:
            return []
        officer_coins = self._attack_officer_coins(area)
        team: list[Slot] = []
        groups, points_left, total_hit_cost = list[AttackGroup](), STACKING_LIMIT, 0.0
        for slot in sorted(coins, key=lambda i: (-coins[i] / max(points[i], 1), i)):
            if points[slot] <= points_left:
                points_left -= points[slot]
                team.append(slot)
                total_hit_cost += field.worth.hit_cost(state, slot)
                origins = {state.at[i] for i in team}
                groups.append(AttackGroup(field.attack(area, team, officer_coins, origins), field.price(team),
                                          total_hit_cost / len(team), len(team),
                                          field.is_crowd(team)))
        return groups

    def possible_attackers(self, area: Area) -> list[Slot]:
        """Infantry and cavalry that could enter an area in their side's next player turn, from an adjacent area, or
        cavalry from two areas away; demoralized units are left out."""
        field, setting = self.field, self.field.setting
        distances, enemy = field.ground.board.distances[area], field.state.occupied[other(self.seat)]
        attackers = []
        for place, own in field.troops[self.seat].items():
            distance = distances[place]
            if not 0 < distance <= 2:
                continue
            for i in own:
                if (field.state.demoralized | setting.guns) >> i & 1:
                    continue
                steps = setting.steps[i]
                if steps.first[place] >> area & 1 or (setting.cavalry >> i & 1 and any(
                        steps.later[middle] >> area & 1
                        for middle in areas_in(steps.first[place] & steps.onward[place] & ~enemy))):
                    attackers.append(i)
        return attackers

    def _attack_officer_coins(self, area: Area) -> int:
        """Attack coins of the best officer who could join an attack on an area; 0 without one."""
        field = self.field
        distances = field.ground.board.distances[area]
        near = (own for place, own in field.staff[self.seat].items() if distances[place] <= 2)
        return max((field.officer_coins(own, attacking=True) for own in near), default=0)

    def clearing_chance(self, area: Area) -> float:
        """The estimated chance (0 to 1) that guns clear an area before it is attacked: every result of a gun counts as
        clearing it."""
        chance = self._clearing_chances.get(area)
        if chance is None:
            field, seat, state = self.field, self.seat, self.field.state
            cover = field.ground.fire_cover(area)[0] if shelters(field.ground, area, seat) else 0
            miss_chance = 1.0
            for slot in slots_in(field.setting.guns & field.setting.side[seat] & ~state.demoralized):
                unit, here = field.setting.units[slot], state.at[slot]
                if here >= 0 and field.ground.areas_in_range(unit.kind)[here] >> area & 1:
                    distance = field.ground.fire_distances[here][area]
                    coins = max(field.fire_factor(slot), 0) + cover
                    result_chances = barrage_result_chances(coins, distance, field.from_cup)
                    miss_chance *= 1.0 - AIMED_GUN_SHARE * sum(result_chances)
            chance = self._clearing_chances[area] = 1.0 - miss_chance
        return chance

    def best_attack(self, area: Area, defenders: list[Slot], defence_officer_coins: int, hits: float,
                    prize: float) -> AttackProspects:
        """The best attack on an area with given defenders.

        :param defenders: at least one.
        :param defence_officer_coins: defence coins of an officer who may yet join the defenders.
        :param hits: expected hits on the defenders by fire before the attack, if all of it were aimed at them.
        :param prize: value of the area to the attackers, in score.
        """
        groups = self.attack_groups(area)
        if not groups:
            return NO_ATTACK
        field, state, holders = self.field, self.field.state, other(self.seat)
        lost_share = DEFENDER_HIT_LOSS * min(AIMED_FIRE_SHARE * hits / len(defenders), 1.0)
        coins = sum(field.worth.coins(state, i, field.hidden_coins) for i in defenders)
        defence = max(field.defence(area, holders, defenders) + defence_officer_coins - lost_share * coins, 1.0)
        defenders_price = field.price(defenders)
        hits_on_group, hits_on_crowd = ((1.0 - lost_share) * field.volley(area, holders, defenders, crowd)
                                          for crowd in (False, True))
        cleared = self.clearing_chance(area)
        best = NO_ATTACK
        for group in groups:
            hits_taken = min(hits_on_crowd if group.crowd else hits_on_group, float(group.unit_count))
            surviving_share = 1.0 - ATTACKER_HIT_LOSS * hits_taken / group.unit_count
            fight = field.shock(group.coins * surviving_share, defence)
            gain = (fight.win * prize + fight.gain * defenders_price - fight.loss * surviving_share * group.price
                    - hits_taken * group.hit_cost)
            gain = cleared * prize + (1.0 - cleared) * gain
            if gain > best.gain:
                best = AttackProspects(gain, cleared + (1.0 - cleared) * fight.win)
        return best
