"""Cheapest paths over numbered nodes: one search for whatever moves, runs or is traced.

A node is a place's index, or a place with a state on the way (a facing, what has been used up) as one number. What a
step costs stands in a table, which a system makes once for each kind of unit; what units in the way change is said by
masks of nodes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

Node = TypeVar("Node", bound=int)


class Steps(Protocol[Node]):
    """Node -> the nodes that can be entered from it, each with its points: a table, or what works its rows out.

    A step of -n points takes a path to n points, and costs at least one: where a unit that moves n may enter one such
    place a turn.
    """

    def __getitem__(self, node: Node, /) -> Iterable[tuple[Node, int]]: ...


@dataclass(frozen=True, slots=True)
class Reach(Generic[Node]):
    """Every node within the budget, in the order in which they were found first."""

    points: Mapping[Node, int]
    """Node -> the fewest points to it."""
    before: Mapping[Node, Node]
    """Node -> the one from which it is entered by the cheapest path; starts are left out."""

    def path(self, node: Node) -> tuple[Node, ...]:
        """The nodes entered on the cheapest path to one that is reached, the start left out."""
        found, before = [], self.before
        while node in before:
            found.append(node)
            node = before[node]
        found.reverse()
        return tuple(found)


def reach(
    starts: Collection[Node], steps: Steps[Node], budget: int, closed: int = 0, halts: int = 0, lowest: bool = False,
) -> Reach[Node]:
    """Everything that can be reached with so many points.

    Of equally cheap paths to a node that found first stands: nodes are gone through by their points, of equal ones in
    the order in which they were found.

    :param closed: the mask of nodes that are never entered.
    :param halts: the mask of nodes in which paths end, those that start there apart.
    :param lowest: of equally cheap paths that through the node of the lowest number stands. No step may be free then.
    """
    points, beyond = dict.fromkeys(starts, 0), budget + 1
    before: dict[Node, Node] = {}
    fewest = points.get
    rows: list[list[Node]] = [[] for _ in range(beyond)]
    if rows:
        rows[0].extend(points)
    for spent, row in enumerate(rows):
        for here in row:  # grows while it is read: a step may be free
            if points[here] != spent or (halts >> here & 1 and here in before):
                continue
            for there, more in steps[here]:
                cost = spent + more if more >= 0 else max(spent + 1, -more)
                if cost < fewest(there, beyond):
                    if not closed >> there & 1:
                        points[there] = cost
                        before[there] = here
                        rows[cost].append(there)
                elif lowest and there in before and cost == points[there] and here < before[there]:
                    before[there] = here
    return Reach(points, before)
