"""What fights are worth: points of victory an attack may gain, less what it costs (10.1, 10.2, 13.0)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.rules.adua import melee, pools, smallarms
from game.rules.adua.ground import Ground
from game.rules.adua.pools import Handful
from game.rules.adua.state import State
from game.rules.adua.units import ABYSSINIANS, ITALIANS, QUALITY, SEAT, SEATS, UNITS

STEP = 0.25
"""What a step of an Italian unit is worth: a quarter of its point (13.0)."""
UPSET = 0.06
"""What disorganizing one is worth; chosen, as are the numbers below."""
HOST = 0.035
"""What a step of an Abyssinian unit is worth for each point of its combat value: none counts for victory."""
REPULSE = 0.01
"""What it costs that a unit is repulsed."""


def step_of(slot: int) -> float:
    """What a step of a unit is worth."""
    return STEP if SEAT[slot] == ITALIANS else HOST * UNITS[slot].values[0]


@lru_cache(4096)
def differences(
    ours: tuple[tuple[int, int], ...], theirs: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, float], ...]:
    """Hits of some handfuls less those of others -> its chance, up to four either way.

    :param ours: dice and weapons' quality of each unit.
    """
    handfuls = [Handful("", SEATS[0], str(n), dice, quality) for n, (dice, quality) in enumerate(ours)]
    handfuls += [Handful("", SEATS[1], f"-{n}", dice, quality) for n, (dice, quality) in enumerate(theirs)]
    return tuple((gap, float(branch.chance)) for (gap, _), branch in pools.branches(handfuls, SEATS, 4).items())


def attack(ground: Ground, state: State, attackers: Sequence[tuple[int, int]], target: int) -> float:
    """What a small-arms attack promises its side.

    :param attackers: units and the dice of each.
    """
    beside = [slot for slot, _ in attackers if smallarms.near(ground, state, slot, target)]
    against = smallarms.defence(ground, state, target, beside)
    mine = tuple((dice, QUALITY[slot]) for slot, dice in attackers)
    other = ((against, QUALITY[target]),) if against else ()
    if SEAT[target] == ABYSSINIANS:
        return sum(chance * _italian(ground, state, gap, beside, target) for gap, chance in differences(mine, other))
    return sum(chance * _abyssinian(ground, state, -gap, beside, target) for gap, chance in differences(mine, other))


def _italian(ground: Ground, state: State, gap: int, beside: Sequence[int], target: int) -> float:
    if not beside:
        return step_of(target) if gap >= 3 else 0.0
    row = smallarms.row_of(ground, state, target, gap)
    cost = {-1: STEP, 0: UPSET, 1: UPSET}.get(row, 0.0)
    return (step_of(target) if row == 3 else 0.0) - cost * len(beside)


def _abyssinian(ground: Ground, state: State, gap: int, beside: Sequence[int], target: int) -> float:
    """The gain for a difference of Italian hits less Abyssinian ones."""
    if not beside:
        return UPSET if gap < 0 else 0.0
    row = smallarms.row_of(ground, state, target, gap)
    italian, _, points = smallarms.result(state, True, row).partition("; ")
    gain = {"-1 step": STEP, "disorganized": UPSET}.get(italian, 0.0)
    lost = min(step_of(slot) for slot in beside)
    return gain - lost * (int(points) // 2) - REPULSE * min(len(beside), int(points))


@lru_cache(64)
def clash(column: int) -> float:
    """What a melee in a column of its table is worth to the Abyssinians, one unit on either side."""
    value = 0.0
    for row in melee.ROWS:
        entry = melee.ENTRIES[row[column]]
        value += (STEP * bool(entry.italian) + UPSET * entry.disorganized - 2 * HOST * bool(entry.abyssinian)
                  + 0.5 * STEP * (not entry.ends)) / 6
    return value
