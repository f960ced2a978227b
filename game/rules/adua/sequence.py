"""The order of a game turn, and what follows by itself (7.0, 11.0)."""

from __future__ import annotations

from dataclasses import replace

from game.core.event import Event, Noted, PhaseBegan, TurnOver
from game.core.message import Message, say
from game.rules.adua import harm, initiative, melee, retreats, smallarms, supply, victory
from game.rules.adua.ground import Ground
from game.rules.adua.harm import Done
from game.rules.adua.state import (
    CHARGE,
    CLEAN_UP,
    FIRE,
    GUNS,
    INITIATIVE,
    MELEE,
    MOVE,
    ORDERS,
    OVER,
    SETUP,
    Bringing,
    Frame,
    Repairing,
    Retreats,
    State,
    Supplying,
)
from game.rules.adua.units import ABYSSINIANS, ITALIANS, SEATS, SIDES, rule
from game.rules.adua.victory import BATTLE

EXAMPLES_UNTIL = {"jam": 7, "long-melee": 10}
"""Example of play -> the turn with which it is over; any other is over with the turn it begins on."""
TITLES: dict[str, Message] = {
    SETUP: say("Set-up"), GUNS: say("Machine guns"), ORDERS: say("Orders"), MOVE: say("Movement"),
    FIRE: say("Small arms"), CHARGE: say("Charge"), CLEAN_UP: say("Clean-up"), INITIATIVE: say("Initiative"),
    MELEE: say("Melee"),
}
TURN = ((ITALIANS, ORDERS), (ITALIANS, MOVE), (ITALIANS, FIRE), (ITALIANS, CHARGE), (ITALIANS, CLEAN_UP),
        (ABYSSINIANS, MOVE), (ABYSSINIANS, FIRE), (ABYSSINIANS, CHARGE), (ABYSSINIANS, INITIATIVE),
        (ABYSSINIANS, MELEE))
"""The phases of a game turn (7.0); entering melee belongs to the small-arms phase before it (ruling 14)."""
NUMBERS = {SETUP: "4.0", GUNS: "5.1", ORDERS: "8.0", MOVE: "9.0", FIRE: "10.1", CHARGE: "10.2", CLEAN_UP: "11.0",
           INITIATIVE: "12.0", MELEE: "10.2"}


def began(state: State) -> PhaseBegan:
    """The event of a phase."""
    text = say("{side}: {phase}", side=SIDES[state.seat], phase=TITLES[state.phase])
    return PhaseBegan(rule("7.0"), state.turn, state.phase, SEATS[state.seat], text)


def following(state: State) -> State:
    """The state in the phase after this one, with what holds for a phase only cleared."""
    clear = replace(state, shares=(), fought=(), resolving=False)
    match state.phase:
        case "set-up" if state.seat == ITALIANS:
            return replace(clear, seat=ABYSSINIANS)
        case "set-up":
            return replace(clear, phase=GUNS, seat=ITALIANS)
        case "machine-guns":
            return replace(clear, phase=ORDERS)
    number = TURN.index((state.seat, state.phase)) + 1
    if number == len(TURN):
        return replace(clear, phase=ORDERS, seat=ITALIANS, turn=state.turn + 1, orders=(), moved=0, entered=0,
                       declared=(), repulsed=0, shot=0, tried=0, clashed=0)
    seat, phase = TURN[number]
    if phase == CHARGE:
        return replace(clear, phase=phase, fought=state.fought)
    if phase in (CLEAN_UP, MOVE):
        kept = state.moved if phase == CLEAN_UP else 0
        return replace(clear, phase=phase, seat=seat, entered=0, declared=(), moved=kept)
    return replace(clear, phase=phase, seat=seat)


def ended(ground: Ground, state: State) -> Done:
    """A phase is over: who is cut off is lost, and the next one begins."""
    events: tuple[Event, ...] = ()
    if state.phase not in (SETUP, GUNS, ORDERS):
        state, events = harm.cut_off(ground, state)
    if state.phase == MELEE:
        events += (TurnOver(rule("7.0"), say("Turn {turn} is over", turn=state.turn)),)
        if state.scenario != BATTLE and state.turn >= EXAMPLES_UNTIL.get(state.scenario, 0):
            return replace(state, phase=OVER, ending=victory.EXAMPLE), events
        if state.scenario == BATTLE and not victory.at_once(state) and state.turn >= victory.LAST:
            stayed = victory.behind(ground, state)
            if stayed:
                events += (Noted(victory.STAYED, say("Italian units behind the blue line: {count}, {points}",
                                                     count=len(stayed),
                                                     points=victory.in_words(victory.HALF * len(stayed)))),)
            return replace(state, phase=OVER, ending=victory.at_last(ground, state)), events
    state = following(state)
    events += (began(state),)
    if state.phase == CLEAN_UP:
        state, more = supply.clean_up(ground, state)
        events += more
    return state, events


def idle(ground: Ground, state: State) -> bool:
    """Whether nobody can do anything in the phase, so that it ends by itself."""
    match state.phase:
        case "fire":
            return not state.shares and (state.resolving or not smallarms.able(ground, state))
        case "charge":
            return not melee.chargers(ground, state)
        case "clean-up":
            return True
        case "initiative":
            return not initiative.willing(ground, state)
        case "melee":
            return not state.melees & ~state.clashed
    return False


def proceed(ground: Ground, state: State) -> Done:
    """Everything that follows by itself, until somebody must decide or dice are due."""
    events: tuple[Event, ...] = ()
    while state.phase != OVER:
        ending = victory.at_once(state)
        if ending and state.scenario == BATTLE:
            state = replace(state, phase=OVER, ending=ending, frames=())
            break
        top = state.top
        if isinstance(top, Retreats):
            after, more = retreats.retreating(ground, state)
            events += more
            if after == state:
                return state, events
            state = after
        elif top is not None and _spent(ground, state, top):
            state = state.popped()
        elif top is not None:
            return state, events
        elif idle(ground, state):
            state, more = ended(ground, state)
            events += more
        else:
            return state, events
    events += (victory.over(state),)
    return state, events


def _spent(ground: Ground, state: State, top: Frame) -> bool:
    """Whether nothing is left of what is under way."""
    match top:
        case Bringing(commander):
            return not initiative.supporters(ground, state, commander)
        case Repairing(guns):
            return not guns
        case Supplying(units):
            return not units
    return False
