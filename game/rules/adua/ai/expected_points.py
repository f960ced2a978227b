"""The Abyssinians' expected points at the end of a battle (13.0), from their points so far and the attacks that they
can still make."""

from __future__ import annotations

from game.rules.adua import movement, victory
from game.rules.adua.ai.scene import UNREACHABLE, AduaScene
from game.rules.adua.sides import ABYSSINIANS, ITALIANS
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import FIGHTERS, STEPS, UNITS

DISORGANIZATION_POINTS = 0.12
"""Expected points for a disorganized Italian unit; chosen by hand."""
PARTIAL_STEP_POINTS = 0.2
"""Expected points for a lost step that gives points only with the next one; chosen by hand."""
POINTS_PER_ATTACKING_VALUE = 0.018
"""Expected points for each point of combat value next to the Italians in a turn; roughly measured: in six games of
self-play the host won about seven points in seven turns around an army in the open."""
VALUE_PER_HEX = 3
"""The combat value that fits into a hex: that of a typical unit; few have more. Chosen."""


def expected_points(state: AduaState) -> float:
    """The Abyssinians' expected points at the end of the battle. Points for units behind the blue line count in
    proportion to the turns played, because the units may still leave."""
    lost = [state.lost[slot] for slot in FIGHTERS[ITALIANS] if state.at[slot] >= 0]
    behind = float(victory.HALF_POINT) * len(victory.units_behind(state)) * state.turn / victory.LAST_TURN
    return (float(victory.points(state)) + behind + DISORGANIZATION_POINTS * state.disorganized.bit_count()
            + PARTIAL_STEP_POINTS * sum(steps in (victory.HALF_POINT_STEPS - 1, STEPS[0] - 1) for steps in lost)
            + POINTS_PER_ATTACKING_VALUE * _attacking_value(state))


def _attacking_value(state: AduaState) -> float:
    """The combat value that can be next to the Italian army, limited by the room there, summed over the turns left."""
    scene = AduaScene(state, ABYSSINIANS)
    if not scene.enemies:
        return 0.0
    attacked_already = state.seat == ABYSSINIANS and state.phase in (AduaPhase.CHARGE, AduaPhase.INITIATIVE,
                                                                     AduaPhase.MELEE)
    first_turn = state.turn + attacked_already
    army = state.occupied[ITALIANS]
    barred = state.ground.barred[UNITS[FIGHTERS[ABYSSINIANS][0]].kind]
    room = VALUE_PER_HEX * (state.ground.beside(army) & ~army & ~barred).bit_count()
    arriving = [0.0] * (victory.LAST_TURN + 2)
    pass_distance = min(scene.distance_to_enemy(gate) for gate in state.ground.passes)
    for slot in FIGHTERS[ABYSSINIANS]:
        place, arrival_turn = state.at[slot], movement.arrival_turn(state, slot)
        if place < 0 and not arrival_turn:
            continue
        start_turn = first_turn if place >= 0 else max(first_turn, arrival_turn)
        distance = scene.distance_to_enemy(place) if place >= 0 else pass_distance
        turn = (start_turn + max(0, distance - 1) // UNITS[slot].move if distance < UNREACHABLE
                else victory.LAST_TURN + 1)
        if turn <= victory.LAST_TURN:
            arriving[turn] += state.value(slot)
    strength = present = 0.0
    for turn in range(first_turn, victory.LAST_TURN + 1):
        present += arriving[turn]
        strength += min(present, room)
    return strength
