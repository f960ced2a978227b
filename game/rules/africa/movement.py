"""Movement (4): who moves now and where to; the gallop of activated cavalry (8), guns (9) and convoys (11.W.3).

What is legal is decided here and only here; ``move_refusals`` says in words why a unit stays, or where it is too far.
"""

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
from game.rules.africa.stacking import full_areas, overfull, why_full
from game.rules.africa.state import LIMIT, AfricaState, filled
from game.rules.africa.units import AfricaUnit, rule

Path = tuple[Area, ...]
"""Every area a unit enters, the last one its end."""


def walkers(state: AfricaState) -> int:
    """Units that move in the phasing side's movement phase: all but cavalry, guns and those aboard; demoralized cavalry
    that has not been activated, and demoralized guns that have not moved (ruling 5)."""
    setting = state.setting
    special = setting.cavalry & (state.active | ~state.demoralized) | setting.guns & (
        state.gun_moved | ~state.demoralized)
    return setting.side[state.now.seat] & ~special & ~setting.ship & ~setting.fixed & ~state.aboard


def free_walkers(state: AfricaState) -> int:
    """Walkers on the map that may still go somewhere in this phase, as far as they themselves are concerned."""
    at, engaged = state.at, state.held[0] & state.held[1]
    free = 0
    for slot in slots_in(walkers(state) & ~state.moved):
        if at[slot] >= 0 and not engaged >> at[slot] & 1:
            free |= 1 << slot
    return free


def movers(state: AfricaState) -> int:
    """Units that may move now, as far as they themselves are concerned."""
    if not state.frames:
        return free_walkers(state) if state.now.phase == MOVEMENT else 0
    acting = state.acting
    if acting is None or acting.stage:
        return 0
    units = acting.units & ~(acting.spent | acting.halted & ~acting.galloped) & ~state.setting.fixed
    if acting.gun and units and not gun_may_move(state, slots_in(units)[0]):
        return 0
    at, bound = state.at, bound_to_fight(state, acting.side)
    for slot in slots_in(units):
        if at[slot] < 0 or (bound >> at[slot] & 1 and not state.setting.ship >> slot & 1):
            units &= ~(1 << slot)
    return units


def bound_to_fight(state: AfricaState, seat: Seat) -> int:
    """Areas in which a side has attacked: its cavalry and guns there may fire, but must stay (6.2, ruling 9)."""
    return state.contested() if state.now.phasing == seat else 0


def gun_may_move(state: AfricaState, slot: Slot) -> bool:
    """Whether a gun has neither moved this turn nor fired twice (4, 9)."""
    return not state.gun_moved >> slot & 1 and sum([gun == slot for gun, _ in state.shots]) < 2


def making_room(state: AfricaState, seat: Seat) -> int:
    """Units of a side that can still leave where they are before the movement phase ends (ruling 4)."""
    now = state.now
    return can_leave(state, free_walkers(state)) if now.seat == seat and now.phase in (FIRE, MOVEMENT) else 0


def can_leave(state: AfricaState, units: int) -> int:
    """Those of some units of a side, which may still move, that have somewhere to go (ruling 4).

    Who has only areas to go to that are full of others who cannot leave has none. Nobody is asked where there is room
    for anybody as it is, but on the road ahead of convoys.
    """
    if not units:
        return 0
    setting = state.setting
    points, seat = setting.points, setting.owner(units)
    crowded = full_areas(state, seat, 0)[3]
    for convoy in slots_in(units & setting.convoys):
        crowded |= setting.steps[convoy].first[state.at[convoy]] & setting.nearer[state.at[convoy]]
    asked = [i for area in areas_in(crowded & state.held[seat]) for i in state.stacks[area]
             if units >> i & 1 and points[i]]
    stuck, before = 0, -1 if asked else 0
    while stuck != before:
        before = stuck
        full = full_areas(state, seat, units & ~stuck)
        for slot in asked:
            if not stuck >> slot & 1 and not can_go(state, slot, setting.areas[slot] - (state.once >> slot & 1), full):
                stuck |= 1 << slot
    return units & ~stuck


class FullAreas(NamedTuple):
    """By stacking points, 0 to 3, the masks of areas in which a unit cannot end its way for want of room."""

    full: tuple[int, ...]
    """Areas without room; those who can still leave make some (ruling 4)."""
    kept: tuple[int, ...]
    """These, and what must stay free for a convoy that has not moved (11.W.3, ruling 25)."""

    def to(self, setting: Setting, slot: Slot) -> tuple[int, ...]:
        """Those that concern a unit: convoys do not keep each other back."""
        return self.full if setting.convoys >> slot & 1 else self.kept


def _without_room(state: AfricaState, units: int) -> FullAreas:
    """Where there is no room.

    :param units: all that may move now.
    """
    setting = state.setting
    seat = setting.owner(units)
    if state.frame is not None:
        full = full_areas(state, seat, making_room(state, seat))
        return FullAreas(full, full)
    leaving = can_leave(state, units)
    full = full_areas(state, seat, leaving)
    if not units & setting.convoys:
        return FullAreas(full, full)
    kept = list(full)
    for area, _, spare in _needed(state, units, leaving, full):
        for points in range(max(spare, 0) + 1, len(full)):
            kept[points] |= 1 << area
    return FullAreas(full, tuple(kept))


def _needed(state: AfricaState, units: int, leaving: int, full: tuple[int, ...]) -> Iterator[tuple[Area, Slot, int]]:
    """Areas, each with a convoy that can go on only there and the points that may come before it.

    :param units: all that may move now.
    :param leaving: those of them that have somewhere to go.
    """
    setting = state.setting
    for convoy in slots_in(units & setting.convoys):
        open_areas = setting.steps[convoy].first[state.at[convoy]] & ~_closed(state, convoy, full)
        if open_areas and not open_areas & open_areas - 1:
            area, = areas_in(open_areas)
            staying = [i for i in state.own(area, setting.units[convoy].seat) if not leaving >> i & 1]
            yield area, convoy, LIMIT - setting.points[convoy] - sum([setting.points[i] for i in staying])


def left(state: AfricaState, slot: Slot) -> int:
    """Areas a unit may still go."""
    return state.setting.areas[slot] - ((state.acting or state).once >> slot & 1)


def galloped(state: AfricaState, slot: Slot) -> bool:
    """Whether a rider has gone one area and fired: what follows is the way back of an Algarabia (8.1)."""
    acting = state.acting
    return acting is not None and bool(acting.galloped >> slot & 1)


Barrier = Callable[[AfricaState, AfricaUnit, Area], Reason]
"""What says why a unit may not end its way in an area."""


def _barrier(number: str, text: Message, names: str = "", ruling: int | None = None) -> Barrier:
    """What says it in a sentence about the unit and the area, and names the one or the other."""
    def why(state: AfricaState, unit: AfricaUnit, there: Area) -> Reason:
        ground = state.setting.ground
        values = {"unit": unit.id, "place": ground.ids[there]}
        return Reason(rule(number, ruling), filled(text, unit=unit.name, title=ground.titles[there]),
                      {names: values[names]} if names else {})
    return why


def _near_enemy(state: AfricaState, unit: AfricaUnit, there: Area) -> Reason:
    why = enemy_near(state, there, other(unit.seat))
    return Reason(rule("6.1", 6), say("{unit} is demoralized: {why}", unit=unit.name, why=why), {"unit": unit.id})


ATTACKS_NOT = _barrier("6.1", say("{unit} is demoralized and may not attack"), "unit")
ROAD_BARRED = _barrier("11.W.3", say("The enemy bars the road at {title}"), "place")
NO_NEARER = _barrier("11.W.3", say("A convoy moves towards the Fondak; {title} is no nearer"))
RIDES_BACK = _barrier("8.1", say("After an Algarabia {unit} may not ride into {title}, an enemy's area"), ruling=9)
ALONE = _barrier("10", say("An officer alone may not enter {title}, which the enemy holds"))
SAILS_NOT = _barrier("5", say("{unit} may not sail into {title}: the enemy holds it"), "place", ruling=24)


def _barriers(state: AfricaState, slot: Slot) -> list[tuple[int, Barrier]]:
    """The masks of areas in which a unit may not end its way even with room for it, each with what says why; the first
    that has an area counts."""
    setting, bit = state.setting, 1 << slot
    found: list[tuple[int, Barrier]] = []
    seat = setting.units[slot].seat
    enemy = state.held[other(seat)]
    if state.demoralized & bit:
        near = state.presence(other(seat))
        found = [(enemy, ATTACKS_NOT), (near | setting.ground.around(near), _near_enemy)]
    if setting.ship & bit:
        return [(enemy, SAILS_NOT)]
    if setting.convoys & bit:
        return [*found, (enemy, ROAD_BARRED), (~setting.nearer[state.at[slot]], NO_NEARER)]
    if galloped(state, slot):
        found.append((enemy, RIDES_BACK))
    elif setting.officers & bit:
        found.append((enemy & ~state.manned(seat, state.contested()), ALONE))
    return found


def _closed(state: AfricaState, slot: Slot, full: tuple[int, ...]) -> int:
    """Areas in which a unit may not end its way."""
    setting = state.setting
    if setting.ship >> slot & 1:
        return state.held[other(setting.units[slot].seat)]
    closed = full[setting.points[slot]]
    if (state.demoralized | setting.picky) >> slot & 1:
        for areas, _ in _barriers(state, slot):
            closed |= areas
    return closed


def step(state: AfricaState, slot: Slot, here: Area, there: Area, fresh: bool) -> int | Reason:
    """What a step from an area of a unit's way to the next costs: one area, or the reason why it is refused. Units
    that stand there are left aside. ``ways`` goes by masks made from the same ``Setting.step``: for all units of a
    phase 25 times as fast.

    :param fresh: whether no area of its turn has been counted yet.
    """
    setting, start = state.setting, state.at[slot]
    unit, title = setting.units[slot], setting.ground.titles[here]
    if here != start and state.held[other(unit.seat)] >> here & 1:
        if setting.ship >> slot & 1:
            return SAILS_NOT(state, unit, here)
        return Reason(rule("4", 7), say("{unit} must stop in {area}: the enemy is there", unit=unit.name, area=title))
    if here != start and not setting.steps[slot].onward[start] >> here & 1:
        return Reason(rule("4", 3), say("{unit} must stop in {area}", unit=unit.name, area=title))
    return setting.step(slot, here, there, fresh)


def last_step(state: AfricaState, slot: Slot, here: Area, there: Area, fresh: bool) -> int | Reason:
    """The same of the step with which its way ends."""
    setting = state.setting
    unit = setting.units[slot]
    areas = step(state, slot, here, there, fresh)
    if isinstance(areas, Reason):
        return areas
    for closed, why in _barriers(state, slot):
        if closed >> there & 1:
            return why(state, unit, there)
    if setting.ship >> slot & 1:
        return areas
    full = why_full(state, slot, there, making_room(state, unit.seat))
    return full or _why_kept(state, slot, there) or areas


def _why_kept(state: AfricaState, slot: Slot, area: Area) -> Reason | None:
    """That a unit would leave a convoy no room if it ended its way in an area now (ruling 25)."""
    setting, units = state.setting, movers(state)
    if state.frame is not None or setting.convoys >> slot & 1:
        return None
    unit, leaving = setting.units[slot], can_leave(state, units)
    for place, convoy, spare in _needed(state, units, leaving, full_areas(state, unit.seat, leaving)):
        if place == area and unit.points > max(spare, 0):
            name, title = setting.units[convoy].name, setting.ground.titles[area]
            return Reason(rule("11.W.3", 25), say("{name} must move to {title} first: {unit} would leave it no room",
                                                  name=name, title=title, unit=unit.name),
                          {"unit": setting.units[convoy].id, "place": setting.ground.ids[area]})
    return None


def steps_open(state: AfricaState, slot: Slot, full: tuple[int, ...]) -> int:
    """The mask of areas a unit that has not moved may go to as its only one."""
    return state.setting.steps[slot].first[state.at[slot]] & ~_closed(state, slot, full)


def can_go(state: AfricaState, slot: Slot, areas: int, full: tuple[int, ...]) -> bool:
    """Whether a unit that may go so many areas has anywhere to go."""
    return bool(steps_open(state, slot, full)) or (areas > 1 and bool(_reached(state, slot, areas, full)))


def _reached(state: AfricaState, slot: Slot, areas: int, full: tuple[int, ...]) -> dict[Area, Path]:
    """Where a unit that may go so many areas can end, the area and the shortest way there."""
    if areas <= 0:
        return {}
    setting, here = state.setting, state.at[slot]
    steps = setting.steps[slot]
    closed = _closed(state, slot, full)
    fresh = areas == setting.areas[slot] or galloped(state, slot)
    first = steps.first[here] if fresh else steps.later[here]
    near = first & ~closed
    found: dict[Area, Path] = {there: (there,) for there in areas_in(near)}
    if areas > 1:
        closed |= near | 1 << here
        barred = state.held[other(setting.units[slot].seat)]
        for middle in areas_in(first & steps.onward[here] & ~barred):
            far = steps.later[middle] & ~closed
            closed |= far
            for there in areas_in(far):
                found[there] = (middle, there)
    return found


def ways(state: AfricaState, slot: Slot) -> dict[Area, Path]:
    """Every area a unit may go to now, with the shortest way there."""
    units = movers(state)
    if not units >> slot & 1:
        return {}
    return _reached(state, slot, left(state, slot), _without_room(state, units).to(state.setting, slot))


def complete(state: AfricaState, move: AfricaMove) -> AfricaMove | None:
    """A legal move with every area it enters; None for one that is not legal."""
    setting = state.setting
    slot, index = setting.slot_of(move.unit), setting.ground.index
    path = tuple([index.get(name, Area(-1)) for name in move.path])
    way = ways(state, slot).get(path[-1]) if slot >= 0 else None
    if way is None or (len(path) > 1 and way != path):
        return None
    return move_by(setting, slot, way)


@cache
def move_by(setting: Setting, slot: Slot, path: Path) -> AfricaMove:
    """The move of a unit along a path."""
    ids = setting.ground.ids
    return AfricaMove(setting.units[slot].id, tuple(ids[i] for i in path))


def _reached_by(state: AfricaState, units: Iterable[Slot], able: int) -> Iterator[tuple[Slot, dict[Area, Path]]]:
    """Some units, each with where it can end.

    :param able: all that may move now.
    """
    closed, setting, once = _without_room(state, able), state.setting, (state.acting or state).once
    for slot in units:
        yield slot, _reached(state, slot, setting.areas[slot] - (once >> slot & 1), closed.to(setting, slot))


def all_moves(state: AfricaState) -> list[AfricaMove]:
    """Every legal move, one for each unit and area."""
    units, setting = movers(state), state.setting
    if not units:
        return []
    return [move_by(setting, slot, way) for slot, found in _reached_by(state, slots_in(units), units)
            for way in found.values()]


def must_move(state: AfricaState) -> tuple[Slot, ...]:
    """Units whose side may not end its movement before they have moved (on): demoralized ones next to the enemy (6.1,
    ruling 6), convoys (11.W.3) and those in overstacked areas (5), wherever they can."""
    setting, seat = state.setting, state.now.seat
    units = free_walkers(state)
    crowded = overfull(state, seat)
    bound = []
    for slot in slots_in(units & (state.demoralized | setting.convoys) if not crowded else units):
        squeezed = setting.points[slot] and crowded >> state.at[slot] & 1
        if must_withdraw(state, slot) or squeezed or setting.convoys >> slot & 1:
            bound.append(slot)
    able = movers(state)
    bound = [slot for slot in bound if able >> slot & 1]
    if not bound:
        return ()
    return tuple(slot for slot, found in _reached_by(state, bound, able) if found)


def must_withdraw(state: AfricaState, slot: Slot) -> bool:
    """Whether a unit is demoralized and next to the enemy (6.1, ruling 6)."""
    return bool(state.demoralized >> slot & 1 and state.near(state.at[slot], other(state.setting.units[slot].seat)))
