"""The expected gains of attacks and melees in victory points; losses that give no victory points have a cost chosen by
hand (10.1, 10.2, 13.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from game.core.indices import Slot
from game.rules.adua import melee, pools, smallarms, victory
from game.rules.adua.damage import weakest_first
from game.rules.adua.losses import MAX_DAMAGE, POINTS_PER_STEP
from game.rules.adua.sides import ABYSSINIANS, ARTILLERY
from game.rules.adua.state import AduaState
from game.rules.adua.tables import FireResult
from game.rules.adua.units import KIND, QUALITY, SEAT, UNITS

OWN_STEP_COST_IN_MELEE = 0.04
"""The cost of a step loss of an Abyssinian unit in a melee; chosen by hand, as it costs no victory points."""
ITALIAN_STEP_VALUE = 0.25
"""The value of an Italian step while there is time for further step losses: a quarter of the unit's point (13.0)."""
LATE_EXPONENT = 4
"""``step_value`` weights the points that a step gives at once by (share of turns played) ** ``LATE_EXPONENT``; chosen
by hand."""
DISORGANIZATION_VALUE = 0.06
"""The value of disorganizing an Italian unit; chosen by hand, as are all numbers below."""
ABYSSINIAN_STEP_VALUE = 0.035
"""The value to the Italians of an Abyssinian step, for each point of the unit's combat value at full strength; it gives
no victory points."""
OWN_STEP_COST_IN_ATTACK = 0.02
"""The cost to the Abyssinians of losing one of their steps in an attack."""
REPULSE_COST = 0.001
"""The cost to the Abyssinians of the repulse of a unit."""
SPARING_TURNS = 9
"""The number of turns, up to the last one, over which the Abyssinians spare their own steps less and less: their loss
gives no victory points, and steps left at the end are useless."""


def own_step_factor(state: AduaState, loss_factor: float = 1.0) -> float:
    """The factor on the value that the Abyssinians give their own steps now.

    :param loss_factor: the player's factor on own losses (``Personality``).
    """
    return loss_factor * min(1.0, (victory.LAST_TURN - state.turn) / SPARING_TURNS)


def step_value(state: AduaState, slot: Slot) -> float:
    """The value of the next step of an Italian unit, between ``ITALIAN_STEP_VALUE`` and, in the last turn, the points
    that its loss gives at once (13.0)."""
    points = float(victory.HALF_POINT) * victory.next_step_counts(state, slot)
    late = (state.turn / victory.LAST_TURN) ** LATE_EXPONENT
    return late * points + (1 - late) * ITALIAN_STEP_VALUE


@lru_cache(8192)
def hit_chances(dice_pools: tuple[tuple[int, int], ...]) -> tuple[float, ...]:
    """The chance of each number of hits, from 0 hits up.

    :param dice_pools: pairs of weapon quality and number of dice, each quality once.
    """
    chances = [1.0]
    for quality, dice in dice_pools:
        hit_chance = (7 - pools.lowest_hit(quality)) / 6
        for _ in range(dice):
            chances = [same * (1 - hit_chance) + fewer * hit_chance
                       for same, fewer in zip([*chances, 0.0], [0.0, *chances], strict=True)]
    return tuple(chances)


def grouped_dice(units: Iterable[tuple[Slot, int]]) -> tuple[tuple[int, int], ...]:
    """The dice of units, grouped by weapon quality: pairs of quality and number of dice.

    :param units: pairs of a unit and the number of its dice.
    """
    dice_by_quality: dict[int, int] = {}
    for slot, dice in units:
        dice_by_quality[QUALITY[slot]] = dice_by_quality.get(QUALITY[slot], 0) + dice
    return tuple(sorted(dice_by_quality.items()))


@lru_cache(8192)
def difference_chances(
    ours: tuple[tuple[int, int], ...], theirs: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, float], ...]:
    """The distribution of the difference in hits, ours minus theirs, limited to ``smallarms.MAX_DIFFERENCE`` either
    way: pairs of difference and chance.

    :param ours: pairs of weapon quality and number of dice (``grouped_dice``).
    :param theirs: the other side's, in the same form.
    """
    chances: dict[int, float] = {}
    for our_hits, chance in enumerate(hit_chances(ours)):
        for their_hits, their_chance in enumerate(hit_chances(theirs)):
            difference = max(-smallarms.MAX_DIFFERENCE, min(smallarms.MAX_DIFFERENCE, our_hits - their_hits))
            chances[difference] = chances.get(difference, 0.0) + chance * their_chance
    return tuple(chances.items())


def attack_gain(
    state: AduaState, attackers: Sequence[tuple[Slot, int]], target: Slot, cavalry_value: int = 0, help_value: int = 0,
    *, all_adjacent: bool = False, loss_factor: float = 1.0,
) -> float:
    """The expected gain of a small-arms attack for the attacker, including the melee that may follow an Abyssinian
    attack.

    :param attackers: units and the dice of each.
    :param cavalry_value: the combat value of cavalry that can charge as well.
    :param help_value: the combat value that is expected to join the melee.
    :param all_adjacent: whether all attackers count as adjacent to the target, wherever they are.
    :param loss_factor: the factor on own losses (``Personality``).
    """
    adjacent = [slot for slot, _ in attackers if all_adjacent or smallarms.is_adjacent(state, slot, target)]
    defence_dice = smallarms.defence_dice(state, target, adjacent)
    our_dice = grouped_dice(attackers)
    their_dice = grouped_dice([(target, defence_dice)] if defence_dice else [])
    if SEAT[target] == ABYSSINIANS:
        return sum(chance * _italian_gain(state, difference, adjacent, target, loss_factor)
                   for difference, chance in difference_chances(our_dice, their_dice))
    own_factor = own_step_factor(state, loss_factor)
    return sum(chance * _abyssinian_gain(state, -difference, adjacent, target, cavalry_value, help_value, own_factor)
               for difference, chance in difference_chances(our_dice, their_dice))


def _italian_gain(state: AduaState, difference: int, adjacent: Sequence[Slot], target: Slot, loss_factor: float
                  ) -> float:
    """The Italian gain for a difference of hits, Italian minus Abyssinian. A harmless bombardment (ruling 12) gains
    nothing anyway: only the last row of the table, three hits, costs the target a step.

    :param adjacent: the attackers that are adjacent to the target.
    :param loss_factor: the factor on own losses (``Personality``).
    """
    entry = _table_entry(state, target, difference, not adjacent)
    in_order = sum(not state.disorganized >> slot & 1 for slot in adjacent)
    cost = (sum(step_value(state, slot) for slot in adjacent) * entry.attackers.steps
            + DISORGANIZATION_VALUE * entry.attackers.disorganized * in_order)
    return ABYSSINIAN_STEP_VALUE * UNITS[target].values[0] * entry.target.steps - loss_factor * cost


def _table_entry(state: AduaState, target: Slot, difference: int, from_afar: bool) -> FireResult:
    """The table entry for a difference of hits, Italian minus Abyssinian."""
    return smallarms.table_entry(state, target, smallarms.row_of(state, target, difference, from_afar=from_afar))


def _abyssinian_gain(
    state: AduaState, difference: int, adjacent: Sequence[Slot], target: Slot, cavalry_value: int, help_value: int,
    own_factor: float,
) -> float:
    """The Abyssinian gain for a difference of hits, Italian minus Abyssinian, with the melee that may follow.

    :param adjacent: the attackers that are adjacent to the target.
    :param cavalry_value: the combat value of cavalry that can charge as well.
    :param help_value: the combat value that is expected to join the melee.
    :param own_factor: the factor on own steps (``own_step_factor``).
    """
    entry = _table_entry(state, target, difference, not adjacent)
    target_step = step_value(state, target)
    disorganizes = entry.target.disorganized and not state.disorganized >> target & 1
    gain_on_target = target_step * entry.target.steps + DISORGANIZATION_VALUE * disorganizes
    if not adjacent:
        return 0.0 if smallarms.is_harmless_bombardment(target, difference) else gain_on_target
    target_value = melee.value(state, target) + smallarms.DISORGANIZED_MODIFIER * disorganizes
    repulse_order = weakest_first(state, adjacent)

    def gain_after_damage(repulsed: int, steps: int) -> float:
        """The expected gain of a melee by the units not repulsed, less the cost of the damage. Batteries do not charge
        (ruling 14).

        :param repulsed: the number of units repulsed, the weakest.
        :param steps: the number of steps lost to the damage.
        """
        charging = cavalry_value + sum(melee.value(state, slot) for slot in repulse_order[repulsed:]
                                       if KIND[slot] not in ARTILLERY)
        column = melee.column(target_value - charging - help_value)
        gain = melee_gain(column, target_step, own_factor) if charging else 0.0
        return max(0.0, gain) - own_factor * (OWN_STEP_COST_IN_ATTACK * steps + REPULSE_COST * repulsed)

    fewest_repulsed = -(-entry.damage // MAX_DAMAGE)
    after_damage = gain_after_damage(fewest_repulsed, entry.damage // POINTS_PER_STEP)
    if entry.damage <= len(repulse_order):  # one point on each of several units costs no steps
        after_damage = max(after_damage, gain_after_damage(entry.damage, 0))
    return gain_on_target + after_damage


@lru_cache(2048)
def melee_gain(column: int, target_step: float = ITALIAN_STEP_VALUE, own_factor: float = 1.0) -> float:
    """The expected gain of a melee for the Abyssinians in a column of its table, with one unit on either side. A result
    after which it continues adds half the value of a step of the Italian unit.

    :param target_step: the value of a step of the Italian unit.
    :param own_factor: the factor on own steps (``own_step_factor``).
    """
    value = 0.0
    for row in melee.ROWS:
        entry = melee.ENTRIES[row[column]]
        value += (target_step * bool(entry.italian) + DISORGANIZATION_VALUE * entry.disorganized
                  - own_factor * OWN_STEP_COST_IN_MELEE * bool(entry.abyssinian)
                  + 0.5 * target_step * (not entry.ends)) / 6
    return value
