"""The veteran's decisions at Tours, phase by phase: candidate courses with hand-made evaluations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game.core.action import Action
from game.core.indices import Slot
from game.rules.tours import fire, movement, orders, reform, shock, victory
from game.rules.tours.actions import (
    DECLINE,
    END_PHASE,
    MOVE,
    NO_ORDER,
    ORDERS,
    REFORM,
    RESOLVE_ATTACKS,
    WALL,
    ChangeFacing,
    ChooseFirstPlayer,
    ContinueAttack,
    Eliminate,
    Order,
    React,
    Reform,
    Rescue,
    Resolve,
    Stand,
    ToursActivate,
    ToursAdvance,
    ToursAttack,
    ToursFire,
    ToursRetreat,
)
from game.rules.tours.ai import odds
from game.rules.tours.ai.camp import camp_in_reach, wins_in_order
from game.rules.tours.ai.leading import leader_courses
from game.rules.tours.ai.marching import ToursCourse, best_course, value_with_best_facing
from game.rules.tours.ai.scene import ACTIVATION_CHANCES, NO_ENEMY_DISTANCE, Scene
from game.rules.tours.ai.stances import AS_IT_COMES, Stance
from game.rules.tours.continued import FurtherAttack
from game.rules.tours.facing import FacingChoice
from game.rules.tours.fight import AdvanceAfterShock, ContinuedAttack, CounterAttack, VictimChoice
from game.rules.tours.fire import ReactionFire
from game.rules.tours.losses import LeaderPlacement
from game.rules.tours.retreats import AdvanceBeforeShock, RetreatsBeforeShock, retreat_hexes
from game.rules.tours.sequence import decision, seat_to_decide
from game.rules.tours.shock import target_sets
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import (
    CONTINGENTS,
    CONTINGENTS_OF_SEAT,
    FOE,
    FRANKS,
    HI,
    SEAT,
    SEATS,
    SLOT,
    UNITS,
    Contingent,
    ids,
)

MIN_STAKE = 0.05
"""The least expected cost of standing at which a unit retreats instead; chosen by hand."""


def answers(scene: Scene) -> list[ToursCourse]:
    """The answers to the pending decision, the best first."""
    frame = scene.state.frames[-1]
    return ANSWERS[type(frame)](scene, frame)


def _reaction_courses(scene: Scene, pending: ReactionFire) -> list[ToursCourse]:
    """The shots in reaction, the one with the greatest expected gain first."""
    shots = sorted(((odds.shot_gain(scene.state, slot, pending.target, True), slot) for slot in pending.units),
                   reverse=True)
    return [ToursCourse(gain, (React(UNITS[slot].id),)) for gain, slot in shots]


def _placement_courses(scene: Scene, pending: LeaderPlacement) -> list[ToursCourse]:
    """The hexes for a leader, the safest first."""
    places = sorted(pending.places, key=lambda place: (scene.leader_danger(place), place))
    return [ToursCourse(0.0, (Rescue(UNITS[pending.unit].id, scene.ground.hexes[place]),)) for place in places]


def _facing_courses(scene: Scene, pending: FacingChoice) -> list[ToursCourse]:
    """The best facing of a unit."""
    place = scene.state.at[pending.unit]
    _, vertex = value_with_best_facing(scene, pending.unit, place)
    return [ToursCourse(0.0, (ChangeFacing(UNITS[pending.unit].id, vertex),))]


def _victim_courses(scene: Scene, pending: VictimChoice) -> list[ToursCourse]:
    """The units of which one is eliminated: of own units the least loss first, of the enemy's the greatest."""
    victims = list(pending.victims())
    sign = -1 if SEAT[pending.attackers[0]] != SEAT[victims[0]] else 1
    state = scene.state

    def cost(slot: Slot) -> float:
        """The cost of a unit's elimination instead of its disorder."""
        led = state.leader_of(slot) >= 0  # the leader may die with it, and counts as two (12.2, 14.0)
        return odds.elimination_surcharge(state, slot) + victory.LEADER_COUNTS / 2 * led

    victims.sort(key=lambda slot: (sign * cost(slot), slot))
    return [ToursCourse(0.0, (Eliminate(UNITS[slot].id),)) for slot in victims]


def _retreat_courses(scene: Scene, pending: RetreatsBeforeShock) -> list[ToursCourse]:
    """The options of the defender with most at stake, which decides first and so has the choice of hexes
    (ruling 11)."""
    state, ground = scene.state, scene.ground
    able = pending.able_to_retreat(state)
    fights = ((one, slot) for one in state.combats for slot in one.defenders if slot in able)
    stake, slot = max((odds.shock_gain(state, one.attackers, one.defenders) / len(one.defenders), slot)
                      for one, slot in fights)
    friends = scene.other_friends(slot)
    courses = [ToursCourse(-stake, (Stand(UNITS[slot].id),))]
    for place in retreat_hexes(state, slot):
        danger = min(scene.danger(slot, place, vertex, friends) for vertex in range(6))
        courses.append(ToursCourse(-danger, (ToursRetreat(UNITS[slot].id, ground.hexes[place]),)))
    stand, *retreats = courses
    retreats.sort(key=lambda course: -course.gain)
    if (stake > MIN_STAKE or scene.result_if_ended > 0) and retreats:
        return [*retreats, stand]
    return [stand, *retreats]


def _advance_courses(scene: Scene, pending: AdvanceBeforeShock | AdvanceAfterShock) -> list[ToursCourse]:
    """The advances, and the refusal to advance where that is allowed; the best first."""
    state = scene.state
    courses = [ToursCourse(0.0, (DECLINE,))] if pending.main(state) is not None else []
    for place, slot in pending.open_advances(state):
        gain = value_with_best_facing(scene, slot, place)[0] - value_with_best_facing(scene, slot, state.at[slot])[0]
        courses.append(ToursCourse(gain, (ToursAdvance(UNITS[slot].id, scene.ground.hexes[place]),)))
    return sorted(courses, key=lambda course: -course.gain)


def _further_attack_courses(scene: Scene, pending: FurtherAttack) -> list[ToursCourse]:
    """The continued attacks or counter-attacks, and the refusal to attack; the best first."""
    state, ground = scene.state, scene.ground
    courses = [ToursCourse(_least_gain(scene), (DECLINE,))]
    for team, targets in pending.attack_pairs(state):
        if not all(ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in team for d in targets):
            continue
        gain = scene.shock_gain(state, team, targets, pending.earlier_attacks())
        courses.append(ToursCourse(gain, (ContinueAttack(ids(team), ids(targets)),)))
    return sorted(courses, key=lambda course: -course.gain)


ANSWERS: dict[type, Callable[[Scene, Any], list[ToursCourse]]] = {
    ReactionFire: _reaction_courses, LeaderPlacement: _placement_courses, RetreatsBeforeShock: _retreat_courses,
    FacingChoice: _facing_courses,
    VictimChoice: _victim_courses, AdvanceBeforeShock: _advance_courses, AdvanceAfterShock: _advance_courses,
    ContinuedAttack: _further_attack_courses, CounterAttack: _further_attack_courses,
}
"""Class of a pending decision -> the function that returns the courses for it, the best first."""


CERTAIN_GAIN = 99.0
"""More than the expected gain of any attack."""
MIN_GAIN_TO_LEAVE_WALL = 0.5
"""The least expected gain, less the added danger, of attacks for which the shield wall is left; chosen by hand, as are
the numbers below."""
MIN_ATTACK_VALUE = 0.1
"""The least value of a unit's place outside the wall at which the unit counts as able to attack."""
MIN_GAIN_TO_STAY_OUT = 0.6 * MIN_GAIN_TO_LEAVE_WALL
"""The least expected gain, less the added danger, of attacks for which heavy infantry that has left the wall does not
form it again."""
WALL_DISTANCE = 8
"""Hexes from the enemy within which the wall is formed before units reform."""
MIN_COURSE_GAIN = 0.008
"""The least gain of a unit's course to begin it."""
MIN_CONTINUED_COURSE_GAIN = 0.05
"""The least gain of a unit's course to continue it once the unit has moved."""


def choose(state: ToursState, stance: Stance = AS_IT_COMES, losses: float = 1.0) -> list[ToursCourse]:
    """The candidate courses of the seat to decide in a stance, the best first.

    :param losses: the factor on own losses.
    """
    scene = Scene(state, seat_to_decide(state), stance, losses)
    if state.frames:
        return answers(scene)
    wins_by_waiting = scene.result_if_ended > 0 and not state.combats and decision(state).check(state, END_PHASE)
    return [ToursCourse(0.0, (END_PHASE,))] if wins_by_waiting else PHASE_COURSES[state.phase](scene)


def _setup_course(scene: Scene) -> ToursCourse:
    """The stance's changes to the proposed set-up, and the end of the set-up."""
    state = scene.state
    changes = [one for one in scene.stance.set_up_changes if state.at[SLOT[one.unit]] != scene.ground.index[one.place]]
    return ToursCourse(0.0, (*changes, END_PHASE), True)


def _orders_course(scene: Scene) -> ToursCourse:
    """The best order for each contingent, and the end of the phase."""
    state = scene.state
    actions: list[Action] = []
    for contingent in CONTINGENTS_OF_SEAT[scene.seat]:
        if state.has_units(contingent):
            order = _best_order(scene, contingent)
            if state.orders[contingent] != order:
                actions.append(Order(CONTINGENTS[contingent], ORDERS[order]))
    return ToursCourse(0.0, (*actions, END_PHASE), True)


def _best_order(scene: Scene, contingent: Contingent) -> int:
    """The best order for a contingent (``actions.ORDERS``)."""
    state = scene.state
    units = state.units(contingent)
    controlled = state.enemy_zone(scene.seat)
    reformable = [slot for slot in units if state.disordered >> slot & 1 and not controlled >> state.at[slot] & 1]
    if contingent == HI:
        return _wall_order(scene, units, reformable)
    if contingent in scene.stance.held_back(state):
        return REFORM if reformable else NO_ORDER
    if scene.seat == FRANKS and state.second and wins_in_order(state, reformable):
        return REFORM
    if not reformable:
        return MOVE if any(_has_use_of_order(scene, slot) for slot in units) else NO_ORDER
    reform_gain = sum(_reform_gain(state, slot) for slot in reformable)
    course_gains = (best_course(scene, slot).gain for slot in units if not state.engaged >> slot & 1)
    move_gain = sum(gain for gain in course_gains if gain > MIN_COURSE_GAIN)
    return REFORM if reform_gain > ACTIVATION_CHANCES[scene.seat] * move_gain else MOVE


def _has_use_of_order(scene: Scene, slot: Slot) -> bool:
    """Whether an order to move and attack is of use to a unit: it can attack from its place, or has a course worth
    beginning."""
    state = scene.state
    return (not state.engaged >> slot & 1 and
            (scene.attack_gain(state, slot, state.facing[slot]) > 0.0
             or best_course(scene, slot).gain > MIN_COURSE_GAIN))


def _reform_gain(state: ToursState, slot: Slot) -> float:
    """The expected gain of an attempt to reform."""
    shown = reform.preview(state, slot)
    reformed, eliminated = float(shown.chance_of(reform.REFORMED)), float(shown.chance_of(reform.ELIMINATED))
    return odds.unit_value(slot) * (reformed * odds.DISORDER_SHARE - eliminated * (1 - odds.DISORDER_SHARE))


def _wall_order(scene: Scene, units: list[Slot], reformable: list[Slot]) -> int:
    """The best order for the heavy infantry. Unless the stance decides, the wall is left only for good attacks, and
    formed again when there are none.

    :param reformable: the units that could reform.
    """
    state = scene.state
    distance = min((scene.distance_to_enemy(state.at[slot]) for slot in units), default=NO_ENEMY_DISTANCE)
    wants_wall = scene.stance.wants_wall(state)
    if wants_wall is not None:
        if wants_wall != state.wall:
            return WALL
        if reformable and (wants_wall or distance > WALL_DISTANCE):
            return REFORM
        return NO_ORDER if wants_wall else MOVE
    scene_without_wall = Scene(replace(state, wall=False), scene.seat, scene.stance, scene.losses)
    gain = 0.0
    for slot in units:
        value, _ = value_with_best_facing(scene_without_wall, slot, state.at[slot])
        danger_in_wall = scene.danger(slot, state.at[slot], state.facing[slot], state.occupied[scene.seat])
        gain += max(value + danger_in_wall, 0.0) if value > MIN_ATTACK_VALUE else 0.0
    if state.wall:
        if gain > MIN_GAIN_TO_LEAVE_WALL:
            return WALL
        return REFORM if reformable else NO_ORDER
    if gain > MIN_GAIN_TO_STAY_OUT:
        return MOVE
    return WALL if distance <= WALL_DISTANCE else REFORM if reformable else WALL


def _action_courses(scene: Scene) -> list[ToursCourse]:
    """The next activation, the contingent nearest to the enemy first; while a contingent is active, the courses of its
    units."""
    state = scene.state
    if state.acting < 0:
        inactive = orders.contingents_to_activate(state)
        if not inactive:
            return [ToursCourse(0.0, (END_PHASE,))]
        distances = {c: min(scene.distance_to_enemy(state.at[slot]) for slot in state.units(c)) for c in inactive}
        return [ToursCourse(0.0, (ToursActivate(CONTINGENTS[c]),))
                for c in sorted(inactive, key=lambda c: (distances[c], c))]
    moving = state.moving
    if moving is not None and not state.engaged >> moving.slot & 1:
        _, vertex = value_with_best_facing(scene, moving.slot, state.at[moving.slot])
        course = best_course(scene, moving.slot)
        if course.gain > MIN_CONTINUED_COURSE_GAIN and not moving.halted:
            return [ToursCourse(course.gain, course.actions, True)]
        shots = [(odds.shot_gain(state, moving.slot, target), target) for target in fire.targets(state, moving.slot)]
        if shots:
            gain, target = max(shots)
            return [ToursCourse(gain, (ToursFire(UNITS[moving.slot].id, UNITS[target].id),))]
        return [ToursCourse(0.0, (ChangeFacing(UNITS[moving.slot].id, vertex),))]
    able = [slot for slot in state.units(state.acting) if not state.moved >> slot & 1
            and movement.why_no_action(state, slot) is None]
    # The sort of the courses below is stable: of equal courses that of the unit nearest to the enemy comes first.
    able.sort(key=lambda slot: (scene.distance_to_enemy(state.at[slot]), slot))
    courses = [course for course in (best_course(scene, slot) for slot in able)
               if course.actions and course.gain > MIN_COURSE_GAIN]
    # Units that fire come first: lines of sight are still free, and the results are known before other units charge.
    courses.sort(key=lambda course: (not any(isinstance(one, ToursFire) for one in course.actions), -course.gain))
    return [ToursCourse(course.gain, course.actions, True) for course in courses] or [ToursCourse(0.0, (END_PHASE,))]


def _shock_courses(scene: Scene) -> list[ToursCourse]:
    """The planned attacks; while attacks are resolved, the next combat, that with the greatest expected gain first."""
    state = scene.state
    if state.resolving:
        resolutions = [ToursCourse(scene.shock_gain(state, *one), (Resolve(UNITS[one.attackers[0]].id),))
                       for one in state.combats]
        return sorted(resolutions, key=lambda course: -course.gain)
    after, actions, gain = _planned_attacks(scene)
    if shock.attacks_still_due(after):
        return [ToursCourse(0.0, (action,)) for action in decision(state).candidates(state)]
    return [ToursCourse(gain, (*actions, RESOLVE_ATTACKS if after.combats else END_PHASE), True)]


def _planned_attacks(scene: Scene) -> tuple[ToursState, list[Action], float]:
    """The attacks of the phase: the state after their announcement, the announcements, and their expected gain. They
    are added one by one, the one with the greatest gain first, and compulsory attacks last.

    An attacker also attacks all enemies in front of it that are not yet attacked, so that no attack makes another one
    compulsory.
    """
    state, worth_it = scene.state, _least_gain(scene)
    actions: list[Action] = []
    total_gain = 0.0
    while True:
        obliged = {slot for slot, _ in shock.attacks_still_due(state)}
        best: tuple[bool, float, ToursAttack] | None = None
        for slot in state.army(scene.seat):
            task = scene.task(slot)
            if task.rests and task.aim >> state.at[slot] & 1 and slot not in obliged:
                continue
            for targets in complete_target_sets(state, slot):
                gain = _added_gain(scene, state, slot, targets)
                attack = ToursAttack(UNITS[slot].id, tuple(UNITS[target].id for target in targets))
                if (gain >= worth_it or slot in obliged) and (best is None or (gain >= worth_it, gain) > best[:2]):
                    best = gain >= worth_it, gain, attack
        if best is None:
            return state, actions, total_gain
        state = shock.announce(state, best[2])[0]
        actions.append(best[2])
        total_gain += best[1]


def _least_gain(scene: Scene) -> float:
    """The least expected gain required of an attack: lower than that of any attack if the battle is lost as it stands,
    higher than that of any attack if it is won."""
    return CERTAIN_GAIN * scene.result_if_ended if scene.result_if_ended else scene.stance.min_attack_gain


def complete_target_sets(state: ToursState, slot: Slot) -> list[tuple[Slot, ...]]:
    """The sets of enemies that a unit may attack so that every enemy in front of it is attacked."""
    unattacked = {target for target in shock.in_front(state, slot) if shock.combat_of(state, target) is None}
    return [targets for targets in target_sets(state, slot) if unattacked <= set(targets)]


def _added_gain(scene: Scene, state: ToursState, slot: Slot, targets: tuple[Slot, ...]) -> float:
    """The expected gain that a unit adds by an attack on these targets, alone or with the units that attack them
    already."""
    combat = shock.combat_of(state, targets[0])
    gain_without = scene.shock_gain(state, *combat) if combat is not None else 0.0
    attackers = (*combat.attackers, slot) if combat is not None else (slot,)
    return scene.shock_gain(state, attackers, targets) - gain_without


def _reform_courses(scene: Scene) -> list[ToursCourse]:
    """The reform rolls with an expected gain, or else the end of the phase."""
    state = scene.state
    attempts = [ToursCourse(gain, (Reform(UNITS[slot].id),)) for slot in reform.units_to_reform(state)
                if (gain := _reform_gain(state, slot)) > 0]
    return attempts or [ToursCourse(0.0, (END_PHASE,))]


def _first_player_courses(scene: Scene) -> list[ToursCourse]:
    """The choice of the first player: the enemy if the camp is in reach, else the own side. The side that moves last
    decides about the camp: the Franks take it, or the Muslims drive them off (14.0)."""
    seat = scene.seat
    return [ToursCourse(0.0, (ChooseFirstPlayer(SEATS[FOE[seat] if camp_in_reach(scene.state) else seat]),))]


PHASE_COURSES: dict[ToursPhase, Callable[[Scene], list[ToursCourse]]] = {
    ToursPhase.SETUP: lambda scene: [_setup_course(scene)],
    ToursPhase.WHO_FIRST: _first_player_courses,
    ToursPhase.ORDERS: lambda scene: [_orders_course(scene)],
    ToursPhase.LEADERS: leader_courses, ToursPhase.ACTION: _action_courses, ToursPhase.SHOCK: _shock_courses,
    ToursPhase.REFORM: _reform_courses,
}
"""Phase -> the function that returns the courses for it, the best first."""
