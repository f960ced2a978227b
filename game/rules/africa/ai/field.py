"""The field: a state as a computer player sees it at one decision, with positions and values. Not kept between
decisions."""

from __future__ import annotations

from functools import cached_property

from game.board.areas import Area
from game.core.chance import total as summed
from game.core.indices import Seat, Slot, mask_of, other
from game.rules.africa import closing, coin_tables, shock
from game.rules.africa.ai.expected import ShockOdds, rally, shock_odds
from game.rules.africa.ai.expected import shot as hit_chance
from game.rules.africa.ai.worth import (
    DEMORALIZED_SHARE,
    NO_AIMS,
    Aims,
    BattleStanding,
    Worth,
    mean_pool,
    standing,
    turns_left,
)
from game.rules.africa.coin_tables import CROWD_POINTS
from game.rules.africa.state import AfricaState
from game.rules.africa.tables import TABLES
from game.rules.africa.units import MOROCCAN, NO_FACTOR, SPANISH

GROUND_GAINED = 0.006
"""Value of driving the enemy out of an area that is no objective."""
CONVOY_TAKEN = (0.2, 0.4, 0.9)
"""The value of a convoy to the side that captures it as its first, second or third (11.W.2); chosen. The third decides
the battle if both sides hold enough areas."""
CLEARED_BESIDE_CONVOY = 0.12
"""Value of driving the enemy out of an area next to a convoy, as a share of the convoy's value; chosen by hand."""


class Battlefield:
    """A state with cached answers to the players' frequent questions. Seats are indices."""

    def __init__(self, worth: Worth, state: AfricaState, aims: Aims = NO_AIMS) -> None:
        self.worth = worth
        self.state = state
        self.aims = aims
        setting = state.setting
        self.setting, self.ground, self.cup = setting, setting.ground, setting.cup
        self.left = turns_left(state)
        self.convoy = CONVOY_TAKEN[min(state.captured.bit_count(), len(CONVOY_TAKEN) - 1)]
        self.reach = worth.reach(self.left)
        self.hidden = mean_pool(state)
        self.troops: tuple[dict[Area, list[Slot]], dict[Area, list[Slot]]] = ({}, {})
        self.staff: tuple[dict[Area, list[Slot]], dict[Area, list[Slot]]] = ({}, {})
        self.convoys: dict[Area, list[Slot]] = {}
        away = state.aboard | setting.ship
        for area, stack in zip(setting.ground.areas, state.stacks, strict=True):
            for slot in stack:
                if away >> slot & 1:
                    continue
                seat = setting.units[slot].seat
                if setting.fighters >> slot & 1:
                    self.troops[seat].setdefault(area, []).append(slot)
                elif setting.officers >> slot & 1:
                    self.staff[seat].setdefault(area, []).append(slot)
                else:
                    self.convoys.setdefault(area, []).append(slot)
        self._prize: dict[tuple[Area, Seat], float] = {}
        self.holdings: dict[Seat, object] = {}
        """Seat -> its cached holding (``holding.holding_of``)."""
        self._prices: dict[Slot, float] = {}

    @cached_property
    def standing(self) -> BattleStanding:
        """The expected outcome of the battle."""
        return standing(self.worth, self.state, self.aims)

    def fire_factor(self, slot: Slot) -> int:
        """A unit's fire factor: coins, or a code of ``units``; ``NO_FACTOR`` if it may not fire."""
        return NO_FACTOR if self.state.demoralized >> slot & 1 else coin_tables.fire_factor(self.state, slot)

    def prize(self, area: Area, seat: Seat) -> float:
        """Value to a seat of having an area rather than leaving it to the enemy."""
        key = (area, seat)
        value = self._prize.get(key)
        if value is None:
            value = GROUND_GAINED
            if area in self.setting.objectives:
                k = self.setting.objectives.index(area)
                sooner = 0.3 + 0.7 / (1 + 0.35 * self.left)
                value += max(self.standing.pivots[k], 0.08) * 0.55 * sooner
            if seat == MOROCCAN and area in self.convoys:
                value += self.convoy * len(self.convoys[area])
            if seat == SPANISH and area in self.troops[MOROCCAN]:
                near = self.ground.adjacent[area]
                convoys = sum(len(own) for at, own in self.convoys.items() if near >> at & 1)
                value += CLEARED_BESIDE_CONVOY * self.convoy * convoys
            self._prize[key] = value
        return value

    def pull(self, slot: Slot, area: Area) -> float:
        """What a unit's weight adds to its side's score from an area."""
        seat = self.setting.units[slot].seat
        row = self.reach[self.worth.kind[slot]][area]
        pulls = self.standing.pulls[seat]
        return self.worth.strength(self.state, slot) * sum(p * r for p, r in zip(pulls, row, strict=True))

    def officer_coins(self, officers: list[Slot], attacking: bool) -> int:
        """Coins of the best officer in a shock; 0 without one. Demoralized officers do not help an attack
        (ruling 11)."""
        return shock.officer_coins(self.state, officers, attacking)

    def defence(self, area: Area, seat: Seat, troops: list[Slot] | None = None) -> float:
        """Defence coins of a seat's units in an area."""
        own = self.troops[seat].get(area, []) if troops is None else troops
        state = self.state
        officers = self.staff[seat].get(area, [])
        coins = sum(self.worth.coins(state, i, self.hidden) for i in own)
        coins += TABLES.shock.demoralized * sum(state.demoralized >> i & 1 for i in (*own, *officers))
        return max(coins + self.officer_coins(officers, False) + self.ground.shock_cover(area)[0], 1.0)

    def attack(self, area: Area, team: list[Slot], officer: int, origins: set[Area]) -> float:
        """Coins of a team that attacks an area.

        :param origins: areas from which the team enters.
        """
        coins = sum(self.worth.coins(self.state, i, self.hidden) for i in team) + officer
        riders = any(self.setting.cavalry >> i & 1 for i in team)
        return max(coins + shock.attack_coins(self.ground, area, mask_of(origins), riders), 1.0)

    def shock(self, ours: float, theirs: float) -> ShockOdds:
        """Expected outcome of a shock; fractional coins are rounded."""
        return shock_odds(int(ours + 0.5), int(theirs + 0.5), self.cup)

    def price(self, units: list[Slot]) -> float:
        """Cost of losing the given units."""
        prices, total = self._prices, 0.0
        for i in units:
            price = prices.get(i)
            if price is None:
                price = prices[i] = self.worth.price(self.state, i)
            total += price
        return total

    def crowds(self, units: list[Slot]) -> bool:
        """Whether units are together a good target (fire modifiers)."""
        return sum(self.setting.points[i] for i in units) >= CROWD_POINTS

    def cover(self, area: Area, crowd: bool) -> int:
        """Coins that an area adds to fire from outside at its units."""
        return coin_tables.target_coins(self.ground, area) + TABLES.fire.modifiers.crowd * crowd

    def outward_fire_modifier(self, area: Area) -> int:
        """Coin modifier for fire out of an area: negative from water or marsh, else 0."""
        return coin_tables.origin_coins(self.ground, area)

    def volley(self, area: Area, seat: Seat, troops: list[Slot] | None = None, crowd: bool = False) -> float:
        """Expected hits of the defensive fire of a seat's units in an area.

        :param crowd: whether the attackers are together a good target.
        """
        own = self.troops[seat].get(area, []) if troops is None else troops
        hits = [hit_chance(self.fire_factor(i), crowd, self.cup) for i in own]
        officers = [i for i in self.staff[seat].get(area, ()) if not self.state.demoralized >> i & 1]
        if officers and hits:
            first = own[0]
            helped = hit_chance(self.fire_factor(first), crowd + self.officer_coins(officers, False), self.cup)
            hits[0] = max(hits[0], helped)
        return sum(hits)

    def expected_hits(self, area: Area, seat: Seat, crowd: bool) -> float:
        """Expected hits in one fire phase on the units of an area from a seat's adjacent foot and cavalry."""
        ground, expected = self.ground, 0.0
        cover = self.cover(area, crowd)
        for near in ground.neighbours[area]:
            own = self.troops[seat].get(near)
            if not own:
                continue
            more = cover + self.outward_fire_modifier(near)
            officers = self.staff[seat].get(near)
            helped = self.officer_coins(officers, True) if officers else 0
            for i in own:
                if self.setting.guns >> i & 1:
                    continue
                factor = self.fire_factor(i)
                if factor == NO_FACTOR:
                    continue
                expected += hit_chance(factor, more + helped, self.cup)
                helped = 0
        return expected

    def refuges(self, slot: Slot) -> int:
        """Mask of the areas to which a unit could retreat."""
        unit, here = self.setting.units[slot], self.state.at[slot]
        if unit.fixed:
            return 0
        return self.setting.steps[slot].first[here] & ~self.state.occupied[other(unit.seat)]

    def hit_cost(self, slot: Slot) -> float:
        """Cost of a hit to a unit; nearly its whole value if it has no retreat."""
        regular = self.setting.regulars >> slot & 1 and not self.state.reduced >> slot & 1
        if not self.refuges(slot):
            price = self.worth.price(self.state, slot)
            return price * (0.95 if regular else 1.0) + 0.004
        return self.worth.hit_cost(self.state, slot)

    def rallying(self, slot: Slot, area: Area) -> float:
        """Value a demoralized unit may expect from an attempt to rally in an area (7)."""
        state, seat = self.state, self.setting.units[slot].seat
        shaken = any(i != slot and state.demoralized >> i & 1 for i in self.troops[seat].get(area, ()))
        coins = closing.RALLY_COINS + summed(closing.rally_terms(
            self.ground, area, bool(self.staff[seat].get(area)), bool(state.occupied_near(area, other(seat))), shaken))
        return rally(max(coins, 0)) * self.worth.price(state, slot) * (1 / DEMORALIZED_SHARE - 1)
