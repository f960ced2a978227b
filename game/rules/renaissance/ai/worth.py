"""The evaluation of a position for the side that has just moved, in elements.

All weights are chosen, not measured, unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, inf
from types import MappingProxyType
from typing import NamedTuple

from game.core.indices import Seat, Slot, other
from game.core.pose import BASE
from game.rules.renaissance.ai.matchups import GENERAL_VALUE, CombatOdds, prospect
from game.rules.renaissance.ai.scene import TableScene, pair
from game.rules.renaissance.ai.volleys import volleys
from game.rules.renaissance.engine.bases import attached_general, contacts
from game.rules.renaissance.engine.bound import BOUND_LIMIT, BREAKING_LOSSES, QUIET_LIMIT, end_moves, has_lost
from game.rules.renaissance.engine.fighting import combats_left, turn_to_enemy, unturned_bases
from game.rules.renaissance.engine.scoring import RenaissanceCombat
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.tables import GENERALS
from game.rules.renaissance.engine.words import MU

ATTACK_PIP_CHANCES = (1.0, 0.85, 0.65, 0.45)
"""The chances that a side has the PIPs for its first, second, third and fourth attack."""
ENEMY_BOUND_WEIGHT = 0.4
"""The weight of the attacks that the enemy could make in its next bound, which comes first."""
OWN_BOUND_WEIGHT = 0.2
"""The weight of the attacks that a side could make in its own next bound."""
SHOTS_LATER = 1.5
"""The value of the shots of later bounds, as a share of that of the shots to come at once: a base that can shoot now
can mostly shoot again. Without it the veteran stood in the arc of the enemy's guns for many bounds. In quick battles at
a tenth of the budget, the veteran with it scored 72 % of 30 games against itself without."""
FAR_APPROACH_PER_MU = 0.025
"""The value to a base of each MU nearer to the enemy, down to ``FAR_DISTANCE``."""
FAR_DISTANCE = 12 * MU
"""The distance in units from the enemy from which ``NEAR_APPROACH_PER_MU`` counts."""
NEAR_APPROACH_PER_MU = 0.01
"""The value of each MU nearer from there, down to ``MANOEUVRE_DISTANCE``: the side that comes within reach first is
attacked first. With 0.06 at any distance, growing in proportion to the nearness of a draw, the veteran had 96 fights in
its own bounds and 153 in the enemy's (20 quick battles against scripts, at a tenth of the budget)."""
DRAW_HURRY = 2.5
"""How much ``FAR_APPROACH_PER_MU`` and ``NEAR_APPROACH_PER_MU`` have grown once a draw is reached, as a share of
them."""
HURRY_EXPONENT = 3.0
"""Exponent of the nearness of a draw where it makes approach worth more."""
CLOSING_PER_MU = 0.3
"""When a draw is near, the value of each MU nearer to the enemy within ``MANOEUVRE_DISTANCE``, and of contact."""
MANOEUVRE_DISTANCE = 6 * MU
"""The distance in units from the enemy at which bases look for a good attack."""
LATE_DISCOUNT = 0.9
"""Share by which all values but that of a victory are reduced at the time limit, since only a broken side can still
lose."""
NEARNESS_EXPONENT = 3
"""Exponent of the nearness of a draw where it makes other values count less: it matters in the last bounds only."""
LATE_LOSS = 1.5
"""When a draw is near, the value of a loss to either side, which prolongs the battle."""
LATE_LOSS_EXPONENT = 2
"""Exponent of the nearness of a draw in ``LATE_LOSS``, to discourage battles in which nothing is risked until the last
bounds."""
ALIGNED_FRIEND = 0.02
"""The value of each friend level with a base at its side."""
CAMP_LOSSES = 2
"""The elements for which a sacked camp counts (14.11)."""
CAMP_VALUE = float(CAMP_LOSSES)
"""The value of a camp."""
CAMP_HALF_SIZE = 1.5 * MU
"""The distance in units from a camp within which a base is at it."""
SACK_CHANCE = 0.4
"""The chance that a camp falls to the nearest enemy that reaches it in one bound."""
LATER_SACK_CHANCE = 0.35
"""The same for an enemy that needs a little more than one bound; it falls to none at ``MAX_RAID_BOUNDS``."""
MAX_RAID_BOUNDS = 6
"""The number of bounds from which an enemy is too far away to be a danger to a camp."""
GUARDED_FACTOR = 0.25
"""The factor on ``LATER_SACK_CHANCE`` if a base of the side can be at the camp before the enemy. It rises to 1 for a
base that comes ``MAX_DELAY`` bounds too late."""
MAX_DELAY = 5
"""The number of bounds by which a base comes too late to matter for the camp."""
GARRISON_FACTOR = 0.6
"""The factor on the chance that a camp falls if it has a garrison."""
LATER_LOSSES_WEIGHT = 0.35
"""The additional value of the second loss of a side: it is nearer to defeat."""
LATER_LOSSES_EXPONENT = 1.5
"""Exponent of the number of losses beyond the first in this value: it grows faster than the losses."""
ATTACHED_VALUE = 0.05
"""The value of a general's place directly behind a base."""
SAFE_DISTANCE = 6 * MU
"""The distance in units from the enemy from which a general is safe."""
EXPOSED_PER_MU = 0.05
"""The cost of each MU by which a general, not attached, is nearer to the enemy."""
NEAR_TROOPS = 5 * MU
"""The mean distance in units from the bases of its side, itself included, within which a general is near enough."""
ABSENT_PER_MU = 0.012
"""The cost of each MU by which it is farther away."""
HAMPERED_COST = 0.3
"""The cost of a general's place in terrain that makes every move of its side cost more (5.3)."""
DECISIVE_FACTOR = 2.0
"""Factor on a possible attack that may decide the battle. With 3.5 the veteran drew the one game that was examined,
against the recruit: at three losses each, neither attacked."""
VICTORY_VALUE = 6.0
"""The value of a battle won, in addition to everything else."""


class Goal(NamedTuple):
    """A place towards which a base should move."""

    x: float
    y: float
    pull: float
    """The value of each MU nearer."""
    within: float = 0.0
    """The distance in units around it within which nothing more is gained."""


class Manner(NamedTuple):
    """A side's factors on the parts of the evaluation."""

    eagerness: float = 1.0
    """The factor on being near the enemy."""
    fear: float = 1.0
    """The factor on the enemy's next attacks."""
    hope: float = 1.0
    """The factor on its own next attacks."""
    losses: float = 1.0
    """The factor on own losses (``Personality``)."""
    goals: Mapping[Slot, Goal] = MappingProxyType({})
    """Base -> its goal; bases without one are left out."""


PLAIN_MANNER = Manner()
"""The manner of a player without a plan: every factor is 1."""
NO_INTENTIONS = Manner(eagerness=0.0)
"""The manner that values a position without the side's intentions."""


class OwnCombat(NamedTuple):
    """A fight or shot to come, from one side's point of view."""

    own: Slot
    enemy: Slot
    odds: CombatOdds
    """The expected losses of the own base and of the enemy."""
    is_shot: bool
    """False for a fight."""


def worth(state: RenaissanceState, seat: Seat, scene: TableScene | None = None, manner: Manner = PLAIN_MANNER) -> float:
    """The value of a position for the side whose moves have just ended, in elements.

    As a draw nears, a lead and the attacks to come count less, and a fight that may cost a base counts more.

    :param state: a state in which every base has turned to face (``after_moves``), or one between bounds.
    """
    scene = scene or TableScene(state)
    value, no_loss_chance, draw_nearness, own_loss_factor = 0.0, 1.0, _draw_nearness(state), manner.losses
    attacks = combats_to_come(state, seat, scene)
    for attack in attacks:
        weight = 1 + SHOTS_LATER if attack.is_shot else 1
        value += weight * (attack.odds.won - own_loss_factor * attack.odds.lost)
        no_loss_chance *= 1 - attack.odds.falls - attack.odds.kills
    value += material_value(state, seat, own_loss_factor) * (1 - no_loss_chance * draw_nearness ** NEARNESS_EXPONENT)
    value += LATE_LOSS * (1 - no_loss_chance) * draw_nearness ** LATE_LOSS_EXPONENT
    for side, weight in ((other(seat), -ENEMY_BOUND_WEIGHT * manner.fear * own_loss_factor),
                         (seat, OWN_BOUND_WEIGHT * manner.hope)):
        for chance, (gain, _, target) in zip(ATTACK_PIP_CHANCES, scene.attacks(side), strict=False):
            losses, general = _losses_if_destroyed(state, target)
            if has_lost(state, other(side), losses, general=general):
                gain *= DECISIVE_FACTOR
            value += (1 - draw_nearness) * weight * chance * gain
    value += sum(each.facing_value for foes in scene.pairs[seat].values() for each in foes.values())
    for side, sign in ((seat, 1), (other(seat), -1)):
        value += sign * (_order_value(scene, side) + _general_value(scene, side) - _camp_risk(scene, side))
    victory_chance, defeat_chance = victory_and_defeat_chances(state, seat, attacks)
    return (value * _late_share(state) + intention_value(state, seat, manner, scene)
            + VICTORY_VALUE * (victory_chance - defeat_chance))


def combats_to_come(state: RenaissanceState, seat: Seat, scene: TableScene) -> list[OwnCombat]:
    """The fights and shots to come in the bound, from a side's point of view."""
    combats = [(first, second, prospect(state, RenaissanceCombat(first, second)), False)
               for first, second in combats_left(state)]
    combats += [(shot.leader, shot.target, shot.odds, True) for shot in volleys(scene)]
    return [OwnCombat(first, second, odds, is_shot) if state.roster[first].seat == seat
            else OwnCombat(second, first, CombatOdds(odds.won, odds.lost, odds.kills, odds.falls), is_shot)
            for first, second, odds, is_shot in combats]


def victory_and_defeat_chances(state: RenaissanceState, seat: Seat, attacks: Sequence[OwnCombat]
                               ) -> tuple[float, float]:
    """The chances that a side has won, and that it has lost, at the end of the bound (14.11.1): each fight and shot may
    destroy one of its two bases."""
    losses_if_lost = [(_losses_if_destroyed(state, attack.own), _losses_if_destroyed(state, attack.enemy))
                      for attack in attacks]
    losses = state.losses(seat), state.losses(other(seat))
    generals_lost = state.units[state.general(seat)].lost, state.units[state.general(other(seat))].lost
    worst_losses = [losses[n] + sum(each[n][0] for each in losses_if_lost) for n in (0, 1)]
    general_at_risk = any(each[n][1] for each in losses_if_lost for n in (0, 1))
    if max(worst_losses) < BREAKING_LOSSES and not any(generals_lost) and not general_at_risk:
        return 0.0, 0.0
    # (our losses, their losses, our general lost, their general lost) -> its chance
    chances: dict[tuple[int, int, bool, bool], float] = {(*losses, *generals_lost): 1.0}
    for attack, ((own_lost, own_general), (enemy_lost, enemy_general)) in zip(attacks, losses_if_lost, strict=True):
        odds, after = attack.odds, dict[tuple[int, int, bool, bool], float]()
        for (our_losses, their_losses, our_general, their_general), chance in chances.items():
            for key, branch_chance in (
                    ((our_losses, their_losses, our_general, their_general), 1 - odds.falls - odds.kills),
                    ((our_losses + own_lost, their_losses, our_general or own_general, their_general), odds.falls),
                    ((our_losses, their_losses + enemy_lost, our_general, their_general or enemy_general), odds.kills)):
                if branch_chance:
                    after[key] = after.get(key, 0.0) + chance * branch_chance
        chances = after
    return (sum(chance for (our_losses, their_losses, _, their_general), chance in chances.items()
                if (their_general or their_losses >= BREAKING_LOSSES) and their_losses > our_losses),
            sum(chance for (our_losses, their_losses, our_general, _), chance in chances.items()
                if (our_general or our_losses >= BREAKING_LOSSES) and our_losses > their_losses))


def _losses_if_destroyed(state: RenaissanceState, slot: Slot) -> tuple[int, bool]:
    """The number of elements for which the destruction of a base counts, and whether the general is among them
    (14.11)."""
    camp, is_general = state.camp_of(slot), state.kind(slot) in GENERALS
    if camp is not None:  # in close combat the camp falls with its garrison; followers are no loss themselves
        return CAMP_LOSSES + (state.kind(slot) != "cf"), is_general
    has_general = not is_general and state.outlines[slot] is not None and attached_general(state, slot) is not None
    return 1 + has_general, is_general or has_general


def goal_distance_cost(scene: TableScene, goals: Mapping[Slot, Goal]) -> float:
    """The cost of the bases' distances from their goals."""
    cost = 0.0
    for slot, goal in goals.items():
        fighter = scene.fighters.get(slot)
        if fighter is not None:
            distance = hypot(fighter.post.middle_x - goal.x, fighter.post.middle_y - goal.y)
            cost += goal.pull * max(0.0, distance - goal.within) / MU
    return cost


def intention_value(state: RenaissanceState, seat: Seat, manner: Manner, scene: TableScene | None = None) -> float:
    """The part of a position's value (``worth``) that depends on the side's intentions: nearness to the enemy and to
    its goals."""
    scene = scene or TableScene(state)
    value = approach_value(state, seat, scene, manner.eagerness) - goal_distance_cost(scene, manner.goals)
    return value * _late_share(state)


def approach_value(state: RenaissanceState, seat: Seat, scene: TableScene | None = None,
                   eagerness: float = 1.0) -> float:
    """The value to a side of its distance from the enemy, at most 0. It weighs more as a draw nears, be it for lack of
    losses or at the time limit. In the last bound before a draw for lack of losses only contact counts. Use it for the
    side's own moves only, since a move brings both sides nearer.

    :param eagerness: the factor of ``Manner``.
    """
    scene = scene or TableScene(state)
    value, draw_nearness = 0.0, max(_draw_nearness(state), _time_limit_nearness(state))
    hurry = draw_nearness ** HURRY_EXPONENT
    is_last_bound = state.bounds_without_loss >= QUIET_LIMIT - 1
    for slot, foes in scene.pairs[seat].items():
        fighter = scene.fighters[slot]
        if fighter.post.kind in GENERALS or fighter.in_contact or not foes:
            continue
        if is_last_bound:
            value -= CLOSING_PER_MU * draw_nearness
        else:
            nearest = min(each.distance for each in foes.values())
            closing = max(0.0, min(nearest, MANOEUVRE_DISTANCE) - BASE) / MU
            beyond = (NEAR_APPROACH_PER_MU * max(0.0, min(nearest, FAR_DISTANCE) - MANOEUVRE_DISTANCE)
                      + FAR_APPROACH_PER_MU * max(0.0, nearest - FAR_DISTANCE)) / MU
            value -= (1 + DRAW_HURRY * hurry) * beyond + CLOSING_PER_MU * hurry * (1 + closing)
    return eagerness * value


def _draw_nearness(state: RenaissanceState) -> float:
    """The nearness of a draw for lack of losses, from 0 to 1 (14.11.3)."""
    return max(0, state.bounds_without_loss) / QUIET_LIMIT


def _time_limit_nearness(state: RenaissanceState) -> float:
    """The nearness of a draw at the time limit, from 0 to 1 (14.11.3)."""
    return max(0.0, 1 - (BOUND_LIMIT - state.bound) / QUIET_LIMIT)


def _late_share(state: RenaissanceState) -> float:
    """The share of all values but a victory that counts: less as the time limit nears."""
    return 1 - LATE_DISCOUNT * _time_limit_nearness(state) ** NEARNESS_EXPONENT


def material_value(state: RenaissanceState, seat: Seat, own_loss_factor: float = 1.0) -> float:
    """The value of the losses of both sides to a side.

    :param own_loss_factor: the factor on its own losses.
    """
    value = 0.0
    for side, sign in ((seat, -own_loss_factor), (other(seat), 1)):
        losses = state.losses(side)
        value += sign * (losses + LATER_LOSSES_WEIGHT * max(0, losses - 1) ** LATER_LOSSES_EXPONENT)
        if state.units[state.general(side)].lost:
            value += sign * GENERAL_VALUE
    return value


def _order_value(scene: TableScene, seat: Seat) -> float:
    """The value of a side's order: bases level with a friend can be moved together by one PIP."""
    return ALIGNED_FRIEND * sum((slot in scene.left) + (slot in scene.right) for slot in scene.sides[seat])


def _general_value(scene: TableScene, seat: Seat) -> float:
    """The value of a general's place: near the troops, and away from the enemy unless it is directly behind a base."""
    for slot, fighter in scene.sides[seat].items():
        post = fighter.post
        if post.kind in GENERALS:
            is_attached = slot in scene.behind.values()
            mates = scene.sides[seat].values()  # the general itself is among them, at distance 0
            distance_to_mates = sum(hypot(post.x - mate.post.x, post.y - mate.post.y) for mate in mates) / len(mates)
            distance_to_enemy = min((pair(foe, fighter).distance for foe in scene.sides[other(seat)].values()),
                                    default=SAFE_DISTANCE)
            exposed = 0.0 if is_attached else EXPOSED_PER_MU * max(0.0, (SAFE_DISTANCE / MU) - distance_to_enemy / MU)
            exposed += HAMPERED_COST if post.hampers else 0.0
            absent = ABSENT_PER_MU * max(0.0, distance_to_mates / MU - (NEAR_TROOPS / MU))
            return (ATTACHED_VALUE if is_attached else 0.0) - absent - exposed
    return 0.0


class CampRaid(NamedTuple):
    """The enemy's shortest way to a side's camp."""

    bounds_needed: float
    """The number of bounds that the enemy needs, less than ``MAX_RAID_BOUNDS``."""
    delay: float
    """The number of bounds by which the side's nearest base would come too late; 0 if it can be at the camp before."""


def camp_raid(scene: TableScene, seat: Seat) -> CampRaid | None:
    """The raid that threatens a side's camp; None if no enemy is near enough."""
    camp = scene.state.camps[seat]
    if camp is None or camp.sacked:
        return None
    x, y = camp.pose.x, camp.pose.y
    foes = [(hypot(foe.post.x - x, foe.post.y - y), slot) for slot, foe in scene.sides[other(seat)].items()
            if not foe.in_contact]
    if not foes:
        return None
    distance, slot = min(foes)
    bounds_needed = max(0.0, distance - CAMP_HALF_SIZE) / max(1, scene.fighters[slot].reach)
    if scene.is_way_blocked(slot, x, y):
        bounds_needed += 1  # it rides round the base in its way
    if bounds_needed >= MAX_RAID_BOUNDS:
        return None
    guard_bounds = [hypot(guard.post.x - x, guard.post.y - y) / max(1, guard.reach)
                    for guard in scene.sides[seat].values()
                    if not guard.in_contact and not guard.wheeled and guard.post.kind not in GENERALS]
    return CampRaid(bounds_needed, max(0.0, min(guard_bounds, default=inf) - (bounds_needed - 1)))


def _camp_risk(scene: TableScene, seat: Seat) -> float:
    """The expected loss of a side by the danger to its camp."""
    camp, raid = scene.state.camps[seat], camp_raid(scene, seat)
    if camp is None or raid is None:
        return 0.0
    chance = SACK_CHANCE
    if raid.bounds_needed > 1:
        nearness = (MAX_RAID_BOUNDS - raid.bounds_needed) / (MAX_RAID_BOUNDS - 1)
        chance = LATER_SACK_CHANCE * nearness * min(1.0, GUARDED_FACTOR + (1 - GUARDED_FACTOR) * raid.delay / MAX_DELAY)
    stake = VICTORY_VALUE if has_lost(scene.state, seat, CAMP_LOSSES, general=False) else CAMP_VALUE
    return stake * chance * (GARRISON_FACTOR if camp.garrison else 1.0)


def after_moves(state: RenaissanceState) -> RenaissanceState:
    """The state once the moves have ended: empty camps have fallen, and every base in contact that can has turned to
    face an enemy."""
    after, _ = end_moves(state)
    turned_slots: set[Slot] = set()
    while not after.stack and any(contact.side != "front" for contact in contacts(after)):
        next_base = next(((slot, enemies) for slot, enemies in unturned_bases(after) if slot not in turned_slots), None)
        if next_base is None:
            break
        slot, enemies = next_base
        turned_slots.add(slot)
        after, _ = turn_to_enemy(after, slot, enemies[0])
    return after
