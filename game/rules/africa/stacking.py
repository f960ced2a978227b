"""Stacking (5): areas without room, the units that must leave overstacked areas, and the order of a stack (6.1)."""

from __future__ import annotations

from game.board.areas import Area, areas_in
from game.core.action import Action
from game.core.field_types import UnitName
from game.core.indices import Seat, Slot, other
from game.core.message import Message, plural, say
from game.core.presenter import OrderedStacks
from game.core.verdict import Reason
from game.rules.africa.actions import PutOnTop
from game.rules.africa.sequence import MOVEMENT
from game.rules.africa.state import STACKING_LIMIT, AfricaState
from game.rules.africa.tables import TABLES
from game.rules.africa.units import rule

MAX_UNIT_POINTS = max(TABLES.stacking.points.values())
"""The most stacking points of one unit (5)."""
assert MAX_UNIT_POINTS == 3, "full_areas has a mask for each of 0 to 3 points"
FULL_STAMP = say("full")
"""Word stamped on an area without room."""


def has_room(state: AfricaState, slot: Slot, area: Area, leaving: int = 0) -> bool:
    """Whether an area has room for a unit to end its move there.

    :param leaving: mask of units that may still move away in this phase; their points do not count (ruling 4).
    """
    unit = state.setting.units[slot]
    return not unit.points or _points_of_others(state, slot, area, leaving) + unit.points <= STACKING_LIMIT


def _points_of_others(state: AfricaState, slot: Slot, area: Area, leaving: int) -> int:
    """The stacking points in an area of the other units of a unit's side, without those of ``leaving``."""
    setting = state.setting
    others = state.units_in(area, setting.units[slot].seat)
    return sum([setting.points[i] for i in others if i != slot and not leaving >> i & 1])


def why_full(state: AfricaState, slot: Slot, area: Area, leaving: int = 0) -> Reason | None:
    """Why a unit may not end its move in an area for lack of room; None if it has room.

    :param leaving: as for ``has_room``.
    """
    if has_room(state, slot, area, leaving):
        return None
    unit, points_there = state.setting.units[slot], _points_of_others(state, slot, area, leaving)
    title = state.setting.ground.titles[area]
    return Reason(rule("5", 4), plural(
        "{title} holds {there} of {limit} stacking points, too many for {count} more",
        "{title} holds {there} of {limit} stacking points, too many for {count} more", unit.points, title=title,
        there=points_there, limit=STACKING_LIMIT),
                  {"points": points_there, "needed": unit.points, "limit": STACKING_LIMIT}, FULL_STAMP)


def full_areas(state: AfricaState, seat: Seat, leaving: int) -> tuple[int, ...]:
    """For each number of stacking points from 0 to ``MAX_UNIT_POINTS``, the mask of areas without room for a unit of
    that many; must agree with ``why_full``. The masks have a name each because a loop over them is slower.

    :param leaving: mask of units that may still move away in this phase; their points do not count (ruling 4).
    """
    setting = state.setting
    points, stacks = setting.points, state.stacks
    units = setting.side[seat] & ~state.aboard & ~leaving
    full_for_1 = full_for_2 = full_for_3 = 0
    for area in areas_in(state.occupied[seat]):
        points_there = 0
        for i in stacks[area]:
            if units >> i & 1:
                points_there += points[i]
        room = STACKING_LIMIT - points_there
        if room < 3:
            full_for_3 |= 1 << area
            if room < 2:
                full_for_2 |= 1 << area
                if room < 1:
                    full_for_1 |= 1 << area
    return 0, full_for_1, full_for_2, full_for_3


def overstacked(state: AfricaState, area: Area, seat: Seat) -> bool:
    """Whether a side exceeds the stacking limit in an area."""
    return state.points(area, seat) > STACKING_LIMIT


def overstacked_areas(state: AfricaState, seat: Seat) -> int:
    """Mask of the areas in which a side exceeds the stacking limit."""
    stacks = state.stacks
    mask = 0
    for area in areas_in(state.occupied[seat]):
        # A quick test first: so few units never exceed the limit.
        may_exceed = len(stacks[area]) > STACKING_LIMIT // MAX_UNIT_POINTS
        if may_exceed and overstacked(state, area, seat):
            mask |= 1 << area
    return mask


def excess_units(state: AfricaState, seat: Seat) -> tuple[Slot, ...]:
    """The units that must leave overstacked areas, from the bottom of each stack (ruling 4); convoys and units that
    cannot move stay."""
    leaving: list[Slot] = []
    setting = state.setting
    for area in areas_in(overstacked_areas(state, seat)):
        points_left = state.points(area, seat)
        for slot in reversed(state.units_in(area, seat)):
            if points_left <= STACKING_LIMIT:
                break
            if setting.points[slot] and not (setting.immobile | setting.convoys) >> slot & 1:
                leaving.append(slot)
                points_left -= setting.points[slot]
    return tuple(leaving)


def movable_to_top(state: AfricaState) -> int:
    """Mask of units that the phasing side may put on top of their stacks now, each once per phase (ruling 16)."""
    if state.now.phase != MOVEMENT or state.frames:
        return 0
    setting, stacks, seat = state.setting, state.stacks, state.now.seat
    troops = setting.side[seat] & setting.fighters & ~state.aboard
    mask = 0
    for area in areas_in(state.occupied[seat] & ~state.occupied[other(seat)]):
        is_below_another = False
        for i in stacks[area]:
            if troops >> i & 1:
                mask |= is_below_another << i
                is_below_another = True
    return mask & ~state.topped


def why_not_top(state: AfricaState, slot: Slot) -> Reason | None:
    """Why a unit may not be put on top of its stack now; None if it may (ruling 16)."""
    setting, now = state.setting, state.now
    if movable_to_top(state) >> slot & 1:
        return None
    unit, area = setting.units[slot], state.at[slot]
    if area < 0 or state.aboard >> slot & 1:
        return state.unit_reason(slot, rule("6.1"), say("{unit} is in no stack on the map"))
    if not setting.fighters >> slot & 1:
        return state.unit_reason(slot, rule("6.1"),
                                 say("{unit} cannot be put on top: officers, convoys and ships never are"))
    if state.frames or now.phase != MOVEMENT or unit.seat != now.seat:
        return state.unit_reason(slot, rule("6.1", 16),
                                 say("A stack can be reordered only in its owner's movement phase"))
    if state.occupied[other(unit.seat)] >> area & 1:
        return state.unit_reason(slot, rule("6.1", 16), say("The enemy is in {area}: the stack cannot be reordered"))
    if state.topped >> slot & 1:
        return state.unit_reason(slot, rule("6.1", 16), say("{unit} has been put on top in this phase"))
    return state.unit_reason(slot, rule("6.1"), say("{unit} is already on top"))


def infantry_to_put_on_top(state: AfricaState) -> tuple[Slot, ...]:
    """The infantry that lies below cavalry or guns and may be put on top, in stacks to which a unit has moved in this
    phase; lowest first, so that these units keep their order, above those that were on top before. Demoralized infantry
    stays where it is."""
    setting = state.setting
    movable = movable_to_top(state) & ~state.demoralized
    infantry = setting.fighters & ~(setting.cavalry | setting.guns)
    arrived = state.moved | state.once
    seat = state.now.seat
    units: list[Slot] = []
    for area in areas_in(state.occupied[seat]) if movable else ():
        stack = [slot for slot in state.units_in(area, seat) if setting.fighters >> slot & 1]
        if not any(arrived >> slot & 1 for slot in stack):
            continue
        first = next((k for k, slot in enumerate(stack) if not infantry >> slot & 1), len(stack))
        units += [slot for slot in reversed(stack[first:]) if infantry & movable & 1 << slot]
    return tuple(units)


def next_on_top(state: AfricaState) -> tuple[Message, PutOnTop] | None:
    """The label of the button that puts infantry on top of all stacks, and the action for the next unit; None if there
    is none."""
    units = infantry_to_put_on_top(state)
    if not units:
        return None
    stacks = len({state.at[slot] for slot in units})
    label = plural("Reorder {count} stack: infantry on top", "Reorder {count} stacks: infantry on top", stacks)
    return label, PutOnTop(state.setting.units[units[0]].id)


class AfricaStacks(OrderedStacks[AfricaState]):
    """Africa's implementation of stacks with an order."""

    def on_top(self, state: AfricaState, unit: str) -> Action | None:
        return PutOnTop(UnitName(unit))
