"""Melee: entering the enemy's hex, its table, retreats, and who stays (10.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from game.core.chance import Modifier
from game.core.event import Advanced, Event, Noted, Retreated
from game.core.message import Message, joined, say
from game.core.tables import ResultsTable
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.adua import commands, harm, zones
from game.rules.adua.actions import Against, AtPlace
from game.rules.adua.ground import Ground
from game.rules.adua.smallarms import base
from game.rules.adua.state import CHARGE, MOVE, Loss, Retreats, State, Staying
from game.rules.adua.units import (
    ABYSSINIANS,
    ARTILLERY,
    CAVALRY,
    COMBAT_UNITS,
    COMMANDERS,
    FIGHTERS,
    ITALIANS,
    KIND,
    SEAT,
    SLOT,
    UNITS,
    bits,
    name_of,
    refuse,
    rule,
)

Done = tuple[State, tuple[Event, ...]]


class Entry(NamedTuple):
    """An entry of the melee table."""

    ends: bool
    italian: str
    """Which Italian units are reduced: ``all``, ``one`` or none."""
    abyssinian: str
    disorganized: bool
    """Whether the Italian units are."""
    retreat: bool
    """Whether the Abyssinian units retreat a hex."""


_WORN, _EACH, _ALL, _UPSET, _BACK = "on: I D", "on: i a D", "end: I A D R", "end: A D R", "end: A R"
ENTRIES = {
    _WORN: Entry(False, "all", "", True, False), _EACH: Entry(False, "one", "one", True, False),
    _ALL: Entry(True, "all", "all", True, True), _UPSET: Entry(True, "", "all", True, True),
    _BACK: Entry(True, "", "all", False, True),
}
"""The entries by what they do, as the page of the rules has them: I, i, A, a: all or one of either side reduced; D:
Italians disorganized; R: Abyssinians retreat."""
MEANINGS = {
    _WORN: say("goes on: Italians reduced and disorganized"),
    _EACH: say("goes on: one each reduced; Italians disorganized"),
    _ALL: say("ends: all reduced; Italians disorganized"),
    _UPSET: say("ends: Abyssinians reduced; Italians disorganized"),
    _BACK: say("ends: Abyssinians reduced"),
}
"""Where it ends the Abyssinians retreat, which the card says once for all."""
COLUMNS = ("0 or less", "+1", "+2", "+3 or more")
ROWS = (
    (_WORN, _WORN, _EACH, _ALL),
    (_WORN, _EACH, _ALL, _UPSET),
    (_EACH, _ALL, _UPSET, _BACK),
    (_ALL, _UPSET, _BACK, _BACK),
    (_UPSET, _BACK, _BACK, _BACK),
    (_BACK, _BACK, _BACK, _BACK),
)
TABLE = ResultsTable(COLUMNS, ROWS, tuple(range(1, 7)))
"""Die, and the Italian combat value less the Abyssinian one (13.0, melee table)."""


def terms(state: State, slot: int) -> tuple[Modifier, ...]:
    """What changes a unit's value in melee: the ground does not (10.2, ruling 26)."""
    return base(state, slot)


def value(state: State, slot: int) -> int:
    """A unit's combat value in melee, never below 0."""
    return max(0, state.value(slot) + sum(term.value for term in terms(state, slot)))


def sides(state: State, place: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The units of both seats in a hex."""
    there = state.there.get(place, ())
    return (tuple(s for s in there if SEAT[s] == ITALIANS), tuple(s for s in there if SEAT[s] == ABYSSINIANS))


def difference(state: State, place: int) -> int:
    """The Italian combat value less the Abyssinian one."""
    ours, theirs = sides(state, place)
    return sum(value(state, slot) for slot in ours) - sum(value(state, slot) for slot in theirs)


def column(gap: int) -> int:
    """The column of a difference."""
    return max(0, min(3, gap))


def chargers(ground: Ground, state: State) -> dict[int, tuple[int, ...]]:
    """Unit that may enter an enemy's hex at the end of its small-arms phase -> the enemies it may charge (10.2).

    Cavalry may join a melee that others have begun in this phase, whom ``entered`` marks; into an older one units come
    by initiative alone (10.2, 12.0).
    """
    found: dict[int, tuple[int, ...]] = {}
    for slot in FIGHTERS[state.seat]:
        if state.at[slot] < 0 or (state.engaged | state.repulsed) >> slot & 1 or not commands.may_charge(state, slot):
            continue
        zone = ground.zones[KIND[slot]][state.at[slot]]
        if KIND[slot] == CAVALRY:
            near = [one for hex_ in bits(zone & state.held[1 - state.seat]) for one in state.there[hex_]
                    if SEAT[one] != state.seat]
            met = [one for one in near if not state.engaged >> one & 1 or any(
                state.entered >> other & 1 for other in state.there[state.at[one]])]
        else:
            met = [share.target for share in state.fought if share.unit == slot and state.at[share.target] >= 0
                   and zone >> state.at[share.target] & 1]
        if met:
            found[slot] = tuple(dict.fromkeys(met))
    return found


def bound(ground: Ground, state: State) -> list[int]:
    """Cavalry that has entered an enemy zone and must charge (6.0, ruling 23)."""
    return [slot for slot in chargers(ground, state) if KIND[slot] == CAVALRY and state.entered >> slot & 1]


def check_charge(ground: Ground, state: State, action: Against) -> Verdict:
    """Whether a unit may enter the hex of an enemy."""
    slot, target = SLOT[action.unit], SLOT[action.target]
    if state.phase != CHARGE or SEAT[slot] != state.seat or slot >= COMBAT_UNITS:
        return refuse("10.2", say("{unit} enters no melee now", unit=name_of(slot)), unit=action.unit)
    if state.at[slot] < 0:
        return refuse("10.2", say("{unit} is not on the map", unit=name_of(slot)), unit=action.unit)
    if state.repulsed >> slot & 1:
        return refuse("10.1", say("{unit} was repulsed", unit=name_of(slot)), unit=action.unit)
    if state.engaged >> slot & 1:
        return refuse("10.2", say("{unit} is in melee", unit=name_of(slot)), unit=action.unit)
    if KIND[slot] in ARTILLERY:
        return refuse("10.2", say("Batteries do not charge: {unit}", unit=name_of(slot)), 14, unit=action.unit)
    if not commands.may_charge(state, slot):
        return refuse("10.2", say("{unit} has no order to attack in melee", unit=name_of(slot)), 14, unit=action.unit)
    if target not in chargers(ground, state).get(slot, ()):
        if KIND[slot] == CAVALRY:
            return _not_charged(ground, state, slot, target)
        return refuse("10.2", say("{unit} has not attacked {target} from beside it", unit=name_of(slot),
                                  target=name_of(target)), unit=action.unit)
    return LEGAL


def _not_charged(ground: Ground, state: State, slot: int, target: int) -> Illegal:
    """Why cavalry cannot charge an enemy (6.0, ruling 23)."""
    here, there = state.at[slot], state.at[target]
    who, whom, unit = name_of(slot), name_of(target), UNITS[target].id
    if SEAT[target] == SEAT[slot]:
        return refuse("6.0", say("Nobody whom {unit} could charge is beside it", unit=who), 23, unit=UNITS[slot].id)
    if there < 0 or there not in ground.ways[here]:
        return refuse("6.0", say("{target} is not beside {unit}", target=whom, unit=who), 23, unit=unit)
    if ground.barred[CAVALRY] >> there & 1:
        return refuse("6.0", say("{place} is closed to cavalry", place=ground.hexes[there]), 23, unit=unit)
    return refuse("12.0", say("{target} is in a melee of before: units come into it by initiative alone", target=whom),
                  23, unit=unit)


def charge_note(state: State, target: int) -> Reason | None:
    """That an enemy who was repulsed earlier in the turn fights in melee all the same (ruling 37)."""
    if not state.repulsed >> target & 1:
        return None
    return Reason(rule("10.1", 37), say("{target} was repulsed this turn, and fights in melee all the same",
                                        target=name_of(target)))


def charged(ground: Ground, state: State, action: Against) -> Done:
    """A unit enters the enemy's hex: both are engaged at once."""
    slot, target = SLOT[action.unit], SLOT[action.target]
    note = charge_note(state, target)
    after, events = joined_in(ground, replace(state, entered=state.entered | 1 << slot), slot, state.at[target])
    return after, events if note is None else (*events, Noted(note.rule, note.text))


def joined_in(ground: Ground, state: State, slot: int, place: int, path: tuple[int, ...] = ()) -> Done:
    """A unit goes into a hex with enemies: all there are engaged, and entrenchments end (ruling 5)."""
    here = state.at[slot]
    way = tuple(ground.hexes[hex_] for hex_ in path) or (ground.hexes[place],)
    state = state.put(slot, place)
    mask = sum(1 << one for one in state.there[place])
    state = replace(state, engaged=state.engaged | mask, entrenched=state.entrenched & ~mask,
                    origins=tuple(sorted((*state.origins, (slot, path[-2] if len(path) > 1 else here)))))
    return state, (Advanced(rule("10.2"), UNITS[slot].id, str(name_of(slot)), way),)


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


def resolved(ground: Ground, state: State, place: int, face: int) -> tuple[State, tuple[Event, ...], str]:
    """What a die does to a melee; what still must be chosen is under way then."""
    key = ROWS[face - 1][column(difference(state, place))]
    entry = ENTRIES[key]
    ours, theirs = sides(state, place)
    state = replace(state.popped(), clashed=state.clashed | 1 << place)
    events: tuple[Event, ...] = ()
    if entry.disorganized:
        state, more = harm.disorganized(state, ours)
        events += more
    later: list[Loss | Retreats] = []
    if entry.retreat:
        later.append(Retreats(place, theirs))
    for side, units, seat in ((entry.abyssinian, theirs, ABYSSINIANS), (entry.italian, ours, ITALIANS)):
        if side == "one" and len(units) > 1:
            later.append(Loss(place, seat))
        elif side:
            for slot in units:
                state, more = harm.reduced(ground, state, slot)
                events += more
    state = state.pushed(*later)
    return state, events, key


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


def told_sides(state: State, place: int) -> Message:
    """Who meets whom in a hex."""
    ours, theirs = (joined(name_of(slot) for slot in side) for side in sides(state, place))
    return say("{ours} against {theirs}", ours=ours, theirs=theirs)
