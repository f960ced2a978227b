"""Italian orders: who may give which to whom, command range, and what an order allows a unit to do (3.0, 8.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from game.core.indices import Slot, other
from game.core.message import Message, both_or_all, say
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.adua.actions import CancelOrder, GiveOrder, OrderKind
from game.rules.adua.sides import ABYSSINIANS, ARTILLERY, ITALIANS, refuse, rule
from game.rules.adua.state import AduaState, GivenOrder, once
from game.rules.adua.units import (
    CHIEF,
    COLONELS,
    COMBAT_UNITS,
    COMMANDERS,
    GENERALS,
    KIND,
    SLOT,
    UNITS,
    UNITS_OF_BRIGADE,
    UNITS_OF_CHIEF,
    name_of,
)

ORDER_TITLES: Mapping[OrderKind, Message] = dict(zip(OrderKind, (
    say("General Offensive"), say("Hold Position"), say("resupply"), say("rally"), say("move"),
    say("attack with small arms"), say("attack in melee"), say("entrench")), strict=True))
"""Order -> its name on screen."""
MAY_ENTER_ZOC = frozenset((OrderKind.SHOOT, OrderKind.ASSAULT, OrderKind.OFFENSIVE))
"""Orders under which a unit may enter an enemy ZOC (8.0, ruling 4)."""
MAY_FIRE = MAY_ENTER_ZOC | {OrderKind.HOLD}
"""Orders under which a unit may attack with small arms."""
MAY_CHARGE = frozenset((OrderKind.ASSAULT, OrderKind.OFFENSIVE))
"""Orders under which a unit may attack in melee."""
MAY_NOT_MOVE = frozenset((OrderKind.RALLY, OrderKind.ENTRENCH))
"""Orders under which a unit may not move (ruling 5)."""
ORDERS_TO_COLONELS = (OrderKind.OFFENSIVE, OrderKind.HOLD)
"""The orders that a general gives to a colonel, who passes them on to units (8.0)."""
COLONEL_ORDERS = (OrderKind.RESUPPLY, OrderKind.RALLY, OrderKind.MARCH, OrderKind.SHOOT, OrderKind.ENTRENCH)
"""The orders that a colonel may give to a unit, besides passing on the order it received."""
GENERAL_ORDERS = (*COLONEL_ORDERS[:4], OrderKind.ASSAULT, OrderKind.ENTRENCH)
"""The orders that a general may give to a unit."""


def orders_left(state: AduaState, giver: Slot) -> int:
    """The number of orders that a commander may still give this turn (3.0)."""
    return UNITS[giver].value - sum(order.giver == giver for order in state.orders)


def hexes_in_range(state: AduaState, giver: Slot) -> int:
    """The mask of hexes within a commander's range, traced around enemy units; a hex with enemies can be the last one,
    so that units in melee there are reached (3.0, ruling 35)."""
    ground = state.ground
    here, enemies, reach = state.at[giver], state.occupied[other(UNITS[giver].seat)], UNITS[giver].range
    return ground.traced(here, enemies, reach) | ground.beside(ground.traced(here, enemies, reach - 1)) & enemies


def subjects(giver: Slot) -> tuple[Slot, ...]:
    """The pieces that a commander may give orders to: a general's colonels and all units of the brigade, or a colonel's
    units (3.0)."""
    if giver in GENERALS:
        colonels = tuple(slot for slot in COLONELS if CHIEF[slot] == giver)
        return (*colonels, *UNITS_OF_BRIGADE[UNITS[giver].brigade])
    return UNITS_OF_CHIEF[giver]


def order_kinds(state: AduaState, giver: Slot, target: Slot) -> tuple[OrderKind, ...]:
    """The orders that a commander may give to a unit or colonel, whatever its condition (8.0)."""
    if target not in subjects(giver):
        return ()
    if target >= COMBAT_UNITS:
        return ORDERS_TO_COLONELS
    if giver in GENERALS:
        return GENERAL_ORDERS
    own_order = state.order_of(giver)
    return (own_order.kind, *COLONEL_ORDERS) if own_order is not None else COLONEL_ORDERS


def check(state: AduaState, action: GiveOrder) -> Verdict:
    """Whether an order may be given now (3.0, 8.0)."""
    giver, target, kind = SLOT[action.giver], SLOT[action.target], action.kind
    if giver not in COMMANDERS[ITALIANS]:
        return refuse("8.0", say("{unit} gives no orders", unit=name_of(giver)), unit=action.giver)
    if not state.is_on_map(giver):
        return refuse("8.0", say("{unit} is not on the map and gives no orders", unit=name_of(giver)),
                      unit=action.giver)
    if target not in subjects(giver):
        return refuse("3.0", say("{giver} does not command {unit}", giver=name_of(giver), unit=name_of(target)),
                      unit=action.target)
    refusal = _refused_kind(state, giver, target, kind)
    if refusal is not None:
        return refusal
    if orders_left(state, giver) <= 0:
        return refuse("3.0", both_or_all(
            "{giver} has given its order", "{giver} has given both orders", "{giver} has given all {count} orders",
            UNITS[giver].value, giver=name_of(giver)), value=UNITS[giver].value)
    if not state.is_on_map(target):
        return refuse("8.0", say("{unit} is not on the map", unit=name_of(target)), unit=action.target)
    present_order = state.order_of(target)
    if present_order is not None:
        return refuse("8.0", say("{unit} already has an order: {order}", unit=name_of(target),
                                 order=ORDER_TITLES[present_order.kind]), unit=action.target)
    verdict = check_condition(state, giver, target, kind)
    if not verdict:
        return verdict
    if not hexes_in_range(state, giver) >> state.at[target] & 1:
        distance = state.ground.distance(state.at[giver], state.at[target])
        if distance > UNITS[giver].range:
            text = say("{unit} is {distance} hexes from {giver}, whose range is {range}", unit=name_of(target),
                       distance=distance, giver=name_of(giver), range=UNITS[giver].range)
            return refuse("3.0", text, distance=distance, range=UNITS[giver].range)
        return refuse("3.0", say("Enemy units are between {giver} and {unit}", giver=name_of(giver),
                                 unit=name_of(target)), 35, distance=distance, range=UNITS[giver].range)
    return LEGAL


def why_no_order(state: AduaState, giver: Slot, target: Slot) -> Verdict:
    """Why a commander can give no order to a unit or colonel under its command; ``LEGAL`` if it can."""
    verdict: Verdict = LEGAL
    for kind in order_kinds(state, giver, target):
        verdict = check(state, GiveOrder(UNITS[giver].id, UNITS[target].id, kind))
        if verdict:
            break
    return verdict


def _refused_kind(state: AduaState, giver: Slot, target: Slot, kind: OrderKind) -> Illegal | None:
    """Why a commander may not give a kind of order to a unit or colonel; None if it may."""
    if kind in order_kinds(state, giver, target):
        return None
    order = ORDER_TITLES[kind]
    if target >= COMBAT_UNITS:
        return refuse("8.0", say("A colonel can only be ordered General Offensive or Hold Position; {order} is "
                                 "for units", order=order))
    if giver in GENERALS:
        return refuse("8.0", say("A general gives {order} to a colonel, who may pass it on to units", order=order))
    if kind == OrderKind.ASSAULT:
        own_order = state.order_of(giver)
        if own_order is not None and own_order.kind == OrderKind.OFFENSIVE:
            return refuse("8.0", say("Only a general gives the order to attack in melee; {giver} passes on the General "
                                     "Offensive, which includes melee", giver=name_of(giver)))
        return refuse("8.0", say("Only a general gives the order to attack in melee"))
    return refuse("8.1" if kind == OrderKind.OFFENSIVE else "8.2", say("{giver} has no such order to pass on: {order}",
                                                             giver=name_of(giver), order=order))


def check_condition(state: AduaState, giver: Slot, target: Slot, kind: OrderKind) -> Verdict:
    """Whether the condition of a unit or colonel allows an order."""
    unit, unit_name = UNITS[target].id, name_of(target)
    if target >= COMBAT_UNITS:
        entrenched = [order.target for order in state.orders if order.giver == target
                      and order.kind == OrderKind.RALLY and state.entrenched >> order.target & 1]
        if kind == OrderKind.OFFENSIVE and entrenched:
            return refuse("8.1", say("{unit} is entrenched and ordered to rally by {colonel}, who may not receive "
                                     "General Offensive", colonel=unit_name, unit=name_of(entrenched[0])), 34,
                                     unit=unit)
        return LEGAL
    if state.engaged >> target & 1:
        text = say("{unit} is in melee", unit=unit_name)
        is_barred_in_melee = kind in (OrderKind.RESUPPLY, OrderKind.RALLY, OrderKind.ENTRENCH)
        return refuse("8.0", text, unit=unit) if is_barred_in_melee else refuse("3.0", text, 35, unit=unit)
    if kind == OrderKind.RALLY:
        if not state.disorganized >> target & 1:
            return refuse("5.4", say("{unit} is not disorganized", unit=unit_name), unit=unit)
        own_order = state.order_of(giver)
        if state.entrenched >> target & 1 and own_order is not None and own_order.kind == OrderKind.OFFENSIVE:
            return refuse("8.1", say("{unit} is entrenched and does not rally under a General Offensive",
                                     unit=unit_name),
                          unit=unit)
    if kind == OrderKind.RESUPPLY and not state.low >> target & 1:
        return refuse("5.2", say("{unit} is not low on ammunition", unit=unit_name), unit=unit)
    if kind == OrderKind.ENTRENCH and state.entrenched >> target & 1:
        return refuse("5.5", say("{unit} is already entrenched", unit=unit_name), unit=unit)
    if kind == OrderKind.ASSAULT and KIND[target] in ARTILLERY:
        return refuse("10.2", say("Batteries may not enter a melee on their own"), 14, unit=unit)
    return LEGAL


def note_on_replaced_order(state: AduaState, giver: Slot, target: Slot, kind: OrderKind) -> Reason | None:
    """A note that a unit is resupplied or rallies under the General Offensive or Hold Position of its colonel, instead
    of receiving that order itself (rulings 34 and 40); None if not."""
    own_order = state.order_of(giver)
    number = {OrderKind.OFFENSIVE: "8.1", OrderKind.HOLD: "8.2"}.get(own_order.kind) if own_order is not None else None
    ruling = {OrderKind.RESUPPLY: 40, OrderKind.RALLY: 34}.get(kind)
    if own_order is None or number is None or ruling is None:
        return None
    return Reason(rule(number, ruling), say("{unit} gets this order in place of {order}, and may not attack this turn",
                                            unit=name_of(target), order=ORDER_TITLES[own_order.kind]))


def check_cancel(state: AduaState, action: CancelOrder) -> Verdict:
    """Whether an order may be cancelled."""
    if state.order_of(SLOT[action.unit]) is None:
        return refuse("8.0", say("{unit} has no order", unit=name_of(SLOT[action.unit])), unit=action.unit)
    return LEGAL


def with_order(state: AduaState, action: GiveOrder) -> AduaState:
    """The state with an order given."""
    order = GivenOrder(SLOT[action.giver], SLOT[action.target], action.kind)
    return replace(state, orders=tuple(sorted((*state.orders, order))))


@once
def without_order(state: AduaState, action: CancelOrder) -> AduaState:
    """The state without an order; if it was given to a colonel, also without the orders by which the colonel passed it
    on."""
    target = SLOT[action.unit]
    cancelled = state.order_of(target)
    assert cancelled is not None
    orders = tuple(order for order in state.orders if order.target != target and not (
        target in COLONELS and order.giver == target and order.kind == cancelled.kind))
    return replace(state, orders=orders)


def possible_orders(state: AduaState, giver: Slot) -> Iterator[GiveOrder]:
    """All orders that a commander may give now."""
    if not state.is_on_map(giver) or orders_left(state, giver) <= 0:
        return
    reach, ordered = hexes_in_range(state, giver), {order.target for order in state.orders}
    for target in subjects(giver):
        if not state.is_on_map(target) or target in ordered or not reach >> state.at[target] & 1:
            continue
        for kind in order_kinds(state, giver, target):
            if check_condition(state, giver, target, kind):
                yield GiveOrder(UNITS[giver].id, UNITS[target].id, kind)


@once
def _orders_by_target(state: AduaState) -> Mapping[tuple[str, str], GiveOrder]:
    """Id of a unit or colonel and kind of order -> the order that can be given to it, by its colonel if possible."""
    orders: dict[tuple[str, str], GiveOrder] = {}
    for giver in (*COLONELS, *GENERALS):
        for order in possible_orders(state, giver):
            orders.setdefault((order.target, order.kind), order)
    return orders


def best_order(state: AduaState, target: Slot, kind: OrderKind) -> GiveOrder | None:
    """An order to a unit or colonel, given by its colonel if possible, else by its general; None if neither can give
    it."""
    return _orders_by_target(state).get((UNITS[target].id, kind))


def _order_kind(state: AduaState, slot: Slot) -> OrderKind | None:
    """The kind of order that a piece has received this turn; None if it has none."""
    order = state.order_of(slot)
    return order.kind if order is not None else None


def may_enter(state: AduaState, slot: Slot) -> bool:
    """Whether a unit may enter an enemy ZOC: an Italian unit needs an order that allows it (8.0, rulings 4 and 34)."""
    if slot >= COMBAT_UNITS or UNITS[slot].seat == ABYSSINIANS:
        return True
    return _order_kind(state, slot) in MAY_ENTER_ZOC


def rule_against_entry(state: AduaState, slot: Slot) -> tuple[str, int | None]:
    """The number of the rule that keeps an Italian unit out of enemy ZOCs, and its ruling (8.2, rulings 4 and 5)."""
    kind = _order_kind(state, slot)
    return ("8.2", None) if kind == OrderKind.HOLD else ("8.0", 5 if kind == OrderKind.RESUPPLY else 4)


def may_fire(state: AduaState, slot: Slot) -> bool:
    """Whether a unit may attack with small arms (8.0)."""
    return UNITS[slot].seat == ABYSSINIANS or _order_kind(state, slot) in MAY_FIRE


def may_charge(state: AduaState, slot: Slot) -> bool:
    """Whether a unit may attack in melee (8.0, ruling 14)."""
    if KIND[slot] in ARTILLERY:
        return False
    return UNITS[slot].seat == ABYSSINIANS or _order_kind(state, slot) in MAY_CHARGE


def may_move(state: AduaState, slot: Slot) -> bool:
    """Whether a unit's order allows it to move (5.4, ruling 5)."""
    return _order_kind(state, slot) not in MAY_NOT_MOVE
