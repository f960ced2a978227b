"""Going on to the next decision or roll: retreats without a choice, empty phases, the end of a turn (3)."""

from __future__ import annotations

from game.core.event import Event, PhaseBegan
from game.core.message import say
from game.rules.africa import artillery, movement, shock
from game.rules.africa.activation import could_hit
from game.rules.africa.closing import begin_end, finish_turn
from game.rules.africa.combat import abandoned
from game.rules.africa.fire import any_fire
from game.rules.africa.landing import landings
from game.rules.africa.masks import bits
from game.rules.africa.outcome import capture, driven
from game.rules.africa.sequence import DEFENCE, END, FIRE, LAST, MOVEMENT, SEQUENCE, SHOCK
from game.rules.africa.state import Activation, Clash, Muster, Rally, State
from game.rules.africa.units import SEATS
from game.rules.africa.victory import updated

Applied = tuple[State, list[Event]]


def settle(state: State) -> Applied:
    """The state at the next decision or roll, and what happened on the way."""
    events: list[Event] = []
    while state.now.phase in (FIRE, MOVEMENT, DEFENCE, SHOCK, END):
        state, more = driven(state)
        events += more
        frame = state.frame
        if frame is None:
            for step in (capture, abandoned):
                state, more = step(state)
                events += more
            if state.frames:
                continue
            if not _idle(state):
                break
            state, more = next_phase(state)
        elif isinstance(frame, Activation):
            state, more = capture(state)
            after = _activation_over(state, frame) if not more else state
            if after is None:
                break
            state = after
        elif isinstance(frame, Clash) and not _has_foe(state, frame):
            state, more = capture(state._replace(frames=state.frames[:-1]))
        elif isinstance(frame, Muster) and not frame.queue:
            state, more = state._replace(frames=state.frames[:-1]), []
        elif isinstance(frame, Rally) and not frame.queue:
            state, more = finish_turn(state._replace(frames=state.frames[:-1]))
        else:
            break
        events += more
    return state, events


def _has_foe(state: State, frame: Clash) -> bool:
    """Whether anybody but convoys stands against the attackers."""
    return shock.least(state, frame.area, 1 - frame.attacker) > 0


def _idle(state: State) -> bool:
    """Whether nobody has anything to do in the phase."""
    phase = state.now.phase
    if phase == SHOCK:
        return not state.contested()
    if phase == DEFENCE:
        return not (state.contested() and any_fire(state)) and not landings(state)
    return phase == FIRE and not (any_fire(state) or could_hit(state, state.now.seat))


def ends_turn(state: State) -> bool:
    """Whether ending the movement now ends the whole player turn: neither defensive fire nor shock follows (3)."""
    if state.frames or state.now.phase != MOVEMENT:
        return False
    after, _ = next_phase(state)
    while after.now.phase in (DEFENCE, SHOCK) and _idle(after):
        after, _ = next_phase(after)
    return after.now.phase not in (DEFENCE, SHOCK)


def staged(state: State, frame: Activation, stage: int) -> State:
    """An activation in another of its stages."""
    return state._replace(frames=(*state.frames[:-1], frame._replace(stage=stage, supported=0)))


def _activation_over(state: State, frame: Activation) -> State | None:
    """An activation a stage further, or done with; None while somebody can still do something in it."""
    if frame.stage == 0:
        slot = bits(frame.units)[0]
        aims = frame.gun and state.at[slot] >= 0 and artillery.may_fire(state, slot) and artillery.can_aim(state, slot)
        moves = not (frame.gun and frame.fired) and movement.any_move(state)
        return None if aims or moves or any_fire(state) else staged(state, frame, 1)
    if frame.stage == 1:
        return None if frame.entered and any_fire(state) else staged(state, frame, 2)
    return None if shock.open_clashes(state) else state._replace(frames=state.frames[:-1])


def next_phase(state: State) -> Applied:
    """Enter the next phase of the sequence (3)."""
    came = () if state.now.phase == SHOCK else state.came
    state = state._replace(
        control=updated(state), step=state.step + 1, moved=0, once=0, fired=0, supported=0, topped=0, struck=0,
        came=came
    )
    now = SEQUENCE[state.step]
    if state.step == LAST:
        return begin_end(state)
    sentence = now.sentence if state.step % 4 else say("Turn {turn}: {phase}", turn=state.turn,
                                                       phase=now.sentence)
    return state, [PhaseBegan(now.rule, state.turn, now.phase, SEATS[now.seat], sentence)]
