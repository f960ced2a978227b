"""How the Abyssinians guard the passes and keep Menelik safe (13.0)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from game.board.hexgrid import Hex
from game.core.indices import Slot, mask_of
from game.rules.adua import movement
from game.rules.adua.actions import MovePiece, OrderKind
from game.rules.adua.ai.scene import RESERVE_RANGE, UNREACHABLE, AduaScene, cost_to, costs_to
from game.rules.adua.sides import ABYSSINIANS, GUARD, ITALIANS, LIGHT, VETERANS, WARRIORS
from game.rules.adua.state import AduaPhase, AduaState, GivenOrder
from game.rules.adua.units import COMMANDERS, FIGHTERS, GENERAL, KIND, MENELIK, UNITS, UNITS_OF_CHIEF
from game.rules.adua.victory import EXIT_POINTS_NEEDED, LAST_TURN

GUARD_KINDS = frozenset((GUARD, VETERANS, WARRIORS, LIGHT))
"""Kinds of units that guard passes."""
EXIT_SOON = 2.5
"""Turns to a pass within which Italians count as a danger to it; chosen by hand, as all numbers here."""
MAX_BLOCKERS_TRIED = 8
"""The number of units tried in the search for one that blocks the way to a pass."""
MENELIK_DISTANCE = 4
"""The distance in hexes from the enemy that Menelik keeps."""
COMMANDER_DISTANCE = 2
"""The distance in hexes from the enemy that other commanders keep. While reserves in range made up for less, weak
commands took theirs into the enemy's ZOCs, and the host won 7.3 points instead of 7.5, in 66 battles with the same
seeds."""


def reserve_hexes(scene: AduaScene, hexes: Collection[Hex]) -> int:
    """The mask of those hexes whose units are a reserve: near the enemy, but not next to it (12.0)."""
    return mask_of(hex_ for hex_ in hexes if 1 < scene.distance_to_enemy(hex_) <= RESERVE_RANGE)


def possible_guards(scene: AduaScene) -> list[Slot]:
    """The units that could guard a pass and may move."""
    return [slot for slot in FIGHTERS[ABYSSINIANS]
            if KIND[slot] in GUARD_KINDS and movement.why_no_move(scene.state, slot) is None]


def exit_values(state: AduaState, slots: list[Slot]) -> dict[Slot, int]:
    """Italian unit -> the combat value with which it could exit by a pass next turn. Only units that could exit if no
    Abyssinian unit moved are included."""
    # Assume the order that restricts movement least: under an order to fire a unit may move, also into a ZOC.
    orders = tuple(sorted(GivenOrder(GENERAL[slot], slot, OrderKind.SHOOT) for slot in slots))
    after = replace(state, phase=AduaPhase.MOVE, seat=ITALIANS, moved=0, entered=0, declared=(), orders=orders)
    return {slot: state.value(slot) for slot in slots
            if movement.why_no_move(after, slot) is None and movement.reachable(after, slot).exits}


def blocking_move(scene: AduaScene) -> MovePiece | None:
    """The move that best prevents a decisive exit of Italians next turn; None if no such exit threatens, or no move
    helps."""
    state, ground = scene.state, scene.ground
    leaving = exit_values(state, [slot for slot in scene.enemies if any(
        ground.distance(state.at[slot], gate) < UNITS[slot].move for gate in ground.passes)])
    least_value = sum(leaving.values())
    if state.turn >= LAST_TURN or least_value < EXIT_POINTS_NEEDED - state.exited:
        return None
    best_move: MovePiece | None = None
    nearest_first = sorted(possible_guards(scene), key=lambda slot: (
        min(ground.distance(state.at[slot], state.at[one]) for one in leaving) if state.at[slot] >= 0
        else UNITS[slot].move, state.value(slot), slot))
    for slot in nearest_first[:MAX_BLOCKERS_TRIED]:
        reached = movement.reachable(state, slot)
        for place in reached.points:
            if all(ground.distance(place, state.at[one]) > UNITS[one].move for one in leaving):
                continue
            value_left = sum(exit_values(state.with_unit_at(slot, place), list(leaving)).values())
            if value_left < least_value:
                least_value, best_move = value_left, movement.move_along(state, slot, reached.path(place))
    return best_move


def guards(scene: AduaScene) -> dict[Slot, Hex]:
    """Unit -> the hex of the pass that it guards: the nearest unit for each pass by which an Italian unit strong enough
    to decide the battle might soon exit."""
    state, ground = scene.state, scene.ground
    gate_of_guard: dict[Slot, Hex] = {}
    unassigned = possible_guards(scene)
    for gate in ground.passes:
        turns = min((costs_to(ground, KIND[one], gate)[state.at[one]] / UNITS[one].move for one in scene.enemies
                    if state.value(one) >= EXIT_POINTS_NEEDED - state.exited), default=float(UNREACHABLE))
        if unassigned and turns <= min(EXIT_SOON, LAST_TURN - state.turn):
            nearest = min(unassigned, key=lambda one: (cost_to(state, one, gate) / UNITS[one].move, state.value(one),
                                                       one))
            gate_of_guard[nearest] = gate
            unassigned.remove(nearest)
    return gate_of_guard


def move_to_pass(scene: AduaScene, slot: Slot, gate: Hex) -> MovePiece | None:
    """The move of a unit towards the pass that it guards; None if it stays."""
    state = scene.state
    here, reach, costs = state.at[slot], movement.reachable(state, slot), costs_to(scene.ground, KIND[slot], gate)
    if not reach.points:
        return None
    nearest = min(reach.points, key=lambda one: (costs[one], reach.points[one], one))
    return movement.move_along(state, slot, reach.path(nearest)) if here < 0 or costs[nearest] < costs[here] else None


def commander_move(scene: AduaScene) -> MovePiece | None:
    """The next move of a commander: to a safe hex with own units and many reserves in range, or else with any units.
    None if all commanders are well placed."""
    state = scene.state
    for slot in COMMANDERS[ABYSSINIANS]:
        if movement.why_no_move(state, slot) is not None:
            continue
        reached, here = movement.reachable(state, slot), state.at[slot]
        place = _commander_post(scene, slot, [here, *reached.points] if here >= 0 else list(reached.points))
        if place is not None and place != here:
            return movement.move_along(state, slot, reached.path(place))
    return None


def _commander_post(scene: AduaScene, slot: Slot, places: list[Hex]) -> Hex | None:
    """The best of some hexes for a commander; None if there are none."""
    state, ground = scene.state, scene.ground
    own = [one for one in UNITS_OF_CHIEF[slot] if state.at[one] >= 0 and not state.engaged >> one & 1]
    with_own = {state.at[one] for one in own}
    suitable = [place for place in places if place in with_own]
    if suitable or state.at[slot] >= 0:
        suitable = _safest(scene, slot, places, suitable)
    if not suitable:
        return places[0] if places else None
    reserves = reserve_hexes(scene, {state.at[one] for one in (scene.friends if slot == MENELIK else own)})
    return max(suitable, key=lambda place: (
        (ground.within(place, UNITS[slot].range) & reserves).bit_count()
        - sum(ground.distance(place, state.at[one]) for one in own) / max(1, len(own))))


def _safest(scene: AduaScene, slot: Slot, places: list[Hex], with_own: list[Hex]) -> list[Hex]:
    """The hexes among which a commander chooses: those with own units that are far enough from the enemy; without such
    a hex the least exposed ones with any Abyssinian units, and without these the one farthest from the enemy.

    :param with_own: the hexes among them with the commander's own units.
    """
    def too_close(place: Hex) -> int:
        return _hexes_too_close(scene, slot, place)

    # A commander next to the enemy is lost with the last unit in its hex, and with Menelik the battle: no number of
    # reserves makes up for that.
    state = scene.state
    guarded = [place for place in places if state.occupied[ABYSSINIANS] & ~state.melees & 1 << place]
    safest = [place for place in with_own if not too_close(place)] or guarded
    if not safest:
        return [max(places, key=scene.distance_to_enemy)]
    least = min(map(too_close, safest))
    return [place for place in safest if too_close(place) == least]


def _hexes_too_close(scene: AduaScene, slot: Slot, place: Hex) -> int:
    """The number of hexes by which a hex is closer to the enemy than a commander should be."""
    return max(0, (MENELIK_DISTANCE if slot == MENELIK else COMMANDER_DISTANCE) - scene.distance_to_enemy(place))
