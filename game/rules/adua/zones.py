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
def _enemy_zones(ground: AduaGround, places: tuple[Hex, ...], engaged: int, without_zone: frozenset[Slot],
                 seat: Seat) -> int:
    """The mask of hexes in enemy ZOCs for a side.

    :param places: the places of the combat units only, since no other piece has a ZOC.
    :param engaged: the mask of units in melee, which have no ZOC.
    :param without_zone: units whose ZOC is cancelled.
    """
    zones, mask = ground.zones, 0
    for slot in FIGHTERS[other(seat)]:
        place = places[slot]
        if place >= 0 and not engaged >> slot & 1 and slot not in without_zone:
            mask |= zones[KIND[slot]][place]
    return mask


def enemy_zones(state: AduaState, seat: Seat) -> int:
    """The mask of hexes in enemy ZOCs for a side: of units that are not in melee (10.0), and in the movement phase only
    of those on which no attack is declared (ruling 9)."""
    return _enemy_zones(state.ground, state.at[:COMBAT_UNITS], state.engaged, _units_without_zone(state), seat)


def _units_without_zone(state: AduaState) -> frozenset[Slot]:
    """Units whose ZOC is cancelled during movement by a declared attack; after that it counts again (rulings 9, 21)."""
    return frozenset(target for _, target in state.declared) if state.phase == AduaPhase.MOVE else frozenset()


def full_enemy_zones(state: AduaState, seat: Seat) -> int:
    """The mask of hexes in enemy ZOCs for a side, including the ZOCs that a declared attack cancels."""
    return _enemy_zones(state.ground, state.at[:COMBAT_UNITS], state.engaged, frozenset(), seat)


def zone_resumed(state: AduaState, seat: Seat, place: Hex) -> bool:
    """Whether a hex is in enemy ZOCs only of units that fought this turn, with small arms or in a melee that has ended,
    and so exert a ZOC again (10.0, ruling 39)."""
    zones = state.ground.zones
    owners = [slot for slot in FIGHTERS[other(seat)] if state.at[slot] >= 0 and not state.engaged >> slot & 1
              and zones[KIND[slot]][state.at[slot]] >> place & 1]
    return bool(owners) and all((state.shot >> slot | state.clashed >> state.at[slot]) & 1 for slot in owners)


def forbidden_zones(state: AduaState, slot: Slot) -> int:
    """The mask of hexes in enemy ZOCs that a piece may not enter: all of them for an Italian unit without an order to
    attack; for cavalry, hexes that are only in ZOCs of enemies it could not charge (8.0, rulings 4 and 23)."""
    seat = SEAT[slot]
    if not commands.may_enter(state, slot):
        return enemy_zones(state, seat)
    if KIND[slot] != CAVALRY:
        return 0
    barred = state.ground.barred[KIND[slot]]
    chargeable = tuple(GONE if place >= 0 and barred >> place & 1 else place for place in state.at[:COMBAT_UNITS])
    return enemy_zones(state, seat) & ~_enemy_zones(state.ground, chargeable, state.engaged,
                                                    _units_without_zone(state), seat)


def closed_hexes(state: AduaState, slot: Slot) -> int:
    """The mask of hexes that a piece may not enter: prohibited hexes and those with enemy units, in melee or not
    (9.0)."""
    return state.ground.barred[KIND[slot]] | state.occupied[other(SEAT[slot])]
