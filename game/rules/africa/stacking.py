"""Stacking (5): the limit of an area, the consequences of overstacking, and the order of a stack (6.1)."""

from __future__ import annotations

from game.board.areas import Area, areas_in
from game.core.indices import Seat, Slot, other
from game.core.message import Message, plural, say
from game.core.verdict import Reason
from game.rules.africa.actions import Top
from game.rules.africa.sequence import MOVEMENT
from game.rules.africa.state import STACKING_LIMIT, AfricaState
from game.rules.africa.units import rule

FULL_STAMP = say("full")
"""Word stamped on an area without room."""


def why_full(state: AfricaState, slot: Slot, area: Area, leaving: int = 0) -> Reason | None:
    """Why a unit may not end in an area for lack of room, or None.

    :param leaving: units there that may still move away in this phase; their points do not count (ruling 4).
    """
    unit = state.setting.units[slot]
    if not unit.points:
        return None
    points = state.setting.points
    points_there = sum(points[i] for i in state.own(area, unit.seat) if i != slot and not leaving >> i & 1)
    if points_there + unit.points <= STACKING_LIMIT:
        return None
    title = state.setting.ground.titles[area]
    return Reason(rule("5", 4), plural(
        "{title} holds {there} of {limit} stacking points, too many for {count} more",
        "{title} holds {there} of {limit} stacking points, too many for {count} more", unit.points, title=title,
        there=points_there, limit=STACKING_LIMIT),
                  {"points": points_there, "needed": unit.points, "limit": STACKING_LIMIT}, FULL_STAMP)


def full_areas(state: AfricaState, seat: Seat, leaving: int) -> tuple[int, ...]:
    """For 0 to 3 stacking points, the mask of areas without room for a unit of that many; must agree with
    ``why_full``."""
    setting = state.setting
    points, stacks = setting.points, state.stacks
    units = setting.side[seat] & ~state.aboard & ~leaving
    one = two = three = 0
    for area in areas_in(state.occupied[seat]):
        points_there = 0
        for i in stacks[area]:
            if units >> i & 1:
                points_there += points[i]
        if points_there > STACKING_LIMIT - 3:
            three |= 1 << area
            if points_there > STACKING_LIMIT - 2:
                two |= 1 << area
                if points_there > STACKING_LIMIT - 1:
                    one |= 1 << area
    return 0, one, two, three


def overstacked(state: AfricaState, area: Area, seat: Seat) -> bool:
    """Whether a side exceeds the stacking limit in an area."""
    return state.points(area, seat) > STACKING_LIMIT


def overfull(state: AfricaState, seat: Seat) -> int:
    """Mask of the areas in which a side exceeds the stacking limit."""
    stacks = state.stacks
    mask = 0
    for area in areas_in(state.occupied[seat]):
        if len(stacks[area]) > STACKING_LIMIT // 3 and overstacked(state, area, seat):
            mask |= 1 << area
    return mask


def excess(state: AfricaState, seat: Seat) -> tuple[Slot, ...]:
    """The units that must leave overstacked areas, from the bottom of each stack (ruling 4)."""
    leavers: list[Slot] = []
    setting = state.setting
    for area in areas_in(overfull(state, seat)):
        total = state.points(area, seat)
        for slot in reversed(state.own(area, seat)):
            if total <= STACKING_LIMIT:
                break
            if setting.points[slot] and not (setting.immobile | setting.convoys) >> slot & 1:
                leavers.append(slot)
                total -= setting.points[slot]
    return tuple(leavers)


def toppable(state: AfricaState) -> int:
    """Mask of units that the phasing side may put on top of their stacks now, each once per phase (ruling 16)."""
    if state.now.phase != MOVEMENT or state.frames:
        return 0
    setting, stacks, seat = state.setting, state.stacks, state.now.seat
    troops = setting.side[seat] & setting.fighters & ~state.aboard
    mask = 0
    for area in areas_in(state.occupied[seat] & ~state.occupied[other(seat)]):
        above = False
        for i in stacks[area]:
            if troops >> i & 1:
                mask |= above << i
                above = True
    return mask & ~state.topped


def why_not_top(state: AfricaState, slot: Slot) -> Reason | None:
    """Why a unit may not be put on top of its stack now, or None."""
    setting, now = state.setting, state.now
    if toppable(state) >> slot & 1:
        return None
    unit, area = setting.units[slot], state.at[slot]
    if area < 0 or state.aboard >> slot & 1:
        return state.unit_reason(slot, rule("6.1"), say("{unit} is in no stack on the map"))
    if not setting.fighters >> slot & 1:
        return state.unit_reason(slot, rule("6.1"),
                                 say("{unit} is never on top: officers, convoys and ships cannot be"))
    if state.frames or now.phase != MOVEMENT or unit.seat != now.seat:
        return state.unit_reason(slot, rule("6.1", 16),
                                 say("A stack can be reordered only in its owner's movement phase"))
    if state.occupied[other(unit.seat)] >> area & 1:
        return state.unit_reason(slot, rule("6.1", 16), say("The enemy is in {area}: the stack cannot be reordered"))
    if state.topped >> slot & 1:
        return state.unit_reason(slot, rule("6.1", 16), say("{unit} has been put on top in this phase"))
    return state.unit_reason(slot, rule("6.1"), say("{unit} is already on top"))


def foot_to_put_on_top(state: AfricaState) -> tuple[Slot, ...]:
    """Foot below cavalry or guns in stacks that units have joined in this phase, if it may be put on top; the lowest of
    each stack first, so that the order is kept. Demoralized foot stays where it is."""
    setting = state.setting
    free = toppable(state) & ~state.demoralized
    foot = setting.fighters & ~(setting.cavalry | setting.guns)
    arrived = state.moved | state.once | state.active
    seat = state.now.seat
    buried_foot: list[Slot] = []
    for area in areas_in(state.occupied[seat]) if free else ():
        stack = [slot for slot in state.own(area, seat) if setting.fighters >> slot & 1]
        if not any(arrived >> slot & 1 for slot in stack):
            continue
        first = next((k for k, slot in enumerate(stack) if not foot >> slot & 1), len(stack))
        buried_foot += [slot for slot in reversed(stack[first:]) if foot & free & 1 << slot]
    return tuple(buried_foot)


def next_on_top(state: AfricaState) -> tuple[Message, Top] | None:
    """Label of the button and the next unit to put on top; None if no foot is below cavalry or guns."""
    below = foot_to_put_on_top(state)
    if not below:
        return None
    stacks = len({state.at[slot] for slot in below})
    return plural("Put infantry on top of {count} stack", "Put infantry on top of {count} stacks",
                   stacks), Top(state.setting.units[below[0]].id)
