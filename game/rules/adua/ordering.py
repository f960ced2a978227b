"""The orders phase: Italian commanders give orders (8.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.action import Action
from game.core.indices import Slot
from game.core.message import say, several
from game.core.offer import Offer
from game.core.prompt import Budget
from game.core.verdict import LEGAL, Illegal, Verdict
from game.rules.adua import commands
from game.rules.adua.actions import END, NUMBER_OF, ORDERS, CancelOrder, GiveOrder
from game.rules.adua.events import Ordered
from game.rules.adua.harm import Done
from game.rules.adua.sequence import SidePhase, noted
from game.rules.adua.sides import ITALIANS, rule
from game.rules.adua.state import AduaState
from game.rules.adua.units import COLONELS, COMMANDERS, GENERALS, SLOT, UNITS, name_of


class OrdersPhase(SidePhase):
    """The Italian player orders something of colonels and units."""

    rule = rule("8.0")
    asks = say("Give orders to colonels and units")
    ends = say("End orders")
    unused = several("{count} commander has orders left", "{count} commanders have orders left", 0)
    rest = say("Order the rest as a veteran would")

    def busy(self, state: AduaState) -> bool:
        return len(state.orders) < len(UNITS)

    def budgets(self, state: AduaState) -> tuple[Budget, ...]:
        whole = sum(UNITS[slot].value for slot in COMMANDERS[ITALIANS] if state.alive(slot))
        return (Budget(say("Orders left"), whole - len(state.orders), whole),)

    def possible(self, state: AduaState) -> Iterator[GiveOrder]:
        """Every order that can be given."""
        for giver in COMMANDERS[ITALIANS]:
            yield from commands.possible(state, giver)

    def able(self, state: AduaState) -> Sequence[Slot]:
        named = {SLOT[name] for order in self.possible(state) for name in order.units}
        return sorted({*named, *(order.target for order in state.orders)})

    def free(self, state: AduaState) -> tuple[str, ...]:
        return tuple(dict.fromkeys(order.giver for order in self.possible(state)))

    def candidates(self, state: AduaState) -> list[Action]:
        return [*self.possible(state), *(CancelOrder(UNITS[order.target].id) for order in state.orders), END]

    def own(self, state: AduaState, action: Action) -> Verdict | None:
        if isinstance(action, GiveOrder):
            return commands.check(state, action)
        if isinstance(action, CancelOrder):
            return commands.check_cancel(state, action)
        return None

    def of_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        """What a commander can order of whom, and why he cannot reach others; what can be ordered of a piece: of a
        unit by its colonel where he can."""
        unit, ground = UNITS[slot].id, state.ground
        if slot in COMMANDERS[ITALIANS]:
            whom = set[Slot]()
            for order in commands.possible(state, slot):
                target = SLOT[order.target]
                whom.add(target)
                told = commands.told(NUMBER_OF[order.kind])
                yield Offer(LEGAL, order, (unit,), ground.hexes[state.at[target]],
                            say("{target}: {order}", target=name_of(target), order=told), told)
            for target in commands.subjects(slot):
                if target not in whom and state.alive(target):
                    yield Offer(commands.refused(state, slot, target), place=ground.hexes[state.at[target]])
        found: dict[str, GiveOrder] = {}
        for giver in (*COLONELS, *GENERALS):
            for order in commands.possible(state, giver) if giver != slot else ():
                if order.target == unit:
                    found.setdefault(order.kind, order)
        for order in sorted(found.values(), key=lambda order: NUMBER_OF[order.kind]):
            told = commands.told(NUMBER_OF[order.kind])
            yield Offer(LEGAL, order, (unit,), words=say("{order} by {giver}'s order", order=told,
                                                         giver=name_of(SLOT[order.giver])))
        if state.order_of(slot) is not None:
            yield Offer(LEGAL, CancelOrder(unit), (unit,), words=say("Cancel its order"))

    def why_not_able(self, state: AduaState, slot: Slot) -> Illegal:
        return commands.idle(state, slot)

    def done(self, state: AduaState, action: Action) -> Done:
        if isinstance(action, CancelOrder):
            return commands.cancelled(state, action), noted("8.0", say(
                "The order to {unit} is cancelled", unit=name_of(SLOT[action.unit])))
        assert isinstance(action, GiveOrder)
        giver, target, kind = SLOT[action.giver], SLOT[action.target], NUMBER_OF[action.kind]
        text = say("{giver} to {target}: {order}", giver=name_of(giver), target=name_of(target),
                   order=commands.told(kind))
        under = commands.passes_under(state, giver, target, kind)
        number = rule("8.0", 4 if action.kind == ORDERS[4] else None) if under is None else under.rule
        return commands.given(state, action), (Ordered(number, text, action.giver, action.target, action.kind),)
