"""Cheapest paths with several kinds of cost at once and a state on the way, such as the facing.

A node is whatever the caller moves between: a place, or a place with a facing and what has been used up so far. Costs
are tuples of whole numbers, one for each kind, none of them negative: movement points, hexes of which only one may be
entered a turn. What a path may cost is bounded by a budget for each kind.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from heapq import heappop, heappush
from operator import add, le
from typing import Generic, NamedTuple, TypeVar

Node = TypeVar("Node", bound=Hashable)
Key = TypeVar("Key", bound=Hashable)
Cost = tuple[int, ...]


class Arrival(NamedTuple, Generic[Node]):
    """One way to a node: what it costs, and the arrival it goes on from (None at the start)."""

    node: Node
    cost: Cost
    before: Arrival[Node] | None

    @property
    def path(self) -> tuple[Node, ...]:
        """Every node from the start to this one, both included."""
        found: list[Node] = []
        here: Arrival[Node] | None = self
        while here is not None:
            found.append(here.node)
            here = here.before
        return tuple(reversed(found))


class Reach(Mapping[Node, Arrival[Node]]):
    """Every node within the budget, in the order of its cost: node -> the cheapest way there.

    Costs are compared kind by kind, the first kind first. Of equally cheap ways the one stands that was found first:
    the order of ``steps`` decides, the same in every run.
    """

    def __init__(self, ways: dict[Node, list[Arrival[Node]]]) -> None:
        self._ways = ways

    def __getitem__(self, node: Node) -> Arrival[Node]:
        return self._ways[node][0]

    def __iter__(self) -> Iterator[Node]:
        return iter(self._ways)

    def __len__(self) -> int:
        return len(self._ways)

    def ways(self, node: Node) -> tuple[Arrival[Node], ...]:
        """Every way to a node that no other one beats in all kinds of cost, the cheapest in the first kind first."""
        return tuple(self._ways.get(node, ()))

    def by(self, key: Callable[[Node], Key]) -> dict[Key, Arrival[Node]]:
        """The cheapest way to any node of each key, such as its place whatever the facing; cheapest first."""
        found: dict[Key, Arrival[Node]] = {}
        for node, arrivals in self._ways.items():
            name = key(node)
            if name not in found or arrivals[0].cost < found[name].cost:
                found[name] = arrivals[0]
        return found


def reach(start: Node, steps: Callable[[Node], Iterable[tuple[Node, Cost]]], budget: Cost) -> Reach[Node]:
    """Everything that can be reached from a node within a budget.

    :param steps: node -> what can be reached from it in one step, and what that step costs.
    :param budget: the most that may be spent of each kind; every cost has as many kinds.
    :raises ValueError: for a step with other kinds of cost than the budget, or with a negative one.
    """
    if len(budget) == 1:
        return _reach_by_one(start, steps, budget[0])
    ways: dict[Node, list[Arrival[Node]]] = {}
    free = (0,) * len(budget)
    known: dict[Node, list[Cost]] = {start: [free]}
    """Node -> the costs of the ways that have been found and not been beaten when they were."""
    queue = [(free, 0, Arrival(start, free, None))]
    order = 0
    while queue:
        spent, _, here = heappop(queue)
        # Ways leave the queue in the order of their costs, so none that comes later beats one that has been kept.
        kept = ways.setdefault(here.node, [])
        if kept and any(_beats(other.cost, spent) for other in kept):
            continue
        kept.append(here)
        for there, more in steps(here.node):
            if len(more) != len(budget) or min(more) < 0:
                raise _wrong(more, len(budget))
            cost = tuple(map(add, spent, more))
            if not _beats(cost, budget):
                continue
            costs = known.setdefault(there, [])
            for other in costs:
                if _beats(other, cost):
                    break
            else:
                costs.append(cost)
                order += 1
                heappush(queue, (cost, order, Arrival(there, cost, here)))
    return Reach(ways)


def _reach_by_one(start: Node, steps: Callable[[Node], Iterable[tuple[Node, Cost]]], budget: int) -> Reach[Node]:
    """The same for one kind of cost: a row of nodes for every sum, since sums are small."""
    ways: dict[Node, list[Arrival[Node]]] = {}
    least: dict[Node, int] = {start: 0}
    rows: list[list[Arrival[Node]]] = [[] for _ in range(max(budget, 0) + 1)]
    rows[0].append(Arrival(start, (0,), None))
    for spent, row in enumerate(rows):
        for here in row:  # grows while it is read: a step may cost nothing
            if here.node in ways:
                continue
            ways[here.node] = [here]
            for there, more in steps(here.node):
                if len(more) != 1 or more[0] < 0:
                    raise _wrong(more, 1)
                points = more[0]
                cost = spent + points
                if cost <= budget and cost < least.get(there, cost + 1):
                    least[there] = cost
                    rows[cost].append(Arrival(there, (cost,), here))
    return Reach(ways)


def _beats(one: Cost, other: Cost) -> bool:
    """Whether one cost is at most another in every kind."""
    return all(map(le, one, other))


def _wrong(cost: Cost, kinds: int) -> ValueError:
    return ValueError(f"a step costs {cost}; expected {kinds} whole numbers, none negative")
