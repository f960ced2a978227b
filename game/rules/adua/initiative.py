"""Initiative: commanders who try it, and the units they bring into melees (12.0)."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.message import Message, say
from game.core.verdict import Illegal, Verdict
from game.rules.adua import commands, melee, movement, zones
from game.rules.adua.actions import Move
from game.rules.adua.ground import Ground
from game.rules.adua.harm import Done
from game.rules.adua.state import INITIATIVE, Bringing, State
from game.rules.adua.units import (
    ABYSSINIANS,
    CHIEF,
    COMBAT_UNITS,
    COMMANDERS,
    FIGHTERS,
    KIND,
    MENELIK,
    SEAT,
    SLOT,
    UNITS,
    bits,
    name_of,
    refuse,
)

APART = 2
"""Hexes that a unit must be away from a melee into which it is brought (12.0)."""


def supporters(ground: Ground, state: State, commander: int) -> dict[int, movement.Ways]:
    """Units a commander may bring in -> the ways into the melees they can reach (12.0, ruling 17)."""
    if not state.alive(commander) or not state.melees:
        return {}
    reach = commands.covered(ground, state, commander)
    enemy_zones = zones.full_zone(ground, state, ABYSSINIANS)
    found = {}
    for slot in FIGHTERS[ABYSSINIANS]:
        if _obstacle(state, commander, slot, reach, enemy_zones):
            continue
        place = state.at[slot]
        far = sum(1 << hex_ for hex_ in bits(state.melees) if ground.distance(place, hex_) >= APART)
        far &= ~ground.barred[KIND[slot]]
        if not far or not any(ground.distance(place, hex_) <= UNITS[slot].move for hex_ in bits(far)):
            continue
        ways = movement.ways(ground, state, slot, far)
        if ways.points:
            found[slot] = ways
    return found


WHY_NOT: dict[str, Message] = {
    "off": say("{unit} is not on the map", unit=""),
    "command": say("{commander} does not command {unit}", commander="", unit=""),
    "melee": say("{unit} is in melee already", unit=""),
    "shot": say("{unit} took part in small-arms combat this turn", unit=""),
    "range": say("{unit} is outside the command range of {commander}", commander="", unit=""),
    "zone": say("{unit} is in an enemy ZOC", unit=""),
    "way": say("{unit} reaches no melee two hexes away or more", unit=""),
}
"""What keeps a unit from being brought into a melee -> the refusal."""


def _obstacle(state: State, commander: int, slot: int, reach: int, enemy_zones: int) -> str:
    """What keeps a unit from being brought in by a commander, as a key of ``WHY_NOT``; empty: nothing but the way."""
    place = state.at[slot]
    if place < 0:
        return "off"
    if SEAT[slot] != ABYSSINIANS or slot >= COMBAT_UNITS or commander not in (MENELIK, CHIEF[slot]):
        return "command"
    if state.engaged >> slot & 1:
        return "melee"
    if (state.shot | state.repulsed) >> slot & 1:
        return "shot"
    if not reach >> place & 1:
        return "range"
    return "zone" if enemy_zones >> place & 1 else ""


def willing(ground: Ground, state: State) -> list[int]:
    """Commanders who may try their initiative now (12.0)."""
    if state.phase != INITIATIVE:
        return []
    return [slot for slot in COMMANDERS[ABYSSINIANS] if not state.tried >> slot & 1
            and supporters(ground, state, slot)]


def refused_commander(ground: Ground, state: State, slot: int) -> Illegal | None:
    """Why a commander does not try his initiative; None where he may."""
    who = name_of(slot)
    if state.phase != INITIATIVE or slot not in COMMANDERS[ABYSSINIANS]:
        return refuse("12.0", say("Abyssinian commanders try their initiative in its phase"))
    if not state.alive(slot):
        return refuse("12.0", say("{unit} is not on the map", unit=who))
    if state.tried >> slot & 1:
        return refuse("12.0", say("{unit} has tried his initiative this turn", unit=who))
    if not supporters(ground, state, slot):
        return refuse("12.0", say("{unit} has nobody to bring in: in his range, two hexes or more from a melee that "
                                  "can be reached, outside enemy zones, not in combat this turn", unit=who))
    return None


def check_support(ground: Ground, state: State, action: Move) -> Verdict:
    """Whether a unit may be brought into a melee."""
    top = state.top
    assert isinstance(top, Bringing)
    slot = SLOT[action.unit]
    found = supporters(ground, state, top.commander)
    if slot not in found:
        key = _obstacle(state, top.commander, slot, commands.covered(ground, state, top.commander),
                        zones.full_zone(ground, state, ABYSSINIANS)) or "way"
        again = key == "zone" and zones.resumed(ground, state, ABYSSINIANS, state.at[slot])
        return refuse("12.0", WHY_NOT[key].given(unit=name_of(slot), commander=name_of(top.commander)),
                      39 if again else None, unit=action.unit)
    if action.off or not action.path or action.path[-1] not in ground.index:
        return refuse("12.0", say("It is brought into a melee"), unit=action.unit)
    into = sum(1 << hex_ for hex_ in bits(state.melees) if ground.distance(state.at[slot], hex_) >= APART)
    if not into >> ground.index[action.path[-1]] & 1:
        return refuse("12.0", say("{place} holds no melee two hexes away or more", place=action.path[-1]),
                      place=action.path[-1])
    return movement.check(ground, state, action, into & ~ground.barred[KIND[slot]])


def support_moves(ground: Ground, state: State) -> Iterator[Move]:
    """Every way units can be brought in."""
    top = state.top
    assert isinstance(top, Bringing)
    for slot, ways in supporters(ground, state, top.commander).items():
        for place in ways.points:
            yield Move(UNITS[slot].id, tuple(ground.hexes[hex_] for hex_ in ways.path(place)))


def supported(ground: Ground, state: State, action: Move) -> Done:
    """A unit is brought into a melee."""
    slot = SLOT[action.unit]
    into = sum(1 << hex_ for hex_ in bits(state.melees))
    path = movement.spelled(ground, state, slot, action, into & ~ground.barred[KIND[slot]])
    return melee.joined_in(ground, state, slot, path[-1], path)
