"""What the host's best attack on an Italian unit can win, and in which hexes the Italians expect combats (10.1)."""

from __future__ import annotations

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import Slot
from game.rules.adua import commands
from game.rules.adua.ai import odds
from game.rules.adua.ai.scene import AduaScene
from game.rules.adua.combats import CASUALTY_ROLLS_FROM
from game.rules.adua.sides import ARTILLERY, CAVALRY, ITALIANS
from game.rules.adua.units import KIND, QUALITY

RESERVE_SHARE = 0.4
"""The share of the combat value behind the attackers that is expected to join a melee by initiative; chosen by hand, as
are the numbers below."""
MASS_RADIUS = 4
"""Hexes around an Italian unit within which units of the host count as massed against it."""
EXPECTED_ATTACKS = 0.5
"""The combats expected in the host's next turn in a hex that it can attack."""


def best_attack(scene: AduaScene, target: Slot) -> float:
    """The expected gain of an attack on an Italian unit by the units around it; the strongest take the hexes next to
    it, the highest first.

    :param scene: the position as the host sees it.
    """
    state, ground = scene.state, scene.ground
    place = state.at[target]
    if state.melees >> place & 1:
        return 0.0
    open_hexes = sorted(hexes_in(ground.adjacent[place] & ~state.occupied[ITALIANS]),
                        key=lambda hex_: -ground.level[hex_])
    room = len(open_hexes)
    if not room:
        return 0.0
    near = ground.within(place, MASS_RADIUS)
    massed = sorted((slot for slot in scene.friends if near >> state.at[slot] & 1 and KIND[slot] not in ARTILLERY
                     and not state.engaged >> slot & 1), key=lambda slot: (KIND[slot] != CAVALRY, -state.value(slot)
                                                                            - QUALITY[slot], slot))
    cavalry = [slot for slot in massed[:1] if KIND[slot] == CAVALRY and not ground.barred[CAVALRY] >> place & 1
               and room > 1]  # cavalry alone cannot attack with small arms
    infantry = [slot for slot in massed if KIND[slot] != CAVALRY]
    team, reserve = infantry[:room - len(cavalry)], infantry[room - len(cavalry):]
    attackers = [(slot, scene.attack_dice(slot, target, hex_)) for slot, hex_ in zip(team, open_hexes, strict=False)]
    return odds.attack_gain(state, attackers, target, sum(map(state.value, cavalry)),
                            int(RESERVE_SHARE * sum(map(state.value, reserve))), all_adjacent=True,
                            loss_factor=scene.loss_factor)


def combats_expected(scene: AduaScene, place: Hex) -> float:
    """The number of combats expected in a hex until the end of the turn after which the commanders there must roll
    (10.1): the attack that its unit is ordered to make, and the host's attack on the unit.

    :param scene: the position as the Italians see it in their movement phase.
    """
    state = scene.state
    if state.turn < CASUALTY_ROLLS_FROM:
        return 0.0
    is_open = scene.ground.adjacent[place] & ~state.occupied[ITALIANS] and scene.threatened.get(place, 0)
    return sum((commands.may_fire(state, slot) and bool(scene.enemies_in_reach_from(slot, place)))
               + EXPECTED_ATTACKS * bool(is_open) for slot in state.units_in.get(place, ()))
