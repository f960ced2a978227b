"""Zones of control, and the hexes that a piece may not enter (9.0, 10.0)."""

from __future__ import annotations

from functools import lru_cache

from game.board.hexgrid import Hex
from game.core.indices import Seat, Slot, other
from game.rules.adua import commands
from game.rules.adua.ground import AduaGround
from game.rules.adua.sides import CAVALRY
from game.rules.adua.state import GONE, AduaPhase, AduaState
from game.rules.adua.units import COMBAT_UNITS, FIGHTERS, KIND, SEAT


@lru_cache(512)
def _zone(ground: AduaGround, at: tuple[Hex, ...], engaged: int, lifted: frozenset[Slot], seat: Seat) -> int:
    """The mask of hexes in enemy ZOCs for a side.

    :param at: the places of the combat units only, since no other piece has a ZOC.
    :param lifted: units whose ZOC is cancelled.
    """
    zones, zone = ground.zones, 0
    for slot in FIGHTERS[other(seat)]:
        place = at[slot]
        if place >= 0 and not engaged >> slot & 1 and slot not in lifted:
            zone |= zones[KIND[slot]][place]
    return zone


def enemy_zones(state: AduaState, seat: Seat) -> int:
    """The mask of hexes in enemy ZOCs for a side: of units that are not in melee (10.0), and on which no attack is
    declared (ruling 9)."""
    return _zone(state.ground, state.at[:COMBAT_UNITS], state.engaged, _units_without_zone(state), seat)


def _units_without_zone(state: AduaState) -> frozenset[Slot]:
    """Units whose ZOC is cancelled during movement by a declared attack; after that it counts again (rulings 9, 21)."""
    return frozenset(target for _, target in state.declared) if state.phase == AduaPhase.MOVE else frozenset()


def full_enemy_zones(state: AduaState, seat: Seat) -> int:
    """The mask of ``enemy_zones`` with the ZOCs of units on which an attack is declared."""
    return _zone(state.ground, state.at[:COMBAT_UNITS], state.engaged, frozenset(), seat)


def zone_resumed(state: AduaState, seat: Seat, place: Hex) -> bool:
    """Whether all enemies with a ZOC in a hex fought with small arms this turn, or in a melee that has ended, and exert
    a ZOC again (10.0, ruling 39)."""
    ground = state.ground
    bit, owners = 1 << place, [
        slot for slot in FIGHTERS[other(seat)] if state.at[slot] >= 0 and not state.engaged >> slot & 1]
    near = [slot for slot in owners if ground.zones[KIND[slot]][state.at[slot]] & bit]
    return bool(near) and all((state.shot >> slot | state.clashed >> state.at[slot]) & 1 for slot in near)


def kept_out(state: AduaState, slot: Slot) -> int:
    """The mask of hexes in enemy ZOCs that a piece may not enter: all of them without an order to attack; for cavalry,
    those only in ZOCs of enemies that it could not charge (8.0, rulings 4 and 23)."""
    seat = SEAT[slot]
    if not commands.may_enter(state, slot):
        return enemy_zones(state, seat)
    if KIND[slot] != CAVALRY:
        return 0
    barred = state.ground.barred[KIND[slot]]
    beyond = tuple(GONE if place >= 0 and barred >> place & 1 else place for place in state.at[:COMBAT_UNITS])
    lifted = _units_without_zone(state)
    return enemy_zones(state, seat) & ~_zone(state.ground, beyond, state.engaged, lifted, seat)


def closed_hexes(state: AduaState, slot: Slot) -> int:
    """The mask of hexes that a piece may not enter: prohibited hexes and those with enemy units, in melee or not
    (9.0)."""
    return state.ground.barred[KIND[slot]] | state.occupied[other(SEAT[slot])]
