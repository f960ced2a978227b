"""The arithmetic of rolls: the sums, the deciding number, and the chance of each result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from game.board.hexgrid import Hex
from game.core.chance import Modifier, per_cent
from game.core.indices import Slot, other
from game.core.message import Message, Text, joined, plural, say
from game.core.preview import HitDice, Outcome, Preview, UnitLine
from game.rules.adua import aiming, melee, pools, smallarms, supply
from game.rules.adua.actions import ChargeUnit
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, SEATS, SIDES, rule
from game.rules.adua.state import AduaState
from game.rules.adua.units import SEAT, SLOT, UNITS


def of_combat(state: AduaState, target: Slot) -> Preview:
    """The arithmetic of the small-arms combat against a target, announced or about to be rolled."""
    shares = smallarms.shares_on(state, target)
    dice_pools = smallarms.dice_pools(state, target)
    attacker_pools = {pool.unit: pool for pool in dice_pools if pool.unit != UNITS[target].id}
    lines = [_with_dice(_attacker_line(state, share.unit, attacker_pools[UNITS[share.unit].id].dice), dice_pools)
             for share in shares]
    adjacent = smallarms.adjacent_attackers(state, target)
    defence = smallarms.defence_dice(state, target, adjacent)
    target_line = UnitLine(UNITS[target].id, 0)
    if defence:
        terms = smallarms.defence_terms(state, target, adjacent)
        target_line = _with_dice(_unit_line(target, state.value(target), terms, defence), dice_pools)
    slots = [SLOT[pool.unit] for pool in dice_pools]
    chances: dict[str, Fraction] = {}
    meanings: dict[str, Message] = {}
    counted = state if state.resolving else smallarms.begin_resolving(state)
    for chance, after in supply.gun_test_outcomes(counted, slots):
        after = smallarms.add_gun_dice(counted, after, target)
        for (difference, _), branch in pools.branches(
                smallarms.dice_pools(after, target), SEATS, smallarms.MAX_DIFFERENCE).items():
            name, meanings[name] = smallarms.meaning(state, target, difference)
            chances[name] = chances.get(name, Fraction(0)) + chance * branch.chance
    order = (smallarms.NO_EFFECT, *smallarms.ROW_NAMES.values())
    from_afar = smallarms.only_bombarded(state, target)
    hoped_rows = ("+2", "+3") if SEAT[target] == ABYSSINIANS else ("-1", "0", "+1")
    hoped_for = (say("loss inflicted") if SEAT[target] == ITALIANS else say("target loses a step") if from_afar
                 else say("firefight won"))
    outcomes = tuple(
        Outcome(name, chances[name], meanings[name], rule("10.1"), hoped_for if name in hoped_rows else "",
                SEATS[other(SEAT[target])] if name in hoped_rows else "") for name in sorted(chances, key=order.index))
    closed_ground = next((note.with_rule for share in shares
                   if (note := aiming.closed_ground_note(state, share.unit, [target]))), "")
    modifiers = tuple(term for line in (*lines, target_line) for term in line.modifiers)
    modifiers += smallarms.row_terms(state, target, from_afar=from_afar)
    attack = sum(pool.dice for pool in attacker_pools.values())
    count = plural("{attack} die against {defence}", "{attack} dice against {defence}", attack, attack=attack,
                    defence=defence)
    lookup = say("Results by the number of hits:") if from_afar else say("Results by the difference in hits:")
    return Preview(tuple(lines), (target_line,), modifiers, attack, defence, count,
                   joined((_hitting_faces_text(dice_pools), lookup), ". "),
                   smallarms.COLUMNS[SEAT[target] == ITALIANS], outcomes,
                   joined((_bombardment_text(state, target), _damage_text(state, target), closed_ground,
                           supply.note_on_tests(state, slots)), ". "),
                   attacker_modifiers=sum(len(line.modifiers) for line in lines),
                   table=smallarms.table(state), lookup=lookup)


def _damage_text(state: AduaState, target: Slot) -> Text:
    """What points of damage do to the attackers of an Italian unit (ruling 13); empty if none can take any."""
    takes_damage = SEAT[target] == ITALIANS and smallarms.adjacent_attackers(state, target)
    return say("1 point of damage repulses an attacker; every 2 points cost it a step") if takes_damage else ""


def _with_dice(line: UnitLine, dice_pools: Sequence[pools.DicePool]) -> UnitLine:
    """A unit's line with the dice that it rolls and the lowest face that hits."""
    pool = next(pool for pool in dice_pools if pool.unit == line.unit)
    return replace(line, dice=pool.dice, lowest_hit=pools.lowest_hit(pool.quality))


def _bombardment_text(state: AduaState, target: Slot) -> Text:
    """What differs if all attackers bombard the target from afar; empty if one of them is adjacent (10.1, ruling
    12)."""
    if not smallarms.only_bombarded(state, target):
        return ""
    if SEAT[target] == ABYSSINIANS:
        return say("Bombardment: the target rolls no dice; fewer than 3 hits have no effect")
    return say("Bombardment: the target rolls no dice; without a hit there is no effect")


def _hitting_faces_text(dice_pools: Sequence[pools.DicePool]) -> Text:
    """The lowest face that hits for each side, or for each unit if its side's units differ (10.1)."""
    faces = {pool.unit: pools.lowest_hit(pool.quality) for pool in dice_pools}
    lines = []
    for seat in dict.fromkeys(pool.seat for pool in dice_pools):
        side_pools = [pool for pool in dice_pools if pool.seat == seat]
        alike = len({faces[pool.unit] for pool in side_pools}) == 1
        for pool in side_pools[:1] if alike else side_pools:
            face = faces[pool.unit]
            if alike:
                side = SIDES[SEATS.index(seat)]
                lines.append(say("{side} hit on 6", side=side) if face == 6
                             else say("{side} hit on {face} or more", side=side, face=face))
            else:
                lines.append(say("{unit} hits on 6", unit=pool.title) if face == 6
                             else say("{unit} hits on {face} or more", unit=pool.title, face=face))
    return joined(lines, ", ")


def chances_text(state: AduaState, target: Slot, shown: Preview) -> Text:
    """The main chances of a combat: for an Italian target, a step loss and disorder; for an Abyssinian target, a step
    loss and the repulse of the attackers.

    :param shown: the arithmetic of the combat (``of_combat``).
    """
    step = disorganized = repulsed = Fraction(0)
    chances = {outcome.result: outcome.chance for outcome in shown.outcomes}
    for row, name in smallarms.ROW_NAMES.items():
        entry, chance = smallarms.table_entry(state, target, row), chances.get(name, Fraction(0))
        step += chance * bool(entry.target.steps)
        disorganized += chance * entry.target.disorganized
        repulsed += chance * entry.attackers.repulsed
    return say("step lost {steps}, disorganized {upset}", steps=per_cent(step), upset=per_cent(disorganized)) if (
        SEAT[target] == ITALIANS) else say("step lost {steps}, attackers repulsed {repulsed}", steps=per_cent(step),
                                           repulsed=per_cent(repulsed))


def hitting_faces_of_sides(shown: Preview) -> Text:
    """The faces on which both sides hit, in words.

    :param shown: the arithmetic of the combat (``of_combat``).
    """
    ours, theirs = (side.needed for side in shown.hit_dice)
    return say("attackers hit on {ours}, target on {theirs}", ours=ours, theirs=theirs) if shown.defence else (
        say("attackers hit on {ours}", ours=ours))


def figures(lines: Sequence[UnitLine]) -> tuple[Text, ...]:
    """A side's dice, the faces on which they hit, and the strength printed on its counters, for a list of combats.

    :param lines: the lines of the side's units.
    """
    side = HitDice.of(lines)
    printed = str(sum(side.printed)) if side.dice else ""
    return (str(side.dice) if side.dice else say("none"), side.needed, printed)


def of_melee(state: AduaState, place: Hex) -> Preview:
    """The arithmetic of the melee in a hex."""
    ours, theirs = melee.sides(state, place)
    lines = [tuple(UnitLine(UNITS[slot].id, state.value(slot), melee.terms(state, slot)) for slot in side)
             for side in (ours, theirs)]
    difference = melee.difference(state, place)
    chances: dict[str, Fraction] = {}
    for chance, after in supply.gun_test_outcomes(state, state.units_in[place]):
        for row in melee.ROWS:
            key = row[melee.column(melee.difference(after, place))]
            chances[key] = chances.get(key, Fraction(0)) + chance / 6
    outcomes = tuple(_melee_outcome(key, chances[key]) for key in melee.ENTRIES if key in chances)
    modifiers = tuple(term for side in lines for line in side for term in line.modifiers)
    sums = [sum(melee.value(state, slot) for slot in side) for side in (ours, theirs)]
    explanation = say("Italian {ours} \N{MINUS SIGN} Abyssinian {theirs}", ours=sums[0], theirs=sums[1])
    return Preview(lines[0], lines[1], modifiers, sums[0], sums[1], f"{difference:+d}", explanation,
                   melee.COLUMNS[melee.column(difference)], outcomes,
                   supply.note_on_tests(state, state.units_in[place]), table=melee.TABLE,
                   attacker_modifiers=sum(len(line.modifiers) for line in lines[0]))


def _melee_outcome(key: str, chance: Fraction) -> Outcome:
    """A result of a melee with its chance.

    :param key: a key of ``melee.ENTRIES``.
    """
    ends = melee.ENTRIES[key].ends
    return Outcome(key, chance, melee.MEANINGS[key], rule("10.2"), say("Abyssinians retreat") if ends else "",
                   SEATS[ITALIANS if ends else ABYSSINIANS], melee.OVER if ends else melee.CONTINUES,
                   melee.DETAILS[key])


def of_charge(state: AduaState, action: ChargeUnit) -> Preview:
    """The arithmetic of the melee that would follow a charge."""
    after, _ = melee.apply_charge(state, action)
    return of_melee(after, state.at[SLOT[action.target]])


def _attacker_line(state: AduaState, slot: Slot, number: int) -> UnitLine:
    """An attacker's line of the arithmetic, with the dice that it rolls at other targets.

    :param number: the dice that it rolls in this combat.
    """
    shares = {share.target: share.dice for share in (*state.shares, *state.fought) if share.unit == slot}
    all_dice = sum(shares.values()) if state.resolving else smallarms.attack_dice(state, slot)
    line = _unit_line(slot, state.value(slot), smallarms.attack_terms(state, slot), all_dice)
    if all_dice == number:
        return line
    others = Modifier(number - all_dice, say("rolled at other targets"), rule("10.1"), line.unit)
    return UnitLine(line.unit, line.strength, (*line.modifiers, others))


def _unit_line(slot: Slot, value: int, terms: tuple[Modifier, ...], number: int) -> UnitLine:
    """A unit's line of the arithmetic.

    :param number: its dice. If the terms do not add up to them, the unit has the minimum of one die, or its dice were
        counted when all attacks had been announced (ruling 30).
    """
    unit, unexplained = UNITS[slot].id, number - value - sum(term.value for term in terms)
    if unexplained:
        is_minimum = number == 1 and unexplained > 0
        text = say("minimum 1 die") if is_minimum else say("counted before the first combat")
        terms += (Modifier(unexplained, text, rule("10.1", 20 if is_minimum else 30), unit),)
    return UnitLine(unit, value, terms)
