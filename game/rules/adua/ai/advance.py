"""The Italian plan for a battle, and which units march to a pass and when they must fight for it (13.0)."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from random import Random

from game.board.hexgrid import Hex
from game.core.indices import Slot
from game.rules.adua import movement, victory
from game.rules.adua.actions import OrderKind
from game.rules.adua.ai.scene import AduaScene, costs_to
from game.rules.adua.sides import ARTILLERY
from game.rules.adua.state import GivenOrder
from game.rules.adua.units import GENERAL, KIND, UNITS
from game.rules.adua.victory import LAST_TURN

PASS_DELAY = 0.06
"""The delay in turns for each point of enemy combat value near a pass; chosen by hand, as are the numbers below that
are not said to be measured."""
PASS_BARRED = 90
"""The enemy combat value near a pass from which no unit marches to it."""
PASS_RADIUS = 4
"""Hexes around a pass within which enemies are near it."""
ARRIVING_SHARE = 0.1
"""The share of the units yet to enter that is expected near any one pass."""
SHORT_MARCH = 2.0
"""The most turns to a pass at which a unit marches to it under any plan."""
QUICK_ALLOWANCE = 5
"""The movement allowance from which a unit counts as quick."""
FIGHT_DELAY = 0.3
"""The most turns by which fighting through may be slower than the way around and still be ordered: it also hurts the
enemy in the way."""
UNREACHABLE_TURNS = 99.0
"""The turns of a unit that cannot reach any pass."""


class BattlePlan(Enum):
    """The Italian plan for a battle. It is drawn at random, so that games differ.

    Holding wins most often against a player who attacks. An army that marches may exit by a pass, or be lost as in
    1896.
    """

    HOLD = "hold"
    """Stay together and defend the ground."""
    DASH = "dash"
    """The quick units march to the passes, the others hold."""
    MARCH = "march"
    """All units but the guns march to the passes, as in 1896."""


PLAN_CHANCES = {BattlePlan.HOLD: 0.8, BattlePlan.DASH: 0.1, BattlePlan.MARCH: 0.1}
"""The chance of each plan."""


def plan_of(seed: int) -> BattlePlan:
    """The plan for a whole battle of a player with this seed; always the same."""
    return Random(f"plan {seed}").choices(tuple(PLAN_CHANCES), tuple(PLAN_CHANCES.values()))[0]


def turns_to_exit(scene: AduaScene, slot: Slot, place: Hex) -> float:
    """The turns that a unit in a hex needs to exit by the best pass, with the delay by enemies near the pass;
    ``UNREACHABLE_TURNS`` if it cannot."""
    state, kind, move = scene.state, KIND[slot], UNITS[slot].move
    best = UNREACHABLE_TURNS
    for gate in scene.passes:
        turns = costs_to(scene.ground, kind, gate)[place] / move
        enemy_value = (scene.value_within(gate, PASS_RADIUS)
                       + ARRIVING_SHARE * scene.value_coming(state.turn + int(turns)))
        if enemy_value < PASS_BARRED:
            best = min(best, turns + 1 / move + PASS_DELAY * enemy_value)
    return best


def marches_to_pass(scene: AduaScene, slot: Slot, plan: BattlePlan) -> bool:
    """Whether a unit marches to a pass: it can still exit in time and is strong enough to decide the battle. If the
    game is lost on points, or the way is short, it marches whatever the plan."""
    state = scene.state
    if (KIND[slot] in ARTILLERY or state.value(slot) < victory.EXIT_POINTS_NEEDED - state.exited
            or (state.engaged | state.disorganized) >> slot & 1):
        return False
    turns = turns_to_exit(scene, slot, state.at[slot])
    if turns > LAST_TURN + 1 - state.turn:
        return False
    if plan is BattlePlan.HOLD or (plan is BattlePlan.DASH and UNITS[slot].move < QUICK_ALLOWANCE):
        return turns <= SHORT_MARCH or victory.points(state) >= victory.PARTIAL_VICTORY
    return True


def must_fight_through(scene: AduaScene, slot: Slot) -> bool:
    """Whether a unit that marches to a pass needs an order to attack, which lets it enter enemy ZOCs: they are on its
    path, and the way around them is not much faster."""
    state = scene.state
    if scene.distance_to_enemy(state.at[slot]) > UNITS[slot].move + 1:
        return False
    reached = movement.reachable(state, slot)
    if reached.exits:
        return False
    turns_around = min(turns_to_exit(scene, slot, place) for place in (state.at[slot], *reached.points))
    ordered = replace(state, orders=tuple(sorted((*state.orders, GivenOrder(GENERAL[slot], slot, OrderKind.SHOOT)))))
    turns_through = min((turns_to_exit(scene, slot, place) for place in movement.reachable(ordered, slot).points),
                        default=UNREACHABLE_TURNS)
    return turns_through < turns_around + FIGHT_DELAY
