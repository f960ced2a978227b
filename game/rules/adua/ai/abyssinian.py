"""The veteran's play of the Abyssinians: mass around the Italian units, attack together, charge damaged units."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
from game.rules.adua.ai import answers, guarding, holding, odds
from game.rules.adua.ai.holding import MASS_RADIUS, RESERVE_SHARE
from game.rules.adua.ai.scene import HOST_ENTRY_TURN, UNREACHABLE, AduaScene, costs_to
from game.rules.adua.sides import ABYSSINIANS, ARTILLERY, CAVALRY
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import CHIEF, COMMANDERS, FIGHTERS, KIND, QUALITY, SEAT, SLOT, UNITS
from game.rules.adua.victory import LAST_TURN

MIN_GAIN = 0.02
"""The least expected gain of an attack for which units move next to an Italian unit; chosen by hand, as are all numbers
here that are not said to be measured."""
ATTACK_HEX_VALUE = 3.0
"""The value of a hex from which a unit can make an attack that is worth it."""
FURTHER_ENEMY_COST = 0.5
"""The cost of each further enemy next to a hex to attack from."""
HIGHER_GROUND_VALUE = 0.4
"""The value of a hex to attack from that is above the target, and the cost of one below it, whatever the levels."""
ATTACK_DISTANCE_COST = 0.05
"""The cost of each movement point from a hex to attack from to the aim; it decides between hexes that are otherwise
equal."""
GAIN_WEIGHT = 3.0
"""The value of each point of the attack's expected gain; measured: in three games with the same dice against an army
that holds, the host won 8.5, 9.5 and 11.5 points with it, and 5.5, 9 and 9 without."""
APPROACH_VALUE = 0.3
"""The value of each movement point nearer to the aim."""
STAY_BONUS = 0.05
"""The value by which a move must be better than staying."""
OFF_MAP_VALUE = -99.0
"""The value to a unit that may enter of staying off the map: lower than that of any hex."""
IN_RANGE_VALUE = 2.0
"""The value to a battery of a hex from which it can bombard."""
BATTERY_CONTACT_COST = 2.0
"""The cost to a battery of each enemy next to its hex."""
MAX_ROUNDS = 2
"""The number of times that the units are considered in a movement phase."""
WAITING_DISTANCE = 2
"""The movement points from the aim at which units wait until enough have massed."""
HELD_BACK_DISTANCE = 6
"""The movement points from the aim that units keep before ``HOST_ENTRY_TURN`` while they are too weak to close in."""
MASSING_RADIUS = 8
"""Hexes from the aim within which units count when their strength there is compared with ``CLOSING_RATIO``."""
CLOSING_RATIO = 0.5
"""The combat value near the enemy, as a share of the enemy's, with which units close in before ``HOST_ENTRY_TURN``."""
WEAK_ENTRY_COST = 6.0
"""The cost of entering an enemy ZOC where the attack is not worth making."""
VANGUARD_CHIEFS = frozenset(SLOT[name] for name in ("gabeiehu", "atichim"))
"""The commanders whose units wait before the central pass until ``VANGUARD_WAITS_UNTIL``."""
VANGUARD_WAITS_UNTIL = 3
"""The turn from which they no longer wait: that of the first reinforcements (4.0)."""
VANGUARD_POSTS = ("0613", "0610")
"""The hexes where they wait; a unit's slot decides between them."""
VANGUARD_DISTANCE = 8
"""They wait there while no Italian unit is within this many hexes of the middle of the passes."""
MIDDLE_PASS = 4
"""The index of the middle one of the pass hexes (``AduaGround.passes``)."""


class HostPlan(NamedTuple):
    """The Abyssinian plan for a battle."""

    attack_opens: Callable[[AduaScene], bool] = lambda scene: True
    """Whether the time to attack has come."""
    wait: int = WAITING_DISTANCE
    """The movement points from the aim at which units wait for that time, or until enough have massed."""
    gathering_hex: str = ""
    """The hex where all units gather until the time to attack has come; empty: around the enemy."""


PRESS = HostPlan()
"""The plan to attack, at any time, the Italian units around which enough units have massed."""


def choose(scene: AduaScene, plan: HostPlan = PRESS) -> list[ProposedCourse]:
    """The candidate courses of the Abyssinians in a phase of theirs, the best first, with gains in victory points."""
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
    least_gain = MIN_GAIN if scene.state.turn < LAST_TURN else 0.0
    return plan.attack_opens(scene) and scene.expected_gain(target, holding.best_attack) > least_gain


def moves(scene: AduaScene, plan: HostPlan) -> Iterator[Action]:
    """The remaining moves of the movement phase, and its end. Units that stayed are considered again once the others
    have moved."""
    while (block := guarding.blocking_move(scene)) is not None:
        yield block
        scene = scene.after(movement.apply_move(scene.state, block))
    guards_of_passes = guarding.guards(scene)
    for _ in range(MAX_ROUNDS):
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
    distance = scene.distance_to_enemy(state.at[slot]) if state.at[slot] >= 0 else UNREACHABLE
    can_attack = distance <= UNITS[slot].move
    return not can_attack, -state.value(slot) - QUALITY[slot] if can_attack else distance, slot


def _best_move(scene: AduaScene, slot: Slot, plan: HostPlan) -> MovePiece | None:
    """The best move of a unit; None if it should stay."""
    state = scene.state
    here = state.at[slot]
    aim = _aim(scene, slot, plan)
    if _is_too_weak(scene, aim):
        plan = plan._replace(wait=max(plan.wait, HELD_BACK_DISTANCE))
    reached = movement.reachable(state, slot)
    best_value, best_place = (_presence_value(scene, slot, here, aim, plan) + STAY_BONUS if here >= 0
                               else OFF_MAP_VALUE), here
    enemy_zones = zones.enemy_zones(state, ABYSSINIANS)
    for place in reached.points:
        value = _presence_value(scene, slot, place, aim, plan, bool(enemy_zones >> place & 1))
        if value > best_value:
            best_value, best_place = value, place
    return None if best_place == here else movement.move_along(state, slot, reached.path(best_place))


def _is_too_weak(scene: AduaScene, aim: Hex) -> bool:
    """Whether units near a hex should await the host, because the enemies there are far stronger."""
    near = scene.ground.within(aim, MASSING_RADIUS)
    massed = sum(scene.state.value(slot) for slot in scene.friends if near >> scene.state.at[slot] & 1)
    return scene.state.turn < HOST_ENTRY_TURN and massed < CLOSING_RATIO * scene.value_within(aim, MASS_RADIUS)


def _aim(scene: AduaScene, slot: Slot, plan: HostPlan) -> Hex:
    """The hex that a unit moves towards: where the host gathers, where the vanguard waits, a pass, or the enemy it
    marches on."""
    state, ground = scene.state, scene.ground
    if plan.gathering_hex and not plan.attack_opens(scene):
        return ground.index[plan.gathering_hex]
    if (CHIEF[slot] in VANGUARD_CHIEFS and state.turn < VANGUARD_WAITS_UNTIL and scene.enemies
            and scene.distance_to_enemy(ground.passes[MIDDLE_PASS]) > VANGUARD_DISTANCE):
        return ground.index[VANGUARD_POSTS[slot % 2]]
    if slot not in scene.marches:
        return ground.passes[MIDDLE_PASS]
    return state.at[scene.marches[slot]]


def _presence_value(
    scene: AduaScene, slot: Slot, place: Hex, aim: Hex, plan: HostPlan, enters_zone: bool = False
) -> float:
    """The value of a unit's presence in a hex.

    :param aim: the hex that the unit moves towards.
    :param enters_zone: whether it would enter an enemy ZOC there.
    """
    state, ground = scene.state, scene.ground
    points = costs_to(ground, KIND[slot], aim)[place]
    adjacent = scene.enemies_beside(place)
    if KIND[slot] in ARTILLERY:
        in_range = bool(scene.enemies_in_reach_from(slot, place))
        gun_range = aiming.ARTILLERY_RANGE[ABYSSINIANS]
        points_left = max(0, points - gun_range) if ground.distance(place, aim) > gun_range else 0
        return -APPROACH_VALUE * points_left + IN_RANGE_VALUE * in_range - BATTERY_CONTACT_COST * len(adjacent)
    if not adjacent:
        return -APPROACH_VALUE * abs(points - plan.wait)
    targets = [enemy for enemy in adjacent if worth_attacking(scene, enemy, plan)]
    if not targets:
        return (-WEAK_ENTRY_COST if enters_zone else 0.0) - APPROACH_VALUE * abs(points - plan.wait)
    height = ground.level[place] - min(ground.level[state.at[target]] for target in targets)
    gain = max(scene.expected_gain(target, holding.best_attack) for target in targets)
    return (ATTACK_HEX_VALUE + GAIN_WEIGHT * gain - FURTHER_ENEMY_COST * (len(adjacent) - 1)
            + HIGHER_GROUND_VALUE * max(-1, min(1, height)) - ATTACK_DISTANCE_COST * points)


def _fire_courses(scene: AduaScene) -> list[ProposedCourse]:
    """Attacks by the units that can attack, each on the target where it adds most. Without expected gain only batteries
    and obliged units attack, except in the last turn."""
    state = scene.state
    able = smallarms.units_able_to_attack(state)
    reach = {slot: aiming.enemies_in_reach(state, slot) for slot in able}
    cavalry_values = _adjacent_cavalry_values(scene)
    teams = _attackers_by_target(scene, reach, cavalry_values)
    obliged = set(smallarms.units_obliged_to_attack(state)) | {share.unit for share in state.shares}
    short = set(smallarms.units_short_of_dice(state))
    actions: list[Action] = []
    gain = 0.0
    for target, team in teams.items():
        value = _team_gain(scene, team, target, cavalry_values)
        if value <= 0 and state.turn < LAST_TURN:
            team = [slot for slot in team if slot in obliged or KIND[slot] in ARTILLERY]
        gain += max(0.0, value)
        actions += [AnnounceAttack(UNITS[slot].id, (DiceAt(UNITS[target].id),)) for slot in team
                    if slot in short or not any(share.unit == slot and share.target == target
                                                for share in state.shares)]
    if actions or state.shares:
        return [ProposedCourse((*actions, BEGIN_RESOLVING), gain, True)]
    return [ProposedCourse((END_PHASE,), 0.0)]


def _team_gain(scene: AduaScene, team: list[Slot], target: Slot, cavalry_values: dict[Slot, int]) -> float:
    """The expected gain of an attack by a team, with the cavalry and reserves that can join it.

    :param cavalry_values: enemy unit -> the combat value of the cavalry next to it.
    """
    if not team:
        return 0.0
    return odds.attack_gain(scene.state, [(slot, scene.attack_dice(slot, target)) for slot in team], target,
                            cavalry_values.get(target, 0), int(RESERVE_SHARE * scene.reserve(scene.state.at[target])),
                            loss_factor=scene.loss_factor)


def _adjacent_cavalry_values(scene: AduaScene) -> dict[Slot, int]:
    """Enemy unit -> the combat value of the cavalry next to it that can enter its hex."""
    values: dict[Slot, int] = {}
    for slot in scene.friends:
        if KIND[slot] == CAVALRY and not scene.state.engaged >> slot & 1:
            place = scene.state.at[slot]
            for target in scene.enemies_beside(place):
                if scene.ground.zones[CAVALRY][place] >> scene.state.at[target] & 1:
                    values[target] = values.get(target, 0) + melee.value(scene.state, slot)
    return values


def _attackers_by_target(scene: AduaScene, reach: dict[Slot, list[Slot]],
                         cavalry_values: dict[Slot, int]) -> dict[Slot, list[Slot]]:
    """Enemy unit -> its attackers. Attackers are assigned one by one, those with the fewest targets first, each to the
    target where it adds most. Declared and announced attacks stay as they are.

    :param reach: unit that can attack -> the enemies in its reach.
    """
    declared = {**dict(scene.state.declared), **{share.unit: share.target for share in scene.state.shares}}
    teams: dict[Slot, list[Slot]] = {}
    gain_so_far: dict[Slot, float] = {}
    for slot in sorted(reach, key=lambda one: (len(reach[one]), -scene.strength(one), one)):
        targets = [declared[slot]] if slot in declared else reach[slot]
        gain_with = {one: _team_gain(scene, [*teams.get(one, ()), slot], one, cavalry_values) for one in targets}
        target = max(targets, key=lambda one: (gain_with[one] - gain_so_far.get(one, 0.0), -one))
        teams.setdefault(target, []).append(slot)
        gain_so_far[target] = gain_with[target]
    return teams


def _charge_courses(scene: AduaScene) -> list[ProposedCourse]:
    """The next charge: by the strongest unit that can charge, on the target for which all that can charge it are
    strongest in proportion. Without expected gain only cavalry that must charge does so."""
    state = scene.state
    chargers = melee.chargers(state)
    team_values: dict[Slot, int] = {}
    for slot, targets in chargers.items():
        for target in targets:
            team_values[target] = team_values.get(target, 0) + melee.value(state, slot)
    values_in_melee = {target: sum(melee.value(state, one)
                                   for one in state.units_in[state.at[target]] if SEAT[one] == ABYSSINIANS)
                       for target in team_values}
    obliged = melee.cavalry_obliged_to_charge(state)
    own_factor = odds.own_step_factor(state, scene.loss_factor)
    expected_values = {target: float(team_values[target] + values_in_melee[target]) for target in team_values}
    for target in team_values:
        if values_in_melee[target] < melee.value(state, target):
            team = [slot for slot, targets in chargers.items() if target in targets]
            expected_values[target] += _expected_help(scene, team, target)
    for slot, targets in sorted(chargers.items(), key=lambda one: -melee.value(state, one[0])):
        target = max(targets, key=lambda one: (expected_values[one] / max(1, melee.value(state, one)), -one))
        target_value = melee.value(state, target)
        column = melee.column(target_value - int(expected_values[target]))
        gain = odds.melee_gain(column, odds.step_value(state, target), own_factor)
        if (values_in_melee[target] < target_value and gain > 0) or slot in obliged:
            charge = ChargeUnit(UNITS[slot].id, UNITS[target].id)
            if slot in obliged or not hazards.lost_by_charge(state, charge):
                return [ProposedCourse((charge,), gain)]
    return [ProposedCourse((END_PHASE,), 0.0)]


def _expected_help(scene: AduaScene, team: list[Slot], target: Slot) -> float:
    """The combat value that commanders are expected to bring in by initiative after a team's charge."""
    state = scene.state
    place = state.at[target]
    for slot in team:
        state = melee.join_melee(state, slot, place)[0]
    failure_chances: dict[Slot, float] = {}
    for commander in COMMANDERS[ABYSSINIANS]:
        for slot, reached in initiative.supporters(state, commander).items():
            if place in reached.points:
                failure_chances[slot] = failure_chances.get(slot, 1.0) * (1 - UNITS[commander].value / 6)
    return sum(state.value(slot) * (1 - chance) for slot, chance in failure_chances.items())


def _initiative_courses(scene: AduaScene) -> list[ProposedCourse]:
    """The initiative roll of the commander whose help is expected to gain most; the end of the phase if no commander
    can bring help to a melee in which the Italians are stronger."""
    state = scene.state
    gains: dict[Slot, float] = {}
    for commander in initiative.commanders_able_to_roll(state):
        supporters = initiative.supporters(state, commander)
        if answers.reinforcement(state, supporters) is not None:
            gains[commander] = UNITS[commander].value / 6 * _gain_by_help(scene, supporters)
    if not gains:
        return [ProposedCourse((END_PHASE,), 0.0)]
    best = max(gains, key=lambda one: (gains[one], UNITS[one].value, -one))
    return [ProposedCourse((TryInitiative(UNITS[best].id),), gains[best])]


def _gain_by_help(scene: AduaScene, supporters: Mapping[Slot, movement.Reachable]) -> float:
    """The expected gain in victory points by the units that a commander would bring into melees if its initiative roll
    succeeds.

    :param supporters: as for ``answers.reinforcement``.
    """
    before = after = scene.state
    while (brought_in := answers.reinforcement(after, supporters)) is not None:
        slot, place = brought_in
        supporters = {one: reached for one, reached in supporters.items() if one != slot}
        after = melee.join_melee(after, slot, place)[0]
    own_factor = odds.own_step_factor(before, scene.loss_factor)

    def gain(state: AduaState, place: Hex) -> float:
        """The expected gain of the melee in a hex."""
        step = max(odds.step_value(state, one) for one in melee.sides(state, place)[0])
        return odds.melee_gain(melee.column(melee.difference(state, place)), step, own_factor)

    return sum(gain(after, place) - gain(before, place) for place in answers.melees_to_reinforce(before))
