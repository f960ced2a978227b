"""What units and leaders suffer: disorder, elimination, and leaders in peril (9.0, 12.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from game.core.event import Event, Fell, Noted, Removed
from game.core.message import Message, Text, joined, say
from game.core.verdict import RuleRef
from game.rules.tours.state import GONE, Check, Combat, Peril, Rescued, State
from game.rules.tours.units import HEAVY, KIND, SEAT, UNITS, bits, name_of, rule
from game.rules.tours.victory import LEADER_COUNTS

Done = tuple[State, tuple[Event, ...]]
ELIMINATED = 4
"""A second disorder check of this or less eliminates (9.0)."""
HEAVY_BONUS = 1
"""What heavy units add to it (9.0)."""
FATAL = {"fire": (8, 9), "shock": (9,), "alone": (0, 1, 2, 3, 4), "lost": (0, 1, 2, 3, 4)}
"""The dice that kill a leader, by what threatens him (12.2, ruling 20)."""
AT_RISK = {
    "fire": say("{leader} with {unit} is at risk: he dies on 8 or 9 if arrows hit his hex", leader="", unit=""),
    "shock": say("{leader} with {unit} is at risk. Unit disordered: dies on 9. Unit eliminated: dies on 4 or less; "
                 "captured without a roll if surrounded or no friendly unit is left", leader="", unit=""),
}
"""What threatens a leader who is with a unit; must agree with ``FATAL``."""
ALONE = ("alone", "lost")
"""What threatens a leader who has no unit with him."""


def disorder(state: State, slot: int, cited: RuleRef, danger: str = "") -> Done:
    """A unit is disordered; one that was must check for elimination (9.0).

    :param danger: ``fire`` or ``shock`` where a leader with it is in danger for that (12.2).
    """
    leader = state.leader_of(slot)
    events: tuple[Event, ...] = ()
    if state.disordered >> slot & 1:
        state = state.pushed(Check(slot, bool(danger)))
    else:
        state, events = flipped(state, slot, cited)
    # What is pushed last is rolled first: the leader before the check of his unit (ruling 20).
    return state.pushed(Peril(leader, danger)) if danger and leader >= 0 else state, events


def at_risk(state: State, slots: Iterable[int], danger: str) -> Text:
    """That leaders are with units in danger (12.2).

    :param danger: ``fire`` or ``shock``.
    """
    led: Iterable[Message] = (AT_RISK[danger].given(leader=name_of(state.leader_of(slot)), unit=name_of(slot))
                              for slot in slots if state.leader_of(slot) >= 0)
    return joined(led)


def flipped(state: State, slot: int, cited: RuleRef) -> Done:
    """A unit in good order is disordered, and nothing else comes of it."""
    event = Noted(cited, say("{unit} is disordered", unit=name_of(slot)))
    return replace(state, disordered=state.disordered | 1 << slot), (event,)


def eliminate(state: State, slot: int, cited: RuleRef, *, rolled: bool = False) -> Done:
    """A unit is removed; a leader with it stands alone and is in peril (9.0, 12.2, ruling 20).

    :param rolled: whether he has rolled for the same result: he is placed with friends, or captured, without a roll.
    """
    leader, place, bit = state.leader_of(slot), state.at[slot], 1 << slot
    event = Removed(cited, UNITS[slot].id, str(name_of(slot)), state.ground.hexes[place])
    moving = None if state.moving is not None and state.moving.slot == slot else state.moving
    state = replace(state.put(slot, GONE), disordered=state.disordered & ~bit, engaged=state.engaged & ~bit,
                    moved=state.moved & ~bit, fired=state.fired & ~bit, shocked=state.shocked & ~bit,
                    retreated=state.retreated & ~bit, tried_reform=state.tried_reform & ~bit, moving=moving,
                    combats=without(state.combats, slot))
    if leader < 0:
        return state, (event,)
    if not rolled:
        return state.pushed(Peril(leader, "lost")), (event,)
    if surrounded(state, leader):
        state, more = killed(state, leader, captured=True)
        return state, (event, *more)
    told = Noted(rule("12.2", 20), say("{leader} has rolled for this and does not roll again", leader=name_of(leader)))
    state, more = spared(state, leader, "lost")
    return state, (event, told, *more)


def without(combats: tuple[Combat, ...], slot: int) -> tuple[Combat, ...]:
    """Combats that are still to be resolved, without a defender whom a continued attack has met before and who is
    eliminated, or has left his hex (9.0, ruling 15)."""
    left = (Combat(one.attackers, tuple(other for other in one.defenders if other != slot)) for one in combats)
    return tuple(one for one in left if one.defenders)


def checked(slot: int, face: int) -> tuple[bool, int]:
    """Whether a second disorder check eliminates, and the adjusted die."""
    adjusted = face + HEAVY_BONUS * (KIND[slot] in HEAVY)
    return adjusted <= ELIMINATED, adjusted


def surrounded(state: State, leader: int) -> bool:
    """Whether enemies, or ground nobody enters, are on every side of a leader: he is captured without a roll
    (12.2, ruling 20)."""
    ground = state.ground
    near = ground.adjacent[state.at[leader]] & ~ground.closed & ~state.wagons
    return not near & ~state.held[1 - SEAT[leader]] or friendless(state, leader)


def friendless(state: State, leader: int) -> bool:
    """Whether no friendly unit is left with whom a leader could be placed: he is captured, too (12.2, ruling 27)."""
    return not state.held[SEAT[leader]]


def refuges(state: State, leader: int) -> tuple[int, ...]:
    """The hexes of the friendly units nearest to a leader (12.2)."""
    places = bits(state.held[SEAT[leader]])
    far = {place: state.ground.distance(state.at[leader], place) for place in places}
    least = min(far.values())
    return tuple(place for place in places if far[place] == least)


def killed(state: State, leader: int, *, captured: bool = False) -> Done:
    """A leader dies (12.2)."""
    cited = rule("12.2")
    said = say("{leader} is killed", leader=name_of(leader))
    if captured and friendless(state, leader):
        said, cited = say("{leader} is captured: no friendly unit is left", leader=name_of(leader)), rule("12.2", 27)
    elif captured:
        said = say("{leader} is captured and killed", leader=name_of(leader))
    outcome = say("No command range any more, and no help with initiative, activation and reforming. The death counts "
                  "{count} lost units", count=LEADER_COUNTS)
    gone = Fell(cited, UNITS[leader].id, str(name_of(leader)), state.ground.hexes[state.at[leader]], said, outcome)
    return replace(state.put(leader, GONE), dead=state.dead | 1 << leader), (gone, Noted(cited, said))


def spared(state: State, leader: int, cause: str) -> Done:
    """A leader has survived; who stood alone is placed with the nearest friends (12.2)."""
    if cause not in ALONE:
        return state, (Noted(rule("12.2"), say("{leader} is unhurt", leader=name_of(leader))),)
    return state.pushed(Rescued(leader, refuges(state, leader))), ()


def rescued(state: State, leader: int, place: int) -> Done:
    """A leader is placed with friends."""
    event = Noted(rule("12.2"), say("{leader} escapes to {place}", leader=name_of(leader),
                                    place=state.ground.hexes[place]))
    return state.put(leader, place), (event,)


def loosened(state: State) -> State:
    """The state without engaged markers on units that no enemy is next to any more (9.0, ruling 12)."""
    if not state.engaged:
        return state
    near = tuple(state.ground.around(state.held[1 - seat]) for seat in (0, 1))
    free = sum(1 << slot for slot in bits(state.engaged)
               if state.at[slot] < 0 or not near[SEAT[slot]] >> state.at[slot] & 1)
    return replace(state, engaged=state.engaged & ~free) if free else state

