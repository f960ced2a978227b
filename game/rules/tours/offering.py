"""What can be done with what is picked up, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from game.core.action import Action
from game.core.message import Text, say
from game.core.offer import Offer, Picked
from game.core.verdict import LEGAL, Illegal, Verdict
from game.rules.tours import deployment, fight, fire, legality, movement, orders, reform, rolling, shock
from game.rules.tours.actions import (
    ANGLES,
    ORDERS,
    VERTICES,
    Activate,
    Advance,
    Again,
    Attack,
    Face,
    Fire,
    Go,
    Order,
    Place,
    Rescue,
    Retreat,
    Single,
)
from game.rules.tours.ground import Ground
from game.rules.tours.state import (
    ACTION,
    ADVANCING,
    CHOICE,
    LEADERS_MOVE,
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
    Shot,
    State,
    Turning,
)
from game.rules.tours.state import ORDERS as ORDERS_PHASE
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    CONTINGENT,
    CONTINGENTS,
    KIND,
    LEADERS,
    MEMBERS,
    SEAT,
    SEATS,
    SIDES,
    SLOT,
    UNITS,
    WAGONS,
    name_of,
    refuse,
)

FAR = refuse("6.0", say("It is too far, or there is no way"))


def offers(ground: Ground, state: State, picked: Picked) -> Sequence[Offer]:
    """What can be done, for who must act."""
    if state.phase == OVER or rolling.due(state):
        return [Offer(_quiet(state), units=(unit,)) for unit in picked.units]
    names = _pickable(ground, state)
    if not picked.units:
        return [Offer(units=(name,)) for name in dict.fromkeys(names)]
    if _composes(state):
        return list(_composed(ground, state, picked.units, names))
    unit = picked.units[0]
    found = list(_of_unit(ground, state, SLOT[unit])) if unit in names else []
    if not any(offer.actions for offer in found):
        return [Offer(_why_idle(ground, state, SLOT[unit]), units=(unit,)), *found]
    return found


def _quiet(state: State) -> Illegal:
    if state.phase == OVER:
        return refuse("14.0", say("The game is over"))
    return refuse("4.0", say("A die is due"))


def _composes(state: State) -> bool:
    top = state.top
    if top is not None:
        return isinstance(top, Counter) or (isinstance(top, Fight) and top.stage not in (CHOICE, ADVANCING))
    return state.phase == SHOCK and not state.resolving


def _pickable(ground: Ground, state: State) -> list[str]:
    """Who has something to do now; where attacks are composed, the enemies that can be attacked, too."""
    top = state.top
    if top is not None:
        return [UNITS[slot].id for slot in _asked(ground, state)]
    own = [slot for slot, seat in enumerate(SEAT) if seat == state.seat and state.at[slot] >= 0]
    match state.phase:
        case "set-up":
            found = [slot for slot in own if _set_up_moves(ground, state, slot)]
        case "who-first":
            found = [slot for slot in own if slot in LEADERS] or own[:1]
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
            found = [one.attackers[0] for one in state.combats]
        case "shock":
            found = []
            for slot in own:
                if slot < COMBAT_UNITS and shock.may_attack(state, slot) is None:
                    front = shock.in_front(ground, state, slot)
                    found += [slot, *front] if front else []
        case _:
            found = reform.able(ground, state)
    return [UNITS[slot].id for slot in dict.fromkeys(found)]


def _set_up_moves(ground: Ground, state: State, slot: int) -> bool:
    return slot < COMBAT_UNITS or slot in LEADERS or slot in WAGONS


def _asked(ground: Ground, state: State) -> list[int]:
    match state.top:
        case Reaction(_, asked):
            return list(asked)
        case Rescued(leader, _):
            return [leader]
        case Retreats(waiting):
            return [waiting[0]]
        case Follow() as frame:
            from game.rules.tours.sequence import followers

            return followers(ground, state, frame)
        case Turning(slot):
            return [slot]
        case Fight() as frame if frame.stage == CHOICE:
            return fight.victims(state, frame)
        case Fight() as frame if frame.stage == ADVANCING:
            return sorted({slot for place in frame.vacated for slot in fight.advancers(ground, state, frame, place)})
        case (Fight() | Counter()) as frame:
            sets = fight.sets_again(ground, state, frame)
            return sorted({slot for team, targets in sets for slot in (*team, *targets)})
    return []


def _of_unit(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    """What one unit may do."""
    unit = UNITS[slot].id
    if state.top is not None:
        yield from _answers(ground, state, slot)
        return
    match state.phase:
        case "set-up":
            yield from _set_up(ground, state, slot)
        case "who-first":
            for seat in SEATS:
                yield Offer(LEGAL, Go(seat), (unit,), words=say("{side} go first", side=SIDES[SEATS.index(seat)]))
        case "orders":
            yield from _orders(state, slot)
        case "leaders":
            yield from _moves(ground, state, slot)
        case "action" if state.acting < 0:
            contingent = CONTINGENT[slot]
            action = Activate(CONTINGENTS[contingent])
            words = (say("Forms or leaves the shield wall") if ORDERS[state.orders[contingent]] == "wall"
                     else say("Rolls to obey"))
            yield Offer(orders.check_activate(state, action), action, (unit,), words=words,
                        arithmetic=partial(orders.preview, state, contingent))
        case "action":
            yield from _moves(ground, state, slot)
        case "shock":
            one = next(one for one in state.combats if one.attackers[0] == slot)
            yield Offer(LEGAL, Single("resolve", unit), (unit,), ground.hexes[state.at[one.defenders[0]]],
                        say("Attacks {targets}", targets=tuple(map(name_of, one.defenders))),
                        arithmetic=partial(fight.preview, ground, state, one.attackers, one.defenders))
        case "reform":
            yield Offer(LEGAL, Single("reform", unit), (unit,), words=say("Tries to reform"),
                        arithmetic=partial(reform.preview, ground, state, slot))


def _set_up(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    unit = UNITS[slot].id
    places = ([ground.hexes[state.at[other]] for other in range(COMBAT_UNITS) if SEAT[other] == SEAT[slot]]
              if slot in LEADERS else deployment.stretch(slot))
    for place in dict.fromkeys(places):
        action = Place(unit, place)
        yield Offer(deployment.check_place(ground, state, action), action, (unit,), place)
    if slot < COMBAT_UNITS:
        yield from _facings(state, slot)
    sample = next(iter(places))
    yield Offer(refuse("13.1" if not SEAT[slot] else "13.2", say("It is set up elsewhere, e.g. in {place}",
                                                                 place=sample)), elsewhere=True)


def _facings(state: State, slot: int) -> Iterator[Offer]:
    """The six ways to face, those it has not now first."""
    here = state.facing[slot]
    for turn in (1, 5, 2, 4, 3, 0):
        vertex = (here + turn) % 6
        action = Face(UNITS[slot].id, vertex)
        verdict = _check_face(state, action)
        if turn or verdict:
            yield Offer(verdict, action, (action.unit,), None, say("Face {way}", way=VERTICES[vertex].upper()),
                        angle=ANGLES[vertex])


def _check_face(state: State, action: Face) -> Verdict:
    if isinstance(state.top, Turning):
        return LEGAL
    return deployment.check_face(state, action) if state.phase == SETUP else movement.check_face(state, action)


def _orders(state: State, slot: int) -> Iterator[Offer]:
    contingent = CONTINGENT[slot]
    for n, order in enumerate(ORDERS):
        action = Order(CONTINGENTS[contingent], order)
        verdict = orders.check_order(state, action)
        if n == state.orders[contingent] or (order == "wall" and contingent != 0):
            continue
        words = orders.told(state, contingent, n) if n else say("Take the order back")
        yield Offer(verdict, action, (UNITS[slot].id,), words=words,
                    arithmetic=partial(orders.preview, state, contingent) if order == "move" else lambda: None)


def _moves(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    """Where a unit may go, alone or with its leader, whom it may fire at, and how it may face."""
    unit = UNITS[slot].id
    start = state.at[slot]
    halted = state.moving is not None and state.moving.slot == slot and state.moving.halted
    if not halted:
        found = movement.ways(ground, state, slot, movement.points_left(state, slot))
        moves = list(legality.moves(ground, state, slot))
        leads = any(move.led for move in moves)
        for move in moves:
            verdict = legality.check(ground, state, move)
            words: Text = (say("With its leader") if move.led else say("Without its leader")) if leads else ""
            yield Offer(verdict, move, (unit,), move.path[-1], deed=words)
        near = ground.board.within(start, UNITS[slot].move)
        for hex_, name in enumerate(ground.hexes):
            if near >> hex_ & 1 and hex_ not in found and not state.held[1 - SEAT[slot]] >> hex_ & 1:
                yield Offer(movement.why_not(ground, state, slot, hex_, movement.points_left(state, slot)), place=name)
        yield Offer(FAR, elsewhere=True)
    else:
        yield Offer(refuse("6.1", say("It has come next to an enemy and stops there")), elsewhere=True)
    if slot in LEADERS:
        return
    if KIND[slot] == ARCHER:
        for target in fire.targets(ground, state, slot):
            shot = Shot(slot, target, False)
            yield Offer(LEGAL, Fire(unit, UNITS[target].id), (unit,), ground.hexes[state.at[target]],
                        say("Fires at {target}", target=name_of(target)), say("Fires"),
                        arithmetic=partial(fire.preview, ground, state, shot))
    yield from _facings(state, slot)


def _answers(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    unit = UNITS[slot].id
    match state.top:
        case Reaction(target, asked) if slot in asked:
            shot = Shot(slot, target, True)
            yield Offer(LEGAL, Single("react", unit), (unit,), ground.hexes[state.at[target]], say("Fires"),
                        arithmetic=partial(fire.preview, ground, state, shot))
        case Rescued(_, places):
            for place in places:
                yield Offer(LEGAL, Rescue(unit, ground.hexes[place]), (unit,), ground.hexes[place])
        case Retreats():
            for place in shock.retreat_hexes(ground, state, slot):
                yield Offer(LEGAL, Retreat(unit, ground.hexes[place]), (unit,), ground.hexes[place])
            yield Offer(LEGAL, Single("stand", unit), (unit,), words=say("Stands"))
        case Follow(place, _):
            yield Offer(LEGAL, Advance(unit, ground.hexes[place]), (unit,), ground.hexes[place])
        case Turning():
            yield from _facings(state, slot)
        case Fight() as frame if frame.stage == CHOICE:
            yield Offer(LEGAL, Single("eliminate", unit), (unit,), words=say("Is eliminated"))
        case Fight() as frame if frame.stage == ADVANCING:
            for place in frame.vacated:
                if slot in fight.advancers(ground, state, frame, place):
                    yield Offer(LEGAL, Advance(unit, ground.hexes[place]), (unit,), ground.hexes[place])


def _composed(ground: Ground, state: State, names: Sequence[str], pickable: Sequence[str]) -> Iterator[Offer]:
    """What those picked can mean together, and who could be added."""
    slots = [SLOT[name] for name in names]
    idle = [name for name in names if name not in pickable]
    if idle:
        yield Offer(_why_idle(ground, state, SLOT[idle[0]]), units=(idle[0],))
    top = state.top
    side = SEAT[top.attackers[0]] if isinstance(top, Fight) else SEAT[top.defenders[0]] if isinstance(
        top, Counter) else state.seat
    ours = tuple(sorted(slot for slot in slots if SEAT[slot] == side))
    theirs = tuple(sorted(slot for slot in slots if SEAT[slot] != side))
    if isinstance(top, (Fight, Counter)):
        action: Action = Again(_ids(ours), _ids(theirs))
        if ours and theirs:
            previous = top.previous + 1 if isinstance(top, Fight) else 0
            yield Offer(fight.check_again(ground, state, top, action), action, tuple(names), None,  # type: ignore[arg-type]
                        say("Attack again") if isinstance(top, Fight) else say("Counter-attack"),
                        arithmetic=partial(_again_preview, ground, state, ours, theirs, previous))
    elif ours and theirs:
        yield _announced(ground, state, ours, theirs, names)
    for slot in ours:
        if shock.combat_of(state, slot) is not None and top is None:
            yield Offer(LEGAL, Single("withdraw", UNITS[slot].id), (UNITS[slot].id,),
                        words=say("Withdraws its attack") if len(ours) == 1 else say(
                            "{unit} withdraws its attack", unit=name_of(slot)))
    for name in pickable:
        if name not in names:
            yield Offer(units=(name,))


def _again_preview(ground: Ground, state: State, ours: tuple[int, ...], theirs: tuple[int, ...], previous: int):  # type: ignore[no-untyped-def]
    if not all(ground.adjacent[state.at[a]] >> state.at[d] & 1 for a in ours for d in theirs):
        return None
    return fight.preview(ground, state, ours, theirs, previous)


def _announced(
    ground: Ground, state: State, ours: tuple[int, ...], theirs: tuple[int, ...], names: Sequence[str]
) -> Offer:
    """The attack of those picked, one announcement after the other."""
    free = [slot for slot in ours if shock.combat_of(state, slot) is None] or list(ours)
    actions = [Attack(UNITS[slot].id, _ids(theirs)) for slot in free]
    verdict: Verdict = LEGAL
    for action in actions:
        checked = shock.check_attack(ground, state, action)
        if isinstance(checked, Illegal):
            verdict = checked
            actions.remove(action)
            actions.insert(0, action)
            break
    known = shock.combat_of(state, theirs[0])
    together = tuple(sorted({*ours, *(known.attackers if known is not None and known.defenders == theirs else ())}))
    return Offer(verdict, actions[0], tuple(names), ground.hexes[state.at[theirs[0]]], say("Attacks"),
                 then=tuple(actions[1:]), arithmetic=partial(_again_preview, ground, state, together, theirs, 0))


def _ids(slots: Sequence[int]) -> tuple[str, ...]:
    return tuple(UNITS[slot].id for slot in slots)


def _why_idle(ground: Ground, state: State, slot: int) -> Illegal:
    """Why a piece has nothing to do now."""
    name = name_of(slot)
    if state.at[slot] < 0:
        return refuse("9.0", say("{unit} is out of the battle", unit=name), unit=UNITS[slot].id)
    if state.top is not None:
        number, text = legality.FRAME_RULES[type(state.top)]
        return refuse(number, text)
    if slot in WAGONS and state.phase != SETUP:
        return refuse("11.0", say("The wagons do not move"), unit=UNITS[slot].id)
    if SEAT[slot] != legality.actor(state):
        return refuse("4.0", say("It is the other player's turn"))
    if state.phase == LEADERS_MOVE:
        return refuse("4.0", say("In phase II the leader moves"), 1)
    if state.phase in (ACTION, ORDERS_PHASE) and slot < COMBAT_UNITS:
        refusal = movement.may_act(state, slot)
        if state.phase == ACTION and state.acting < 0:
            verdict = orders.check_activate(state, Activate(CONTINGENTS[CONTINGENT[slot]]))
            refusal = verdict if isinstance(verdict, Illegal) else refusal
        if refusal is not None:
            return refusal
    if state.phase == SHOCK and slot < COMBAT_UNITS:
        return shock.may_attack(state, slot) or refuse("8.0", say("No enemy is in front of {unit}", unit=name))
    if state.phase == REFORM_PHASE:
        return reform.may_reform(ground, state, slot) or refuse("10.1", say("{unit} has tried", unit=name))
    if state.phase == WHO_FIRST:
        return refuse("4.1", say("Who goes first is chosen by the main button, or at the leader"))
    return refuse("4.0", say("{unit} has nothing to do in this phase", unit=name), unit=UNITS[slot].id)



