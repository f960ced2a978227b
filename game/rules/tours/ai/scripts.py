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
from game.rules.tours.ai.choosing import MIN_LINE_GAIN, choose
from game.rules.tours.ai.marching import line_of
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
"""The number of enemies that a massed attack targets: those nearest to one river; chosen, as are the numbers below."""
CAMP_RADIUS = 2
"""The distance in hexes within which a hex belongs to the camp."""
CORNER_RADIUS = 4
"""The distance in hexes within which a hex belongs to a corner."""
CORNER_HEX = "1120"
"""The middle of the strongest corner: woods in front of the Clain, behind the Frankish right."""
RIDE_PULL = 1.0
"""The value to raiders of a movement point nearer to the trains. Measured as Franks against the previous veteran: 4
wins in 7 games at 0.12, 15 in 19 at 1.0."""
LAST_RIDE_PULL = 3.0
"""The same if the turn ends before the Muslims can answer."""
WALL_DISTANCE = 4
"""Hexes from the enemy within which a contingent behind the wall is of use."""
TRIBAL = (RED, YELLOW, BLUE, GREY)
"""The contingents of the four tribes."""
RIDE_MOVES = 2
"""The moves within which a raider counts as a danger to the camp."""
MAX_WATCHERS = 8
"""The most units that watch the camp."""
SPREAD_TRAINS = tuple(ToursPlace(UNITS[slot].id, place) for slot,
                      place in zip(WAGONS, ("2716", "2719", "2721"), strict=True))
"""Places of the trains so far apart that a single hex, at the edge of the map, is next to two of them."""


def _row(state: ToursState, slot: Slot) -> int:
    return int(state.ground.hexes[state.at[slot]][2:])


def _hexes_within(state: ToursState, middles: Iterable[Hex], hexes: int) -> int:
    """The mask of open hexes within a distance of any of the middles."""
    ground = state.ground
    mask = 0
    for middle in middles:
        row = ground.distances(middle)
        mask |= sum(1 << there for there in range(len(ground.hexes)) if row[there] <= hexes)
    return mask & ~(ground.closed | state.wagons)


def _mass_attack(seat: Seat, *, low: bool) -> Callable[[ToursState], Tasks]:
    """Tasks for a mass attack: all units attack the enemies nearest to one river, those in the low rows or the high
    ones."""
    def tasks(state: ToursState) -> Tasks:
        enemies = sorted(state.army(FOE[seat]), key=lambda slot: _row(state, slot), reverse=not low)[:MASSED_ENEMIES]
        aim = state.ground.around(sum(1 << state.at[slot] for slot in enemies)) & ~state.occupied[FOE[seat]]
        return dict.fromkeys(state.army(seat), Task(aim, pull=0.03, hunt=0.7))
    return tasks


def _raid_tasks(state: ToursState) -> Tasks:
    """All cavalry rides around the enemy to the trains that have no Frank next to them, and rests there; so do other
    units that can win the battle at the end of the turn."""
    ground = state.ground
    last_riders = near_camp(state, FRANKS, 1) if state.second and state.seat == FRANKS else []
    riders = [slot for slot in state.army(FRANKS) if CONTINGENT[slot] in (HC, LC) or slot in last_riders]
    tasks: dict[Slot, Task] = {}
    keys = key_hexes(state) & ~state.occupied[MUSLIMS]
    for slot in riders:
        others = sum(1 << state.at[other] for other in riders if other != slot)
        unguarded = [place for place in train_hexes(state) if not ground.adjacent[place] & others] or train_hexes(state)
        closed = state.wagons | state.occupied[MUSLIMS] | others
        aim = keys or ground.around(sum(1 << place for place in unguarded)) & ~closed
        tasks[slot] = Task(aim, LAST_RIDE_PULL if slot in last_riders else RIDE_PULL, hunt=0.3, fear=0.3,
                           last=slot in last_riders,
                           rests=True)
    return tasks


def _camp_guard(state: ToursState) -> Tasks:
    """The guard and the two nearest tribes stay around the trains; the others fire and keep their distance."""
    aim = _hexes_within(state, train_hexes(state), CAMP_RADIUS)
    keys = key_hexes(state)
    found = {slot: Task(aim, pull=0.05, hunt=0.5) for c in (RED, YELLOW) for slot in state.units(c)}
    found |= {slot: Task(keys or aim, pull=0.3, hunt=0.2, fear=0.5) for slot in state.units(GUARD)}
    return found


def _watch_tasks(state: ToursState) -> Tasks:
    """One unit more than there are raiders near stays at the camp, and a guard in the hex between two trains."""
    ground, keys = state.ground, key_hexes(state)
    ring = ground.around(state.wagons) & ~(state.wagons | ground.closed)
    tasks = {slot: Task(keys or ring, pull=0.3, hunt=0.3, fear=0.5) for slot in state.units(GUARD)}
    raiders = len([slot for slot in near_camp(state, FRANKS, RIDE_MOVES) if CONTINGENT[slot] != HI])
    if raiders:
        able = [slot for slot in near_camp(state, MUSLIMS, 3 * RIDE_MOVES) if slot not in tasks]
        tasks |= dict.fromkeys(able[:min(MAX_WATCHERS, raiders + 1)], Task(ring, pull=0.15, hunt=0.7, fear=0.7))
    return tasks


def _archer_tasks(state: ToursState) -> Tasks:
    """Tasks for archers in front: only they go near the enemy; the others attack enemies that come out."""
    return {slot: Task(hunt=0.25, fear=1.5) for slot in state.army(MUSLIMS) if KIND[slot] != ARCHER}


def _frontal_tasks(state: ToursState) -> Tasks:
    return dict.fromkeys(state.army(MUSLIMS), Task(hunt=1.6, fear=0.3))


def _behind_wall(state: ToursState) -> Tasks:
    """Units outside the wall stay close to it."""
    wall = sum(1 << state.at[slot] for slot in state.units(HI))
    aim = state.ground.around(wall) & ~state.occupied[MUSLIMS]
    return {slot: Task(aim, pull=0.02, hunt=0.5) for slot in state.army(FRANKS) if CONTINGENT[slot] != HI}


def _corner_tasks(state: ToursState) -> Tasks:
    aim = _hexes_within(state, (state.ground.index[CORNER_HEX],), CORNER_RADIUS)
    return dict.fromkeys(state.army(FRANKS), Task(aim, pull=0.06, hunt=0.2))


def _in_corner(state: ToursState) -> bool:
    """Whether more than half of the heavy infantry is in the corner, or next to enemies that attack by shock."""
    ground, units = state.ground, state.units(HI)
    middle = ground.index[CORNER_HEX]
    near = sum(ground.distance(state.at[slot], middle) <= CORNER_RADIUS + 1 for slot in units)
    enemies = sum(1 << state.at[slot] for slot in state.army(MUSLIMS) if KIND[slot] != ARCHER)
    close = sum(bool(ground.adjacent[state.at[slot]] & enemies) for slot in units)
    return 2 * near > len(units) or 2 * close > len(units)


def _left_tasks(state: ToursState) -> Tasks:
    return _mass_attack(FRANKS, low=True)(state)


def _wing_tasks(state: ToursState) -> Tasks:
    """The two tribes nearest to the enemy attack; the cavalry of the others waits for enemies that come out."""
    near = state.ground.distances
    enemies = state.army(FRANKS)

    def away(c: Contingent) -> float:
        units = state.units(c)
        return fmean(min(near(state.at[slot])[state.at[enemy]] for enemy in enemies) for slot in units)

    tribes = sorted((c for c in TRIBAL if state.alive(c)), key=away)
    tasks = {slot: Task(hunt=1.6, fear=0.3) for c in tribes[:2] for slot in state.units(c)}
    tasks |= {slot: Task(hunt=0.25, fear=1.5) for c in tribes[2:] for slot in state.units(c) if KIND[slot] != ARCHER}
    return tasks


def _out_of_reach(state: ToursState) -> Sequence[Contingent]:
    """The contingents behind the wall without an enemy near."""
    ground, enemies = state.ground, state.army(MUSLIMS)
    return [c for c in (LI, HC, LC) if not any(
        ground.distance(state.at[slot], state.at[enemy]) <= WALL_DISTANCE for slot in state.units(c)
        for enemy in enemies)]


def _count_moving(state: ToursState, contingents: Sequence[Contingent]) -> int:
    """The number of contingents among these that are ordered to move and attack."""
    return sum(state.orders[c] == MOVE for c in contingents if state.alive(c))


def _tribes_hold(state: ToursState) -> bool:
    """Whether at least half of the tribes are not ordered to move and attack."""
    return 2 * _count_moving(state, TRIBAL) <= sum(state.alive(c) for c in TRIBAL)


def _tribes_attack(state: ToursState) -> bool:
    """Whether at least half of the tribes are ordered to move and attack."""
    return 2 * _count_moving(state, TRIBAL) >= sum(state.alive(c) for c in TRIBAL)


def _cavalry_moves(state: ToursState) -> bool:
    """Whether cavalry is ordered to move and attack."""
    return _count_moving(state, (HC, LC)) > 0


RAID = Stance("raid", say("the cavalry raid on the camp"), _raid_tasks, fits_script=_cavalry_moves)
WAIT = Stance("wait", say("the wait behind the wall"), _behind_wall, lambda state: True, held_back=_out_of_reach)
FRANKISH = (
    Stance("shield-wall", say("the stand around the shield wall"), _behind_wall, lambda state: True),
    RAID,
    Stance("corner", say("the stand in the corner"), _corner_tasks, _in_corner),
    Stance("left", say("the advance on the left"), _left_tasks, lambda state: False),
)
WATCH = Stance("watch", say("the defence of the camp"), _watch_tasks, placed=SPREAD_TRAINS, fits_script=_tribes_hold)
WING = Stance("wing", say("the attack of the two nearest tribes"), _wing_tasks, attack=-0.1, fits_script=_tribes_attack)
FRONTAL = Stance("frontal", say("the attack along the whole line"), _frontal_tasks, attack=-0.15,
                 fits_script=_tribes_attack)
MUSLIM = (
    Stance("left", say("the massed attack on the left"), _mass_attack(MUSLIMS, low=False), fits_script=_tribes_attack),
    Stance("right", say("the massed attack on the right"), _mass_attack(MUSLIMS, low=True)),
    Stance("camp", say("the defence of the camp"), _camp_guard, placed=SPREAD_TRAINS, fits_script=_tribes_hold),
    Stance("bows", say("the archers in front"), _archer_tasks),
    FRONTAL,
)
STANCES: tuple[tuple[Stance, ...], tuple[Stance, ...]] = (FRANKISH, MUSLIM)
"""For each seat the stances that a bench plays through whole battles."""
COMPARED: tuple[tuple[Stance, ...], tuple[Stance, ...]] = ((RAID, AS_IT_COMES, WAIT), (WATCH, WING, FRONTAL))
"""For each seat the stances that a player compares, the likeliest first. Followed through whole battles between
veterans, at a tenth of the budget, the stand around the shield wall won 0 of 6, the archers in front 2 of 15 and the
mass on the left 4 of 15, so they are scripts only; the raid won 22 of 35, the battle as it comes 18 of 35, the guard of
the camp 7 of 15, the attack along the whole line 7 of 15, and that of the two nearest tribes 11 of 15. The wait behind
the wall has not been tried."""


def stance_of(state: ToursState, seat: Seat, name: str = "") -> Stance:
    """The stance that a side follows now.

    :param name: the stance that its player found best; empty if it has not compared any.
    """
    if seat == FRANKS and state.second and state.seat == FRANKS and camp_in_reach(state):
        return RAID
    found = next((stance for stance in COMPARED[seat] if stance.name == name), None)
    return found or _sensible_stances(state, seat)[0]


def _sensible_stances(state: ToursState, seat: Seat) -> Sequence[Stance]:
    """The stances that make sense for a side now."""
    rides = any(state.alive(c) for c in (HC, LC))
    return COMPARED[seat] if rides or seat == MUSLIMS else [stance for stance in COMPARED[seat] if stance is not RAID]


def promising(rules: Rules[ToursState], state: ToursState, seat: str) -> Sequence[Script]:
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
    for found in choose(state, stance):
        for action in found.actions:
            if rules.check(state, action):
                return action
    return rules.candidates(state)[0]


def course(rules: Rules[ToursState], stance: Stance, state: ToursState) -> Sequence[Action]:
    """The next actions of a stance in a rehearsal, with less search; at least one, the first of them legal."""
    if not state.frames and state.phase == ToursPhase.ACTION and state.acting >= 0 and state.moving is None:
        return _march_choices(Scene(state, seat_to_decide(state), stance))
    for found in choose(state, stance):
        if rules.check(state, found.actions[0]):
            return found.actions
    return rules.candidates(state)[:1]


def _march_choices(scene: Scene) -> Sequence[Action]:
    """The line of one archer, since a die roll follows each; without archers left to move, the lines of all other units
    of the contingent as they look now, the best first."""
    state = scene.state
    free = [slot for slot in state.units(state.acting)
            if not state.moved >> slot & 1 and movement.why_no_action(state, slot) is None]
    for slot in sorted(free, key=lambda slot: (scene.near(state.at[slot]), slot)):
        if KIND[slot] == ARCHER and (line := line_of(scene, slot)).gain > MIN_LINE_GAIN:
            return line.actions
    lines = [line for slot in free if KIND[slot] != ARCHER and (line := line_of(scene, slot)).gain > MIN_LINE_GAIN]
    lines.sort(key=lambda line: -line.gain)
    return [action for line in lines for action in line.actions] or (END_PHASE,)
