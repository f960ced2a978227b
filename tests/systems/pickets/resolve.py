"""Losses, their effect on a side's resolve, and the end of the game (6.6 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.contract import DRAW, Result
from game.core.event import Event, GameOver, Noted, Removed

from .state import GONE, OVER, SHAKEN, State
from .units import INDEX, SEATS, TYPES
from .words import rule, say

RESOLVE = 12
EXIT = 2
"""The enemy's loss of resolve when a counter exits."""
Done = tuple[State, tuple[Event, ...]]

ENDINGS = ("losses", "exits", "weary", "draw", "example")


def lost(state: State, units: Sequence[str], steps: int) -> Done:
    """Counters lose steps, each time the one with most, of equals the first (6.6)."""
    events: list[Event] = []
    for _ in range(steps):
        there = [name for name in units if state.unit(name).steps]
        if not there:
            break
        name = max(there, key=lambda name: state.unit(name).steps)
        unit, kind = state.unit(name), TYPES[INDEX[name]]
        if unit.steps > 1:
            state = state.put(name, unit._replace(steps=unit.steps - 1))
            events.append(Noted(rule("6.6"), say("{unit} loses a step", unit=kind.name)))
        else:
            events.append(Removed(rule("6.6"), name, kind.name, unit.place or ""))
            state = state.put(name, GONE)
            state = spent(scoring(state, 1 - kind.seat), kind.seat, 1, "losses")
    return state, tuple(events)


def shaken(state: State, name: str) -> Done:
    """The state with a counter shaken, if it is still in play (6.6)."""
    if state.unit(name).place is None or SHAKEN in state.unit(name).marks:
        return state, ()
    return state.mark(name, SHAKEN), (Noted(rule("6.6"), say("{unit} is shaken", unit=TYPES[INDEX[name]].name)),)


def scoring(state: State, seat: int) -> State:
    """The state with a side marked as having eliminated or exited a counter in this game turn."""
    return replace(state, scored=(state.scored[0] or seat == 0, state.scored[1] or seat == 1))


def spent(state: State, seat: int, points: int, ending: str) -> State:
    """The state with a side's resolve reduced, never below 0 (7.1)."""
    left = list(state.resolve)
    left[seat] = max(0, left[seat] - points)
    ends = ending if not left[seat] and not state.ending else state.ending
    return replace(state, resolve=(left[0], left[1]), ending="draw" if not any(left) else ends)


def brought_off(state: State, seat: int, name: str) -> Done:
    """The state after a counter exits over the far edge (3.5)."""
    left = Noted(rule("3.5"), say("{unit} leaves over the far edge", unit=name))
    return spent(scoring(state, seat), 1 - seat, EXIT, "exits"), (left,)


def weary(state: State) -> Done:
    """At the end of a game turn each side without a success loses resolve (7.2)."""
    events = []
    for seat in (0, 1):
        if not state.scored[seat]:
            state = spent(state, seat, 1, "weary")
            events.append(Noted(rule("7.2"), say("{side} grows weary", side=SEATS[seat].title())))
    return replace(state, scored=(False, False)), tuple(events)


def ended(state: State) -> Done:
    """The state, with the game over and nothing pending if an ending has been reached (7.3)."""
    if not state.ending or state.phase == OVER:
        return state, ()
    state = replace(state, phase=OVER, frames=(), combats=(), begun=False, rolling=False)
    result = result_of(state)
    assert result is not None
    return state, (GameOver(rule("7.3"), result.winner, result.text),)


def result_of(state: State) -> Result | None:
    """The winner and the ending (7.3)."""
    if state.phase != OVER:
        return None
    loser = 0 if not state.resolve[0] else 1
    winner, beaten = SEATS[1 - loser], SEATS[loser].title()
    match state.ending:
        case "losses":
            text = say("{side} has lost too many counters", side=beaten)
        case "exits":
            text = say("{side} has broken through", side=winner.title())
        case "weary":
            text = say("{side} has waited too long", side=beaten)
        case "draw":
            return Result(DRAW, say("Both sides are worn out"), rule("7.3"), "draw")
        case _:
            return Result(DRAW, say("The example is over"), rule("9"), "example")
    return Result(winner, text, rule("7.3"), state.ending)
