"""The veteran's play of the Abyssinians: mass around the Italian units, attack together, charge damaged units."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.evaluator import ProposedCourse
from game.core.indices import Slot
from game.rules.adua import aiming, hazards, initiative, melee, movement, smallarms, zones
from game.rules.adua.actions import (
    BEGIN_RESOLVING,
    END_PHASE,
    AnnounceAttack,
    ChargeUnit,
    DiceAt,
    MovePiece,
    RollMelee,
    TryInitiative,
)
from game.rules.adua.ai import answers, guarding, odds
from game.rules.adua.ai.scene import HOST_ENTRY_TURN, MASS_RADIUS, UNREACHABLE, AduaScene, costs_to
from game.rules.adua.sides import ABYSSINIANS, ARTILLERY, CAVALRY, ITALIANS, WARRIORS
from game.rules.adua.state import AduaPhase
from game.rules.adua.units import CHIEF, COMMANDERS, FIGHTERS, KIND, QUALITY, SEAT, SLOT, UNITS
from game.rules.adua.victory import LAST_TURN

MIN_GAIN = 0.02
"""The least expected gain of an attack before units move next to an Italian unit; chosen, as all numbers here."""
RESERVE_SHARE = 0.4
"""The share of the units behind the attackers that is expected to join a melee by initiative."""
ATTACK_HEX_VALUE = 3.0
"""The value of a hex to attack from. Chosen by hand, as the two numbers below."""
FURTHER_ENEMY_COST = 0.5
"""The cost of each other enemy next to such a hex."""
HIGHER_GROUND_VALUE = 0.4
"""The value of higher ground."""
GAIN_WEIGHT = 3.0
"""The value of each point of the attack's expected gain: in three games with the same dice against an army that holds,
the host won 8.5, 9.5 and 11.5 points instead of 5.5, 9 and 9; measured."""
APPROACH_VALUE = 0.3
"""The value of each hex nearer to the aim."""
MAX_PASSES = 2
"""The most passes over the units in a movement phase; chosen by hand."""
WAITING_DISTANCE = 2
"""Hexes from the aim at which units wait until enough have massed."""
HELD_BACK_DISTANCE = 6
"""The movement points from the enemy that units keep before ``HOST_ENTRY_TURN`` while they are too weak."""
MASSING_RADIUS = 8
"""The hexes from the enemy within which units count for that."""
ENOUGH_TO_CLOSE = 0.5
"""The combat value near the enemy, as a share of the enemy's there, with which units close in before the host
enters."""
WEAK_ENTRY_COST = 6.0
"""The cost of entering an enemy ZOC where the attack is too weak."""
GUARDS = frozenset(SLOT[name] for name in ("gabeiehu", "atichim"))
"""Chiefs whose units guard the passes until the host arrives."""
GUARDING_UNTIL = 3
"""The turn from which the units of ``GUARDS`` no longer guard the passes."""


class HostPlan(NamedTuple):
    """The Abyssinian plan for a battle."""

    attack_opens: Callable[[AduaScene], bool] = lambda scene: True
    """Whether the time to attack has come."""
    wait: int = WAITING_DISTANCE
    """Hexes from the enemy at which units wait for that time, or until enough have massed."""
    gathering_hex: str = ""
    """The hex where all units gather until the time to attack has come; empty: around the enemy."""


PRESS = HostPlan()
"""Attack any Italian unit around which enough units have massed."""


def choose(scene: AduaScene, plan: HostPlan = PRESS) -> list[ProposedCourse]:
    """The candidate courses of the Abyssinians in a phase of theirs, the best first."""
    match scene.state.phase:
        case AduaPhase.MOVE:
            return [ProposedCourse(tuple(moves(scene, plan)), 0.0, True)]
        case AduaPhase.FIRE:
            return _fire_courses(scene)
        case AduaPhase.CHARGE:
            return _charge_courses(scene)
        case AduaPhase.INITIATIVE:
            return _initiative_courses(scene)
        case AduaPhase.MELEE:
            return [ProposedCourse((RollMelee(scene.ground.hexes[hex_]),), 0.0)
                    for hex_ in hexes_in(scene.state.melees & ~scene.state.clashed)]
    return [ProposedCourse((END_PHASE,), 0.0)]


def worth_attacking(scene: AduaScene, target: Slot, plan: HostPlan = PRESS) -> bool:
    """Whether an attack on an Italian unit by the units around it, as many as fit, has enough expected gain."""
    least = MIN_GAIN if scene.state.turn < LAST_TURN else 0.0
    return plan.attack_opens(scene) and scene.expected_gain(target, _expected_gain) > least


def _expected_gain(scene: AduaScene, target: Slot) -> float:
    """The expected gain of an attack on an Italian unit by the units around it; the strongest take the hexes next to
    it."""
    state, ground = scene.state, scene.ground
    place = state.at[target]
    if state.melees >> place & 1:
        return 0.0
    room = (ground.adjacent[place] & ~state.occupied[ITALIANS] & ~ground.barred[WARRIORS]).bit_count()
    near = ground.within(place, MASS_RADIUS)
    massed = sorted((slot for slot in scene.friends if near >> state.at[slot] & 1 and KIND[slot] not in ARTILLERY
                     and not state.engaged >> slot & 1), key=lambda slot: (KIND[slot] != CAVALRY, -state.value(slot)
                                                                            - QUALITY[slot], slot))
    horse = [slot for slot in massed[:1] if KIND[slot] == CAVALRY and not ground.barred[CAVALRY] >> place & 1]
    foot = [slot for slot in massed if KIND[slot] != CAVALRY]
    team, reserve = foot[:room - len(horse)], foot[room - len(horse):]
    return odds.attack_gain(state, [(slot, state.value(slot)) for slot in team], target, sum(map(state.value, horse)),
                            int(RESERVE_SHARE * sum(map(state.value, reserve))), close=True)


def moves(scene: AduaScene, plan: HostPlan) -> Iterator[Action]:
    """The remaining moves of the movement phase, and its end. Units that stayed are considered again once the others
    have moved."""
    while (block := guarding.blocking_move(scene)) is not None:
        yield block
        scene = scene.after(movement.apply_move(scene.state, block))
    guards_of_passes = guarding.guards(scene)
    for _ in range(MAX_PASSES):
        able = [slot for slot in FIGHTERS[ABYSSINIANS] if movement.why_no_move(scene.state, slot) is None]
        before = scene
        for slot in sorted(able, key=lambda one: _move_order(scene, one)):
            move = (guarding.move_to_pass(scene, slot, guards_of_passes[slot]) if slot in guards_of_passes
                    else _best_move(scene, slot, plan))
            if move is not None:
                yield move
                scene = scene.after(movement.apply_move(scene.state, move))
        if scene is before:
            break
    while (move_of_commander := guarding.commander_move(scene)) is not None:
        yield move_of_commander
        scene = scene.after(movement.apply_move(scene.state, move_of_commander))
    yield END_PHASE


def _move_order(scene: AduaScene, slot: Slot) -> tuple[bool, float, int]:
    """The sort key for the order of moves. Units that can attack come first, the strongest of them before the others
    because room next to the enemy is scarce; then the nearest units."""
    state = scene.state
    near = scene.distance_to_enemy(state.at[slot]) if state.at[slot] >= 0 else UNREACHABLE
    charges = near <= UNITS[slot].move
    return not charges, -state.value(slot) - QUALITY[slot] if charges else near, slot


def _best_move(scene: AduaScene, slot: Slot, plan: HostPlan) -> MovePiece | None:
    """The best move of a unit; None if it should stay."""
    state = scene.state
    here = state.at[slot]
    aim = _aim(scene, slot, plan)
    if _is_too_weak(scene, aim):
        plan = plan._replace(wait=max(plan.wait, HELD_BACK_DISTANCE))
    reach = movement.reachable(state, slot)
    best = (_presence_value(scene, slot, here, aim, plan) + 0.05, here) if here >= 0 else (-99.0, here)
    enemy_zones = zones.enemy_zones(state, ABYSSINIANS)
    for place in reach.points:
        value = _presence_value(scene, slot, place, aim, plan, bool(enemy_zones >> place & 1))
        if value > best[0]:
            best = value, place
    if best[1] == here:
        return None
    return movement.move_along(state, slot, reach.path(best[1]))


def _is_too_weak(scene: AduaScene, aim: Hex) -> bool:
    """Whether units near a hex should await the host, because the enemies there are far stronger."""
    near = scene.ground.within(aim, MASSING_RADIUS)
    massed = sum(scene.state.value(slot) for slot in scene.friends if near >> scene.state.at[slot] & 1)
    return scene.state.turn < HOST_ENTRY_TURN and massed < ENOUGH_TO_CLOSE * scene.value_within(aim, MASS_RADIUS)


def _aim(scene: AduaScene, slot: Slot, plan: HostPlan) -> Hex:
    """The hex that a unit moves towards: where the host gathers, a pass that it guards, or the enemy it marches on."""
    state, ground = scene.state, scene.ground
    if plan.gathering_hex and not plan.attack_opens(scene):
        return ground.index[plan.gathering_hex]
    if CHIEF[slot] in GUARDS and state.turn < GUARDING_UNTIL and scene.enemies and min(
            ground.distance(ground.passes[4], state.at[one]) for one in scene.enemies) > 8:
        return ground.index["0610"] if slot % 2 else ground.index["0613"]
    if slot not in scene.marches:
        return ground.passes[4]
    return state.at[scene.marches[slot]]


def _presence_value(
    scene: AduaScene, slot: Slot, place: Hex, aim: Hex, plan: HostPlan, enters: bool = False
) -> float:
    """The value of a unit's presence in a hex."""
    state, ground = scene.state, scene.ground
    distance = costs_to(ground, KIND[slot], aim)[place]
    beside = scene.beside(place)
    if KIND[slot] in ARTILLERY:
        in_range = bool(scene.reach_from(slot, place))
        return -APPROACH_VALUE * max(0, distance - 4) + 2.0 * in_range - 2.0 * len(beside)
    if not beside:
        return -APPROACH_VALUE * abs(distance - plan.wait)
    chosen = [one for one in beside if worth_attacking(scene, one, plan)]
    if not chosen:
        return (-WEAK_ENTRY_COST if enters else 0.0) - APPROACH_VALUE * abs(distance - plan.wait)
    height = ground.level[place] - min(ground.level[state.at[one]] for one in chosen)
    hope = max(scene.expected_gain(one, _expected_gain) for one in chosen)
    return (ATTACK_HEX_VALUE + GAIN_WEIGHT * hope - FURTHER_ENEMY_COST * (len(beside) - 1)
            + HIGHER_GROUND_VALUE * max(-1, min(1, height)) - 0.05 * distance)


def _fire_courses(scene: AduaScene) -> list[ProposedCourse]:
    """Attacks by all units that can attack, as many as possible on the same target. An attack without expected gain is
    made only if it is compulsory."""
    state = scene.state
    able = smallarms.able_to_attack(state)
    reach = {slot: aiming.enemies_in_reach(state, slot) for slot in able}
    horse = _cavalry_beside(scene)
    teams = _attackers_by_target(scene, reach, horse)
    owing = set(smallarms.must_attack(state)) | {share.unit for share in state.shares}
    actions: list[Action] = []
    gain = 0.0
    for target, team in teams.items():
        value = _team_gain(scene, team, target, horse)
        if value <= 0 and state.turn < LAST_TURN:
            team = [slot for slot in team if slot in owing or KIND[slot] in ARTILLERY]
        gain += max(0.0, value)
        actions += [AnnounceAttack(UNITS[slot].id, (DiceAt(UNITS[target].id),)) for slot in team
                    if not any(share.unit == slot and share.target == target for share in state.shares)]
    if actions or state.shares:
        return [ProposedCourse((*actions, BEGIN_RESOLVING), gain, True)]
    return [ProposedCourse((END_PHASE,), 0.0)]


def _team_gain(scene: AduaScene, team: list[Slot], target: Slot, horse: dict[Slot, int]) -> float:
    """The expected gain of an attack by a team, with the cavalry and reserves that can join it."""
    if not team:
        return 0.0
    return odds.attack_gain(scene.state, [(slot, scene.strength(slot)) for slot in team], target, horse.get(target, 0),
                            int(RESERVE_SHARE * scene.reserve(scene.state.at[target])))


def _cavalry_beside(scene: AduaScene) -> dict[Slot, int]:
    """Enemy unit -> the combat value of the cavalry next to it."""
    value_beside: dict[Slot, int] = {}
    for slot in scene.friends:
        if KIND[slot] == CAVALRY and not scene.state.engaged >> slot & 1:
            for target in scene.beside(scene.state.at[slot]):
                value_beside[target] = value_beside.get(target, 0) + melee.value(scene.state, slot)
    return value_beside


def _attackers_by_target(scene: AduaScene, reach: dict[Slot, list[Slot]],
                         horse: dict[Slot, int]) -> dict[Slot, list[Slot]]:
    """Enemy unit -> its attackers. Attackers are assigned one by one, those with the fewest targets first, each to the
    target where it adds most. Declared and announced attacks stay as they are."""
    declared = {**dict(scene.state.declared), **{share.unit: share.target for share in scene.state.shares}}
    teams: dict[Slot, list[Slot]] = {}
    gain_so_far: dict[Slot, float] = {}
    for slot in sorted(reach, key=lambda one: (len(reach[one]), -scene.strength(one), one)):
        targets = [declared[slot]] if slot in declared else reach[slot]
        after = {one: _team_gain(scene, [*teams.get(one, ()), slot], one, horse) for one in targets}
        target = max(targets, key=lambda one: (after[one] - gain_so_far.get(one, 0.0), -one))
        teams.setdefault(target, []).append(slot)
        gain_so_far[target] = after[target]
    return teams


def _charge_courses(scene: AduaScene) -> list[ProposedCourse]:
    state = scene.state
    chargers = melee.chargers(state)
    team: dict[Slot, int] = {}
    for slot, targets in chargers.items():
        for target in targets:
            team[target] = team.get(target, 0) + melee.value(state, slot)
    inside = {target: sum(melee.value(state, one)
                          for one in state.units_in[state.at[target]] if SEAT[one] == ABYSSINIANS)
              for target in team}
    bound = melee.must_charge(state)
    weight = {target: float(team[target] + inside[target]) for target in team}
    for target in team:
        if inside[target] < melee.value(state, target):
            team_there = [slot for slot, targets in chargers.items() if target in targets]
            weight[target] += _expected_help(scene, team_there, target)
    for slot, targets in sorted(chargers.items(), key=lambda one: -melee.value(state, one[0])):
        target = max(targets, key=lambda one: (weight[one] / max(1, melee.value(state, one)), -one))
        wanted = melee.value(state, target)
        hope = odds.melee_gain(melee.column(wanted - int(weight[target])), odds.step_value(state, target))
        if (inside[target] < wanted and hope > 0) or slot in bound:
            charge = ChargeUnit(UNITS[slot].id, UNITS[target].id)
            if slot in bound or not hazards.lost_by_charge(state, charge):
                return [ProposedCourse((charge,), hope)]
    return [ProposedCourse((END_PHASE,), 0.0)]


def _expected_help(scene: AduaScene, team: list[Slot], target: Slot) -> float:
    """The combat value that commanders are expected to bring in by initiative after a team's charge."""
    state = scene.state
    place = state.at[target]
    for slot in team:
        state = melee.join_melee(state, slot, place)[0]
    misses: dict[Slot, float] = {}
    for commander in COMMANDERS[ABYSSINIANS]:
        for slot, ways in initiative.supporters(state, commander).items():
            if place in ways.points:
                misses[slot] = misses.get(slot, 1.0) * (1 - UNITS[commander].value / 6)
    return sum(state.value(slot) * (1 - miss) for slot, miss in misses.items())


def _initiative_courses(scene: AduaScene) -> list[ProposedCourse]:
    willing = initiative.able_to_roll(scene.state)
    if not willing or not answers.winning_melees(scene.state):
        return [ProposedCourse((END_PHASE,), 0.0)]
    slot = max(willing, key=lambda one: (UNITS[one].value, -one))
    return [ProposedCourse((TryInitiative(UNITS[slot].id),), UNITS[slot].value / 6)]
