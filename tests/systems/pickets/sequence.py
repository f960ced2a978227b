"""The sequence of play: initiative, then a player turn of orders and combat for each side (2)."""

from __future__ import annotations

from dataclasses import replace

from game.core.event import Event, Noted, PhaseBegan, TurnOver

from .resolve import Done, ended, weary
from .state import COMBAT, DONE, FIRED, INITIATIVE, ORDERS, SHAKEN, State
from .units import OF_SEAT, SEATS, TYPES
from .words import rule, say

ORDER_BUDGET, FEW = 5, 3
"""The orders of a player turn, normally and with option ``few-couriers`` (2.3 and 8.1)."""
FEW_COURIERS = "few-couriers"


def budget(state: State) -> int:
    """The number of orders in a player turn."""
    return FEW if FEW_COURIERS in state.options else ORDER_BUDGET


def began(state: State) -> PhaseBegan:
    """The event of a phase that begins."""
    if state.phase == INITIATIVE:
        return PhaseBegan(rule("2.1"), state.turn, state.phase, "", say("Initiative"))
    seat = SEATS[state.seat]
    title = say("{side}: orders", side=seat.title()) if state.phase == ORDERS else say(
        "{side}: combat", side=seat.title())
    return PhaseBegan(rule("2.2"), state.turn, state.phase, seat, title)


def initiative_won(state: State, first: int) -> Done:
    """The first player turn of a game turn begins."""
    return player_turn(replace(state, first=first))


def player_turn(state: State) -> Done:
    """The start of a player turn: orders are counted again from 0, and all counters may react again."""
    units = tuple(
        unit._replace(marks=unit.marks - {FIRED, DONE}) if unit.marks & {FIRED, DONE} else unit for unit in state.units)
    state = replace(state, phase=ORDERS, orders=budget(state), units=units)
    return state, (began(state),)


def end_phase(state: State) -> Done:
    """The state after the side ends its phase."""
    if state.phase == ORDERS:
        state = replace(state, phase=COMBAT)
        return state, (began(state),)
    return end_player_turn(state)


def after_combat(state: State) -> Done:
    """The player turn ends after the last combat (2.2)."""
    return end_player_turn(state) if not state.combats and not state.ending else (state, ())


def end_player_turn(state: State) -> Done:
    """A side's shaken counters recover; the other side's turn starts, or the game turn ends."""
    units, recovered = list(state.units), list[Event]()
    for index in OF_SEAT[state.seat]:
        if SHAKEN in units[index].marks:
            units[index] = units[index]._replace(marks=units[index].marks - {SHAKEN})
            recovered.append(Noted(rule("2.2"), say("{unit} recovers", unit=TYPES[index].name)))
    over = TurnOver(rule("2.2"), say("{side} has had its player turn", side=SEATS[state.seat].title()))
    state = replace(state, units=tuple(units), begun=False, rolling=False, combats=(), orders=0)
    events: tuple[Event, ...]
    if state.example:
        state, events = replace(state, ending="example"), ()
    elif not state.second:
        state, events = player_turn(replace(state, second=True))
    else:
        state, events = weary(state)
        if not state.ending:
            state = replace(state, turn=state.turn + 1, phase=INITIATIVE, second=False)
            events = (*events, began(state))
    return state, (*recovered, over, *events)


def closing(done: Done) -> Done:
    """The events of an action, with the end of the game if it has ended."""
    after, events = ended(done[0])
    return after, (*done[1], *events)
