"""The values of units and places to computer players, and the expected outcome of a battle: the chance of each
objective and of victory, and what more weight at each objective would add. Values are in score: a victory counts 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from itertools import pairwise
from math import exp, log
from operator import mul
from typing import NamedTuple

from game.board.areas import UNCONNECTED, Area
from game.core.indices import Slot, by_slot, slots_in
from game.rules.africa.coin_tables import hit_chances
from game.rules.africa.setting import Setting
from game.rules.africa.state import AfricaState
from game.rules.africa.tables import TABLES
from game.rules.africa.units import HIDDEN_FACTOR, MOROCCAN, REGULARS, ROLLED_FACTORS, SPANISH, AfricaUnit, Kind
from game.rules.africa.victory import CONVOYS_PER_OBJECTIVE, DECIDING_CONVOYS

STRENGTH_POINT = 0.016
"""Value of a point of strength; this and the other numbers of this module are chosen, unless they say otherwise."""
DEMORALIZED_SHARE = 0.4
"""Share of its strength that a demoralized unit keeps."""
RETREAT_CHANCE, DEMORALIZE_CHANCE, DESTROY_CHANCE = map(float, hit_chances(False).values())
"""Chances of the results of a hit (6.1)."""
RETREAT_COST, DEMORALIZATION_COST, FIRST_STEP_COST = 0.12, 0.45, 0.34
"""Costs of a retreat, of demoralization, and of a regular's first step, as shares of the unit's value."""
HIT_COST = 0.002
"""Further cost of any hit, for the time that it takes from the unit."""
DEMORALIZED_HIT_SHARE, DEMORALIZED_HIT_COST = 0.5, 0.003
"""Cost of a hit on a demoralized unit: as a share of its value, and the further cost."""
SHARE_PER_MARCH = 0.62
"""Share of a unit's weight that reaches one turn's march farther."""
LATE_SHARE = 0.15
"""Share of a unit's weight that counts at a place it cannot reach in time."""
GUN_REACH = (1.0, 0.95, 0.85, 0.7)
"""Factor on the ship's weight by its range to a place, in areas."""
DIE_COINS = 3.5
"""The mean of a die: coins of a unit that rolls for its factor."""

HIDDEN_COINS = 2.0
"""Coins expected of a hidden shock factor before any is drawn: the mean of those in ``tables.toml`` is 2.1."""

REDUCED_SHARE = 0.66
"""Share of its strength that a reduced unit keeps; chosen by hand, as are the strengths below."""

OFFICER_STRENGTH, OFFICER_COIN_STRENGTH = 0.8, 0.35
"""Strength of an officer without support, and of each coin of support."""

CONVOY_STRENGTH, SHIP_STRENGTH, REGULAR_STRENGTH = 2.0, 3.0, 3.2
"""Strengths of units whose factors do not matter for it."""

GUN_COIN_STRENGTH, MIN_GUN_COINS = 0.7, 3
"""Strength of each coin of a gun's fire, and the fewest coins that count."""

UNIT_STRENGTH, FIRE_COIN_STRENGTH, SHOCK_COIN_STRENGTH = 0.2, 0.25, 0.4
"""Strength of any other unit, and of each coin of its fire and of its shock."""

KIND_BONUSES = {Kind.CAVALRY: 0.5, Kind.GK: 0.0, Kind.GUM: 0.0, Kind.RIF: 0.0, Kind.ENGINEERS: -0.2}
"""Kind -> strength added for what its factors do not show, such as the speed of cavalry; ``OTHER_KIND_BONUS`` for all
others."""

OTHER_KIND_BONUS = 0.2
"""Strength added for any kind that is not in ``KIND_BONUSES``."""

FOOT_CLASS, RIDER_CLASS, GUN_CLASS, STAFF_CLASS, IDLE_CLASS, SHIP_CLASS = range(6)
"""Classes of units by how their weight reaches a place; that of convoys, ``IDLE_CLASS``, reaches none."""
LOSS_WEIGHT, LATE_LOSS_TURNS = 1.3, 3
"""The cost of a loss is this weight times the unit's strength in score, and falls towards the end of the battle: times
t / (t + 3) with t turns to come, the present one included."""


def mean_hidden_factor(state: AfricaState) -> float:
    """Mean of the shock factors still hidden, in coins (2.1)."""
    revealed = [factor for _, factor in state.revealed]
    hidden = [(factor, count - revealed.count(factor)) for factor, count in TABLES.kabila.factors]
    total = sum(n for _, n in hidden)
    return sum(f * n for f, n in hidden) / total if total else HIDDEN_COINS


def turns_left(state: AfricaState) -> int:
    """Turns after the present one, up to the check of victory that will most likely end the battle."""
    setting = state.setting
    last = setting.early_turn if setting.early_turn is not None and state.turn <= setting.early_turn else setting.turns
    return max(last - state.turn, 0)


def player_turns_left(state: AfricaState) -> int:
    """Player turns up to the next check of victory, the present one included; the Moroccans move last."""
    return 2 * turns_left(state) + (2 if state.now.phasing == SPANISH else 1)


class Worth:
    """The values of units in a setting: their strengths, and how far their weight reaches."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.full_strength = tuple(_strength(unit) for unit in setting.units)
        """Slot -> strength of the unit with all its steps."""
        self._levels = tuple(
            (full, full * REDUCED_SHARE, full * DEMORALIZED_SHARE,
             full * REDUCED_SHARE * DEMORALIZED_SHARE) for full in self.full_strength)
        """Slot -> strength of the unit when fresh, reduced, demoralized, and both."""
        self.unit_class = tuple(_class_of(unit) for unit in setting.units)
        """Slot -> class of the unit, such as ``FOOT_CLASS``."""
        self.loss_factors = (1.0, 1.0)
        """Seat -> factor on its losses, from the personality of the deciding player."""
        self._reach_shares: dict[int, tuple[tuple[tuple[float, ...], ...], ...]] = {}

    def for_player(self) -> Worth:
        """A copy for one player, whose personality may change the weight of losses; the computed tables are shared."""
        _ = self.objective_distances, self.gun_distances  # computed before the copy, so that all players share them
        return copy(self)

    @cached_property
    def objective_distances(self) -> tuple[tuple[int, ...], ...]:
        """For each objective, the distance over land of every area from it, in areas."""
        ground = self.setting.ground
        return tuple(
            ground.distances_to([goal], lambda _, there: not ground.sea >> there & 1)
            for goal in self.setting.objectives
        )

    @cached_property
    def gun_distances(self) -> tuple[tuple[int, ...], ...]:
        """For each objective, the distance in areas from every area to the objective, or to an area next to it, on a
        way that field guns can take."""
        ground, steps = self.setting.ground, self.setting.steps
        gun = next((i for i, unit in enumerate(self.setting.units)
                    if unit.kind in (Kind.FIELD_GUN, Kind.HORSE_GUN)), None)

        def passes(here: Area, there: Area) -> bool:
            return gun is not None and bool(steps[gun].first[there] >> here & 1)

        return tuple(
            ground.distances_to(
                [area for area in (goal, *ground.neighbours[goal]) if not ground.sea >> area & 1], passes)
            for goal in self.setting.objectives
        )

    def reach_shares(self, turns: int) -> tuple[tuple[tuple[float, ...], ...], ...]:
        """Class of unit -> area -> share (0 to 1) of a unit's weight that reaches each objective.

        :param turns: turns to come after the present one; units that cannot arrive in time count little.
        """
        shares = self._reach_shares.get(turns)
        if shares is None:
            ground, goals = self.setting.ground, self.setting.objectives
            areas = ground.areas

            def table(share: Callable[[int, int], float]) -> tuple[tuple[float, ...], ...]:
                return tuple(tuple(share(k, area) for k in range(len(goals))) for area in areas)

            foot = table(lambda k, area: march_share(float(self.objective_distances[k][area]), turns))
            riders = table(lambda k, area: march_share(_rider_turns(self.objective_distances[k][area]), turns))
            guns = table(lambda k, area: march_share(float(self.gun_distances[k][area]), turns))
            ship = table(lambda k, area: _ship_share(ground.board.distances[area][goals[k]]))
            staff, idle = riders, table(lambda k, area: 0.0)
            shares = self._reach_shares[turns] = (foot, riders, guns, staff, idle, ship)
        return shares

    def strength(self, state: AfricaState, slot: Slot) -> float:
        """A unit's present strength."""
        return self._levels[slot][(state.reduced >> slot & 1) + 2 * (state.demoralized >> slot & 1)]

    def coins(self, state: AfricaState, slot: Slot, hidden_coins: float) -> float:
        """Expected coins of a unit in a shock (6.2).

        :param hidden_coins: expected coins of a gaix kabila that has not yet fought.
        """
        factor = self.setting.units[slot].shock_factor(state.reduced >> slot & 1)
        if factor >= 0:
            return factor
        if factor in ROLLED_FACTORS:
            return DIE_COINS
        if factor != HIDDEN_FACTOR:
            return 0.0
        return next((revealed for unit, revealed in state.revealed if unit == slot), hidden_coins)

    def price(self, state: AfricaState, slot: Slot) -> float:
        """Cost in score of losing a unit in its present state; less near the end of the battle."""
        turns = turns_left(state) + 1
        loss_factor = self.loss_factors[self.setting.units[slot].seat]
        return (loss_factor * STRENGTH_POINT * LOSS_WEIGHT * turns / (turns + LATE_LOSS_TURNS)
                * self.strength(state, slot))

    def hit_cost(self, state: AfricaState, slot: Slot) -> float:
        """Expected cost in score of a hit on a unit: it retreats, is demoralized, or loses a step (6.1)."""
        price = self.price(state, slot)
        if state.demoralized >> slot & 1:
            return DEMORALIZED_HIT_SHARE * price + DEMORALIZED_HIT_COST
        has_two_steps = self.setting.regulars >> slot & 1 and not state.reduced >> slot & 1
        step_cost = FIRST_STEP_COST if has_two_steps else 1.0
        return price * (RETREAT_CHANCE * RETREAT_COST + DEMORALIZE_CHANCE * DEMORALIZATION_COST
                        + DESTROY_CHANCE * step_cost) + HIT_COST


def _strength(unit: AfricaUnit) -> float:
    """A fresh unit's strength, from its printed values."""
    if unit.kind == Kind.OFFICER:
        return OFFICER_STRENGTH + OFFICER_COIN_STRENGTH * (unit.attack + unit.defence)
    if unit.kind == Kind.CONVOY:
        return CONVOY_STRENGTH
    if unit.kind == Kind.SHIP:
        return SHIP_STRENGTH
    if unit.is_gun:
        return GUN_COIN_STRENGTH * max(unit.fire[0], MIN_GUN_COINS)
    if unit.kind in REGULARS:
        return REGULAR_STRENGTH
    fire = DIE_COINS if unit.fire[0] in ROLLED_FACTORS else max(unit.fire[0], 0)
    shock = (DIE_COINS if unit.shock[0] in ROLLED_FACTORS
             else HIDDEN_COINS if unit.shock[0] == HIDDEN_FACTOR else max(unit.shock[0], 0))
    bonus = KIND_BONUSES.get(unit.kind, OTHER_KIND_BONUS)
    return FIRE_COIN_STRENGTH * fire + SHOCK_COIN_STRENGTH * shock + UNIT_STRENGTH + bonus


def _class_of(unit: AfricaUnit) -> int:
    """The class of a unit, such as ``FOOT_CLASS``."""
    if unit.kind == Kind.OFFICER:
        return STAFF_CLASS
    if unit.kind in (Kind.CONVOY, Kind.SHIP):
        return SHIP_CLASS if unit.kind == Kind.SHIP else IDLE_CLASS
    if unit.is_gun:
        return GUN_CLASS
    return RIDER_CLASS if unit.kind == Kind.CAVALRY else FOOT_CLASS


def _rider_turns(areas: int) -> float:
    """Turns in which cavalry and officers move a distance in areas."""
    return areas / 2 if areas < UNCONNECTED else float(UNCONNECTED)


def _ship_share(areas: int) -> float:
    """Share of the ship's weight that reaches a place at a distance in areas."""
    return GUN_REACH[areas] if areas < len(GUN_REACH) else GUN_REACH[-1] * SHARE_PER_MARCH ** (areas - 3)


def march_share(march_turns: float, turns: int) -> float:
    """Share (0 to 1) of a unit's weight that reaches a place.

    :param march_turns: turns that the unit needs to get there.
    :param turns: turns to come after the present one.
    """
    late_factor = LATE_SHARE if march_turns > turns + 1 else 1.0
    return late_factor * SHARE_PER_MARCH**march_turns if march_turns < UNCONNECTED else 0.0


RATIO_WEIGHT = 1.5
"""Log-odds of an objective for each unit of the logarithm of the ratio of weights around it."""
CONTROL_WEIGHT, LATE_CONTROL_WEIGHT = 0.5, 2.5
"""Log-odds of an objective for present control of it long before the end, and the addition in the last turn; with more
turns to come, the addition is divided by their number."""
PRESENCE_SHARE = 0.35
"""Log-odds of an objective for units in it, as a share of those for control."""
MODERATION = 0.8
"""Share of a chance's distance from one half that counts for the value of an objective, since chances may change."""
CONVOY_CHANCE, TAKEN_CONVOY_CHANCE, EXPOSED_CONVOY_CHANCE, MAX_CONVOY_CHANCE = 0.06, 0.25, 0.08, 0.9
"""The chance that captured convoys will count for the Moroccans: at first, added for a captured convoy, added for each
convoy next to an enemy, and the limit."""
PULL_FACTORS = (1.0, 0.55, 0.25)
"""Factors on the pull of objectives beyond those needed, likeliest first."""
BASE_WEIGHT = 3.0
"""Weight added to both sides at each objective."""
THIRD_CONVOY_SAFE_SCORE = 0.3
"""The Spanish score if both sides hold enough areas and the third convoy is not yet captured."""


class BattleStanding(NamedTuple):
    """The expected outcome of a battle from a state."""

    score: float
    """The Spanish score by the objectives, from -1 to 1."""
    strength: float
    """Value in score of the Spanish surplus of strength on the map."""
    chances: tuple[float, ...]
    """For each objective, the chance that it is Spanish at the end."""
    pivots: tuple[float, ...]
    """For each objective, the difference in score between the cases that it is certainly Spanish and certainly not."""
    pulls: tuple[tuple[float, ...], tuple[float, ...]]
    """Seat -> for each objective, what a point of weight there adds to that seat's score; objectives it aims for count
    more."""


def weights(worth: Worth, state: AfricaState, turns: int) -> tuple[list[float], list[float], float]:
    """The Spanish and the Moroccan weight around each objective, and the Spanish surplus of strength on the map.

    :param turns: turns to come after the present one.
    """
    reach_shares = worth.reach_shares(turns)
    count = len(state.setting.objectives)
    spanish_weights, moroccan_weights = [BASE_WEIGHT] * count, [BASE_WEIGHT] * count
    surplus = 0.0
    spanish, unit_class, goals = state.setting.side[SPANISH], worth.unit_class, range(count)
    for slot, area in by_slot(state.at):
        if area < 0:
            continue
        strength, shares = worth.strength(state, slot), reach_shares[unit_class[slot]][area]
        if spanish >> slot & 1:
            surplus += strength
            side_weights = spanish_weights
        else:
            surplus -= strength
            side_weights = moroccan_weights
        for k in goals:
            side_weights[k] += strength * shares[k]
    return spanish_weights, moroccan_weights, surplus


Aims = tuple[frozenset[int], frozenset[int]]
"""Seat -> indices of the objectives it aims for; empty if it aims for the likeliest."""
NO_AIMS: Aims = (frozenset(), frozenset())


def standing(worth: Worth, state: AfricaState, aims: Aims = NO_AIMS) -> BattleStanding:
    """The expected outcome from a state, given the sides' aims."""
    setting = state.setting
    turns = turns_left(state)
    spanish, moroccan, surplus = weights(worth, state, turns)
    control_weight = CONTROL_WEIGHT + LATE_CONTROL_WEIGHT / (turns + 1)
    chances = []
    for k, area in enumerate(setting.objectives):
        logit = RATIO_WEIGHT * log(spanish[k] / moroccan[k]) + (control_weight if state.control >> area & 1
                                                                else -control_weight)
        ours, theirs = state.occupied[SPANISH] >> area & 1, state.occupied[MOROCCAN] >> area & 1
        logit += PRESENCE_SHARE * (ours - theirs) * control_weight
        chances.append(1.0 / (1.0 + exp(-logit)))
    moderated = [0.5 + MODERATION * (chance - 0.5) for chance in chances]
    convoys = _convoys(state)
    scores = _scores(len(chances), setting.needed, convoys)
    score = sum(map(mul, _count_chances(chances), scores))
    steps = [more - less for less, more in pairwise(scores)]
    pivots, pulls = [], ([], [])  # type: tuple[list[float], tuple[list[float], list[float]]]
    for k in range(len(chances)):
        pivot = sum(map(mul, _count_chances([*moderated[:k], *moderated[k + 1:]]), steps))
        pivots.append(pivot)
        slope = pivot * moderated[k] * (1 - moderated[k]) * RATIO_WEIGHT
        pulls[0].append(slope / spanish[k])
        pulls[1].append(slope / moroccan[k])
    for seat, own_chances in ((SPANISH, chances), (MOROCCAN, [1 - chance for chance in chances])):
        order = sorted(range(len(own_chances)), key=lambda k: (k not in aims[seat], -own_chances[k], k))
        for rank, k in enumerate(order):
            pulls[seat][k] *= PULL_FACTORS[min(max(rank - setting.needed + 1, 0), len(PULL_FACTORS) - 1)]
    return BattleStanding(score, STRENGTH_POINT * surplus, tuple(chances), tuple(pivots),
                          (tuple(pulls[0]), tuple(pulls[1])))


class _Convoys(NamedTuple):
    """Effect of the convoys on the standing (11.W.2)."""

    extra: float
    """The chance that captured convoys count as one more objective for the Moroccans."""
    both_enough_score: float
    """The Spanish score if both sides then hold enough areas; the third convoy decides."""


def _convoys(state: AfricaState) -> _Convoys:
    """The effect of the convoys, by those captured and those next to an enemy."""
    convoys = state.setting.convoys
    captured = state.captured.bit_count()
    if not convoys:
        return _Convoys(0.0, 0.0)
    if captured >= CONVOYS_PER_OBJECTIVE:
        return _Convoys(1.0, THIRD_CONVOY_SAFE_SCORE if captured < DECIDING_CONVOYS else -1.0)
    on_map = [i for i in slots_in(convoys & ~state.captured) if state.at[i] >= 0]
    exposed = sum(1 for i in on_map if state.setting.ground.adjacent[state.at[i]] & state.occupied[MOROCCAN])
    chance = CONVOY_CHANCE + TAKEN_CONVOY_CHANCE * captured + EXPOSED_CONVOY_CHANCE * exposed
    return _Convoys(min(MAX_CONVOY_CHANCE, chance), THIRD_CONVOY_SAFE_SCORE)


def _count_chances(chances: Sequence[float]) -> list[float]:
    """Number of objectives held -> its chance, from independent chances of each."""
    distribution = [1.0]
    for chance in chances:
        distribution.append(distribution[-1] * chance)
        for n in range(len(distribution) - 2, 0, -1):
            distribution[n] += (distribution[n - 1] - distribution[n]) * chance
        distribution[0] *= 1 - chance
    return distribution


def _scores(count: int, needed: int, convoys: _Convoys) -> list[float]:
    """Number of Spanish objectives -> the Spanish score.

    :param count: the number of objectives.
    :param needed: the number that a victory needs.
    """
    scores = []
    for ours in range(count + 1):
        theirs = count - ours
        without_extra = 1.0 if ours >= needed else -1.0 if theirs >= needed else 0.0
        with_extra = without_extra
        if theirs + 1 >= needed:
            with_extra = convoys.both_enough_score if ours >= needed else -1.0
        scores.append(convoys.extra * with_extra + (1 - convoys.extra) * without_extra)
    return scores
