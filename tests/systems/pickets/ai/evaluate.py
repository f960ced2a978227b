"""The value of positions of Pickets for computer players, and the shortlist of actions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from game.core.action import Action
from game.core.contract import System
from game.core.evaluator import Evaluator, Weighed, unranked
from game.core.message import Text

from .. import combat, fire, movement
from ..actions import BEGIN, DECLINE, DONE, END, Enter, Move, Simple, Word
from ..ground import Ground
from ..resolve import RESOLVE
from ..state import COMBAT, ORDERS, SHAKEN, Combat, March, Order, Reaction, State
from ..state import DONE as HAS_MOVED
from ..units import INDEX, KINDS, OF_SEAT, SEATS, TYPES, arrivals, home
from ..words import say
from . import losses
from .posture import FAR, NEARER, Posture

STEP = 1 / 40
"""The value of a step, without the resolve lost with a counter's last step."""
HOPED = STEP + 1 / (2 * RESOLVE)
"""The value of a step that is expected to be lost: it includes half a counter's resolve."""
CONSIDERED = 4
"""The most moves and shots on the shortlist."""
OF_KIND = 3
"""The most counters of each kind whose orders are considered, first the nearest of those without an enemy in reach."""
DECLARED = 6
"""The most combats on the shortlist."""
GOOD = 0.3
"""The least gain in steps, beyond its cost, of a good combat."""
RESOLVED = ("volley", "fire", "assault")
"""The order in which combats are resolved: assaults come after fire has removed units."""


class PicketsEvaluator(Evaluator[State]):
    """Values resolve and steps, declared combats, the threat of shots, and the counters' places."""

    def __init__(self, rules: System[State], ground: Ground) -> None:
        self.rules, self.ground = rules, ground
        self.posture = Posture(ground)

    def settled(self, state: State) -> bool:
        """False while a roll is pending or a counter has an order and has not moved."""
        top = state.top()
        fresh = isinstance(top, Order) and top.left == TYPES[INDEX[top.unit]].move
        return not state.due and not fresh

    def worth(self, state: State, seat: str) -> float:
        mine = SEATS.index(seat)
        ours, theirs = (state.resolve[s] / RESOLVE + STEP * self._strength(state, s) for s in (mine, 1 - mine))
        hopes = self._hopes(state) * (1 if state.seat == mine else -1)
        return max(-1.0, min(1.0, (ours - theirs + HOPED * hopes) / 2))

    def plausible(self, state: State) -> Sequence[Action]:
        """All legal actions."""
        return self.rules.candidates(state)

    def shortlist(self, state: State) -> Sequence[Weighed]:
        return unranked(self._likely(state))

    def _likely(self, state: State) -> Sequence[Action]:
        """The main button's action, then the few best; never more than can be weighed at once."""
        top = state.top()
        if isinstance(top, Reaction):
            return self._shots(state)
        if isinstance(top, Order):
            return self._moves(state, top)
        if state.phase == ORDERS:
            return self._orders(state)
        if state.phase == COMBAT and state.begun:
            return self._next(state)
        return self._combats(state) if state.phase == COMBAT else self.plausible(state)

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
        """The purpose of an action, with its chance or expected steps."""
        one = combat.declared(action) if state.phase == COMBAT else None
        order = state.ordered
        if one is not None:
            return self._promised(state, one)
        if isinstance(action, Simple) and action.deed == "react" and order is not None:
            return say("fires: {chance} % to hit {unit}", unit=TYPES[INDEX[order.unit]].name,
                       chance=self._chance(state, action.unit, order.unit, True))
        if isinstance(action, Move) and order is not None:
            return self._approach(state, action)
        if isinstance(action, Enter):
            return say("brings {unit} up", unit=TYPES[INDEX[action.unit]].name)
        if isinstance(action, Simple):
            name = TYPES[INDEX[action.unit]].name
            return {"order": say("sends {unit} toward the enemy", unit=name),
                    "exit": say("{unit} breaks through", unit=name),
                    "resolve": say("{unit} begins", unit=name)}.get(action.deed, self.rules.describe(state, action))
        return self._passes(state, action)

    def _strength(self, state: State, seat: int) -> float:
        """The steps of a side and the value of their places; a moving counter counts where it is going."""
        enemy, index, found = self.posture.among(state.held[1 - seat]), self.ground.board.index, 0.0
        goals = self._goal(state)
        for i in OF_SEAT[seat]:
            unit, kind = state.units[i], TYPES[i].kind
            place, facing = goals.get(i, (unit.place, unit.facing))
            found += unit.steps - losses.SHAKES * (SHAKEN in unit.marks)
            if place in index and place is not None:
                found += self.posture.worth(place, facing, kind, enemy) * unit.steps / TYPES[i].steps
            elif place == arrivals(seat):
                found -= NEARER
        return found

    def _goal(self, state: State) -> dict[int, tuple[str | None, int]]:
        order = state.ordered
        if order is None or len(state.frames) < 2:
            return {}
        march, unit = state.frames[1], state.unit(order.unit)
        return {INDEX[order.unit]: (march.path[-1] if march.path else unit.place, march.facing)} if isinstance(
            march, March) else {}

    def _hopes(self, state: State) -> float:
        """The steps that the phasing side expects to gain from its combats and lose to shots."""
        if state.ending or not (state.combats or isinstance(state.top(), Reaction)):
            return 0.0
        taken, lost = dict[str, float](), 0.0
        for one in state.combats:
            cost, own = losses.costs(self.ground, state, one)
            lost += own
            for place, steps in zip(one.targets, cost, strict=True):
                taken[place] = taken.get(place, 0.0) + steps
        there = {place: sum(state.units[i].steps for i in state.at(place)) for place in taken}
        return sum(min(there[place], steps) for place, steps in taken.items()) - lost - self._danger(state)

    def _danger(self, state: State) -> float:
        """The expected steps lost by a moving counter if all enemies fire in turn; the first hit stops it."""
        order, found, goes_on = state.ordered, 0.0, 1.0
        if order is None or not isinstance(state.top(), Reaction):
            return found
        for name in islice(movement.reactors(self.ground, state), CONSIDERED):
            found += goes_on * losses.shot_cost(self.ground, state, name, order.unit, True)
            goes_on *= losses.results(self.ground, state, name, order.unit, True).get("-", 0.0)
        return found

    def _shots(self, state: State) -> Sequence[Action]:
        order = state.ordered
        assert order is not None
        able = sorted(movement.reactors(self.ground, state),
                      key=lambda name: -losses.shot_cost(self.ground, state, name, order.unit, True))
        return (DECLINE, *(Simple("react", name) for name in able[:CONSIDERED]))

    def _moves(self, state: State, order: Order) -> Sequence[Action]:
        if movement.may_leave(self.ground, state, order):
            return (Simple("exit", order.unit),)
        index = INDEX[order.unit]
        kind, enemy = TYPES[index].kind, self.posture.among(state.held[1 - TYPES[index].seat])
        reached = self.ground.reach(state, index, order.left)
        ways = sorted(list(reached.values())[1:], key=lambda way: (
            -self.posture.worth(way.path[-1][0], way.path[-1][1], kind, enemy), len(way.path)))
        moves = (movement.way_of(order.unit, way.path) for way in ways)
        legal = (move for move in moves if movement.check(self.ground, state, move))
        return (DONE, *islice(legal, CONSIDERED))

    def _orders(self, state: State) -> Sequence[Action]:
        if not state.orders:
            return (END,)
        seat, index = state.seat, self.ground.board.index
        enemy = self.posture.among(state.held[1 - seat])
        idle: dict[str, list[tuple[bool, float, str]]] = {kind: [] for kind in KINDS}
        for i in OF_SEAT[seat]:
            unit, kind = state.units[i], TYPES[i].kind
            if unit.place is not None and unit.place in index and not unit.marks & {HAS_MOVED, SHAKEN}:
                stands = (unit.place, unit.facing, kind, enemy)
                idle[kind].append((self.posture.bites(*stands), -self.posture.worth(*stands), TYPES[i].id))
        orders = [Simple("order", name) for those in idle.values() for _, _, name in sorted(those)[:OF_KIND]]
        return (END, *orders, *self._entry(state, enemy))

    def _entry(self, state: State, enemy: frozenset[str]) -> Sequence[Action]:
        """The first arriving counter, in the open hex nearest the enemy."""
        waiting = [i for i in state.at(arrivals(state.seat)) if TYPES[i].seat == state.seat]
        edge = sorted(self.ground.edge(home(state.seat)), key=lambda hex_: min(FAR, self.posture.away(hex_, enemy)))
        entries = (Enter(TYPES[waiting[0]].id, place) for place in edge) if waiting else ()
        return tuple(islice((one for one in entries if movement.check(self.ground, state, one)), 1))

    def _next(self, state: State) -> Sequence[Action]:
        one = min(state.combats, key=lambda one: RESOLVED.index(one.kind))
        return (Simple("resolve", one.units[0]),)

    def _combats(self, state: State) -> Sequence[Action]:
        engaged = {name for one in state.combats for name in one.units}
        found: list[tuple[float, Action]] = []
        for action in combat.candidates(self.ground, state):
            one = combat.declared(action)
            if one is not None and not engaged & set(one.units):
                cost, own = losses.costs(self.ground, state, one)
                found.append((sum(cost) - own, action))
        good = sorted((one for one in found if one[0] >= GOOD), key=lambda one: -one[0])
        return (BEGIN if state.combats else END, *(action for _, action in good[:DECLARED]))

    def _chance(self, state: State, firer: str, target: str, under_way: bool) -> int:
        return round(100 * (1 - losses.results(self.ground, state, firer, target, under_way).get("-", 0.0)))

    def _promised(self, state: State, one: Combat) -> Text:
        target = fire.victim(state, one.targets[0])
        if one.kind == "fire" and target is not None:
            return say("fires: {chance} % to hit {unit}", unit=TYPES[INDEX[target]].name,
                       chance=self._chance(state, one.units[0], target, False))
        cost, own = losses.costs(self.ground, state, one)
        if one.kind == "volley":
            return say("fires for about {steps} steps", steps=f"{sum(cost):.1f}")
        return say("assaults for about {steps} steps at a cost of {own}", steps=f"{sum(cost):.1f}", own=f"{own:.1f}")

    def _approach(self, state: State, action: Move) -> Text:
        seat, unit = TYPES[INDEX[action.unit]].seat, state.unit(action.unit)
        enemy, before = self.posture.among(state.held[1 - seat]), unit.place or ""
        hexes = self.posture.away(action.path[-1] if action.path else before, enemy)
        if hexes >= FAR:
            return self.rules.describe(state, action)
        return say("turns to face the enemy") if not action.path else say(
            "comes within {hexes} hexes of the enemy", hexes=hexes) if hexes > 1 else say("comes next to the enemy")

    def _passes(self, state: State, action: Action) -> Text:
        if not isinstance(action, Word):
            return self.rules.describe(state, action)
        ends = say("all orders are given") if not state.orders else say("no other order is worth the risk")
        return {END: ends if state.phase == ORDERS else say("no combat has good odds"), DONE: say("stays where it is"),
                BEGIN: say("no other combat has good odds"), DECLINE: say("holds its fire")}[action]
