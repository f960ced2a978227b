"""What it is worth to have a group of units in an area when the enemy's turn comes."""

from __future__ import annotations

from game.board.areas import Area
from game.core.indices import Seat, Slot, other
from game.rules.africa.ai.expected import shot
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.coin_tables import CROWD
from game.rules.africa.units import SPANISH

SPREAD = 0.55
"""The share of the fire that could meet a group which really does: others draw it too."""
ALARM = 0.6
"""How much of an attack that would be good for the enemy is expected."""
PER_COIN = 0.013
"""What an attacker risks with each coin he brings to a shock."""
AIMED = 0.012
"""What a certain hit in the next fire is worth."""
TEAMS = (3, 4, 5, 6, 7, 8)
"""Coins of the attacks the enemy is thought to consider."""
SHUT_IN = (3.0, 1.5, 1.0)
"""How much dearer blows are with no way out of an area, one, or more."""
PREY = 0.12
"""The chance that an unguarded convoy is captured, for each point of the enemy's strength near it."""
HELD_EMPTY = 0.5
"""How much of an objective's prize is kept by leaving it empty with no enemy near."""


class Holding:
    """The holding of one seat in one field."""

    def __init__(self, field: Battlefield, seat: Seat) -> None:
        self.field = field
        self.seat = seat
        self._convoys = {a: len(own) for a, own in field.convoys.items()} if seat == SPANISH else {}
        self._fire: dict[tuple[Area, bool], float] = {}
        self._aims: dict[tuple[Area, int], float] = {}
        self._danger: dict[Area, tuple[float, float]] = {}
        self._found: dict[tuple[Area, tuple[Slot, ...]], float] = {}

    def shift_convoy(self, here: Area, area: Area) -> None:
        """Reckon with a convoy somewhere else."""
        self._convoys[here] -= 1
        self._convoys[area] = self._convoys.get(area, 0) + 1
        self._found = {key: value for key, value in self._found.items() if key[0] not in (here, area)}

    def danger(self, area: Area) -> tuple[float, float]:
        """The shock coins the enemy could bring into an area in his turn, and the strength of his units near it."""
        found = self._danger.get(area)
        if found is None:
            field, enemy = self.field, other(self.seat)
            ground, setting = field.ground, field.setting
            coins = near = 0.0
            officer = 0
            distances = ground.board.distances[area]
            for place, own in field.troops[enemy].items():
                away = distances[place]
                if away > 2 or not away:
                    continue
                able = False
                for i in own:
                    rider = setting.cavalry >> i & 1
                    near += field.worth.strength(field.state, i) * (1.0 if away == 1 else 0.5)
                    if field.state.demoralized >> i & 1 or setting.guns >> i & 1 or (away > 1 and not rider):
                        continue
                    if away == 1 and not setting.steps[i].first[place] >> area & 1:
                        continue
                    able = True
                    coins += field.worth.coins(field.state, i, field.hidden)
                if able:
                    officer = max(officer, field.best(field.staff[enemy].get(place, []), True))
            found = self._danger[area] = (coins + officer if coins else 0.0, near)
        return found

    def fire(self, area: Area, crowd: bool) -> float:
        """Hits the enemy may make on those in an area."""
        key = (area, crowd)
        if key not in self._fire:
            self._fire[key] = self.field.threatening(area, other(self.seat), crowd)
        return self._fire[key]

    def aim(self, area: Area, factor: int) -> float:
        """The best chance of a hit from an area at those next to it, next turn."""
        key = (area, factor)
        found = self._aims.get(key)
        if found is None:
            field, enemy = self.field, other(self.seat)
            wet = field.wet(area)
            found = self._aims[key] = max(
                (shot(factor, field.cover(near, field.state.points(near, enemy) >= CROWD) + wet, field.cup)
                 for near in field.ground.neighbours[area] if near in field.troops[enemy]),
                default=0.0,
            )
        return found

    def value(self, area: Area, team: tuple[Slot, ...]) -> float:
        """The worth of having these fighters in an area without enemies, none perhaps.

        :param team: slots, ascending.
        """
        key = (area, team)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._value(area, team)
        return found

    def gain(self, area: Area, slot: Slot) -> float:
        """What a fighter's coming, or staying, adds to the worth of an area."""
        team = [i for i in self.field.troops[self.seat].get(area, ()) if i != slot]
        return self.value(area, tuple(sorted((*team, slot)))) - self.value(area, tuple(sorted(team)))

    def _value(self, area: Area, team: tuple[Slot, ...]) -> float:
        field, state = self.field, self.field.state
        foot = field.setting.foot
        goal = area in field.setting.objectives
        prize = field.prize(area, self.seat) if goal else 0.0
        coins, near = self.danger(area)
        if not team:
            mine = goal and (state.control >> area & 1) == (self.seat == 0)
            return (prize * HELD_EMPTY / (1 + near) if mine else 0.0) - self._unguarded(area, near, 0.0)
        points = sum(field.setting.points[i] for i in team)
        crowd = points >= CROWD
        hits = min(SPREAD * self.fire(area, crowd), float(len(team)))
        blows = [field.worth.blow(state, i) for i in team]
        cost = hits * sum(blows) / len(blows)
        strength = sum(field.worth.strength(state, i) for i in team)
        worth = AIMED * sum(self.aim(area, field.fire_factor(i)) for i in team if foot >> i & 1)
        if goal:
            worth += prize * (strength + 1.0) / (strength + 1.0 + 0.3 * near)
            cost += prize * 0.25 * hits / len(team)
        cost *= self._shut_in(area)
        if self._convoys.get(area):
            cost += self._unguarded(area, near, field.defence(area, self.seat, list(team)))
        if coins:
            cost += ALARM * self._attacked(area, team, coins, prize)
        return worth - cost

    def _unguarded(self, area: Area, near: float, coins: float) -> float:
        """What the convoys in an area stand to lose with so many coins to defend them."""
        many = self._convoys.get(area, 0)
        if not many:
            return 0.0
        against = max(self.danger(area)[0], 0.5 * near)
        return many * self.field.convoy * min(0.9, PREY * near) * (against / (against + coins) if coins else 1.0)

    def _shut_in(self, area: Area) -> float:
        """How much dearer blows are in an area for want of places to retreat to."""
        field = self.field
        open_areas = field.ground.adjacent[area] & ~field.ground.sea & ~field.state.held[other(self.seat)]
        return SHUT_IN[min(open_areas.bit_count(), 2)]

    def _follower(self, area: Area) -> int:
        """Coins of an officer who may follow into an area where none stands."""
        staff = self.field.staff[self.seat]
        if area in staff:
            return 0
        near = self.field.ground.adjacent[area]
        return max((self.field.best(own, False) for place, own in staff.items() if near >> place & 1), default=0)

    def _attacked(self, area: Area, team: tuple[Slot, ...], coins: float, prize: float) -> float:
        """What the enemy's best attack would be worth to him, if anything."""
        field = self.field
        own = list(team)
        defence = field.defence(area, self.seat, own) + self._follower(area)
        price = field.price(own)
        best = 0.0
        volley = field.volley(area, self.seat, own)
        for many in TEAMS:
            if many > coins + 0.5:
                break
            fight = field.shock(float(many), defence)
            gain = fight.win * (prize + 0.004) + fight.gain * price - fight.loss * many * PER_COIN - 0.012 * volley
            best = max(best, gain)
        return best


def holding_of(field: Battlefield, seat: Seat) -> Holding:
    """The holding of a seat in a field, made once: for players that only ask."""
    found = field.holdings.get(seat)
    if found is None:
        found = field.holdings[seat] = Holding(field, seat)
    return found
