"""Cheapest paths over numbered nodes: one search for movement, retreats and lines of supply.

A node is one number: the index of a place, or a place combined with a state on the way (a facing, an allowance used).
Step costs come from a table that a system makes once for each kind of unit; masks of nodes say where other units are in
the way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, cast

Node = TypeVar("Node", bound=int)


class Steps(Protocol[Node]):
    """Node -> the nodes that can be entered from it, each with its points: a table, or an object that computes the
    rows.

    A negative number, -n, means: the step raises the path's total to n, and costs at least one point. It is for places
    that take a whole allowance of n points: a unit can enter one of them even after other steps, but not a second one
    in the same turn.
    """

    def __getitem__(self, node: Node, /) -> Iterable[tuple[Node, int]]: ...


@dataclass(frozen=True, slots=True)
class Reach(Generic[Node]):
    """Every node within the budget, in the order in which the nodes were first reached."""

    points: Mapping[Node, int]
    """Node -> the fewest points needed to reach it."""
    before: Mapping[Node, Node]
    """Node -> the previous node on the cheapest path; starts are left out."""

    def path(self, node: Node) -> tuple[Node, ...]:
        """The nodes entered on the cheapest path to a reached node, without the start."""
        nodes, before = [], self.before
        while node in before:
            nodes.append(node)
            node = before[node]
        nodes.reverse()
        return tuple(nodes)


def reversed_steps(steps: Sequence[Iterable[tuple[Node, int]]]) -> list[list[tuple[Node, int]]]:
    """Node -> the nodes from which it can be entered, each with the points of that step.

    With these ``reach`` gives the points from each node to the nearest start. They differ from the points out of the
    starts where a step costs more one way than the other, such as uphill.
    """
    rows: list[list[tuple[Node, int]]] = [[] for _ in steps]
    for here, row in enumerate(steps):
        for there, points in row:
            rows[there].append((cast(Node, here), points))
    return rows


def reach(
    starts: Collection[Node], steps: Steps[Node], budget: int, closed: int = 0, halts: int = 0, lowest: bool = False,
) -> Reach[Node]:
    """All nodes that can be reached within a budget of points.

    Among equally cheap paths to a node the first one found is used: nodes are expanded in order of their points, and
    with equal points in the order in which they were found.

    :param closed: the mask of nodes that are never entered.
    :param halts: the mask of nodes in which paths end, except for paths that start there.
    :param lowest: of equally cheap paths to a node, use the one whose previous node has the lowest number. No step may
        be free then, or a path could lead in a circle.
    """
    points, too_many = dict.fromkeys(starts, 0), budget + 1
    before: dict[Node, Node] = {}
    points_of = points.get
    rows: list[list[Node]] = [[] for _ in range(too_many)]  # points spent -> the nodes reached with them
    if rows:
        rows[0].extend(points)
    for spent, row in enumerate(rows):
        for here in row:  # may grow during the loop: a step may be free
            if points[here] != spent or (halts >> here & 1 and here in before):
                continue
            for there, step in steps[here]:
                cost = spent + step if step >= 0 else max(spent + 1, -step)
                if cost < points_of(there, too_many):
                    if not closed >> there & 1:
                        points[there] = cost
                        before[there] = here
                        rows[cost].append(there)
                elif lowest and there in before and cost == points[there] and here < before[there]:
                    before[there] = here
    return Reach(points, before)
