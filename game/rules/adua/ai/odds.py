"""What fights are worth: points of victory an attack may gain, less what it costs (10.1, 10.2, 13.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from game.core.indices import Slot
from game.rules.adua import harm, melee, pools, smallarms, victory
from game.rules.adua.sides import ABYSSINIANS
from game.rules.adua.state import AduaState
from game.rules.adua.tables import FireResult
from game.rules.adua.units import QUALITY, SEAT, STEPS, UNITS

SPENT = 0.04
"""What it costs the Abyssinians in a melee that theirs lose a step; chosen: their attacks have room for few of them."""
STEP = 0.25
"""What a step of an Italian unit is worth while there is time for more: a quarter of its point (13.0)."""
LATE = 4
"""How steeply the points of the next step alone come to count as the last turn nears: a power; chosen."""
UPSET = 0.06
"""What disorganizing one is worth; chosen, as are the numbers below."""
HOST = 0.035
"""What a step of an Abyssinian unit is worth for each point of its combat value: none counts for victory."""
LIVES = 0.02
"""What a step of theirs is worth to the Abyssinians in an attack."""
MOST = 4
"""Differences of hits beyond which all are the same, either way: one more than the table has rows for."""
REPULSE = 0.001
"""What it costs that a unit is repulsed."""
SPARING = 9
"""Turns before the last one in which the Abyssinians begin to spare their steps less: none counts for victory, and who
is left at the end has done nothing; chosen."""


def thrift(state: AduaState, losses: float = 1.0) -> float:
    """What own steps count to the Abyssinians now, beside the usual.

    :param losses: what they count to the player (``Temper``).
    """
    return losses * min(1.0, (victory.LAST - state.turn) / SPARING)


def step(state: AduaState, slot: Slot) -> float:
    """What the next step of an Italian unit is worth: in the last turn the points that it makes at once (13.0)."""
    lost = state.lost[slot] + 1
    points = 0.5 * (lost in (victory.HALF_FROM, STEPS[slot]))
    late = (state.turn / victory.LAST) ** LATE
    return late * points + (1 - late) * STEP


@lru_cache(8192)
def hits(handfuls: tuple[tuple[int, int], ...]) -> tuple[float, ...]:
    """Number of hits -> its chance.

    :param handfuls: weapons' quality and dice, each quality once.
    """
    found = [1.0]
    for quality, dice in handfuls:
        hit = (7 - pools.least(quality)) / 6
        for _ in range(dice):
            found = [miss * (1 - hit) + one * hit for miss, one in zip([*found, 0.0], [0.0, *found], strict=True)]
    return tuple(found)


def handfuls(units: Iterable[tuple[Slot, int]]) -> tuple[tuple[int, int], ...]:
    """Units and the dice of each as handfuls of one quality each."""
    found: dict[int, int] = {}
    for slot, dice in units:
        found[QUALITY[slot]] = found.get(QUALITY[slot], 0) + dice
    return tuple(sorted(found.items()))


@lru_cache(8192)
def differences(
    ours: tuple[tuple[int, int], ...], theirs: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, float], ...]:
    """Hits of some handfuls less those of others -> its chance, up to four either way."""
    found: dict[int, float] = {}
    for mine, chance in enumerate(hits(ours)):
        for other, more in enumerate(hits(theirs)):
            gap = max(-MOST, min(MOST, mine - other))
            found[gap] = found.get(gap, 0.0) + chance * more
    return tuple(found.items())


def attack(
    state: AduaState, attackers: Sequence[tuple[Slot, int]], target: Slot, horse: int = 0, helped: int = 0,
    *, close: bool = False, losses: float = 1.0,
) -> float:
    """What a small-arms attack promises its side, with the melee that Abyssinians may go on to.

    :param attackers: units and the dice of each.
    :param horse: the value of cavalry that can charge as well.
    :param helped: the value that can be expected to join those who charge.
    :param close: whether all are taken to be beside the target, wherever they are.
    :param losses: what own losses count beside the usual (``Temper``).
    """
    beside = [slot for slot, _ in attackers if close or smallarms.near(state, slot, target)]
    against = smallarms.defence(state, target, beside)
    mine = handfuls(attackers)
    other = handfuls([(target, against)] if against else [])
    if SEAT[target] == ABYSSINIANS:
        return sum(chance * _italian(state, gap, beside, target, losses) for gap, chance in differences(mine, other))
    spared = thrift(state, losses)
    return sum(chance * _abyssinian(state, -gap, beside, target, horse, helped, spared)
               for gap, chance in differences(mine, other))


def _italian(state: AduaState, gap: int, beside: Sequence[Slot], target: Slot, losses: float) -> float:
    _, hurt, target_hurt, _ = _entry(state, target, gap, not beside)
    cost = sum(step(state, slot) for slot in beside) * hurt.steps + UPSET * hurt.disorganized * len(beside)
    return HOST * UNITS[target].values[0] * target_hurt.steps - losses * cost


def _entry(state: AduaState, target: Slot, gap: int, from_afar: bool) -> FireResult:
    """The entry of the table for a difference of Italian hits less Abyssinian ones."""
    return smallarms.result(state, target, smallarms.row_of(state, target, gap, from_afar=from_afar))


def _abyssinian(
    state: AduaState, gap: int, beside: Sequence[Slot], target: Slot, horse: int, helped: int, spared: float
) -> float:
    """The gain for a difference of Italian hits less Abyssinian ones, and of the melee that may follow.

    :param horse: the value of the cavalry that can charge as well.
    :param helped: that of those who can be expected to join.
    :param spared: what own steps count beside the usual.
    """
    _, _, hurt, points = _entry(state, target, gap, not beside)
    worth = step(state, target)
    if not beside:
        return worth * hurt.steps + UPSET * hurt.disorganized if gap < 0 else 0.0
    upset = hurt.disorganized and not state.disorganized >> target & 1
    needed = melee.value(state, target) + smallarms.DISORGANIZED * upset
    order = sorted(beside, key=lambda slot: (UNITS[slot].values[0], slot))

    def goes_on(hit: int, steps: int) -> float:
        """What the melee of those who are not repulsed promises, less what the damage costs."""
        whole = order[hit:]
        charging = horse + sum(melee.value(state, slot) for slot in whole)
        melee_gain = clash(melee.column(needed - charging - helped), worth, spared) if charging else 0.0
        return max(0.0, melee_gain) - spared * (LIVES * steps + REPULSE * hit)

    few = -(-points // harm.MOST)
    found = goes_on(few, points // 2)
    if points <= len(order):
        found = max(found, goes_on(points, 0))
    return worth * hurt.steps + UPSET * upset + found


@lru_cache(2048)
def clash(column: int, worth: float = STEP, spared: float = 1.0) -> float:
    """What a melee in a column of its table is worth to the Abyssinians, one unit on either side.

    :param worth: what a step of the Italian one is worth.
    :param spared: what own steps count beside the usual.
    """
    value = 0.0
    for row in melee.ROWS:
        entry = melee.ENTRIES[row[column]]
        value += (worth * bool(entry.italian) + UPSET * entry.disorganized - spared * SPENT * bool(entry.abyssinian)
                  + 0.5 * worth * (not entry.ends)) / 6
    return value
