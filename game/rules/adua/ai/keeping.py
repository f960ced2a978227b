"""How the Abyssinians keep the passes shut and Menelik alive (13.0)."""

from __future__ import annotations

from dataclasses import replace

from game.board.hexgrid import Hex
from game.core.indices import Slot
from game.rules.adua import movement
from game.rules.adua.actions import MovePiece, OrderKind
from game.rules.adua.ai.scene import FAR, AduaScene, away, points_to
from game.rules.adua.sides import ABYSSINIANS, GUARD, ITALIANS, LIGHT, VETERANS, WARRIORS
from game.rules.adua.state import AduaPhase, AduaState, GivenOrder
from game.rules.adua.units import COMMANDERS, FIGHTERS, GENERAL, KIND, MENELIK, OF_CHIEF, UNITS
from game.rules.adua.victory import LAST, NEEDED

KEEPERS = frozenset((GUARD, VETERANS, WARRIORS, LIGHT))
"""Kinds of units that keep passes."""
SOON = 2.5
"""Turns to a pass from which Italians count as a danger to it; chosen, as all here."""
TRIED = 8
"""Units of which one is sought that bars the way to a pass."""
SAFE, BEHIND = 4, 2
"""Hexes that Menelik and other commanders keep from the enemy."""
REACHES = 5
"""Hexes from the enemy within which units are a reserve, who can be brought into a melee (12.0)."""
EXPOSED = 5.0
"""What each hex nearer than that costs."""


def able(scene: AduaScene) -> list[Slot]:
    """Units that could keep a pass and may move."""
    return [slot for slot in FIGHTERS[ABYSSINIANS]
            if KIND[slot] in KEEPERS and movement.may_move(scene.state, slot) is None]


def leaving(state: AduaState, slots: list[Slot]) -> dict[Slot, int]:
    """Italian unit -> the points that it would count if it left by a pass next turn, which it could as the Abyssinians
    stand."""
    orders = tuple(sorted(GivenOrder(GENERAL[slot], slot, OrderKind.SHOOT) for slot in slots))
    after = replace(state, phase=AduaPhase.MOVE, seat=ITALIANS, moved=0, entered=0, declared=(), orders=orders)
    return {slot: state.value(slot) for slot in slots
            if movement.may_move(after, slot) is None and movement.ways(after, slot).exits}


def barred(scene: AduaScene) -> MovePiece | None:
    """The move that best keeps Italians from leaving next turn in strength to decide; None where they could not, or
    nothing helps."""
    state, ground = scene.state, scene.ground
    going = leaving(state, [slot for slot in scene.enemies if any(
        ground.distance(state.at[slot], gate) < UNITS[slot].move for gate in ground.passes)])
    best = sum(going.values())
    if state.turn >= LAST or best < NEEDED - state.exited:
        return None
    found: MovePiece | None = None
    near = sorted(able(scene), key=lambda slot: (min(ground.distance(state.at[slot], state.at[one]) for one in going)
                                                 if state.at[slot] >= 0 else UNITS[slot].move, state.value(slot), slot))
    for slot in near[:TRIED]:
        ways = movement.ways(state, slot)
        for place in ways.points:
            if all(ground.distance(place, state.at[one]) > UNITS[one].move for one in going):
                continue
            left = sum(leaving(state.put(slot, place), list(going)).values())
            if left < best:
                best, found = left, movement.along(state, slot, ways.path(place))
    return found


def keepers(scene: AduaScene) -> dict[Slot, Hex]:
    """Unit -> the hex of a pass that it makes for: the nearest to each pass by which Italians might soon leave."""
    state, ground = scene.state, scene.ground
    found: dict[Slot, Hex] = {}
    free = able(scene)
    for gate in ground.passes:
        soon = min((points_to(ground, KIND[one], gate)[state.at[one]] / UNITS[one].move for one in scene.enemies
                    if state.value(one) >= NEEDED), default=float(FAR))
        if free and soon <= min(SOON, LAST - state.turn):
            nearest = min(free, key=lambda one: (away(state, one, gate) / UNITS[one].move, state.value(one), one))
            found[nearest] = gate
            free.remove(nearest)
    return found


def to_pass(scene: AduaScene, slot: Slot, gate: Hex) -> MovePiece | None:
    """The move of a unit towards the pass that it keeps; None where it stays."""
    state = scene.state
    here, ways, far = state.at[slot], movement.ways(state, slot), points_to(scene.ground, KIND[slot], gate)
    if not ways.points:
        return None
    nearest = min(ways.points, key=lambda one: (far[one], ways.points[one], one))
    return movement.along(state, slot, ways.path(nearest)) if here < 0 or far[nearest] < far[here] else None


def commander(scene: AduaScene) -> MovePiece | None:
    """The move of a commander: with his units, where many reserves are in range, Menelik else with any unit; None
    where all are well placed."""
    state = scene.state
    for slot in COMMANDERS[ABYSSINIANS]:
        if movement.may_move(state, slot) is not None:
            continue
        ways, here = movement.ways(state, slot), state.at[slot]
        place = _post(scene, slot, [here, *ways.points] if here >= 0 else list(ways.points))
        if place is not None and place != here:
            return movement.along(state, slot, ways.path(place))
    return None


def _post(scene: AduaScene, slot: Slot, places: list[Hex]) -> Hex | None:
    """Where a commander is best; None where nothing is known of any hex."""
    state, ground = scene.state, scene.ground
    own = [one for one in OF_CHIEF[slot] if state.at[one] >= 0 and not state.engaged >> one & 1]
    with_own = {state.at[one] for one in own}
    keep = SAFE if slot == MENELIK else BEHIND

    def exposed(place: Hex) -> float:
        return EXPOSED * max(0, keep - scene.near(place))

    kept = [place for place in places if place in with_own]
    if kept:
        led = [state.at[one] for one in (scene.friends if slot == MENELIK else own)]
        reserves = sum(1 << hex_ for hex_ in set(led) if BEHIND <= scene.near(hex_) <= REACHES)
        return max(kept, key=lambda place: (ground.within(place, UNITS[slot].range) & reserves).bit_count() - exposed(
            place) - sum(ground.distance(place, state.at[one]) for one in own) / len(own))
    guarded = [place for place in places if state.held[ABYSSINIANS] & ~state.melees & 1 << place]
    if slot == MENELIK and state.at[slot] >= 0:
        return max(guarded or places, key=lambda place: (-exposed(place), scene.near(place)))
    return places[0] if state.at[slot] < 0 and places else None
