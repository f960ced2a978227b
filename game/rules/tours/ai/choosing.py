"""What a veteran does at each decision: courses made and weighed by hand, phase by phase."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from game.core.action import Action
from game.rules.tours import fight, legality, movement, orders, reform, sequence, shock
from game.rules.tours.actions import (
    BEGIN,
    DECLINE,
    END,
    MOVE,
    NO_ORDER,
    ORDERS,
    REFORM,
    WALL,
    Activate,
    Advance,
    Again,
    Attack,
    Face,
    Go,
    Move,
    Order,
    Rescue,
    Retreat,
    Single,
)
from game.rules.tours.ai import odds
from game.rules.tours.ai.marching import line_of, lines, stand, waiting
from game.rules.tours.ai.scene import Scene
from game.rules.tours.ground import Ground
from game.rules.tours.shock import attacks
from game.rules.tours.state import (
    ADVANCING,
    CHOICE,
    Counter,
    Fight,
    Follow,
    Reaction,
    Rescued,
    Retreats,
    State,
    Turning,
)
from game.rules.tours.units import (
    CONTINGENT,
    CONTINGENTS,
    FIGHTERS,
    HI,
    MEMBERS,
    OF_SEAT,
    SEAT,
    SEATS,
    UNITS,
    bits,
)

LEAVE_WALL = 0.5
"""What attacks out of the shield wall must promise beyond what they leave open; chosen, as are the numbers below."""
REFORM_SHARE = 0.34
"""The share of a contingent that can reform from which it does."""
WORTH_IT = 0.02
"""What an attack must promise."""
LEADING = 0.25
"""What a leader's help to obey is worth."""


class Course(NamedTuple):
    """Actions one after the other, and what they gain."""

    gain: float
    actions: tuple[Action, ...]
    whole: bool = False


def choose(ground: Ground, state: State) -> list[Course]:
    """What who must act does, the best first."""
    scene = Scene(ground, state, legality.actor(state))
    if state.top is not None:
        return _answers(scene)
    match state.phase:
        case "set-up":
            return [Course(0.0, (END,))]
        case "who-first":
            return [Course(0.0, (Go(SEATS[state.seat]),))]
        case "orders":
            return [_orders(scene)]
        case "leaders":
            return _leader(scene)
        case "action":
            return _action(scene)
        case "shock":
            return _shock(scene)
    return _reform(scene)


def _orders(scene: Scene) -> Course:
    state = scene.state
    actions: list[Action] = []
    for c in OF_SEAT[scene.seat]:
        if state.alive(c):
            order = _order_of(scene, c)
            if state.orders[c] != order:
                actions.append(Order(CONTINGENTS[c], ORDERS[order]))
    return Course(0.0, (*actions, END), True)


def _order_of(scene: Scene, contingent: int) -> int:
    state, ground = scene.state, scene.ground
    units = [slot for slot in MEMBERS[contingent] if state.at[slot] >= 0]
    near = ground.around(state.held[1 - scene.seat] | state.lone[1 - scene.seat])
    reformable = [slot for slot in units if state.disordered >> slot & 1 and not near >> state.at[slot] & 1]
    if contingent == HI:
        return _wall_order(scene, units, reformable)
    if len(reformable) >= REFORM_SHARE * len(units):
        return REFORM
    return MOVE


def _wall_order(scene: Scene, units: list[int], reformable: list[int]) -> int:
    """The wall is left for good attacks only, and formed again when there are none."""
    state = scene.state
    free = replace(state, wall=False)
    opened = Scene(scene.ground, free, scene.seat)
    promise = 0.0
    for slot in units:
        best, _ = stand(opened, slot, state.at[slot], state.held[scene.seat] & ~(1 << state.at[slot]))
        walled = scene.danger(slot, state.at[slot], state.facing[slot], state.held[scene.seat])
        promise += max(best + walled, 0.0) if best > 0.1 else 0.0
    if state.wall:
        if promise > LEAVE_WALL:
            return WALL
        return REFORM if reformable else NO_ORDER
    if promise > 0.6 * LEAVE_WALL:
        return MOVE
    close = min((scene.near(state.at[slot]) for slot in units), default=99)
    return WALL if close <= 8 else REFORM if reformable else WALL


def _leader(scene: Scene) -> list[Course]:
    state, ground, leader = scene.state, scene.ground, scene.leader
    found = movement.ways(ground, state, leader, movement.points_left(state, leader))
    best: tuple[float, int] = (_leader_spot(scene, state.at[leader]) + 0.02, state.at[leader])
    for place in found:
        value = _leader_spot(scene, place)
        if value > best[0] + 1e-9:
            best = value, place
    if best[1] == state.at[leader]:
        return [Course(0.0, (END,))]
    path = movement.path_to(ground, found, best[1])
    return [Course(best[0], (Move(UNITS[leader].id, path),))]


def _leader_spot(scene: Scene, place: int) -> float:
    """What it is worth to have the leader in a hex: with a unit whose contingent is to obey, near who reforms, safe."""
    state = scene.state
    slot = state.where.get(place, -1)
    if slot < 0 or SEAT[slot] != scene.seat:
        return -1.0 - scene.leader_danger(place)
    contingent = CONTINGENT[slot]
    size = sum(state.at[other] >= 0 for other in MEMBERS[contingent])
    value = LEADING * min(size, 10) / 10 if state.orders[contingent] == MOVE else 0.0
    near = sum(scene.ground.distance(place, state.at[other]) <= 4 for other in bits(state.disordered)
               if SEAT[other] == scene.seat and state.orders[CONTINGENT[other]] == REFORM)
    held = state.held[scene.seat] & ~(1 << place)
    risk = 2.0 * scene.danger(slot, place, state.facing[slot], held)
    return value + 0.02 * min(near, 6) - risk + 0.1 * (not state.disordered >> slot & 1)


def _action(scene: Scene) -> list[Course]:
    state = scene.state
    if state.acting < 0:
        left = orders.waiting(state)
        if not left:
            return [Course(0.0, (END,))]
        near = {c: min(scene.near(state.at[s]) for s in MEMBERS[c] if state.at[s] >= 0) for c in left}
        return [Course(0.0, (Activate(CONTINGENTS[c]),)) for c in sorted(left, key=lambda c: (near[c], c))]
    moving = state.moving
    if moving is not None and not state.engaged >> moving.slot & 1:
        _, vertex = stand(scene, moving.slot, state.at[moving.slot], state.held[scene.seat] & ~(
            1 << state.at[moving.slot]))
        line = line_of(scene, moving.slot)
        if line.gain > 0.05 and not moving.halted:
            return [Course(line.gain, line.actions, True)]
        return [Course(0.0, (Face(UNITS[moving.slot].id, vertex),))]
    free = [slot for slot in waiting(state, list(MEMBERS[state.acting])) if movement.may_act(state, slot) is None]
    found = [(slot, line) for slot, line in lines(scene, free) if line.actions and line.gain > 0.008]
    if not found:
        return [Course(0.0, (END,))]
    return [Course(line.gain, line.actions, True) for _, line in sorted(found, key=lambda one: -one[1].gain)]


def _shock(scene: Scene) -> list[Course]:
    state, ground = scene.state, scene.ground
    if state.resolving:
        found = [Course(odds.fight(ground, state, *one), (Single("resolve", UNITS[one.attackers[0]].id),))
                 for one in state.combats]
        return sorted(found, key=lambda course: -course.gain)
    after, actions, gain = _announced(scene)
    if shock.uncovered(ground, after):
        return [Course(0.0, (action,)) for action in legality.candidates(ground, state)]
    return [Course(gain, (*actions, BEGIN if after.combats else END), True)]


def _announced(scene: Scene) -> tuple[State, list[Action], float]:
    """Attacks added one by one, each that which promises most, then those that must be.

    Who attacks takes on everybody before it whom nobody attacks yet, so that no attack brings a duty with it.
    """
    ground, state = scene.ground, scene.state
    actions: list[Action] = []
    whole = 0.0
    while True:
        must = {slot for slot, _ in shock.uncovered(ground, state)}
        best: tuple[bool, float, Attack] | None = None
        for slot in FIGHTERS[scene.seat]:
            if state.at[slot] < 0:
                continue
            for targets in complete(ground, state, slot):
                gain = _joining(ground, state, slot, targets)
                attack = Attack(UNITS[slot].id, tuple(UNITS[target].id for target in targets))
                if (gain >= WORTH_IT or slot in must) and (best is None or (gain >= WORTH_IT, gain) > best[:2]):
                    best = gain >= WORTH_IT, gain, attack
        if best is None:
            return state, actions, whole
        state = shock.announce(state, best[2])[0]
        actions.append(best[2])
        whole += best[1]


def complete(ground: Ground, state: State, slot: int) -> list[tuple[int, ...]]:
    """Sets of enemies a unit may attack after which nobody before it is left unattacked."""
    left = {target for target in shock.in_front(ground, state, slot) if shock.combat_of(state, target) is None}
    return [targets for targets in attacks(ground, state, slot) if left <= set(targets)]


def _joining(ground: Ground, state: State, slot: int, targets: tuple[int, ...]) -> float:
    """What a unit adds by attacking these, alone or with those who do."""
    known = shock.combat_of(state, targets[0])
    before = odds.fight(ground, state, *known) if known is not None else 0.0
    attackers = (*known.attackers, slot) if known is not None else (slot,)
    return odds.fight(ground, state, attackers, targets) - before


def _reform(scene: Scene) -> list[Course]:
    state, ground = scene.state, scene.ground
    for slot in reform.able(ground, state):
        shown = {one.result: float(one.chance) for one in reform.preview(ground, state, slot).outcomes}
        if shown.get(reform.REFORMED, 0.0) * odds.UPSET > shown.get(reform.FLED, 0.0):
            return [Course(shown[reform.REFORMED], (Single("reform", UNITS[slot].id),))]
    return [Course(0.0, (END,))]


def _answers(scene: Scene) -> list[Course]:
    state, ground = scene.state, scene.ground
    match state.top:
        case Reaction(target, asked):
            shots = sorted(((odds.reaction(ground, state, slot, target), slot) for slot in asked), reverse=True)
            return [Course(gain, (Single("react", UNITS[slot].id),)) for gain, slot in shots]
        case Rescued(leader, places):
            best = sorted(places, key=lambda place: (scene.leader_danger(place), place))
            return [Course(0.0, (Rescue(UNITS[leader].id, ground.hexes[place]),)) for place in best]
        case Retreats(waiting_):
            return _retreats(scene, waiting_[0])
        case Follow() as frame:
            return _follow(scene, frame)
        case Turning(slot):
            held = state.held[scene.seat] & ~(1 << state.at[slot])
            _, vertex = stand(scene, slot, state.at[slot], held)
            return [Course(0.0, (Face(UNITS[slot].id, vertex),))]
        case Fight() as frame if frame.stage == CHOICE:
            sign = -1 if SEAT[frame.attackers[0]] != SEAT[fight.victims(state, frame)[0]] else 1
            victims = fight.victims(state, frame)
            victims.sort(key=lambda slot: (sign * (odds.worth(slot) - odds.hurt(state, slot)), slot))
            return [Course(0.0, (Single("eliminate", UNITS[slot].id),)) for slot in victims]
        case Fight() as frame if frame.stage == ADVANCING:
            return _advances(scene, frame)
        case (Fight() | Counter()) as frame:
            return _again(scene, frame)
    return []


def _retreats(scene: Scene, slot: int) -> list[Course]:
    state, ground = scene.state, scene.ground
    one = shock.combat_of(state, slot)
    assert one is not None
    stake = odds.fight(ground, state, one.attackers, one.defenders) / len(one.defenders)
    held = state.held[scene.seat] & ~(1 << state.at[slot])
    found = [Course(stake - 0.02, (Single("stand", UNITS[slot].id),))]
    for place in shock.retreat_hexes(ground, state, slot):
        danger = min(scene.danger(slot, place, vertex, held) for vertex in range(6))
        found.append(Course(-danger, (Retreat(UNITS[slot].id, ground.hexes[place]),)))
    stands, *goes = found
    goes.sort(key=lambda course: -course.gain)
    return [*goes, stands] if stake > 0.05 and goes else [stands, *goes]


def _follow(scene: Scene, frame: Follow) -> list[Course]:
    state, ground = scene.state, scene.ground
    found = [Course(0.0, (DECLINE,))]
    for slot in sequence.followers(ground, state, frame):
        held = state.held[scene.seat] & ~(1 << state.at[slot])
        gain = stand(scene, slot, frame.place, held)[0] - stand(scene, slot, state.at[slot], held)[0]
        found.append(Course(gain, (Advance(UNITS[slot].id, ground.hexes[frame.place]),)))
    return sorted(found, key=lambda course: -course.gain)


def _advances(scene: Scene, frame: Fight) -> list[Course]:
    state, ground = scene.state, scene.ground
    found = []
    for place in frame.vacated:
        for slot in fight.advancers(ground, state, frame, place):
            held = state.held[scene.seat] & ~(1 << state.at[slot])
            gain = stand(scene, slot, place, held)[0] - stand(scene, slot, state.at[slot], held)[0]
            found.append(Course(gain, (Advance(UNITS[slot].id, ground.hexes[place]),)))
    return sorted(found, key=lambda course: -course.gain)


def _again(scene: Scene, frame: Fight | Counter) -> list[Course]:
    state, ground = scene.state, scene.ground
    previous = frame.previous + 1 if isinstance(frame, Fight) else 0
    found = [Course(WORTH_IT, (DECLINE,))]
    for team, targets in fight.sets_again(ground, state, frame):
        if not all(ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in team for d in targets):
            continue
        gain = odds.fight(ground, state, team, targets, previous)
        found.append(Course(gain, (Again(tuple(UNITS[s].id for s in team), tuple(UNITS[s].id for s in targets)),)))
    return sorted(found, key=lambda course: -course.gain)



