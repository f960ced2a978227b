"""Orders, and whether contingents obey them (5.0)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from game.core.chance import D10, Modifier, total
from game.core.event import Event, Noted
from game.core.message import Message, Text, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import LEGAL, Verdict
from game.rules.tours.actions import MOVE, ORDERS, REFORM, WALL, Activate, Order
from game.rules.tours.chits import noun, word
from game.rules.tours.state import ACTION, Obeying, State
from game.rules.tours.state import ORDERS as ORDERS_PHASE
from game.rules.tours.units import (
    CONTINGENT_TITLES,
    CONTINGENTS,
    FRANKS,
    HI,
    LEADERS,
    MEMBERS,
    OF_SEAT,
    SEATS,
    UNITS,
    name_of,
    refuse,
    rule,
)

Done = tuple[State, tuple[Event, ...]]
OBEYS = (5, 4)
"""A contingent obeys with this die or less: Franks, Muslims (5.2.2)."""
MEANING: dict[str, Message] = {"obeys": say("activated"), "fails": say("refuses the order, no activation")}
"""What the die of a contingent comes to (5.2.2, 5.2.4)."""
LEADER = -1
"""What a leader with one of its units does to the die (5.2.3)."""
TITLES: tuple[Message, ...] = (say("no order"), say("Move/Attack"), say("Reform"), say("Shield Wall"))


def check_order(state: State, action: Order) -> Verdict:
    """Whether a contingent may be given an order (5.2, 5.2.1)."""
    contingent, order = CONTINGENTS.index(action.contingent), ORDERS.index(action.order)
    title = CONTINGENT_TITLES[contingent]
    if state.phase != ORDERS_PHASE:
        return refuse("5.2.1", say("Orders are given in phase I, before the first contingent is activated"))
    if contingent not in OF_SEAT[state.seat]:
        return refuse("5.1", say("{contingent} is the other side's", contingent=title), contingent=action.contingent)
    if not state.alive(contingent):
        return refuse("5.1", say("No unit of {contingent} is left", contingent=title), contingent=action.contingent)
    if state.orders[contingent] == order:
        return refuse("5.2.1", say("{contingent} has that order", contingent=title), contingent=action.contingent)
    if order == WALL and contingent != HI:
        return refuse("5.2.6", say("Only the Frankish heavy infantry forms a shield wall"))
    if order == MOVE and contingent == HI and state.wall:
        return refuse("5.2.6", say("Units in a shield wall may not move or attack. Order 'Leave the shield wall' "
                                   "first"), 3)
    return LEGAL


def legal_orders(state: State) -> list[Order]:
    """Every order that may be given now."""
    found = [Order(CONTINGENTS[contingent], order) for contingent in OF_SEAT[state.seat] for order in ORDERS]
    return [action for action in found if check_order(state, action)]


def ordered(state: State, action: Order) -> Done:
    """A marker is laid on the map, or taken back."""
    contingent, order = CONTINGENTS.index(action.contingent), ORDERS.index(action.order)
    orders = (*state.orders[:contingent], order, *state.orders[contingent + 1:])
    event = Noted(rule("5.2.1"), say("{contingent}: {order}", contingent=CONTINGENT_TITLES[contingent],
                                     order=told(state, contingent, order)))
    return replace(state, orders=orders), (event,)


def told(state: State, contingent: int, order: int) -> Message:
    """An order as people say it."""
    if order == WALL and contingent == HI:
        return say("Leave the shield wall") if leaves_wall(state) else say("Form the shield wall")
    return TITLES[order]


def leaves_wall(state: State) -> bool:
    """Whether the order Shield Wall means to leave the wall, not to form it (5.2.6); once it is carried out the wall
    is the other way round."""
    return state.wall != bool(state.tried >> HI & 1)


def sign(state: State, order: int) -> str:
    """The mark (``presenter.MARKS``) of an order."""
    return "ordered-leave" if order == WALL and leaves_wall(state) else f"ordered-{ORDERS[order]}"


def short_title(state: State, order: int) -> Message:
    """An order in a word or two, beside its sign."""
    if order == WALL:
        return say("Leave wall") if leaves_wall(state) else say("Form wall")
    return TITLES[order]


def check_activate(state: State, action: Activate) -> Verdict:
    """Whether a contingent may carry its order out now (5.2.2)."""
    contingent = CONTINGENTS.index(action.contingent)
    title = CONTINGENT_TITLES[contingent]
    if state.phase != ACTION:
        return refuse("4.0", say("Contingents are activated in phase III"), 1)
    if state.acting >= 0:
        return refuse("5.2.2", say("{contingent} finishes first", contingent=CONTINGENT_TITLES[state.acting]))
    if contingent not in OF_SEAT[state.seat] or not state.alive(contingent):
        return refuse("5.1", say("{contingent} is not yours to activate", contingent=title))
    if state.tried >> contingent & 1:
        return refuse("5.2.2", say("{contingent} has been activated", contingent=title))
    if state.orders[contingent] not in (MOVE, WALL):
        number = "5.2.5" if state.orders[contingent] == REFORM else "5.2.2"
        return refuse(number, say("{contingent} has {order}", contingent=title,
                                  order=TITLES[state.orders[contingent]]))
    return LEGAL


def waiting(state: State) -> list[int]:
    """Contingents that may be activated now."""
    if state.phase != ACTION or state.acting >= 0:
        return []
    return [c for c in OF_SEAT[state.seat]
            if state.orders[c] in (MOVE, WALL) and not state.tried >> c & 1 and state.alive(c)]


def activated(state: State, action: Activate) -> Done:
    """A contingent's turn comes: it rolls, or forms or leaves the shield wall without a roll (5.2.2, 5.2.6)."""
    contingent = CONTINGENTS.index(action.contingent)
    state = replace(state, tried=state.tried | 1 << contingent)
    if state.orders[contingent] == MOVE:
        helped = contingent if modifiers(state, contingent) else state.helped
        return replace(state, helped=helped).pushed(Obeying(contingent)), ()
    if state.wall:
        event = Noted(rule("5.2.6"), say("The heavy infantry leaves the shield wall"))
        return replace(state, wall=False, acting=contingent, active=state.active | 1 << contingent), (event,)
    return replace(state, wall=True), (Noted(rule("5.2.6"), say("The heavy infantry forms the shield wall")),)


def modifiers(state: State, contingent: int) -> tuple[Modifier, ...]:
    """What a leader does to a contingent's die: he helps one in a player turn (5.2.3)."""
    leader = _leader_with(state, contingent)
    if leader >= 0 and state.helped in (-1, contingent):
        return (Modifier(LEADER, name_of(leader), rule("5.2.3"), UNITS[leader].id),)
    return ()


def _leader_with(state: State, contingent: int) -> int:
    """The leader who stands with a unit of a contingent; -1 for none."""
    leader = LEADERS[FRANKS if contingent in OF_SEAT[FRANKS] else 1 - FRANKS]
    place = state.at[leader]
    return leader if place >= 0 and any(state.at[slot] == place for slot in MEMBERS[contingent]) else -1


def obeys(state: State, contingent: int, face: int) -> bool:
    """Whether a contingent obeys with a die."""
    return face + total(modifiers(state, contingent)) <= OBEYS[_seat(contingent)]


def limit(contingent: int) -> Message:
    """The sum with which a contingent obeys (5.2.2)."""
    return say("{face} or less", face=OBEYS[_seat(contingent)])


def _seat(contingent: int) -> int:
    return FRANKS if contingent in OF_SEAT[FRANKS] else 1 - FRANKS


def preview(state: State, contingent: int) -> Preview:
    """The arithmetic of obeying."""
    terms = modifiers(state, contingent)
    seat = _seat(contingent)
    least = OBEYS[seat] - total(terms)
    obeying = [face for face in D10.faces if obeys(state, contingent, face)]
    failing = [face for face in D10.faces if face not in obeying]
    outcomes = (
        Outcome("obeys", Fraction(len(obeying), 10), _faces(state, obeying), rule("5.2.2"), say("activates"),
                SEATS[seat]),
        Outcome("fails", Fraction(len(failing), 10), say("no activation: {faces}", faces=_faces(state, failing)),
                rule("5.2.4")))
    units = tuple(UnitLine(UNITS[slot].id, 0, words=word(state) if n == 0 else "") for n, slot in enumerate(
        slot for slot in MEMBERS[contingent] if state.at[slot] >= 0))[:1]
    return Preview(units, (), terms, None, None, f"{total(terms):+d}",
                   say("added to the {noun}: {face} or less activates", noun=noun(state), face=OBEYS[seat]), None,
                   tuple(one for one in outcomes if one.chance), needed=say("{face} or less", face=least),
                   note=_spent(state, contingent))


def _faces(state: State, faces: list[int]) -> Message:
    """What the die or the chit shows, before anything is added; the faces follow one another."""
    if not faces:
        return say("never")
    if len(faces) == 1:
        return say("{die} {face}", die=noun(state), face=faces[0])
    return say("{die} {first} to {last}", die=noun(state), first=faces[0], last=faces[-1])


def _spent(state: State, contingent: int) -> Text:
    """Why a leader does not help a contingent that he is with."""
    leader = _leader_with(state, contingent)
    if leader < 0 or state.helped in (-1, contingent):
        return ""
    return say("{leader} has helped another contingent in this player turn: 5.2.3", leader=name_of(leader))


