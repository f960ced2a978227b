"""The reasons that computer players give for actions, each in one line with its figures."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.chance import per_cent
from game.core.indices import Slot, slots_in
from game.core.message import Message, Text, and_list, plural, say
from game.core.preview import Preview
from game.rules.tours import fire, movement, orders, shock, shock_odds
from game.rules.tours.actions import (
    DECLINE,
    END_PHASE,
    MOVE,
    NO_ORDER,
    RESOLVE_ATTACKS,
    ChangeFacing,
    ChooseFirstPlayer,
    Eliminate,
    Order,
    Rescue,
    Stand,
    ToursActivate,
    ToursAdvance,
    ToursFire,
    ToursMove,
    ToursPlace,
    ToursRetreat,
)
from game.rules.tours.ai.camp import camp_in_reach, key_hexes
from game.rules.tours.ai.choosing import MIN_COURSE_GAIN
from game.rules.tours.ai.leading import distance_text, why_moves, why_stays
from game.rules.tours.ai.marching import best_course
from game.rules.tours.ai.scene import BOWSHOT, NO_ENEMY_DISTANCE, Scene
from game.rules.tours.fire import ReactionFire
from game.rules.tours.ground import BOW_RANGE
from game.rules.tours.retreats import AdvanceBeforeShock
from game.rules.tours.state import NOBODY, ToursPhase, ToursState
from game.rules.tours.units import (
    ARCHER,
    CONTINGENT_OF,
    CONTINGENT_TITLES,
    CONTINGENTS_OF_SEAT,
    FOE,
    FRANKS,
    HI,
    KIND,
    LEADERS,
    SEAT,
    SEATS,
    SLOT,
    UNITS,
    Contingent,
    name_of,
)

MIN_SAFETY_GAIN = 0.02
"""The least decrease in danger (``Scene.danger``) for which safety is given as the reason; chosen by hand."""
MAX_NAMED = 2
"""The most enemies named one by one; of more the first is named, with the number of others."""
OUT_OF_REACH = say("out of reach of {enemies}")
"""The reason for a march away from enemies."""
COULD_ATTACK = say("facing {enemies}, which could attack it")
"""The reason for a facing towards enemies that could attack."""
WITHOUT_ORDER = say("no order for {contingents}: held back or nothing to do", contingents="")
"""The reason for ending the orders phase while contingents have no order."""
IDLE = plural("{units} stays: no move or facing is better",
               "{units} stay: no move or facing is better", 0, units="")
"""The reason for ending a contingent's move while some of its units could still act."""
TRAINS_IN_REACH = say("to move last: Franks can reach the trains")
"""The reason of the Muslims for letting the Franks go first."""


def march_purpose(scene: Scene, slot: Slot, end: Hex, then: Sequence[Action]) -> Message:
    """The purpose of a march: a shot, a later attack, safety, or an approach; else the distance to the enemy.

    :param then: the actions of the same player after it.
    """
    state = scene.state
    unit = UNITS[slot].id
    shot = next((one for one in then if isinstance(one, ToursFire) and one.unit == unit), None)
    if shot is not None and scene.ground.distance(end, state.at[SLOT[shot.target]]) <= BOW_RANGE:
        chance = per_cent(fire.hit_chance(state.with_unit_at(slot, end), slot, SLOT[shot.target]))
        rides_on = any(isinstance(one, ToursMove) and one.unit == unit for one in then)
        text = (say("to shoot at {target} and ride on: {chance} to hit") if rides_on
                else say("to shoot at {target}: {chance} to hit"))
        return text.with_values(target=name_of(SLOT[shot.target]), chance=chance)
    vertex = next((one.vertex for one in then if isinstance(one, ChangeFacing) and one.unit == unit),
                  state.facing[slot])
    after = state.with_unit_at(slot, end).turned(slot, vertex)
    if (purpose := _attack_purpose(scene, after, slot)) is not None:
        return purpose
    if (purpose := _escape_purpose(scene, slot, end, vertex)) is not None:
        return purpose
    return _approach_purpose(scene, slot, end)


def _attack_purpose(scene: Scene, state: ToursState, slot: Slot) -> Message | None:
    """The text of the best attack that a unit can make in phase IV, alone or with friends; None if none gains
    anything."""
    if scene.attack_gain(state, slot, state.facing[slot]) <= 0.0:
        return None
    front = shock.in_front(state, slot)
    attacks: list[tuple[tuple[Slot, ...], tuple[Slot, ...]]] = [((slot,), tuple(front))]
    attacks += [((*scene.helpers(state, slot, one), slot), (one,)) for one in front]
    team, targets = max(attacks, key=lambda one: scene.shock_gain(state, *one))
    shown = shock_odds.preview(state, tuple(sorted(team)), targets, 0)
    chance = disorder_chance(shown)
    if len(team) > 1:
        return plural("can attack {targets} in phase IV with {count} friend at {sum}: {chance} to disorder or worse",
                       "can attack {targets} in phase IV with {count} friends at {sum}: {chance} to disorder or worse",
                       len(team) - 1, targets=first_names(targets), sum=shown.total, chance=chance)
    return say("can attack {targets} in phase IV at {sum}: {chance} to disorder or worse", targets=first_names(targets),
               sum=shown.total, chance=chance)


def disorder_chance(shown: Preview) -> Text:
    """The chance that a shock attack disorders or eliminates defenders."""
    return per_cent(shown.chance_of(*shock_odds.ELIMINATING_RESULTS, *shock_odds.DISORDERING_RESULTS))


def _escape_purpose(scene: Scene, slot: Slot, end: Hex, vertex: int) -> Message | None:
    """The purpose of moving out of reach of enemies; None if the unit is not safer there.

    :param vertex: the facing at the end of the move.
    """
    state, here = scene.state, scene.state.at[slot]
    friends = scene.other_friends(slot)
    gain = scene.danger(slot, here, state.facing[slot], friends) - scene.danger(slot, end, vertex, friends)
    if gain < MIN_SAFETY_GAIN * scene.task(slot).danger_factor:
        return None
    before, after = _possible_attackers(scene, here, friends), _possible_attackers(scene, end, friends)
    evaded = sorted(slots_in(before & ~after), key=lambda one: scene.ground.distance(here, state.at[one]))
    if evaded and not after:
        return OUT_OF_REACH.with_values(enemies=first_names(evaded))
    if after.bit_count() < before.bit_count():
        return plural("within reach of {count} enemy instead of {before}",
                       "within reach of {count} enemies instead of {before}", after.bit_count(),
                       before=before.bit_count())
    near = sorted(slots_in(after), key=lambda one: scene.ground.distance(end, state.at[one]))
    return say("less open to attack by {enemies}", enemies=first_names(near))


def _possible_attackers(scene: Scene, place: Hex, friends: int) -> int:
    """The mask of the enemies that could move next to a hex in their next turn.

    :param friends: the mask of hexes with friends, which no enemy can enter.
    """
    attackers = 0
    for hex_ in scene.ground.neighbours[place]:
        if hex_ >= 0 and not friends >> hex_ & 1:
            attackers |= scene.threats.get(hex_, 0)
    return attackers


def _approach_purpose(scene: Scene, slot: Slot, end: Hex) -> Message:
    """The purpose of an approach: to the camp, to the enemy, to the place in the stance, or to friends."""
    state, ground, here = scene.state, scene.ground, scene.state.at[slot]
    enemy, away = nearest(scene, end)
    guards_camp = scene.seat != FRANKS and scene.task(slot).aim & ground.around(state.wagons)
    if guards_camp and key_hexes(state) >> end & 1:
        return say("to hold the hex next to two wagon trains")
    nears_aim = scene.points_to_aim(slot, end) < scene.points_to_aim(slot, here)
    wagons = [ground.distance(end, one) for one in hexes_in(state.wagons)]
    wagons_before = [ground.distance(here, one) for one in hexes_in(state.wagons)]
    nears_wagons = wagons and min(wagons) < min(wagons_before) and (
        min(wagons) <= away or away >= scene.distance_to_enemy(here))
    if nears_wagons or (wagons and guards_camp and nears_aim):
        if scene.seat == FRANKS:
            return plural("nearer to the camp: {count} hex from a wagon train",
                           "nearer to the camp: {count} hexes from a wagon train", min(wagons))
        return plural("to cover the camp: {count} hex from a wagon train",
                       "to cover the camp: {count} hexes from a wagon train", min(wagons))
    if enemy < 0:
        return say("no enemies left")
    if away == 1:
        return (say("next to {enemy}, to shoot next turn", enemy=name_of(enemy)) if KIND[slot] == ARCHER
                else say("next to {enemy}, to attack in a later turn", enemy=name_of(enemy)))
    if away < scene.distance_to_enemy(here):
        if KIND[slot] == ARCHER and away <= BOWSHOT:
            return plural("to shoot at {enemy} next turn, {count} hex away",
                           "to shoot at {enemy} next turn, {count} hexes away", away, enemy=name_of(enemy))
        return say("nearer to {enemy}, to attack in a later turn: {away} hexes away", enemy=name_of(enemy), away=away)
    if nears_aim:
        return say("to take its place in {stance}", stance=scene.stance.title)
    friends = scene.other_friends(slot)
    company_gain = scene.company_value(end, friends) - scene.company_value(here, friends)
    distance_gain = scene.distance_value(slot, end) - scene.distance_value(slot, here)
    is_nearer = away < ground.distance(here, state.at[enemy])
    if company_gain > (max(distance_gain, 0.0) if is_nearer else 0.0):
        beside = hexes_in(ground.adjacent[end] & friends & ~ground.adjacent[here])
        return say("to close up with {friends}", friends=first_names(sorted(state.unit_in[hex_] for hex_ in beside)))
    if distance_gain > 0.0 and is_nearer:
        return say("for a better attack in a later turn: {away} hexes from {enemy}", away=away, enemy=name_of(enemy))
    return say("{away} hexes from {enemy}, the nearest enemy", away=away, enemy=name_of(enemy))


def facing_purpose(scene: Scene, slot: Slot, vertex: int) -> Message:
    """The purpose of a facing: enemies in front to attack, or enemies that could attack; else the nearest enemy."""
    state, ground, place = scene.state, scene.ground, scene.state.at[slot]
    turned = state.turned(slot, vertex)
    attack = _attack_purpose(scene, turned, slot) if not state.frames and state.phase != ToursPhase.SHOCK else None
    if attack is not None:
        return attack
    if front := shock.in_front(turned, slot):
        return say("facing {enemies}", enemies=first_names(front))
    friends = state.occupied[scene.seat]
    attackers_in_front = 0
    for hex_ in hexes_in(ground.front_mask[place][vertex] & ~friends):
        attackers_in_front |= scene.threats.get(hex_, 0)
    if attackers_in_front:
        near = sorted(slots_in(attackers_in_front), key=lambda one: ground.distance(place, state.at[one]))
        return COULD_ATTACK.with_values(enemies=first_names(near))
    if others := _possible_attackers(scene, place, friends):
        return say("only {enemies} could attack it, and not its front", enemies=first_names(sorted(slots_in(others))))
    enemy, away = nearest(scene, place)
    if enemy < 0:
        return say("no enemies left")
    return plural("no enemy could attack it: {enemy} is nearest, {count} hex away",
                   "no enemy could attack it: {enemy} is nearest, {count} hexes away", away, enemy=name_of(enemy))


def nearest(scene: Scene, place: Hex) -> tuple[Slot, int]:
    """The enemy nearest to a hex, and its distance in hexes; ``NOBODY`` and ``NO_ENEMY_DISTANCE`` without enemies."""
    at, ground = scene.state.at, scene.ground
    return min(((slot, ground.distance(place, at[slot])) for slot in scene.enemies), key=lambda one: one[1],
               default=(NOBODY, NO_ENEMY_DISTANCE))


def first_names(slots: Sequence[Slot]) -> Text:
    """The names of units; of more than ``MAX_NAMED`` the first name and the number of others."""
    if len(slots) <= MAX_NAMED:
        return and_list(name_of(slot) for slot in slots)
    return plural("{first} and {count} other", "{first} and {count} others", len(slots) - 1, first=name_of(slots[0]))


def reason(scene: Scene, action: Action, then: Sequence[Action]) -> Text:
    """The reason in one line for an action without its own die roll; empty if there is nothing to say.

    :param then: the actions of the same player after it.
    """
    state = scene.state
    if action in (END_PHASE, DECLINE) and scene.result_if_ended > 0:
        return say("the battle is won as it stands")
    match action:
        case Order(contingent, order):
            return _order_purpose(scene, CONTINGENT_OF[contingent], order)
        case ToursPlace():
            return say("to spread the wagon trains, so that only one hex is next to two of them")
        case ChooseFirstPlayer(seat) if seat != SEATS[scene.seat] and camp_in_reach(state):
            return (say("to move last: the trains are in reach") if scene.seat == FRANKS
                    else TRAINS_IN_REACH)
        case ChooseFirstPlayer(seat):
            return say("to act before the enemy can") if seat == SEATS[scene.seat] else say(
                "to see first what the enemy does")
        case ToursActivate(contingent):
            return _activation_purpose(scene, CONTINGENT_OF[contingent])
        case ToursMove(unit, path, _) if SLOT[unit] in LEADERS:
            return why_moves(scene, scene.ground.index[path[-1]])
        case ToursMove(unit, path, _):
            return march_purpose(scene, SLOT[unit], scene.ground.index[path[-1]], then)
        case ChangeFacing(unit, vertex):
            return facing_purpose(scene, SLOT[unit], vertex)
        case ToursRetreat(unit, _) | Stand(unit):
            return _attacked_purpose(scene, SLOT[unit], stands=isinstance(action, Stand))
        case ToursAdvance(_, place):
            enemies = scene.ground.adjacent[scene.ground.index[place]] & state.occupied[FOE[scene.seat]]
            adjacent = [state.unit_in[hex_] for hex_ in hexes_in(enemies)]
            return (say("to hold the ground next to {enemies}", enemies=first_names(adjacent)) if adjacent
                    else say("to hold the ground gained"))
        case Rescue(_, place):
            return distance_text(scene, scene.ground.index[place])
        case Eliminate(unit):
            return say("{unit} is the least loss", unit=name_of(SLOT[unit])) if SEAT[SLOT[unit]] == scene.seat else say(
                "{unit} is the greatest loss to the enemy", unit=name_of(SLOT[unit]))
    return _end_purpose(scene, action)


def _end_purpose(scene: Scene, action: Action) -> Text:
    """The reason for ending a phase or the announcements, or for declining; empty if there is nothing to say."""
    state = scene.state
    if action == DECLINE:
        match state.frames[-1]:
            case ReactionFire(target=target):
                return say("a shot at {target} is not worth it", target=name_of(target))
            case AdvanceBeforeShock():
                return say("to stay in the line")
        return say("no further attack is worth the risk")
    if action == RESOLVE_ATTACKS:
        return plural("{count} attack is worth the risk, no other is",
                       "{count} attacks are worth the risk, no other is",
                       len(state.combats))
    if action == END_PHASE and state.phase == ToursPhase.LEADERS:
        return why_stays(scene)
    if action == END_PHASE and state.acting >= 0:
        idle = [slot for slot in state.units(state.acting)
                if not state.moved >> slot & 1 and movement.why_no_action(state, slot) is None]
        return IDLE.with_values(count=len(idle), units=first_names(idle)) if idle else ""
    if action == END_PHASE and state.phase == ToursPhase.ORDERS:
        without = [c for c in CONTINGENTS_OF_SEAT[state.seat]
                   if state.orders[c] == NO_ORDER and state.has_units(c) and not (c == HI and state.wall)]
        if without:
            return WITHOUT_ORDER.with_values(contingents=and_list(CONTINGENT_TITLES[c] for c in without))
    if action == END_PHASE and state.phase in END_REASONS:
        return END_REASONS[state.phase]
    return ""


END_REASONS = {
    ToursPhase.SETUP: say("every unit is well placed"),
    ToursPhase.ORDERS: say("no contingent needs another order"), ToursPhase.SHOCK: say("no attack is worth the risk"),
    ToursPhase.ACTION: say("no contingent is left to activate"),
    ToursPhase.REFORM: say("no other unit would gain from a reform roll"),
}
"""Phase -> the reason shown for ending it."""


def _attacked_purpose(scene: Scene, slot: Slot, *, stands: bool) -> Message:
    """The reason for a unit that is attacked to stand or to retreat before shock: the attack on it."""
    combat = shock.combat_of(scene.state, slot)
    if combat is None:
        return say("no choice here")
    shown = shock_odds.preview(scene.state, *combat)
    text = (say("to hold its hex against {enemies} at {sum}") if stands
            else say("attacked by {enemies} at {sum}: the hex is not worth the risk"))
    return text.with_values(enemies=first_names(combat.attackers), sum=shown.total)


def _distant_march_purpose(scene: Scene, units: Sequence[Slot]) -> Text:
    """The purpose of the first march among units far from all enemies; empty if none marches."""
    for slot in units:
        course = best_course(scene, slot)
        if course.gain > MIN_COURSE_GAIN and course.actions and isinstance(course.actions[0], ToursMove):
            return march_purpose(scene, slot, scene.ground.index[course.actions[0].path[-1]], course.actions[1:])
    return ""


def _order_purpose(scene: Scene, contingent: Contingent, order: str) -> Text:
    """The reason for an order to a contingent; empty if there is nothing to say."""
    state, next_to_enemies = scene.state, scene.ground.around(scene.state.occupied[FOE[scene.seat]])
    units = state.units(contingent)
    away = min((scene.distance_to_enemy(state.at[slot]) for slot in units), default=0)
    match order:
        case "move":
            if away > 1 + max((UNITS[slot].move for slot in units), default=0):
                return _distant_march_purpose(scene, units)
            return plural("to move, fire or attack: the enemy is {count} hex away",
                           "to move, fire or attack: the enemy is {count} hexes away", away)
        case "reform":
            disordered = sum(state.disordered >> slot & 1 and not next_to_enemies >> state.at[slot] & 1
                             for slot in units)
            return plural("{count} of its {whole} units is disordered with no enemy beside it",
                           "{count} of its {whole} units are disordered with no enemy beside them", disordered,
                           whole=len(units))
        case "wall" if state.wall:
            return say("for an attack")
        case "wall":
            return plural("to stand fast: the enemy is {count} hex away",
                           "to stand fast: the enemy is {count} hexes away", away)
    return say("to stay as it is")


def _activation_purpose(scene: Scene, contingent: Contingent) -> Message:
    """The contingent's distance from the enemy, and the chance of its activation."""
    state = scene.state
    units = state.units(contingent)
    enemy, away = min((nearest(scene, state.at[slot]) for slot in units), key=lambda one: one[1])
    if enemy < 0 or state.orders[contingent] != MOVE:
        return say("needs no die roll")
    chance = per_cent(orders.preview(state, contingent).chance_of("obeys"))
    if len(orders.contingents_to_activate(state)) == 1:
        return say("the last one: {chance} to activate", chance=chance)
    return plural("the nearest first: {count} hex from {enemy}, {chance} to activate",
                   "the nearest first: {count} hexes from {enemy}, {chance} to activate", away, enemy=name_of(enemy),
                   chance=chance)
