"""Small-arms combat: attackers, targets and their dice, and the results of the difference in hits (10.1, 6.0)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.board.hexgrid import Hex, hexes_in
from game.core.chance import Modifier
from game.core.indices import Slot, other, slots_in
from game.core.message import Message, Text, plural, say
from game.core.prompt import Duty
from game.core.tables import ResultsTable
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.adua import aiming, commands
from game.rules.adua.actions import ALL_REMAINING, AnnounceAttack
from game.rules.adua.pools import DicePool
from game.rules.adua.sides import ABYSSINIANS, CAVALRY, ITALIANS, SEATS, refuse, rule
from game.rules.adua.state import AduaPhase, AduaState, DiceShare
from game.rules.adua.tables import TABLES, FireResult, SmallArmsEffect
from game.rules.adua.units import (
    COMBAT_UNITS,
    FIGHTERS,
    KIND,
    QUALITY,
    SEAT,
    SLOT,
    STEPS,
    UNITS,
    name_of,
    short_name_of,
)

LEFT_OUT_MODIFIER = -2
"""The modifier for each enemy in the attacker's ZOC that nobody attacks in this phase (10.1)."""
LOW_AMMO_FIRST_TURN = 4
"""The turn from which 1s in a row leave Italian units low on ammunition (5.2)."""
LOW_AMMO_ONES = 3
"""The number of 1s in a row that leaves a unit without a working machine gun low on ammunition (5.2)."""
LOW_AMMO_ONES_WITH_GUN = 2
"""The number of 1s in a row that leaves a unit with a working machine gun low on ammunition (5.1)."""
COLUMNS = (str(say("Italian attack")), str(say("Abyssinian attack")))
"""Attacking seat -> the title of its column."""
ROWS = (-1, 0, 1, 2, 3)
"""The rows of the table: differences in hits, Italian minus Abyssinian; the outermost rows include all beyond them."""
MAX_DIFFERENCE = 4
"""The largest difference in hits, either way, that is told apart; larger ones count as this. It is beyond both
outermost rows of ``ROWS``, so that no result changes."""
RESULTS = (TABLES.italian_attack, TABLES.abyssinian_attack)
"""Attacking seat -> the entries of the table, row by row."""
_LOWEST, _NEXT, *_OTHERS = TABLES.abyssinian_attack
SWAPPED_RESULTS = (RESULTS[ITALIANS],
                   (_NEXT._replace(damage=_LOWEST.damage), _LOWEST._replace(damage=_NEXT.damage), *_OTHERS))
"""``RESULTS`` with the option ``SWAP_OPTION``: the Italian results of the two lowest rows are swapped, the damage is
not."""
DISORGANIZED_MODIFIER = -1
"""The modifier of a disorganized unit to its dice and to its combat value in melee (5.4, ruling 26)."""
LOW_AMMUNITION_MODIFIER = -1
"""The modifier of a unit low on ammunition to its dice and to its combat value in melee (5.2, ruling 26)."""
MACHINE_GUN_MODIFIER = 1
"""The modifier of a unit with a working machine gun to its dice and to its combat value in melee (5.1, ruling 26)."""
SWAP_OPTION = "rows-swapped"
"""The option that swaps the Italian results of the two lowest rows of an Abyssinian attack (ruling 25)."""
TABLE_KEY = say(
    "Italian attack: effect on the attackers or the target. Abyssinian attack: effect on the target; damage to the "
    "attackers")
"""The key to the cells of the table."""
ROW_NAMES = {row: f"{row:+d}" if row else "0" for row in ROWS}
"""Row -> the name of its result."""
ATTACKERS_EFFECTS = {
    SmallArmsEffect(repulsed=True, steps=1): plural(
        "{attackers} repulsed, loses a step", "{attackers} repulsed, each loses a step", 0, attackers=""),
    SmallArmsEffect(repulsed=True, disorganized=True): plural(
        "{attackers} repulsed, disorganized", "{attackers} repulsed, disorganized", 0, attackers=""),
    SmallArmsEffect(disorganized=True): plural("{attackers} disorganized", "{attackers} disorganized", 0, attackers=""),
}
"""The effects on adjacent Italian attackers if none of them may charge afterwards, in words."""
CHARGE_EFFECTS = {
    (SmallArmsEffect(disorganized=True), True): plural(
        "{attackers} disorganized, may charge", "{attackers} disorganized, may charge", 0, attackers=""),
    (SmallArmsEffect(disorganized=True), False): say("{attackers} disorganized, some may charge", attackers=""),
    (SmallArmsEffect(), True): plural("{attackers} may charge", "{attackers} may charge", 0, attackers=""),
    (SmallArmsEffect(), False): say("some attackers may charge"),
}
"""The effects on adjacent Italian attackers of which some may charge afterwards; with whether all of them may."""
ATTACKERS_CELLS = {
    SmallArmsEffect(repulsed=True, steps=1): say("repulsed, lose a step"),
    SmallArmsEffect(repulsed=True, disorganized=True): say("repulsed, disorganized"),
    SmallArmsEffect(disorganized=True): say("disorganized, may charge"),
    SmallArmsEffect(): say("may charge"),
}
"""The effects on Italian attackers, as printed in the table."""
TARGET_CELLS = {
    SmallArmsEffect(disorganized=True): say("disorganized"),
    SmallArmsEffect(steps=1): say("loses a step"),
    SmallArmsEffect(): say("no effect"),
}
"""The effects on the target of an Abyssinian attack, as printed in the table."""
RESOLVING_HAS_BEGUN = refuse("10.1", say("Attacks are already being resolved"))
"""The refusal of new attacks once combats are being resolved."""
NO_EFFECT = "no effect"
"""The result of a bombardment without an effective hit (ruling 12)."""


def table(state: AduaState) -> ResultsTable:
    """The small-arms table under the options of the game."""
    rows = tuple((say("target loses a step") if italian.target.steps else ATTACKERS_CELLS[italian.attackers],
                  say("{effect}, {damage} damage", effect=TARGET_CELLS[abyssinian.target], damage=abyssinian.damage))
                 for italian, abyssinian in zip(*table_entries(state), strict=True))
    return ResultsTable(COLUMNS, rows, ROWS, unbounded=True, key=TABLE_KEY)


def table_entries(state: AduaState) -> tuple[tuple[FireResult, ...], tuple[FireResult, ...]]:
    """Attacking seat -> the entries of the table under the options of the game."""
    return SWAPPED_RESULTS if SWAP_OPTION in state.options else RESULTS


def base_terms(state: AduaState, slot: Slot) -> tuple[Modifier, ...]:
    """The modifiers of a unit's dice against any enemy (5.1, 5.2, 5.4)."""
    unit, terms = UNITS[slot].id, []
    if state.disorganized >> slot & 1:
        terms.append(Modifier(DISORGANIZED_MODIFIER, say("disorganized"), rule("5.4"), unit))
    if state.low >> slot & 1:
        terms.append(Modifier(LOW_AMMUNITION_MODIFIER, say("low on ammunition"), rule("5.2"), unit))
    if state.has_working_gun(slot):
        terms.append(Modifier(MACHINE_GUN_MODIFIER, say("machine gun"), rule("5.1"), unit))
    return tuple(terms)


def units_attacked(state: AduaState) -> set[Slot]:
    """All units on which an attack has been announced or resolved in this phase."""
    return {share.target for share in (*state.shares, *state.fought)}


def enemies_left_out(state: AduaState, slot: Slot) -> list[Slot]:
    """Enemies in a unit's ZOC that nobody attacks; those in melee do not count (10.1, ruling 20)."""
    zone, attacked = state.ground.zones[KIND[slot]][state.at[slot]], units_attacked(state)
    enemy_hexes = zone & state.occupied[other(SEAT[slot])] & ~state.melees
    return [enemy for hex_ in hexes_in(enemy_hexes) for enemy in state.units_in[hex_] if enemy not in attacked]


def elevation(state: AduaState, slot: Slot, targets: Sequence[Slot], place: Hex | None = None) -> int:
    """The modifier of an Abyssinian attacker for height: +1 only if all its targets are lower, -1 if any is higher
    (10.1, ruling 10).

    :param place: the hex from which it attacks; None for its present hex.
    """
    if SEAT[slot] != ABYSSINIANS or not targets:
        return 0
    here = state.ground.level[state.at[slot] if place is None else place]
    levels = [state.ground.level[state.at[one]] for one in targets]
    return 1 if max(levels) < here else -1 if max(levels) > here else 0


def attack_terms(state: AduaState, slot: Slot) -> tuple[Modifier, ...]:
    """All modifiers of an attacker's dice, for its attack as announced."""
    targets = [share.target for share in (*state.shares, *state.fought)
               if share.unit == slot and state.is_on_map(share.target)]
    unit, terms = UNITS[slot].id, list(base_terms(state, slot))
    height = elevation(state, slot, targets)
    if height:
        terms.append(Modifier(height, say("from above") if height > 0 else say("uphill"),
                              rule("10.1", 10 if len(targets) > 1 else None), unit))
    left_out = len(enemies_left_out(state, slot))
    if left_out:
        text = plural("an unattacked enemy in its ZOC", "{count} unattacked enemies in its ZOC", left_out)
        terms.append(Modifier(LEFT_OUT_MODIFIER * left_out, text, rule("10.1"), unit))
    return tuple(terms)


def attack_dice(state: AduaState, slot: Slot) -> int:
    """The number of dice of an attacker, for its attack as announced; at least 1 (10.1, ruling 20)."""
    return max(1, state.value(slot) + sum(term.value for term in attack_terms(state, slot)))


def dice_by_target(state: AduaState, slot: Slot) -> dict[Slot, int]:
    """Target -> the dice that a unit rolls at it, as announced; the share of ``ALL_REMAINING`` gets the dice that the
    other shares leave."""
    shares = [share for share in state.shares if share.unit == slot]
    dice_left, dice = attack_dice(state, slot), dict[Slot, int]()
    for share in sorted(shares, key=lambda share: share.dice == ALL_REMAINING):
        dice[share.target] = min(dice_left, share.dice) if share.dice != ALL_REMAINING else dice_left
        dice_left -= dice[share.target]
    return dice


def is_adjacent(state: AduaState, slot: Slot, target: Slot) -> bool:
    """Whether a unit attacks from a hex adjacent to its target, not from afar (6.0)."""
    return state.ground.distance(state.at[slot], state.at[target]) <= 1


def defence_terms(state: AduaState, target: Slot, attackers: Sequence[Slot]) -> tuple[Modifier, ...]:
    """All modifiers of a defender's dice (10.1, ruling 11).

    :param attackers: the adjacent attackers.
    """
    terms = list(base_terms(state, target))
    levels = [state.ground.level[state.at[slot]] for slot in attackers]
    if SEAT[target] == ABYSSINIANS and levels and KIND[target] != CAVALRY:
        here = state.ground.level[state.at[target]]
        height = 1 if max(levels) < here else -1 if min(levels) > here else 0
        if height:
            terms.append(Modifier(height, say("above its attackers") if height > 0 else say("below its attackers"),
                                  rule("10.1", 11), UNITS[target].id))
    return tuple(terms)


def defence_dice(state: AduaState, target: Slot, attackers: Sequence[Slot]) -> int:
    """The number of dice of a defender; 0 for cavalry, or against bombardment from afar alone, else at least 1 (6.0,
    rulings 12 and 20).

    :param attackers: the adjacent attackers.
    """
    if KIND[target] == CAVALRY or not attackers:
        return 0
    return max(1, state.value(target) + sum(term.value for term in defence_terms(state, target, attackers)))


def check_attacker(state: AduaState, slot: Slot) -> Verdict:
    """Whether a unit may make any small-arms attack now."""
    unit, unit_name = UNITS[slot].id, name_of(slot)
    if state.phase != AduaPhase.FIRE or slot >= COMBAT_UNITS or SEAT[slot] != state.seat:
        return refuse("7.0", say("{unit} does not attack in this phase", unit=unit_name), unit=unit)
    if not state.is_on_map(slot):
        return refuse("10.1", say("{unit} is not on the map", unit=unit_name), unit=unit)
    if KIND[slot] == CAVALRY:
        return refuse("6.0", say("Cavalry takes no part in small-arms combat"), unit=unit)
    if state.engaged >> slot & 1:
        return refuse("10.2", say("{unit} is in melee", unit=unit_name), unit=unit)
    if state.left >> slot & 1:
        return aiming.refuse_leaver(slot)
    if not commands.may_fire(state, slot):
        return refuse("8.0", say("{unit} has no order to attack", unit=unit_name), unit=unit)
    return LEGAL


def check(state: AduaState, action: AnnounceAttack) -> Verdict:
    """Whether an attack may be announced."""
    slot, targets = SLOT[action.unit], [SLOT[name] for name, _ in action.shares]
    verdict = check_attacker(state, slot)
    if not verdict:
        return verdict
    if state.resolving:
        return RESOLVING_HAS_BEGUN
    reach = aiming.hexes_in_reach(state, slot)
    for target in targets:
        why_never = aiming.why_never_target(state, slot, target)
        if why_never is not None:
            return refuse("10.1", why_never, unit=UNITS[target].id)
        if not reach >> state.at[target] & 1:
            return aiming.why_out_of_reach(state, slot, target)
    for unit, target in state.declared:
        if unit == slot and target not in targets:
            return refuse("10.0", say("{unit} has declared an attack on {target}", unit=name_of(slot),
                                      target=name_of(target)), 9, unit=action.unit)
    remainders = [dice for _, dice in action.shares if dice == ALL_REMAINING]
    if len(remainders) != 1 or action.shares[-1][1] != ALL_REMAINING:
        return refuse("10.1", say("The last target takes the remaining dice; only the others have a number"))
    after = announce(state, action)
    all_dice = attack_dice(after, slot)
    fixed = sum(number for _, number in action.shares if number != ALL_REMAINING)
    if any(number == 0 for _, number in action.shares) or fixed >= all_dice:
        text = plural("{unit} has {count} die: each target needs at least one",
                      "{unit} has {count} dice: each target needs at least one", all_dice, unit=name_of(slot))
        return refuse("10.1", text, 33, whole=all_dice)
    if after == state:
        return refuse("10.1", say("{unit} has already announced this attack", unit=name_of(slot)))
    return LEGAL


def announce(state: AduaState, action: AnnounceAttack) -> AduaState:
    """The state with an attack announced; it replaces the unit's former attack."""
    slot = SLOT[action.unit]
    others = [share for share in state.shares if share.unit != slot]
    shares = [DiceShare(slot, SLOT[target], number) for target, number in action.shares]
    return replace(state, shares=tuple(sorted((*others, *shares))))


def units_short_of_dice(state: AduaState) -> list[Slot]:
    """Units whose announced attack no longer has a die for each of its targets (10.1, ruling 33)."""
    attackers = {share.unit for share in state.shares}
    return [] if state.resolving else sorted(slot for slot in attackers if 0 in dice_by_target(state, slot).values())


def units_obliged_to_attack(state: AduaState) -> list[Slot]:
    """Units that have entered an enemy ZOC or declared an attack and have not announced one, and those with too few
    dice (10.0, 10.1)."""
    short_of_dice = units_short_of_dice(state)
    settled = {share.unit for share in state.shares} - set(short_of_dice)
    return [slot for slot in sorted({*slots_in(state.entered), *short_of_dice})
            if slot not in settled and state.is_on_map(slot) and check_attacker(state, slot)
            and aiming.hexes_in_reach(state, slot)]


def duties(state: AduaState) -> tuple[Duty, ...]:
    """What must be done before the attacks are resolved: units in enemy ZOCs and those that have declared an attack
    must announce one, and units with too few dice must split them again (10.0, ruling 33)."""
    short_of_dice = units_short_of_dice(state)
    obliged = [slot for slot in units_obliged_to_attack(state) if slot not in short_of_dice]
    declarers = {slot for slot, _ in state.declared}
    in_zone, declared = ([slot for slot in obliged if slot not in declarers],
                         [slot for slot in obliged if slot in declarers])
    return tuple(Duty(tuple(UNITS[slot].id for slot in slots), text, number) for slots, text, number in (
        (in_zone, plural("{count} unit in an enemy ZOC must attack", "{count} units in enemy ZOCs must attack",
                         len(in_zone)), rule("10.0")),
        (declared, plural("{count} unit must make its declared attack",
                          "{count} units must make their declared attacks", len(declared)), rule("10.0", 9)),
        (short_of_dice, plural("{count} unit has too few dice for its targets",
                               "{count} units have too few dice for their targets", len(short_of_dice)),
         rule("10.1", 33)),
    ) if slots)


def check_duties(state: AduaState) -> Verdict:
    """Whether no duty is left (10.0, ruling 33)."""
    reasons = tuple(Reason(duty.rule, duty.text, {"units": list(duty.units)}) for duty in duties(state))
    return Illegal(reasons) if reasons else LEGAL


def units_able_to_attack(state: AduaState) -> list[Slot]:
    """Units of the phasing side that can attack any enemy."""
    return [slot for slot in FIGHTERS[state.seat] if state.at[slot] >= 0 and check_attacker(state, slot)
            and aiming.hexes_in_reach(state, slot)]


def targets(state: AduaState) -> tuple[Slot, ...]:
    """Units with announced attacks on them that have not been resolved."""
    return tuple(dict.fromkeys(share.target for share in sorted(state.shares, key=lambda share: share.target)))


def begin_resolving(state: AduaState) -> AduaState:
    """The state with the dice of all attacks counted and fixed, ready to be resolved."""
    fixed = []
    for slot in dict.fromkeys(share.unit for share in state.shares):
        fixed += [DiceShare(slot, target, number) for target, number in dice_by_target(state, slot).items() if number]
    return replace(state, shares=tuple(sorted(fixed)), resolving=True)


def add_gun_dice(before: AduaState, after: AduaState, target: Slot) -> AduaState:
    """The state with the dice of machine guns just tested added to the attack on a target (5.1). A unit at the minimum
    of one die may gain none (ruling 20)."""
    return replace(after, shares=tuple(
        share._replace(dice=share.dice + attack_dice(after, share.unit) - attack_dice(before, share.unit))
        if share.target == target else share for share in after.shares))


def shares_on(state: AduaState, target: Slot) -> tuple[DiceShare, ...]:
    """The shares of dice in the announced combat against a target, one for each attacker."""
    return tuple(share for share in state.shares if share.target == target and state.is_on_map(share.unit))


def adjacent_attackers(state: AduaState, target: Slot) -> list[Slot]:
    """The attackers of a target that do not bombard it from afar."""
    return [share.unit for share in shares_on(state, target) if is_adjacent(state, share.unit, target)]


def dice_pools(state: AduaState, target: Slot) -> tuple[DicePool, ...]:
    """The dice of each unit in a combat, in the order in which they are rolled: first the attackers', then the
    defender's."""
    pools = []
    shares = shares_on(state, target)
    has_one_chief = len({UNITS[share.unit].chief for share in shares}) == 1
    for share in shares:
        number = share.dice if state.resolving else dice_by_target(state, share.unit)[target]
        short = UNITS[share.unit].abbr if has_one_chief else ""
        pools.append(_dice_pool(state, share.unit, number, short or short_name_of(share.unit)))
    number = defence_dice(state, target, adjacent_attackers(state, target))
    if number:
        pools.append(_dice_pool(state, target, number, short_name_of(target)))
    return tuple(pools)


def _dice_pool(state: AduaState, slot: Slot, number: int, short: Text) -> DicePool:
    """The dice of a unit in a combat.

    :param number: the number of its dice.
    :param short: the unit's name where there is little room.
    """
    low_ammo_ones = 0
    if SEAT[slot] == ITALIANS and state.turn >= LOW_AMMO_FIRST_TURN and not state.low >> slot & 1:
        low_ammo_ones = LOW_AMMO_ONES_WITH_GUN if state.has_working_gun(slot) else LOW_AMMO_ONES
    return DicePool(name_of(slot), SEATS[SEAT[slot]], UNITS[slot].id, number, QUALITY[slot], low_ammo_ones,
                    short)


def row_terms(state: AduaState, target: Slot, difference: int = 0, *, from_afar: bool) -> tuple[Modifier, ...]:
    """The modifiers of the row of the table, for an entrenched target only (10.1).

    :param difference: the difference in hits, Italian minus Abyssinian; without it the terms are those of all rows but
        the last.
    :param from_afar: whether all attackers bombard from afar.
    """
    if state.entrenched >> target & 1:
        if from_afar and SWAP_OPTION not in state.options:
            # One row lower would cost a step instead of disorder.
            return (Modifier(0, say("entrenched, bombardment only disorganizes"), rule("10.1", 42), UNITS[target].id),)
        if difference >= ROWS[-1]:
            return (Modifier(0, say("entrenched, no row is lower"), rule("10.1"), UNITS[target].id),)
        return (Modifier(1, say("row for entrenchments"), rule("10.1"), UNITS[target].id),)
    return ()


def row_of(state: AduaState, target: Slot, difference: int, *, from_afar: bool) -> int:
    """The row of the table, one of ``ROWS``, for a difference of hits; one row lower on the table for an entrenched
    defender (10.1).

    :param from_afar: whether all attackers bombard from afar.
    """
    row = min(ROWS[-1], max(ROWS[0], difference))
    return row + sum(term.value for term in row_terms(state, target, difference, from_afar=from_afar))


def only_bombarded(state: AduaState, target: Slot) -> bool:
    """Whether all attackers of a target bombard it from afar (ruling 12)."""
    return not adjacent_attackers(state, target)


def is_harmless_bombardment(target: Slot, difference: int) -> bool:
    """Whether a bombardment from afar has no effect: without a hit, or with fewer than three on an Abyssinian unit
    (ruling 12).

    :param difference: the difference in hits, Italian minus Abyssinian.
    """
    return difference == 0 or (SEAT[target] == ABYSSINIANS and difference < ROWS[-1])


def meaning(state: AduaState, target: Slot, difference: int) -> tuple[str, Message]:
    """The result of a difference in hits, Italian minus Abyssinian: its name (``ROW_NAMES`` or ``NO_EFFECT``), and its
    effect in words."""
    from_afar = only_bombarded(state, target)
    if from_afar and is_harmless_bombardment(target, difference):
        return NO_EFFECT, (say("no effect: a bombardment needs 3 hits") if SEAT[target] == ABYSSINIANS
                           else say("no effect: a bombardment needs a hit"))
    row = row_of(state, target, difference, from_afar=from_afar)
    entry, name = table_entry(state, target, row), ROW_NAMES[row]
    if SEAT[target] == ITALIANS:
        effect = (say("target loses a step") if entry.target.steps else say("target disorganized")
                  if entry.target.disorganized else say("no effect on the target"))
        if from_afar:
            return name, effect
        shares, adjacent = shares_on(state, target), adjacent_attackers(state, target)
        if len(adjacent) < len(shares):
            return name, plural("{italian}; adjacent attacker takes {points} damage",
                                "{italian}; adjacent attackers take {points} damage", len(adjacent), italian=effect,
                                points=entry.damage)
        return name, plural("{italian}; attacker takes {points} damage", "{italian}; attackers take {points} damage",
                            len(shares), italian=effect, points=entry.damage)
    if from_afar:
        return name, say("target loses a step")
    on_attackers = _effect_on_attackers(state, target, entry)
    if not entry.target.steps:
        return name, on_attackers or say("no effect")
    return name, say("target loses a step; {italian}", italian=on_attackers) if on_attackers else say(
        "target loses a step")


def _effect_on_attackers(state: AduaState, target: Slot, entry: FireResult) -> Message | None:
    """The effect on Italian attackers in words; None if there is none. Distant batteries suffer nothing (ruling 12),
    and only units with the order for it may charge, if the target survives (10.2, ruling 14)."""
    adjacent, all_attackers = adjacent_attackers(state, target), shares_on(state, target)
    survives = state.lost[target] + entry.target.steps < STEPS[target]
    chargers = [slot for slot in adjacent if survives and not entry.attackers.repulsed
                and not state.repulsed >> slot & 1 and commands.may_charge(state, slot)]
    text = (CHARGE_EFFECTS[entry.attackers, len(chargers) == len(adjacent)] if chargers
            else ATTACKERS_EFFECTS.get(entry.attackers))
    if text is None or "{attackers}" not in text.template:
        return text
    count = len(adjacent)
    return text.with_values(count=count, attackers=plural(
        "attacker", "attackers", count) if count == len(all_attackers) else plural(
        "adjacent attacker", "adjacent attackers", count))


def table_entry(state: AduaState, target: Slot, row: int) -> FireResult:
    """The entry of the table for an attack on a unit.

    :param row: one of ``ROWS``.
    """
    return table_entries(state)[other(SEAT[target])][ROWS.index(row)]
