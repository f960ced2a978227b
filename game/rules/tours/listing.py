"""Every legal action of the seat to act; of changes to the set-up a sample."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.action import Action
from game.rules.tours import deployment, fight, fire, movement, orders, reform, shock
from game.rules.tours.actions import (
    BEGIN,
    DECLINE,
    END,
    Activate,
    Advance,
    Again,
    Attack,
    Face,
    Fire,
    Go,
    Move,
    Rescue,
    Retreat,
    Single,
)
from game.rules.tours.legality import may_begin
from game.rules.tours.state import (
    ACTION,
    ADVANCING,
    CHOICE,
    LEADERS_MOVE,
    ORDERS,
    REFORM_PHASE,
    SETUP,
    SHOCK,
    WHO_FIRST,
    Counter,
    Fight,
    Follow,
    Reaction,
    Rescued,
    Retreats,
    State,
    Turning,
)
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    CONTINGENTS,
    KIND,
    LEADERS,
    MEMBERS,
    SEAT,
    SEATS,
    UNITS,
)


def candidates(state: State) -> Iterator[Action]:
    """Every legal action of the seat to act; of a set-up a sample."""
    top = state.top
    if top is not None:
        yield from _answers(state)
        return
    phase = state.phase
    if phase == SETUP:
        yield from deployment.sample(state)
    elif phase == WHO_FIRST:
        yield from (Go(seat) for seat in SEATS)
    elif phase == ORDERS:
        yield from orders.legal_orders(state)
        yield END
    elif phase == LEADERS_MOVE:
        yield from moves(state, LEADERS[state.seat])
        yield END
    elif phase == ACTION:
        yield from _activity(state)
        yield END
    elif phase == SHOCK:
        yield from _announcements(state)
    elif phase == REFORM_PHASE:
        yield from (Single("reform", UNITS[slot].id) for slot in reform.able(state))
        yield END


def _answers(state: State) -> Iterator[Action]:
    ground = state.ground
    match state.top:
        case Reaction(_, asked):
            yield from (Single("react", UNITS[slot].id) for slot in asked)
            yield DECLINE
        case Rescued(leader, places):
            yield from (Rescue(UNITS[leader].id, ground.hexes[place]) for place in places)
        case Retreats():
            for slot in shock.retreaters(state):
                yield from (Retreat(UNITS[slot].id, ground.hexes[p]) for p in shock.retreat_hexes(state, slot))
                yield Single("stand", UNITS[slot].id)
        case Follow(vacated):
            yield from (Advance(UNITS[slot].id, ground.hexes[one.place]) for one in vacated
                        for slot in shock.followers(state, one))
            yield DECLINE
        case Turning(slot):
            yield from (Face(UNITS[slot].id, vertex) for vertex in range(6))
        case Fight() as frame if frame.stage == CHOICE:
            yield from (Single("eliminate", UNITS[slot].id) for slot in fight.victims(state, frame))
        case Fight() as frame if frame.stage == ADVANCING:
            yield from (Advance(UNITS[slot].id, ground.hexes[place]) for place in frame.vacated
                        for slot in fight.advancers(state, frame, place))
        case (Fight() | Counter()) as frame:
            yield from (Again(tuple(UNITS[slot].id for slot in team), tuple(UNITS[slot].id for slot in targets))
                        for team, targets in fight.sets_again(state, frame))
            yield DECLINE


def moves(state: State, slot: int) -> Iterator[Move]:
    """Every move of a piece that may move, one to each hex."""
    found = movement.ways(state, slot, movement.points_left(state, slot))
    unit = UNITS[slot].id
    moving = state.moving
    leads = slot < COMBAT_UNITS and state.leader_of(slot) >= 0 and (
        not state.led or (moving is not None and moving.slot == slot and moving.led))
    start = state.at[slot]
    for end in found:
        if end != start:
            path = movement.path_to(state.ground, found, end)
            yield Move(unit, path)
            if leads:
                yield Move(unit, path, True)


def _activity(state: State) -> Iterator[Action]:
    """What contingents and their units may do in phase III."""
    if state.acting < 0:
        yield from (Activate(CONTINGENTS[c]) for c in orders.waiting(state))
        return
    for slot in MEMBERS[state.acting]:
        if state.at[slot] < 0 or movement.may_act(state, slot) is not None:
            continue
        unit, started = UNITS[slot].id, state.moving is not None and state.moving.slot == slot
        if not (started and state.moving is not None and state.moving.halted):
            yield from moves(state, slot)
        if KIND[slot] == ARCHER:
            yield from (Fire(unit, UNITS[target].id) for target in fire.targets(state, slot))
        yield from (Face(unit, vertex) for vertex in range(6) if started or vertex != state.facing[slot])


def _announcements(state: State) -> Iterator[Action]:
    if state.resolving:
        yield from (Single("resolve", UNITS[one.attackers[0]].id) for one in state.combats)
        return
    for slot in range(COMBAT_UNITS):
        if SEAT[slot] == state.seat and state.at[slot] >= 0:
            yield from (Attack(UNITS[slot].id, tuple(UNITS[target].id for target in targets))
                        for targets in shock.attacks(state, slot))
    yield from (Single("withdraw", UNITS[slot].id) for one in state.combats for slot in one.attackers)
    if may_begin(state):
        yield BEGIN if state.combats else END
