"""The sequence of play: what follows what without anybody's choice (4.0)."""

from __future__ import annotations

from dataclasses import replace

from game.core.event import Event, Noted, PhaseBegan, TurnOver
from game.core.message import Message, say
from game.rules.tours import deployment, fight, harm, orders, reform, shock, victory
from game.rules.tours.state import (
    ACTION,
    INITIATIVE,
    LEADERS_MOVE,
    ORDERS,
    OVER,
    REFORM_PHASE,
    SETUP,
    SHOCK,
    WHO_FIRST,
    Counter,
    Fight,
    Follow,
    Peril,
    Reaction,
    Rescued,
    Retreats,
    State,
    fresh_turn,
)
from game.rules.tours.units import FRANKS, LEADERS, MUSLIMS, SEATS, SIDES, rule

Done = tuple[State, tuple[Event, ...]]
TITLES: dict[str, Message] = {
    SETUP: say("set-up"), INITIATIVE: say("initiative"), WHO_FIRST: say("first player"), ORDERS: say("I orders"),
    LEADERS_MOVE: say("II leader"), ACTION: say("III moves"), SHOCK: say("IV shock"),
    REFORM_PHASE: say("V reform"), OVER: say("over"),
}
PLAYER_TURN = (ORDERS, LEADERS_MOVE, ACTION, SHOCK, REFORM_PHASE)
"""The phases of a player turn, in order (4.0, ruling 1)."""


def began(state: State) -> PhaseBegan:
    """The event of a phase that begins."""
    seat = "" if state.phase in (INITIATIVE, WHO_FIRST) else SEATS[state.seat]
    if state.phase == INITIATIVE:
        return PhaseBegan(rule("4.1"), state.turn, state.phase, seat, say("Turn {turn}: initiative", turn=state.turn))
    return PhaseBegan(rule("4.0"), state.turn, state.phase, seat, say("{side}: {phase}", side=SIDES[state.seat],
                                                                      phase=TITLES[state.phase]))


def to_phase(state: State, phase: str) -> Done:
    """A phase begins."""
    state = replace(state, phase=phase, moving=None, acting=-1)
    return state, (began(state),)


def player_turn(state: State) -> Done:
    """A player turn begins."""
    return to_phase(fresh_turn(state), ORDERS)


def end(state: State) -> Done:
    """Who acts ends a phase, or what a contingent does."""
    if state.phase == SETUP:
        if state.seat == FRANKS:
            after = deployment.ended(state)
            return after, (began(after),)
        return player_turn(replace(state, first=MUSLIMS))
    if state.phase == ACTION and state.acting >= 0:
        return replace(state, acting=-1, moving=None), ()
    if state.phase == REFORM_PHASE:
        return end_player_turn(state)
    return to_phase(state, PLAYER_TURN[PLAYER_TURN.index(state.phase) + 1])


def ends_turn(state: State) -> bool:
    """Whether ending the phase now ends the whole player turn, because nothing is left to do in later phases."""
    if state.phase in (SETUP, INITIATIVE, WHO_FIRST, OVER) or state.frames:
        return False
    after, _ = proceed(end(state)[0])
    return after.phase == OVER or (after.turn, after.second) != (state.turn, state.second)


def end_player_turn(state: State) -> Done:
    """The other side goes on, or the game turn ends and victory is looked at (4.0, 14.0)."""
    over = TurnOver(rule("4.0"), say("{side}: the player turn is over", side=SIDES[state.seat]))
    state = fresh_turn(state)
    if state.scenario != BATTLE:
        return replace(state, phase=OVER, ending=victory.EXAMPLE), (over,)
    if not state.second:
        state, events = player_turn(replace(state, second=True))
        return state, (over, *events)
    found = victory.ending(state)
    if found:
        state = replace(state, phase=OVER, ending=found)
        return state, (over, victory.over(state))
    state, events = to_phase(replace(state, turn=state.turn + 1, second=False), INITIATIVE)
    return state, (over, *events)


BATTLE = "tours"
"""The scenario that is no example of play."""


def proceed(state: State) -> Done:
    """Everything that follows until somebody must decide, a die must fall or the game is over."""
    events: list[Event] = []
    while state.phase != OVER:
        step = _step(state)
        if step is None:
            break
        state = step[0]
        events += step[1]
    return harm.loosened(state), tuple(events)


def _step(state: State) -> Done | None:
    state = harm.loosened(state)
    top = state.top
    if top is not None:
        return _frame_step(state)
    phase = state.phase
    if phase == LEADERS_MOVE and state.at[LEADERS[state.seat]] < 0:
        return to_phase(state, ACTION)
    if phase == LEADERS_MOVE and state.led:
        return to_phase(state, ACTION)
    if phase == ACTION and state.acting < 0 and not orders.waiting(state):
        return to_phase(state, SHOCK)
    if phase == ACTION and state.acting >= 0 and not state.alive(state.acting):
        return replace(state, acting=-1, moving=None), ()
    if phase == SHOCK:
        if not state.resolving and shock.nobody_can(state):
            return to_phase(state, REFORM_PHASE)
        if state.resolving and not state.combats:
            return to_phase(replace(state, resolving=False), REFORM_PHASE)
    if phase == REFORM_PHASE and not reform.able(state):
        return end_player_turn(state)
    return None


def _frame_step(state: State) -> Done | None:
    top = state.top
    if isinstance(top, Peril):
        if state.at[top.leader] < 0:
            return state.popped(), ()
        if top.cause in harm.ALONE and harm.surrounded(state, top.leader):
            return harm.killed(state.popped(), top.leader, captured=True)
    elif isinstance(top, Reaction) and state.at[top.target] < 0:
        return state.popped(), ()
    elif isinstance(top, Rescued) and len(top.places) == 1:
        return harm.rescued(state.popped(), top.leader, top.places[0])
    elif isinstance(top, Retreats):
        if not shock.retreaters(state):
            return state.swapped(Follow(top.vacated)), ()
    elif isinstance(top, Follow):
        if not any(shock.followers(state, one) for one in top.vacated):
            return state.popped(), ()
    elif isinstance(top, Fight):
        return fight.next_stage(state, top)
    elif isinstance(top, Counter) and not fight.sets_again(state, top):
        return state.popped(), ()
    return None


def initiative_won(state: State, winner: int) -> Done:
    """Who has won the initiative chooses who goes first (4.1)."""
    state = replace(state, phase=WHO_FIRST, first=winner, second=False)
    return state, (began(state),)


def chosen(state: State, first: int) -> Done:
    """Who goes first has been chosen."""
    event = Noted(rule("4.1"), say("{side} go first", side=SIDES[first]))
    state, events = player_turn(replace(state, first=first))
    return state, (event, *events)


