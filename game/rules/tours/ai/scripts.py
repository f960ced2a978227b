"""The plans of both sides, as stances and as scripts: each can be carried through a whole battle without search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.contract import Rules
from game.core.evaluator import Script
from game.core.indices import Seat, Slot
from game.core.message import say
from game.rules.tours.actions import ToursPlace
from game.rules.tours.ai.choosing import choose
from game.rules.tours.ai.stances import Stance, Task, Tasks
from game.rules.tours.state import ToursState
from game.rules.tours.units import (
    ARCHER,
    CONTINGENT,
    FOE,
    FRANKS,
    GUARD,
    HC,
    HI,
    KIND,
    LC,
    MUSLIMS,
    RED,
    SEAT_NUMBER,
    UNITS,
    WAGONS,
    YELLOW,
)

WING = 8
"""The enemies on whom a mass falls: those nearest to one river; chosen, as are the numbers below."""
CAMP_REACH, CORNER_REACH = 2, 4
"""Hexes around the wagon trains, or a corner, that belong to it."""
CORNER = "1120"
"""The middle of the strongest corner: woods before the Clain, behind the Frankish right."""
SPREAD = tuple(ToursPlace(UNITS[slot].id, place) for slot, place in zip(WAGONS, ("2716", "2719", "2721"), strict=True))
"""The trains so far apart that one Frank is beside two of them in a single hex, at the edge of the map."""


def _row(state: ToursState, slot: Slot) -> int:
    return int(state.ground.hexes[state.at[slot]][2:])


def _within(state: ToursState, middles: Iterable[Hex], hexes: int) -> int:
    """The mask of open hexes so near to one of some."""
    ground = state.ground
    mask = 0
    for middle in middles:
        row = ground.distances(middle)
        mask |= sum(1 << there for there in range(len(ground.hexes)) if row[there] <= hexes)
    return mask & ~(ground.closed | state.wagons)


def _mass(seat: Seat, *, low: bool) -> Callable[[ToursState], Tasks]:
    """Everybody falls on the enemies nearest to one river, those with the low rows or the high ones."""
    def tasks(state: ToursState) -> Tasks:
        enemies = sorted(state.army(FOE[seat]), key=lambda slot: _row(state, slot), reverse=not low)[:WING]
        aim = state.ground.around(sum(1 << state.at[slot] for slot in enemies)) & ~state.held[FOE[seat]]
        return dict.fromkeys(state.army(seat), Task(aim, pull=0.03, hunt=0.7))
    return tasks


def camp(state: ToursState) -> list[Hex]:
    """The hexes of the wagon trains."""
    return [state.at[slot] for slot in WAGONS if state.at[slot] >= 0]


def key_hexes(state: ToursState) -> int:
    """The mask of hexes in which a single Frank is beside as many trains as win (14.0)."""
    ground = state.ground
    counts: dict[Hex, int] = {}
    for place in camp(state):
        for there in hexes_in(ground.adjacent[place] & ~(ground.closed | state.wagons)):
            counts[there] = counts.get(there, 0) + 1
    return sum(1 << there for there, count in counts.items() if count > 1)


def _raid(state: ToursState) -> Tasks:
    """All horse rides around the enemy to the trains that nobody is beside yet."""
    ground, riders = state.ground, [slot for c in (HC, LC) for slot in state.units(c)]
    found: dict[Slot, Task] = {}
    keys = key_hexes(state) & ~state.held[MUSLIMS]
    for slot in riders:
        others = sum(1 << state.at[other] for other in riders if other != slot)
        left = [place for place in camp(state) if not ground.adjacent[place] & others] or camp(state)
        aim = keys or ground.around(sum(1 << place for place in left)) & ~(state.wagons | state.held[MUSLIMS] | others)
        found[slot] = Task(aim, pull=0.12, hunt=0.3, fear=0.3)
    return found


def _camp_guard(state: ToursState) -> Tasks:
    """The guard and the two nearest tribes stay around the trains; the others shoot, and keep away."""
    aim = _within(state, camp(state), CAMP_REACH)
    keys = key_hexes(state)
    found = {slot: Task(aim, pull=0.05, hunt=0.5) for c in (RED, YELLOW) for slot in state.units(c)}
    found |= {slot: Task(keys or aim, pull=0.3, hunt=0.2, fear=0.5) for slot in state.units(GUARD)}
    return found


def _bows(state: ToursState) -> Tasks:
    """Only the archers go near the enemy; the others fall on who comes out."""
    return {slot: Task(hunt=0.25, fear=1.5) for slot in state.army(MUSLIMS) if KIND[slot] != ARCHER}


def _frontal(state: ToursState) -> Tasks:
    return dict.fromkeys(state.army(MUSLIMS), Task(hunt=1.6, fear=0.3))


def _behind_wall(state: ToursState) -> Tasks:
    """Who is not in the wall stands close to it."""
    wall = sum(1 << state.at[slot] for slot in state.units(HI))
    aim = state.ground.around(wall) & ~state.held[MUSLIMS]
    return {slot: Task(aim, pull=0.02, hunt=0.5) for slot in state.army(FRANKS) if CONTINGENT[slot] != HI}


def _corner(state: ToursState) -> Tasks:
    aim = _within(state, (state.ground.index[CORNER],), CORNER_REACH)
    return dict.fromkeys(state.army(FRANKS), Task(aim, pull=0.06, hunt=0.2))


def _in_corner(state: ToursState) -> bool:
    """Whether half of the heavy infantry has come to the corner, or has enemies who attack before it."""
    ground, units = state.ground, state.units(HI)
    middle = ground.index[CORNER]
    near = sum(ground.distance(state.at[slot], middle) <= CORNER_REACH + 1 for slot in units)
    enemies = sum(1 << state.at[slot] for slot in state.army(MUSLIMS) if KIND[slot] != ARCHER)
    close = sum(bool(ground.adjacent[state.at[slot]] & enemies) for slot in units)
    return 2 * near > len(units) or 2 * close > len(units)


def _left(state: ToursState) -> Tasks:
    return _mass(FRANKS, low=True)(state)


FRANKISH = (
    Stance("shield-wall", say("the shield wall"), _behind_wall, lambda state: True),
    Stance("raid", say("the raid on the camp"), _raid),
    Stance("corner", say("the stand in the corner"), _corner, _in_corner),
    Stance("left", say("the advance on the left"), _left, lambda state: False),
)
MUSLIM = (
    Stance("left", say("the mass on the left"), _mass(MUSLIMS, low=False)),
    Stance("right", say("the mass on the right"), _mass(MUSLIMS, low=True)),
    Stance("camp", say("the guard of the camp"), _camp_guard, placed=SPREAD),
    Stance("bows", say("the arrows from afar"), _bows),
    Stance("frontal", say("the attack along the whole line"), _frontal, attack=-0.15),
)
STANCES: tuple[tuple[Stance, ...], tuple[Stance, ...]] = (FRANKISH, MUSLIM)
"""Seat -> its stances."""


def scripts(rules: Rules[ToursState], seat: str) -> Sequence[Script]:
    """The plans that a seat can follow through a whole battle."""
    return [Script(stance.name, stance.title, partial(first_action, rules, stance))
            for stance in STANCES[SEAT_NUMBER[seat]]]


def first_action(rules: Rules[ToursState], stance: Stance, state: ToursState) -> Action:
    """What is done now in a stance."""
    for course in choose(state, stance):
        for action in course.actions:
            if rules.check(state, action):
                return action
    return rules.candidates(state)[0]
