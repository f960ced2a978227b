"""What a fight is worth to a computer player: of one type with another, or of two bases where they are.

The chances are exact; what a result and a base count for is chosen by hand and was not measured.
"""

from __future__ import annotations

from functools import lru_cache

from game.core.chance import D6, total
from game.rules.renaissance.engine.bound import BROKEN
from game.rules.renaissance.engine.results import Result, compared, result
from game.rules.renaissance.engine.scoring import Clash, fallen, lines
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import GENERALS, factor
from game.rules.renaissance.engine.words import Kind

COST: dict[Result, float] = {"none": 0.0, "recoil": 0.12, "flee": 0.3, "destroyed": 1.0}
"""What a result costs the loser, in elements."""
GENERAL = 2.2
"""What a general counts for, in elements."""


@lru_cache(4096)
def expected(one: Kind, other: Kind) -> float:
    """Elements that the first type may expect to win over those it loses, in a close combat in good going."""
    whole = 0.0
    for a in D6.faces:
        for b in D6.faces:
            x, y = factor(one, other) + a, factor(other, one) + b
            word = compared(x, y)
            if word != "equal":
                loser, winner = (other, one) if x > y else (one, other)
                cost = COST[result(loser, winner, doubled=word == "doubled", shooting=False).result]
                whole += cost if x > y else -cost
    return whole / 36


def clash_worth(state: State, clash: Clash) -> float:
    """What a fight or shot is worth to its first side, in elements, by the exact chances."""
    key = ("clash", clash)
    found: float | None = state.memo.get(key)
    if found is None:
        one, other = lines(state, clash)
        sums = one.face + total(one.modifiers), other.face + total(other.modifiers)
        whole = 0.0
        for a in D6.faces:
            for b in D6.faces:
                fell = fallen(state, clash, (a, b), sums)
                if fell.loser is None:
                    continue
                cost = COST[fell.result] * value(state, fell.loser)
                whole += cost if fell.loser == clash.other else -cost
        found = state.memo[key] = whole / 36
    return found


def value(state: State, slot: int) -> float:
    """What a base is worth beside an ordinary one."""
    kind = state.roster[slot].kind
    if kind in GENERALS:
        return 1 + GENERAL
    if kind == "cf":
        return 2.0
    losses = state.losses(state.roster[slot].seat)
    return 1.0 + 0.25 * min(BROKEN, losses)

