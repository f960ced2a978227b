"""Whether an action may be done now, and why not; every legal action of who must act."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.action import Action, Faces
from game.core.message import Message, say
from game.core.verdict import LEGAL, Verdict
from game.rules.tours import deployment, fight, fire, movement, orders, reform, rolling, shock
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
    Order,
    Place,
    Rescue,
    Retreat,
    Single,
)
from game.rules.tours.ground import Ground
from game.rules.tours.sequence import followers
from game.rules.tours.state import (
    ACTION,
    ADVANCING,
    CHOICE,
    GOING_ON,
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
    SLOT,
    UNITS,
    refuse,
)

FRAME_RULES: dict[type, tuple[str, Message]] = {
    Reaction: ("7.2", say("It is to be decided who fires in reaction")),
    Rescued: ("12.2", say("A leader is to be placed with friends")),
    Retreats: ("8.1", say("It is to be decided who retreats before shock")),
    Follow: ("8.1", say("It is to be decided who advances")),
    Turning: ("3.3", say("It is to be decided how a unit faces")),
    Fight: ("8.3", say("A combat is being resolved")),
    Counter: ("9.0", say("It is to be decided who counter-attacks")),
}


def actor(state: State) -> int:
    """The seat whose decision it is, dice aside."""
    top = state.top
    if isinstance(top, Reaction):
        return 1 - SEAT[top.target]
    if isinstance(top, (Rescued, Turning)):
        return SEAT[top.leader if isinstance(top, Rescued) else top.slot]
    if isinstance(top, Retreats):
        return 1 - state.seat
    if isinstance(top, Fight):
        return SEAT[top.attackers[0]]
    if isinstance(top, Counter):
        return SEAT[top.defenders[0]]
    return state.seat


def check(ground: Ground, state: State, action: Action) -> Verdict:
    """Whether an action may be done now."""
    if isinstance(action, Faces):
        roll = rolling.pending(ground, state)
        if roll is None:
            return refuse("4.0", say("No die is due"))
        return LEGAL if roll.fits(action.faces) else refuse("4.0", say("The dice that are due are d10, 0 to 9"))
    if state.phase == OVER:
        return refuse("14.0", say("The game is over"))
    if rolling.due(state):
        return refuse("4.0", say("A die is due"))
    if state.top is not None:
        verdict = _check_frame(ground, state, action)
        if verdict is not None:
            return verdict
        number, text = FRAME_RULES[type(state.top)]
        return refuse(number, text)
    return _check_phase(ground, state, action)


def _check_frame(ground: Ground, state: State, action: Action) -> Verdict | None:
    """The verdict on an answer to what is asked; None where the action is none."""
    top = state.top
    match top, action:
        case (Reaction() | Follow() | Counter(), _) if action == DECLINE:
            return LEGAL
        case Fight(stage=stage), _ if action == DECLINE and stage == GOING_ON:
            return LEGAL
        case Reaction(_, asked), Single("react", unit):
            return LEGAL if SLOT[unit] in asked else refuse("7.2", say("{unit} does not fire in reaction",
                                                                       unit=UNITS[SLOT[unit]].name))
        case Rescued(leader, places), Rescue(unit, place) if SLOT[unit] == leader:
            return LEGAL if ground.index.get(place) in places else refuse(
                "12.2", say("The nearest friends are in {places}", places=tuple(ground.hexes[p] for p in places)))
        case Retreats(waiting), Single("stand", unit) if SLOT[unit] == waiting[0]:
            return LEGAL
        case Retreats(waiting), Retreat(unit, place) if SLOT[unit] == waiting[0]:
            if ground.index.get(place) in shock.retreat_hexes(ground, state, waiting[0]):
                return LEGAL
            return refuse("8.1", say("It retreats one hex, to one that is free and next to no enemy"), place=place)
        case Follow() as frame, Advance(unit, place) if ground.index.get(place) == frame.place:
            return LEGAL if SLOT[unit] in followers(ground, state, frame) else refuse(
                "8.1", say("One of those who attacked may advance"))
        case Turning(slot), Face(unit, _) if SLOT[unit] == slot:
            return LEGAL
        case Fight(stage=stage) as frame, Single("eliminate", unit) if stage == CHOICE:
            return LEGAL if SLOT[unit] in fight.victims(state, frame) else refuse(
                "9.0", say("It is not among those of whom one is eliminated"))
        case Fight(stage=stage) as frame, Advance(unit, place) if stage == ADVANCING:
            hex_ = ground.index.get(place, -1)
            if hex_ in frame.vacated and SLOT[unit] in fight.advancers(ground, state, frame, hex_):
                return LEGAL
            return refuse("8.5", say("One of the attackers in good order advances into a hex that was cleared"))
        case (Fight() | Counter()) as frame, Again() if isinstance(frame, Counter) or frame.stage == GOING_ON:
            return fight.check_again(ground, state, frame, action)
    return None


def _check_phase(ground: Ground, state: State, action: Action) -> Verdict:
    phase = state.phase
    match action:
        case Place():
            return deployment.check_place(ground, state, action)
        case Face() if phase == SETUP:
            return deployment.check_face(state, action)
        case Go():
            return LEGAL if phase == WHO_FIRST else refuse("4.1", say("Who goes first is decided by initiative"))
        case Order():
            return orders.check_order(state, action)
        case Activate():
            return orders.check_activate(state, action)
        case Move():
            return movement.check_move(ground, state, action)
        case Face():
            return movement.check_face(state, action)
        case Fire():
            return fire.check_fire(ground, state, action)
        case Attack():
            return shock.check_attack(ground, state, action)
        case Single("withdraw", _):
            return shock.check_withdraw(state, action)
        case Single("resolve", unit):
            if phase == SHOCK and state.resolving:
                first = {one.attackers[0] for one in state.combats}
                return LEGAL if SLOT[unit] in first else refuse("8.3", say("It is the first attacker of no combat"))
            return refuse("8.3", say("No combat is to be resolved now"))
        case Single("reform", unit):
            return reform.check_reform(ground, state, unit)
    if action == END:
        return _check_end(ground, state)
    if action == BEGIN and phase == SHOCK and not state.resolving:
        return _check_begin(ground, state) if state.combats else refuse("8.3", say("No attack has been announced"))
    return refuse("4.0", say("That is not asked now"))


def _check_end(ground: Ground, state: State) -> Verdict:
    if state.phase == WHO_FIRST:
        return refuse("4.1", say("Who goes first is to be chosen"))
    if state.phase == SHOCK:
        if state.resolving:
            return refuse("8.3", say("The combats that are announced are resolved first"))
        if state.combats:
            return refuse("8.3", say("Attacks have been announced: resolve them, or withdraw them"))
        return _check_begin(ground, state)
    return LEGAL


def _check_begin(ground: Ground, state: State) -> Verdict:
    left = shock.uncovered(ground, state)
    if left:
        slot, targets = left[0]
        return refuse("8.0", say("{unit} must attack {targets}, or somebody else must", unit=UNITS[slot].name,
                                 targets=tuple(UNITS[target].name for target in targets)), unit=UNITS[slot].id)
    return LEGAL


def candidates(ground: Ground, state: State) -> Iterator[Action]:
    """Every legal action of who must act; of a set-up a sample."""
    top = state.top
    if top is not None:
        yield from _answers(ground, state)
        return
    phase = state.phase
    if phase == SETUP:
        yield from deployment.sample(ground, state)
    elif phase == WHO_FIRST:
        yield from (Go(seat) for seat in SEATS)
    elif phase == ORDERS:
        yield from orders.legal_orders(state)
        yield END
    elif phase == LEADERS_MOVE:
        yield from moves(ground, state, LEADERS[state.seat])
        yield END
    elif phase == ACTION:
        yield from _activity(ground, state)
        yield END
    elif phase == SHOCK:
        yield from _announcements(ground, state)
    elif phase == REFORM_PHASE:
        yield from (Single("reform", UNITS[slot].id) for slot in reform.able(ground, state))
        yield END


def _answers(ground: Ground, state: State) -> Iterator[Action]:
    match state.top:
        case Reaction(_, asked):
            yield from (Single("react", UNITS[slot].id) for slot in asked)
            yield DECLINE
        case Rescued(leader, places):
            yield from (Rescue(UNITS[leader].id, ground.hexes[place]) for place in places)
        case Retreats(waiting):
            unit = UNITS[waiting[0]].id
            yield from (Retreat(unit, ground.hexes[p]) for p in shock.retreat_hexes(ground, state, waiting[0]))
            yield Single("stand", unit)
        case Follow() as frame:
            yield from (Advance(UNITS[slot].id, ground.hexes[frame.place])
                        for slot in followers(ground, state, frame))
            yield DECLINE
        case Turning(slot):
            yield from (Face(UNITS[slot].id, vertex) for vertex in range(6))
        case Fight() as frame if frame.stage == CHOICE:
            yield from (Single("eliminate", UNITS[slot].id) for slot in fight.victims(state, frame))
        case Fight() as frame if frame.stage == ADVANCING:
            yield from (Advance(UNITS[slot].id, ground.hexes[place]) for place in frame.vacated
                        for slot in fight.advancers(ground, state, frame, place))
        case (Fight() | Counter()) as frame:
            yield from (Again(tuple(UNITS[slot].id for slot in team), tuple(UNITS[slot].id for slot in targets))
                        for team, targets in fight.sets_again(ground, state, frame))
            yield DECLINE


def moves(ground: Ground, state: State, slot: int) -> Iterator[Move]:
    """Every move of a piece that may move, one to each hex."""
    found = movement.ways(ground, state, slot, movement.points_left(state, slot))
    unit = UNITS[slot].id
    moving = state.moving
    leads = slot < COMBAT_UNITS and state.leader_of(slot) >= 0 and (
        not state.led or (moving is not None and moving.slot == slot and moving.led))
    start = state.at[slot]
    for end in found:
        if end != start:
            path = movement.path_to(ground, found, end)
            yield Move(unit, path)
            if leads:
                yield Move(unit, path, True)


def _activity(ground: Ground, state: State) -> Iterator[Action]:
    """What contingents and their units may do in phase III."""
    if state.acting < 0:
        yield from (Activate(CONTINGENTS[c]) for c in orders.waiting(state))
        return
    for slot in MEMBERS[state.acting]:
        if state.at[slot] < 0 or movement.may_act(state, slot) is not None:
            continue
        unit, started = UNITS[slot].id, state.moving is not None and state.moving.slot == slot
        if not (started and state.moving is not None and state.moving.halted):
            yield from moves(ground, state, slot)
        if KIND[slot] == ARCHER:
            yield from (Fire(unit, UNITS[target].id) for target in fire.targets(ground, state, slot))
        yield from (Face(unit, vertex) for vertex in range(6) if started or vertex != state.facing[slot])


def _announcements(ground: Ground, state: State) -> Iterator[Action]:
    if state.resolving:
        yield from (Single("resolve", UNITS[one.attackers[0]].id) for one in state.combats)
        return
    for slot in range(COMBAT_UNITS):
        if SEAT[slot] == state.seat and state.at[slot] >= 0:
            yield from (Attack(UNITS[slot].id, tuple(UNITS[target].id for target in targets))
                        for targets in shock.attacks(ground, state, slot))
    yield from (Single("withdraw", UNITS[slot].id) for one in state.combats for slot in one.attackers)
    if _check_begin(ground, state):
        yield BEGIN if state.combats else END


def canonical(ground: Ground, state: State, action: Action) -> Action:
    """A legal action in the form in which it is listed."""
    if isinstance(action, Move):
        return movement.completed(ground, state, action)
    if isinstance(action, Attack):
        return Attack(action.unit, _sorted(action.targets))
    if isinstance(action, Again):
        return Again(_sorted(action.attackers), _sorted(action.targets))
    return action


def _sorted(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(names, key=SLOT.__getitem__))
