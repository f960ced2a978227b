"""Chances as floating numbers, for players that weigh many actions; must agree with ``coin_tables``."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from game.rules.africa.coin_tables import (
    ALL_DEMORALIZED,
    ALL_RETREAT,
    ALL_STRUCK,
    HIT,
    MISS,
    RALLIED,
    at_least,
    barrage_chances,
    fire_chances,
    heads,
    severity,
)
from game.rules.africa.tables import TABLES
from game.rules.africa.units import DIE, DIE_PLUS

LOST = (0.85, 0.68, 0.42, 0.2, 0.12)
"""What share of a side's worth a lost shock costs it, by the winner's crosses, four and more last (6.2)."""
MOST = 24
"""Coins beyond which more hardly change anything."""


@cache
def hit(coins: int, cup: bool) -> float:
    """The chance that so many coins hit (6.1)."""
    return 0.0 if coins < HIT else 1.0 - float(fire_chances(min(coins, MOST), cup).get(MISS, 0))


@cache
def shot(factor: int, more: int, cup: bool) -> float:
    """The chance of a hit with a fire factor, rolled for where the unit rolls for it, and more coins."""
    if factor in (DIE, DIE_PLUS):
        more += TABLES.fire.modifiers.plus if factor == DIE_PLUS else 0
        return sum(hit(face + more, cup) for face in range(1, 7)) / 6
    return hit(factor + more, cup) if factor > 0 else 0.0


@cache
def rally(coins: int) -> float:
    """The chance that so many coins rally a unit (7); never markers from the cup (6.1)."""
    return float(at_least(RALLIED, coins, False))


@cache
def barrage(coins: int, distance: int, cup: bool) -> tuple[float, float, float]:
    """The chances that all retreat, all are demoralized, all are struck (9)."""
    found = barrage_chances(min(max(coins, 0), MOST), distance, cup)
    return float(found.get(ALL_RETREAT, 0)), float(found.get(ALL_DEMORALIZED, 0)), float(found.get(ALL_STRUCK, 0))


class ShockOdds(NamedTuple):
    """What a shock combat with known coins comes to."""

    win: float
    """The chance that the attacker has more heads: then the defender must leave."""
    gain: float
    """The share of the defenders' worth that is lost."""
    loss: float
    """The share of the attackers' worth that is lost."""


@cache
def _heads(count: int, cup: bool) -> tuple[tuple[int, float], ...]:
    """The chance of each number of heads."""
    return tuple((face, float(chance)) for face, chance in heads(count, cup).items())


@cache
def melee(ours: int, theirs: int, cup: bool) -> ShockOdds:
    """A shock combat: the attacker's and the defender's coins (6.2)."""
    ours, theirs = min(max(ours, 1), MOST), min(max(theirs, 0), MOST)
    win = gain = loss = 0.0
    for a, pa in _heads(ours, cup):
        for d, pd in _heads(theirs, cup):
            chance = pa * pd
            if a > d:
                win += chance
                gain += chance * LOST[severity(ours - a)]
            elif d > a:
                loss += chance * LOST[severity(theirs - d)]
    return ShockOdds(win, gain, loss)
