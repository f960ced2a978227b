"""Setting up: the printed stretches, the set-up the program proposes, and changing it (13.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.decision import Done
from game.core.event import Event, Placed
from game.core.indices import Slot
from game.core.message import Text, say
from game.core.offer import CatchAll, Offer
from game.core.verdict import LEGAL, Verdict
from game.rules.tours.actions import END, VERTICES, ChangeFacing, Place
from game.rules.tours.facing import facings
from game.rules.tours.ground import Ground
from game.rules.tours.sequence import PhaseDecision, began, player_turn
from game.rules.tours.state import GONE, NOBODY, Phase, State
from game.rules.tours.units import (
    BLUE,
    COMBAT_UNITS,
    CONTINGENT,
    FOE,
    FRANKS,
    GREY,
    GUARD,
    HC,
    HI,
    KIND,
    LC,
    LEADERS,
    LI,
    LIGHT_INFANTRY,
    MUSLIMS,
    RED,
    SEAT,
    SLOT,
    SLOTS,
    UNITS,
    WAGONS,
    YELLOW,
    name_of,
    refuse,
    rule,
)

EAST, WEST = VERTICES.index("e"), VERTICES.index("w")


def _rows(column: int, first: int, last: int) -> tuple[str, ...]:
    return tuple(f"{column}{row:02}" for row in range(first, last + 1))


FRANKISH = {HI: _rows(16, 6, 22), LI: _rows(15, 5, 21), HC: _rows(12, 4, 20), LC: _rows(12, 4, 20)}
"""Contingent -> its hexes (13.1)."""
HORSE = {RED: _rows(20, 19, 23), YELLOW: _rows(20, 14, 18), BLUE: _rows(20, 10, 13), GREY: _rows(20, 5, 9),
         GUARD: ("2618",)}
FOOT = {RED: _rows(21, 19, 21), YELLOW: _rows(21, 15, 17), BLUE: _rows(21, 10, 12), GREY: _rows(21, 5, 7),
        GUARD: ("2616",)}
"""Contingent -> the hexes of its cavalry and of its infantry (13.2)."""
CAMP = _rows(27, 16, 21)
"""The hexes of the wagon trains (13.2)."""
PROPOSED = {
    "hc1": "1211", "hc2": "1212", "hc3": "1213", "hc4": "1214",
    "lc1": "1205", "lc2": "1206", "lc3": "1218", "lc4": "1219",
    "red-ma1": "2019", "red-hc1": "2020", "red-hc2": "2021", "red-hc3": "2022", "red-ma2": "2023",
    "yellow-ma1": "2014", "yellow-hc1": "2015", "yellow-hc2": "2016", "yellow-hc3": "2017", "yellow-ma2": "2018",
    "blue-ma1": "2010", "blue-hc1": "2011", "blue-hc2": "2012", "blue-ma2": "2013",
    "grey-ma1": "2005", "grey-hc1": "2006", "grey-ma2": "2007", "grey-hc2": "2008", "grey-ma3": "2009",
    "charles": "1212", "abd-ar-rahman": "2016", "wagon1": "2717", "wagon2": "2718", "wagon3": "2720",
}
"""The set-up the program proposes: ours (ruling 21); whoever is not named stands in the order of his stretch."""


def stretch(slot: Slot) -> tuple[str, ...]:
    """The hexes a piece may be set up in, friends of leaders aside."""
    if slot in WAGONS:
        return CAMP
    contingent = CONTINGENT[slot]
    if SEAT[slot] == FRANKS:
        return FRANKISH.get(contingent, ())
    return (FOOT if KIND[slot] == LIGHT_INFANTRY else HORSE).get(contingent, ())


@lru_cache(maxsize=32)
def first(ground: Ground, scenario: str, options: tuple[str, ...]) -> State:
    """The set-up the program proposes, to be changed or begun with."""
    at, taken = [GONE] * len(UNITS), set[str]()
    for slot, unit in zip(SLOTS, UNITS, strict=True):
        place = PROPOSED.get(unit.id) or next(hex_ for hex_ in stretch(slot) if hex_ not in taken)
        if slot not in LEADERS:
            taken.add(place)
        at[slot] = ground.index[place]
    facing = tuple(0 if slot >= COMBAT_UNITS else EAST if SEAT[slot] == FRANKS else WEST for slot in range(len(UNITS)))
    return State(scenario, options, ground, tuple(at), facing, first=FRANKS)


def check_place(state: State, action: Place) -> Verdict:
    """Whether a piece may be set up in a hex, changing places with who stands there (13.0)."""
    ground = state.ground
    slot = SLOT[action.unit]
    if state.phase != Phase.SETUP:
        return refuse("13.0", say("The set-up is over"))
    if SEAT[slot] != state.seat:
        return refuse("13.0", say("The other side sets up now"))
    if action.place not in ground.index:
        return refuse("13.0", say("{place} is not on the map", place=action.place), place=action.place)
    place = ground.index[action.place]
    if state.at[slot] == place:
        return refuse("13.0", say("The unit is already there"), place=action.place)
    number = "13.1" if SEAT[slot] == FRANKS else "13.2"
    if slot in LEADERS:
        if state.held[SEAT[slot]] >> place & 1:
            return LEGAL
        return refuse(number, say("{unit} is set up with a friendly unit", unit=name_of(slot)), place=action.place)
    if action.place not in stretch(slot):
        first, last = stretch(slot)[0], stretch(slot)[-1]
        text = (say("{unit} is set up in {first}", unit=name_of(slot), first=first) if first == last else
                say("{unit} is set up in {first} to {last}", unit=name_of(slot), first=first, last=last))
        return refuse(number, text, place=action.place)
    other = occupant(state, place)
    if other >= 0 and ground.hexes[state.at[slot]] not in stretch(other):
        return refuse(number, say("{other} is there and may not stand in {place}", other=name_of(other),
                                  place=ground.hexes[state.at[slot]]), place=action.place)
    return LEGAL


def occupant(state: State, place: Hex) -> Slot:
    """The piece in a hex, leaders aside; ``NOBODY`` for none."""
    return next((slot for slot in SLOTS if state.at[slot] == place and slot not in LEADERS), NOBODY)


def placed(state: State, action: Place) -> tuple[State, tuple[Event, ...]]:
    """A piece is set up elsewhere; who stood there takes its place, and leaders stay with their units."""
    ground = state.ground
    slot, place = SLOT[action.unit], ground.index[action.place]
    before, leader = state.at[slot], LEADERS[SEAT[slot]]
    event = Placed(rule("13.0"), action.unit, str(name_of(slot)), action.place)
    if slot == leader:
        return state.put(slot, place), (event,)
    other, led = occupant(state, place), state.at[leader]
    state = state.put(slot, place)
    events: list[Event] = [event]
    if other >= 0:
        state = state.put(other, before)
        events.append(Placed(rule("13.0"), UNITS[other].id, str(name_of(other)), ground.hexes[before]))
    if slot < COMBAT_UNITS and led in (before, place):
        state = state.put(leader, place if led == before else before)
    return state, tuple(events)


def check_face(state: State, action: ChangeFacing) -> Verdict:
    """Whether a unit may face another way in its set-up (13.0)."""
    slot = SLOT[action.unit]
    if slot >= COMBAT_UNITS:
        return refuse("3.3", say("{unit} has no facing", unit=name_of(slot)), unit=action.unit)
    if SEAT[slot] != state.seat:
        return refuse("13.0", say("The other side sets up now"))
    if state.facing[slot] == action.vertex:
        return refuse("3.3", say("It faces that way"), vertex=VERTICES[action.vertex])
    return LEGAL


class SetUp(PhaseDecision):
    """A side changes the proposed set-up, or accepts it (13.0)."""

    phase = Phase.SETUP
    rule = rule("13.0", 26)
    asks = say("Adjust the set-up, or accept it")
    complete = False
    judges = (Place,)

    def main(self, state: State) -> tuple[Action, Text]:
        return END, say("Accept set-up")

    def judge(self, state: State, action: Action) -> Verdict:
        assert isinstance(action, Place)
        return check_place(state, action)

    def check(self, state: State, action: Action) -> Verdict:
        return check_face(state, action) if isinstance(action, ChangeFacing) else super().check(state, action)

    def choices(self, state: State, slot: Slot) -> Iterator[Action]:
        """Everything that may be changed about a piece in its side's set-up."""
        ground, unit = state.ground, UNITS[slot].id
        places = hexes_in(state.held[SEAT[slot]]) if slot in LEADERS else map(ground.index.__getitem__, stretch(slot))
        found: list[Action] = [Place(unit, ground.hexes[place]) for place in places]
        found += [ChangeFacing(unit, vertex) for vertex in range(len(VERTICES))]
        return (action for action in found if self.check(state, action))

    def candidates(self, state: State) -> list[Action]:
        """Some of what may be changed, and the end of it."""
        found: list[Action] = [END]
        for slot, unit in zip(SLOTS, UNITS, strict=True):
            if SEAT[slot] != state.seat or slot % 7 != 1:
                continue
            if slot < COMBAT_UNITS:
                found.append(ChangeFacing(unit.id, (state.facing[slot] + 1) % 6))
            places = (Place(unit.id, place) for place in stretch(slot)[::5])
            found += [action for action in places if check_place(state, action)]
        return found

    def preview(self, state: State, action: Action) -> None:
        return None

    def apply(self, state: State, action: Action) -> Done[State]:
        if isinstance(action, Place):
            return placed(state, action)
        if isinstance(action, ChangeFacing):
            return state.turned(SLOT[action.unit], action.vertex), ()
        if state.seat == FRANKS:
            after = replace(state, first=FOE[state.first])
            return after, (began(after),)
        return player_turn(replace(state, first=MUSLIMS))

    def pickable(self, state: State) -> list[Slot]:
        return [slot for slot in SLOTS if SEAT[slot] == state.seat and state.at[slot] >= 0]

    def of_unit(self, state: State, slot: Slot) -> Iterator[Offer]:
        unit = UNITS[slot].id
        places = ([state.ground.hexes[state.at[other]] for other in range(COMBAT_UNITS) if SEAT[other] == SEAT[slot]]
                  if slot in LEADERS else stretch(slot))
        for place in dict.fromkeys(places):
            action = Place(unit, place)
            yield Offer(check_place(state, action), action, (unit,), place)
        if slot < COMBAT_UNITS:
            yield from facings(state, slot, partial(check_face, state))
        yield CatchAll(refuse("13.1" if not SEAT[slot] else "13.2", say("It is set up elsewhere, e.g. in {place}",
                                                                        place=next(iter(places)))))
