"""What a shock combat comes to before the die falls: modifiers, the table, the exact chances (8.4, 9.0; facts)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import NewType

from game.core.chance import D10, Modifier, total
from game.core.indices import Seat, Slot
from game.core.message import Message, Text, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.tables import ResultsTable
from game.rules.tours.ground import FRONT, REAR
from game.rules.tours.harm import at_risk
from game.rules.tours.shock import attacks
from game.rules.tours.state import Phase, State
from game.rules.tours.units import (
    ARCHER,
    FIGHTERS,
    FOE,
    HEAVY_CAVALRY,
    HEAVY_INFANTRY,
    KIND,
    LIGHT_CAVALRY,
    LIGHT_INFANTRY,
    MOUNTED,
    SEAT,
    SEATS,
    UNITS,
    name_of,
    rule,
)

Row = NewType("Row", int)
"""A result, by its number in ``KEYS``."""
KEYS = ("AE", "AD", "ADE", "E", "BD", "DD", "DD+", "DE", "DE+")
"""The results: attackers (A), defenders (D) or both (B) eliminated (E) or disordered (D), E alone engaged, + with a
continued attack; ADE: attackers disordered and all engaged."""
ELIMINATES, ENGAGES, GOES_ON = ("DE", "DE+"), ("ADE", "E"), ("DD+", "DE+")
DISORDERS, COSTS = ("BD", "DD", "DD+"), ("AE", "AD", "ADE", "BD")
"""Results that disorder the defenders; that cost the attackers something."""
TABLE = ResultsTable(("Shock",), tuple((key,) for key in KEYS), (-3, -2, 1, 3, 5, 7, 8, 10, 12),
                     unbounded=True)
"""Facts 4.6: the row of 7 is the rulebook's (example of 8), the rest is reconstructed."""
MATRIX = {
    HEAVY_CAVALRY: {HEAVY_CAVALRY: 0, LIGHT_CAVALRY: 1, ARCHER: 2, HEAVY_INFANTRY: 0, LIGHT_INFANTRY: 2},
    LIGHT_CAVALRY: {HEAVY_CAVALRY: -2, LIGHT_CAVALRY: 0, ARCHER: 1, HEAVY_INFANTRY: -2, LIGHT_INFANTRY: 0},
    HEAVY_INFANTRY: {HEAVY_CAVALRY: -1, LIGHT_CAVALRY: 1, ARCHER: 1, HEAVY_INFANTRY: 0, LIGHT_INFANTRY: 1},
    LIGHT_INFANTRY: {HEAVY_CAVALRY: -2, LIGHT_CAVALRY: -1, ARCHER: 0, HEAVY_INFANTRY: -2, LIGHT_INFANTRY: 0},
}
"""Attacker -> defender -> DRM (facts 4.5): heavy cavalry against heavy infantry is the rulebook's, the rest is
reconstructed."""
FLANK_DRM, REAR_DRM, SIDES_DRM = 2, 3, 4
DISORDERED, LEADER = -2, 1
HILL, WOODS, MOUNTED_IN_WOODS, INTO_MARSH, OUT_OF_MARSH = -1, -1, -1, 1, -1
"""Facts 4.3, reconstructed."""
WALL, SHAKEN_WALL = -2, -1
"""Facts 4.7, reconstructed."""
CERTAIN_ONE = 1
"""The die that brings a counter-attack (9.0)."""


def sectors(state: State, attackers: Iterable[Slot], defender: Slot) -> set[str]:
    """Through which sectors of a defender he is attacked."""
    place, vertex = state.at[defender], state.facing[defender]
    return {state.ground.sector(place, vertex, state.at[other]) for other in attackers}


def position_drm(found: set[str]) -> int:
    """The DRM of the sectors a unit is attacked through (8.0, Position Advantage)."""
    if len(found) > 1:
        return SIDES_DRM
    return 0 if found == {FRONT} else REAR_DRM if found == {REAR} else FLANK_DRM


def terrain_drm(state: State, attackers: tuple[Slot, ...], defender: Slot) -> tuple[int, Message | None]:
    """What a defender's own ground does to the attacker's die, and its name."""
    ground = state.ground
    place = state.at[defender]
    if place in ground.woods:
        mounted = any(KIND[other] in MOUNTED for other in attackers)
        return WOODS + MOUNTED_IN_WOODS * mounted, say("mounted into woods") if mounted else say("woods")
    if place in ground.marsh:
        return INTO_MARSH, say("defender in marsh")
    if all(ground.level[state.at[other]] < ground.level[place] for other in attackers):
        return HILL, say("uphill")
    return 0, None


def wall_drm(state: State, found: set[str], defender: Slot) -> int:
    """What the shield wall does for a unit in it: nothing once anybody comes through flank or rear."""
    if not state.in_wall(defender) or found != {FRONT}:
        return 0
    return SHAKEN_WALL if state.disordered >> defender & 1 else WALL


def modifiers(
    state: State, attackers: tuple[Slot, ...], defenders: tuple[Slot, ...], previous: int = 0
) -> tuple[Modifier, ...]:
    """Every DRM of a combat (8.0)."""
    found = [Modifier(len(attackers) - len(defenders), say("{ours} against {theirs}", ours=len(attackers),
                                                           theirs=len(defenders)), rule("8.4"))]
    sides = {defender: sectors(state, attackers, defender) for defender in defenders}
    worst = max(defenders, key=lambda one: position_drm(sides[one]))
    if position_drm(sides[worst]):
        name = say("two or more sides") if len(sides[worst]) > 1 else say("{side}", side=next(iter(sides[worst])))
        found.append(Modifier(position_drm(sides[worst]), name, rule("8.4"), UNITS[worst].id))
    value, title, defender = min(((*terrain_drm(state, attackers, one), one) for one in defenders),
                                 key=lambda one: one[0])
    if title is not None and value:
        found.append(Modifier(value, title, rule("8.4"), UNITS[defender].id))
    sunk = [other for other in attackers if state.at[other] in state.ground.marsh]
    if sunk:
        found.append(Modifier(OUT_OF_MARSH, say("attacker in marsh"), rule("8.4"), UNITS[sunk[0]].id))
    best = max(attackers, key=lambda one: matrix(one, defenders))
    found.append(Modifier(matrix(best, defenders), say("weapons"), rule("8.4"), UNITS[best].id))
    walled = min(defenders, key=lambda one: wall_drm(state, sides[one], one))
    if wall_drm(state, sides[walled], walled):
        found.append(Modifier(wall_drm(state, sides[walled], walled), say("shield wall"), rule("5.2.6", 3),
                              UNITS[walled].id))
    upset = [other for other in attackers if state.disordered >> other & 1]
    if upset:
        found.append(Modifier(DISORDERED, say("attacker disordered"), rule("9.0"), UNITS[upset[0]].id))
    for units, sign in ((attackers, 1), (defenders, -1)):
        led = [other for other in units if state.leader_of(other) >= 0]
        if led:
            found.append(Modifier(sign * LEADER, name_of(state.leader_of(led[0])), rule("8.4"), UNITS[led[0]].id))
    if previous:
        found.append(Modifier(-previous, say("attacks before this one"), rule("9.0")))
    return tuple(one for one in found if one.value or one.name == "weapons")


def matrix(attacker: Slot, defenders: Iterable[Slot]) -> int:
    """The weapon system matrix: of several defenders the worst for the attacker (ruling 13)."""
    return min(MATRIX[KIND[attacker]][KIND[defender]] for defender in defenders)


def preview(state: State, attackers: tuple[Slot, ...], defenders: tuple[Slot, ...],
            previous: int = 0) -> Preview:
    """The arithmetic of a combat."""
    terms = modifiers(state, attackers, defenders, previous)
    drm = total(terms)
    chances = Counter(TABLE.row_of(face + drm) for face in D10.faces)
    spent = any(KIND[one] in MOUNTED and not state.disordered >> one & 1 for one in attackers)
    outcomes = tuple(Outcome(KEYS[row], Fraction(many, 10), TOLD[KEYS[row]], rule("9.0"), group(KEYS[row]), _good(
        KEYS[row], SEAT[attackers[0]])) for row, many in sorted(chances.items()))
    return Preview(tuple(UnitLine(UNITS[one].id, 0) for one in attackers),
                   tuple(UnitLine(UNITS[one].id, 0) for one in defenders), terms, None, None, f"{drm:+d}",
                   say("added to the die; the sum gives the result"), "Shock", outcomes, table=TABLE,
                   note=say("Cavalry is disordered by attacking, whatever falls: 8.6") if spent else "",
                   risk=at_risk(state, (*attackers, *defenders), "shock"))


def group(key: str) -> Message:
    """What results have in common."""
    if key in ELIMINATES:
        return say("defender eliminated")
    if key in ("DD", "DD+"):
        return say("defender disordered")
    return say("both disordered") if key == "BD" else say("engaged") if key in ENGAGES else say("repulsed")


def _good(key: str, seat: Seat) -> str:
    return SEATS[seat] if key in ("DD", "DD+", "DE", "DE+") else SEATS[FOE[seat]] if key in ("AE", "AD") else ""


TOLD: dict[str, Message] = {
    "AE": say("an attacker eliminated, the others disordered"), "AD": say("attackers disordered"),
    "ADE": say("attackers disordered, all engaged"), "E": say("all engaged"), "BD": say("both sides disordered"),
    "DD": say("defenders disordered"), "DD+": say("defenders disordered; attacker may continue"),
    "DE": say("a defender eliminated"), "DE+": say("a defender eliminated; attacker may continue"),
}
"""Result -> what it does, in words."""


def with_variants(state: State, units: tuple[Slot, ...], enemies: tuple[Slot, ...],
                  previous: int = 0) -> Preview:
    """The arithmetic of a combat, and its sum with one attacker more or fewer while attacks are announced."""
    shown = preview(state, units, enemies, previous)
    if state.phase != Phase.SHOCK or state.resolving or state.frames:
        return shown
    found: list[tuple[Text, Text]] = []
    for slot in units if len(units) > 1 else ():
        rest = tuple(other for other in units if other != slot)
        found.append((say("without {unit}", unit=name_of(slot)),
                      preview(state, rest, enemies).total))
    for slot in FIGHTERS[state.seat]:
        if slot not in units and state.at[slot] >= 0 and enemies in attacks(state, slot):
            more = tuple(sorted((*units, slot)))
            found.append((say("with {unit}", unit=name_of(slot)),
                          preview(state, more, enemies).total))
    return replace(shown, variants=tuple(found))


def summed(state: State, ours: tuple[Slot, ...], theirs: tuple[Slot, ...], previous: int = 0) -> Preview | None:
    """The arithmetic of units against others, where they can attack together at all."""
    if not all(state.ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in ours for d in theirs):
        return None
    return with_variants(state, ours, theirs, previous)
