"""Chances (0 to 1) as floats, for computer players that weigh many actions; must agree with ``coin_tables``."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from game.core.chance import D6
from game.rules.africa.coin_tables import (
    ALL_DEMORALIZED,
    ALL_RETREAT,
    ALL_STRUCK,
    HIT_HEADS,
    MISS,
    RALLY_HEADS,
    at_least,
    barrage_chances,
    fire_chances,
    heads,
    severity,
)
from game.rules.africa.tables import TABLES
from game.rules.africa.units import DIE_PLUS, ROLLED_FACTORS

LOST_SHOCK_COST = (0.85, 0.68, 0.42, 0.2, 0.12)
"""Share of a side's value that a lost shock costs it, by the winner's crosses, four and more last (6.2)."""
MAX_COINS = 24
"""More coins count as this number: they would make hardly any difference. Chosen."""


@cache
def hit_chance(coins: int, from_cup: bool) -> float:
    """The chance of a hit with a number of coins (6.1).

    :param from_cup: whether markers are drawn from a cup instead of flipping coins, here and below.
    """
    return 0.0 if coins < HIT_HEADS else 1.0 - float(fire_chances(min(coins, MAX_COINS), from_cup).get(MISS, 0))


@cache
def shot_hit_chance(factor: int, modifier: int, from_cup: bool) -> float:
    """The chance of a hit with a fire factor, which may be a die roll, and a modifier in coins."""
    if factor in ROLLED_FACTORS:
        modifier += TABLES.fire.modifiers.plus if factor == DIE_PLUS else 0
        return sum(hit_chance(face + modifier, from_cup) for face in D6.faces) / len(D6.faces)
    return hit_chance(factor + modifier, from_cup) if factor > 0 else 0.0


@cache
def rally_chance(coins: int) -> float:
    """The chance that a number of coins rallies a unit (7). Rally is by coins also in games with a cup of markers
    (6.1)."""
    return float(at_least(RALLY_HEADS, coins, False))


@cache
def barrage_result_chances(coins: int, distance: int, from_cup: bool) -> tuple[float, float, float]:
    """The chances of artillery's three results: all retreat, all demoralized, all struck (9)."""
    chances = barrage_chances(min(max(coins, 0), MAX_COINS), distance, from_cup)
    return float(chances.get(ALL_RETREAT, 0)), float(chances.get(ALL_DEMORALIZED, 0)), float(chances.get(ALL_STRUCK, 0))


class ShockOdds(NamedTuple):
    """The expected outcome of a shock with known coins, chances and shares from 0 to 1."""

    win: float
    """The chance that the attacker has more heads, so that the defender must leave."""
    gain: float
    """Expected share of the defenders' value that is lost."""
    loss: float
    """Expected share of the attackers' value that is lost."""


@cache
def _heads_chances(count: int, from_cup: bool) -> tuple[tuple[int, float], ...]:
    """Each number of heads among a number of coins, with its chance."""
    return tuple((number, float(chance)) for number, chance in heads(count, from_cup).items())


@cache
def shock_odds(ours: int, theirs: int, from_cup: bool) -> ShockOdds:
    """The expected outcome of a shock with the attacker's and the defender's coins (6.2)."""
    ours, theirs = min(max(ours, 1), MAX_COINS), min(max(theirs, 0), MAX_COINS)
    win = gain = loss = 0.0
    for our_heads, our_chance in _heads_chances(ours, from_cup):
        for their_heads, their_chance in _heads_chances(theirs, from_cup):
            chance = our_chance * their_chance
            if our_heads > their_heads:
                win += chance
                gain += chance * LOST_SHOCK_COST[severity(ours - our_heads)]
            elif their_heads > our_heads:
                loss += chance * LOST_SHOCK_COST[severity(theirs - their_heads)]
    return ShockOdds(win, gain, loss)
