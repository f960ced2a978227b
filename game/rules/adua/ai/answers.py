"""The veteran's answers to decisions within a phase: assignment of damage, step losses, units that join a melee (10.1,
10.2, 12.0)."""

from __future__ import annotations

from collections.abc import Mapping

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.indices import Slot
from game.rules.adua import melee, movement, smallarms
from game.rules.adua.actions import END_PHASE, AssignDamage, LoseStep, ResolveCombat
from game.rules.adua.ai import odds
from game.rules.adua.damage import DamageAssignment, weakest_first
from game.rules.adua.initiative import InitiativeMoves
from game.rules.adua.losses import POINTS_PER_STEP
from game.rules.adua.melee_phase import StepLossChoice
from game.rules.adua.sides import ARTILLERY, ITALIANS
from game.rules.adua.state import AduaState
from game.rules.adua.units import KIND, MENELIK, SLOT, UNITS
from game.rules.adua.victory import LAST_TURN


def pending_action(state: AduaState, loss_factor: float = 1.0) -> Action | None:
    """The action for the pending decision, or the next combat to resolve; None if the phase itself must be played.

    :param loss_factor: the factor on own losses (``Personality``).
    """
    if state.top is not None:
        return answer(state, loss_factor)
    return ResolveCombat(UNITS[smallarms.targets(state)[0]].id) if state.resolving else None


def melees_to_reinforce(state: AduaState) -> list[Hex]:
    """The melees into which Abyssinian units may be brought: only those in which the Italians are stronger. The more
    units must retreat from a melee, the fewer find a free hex, and the others are eliminated (ruling 15)."""
    return [hex_ for hex_ in hexes_in(state.melees) if melee.difference(state, hex_) > 0]


def must_guard_menelik(state: AduaState, slot: Slot) -> bool:
    """Whether a unit outside melee must stay in Menelik's hex: without it, an enemy next to Menelik would win the
    battle, and one is there or can still come there (10.2, 13.0)."""
    place = state.at[slot]
    return place == state.at[MENELIK] and (
        state.turn < LAST_TURN or bool(state.ground.adjacent[place] & state.occupied[ITALIANS]))


def answer(state: AduaState, loss_factor: float) -> Action:
    """The answer to the pending decision: the proposed one, except for damage, Italian step losses and units brought
    into melees, which are decided here.

    :param loss_factor: the factor on own losses (``Personality``).
    """
    top = state.top
    if isinstance(top, DamageAssignment):
        return best_damage(state, top, loss_factor)
    if isinstance(top, StepLossChoice) and top.of == ITALIANS:
        cheapest = min(top.selectable(state), key=lambda slot: (odds.step_value(state, slot), -state.value(slot), slot))
        return LoseStep(UNITS[cheapest].id)
    if not isinstance(top, InitiativeMoves):
        proposed: Action = top.proposed(state)
        return proposed
    supporters = top.supporters(state)
    chosen = reinforcement(state, supporters)
    if chosen is None:
        return END_PHASE
    slot, place = chosen
    return movement.move_along(state, slot, supporters[slot].path(place))


def reinforcement(state: AduaState, supporters: Mapping[Slot, movement.Reachable]) -> tuple[Slot, Hex] | None:
    """The strongest unit that may be brought into a melee in which the Italians are stronger, and that melee; None if
    there is none.

    :param supporters: unit that may be brought in -> the melees that it can reach.
    """
    melees = melees_to_reinforce(state)
    melees_in_reach = {slot: [hex_ for hex_ in melees if hex_ in reached.points]
                       for slot, reached in supporters.items()}
    candidates = [slot for slot in supporters if melees_in_reach[slot] and not must_guard_menelik(state, slot)]
    if not candidates:
        return None
    strongest = max(candidates, key=lambda slot: (melee.value(state, slot), -slot))
    return strongest, melees_in_reach[strongest][0]


def best_damage(state: AduaState, top: DamageAssignment, loss_factor: float = 1.0) -> AssignDamage:
    """The proposed damage to the Abyssinian attackers, or damage on few of them, whichever gives them better prospects
    in melee: units that take damage are repulsed and cannot charge (10.1).

    :param loss_factor: the factor on own losses (``Personality``).
    """
    targets = [{share.target for share in state.fought if share.unit == slot} for slot in top.units]
    common_targets = {slot for slot in set.intersection(*targets) if state.is_on_map(slot)}
    if not common_targets:
        return top.proposed(state)
    target, own_factor = min(common_targets), odds.own_step_factor(state, loss_factor)

    def gain_after(action: AssignDamage) -> float:
        """The expected gain of the melee after an assignment of damage, less the cost of the steps lost."""
        points_on = {SLOT[unit]: points for unit, points in action.shares}
        charging = sum(melee.value(state, slot) for slot in top.units
                       if slot not in points_on and not state.repulsed >> slot & 1 and KIND[slot] not in ARTILLERY)
        column = melee.column(melee.value(state, target) - charging)
        gain = odds.melee_gain(column, odds.step_value(state, target), own_factor) if charging else 0.0
        steps_lost = sum(points // POINTS_PER_STEP for points in points_on.values())
        return max(0.0, gain) - own_factor * odds.OWN_STEP_COST_IN_ATTACK * steps_lost

    return max((top.proposed(state), top.damage_in_order(state, weakest_first(state, top.units))), key=gain_after)
