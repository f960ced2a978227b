"""What a computer player asks about the state at one decision: the units by area, their coins, and the values of areas
and units."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from game.board.areas import Area
from game.core.chance import total
from game.core.indices import Seat, Slot, mask_of, other
from game.rules.africa import closing, coin_tables, shock
from game.rules.africa.ai.expected import ShockOdds, rally_chance, shock_odds, shot_hit_chance
from game.rules.africa.ai.worth import (
    DEMORALIZED_SHARE,
    NO_AIMS,
    Aims,
    BattleStanding,
    Worth,
    mean_hidden_factor,
    standing,
    turns_left,
)
from game.rules.africa.coin_tables import CROWD_POINTS
from game.rules.africa.state import AfricaState
from game.rules.africa.tables import TABLES
from game.rules.africa.units import MOROCCAN, NO_FACTOR, SPANISH

GROUND_VALUE = 0.006
"""Value of driving the enemy out of an area that is no objective. All values are in score, where a victory counts 1;
this and the numbers below are chosen by hand."""
CONVOY_VALUES = (0.2, 0.4, 0.9)
"""The value of a convoy to the Moroccans, by whether it is the first, second or third that they capture (11.W.2). The
third decides the battle if both sides hold enough areas."""
CLEARED_BESIDE_CONVOY = 0.12
"""Value of driving the enemy out of an area next to a convoy, as a share of the convoy's value."""
MIN_PIVOT = 0.08
"""The least difference in score between holding an objective and not (``BattleStanding.pivots``) with which it is
valued."""
OBJECTIVE_SHARE = 0.55
"""Share of that difference that an objective is worth in the last turn."""
LASTING_SHARE, EARLY_DECAY = 0.3, 0.35
"""Share of the objective's value that counts at any time; the rest is divided by 1 plus ``EARLY_DECAY`` times the turns
to come, since the objective may change hands again."""
UNREDUCED_HIT_COST = 0.95
"""Cost of a hit on a regular at full strength without a retreat, as a share of the unit's value; of a hit on any other
unit without a retreat, it is the whole value."""
HIT_WITHOUT_RETREAT_COST = 0.004
"""Further cost of a hit on a unit without a retreat, for the gap that it leaves."""
CERTAIN_CAPTURE = ShockOdds(1.0, 0.0, 0.0)
"""The outcome of an attack on convoys alone."""


class Battlefield:
    """A state with cached answers to the players' frequent questions.

    :param aims: the objectives that each side aims for.
    """

    def __init__(self, worth: Worth, state: AfricaState, aims: Aims = NO_AIMS) -> None:
        self.worth = worth
        self.state = state
        self.aims = aims
        setting = state.setting
        self.setting, self.ground, self.from_cup = setting, setting.ground, setting.from_cup
        self.turns_left = turns_left(state)
        self.convoy_value = CONVOY_VALUES[min(state.captured.bit_count(), len(CONVOY_VALUES) - 1)]
        """The value of the next convoy to the Moroccans."""
        self.reach_shares = worth.reach_shares(self.turns_left)
        self.hidden_coins = mean_hidden_factor(state)
        """The coins expected of a unit whose shock factor is still hidden."""
        self.troops: tuple[dict[Area, list[Slot]], dict[Area, list[Slot]]] = ({}, {})
        """For each seat: area -> its units that fight and can be targets, from the top down."""
        self.staff: tuple[dict[Area, list[Slot]], dict[Area, list[Slot]]] = ({}, {})
        """For each seat: area -> its officers."""
        self.convoys: dict[Area, list[Slot]] = {}
        afloat = state.aboard | setting.ship
        for area, stack in zip(setting.ground.areas, state.stacks, strict=True):
            for slot in stack:
                if afloat >> slot & 1:
                    continue
                seat = setting.units[slot].seat
                if setting.fighters >> slot & 1:
                    self.troops[seat].setdefault(area, []).append(slot)
                elif setting.officers >> slot & 1:
                    self.staff[seat].setdefault(area, []).append(slot)
                else:
                    self.convoys.setdefault(area, []).append(slot)
        self._prizes: dict[tuple[Area, Seat], float] = {}
        self.holdings: dict[Seat, object] = {}
        """Seat -> its cached holding (``holding.holding_of``)."""
        self._prices: dict[Slot, float] = {}

    @cached_property
    def standing(self) -> BattleStanding:
        """The expected outcome of the battle, given the sides' aims."""
        return standing(self.worth, self.state, self.aims)

    def fire_factor(self, slot: Slot) -> int:
        """A unit's fire factor: coins, or a code of ``units``; ``NO_FACTOR`` if it may not fire."""
        return NO_FACTOR if self.state.demoralized >> slot & 1 else coin_tables.fire_factor(self.state, slot)

    def prize(self, area: Area, seat: Seat) -> float:
        """Value to a seat of having an area rather than leaving it to the enemy."""
        key = (area, seat)
        value = self._prizes.get(key)
        if value is None:
            value = GROUND_VALUE
            if area in self.setting.objectives:
                k = self.setting.objectives.index(area)
                share_now = LASTING_SHARE + (1 - LASTING_SHARE) / (1 + EARLY_DECAY * self.turns_left)
                value += max(self.standing.pivots[k], MIN_PIVOT) * OBJECTIVE_SHARE * share_now
            if seat == MOROCCAN and area in self.convoys:
                value += self.convoy_value * len(self.convoys[area])
            if seat == SPANISH and area in self.troops[MOROCCAN]:
                near = self.ground.adjacent[area]
                convoys = sum(len(own) for at, own in self.convoys.items() if near >> at & 1)
                value += CLEARED_BESIDE_CONVOY * self.convoy_value * convoys
            self._prizes[key] = value
        return value

    def pull(self, slot: Slot, area: Area) -> float:
        """What a unit in an area adds to its side's score by its weight at the objectives."""
        seat = self.setting.units[slot].seat
        shares = self.reach_shares[self.worth.unit_class[slot]][area]
        pulls = self.standing.pulls[seat]
        return self.worth.strength(self.state, slot) * sum(p * share for p, share in zip(pulls, shares, strict=True))

    def officer_coins(self, officers: list[Slot], *, attacking: bool) -> int:
        """Coins of the best officer in a shock (10); 0 without one. Demoralized officers do not help an attack
        (ruling 11).

        :param attacking: whether the officer's side attacks, so that the FA counts, else the FD.
        """
        return shock.officer_coins(self.state, officers, attacking=attacking)

    def defence(self, area: Area, seat: Seat, troops: list[Slot] | None = None) -> float:
        """Expected defence coins in shock of a seat's units in an area, at least 1 (6.2).

        :param troops: the units that defend; by default all troops there.
        """
        own = self.troops[seat].get(area, []) if troops is None else troops
        state = self.state
        officers = self.staff[seat].get(area, [])
        coins = sum(self.worth.coins(state, i, self.hidden_coins) for i in own)
        coins += TABLES.shock.demoralized * sum(state.demoralized >> i & 1 for i in (*own, *officers))
        return max(coins + self.officer_coins(officers, attacking=False) + self.ground.shock_cover(area)[0], 1.0)

    def attack(self, area: Area, team: list[Slot], officer_coins: int, origins: set[Area]) -> float:
        """Expected attack coins in shock of a team that attacks an area, at least 1 (6.2).

        :param officer_coins: coins of its officer.
        :param origins: areas from which the team enters.
        """
        coins = sum(self.worth.coins(self.state, i, self.hidden_coins) for i in team) + officer_coins
        has_cavalry = any(self.setting.cavalry >> i & 1 for i in team)
        return max(coins + shock.attack_coins(self.ground, area, mask_of(origins), has_cavalry), 1.0)

    def assault(self, area: Area, seat: Seat, attack: float) -> ShockOdds:
        """Expected outcome of an attack on a seat's units in an area. Convoys alone are captured without a combat
        (ruling 27).

        :param attack: the attackers' expected coins.
        """
        if area not in self.troops[seat] and area not in self.staff[seat]:
            return CERTAIN_CAPTURE
        return self.shock(attack, self.defence(area, seat))

    def shock(self, attack: float, defence: float) -> ShockOdds:
        """Expected outcome of a shock with both sides' coins; fractions are rounded."""
        return shock_odds(int(attack + 0.5), int(defence + 0.5), self.from_cup)

    def price(self, units: list[Slot]) -> float:
        """Cost in score of losing some units."""
        prices, cost = self._prices, 0.0
        for i in units:
            price = prices.get(i)
            if price is None:
                price = prices[i] = self.worth.price(self.state, i)
            cost += price
        return cost

    def is_crowd(self, units: Sequence[Slot]) -> bool:
        """Whether units together are a crowd, at which fire has a coin more (ruling 2)."""
        return sum(self.setting.points[i] for i in units) >= CROWD_POINTS

    def _crowd_coins(self, crowd: bool) -> int:
        """Coin modifier for fire at a crowd; 0 for fire at others."""
        return TABLES.fire.modifiers.crowd if crowd else 0

    def cover(self, area: Area, crowd: bool) -> int:
        """Coin modifier for fire from outside at units in an area (ruling 2).

        :param crowd: whether these units are a crowd.
        """
        return coin_tables.target_coins(self.ground, area) + self._crowd_coins(crowd)

    def outward_fire_modifier(self, area: Area) -> int:
        """Coin modifier for fire out of an area: negative from water or marsh, else 0."""
        return coin_tables.origin_coins(self.ground, area)

    def volley(self, area: Area, seat: Seat, troops: list[Slot] | None = None, crowd: bool = False) -> float:
        """Expected hits of the defensive fire of a seat's units in an area.

        :param troops: the units that fire; by default all troops there.
        :param crowd: whether the attackers are a crowd.
        """
        own = self.troops[seat].get(area, []) if troops is None else troops
        crowd_coins = self._crowd_coins(crowd)
        hits = [shot_hit_chance(self.fire_factor(i), crowd_coins, self.from_cup) for i in own]
        officers = [i for i in self.staff[seat].get(area, ()) if not self.state.demoralized >> i & 1]
        if officers and hits:
            with_officer = crowd_coins + self.officer_coins(officers, attacking=False)
            hits[0] = max(hits[0], shot_hit_chance(self.fire_factor(own[0]), with_officer, self.from_cup))
        return sum(hits)

    def expected_hits(self, area: Area, seat: Seat, crowd: bool) -> float:
        """Expected hits in one fire phase on the units of an area from a seat's adjacent infantry and cavalry.

        :param crowd: whether the units in the area are a crowd.
        """
        ground, expected = self.ground, 0.0
        cover = self.cover(area, crowd)
        for near in ground.neighbours[area]:
            own = self.troops[seat].get(near)
            if not own:
                continue
            modifier = cover + self.outward_fire_modifier(near)
            officers = self.staff[seat].get(near)
            officer_coins = self.officer_coins(officers, attacking=True) if officers else 0
            for i in own:
                if self.setting.guns >> i & 1:
                    continue
                factor = self.fire_factor(i)
                if factor == NO_FACTOR:
                    continue
                expected += shot_hit_chance(factor, modifier + officer_coins, self.from_cup)
                officer_coins = 0  # an officer helps one unit in a phase (10)
        return expected

    def refuges(self, slot: Slot) -> int:
        """Mask of the areas to which a unit could retreat."""
        unit, here = self.setting.units[slot], self.state.at[slot]
        if unit.immobile:
            return 0
        return self.setting.steps[slot].first[here] & ~self.state.areas_with_units(other(unit.seat))

    def hit_cost(self, slot: Slot) -> float:
        """Cost in score of a hit to a unit; nearly its whole value if it has no retreat."""
        has_two_steps = self.setting.regulars >> slot & 1 and not self.state.reduced >> slot & 1
        if not self.refuges(slot):
            price = self.worth.price(self.state, slot)
            return price * (UNREDUCED_HIT_COST if has_two_steps else 1.0) + HIT_WITHOUT_RETREAT_COST
        return self.worth.hit_cost(self.state, slot)

    def rally_value(self, slot: Slot, area: Area) -> float:
        """Expected gain in score when a demoralized unit tries to rally in an area (7)."""
        state, seat = self.state, self.setting.units[slot].seat
        others_demoralized = any(i != slot and state.demoralized >> i & 1 for i in self.troops[seat].get(area, ()))
        coins = closing.RALLY_COINS + total(closing.rally_terms(
            self.ground, area, bool(self.staff[seat].get(area)), bool(state.occupied_near(area, other(seat))),
            others_demoralized))
        return rally_chance(max(coins, 0)) * self.worth.price(state, slot) * (1 / DEMORALIZED_SHARE - 1)
