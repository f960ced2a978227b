"""The reasons that computer players give for moves and for ending the orders; each claims only what the position
shows."""

from __future__ import annotations

from collections.abc import Mapping

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.indices import Slot
from game.core.message import Text, and_list, say
from game.rules.adua import melee, victory
from game.rules.adua.actions import AnnounceAttack, ChargeUnit, DeclareAttack, MovePiece, RollMelee
from game.rules.adua.ai.abyssinian import VANGUARD_CHIEFS, VANGUARD_WAITS_UNTIL
from game.rules.adua.ai.guarding import reserve_hexes
from game.rules.adua.ai.holding import combats_expected
from game.rules.adua.ai.italian import ALARM_DISTANCE, MAX_FRIENDS
from game.rules.adua.ai.scene import AduaScene, costs_to
from game.rules.adua.sides import ABYSSINIANS, ITALIANS
from game.rules.adua.state import AduaState
from game.rules.adua.units import (
    CHIEF,
    COMBAT_UNITS,
    COMMANDERS,
    FIGHTERS,
    KIND,
    MENELIK,
    MULE_SLOTS,
    SLOT,
    UNITS,
    UNITS_OF_BRIGADE,
    UNITS_OF_CHIEF,
    name_of,
)

MARCHES = say("on the way to a pass")
CLOSES_UP = say("closes up with nearby units")
STAYS_CLEAR = say("stays clear of the enemy mass")
CLOSER_AND_CLEAR = say("closes up and stays clear of the enemy mass")
CLIMBS = say("to higher ground")
KEEPS_DISTANCE = say("to keep its distance from the enemy")
NO_BETTER = say("no better action")
ALL_ORDERED = say("the other units need no order")
NO_ORDERS = say("no unit needs an order this turn")
NO_ENEMY_NEAR = say("no unit needs an order this turn: no enemy is near, and units move without orders")
"""Reasons for moves and for ending the orders."""


def why_without_odds(state: AduaState, action: Action) -> Text:
    """The reason for an attack, a charge or a melee of which no result is a success for the seat to act."""
    match action:
        case ChargeUnit(unit) if SLOT[unit] in melee.cavalry_obliged_to_charge(state):
            return say("cavalry in an enemy ZOC must charge")
        case ChargeUnit(_, target):
            return say("to fight {unit} in melee", unit=name_of(SLOT[target]))
        case DeclareAttack(_, target):
            return say("to attack {unit}", unit=name_of(SLOT[target]))
        case AnnounceAttack(_, shares):
            return say("to attack {unit}", unit=and_list(name_of(SLOT[target]) for target, _ in shares))
        case RollMelee():
            return say("every melee must be resolved")
    return say("every attack must be resolved")


def why_no_more_orders(state: AduaState) -> Text:
    """Why the Italians give no further order."""
    if state.orders:
        return ALL_ORDERED
    scene = AduaScene(state, ITALIANS)
    is_enemy_near = any(scene.distance_to_enemy(state.at[slot]) <= ALARM_DISTANCE for slot in scene.friends)
    return NO_ORDERS if is_enemy_near else NO_ENEMY_NEAR


def why_italian_move(scene: AduaScene, slot: Slot, action: MovePiece, posts: Mapping[Slot, Hex]) -> Text:
    """The purpose of an Italian move that is not a march to a pass.

    :param posts: piece -> its hex in the ground to hold (``strong_ground.posts_to_hold``).
    """
    state, ground = scene.state, scene.ground
    here, place = state.at[slot], ground.index[action.path[-1]]
    if slot >= COMBAT_UNITS:
        return _why_supporting_move(scene, slot, place)
    post = posts.get(slot)
    if post is not None:
        costs = costs_to(ground, KIND[slot], post)
        if costs[place] < costs[here]:
            beyond = victory.counts_behind(state, here) and not victory.counts_behind(state, post)
            return (say("on the way to its post beyond the blue line, {place}", place=ground.hexes[post]) if beyond
                    else say("on the way to its post, {place}", place=ground.hexes[post]))
    others = state.occupied[ITALIANS] & ~(1 << here)
    friends_here, friends_there = (min(MAX_FRIENDS, (ground.adjacent[hex_] & others).bit_count())
                                   for hex_ in (here, place))
    is_safer = scene.threatened.get(place, 0) < scene.threatened.get(here, 0)
    if friends_there > friends_here:
        return CLOSER_AND_CLEAR if is_safer else CLOSES_UP
    if is_safer:
        return STAYS_CLEAR
    return CLIMBS if ground.level[place] > ground.level[here] else NO_BETTER


def why_abyssinian_move(scene: AduaScene, slot: Slot, action: MovePiece) -> Text:
    """The purpose of an Abyssinian move."""
    ground, state = scene.ground, scene.state
    here, place = state.at[slot], ground.index[action.path[-1]]
    if slot >= COMBAT_UNITS:
        return _why_supporting_move(scene, slot, place)
    if state.melees >> place & 1:
        return say("to join the melee in {place}", place=ground.hexes[place])
    if adjacent := scene.enemies_beside(place):
        return say("to attack {unit}", unit=name_of(min(adjacent, key=lambda one: (state.value(one), one))))
    if place in ground.passes and here >= 0:
        return say("to bar the pass {place}", place=ground.hexes[place])
    if not scene.enemies:
        return NO_BETTER
    nearest = min(scene.enemies, key=lambda one: (ground.distance(place, state.at[one]), one))
    if here < 0 or ground.distance(place, state.at[nearest]) < ground.distance(here, state.at[nearest]):
        return say("to close in on {unit}", unit=name_of(nearest))
    if CHIEF[slot] in VANGUARD_CHIEFS and state.turn < VANGUARD_WAITS_UNTIL:
        return say("to guard the passes until the host arrives")
    return _why_withdraws(scene, here, place)


def _why_supporting_move(scene: AduaScene, slot: Slot, place: Hex) -> Text:
    """The purpose of a move of a commander or of mules, of either side."""
    state, ground = scene.state, scene.ground
    here = state.at[slot]
    led_hexes = [state.at[one] for one in _units_to_follow(scene, slot) if state.at[one] >= 0]
    if slot in COMMANDERS[ABYSSINIANS]:
        reserves = reserve_hexes(scene, {*led_hexes})
        reserves_there = (ground.within(place, UNITS[slot].range) & reserves).bit_count()
        reserves_here = (ground.within(here, UNITS[slot].range) & reserves).bit_count() if here >= 0 else 0
        if reserves_there > reserves_here:
            return say("to have more reserves in range")
    elif slot not in MULE_SLOTS and here >= 0 and combats_expected(scene, place) < combats_expected(scene, here):
        return say("clear of the combat expected in {place}", place=ground.hexes[here])
    if place in led_hexes:
        return say("to stay with its units")
    if led_hexes and (here < 0 or sum(ground.distance(place, one) for one in led_hexes)
                      < sum(ground.distance(here, one) for one in led_hexes)):
        return say("to keep up with its units")
    return _why_withdraws(scene, here, place)


def _units_to_follow(scene: AduaScene, slot: Slot) -> tuple[Slot, ...]:
    """The units near which a commander or mules stay."""
    if slot == MENELIK:
        return FIGHTERS[ABYSSINIANS]
    if own := UNITS_OF_CHIEF.get(slot):
        return own
    return UNITS_OF_BRIGADE[UNITS[slot].brigade] if scene.seat == ITALIANS else ()


def _why_withdraws(scene: AduaScene, here: Hex, place: Hex) -> Text:
    """The reason for a move that serves no other purpose: to keep the distance from the enemy, or no better action."""
    is_farther = here >= 0 and scene.distance_to_enemy(place) > scene.distance_to_enemy(here)
    return KEEPS_DISTANCE if is_farther else NO_BETTER
