"""What can be done with what is picked up, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from game.core.message import say
from game.core.offer import Offer, Picked
from game.core.verdict import LEGAL, Illegal
from game.rules.tours import fight, initiative, movement, orders, reform, rolling, shock
from game.rules.tours.actions import Again, Single
from game.rules.tours.announcing import announcements, summed
from game.rules.tours.idle import why_idle
from game.rules.tours.state import (
    ACTION,
    ADVANCING,
    CHOICE,
    LEADERS_MOVE,
    OVER,
    SETUP,
    SHOCK,
    Counter,
    Fight,
    Follow,
    Reaction,
    Rescued,
    Retreats,
    State,
    Turning,
    fresh_turn,
)
from game.rules.tours.unit_offers import of_unit
from game.rules.tours.units import (
    COMBAT_UNITS,
    CONTINGENT,
    LEADERS,
    MEMBERS,
    SEAT,
    SLOT,
    UNITS,
    WAGONS,
    ids,
    name_of,
    refuse,
)


def offers(state: State, picked: Picked) -> Sequence[Offer]:
    """What can be done, for who must act."""
    if state.phase == OVER or rolling.due(state):
        return [Offer(_quiet(state), units=(unit,)) for unit in picked.units]
    names = _pickable(state)
    if not picked.units:
        return [Offer(units=(name,)) for name in dict.fromkeys(names)]
    if _composes(state):
        return list(_composed(state, picked.units, names))
    unit = picked.units[0]
    found = list(of_unit(state, SLOT[unit])) if unit in names else []
    if not any(offer.actions for offer in found):
        return [Offer(why_idle(state, SLOT[unit]), units=(unit,)), *found]
    return found


def as_if(state: State, slot: int) -> list[State]:
    """The position in the player turn of a piece's side: a leader moves in phase II; a unit moves, fires and attacks as
    if its contingent had just been activated."""
    if state.at[slot] < 0 or state.phase == SETUP:
        return []
    fresh = fresh_turn(replace(state, first=SEAT[slot], second=False, frames=()))
    if slot in LEADERS:
        return [replace(fresh, phase=LEADERS_MOVE)]
    if slot in WAGONS:
        return [replace(fresh, phase=ACTION)]
    active = replace(fresh, active=1 << CONTINGENT[slot])
    return [replace(active, phase=ACTION, acting=CONTINGENT[slot]), replace(active, phase=SHOCK)]


def _quiet(state: State) -> Illegal:
    if state.phase == OVER:
        return refuse("14.0", say("The game is over"))
    return refuse("4.0", say("Roll the dice first"))


def _composes(state: State) -> bool:
    top = state.top
    if top is not None:
        return isinstance(top, Counter) or (isinstance(top, Fight) and top.stage not in (CHOICE, ADVANCING))
    return state.phase == SHOCK and not state.resolving


def _pickable(state: State) -> list[str]:
    """Who has something to do now; where attacks are composed, the enemies that can be attacked, too."""
    top = state.top
    if top is not None:
        return [UNITS[slot].id for slot in _asked(state)]
    own = [slot for slot, seat in enumerate(SEAT) if seat == state.seat and state.at[slot] >= 0]
    match state.phase:
        case "set-up":
            found = own
        case "who-first":
            found = [initiative.chooser(state)]
        case "orders":
            found = [slot for slot in own if slot < COMBAT_UNITS]
        case "leaders":
            found = [slot for slot in own if slot in LEADERS and not state.led]
        case "action" if state.acting < 0:
            found = [slot for c in orders.waiting(state) for slot in MEMBERS[c] if state.at[slot] >= 0]
        case "action":
            found = [slot for slot in MEMBERS[state.acting] if state.at[slot] >= 0
                     and movement.may_act(state, slot) is None]
        case "shock" if state.resolving:
            found = [slot for one in state.combats for slot in one.attackers]
        case "shock":
            found = []
            for slot in own:
                if slot < COMBAT_UNITS and shock.may_attack(state, slot) is None:
                    front = shock.in_front(state, slot)
                    found += [slot, *front] if front else []
        case _:
            found = reform.able(state)
    return [UNITS[slot].id for slot in dict.fromkeys(found)]


def _asked(state: State) -> list[int]:
    match state.top:
        case Reaction(_, asked):
            return list(asked)
        case Rescued(leader, _):
            return [leader]
        case Retreats():
            return shock.retreaters(state)
        case Follow(vacated):
            return sorted({slot for one in vacated for slot in shock.followers(state, one)})
        case Turning(slot):
            return [slot]
        case Fight() as frame if frame.stage == CHOICE:
            return fight.victims(state, frame)
        case Fight() as frame if frame.stage == ADVANCING:
            return sorted({slot for place in frame.vacated for slot in fight.advancers(state, frame, place)})
        case (Fight() | Counter()) as frame:
            sets = fight.sets_again(state, frame)
            return sorted({slot for team, targets in sets for slot in (*team, *targets)})
    return []


def _composed(state: State, names: Sequence[str], pickable: Sequence[str]) -> Iterator[Offer]:
    """What those picked can mean together, and who could be added."""
    slots = [SLOT[name] for name in names]
    idle = [name for name in names if name not in pickable]
    if idle:
        yield Offer(why_idle(state, SLOT[idle[0]]), units=(idle[0],))
    top = state.top
    side = SEAT[top.attackers[0]] if isinstance(top, Fight) else SEAT[top.defenders[0]] if isinstance(
        top, Counter) else state.seat
    ours = tuple(sorted(slot for slot in slots if SEAT[slot] == side))
    theirs = tuple(sorted(slot for slot in slots if SEAT[slot] != side))
    if isinstance(top, (Fight, Counter)):
        action = Again(ids(ours), ids(theirs))
        if ours and theirs:
            previous = top.previous + 1 if isinstance(top, Fight) else 0
            yield Offer(fight.check_again(state, top, action), action, tuple(names), None,
                        say("Continue the attack") if isinstance(top, Fight) else say("Counter-attack"),
                        arithmetic=partial(summed, state, ours, theirs, previous))
    elif ours and theirs:
        yield from announcements(state, ours, theirs, names)
    for slot in ours:
        if shock.combat_of(state, slot) is not None and top is None:
            yield Offer(LEGAL, Single("withdraw", UNITS[slot].id), (UNITS[slot].id,),
                        words=say("Withdraw the attack") if len(ours) == 1 else say(
                            "{unit} withdraws its attack", unit=name_of(slot)))
    for name in pickable:
        if name not in names:
            yield Offer(units=(name,))


