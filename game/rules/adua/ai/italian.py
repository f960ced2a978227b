"""What a veteran does with the Italians: a dash for an open pass, else a compact position, rifles first, order kept."""

from __future__ import annotations

from game.core.action import Action
from game.rules.adua import commands, melee, movement, smallarms
from game.rules.adua.actions import (
    BEGIN,
    END,
    REST,
    Against,
    Attack,
    Move,
    Order,
    Single,
)
from game.rules.adua.ai import odds
from game.rules.adua.ai.course import Course
from game.rules.adua.ai.scene import Scene
from game.rules.adua.units import (
    ARTILLERY,
    COMBAT_UNITS,
    COMMANDERS,
    FIGHTERS,
    ITALIANS,
    KIND,
    MULE_SLOTS,
    NATIVE,
    OF_BRIGADE,
    UNITS,
    bits,
)

ALARM = 7
"""Hexes at which an enemy is near enough to dig in; chosen, as the numbers below."""
COMPANY, MOST = 0.5, 3
"""What a friend beside a unit is worth, and how many of them count."""
HEIGHT = 0.25
"""What a level of height is worth."""
DREAD = 0.06
"""What each point of enemy value that can come next to a hex costs."""
DASH = 0.8
"""What each hex nearer to a pass is worth to a unit that dashes for it."""
BARRED = 14
"""Enemy value near a pass from which nobody dashes for it."""
CLEAR = 4
"""Hexes around a pass that count."""
WORTH_IT = 0.01
"""What an attack must promise."""


def choose(scene: Scene) -> list[Course]:
    """What the Italians do in a phase of theirs, the best first."""
    match scene.state.phase:
        case "orders":
            return orders(scene)
        case "move":
            return _move(scene)
        case "fire":
            return _fire(scene)
        case "charge":
            return _charge(scene)
    return [Course(0.0, (END,))]


def orders(scene: Scene) -> list[Course]:
    """The most useful order to each unit, from its colonel where he can give it."""
    state, ground = scene.state, scene.ground
    by_target: dict[str, list[Order]] = {}
    for giver in COMMANDERS[ITALIANS]:
        for order in commands.possible(ground, state, giver):
            by_target.setdefault(order.target, []).append(order)
    best: tuple[float, Order] | None = None
    for slot in FIGHTERS[ITALIANS]:
        wanted = _wanted(scene, slot)
        if wanted is None:
            continue
        value, kind = wanted
        found = [order for order in by_target.get(UNITS[slot].id, ()) if order.kind == kind]
        if found and (best is None or value > best[0]):
            generals = {UNITS[one].id for one in COMMANDERS[ITALIANS] if UNITS[one].chief == ""}
            best = value, min(found, key=lambda order: order.giver in generals)
    if best is None:
        return [Course(0.0, (END,))]
    return [Course(best[0], (best[1],))]


def _wanted(scene: Scene, slot: int) -> tuple[float, str] | None:
    """What a unit should be ordered, and what that is worth."""
    state = scene.state
    if not state.alive(slot) or state.engaged >> slot & 1 or state.order_of(slot) is not None:
        return None
    place = state.at[slot]
    gain = max((odds.attack(scene.ground, state, [(slot, _dice(scene, slot, place))], target)
                for target in scene.reach_from(slot, place)), default=0.0)
    near = scene.near(place)
    wishes = []
    if gain > WORTH_IT:
        wishes.append((gain, "fire"))
    if state.disorganized >> slot & 1:
        wishes.append((0.08, "rally"))
    if state.low >> slot & 1:
        wishes.append((0.07, "resupply"))
    if near <= ALARM and not state.entrenched >> slot & 1 and not _dashes(scene, slot):
        wishes.append((0.05, "entrench"))
    return max(wishes) if wishes else None


def _dice(scene: Scene, slot: int, place: int) -> int:
    """A unit's dice at one enemy, the others beside it left out."""
    beside = len(scene.beside(place))
    return max(1, scene.strength(slot) - 2 * max(0, beside - 1))


def _pass(scene: Scene, slot: int) -> int:
    """The pass a unit could dash for: the nearest that few enemies keep; -1 where there is none."""
    state, ground = scene.state, scene.ground
    left = 16 - state.turn
    best, way = -1, 99
    for place in ground.passes:
        away = ground.distance(state.at[slot], place)
        kept = sum(state.value(one) for one in scene.enemies if ground.distance(state.at[one], place) <= CLEAR)
        if away < way and away <= left * UNITS[slot].move and kept < BARRED:
            best, way = place, away
    return best


def _dashes(scene: Scene, slot: int) -> bool:
    """Whether a unit is one of those that seek a pass: the quick ones of the native brigade, as in 1896."""
    quick = UNITS[slot].move >= 5 and KIND[slot] not in ARTILLERY and UNITS[slot].brigade == NATIVE
    return quick and scene.state.lost[slot] == 0 and _pass(scene, slot) >= 0


def _move(scene: Scene) -> list[Course]:
    state, ground = scene.state, scene.ground
    for slot in FIGHTERS[ITALIANS]:
        if movement.may_move(state, slot) is not None or state.order_of(slot) is not None:
            continue
        found = movement.ways(ground, state, slot)
        if found.exits:
            place = min(found.exits, key=lambda one: found.exits[one])
            out = found.path(place) if place != state.at[slot] else ()
            if out or place == state.at[slot]:
                return [Course(1.0, (Move(UNITS[slot].id, tuple(ground.hexes[hex_] for hex_ in out), True),))]
        here = state.at[slot]
        aim = _pass(scene, slot) if _dashes(scene, slot) else -1
        best = (_worth(scene, slot, here, aim) + 0.1, here)
        for place in found.points:
            value = _worth(scene, slot, place, aim)
            if value > best[0]:
                best = value, place
        if best[1] != here:
            path = tuple(ground.hexes[hex_] for hex_ in found.path(best[1]))
            return [Course(best[0], (Move(UNITS[slot].id, path),))]
    return _others(scene)


def _worth(scene: Scene, slot: int, place: int, aim: int) -> float:
    """What it is worth to have a unit in a hex."""
    state, ground = scene.state, scene.ground
    danger = DREAD * scene.threatened.get(place, 0)
    if aim >= 0:
        return -DASH * ground.distance(place, aim) - 0.5 * danger
    friends = ground.adjacent[place] & state.held[ITALIANS] & ~(1 << max(0, state.at[slot]))
    value = COMPANY * min(MOST, friends.bit_count()) + HEIGHT * ground.level[place] - danger
    if state.entrenched >> slot & 1 and place == state.at[slot]:
        value += 1.0
    return value


def _others(scene: Scene) -> list[Course]:
    """Commanders and mules go with their units."""
    state, ground = scene.state, scene.ground
    for slot in (*COMMANDERS[ITALIANS], *MULE_SLOTS):
        if movement.may_move(state, slot) is not None:
            continue
        own = [one for one in OF_BRIGADE[UNITS[slot].brigade] if state.alive(one)]
        whom = [one for one in own if UNITS[one].chief == UNITS[slot].id] or own or [
            one for one in range(COMBAT_UNITS) if UNITS[one].seat == ITALIANS and state.alive(one)]
        places = {state.at[one] for one in own or whom if not state.engaged >> one & 1}
        ways = movement.ways(ground, state, slot)
        best: tuple[float, int] | None = None
        for place in (state.at[slot], *ways.points):
            if place not in places:
                continue
            value = -sum(ground.distance(place, state.at[one]) for one in whom) / max(1, len(whom)) + 0.3 * min(
                4, scene.near(place))
            if best is None or value > best[0] + 1e-9:
                best = value, place
        if best is not None and best[1] != state.at[slot]:
            path = tuple(ground.hexes[hex_] for hex_ in ways.path(best[1]))
            return [Course(0.0, (Move(UNITS[slot].id, path),))]
    return [Course(0.0, (END,))]


def _fire(scene: Scene) -> list[Course]:
    state, ground = scene.state, scene.ground
    if state.resolving:
        return [Course(0.0, (Single("resolve", UNITS[target].id),)) for target in smallarms.targets(state)]
    actions: list[Action] = []
    busy = {share.unit for share in state.shares}
    owing = set(smallarms.owing(ground, state))
    declared = dict(state.declared)
    gain = 0.0
    for slot in smallarms.able(ground, state):
        if slot in busy:
            continue
        targets = [one for hex_ in bits(movement.in_reach(ground, state, slot)) for one in state.there[hex_]]
        dice = _dice(scene, slot, state.at[slot])
        worths = {one: odds.attack(ground, state, [(slot, dice)], one) for one in targets}
        target = declared.get(slot, max(worths, key=lambda one: (worths[one], -one)))
        if worths[target] > WORTH_IT or slot in owing:
            actions.append(Attack(UNITS[slot].id, ((UNITS[target].id, REST),)))
            gain += worths[target]
    if actions or state.shares:
        return [Course(gain, (*actions, BEGIN), True)]
    return [Course(0.0, (END,))]


def _charge(scene: Scene) -> list[Course]:
    """Only where the melee is all but won."""
    state = scene.state
    for slot, targets in melee.chargers(scene.ground, state).items():
        for target in targets:
            if melee.value(state, slot) >= melee.value(state, target) + 5 and len(scene.beside(state.at[slot])) == 1:
                return [Course(0.1, (Against("charge", UNITS[slot].id, UNITS[target].id),))]
    return [Course(0.0, (END,))]
