"""What can be done with what is picked up, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal

from game.core.message import Message, Text, joined, say
from game.core.offer import Offer, Picked, Share, Sharing
from game.core.preview import Preview
from game.core.verdict import LEGAL, Illegal
from game.rules.adua import commands, deployment, legality, listing, melee, movement, rolling, smallarms
from game.rules.adua.actions import ORDERS as KINDS_OF_ORDER
from game.rules.adua.actions import (
    REST,
    Against,
    AtPlace,
    Attack,
    Clash,
    Distribute,
    Move,
    Single,
)
from game.rules.adua.ai import abyssinian
from game.rules.adua.ground import Ground
from game.rules.adua.state import (
    FIRE,
    MELEE,
    OVER,
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

FAR = refuse("9.0", say("It is too far, or there is no way"))


def offers(ground: Ground, state: State, picked: Picked) -> Sequence[Offer]:
    """What can be done, for who must act."""
    if state.phase == OVER or rolling.due(state):
        return [Offer(_quiet(state), units=(unit,)) for unit in picked.units]
    names = pickable(ground, state)
    if not picked.units:
        found = [Offer(units=(name,)) for name in names]
        return [*found, *_decisions(state)]
    if state.top is None and state.phase == FIRE and not state.resolving:
        return list(_composed(ground, state, picked.units, names))
    unit = picked.units[0]
    found = list(of_unit(ground, state, SLOT[unit])) if unit in names else []
    if not any(offer.actions or offer.sharing for offer in found):
        return [Offer(why_idle(ground, state, SLOT[unit]), units=(unit,)), *found]
    return found


def _quiet(state: State) -> Illegal:
    if state.phase == OVER:
        return refuse("13.0", say("The battle is over"))
    return refuse("7.0", say("Dice are to fall first"))


def pickable(ground: Ground, state: State) -> tuple[str, ...]:
    """Pieces that can do something."""
    return tuple(UNITS[slot].id for slot in _able(ground, state))


def _able(ground: Ground, state: State) -> Sequence[int]:
    match state.top:
        case Damage(_, units):
            return units
        case Bringing(commander):
            return tuple(melee.supporters(ground, state, commander))
        case Loss(place, seat):
            return melee.sides(state, place)[seat]
        case Staying(place):
            return state.there[place]
        case Retreats(_, units):
            return units[:1]
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
            return melee.willing(ground, state)
        case "melee":
            return [slot for hex_ in bits(state.melees & ~state.clashed) for slot in state.there[hex_]]
    return ()


def _aimed_at(ground: Ground, state: State) -> list[int]:
    """Enemies somebody can attack."""
    reach = 0
    for slot in smallarms.able(ground, state):
        reach |= movement.in_reach(ground, state, slot)
    return [slot for hex_ in bits(reach) for slot in state.there[hex_]]


def of_unit(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    """What one piece can do."""
    if state.top is not None:
        yield from _answers(ground, state, slot)
        return
    unit = UNITS[slot].id
    match state.phase:
        case "set-up":
            yield from _setting_up(ground, state, slot)
        case "machine-guns":
            deed = Single("no-gun" if state.gun_of(slot) >= 0 else "gun", unit)
            words = say("Gives its machine gun back") if deed.deed == "no-gun" else say("Has a machine gun")
            yield Offer(deployment.check_gun(state, deed), deed, (unit,), words=words)
        case "orders":
            yield from _orders(ground, state, slot)
        case "move":
            yield from _moves(ground, state, slot)
        case "fire" if slot in smallarms.targets(state):
            yield Offer(LEGAL, Single("resolve", unit), (unit,), _place(ground, state, slot),
                        say("Resolve this combat"), arithmetic=partial(rolling.fight_preview, ground, state, slot))
        case "charge":
            for target in melee.chargers(ground, state).get(slot, ()):
                yield Offer(LEGAL, Against("charge", unit, UNITS[target].id), (unit,), _place(ground, state, target),
                            say("Charges {target}", target=name_of(target)), say("Charges"),
                            arithmetic=partial(_charge_preview, ground, state, slot, target))
        case "initiative":
            yield Offer(LEGAL, Single("initiative", unit), (unit,), words=say("Tries his initiative"))
        case "melee":
            place = _place(ground, state, slot)
            assert place is not None
            yield Offer(LEGAL, Clash(place), (unit,), place, say("Roll the melee"),
                        arithmetic=partial(melee.preview, ground, state, state.at[slot]))


def _charge_preview(ground: Ground, state: State, slot: int, target: int) -> Preview | None:
    after, _ = melee.joined_in(ground, state, slot, state.at[target])
    return melee.preview(ground, after, state.at[target])


def _place(ground: Ground, state: State, slot: int) -> str | None:
    return ground.hexes[state.at[slot]] if state.at[slot] >= 0 else None


def _setting_up(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    unit = UNITS[slot].id
    for place in ground.hexes:
        action = AtPlace("place", unit, place)
        verdict = deployment.check_place(ground, state, action)
        if verdict:
            yield Offer(verdict, action, (unit,), place)
    yield Offer(refuse("4.0", say("It may not be set up there"), 24), elsewhere=True)


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
    known = set[str]()
    for giver in (*COLONELS, *GENERALS):
        for order in commands.possible(ground, state, giver) if giver != slot else ():
            if order.target == unit and order.kind not in known:
                known.add(order.kind)
                told = commands.told(KINDS_OF_ORDER.index(order.kind))
                yield Offer(LEGAL, order, (unit,), words=say("{order}, from {giver}", order=told, giver=name_of(giver)))
    if state.order_of(slot) is not None:
        yield Offer(LEGAL, Single("cancel", unit), (unit,), words=say("Take its order back"))


def _moves(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    unit = UNITS[slot].id
    if slot < COMBAT_UNITS and state.engaged >> slot & 1:
        for hex_ in melee.refuges(ground, state, slot):
            yield Offer(LEGAL, AtPlace("disengage", unit, ground.hexes[hex_]), (unit,), ground.hexes[hex_],
                        say("Leaves the melee"), say("Leaves the melee"))
        yield Offer(refuse("10.2", say("It leaves a melee for a free hex beside it, outside enemy zones"), 16),
                    elsewhere=True)
        return
    offered = set[str]()
    for action in listing.of_unit(ground, state, slot):
        if isinstance(action, Move):
            verdict = movement.check(ground, state, action)
            if action.off:
                place = action.path[-1] if action.path else _place(ground, state, slot)
                yield Offer(verdict, action, (unit,), words=say("Leaves the map at {place}", place=place))
            else:
                offered.add(action.path[-1])
                yield Offer(verdict, action, (unit,), action.path[-1])
        elif isinstance(action, Against):
            yield Offer(LEGAL, action, (unit,), _place(ground, state, SLOT[action.target]),
                        say("Declares its attack on {target}", target=name_of(SLOT[action.target])),
                        say("Declares its attack"))
    if state.at[slot] != WAITING:
        near = ground.within(state.at[slot], UNITS[slot].move)
        for hex_ in bits(near):
            name = ground.hexes[hex_]
            if name not in offered and hex_ != state.at[slot]:
                verdict = movement.check(ground, state, Move(unit, (name,)))
                if not verdict:
                    yield Offer(verdict, place=name)
    yield Offer(FAR, elsewhere=True)


def _composed(ground: Ground, state: State, names: tuple[str, ...], known: Sequence[str]) -> Iterator[Offer]:
    """What attackers and targets that are picked can mean together."""
    slots = [SLOT[name] for name in names]
    ours = [slot for slot in slots if SEAT[slot] == state.seat and slot < COMBAT_UNITS]
    theirs = [slot for slot in slots if SEAT[slot] != state.seat and slot < COMBAT_UNITS]
    if ours and theirs:
        yield _attack(ground, state, names, ours, theirs)
        if len(ours) == 1 and len(theirs) > 1:
            yield from _sharing(ground, state, ours[0], theirs)
    for slot in ours:
        if any(share.unit == slot for share in state.shares):
            yield Offer(LEGAL, Single("withdraw", UNITS[slot].id), (UNITS[slot].id,),
                        words=say("{unit} withdraws its attack", unit=name_of(slot)))
    if len(names) == 1 and names[0] not in known:
        verdict = smallarms.refused_attacker(ground, state, ours[0]) if ours else LEGAL
        yield Offer(verdict if isinstance(verdict, Illegal) else why_idle(ground, state, slots[0]), units=names)
    for name in known:
        if name not in names:
            yield Offer(units=(name,))


def _attack(ground: Ground, state: State, names: tuple[str, ...], ours: list[int], theirs: list[int]) -> Offer:
    """All attackers on the enemies that are picked, each with even shares."""
    actions, whole = [], state
    verdict = LEGAL
    for slot in ours:
        number = len(theirs)
        each = max(1, state.value(slot) // number)
        shares = tuple((UNITS[target].id, each if n < number - 1 else REST) for n, target in enumerate(theirs))
        action = Attack(UNITS[slot].id, shares)
        found = smallarms.check(ground, whole, action)
        if not found:
            return Offer(found, action, names, words=_attack_words(ours, theirs))
        actions.append(action)
        whole = smallarms.announced(whole, action)
    return Offer(verdict, actions[0], names, None, _attack_words(ours, theirs), then=tuple(actions[1:]),
                 arithmetic=partial(rolling.fight_preview, ground, whole, theirs[0]))


def _attack_words(ours: list[int], theirs: list[int]) -> Text:
    return say("{attackers} attack {targets}", attackers=joined(name_of(slot) for slot in ours),
               targets=joined(name_of(slot) for slot in theirs))


def _sharing(ground: Ground, state: State, slot: int, theirs: list[int]) -> Iterator[Offer]:
    """The dice of one unit shared out among several enemies."""
    unit = UNITS[slot].id
    shares = tuple((UNITS[target].id, 1 if n < len(theirs) - 1 else REST) for n, target in enumerate(theirs))
    if not smallarms.check(ground, state, Attack(unit, shares)) and not any(
            share.unit == slot for share in state.shares):
        return
    whole = smallarms.dice(ground, smallarms.announced(state, Attack(unit, shares)), slot)
    parts = tuple(Share(name_of(target), (UNITS[target].id,), 1) for target in theirs)

    def action(numbers: tuple[int, ...]) -> Attack:
        found = [(UNITS[target].id, number) for target, number in zip(theirs, numbers, strict=True)]
        return Attack(unit, (*found[:-1], (found[-1][0], REST)))

    yield Offer(LEGAL, units=(unit,), words=say("Shares out its dice"),
                sharing=Sharing(say("{dice} dice", dice=whole), whole, parts, action))


def _damage(state: State) -> Offer:
    """Points of damage shared out among the units that attacked."""
    top = state.top
    assert isinstance(top, Damage)
    parts = tuple(Share(name_of(slot), (UNITS[slot].id,), 0, smallarms.MOST) for slot in top.units)

    def action(numbers: tuple[int, ...]) -> Distribute:
        return Distribute(tuple((UNITS[slot].id, number) for slot, number in zip(top.units, numbers, strict=True)
                                if number))

    return Offer(LEGAL, words=say("Distribute it otherwise"),
                 sharing=Sharing(say("{points} points of damage", points=top.points), top.points, parts, action))


def _decisions(state: State) -> Iterator[Offer]:
    """What must be decided now, with nothing in hand: what is proposed first, at the main button's key."""
    match state.top:
        case Damage():
            yield from _distributions(state)
        case Loss(place, seat):
            able = sorted(melee.sides(state, place)[seat],
                          key=lambda slot: (state.lost[slot], -state.value(slot), slot))
            yield from _one_of(able, "lose", say("{unit} loses the step", unit=""))
        case Staying(place):
            able = sorted(state.there[place], key=lambda slot: (-state.value(slot), slot))
            yield from _one_of(able, "stay", say("{unit} stays in the hex", unit=""))


def _one_of(slots: Sequence[int], deed: Literal["lose", "stay"], words: Message) -> Iterator[Offer]:
    """The same for each of some units, the first of them proposed."""
    for slot in slots:
        yield Offer(LEGAL, Single(deed, UNITS[slot].id), words=words.given(unit=name_of(slot)), leads=slot == slots[0])


def _distributions(state: State, first: int | None = None) -> Iterator[Offer]:
    """The damage as proposed, few units or many paying it, and shared out at will.

    :param first: a unit that is picked up: it is offered to take as much as it can.
    """
    proposed = abyssinian.damage(state)
    told = dict.fromkeys((proposed, *easy_damage(state), *([_on_few(state, first)] if first is not None else [])))
    for action in told:
        words = joined(say("{unit} takes {points}", unit=name_of(SLOT[name]), points=points)
                       for name, points in action.shares)
        yield Offer(LEGAL, action, words=words, leads=action == proposed)
    yield _damage(state)


def _answers(ground: Ground, state: State, slot: int) -> Iterator[Offer]:
    unit = UNITS[slot].id
    match state.top:
        case Damage():
            yield from _distributions(state, slot)
        case Bringing(commander):
            found = melee.supporters(ground, state, commander).get(slot)
            for place in found.points if found is not None else ():
                assert found is not None
                path = tuple(ground.hexes[hex_] for hex_ in found.path(place))
                yield Offer(LEGAL, Move(unit, path), (unit,), path[-1], say("Joins the melee"), say("Joins the melee"))
        case Loss():
            yield Offer(LEGAL, Single("lose", unit), (unit,), words=say("Loses the step"))
        case Staying():
            yield Offer(LEGAL, Single("stay", unit), (unit,), words=say("Stays in the hex"))
        case Retreats():
            for hex_ in melee.refuges(ground, state, slot):
                yield Offer(LEGAL, AtPlace("retreat", unit, ground.hexes[hex_]), (unit,), ground.hexes[hex_],
                            say("Retreats"), say("Retreats"))


def easy_damage(state: State) -> Iterator[Distribute]:
    """Two ways to distribute damage at one click: few units take much, or many a little."""
    top = state.top
    assert isinstance(top, Damage)
    few = _on_few(state, top.units[0])
    many = [0] * len(top.units)
    for n in range(top.points):
        many[n % len(top.units)] += 1
    spread = tuple((UNITS[slot].id, number) for slot, number in zip(top.units, many, strict=True) if number)
    yield few
    if spread != few.shares:
        yield Distribute(spread)


def _on_few(state: State, first: int) -> Distribute:
    """The damage on as few units as can take it, one of them first."""
    top = state.top
    assert isinstance(top, Damage)
    left, taken = top.points, dict[int, int]()
    for slot in (first, *top.units):
        if slot not in taken:
            taken[slot] = min(left, smallarms.MOST)
            left -= taken[slot]
    return Distribute(tuple((UNITS[slot].id, taken[slot]) for slot in top.units if taken[slot]))


def why_idle(ground: Ground, state: State, slot: int) -> Illegal:
    """Why a piece has nothing to do."""
    who, unit = name_of(slot), UNITS[slot].id
    if state.top is not None:
        return refuse("10.2", legality.asked(ground, state))
    if SEAT[slot] != state.seat and state.phase != MELEE:
        return refuse("7.0", say("The other side acts now"), unit=unit)
    match state.phase:
        case "orders":
            return commands.idle(ground, state, slot)
        case "move":
            return movement.may_move(state, slot) or refuse("9.0", say("{unit} has nowhere to go", unit=who), unit=unit)
        case "charge":
            verdict = melee.check_charge(ground, state, Against("charge", unit, unit))
            return verdict if isinstance(verdict, Illegal) else refuse("10.2", say("Nobody is beside it"), unit=unit)
        case "initiative":
            return melee.refused_commander(ground, state, slot) or refuse("12.0", say("He may try"), unit=unit)
        case "machine-guns":
            verdict = deployment.check_gun(state, Single("gun", unit))
            return verdict if isinstance(verdict, Illegal) else refuse("5.1", say("It has one"), unit=unit)
        case "melee":
            return refuse("10.2", say("{unit} is in no melee that waits", unit=who), unit=unit)
    return refuse("10.1", say("{unit} has nobody to attack", unit=who), unit=unit)

