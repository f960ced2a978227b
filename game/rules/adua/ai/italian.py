"""The veteran's play of the Italians: march to the passes or hold a compact position, fire first, and keep units in
good order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.evaluator import ProposedCourse
from game.core.indices import Slot
from game.rules.adua import aiming, commands, hazards, melee, movement, smallarms, victory
from game.rules.adua.actions import (
    BEGIN_RESOLVING,
    END_PHASE,
    AnnounceAttack,
    ChargeUnit,
    DiceAt,
    GiveOrder,
    MovePiece,
    OrderKind,
)
from game.rules.adua.ai import advance, holding, odds, strong_ground
from game.rules.adua.ai.advance import BattlePlan
from game.rules.adua.ai.scene import AduaScene, costs_to
from game.rules.adua.sides import ABYSSINIANS, ITALIANS
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import (
    CHIEF,
    COMBAT_UNITS,
    COMMANDERS,
    FIGHTERS,
    KIND,
    MENELIK,
    MULE_SLOTS,
    SLOTS,
    UNITS,
    UNITS_OF_BRIGADE,
)

NO_POSTS: Mapping[Slot, Hex] = {}
"""The posts of an army without ground to hold."""
ALARM_DISTANCE = 7
"""Hexes within which an enemy is near: a unit at its post entrenches, and commanders and mules enter no hex without own
units; chosen by hand, as are all numbers below."""
CONTACT_DISTANCE = 6
"""Hexes from the enemy at which a unit on the way to its post entrenches."""
FRIEND_VALUE = 0.5
"""The value of each friend next to a unit."""
MAX_FRIENDS = 3
"""The most friends next to a unit that count."""
HEIGHT_WEIGHT = 0.25
"""The value of each level of height."""
THREAT_COST = 0.06
"""The cost of each point of enemy combat value that can come next to a hex."""
MARCH_WEIGHT = 5.0
"""The value of each turn nearer to a pass, for a unit that marches to it."""
MARCH_DANGER = 0.3
"""The share of the danger in a hex that counts for a unit that marches to a pass."""
COMMANDER_CAUTION = 0.3
"""The value to a commander of each hex of distance from the enemy, up to ``SAFE_DISTANCE``."""
SAFE_DISTANCE = 4
"""Hexes from the enemy at which a commander is safe."""
ALONE_COST = 2.0
"""The cost to a commander of a hex without own units."""
CASUALTY_COST = 3.0
"""The cost to a commander of each combat expected in its hex, which may kill it. Without it most casualty rolls
followed attacks by the batteries that commanders were with; the host won 7.4 points without and 7.0 with it, in 60
battles with the same seeds."""
BEHIND_LINE_COST = 99.0
"""The cost of staying behind the blue line in the last turn."""
FIRE_ORDER_VALUE = 0.5
"""The value of an order to fire, for a unit on the march that must fight for its way."""
MELEE_ORDER_VALUE = 0.55
"""The value of an order that allows melee, for a unit on the march that must fight for its way."""
MELEE_LEAD = 5
"""The lead in combat value over an enemy with which a unit goes into melee."""
RALLY_VALUE, RESUPPLY_VALUE, ENTRENCH_VALUE = 0.08, 0.07, 0.05
"""The values of an order to rally, to resupply or to entrench, for a unit that needs it."""
HOLD_BONUS = 0.05
"""The value of Hold Position beyond that of an order to fire: the unit is also entrenched."""
ENTRENCHED_VALUE = 1.0
"""The value to an entrenched unit of staying in its hex."""
STAY_BONUS = 0.1
"""The value by which a move must be better than staying."""
CHARGE_GAIN = 0.1
"""The gain in victory points given to a charge that is almost certain to win."""
MIN_GAIN = 0.01
"""The least expected gain of an attack."""


def choose(scene: AduaScene, plan: BattlePlan = BattlePlan.HOLD,
           posts: Mapping[Slot, Hex] = NO_POSTS) -> list[ProposedCourse]:
    """The candidate courses of the Italians in a phase of theirs, the best first, with gains in victory points; of
    moves and orders 0.

    :param posts: piece -> its hex in the ground to hold.
    """
    match scene.state.phase:
        case AduaPhase.SETUP:
            return [ProposedCourse((*strong_ground.set_up(scene, plan, posts), END_PHASE), 0.0, True)]
        case AduaPhase.ORDERS:
            return orders(scene, plan, posts)
        case AduaPhase.MOVE:
            return _move_courses(scene, plan, posts)
        case AduaPhase.FIRE:
            return _fire_courses(scene)
        case AduaPhase.CHARGE:
            return _charge_courses(scene)
    return [ProposedCourse((END_PHASE,), 0.0)]


def orders(scene: AduaScene, plan: BattlePlan = BattlePlan.HOLD,
           posts: Mapping[Slot, Hex] = NO_POSTS) -> list[ProposedCourse]:
    """The course with the most useful order for any unit, given by its colonel if possible; the end of the phase if no
    order is useful.

    :param posts: piece -> its hex in the ground to hold.
    """
    state = scene.state
    best: tuple[float, GiveOrder] | None = None
    for slot in FIGHTERS[ITALIANS]:
        for value, kind in _useful_orders(scene, slot, plan, posts):
            order = commands.best_order(state, slot, kind)
            if order is None and kind in commands.ORDERS_TO_COLONELS and CHIEF[slot] >= 0:
                order = _order_to_pass_on(state, slot, kind)
            if order is not None:
                best = (value, order) if best is None or value > best[0] else best
                break
    if best is None:
        return [ProposedCourse((END_PHASE,), 0.0)]
    return [ProposedCourse((best[1],), 0.0)]


def _order_to_pass_on(state: AduaState, slot: Slot, kind: OrderKind) -> GiveOrder | None:
    """An order to the colonel of a unit, who can then pass it on to the unit; None if either cannot be given."""
    colonel = CHIEF[slot]
    order = commands.best_order(state, colonel, kind)
    if order is None:
        return None
    passed_on = GiveOrder(UNITS[colonel].id, UNITS[slot].id, kind)
    return order if commands.check(commands.with_order(state, order), passed_on) else None


def _useful_orders(
    scene: AduaScene, slot: Slot, plan: BattlePlan, posts: Mapping[Slot, Hex]
) -> list[tuple[float, OrderKind]]:
    """The useful orders for a unit, each with its value; the best first. Under Hold Position a unit both attacks and is
    entrenched (ruling 6).

    With the loss that an order prevents in the host's best attack (``holding.best_attack``) added to its value, the
    host won as many points: 7.1 instead of 7.0, in 59 battles with the same seeds; with twice that loss 6.9 instead of
    7.0, in 46.
    """
    state = scene.state
    if not state.is_on_map(slot) or state.engaged >> slot & 1 or state.order_of(slot) is not None:
        return []
    place = state.at[slot]
    if advance.marches_to_pass(scene, slot, plan):
        if not advance.must_fight_through(scene, slot):
            return []
        melee_orders = [(MELEE_ORDER_VALUE, OrderKind.ASSAULT),
                        (MELEE_ORDER_VALUE, OrderKind.OFFENSIVE)] if _can_break_through(scene, slot) else []
        return [*melee_orders, (FIRE_ORDER_VALUE, OrderKind.SHOOT)]
    gain = max((odds.attack_gain(state, [(slot, _attack_dice(scene, slot, target))], target,
                                 loss_factor=scene.loss_factor)
                for target in scene.enemies_in_reach_from(slot, place)), default=0.0)
    distance = scene.distance_to_enemy(place)
    useful: list[tuple[float, OrderKind]] = []
    at_post = distance <= CONTACT_DISTANCE or posts.get(slot, place) == place
    entrenches = distance <= ALARM_DISTANCE and at_post and not state.entrenched >> slot & 1
    if entrenches and gain > MIN_GAIN:
        useful.append((gain + HOLD_BONUS, OrderKind.HOLD))
    if gain > MIN_GAIN:
        useful.append((gain, OrderKind.SHOOT))
    if state.disorganized >> slot & 1:
        useful.append((RALLY_VALUE, OrderKind.RALLY))
    if state.low >> slot & 1:
        useful.append((RESUPPLY_VALUE, OrderKind.RESUPPLY))
    if entrenches:
        useful.append((ENTRENCH_VALUE, OrderKind.ENTRENCH))
    return sorted(useful, reverse=True)


def _can_break_through(scene: AduaScene, slot: Slot) -> bool:
    """Whether an enemy in reach of a unit is so weak that the unit would drive it from its hex in melee and break
    through into that hex (10.2, ruling 41)."""
    state, ground = scene.state, scene.ground
    near = ground.within(state.at[slot], UNITS[slot].move + 1)
    return any(near >> state.at[one] & 1 and melee.value(state, slot) >= melee.value(state, one) + MELEE_LEAD
               for one in scene.enemies)


def _attack_dice(scene: AduaScene, slot: Slot, target: Slot) -> int:
    """The dice of a unit against one enemy if nobody attacks the other enemies in its ZOC."""
    place = scene.state.at[slot]
    zone = scene.ground.zones[KIND[slot]][place]
    left_out = sum(enemy != target and zone >> scene.state.at[enemy] & 1 for enemy in scene.enemies_beside(place))
    return max(1, scene.strength(slot) + smallarms.LEFT_OUT_MODIFIER * left_out)


def _move_courses(scene: AduaScene, plan: BattlePlan, posts: Mapping[Slot, Hex]) -> list[ProposedCourse]:
    """The next move: one that cuts Menelik off, or else that of the first unit that exits or has a better hex, then
    those of commanders and mules."""
    state = scene.state
    move_on_menelik = _move_on_menelik(scene)
    if move_on_menelik is not None:
        return [ProposedCourse((move_on_menelik, END_PHASE), inf, True)]
    for slot in FIGHTERS[ITALIANS]:
        if movement.why_no_move(state, slot) is not None:
            continue
        marches = advance.marches_to_pass(scene, slot, plan)
        if state.order_of(slot) is not None and not marches:
            continue
        reached = movement.reachable(state, slot)
        if reached.exits:
            place = min(reached.exits, key=lambda one: reached.exits[one])
            exit_path = reached.path(place) if place != state.at[slot] else ()
            if exit_path or place == state.at[slot]:
                return [ProposedCourse((replace(movement.move_along(state, slot, exit_path), off="off"),), 0.0)]
        here = state.at[slot]
        post = posts.get(slot)
        best_value, best_place = _presence_value(scene, slot, here, marches, post) + STAY_BONUS, here
        for place in reached.points:
            value = _presence_value(scene, slot, place, marches, post)
            if value > best_value:
                best_value, best_place = value, place
        if best_place != here:
            return [ProposedCourse((movement.move_along(state, slot, reached.path(best_place)),), 0.0)]
    return move_of_commander_or_mule(scene)


def _move_on_menelik(scene: AduaScene) -> MovePiece | None:
    """A move next to Menelik that cuts this piece off and wins the battle (10.2, 13.0); None if there is none."""
    state, ground = scene.state, scene.ground
    there = state.at[MENELIK]
    if there < 0 or state.occupied[ABYSSINIANS] >> there & 1:
        return None
    for slot in scene.friends:
        if movement.why_no_move(state, slot) is None:
            reached = movement.reachable(state, slot)
            for place in reached.points:
                if ground.zones[KIND[slot]][place] >> there & 1:
                    return movement.move_along(state, slot, reached.path(place))
    return None


def _presence_value(scene: AduaScene, slot: Slot, place: Hex, marches: bool, post: int | None) -> float:
    """The value of a unit's presence in a hex.

    A unit at its post stays there until the last turn, whatever the odds. Units that moved to other hexes by the odds
    of the host's best attack on them and on their friends lost more: the host won 7.3 points instead of 6.7, in ten
    battles with the same seeds. In the last turn alone the same made no difference: 6.8 and 6.7 points, in 60 endings.

    :param marches: whether the unit marches to a pass.
    :param post: its hex in the ground to hold; None if it has none.
    """
    state, ground = scene.state, scene.ground
    danger = THREAT_COST * scene.threatened.get(place, 0)
    if marches:
        return -MARCH_WEIGHT * advance.turns_to_exit(scene, slot, place) - MARCH_DANGER * danger
    if state.turn == victory.LAST_TURN:
        danger += BEHIND_LINE_COST * victory.counts_behind(state, place) * (state.lost[slot] < victory.HALF_POINT_STEPS)
    if post is not None:
        return -float(costs_to(ground, KIND[slot], post)[place]) - danger * (state.turn == victory.LAST_TURN)
    friends = ground.adjacent[place] & state.occupied[ITALIANS] & ~(1 << max(0, state.at[slot]))
    value = FRIEND_VALUE * min(MAX_FRIENDS, friends.bit_count()) + HEIGHT_WEIGHT * ground.level[place] - danger
    if state.entrenched >> slot & 1 and place == state.at[slot]:
        value += ENTRENCHED_VALUE
    return value


def move_of_commander_or_mule(scene: AduaScene) -> list[ProposedCourse]:
    """The next move of a commander or of mules, which stay near their units, a commander out of combats that may kill
    it (10.1); the end of the phase once all do."""
    state, ground = scene.state, scene.ground
    for slot in (*COMMANDERS[ITALIANS], *MULE_SLOTS):
        if movement.why_no_move(state, slot) is not None:
            continue
        own = [one for one in UNITS_OF_BRIGADE[UNITS[slot].brigade] if state.is_on_map(one)]
        led = [one for one in own if UNITS[one].chief == UNITS[slot].id] or own or [
            one for one in SLOTS[:COMBAT_UNITS] if UNITS[one].seat == ITALIANS and state.is_on_map(one)]
        places = {state.at[one] for one in scene.friends if not state.engaged >> one & 1}
        here, reach = state.at[slot], movement.reachable(state, slot)
        best: tuple[float, Hex] | None = None
        for place in (here, *reach.points):
            is_alone = place not in places
            if is_alone and place != here and scene.distance_to_enemy(place) <= ALARM_DISTANCE:
                continue
            mean_distance = sum(ground.distance(place, state.at[one]) for one in led) / max(1, len(led))
            value = COMMANDER_CAUTION * min(SAFE_DISTANCE, scene.distance_to_enemy(place)) - mean_distance - (
                ALONE_COST * is_alone)
            if slot not in MULE_SLOTS:
                value -= CASUALTY_COST * holding.combats_expected(scene, place)
            if best is None or value > best[0] + 1e-9:  # more than an error of rounding
                best = value, place
        if best is not None and best[1] != state.at[slot]:
            return [ProposedCourse((movement.move_along(state, slot, reach.path(best[1])),), 0.0)]
    return [ProposedCourse((END_PHASE,), 0.0)]


def _fire_courses(scene: AduaScene) -> list[ProposedCourse]:
    """The attack of each unit on the enemy against which its expected gain is greatest, if it is enough or the unit
    must attack."""
    state = scene.state
    actions: list[Action] = []
    announced = {share.unit for share in state.shares} - set(smallarms.units_short_of_dice(state))
    obliged = set(smallarms.units_obliged_to_attack(state))
    declared = dict(state.declared)
    gain = 0.0
    for slot in smallarms.units_able_to_attack(state):
        if slot in announced:
            continue
        targets = aiming.enemies_in_reach(state, slot)
        gains = {one: odds.attack_gain(state, [(slot, _attack_dice(scene, slot, one))], one,
                                       loss_factor=scene.loss_factor) for one in targets}
        target = declared.get(slot, max(gains, key=lambda one: (gains[one], -one)))
        if gains[target] > MIN_GAIN or slot in obliged:
            actions.append(AnnounceAttack(UNITS[slot].id, (DiceAt(UNITS[target].id),)))
            gain += gains[target]
    if actions or state.shares:
        return [ProposedCourse((*actions, BEGIN_RESOLVING), gain, True)]
    return [ProposedCourse((END_PHASE,), 0.0)]


def _charge_courses(scene: AduaScene) -> list[ProposedCourse]:
    """Charges, only into melees that are almost certainly won."""
    state = scene.state
    for slot, targets in melee.chargers(state).items():
        for target in targets:
            is_stronger = melee.value(state, slot) >= melee.value(state, target) + MELEE_LEAD
            if is_stronger and len(scene.enemies_beside(state.at[slot])) == 1:
                charge = ChargeUnit(UNITS[slot].id, UNITS[target].id)
                if not hazards.lost_by_charge(state, charge):
                    return [ProposedCourse((charge,), CHARGE_GAIN)]
    return [ProposedCourse((END_PHASE,), 0.0)]
