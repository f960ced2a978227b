"""The sequence of play: PIPs, then moving, shooting and fighting, for each side in its turn (2 and 6)."""

from __future__ import annotations

from dataclasses import replace

from game.core.contract import DRAW, Result
from game.core.event import Event, GameOver, PhaseBegan, Rolled, TurnOver

from . import striking
from .groups import idle
from .state import FIGHT, MOVE, OVER, PIPS, SHOOT, State
from .units import BEATEN, EACH, SEATS, TYPES
from .words import rule, say

Done = tuple[State, tuple[Event, ...]]
TURNS = 8
ENDINGS = ("losses", "nightfall", "draw")
TITLES = {PIPS: say("PIPs"), MOVE: say("Moving"), SHOOT: say("Shooting"), FIGHT: say("Fighting")}
NEXT = {MOVE: SHOOT, SHOOT: FIGHT}


def able_to_act(state: State) -> tuple[str, ...]:
    """The bases with something to do in this phase."""
    if state.dice:
        return ()
    if state.phase == MOVE:
        return tuple(TYPES[i].id for i in state.bases_of(state.seat) if idle(state, TYPES[i].id) is None)
    return tuple(TYPES[i].id for i in striking.left(state))


def began(state: State) -> PhaseBegan:
    """The event of a phase that begins."""
    side = SEATS[state.seat].title()
    return PhaseBegan(rule("2.2"), state.turn, state.phase, state.side,
                      say("{side}: {phase}", side=side, phase=TITLES[state.phase]))


def rolled(state: State, face: int, event: Rolled) -> Done:
    """The state after the die for PIPs."""
    state = replace(state, phase=MOVE, pips=face, rolled=face)
    return passed(state, (event, began(state)))


def end_phase(state: State) -> Done:
    """The state after the side ends its phase."""
    return passed(*_next(state))


def passed(state: State, events: tuple[Event, ...]) -> Done:
    """The next phase with something to do (2.2), or the end (6)."""
    state, events = ended(state, events)
    while state.phase not in (PIPS, OVER) and not state.dice and not able_to_act(state):
        state, more = _next(state)
        state, events = ended(state, (*events, *more))
    return state, events


def _next(state: State) -> Done:
    """The next phase, whether or not there is anything to do in it."""
    if state.phase in NEXT:
        state = replace(state, phase=NEXT[state.phase], pips=0)
        return state, (began(state),)
    over = TurnOver(rule("2.2"), say("{side} has had its player turn", side=SEATS[state.seat].title()))
    units = tuple(unit._replace(marks=frozenset()) if unit.marks else unit for unit in state.units)
    night = state.seat == 1 and state.turn == TURNS
    if night:
        red, white = (len(state.bases_of(seat)) for seat in (0, 1))
        return replace(state, units=units, rolled=0, ending="draw" if red == white else "nightfall"), (over,)
    state = replace(state, units=units, seat=1 - state.seat, turn=state.turn + state.seat, phase=PIPS, pips=0, rolled=0)
    return state, (over, began(state))


def ended(state: State, events: tuple[Event, ...]) -> Done:
    """The state, with the end of the game if it has ended (6.1 and 6.2)."""
    if state.phase == OVER:
        return state, events
    if any(EACH - len(state.bases_of(seat)) >= BEATEN for seat in (0, 1)):
        state = replace(state, ending="losses")
    if not state.ending:
        return state, events
    units = tuple(unit._replace(marks=frozenset()) if unit.marks else unit for unit in state.units)
    state = replace(state, units=units, phase=OVER, due=None, pips=0, rolled=0)
    result = result_of(state)
    assert result is not None
    return state, (*events, GameOver(result.rule, result.winner, result.text))


def result_of(state: State) -> Result | None:
    """The winner and the ending."""
    if state.phase != OVER:
        return None
    red, white = (len(state.bases_of(seat)) for seat in (0, 1))
    if state.ending == "draw":
        return Result(DRAW, say("Night falls, and neither side has the better of it"), rule("6.2"), "draw")
    winner, beaten = (SEATS[0], SEATS[1]) if red > white else (SEATS[1], SEATS[0])
    if state.ending == "losses":
        return Result(winner, say("{side} has lost too many bases", side=beaten.title()), rule("6.1"), "losses")
    return Result(winner, say("Night falls, and {side} has more bases left", side=winner.title()), rule("6.2"),
                  "nightfall")
