"""The plans of both sides, as stances and as scripts: each can be followed through a whole battle without search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from statistics import fmean

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.contract import Rules
from game.core.evaluator import Script
from game.core.indices import Seat, Slot
from game.core.message import say
from game.rules.tours import movement
from game.rules.tours.actions import END_PHASE, MOVE, ToursPlace
from game.rules.tours.ai.camp import camp_in_reach, key_hexes, near_camp, train_hexes
from game.rules.tours.ai.choosing import MIN_COURSE_GAIN, choose
from game.rules.tours.ai.marching import best_course
from game.rules.tours.ai.scene import Scene
from game.rules.tours.ai.stances import AS_IT_COMES, Stance, Task, Tasks
from game.rules.tours.sequence import seat_to_decide
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import (
    ARCHER,
    BLUE,
    CONTINGENT,
    FOE,
    FRANKS,
    GREY,
    GUARD,
    HC,
    HI,
    KIND,
    LC,
    LI,
    MUSLIMS,
    RED,
    SEAT_NUMBER,
    UNITS,
    WAGONS,
    YELLOW,
    Contingent,
)

MASSED_ENEMIES = 8
"""The number of enemies that a massed attack targets: those nearest to one river. Chosen by hand, as are the numbers
below and those of the tasks that are not said to be measured."""
CAMP_RADIUS = 2
"""Hexes from a wagon train within which a hex belongs to the camp."""
CORNER_RADIUS = 4
"""Hexes from ``CORNER_HEX`` within which a hex belongs to the corner."""
CORNER_HEX = "1120"
"""The middle of the strongest corner: woods in front of the Clain, behind the Frankish right."""
RAID_AIM_VALUE = 1.0
"""The value to raiders of a movement point nearer to the trains; measured as Franks against the previous veteran: 4
wins in 7 games at 0.12, 15 in 19 at 1.0."""
LAST_RAID_AIM_VALUE = 3.0
"""That value if the game turn ends before the Muslims can answer."""
WALL_DISTANCE = 4
"""Hexes from the enemy within which a contingent behind the wall is of use; farther away it is held back."""
TRIBAL = (RED, YELLOW, BLUE, GREY)
"""The contingents of the four tribes."""
RIDE_MOVES = 2
"""The moves to the camp within which a Frankish unit counts as a danger to it."""
MAX_WATCHERS = 8
"""The most units that watch the camp."""
SPREAD_TRAINS = tuple(ToursPlace(UNITS[slot].id, place) for slot,
                      place in zip(WAGONS, ("2716", "2719", "2721"), strict=True))
"""Places of the trains so far apart that only one hex, at the edge of the map, is next to two of them."""


def _row(state: ToursState, slot: Slot) -> int:
    """The row of the map that a unit is in; the rivers run along the first and the last."""
    return int(state.ground.hexes[state.at[slot]][2:])


def _hexes_within(state: ToursState, middles: Iterable[Hex], hexes: int) -> int:
    """The mask of hexes that units may enter within a distance of any of the middles."""
    ground = state.ground
    mask = 0
    for middle in middles:
        row = ground.distances(middle)
        mask |= sum(1 << there for there in range(len(ground.hexes)) if row[there] <= hexes)
    return mask & ~(ground.closed | state.wagons)


def _mass_attack(seat: Seat, *, low: bool) -> Callable[[ToursState], Tasks]:
    """The tasks of a massed attack: all units attack the enemies nearest to one river.

    :param low: whether these are the enemies in the lowest rows of the map, not in the highest.
    """
    def tasks(state: ToursState) -> Tasks:
        enemies = sorted(state.army(FOE[seat]), key=lambda slot: _row(state, slot), reverse=not low)[:MASSED_ENEMIES]
        aim = state.ground.around(sum(1 << state.at[slot] for slot in enemies)) & ~state.occupied[FOE[seat]]
        return dict.fromkeys(state.army(seat), Task(aim, aim_value=0.03, enemy_factor=0.7))
    return tasks


def _raid_tasks(state: ToursState) -> Tasks:
    """The tasks of a raid: all cavalry rides around the enemy to the trains that have no Frank next to them, and rests
    there; so do other units that can win the battle at the end of the game turn."""
    ground = state.ground
    last_riders = near_camp(state, FRANKS, 1) if state.second and state.seat == FRANKS else []
    riders = [slot for slot in state.army(FRANKS) if CONTINGENT[slot] in (HC, LC) or slot in last_riders]
    tasks: dict[Slot, Task] = {}
    keys = key_hexes(state) & ~state.occupied[MUSLIMS]
    for slot in riders:
        others = sum(1 << state.at[other] for other in riders if other != slot)
        untouched = [place for place in train_hexes(state) if not ground.adjacent[place] & others] or train_hexes(state)
        closed = state.wagons | state.occupied[MUSLIMS] | others
        aim = keys or ground.around(sum(1 << place for place in untouched)) & ~closed
        tasks[slot] = Task(aim, LAST_RAID_AIM_VALUE if slot in last_riders else RAID_AIM_VALUE, enemy_factor=0.3,
                           danger_factor=0.3, is_decisive=slot in last_riders, rests=True)
    return tasks


def _camp_guard(state: ToursState) -> Tasks:
    """The tasks of the defence of the camp: the guard, the Arabs and the Syrians stay around the trains; the other
    tribes have no task."""
    aim = _hexes_within(state, train_hexes(state), CAMP_RADIUS)
    keys = key_hexes(state)
    tasks = {slot: Task(aim, aim_value=0.05, enemy_factor=0.5) for c in (RED, YELLOW) for slot in state.units(c)}
    tasks |= {slot: Task(keys or aim, aim_value=0.3, enemy_factor=0.2, danger_factor=0.5)
              for slot in state.units(GUARD)}
    return tasks


def _around_trains(state: ToursState) -> int:
    """The mask of the hexes next to the wagon trains that units may enter."""
    return state.ground.around(state.wagons) & ~(state.wagons | state.ground.closed)


def _guard_tasks(state: ToursState) -> Tasks:
    """The tasks of the wagon guard: it stands between two trains, or else next to one."""
    post = Task(key_hexes(state) or _around_trains(state), aim_value=0.3, enemy_factor=0.3, danger_factor=0.5)
    return dict.fromkeys(state.units(GUARD), post)


def _watch_tasks(state: ToursState) -> Tasks:
    """The tasks of the watch over the camp: one unit more than there are raiders near stays at the camp, with the wagon
    guard."""
    tasks = dict(_guard_tasks(state))
    raiders = len([slot for slot in near_camp(state, FRANKS, RIDE_MOVES) if CONTINGENT[slot] != HI])
    if raiders:
        able = [slot for slot in near_camp(state, MUSLIMS, 3 * RIDE_MOVES) if slot not in tasks]
        tasks |= dict.fromkeys(able[:min(MAX_WATCHERS, raiders + 1)],
                               Task(_around_trains(state), aim_value=0.15, enemy_factor=0.7, danger_factor=0.7))
    return tasks


def _archer_tasks(state: ToursState) -> Tasks:
    """The tasks of the archers in front: other units keep away from the enemy, and attack enemies that come out."""
    return {slot: Task(enemy_factor=0.25, danger_factor=1.5) for slot in state.army(MUSLIMS) if KIND[slot] != ARCHER}


def _frontal_tasks(state: ToursState) -> Tasks:
    """The tasks of the attack along the whole line: all units but the wagon guard press on, whatever the danger."""
    attack = Task(enemy_factor=1.6, danger_factor=0.3)
    return {**dict.fromkeys(state.army(MUSLIMS), attack), **_guard_tasks(state)}


def _behind_wall(state: ToursState) -> Tasks:
    """The tasks of a stand behind the shield wall: units outside the wall stay close to it."""
    wall = sum(1 << state.at[slot] for slot in state.units(HI))
    aim = state.ground.around(wall) & ~state.occupied[MUSLIMS]
    return {slot: Task(aim, aim_value=0.02, enemy_factor=0.5) for slot in state.army(FRANKS) if CONTINGENT[slot] != HI}


def _corner_tasks(state: ToursState) -> Tasks:
    """The tasks of the stand in the corner: all units go there."""
    aim = _hexes_within(state, (state.ground.index[CORNER_HEX],), CORNER_RADIUS)
    return dict.fromkeys(state.army(FRANKS), Task(aim, aim_value=0.06, enemy_factor=0.2))


def _in_corner(state: ToursState) -> bool:
    """Whether more than half of the heavy infantry is in the corner, or next to enemies that attack by shock."""
    ground, units = state.ground, state.units(HI)
    middle = ground.index[CORNER_HEX]
    in_corner = sum(ground.distance(state.at[slot], middle) <= CORNER_RADIUS + 1 for slot in units)
    enemies = sum(1 << state.at[slot] for slot in state.army(MUSLIMS) if KIND[slot] != ARCHER)
    next_to_enemies = sum(bool(ground.adjacent[state.at[slot]] & enemies) for slot in units)
    return 2 * in_corner > len(units) or 2 * next_to_enemies > len(units)


def _left_tasks(state: ToursState) -> Tasks:
    """The tasks of the Franks' advance on the left."""
    return _mass_attack(FRANKS, low=True)(state)


def _wing_tasks(state: ToursState) -> Tasks:
    """The tasks of the attack of two tribes: the two nearest to the enemy attack; the cavalry of the others waits for
    enemies that come out."""
    distances = state.ground.distances
    enemies = state.army(FRANKS)

    def mean_distance(contingent: Contingent) -> float:
        """The mean distance of a contingent's units from the nearest enemy."""
        return fmean(min(distances(state.at[slot])[state.at[enemy]] for enemy in enemies)
                     for slot in state.units(contingent))

    tribes = sorted((c for c in TRIBAL if state.has_units(c)), key=mean_distance)
    tasks = {slot: Task(enemy_factor=1.6, danger_factor=0.3) for c in tribes[:2] for slot in state.units(c)}
    tasks |= {slot: Task(enemy_factor=0.25, danger_factor=1.5)
              for c in tribes[2:] for slot in state.units(c) if KIND[slot] != ARCHER}
    return tasks


def _out_of_reach(state: ToursState) -> Sequence[Contingent]:
    """The contingents behind the wall without an enemy near."""
    ground, enemies = state.ground, state.army(MUSLIMS)
    return [c for c in (LI, HC, LC) if not any(
        ground.distance(state.at[slot], state.at[enemy]) <= WALL_DISTANCE for slot in state.units(c)
        for enemy in enemies)]


def _count_moving(state: ToursState, contingents: Sequence[Contingent]) -> int:
    """The number of contingents among these that are ordered to move and attack."""
    return sum(state.orders[c] == MOVE for c in contingents if state.has_units(c))


def _tribes_hold(state: ToursState) -> bool:
    """Whether at least half of the tribes are not ordered to move and attack."""
    return 2 * _count_moving(state, TRIBAL) <= sum(state.has_units(c) for c in TRIBAL)


def _tribes_attack(state: ToursState) -> bool:
    """Whether at least half of the tribes are ordered to move and attack."""
    return 2 * _count_moving(state, TRIBAL) >= sum(state.has_units(c) for c in TRIBAL)


def _cavalry_moves(state: ToursState) -> bool:
    """Whether cavalry is ordered to move and attack."""
    return _count_moving(state, (HC, LC)) > 0


# The least gains of attacks in these stances are chosen by hand, but that of the raid is measured: see
# ``scene.PROSPECT_WEIGHT``. Below 0, attacks with an expected loss are made, too.
RAID = Stance("raid", say("the cavalry raid on the camp"), _raid_tasks, min_attack_gain=-0.1,
              fits_script=_cavalry_moves)
WAIT = Stance("wait", say("the wait behind the wall"), _behind_wall, lambda state: True, held_back=_out_of_reach)
FRANKISH = (
    Stance("shield-wall", say("the stand around the shield wall"), _behind_wall, lambda state: True),
    RAID,
    Stance("corner", say("the stand in the corner"), _corner_tasks, _in_corner),
    Stance("left", say("the advance on the left"), _left_tasks, lambda state: False),
)
WATCH = Stance("watch", say("the defence of the camp"), _watch_tasks, set_up_changes=SPREAD_TRAINS,
               fits_script=_tribes_hold)
WING = Stance("wing", say("the attack of the two nearest tribes"), _wing_tasks, min_attack_gain=-0.1,
              fits_script=_tribes_attack)
FRONTAL = Stance("frontal", say("the attack along the whole line"), _frontal_tasks, set_up_changes=SPREAD_TRAINS,
                 min_attack_gain=-0.15, fits_script=_tribes_attack)
MUSLIM = (
    Stance("left", say("the massed attack on the left"), _mass_attack(MUSLIMS, low=False), fits_script=_tribes_attack),
    Stance("right", say("the massed attack on the right"), _mass_attack(MUSLIMS, low=True)),
    Stance("camp", say("the defence of the camp"), _camp_guard, set_up_changes=SPREAD_TRAINS, fits_script=_tribes_hold),
    Stance("bows", say("the archers in front"), _archer_tasks),
    FRONTAL,
)
STANCES: tuple[tuple[Stance, ...], tuple[Stance, ...]] = (FRANKISH, MUSLIM)
"""Seat -> the stances that a bench plays through whole battles."""
COMPARED: tuple[tuple[Stance, ...], tuple[Stance, ...]] = ((RAID, AS_IT_COMES, WAIT), (FRONTAL, WING, WATCH))
"""Seat -> the stances that a player compares, the likeliest first: with a tenth of its budget a player compares none
and follows the first. Measured in whole battles at a tenth of the budget. Of the Muslims, the archers in front won 2 of
15 and the mass on the left 4 of 15, so they are scripts only. Against the raid as it was, with the same seeds, the
attack along the whole line, with the trains apart, won 27 of 40, and the defence of the camp 17 of 40. Against the raid
as it is now, and with the guard at the camp, the attack won 57 of 160. Of the Franks, the stand around the shield wall
won 0 of 6 and is a script only; against the attack along the whole line the raid as it was won 13 of 40, no fixed plan
8 of 26, and the wait behind the wall 0 of 20."""


def stance_of(state: ToursState, seat: Seat, name: str = "") -> Stance:
    """The stance that a side follows now. Franks that can win by plunder before the Muslims can answer always raid.

    :param name: the name of the stance that its player found best; empty if it has not compared any.
    """
    if seat == FRANKS and state.second and state.seat == FRANKS and camp_in_reach(state):
        return RAID
    chosen = next((stance for stance in COMPARED[seat] if stance.name == name), None)
    return chosen or _sensible_stances(state, seat)[0]


def _sensible_stances(state: ToursState, seat: Seat) -> Sequence[Stance]:
    """The stances that make sense for a side now: no raid without cavalry."""
    has_cavalry = any(state.has_units(c) for c in (HC, LC))
    if has_cavalry or seat == MUSLIMS:
        return COMPARED[seat]
    return [stance for stance in COMPARED[seat] if stance is not RAID]


def promising_scripts(rules: Rules[ToursState], state: ToursState, seat: str) -> Sequence[Script]:
    """The plans that a side may choose when orders are given."""
    if state.frames or state.phase != ToursPhase.ORDERS:
        return ()
    return [script(rules, stance) for stance in _sensible_stances(state, SEAT_NUMBER[seat])]


def scripts(rules: Rules[ToursState], seat: str) -> Sequence[Script]:
    """The plans that a seat can follow through a whole battle."""
    return [script(rules, stance) for stance in STANCES[SEAT_NUMBER[seat]]]


def script(rules: Rules[ToursState], stance: Stance) -> Script:
    """A stance as a plan for a whole battle."""
    return Script(stance.name, stance.title, partial(first_action, rules, stance),
                  course=partial(course, rules, stance))


def first_action(rules: Rules[ToursState], stance: Stance, state: ToursState) -> Action:
    """The next action of a stance."""
    for candidate in choose(state, stance):
        for action in candidate.actions:
            if rules.check(state, action):
                return action
    return rules.candidates(state)[0]


def course(rules: Rules[ToursState], stance: Stance, state: ToursState) -> Sequence[Action]:
    """The next actions of a stance in a rehearsal, with less search; at least one, the first of them legal."""
    if not state.frames and state.phase == ToursPhase.ACTION and state.acting >= 0 and state.moving is None:
        return _contingent_course(Scene(state, seat_to_decide(state), stance))
    for candidate in choose(state, stance):
        if rules.check(state, candidate.actions[0]):
            return candidate.actions
    return rules.candidates(state)[:1]


def _contingent_course(scene: Scene) -> Sequence[Action]:
    """The next actions of the active contingent: the course of one unit of archers, because a die roll may follow; once
    no archers are left to move, the courses of all other units as they look now, the best first."""
    state = scene.state
    able = [slot for slot in state.units(state.acting)
            if not state.moved >> slot & 1 and movement.why_no_action(state, slot) is None]
    for slot in sorted(able, key=lambda slot: (scene.distance_to_enemy(state.at[slot]), slot)):
        if KIND[slot] == ARCHER and (best := best_course(scene, slot)).gain > MIN_COURSE_GAIN:
            return best.actions
    courses = [best_course(scene, slot) for slot in able if KIND[slot] != ARCHER]
    worthwhile = sorted((each for each in courses if each.gain > MIN_COURSE_GAIN), key=lambda each: -each.gain)
    return [action for each in worthwhile for action in each.actions] or (END_PHASE,)
