"""Movement (4): the units that may move now, and the areas that they can reach; also activated cavalry (8), guns (9)
and convoys (11.W.3). This module alone decides what is legal; ``move_refusals`` gives the reasons for refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from game.board.areas import Area, areas_in
from game.core.indices import Seat, Slot, other, slots_in
from game.core.message import Message, say
from game.core.verdict import Reason
from game.rules.africa.actions import AfricaMove
from game.rules.africa.retreats import enemy_near
from game.rules.africa.sequence import FIRE, MOVEMENT
from game.rules.africa.setting import Setting
from game.rules.africa.stacking import MAX_UNIT_POINTS, full_areas, overstacked_areas, why_full
from game.rules.africa.state import STACKING_LIMIT, AfricaState, fill_in
from game.rules.africa.units import AfricaUnit, rule

Path = tuple[Area, ...]
"""Every area a unit enters, the last one its destination."""


def entered_from(path: Path, start: Area) -> Area:
    """The adjacent area from which a unit enters the last area of a path: terrain there counts in shock (6.2).

    :param start: the area in which the path begins.
    """
    return path[-2] if len(path) > 1 else start


def phase_movers(state: AfricaState) -> int:
    """Mask of units that move in the phasing side's movement phase: all except cavalry, guns and units aboard; but also
    demoralized cavalry and guns that have not moved in an activation this turn (ruling 5)."""
    setting = state.setting
    only_when_activated = (setting.cavalry | setting.guns) & (state.moved_active | ~state.demoralized)
    return setting.side[state.now.seat] & ~only_when_activated & ~setting.ship & ~setting.immobile & ~state.aboard


def free_phase_movers(state: AfricaState) -> int:
    """Mask of ``phase_movers`` on the map that may still move in this phase, regardless of room and terrain."""
    at, contested = state.at, state.occupied[0] & state.occupied[1]
    units = 0
    for slot in slots_in(phase_movers(state) & ~state.moved):
        if at[slot] >= 0 and not contested >> at[slot] & 1:
            units |= 1 << slot
    return units


def movers(state: AfricaState) -> int:
    """Mask of units that may move now, regardless of room and terrain."""
    if not state.frames:
        return free_phase_movers(state) if state.now.phase == MOVEMENT else 0
    acting = state.acting
    if acting is None or acting.stage:
        return 0
    units = acting.units & ~(acting.spent | acting.halted & ~acting.galloped) & ~state.setting.immobile
    if acting.gun and units & ~acting.once and not gun_may_move(state, slots_in(units)[0]):
        return 0
    at, bound = state.at, bound_to_fight(state, acting.side)
    for slot in slots_in(units):
        if at[slot] < 0 or (bound >> at[slot] & 1 and not state.setting.ship >> slot & 1):
            units &= ~(1 << slot)
    return units


def bound_to_fight(state: AfricaState, seat: Seat) -> int:
    """Mask of areas that a side has attacked: its cavalry and guns there may fire, but must stay (6.2, ruling 9)."""
    return state.contested() if state.now.phasing == seat else 0


def gun_may_move(state: AfricaState, slot: Slot) -> bool:
    """Whether a gun has neither moved this turn nor fired twice (4, 9, ruling 38)."""
    return not state.moved_active >> slot & 1 and state.gun_shots.count(slot) < 2


def units_making_room(state: AfricaState, seat: Seat) -> int:
    """Mask of a side's units that can still leave their areas before the movement phase ends (ruling 4)."""
    now = state.now
    may_still_move = now.seat == seat and now.phase in (FIRE, MOVEMENT)
    return units_that_can_leave(state, free_phase_movers(state)) if may_still_move else 0


def units_that_can_leave(state: AfricaState, units: int) -> int:
    """Mask of the units that have somewhere to go, among units of a side that may still move (ruling 4). Areas full of
    units that cannot leave do not count. Only units in areas without room for three points, and on the road ahead of
    convoys, are examined; all others are taken to be able to leave."""
    if not units:
        return 0
    setting = state.setting
    points, seat = setting.points, setting.owner(units)
    crowded = full_areas(state, seat, 0)[MAX_UNIT_POINTS]
    for convoy in slots_in(units & setting.convoys):
        crowded |= setting.steps[convoy].first[state.at[convoy]] & setting.nearer_to_goal[state.at[convoy]]
    examined = [i for area in areas_in(crowded & state.occupied[seat]) for i in state.stacks[area]
                if units >> i & 1 and points[i]]
    stuck, stuck_before = 0, -1 if examined else 0
    while stuck != stuck_before:
        stuck_before = stuck
        full = full_areas(state, seat, units & ~stuck)
        for slot in examined:
            areas = setting.allowances[slot] - (state.once >> slot & 1)
            if not stuck >> slot & 1 and not can_go(state, slot, areas, full):
                stuck |= 1 << slot
    return units & ~stuck


class FullAreas(NamedTuple):
    """For a unit of 0 to 3 stacking points, the masks of areas in which it cannot end its move for lack of room."""

    full: tuple[int, ...]
    """Areas without room, not counting units that can still leave (ruling 4)."""
    full_or_reserved: tuple[int, ...]
    """The same, and areas where room must be kept for a convoy that has not moved (11.W.3, ruling 25)."""

    def for_unit(self, setting: Setting, slot: Slot) -> tuple[int, ...]:
        """The masks that apply to a unit; convoys keep no room for each other."""
        return self.full if setting.convoys >> slot & 1 else self.full_or_reserved


def _without_room(state: AfricaState, units: int) -> FullAreas:
    """The areas without room for units of a side.

    :param units: mask of all its units that may move now.
    """
    setting = state.setting
    seat = setting.owner(units)
    if state.frame is not None:
        full = full_areas(state, seat, units_making_room(state, seat))
        return FullAreas(full, full)
    leaving = units_that_can_leave(state, units)
    full = full_areas(state, seat, leaving)
    if not units & setting.convoys:
        return FullAreas(full, full)
    reserved = list(full)
    for area, _, spare in _convoy_room(state, units, leaving, full):
        for points in range(max(spare, 0) + 1, len(full)):
            reserved[points] |= 1 << area
    return FullAreas(full, tuple(reserved))


def _convoy_room(state: AfricaState, units: int, leaving: int,
                 full: tuple[int, ...]) -> Iterator[tuple[Area, Slot, int]]:
    """For each convoy with only one area to move to: that area, the convoy, and the stacking points that may enter the
    area before it.

    :param units: mask of all units that may move now.
    :param leaving: mask of those of them that have somewhere to go.
    :param full: for 0 to 3 stacking points, the mask of areas without room for them.
    """
    setting = state.setting
    for convoy in slots_in(units & setting.convoys):
        open_areas = setting.steps[convoy].first[state.at[convoy]] & ~_closed_areas(state, convoy, full)
        if open_areas.bit_count() == 1:
            area, = areas_in(open_areas)
            staying = [i for i in state.units_in(area, setting.units[convoy].seat) if not leaving >> i & 1]
            yield area, convoy, STACKING_LIMIT - setting.points[convoy] - sum([setting.points[i] for i in staying])


def areas_left(state: AfricaState, slot: Slot) -> int:
    """The number of areas that a unit may still move."""
    return state.setting.allowances[slot] - ((state.acting or state).once >> slot & 1)


def is_riding_back(state: AfricaState, slot: Slot) -> bool:
    """Whether a cavalry unit has moved one area and fired, so that its next move is the second one of an Algarabia
    (8.1)."""
    acting = state.acting
    return acting is not None and bool(acting.galloped >> slot & 1)


Barrier = Callable[[AfricaState, AfricaUnit, Area], Reason]
"""Function that gives the reason why a unit may not end its move in an area."""


def _barrier(number: str, text: Message, value: str = "", ruling: int | None = None) -> Barrier:
    """A barrier with a sentence about the unit and the area.

    :param number: the number of the rule.
    :param value: which of the two the reason carries as a value: ``unit``, ``place``, or empty for neither.
    """
    def barrier(state: AfricaState, unit: AfricaUnit, there: Area) -> Reason:
        ground = state.setting.ground
        values = {"unit": unit.id, "place": ground.ids[there]}
        return Reason(rule(number, ruling), fill_in(text, unit=unit.name, title=ground.titles[there]),
                      {value: values[value]} if value else {})
    return barrier


def _near_enemy(state: AfricaState, unit: AfricaUnit, there: Area) -> Reason:
    """The barrier for a demoralized unit: it may not end its move next to an enemy (ruling 6)."""
    why = enemy_near(state, there, other(unit.seat))
    is_ship = state.near_ship(there, other(unit.seat)) >= 0
    cited = rule("6.1", 24) if is_ship else rule("6.1", 6)
    return Reason(cited, say("{unit} is demoralized: {why}", unit=unit.name, why=why), {"unit": unit.id})


NO_ATTACK_DEMORALIZED = _barrier("6.1", say("{unit} is demoralized and may not attack"), "unit")
ROAD_BARRED = _barrier("11.W.3", say("The enemy bars the road at {title}"), "place")
NO_NEARER = _barrier("11.W.3", say("A convoy must move closer to the Fondak; {title} is no closer"))
NO_CHARGE_ON_RETURN = _barrier("8.1", say("After an Algarabia {unit} may not ride into {title}, an enemy's area"),
                               ruling=9)
NO_OFFICER_ALONE = _barrier("10", say("An officer alone may not enter {title}, which the enemy holds"))
NO_SAILING = _barrier("5", say("{unit} may not sail into {title}: the enemy holds it"), "place", ruling=24)


def _barriers(state: AfricaState, slot: Slot) -> list[tuple[int, Barrier]]:
    """Masks of areas in which a unit may not end its move even if there is room, each with its barrier. For an area in
    several masks the first one applies."""
    setting, bit = state.setting, 1 << slot
    masks: list[tuple[int, Barrier]] = []
    seat = setting.units[slot].seat
    enemy = state.occupied[other(seat)]
    if state.demoralized & bit:
        near = state.areas_with_units(other(seat))
        masks = [(enemy, NO_ATTACK_DEMORALIZED), (near | setting.ground.around(near), _near_enemy)]
    if setting.ship & bit:
        return [(enemy, NO_SAILING)]
    if setting.convoys & bit:
        return [*masks, (enemy, ROAD_BARRED), (~setting.nearer_to_goal[state.at[slot]], NO_NEARER)]
    if is_riding_back(state, slot):
        masks.append((enemy, NO_CHARGE_ON_RETURN))
    elif setting.officers & bit:
        masks.append((enemy & ~state.areas_with_troops(seat, state.contested()), NO_OFFICER_ALONE))
    return masks


def _closed_areas(state: AfricaState, slot: Slot, full: tuple[int, ...]) -> int:
    """Mask of areas in which a unit may not end its move."""
    setting = state.setting
    if setting.ship >> slot & 1:
        return state.occupied[other(setting.units[slot].seat)]
    closed = full[setting.points[slot]]
    if (state.demoralized | setting.end_restricted) >> slot & 1:
        for areas, _ in _barriers(state, slot):
            closed |= areas
    return closed


def step(state: AfricaState, slot: Slot, here: Area, there: Area, is_first: bool) -> int | Reason:
    """The cost of a step along a unit's path, always one area, or why it is illegal; units in the area entered are
    ignored. ``reachable`` uses masks made from the same ``Setting.step``, which for all units of a phase is 25 times as
    fast (measured).

    :param is_first: whether this is the first area of the unit's move.
    """
    setting, start = state.setting, state.at[slot]
    unit, title = setting.units[slot], setting.ground.titles[here]
    if here != start and state.occupied[other(unit.seat)] >> here & 1:
        if setting.ship >> slot & 1:
            return NO_SAILING(state, unit, here)
        return Reason(rule("4", 7), say("{unit} must stop in {area}: the enemy is there", unit=unit.name, area=title))
    if here != start and not setting.steps[slot].onward[start] >> here & 1:
        return Reason(rule("4", 3), say("{unit} must stop in {area}", unit=unit.name, area=title))
    return setting.step(slot, here, there, is_first)


def last_step(state: AfricaState, slot: Slot, here: Area, there: Area, is_first: bool) -> int | Reason:
    """The cost of the last step of a path, as ``step``; it also needs room and no barrier."""
    setting = state.setting
    unit = setting.units[slot]
    areas = step(state, slot, here, there, is_first)
    if isinstance(areas, Reason):
        return areas
    for closed, why in _barriers(state, slot):
        if closed >> there & 1:
            return why(state, unit, there)
    if setting.ship >> slot & 1:
        return areas
    full = why_full(state, slot, there, units_making_room(state, unit.seat))
    return full or _why_reserved(state, slot, there) or areas


def _why_reserved(state: AfricaState, slot: Slot, area: Area) -> Reason | None:
    """Why a unit may not end its move in an area now because a convoy would have no room (ruling 25); else None."""
    setting, units = state.setting, movers(state)
    if state.frame is not None or setting.convoys >> slot & 1:
        return None
    unit, leaving = setting.units[slot], units_that_can_leave(state, units)
    for place, convoy, spare in _convoy_room(state, units, leaving, full_areas(state, unit.seat, leaving)):
        if place == area and unit.points > max(spare, 0):
            name, title = setting.units[convoy].name, setting.ground.titles[area]
            return Reason(rule("11.W.3", 25), say("{name} must move to {title} first: {unit} would leave it no room",
                                                  name=name, title=title, unit=unit.name),
                          {"unit": setting.units[convoy].id, "place": setting.ground.ids[area]})
    return None


def open_first_areas(state: AfricaState, slot: Slot, full: tuple[int, ...]) -> int:
    """Mask of the adjacent areas in which a unit that has not moved may end its move.

    :param full: for 0 to 3 stacking points, the mask of areas without room for them.
    """
    return state.setting.steps[slot].first[state.at[slot]] & ~_closed_areas(state, slot, full)


def can_go(state: AfricaState, slot: Slot, areas: int, full: tuple[int, ...]) -> bool:
    """Whether a unit that may still move a number of areas has anywhere to go.

    :param full: for 0 to 3 stacking points, the mask of areas without room for them.
    """
    return bool(open_first_areas(state, slot, full)) or (areas > 1 and bool(_paths(state, slot, areas, full)))


def _paths(state: AfricaState, slot: Slot, areas: int, full: tuple[int, ...]) -> dict[Area, Path]:
    """Area -> shortest path, for every area in which a unit that may still move a number of areas can end its move.

    :param full: for 0 to 3 stacking points, the mask of areas without room for them.
    """
    if areas <= 0:
        return {}
    setting, here = state.setting, state.at[slot]
    steps = setting.steps[slot]
    closed = _closed_areas(state, slot, full)
    is_first = areas == setting.allowances[slot] or is_riding_back(state, slot)
    adjacent = steps.first[here] if is_first else steps.later[here]
    first_areas = adjacent & ~closed
    paths: dict[Area, Path] = {there: (there,) for there in areas_in(first_areas)}
    if areas > 1:
        closed |= first_areas | 1 << here
        enemy = state.occupied[other(setting.units[slot].seat)]
        for middle in areas_in(adjacent & steps.onward[here] & ~enemy):
            second_areas = steps.later[middle] & ~closed
            closed |= second_areas
            for there in areas_in(second_areas):
                paths[there] = (middle, there)
    return paths


def reachable(state: AfricaState, slot: Slot) -> dict[Area, Path]:
    """Area -> shortest path, for every area to which a unit may move now; empty if it may not move."""
    units = movers(state)
    if not units >> slot & 1:
        return {}
    return _paths(state, slot, areas_left(state, slot), _without_room(state, units).for_unit(state.setting, slot))


def completed_move(state: AfricaState, move: AfricaMove) -> AfricaMove | None:
    """A legal move with its complete path, the shortest unless another one is named (ruling 33); None if the move is
    illegal."""
    setting = state.setting
    slot, index = setting.slot_of(move.unit), setting.ground.index
    path = tuple([index.get(name, Area(-1)) for name in move.path])
    shortest = reachable(state, slot).get(path[-1]) if slot >= 0 else None
    if shortest is None or (len(path) > 1 and shortest != path and not _is_passable(state, slot, path)):
        return None
    return move_by(setting, slot, path if len(path) > 1 else shortest)


def listed_move(state: AfricaState, move: AfricaMove) -> AfricaMove:
    """A legal move in the form in which it is listed: by the shortest path to its end."""
    setting = state.setting
    slot, end = setting.slot_of(move.unit), setting.area_of(move.path[-1])
    shortest = reachable(state, slot).get(end) if slot >= 0 and end >= 0 else None
    return move if shortest is None else move_by(setting, slot, shortest)


def _is_passable(state: AfricaState, slot: Slot, path: Path) -> bool:
    """Whether a unit may pass through the first of two areas to the second, whether or not it may end there."""
    if len(path) != 2 or path[0] < 0 or areas_left(state, slot) < 2:
        return False
    setting, (middle, there) = state.setting, path
    steps, enemy = setting.steps[slot], state.occupied[other(setting.units[slot].seat)]
    return bool((steps.onward[state.at[slot]] & ~enemy) >> middle & 1 and steps.later[middle] >> there & 1)


@cache
def move_by(setting: Setting, slot: Slot, path: Path) -> AfricaMove:
    """The move of a unit along a path."""
    ids = setting.ground.ids
    return AfricaMove(setting.units[slot].id, tuple(ids[i] for i in path))


def _paths_of(state: AfricaState, units: Iterable[Slot], all_movers: int) -> Iterator[tuple[Slot, dict[Area, Path]]]:
    """Each of some units with the areas in which it can end its move, and the paths.

    :param all_movers: mask of all units that may move now.
    """
    without_room, setting, once = _without_room(state, all_movers), state.setting, (state.acting or state).once
    for slot in units:
        areas = setting.allowances[slot] - (once >> slot & 1)
        yield slot, _paths(state, slot, areas, without_room.for_unit(setting, slot))


def all_moves(state: AfricaState) -> list[AfricaMove]:
    """Every legal move, one for each unit and destination."""
    units, setting = movers(state), state.setting
    if not units:
        return []
    return [move_by(setting, slot, route) for slot, paths in _paths_of(state, slots_in(units), units)
            for route in paths.values()]


def must_move(state: AfricaState) -> tuple[Slot, ...]:
    """The units that can move and must do so before their side may end its movement: demoralized ones next to the enemy
    (6.1, ruling 6), convoys (11.W.3) and those in overstacked areas (5)."""
    setting, seat = state.setting, state.now.seat
    units = free_phase_movers(state)
    crowded = overstacked_areas(state, seat)
    obliged = []
    for slot in slots_in(units & (state.demoralized | setting.convoys) if not crowded else units):
        is_crowded = setting.points[slot] and crowded >> state.at[slot] & 1
        if must_withdraw(state, slot) or is_crowded or setting.convoys >> slot & 1:
            obliged.append(slot)
    all_movers = movers(state)
    obliged = [slot for slot in obliged if all_movers >> slot & 1]
    if not obliged:
        return ()
    return tuple(slot for slot, paths in _paths_of(state, obliged, all_movers) if paths)


def must_withdraw(state: AfricaState, slot: Slot) -> bool:
    """Whether a unit is demoralized and next to the enemy (6.1, ruling 6)."""
    enemy = other(state.setting.units[slot].seat)
    return bool(state.demoralized >> slot & 1 and state.occupied_near(state.at[slot], enemy))
