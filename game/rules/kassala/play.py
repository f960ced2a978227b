"""Applying actions: what follows from each, step by step, as a new state and events."""

from __future__ import annotations

from game.core.action import Faces
from game.core.chance import D6
from game.core.event import Advanced, Declared, Event, GameOver, Noted, PhaseBegan, Placed, Removed, Rolled, TurnOver
from game.core.message import say, several
from game.core.verdict import RuleRef
from game.rules.kassala.actions import Advance, Attack, Bombard, Lose, Place
from game.rules.kassala.combat import all_advances
from game.rules.kassala.contact import is_finished, obliged
from game.rules.kassala.odds import AE, CRT, CRT_RULE, DE, EX, C, column, doomed_guns, meaning, totals
from game.rules.kassala.reasons import located
from game.rules.kassala.sequence import COMBAT, END, FIRST_MOVE, LAST, MOVEMENT, SEQUENCE
from game.rules.kassala.state import OUT, Battle, Exchange, Pursuit, State, occupation
from game.rules.kassala.terrain import Route
from game.rules.kassala.units import (
    CANNONS,
    MOSLEM,
    ROSTER,
    SEATS,
    SLOT,
    mask_of,
    rule,
    slots,
    strength,
    titles,
)
from game.rules.kassala.victory import outcome

Played = tuple[State, tuple[Event, ...]]


def take(state: State, slot: int, route: Route) -> Played:
    """Move a unit along a route (II.D)."""
    setting, turn, step, at, occupied, moved, _, _, _ = state
    seat = SEQUENCE[step].seat
    origin, end = at[slot], route.end
    places = list(at)
    places[slot] = end
    own = occupied[seat] | 1 << end
    if origin not in places:
        own &= ~(1 << origin)
    both = (own, occupied[1]) if seat == MOSLEM else (occupied[0], own)
    return State(setting, turn, step, tuple(places), both, moved | 1 << slot), route.events


def place(state: State, action: Place) -> Played:
    """Set up a unit (IV.B)."""
    slot = SLOT[action.unit]
    at = list(state.at)
    at[slot] = state.setting.ground.index[action.place]
    event = Placed(state.now.rule, action.unit, ROSTER[slot].title, action.place)
    return state._replace(at=tuple(at), occupied=occupation(tuple(at))), (event,)


def next_step(state: State) -> Played:
    """Go to the next phase of the sequence that has something to decide (II.B)."""
    setting, turn, step = state.setting, state.turn, state.step
    events: list[Event] = []
    while True:
        if step == LAST:
            events.append(TurnOver(rule("II.B.5"), say("Turn {turn} is over", turn=turn)))
            if turn == setting.turns:
                over = State(setting, turn, END, state.at, state.occupied)
                result = outcome(over)
                events.append(GameOver(result.rule, result.winner, result.text))
                return over, tuple(events)
            turn, step = turn + 1, FIRST_MOVE
        else:
            step += 1
        now = SEQUENCE[step]
        state = State(setting, turn, step, state.at, state.occupied)
        if now.phase == COMBAT:
            duty = obliged(state)
            if not duty:
                continue
            state = State(setting, turn, step, state.at, state.occupied, 0, duty)
        began = say("Turn {turn}: {clause}", turn=turn, clause=now.clause) if now.phase == MOVEMENT else now.sentence
        events.append(PhaseBegan(now.rule, turn, now.phase, SEATS[now.seat], began))
        return state, tuple(events)


def attack(state: State, action: Attack) -> Played:
    """Commit an attack; the die is due, except for cannon alone (IV.A.7.c, ruling 11)."""
    attackers, defenders = mask_of(action.attackers), mask_of(action.defenders)
    done = state._replace(done=state.done | attackers | defenders)
    if state.setting.cannon and not attackers & ~CANNONS:
        sentence = several(
            "{attackers} makes an individual attack on {defenders}: contact, no die",
            "{attackers} make an individual attack on {defenders}: contact, no die", attackers.bit_count(),
            attackers=located(state, attackers), defenders=located(state, defenders),
        )
        declared = Declared(rule("IV.A.7.c"), action.attackers, action.defenders, sentence)
        return _then(settle(done), declared)
    used = column(state, attackers, defenders)
    a, d = totals(state, attackers, defenders)
    sentence = several(
        "{attackers} attacks {defenders} at {attack}-{defence}, column {column}",
        "{attackers} attack {defenders} at {attack}-{defence}, column {column}", attackers.bit_count(),
        attackers=located(state, attackers), defenders=located(state, defenders), attack=a, defence=d,
        column=CRT.title(used),
    )
    event = Declared(rule("II.E"), action.attackers, action.defenders, sentence)
    return done._replace(frame=Battle(attackers, defenders)), (event,)


def bombard(state: State, action: Bombard) -> Played:
    """A diversionary attack: it has no effect and needs no die (IV.A.7.b)."""
    slot = SLOT[action.unit]
    defenders = mask_of(action.defenders)
    sentence = say("{cannon} bombards {defenders}: no effect", cannon=located(state, 1 << slot),
                   defenders=located(state, defenders))
    event = Declared(rule("IV.A.7.b"), (action.unit,), action.defenders, sentence)
    return _then(settle(state._replace(done=state.done | 1 << slot | defenders)), event)


def roll(state: State, action: Faces) -> Played:
    """Read the results table and apply the result at once (I.D, II.E.12)."""
    assert isinstance(state.frame, Battle)
    attackers, defenders = state.frame
    face = action.faces[0]
    used = column(state, attackers, defenders)
    result = CRT.result(used, face)
    exempt = distant_guns(state, attackers, defenders)
    harmed = {AE: attackers & ~exempt, EX: attackers & ~exempt | defenders}.get(result, defenders)
    where = dict.fromkeys(state.setting.ground.ids[state.at[slot]] for slot in slots(harmed))
    rolled = Rolled(CRT_RULE, (D6,), action.faces, result, meaning(state, defenders, result),
                    column=CRT.title(used), row=face, places=tuple(where))
    if result == DE:
        played = _eliminate_defenders(state, attackers, defenders)
    elif result == AE:
        after, events = remove(state, attackers & ~exempt, CRT_RULE)
        played = _then(settle(after), *events)
    elif result == C:
        played = _in_contact(state, attackers, defenders)
    else:
        played = _exchange(state, attackers, defenders, exempt)
    return _then(played, rolled)


def distant_guns(state: State, attackers: int, defenders: int) -> int:
    """Cannon that are next to none of the defenders: nothing befalls them (IV.A.7.a)."""
    if not state.setting.cannon:
        return 0
    targets = state.hexes_of(defenders)
    adjacent = state.setting.ground.adjacent
    return sum(1 << i for i in slots(attackers & CANNONS) if not adjacent[state.at[i]] & targets)


def _eliminate_defenders(state: State, attackers: int, defenders: int) -> Played:
    """DE: all the defenders go, and their hexes are open to the attackers."""
    hexes = state.hexes_of(defenders)
    after, events = remove(state, defenders, CRT_RULE)
    return _then(pursue(after, attackers, hexes), *events)


def _in_contact(state: State, attackers: int, defenders: int) -> Played:
    """C: no effect, but cannon that hold a hex alone are eliminated (I.D, IV.A.4, rulings 4 and 14)."""
    gone = doomed_guns(state, defenders)
    if not gone:
        return settle(state)
    hexes = state.hexes_of(gone)
    others = hexes != state.hexes_of(defenders)
    cited = rule("IV.A.4" if state.setting.cannon else "I.D", 4 if others else None)
    note = Noted(cited, say("Contact eliminates {units}: nothing but cannon holds the hex", units=titles(gone)))
    after, events = remove(state, gone, cited)
    return _then(pursue(after, attackers, hexes), note, *events)


def _exchange(state: State, attackers: int, defenders: int, exempt: int) -> Played:
    """EX: the smaller force goes, the larger pays at least as much in face value (rulings 3 and 12)."""
    involved = attackers & ~exempt
    ours, theirs = strength(involved), strength(defenders)
    hexes = state.hexes_of(defenders)
    if ours == theirs:
        after, events = remove(state, involved | defenders, rule("I.D", 3))
        return _then(settle(after), *events)
    smaller, larger, seat = (
        (defenders, involved, state.now.seat) if ours > theirs else (involved, defenders, 1 - state.now.seat)
    )
    after, events = remove(state, smaller, CRT_RULE)
    frame = Exchange(seat, larger, strength(smaller), attackers, hexes if ours > theirs else 0)
    if strength(larger) - min(ROSTER[i].strength for i in slots(larger)) < frame.needed:
        return _then(_pay(after, frame, larger), *events)
    return after._replace(frame=frame), tuple(events)


def lose(state: State, action: Lose) -> Played:
    """Remove the chosen losses of an exchange."""
    assert isinstance(state.frame, Exchange)
    return _pay(state, state.frame, mask_of(action.units))


def _pay(state: State, frame: Exchange, losses: int) -> Played:
    after, events = remove(state, losses, CRT_RULE)
    return _then(pursue(after, frame.attackers & ~losses, frame.vacated), *events)


def pursue(state: State, attackers: int, hexes: int) -> Played:
    """Offer the advance into hexes that the enemy has wholly left (II.E.13)."""
    vacated = hexes & ~state.occupied[1 - state.now.seat]
    alive = sum(1 << i for i in slots(attackers) if state.at[i] >= 0)
    frame = Pursuit(alive, vacated)
    if vacated and all_advances(state, frame):
        return state._replace(frame=frame), ()
    return settle(state)


def advance(state: State, action: Advance) -> Played:
    """Enter a vacated hex (II.E.13)."""
    assert isinstance(state.frame, Pursuit)
    slot = SLOT[action.unit]
    ground = state.setting.ground
    origin, end = state.at[slot], ground.index[action.place]
    at = (*state.at[:slot], end, *state.at[slot + 1:])
    event = Advanced(rule("II.E.13"), action.unit, ROSTER[slot].title, (ground.ids[origin], action.place))
    frame = Pursuit(state.frame.attackers & ~(1 << slot), state.frame.vacated & ~(1 << end))
    after = state._replace(at=at, occupied=occupation(at), frame=None)
    return _then(pursue(after, frame.attackers, frame.vacated), event)


def settle(state: State) -> Played:
    """A combat is over: go on with the phase, or to the next when nobody is left to fight (ruling 5)."""
    state = state._replace(frame=None)
    return next_step(state) if is_finished(state) else (state, ())


def remove(state: State, mask: int, cited: RuleRef) -> tuple[State, list[Event]]:
    """Take units off the map."""
    at = tuple(OUT if mask >> i & 1 else h for i, h in enumerate(state.at))
    ids = state.setting.ground.ids
    events: list[Event] = [Removed(cited, ROSTER[i].id, ROSTER[i].title, ids[state.at[i]]) for i in slots(mask)]
    return state._replace(at=at, occupied=occupation(at), frame=None), events


def _then(played: Played, *before: Event) -> Played:
    """The same outcome with earlier events put in front."""
    return played[0], (*before, *played[1])
