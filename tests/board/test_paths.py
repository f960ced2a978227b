"""Cheapest paths against every simple path there is, on small random boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.board.paths import Arrival, reach

steady = settings(derandomize=True, deadline=None)
Cost = tuple[int, ...]
Links = dict[int, list[tuple[int, Cost]]]


def networks(kinds: int) -> st.SearchStrategy[Links]:
    """Up to six nodes with one-way links of small costs."""
    nodes = st.integers(0, 5)
    link = st.tuples(nodes, nodes, st.tuples(*[st.integers(0, 3)] * kinds))

    def gathered(links: list[tuple[int, int, Cost]]) -> Links:
        found: Links = {node: [] for node in range(6)}
        for a, b, cost in links:
            found[a].append((b, cost))
        return found

    return st.lists(link, max_size=14).map(gathered)


def simple_paths(links: Links, here: int, spent: Cost, seen: frozenset[int]) -> Iterator[tuple[int, Cost]]:
    """The end and cost of every path that visits no node twice."""
    yield here, spent
    for there, more in links[here]:
        if there not in seen:
            yield from simple_paths(links, there, tuple(map(sum, zip(spent, more, strict=True))), seen | {there})


def cost_along(links: Links, arrival: Arrival[int]) -> bool:
    """Whether some choice of links along the path of an arrival costs what it says."""
    path = arrival.path
    sums: set[Cost] = {(0,) * len(arrival.cost)}
    for a, b in pairwise(path):
        sums = {tuple(map(sum, zip(one, more, strict=True))) for one in sums for there, more in links[a] if there == b}
    return arrival.cost in sums


@steady
@given(networks(1), st.integers(0, 8))
def test_one_cost(links: Links, budget: int) -> None:
    """Exactly what some path within the budget reaches is reached, at the least any path costs."""
    least: dict[int, Cost] = {}
    for node, cost in simple_paths(links, 0, (0,), frozenset({0})):
        if cost[0] <= budget:
            least[node] = min(cost, least.get(node, cost))
    found = reach(0, links.__getitem__, (budget,))
    assert least == {node: arrival.cost for node, arrival in found.items()}
    assert all(arrival.path[0] == 0 and cost_along(links, arrival) for arrival in found.values())
    assert sorted(least.values()) == [arrival.cost for arrival in found.values()]


@steady
@given(networks(2), st.integers(0, 6), st.integers(0, 3))
def test_two_costs(links: Links, points: int, rare: int) -> None:
    """The ways to a node are those no other beats in both kinds, and each of them is a path of that cost."""
    costs: dict[int, set[Cost]] = {}
    for node, cost in simple_paths(links, 0, (0, 0), frozenset({0})):
        if cost[0] <= points and cost[1] <= rare:
            costs.setdefault(node, set()).add(cost)
    best = {
        node: sorted(c for c in all_ if not any(d != c and d[0] <= c[0] and d[1] <= c[1] for d in all_))
        for node, all_ in costs.items()
    }
    found = reach(0, links.__getitem__, (points, rare))
    assert best == {node: [way.cost for way in found.ways(node)] for node in found}
    assert all(cost_along(links, way) for node in found for way in found.ways(node))
    assert {node: ways[0] for node, ways in best.items()} == {node: found[node].cost for node in found}


def test_facing_on_the_way() -> None:
    """A state beside the place: going on costs 1, turning 1; by place the cheapest facing counts."""

    def steps(node: tuple[int, str]) -> list[tuple[tuple[int, str], Cost]]:
        place, facing = node
        ahead = place + (1 if facing == "e" else -1)
        return [((ahead, facing), (1,)), ((place, "w" if facing == "e" else "e"), (1,))]

    found = reach((0, "e"), steps, (3,))
    assert {0: (0,), 1: (1,), 2: (2,), -1: (2,), 3: (3,), -2: (3,)} == {
        place: way.cost for place, way in found.by(lambda node: node[0]).items()
    }
    assert ((0, "e"), (0, "w"), (-1, "w")) == found[-1, "w"].path


def test_one_such_hex_a_turn() -> None:
    """A second cost with a budget of one: the short way over two hills is barred, the way round stands."""
    hills = {1, 2}
    links = {0: [1, 4], 1: [2], 2: [3], 4: [5], 5: [6], 6: [3], 3: []}

    def steps(here: int) -> list[tuple[int, Cost]]:
        return [(there, (1, int(there in hills))) for there in links[here]]

    found = reach(0, steps, (9, 1))
    assert (0, 4, 5, 6, 3) == found[3].path
    assert 2 not in found
    assert (0, 1, 2, 3) == reach(0, steps, (9, 2))[3].path


def test_ties_go_to_the_first_step() -> None:
    """Of equally cheap ways the one whose steps were named first, with one kind of cost and with two."""
    links = {0: [2, 1], 1: [3], 2: [3], 3: []}
    for kinds in (1, 2):
        one = (1,) * kinds
        found = reach(0, lambda here, one=one: [(there, one) for there in links[here]], (5,) * kinds)  # type: ignore[misc]
        assert (0, 2, 3) == found[3].path


@pytest.mark.parametrize("cost", [(-1,), (-1, 0)])
def test_negative_costs_are_refused(cost: Cost) -> None:
    """They would make a cheapest path endless."""
    with pytest.raises(ValueError, match="none negative"):
        reach(0, lambda here: [(here + 1, cost)], (5,) * len(cost))
