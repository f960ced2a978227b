"""Orders, moves hex by hex, and reaction fire (2.3, 3 and 4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from game.core.action import Action
from game.core.event import Event, Moved, Noted, Placed
from game.core.verdict import LEGAL, Legal, Verdict

from .actions import DONE as BE_DONE
from .actions import Enter, Move, Simple
from .fire import RANGE
from .ground import TURN, Ground, turns
from .resolve import brought_off
from .state import DONE, FIRED, ORDERS, SHAKEN, March, Order, Reaction, Shot, State
from .units import INDEX, TYPES, arrivals, exits, home
from .words import Message, refused, rule, say

Done = tuple[State, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Arrived(Placed):
    """A counter entered the map."""

    @property
    def text(self) -> Message:
        return say("{unit} arrives in {place}", unit=self.name, place=self.place)


def reactors(ground: Ground, state: State) -> tuple[str, ...]:
    """The counters that may fire at the moving counter: foot that has not fired in this player turn, within range, that
    faces and sees it (4.1)."""
    order = state.ordered
    assert order is not None
    target = state.unit(order.unit).place
    seat = TYPES[INDEX[order.unit]].seat
    if target not in ground.board.index:
        return ()
    found = []
    for hex_ in ground.near(target, RANGE) & state.held[1 - seat]:
        for index in state.at(hex_):
            kind, unit = TYPES[index], state.units[index]
            if kind.kind == "f" and not unit.marks & {FIRED, SHAKEN} and ground.faces(
                    hex_, unit.facing, target) and ground.sighted(hex_, target):
                found.append(kind.id)
    return tuple(sorted(found))


def completed(ground: Ground, state: State, action: Move) -> Move:
    """The move with its whole path: a single hex means the cheapest path there with that facing."""
    order = state.ordered
    if order is None or order.unit != action.unit or len(action.path) != 1:
        return action
    start = state.unit(action.unit).place
    if start is None or action.path[0] not in ground.board.index or ground.board.distance(start, action.path[0]) < 2:
        return action
    way = ground.reach(state, INDEX[action.unit], order.left).get((action.path[0], action.facing))
    return way_of(action.unit, way.path) if way is not None else action


def way_of(unit: str, nodes: tuple[tuple[str, int], ...]) -> Move:
    """The move along a path of the search."""
    path = tuple(b for (a, _), (b, _) in pairwise(nodes) if a != b)
    return Move(unit, path, nodes[-1][1])


def cost_of(ground: Ground, state: State, action: Move) -> tuple[int, Verdict]:
    """The points of a move as far as it is legal, and its verdict (3.2, 3.3)."""
    index = INDEX[action.unit]
    unit = state.units[index]
    here, facing, points = unit.place, unit.facing, 0
    assert here is not None
    for place in action.path:
        side = ground.toward(here, place)
        if side is None:
            return points, refused("3.1", "{place} is not beside {here}", place=place, here=here)
        if not ground.open_to(state, TYPES[index].seat, place):
            return points, refused("1.2", "{place} is full or held by the enemy", place=place)
        cost = ground.step_cost(state, index, here, place)
        if cost is None:
            return points, refused("3.2", "It cannot enter {place} without a road", place=place)
        points += cost + TURN * turns(facing, side)
        here, facing = place, side
    points += TURN * turns(facing, action.facing)
    if not points:
        return 0, refused("3.1", "It stands there and faces that way")
    order = state.ordered
    if order is not None and points > order.left:
        return points, refused("3.2", "It takes {points} points and {left} are left", points=points, left=order.left)
    return points, Legal(cost=points)


def check(ground: Ground, state: State, action: Action) -> Verdict:
    """The verdict on an action of the orders phase."""
    top = state.top()
    if isinstance(top, Reaction):
        if isinstance(action, Simple) and action.deed == "react":
            able = action.unit in reactors(ground, state)
            return LEGAL if able else refused("4.1", "{unit} cannot fire at it", unit=action.unit)
        return refused("4.1", "A shot in reaction is to be decided")
    if isinstance(top, Order):
        return _check_ordered(ground, state, top, action)
    if isinstance(action, Enter) or (isinstance(action, Simple) and action.deed == "order"):
        return _check_order(ground, state, action)
    return refused("2.3", "No counter carries out an order")


def _check_ordered(ground: Ground, state: State, order: Order, action: Action) -> Verdict:
    if action == BE_DONE:
        return LEGAL
    if not action.units or action.units != (order.unit,):
        return refused("2.3", "{unit} carries out its order first", unit=order.unit)
    if isinstance(action, Move):
        return cost_of(ground, state, completed(ground, state, action))[1]
    if isinstance(action, Simple) and action.deed == "exit":
        return LEGAL if may_leave(ground, state, order) else refused(
            "3.5", "It leaves from the far edge, facing it, with a point left")
    return refused("2.3", "It has its order")


def may_leave(ground: Ground, state: State, order: Order) -> bool:
    """Whether a counter is at the far edge, faces it and has a point left (3.5)."""
    unit, ahead = state.unit(order.unit), (home(TYPES[INDEX[order.unit]].seat) + 3) % 6
    return order.left > 0 and unit.facing == ahead and unit.place is not None and ground.beside(
        unit.place, ahead) is None


def _check_order(ground: Ground, state: State, action: Enter | Simple) -> Verdict:
    name = action.unit
    if name not in INDEX or TYPES[INDEX[name]].seat != state.seat:
        return refused("2.3", "{unit} is no counter of this side", unit=name)
    unit = state.unit(name)
    if state.orders == 0:
        return refused("2.3", "All orders of this player turn are given")
    if DONE in unit.marks:
        return refused("2.3", "{unit} has had its order", unit=name)
    if isinstance(action, Simple):
        ready = unit.place in ground.board.index
        return LEGAL if ready else refused("2.3", "{unit} is not on the map", unit=name)
    if unit.place != arrivals(state.seat):
        return refused("3.4", "{unit} is not among the arrivals", unit=name)
    if action.place not in ground.edge(home(state.seat)):
        return refused("3.4", "It arrives at its own edge")
    if not ground.open_to(state, state.seat, action.place):
        return refused("1.2", "{place} is full or held by the enemy", place=action.place)
    return LEGAL if ground.entry(action.place, TYPES[INDEX[name]].kind) is not None else refused(
        "3.2", "It cannot enter {place} without a road", place=action.place)


def apply(ground: Ground, state: State, action: Action) -> Done:
    """Do a legal action of the orders phase."""
    if action == BE_DONE:
        return finish(state), ()
    if isinstance(action, Move):
        order = state.ordered
        assert order is not None
        way = completed(ground, state, action)
        return go_on(ground, replace(state, frames=(order, March(way.path, way.facing))))
    assert isinstance(action, Enter | Simple)
    name, kind = action.unit, TYPES[INDEX[action.unit]]
    if isinstance(action, Enter):
        facing, cost = (home(kind.seat) + 3) % 6, ground.entry(action.place, TYPES[INDEX[name]].kind)
        assert cost is not None
        state = state.put(name, state.unit(name)._replace(place=action.place, facing=facing))
        frames = (Order(name, max(0, kind.move - cost)), March((), facing))
        placed = Arrived(rule("3.4"), name, kind.name, action.place)
        after, events = asked(ground, replace(state, orders=state.orders - 1, frames=frames))
        return after, (placed, *events)
    if action.deed == "order":
        given = Noted(rule("2.3"), say("{unit} is given an order", unit=kind.name))
        return replace(state, orders=state.orders - 1, frames=(Order(name, kind.move),)), (given,)
    if action.deed == "exit":
        left = state.put(name, state.unit(name)._replace(place=exits(kind.seat))).mark(name, DONE)
        return brought_off(replace(left, frames=()), kind.seat, kind.name)
    return replace(state.mark(name, FIRED), frames=(*state.frames, Shot(name))), ()


def declined(ground: Ground, state: State) -> Done:
    """The state after the enemy declines to fire (again) at the moving counter, which goes on (4.2)."""
    return go_on(ground, replace(state, frames=state.frames[:-1]))


def asked(ground: Ground, state: State) -> Done:
    """The state in which the other side may fire at the moving counter; if it cannot, the counter goes on (4.1)."""
    if reactors(ground, state):
        return replace(state, frames=(*state.frames[:2], Reaction())), ()
    return go_on(ground, replace(state, frames=state.frames[:2]))


def go_on(ground: Ground, state: State) -> Done:
    """Follow the rest of the path to its end, or to a hex in which the enemy may fire (3 and 4.1)."""
    order, march = state.frames
    assert isinstance(order, Order)
    assert isinstance(march, March)
    name, kind = order.unit, TYPES[INDEX[order.unit]]
    walked = [state.unit(name).place or ""]
    spent = 0
    while True:
        step = Move(name, march.path[:1], march.facing)
        if march.path:
            side = ground.toward(walked[-1], march.path[0])
            step = step if side is None else replace(step, facing=side)
        points, verdict = cost_of(ground, state, step)
        done = not march.path
        if verdict:
            unit = state.unit(name)._replace(place=march.path[0] if march.path else walked[-1], facing=step.facing)
            order = Order(name, order.left - points)
            state = state.put(name, unit)
            spent += points
            walked += march.path[:1]
            march = March(march.path[1:], march.facing)
        else:
            done = True
        state = replace(state, frames=(order, march))
        if done or reactors(ground, state):
            break
    moved = (Moved(rule("3.2"), name, kind.name, tuple(walked), spent),) if len(walked) > 1 else ()
    if not done:
        return replace(state, frames=(order, march, Reaction())), moved
    return (replace(state, frames=(order,)) if order.left else finish(state)), moved


def finish(state: State) -> State:
    """The order is complete."""
    order = state.ordered
    assert order is not None
    return replace(state.mark(order.unit, DONE), frames=())


def idle(state: State, name: str) -> bool:
    """Whether a counter could receive an order."""
    return state.phase == ORDERS and not state.frames and DONE not in state.unit(name).marks
