"""Coins, or markers from the cup (6.1): the tables of their results, the exact chances, and the coins of a fire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import TypeVar

from game.board.areas import Area
from game.core.chance import D6, Die, Modifier, coins, cup, total
from game.core.indices import Slot, other
from game.core.message import say
from game.rules.africa.setting import Setting
from game.rules.africa.state import AfricaState
from game.rules.africa.tables import TABLES
from game.rules.africa.terrain import AreaTerrain
from game.rules.africa.units import DIE_PLUS, HIDDEN_FACTOR, NOBODY, ROLLED_FACTORS, Kind, rule

HIT_HEADS = TABLES.fire.heads
"""Heads needed for a hit (6.1)."""
RALLY_HEADS = TABLES.rally.heads
"""Heads needed for a rally (7)."""
RESULT_COINS = TABLES.fire.coins
"""Coins flipped for the result of a hit (6.1)."""

CROWD_POINTS = TABLES.fire.crowd
"""Stacking points from which an area is crowded: fire at it gets one more coin (ruling 2)."""

MISS, RETREAT, DEMORALIZED, DESTROYED = "miss", "retreat", "demoralization", "destroyed"
"""Results of fire (6.1)."""
RESULT_WORDS = {RETREAT: say("retreat"), DEMORALIZED: say("demoralization"), DESTROYED: say("destroyed")}
"""Result of a hit -> its word in the log."""
STEP_LOST = say("loses a step")
"""The word instead of ``destroyed`` for a regular at full strength."""
FIRE_RESULTS = TABLES.fire.results
"""Result of a hit by the heads on its three coins."""

NOTHING, ALL_RETREAT, ALL_DEMORALIZED, ALL_STRUCK = "-", "R", "D", "X"
"""Results of the artillery table (9)."""
MOST_CROSSES = 4
"""The row of the shock results for four and more crosses of the winner (6.2)."""
CUP_MARKERS = TABLES.cup.heads + TABLES.cup.crosses
"""Markers in the full cup, the most that a side draws (ruling 29)."""


@cache
def coins_die(count: int, from_cup: bool) -> Die:
    """A die that stands for a number of coins, or of markers drawn from the full cup; for none if the number is below
    0."""
    count = max(count, 0)
    return cup(count, TABLES.cup.heads, TABLES.cup.crosses) if from_cup else coins(count)


@cache
def heads(count: int, from_cup: bool) -> Mapping[int, Fraction]:
    """The exact chance of each number of heads."""
    die = coins_die(count, from_cup)
    return {face: Fraction(die.weight(face), die.total_weight) for face in die.faces}


def barrage_result(head_count: int, die: int, distance: int) -> str:
    """The entry of the artillery table; the die is reduced by 1 for each area of range beyond the first (9).

    :param distance: the range in areas.
    """
    row = TABLES.artillery.rows[min(head_count, len(TABLES.artillery.rows) - 1)]
    modified_die = max(1, die - (distance - 1))
    return row[modified_die - 1]


@cache
def at_least(needed: int, count: int, from_cup: bool) -> Fraction:
    """The exact chance of at least ``needed`` heads with ``count`` coins."""
    return sum((chance for face, chance in heads(count, from_cup).items() if face >= needed), Fraction(0))


Result = TypeVar("Result")


def total_chances(chances: Iterable[tuple[Result, Fraction]]) -> dict[Result, Fraction]:
    """Result -> total chance, from pairs that may repeat a result."""
    totals: dict[Result, Fraction] = {}
    for result, chance in chances:
        totals[result] = totals.get(result, Fraction(0)) + chance
    return totals


@cache
def hit_chances(from_cup: bool) -> Mapping[str, Fraction]:
    """The exact chance of each result of a hit."""
    return total_chances((FIRE_RESULTS[face], chance) for face, chance in heads(RESULT_COINS, from_cup).items())


@cache
def fire_chances(count: int, from_cup: bool) -> Mapping[str, Fraction]:
    """The exact chance of each fire result with ``count`` coins."""
    hit = at_least(HIT_HEADS, count, from_cup)
    chances = {MISS: 1 - hit, **{name: hit * chance for name, chance in hit_chances(from_cup).items()}}
    return {name: chance for name, chance in chances.items() if chance}


@cache
def die_fire_chances(added: int, from_cup: bool) -> Mapping[str, Fraction]:
    """The exact chance of each fire result for a unit whose coins are a die roll plus ``added``."""
    return total_chances((name, chance / len(D6.faces)) for face in D6.faces
                         for name, chance in fire_chances(max(face + added, 0), from_cup).items())


@cache
def barrage_chances(count: int, distance: int, from_cup: bool) -> Mapping[str, Fraction]:
    """The exact chance of each possible result of a gun's fire, in the order of the results."""
    chances = total_chances((barrage_result(head_count, die, distance), chance / len(D6.faces))
                            for head_count, chance in heads(count, from_cup).items() for die in D6.faces)
    return {name: chances[name] for name in (NOTHING, ALL_RETREAT, ALL_DEMORALIZED, ALL_STRUCK) if chances.get(name)}


@cache
def barrage_has_effect(count: int, distance: int, from_cup: bool) -> bool:
    """Whether a gun's fire with ``count`` coins can have any effect."""
    return barrage_chances(count, distance, from_cup).get(NOTHING, Fraction(0)) < 1


def severity(crosses: int) -> int:
    """The row of the shock results: 0 to 3 crosses of the winner, 4 for four and more (6.2)."""
    return min(crosses, MOST_CROSSES)


@cache
def shock_chances(
    attack: tuple[tuple[int, Fraction], ...], defence: tuple[tuple[int, Fraction], ...], from_cup: bool
) -> Mapping[tuple[int, int], Fraction]:
    """The exact chance of each (winner, severity). The winner is 0 for the attacker, 1 for the defender, -1 for a tie,
    which has the severity ``MOST_CROSSES``; these are not seats.

    :param attack: pairs (coins, chance) of the attacker; several if some coins are still to be rolled for.
    :param defence: the same for the defender.
    """
    return total_chances(
        (outcome, attack_chance * defence_chance * chance) for attack_coins, attack_chance in attack
        for defence_coins, defence_chance in defence
        for outcome, chance in _clash_chances(attack_coins, defence_coins, from_cup).items())


@cache
def _clash_chances(attack_coins: int, defence_coins: int, from_cup: bool) -> Mapping[tuple[int, int], Fraction]:
    """``shock_chances`` for known numbers of coins, computed with integers."""
    attack, defence = coins_die(attack_coins, from_cup), coins_die(defence_coins, from_cup)
    counts: dict[tuple[int, int], int] = {}
    for a in attack.faces:
        for d in defence.faces:
            if a == d:
                outcome = (-1, MOST_CROSSES)
            else:
                outcome = (0, severity(attack.coins - a)) if a > d else (1, severity(defence.coins - d))
            counts[outcome] = counts.get(outcome, 0) + attack.weight(a) * defence.weight(d)
    total_weight = attack.total_weight * defence.total_weight
    return {outcome: Fraction(count, total_weight) for outcome, count in counts.items()}


def hidden_factors(state: AfricaState) -> Die:
    """The draw from the shock factors of gaix kabila that are still hidden (2.1)."""
    revealed = [factor for _, factor in state.revealed]
    counts = ((factor, count - revealed.count(factor)) for factor, count in TABLES.kabila.factors)
    hidden = tuple((factor, count) for factor, count in counts if count > 0)
    return Die("Gaix Kabila", tuple(f for f, _ in hidden), tuple(n for _, n in hidden), drawn=True, reveals=True)


def factor_die(state: AfricaState, slot: Slot) -> Die | None:
    """The die or draw for a unit's shock factor; None if the factor is known."""
    factor = state.setting.units[slot].shock[0]
    if factor == HIDDEN_FACTOR and all(slot != known for known, _ in state.revealed):
        return hidden_factors(state)
    return D6 if factor in ROLLED_FACTORS else None


@cache
def draw_sums(pool: tuple[tuple[int, int], ...], draws: int) -> Mapping[int, Fraction]:
    """The exact chance of each sum of factors drawn without replacement (2.1).

    :param pool: pairs (factor, count) still hidden.
    :param draws: the number of factors drawn.
    """
    if not draws:
        return {0: Fraction(1)}
    pool_size = sum(count for _, count in pool)
    return total_chances(
        (factor + others, chance * Fraction(count, pool_size)) for k, (factor, count) in enumerate(pool) if count
        for others, chance in draw_sums((*pool[:k], (factor, count - 1), *pool[k + 1:]), draws - 1).items())


@cache
def shock_coins(known: int, dice: int, hidden: Die | None, draws: int, least: int) -> tuple[tuple[int, Fraction], ...]:
    """The exact chance of each number of coins of a side, never below ``least``.

    :param known: coins that need no roll.
    :param dice: number of units that roll a die for their coins.
    :param hidden: the draw for units with hidden factors; None without any.
    :param draws: the number of units with hidden factors.
    """
    pool = tuple((face, hidden.weight(face)) for face in hidden.faces) if hidden is not None else ()
    chances = {known + drawn: chance for drawn, chance in draw_sums(pool, draws).items()}
    for _ in range(dice):
        chances = total_chances((coin_sum + face, chance / len(D6.faces))
                                for coin_sum, chance in chances.items() for face in D6.faces)
    return tuple(sorted(total_chances((max(coin_sum, least), chance) for coin_sum, chance in chances.items()).items()))


def fire_factor(state: AfricaState, slot: Slot) -> int:
    """A unit's present fire factor: coins, or ``NO_FACTOR``, ``DIE_FACTOR``, ``DIE_PLUS``."""
    return state.setting.units[slot].fire_factor(state.reduced >> slot & 1)


def rolls_for_fire(state: AfricaState, slot: Slot) -> bool:
    """Whether a unit rolls a die for its fire factor (11.W.3)."""
    return state.setting.units[slot].fire[0] in ROLLED_FACTORS


def modifiers(state: AfricaState, slot: Slot, area: Area, officer: Slot, defensive: bool) -> tuple[Modifier, ...]:
    """Modifiers to the coins of a fire (ruling 2; officers: 10).

    :param officer: the officer who helps; ``NOBODY`` for none.
    :param defensive: whether it is defensive fire, on which terrain has no effect (6.1).
    """
    return _modifiers(*_fire_case(state, slot, area, officer, defensive))


def coin_count(state: AfricaState, slot: Slot, area: Area, officer: Slot, defensive: bool, factor: int = 0) -> int:
    """The number of coins of a fire.

    :param factor: the factor rolled by a unit that rolls for it; 0 before the roll, for the coins added to the die.
    """
    base_coins = max(fire_factor(state, slot), 0) or factor
    return max(base_coins + _total(*_fire_case(state, slot, area, officer, defensive)), 0)


FireCase = tuple[Setting, Slot, Slot, Area, Area, bool, bool, bool]
"""Everything that the modifiers of a fire depend on: setting, unit, helping officer, the unit's area, the target's
area, whether defensive, whether at a crowd, whether rockets at cavalry."""


def _fire_case(state: AfricaState, slot: Slot, area: Area, officer: Slot, defensive: bool) -> FireCase:
    setting = state.setting
    unit = setting.units[slot]
    crowd = state.points(area, other(unit.seat)) >= CROWD_POINTS
    rocket_target = state.target(area, other(unit.seat)) if unit.kind == Kind.ROCKETS else NOBODY
    rockets_at_cavalry = rocket_target >= 0 and bool(setting.cavalry >> rocket_target & 1)
    return setting, slot, officer, state.at[slot], area, defensive, crowd, rockets_at_cavalry


@cache
def _modifiers(
    setting: Setting, slot: Slot, officer: Slot, here: Area, area: Area, defensive: bool, crowd: bool,
    rockets_at_cavalry: bool,
) -> tuple[Modifier, ...]:
    """The modifiers of a ``FireCase``."""
    ground = setting.ground
    terms: list[Modifier] = []
    values = TABLES.fire.modifiers
    if setting.units[slot].fire[0] == DIE_PLUS:
        terms.append(Modifier(values.plus, "X+1", rule("11.W.3")))
    if officer >= 0:
        helper = setting.units[officer]
        terms.append(Modifier(helper.defence if defensive else helper.attack, helper.name, rule("10")))
    if crowd:
        terms.append(Modifier(values.crowd, say("stack of {crowd} or more points", crowd=CROWD_POINTS), rule("6.1", 2)))
    if rockets_at_cavalry:
        terms.append(Modifier(values.rockets, say("rockets at cavalry"), rule("11.T.3", 23)))
    if defensive:
        return tuple(terms)
    return (*terms, *_target_modifiers(ground, area), *_origin_modifiers(ground, here))


def _target_modifiers(ground: AreaTerrain, area: Area) -> tuple[Modifier, ...]:
    """Modifiers by the target's terrain for fire from outside."""
    terms = []
    if ground.rivers_and_marshes >> area & 1 and not (ground.rivers & ground.bridges) >> area & 1:
        terms.append(Modifier(TABLES.fire.modifiers.into_water, say("target in water or marsh"), rule("6.1", 2)))
    value, name = ground.fire_cover(area)
    if value:
        terms.append(Modifier(value, name, rule("6.1", 2)))
    return tuple(terms)


def _origin_modifiers(ground: AreaTerrain, here: Area) -> tuple[Modifier, ...]:
    """Modifiers by the firing unit's terrain for fire out of its area."""
    if not ground.rivers_and_marshes >> here & 1:
        return ()
    return (Modifier(TABLES.fire.modifiers.from_water, say("fires from water or marsh"), rule("6.1", 2)),)


@cache
def target_coins(ground: AreaTerrain, area: Area) -> int:
    """Sum of the modifiers by the target's terrain for fire from outside."""
    return total(_target_modifiers(ground, area))


@cache
def origin_coins(ground: AreaTerrain, here: Area) -> int:
    """Sum of the modifiers by the firing unit's terrain."""
    return total(_origin_modifiers(ground, here))


@cache
def _total(
    setting: Setting, slot: Slot, officer: Slot, here: Area, area: Area, defensive: bool, crowd: bool,
    rockets_at_cavalry: bool,
) -> int:
    """The sum of the modifiers of a ``FireCase``."""
    return total(_modifiers(setting, slot, officer, here, area, defensive, crowd, rockets_at_cavalry))


def can_hit(state: AfricaState, slot: Slot, area: Area, officer: Slot, defensive: bool) -> bool:
    """Whether a unit has enough coins to hit; one that rolls for its factor may always try."""
    return rolls_for_fire(state, slot) or coin_count(state, slot, area, officer, defensive) >= HIT_HEADS
