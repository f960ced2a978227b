"""Small-arms combat: attackers, targets and their dice, and the results of the difference in hits (10.1, 6.0)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.board.hexgrid import hexes_in
from game.core.chance import Modifier
from game.core.indices import Slot, other, slots_in
from game.core.message import Message, plural, say
from game.core.prompt import Duty
from game.core.tables import ResultsTable
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.adua import aiming, commands
from game.rules.adua.actions import ALL_REMAINING, AnnounceAttack
from game.rules.adua.pools import Handful
from game.rules.adua.sides import ABYSSINIANS, CAVALRY, ITALIANS, SEATS, refuse, rule
from game.rules.adua.state import AduaPhase, AduaState, DiceShare
from game.rules.adua.tables import TABLES, FireResult, SmallArmsEffect
from game.rules.adua.units import COMBAT_UNITS, FIGHTERS, KIND, QUALITY, SEAT, SLOT, UNITS, name_of, short_name_of

LEFT_OUT = -2
"""The modifier for each enemy in the attacker's ZOC that nobody attacks in this phase (10.1)."""
LOW_AMMO_FROM = 4
"""The turn from which ones leave Italian units low on ammunition (5.2)."""
LOW_AMMO_ONES = 3
"""The number of adjacent ones that leave a unit without a machine gun low on ammunition (5.2)."""
LOW_AMMO_ONES_WITH_GUN = 2
"""The same for a unit with a machine gun (5.1)."""
COLUMNS = (str(say("Italian attack")), str(say("Abyssinian attack")))
ROWS = (-1, 0, 1, 2, 3)
"""The rows of the table: differences in hits, Italian minus Abyssinian; the outermost rows include all beyond them."""
RESULTS = (TABLES.italian_attack, TABLES.abyssinian_attack)
"""Attacking seat -> the entries of the table, row by row."""
_LOW, _NEXT, *_OTHERS = TABLES.abyssinian_attack
SWAPPED_RESULTS = (RESULTS[ITALIANS],
                   (_NEXT._replace(damage=_LOW.damage), _LOW._replace(damage=_NEXT.damage), *_OTHERS))
DISORGANIZED_MODIFIER = -1
"""The modifier of a disorganized unit to its dice and to its combat value in melee (5.4, ruling 26)."""
LOW_AMMUNITION_MODIFIER = -1
"""The same of a unit low on ammunition (5.2)."""
MACHINE_GUN_MODIFIER = 1
"""The same of a unit with a machine gun (5.1)."""
SWAP_OPTION = "rows-swapped"
"""The option that swaps the Italian results of the two lowest rows of an Abyssinian attack (ruling 25)."""
TABLE_KEY = say(
    "Italian attack: effect on the attackers or the target. Abyssinian attack: effect on the target; damage to the "
    "attackers")
"""The key to the cells of the table."""
NAMES = {row: f"{row:+d}" if row else "0" for row in ROWS}
"""Row -> the name of its result."""
MEANINGS = {
    SmallArmsEffect(repulsed=True, steps=1): say("attackers repulsed, each loses a step"),
    SmallArmsEffect(repulsed=True, disorganized=True): say("attackers repulsed, disorganized"),
    SmallArmsEffect(disorganized=True): say("attackers disorganized, may charge"),
    SmallArmsEffect(): say("attackers may charge"),
}
"""The effects on Italian attackers, in words."""
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
NO_EFFECT = "no effect"
"""The result of a bombardment without an effective hit (ruling 12)."""


def table(state: AduaState) -> ResultsTable:
    """The small-arms table under the options of the game."""
    rows = tuple((say("target loses a step") if italian.target.steps else ATTACKERS_CELLS[italian.attackers],
                  say("{effect}, {damage} damage", effect=TARGET_CELLS[abyssinian.target], damage=abyssinian.damage))
                 for italian, abyssinian in zip(*results(state), strict=True))
    return ResultsTable(COLUMNS, rows, ROWS, unbounded=True, key=TABLE_KEY)


def results(state: AduaState) -> tuple[tuple[FireResult, ...], tuple[FireResult, ...]]:
    """Attacking seat -> the entries of the table under the options of the game."""
    return SWAPPED_RESULTS if SWAP_OPTION in state.options else RESULTS


def base_terms(state: AduaState, slot: Slot) -> tuple[Modifier, ...]:
    """The modifiers of a unit's dice against any enemy (5.1, 5.2, 5.4)."""
    unit, found = UNITS[slot].id, []
    if state.disorganized >> slot & 1:
        found.append(Modifier(DISORGANIZED_MODIFIER, say("disorganized"), rule("5.4"), unit))
    if state.low >> slot & 1:
        found.append(Modifier(LOW_AMMUNITION_MODIFIER, say("low on ammunition"), rule("5.2"), unit))
    if state.has_working_gun(slot):
        found.append(Modifier(MACHINE_GUN_MODIFIER, say("machine gun"), rule("5.1"), unit))
    return tuple(found)


def units_attacked(state: AduaState) -> set[Slot]:
    """All units under fire in this phase."""
    return {share.target for share in (*state.shares, *state.fought)}


def enemies_left_out(state: AduaState, slot: Slot) -> list[Slot]:
    """Enemies in a unit's ZOC that nobody attacks; those in melee do not count (10.1, ruling 20)."""
    zone, known = state.ground.zones[KIND[slot]][state.at[slot]], units_attacked(state)
    enemy = zone & state.occupied[other(SEAT[slot])] & ~state.melees
    return [one for hex_ in hexes_in(enemy) for one in state.units_in[hex_] if one not in known]


def elevation(state: AduaState, slot: Slot, targets: Sequence[Slot]) -> int:
    """The modifier of an Abyssinian attacker for height: +1 only if all its targets are lower, -1 if any is higher
    (10.1, ruling 10)."""
    if SEAT[slot] != ABYSSINIANS or not targets:
        return 0
    here, levels = state.ground.level[state.at[slot]], [state.ground.level[state.at[one]] for one in targets]
    return 1 if max(levels) < here else -1 if max(levels) > here else 0


def attack_terms(state: AduaState, slot: Slot) -> tuple[Modifier, ...]:
    """All modifiers of an attacker's dice, for its attack as announced."""
    targets = [share.target for share in (*state.shares, *state.fought)
               if share.unit == slot and state.alive(share.target)]
    unit, terms = UNITS[slot].id, list(base_terms(state, slot))
    height = elevation(state, slot, targets)
    if height:
        terms.append(Modifier(height, say("from above") if height > 0 else say("uphill"),
                              rule("10.1", 10 if len(targets) > 1 else None), unit))
    out = len(enemies_left_out(state, slot))
    if out:
        words = plural("an enemy left out", "{count} enemies left out", out)
        terms.append(Modifier(LEFT_OUT * out, words, rule("10.1"), unit))
    return tuple(terms)


def dice(state: AduaState, slot: Slot) -> int:
    """The number of dice of an attacker, for its attack as announced."""
    return max(1, state.value(slot) + sum(term.value for term in attack_terms(state, slot)))


def dice_by_target(state: AduaState, slot: Slot) -> dict[Slot, int]:
    """Target -> the dice that a unit rolls at it, as announced; the share without a number gets those that are left."""
    mine = [share for share in state.shares if share.unit == slot]
    left, found = dice(state, slot), {}
    for share in sorted(mine, key=lambda share: share.dice == ALL_REMAINING):
        found[share.target] = min(left, share.dice) if share.dice != ALL_REMAINING else left
        left -= found[share.target]
    return found


def is_adjacent(state: AduaState, slot: Slot, target: Slot) -> bool:
    """Whether a unit attacks from a hex adjacent to its target, not from afar (6.0)."""
    return state.ground.distance(state.at[slot], state.at[target]) <= 1


def defence_terms(state: AduaState, target: Slot, attackers: Sequence[Slot]) -> tuple[Modifier, ...]:
    """All modifiers of a defender's dice (10.1, ruling 11)."""
    found = list(base_terms(state, target))
    levels = [state.ground.level[state.at[slot]] for slot in attackers]
    if SEAT[target] == ABYSSINIANS and levels and KIND[target] != CAVALRY:
        here = state.ground.level[state.at[target]]
        height = 1 if max(levels) < here else -1 if min(levels) > here else 0
        if height:
            found.append(Modifier(height, say("above its attackers") if height > 0 else say("below its attackers"),
                                  rule("10.1", 11), UNITS[target].id))
    return tuple(found)


def defence(state: AduaState, target: Slot, attackers: Sequence[Slot]) -> int:
    """The number of dice of a defender; none for cavalry, or against bombardment from afar alone (6.0, ruling 12)."""
    if KIND[target] == CAVALRY or not attackers:
        return 0
    return max(1, state.value(target) + sum(term.value for term in defence_terms(state, target, attackers)))


def check_attacker(state: AduaState, slot: Slot) -> Verdict:
    """Whether a unit may make any small-arms attack now."""
    unit, who = UNITS[slot].id, name_of(slot)
    if state.phase != AduaPhase.FIRE or slot >= COMBAT_UNITS or SEAT[slot] != state.seat:
        return refuse("7.0", say("{unit} does not attack in this phase", unit=who), unit=unit)
    if not state.alive(slot):
        return refuse("10.1", say("{unit} is not on the map", unit=who), unit=unit)
    if KIND[slot] == CAVALRY:
        return refuse("6.0", say("Cavalry takes no part in small-arms combat"), unit=unit)
    if state.engaged >> slot & 1:
        return refuse("10.2", say("{unit} is in melee", unit=who), unit=unit)
    if not commands.may_fire(state, slot):
        return refuse("8.0", say("{unit} has no order to attack", unit=who), unit=unit)
    return LEGAL


def check(state: AduaState, action: AnnounceAttack) -> Verdict:
    """Whether an attack may be announced."""
    slot, targets = SLOT[action.unit], [SLOT[name] for name, _ in action.shares]
    verdict = check_attacker(state, slot)
    if not verdict:
        return verdict
    if state.resolving:
        return refuse("10.1", say("Combats are already being resolved"))
    reach = aiming.hexes_in_reach(state, slot)
    for target in targets:
        never = aiming.why_never_target(state, slot, target)
        if never is not None:
            return refuse("10.1", never, unit=UNITS[target].id)
        if not reach >> state.at[target] & 1:
            return aiming.why_out_of_reach(state, slot, target)
    for unit, target in state.declared:
        if unit == slot and target not in targets:
            return refuse("10.0", say("{unit} has declared an attack on {target}", unit=name_of(slot),
                                      target=name_of(target)), 9, unit=action.unit)
    rests = [dice_ for _, dice_ in action.shares if dice_ == ALL_REMAINING]
    if len(rests) != 1 or action.shares[-1][1] != ALL_REMAINING:
        return refuse("10.1", say("The last target takes the remaining dice; only the others have a number"))
    after = announce(state, action)
    whole = dice(after, slot)
    fixed = sum(number for _, number in action.shares if number != ALL_REMAINING)
    if any(number == 0 for _, number in action.shares) or fixed >= whole:
        return refuse("10.1", say("{unit} has {whole} dice: at least one for each target", unit=name_of(slot),
                                  whole=whole), whole=whole)
    if announce(state, action) == state:
        return refuse("10.1", say("{unit} already attacks like this", unit=name_of(slot)))
    return LEGAL


def announce(state: AduaState, action: AnnounceAttack) -> AduaState:
    """The state with an attack announced; it replaces the unit's former attack."""
    slot = SLOT[action.unit]
    kept = [share for share in state.shares if share.unit != slot]
    mine = [DiceShare(slot, SLOT[target], number) for target, number in action.shares]
    return replace(state, shares=tuple(sorted((*kept, *mine))))


def short_of_dice(state: AduaState) -> list[Slot]:
    """Units whose announced attack no longer has a die for each of its targets (10.1, ruling 33)."""
    busy = {share.unit for share in state.shares}
    return [] if state.resolving else sorted(slot for slot in busy if 0 in dice_by_target(state, slot).values())


def must_attack(state: AduaState) -> list[Slot]:
    """Units that have entered an enemy ZOC or declared an attack and have not announced one, and those with too few
    dice (10.0, 10.1)."""
    hungry = short_of_dice(state)
    busy = {share.unit for share in state.shares} - set(hungry)
    return [slot for slot in sorted({*slots_in(state.entered), *hungry}) if slot not in busy and state.alive(slot)
            and check_attacker(state, slot) and aiming.hexes_in_reach(state, slot)]


NOT_RESOLVED = refuse("10.1", say("Resolve or withdraw the announced attacks first"))


def duties(state: AduaState) -> tuple[Duty, ...]:
    """What must be done before the attacks are resolved: units in enemy ZOCs and those that have declared an attack
    must announce one, and units with too few dice must split them again (10.0, ruling 33)."""
    starved = short_of_dice(state)
    owing = [slot for slot in must_attack(state) if slot not in starved]
    pledged = {slot for slot, _ in state.declared}
    near, declared = [slot for slot in owing if slot not in pledged], [slot for slot in owing if slot in pledged]
    return tuple(Duty(tuple(UNITS[slot].id for slot in slots), text, number) for slots, text, number in (
        (near, plural("{count} unit in an enemy ZOC must attack", "{count} units in enemy ZOCs must attack", len(near)),
         rule("10.0")),
        (declared, plural("{count} unit must make its declared attack",
                          "{count} units must make their declared attacks", len(declared)), rule("10.0")),
        (starved, plural("{count} unit has too few dice for its targets",
                         "{count} units have too few dice for their targets", len(starved)), rule("10.1", 33)),
    ) if slots)


def check_duties(state: AduaState) -> Verdict:
    """Whether no duty is left (10.0, ruling 33)."""
    reasons = tuple(Reason(duty.rule, duty.text, {"units": list(duty.units)}) for duty in duties(state))
    return Illegal(reasons) if reasons else LEGAL


def able_to_attack(state: AduaState) -> list[Slot]:
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
        share._replace(dice=share.dice + dice(after, share.unit) - dice(before, share.unit))
        if share.target == target else share for share in after.shares))


def attackers(state: AduaState, target: Slot) -> tuple[DiceShare, ...]:
    """The shares of the announced combat against a target."""
    return tuple(share for share in state.shares if share.target == target and state.alive(share.unit))


def handfuls(state: AduaState, target: Slot) -> tuple[Handful, ...]:
    """All dice of a combat in the order in which they are rolled: the attackers', unit by unit, then the defender's."""
    rolled = []
    shares = attackers(state, target)
    for share in shares:
        number = share.dice if state.resolving else dice_by_target(state, share.unit)[target]
        rolled.append(_handful(state, share.unit, number))
    beside = [share.unit for share in shares if is_adjacent(state, share.unit, target)]
    number = defence(state, target, beside)
    if number:
        rolled.append(_handful(state, target, number))
    return tuple(rolled)


def _handful(state: AduaState, slot: Slot, number: int) -> Handful:
    row = 0
    if SEAT[slot] == ITALIANS and state.turn >= LOW_AMMO_FROM and not state.low >> slot & 1:
        row = LOW_AMMO_ONES_WITH_GUN if state.has_working_gun(slot) else LOW_AMMO_ONES
    return Handful(name_of(slot), SEATS[SEAT[slot]], UNITS[slot].id, number, QUALITY[slot], row, short_name_of(slot))


def row_terms(state: AduaState, target: Slot, *, from_afar: bool) -> tuple[Modifier, ...]:
    """The modifiers of the row of the table (10.1).

    :param from_afar: whether all attackers bombard from afar.
    """
    if state.entrenched >> target & 1:
        if from_afar and SWAP_OPTION not in state.options:
            # One row lower would cost a step instead of disorder.
            return (Modifier(0, say("entrenched: bombardment only disorganizes"), rule("10.1", 42), UNITS[target].id),)
        return (Modifier(1, say("entrenched: one row lower on the table"), rule("10.1"), UNITS[target].id),)
    return ()


def row_of(state: AduaState, target: Slot, difference: int, *, from_afar: bool) -> int:
    """The row of the table for a difference of hits; one lower on the page for an entrenched defender (10.1)."""
    return min(3, max(-1, difference) + sum(term.value for term in row_terms(state, target, from_afar=from_afar)))


def only_bombarded(state: AduaState, target: Slot) -> bool:
    """Whether all attackers of a target bombard it from afar (ruling 12)."""
    return not any(is_adjacent(state, share.unit, target) for share in attackers(state, target))


def meaning(state: AduaState, target: Slot, difference: int) -> tuple[str, Message]:
    """The result of a difference in hits: its name, and its effect in words."""
    from_afar = only_bombarded(state, target)
    if from_afar and (difference == 0 or (SEAT[target] == ABYSSINIANS and difference < 3)):
        return NO_EFFECT, (say("no effect: a bombardment needs 3 hits") if SEAT[target] == ABYSSINIANS
                           else say("no effect: a bombardment needs a hit"))
    row = row_of(state, target, difference, from_afar=from_afar)
    entry, name = result(state, target, row), NAMES[row]
    if SEAT[target] == ITALIANS:
        words = (say("target loses a step") if entry.target.steps else say("target disorganized")
                 if entry.target.disorganized else say("no effect on the target"))
        return name, words if from_afar else say("{italian}; attackers take {points}", italian=words,
                                                 points=entry.damage)
    if from_afar:
        return name, say("target loses a step")
    words = MEANINGS[entry.attackers]
    return name, say("target loses a step; {italian}", italian=words) if entry.target.steps else words


def result(state: AduaState, target: Slot, row: int) -> FireResult:
    """The entry of the table for an attack on a unit."""
    return results(state)[other(SEAT[target])][ROWS.index(row)]
