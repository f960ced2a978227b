"""The expected gain of attacks and melees, in victory points less costs (10.1, 10.2, 13.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from game.core.indices import Slot
from game.rules.adua import losses, melee, pools, smallarms, victory
from game.rules.adua.sides import ABYSSINIANS
from game.rules.adua.state import AduaState
from game.rules.adua.tables import FireResult
from game.rules.adua.units import QUALITY, SEAT, STEPS, UNITS

OWN_STEP_COST_IN_MELEE = 0.04
"""The cost of a step loss of an Abyssinian unit in a melee; chosen: their attacks have room for few units."""
ITALIAN_STEP_VALUE = 0.25
"""The value of an Italian step while there is time for further step losses: a quarter of the unit's point (13.0)."""
LATE_EXPONENT = 4
"""The exponent with which the points of the next step alone take over as the last turn nears; chosen by hand."""
DISORGANIZATION_VALUE = 0.06
"""The value of disorganizing an Italian unit; chosen, as are the numbers below."""
HOST_STEP_VALUE = 0.035
"""The value of an Abyssinian step for each point of the unit's combat value: these steps give no victory points."""
OWN_STEP_COST_IN_ATTACK = 0.02
"""The cost to the Abyssinians of losing one of their steps in an attack."""
MAX_DIFFERENCE = 4
"""The largest difference in hits, either way, that is told apart: one more than the table has rows for."""
REPULSE_COST = 0.001
"""The cost of a unit being repulsed."""
SPARING_TURNS = 9
"""The turns before the last one in which the Abyssinians spare their own steps less and less: these give no victory
points, and steps left at the end are useless; chosen by hand."""


def own_step_factor(state: AduaState, losses: float = 1.0) -> float:
    """The factor on the value that the Abyssinians give their own steps now.

    :param losses: the player's factor on own losses (``Personality``).
    """
    return losses * min(1.0, (victory.LAST_TURN - state.turn) / SPARING_TURNS)


def step_value(state: AduaState, slot: Slot) -> float:
    """The value of the next step of an Italian unit: in the last turn, the points that its loss gives at once
    (13.0)."""
    lost = state.lost[slot] + 1
    points = 0.5 * (lost in (victory.HALF_FROM, STEPS[slot]))
    late = (state.turn / victory.LAST_TURN) ** LATE_EXPONENT
    return late * points + (1 - late) * ITALIAN_STEP_VALUE


@lru_cache(8192)
def hit_chances(handfuls: tuple[tuple[int, int], ...]) -> tuple[float, ...]:
    """The chance of each number of hits, from 0.

    :param handfuls: weapon quality and number of dice, each quality once.
    """
    chances = [1.0]
    for quality, dice in handfuls:
        hit = (7 - pools.lowest_hit(quality)) / 6
        for _ in range(dice):
            chances = [same * (1 - hit) + fewer * hit
                       for same, fewer in zip([*chances, 0.0], [0.0, *chances], strict=True)]
    return tuple(chances)


def handfuls(units: Iterable[tuple[Slot, int]]) -> tuple[tuple[int, int], ...]:
    """The dice of units, grouped by weapon quality."""
    dice_of: dict[int, int] = {}
    for slot, dice in units:
        dice_of[QUALITY[slot]] = dice_of.get(QUALITY[slot], 0) + dice
    return tuple(sorted(dice_of.items()))


@lru_cache(8192)
def difference_chances(
    ours: tuple[tuple[int, int], ...], theirs: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, float], ...]:
    """The distribution of the difference in hits of two sets of handfuls, limited to ``MAX_DIFFERENCE`` either way:
    pairs of difference and chance."""
    chances: dict[int, float] = {}
    for our_hits, chance in enumerate(hit_chances(ours)):
        for their_hits, their_chance in enumerate(hit_chances(theirs)):
            difference = max(-MAX_DIFFERENCE, min(MAX_DIFFERENCE, our_hits - their_hits))
            chances[difference] = chances.get(difference, 0.0) + chance * their_chance
    return tuple(chances.items())


def attack_gain(
    state: AduaState, attackers: Sequence[tuple[Slot, int]], target: Slot, horse: int = 0, helped: int = 0,
    *, close: bool = False, losses: float = 1.0,
) -> float:
    """The expected gain of a small-arms attack for the attacker, including the melee that may follow an Abyssinian
    attack.

    :param attackers: units and the dice of each.
    :param horse: the combat value of cavalry that can charge as well.
    :param helped: the combat value that is expected to join the charge.
    :param close: whether all attackers count as next to the target, wherever they are.
    :param losses: the factor on own losses (``Personality``).
    """
    beside = [slot for slot, _ in attackers if close or smallarms.is_adjacent(state, slot, target)]
    defence_dice = smallarms.defence(state, target, beside)
    our_dice = handfuls(attackers)
    their_dice = handfuls([(target, defence_dice)] if defence_dice else [])
    if SEAT[target] == ABYSSINIANS:
        return sum(chance * _italian_gain(state, gap, beside, target, losses)
                   for gap, chance in difference_chances(our_dice, their_dice))
    step_factor = own_step_factor(state, losses)
    return sum(chance * _abyssinian_gain(state, -gap, beside, target, horse, helped, step_factor)
               for gap, chance in difference_chances(our_dice, their_dice))


def _italian_gain(state: AduaState, gap: int, beside: Sequence[Slot], target: Slot, losses: float) -> float:
    """The Italian gain for a difference of hits, Italian minus Abyssinian.

    :param losses: the factor on own losses (``Personality``).
    """
    hurt, target_hurt, _ = _table_entry(state, target, gap, not beside)
    cost = (sum(step_value(state, slot) for slot in beside) * hurt.steps
            + DISORGANIZATION_VALUE * hurt.disorganized * len(beside))
    return HOST_STEP_VALUE * UNITS[target].values[0] * target_hurt.steps - losses * cost


def _table_entry(state: AduaState, target: Slot, gap: int, from_afar: bool) -> FireResult:
    """The table entry for a difference of hits, Italian minus Abyssinian."""
    return smallarms.result(state, target, smallarms.row_of(state, target, gap, from_afar=from_afar))


def _abyssinian_gain(
    state: AduaState, gap: int, beside: Sequence[Slot], target: Slot, horse: int, helped: int, spared: float
) -> float:
    """The Abyssinian gain for a difference of hits, Italian minus Abyssinian, with the melee that may follow.

    :param horse: the combat value of cavalry that can charge as well.
    :param helped: the combat value that is expected to join the charge.
    :param spared: the factor on own steps.
    """
    _, hurt, points = _table_entry(state, target, gap, not beside)
    worth = step_value(state, target)
    if not beside:
        return worth * hurt.steps + DISORGANIZATION_VALUE * hurt.disorganized if gap < 0 else 0.0
    disorganizes = hurt.disorganized and not state.disorganized >> target & 1
    needed = melee.value(state, target) + smallarms.DISORGANIZED_MODIFIER * disorganizes
    order = sorted(beside, key=lambda slot: (UNITS[slot].values[0], slot))

    def gain_of_melee(hit: int, steps: int) -> float:
        """The expected gain of a melee by the units not repulsed, less the cost of the damage."""
        unhit = order[hit:]
        charging = horse + sum(melee.value(state, slot) for slot in unhit)
        gain = melee_gain(melee.column(needed - charging - helped), worth, spared) if charging else 0.0
        return max(0.0, gain) - spared * (OWN_STEP_COST_IN_ATTACK * steps + REPULSE_COST * hit)

    fewest_hit = -(-points // losses.MAX_DAMAGE)
    melee_part = gain_of_melee(fewest_hit, points // 2)
    if points <= len(order):
        melee_part = max(melee_part, gain_of_melee(points, 0))
    return worth * hurt.steps + DISORGANIZATION_VALUE * disorganizes + melee_part


@lru_cache(2048)
def melee_gain(column: int, worth: float = ITALIAN_STEP_VALUE, spared: float = 1.0) -> float:
    """The expected gain of a melee for the Abyssinians in a column of its table, with one unit on either side.

    :param worth: the value of a step of the Italian unit.
    :param spared: the factor on own steps.
    """
    value = 0.0
    for row in melee.ROWS:
        entry = melee.ENTRIES[row[column]]
        value += (worth * bool(entry.italian) + DISORGANIZATION_VALUE * entry.disorganized
                  - spared * OWN_STEP_COST_IN_MELEE * bool(entry.abyssinian) + 0.5 * worth * (not entry.ends)) / 6
    return value
