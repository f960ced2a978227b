"""Who beats whom: what one element may expect of a fight with another, worked out from the tables."""

from __future__ import annotations

from functools import lru_cache

from game.core.chance import D6
from game.rules.renaissance.engine.results import Result, compared, result
from game.rules.renaissance.engine.tables import Kind, factor

COST: dict[Result, float] = {"none": 0.0, "recoil": 0.12, "flee": 0.3, "destroyed": 1.0}
"""What a result costs the loser, in elements (chosen; measured in matches)."""


@lru_cache(4096)
def expected(one: Kind, other: Kind, difference: int = 0, *, shooting: bool = False, mutual: bool = True) -> float:
    """Elements that the first may expect to win over those it loses, in good going.

    :param difference: what its modifiers come to over the other's.
    :param mutual: whether the first can lose at all.
    """
    mine = factor(one, other, shooting=shooting) + difference
    theirs = factor(other, one, shooting=shooting)
    whole = 0.0
    for a in D6.faces:
        for b in D6.faces:
            x, y = mine + a, theirs + b
            word = compared(x, y)
            if word == "equal":
                continue
            if x > y:
                whole += COST[result(other, one, doubled=word == "doubled", shooting=shooting).result]
            elif mutual:
                whole -= COST[result(one, other, doubled=word == "doubled", shooting=shooting).result]
    return whole / 36
