"""What can be done with what is picked up, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from game.core.message import say
from game.core.offer import Offer, Picked
from game.core.verdict import LEGAL, Illegal
from game.rules.adua import (
    aiming,
    answering,
    commands,
    composing,
    deployment,
    hazards,
    initiative,
    legality,
    listing,
    melee,
    movement,
    previews,
    retreats,
    rolling,
    smallarms,
)
from game.rules.adua.actions import ORDERS as KINDS_OF_ORDER
from game.rules.adua.actions import Against, AtPlace, Clash, Move, Order, Single
from game.rules.adua.ground import Ground
from game.rules.adua.state import (
    CHARGE,
    FIRE,
    GUNS,
    MELEE,
    MOVE,
    OVER,
    SETUP,
    WAITING,
    Bringing,
    Damage,
    Loss,
    Retreats,
    State,
    Staying,
)
from game.rules.adua.units import (
    COLONELS,
    COMBAT_UNITS,
    COMMANDERS,
    GENERALS,
    ITALIANS,
    SEAT,
    SLOT,
    UNITS,
    bits,
    name_of,
    refuse,
)

FAR = refuse("9.0", say("Out of reach this turn"))


def offers(ground: Ground, state: State, picked: Picked) -> Sequence[Offer]:
    """What can be done, for who must act."""
    if state.phase == OVER or rolling.due(state):
        return [Offer(_quiet(state), units=(unit,)) for unit in picked.units]
    names = pickable(ground, state)
    if not picked.units:
        found = [Offer(units=(name,)) for name in names]
        return [*found, *answering.offers(ground, state)]
    if state.top is None and state.phase == FIRE and not state.resolving:
        composed = composing.offers(ground, state, picked.units, names)
        return [*composed, *_no_attacker(ground, state, picked.units, names)]
    unit = picked.units[0]
    found = list(of_unit(ground, state, SLOT[unit])) if unit in names else []
    if not any(offer.actions or offer.sharing for offer in found):
        return [Offer(why_idle(ground, state, SLOT[unit]), units=(unit,)), *found]
    return found


def as_if(state: State, slot: int) -> list[State]:
    """The position in the phases in which a piece's side moves, fires and charges; Italian orders are those given."""
    if state.at[slot] < 0 or state.phase in (SETUP, GUNS):
        return []
    clear = replace(state, seat=SEAT[slot], frames=(), shares=(), resolving=False, moved=0, entered=0, declared=())
    fights = () if slot >= COMBAT_UNITS else (FIRE, CHARGE)
    return [replace(clear, phase=phase, fought=state.fought if phase == CHARGE else ()) for phase in (MOVE, *fights)]


def _quiet(state: State) -> Illegal:
    if state.phase == OVER:
        return refuse("13.0", say("The battle is over"))
    return refuse("7.0", say("Roll the dice first"))


def pickable(ground: Ground, state: State) -> tuple[str, ...]:
    """Pieces that can do something; worked out once for a state."""
    key = "pickable", ground
    found = state.worked_out.get(key)
    if not isinstance(found, tuple):
        found = state.worked_out[key] = tuple(UNITS[slot].id for slot in _able(ground, state))
    return found


def _able(ground: Ground, state: State) -> Sequence[int]:
    match state.top:
        case Damage(_, units):
            return units
        case Bringing(commander):
            return tuple(initiative.supporters(ground, state, commander))
        case Loss(place, seat):
            return melee.sides(state, place)[seat]
        case Staying(place):
            return state.there[place]
        case Retreats(_, units):
            return units
    match state.phase:
        case "set-up":
            return [slot for slot in range(len(UNITS)) if SEAT[slot] == state.seat and state.at[slot] >= 0]
        case "machine-guns":
            return [slot for slot in range(COMBAT_UNITS) if state.gun_of(slot) >= 0
                    or deployment.check_gun(state, Single("gun", UNITS[slot].id))]
        case "orders":
            givers = [slot for slot in COMMANDERS[ITALIANS]
                      if any(True for _ in commands.possible(ground, state, slot))]
            whom = {SLOT[order.target] for slot in givers for order in commands.possible(ground, state, slot)}
            return sorted({*givers, *whom, *(order.target for order in state.orders)})
        case "move":
            return listing.movable(state)
        case "fire":
            if state.resolving:
                return smallarms.targets(state)
            return [*smallarms.able(ground, state), *_aimed_at(ground, state)]
        case "charge":
            return list(melee.chargers(ground, state))
        case "initiative":
            return initiative.willing(ground, state)
        case "melee":
            return [slot for hex_ in bits(state.melees & ~state.clashed) for slot in state.there[hex_]]
    return ()


def _aimed_at(ground: Ground, state: State) -> list[int]:
    """Enemies somebody can attack."""
    reach = 0
    for slot in smallarms.able(ground, state):
        reach |= aiming.in_reach(ground, state, slot)
    return [slot for hex_ in bits(reach) for slot in state.there[hex_]]


def of_unit(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    """What one piece can do."""
    if state.top is not None:
        yield from answering.of_unit(ground, state, slot)
        return
    unit = UNITS[slot].id
    match state.phase:
        case "set-up":
            yield from _setting_up(ground, state, slot)
        case "machine-guns":
            deed = Single("no-gun" if state.gun_of(slot) >= 0 else "gun", unit)
            words = say("Take its machine gun back") if deed.deed == "no-gun" else say("Assign a machine gun")
            yield Offer(deployment.check_gun(state, deed), deed, (unit,), words=words)
        case "orders":
            yield from _orders(ground, state, slot)
        case "move":
            yield from _moves(ground, state, slot)
        case "fire" if slot in smallarms.targets(state):
            yield Offer(LEGAL, Single("resolve", unit), (unit,), _place(ground, state, slot),
                        say("Resolve this combat"), arithmetic=partial(previews.of_combat, ground, state, slot))
        case "charge":
            for target in melee.chargers(ground, state).get(slot, ()):
                charge = Against("charge", unit, UNITS[target].id)
                yield Offer(hazards.warned(ground, state, charge, LEGAL), charge, (unit,),
                            _place(ground, state, target), say("Charge {target}", target=name_of(target)),
                            say("Charge"), aimed_at=name_of(target),
                            arithmetic=partial(previews.of_charge, ground, state, charge))
        case "initiative":
            yield Offer(LEGAL, Single("initiative", unit), (unit,), words=say("Roll for initiative"))
        case "melee":
            place = _place(ground, state, slot)
            assert place is not None
            yield Offer(LEGAL, Clash(place), (unit,), place, say("Roll the melee"),
                        arithmetic=partial(previews.of_melee, state, state.at[slot]))


def _place(ground: Ground, state: State, slot: int) -> str | None:
    return ground.hexes[state.at[slot]] if state.at[slot] >= 0 else None


def _setting_up(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    unit = UNITS[slot].id
    for place in ground.hexes:
        action = AtPlace("place", unit, place)
        verdict = deployment.check_place(ground, state, action)
        if verdict:
            yield Offer(verdict, action, (unit,), place)
    yield Offer(refuse("4.0", say("Outside the set-up area"), 24), elsewhere=True)


def _orders(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    """What a commander can order of whom, and why he cannot reach others; what can be ordered of a piece: of a unit by
    its colonel where he can."""
    unit = UNITS[slot].id
    if slot in COMMANDERS[ITALIANS]:
        whom = set[int]()
        for order in commands.possible(ground, state, slot):
            target = SLOT[order.target]
            whom.add(target)
            told = commands.told(KINDS_OF_ORDER.index(order.kind))
            yield Offer(LEGAL, order, (unit,), _place(ground, state, target),
                        say("{target}: {order}", target=name_of(target), order=told), told)
        for target in commands.subjects(slot):
            if target not in whom and state.alive(target):
                yield Offer(commands.refused(ground, state, slot, target), place=_place(ground, state, target))
    found: dict[str, Order] = {}
    for giver in (*COLONELS, *GENERALS):
        for order in commands.possible(ground, state, giver) if giver != slot else ():
            if order.target == unit:
                found.setdefault(order.kind, order)
    for order in sorted(found.values(), key=lambda order: KINDS_OF_ORDER.index(order.kind)):
        told = commands.told(KINDS_OF_ORDER.index(order.kind))
        yield Offer(LEGAL, order, (unit,), words=say("{order} by {giver}'s order", order=told,
                                                     giver=name_of(SLOT[order.giver])))
    if state.order_of(slot) is not None:
        yield Offer(LEGAL, Single("cancel", unit), (unit,), words=say("Cancel its order"))


def _moves(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    unit = UNITS[slot].id
    if slot < COMBAT_UNITS and state.engaged >> slot & 1:
        for hex_ in retreats.refuges(ground, state, slot):
            leave = AtPlace("disengage", unit, ground.hexes[hex_])
            yield Offer(hazards.warned(ground, state, leave, LEGAL), leave, (unit,), ground.hexes[hex_],
                        say("Leave the melee"), say("Leave the melee"))
        yield Offer(refuse("10.2", say("It leaves a melee for a free hex beside it, outside enemy zones"), 16),
                    elsewhere=True)
        return
    offered = set[str]()
    for action in listing.of_unit(ground, state, slot):
        if isinstance(action, Move):
            verdict = movement.check(ground, state, action)
            if action.off:
                place = action.path[-1] if action.path else _place(ground, state, slot)
                yield Offer(hazards.warned(ground, state, action, verdict), action, (unit,),
                            words=say("Exit the map at {place}", place=place))
            else:
                offered.add(action.path[-1])
                yield Offer(verdict, action, (unit,), action.path[-1])
        elif isinstance(action, Against):
            yield Offer(LEGAL, action, (unit,), _place(ground, state, SLOT[action.target]),
                        say("Declare an attack on {target}", target=name_of(SLOT[action.target])),
                        say("Declare an attack"))
    if state.at[slot] != WAITING:
        near = ground.within(state.at[slot], UNITS[slot].move)
        for hex_ in bits(near):
            name = ground.hexes[hex_]
            if name not in offered and hex_ != state.at[slot]:
                verdict = movement.check(ground, state, Move(unit, (name,)))
                if not verdict:
                    yield Offer(verdict, place=name)
    yield Offer(FAR, elsewhere=True)


def _no_attacker(ground: Ground, state: State, units: tuple[str, ...], known: Sequence[str]) -> Iterator[Offer]:
    """Why the one unit that is picked neither attacks nor can be attacked."""
    if len(units) > 1 or units[0] in known:
        return
    slot = SLOT[units[0]]
    verdict = smallarms.refused_attacker(ground, state, slot) if SEAT[slot] == state.seat else LEGAL
    yield Offer(verdict if isinstance(verdict, Illegal) else why_idle(ground, state, slot), units=units)


def why_idle(ground: Ground, state: State, slot: int) -> Illegal:
    """Why a piece has nothing to do."""
    who, unit = name_of(slot), UNITS[slot].id
    if state.top is not None:
        return refuse("10.2", legality.asked(ground, state))
    if SEAT[slot] != state.seat and state.phase != MELEE:
        return refuse("7.0", say("{unit} is not of the side that acts now", unit=who), unit=unit)
    match state.phase:
        case "orders":
            return commands.idle(ground, state, slot)
        case "move":
            return movement.may_move(state, slot) or refuse("9.0", say("{unit} has nowhere to go", unit=who), unit=unit)
        case "charge":
            verdict = melee.check_charge(ground, state, Against("charge", unit, unit))
            return verdict if isinstance(verdict, Illegal) else refuse("10.2", say("No enemy is adjacent"), unit=unit)
        case "initiative":
            return initiative.refused_commander(ground, state, slot) or refuse("12.0", say("He may try"), unit=unit)
        case "machine-guns":
            verdict = deployment.check_gun(state, Single("gun", unit))
            return verdict if isinstance(verdict, Illegal) else refuse("5.1", say("It has one"), unit=unit)
        case "melee":
            return refuse("10.2", say("{unit} is in no melee that waits", unit=who), unit=unit)
    return refuse("10.1", say("{unit} has nobody to attack", unit=who), unit=unit)

