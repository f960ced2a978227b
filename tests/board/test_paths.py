"""Cheapest paths compared with every simple path, on small random boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from game.board.paths import Reach, reach, reversed_steps

steady = settings(derandomize=True, deadline=None)
Links = list[list[tuple[int, int]]]
NODES = 6


def networks(least: int = 0) -> st.SearchStrategy[Links]:
    """Six nodes with one-way links of small costs."""
    nodes = st.integers(0, NODES - 1)

    def gathered(links: list[tuple[int, int, int]]) -> Links:
        found: Links = [[] for _ in range(NODES)]
        for a, b, cost in links:
            found[a].append((b, cost))
        return found

    return st.lists(st.tuples(nodes, nodes, st.integers(least, 3)), max_size=14).map(gathered)


def simple_paths(
    links: Links, here: int, spent: int, seen: tuple[int, ...], closed: int, halts: int,
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every path that visits no node twice, and its cost."""
    yield seen, spent
    if len(seen) > 1 and halts >> here & 1:
        return
    for there, more in links[here]:
        if there not in seen and not closed >> there & 1:
            yield from simple_paths(links, there, spent + more, (*seen, there), closed, halts)


def cost_along(links: Links, path: tuple[int, ...]) -> set[int]:
    """The possible costs of the links along a path."""
    sums = {0}
    for a, b in pairwise(path):
        sums = {one + more for one in sums for there, more in links[a] if there == b}
    return sums


def agrees(found: Reach[int], links: Links, starts: tuple[int, ...]) -> bool:
    """Check that every node's path begins at a start and has the stated cost."""
    return all((start := _start(found, node)) in starts and points in cost_along(links, (start, *found.path(node)))
               for node, points in found.points.items())


def _start(found: Reach[int], node: int) -> int:
    while node in found.before:
        node = found.before[node]
    return node


@steady
@given(networks(), st.integers(0, 8), st.integers(0, 63), st.integers(0, 63), st.sets(st.integers(0, 5), min_size=1))
def test_reachable_nodes_are_exact(links: Links, budget: int, closed: int, halts: int, starts: set[int]) -> None:
    """A node is reached exactly if some path within the budget reaches it, at the least cost of any path."""
    least: dict[int, int] = {}
    for start in starts:
        for path, cost in simple_paths(links, start, 0, (start,), closed, halts):
            if cost <= budget:
                least[path[-1]] = min(cost, least.get(path[-1], cost))
    found = reach(sorted(starts), links, budget, closed, halts)
    assert least == found.points
    assert agrees(found, links, tuple(starts))
    assert not set(found.before) & starts


def test_no_budget_reaches_nothing_but_the_start() -> None:
    assert {3: 0} == reach((3,), [[(0, 1)]] * 4, 0).points


def test_facing_during_a_move() -> None:
    """With the facing as part of the state, going on costs 1, turning 1."""
    places, east, west = 7, 0, 1
    steps = [[(2 * ahead + facing, 1)] * (0 <= ahead < places) + [(2 * place + 1 - facing, 1)]
             for place in range(places) for facing in (east, west) for ahead in [place + 1 - 2 * facing]]
    found = reach((2 * 3,), steps, 3)
    nearest: dict[int, int] = {}
    for node, points in sorted(found.points.items(), key=lambda each: each[1]):
        nearest.setdefault(node // 2, points)
    assert {3: 0, 4: 1, 5: 2, 2: 2, 6: 3, 1: 3} == nearest
    assert (2 * 3 + west, 2 * 2 + west) == found.path(2 * 2 + west)


def test_one_such_hex_a_turn() -> None:
    """Hills take the rest of a move of four, at least one point, and end it; the path around them leads on."""
    hills, links = {1, 2}, [[1, 4], [2], [3], [], [5], [6, 2], [3]]
    steps = [[(there, -4 if there in hills else 1) for there in row] for row in links]
    found = reach((0,), steps, 9, halts=sum(1 << hill for hill in hills))
    assert {0: 0, 4: 1, 5: 2, 6: 3, 1: 4, 2: 4, 3: 4} == found.points
    assert (4, 5, 6, 3) == found.path(3)
    assert {2: 5} == {node: points for node, points in reach(
        (0,), [[(1, 4)], [(2, -4)], []], 9).points.items() if node == 2}


def test_ties_go_to_the_first_step() -> None:
    """Of equally cheap paths the one with the earlier first step is chosen; on request, the one through the lowest
    number."""
    links = [[(2, 1), (1, 1)], [(3, 1)], [(3, 1)], []]
    assert (2, 3) == reach((0,), links, 5).path(3)
    assert (1, 3) == reach((0,), links, 5, lowest=True).path(3)
    assert [0, 2, 1, 3] == list(reach((0,), links, 5).points)


@steady
@given(networks(1), st.integers(0, 8))
def test_lowest_changes_no_points(links: Links, budget: int) -> None:
    found, lowest = (reach((0,), links, budget, lowest=asked) for asked in (False, True))
    assert found.points == lowest.points
    assert agrees(lowest, links, (0,))
    for node, before in lowest.before.items():
        cheapest = [here for here, row in enumerate(links) for there, more in row
                    if there == node and here in found.points and found.points[here] + more == found.points[node]]
        assert before == min(cheapest)


@steady
@given(networks(), st.integers(0, NODES - 1))
def test_reversed_steps_lead_to_the_start(links: Links, aim: int) -> None:
    """A search with them from a node gives the same points as searches from each other node to it."""
    found = reach((aim,), reversed_steps(links), 50).points
    assert {node: points for node in range(NODES)
            if (points := reach((node,), links, 50).points.get(aim)) is not None} == found
