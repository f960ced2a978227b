"""The list of the order phase: generals with what they may still order, their colonels and units below (3.0, 8.0)."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.action import Action
from game.core.indices import Slot
from game.core.message import Message, Text, joined, say
from game.core.offer import Offer
from game.core.overview import CommandLine, LineAction, OverviewLine
from game.core.verdict import LEGAL, Verdict
from game.rules.adua import commands
from game.rules.adua.actions import (
    ASSAULT,
    ENTRENCH,
    HOLD,
    MARCH,
    OFFENSIVE,
    ORDERS,
    RALLY,
    RESUPPLY,
    SHOOT,
    CancelOrder,
    GiveOrder,
    OrderKind,
)
from game.rules.adua.sides import ARTILLERY
from game.rules.adua.state import AduaState
from game.rules.adua.units import (
    CHIEF,
    COLONELS,
    COLOURS,
    COMBAT_UNITS,
    GENERAL,
    GENERALS,
    KIND,
    OF_BRIGADE,
    OF_CHIEF,
    SLOT,
    UNITS,
    name_of,
)

SIGNS = tuple("ordered-" + kind for kind in ORDERS)
"""The chit of an order, by its number."""
SHORT = (say("Offensive"), say("Hold"), say("Resupply"), say("Rally"), say("Move"), say("Small arms"), say("Melee"),
         say("Entrench"))
"""What the chits stand for."""
TOGETHER = (OFFENSIVE, HOLD)
"""What is ordered of everybody in range at one input."""
FROM_LEFT = (RESUPPLY, RALLY, SHOOT, MARCH, ASSAULT, OFFENSIVE, HOLD, ENTRENCH)
"""The chits in the order in which they are named above the list and stand on its lines."""
INSTEAD = (MARCH, OFFENSIVE, HOLD)
"""The orders that are shown in the place of a unit's melee order: its own, or its colonel's."""


def signs(state: AduaState) -> tuple[tuple[str, Message], ...]:
    """The chits that can stand on the list in this phase, with their names."""
    rare = {RESUPPLY: state.low, RALLY: state.disorganized}
    return tuple((SIGNS[kind], SHORT[kind]) for kind in FROM_LEFT if rare.get(kind, 1))


def lines(state: AduaState) -> Iterator[OverviewLine]:
    """Each general who is left with those under him; of a brigade without one the colonels alone."""
    found = _Possible(state)
    for brigade, general in enumerate(GENERALS):
        head = UNITS[general].id
        if state.alive(general):
            yield _commander(found, general, "")
        for colonel in COLONELS:
            if CHIEF[colonel] != general:
                continue
            if state.alive(colonel):
                yield _commander(found, colonel, head if state.alive(general) else "")
            yield from (_unit(found, slot, UNITS[colonel].id if not state.alive(general) else head, 2)
                        for slot in OF_CHIEF[colonel] if state.alive(slot) and _led(state, slot))
        yield from (_unit(found, slot, head, 1) for slot in OF_BRIGADE[brigade]
                    if CHIEF[slot] < 0 and state.alive(slot) and state.alive(general))
        yield from (OverviewLine(UNITS[slot].id, name_of(slot), (UNITS[slot].id,), (), COLOURS[brigade],
                                 say("no commander is left to order it"), value=numbers(state, slot))
                    for slot in OF_BRIGADE[brigade] if state.alive(slot) and not _led(state, slot))


def numbers(state: AduaState, slot: Slot) -> str:
    """A unit's dice and weapons' quality as its counter has them."""
    return f"{state.value(slot)}{UNITS[slot].quality:+d}"


def _led(state: AduaState, slot: Slot) -> bool:
    """Whether anybody is left who could order it."""
    return state.alive(GENERAL[slot]) or (CHIEF[slot] >= 0 and state.alive(CHIEF[slot]))


class _Possible:
    """Every order that can be given now, asked once."""

    def __init__(self, state: AduaState) -> None:
        self.state = state
        self.by_target: dict[str, list[GiveOrder]] = {}
        for giver in (*COLONELS, *GENERALS):
            for order in commands.possible(state, giver):
                self.by_target.setdefault(order.target, []).append(order)

    def best(self, slot: Slot, kind: OrderKind) -> GiveOrder | None:
        """An order to somebody, from his colonel where he can give it."""
        return next((order for order in self.by_target.get(UNITS[slot].id, ()) if order.kind == ORDERS[kind]), None)


def _commander(found: _Possible, slot: Slot, under: str) -> OverviewLine:
    state = found.state
    left, whole = commands.left(state, slot), UNITS[slot].value
    own = state.order_of(slot)
    given = tuple(UNITS[order.target].id for order in state.orders if order.giver == slot)
    told: Text = say("general; orders left") if slot in GENERALS else (
        say("{order}; orders left", order=commands.told(own.kind)) if own is not None else
        say("colonel; orders left") if state.alive(GENERAL[slot]) else say("colonel; his general is dead"))
    ways = tuple(_to_all(found, slot)) if slot in GENERALS else tuple(_to_colonel(found, slot))
    return CommandLine(UNITS[slot].id, name_of(slot), (UNITS[slot].id, *given), (), COLOURS[UNITS[slot].brigade], told,
                       value=f"{left}/{whole}", progress="" if left else "done",
                       ways=ways, layers_of=UNITS[slot].id, under=under, depth=1 if under else 0)


def _to_all(found: _Possible, general: Slot) -> Iterator[LineAction]:
    """The same order to all his colonels in range, and by them to all of theirs, as far as the orders last."""
    for kind in TOGETHER:
        orders = passed_on(found.state, general, kind)
        words = say("{order} to all {count} in range", order=commands.told(kind), count=len(orders))
        if orders:
            offer = Offer(LEGAL, orders[0], (UNITS[general].id,), words=words, then=tuple(orders[1:]))
        else:
            colonel = next((one for one in COLONELS if CHIEF[one] == general), general)
            tried = GiveOrder(UNITS[general].id, UNITS[colonel].id, ORDERS[kind])
            offer = Offer(commands.check(found.state, tried), tried, words=words)
        yield LineAction(offer, SIGNS[kind], name=SHORT[kind])


def passed_on(state: AduaState, general: Slot, kind: OrderKind) -> list[GiveOrder]:
    """A general's order to each colonel in range, and theirs to their units, as far as their values last."""
    found: list[GiveOrder] = []
    for giver in (general, *(one for one in COLONELS if CHIEF[one] == general)):
        for order in list(commands.possible(state, giver)):
            if order.kind == ORDERS[kind] and commands.left(state, giver) > 0:
                found.append(order)
                state = commands.given(state, order)
    return found


def _to_colonel(found: _Possible, colonel: Slot) -> Iterator[LineAction]:
    for kind in TOGETHER:
        yield _way(found, colonel, kind, UNITS[GENERAL[colonel]].id)


def _unit(found: _Possible, slot: Slot, under: str, depth: int) -> OverviewLine:
    state = found.state
    order = state.order_of(slot)
    bit = 1 << slot
    told: Text = joined((
        say("low ammo") if state.low & bit else "", say("disorganized") if state.disorganized & bit else "",
        say("entrenched") if state.entrenched & bit else "", say("in melee") if state.engaged & bit else "",
        say("ordered by {giver}", giver=name_of(order.giver)) if order else "")) or (
        name_of(CHIEF[slot]) if CHIEF[slot] >= 0 else name_of(GENERAL[slot]))
    giver = UNITS[CHIEF[slot] if CHIEF[slot] >= 0 and state.alive(CHIEF[slot]) else GENERAL[slot]].id
    ways = tuple(_way(found, slot, kind, giver) for kind in _kinds(state, slot))
    return CommandLine(UNITS[slot].id, name_of(slot), (UNITS[slot].id,), (), COLOURS[UNITS[slot].brigade], told,
                       value=numbers(state, slot), ways=ways, under=under, depth=depth)


def _kinds(state: AduaState, slot: Slot) -> Iterator[OrderKind]:
    """The orders that a unit's line offers as signs. Their number does not change during the phase.

    While the colonel has an order, his units' lines show it in the place of the melee order. Where he holds, the melee
    order, which the general may give all the same (ruling 34), takes the place of the order to entrench: a unit that
    holds and does not move is entrenched anyhow (ruling 6).
    """
    if state.low >> slot & 1:
        yield RESUPPLY
    if state.disorganized >> slot & 1:
        yield RALLY
    yield SHOOT
    own = state.order_of(slot)
    known = (own, state.order_of(CHIEF[slot]) if CHIEF[slot] >= 0 else None)
    passed = next((order.kind for order in known if order is not None and order.kind in INSTEAD), None)
    if KIND[slot] in ARTILLERY:
        yield MARCH if passed is None else passed
        yield ENTRENCH
    else:
        yield ASSAULT if passed is None else passed
        digs = own is not None and own.kind == ENTRENCH
        yield ENTRENCH if passed != HOLD or digs else ASSAULT


def _way(found: _Possible, slot: Slot, kind: OrderKind, giver: str) -> LineAction:
    """An order as a chit to click: given, taken back where it is in force, or given in place of the one that is.

    :param giver: who refuses where nobody can give it.
    """
    state, unit = found.state, UNITS[slot].id
    words = commands.told(kind)
    known = state.order_of(slot)
    back = CancelOrder(unit)
    if known is not None and known.kind == kind:
        offer = Offer(LEGAL, back, (unit,), words=say("Cancel: {order}", order=commands.told(kind)))
        return LineAction(offer, SIGNS[kind], True, SHORT[kind])
    if known is None:
        best = found.best(slot, kind)
        action = best or GiveOrder(UNITS[SLOT[giver]].id, unit, ORDERS[kind])
        verdict: Verdict = LEGAL if best else commands.check(state, action)
        return LineAction(Offer(verdict, action, (unit,), words=words), SIGNS[kind], name=SHORT[kind])
    freed = _Possible(commands.cancelled(state, back)).best(slot, kind) if slot < COMBAT_UNITS else next(
        (one for one in commands.possible(commands.cancelled(state, back), SLOT[giver])
         if one.target == unit and one.kind == ORDERS[kind]), None)
    if freed is None:
        tried = GiveOrder(UNITS[SLOT[giver]].id, unit, ORDERS[kind])
        refused = commands.check(commands.cancelled(state, back), tried)
        return LineAction(Offer(refused, tried, (unit,), words=words), SIGNS[kind], name=SHORT[kind])
    then: tuple[Action, ...] = (freed,)
    return LineAction(Offer(LEGAL, back, (unit,), words=words, then=then), SIGNS[kind], name=SHORT[kind])
