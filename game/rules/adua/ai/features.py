"""The features of the odds model for Adua: points, armies, the distance between them, the routes to the passes, and the
time left."""

from __future__ import annotations

from typing import NamedTuple

from game.board.hexgrid import Hex
from game.core.indices import Slot, mask_of
from game.rules.adua import victory
from game.rules.adua.ai.expected_points import points_behind
from game.rules.adua.ai.odds import ITALIAN_STEP_VALUE
from game.rules.adua.ai.scene import AduaScene, costs_to
from game.rules.adua.commands import hexes_in_range, subjects
from game.rules.adua.sides import ABYSSINIANS, ARTILLERY, ITALIANS
from game.rules.adua.state import AduaState
from game.rules.adua.units import COMMANDERS, FIGHTERS, KIND, MENELIK, STEPS, UNITS


class AduaFeatures(NamedTuple):
    """The features of a position, each with the sign and the scale by which more is better for the Italians.

    The army is the Italian units on the map, the host all Abyssinian units, on the map or not. A unit is decisive if
    its exit alone would win the battle: it has the combat value that must still exit. Artillery never counts as
    decisive.
    """

    points: float
    """The Abyssinian points for losses (13.0), as a share of a Partial Victory."""
    final_points: float
    """How far the points if the battle ended now, with those for units behind the blue line, are from a Partial
    Victory."""
    behind_the_line: float
    """The points for units behind the blue line (ruling 43), in proportion to the turns played."""
    points_a_turn_needed: float
    """The points that the Abyssinians still need in each turn left."""
    points_at_this_rate: float
    """The points at the end if steps are lost at the rate of ``RATE_TURNS``."""
    early_points: float
    """The points for losses so far, divided by the share of the battle played (at least ``MIN_SHARE_PLAYED``)."""
    steps_lost: float
    """The steps lost by Italian units, exited units included, as in ``half_lost``, ``near_half`` and ``near_gone``."""
    half_lost: float
    """The Italian units that have lost half of their strength."""
    off_map: float
    """The Italian units that are eliminated or have exited."""
    near_half: float
    """The Italian units that count half a point with their next step loss."""
    near_gone: float
    """The Italian units with one step left."""
    italian_value: float
    """The combat value of the army."""
    disorganized: float
    """The disorganized units of the army."""
    low_ammunition: float
    """The units of the army that are low on ammunition."""
    entrenched: float
    """The entrenched units of the army."""
    in_melee: float
    """The units of the army in melee."""
    exited: float
    """The combat value that has exited, as a share of the value needed (13.0)."""
    host_on_map: float
    """The combat value of the host on the map."""
    host_to_come: float
    """The combat value of the host yet to enter."""
    host_lost: float
    """The steps lost by the host."""
    host_left: float
    """The steps left to the host."""
    host_adjacent: float
    """The combat value of the host next to the army."""
    host_near: float
    """The combat value of the host within ``NEAR_HOST_RADIUS`` of the army."""
    host_far: float
    """The combat value of the host within ``FAR_HOST_RADIUS`` of the army."""
    host_away: float
    """The mean distance of the host's units on the map from the army."""
    attacks_left: float
    """The combat value of ``host_far`` times the turns left."""
    room_to_attack: float
    """The hexes next to the army."""
    in_contact: float
    """The units of the army next to an enemy."""
    compact: float
    """The mean number of hexes with friends next to a unit of the army."""
    height: float
    """The mean level of the army's hexes."""
    westward: float
    """How far west the army is, on average."""
    southward: float
    """How far south the army is, on average."""
    fastest_out: float
    """The turns that the quickest decisive unit has to spare on its way to a pass."""
    come_out_in_time: float
    """The decisive units that can reach a pass in the turns left."""
    open_pass: float
    """How little Abyssinian combat value there is near the least guarded pass."""
    nearest_pass: float
    """The turns of the quickest decisive unit to a pass."""
    leaves_soon: float
    """1 if a decisive unit can reach a pass in a turn, else 0."""
    menelik_near: float
    """How near Menelik is to the army."""
    commanders: float
    """The Italian commanders on the map."""
    commanded: float
    """The share of the army in range of a commander of its own."""
    points_late: float
    """As ``final_points``, weighted by the square of the share of the battle played."""


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
PASS_RADIUS = 3
"""Hexes within which units of the host guard a pass."""
FAR_HOST_RADIUS = 5
"""Hexes within which units of the host count for ``host_far``."""
RATE_TURNS = 8
"""The rate of loss is the steps lost so far divided by this number of turns, whatever the turn."""
MIN_SHARE_PLAYED = 0.3
"""The least share of the battle played by which ``early_points`` divides."""
ITALIAN_STEPS = STEPS[FIGHTERS[ITALIANS][0]]
"""The steps of every Italian unit."""
NO_DISTANCE = 20
"""The distance in hexes or turns that is used if there is nothing to measure it to."""


def features(state: AduaState) -> AduaFeatures:
    """The values of the features in the order of ``FEATURE_NAMES`` (``Evaluator.features``)."""
    scene = AduaScene(state, ITALIANS)
    army, enemies, army_mask = scene.friends, scene.enemies, mask_of(scene.friends)
    played, turns_left = state.turn / victory.LAST_TURN, TURN_AFTER_LAST - state.turn
    points, final = float(victory.points(state)), float(victory.final_points(state))
    partial = float(victory.PARTIAL_VICTORY)
    lost = [state.lost[slot] for slot in FIGHTERS[ITALIANS]]
    steps = sum(lost)
    host_lost = sum(state.lost[slot] for slot in FIGHTERS[ABYSSINIANS])
    value_on_map = sum(map(state.value, enemies))

    def distance_to_army(place: Hex) -> int:
        """Hexes from a hex to the nearest unit of the army."""
        return min((scene.ground.distance(place, state.at[slot]) for slot in army), default=NO_DISTANCE)

    distances = {slot: distance_to_army(state.at[slot]) for slot in enemies}
    adjacent_host, near_host, far_host = (
        sum(state.value(slot) for slot, distance in distances.items() if distance <= radius)
        for radius in (1, NEAR_HOST_RADIUS, FAR_HOST_RADIUS))
    mean_distance = (sum(min(NO_DISTANCE, distance) for distance in distances.values()) / len(enemies) if enemies
                     else NO_DISTANCE)
    room = scene.ground.beside(state.occupied[ITALIANS]) & ~state.occupied[ITALIANS]
    in_contact = sum(scene.distance_to_enemy(state.at[slot]) <= 1 for slot in army)
    share = 1 / max(1, len(army))
    columns = [int(scene.ground.hexes[state.at[slot]][:2]) for slot in army]
    rows = [int(scene.ground.hexes[state.at[slot]][2:]) for slot in army]
    friends_adjacent = sum((scene.ground.adjacent[state.at[slot]] & state.occupied[ITALIANS]).bit_count()
                           for slot in army)
    decisive = [slot for slot in army if KIND[slot] not in ARTILLERY
                and state.value(slot) >= victory.EXIT_POINTS_NEEDED - state.exited]
    turns_to_passes = [_turns_to_pass(scene, slot) for slot in decisive]
    pass_guards = [scene.value_within(gate, PASS_RADIUS) for gate in scene.ground.passes]
    menelik = state.at[MENELIK]
    menelik_distance = distance_to_army(menelik) if menelik >= 0 else NO_DISTANCE
    commanders = [chief for chief in COMMANDERS[ITALIANS] if state.is_on_map(chief)]
    reach = {chief: hexes_in_range(state, chief) for chief in commanders}
    commanded = sum(any(slot in subjects(chief) and mask >> state.at[slot] & 1 for chief, mask in reach.items())
                    for slot in army)
    quickest = min(turns_to_passes, default=NO_DISTANCE)
    return AduaFeatures(
        points=-points / partial,
        final_points=1 - final / partial,
        behind_the_line=-points_behind(state) / partial,
        points_a_turn_needed=_clipped((partial - final) / turns_left - 0.7),
        points_at_this_rate=_clipped(1 - (points + ITALIAN_STEP_VALUE * steps * turns_left / RATE_TURNS) / partial),
        early_points=_clipped(-points / partial / max(MIN_SHARE_PLAYED, played)),
        steps_lost=-steps / 20,
        half_lost=-sum(victory.HALF_POINT_STEPS <= one < ITALIAN_STEPS for one in lost) / 5,
        off_map=-sum(state.at[slot] < 0 for slot in FIGHTERS[ITALIANS]) / 5,
        near_half=-lost.count(victory.HALF_POINT_STEPS - 1) / 4,
        near_gone=-lost.count(ITALIAN_STEPS - 1) / 3,
        italian_value=sum(map(state.value, army)) / 60 - 1.5,
        disorganized=-(state.disorganized & army_mask).bit_count() / 4,
        low_ammunition=-(state.low & army_mask).bit_count() / 4,
        entrenched=(state.entrenched & army_mask).bit_count() / 9 - 0.7,
        in_melee=-(state.engaged & army_mask).bit_count() / 3,
        exited=state.exited / victory.EXIT_POINTS_NEEDED,
        host_on_map=-value_on_map / 120 + 1,
        host_to_come=scene.value_coming(TURN_AFTER_LAST) / 120,
        host_lost=host_lost / 80 - 0.5,
        host_left=0.5 - (sum(STEPS[slot] for slot in FIGHTERS[ABYSSINIANS]) - host_lost) / 240,
        host_adjacent=-adjacent_host / 20 + 0.5,
        host_near=-near_host / 40 + 0.5,
        host_far=-far_host / 80 + 0.5,
        host_away=mean_distance / 8 - 1,
        attacks_left=1 - turns_left * far_host / 300,
        room_to_attack=1 - room.bit_count() / 18,
        in_contact=-in_contact / 6 + 0.5,
        compact=share * friends_adjacent / 3 - 1,
        height=share * sum(scene.ground.level[state.at[slot]] for slot in army) - 0.7,
        westward=1 - 2 * share * sum(columns) / MAP_COLUMNS,
        southward=2 * share * sum(rows) / MAP_ROWS - 1,
        fastest_out=_clipped((turns_left - quickest) / 5),
        come_out_in_time=sum(turns <= turns_left for turns in turns_to_passes) / 6 - 0.5,
        open_pass=0.5 - min(pass_guards) / 10,
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
    return min(costs_to(scene.ground, kind, gate)[place] for gate in scene.ground.passes) / UNITS[slot].move


def _clipped(value: float) -> float:
    """A value limited to -2 to 2."""
    return max(-2.0, min(2.0, value))
