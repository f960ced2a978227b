"""How units leave a melee: retreats and disengagement, the commanders who go along, and who holds the hex (10.2)."""

from __future__ import annotations

from dataclasses import replace

from game.core.event import Event, Noted, Retreated
from game.core.message import say
from game.core.verdict import LEGAL, Verdict
from game.rules.adua import harm, zones
from game.rules.adua.actions import AtPlace
from game.rules.adua.ground import Ground
from game.rules.adua.harm import Done
from game.rules.adua.state import MOVE, Retreats, State, Staying
from game.rules.adua.units import (
    ABYSSINIANS,
    COMBAT_UNITS,
    COMMANDERS,
    ITALIANS,
    SEAT,
    SLOT,
    UNITS,
    name_of,
    refuse,
    rule,
)


def refuges(ground: Ground, state: State, slot: int) -> tuple[int, ...]:
    """Hexes into which an Abyssinian unit may leave a melee: free, not prohibited, in no enemy zone (10.2); attacks
    declared lift zones while units move (rulings 9, 16)."""
    barred = zones.closed(ground, state, slot) | state.held[SEAT[slot]]
    enemy_zones = zones.zone(ground, state, SEAT[slot])
    return tuple(hex_ for hex_ in ground.ways[state.at[slot]] if not (barred | enemy_zones) >> hex_ & 1)


def check_disengage(ground: Ground, state: State, action: AtPlace) -> Verdict:
    """Whether a unit may leave its melee in its movement phase (10.2, ruling 16)."""
    slot = SLOT[action.unit]
    if state.phase != MOVE or state.seat != SEAT[slot]:
        return refuse("10.2", say("Units leave a melee in their movement phase"), 16)
    if SEAT[slot] != ABYSSINIANS or slot >= COMBAT_UNITS:
        return refuse("10.2", say("Only Abyssinian units leave a melee"), unit=action.unit)
    if not state.engaged >> slot & 1:
        return refuse("10.2", say("{unit} is in no melee", unit=name_of(slot)), unit=action.unit)
    return check_refuge(ground, state, slot, action.place)


def check_refuge(ground: Ground, state: State, slot: int, name: str) -> Verdict:
    """Whether a unit may leave its melee for a hex (10.2)."""
    place = ground.index.get(name, -1)
    if place in refuges(ground, state, slot):
        return LEGAL
    if place >= 0 and zones.resumed(ground, state, SEAT[slot], place):
        return refuse("10.2", say("{place} is in the ZOC of units that have fought this turn and exert one again",
                                  place=name), 39, place=name)
    return refuse("10.2", say("{unit} needs an adjacent free hex, open to it and outside enemy ZOCs; {place} is none",
                              unit=name_of(slot), place=name), place=name)


def left(ground: Ground, state: State, slot: int, place: int) -> Done:
    """A unit leaves a melee for another hex."""
    here = state.at[slot]
    gone = companions(state, slot)
    state, events = withdrawn(ground, state, slot, place)
    state = replace(state, moved=state.moved | sum(1 << one for one in (slot, *gone)))
    state, more = settled(ground, state, here)
    return state, events + more


def companions(state: State, slot: int) -> tuple[int, ...]:
    """The commanders who leave a melee together with a unit: those in its hex, if it is the last of its side there
    (ruling 36)."""
    here, seat = state.at[slot], SEAT[slot]
    if any(one != slot and SEAT[one] == seat for one in state.there[here]):
        return ()
    return tuple(one for one in COMMANDERS[seat] if state.at[one] == here)


def withdrawn(ground: Ground, state: State, slot: int, place: int) -> Done:
    """A unit goes from its melee to another hex, and the commanders with it."""
    gone = (slot, *companions(state, slot))
    for one in gone:
        state = state.put(one, place)
    state = replace(state, engaged=state.engaged & ~(1 << slot),
                    origins=tuple(one for one in state.origins if one[0] != slot))
    return state, tuple(Retreated(rule("10.2", 36 if one >= COMBAT_UNITS else None), UNITS[one].id, str(name_of(one)),
                                  (ground.hexes[place],)) for one in gone)


def settled(ground: Ground, state: State, place: int) -> Done:
    """Where no enemies face each other in a hex any more nobody there is engaged; of several one stays (ruling 15)."""
    there = state.there.get(place, ())
    if not there or state.melees >> place & 1:
        return state, ()
    mask = sum(1 << slot for slot in there)
    state = replace(state, engaged=state.engaged & ~mask)
    if len(there) > 1:
        return state.pushed(Staying(place)), ()
    return replace(state, origins=tuple(one for one in state.origins if one[0] not in there)), _holds(
        ground, there[0], place)


def _holds(ground: Ground, slot: int, place: int) -> tuple[Event, ...]:
    """That an Italian unit has the hex that the Abyssinians left: the only advance there is (ruling 41)."""
    if SEAT[slot] != ITALIANS:
        return ()
    return (Noted(rule("10.2", 41), say("{unit} holds {place}", unit=name_of(slot), place=ground.hexes[place])),)


def stayed(ground: Ground, state: State, slot: int) -> Done:
    """One unit stays in the hex of a melee that is over; the others go back, or beside it (ruling 15)."""
    place = state.at[slot]
    origins = dict(state.origins)
    events: tuple[Event, ...] = ()
    state = state.popped()
    leaving = [other for other in state.there[place] if other != slot]

    def barred(other: int) -> int:
        """The hexes that are closed to a unit now."""
        return zones.closed(ground, state, other) | state.held[SEAT[other]]

    homes = {origins[other]: other for other in leaving if other in origins and not barred(other) >> origins[other] & 1}
    for other in sorted(leaving, key=lambda one: (one not in homes.values(), one)):
        back = [hex_ for hex_ in (origins.get(other, -1), *ground.ways[place]) if hex_ in ground.ways[place]
                and not barred(other) >> hex_ & 1]
        if back:
            state = state.put(other, back[0])
            events += (Retreated(rule("10.2", 15), UNITS[other].id, str(name_of(other)), (ground.hexes[back[0]],)),)
        else:
            state, more = harm.eliminated(ground, state, other)
            events += more
    there = (slot, *(one for one, _ in state.origins if not state.engaged >> one & 1))
    events += _holds(ground, slot, place)
    return replace(state, origins=tuple(one for one in state.origins if one[0] not in there)), events


def retreating(ground: Ground, state: State) -> Done:
    """Drop units from a retreat that are gone or have nowhere to go, who are eliminated; end it when nobody is left."""
    top, events = state.top, tuple[Event, ...]()
    assert isinstance(top, Retreats)
    units = tuple(slot for slot in top.units if state.at[slot] == top.place)
    for slot in units:
        if not refuges(ground, state, slot):
            state, more = harm.eliminated(ground, state, slot)
            events += (*more, Noted(rule("10.2"), say("{unit} has no hex to retreat to", unit=name_of(slot))))
    units = tuple(slot for slot in units if state.at[slot] == top.place)
    if units:
        return state.swapped(Retreats(top.place, units)), events
    state, more = settled(ground, state.popped(), top.place)
    return state, events + more
