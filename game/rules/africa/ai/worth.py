"""Value of units and places to computer players, and the outlook of a battle: the chance of each objective and of
victory, and what more weight at each objective would add."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from itertools import pairwise
from math import exp, log
from operator import mul
from typing import NamedTuple

from game.board.areas import UNCONNECTED, Area
from game.core.indices import Slot, slots_in
from game.rules.africa.coin_tables import hit_chances
from game.rules.africa.setting import Setting
from game.rules.africa.state import AfricaState
from game.rules.africa.tables import TABLES
from game.rules.africa.units import DIE_FACTOR, DIE_PLUS, HIDDEN_FACTOR, MOROCCAN, REGULARS, SPANISH, AfricaUnit, Kind

STRENGTH_POINT = 0.016
"""Value of a point of strength, where a victory counts 1."""
DEMORALIZED_SHARE = 0.4
"""Share of its strength that a demoralized unit keeps."""
RETREATS, DEMORALIZES, DESTROYS = map(float, hit_chances(False).values())
"""Chances of the results of a hit (6.1)."""
SHARE_PER_MARCH = 0.62
"""Share of a unit's weight that reaches one turn's march farther."""
GUN_REACH = (1.0, 0.95, 0.85, 0.7)
"""Factor on the ship's weight by its range to a place."""
DIE_COINS = 3.5
"""The mean of a die: coins of a unit that rolls for its factor."""

HIDDEN_COINS = 2.0
"""Coins expected of a hidden shock factor: the mean of the factors in ``tables.toml``, 2.1, rounded."""

REDUCED_SHARE = 0.66
"""Share of its strength that a reduced unit keeps; chosen by hand, as are the strengths below."""

OFFICER_STRENGTH, OFFICER_COIN_STRENGTH = 0.8, 0.35
"""Strength of an officer without support, and of each coin of support."""

CONVOY_STRENGTH, SHIP_STRENGTH, REGULAR_STRENGTH = 2.0, 3.0, 3.2

GUN_COIN_STRENGTH, MIN_GUN_COINS = 0.7, 3
"""Strength of each coin of a gun's fire, and the fewest coins that count."""

UNIT_STRENGTH, FIRE_COIN_STRENGTH, SHOCK_COIN_STRENGTH = 0.2, 0.25, 0.4
"""Strength of any other unit, and of each coin of its fire and of its shock."""

KIND_BONUSES = {Kind.CAVALRY: 0.5, Kind.GK: 0.0, Kind.GUM: 0.0, Kind.RIF: 0.0, Kind.ENGINEERS: -0.2}
"""Kind -> strength added for what its factors do not show, such as the speed of cavalry; ``OTHER_KIND_BONUS`` for all
others."""

OTHER_KIND_BONUS = 0.2

FOOT_CLASS, RIDER_CLASS, GUN_CLASS, STAFF_CLASS, IDLE_CLASS, SHIP_CLASS = range(6)
"""Classes of units by how their weight reaches a place; convoys have none."""


def mean_pool(state: AfricaState) -> float:
    """Mean of the shock factors still hidden (2.1)."""
    revealed = [factor for _, factor in state.revealed]
    hidden = [(factor, count - revealed.count(factor)) for factor, count in TABLES.kabila.factors]
    total = sum(n for _, n in hidden)
    return sum(f * n for f, n in hidden) / total if total else HIDDEN_COINS


def turns_left(state: AfricaState) -> int:
    """Turns after the present one, up to the check of victory that will most likely end the battle."""
    setting = state.setting
    last = setting.early if setting.early is not None and state.turn <= setting.early else setting.turns
    return max(last - state.turn, 0)


def player_turns_left(state: AfricaState) -> int:
    """Player turns up to the next check of victory, the present one included; the Moroccans move last."""
    return 2 * turns_left(state) + (2 if state.now.phasing == SPANISH else 1)


class Worth:
    """Constants of a setting: the units' strengths, and how far their weight reaches."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.full = tuple(_strength(unit) for unit in setting.units)
        self._levels = tuple(
            (full, full * REDUCED_SHARE, full * DEMORALIZED_SHARE,
             full * REDUCED_SHARE * DEMORALIZED_SHARE) for full in self.full)
        """Slot -> strength of the unit when fresh, reduced, demoralized, and both."""
        self.kind = tuple(_class_of(unit) for unit in setting.units)
        self.loss_factors = (1.0, 1.0)
        """Seat -> factor on its losses, from the personality of the deciding player."""
        self._reach: dict[int, tuple[tuple[tuple[float, ...], ...], ...]] = {}

    def for_player(self) -> Worth:
        """A copy for one player, whose personality may change the weight of losses; the computed tables are shared."""
        _ = self.marches, self.gun_marches  # computed before the copy, so that all players share them
        return copy(self)

    @cached_property
    def marches(self) -> tuple[tuple[int, ...], ...]:
        """For each objective, the distance of every area in areas, over land."""
        ground = self.setting.ground
        return tuple(
            ground.distances_to([goal], lambda _, there: not ground.sea >> there & 1)
            for goal in self.setting.objectives
        )

    @cached_property
    def gun_marches(self) -> tuple[tuple[int, ...], ...]:
        """For each objective, the distance in areas for a field gun from every area to the objective or one next to
        it."""
        ground, steps = self.setting.ground, self.setting.steps
        gun = next((i for i, unit in enumerate(self.setting.units) if unit.kind in (Kind.FIELD, Kind.HORSE)), None)

        def passes(here: Area, there: Area) -> bool:
            return gun is not None and bool(steps[gun].first[there] >> here & 1)

        return tuple(
            ground.distances_to(
                [area for area in (goal, *ground.neighbours[goal]) if not ground.sea >> area & 1], passes)
            for goal in self.setting.objectives
        )

    def reach(self, left: int) -> tuple[tuple[tuple[float, ...], ...], ...]:
        """Class of unit -> area -> share of a unit's weight that reaches each objective.

        :param left: turns still to come; units that cannot arrive in time count little.
        """
        shares = self._reach.get(left)
        if shares is None:
            ground, goals = self.setting.ground, self.setting.objectives
            areas = ground.areas

            def table(share: Callable[[int, int], float]) -> tuple[tuple[float, ...], ...]:
                return tuple(tuple(share(k, area) for k in range(len(goals))) for area in areas)

            foot = table(lambda k, area: march_share(float(self.marches[k][area]), left))
            fast = table(lambda k, area: march_share(_rider_turns(self.marches[k][area]), left))
            guns = table(lambda k, area: march_share(float(self.gun_marches[k][area]), left))
            ship = table(lambda k, area: _ship_share(ground.board.distances[area][goals[k]]))
            shares = self._reach[left] = (foot, fast, guns, fast, table(lambda k, area: 0.0), ship)
        return shares

    def strength(self, state: AfricaState, slot: Slot) -> float:
        """A unit's present strength."""
        return self._levels[slot][(state.reduced >> slot & 1) + 2 * (state.demoralized >> slot & 1)]

    def coins(self, state: AfricaState, slot: Slot, hidden: float) -> float:
        """Expected coins of a unit in a shock.

        :param hidden: expected coins of a gaix kabila that has not yet fought.
        """
        factors = self.setting.units[slot].shock
        factor = factors[min(state.reduced >> slot & 1, len(factors) - 1)]
        if factor >= 0:
            return factor
        if factor in (DIE_FACTOR, DIE_PLUS):
            return DIE_COINS
        if factor != HIDDEN_FACTOR:
            return 0.0
        return next((shown for known, shown in state.revealed if known == slot), hidden)

    def price(self, state: AfricaState, slot: Slot) -> float:
        """Cost of losing a unit in its present state, where a victory counts 1; less near the end of the battle."""
        left = turns_left(state)
        loss_factor = self.loss_factors[self.setting.units[slot].seat]
        return loss_factor * STRENGTH_POINT * 1.3 * (left + 1) / (left + 4) * self.strength(state, slot)

    def hit_cost(self, state: AfricaState, slot: Slot) -> float:
        """Expected cost of a hit on a unit: it retreats, is demoralized, or loses a step (6.1)."""
        price = self.price(state, slot)
        if state.demoralized >> slot & 1:
            return 0.5 * price + 0.003
        step = 0.34 if self.setting.regulars >> slot & 1 and not state.reduced >> slot & 1 else 1.0
        return price * (RETREATS * 0.12 + DEMORALIZES * 0.45 + DESTROYS * step) + 0.002


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
    fire = DIE_COINS if unit.fire[0] in (DIE_FACTOR, DIE_PLUS) else max(unit.fire[0], 0)
    shock = (DIE_COINS if unit.shock[0] == DIE_FACTOR
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


def _rider_turns(march: int) -> float:
    """Turns in which riders march a distance in areas."""
    return march / 2 if march < UNCONNECTED else float(UNCONNECTED)


def _ship_share(areas: int) -> float:
    """Share of the ship's weight that reaches a place at a distance in areas."""
    return GUN_REACH[areas] if areas < len(GUN_REACH) else 0.7 * SHARE_PER_MARCH ** (areas - 3)


def march_share(turns: float, left: int) -> float:
    """Share of a unit's weight that reaches a place, by turns of march and turns left."""
    late = 0.15 if turns > left + 1 else 1.0
    return late * SHARE_PER_MARCH**turns if turns < UNCONNECTED else 0.0


RATIO_WEIGHT = 1.5
"""How strongly the ratio of weights around an objective decides its chance."""
CONTROL_WEIGHT = 0.5
"""How strongly present control decides long before the end; the influence grows towards the end."""
PULL_FACTORS = (1.0, 0.55, 0.25)
"""Factors on the pull of objectives beyond those needed, likeliest first."""
BASE_WEIGHT = 3.0
"""Weight added to both sides at each objective."""
THIRD_SAFE = 0.3
"""The Spanish score if both sides hold enough areas and the third convoy is not yet captured."""


class BattleStanding(NamedTuple):
    """The expected outcome of a battle."""

    score: float
    """The Spanish score by the objectives, from -1 to 1."""
    strength: float
    """Value of the Spanish surplus of strength on the map, where a victory counts 1."""
    chances: tuple[float, ...]
    """For each objective, the chance that it is Spanish at the end."""
    pivots: tuple[float, ...]
    """For each objective, the difference in score between surely Spanish and surely not."""
    pulls: tuple[tuple[float, ...], tuple[float, ...]]
    """Seat -> for each objective, what a point of weight there adds to that seat's score; objectives it aims for count
    more."""


def weights(worth: Worth, state: AfricaState, left: int) -> tuple[list[float], list[float], float]:
    """Each side's weight around each objective, and the Spanish surplus of strength on the map."""
    reach = worth.reach(left)
    count = len(state.setting.objectives)
    sums = ([BASE_WEIGHT] * count, [BASE_WEIGHT] * count)
    surplus = 0.0
    spanish, kind, goals = state.setting.side[SPANISH], worth.kind, range(count)
    for number, area in enumerate(state.at):
        if area < 0:
            continue
        slot = Slot(number)
        strength, row = worth.strength(state, slot), reach[kind[slot]][area]
        if spanish >> slot & 1:
            surplus += strength
            into = sums[0]
        else:
            surplus -= strength
            into = sums[1]
        for k in goals:
            into[k] += strength * row[k]
    return sums[0], sums[1], surplus


Aims = tuple[frozenset[int], frozenset[int]]
"""Seat -> indices of the objectives it aims for; empty if it aims for the likeliest."""
NO_AIMS: Aims = (frozenset(), frozenset())


def standing(worth: Worth, state: AfricaState, aims: Aims = NO_AIMS) -> BattleStanding:
    """The expected outcome from a state, given the sides' aims."""
    setting = state.setting
    left = turns_left(state)
    spanish, moroccan, surplus = weights(worth, state, left)
    control_weight = CONTROL_WEIGHT + 2.5 / (left + 1)
    chances = []
    for k, area in enumerate(setting.objectives):
        logit = RATIO_WEIGHT * log(spanish[k] / moroccan[k]) + (control_weight if state.control >> area & 1
                                                                else -control_weight)
        ours, theirs = state.occupied[SPANISH] >> area & 1, state.occupied[MOROCCAN] >> area & 1
        logit += 0.35 * (ours - theirs) * control_weight
        chances.append(1.0 / (1.0 + exp(-logit)))
    moderated = [0.5 + 0.8 * (chance - 0.5) for chance in chances]
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
    for seat, likely in ((SPANISH, chances), (MOROCCAN, [1 - chance for chance in chances])):
        order = sorted(range(len(likely)), key=lambda k: (k not in aims[seat], -likely[k], k))
        for rank, k in enumerate(order):
            pulls[seat][k] *= PULL_FACTORS[min(max(rank - setting.needed + 1, 0), len(PULL_FACTORS) - 1)]
    return BattleStanding(score, STRENGTH_POINT * surplus, tuple(chances), tuple(pivots),
                          (tuple(pulls[0]), tuple(pulls[1])))


class _Convoys(NamedTuple):
    """Effect of the convoys on the standing (11.W.2)."""

    extra: float
    """The chance that captured convoys count as one more objective for the Moroccans."""
    third: float
    """The score if both sides then hold enough areas."""


def _convoys(state: AfricaState) -> _Convoys:
    convoys = state.setting.convoys
    taken = state.captured.bit_count()
    if not convoys:
        return _Convoys(0.0, 0.0)
    if taken >= 2:
        return _Convoys(1.0, THIRD_SAFE if taken == 2 else -1.0)
    open_ones = [i for i in slots_in(convoys & ~state.captured) if state.at[i] >= 0]
    bare = sum(1 for i in open_ones if state.setting.ground.adjacent[state.at[i]] & state.occupied[MOROCCAN])
    return _Convoys(min(0.9, 0.06 + 0.25 * taken + 0.08 * bare), THIRD_SAFE)


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
    """Number of Spanish objectives -> the Spanish score."""
    scores = []
    for ours in range(count + 1):
        theirs = count - ours
        without = 1.0 if ours >= needed else -1.0 if theirs >= needed else 0.0
        having = without
        if convoys.extra:
            having = convoys.third if ours >= needed and theirs + 1 >= needed else -1.0 if theirs + 1 >= needed else 0.0
        scores.append(convoys.extra * having + (1 - convoys.extra) * without)
    return scores
