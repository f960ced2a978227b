"""Melee: entering the enemy's hex, the table and its results (10.2)."""

from __future__ import annotations

from dataclasses import replace

from game.board.hexgrid import Hex, hexes_in
from game.core.chance import Modifier
from game.core.event import Advanced, Noted
from game.core.indices import Slot, other
from game.core.message import say
from game.core.tables import ResultsTable
from game.core.verdict import LEGAL, Illegal, Reason, RuleRef, Verdict
from game.rules.adua import commands, losses
from game.rules.adua.actions import ChargeUnit
from game.rules.adua.aiming import refuse_leaver
from game.rules.adua.sides import ABYSSINIANS, ARTILLERY, CAVALRY, ITALIANS, refuse, rule
from game.rules.adua.smallarms import base_terms
from game.rules.adua.state import AduaState, Done
from game.rules.adua.tables import TABLES
from game.rules.adua.units import COMBAT_UNITS, FIGHTERS, KIND, SEAT, SLOT, UNITS, name_of

MELEE_RULE = rule("10.2")
"""The rule on melee."""

MEANINGS = {
    "on: I D": say("melee continues; Italians lose a step, disorganized"),
    "on: i a D": say("melee continues; one unit per side loses a step, Italians disorganized"),
    "end: I A D R": say("melee over; all units lose a step, Italians disorganized"),
    "end: A D R": say("melee over; Abyssinians lose a step, Italians disorganized"),
    "end: A R": say("melee over; Abyssinians lose a step"),
}
"""Result -> its effect in words: whole texts, for translators, that must agree with ``DETAILS``. That the Abyssinians
retreat when a melee ends is stated on the card, in the heading of these results."""
DETAILS = {
    "on: I D": say("Italians lose a step, disorganized"),
    "on: i a D": say("one unit per side loses a step, Italians disorganized"),
    "end: I A D R": say("all units lose a step, Italians disorganized"),
    "end: A D R": say("Abyssinians lose a step, Italians disorganized"),
    "end: A R": say("Abyssinians lose a step"),
}
"""Result -> its losses in words, below a heading that says whether the melee continues."""
CONTINUES, OVER = say("melee continues"), say("melee over, Abyssinians retreat")
"""The headings of the results with which a melee continues, and of those with which it ends."""
ENTRIES, (COLUMNS, ROWS) = TABLES.melee_entries, TABLES.melee
"""Result -> its effect; the titles of the columns; and for each face the results, column by column."""
TABLE = ResultsTable(COLUMNS, ROWS, tuple(range(1, 7)), key=say(
    "on: melee continues; end: melee over; I, A: all Italian or Abyssinian units lose a step; i, a: one unit does; "
    "D: Italians disorganized; R: Abyssinians retreat"))
"""The melee table: die roll by Italian minus Abyssinian combat value (10.2)."""

NO_BATTERIES = say("Batteries do not charge: {unit}", unit="")
"""The refusal of a charge by a battery."""


def terms(state: AduaState, slot: Slot) -> tuple[Modifier, ...]:
    """The modifiers of a unit's combat value in melee. Terrain has no effect, and the value is never below 0 (10.2,
    ruling 26)."""
    base = base_terms(state, slot)
    deficit = -state.value(slot) - sum(term.value for term in base)
    return base if deficit <= 0 else (*base,
                                      Modifier(deficit, say("never below 0"), rule("10.2", 26), UNITS[slot].id))


def value(state: AduaState, slot: Slot) -> int:
    """A unit's combat value in melee."""
    return state.value(slot) + sum(term.value for term in terms(state, slot))


def sides(state: AduaState, place: Hex) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
    """The Italian and the Abyssinian units in a hex."""
    units = state.units_in.get(place, ())
    return (tuple(slot for slot in units if SEAT[slot] == ITALIANS),
            tuple(slot for slot in units if SEAT[slot] == ABYSSINIANS))


def difference(state: AduaState, place: Hex) -> int:
    """The Italian minus the Abyssinian combat value in a hex; no unit rolls its own dice (10.2, ruling 45)."""
    italians, abyssinians = sides(state, place)
    return sum(value(state, slot) for slot in italians) - sum(value(state, slot) for slot in abyssinians)


def column(combat_difference: int) -> int:
    """The index of the column of the melee table for a difference in combat value, Italian minus Abyssinian; the
    outermost columns include all differences beyond."""
    return max(0, min(len(COLUMNS) - 1, combat_difference))


def chargers(state: AduaState) -> dict[Slot, tuple[Slot, ...]]:
    """Unit that may enter an enemy's hex at the end of its small-arms phase -> the enemies it may charge (10.2).

    Cavalry may also charge into a melee that has begun in this phase: units that charged are in ``entered``. Units join
    older melees by initiative only (12.0, ruling 23).
    """
    ground = state.ground
    targets_of: dict[Slot, tuple[Slot, ...]] = {}
    for slot in FIGHTERS[state.seat]:
        if _why_charging_is_barred(state, slot) is not None:
            continue
        zone = ground.zones[KIND[slot]][state.at[slot]]
        if KIND[slot] == CAVALRY:
            adjacent = [enemy for hex_ in hexes_in(zone & state.occupied[other(state.seat)])
                        for enemy in state.units_in[hex_] if SEAT[enemy] != state.seat]
            targets = [enemy for enemy in adjacent if not state.engaged >> enemy & 1 or any(
                state.entered >> unit & 1 for unit in state.units_in[state.at[enemy]])]
        else:
            targets = [share.target for share in state.fought if share.unit == slot and state.at[share.target] >= 0
                       and zone >> state.at[share.target] & 1]
        if targets:
            targets_of[slot] = tuple(dict.fromkeys(targets))
    return targets_of


def cavalry_obliged_to_charge(state: AduaState) -> list[Slot]:
    """Cavalry that has entered an enemy ZOC and must charge (6.0, ruling 23)."""
    return [slot for slot in chargers(state) if KIND[slot] == CAVALRY and state.entered >> slot & 1]


def check_charge(state: AduaState, action: ChargeUnit) -> Verdict:
    """Whether a unit may enter the hex of an enemy (10.2, rulings 14 and 23)."""
    slot, target = SLOT[action.unit], SLOT[action.target]
    barred = _why_charging_is_barred(state, slot)
    if barred is not None:
        return barred
    if target in chargers(state).get(slot, ()):
        return LEGAL
    is_cavalry = KIND[slot] == CAVALRY
    if SEAT[target] == SEAT[slot]:
        return refuse("6.0" if is_cavalry else "10.2", say("{unit} is not an enemy", unit=name_of(target)),
                      23 if is_cavalry else None, unit=action.target)
    if is_cavalry:
        return _why_no_cavalry_charge(state, slot, target)
    return refuse("10.2", say("{unit} has not attacked {target} from an adjacent hex", unit=name_of(slot),
                              target=name_of(target)), unit=action.unit)


def why_no_charge(state: AduaState, slot: Slot) -> Illegal:
    """Why a unit cannot charge any enemy.

    :param slot: a unit that is not among the ``chargers``.
    """
    barred = _why_charging_is_barred(state, slot)
    if barred is not None:
        return barred
    if KIND[slot] == CAVALRY:
        return refuse("6.0", say("No enemy that {unit} can charge is adjacent", unit=name_of(slot)), 23,
                      unit=UNITS[slot].id)
    return refuse("10.2", say("{unit} has not attacked an adjacent enemy", unit=name_of(slot)), unit=UNITS[slot].id)


def _why_charging_is_barred(state: AduaState, slot: Slot) -> Illegal | None:
    """Why a unit may not charge, wherever the enemies are; None if it may (10.2, ruling 14)."""
    unit, unit_name = UNITS[slot].id, name_of(slot)
    if SEAT[slot] != state.seat or slot >= COMBAT_UNITS:
        return refuse("10.2", say("{unit} may not enter melee now", unit=unit_name), unit=unit)
    if state.at[slot] < 0:
        return refuse("10.2", say("{unit} is not on the map", unit=unit_name), unit=unit)
    if state.repulsed >> slot & 1:
        return refuse("10.1", say("{unit} was repulsed", unit=unit_name), unit=unit)
    if state.engaged >> slot & 1:
        return refuse("10.2", say("{unit} is in melee", unit=unit_name), unit=unit)
    if state.left >> slot & 1:
        return refuse_leaver(slot)
    if KIND[slot] in ARTILLERY:
        return refuse("10.2", NO_BATTERIES.with_values(unit=unit_name), 14, unit=unit)
    if not commands.may_charge(state, slot):
        return refuse("10.2", say("{unit} has no order to attack in melee", unit=unit_name), 14, unit=unit)
    return None


def _why_no_cavalry_charge(state: AduaState, slot: Slot, target: Slot) -> Illegal:
    """Why cavalry cannot charge an enemy (6.0, ruling 23)."""
    ground = state.ground
    here, there = state.at[slot], state.at[target]
    unit_name, target_name, target_id = name_of(slot), name_of(target), UNITS[target].id
    if there < 0 or there not in ground.adjacent_hexes[here]:
        return refuse("6.0", say("{target} is not adjacent to {unit}", target=target_name, unit=unit_name), 23,
                      unit=target_id)
    if ground.barred[CAVALRY] >> there & 1:
        return refuse("6.0", say("{place} is closed to cavalry", place=ground.hexes[there]), 23, unit=target_id)
    return refuse("12.0", say("{target} was in melee already: only initiative can bring units into it",
                              target=target_name),
                  23, unit=target_id)


def charge_note(state: AduaState, target: Slot) -> Reason | None:
    """A note that an enemy repulsed earlier this turn still fights in melee (ruling 37); None if it was not
    repulsed."""
    if not state.repulsed >> target & 1:
        return None
    return Reason(rule("10.1", 37), say("{target} was repulsed this turn, but still fights in melee",
                                        target=name_of(target)))


def apply_charge(state: AduaState, action: ChargeUnit) -> Done:
    """The state after a unit enters an enemy's hex: both are engaged at once."""
    slot, target = SLOT[action.unit], SLOT[action.target]
    note = charge_note(state, target)
    after, events = join_melee(replace(state, entered=state.entered | 1 << slot), slot, state.at[target])
    return after, events if note is None else (*events, Noted(note.rule, note.text))


def join_melee(state: AduaState, slot: Slot, place: Hex, path: tuple[Hex, ...] = (), *,
               cited: RuleRef = MELEE_RULE) -> Done:
    """The state after a unit enters a hex with enemies: all units there are engaged, and entrenchments end
    (ruling 5).

    :param path: the hexes it enters, the last one ``place``; empty for a charge from an adjacent hex.
    :param cited: the rule by which it enters.
    """
    here = state.at[slot]
    route = tuple(state.ground.hexes[hex_] for hex_ in path) or (state.ground.hexes[place],)
    state = state.with_unit_at(slot, place)
    mask = sum(1 << one for one in state.units_in[place])
    notes = losses.entrenchments_lost(state, mask)
    state = replace(state, engaged=state.engaged | mask, entrenched=state.entrenched & ~mask,
                    origins=tuple(sorted((*state.origins, (slot, path[-2] if len(path) > 1 else here)))))
    return state, (Advanced(cited, UNITS[slot].id, name_of(slot), route), *notes)
