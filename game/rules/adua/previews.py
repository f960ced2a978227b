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
    """The arithmetic of a small-arms combat, announced or about to be rolled."""
    shares = smallarms.attackers(state, target)
    handfuls = smallarms.handfuls(state, target)
    mine = {one.unit: one for one in handfuls if one.unit != UNITS[target].id}
    lines = [_with_dice(_attacker_line(state, share.unit, mine[UNITS[share.unit].id].dice), handfuls)
             for share in shares]
    beside = [share.unit for share in shares if smallarms.is_adjacent(state, share.unit, target)]
    thrown = smallarms.defence(state, target, beside)
    against = UnitLine(UNITS[target].id, 0)
    if thrown:
        terms = smallarms.defence_terms(state, target, beside)
        against = _with_dice(_unit_line(target, state.value(target), terms, thrown), handfuls)
    slots = [SLOT[one.unit] for one in handfuls]
    chances: dict[str, Fraction] = {}
    meanings: dict[str, Message] = {}
    counted = state if state.resolving else smallarms.begin_resolving(state)
    for chance, after in supply.gun_test_outcomes(counted, slots):
        after = smallarms.add_gun_dice(counted, after, target)
        for (difference, _), branch in pools.branches(smallarms.handfuls(after, target), SEATS, 4).items():
            name, meanings[name] = smallarms.meaning(state, target, difference)
            chances[name] = chances.get(name, Fraction(0)) + chance * branch.chance
    order = (smallarms.NO_EFFECT, *smallarms.NAMES.values())
    good = ("+2", "+3") if SEAT[target] == ABYSSINIANS else ("-1", "0", "+1")
    hope = say("win the firefight") if SEAT[target] == ABYSSINIANS else say("inflict a loss")
    outcomes = tuple(
        Outcome(name, chances[name], meanings[name], rule("10.1"), hope if name in good else "",
                SEATS[other(SEAT[target])] if name in good else "") for name in sorted(chances, key=order.index))
    closed = next((note.with_rule for share in shares
                   if (note := aiming.closed_ground_note(state, share.unit, [target]))), "")
    every = tuple(term for line in (*lines, against) for term in line.modifiers)
    every += smallarms.row_terms(state, target, from_afar=smallarms.only_bombarded(state, target))
    attack = sum(one.dice for one in mine.values())
    count = plural("{attack} die against {defence}", "{attack} dice against {defence}", attack, attack=attack,
                    defence=thrown)
    lookup = say("Row: Italian minus Abyssinian hits")
    return Preview(tuple(lines), (against,), every, attack, thrown, count,
                   joined((_hitting_faces_text(handfuls), lookup), ". "),
                   smallarms.COLUMNS[SEAT[target] == ITALIANS], outcomes,
                   joined((_from_afar(state, target), closed, supply.note_on_tests(state, slots)), ". "),
                   attacker_modifiers=sum(len(line.modifiers) for line in lines),
                   table=smallarms.table(state), lookup=lookup)


def _with_dice(line: UnitLine, handfuls: Sequence[pools.Handful]) -> UnitLine:
    """A unit's line with the dice that it rolls and the lowest face that hits."""
    handful = next(each for each in handfuls if each.unit == line.unit)
    return replace(line, dice=handful.dice, lowest_hit=pools.lowest_hit(handful.quality))


def _from_afar(state: AduaState, target: Slot) -> Text:
    """What differs if all attackers bombard the target from afar; empty if one of them is near (10.1, ruling 12)."""
    if not smallarms.only_bombarded(state, target):
        return ""
    if SEAT[target] == ABYSSINIANS:
        return say("Bombardment: the target rolls no dice; fewer than 3 hits have no effect")
    return say("Bombardment: the target rolls no dice; without a hit there is no effect")


def _hitting_faces_text(handfuls: Sequence[pools.Handful]) -> Text:
    """The lowest face that hits for each side, or for each unit if its side's units differ (10.1)."""
    faces = {one.unit: pools.lowest_hit(one.quality) for one in handfuls}
    lines = []
    for seat in dict.fromkeys(one.seat for one in handfuls):
        lot = [one for one in handfuls if one.seat == seat]
        alike = len({faces[one.unit] for one in lot}) == 1
        for one in lot[:1] if alike else lot:
            face = faces[one.unit]
            if alike:
                side = SIDES[SEATS.index(seat)]
                lines.append(say("{side} hit on 6", side=side) if face == 6
                             else say("{side} hit on {face} or more", side=side, face=face))
            else:
                lines.append(say("{unit} hits on 6", unit=one.title) if face == 6
                             else say("{unit} hits on {face} or more", unit=one.title, face=face))
    return joined(lines, ", ")


def chances(state: AduaState, target: Slot, shown: Preview) -> Text:
    """The main chances of a combat: for an Italian target, a step loss and disorder; for an Abyssinian target, a step
    loss and the repulse of the attackers."""
    step = upset = repulsed = Fraction(0)
    chances = {outcome.result: outcome.chance for outcome in shown.outcomes}
    for row, name in smallarms.NAMES.items():
        entry, chance = smallarms.result(state, target, row), chances.get(name, Fraction(0))
        step += chance * bool(entry.target.steps)
        upset += chance * entry.target.disorganized
        repulsed += chance * entry.attackers.repulsed
    return say("step lost {steps}, disorganized {upset}", steps=per_cent(step), upset=per_cent(upset)) if (
        SEAT[target] == ITALIANS) else say("step lost {steps}, attackers repulsed {repulsed}", steps=per_cent(step),
                                           repulsed=per_cent(repulsed))


def faces_of(shown: Preview) -> Text:
    """The faces on which both sides hit, in words: the chances depend on them as much as on the dice."""
    ours, theirs = (side.needed for side in shown.hit_dice)
    return say("attackers hit on {ours}, target on {theirs}", ours=ours, theirs=theirs) if shown.defence else (
        say("attackers hit on {ours}", ours=ours))


def figures(lines: Sequence[UnitLine]) -> tuple[Text, ...]:
    """A side's dice, the faces on which they hit, and the strength printed on its counters."""
    side = HitDice.of(lines)
    printed = str(sum(side.printed)) if side.dice else ""
    return (str(side.dice) if side.dice else say("none"), side.needed, printed)


def of_melee(state: AduaState, place: Hex) -> Preview:
    """The arithmetic of a melee."""
    ours, theirs = melee.sides(state, place)
    lines = [tuple(UnitLine(UNITS[slot].id, state.value(slot), melee.terms(state, slot)) for slot in side)
             for side in (ours, theirs)]
    gap = melee.difference(state, place)
    at = melee.column(gap)
    chances: dict[str, Fraction] = {}
    for chance, after in supply.gun_test_outcomes(state, state.units_in[place]):
        for row in melee.ROWS:
            key = row[melee.column(melee.difference(after, place))]
            chances[key] = chances.get(key, Fraction(0)) + chance / 6
    outcomes = tuple(Outcome(key, chances[key], melee.MEANINGS[key], rule("10.2"),
                             say("throw the Abyssinians back") if melee.ENTRIES[key].ends else
                             say("keep the melee going"),
                             SEATS[ITALIANS if melee.ENTRIES[key].ends else ABYSSINIANS])
                     for key in melee.ENTRIES if key in chances)
    every = tuple(term for side in lines for line in side for term in line.modifiers)
    sums = [sum(melee.value(state, slot) for slot in side) for side in (ours, theirs)]
    return Preview(lines[0], lines[1], every, sums[0], sums[1],
                   f"{gap:+d}", say("Italian {ours} \N{MINUS SIGN} Abyssinian {theirs}. If the melee ends, the "
                                    "Abyssinians retreat", ours=sums[0], theirs=sums[1]), melee.COLUMNS[at],
                   outcomes, supply.note_on_tests(state, state.units_in[place]), table=melee.TABLE,
                   attacker_modifiers=sum(len(line.modifiers) for line in lines[0]))


def of_charge(state: AduaState, action: ChargeUnit) -> Preview:
    """The arithmetic of the melee that would follow a charge."""
    after, _ = melee.apply_charge(state, action)
    return of_melee(after, state.at[SLOT[action.target]])


def _attacker_line(state: AduaState, slot: Slot, number: int) -> UnitLine:
    """An attacker's line of the arithmetic, with the dice that it rolls at other targets.

    :param number: the dice that it rolls in this combat.
    """
    shares = {share.target: share.dice for share in (*state.shares, *state.fought) if share.unit == slot}
    whole = sum(shares.values()) if state.resolving else smallarms.dice(state, slot)
    line = _unit_line(slot, state.value(slot), smallarms.attack_terms(state, slot), whole)
    if whole == number:
        return line
    others = Modifier(number - whole, say("rolled at other targets"), rule("10.1"), line.unit)
    return UnitLine(line.unit, line.strength, (*line.modifiers, others))


def _unit_line(slot: Slot, value: int, terms: tuple[Modifier, ...], number: int) -> UnitLine:
    """A unit's line of the arithmetic.

    :param number: its dice. If the terms do not add up to them, the unit has the minimum of one die, or its dice were
        counted when all attacks had been announced (ruling 30).
    """
    unit, gap = UNITS[slot].id, number - value - sum(term.value for term in terms)
    if gap:
        least = number == 1 and gap > 0
        words = say("at least one die") if least else say("counted before the first combat")
        terms += (Modifier(gap, words, rule("10.1", 20 if least else 30), unit),)
    return UnitLine(unit, value, terms)
