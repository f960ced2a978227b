"""What an action is for, in one line, with its values."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.chance import per_cent
from game.core.indices import Slot
from game.core.message import Message, say, several
from game.rules.tours import orders, shock, shock_odds
from game.rules.tours.actions import (
    BEGIN,
    DECLINE,
    END,
    MOVE,
    ChangeFacing,
    Eliminate,
    Go,
    Order,
    Rescue,
    Stand,
    ToursActivate,
    ToursAdvance,
    ToursMove,
    ToursRetreat,
)
from game.rules.tours.ai.purposes import named_of, nearest, of_facing, of_march
from game.rules.tours.ai.scene import Scene
from game.rules.tours.fire import ReactionFire
from game.rules.tours.retreats import AdvanceBeforeShock
from game.rules.tours.state import NOBODY, ToursPhase, ToursState
from game.rules.tours.units import (
    COMBAT_UNITS,
    CONTINGENT,
    CONTINGENT_OF,
    CONTINGENT_TITLES,
    FOE,
    LEADERS,
    MEMBERS,
    SEAT,
    SEATS,
    SLOT,
    Contingent,
    name_of,
)


def reason(scene: Scene, action: Action, then: Sequence[Action]) -> Message:
    """One line on what an action without a die of its own is for.

    :param then: what the same player does after it.
    """
    state = scene.state
    match action:
        case Order(contingent, order):
            return _order(scene, CONTINGENT_OF[contingent], order)
        case Go(seat):
            return say("to act before the enemy can") if seat == SEATS[scene.seat] else say(
                "to see first what the enemy does")
        case ToursActivate(contingent):
            return _activation(scene, CONTINGENT_OF[contingent])
        case ToursMove(unit, path, _) if SLOT[unit] in LEADERS:
            return _leader(scene, scene.ground.index[path[-1]])
        case ToursMove(unit, path, _):
            return of_march(scene, SLOT[unit], scene.ground.index[path[-1]], then)
        case ChangeFacing(unit, vertex):
            return of_facing(scene, SLOT[unit], vertex)
        case ToursRetreat(unit, _) | Stand(unit):
            return _attacked(scene, SLOT[unit], stands=isinstance(action, Stand))
        case ToursAdvance(unit, place):
            return _advance(scene, SLOT[unit], scene.ground.index[place])
        case Rescue(_, place):
            near = scene.near(scene.ground.index[place])
            return several("{count} hex from the nearest enemy", "{count} hexes from the nearest enemy", near)
        case Eliminate(unit):
            return say("{unit} is the least loss", unit=name_of(SLOT[unit])) if SEAT[SLOT[unit]] == scene.seat else say(
                "{unit} is the greatest loss to the enemy", unit=name_of(SLOT[unit]))
    return _ending(state, action)


def _ending(state: ToursState, action: Action) -> Message:
    if action == DECLINE:
        match state.frames[-1]:
            case ReactionFire(target=target):
                return say("a shot at {target} is not worth it", target=name_of(target))
            case AdvanceBeforeShock():
                return say("to stay in the line")
        return say("no further attack promises enough")
    if action == BEGIN:
        return several("{count} attack promises enough, no other does", "{count} attacks promise enough, no other does",
                       len(state.combats))
    if action == END and state.phase == ToursPhase.LEADERS:
        return say("{leader} is of most use where he is", leader=name_of(LEADERS[state.seat]))
    if action == END and state.acting >= 0:
        return say("no unit of {contingent} has a better position", contingent=CONTINGENT_TITLES[state.acting])
    if action == END and state.phase in ENDED:
        return ENDED[state.phase]
    return say("no better move")


ENDED = {
    ToursPhase.ORDERS: say("every contingent has its order"), ToursPhase.SHOCK: say("no attack promises enough"),
    ToursPhase.ACTION: say("no contingent is left to activate"),
    ToursPhase.REFORM: say("no unit left gains by a reform roll"),
}
"""Phase -> why it is ended."""


def _attacked(scene: Scene, slot: Slot, *, stands: bool) -> Message:
    """What it would stand before."""
    one = shock.combat_of(scene.state, slot)
    if one is None:
        return say("no choice here")
    shown = shock_odds.preview(scene.state, *one)
    words = (say("to hold its hex against {enemies}: their sum is {sum}") if stands
             else say("{enemies} attack at {sum}: that would cost more than the ground"))
    return words.given(enemies=named_of(one.attackers), sum=shown.total)


def _advance(scene: Scene, slot: Slot, place: Hex) -> Message:
    enemies = scene.ground.adjacent[place] & scene.state.held[FOE[scene.seat]]
    if enemies:
        return say("next to {enemies}", enemies=named_of([scene.state.where[hex_] for hex_ in hexes_in(enemies)]))
    return say("to hold the ground that was won")


def _order(scene: Scene, contingent: Contingent, order: str) -> Message:
    state, near = scene.state, scene.ground.around(scene.state.held[FOE[scene.seat]])
    units = [slot for slot in MEMBERS[contingent] if state.at[slot] >= 0]
    away = min((scene.near(state.at[slot]) for slot in units), default=0)
    match order:
        case "move":
            return several("to move, fire or attack: the enemy is {count} hex away",
                           "to move, fire or attack: the enemy is {count} hexes away", away)
        case "reform":
            upset = sum(state.disordered >> slot & 1 and not near >> state.at[slot] & 1 for slot in units)
            return several("{count} of its {whole} units is disordered with no enemy beside it",
                           "{count} of its {whole} units are disordered with no enemy beside them", upset,
                           whole=len(units))
        case "wall" if state.wall:
            return say("to open the wall for an attack")
        case "wall":
            return several("to stand fast: the enemy is {count} hex away",
                           "to stand fast: the enemy is {count} hexes away", away)
    return say("to stay as it is")


def _activation(scene: Scene, contingent: Contingent) -> Message:
    """How near it is to the enemy, and how likely it obeys."""
    state = scene.state
    units = [slot for slot in MEMBERS[contingent] if state.at[slot] >= 0]
    enemy, away = min((nearest(scene, state.at[slot]) for slot in units), key=lambda one: one[1])
    if enemy < 0 or state.orders[contingent] != MOVE:
        return say("no die is needed for it")
    outcomes = orders.preview(state, contingent).outcomes
    obeys = next((one.chance for one in outcomes if one.result == "obeys"), Fraction(0))
    if len(orders.waiting(state)) == 1:
        return say("the last one: {chance} to activate", chance=per_cent(obeys))
    return several("the nearest first: {count} hex from {enemy}, {chance} to activate",
                   "the nearest first: {count} hexes from {enemy}, {chance} to activate", away, enemy=name_of(enemy),
                   chance=per_cent(obeys))


def _leader(scene: Scene, end: Hex) -> Message:
    """With whom he is then, and what that does."""
    state = scene.state
    slot = state.where.get(end, NOBODY)
    if not 0 <= slot < COMBAT_UNITS or SEAT[slot] != scene.seat:
        return several("{count} hex from the nearest enemy", "{count} hexes from the nearest enemy", scene.near(end))
    contingent = CONTINGENT[slot]
    if state.orders[contingent] == MOVE:
        return say("with {unit}: helps activate {contingent}", unit=name_of(slot),
                   contingent=CONTINGENT_TITLES[contingent])
    return say("with {unit}, in good order", unit=name_of(slot)) if not state.disordered >> slot & 1 else say(
        "with {unit}", unit=name_of(slot))
