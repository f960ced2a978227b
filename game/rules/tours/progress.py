"""What becomes of an action."""

from __future__ import annotations

from game.core.action import Action, Faces
from game.core.event import Event
from game.rules.tours import deployment, fight, fire, harm, movement, orders, reform, rolling, sequence, shock
from game.rules.tours.actions import (
    BEGIN,
    DECLINE,
    Activate,
    Advance,
    Again,
    Attack,
    Face,
    Fire,
    Go,
    Move,
    Order,
    Place,
    Rescue,
    Retreat,
    Single,
)
from game.rules.tours.legality import canonical
from game.rules.tours.state import (
    CONCLUDED,
    SETUP,
    Fight,
    Follow,
    Reaction,
    Rescued,
    Shot,
    State,
    Turning,
)
from game.rules.tours.units import SEATS, SLOT

Done = tuple[State, tuple[Event, ...]]


def apply(state: State, action: Action) -> Done:
    """The state after a legal action and all that follows from it, and what happened."""
    # A move goes by its own path, which is not always the one that is listed to that hex.
    done, events = _done(state, action if isinstance(action, Move) else canonical(state, action))
    after, more = sequence.proceed(done)
    return after, (*events, *more)


def _done(state: State, action: Action) -> Done:
    ground = state.ground
    match action:
        case Faces():
            return rolling.apply(state, action)
        case Place():
            return deployment.placed(state, action)
        case Go(first):
            return sequence.chosen(state, SEATS.index(first))
        case Order():
            return orders.ordered(state, action)
        case Activate():
            return orders.activated(state, action)
        case Move():
            return movement.apply_move(state, action)
        case Face(unit, vertex):
            if isinstance(state.top, Turning):
                return state.popped().turned(SLOT[unit], vertex), ()
            return (state.turned(SLOT[unit], vertex), ()) if state.phase == SETUP else movement.apply_face(
                state, action)
        case Fire():
            return fire.apply_fire(state, action), ()
        case Attack():
            return shock.announced(state, action)
        case Again():
            return fight.again(state, action)
        case Retreat():
            return shock.retreat(state, action)
        case Advance():
            return (fight.follow if isinstance(state.top, Follow) else fight.advance)(state, action)
        case Rescue(_, place):
            frame = state.top
            assert isinstance(frame, Rescued)
            return harm.rescued(state.popped(), frame.leader, ground.index[place])
        case Single():
            return _single(state, action)
    if action == DECLINE:
        return _declined(state), ()
    if action == BEGIN:
        return shock.begin(state)
    return sequence.end(state)


def _single(state: State, action: Single) -> Done:
    slot, frame = SLOT[action.unit], state.top
    match action.deed:
        case "react":
            assert isinstance(frame, Reaction)
            left = tuple(other for other in frame.asked if other != slot)
            state = state.swapped(Reaction(frame.target, left)) if left else state.popped()
            return state.pushed(Shot(slot, frame.target, True)), ()
        case "withdraw":
            return shock.withdraw(state, slot), (shock.withdrawn(slot),)
        case "resolve":
            one = next(one for one in state.combats if one.attackers[0] == slot)
            return fight.resolving(state, one), ()
        case "reform":
            return reform.tries(state, slot), ()
        case "stand":
            return shock.stand(state, slot)
        case _:
            assert isinstance(frame, Fight)
            return fight.suffer(state, frame, slot)


def _declined(state: State) -> State:
    frame = state.top
    if isinstance(frame, Fight):
        return state.swapped(frame._replace(stage=CONCLUDED))
    return state.popped()
