"""What comes of an action."""

from __future__ import annotations

from dataclasses import replace

from game.core.action import Action, Faces
from game.core.event import Declared, Event, Moved, Noted, Placed
from game.core.message import say
from game.rules.adua import (
    aiming,
    commands,
    deployment,
    harm,
    initiative,
    legality,
    machine_guns,
    melee,
    movement,
    retreats,
    rolling,
    sequence,
    smallarms,
)
from game.rules.adua.actions import (
    BEGIN,
    ORDERS,
    Against,
    AtPlace,
    Attack,
    Clash,
    Distribute,
    Move,
    Order,
    Single,
    Word,
)
from game.rules.adua.events import Ordered
from game.rules.adua.ground import Ground
from game.rules.adua.harm import Done
from game.rules.adua.state import Bringing, Fight, Loss, Retreats, State, Testing, Trying
from game.rules.adua.state import Clash as Melee
from game.rules.adua.units import SLOT, name_of, rule


def apply(ground: Ground, state: State, action: Action) -> Done:
    """The state after a legal action and everything that follows by itself."""
    state, events = _done(ground, state, legality.canonical(ground, state, action))
    state, more = sequence.proceed(ground, state)
    return state, (*events, *more)


def _done(ground: Ground, state: State, action: Action) -> Done:
    match action:
        case Faces():
            return rolling.apply(ground, state, action)
        case Word():
            return _word(ground, state, action)
        case AtPlace("place", unit, place):
            event: Event = Placed(rule("4.0"), unit, str(name_of(SLOT[unit])), place)
            return deployment.placed(ground, state, action), (event,)
        case AtPlace("disengage", unit, place):
            return retreats.left(ground, state, SLOT[unit], ground.index[place])
        case AtPlace("retreat", unit, place):
            return _retreated(ground, state, SLOT[unit], ground.index[place])
        case Order(giver, target, kind):
            text = say("{giver} to {target}: {order}", giver=name_of(SLOT[giver]), target=name_of(SLOT[target]),
                       order=commands.told(ORDERS.index(kind)))
            under = commands.passes_under(state, SLOT[giver], SLOT[target], ORDERS.index(kind))
            number = rule("8.0", 4 if kind == ORDERS[4] else None) if under is None else under.rule
            return commands.given(state, action), (Ordered(number, text, giver, target, kind),)
        case Single("cancel", unit):
            return commands.cancelled(state, action), (
                Noted(rule("8.0"), say("The order to {unit} is cancelled", unit=name_of(SLOT[unit]))),)
        case Single("gun" | "no-gun", unit):
            text = (say("{unit} has a machine gun", unit=name_of(SLOT[unit])) if action.deed == "gun" else
                    say("{unit} has no machine gun", unit=name_of(SLOT[unit])))
            return deployment.assigned(state, action), (Noted(rule("5.1"), text),)
        case Move():
            return _moved(ground, state, action)
        case Against("declare", unit, target):
            text = say("{unit} declares that it attacks {target}", unit=name_of(SLOT[unit]),
                       target=name_of(SLOT[target]))
            return aiming.declared(state, action), (Declared(rule("10.0", 9), (unit,), (target,), text),)
        case Against("charge", _, _):
            return melee.charged(ground, state, action)
        case Attack(unit, shares):
            names = tuple(name_of(SLOT[target]) for target, _ in shares)
            text = say("{unit} attacks {targets}", unit=name_of(SLOT[unit]), targets=names)
            note = aiming.closed_ground_note(ground, state, SLOT[unit], [SLOT[target] for target, _ in shares])
            return smallarms.announced(state, action), (
                Declared(rule("10.1") if note is None else note.rule, (unit,),
                         tuple(target for target, _ in shares), text),)
        case Single("withdraw", unit):
            return smallarms.withdrawn(state, SLOT[unit]), (
                Noted(rule("10.1"), say("{unit} withdraws its attack", unit=name_of(SLOT[unit]))),)
        case Single("resolve", unit):
            return _resolving(ground, state, SLOT[unit]), ()
        case Single("initiative", unit):
            return replace(state, tried=state.tried | 1 << SLOT[unit]).pushed(Trying(SLOT[unit])), ()
        case Single("lose", unit):
            return _lost(ground, state, SLOT[unit])
        case Single("stay", unit):
            return retreats.stayed(ground, state, SLOT[unit])
        case Distribute(shares):
            return rolling.damaged(ground, state, tuple((SLOT[unit], points) for unit, points in shares))
        case Clash(place):
            hex_ = ground.index[place]
            guns = machine_guns.untested(state, state.there[hex_])
            return state.pushed(Melee(hex_), *([Testing(guns)] if guns else [])), ()
    raise AssertionError(action.notation)


def _word(ground: Ground, state: State, action: Word) -> Done:
    if isinstance(state.top, Bringing):
        return state.popped(), ()
    if action == BEGIN:
        return smallarms.begun(ground, state), ()
    return sequence.ended(ground, state)


def _moved(ground: Ground, state: State, action: Move) -> Done:
    if isinstance(state.top, Bringing):
        return initiative.supported(ground, state, action)
    slot = SLOT[action.unit]
    verdict = movement.check(ground, state, action)
    cost = getattr(verdict, "cost", 0) or 0
    start = ground.hexes[state.at[slot]] if state.at[slot] >= 0 else ""
    way = tuple(name for name in (start, *action.path) if name)
    after = movement.moved(ground, state, action)
    events: list[Event] = []
    if len(way) > 1:
        events.append(Moved(rule("9.0"), action.unit, str(name_of(slot)), way, cost))
    elif way and not start:
        events.append(Placed(rule("4.0", 2), action.unit, str(name_of(slot)), way[-1]))
    if action.off:
        events.append(Noted(rule("13.0", 22), say("{unit} leaves by the pass with {points} points: {exited} in all",
                                                  unit=name_of(slot), points=state.value(slot), exited=after.exited)))
    return after, tuple(events)


def _resolving(ground: Ground, state: State, target: int) -> State:
    """The state with a combat to be thrown, and before it the machine guns tested of who throws dice (ruling 18)."""
    guns = machine_guns.untested(state, [SLOT[one.unit] for one in smallarms.handfuls(ground, state, target)])
    return state.pushed(Fight(target), *([Testing(guns)] if guns else []))


def _retreated(ground: Ground, state: State, slot: int, place: int) -> Done:
    top = state.top
    assert isinstance(top, Retreats)
    state = state.swapped(Retreats(top.place, tuple(one for one in top.units if one != slot)))
    return retreats.withdrawn(ground, state, slot, place)


def _lost(ground: Ground, state: State, slot: int) -> Done:
    top = state.top
    assert isinstance(top, Loss)
    state, events = harm.reduced(ground, state.popped(), slot)
    if state.top is None:
        state, more = retreats.settled(ground, state, top.place)
        events += more
    return state, events

