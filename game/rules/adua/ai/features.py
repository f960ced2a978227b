"""The features of the odds model for Adua: points, armies, the distance between them, the routes to the passes, and the
time left."""

from __future__ import annotations

from typing import NamedTuple

from game.board.hexgrid import Hex
from game.core.indices import Slot
from game.rules.adua import victory
from game.rules.adua.ai.scene import AduaScene, costs_to
from game.rules.adua.commands import hexes_in_range, subjects
from game.rules.adua.sides import ABYSSINIANS, ARTILLERY, ITALIANS
from game.rules.adua.state import AduaState
from game.rules.adua.units import COMMANDERS, FIGHTERS, KIND, MENELIK, STEPS, UNITS


class AduaFeatures(NamedTuple):
    """The features of a position, each positive for the Italians."""

    points: float
    final_points: float
    behind_the_line: float
    points_a_turn_needed: float
    points_at_this_rate: float
    early_points: float
    steps_lost: float
    half_lost: float
    gone: float
    near_half: float
    near_gone: float
    italian_value: float
    disorganized: float
    low: float
    entrenched: float
    in_melee: float
    exited: float
    host_on_map: float
    host_to_come: float
    host_lost: float
    host_left: float
    host_beside: float
    host_near: float
    host_far: float
    host_away: float
    attacks_left: float
    room_to_attack: float
    beside_enemy: float
    compact: float
    height: float
    column: float
    row: float
    fastest_out: float
    come_out_in_time: float
    passes_kept: float
    nearest_pass: float
    leaves_soon: float
    menelik_near: float
    commanders: float
    commanded: float
    points_late: float


FEATURE_NAMES = AduaFeatures._fields
"""The names of the features, in order."""
TURN_AFTER_LAST = victory.LAST_TURN + 1
"""The first turn after the end of the battle."""
MAP_COLUMNS = 34
"""Columns of the map."""
MAP_ROWS = 25
"""Rows of the map."""
NEAR_HOST_RADIUS = 2
"""Hexes within which units of the host count for ``host_near``; chosen by hand, as are all values below and the scales
of the features."""
FAR_HOST_RADIUS = 5
"""Hexes within which units of the host count for ``host_far``."""
POINTS_PER_STEP = 0.25
"""The average points for a lost step (13.0)."""
NO_DISTANCE = 20.0
"""The distance in hexes or turns that is used if there is nothing to measure it to."""


def features(state: AduaState) -> AduaFeatures:
    """The values of the features in the order of ``FEATURE_NAMES`` (``Evaluator.features``): positive for the
    Italians."""
    scene = AduaScene(state, ITALIANS)
    army, host = scene.friends, scene.enemies
    played, turns_left = state.turn / victory.LAST_TURN, TURN_AFTER_LAST - state.turn
    points, final = float(victory.points(state)), float(victory.final_points(state))
    partial = float(victory.PARTIAL_VICTORY)
    lost = [state.lost[slot] for slot in FIGHTERS[ITALIANS]]
    steps = sum(lost)
    host_lost = sum(state.lost[slot] for slot in FIGHTERS[ABYSSINIANS])
    on_map = sum(map(state.value, host))
    distances = {slot: min((scene.ground.distance(state.at[slot], state.at[one]) for one in army),
                           default=int(NO_DISTANCE)) for slot in host}
    adjacent_host, near_host, far_host = (
        sum(state.value(slot) for slot, distance in distances.items() if distance <= radius)
        for radius in (1, NEAR_HOST_RADIUS, FAR_HOST_RADIUS))
    mean_distance = (sum(min(NO_DISTANCE, distance) for distance in distances.values()) / len(host) if host
                     else NO_DISTANCE)
    room = scene.ground.beside(state.occupied[ITALIANS]) & ~state.occupied[ITALIANS]
    in_contact = sum(scene.distance_to_enemy(state.at[slot]) <= 1 for slot in army)
    share = 1 / max(1, len(army))
    columns = [int(scene.ground.hexes[state.at[slot]][:2]) for slot in army]
    rows = [int(scene.ground.hexes[state.at[slot]][2:]) for slot in army]
    friends_adjacent = sum((scene.ground.adjacent[state.at[slot]] & state.occupied[ITALIANS]).bit_count()
                           for slot in army)
    turns_to_passes = [_turns_to_pass(scene, slot) for slot in army if KIND[slot] not in ARTILLERY
                       and state.value(slot) >= victory.EXIT_POINTS_NEEDED - state.exited]
    pass_guards = [scene.value_within(gate, NEAR_HOST_RADIUS + 1) for gate in scene.ground.passes]
    menelik = state.at[MENELIK]
    menelik_distance = int(NO_DISTANCE)
    if menelik >= 0:
        menelik_distance = min((scene.ground.distance(menelik, state.at[slot]) for slot in army),
                               default=int(NO_DISTANCE))
    commanders = [chief for chief in COMMANDERS[ITALIANS] if state.is_on_map(chief)]
    reach = {chief: hexes_in_range(state, chief) for chief in commanders}
    commanded = sum(any(slot in subjects(chief) and mask >> state.at[slot] & 1 for chief, mask in reach.items())
                    for slot in army)
    quickest = min(turns_to_passes, default=NO_DISTANCE)
    return AduaFeatures(
        points=-points / partial,
        final_points=1 - final / partial,
        behind_the_line=-float(victory.HALF_POINT) * len(victory.units_behind(state)) / partial * played,
        points_a_turn_needed=_clipped((partial - final) / turns_left - 0.7),
        points_at_this_rate=_clipped(1 - (points + POINTS_PER_STEP * steps * turns_left / 8) / partial),
        early_points=_clipped(-points / partial / max(0.3, played)),
        steps_lost=-steps / 20,
        half_lost=-sum(2 <= one < 4 for one in lost) / 5,
        gone=-sum(state.at[slot] < 0 for slot in FIGHTERS[ITALIANS]) / 5,
        near_half=-lost.count(1) / 4,
        near_gone=-lost.count(3) / 3,
        italian_value=sum(map(state.value, army)) / 60 - 1.5,
        disorganized=-(state.disorganized & _mask(army)).bit_count() / 4,
        low=-(state.low & _mask(army)).bit_count() / 4,
        entrenched=(state.entrenched & _mask(army)).bit_count() / 9 - 0.7,
        in_melee=-(state.engaged & _mask(army)).bit_count() / 3,
        exited=state.exited / victory.EXIT_POINTS_NEEDED,
        host_on_map=-on_map / 120 + 1,
        host_to_come=scene.value_coming(TURN_AFTER_LAST) / 120,
        host_lost=host_lost / 80 - 0.5,
        host_left=0.5 - (sum(STEPS[slot] for slot in FIGHTERS[ABYSSINIANS]) - host_lost) / 240,
        host_beside=-adjacent_host / 20 + 0.5,
        host_near=-near_host / 40 + 0.5,
        host_far=-far_host / 80 + 0.5,
        host_away=mean_distance / 8 - 1,
        attacks_left=1 - turns_left * far_host / 300,
        room_to_attack=1 - room.bit_count() / 18,
        beside_enemy=-in_contact / 6 + 0.5,
        compact=share * friends_adjacent / 3 - 1,
        height=share * sum(scene.ground.level[state.at[slot]] for slot in army) - 0.7,
        column=1 - 2 * share * sum(columns) / MAP_COLUMNS,
        row=2 * share * sum(rows) / MAP_ROWS - 1,
        fastest_out=_clipped((turns_left - quickest) / 5),
        come_out_in_time=sum(turns <= turns_left for turns in turns_to_passes) / 6 - 0.5,
        passes_kept=0.5 - min(pass_guards) / 10,
        nearest_pass=1 - quickest / 5,
        leaves_soon=float(quickest <= 1),
        menelik_near=1 - menelik_distance / 8,
        commanders=len(commanders) / 5 - 2,
        commanded=share * commanded - 0.7,
        points_late=(1 - final / partial) * played ** 2 * 2,
    )


def _turns_to_pass(scene: AduaScene, slot: Slot) -> float:
    """Turns to the nearest pass by terrain costs alone, without enemies."""
    place, kind = scene.state.at[slot], KIND[slot]
    return min((costs_to(scene.ground, kind, Hex(gate))[place] for gate in scene.passes), default=NO_DISTANCE) / UNITS[
        slot].move


def _mask(slots: list[Slot]) -> int:
    """The mask of some pieces."""
    return sum(1 << slot for slot in slots)


def _clipped(value: float) -> float:
    """A value limited to -2 to 2."""
    return max(-2.0, min(2.0, value))
