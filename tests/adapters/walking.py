"""Random walks through a game tree, for the tests of the adapters."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.adapters.nodes import Node, Tree
from game.core.chance import CHANCE


def walk(tree: Tree, seed: int = 0) -> Iterator[tuple[Node, int]]:
    """Every node of a random game except the last, each with the chosen number."""
    rng, node = random.Random(seed), tree.start
    while node.seat is not None:
        weights = [float(branch.chance) for branch in node.branches] if node.seat == CHANCE else None
        number = rng.choices(range(len(node.choices)), weights)[0]
        yield node, number
        node = node.after(number)


def end(tree: Tree, seed: int = 0) -> Node:
    """The last node of that game."""
    *_, (node, number) = walk(tree, seed)
    return node.after(number)
