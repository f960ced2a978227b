"""The Abyssinians' expected points at the end of a battle (13.0), from their points so far and the attacks that they
can still make."""

from __future__ import annotations

from game.rules.adua import movement, victory
from game.rules.adua.ai.scene import AduaScene
from game.rules.adua.sides import ABYSSINIANS, ITALIANS
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import FIGHTERS, UNITS

DISORGANIZATION_POINTS = 0.12
"""Expected points for a disorganized Italian unit; chosen by hand."""
PARTIAL_STEP_POINTS = 0.2
"""Expected points for a lost step that gives points only with the next one; chosen by hand."""
POINTS_PER_ATTACKING_VALUE = 0.018
"""Expected points for each point of combat value next to the Italians in a turn; roughly measured: in six games of
self-play the host won about seven points in seven turns around an army in the open."""
VALUE_PER_HEX = 3
"""The combat value assumed in each hex next to the Italians: that of a typical Abyssinian unit. Chosen."""
PASS_COST = 1
"""The movement points for the pass hex by which a unit enters; no pass is a hill (4.0, ruling 2)."""


def expected_points(state: AduaState) -> float:
    """The Abyssinians' expected points at the end of the battle."""
    on_map = [slot for slot in FIGHTERS[ITALIANS] if state.at[slot] >= 0]
    next_step_counts = sum(victory.next_step_counts(state, slot) for slot in on_map)
    return (float(victory.points(state)) + points_behind(state)
            + DISORGANIZATION_POINTS * state.disorganized.bit_count()
            + PARTIAL_STEP_POINTS * next_step_counts
            + POINTS_PER_ATTACKING_VALUE * _attacking_value(state))


def points_behind(state: AduaState) -> float:
    """The points for units behind the blue line (ruling 43), in proportion to the turns played, because the units may
    still leave."""
    return float(victory.HALF_POINT) * len(victory.units_behind(state)) * state.turn / victory.LAST_TURN


def _attacking_value(state: AduaState) -> float:
    """The combat value that can be next to the Italian army, limited by the room there, summed over the turns left.
    Every Abyssinian unit marches to the nearest Italian one, at a movement point for each hex."""
    scene = AduaScene(state, ABYSSINIANS)
    if not scene.enemies:
        return 0.0
    attacked_already = state.seat == ABYSSINIANS and state.phase in (AduaPhase.CHARGE, AduaPhase.INITIATIVE,
                                                                     AduaPhase.MELEE)
    first_turn = state.turn + attacked_already
    army = state.occupied[ITALIANS]
    room = VALUE_PER_HEX * (state.ground.beside(army) & ~army).bit_count()
    arriving = [0.0] * (victory.LAST_TURN + 1)
    pass_distance = min(scene.distance_to_enemy(gate) for gate in state.ground.passes)
    for slot in FIGHTERS[ABYSSINIANS]:
        place, arrival_turn = state.at[slot], movement.arrival_turn(state, slot)
        if place < 0 and not arrival_turn:
            continue
        if place >= 0:
            start_turn, movement_points = first_turn, scene.distance_to_enemy(place) - 1
        else:
            start_turn, movement_points = max(first_turn, arrival_turn), PASS_COST + pass_distance - 1
        # A unit that needs no more than one turn's movement arrives on the turn on which it starts.
        turn = start_turn + max(0, movement_points - 1) // UNITS[slot].move
        if turn <= victory.LAST_TURN:
            arriving[turn] += state.value(slot)
    value = present = 0.0
    for turn in range(first_turn, victory.LAST_TURN + 1):
        present += arriving[turn]
        value += min(present, room)
    return value
