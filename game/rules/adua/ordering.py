"""The list of the order phase: generals with their orders left, and below them their colonels and units (3.0, 8.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from game.core.action import Action
from game.core.event import Noted
from game.core.field_types import UnitName
from game.core.indices import Slot
from game.core.message import Message, Text, and_list, both_or_all, joined, plural, say
from game.core.offer import Offer
from game.core.overview import CommandLine, LineAction, Overview, OverviewLine
from game.core.prompt import Budget
from game.core.verdict import LEGAL, Illegal
from game.rules.adua import commands
from game.rules.adua.actions import END_PHASE, CancelOrder, GiveOrder, OrderKind
from game.rules.adua.commands import ORDER_TITLES
from game.rules.adua.sequence import SidePhase, noted
from game.rules.adua.sides import ARTILLERY, ITALIANS, refuse, rule
from game.rules.adua.state import AduaState, Done
from game.rules.adua.units import (
    BRIGADE_COLOURS,
    CHIEF,
    COLONELS,
    COMMANDERS,
    GENERAL,
    GENERALS,
    KIND,
    SLOT,
    UNITS,
    UNITS_OF_BRIGADE,
    UNITS_OF_CHIEF,
    name_of,
)

ORDER_SHORT_TITLES: Mapping[OrderKind, Message] = dict(zip(OrderKind, (
    say("Offensive"), say("Hold"), say("Resupply"), say("Rally"), say("Move"), say("Small arms"), say("Melee"),
    say("Entrench")), strict=True))
"""The short names of the orders, for the chits."""
CHIT_SEQUENCE = (OrderKind.RESUPPLY, OrderKind.RALLY, OrderKind.SHOOT, OrderKind.MARCH, OrderKind.ASSAULT,
                 OrderKind.OFFENSIVE, OrderKind.HOLD, OrderKind.ENTRENCH)
"""The order of the chits from the left, in the legend above the list and on its lines."""
CANCEL_LABEL = say("Cancel its order")
"""The label of the offer that cancels the order of a unit or a colonel."""
NO_GENERAL, NO_COMMANDER = say("colonel; general dead"), say("no commander is left to give it orders")
"""The subtitles of a colonel whose general is dead, and of a unit that nobody can give orders to."""
REPLACING_MELEE = (OrderKind.MARCH, OrderKind.OFFENSIVE, OrderKind.HOLD)
"""The orders of a unit or its colonel that replace the melee order on the unit's line."""


def chit_legend(state: AduaState) -> tuple[tuple[str, Message], ...]:
    """The chits that can be on the list in this phase, with their names."""
    units_in_need = {OrderKind.RESUPPLY: state.low, OrderKind.RALLY: state.disorganized}
    return tuple((f"ordered-{kind}", ORDER_SHORT_TITLES[kind]) for kind in CHIT_SEQUENCE
                 if units_in_need.get(kind, True))


def lines(state: AduaState) -> Iterator[OverviewLine]:
    """The lines of the list, brigade by brigade: the general, the colonels with their units, the other units, and last
    the units that no living commander could order. Dead commanders have no line."""
    for brigade, general in enumerate(GENERALS):
        general_id = UNITS[general].id
        if state.is_on_map(general):
            yield _commander_line(state, general, "")
        for colonel in COLONELS:
            if CHIEF[colonel] != general:
                continue
            if state.is_on_map(colonel):
                yield _commander_line(state, colonel, general_id if state.is_on_map(general) else "")
            leaders = [one for one in (general, colonel) if state.is_on_map(one)]
            yield from (_unit_line(state, slot, UNITS[leaders[0]].id, len(leaders))
                        for slot in UNITS_OF_CHIEF[colonel] if state.is_on_map(slot) and leaders)
        yield from (_unit_line(state, slot, general_id, 1) for slot in UNITS_OF_BRIGADE[brigade]
                    if CHIEF[slot] < 0 and state.is_on_map(slot) and state.is_on_map(general))
        yield from (OverviewLine(UNITS[slot].id, name_of(slot), (UNITS[slot].id,), (), BRIGADE_COLOURS[brigade],
                                 NO_COMMANDER, value=state.numbers(slot))
                    for slot in UNITS_OF_BRIGADE[brigade] if state.is_on_map(slot) and not _has_commander(state, slot))


def _has_commander(state: AduaState, slot: Slot) -> bool:
    """Whether any living commander could order a unit."""
    return state.is_on_map(GENERAL[slot]) or (CHIEF[slot] >= 0 and state.is_on_map(CHIEF[slot]))


def _commander_line(state: AduaState, slot: Slot, parent: str) -> OverviewLine:
    """A general's or colonel's line: its orders left, with chits for the two orders of a general to colonels."""
    orders_left, order_count = commands.orders_left(state, slot), UNITS[slot].value
    order_received = state.order_of(slot)
    units_ordered = tuple(UNITS[order.target].id for order in state.orders if order.giver == slot)
    role = (say("general") if slot in GENERALS else say("colonel") if order_received is None
            else ORDER_SHORT_TITLES[order_received.kind])
    subtitle: Text = say("{who}; orders left", who=role) if orders_left else say("{who}; all orders given", who=role)
    if slot not in GENERALS and order_received is None and not state.is_on_map(GENERAL[slot]):
        subtitle = NO_GENERAL
    chits = tuple(_chits_for_all(state, slot) if slot in GENERALS else (
        _order_chit(state, slot, kind, UNITS[GENERAL[slot]].id) for kind in commands.ORDERS_TO_COLONELS))
    return CommandLine(UNITS[slot].id, name_of(slot), (UNITS[slot].id, *units_ordered), (),
                       BRIGADE_COLOURS[UNITS[slot].brigade],
                       subtitle,
                       value=f"{orders_left}/{order_count}", progress="" if orders_left else "done",
                       actions=chits, layers_unit=UNITS[slot].id, parent=parent, indent=1 if parent else 0)


def _chits_for_all(state: AduaState, general: Slot) -> Iterator[LineAction]:
    """For each order that a general gives to colonels, a chit that gives it to all of them (``orders_to_all``)."""
    for kind in commands.ORDERS_TO_COLONELS:
        orders = orders_to_all(state, general, kind)
        if orders:
            label = both_or_all("{order} to the one in range", "{order} to both in range",
                                "{order} to all {count} in range", len(orders), order=ORDER_TITLES[kind])
            offer = Offer(LEGAL, orders[0], (UNITS[general].id,), label=label, follow_ups=tuple(orders[1:]))
        else:
            colonel = next((one for one in COLONELS if CHIEF[one] == general), general)
            refused_order = GiveOrder(UNITS[general].id, UNITS[colonel].id, kind)
            offer = Offer(commands.check(state, refused_order), refused_order, label=ORDER_TITLES[kind])
        yield LineAction(offer, f"ordered-{kind}", name=ORDER_SHORT_TITLES[kind])


def orders_to_all(state: AduaState, general: Slot, kind: OrderKind) -> list[GiveOrder]:
    """The orders that pass on a kind of order to a whole brigade: the general's to each colonel in range, then the
    colonels' to their units, as far as the orders left allow."""
    orders: list[GiveOrder] = []
    for giver in (general, *(one for one in COLONELS if CHIEF[one] == general)):
        for order in list(commands.possible_orders(state, giver)):
            if order.kind == kind and commands.orders_left(state, giver) > 0:
                orders.append(order)
                state = commands.with_order(state, order)
    return orders


def _unit_line(state: AduaState, slot: Slot, parent: str, indent: int) -> OverviewLine:
    """A unit's line: its condition and the giver of its order, or else its commander, with the chits of the orders."""
    order = state.order_of(slot)
    bit = 1 << slot
    conditions = joined((
        say("low ammo") if state.low & bit else "", say("disorganized") if state.disorganized & bit else "",
        say("entrenched") if state.entrenched & bit else "", say("in melee") if state.engaged & bit else ""))
    subtitle: Text = conditions or name_of(CHIEF[slot] if CHIEF[slot] >= 0 else GENERAL[slot])
    if order:
        giver_name = name_of(order.giver)
        subtitle = say("{conditions} ({giver})", conditions=conditions, giver=giver_name) if conditions else say(
            "ordered by {giver}", giver=giver_name)
    giver = UNITS[CHIEF[slot] if CHIEF[slot] >= 0 and state.is_on_map(CHIEF[slot]) else GENERAL[slot]].id
    chits = tuple(_order_chit(state, slot, kind, giver) for kind in _order_kinds(state, slot))
    return CommandLine(UNITS[slot].id, name_of(slot), (UNITS[slot].id,), (), BRIGADE_COLOURS[UNITS[slot].brigade],
                       subtitle, value=state.numbers(slot), actions=chits, parent=parent, indent=indent)


def _order_kinds(state: AduaState, slot: Slot) -> Iterator[OrderKind]:
    """The orders that a unit's line offers as chits. Their number does not change during the phase.

    If the colonel has an order, the line shows it in place of the melee order, unless the unit has that one. Under Hold
    Position the melee order, which the general may still give (ruling 34), takes the place of the order to entrench: a
    unit that holds and does not move entrenches in any case (ruling 6).
    """
    if state.low >> slot & 1:
        yield OrderKind.RESUPPLY
    if state.disorganized >> slot & 1:
        yield OrderKind.RALLY
    yield OrderKind.SHOOT
    present_order = state.order_of(slot)
    orders_in_force = (present_order, state.order_of(CHIEF[slot]) if CHIEF[slot] >= 0 else None)
    replacing = next((order.kind for order in orders_in_force if order is not None and order.kind in REPLACING_MELEE),
                     None)
    if replacing == OrderKind.OFFENSIVE and present_order is not None and present_order.kind == OrderKind.ASSAULT:
        replacing = None
    if KIND[slot] in ARTILLERY:
        yield OrderKind.MARCH if replacing is None else replacing
        yield OrderKind.ENTRENCH
    else:
        yield OrderKind.ASSAULT if replacing is None else replacing
        entrenches = present_order is not None and present_order.kind == OrderKind.ENTRENCH
        yield OrderKind.ENTRENCH if replacing != OrderKind.HOLD or entrenches else OrderKind.ASSAULT


def _order_chit(state: AduaState, slot: Slot, kind: OrderKind, giver: UnitName) -> LineAction:
    """An order as a chit to click. A click gives the order, cancels it if it is in force, or replaces the unit's
    present order.

    :param giver: the commander named in the refusal if nobody can give the order.
    """
    unit, title, present_order = UNITS[slot].id, ORDER_TITLES[kind], state.order_of(slot)
    cancel = CancelOrder(unit)
    if present_order is not None and present_order.kind == kind:
        offer = Offer(LEGAL, cancel, (unit,), label=CANCEL_LABEL)
        return LineAction(offer, f"ordered-{kind}", True, ORDER_SHORT_TITLES[kind])
    without_order = state if present_order is None else commands.without_order(state, cancel)
    best = commands.best_order(without_order, slot, kind)
    if best is None:
        refused_order = GiveOrder(giver, unit, kind)
        offer = Offer(commands.check(without_order, refused_order), refused_order, (unit,), label=title)
    else:
        offer = Offer(LEGAL, best, (unit,), label=title) if present_order is None else Offer(
            LEGAL, cancel, (unit,), label=title, follow_ups=(best,))
    return LineAction(offer, f"ordered-{kind}", name=ORDER_SHORT_TITLES[kind])


@dataclass(frozen=True, slots=True)
class Ordered(Noted):
    """A unit or colonel was given an order."""

    type: ClassVar[str] = "ordered"
    giver: str
    unit: str
    """The unit or colonel that was ordered."""
    order: str
    """The order in notation."""


class OrdersPhase(SidePhase):
    """The phase in which the Italian player gives orders to colonels and units."""

    rule = rule("8.0")
    asks = say("Give orders to colonels and units")
    end_label = say("End orders")
    checks = ((GiveOrder, commands.check), (CancelOrder, commands.check_cancel))
    unused_text = plural("{count} commander can give orders", "{count} commanders can give orders", 0)
    veteran_label = say("Let the computer order the rest")

    def can_play_on(self, state: AduaState) -> bool:
        return bool(self.able_pieces(state))

    def budgets(self, state: AduaState) -> tuple[Budget, ...]:
        order_count = sum(UNITS[slot].value for slot in COMMANDERS[ITALIANS] if state.is_on_map(slot))
        return (Budget(say("Orders left"), order_count - len(state.orders), order_count, counts_task=True),)

    def possible_orders(self, state: AduaState) -> Iterator[GiveOrder]:
        """All orders that can be given."""
        for giver in COMMANDERS[ITALIANS]:
            yield from commands.possible_orders(state, giver)

    def selectable(self, state: AduaState) -> Sequence[Slot]:
        able = {SLOT[name] for order in self.possible_orders(state) for name in order.units}
        return sorted({*able, *(order.target for order in state.orders)})

    def able_pieces(self, state: AduaState) -> tuple[str, ...]:
        return tuple(dict.fromkeys(order.giver for order in self.possible_orders(state)))

    def candidates(self, state: AduaState) -> list[Action]:
        return [*self.possible_orders(state), *(CancelOrder(UNITS[order.target].id) for order in state.orders),
                END_PHASE]

    def overview(self, state: AduaState) -> Overview:
        return Overview(say("Orders"), tuple(lines(state)), chit_legend(state))

    def offers_for_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        """For a commander, the orders it can give and why it cannot reach others; for a piece under command, the orders
        it can receive, from its colonel if possible."""
        unit, ground = UNITS[slot].id, state.ground
        if slot in COMMANDERS[ITALIANS]:
            targets = set[Slot]()
            for order in commands.possible_orders(state, slot):
                target = SLOT[order.target]
                targets.add(target)
                title = ORDER_TITLES[order.kind]
                yield Offer(LEGAL, order, (unit,), ground.hexes[state.at[target]],
                            say("{target}: {order}", target=name_of(target), order=title), title)
            for target in commands.subjects(slot):
                if target not in targets and state.is_on_map(target):
                    yield Offer(commands.why_no_order(state, slot, target), place=ground.hexes[state.at[target]])
        for kind, title in ORDER_TITLES.items():
            if best := commands.best_order(state, slot, kind):
                yield Offer(LEGAL, best, (unit,), label=say("{order} on {giver}'s order", order=title,
                                                            giver=name_of(SLOT[best.giver])))
        if state.order_of(slot) is not None:
            yield Offer(LEGAL, CancelOrder(unit), (unit,), label=CANCEL_LABEL)

    def why_not_able(self, state: AduaState, slot: Slot) -> Illegal:
        """For a piece under command, why neither its colonel nor its general can give it an order."""
        for giver in (CHIEF[slot], GENERAL[slot]):
            if giver >= 0 and giver != slot and state.is_on_map(giver) and slot in commands.subjects(giver):
                verdict = commands.why_no_order(state, giver, slot)
                if isinstance(verdict, Illegal):
                    return verdict
        return refuse("8.0", say("{unit} can neither give nor receive an order now", unit=name_of(slot)),
                      unit=UNITS[slot].id)

    def carry_out(self, state: AduaState, action: Action) -> Done:
        if isinstance(action, CancelOrder):
            after = commands.without_order(state, action)
            passed_on = [order.target for order in state.orders
                         if after.order_of(order.target) is None and order.target != SLOT[action.unit]]
            return after, noted("8.0", say("The order to {unit} is cancelled", unit=name_of(SLOT[action.unit]))) + (
                noted("8.0", plural("The order passed on to {units} is cancelled, too",
                                    "The orders passed on to {units} are cancelled, too", len(passed_on),
                                    units=and_list(map(name_of, passed_on)))) if passed_on else ())
        assert isinstance(action, GiveOrder)
        giver, target, kind = SLOT[action.giver], SLOT[action.target], action.kind
        text = say("{giver} to {target}: {order}", giver=name_of(giver), target=name_of(target),
                   order=ORDER_TITLES[kind])
        note = commands.note_on_replaced_order(state, giver, target, kind)
        cited = rule("8.0", 4 if action.kind == OrderKind.MARCH else None) if note is None else note.rule
        return commands.with_order(state, action), (Ordered(cited, text, action.giver, action.target, action.kind),)
