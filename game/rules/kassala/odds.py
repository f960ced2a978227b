"""Strengths, odds and the combat results table (I.D, II.E.8-10, IV.A, IV.C)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from game.core.chance import Modifier, total
from game.core.indices import slots_in
from game.core.message import Message, Text, joined, plural, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.tables import OddsTable
from game.core.verdict import RuleRef
from game.rules.kassala.state import KassalaState, player_turns_left
from game.rules.kassala.terrain import TOWN_BONUS, TOWN_NAMES, TRENCH, WADI
from game.rules.kassala.units import ARM_UNITS, CANNONS, CAVALRY, INFANTRY, ROSTER, SIDE_UNITS, rule, titles

AE, DE, EX, C = "AE", "DE", "EX", "C"
NO_EFFECT = "-"
"""The key of a bombardment's only result in previews: a bombardment never has an effect (IV.A.7.b)."""
CRT_RULE = rule("I.D")
MEANING = {
    DE: say("defender eliminated"),
    AE: say("attacker eliminated"),
    EX: say("exchange"),
    C: say("contact"),
}
CRT = OddsTable(
    columns=((1, 4), (1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)),
    rows=(
        (C, EX, EX, C, DE, DE, DE, DE),
        (C, C, EX, EX, C, DE, DE, DE),
        (AE, C, C, EX, EX, C, DE, DE),
        (AE, AE, C, C, EX, EX, C, DE),
        (AE, AE, AE, C, C, EX, EX, C),
        (AE, AE, AE, AE, AE, C, EX, EX),
    ),
    key=say("DE defender eliminated, AE attacker eliminated, EX exchange, C contact: no losses, all stay and must "
            "fight on"),
)
TABLE = CRT.printed
"""The results table for display."""
ODDS = tuple(CRT.chances(index) for index in range(len(CRT.columns)))
"""For each column the exact chance of each result."""


def attack_lines(state: KassalaState, attackers: int, defenders: int) -> tuple[UnitLine, ...]:
    """For each attacker its printed strength, and the modifiers for terrain (II.E.9, II.E.10; none for cannon)."""
    ground = state.setting.ground
    targets = [state.at[i] for i in slots_in(defenders)]
    lines = []
    for slot in slots_in(attackers):
        unit = ROSTER[slot]
        here = state.at[slot]
        modifiers = []
        if not unit.bit & CANNONS:
            hexsides = ground.weakening_hexsides(here, targets)
            if WADI in hexsides:
                modifiers.append(Modifier(-1, say("attacks uphill across a wadi"), rule("II.E.9"), unit.id))
            if TRENCH in hexsides:
                modifiers.append(Modifier(-1, say("attacks from the barbed side"), rule("II.E.10"), unit.id))
        lines.append(UnitLine(unit.id, unit.strength, tuple(modifiers)))
    return tuple(lines)


def defence_modifiers(state: KassalaState, defenders: int) -> tuple[Modifier, ...]:
    """For each town hex with defenders the strength points that it adds to their defence (II.E.8)."""
    ground = state.setting.ground
    hexes = sorted({state.at[i] for i in slots_in(defenders)})
    return tuple(
        Modifier(TOWN_BONUS[ground.town[h]], say("defends {town} ({hex})", town=TOWN_NAMES[ground.town[h]],
                                                 hex=ground.ids[h]), rule("II.E.8"))
        for h in hexes
        if h in ground.town
    )


def totals(state: KassalaState, attackers: int, defenders: int) -> tuple[int, int]:
    """Total attack and defence in strength points, modifiers included."""
    lines = attack_lines(state, attackers, defenders)
    attack = sum(line.strength + total(line.modifiers) for line in lines)
    defence = sum(ROSTER[i].strength for i in slots_in(defenders)) + total(defence_modifiers(state, defenders))
    return attack, defence


def doomed_guns(state: KassalaState, defenders: int) -> int:
    """The mask of defenders that contact eliminates: cannon in hexes without other units (I.D, IV.A.4, ruling 4)."""
    doomed = 0
    for h in {state.at[i] for i in slots_in(defenders)}:
        holders = state.units_in(1 << h) & SIDE_UNITS[ROSTER[slots_in(defenders)[0]].seat]
        if not holders & ~CANNONS:
            doomed |= holders & defenders
    return doomed


def meaning(state: KassalaState, defenders: int, result: str) -> Message:
    """The effect of a result on these defenders, in words."""
    if result != C:
        return MEANING[result]
    doomed = doomed_guns(state, defenders)
    if not doomed:
        return MEANING[C]
    if doomed == defenders:
        return say("contact, which eliminates the cannon")
    return say("contact; cannon alone are eliminated")


def doom_text(state: KassalaState, doomed: int) -> Message:
    """Says which cannon contact eliminates, and which cannon outside the attack then still hold the hex (ruling 14).

    :param doomed: the mask of the cannon, as by ``doomed_guns``; not 0.
    """
    others = other_guns(state, doomed)
    if not others:
        return plural("Contact eliminates {units}: only cannon hold the hex",
                      "Contact eliminates {units}: only cannon hold their hexes",
                      state.hexes_of(doomed).bit_count(), units=titles(doomed))
    return plural("Contact eliminates {units}; {others} still holds the hex",
                  "Contact eliminates {units}; {others} still hold the hex", others.bit_count(), units=titles(doomed),
                  others=titles(others))


def other_guns(state: KassalaState, doomed: int) -> int:
    """The mask of cannon in the hexes of cannon that contact eliminates, but not in the attack (ruling 14)."""
    return state.units_in(state.hexes_of(doomed)) & ~doomed


def report_text(state: KassalaState, defenders: int, result: str, spared: int) -> Message:
    """The effect of a result for the report of a roll: as ``meaning``, but a contact says which units must fight again.

    :param spared: the mask of attacking cannon that the result does not affect (IV.A.7.a).
    """
    doomed = doomed_guns(state, defenders)
    if result == C and not doomed:
        return contact_text(state, spared)
    if not renews_combat(state, defenders, result):
        return meaning(state, defenders, result)
    return say("contact; cannon alone are eliminated, all others in contact must fight again in the next combat phase")


def renews_combat(state: KassalaState, defenders: int, result: str) -> bool:
    """Whether a result is a contact after which units must fight again (I.D): not if it eliminates all defenders, and
    not in the last combat phase of the game."""
    return result == C and doomed_guns(state, defenders) != defenders and player_turns_left(state) > 1


def contact_text(state: KassalaState, spared: int = 0) -> Message:
    """The effect of a contact without losses: the units that must fight again; none in the last combat phase.

    :param spared: the mask of attacking cannon that the contact does not affect (IV.A.7.a).
    """
    if player_turns_left(state) == 1:
        return say("contact, no losses")
    if spared:
        return say("contact, no losses; all but {units} must fight again in the next combat phase",
                   units=titles(spared))
    return say("contact, no losses; all must fight again in the next combat phase")


def is_mixed(state: KassalaState, attackers: int) -> bool:
    """Whether infantry and cavalry attack together under IV.C."""
    return state.setting.mixed_attacks and all(attackers & ARM_UNITS[arm] for arm in (INFANTRY, CAVALRY))


def column(state: KassalaState, attackers: int, defenders: int) -> int:
    """The index of the results table's column for an attack (II.E, IV.C, rulings 2 and 6)."""
    return column_of(*totals(state, attackers, defenders), is_mixed(state, attackers))


def is_shifted(state: KassalaState, attackers: int, defenders: int) -> bool:
    """Whether an attack is resolved one column to the right as a mixed attack (IV.C); in the last column none is
    (ruling 6)."""
    if not is_mixed(state, attackers):
        return False
    return column(state, attackers, defenders) != CRT.column(*totals(state, attackers, defenders))


def column_rule(state: KassalaState, attackers: int, defenders: int) -> RuleRef:
    """The rule that decides the column of an attack: that on odds, or that on mixed attacks if it shifts the column."""
    return rule("IV.C" if is_shifted(state, attackers, defenders) else "II.E")


@cache
def column_of(attack: int, defence: int, mixed: bool) -> int:
    """The index of the column for two totals; a mixed attack is resolved one column to the right (IV.C)."""
    return min(CRT.column(attack, defence) + mixed, len(CRT.columns) - 1)


def reading_text(attack: int, defence: int) -> Message:
    """The text that explains how two totals lead to a column: the simplified odds, rounded for the defender, and the
    last column of the table if the odds are beyond it (II.E, ruling 2)."""
    ours, theirs = CRT.simplify(attack, defence)
    beyond_table, column_title = (ours, theirs) not in CRT.columns, CRT.column_heading(CRT.column(attack, defence))
    values = {"attack": attack, "defence": defence}
    if beyond_table and (attack <= 0 or (attack, defence) == (ours, theirs)):
        return say("{attack} to {defence}; the table ends at {column}", **values, column=column_title)
    odds = f"{ours}-{theirs}"
    is_exact = attack * theirs == defence * ours
    text = say("{attack} to {defence}: {column}", **values, column=odds) if is_exact else say(
        "{attack} to {defence}, rounded in the defender's favour: {column}", **values, column=odds)
    return say("{odds}; the table ends at {column}", odds=text, column=column_title) if beyond_table else text


def attack_preview(state: KassalaState, attackers: int, defenders: int) -> Preview | None:
    """The arithmetic of an attack, which need not be legal; None if some of the units are not on the map."""
    if state.absent(attackers | defenders):
        return None
    if without_die(state, attackers):
        return sure_preview(state, attackers, defenders, C, say("always contact"), "IV.A.7.c")
    return rolled_preview(state, attackers, defenders)


def without_die(state: KassalaState, attackers: int) -> bool:
    """Whether an attack is by cannon alone, and so always contact (IV.A.7.c, ruling 11)."""
    return state.setting.cannon_option and not attackers & ~CANNONS


def rolled_preview(state: KassalaState, attackers: int, defenders: int) -> Preview:
    """The full arithmetic of an attack resolved on the table."""
    lines = attack_lines(state, attackers, defenders)
    town_modifiers = defence_modifiers(state, defenders)
    attack, defence = totals(state, attackers, defenders)
    index = column(state, attackers, defenders)
    shifts: tuple[Modifier, ...] = ()
    reading: Text = reading_text(attack, defence)
    if is_shifted(state, attackers, defenders):
        shifts = (Modifier(1, say("mixed attack: one column right"), rule("IV.C")),)
        reading = joined((reading, say("mixed attack: {column}", column=CRT.column_heading(index))), "; ")
    elif is_mixed(state, attackers):
        shifts = (Modifier(0, say("mixed attack in the last column: no shift"), rule("IV.C", 6)),)
        reading = joined((reading, say("already the last column")), "; ")
    doomed = doomed_guns(state, defenders)
    return Preview(
        attackers=lines,
        defenders=tuple(UnitLine(ROSTER[i].id, ROSTER[i].strength) for i in slots_in(defenders)),
        modifiers=(*(m for line in lines for m in line.modifiers), *town_modifiers, *shifts),
        attack=attack,
        defence=defence,
        total=f"{attack}-{defence}",
        reading=reading,
        column=CRT.column_heading(index),
        outcomes=tuple(
            Outcome(result, ODDS[index].get(result, Fraction(0)), meaning(state, defenders, result), CRT_RULE)
            for result in (DE, EX, C, AE)
        ),
        note=doom_text(state, doomed) if doomed else "",
        table=TABLE,
    )


def sure_preview(state: KassalaState, attackers: int, defenders: int, result: str, note: Message,
                 number: str) -> Preview:
    """The arithmetic of an attack without a die roll: a bombardment or cannon's individual attack.

    :param result: the certain result; ``note`` gives it in words.
    :param number: the number of the rule.
    """
    attack, defence = totals(state, attackers, defenders)
    return Preview(
        attackers=attack_lines(state, attackers, defenders),
        defenders=tuple(UnitLine(ROSTER[i].id, ROSTER[i].strength) for i in slots_in(defenders)),
        modifiers=defence_modifiers(state, defenders),
        attack=attack,
        defence=defence,
        total=f"{attack}-{defence}",
        reading=say("no die is rolled"),
        column=None,
        outcomes=(Outcome(result, Fraction(1), note, rule(number)),),
        note=note,
        table=TABLE,
    )
